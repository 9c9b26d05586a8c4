"""What is known about me: the overview, memories by kind, one memory with its evidence and history, the time line."""

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
from ricordo.ports.store import Store
from ricordo.server.cursors import cursor_of, place_of
from ricordo.server.pages import charts, reading
from ricordo.server.pages.forms import ThePerson
from ricordo.server.pages.highlight import Piece, pieces
from ricordo.server.pages.rendering import PageRoute, render
from ricordo.server.pages.sessions import Session
from ricordo.server.service import TheMemory, TheService
from ricordo.values import MEMORY_KINDS, STATES, Memory, MemoryKind, Scope, State, StoredTurn

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_STANDING: tuple[State, ...] = ("current", "disputed")
_A_PAGE = 50
_ON_TIME_LINE = 60


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a person: what is current, newest last, and where each of it comes from."""

    name: str
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """What waits for the person's word, and what it contradicts."""

    memory: Memory
    against: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Evidence where it was said: the turn, with the quote marked; without a turn it was forgotten."""

    quote: str
    turn: StoredTurn | None
    pieces: tuple[Piece, ...] = ()


@router.get("")
async def overview(request: Request, session: ThePerson, service: TheService) -> Response:
    """Everything at a glance: what waits for a word, the profile, and the newest memories."""
    memory, person = service.memory, _person(session)
    known = await reading.memories(memory.store, person, states=_STANDING)
    current = [item for item in known if item.state == "current"]
    by_kind = {kind: sum(item.kind == kind for item in current) for kind in MEMORY_KINDS}
    return render(
        request,
        "overview.html",
        disputes=_disputes(known),
        fields=_fields(current),
        typed=await _typed(memory, service.settings.profiles.values(), person),
        by_kind=by_kind,
        newest=sorted(current, key=lambda item: item.created_at, reverse=True)[:8],
        consent=await memory.consent(scope=person),
        waiting=await memory.store.pending(person),
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
    """Memories by kind and state, a page at a time; or those that a search finds."""
    person = _person(session)
    kinds: Sequence[MemoryKind] = [kind] if kind else MEMORY_KINDS
    found: Sequence[Memory]
    later: int | None = None
    if q.strip():
        found = await _searched(memory, person, q, kinds)
    else:
        found, later = await memory.memories_page(
            scope=person, kinds=kinds, state=state, after=place_of(cursor), limit=_A_PAGE
        )
    return render(
        request,
        "memories.html",
        found=found,
        kind=kind,
        state=state,
        q=q,
        next=cursor_of(later),
        kinds=MEMORY_KINDS,
        states=STATES,
    )


@router.get("/memory")
async def one_memory(
    request: Request, session: ThePerson, memory: TheMemory, id: Annotated[str, Query()], ask: str = ""
) -> Response:
    """One memory: what it rests on, what it replaced and what replaced it, and the person's word on it."""
    person = _person(session)
    story = await reading.history(memory.store, person, id)
    known = await reading.memories(memory.store, person, states=["current"]) if story.memory.field else []
    return render(
        request,
        "memory.html",
        story=story,
        memory=story.memory,
        proofs=await _proofs(memory.store, person, story.memory),
        against=reading.contradicted(story.memory, known) if story.memory.state == "disputed" else [],
        asks_to_forget=ask == "forget",
    )


@router.get("/timeline")
async def time_line(
    request: Request, session: ThePerson, service: TheService, kind: MemoryKind | None = None
) -> Response:
    """What was true when: every memory from when until when."""
    kinds: Sequence[MemoryKind] = [kind] if kind else ("episodic", "semantic", "profile")
    states: tuple[State, ...] = ("current", "superseded", "disputed")
    known = await reading.memories(service.memory.store, _person(session), states=states, kinds=kinds)
    known.sort(key=lambda item: (item.valid_from, item.created_at))
    now = datetime.fromtimestamp(service.clock(), UTC)
    lines, first, last = charts.lifelines(known[-_ON_TIME_LINE:], now)
    by_month: dict[str, list[Memory]] = {}
    for item in reversed(known):
        by_month.setdefault(f"{item.valid_from:%B %Y}", []).append(item)
    return render(
        request, "timeline.html", lines=lines, first=first, last=last, months=by_month, kind=kind, kinds=MEMORY_KINDS
    )


def _person(session: Session) -> Scope:
    assert session.person is not None, "whoever is signed in has one"
    return session.person


async def _searched(memory: Ricordo, person: Scope, q: str, kinds: Sequence[MemoryKind]) -> list[Memory]:
    """What a recall finds, then what holds the words: also what was replaced, and what one agent keeps to itself."""
    hits = await memory.recall(q, scope=person, kinds=kinds, limit=_A_PAGE)
    known = {item.id: item for item in await reading.memories(memory.store, person, kinds=kinds)}
    words = q.casefold().split()
    literal = [item.id for item in known.values() if all(word in item.content.casefold() for word in words)]
    ids = dict.fromkeys([*(hit.id for hit in hits), *literal])
    return [known[id] for id in ids if id in known][:_A_PAGE]


def _disputes(known: Iterable[Memory]) -> list[Dispute]:
    known = list(known)
    return [Dispute(item, tuple(reading.contradicted(item, known))) for item in known if item.state == "disputed"]


def _fields(current: Iterable[Memory]) -> list[Field]:
    """What is known by field, whatever kind of memory it lies in."""
    fields: dict[str, list[Memory]] = {}
    for item in sorted(current, key=lambda item: item.valid_from):
        if item.field is not None:
            fields.setdefault(slot_name(item.field), []).append(item)
    return [Field(name, tuple(items)) for name, items in sorted(fields.items())]


async def _typed(memory: Ricordo, models: Iterable[type[BaseModel]], person: Scope) -> list[dict[str, Any]]:
    """The profiles that the service fills, by name: what each knows, and which fields are still missing."""
    return [
        {"name": model.__name__, "missing": (await memory.profile(model, scope=person)).missing} for model in models
    ]


async def _proofs(store: Store, person: Scope, memory: Memory) -> list[Proof]:
    turns = await reading.turns_with_ids(store, person, [evidence.turn_id for evidence in memory.evidence])
    proofs: list[Proof] = []
    for evidence in memory.evidence:
        _, turn = turns.get(evidence.turn_id, (0, None))
        cut = () if turn is None else tuple(pieces(turn.text, [evidence.quote]))
        proofs.append(Proof(evidence.quote, turn, cut))
    return proofs
