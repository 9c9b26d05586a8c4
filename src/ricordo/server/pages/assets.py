"""The style sheet and the script of the pages, which anybody may have; and the answer where there is no page."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response

from ricordo.server.pages.rendering import FOLDER, PageRoute
from ricordo.values import NotFound

router = APIRouter(route_class=PageRoute, include_in_schema=False)

_FILES = {"console.css": "text/css", "console.js": "text/javascript"}
_KEEP = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Their addresses change with what they hold."""


@router.get("/console/{name}")
async def file(name: str) -> Response:
    """One of the two files."""
    if name not in _FILES:
        raise NotFound("there is no such page")
    return FileResponse(FOLDER / "static" / name, media_type=_FILES[name], headers=_KEEP)


@router.get("/me/{rest:path}")
@router.get("/operator/{rest:path}")
async def nothing(rest: str) -> Response:
    """Every other address below ours."""
    del rest
    raise NotFound("there is no such page")
