"""The scope of a run: a fixed one, one returned by a function, or one set by a context variable.

Providers belong to an agent and serve everybody, so the person is found at each run. Inside a workflow or a group chat
a provider sees a session of the agent's own, the same for every caller: there, only a context variable can tell.
"""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Literal, cast

from agent_framework import AgentSession, SessionContext
from ricordo.agent_framework._fail_open import MisuseError
from ricordo.values import Scope, ScopeError, check_scope, check_scopes

ScopeFunction = Callable[[AgentSession, SessionContext], Scope | None]
ScopeSource = Scope | ScopeFunction
SearchScopes = Scope | Sequence[Scope]
SearchScopeSource = SearchScopes | Callable[[AgentSession, SessionContext], SearchScopes | None]
Origin = Literal["scope", "function", "context"]


@dataclass(frozen=True, slots=True)
class _ScopeOverride:
    storage: Scope
    search: tuple[Scope, ...]
    conversation: str


@dataclass(frozen=True, slots=True)
class ResolvedScope:
    """The scope of one run: where to store, where to search, the conversation, and where the scope came from."""

    storage: Scope
    search: tuple[Scope, ...]
    conversation: str
    origin: Origin

    @property
    def search_scopes(self) -> SearchScopes:
        """The scope to search in, or several of them; that of storage if none was given."""
        return self.search if len(self.search) > 1 else self.own

    @property
    def own(self) -> Scope:
        """The one scope of the search that is the person's: it covers the storage, or is the first."""
        scopes = self.search or (self.storage,)
        return next((scope for scope in scopes if scope.covers(self.storage)), scopes[0])


_scope_override: ContextVar[_ScopeOverride | None] = ContextVar("ricordo_scope", default=None)


@contextmanager
def scoped(scope: Scope, *, search_scope: SearchScopes | None = None) -> Generator[None]:
    """Use `scope` for all providers inside a `with` block, in place of the scopes that they were given.

    It is for workflows and group chats. If the scope has no session, the block is one conversation.

    Args:
        scope: The scope to store in.
        search_scope: The scope to search in, or a list of up to 8; the person's if left out.

    Examples:
        >>> with scoped(Scope(user="alice")):
        ...     await workflow.run("plan my trip")
    """
    search = () if search_scope is None else check_scopes(search_scope)
    conversation = check_scope(scope).session or f"scoped-{uuid.uuid4().hex}"
    token = _scope_override.set(_ScopeOverride(scope, search, conversation))
    try:
        yield
    finally:
        _scope_override.reset(token)


def get_scoped() -> Scope | None:
    """Return the scope of the innermost `scoped` block, or None outside of all."""
    here = _scope_override.get()
    return here.storage if here else None


def check_search_source(source: object) -> None:
    """Raise `ScopeError` or `TypeError` if `source` can be no `search_scope`; None is one."""
    if isinstance(source, list | tuple):
        _check_list(cast("object", source), "search_scope")
    elif source is not None:
        check_scope_source(source, "search_scope")


def check_scope_source(source: object, name: str) -> None:
    """Raise `ScopeError` or `TypeError` if `source` is neither a scope nor a function that can return one."""
    if isinstance(source, Scope):
        return
    if source is None:
        raise ScopeError(f"{name} is required: Scope(user=…), or a function of the session and the context")
    if isinstance(source, type) or not callable(source):
        given = source.__name__ if isinstance(source, type) else type(source).__name__
        raise TypeError(f"{name} must be a Scope or a function that returns one, not {given}")
    if inspect.iscoroutinefunction(source):
        raise TypeError(f"the function given as {name} must not be async: it is called inside a hook, and not awaited")
    if not _takes_two(source):
        raise TypeError(f"the function given as {name} must take two arguments, the session and the context of the run")


def _takes_two(function: Callable[..., object]) -> bool:
    try:
        inspect.signature(function).bind(None, None)
    except ValueError:
        return True  # a function without a signature, such as one written in C
    except TypeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class ScopeResolver:
    """The scopes that a provider was given. A context variable takes precedence over them."""

    storage: ScopeSource
    search: SearchScopeSource | None = None

    def resolve(self, session: AgentSession, context: SessionContext) -> ResolvedScope:
        """Return the scope of this run. Raise `ScopeError` if there is none."""
        if here := _scope_override.get():
            return ResolvedScope(here.storage, here.search, here.conversation, "context")
        given = self.storage if isinstance(self.storage, Scope) else self.storage(session, context)
        storage = _check_result(given, "scope")
        search = self.search(session, context) if callable(self.search) else self.search
        if isinstance(search, list | tuple):
            scopes = _check_list(search, "search_scope")
        else:
            scopes = () if self.search is None else (_check_result(search, "search_scope"),)
        origin: Origin = "scope" if isinstance(self.storage, Scope) else "function"
        return ResolvedScope(storage, scopes, storage.session or session.session_id, origin)


def _check_list(scopes: object, name: str) -> tuple[Scope, ...]:
    try:
        return check_scopes(scopes)
    except ScopeError as error:
        raise ScopeError(f"{name}: {error}") from None
    except TypeError as error:
        raise MisuseError(f"{name}: {error}") from None


def _check_result(scope: object, name: str) -> Scope:
    if scope is None:
        raise ScopeError(f"the function given as {name} returned None: there is no default user, return a Scope")
    if not isinstance(scope, Scope):
        raise MisuseError(f"the function given as {name} must return a Scope, not {type(scope).__name__}")
    return scope


def add_session(resolved: ResolvedScope) -> ResolvedScope:
    """Return the scope with storage by conversation, and search over everything of the person by default.

    A conversation of its own can be summarised, named as an origin, and deleted.
    """
    storage = resolved.storage
    if storage.session is None:
        storage = replace(storage, session=resolved.conversation)
    return replace(resolved, storage=storage, search=resolved.search or (resolved.storage.owner(),))
