"""The panel beside the conversation: what is known about the person, with its sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from urllib.parse import urlencode

from ricordo import Evidence, Ricordo
from ricordo_travel.assistant import MAX_FACTS, scope_of
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.memory_tools import format_value
from ricordo_travel.notes.known import describe_fields
from ricordo_travel.notes.sentences import OWN_WORDS, show_note
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import LABELS, Traveller
from ricordo_travel.wording import describe

_MAX_MEMORIES = 30
_FACT_KINDS = ("episodic", "semantic")


@dataclass(frozen=True, slots=True)
class ProfileField:
    """A field of the profile as text."""

    id: str
    name: str
    value: str
    source: str
    since: datetime
    disputed: bool
    quotes: tuple[str, ...]

    @property
    def address(self) -> str:
        return _address(self.id)

    @property
    def label(self) -> str:
        return LABELS[self.name]


@dataclass(frozen=True, slots=True)
class LearnedMemory:
    """A memory and the words that it was learned from."""

    id: str
    content: str
    state: str
    since: datetime
    quotes: tuple[str, ...]

    @property
    def address(self) -> str:
        return _address(self.id)

    @property
    def said(self) -> str:
        """The words of the person that are noted as they are; empty if the memory is put in other words."""
        return show_note(self.content) if self.content.startswith(OWN_WORDS) else ""


@dataclass(frozen=True, slots=True)
class RecalledHit:
    """A hit for the last message, and the words that both have."""

    text: str
    occurred_at: datetime
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedTrip:
    """A booking in plain words."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """The content of the panel."""

    fields: tuple[ProfileField, ...]
    learned: tuple[LearnedMemory, ...]
    recalled: tuple[RecalledHit, ...]
    bookings: tuple[PlannedTrip, ...]
    is_learning: bool = False
    tells_more: bool = False
    """Whether something is learned that no field shows."""

    @property
    def is_empty(self) -> bool:
        return not (self.fields or self.learned)

    @property
    def summary(self) -> str:
        """What is known, as the rest of a sentence that begins with "I remember"."""
        phrases = describe_fields({field.name: field.value for field in self.fields})
        return join_words(phrases or [f"“{memory.content}”" for memory in self.learned[:3]])


async def load_panel(memory: Ricordo, toolbox: Toolbox, *, person: str, last_message: str | None) -> Panel:
    """Load the panel of one person. `last_message` is their latest message in this conversation."""
    scope = scope_of(person)
    is_learning = await memory.pending(scope=scope) > 0  # first: what ends meanwhile is shown by the next load
    profile = await memory.profile(Traveller, scope=scope)
    fields = [
        ProfileField(
            field.memory_ids[0] if field.memory_ids else "",
            name,
            format_value(field.value),
            field.source,
            field.since,
            field.state == "disputed",
            _quotes(field.evidence),
        )
        for name, field in profile.fields.items()
    ]
    memories = [
        LearnedMemory(item.id, item.content, item.state, item.valid_from, _quotes(item.evidence))
        async for item in memory.memories(scope=scope, kinds=[*_FACT_KINDS, "profile"], state=None)
        if item.state in {"current", "disputed"}
    ]
    shown = {id for field in profile.fields.values() for id in field.memory_ids}
    hits = await memory.recall(last_message, scope=scope, limit=MAX_FACTS, kinds=_FACT_KINDS) if last_message else ()
    recalled = [RecalledHit(hit.text, hit.occurred_at, hit.why.words) for hit in hits if hit.text != last_message]
    return Panel(
        fields=tuple(fields),
        learned=tuple(islice(reversed(memories), _MAX_MEMORIES)),
        recalled=tuple(recalled),
        bookings=tuple(PlannedTrip(row["booking_id"], describe(row)) for row in await toolbox.list_bookings(person)),
        is_learning=is_learning,
        tells_more=any(item.id not in shown for item in memories),
    )


def _address(id: str) -> str:
    """Return the address of a memory in the console."""
    return f"/me/memory?{urlencode({'id': id})}" if id else "/me"


def _quotes(evidence: Sequence[Evidence]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.quote for piece in evidence))[:3]
