"""Memories and their evidence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from ricordo.values.scope import Scope, check_scope
from ricordo.values.validation import (
    check_choice,
    check_flag,
    check_json,
    check_name,
    check_tags,
    check_text,
    check_time,
)

MemoryKind = Literal["episodic", "semantic", "profile", "summary"]
MEMORY_KINDS: tuple[MemoryKind, ...] = ("episodic", "semantic", "profile", "summary")

Kind = Literal["turn", "episodic", "semantic", "profile", "summary"]
KINDS: tuple[Kind, ...] = ("turn", *MEMORY_KINDS)

State = Literal["current", "superseded", "disputed", "unsupported"]
STATES: tuple[State, ...] = ("current", "superseded", "disputed", "unsupported")

Source = Literal["person", "application", "assistant", "tool", "import"]
SOURCES: tuple[Source, ...] = ("person", "application", "assistant", "tool", "import")
"""Sources of memories, from the strongest to the weakest."""


BY_HAND = "person"
"""The maker of a memory that the person set, corrected or rejected."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The turn that supports a memory, and the exact words in it.

    Attributes:
        turn_id: The id of the turn.
        quote: A span of the turn's text, letter for letter.
    """

    turn_id: str
    quote: str

    def __post_init__(self) -> None:
        check_name(self.turn_id, "evidence.turn_id")
        check_text(self.quote, "evidence.quote")


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A statement learned from turns, or stated by an application.

    Attributes:
        id: The id of the memory.
        kind: `episodic`, `semantic`, `profile` or `summary`.
        content: The statement, as a sentence.
        scope: The scope that it belongs to.
        created_at: When it was learned.
        valid_from: The time from which it is true.
        valid_until: The time until which it was true; None if it still is.
        state: `current`, `superseded`, `disputed` or `unsupported`.
        source: Whose words it rests on: `person`, `application`, `assistant`, `tool` or `import`.
        evidence: The turns and quotes that support it.
        supersedes: The ids of the memories that it replaced.
        superseded_by: The id of the memory that replaced it.
        field: The slot or profile field that it fills.
        value: The value of the field, ready for JSON.
        subject: Who it is about, as the person calls them: `wife Anna`; None for the person.
        negated: Whether it says that something is not so.
        maker: The extractor that made it; `person` once the person has set, corrected or rejected it.
        tags: The tags of the turns that it rests on, and those that the application stated it with. When one of these
            turns is forgotten, a tag that no other has goes.
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
    subject: str | None = None
    negated: bool = False
    maker: str | None = None
    tags: tuple[str, ...] = ()

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
        for name in ("superseded_by", "field", "subject", "maker"):
            if getattr(self, name) is not None:
                check_name(getattr(self, name), f"memory.{name}")
        check_flag(self.negated, "memory.negated")
        for id in self.supersedes:
            check_name(id, "memory.supersedes")
        object.__setattr__(self, "tags", check_tags(self.tags, "memory.tags", most=None))
        if self.value is not None:
            check_json(self.value, "memory.value")

    @property
    def is_rejected(self) -> bool:
        """True if the person rejected it; other unsupported memories never had words to rest on."""
        return self.state == "unsupported" and self.maker == BY_HAND
