"""Whose memory a run uses: a scope, a function of the session and the run, or a context variable.

Providers belong to an agent and serve everybody, so the person has to be found at each run. Inside a workflow or a
group chat a provider sees a session of the agent's own, the same for every caller: only a context variable can tell.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Literal

from agent_framework import AgentSession, SessionContext
from ricordo.values import Scope, ScopeError, check_scope

ScopeFunction = Callable[[AgentSession, SessionContext], Scope | None]
ScopeSource = Scope | ScopeFunction
Origin = Literal["scope", "function", "context"]


@dataclass(frozen=True, slots=True)
class _Scoped:
    storage: Scope
    search: Scope | None
    conversation: str


@dataclass(frozen=True, slots=True)
class Resolved:
    """The scope of one run: where to store, where to search, which conversation this is, and who said so."""

    storage: Scope
    search: Scope | None
    conversation: str
    origin: Origin


_scoped: ContextVar[_Scoped | None] = ContextVar("ricordo_scope", default=None)


@contextmanager
def scoped(scope: Scope, *, search_scope: Scope | None = None) -> Generator[None]:
    """Everything that runs inside belongs to ``scope``, whatever the providers were built with.

    For workflows and group chats. Without a ``session`` in the scope, one block is one conversation.
    """
    if search_scope is not None:
        check_scope(search_scope)
    conversation = check_scope(scope).session or f"scoped-{uuid.uuid4().hex}"
    token = _scoped.set(_Scoped(scope, search_scope, conversation))
    try:
        yield
    finally:
        _scoped.reset(token)


def check_source(source: object, name: str) -> None:
    """Refuse what no scope can be had from; there is no default user."""
    if isinstance(source, Scope) or callable(source):
        return
    if source is None:
        raise ScopeError(f"{name} is required: Scope(user=…), or a function of the session and the context")
    raise TypeError(f"{name} must be a Scope or a function that returns one, not {type(source).__name__}")


@dataclass(frozen=True, slots=True)
class ScopeResolver:
    """Finds the scope of a run. The context variable comes first: it is the closest to the caller."""

    storage: ScopeSource
    search: ScopeSource | None = None

    def resolve(self, session: AgentSession, context: SessionContext) -> Resolved:
        """The scope of this run; ``ScopeError`` where there is none."""
        if here := _scoped.get():
            return Resolved(here.storage, here.search, here.conversation, "context")
        storage = _called(self.storage, session, context, "scope")
        search = None if self.search is None else _called(self.search, session, context, "search_scope")
        origin: Origin = "scope" if isinstance(self.storage, Scope) else "function"
        return Resolved(storage, search, storage.session or session.session_id, origin)


def _called(source: ScopeSource, session: AgentSession, context: SessionContext, name: str) -> Scope:
    scope = source if isinstance(source, Scope) else source(session, context)
    if scope is None:
        raise ScopeError(f"the function given as {name} returned None: there is no default user, return a Scope")
    return check_scope(scope)


def with_session(resolved: Resolved) -> Resolved:
    """Storage by conversation, so that one can be summed up, named as an origin and deleted; search over all of them.

    Where nobody said otherwise, what is searched is everything of the person that owns the scope.
    """
    storage = resolved.storage
    if storage.session is None:
        storage = replace(storage, session=resolved.conversation)
    return replace(resolved, storage=storage, search=resolved.search or resolved.storage.owner())
