"""A profile that is kept in a session's state, and travels with it. No store keeps anything of it."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Protocol
from weakref import WeakValueDictionary

from pydantic import BaseModel

from ricordo.agent_framework._memory import SupportsErasure, SupportsProfiles
from ricordo.learn.profiles import Profile
from ricordo.values import Consent, Scope, Turn

APPLICATION = "ricordo.session"
"""The application of the scopes that are learned in, each of them for one exchange."""

_STATE_KEY = "profile"
_MAX_SECONDS = 120.0
"""Seconds after which learning from an exchange is given up."""


class SupportsLearning(SupportsProfiles, SupportsErasure, Protocol):
    """A memory that fills a profile, which can be set before and erased after."""

    async def set_profile(self, model: type[BaseModel], values: Mapping[str, Any], /, *, scope: Scope) -> Profile[Any]:
        """Set fields of a profile."""
        ...

    async def consent(self, *, scope: Scope) -> Consent:
        """Return what is allowed in a scope."""
        ...

    async def settle(self, *, scope: Scope | None = None, timeout: float | None = None) -> None:
        """Wait until nothing is left to learn."""
        ...


class SessionProfile:
    """The values of a profile in the state of a session, as plain JSON."""

    def __init__(self, memory: SupportsLearning, model: type[BaseModel]) -> None:
        self._memory = memory
        self._model = model
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def load(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return the known fields with their values, of the types of the model."""
        values: dict[str, Any] = state.get(_STATE_KEY, {})
        known = {name: value for name, value in values.items() if name in self._model.model_fields}
        model = self._model.model_validate(known)
        return {name: getattr(model, name) for name in known}

    async def learn(self, state: dict[str, Any], session: str, turns: Sequence[Turn], *, caller: Scope | None) -> bool:
        """Learn from an exchange, in a scope of its own that is erased afterwards. Return True when it is done.

        Nothing is learned if the `caller` is known and does not allow it.
        """
        if caller is not None:
            consent = await self._memory.consent(scope=caller)
            if not (consent.capture and consent.learning):
                return True
        lock = self._locks.setdefault(session, asyncio.Lock())
        async with lock:
            scope = Scope(application=APPLICATION, user=uuid.uuid4().hex)
            try:
                if values := state.get(_STATE_KEY):
                    await self._memory.set_profile(self._model, values, scope=scope)
                await self._memory.remember(turns, scope=scope)
                await self._memory.settle(scope=scope, timeout=_MAX_SECONDS)
                profile = await self._memory.profile(self._model, scope=scope)
            finally:
                await self._memory.forget(scope=scope)
            state[_STATE_KEY] = profile.value.model_dump(mode="json", include=set(profile.known))
        return True
