"""All pages, in the order in which they are looked up."""

from __future__ import annotations

from fastapi import FastAPI

from ricordo.server.pages import about_me, acts, assets, control, conversations, operator, sign_in


def add_pages(app: FastAPI) -> None:
    """Put the pages into an application."""
    for module in (about_me, conversations, acts, control, operator, sign_in, assets):
        app.include_router(module.router)
