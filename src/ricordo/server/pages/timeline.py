"""Time lines: what was true when, and what replaced what, for everything or for one field."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from ricordo.language.slots import slot_name
from ricordo.server.pages import charts
from ricordo.server.pages.forms import ThePerson
from ricordo.server.pages.queries import list_memories
from ricordo.server.pages.rendering import PageRoute, link, render
from ricordo.server.service import Service, TheService
from ricordo.values import MEMORY_KINDS, Memory, MemoryKind, NotFound, State

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_PAGE_SIZE = 100
_STATES: tuple[State, ...] = ("current", "superseded", "disputed")


def current_time(service: Service) -> datetime:
    """Return the time of the service."""
    return datetime.fromtimestamp(service.clock(), UTC)


@router.get("/timeline")
async def timeline(
    request: Request,
    session: ThePerson,
    service: TheService,
    kind: MemoryKind | None = None,
    page: Annotated[int, Query(ge=1, le=1_000)] = 1,
) -> Response:
    """Show from when until when each memory was true, newest first."""
    kinds: Sequence[MemoryKind] = [kind] if kind else ("episodic", "semantic", "profile")
    known = await list_memories(service.memory, session.scope(), states=_STATES, kinds=kinds)
    chart = charts.draw_lifelines(_sort_newest_first(known), current_time(service))
    start = (page - 1) * _PAGE_SIZE
    by_month: dict[str, list[charts.Lifeline]] = {}
    for line in chart.lines[start : start + _PAGE_SIZE]:
        by_month.setdefault(f"{line.memory.valid_from:%B %Y}", []).append(line)
    return render(
        request,
        "timeline.html",
        chart=chart,
        months=by_month,
        kind=kind,
        kinds=MEMORY_KINDS,
        newer=link("/me/timeline", kind=kind, page=str(page - 1)) if page > 1 else None,
        older=link("/me/timeline", kind=kind, page=str(page + 1)) if len(known) > start + _PAGE_SIZE else None,
    )


@router.get("/field")
async def field(
    request: Request, session: ThePerson, service: TheService, name: Annotated[str, Query(max_length=256)]
) -> Response:
    """Show everything that a field ever held, and what replaced what."""
    known = await list_memories(service.memory, session.scope())
    held = [item for item in known if item.field is not None and slot_name(item.field) == name]
    shown = [item for item in held if item.state in _STATES or item.is_rejected]
    if not shown:
        raise NotFound("nothing is known of this field")
    chart = charts.draw_lifelines(_sort_newest_first(shown)[:_PAGE_SIZE], current_time(service))
    return render(request, "field.html", name=name, chart=chart, total=len(shown))


def _sort_newest_first(memories: Sequence[Memory]) -> list[Memory]:
    return sorted(memories, key=lambda item: (item.valid_from, item.created_at), reverse=True)
