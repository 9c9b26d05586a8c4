"""A person's memories: the overview, lists by kind, one memory with its evidence and history, and the time line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from ricordo.language.slots import slot_name
from ricordo.memory import Ricordo
from ricordo.server.pages import charts
from ricordo.server.pages.forms import ThePerson
from ricordo.server.pages.highlight import Piece, split_at_quotes
from ricordo.server.pages.queries import find_contradicted, find_turns, list_memories
from ricordo.server.pages.rendering import PageRoute, render
from ricordo.server.service import TheMemory, TheService
from ricordo.values import MEMORY_KINDS, STATES, Memory, MemoryKind, Page, Scope, State, StoredTurn

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_OPEN_STATES: tuple[State, ...] = ("current", "disputed")
_PAGE_SIZE = 50
_MAX_BARS = 60


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field of the person's profile with its current and disputed memories, newest last."""

    name: str
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed memory, and the current ones that it contradicts."""

    memory: Memory
    against: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """A piece of evidence with its turn, split at the quote; without a turn if that was forgotten."""

    quote: str
    turn: StoredTurn | None
    pieces: tuple[Piece, ...] = ()


@router.get("")
async def overview(request: Request, session: ThePerson, service: TheService) -> Response:
    """Show the disputed memories, the profile, and the newest memories."""
    memory, person = service.memory, session.scope()
    known = await list_memories(memory, person, states=_OPEN_STATES)
    current = [item for item in known if item.state == "current"]
    by_kind = {kind: sum(item.kind == kind for item in current) for kind in MEMORY_KINDS}
    return render(
        request,
        "overview.html",
        disputes=_find_disputes(known),
        fields=_group_by_field(known),
        typed=await _list_missing(memory, service.settings.profiles.values(), person),
        by_kind=by_kind,
        newest=sorted(current, key=lambda item: item.created_at, reverse=True)[:8],
        consent=await memory.consent(scope=person),
        waiting=await memory.pending(scope=person),
    )


@router.get("/memories")
async def memories(
    request: Request,
    session: ThePerson,
    memory: TheMemory,
    kind: MemoryKind | None = None,
    state: State = "current",
    q: str = "",
    cursor: str | None = None,
) -> Response:
    """List memories by kind and state, a page at a time, or those that a search finds."""
    person = session.scope()
    kinds: Sequence[MemoryKind] = [kind] if kind else MEMORY_KINDS
    if q.strip():
        page = Page(await _search(memory, person, q, kinds))
    else:
        page = await memory.memories_page(scope=person, kinds=kinds, state=state, after=cursor, limit=_PAGE_SIZE)
    return render(
        request,
        "memories.html",
        found=page,
        kind=kind,
        state=state,
        q=q,
        next=page.next,
        kinds=MEMORY_KINDS,
        states=STATES,
    )


@router.get("/memory")
async def show_memory(
    request: Request, session: ThePerson, memory: TheMemory, id: Annotated[str, Query()], ask: str = ""
) -> Response:
    """Show one memory with its evidence and its history, and the forms to review it."""
    person = session.scope()
    history = await memory.history(id, scope=person)
    item = history.memory
    current = await list_memories(memory, person, states=["current"]) if item.state == "disputed" else []
    return render(
        request,
        "memory.html",
        history=history,
        memory=item,
        proofs=await _find_proofs(memory, person, item),
        against=find_contradicted(item, current),
        asks_to_forget=ask == "forget",
    )


@router.get("/timeline")
async def timeline(
    request: Request, session: ThePerson, service: TheService, kind: MemoryKind | None = None
) -> Response:
    """Show from when until when each memory was true."""
    kinds: Sequence[MemoryKind] = [kind] if kind else ("episodic", "semantic", "profile")
    states: tuple[State, ...] = ("current", "superseded", "disputed")
    known = await list_memories(service.memory, session.scope(), states=states, kinds=kinds)
    known.sort(key=lambda item: (item.valid_from, item.created_at))
    now = datetime.fromtimestamp(service.clock(), UTC)
    lines, first, last = charts.draw_lifelines(known[-_MAX_BARS:], now)
    by_month: dict[str, list[Memory]] = {}
    for item in reversed(known):
        by_month.setdefault(f"{item.valid_from:%B %Y}", []).append(item)
    return render(
        request, "timeline.html", lines=lines, first=first, last=last, months=by_month, kind=kind, kinds=MEMORY_KINDS
    )


async def _search(memory: Ricordo, person: Scope, q: str, kinds: Sequence[MemoryKind]) -> tuple[Memory, ...]:
    """Return the memories that a recall finds, then those with the words of ``q``, in any state and of any agent."""
    hits = await memory.recall(q, scope=person, kinds=kinds, limit=_PAGE_SIZE)
    known = {item.id: item for item in await list_memories(memory, person, kinds=kinds)}
    words = q.casefold().split()
    literal = [item.id for item in known.values() if all(word in item.content.casefold() for word in words)]
    ids = dict.fromkeys([*(hit.id for hit in hits), *literal])
    return tuple(known[id] for id in ids if id in known)[:_PAGE_SIZE]


def _find_disputes(known: Iterable[Memory]) -> list[Dispute]:
    known = list(known)
    return [Dispute(item, tuple(find_contradicted(item, known))) for item in known if item.state == "disputed"]


def _group_by_field(known: Iterable[Memory]) -> list[FieldRow]:
    """Group memories of all kinds by the field that they fill."""
    fields: dict[str, list[Memory]] = {}
    for item in sorted(known, key=lambda item: item.valid_from):
        if item.field is not None:
            fields.setdefault(slot_name(item.field), []).append(item)
    return [FieldRow(name, tuple(items)) for name, items in sorted(fields.items())]


async def _list_missing(memory: Ricordo, models: Iterable[type[BaseModel]], person: Scope) -> list[dict[str, Any]]:
    """Return the profiles that the service fills, each with the fields that are still missing."""
    return [
        {"name": model.__name__, "missing": (await memory.profile(model, scope=person)).missing} for model in models
    ]


async def _find_proofs(memory: Ricordo, person: Scope, item: Memory) -> list[Proof]:
    turns = await find_turns(memory, person, [evidence.turn_id for evidence in item.evidence])
    proofs: list[Proof] = []
    for evidence in item.evidence:
        turn = turns.get(evidence.turn_id)
        pieces = () if turn is None else tuple(split_at_quotes(turn.text, [evidence.quote]))
        proofs.append(Proof(evidence.quote, turn, pieces))
    return proofs
