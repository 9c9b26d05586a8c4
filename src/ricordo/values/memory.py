"""Something learned from turns, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from ricordo.values.scope import Scope, check_scope
from ricordo.values.validation import check_choice, check_json, check_name, check_text, check_time

MemoryKind = Literal["episodic", "semantic", "profile", "summary"]
MEMORY_KINDS: tuple[MemoryKind, ...] = ("episodic", "semantic", "profile", "summary")

Kind = Literal["turn", "episodic", "semantic", "profile", "summary"]
KINDS: tuple[Kind, ...] = ("turn", *MEMORY_KINDS)

State = Literal["current", "superseded", "disputed", "unsupported"]
STATES: tuple[State, ...] = ("current", "superseded", "disputed", "unsupported")

Source = Literal["person", "assistant", "tool", "import"]
SOURCES: tuple[Source, ...] = ("person", "assistant", "tool", "import")


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words that a memory rests on: the turn, and the span of its text, letter for letter."""

    turn_id: str
    quote: str

    def __post_init__(self) -> None:
        check_name(self.turn_id, "evidence.turn_id")
        check_text(self.quote, "evidence.quote")


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Something learned from turns.

    ``valid_from`` and ``valid_until`` say when it was true; ``superseded_by`` and ``supersedes`` link it to what
    replaced it and what it replaced. A memory of kind ``profile`` is one field of a typed profile: ``field`` names it
    and ``value`` holds it, ready for JSON. ``source`` says whose words it rests on, ``maker`` which extractor made it.
    """

    id: str
    kind: MemoryKind
    content: str
    scope: Scope
    created_at: datetime
    valid_from: datetime
    valid_until: datetime | None = None
    state: State = "current"
    source: Source = "person"
    evidence: tuple[Evidence, ...] = ()
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    field: str | None = None
    value: Any = None
    maker: str | None = None

    def __post_init__(self) -> None:
        check_name(self.id, "memory.id")
        check_choice(self.kind, "memory.kind", MEMORY_KINDS)
        check_text(self.content, "memory.content")
        check_scope(self.scope)
        check_choice(self.state, "memory.state", STATES)
        check_choice(self.source, "memory.source", SOURCES)
        for name in ("created_at", "valid_from", "valid_until"):
            value = getattr(self, name)
            if value is not None or name != "valid_until":
                object.__setattr__(self, name, check_time(value, f"memory.{name}"))
        for name in ("superseded_by", "field", "maker"):
            if getattr(self, name) is not None:
                check_name(getattr(self, name), f"memory.{name}")
        for id in self.supersedes:
            check_name(id, "memory.supersedes")
        if self.value is not None:
            check_json(self.value, "memory.value")
