"""The routes of all pages, in the order in which they are looked up."""

from __future__ import annotations

from fastapi import FastAPI

from ricordo.server.pages import about_me, assets, control, conversations, operator, reviews, sign_in


def add_pages(app: FastAPI) -> None:
    """Add the pages to an application."""
    for module in (about_me, conversations, reviews, control, operator, sign_in, assets):
        app.include_router(module.router)
