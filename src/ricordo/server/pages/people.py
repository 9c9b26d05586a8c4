"""The list of people, for those who may see more than one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from ricordo.memory import Ricordo
from ricordo.server.pages.forms import TheStaff
from ricordo.server.pages.rendering import PageRoute, render
from ricordo.server.service import TheMemory
from ricordo.values import Scope

router = APIRouter(prefix="/operator", route_class=PageRoute, include_in_schema=False)

_PAGE_SIZE = 25

_Name = Annotated[str, Query(max_length=256)]


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person, and when something was last stored of them."""

    scope: Scope
    last: datetime | None


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
        found=[PersonRow(person, await _find_last_time(memory, person)) for person in page],
        q=q,
        application=application,
        bound=bound,
        cursor=cursor,
        next=page.next,
    )


async def _find_last_time(memory: Ricordo, person: Scope) -> datetime | None:
    turns = await memory.turns(scope=person, limit=1)
    return turns[-1].occurred_at if turns else None
