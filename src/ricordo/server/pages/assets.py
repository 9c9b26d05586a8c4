"""The pages' style sheet and script, open to anybody; and the error page for unknown addresses."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response

from ricordo.server.pages.rendering import FOLDER, PageRoute
from ricordo.values import NotFound

router = APIRouter(route_class=PageRoute, include_in_schema=False)

_FILES = {"console.css": "text/css", "console.js": "text/javascript"}
_HEADERS = {"Cache-Control": "public, max-age=31536000, immutable"}
"""A file's address changes with its content, so browsers may keep it forever."""


@router.get("/console/{name}")
async def send_file(name: str) -> Response:
    """Send one of the files."""
    if name not in _FILES:
        raise NotFound("there is no such page")
    return FileResponse(FOLDER / "static" / name, media_type=_FILES[name], headers=_HEADERS)


@router.get("/me/{rest:path}")
@router.get("/operator/{rest:path}")
async def refuse_unknown_page(rest: str) -> Response:
    """Answer every other address below ours with an error page."""
    del rest
    raise NotFound("there is no such page")
