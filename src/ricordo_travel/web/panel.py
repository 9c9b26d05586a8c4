"""What is known about the person, for the panel beside the conversation: each thing with where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from ricordo.agent_framework.facts import FACT_KINDS
from ricordo.memory import Ricordo
from ricordo.values import Evidence
from ricordo_travel.assistant import FACTS, scope_of
from ricordo_travel.offers import booking_line
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import LABELS, PastTrip, Traveller

_MEMORIES = 30


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the profile, in words."""

    label: str
    value: str
    source: str
    since: datetime
    disputed: bool
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Learned:
    """Something that was learned, and the words it was learned from."""

    content: str
    kind: str
    state: str
    since: datetime
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """Something that was found for the last message, and why."""

    text: str
    kind: str
    said: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Panel:
    """All that the panel shows."""

    fields: tuple[Field, ...]
    learned: tuple[Learned, ...]
    recalled: tuple[Recalled, ...]
    bookings: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.fields or self.learned)


async def read_panel(memory: Ricordo, toolbox: Toolbox, *, person: str, last_said: str | None) -> Panel:
    """The panel of one person; ``last_said`` is what was asked last in this conversation."""
    scope = scope_of(person)
    profile = await memory.profile(Traveller, scope=scope)
    fields = [
        Field(
            LABELS[name],
            _words(field.value),
            field.source,
            field.since,
            field.state == "disputed",
            _quotes(field.evidence),
        )
        for name, field in profile.fields.items()
    ]
    memories = [
        Learned(item.content, item.kind, item.state, item.valid_from, _quotes(item.evidence))
        async for item in memory.memories(scope=scope, kinds=["episodic", "semantic", "profile"], state=None)
        if item.state in {"current", "disputed"}
    ]
    found = await memory.recall(last_said, scope=scope, limit=FACTS, kinds=FACT_KINDS) if last_said else ()
    recalled = [Recalled(hit.text, hit.kind, hit.occurred_at, str(hit.why)) for hit in found if hit.text != last_said]
    return Panel(
        fields=tuple(fields),
        learned=tuple(islice(reversed(memories), _MEMORIES)),
        recalled=tuple(recalled),
        bookings=tuple(booking_line(row) for row in await toolbox.bookings_of(person)),
    )


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_words, value))  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, PastTrip):
        return f"{value.destination} ({value.rating})" if value.rating else str(value.destination)
    return str(value)


def _quotes(evidence: Sequence[Evidence]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.quote for piece in evidence))[:3]
