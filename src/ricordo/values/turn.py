"""One message as it was said."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ricordo.values.scope import Scope
from ricordo.values.validation import check_choice, check_name, check_text, check_time

Role = Literal["user", "assistant", "system", "tool"]
ROLES: tuple[Role, ...] = ("user", "assistant", "system", "tool")

UNTRUSTED_SUFFIX = "~untrusted"
"""Ends the id of a turn said after untrusted tool output. A memory cites its turns by id and so inherits the mark."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message as it was said. It is never changed afterwards, only forgotten.

    ``author`` is the speaker's name where there is more than one; ``occurred_at`` is when it was said, now if unset,
    and UTC if it has no zone. With an ``id`` of your own, remembering the same turn twice stores it once.
    """

    role: Role
    text: str
    id: str | None = None
    author: str | None = None
    occurred_at: datetime | None = None

    def __post_init__(self) -> None:
        check_choice(self.role, "turn.role", ROLES)
        check_text(self.text, "turn.text")
        if self.id is not None:
            check_name(self.id, "turn.id")
        if self.author is not None:
            check_name(self.author, "turn.author")
        if self.occurred_at is not None:
            object.__setattr__(self, "occurred_at", check_time(self.occurred_at, "turn.occurred_at"))

    @property
    def speaker(self) -> str:
        """Who said it: the author's name, or the role where there is none."""
        return self.author or self.role


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn as it lies in a store: with an id, the times, and the scope that it belongs to."""

    id: str
    role: Role
    text: str
    author: str | None
    occurred_at: datetime
    recorded_at: datetime
    scope: Scope

    @property
    def speaker(self) -> str:
        """Who said it: the author's name, or the role where there is none."""
        return self.author or self.role
