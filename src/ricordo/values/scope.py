"""Who a thing belongs to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from ricordo.values.errors import ScopeError
from ricordo.values.validation import check_name

PARTS = ("application", "agent", "user", "session")


@dataclass(frozen=True, slots=True)
class Scope:
    """Who a thing belongs to: up to four names, at least one of them set.

    Stored under a scope, a thing is seen by every scope that says the same or less: ``Scope(user="alice")`` sees all
    sessions of Alice, ``Scope(user="alice", session="7")`` sees one of them. Names are compared letter for letter.
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
        """Whether what is stored under ``other`` is seen from this scope."""
        return self.parts.items() <= other.parts.items()

    def within(self, wider: Scope) -> Scope:
        """This scope moved into ``wider``: the names set there replace those set here."""
        return replace(self, **wider.parts)

    def wider(self) -> tuple[Scope, ...]:
        """Every scope that covers this one, itself included."""
        parts = self.parts.items()
        return tuple(Scope(**dict(chosen)) for size in range(1, len(parts) + 1) for chosen in combinations(parts, size))

    def owner(self) -> Scope:
        """The person: what all their sessions have in common. Where no user is named, the scope itself."""
        return self if self.user is None else replace(self, session=None)


def check_scope(value: object) -> Scope:
    """``value`` if it is a scope; anything else is refused, None above all."""
    if isinstance(value, Scope):
        return value
    if value is None:
        raise ScopeError("a scope is required: Scope(user=…), and application, agent or session as needed")
    raise TypeError(f"scope must be a Scope, not {type(value).__name__}")
