"""The routes of all pages, in the order in which they are looked up."""

from __future__ import annotations

from fastapi import FastAPI

from ricordo.server.pages import (
    about_me,
    assets,
    control,
    conversations,
    learning,
    memory_list,
    operator,
    people,
    reviews,
    sign_in,
    timeline,
)

_MODULES = (
    about_me,
    memory_list,
    timeline,
    learning,
    conversations,
    reviews,
    control,
    operator,
    people,
    sign_in,
    assets,
)


def add_pages(app: FastAPI) -> None:
    """Add the pages to an application."""
    for module in _MODULES:
        app.include_router(module.router)
