"""The list of people, for those who may see more than one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from ricordo.server.pages.forms import TheStaff
from ricordo.server.pages.rendering import PageRoute, render
from ricordo.server.service import TheMemory

router = APIRouter(prefix="/operator", route_class=PageRoute, include_in_schema=False)

_PAGE_SIZE = 25

_Name = Annotated[str, Query(max_length=256)]


@router.get("/people")
async def people(
    request: Request,
    session: TheStaff,
    memory: TheMemory,
    q: _Name = "",
    application: _Name = "",
    cursor: str | None = None,
) -> Response:
    """List the people that the key may see, newest first, or those with a name that is searched for."""
    assert session.caller is not None, "require_staff lets nobody else in"
    bound = session.caller.bound.get("application")
    page = await memory.maintenance.people(bound or application.strip() or None, name=q, after=cursor, limit=_PAGE_SIZE)
    return render(
        request,
        "people.html",
        found=page.items,
        q=q,
        application=application,
        bound=bound,
        cursor=cursor,
        next=page.next,
    )
