"""Turns: messages as they were said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ricordo.values.scope import Scope
from ricordo.values.validation import check_choice, check_name, check_tags, check_text, check_time

Role = Literal["user", "assistant", "system", "tool"]
ROLES: tuple[Role, ...] = ("user", "assistant", "system", "tool")

UNTRUSTED_SUFFIX = "~untrusted"
"""Ends the id of a turn said after untrusted tool output. A memory cites its turns by id and so inherits the mark."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message as it was said. A stored turn never changes; it can only be forgotten.

    Args:
        role: `user`, `assistant`, `system` or `tool`.
        text: The words, up to 100,000 bytes.
        id: An id of your own. Remembering a turn twice under the same id stores it once.
        author: The speaker's name, if there is more than one.
        occurred_at: When it was said; now if left out, and UTC if it has no time zone.
        tags: Up to 16 labels of your own, of at most 64 letters, digits and `_ - . : / @ +` each. What is learned from
            the turn has them too. They sort and do not protect: what others must not see needs a scope of its own.

    Examples:
        >>> Turn("user", "I love hiking.", author="Alice", tags=["sports"])
    """

    role: Role
    text: str
    id: str | None = None
    author: str | None = None
    occurred_at: datetime | None = None
    tags: Sequence[str] = ()

    def __post_init__(self) -> None:
        check_choice(self.role, "turn.role", ROLES)
        check_text(self.text, "turn.text")
        if self.id is not None:
            check_name(self.id, "turn.id")
        if self.author is not None:
            check_name(self.author, "turn.author")
        if self.occurred_at is not None:
            object.__setattr__(self, "occurred_at", check_time(self.occurred_at, "turn.occurred_at"))
        object.__setattr__(self, "tags", check_tags(self.tags, "turn.tags"))

    @property
    def speaker(self) -> str:
        """The author's name, or the role if there is none."""
        return self.author or self.role


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn as it is stored: with an id, its times, and its scope."""

    id: str
    role: Role
    text: str
    author: str | None
    occurred_at: datetime
    recorded_at: datetime
    scope: Scope
    tags: tuple[str, ...] = ()

    @property
    def speaker(self) -> str:
        """The author's name, or the role if there is none."""
        return self.author or self.role
