"""A person's memories: the overview, and one memory with its evidence and its history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from ricordo.language.slots import slot_name
from ricordo.memory import Ricordo
from ricordo.server.pages import charts
from ricordo.server.pages.forms import ThePerson
from ricordo.server.pages.highlight import Piece, split_at_quotes
from ricordo.server.pages.learning import read_progress
from ricordo.server.pages.queries import find_contradicted, find_turns, list_memories
from ricordo.server.pages.rendering import PageRoute, render
from ricordo.server.pages.timeline import current_time
from ricordo.server.service import TheService
from ricordo.values import MEMORY_KINDS, Memory, Scope, State, StoredTurn

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_OPEN_STATES: tuple[State, ...] = ("current", "disputed")
_MAX_DISPUTES = 10
"""Disputed memories on the overview; the list has the others."""


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
        disputed=sum(item.state == "disputed" for item in known),
        fields=_group_by_field(known),
        typed=await _list_missing(memory, service.settings.profiles.values(), person),
        by_kind=by_kind,
        newest=sorted(current, key=lambda item: item.created_at, reverse=True)[:8],
        consent=await memory.consent(scope=person),
        progress=await read_progress(memory, person),
    )


@router.get("/memory")
async def show_memory(
    request: Request, session: ThePerson, service: TheService, id: Annotated[str, Query()], ask: str = ""
) -> Response:
    """Show one memory with its evidence and its history, and the forms to review it."""
    person, memory = session.scope(), service.memory
    history = await memory.history(id, scope=person)
    item = history.memory
    current = await list_memories(memory, person, states=["current"]) if item.state == "disputed" else []
    return render(
        request,
        "memory.html",
        history=history,
        chart=charts.draw_lifelines([*history.before, item, *history.after], current_time(service)),
        memory=item,
        proofs=await _find_proofs(memory, person, item),
        against=find_contradicted(item, current),
        asks_to_forget=ask == "forget",
    )


def _find_disputes(known: Sequence[Memory]) -> list[Dispute]:
    disputed = [item for item in known if item.state == "disputed"][:_MAX_DISPUTES]
    return [Dispute(item, tuple(find_contradicted(item, known))) for item in disputed]


def _group_by_field(known: Iterable[Memory]) -> list[FieldRow]:
    """Group memories of all kinds by the field that they fill."""
    fields: dict[str, list[Memory]] = {}
    for item in sorted(known, key=lambda item: item.valid_from):
        if item.field is not None:
            fields.setdefault(slot_name(item.field), []).append(item)
    return [FieldRow(name, tuple(items)) for name, items in sorted(fields.items())]


async def _list_missing(memory: Ricordo, models: Iterable[type[BaseModel]], person: Scope) -> list[dict[str, Any]]:
    """Return the profiles that the service fills, each with the titles of the fields that are still missing."""
    missing = [(model, (await memory.profile(model, scope=person)).missing) for model in models]
    return [
        {"name": model.__name__, "missing": [_find_title(model, name) for name in names]} for model, names in missing
    ]


def _find_title(model: type[BaseModel], name: str) -> str:
    title = model.model_fields[name].title
    return title.lower() if title else name.replace("_", " ")


async def _find_proofs(memory: Ricordo, person: Scope, item: Memory) -> list[Proof]:
    turns = await find_turns(memory, person, [evidence.turn_id for evidence in item.evidence])
    proofs: list[Proof] = []
    for evidence in item.evidence:
        turn = turns.get(evidence.turn_id)
        pieces = () if turn is None else tuple(split_at_quotes(turn.text, [evidence.quote]))
        proofs.append(Proof(evidence.quote, turn, pieces))
    return proofs
