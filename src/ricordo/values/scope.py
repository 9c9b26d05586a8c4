"""Scopes: the owners of turns and memories."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import cast

from ricordo.values.errors import ScopeError
from ricordo.values.validation import check_name

MAX_SCOPES = 8
"""Scopes that one recall may search: the person's, their teams', and those of a few agents."""

PARTS = ("application", "agent", "user", "session")


@dataclass(frozen=True, slots=True)
class Scope:
    """The owner of turns and memories: up to four names, at least one of them set.

    A scope sees what is stored under the same names or more: `Scope(user="alice")` sees all sessions of Alice,
    `Scope(user="alice", session="7")` sees one of them. Names are compared letter for letter.

    Args:
        application: The application.
        agent: The agent, if its memory is its own.
        user: The person.
        session: The conversation.

    Raises:
        ScopeError: No name is set, or a name is not valid.
    """

    application: str | None = None
    agent: str | None = None
    user: str | None = None
    session: str | None = None

    def __post_init__(self) -> None:
        for name, value in self.parts.items():
            check_name(value, f"scope.{name}", ScopeError)
        if not self.parts:
            raise ScopeError(f"the scope is empty: set at least one of {', '.join(PARTS)}")

    @property
    def parts(self) -> dict[str, str]:
        """The names that are set."""
        return {part: name for part in PARTS if (name := getattr(self, part)) is not None}

    def covers(self, other: Scope) -> bool:
        """Return whether this scope sees what is stored under `other`."""
        return (
            self.application in (None, other.application)
            and self.agent in (None, other.agent)
            and self.user in (None, other.user)
            and self.session in (None, other.session)
        )

    def within(self, wider: Scope) -> Scope:
        """Return this scope with the names that are set in `wider` in place of its own."""
        return replace(self, **wider.parts)

    def wider(self) -> tuple[Scope, ...]:
        """Return every scope that covers this one, itself included."""
        parts = self.parts.items()
        return tuple(Scope(**dict(names)) for size in range(1, len(parts) + 1) for names in combinations(parts, size))

    def owner(self) -> Scope:
        """Return the scope of the person, without the session. If no user is named, return the scope itself."""
        return self if self.user is None or self.session is None else replace(self, session=None)


def parse_scope(text: str) -> Scope:
    """Parse a scope like `application=travel,user=alice`. Raise `ScopeError` if it is none."""
    pairs = [pair.partition("=") for pair in text.split(",")]
    names = {part: name for part, _, name in pairs}
    if len(names) < len(pairs) or not set(names) <= set(PARTS):
        raise ScopeError("a scope must look like application=travel,user=alice")
    return Scope(**names)


def check_scopes(value: object) -> tuple[Scope, ...]:
    """Return one scope, or a list of up to `MAX_SCOPES`, as a tuple that has each of them once."""
    if not isinstance(value, list | tuple):
        return (check_scope(value),)
    given = cast("list[object] | tuple[object, ...]", value)
    if not given:
        raise ScopeError("scope is an empty list: give at least one Scope")
    if len(given) > MAX_SCOPES:
        raise ScopeError(f"scope has {len(given):,} scopes; the limit is {MAX_SCOPES}")
    return tuple(dict.fromkeys(check_scope(item) for item in given))


def check_scope(value: object) -> Scope:
    """Return `value` if it is a scope. Raise `ScopeError` for None and `TypeError` for anything else."""
    if isinstance(value, Scope):
        return value
    if value is None:
        raise ScopeError("a scope is required: Scope(user=…), and application, agent or session as needed")
    raise TypeError(f"scope must be a Scope, not {type(value).__name__}")
