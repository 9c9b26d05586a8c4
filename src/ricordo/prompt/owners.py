"""The owners of the lines of the block, where several scopes were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ricordo.prompt.escaping import escape_markup, flatten
from ricordo.values import Hit, Scope

_MAX_NAME = 80
"""Characters of a name that are shown."""

_MARKS = {ord('"'): "&quot;", ord("["): "&#91;", ord("]"): "&#93;"}

NameOwner = Callable[[Hit], str]
"""Returns whose a hit is, in words, or an empty string if that need not be said."""


def make_name_owner(scopes: Sequence[Scope]) -> NameOwner:
    """Return a function that says whose a hit is, by the names in which the scopes differ; nothing for one scope.

    It says `of "alice"`, `of agent "planner"`, or `of "alice" with agent "planner" in application "travel"`. The words
    do not depend on the order of the scopes.
    """
    users, agents, applications = (
        len({getattr(scope, part) for scope in scopes}) > 1 for part in ("user", "agent", "application")
    )
    if not (users or agents or applications):
        return lambda _: ""

    def name_owner(hit: Hit) -> str:
        scope, words = hit.scope, list[str]()
        if users and scope.user:
            words.append(f"of {_quote(scope.user)}")
        if agents and scope.agent:
            words.append(f"{'with' if words else 'of'} agent {_quote(scope.agent)}")
        if applications and scope.application:
            words.append(f"{'in' if words else 'of'} application {_quote(scope.application)}")
        return " ".join(words) or "shared"

    return name_owner


def _quote(name: str) -> str:
    """Return a name in quotes. A name is anybody's text: it cannot end the quotes or the brackets around them."""
    shown = flatten(name)
    shown = shown if len(shown) <= _MAX_NAME else f"{shown[:_MAX_NAME].rstrip()} …"
    return f'"{escape_markup(shown).translate(_MARKS)}"'
