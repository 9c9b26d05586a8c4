"""Sessions stored in memory, to be resumed by their id in another process."""

from __future__ import annotations

import base64
import json
import uuid
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agent_framework import AgentSession
from ricordo.agent_framework._memory import SupportsConsent, check_memory, read_last_turns
from ricordo.values import Scope, StoreError, Turn, check_scope
from ricordo.values.validation import MAX_LIMIT, MAX_TEXT, check_name

SESSIONS_AGENT = "ricordo.sessions"
"""The agent under which sessions are stored, apart from the turns."""


class RicordoSessionStore:
    """A session store of MAF that keeps sessions in memory.

    A session belongs to a person: it is exported and erased with them. It is never learned from, and no recall outside
    of this store finds it.

    Args:
        memory: An open memory.
        scope: The scope of the sessions, or a function of the session's id that returns one.
    """

    def __init__(self, memory: SupportsConsent, *, scope: Scope | Callable[[str], Scope]) -> None:
        check_memory(memory, "forget", "export", "set_consent")
        if not callable(scope):
            check_scope(scope)
        self._memory = memory
        self._scope = scope

    async def get(self, session_id: str) -> AgentSession | None:
        """Return the session as it was last set, or None."""
        turns = await self._read_turns(self._session_scope(session_id))
        if not turns:
            return None
        version = _version(turns[-1])
        packed = "".join(turn.text for turn in turns if _version(turn) == version)
        return AgentSession.from_dict(_unpack(packed))

    async def set(self, session_id: str, session: AgentSession) -> None:
        """Store `session`, in place of the one stored under this id before. Its state must be ready for JSON."""
        place = self._session_scope(session_id)
        packed = _pack(session.to_dict())
        await self._memory.set_consent(scope=replace(place, session=None), learning=False, sharing=False)
        before = await self._read_turns(place)
        version = uuid.uuid4().hex
        parts = [packed[start : start + MAX_TEXT] for start in range(0, len(packed), MAX_TEXT)]
        # Store before erasing: if the process stops in between, the session can still be resumed.
        await self._memory.remember(
            [Turn("system", part, f"session.{version}.{number}") for number, part in enumerate(parts)], scope=place
        )
        if before:
            await self._memory.forget(scope=place, ids=[turn.id for turn in before if turn.id])

    async def delete(self, session_id: str) -> None:
        """Erase the session stored under this id."""
        await self._memory.forget(scope=self._session_scope(session_id))

    async def _read_turns(self, place: Scope) -> list[Turn]:
        return await read_last_turns(self._memory, place, MAX_LIMIT)

    def _session_scope(self, session_id: str) -> Scope:
        check_name(session_id, "session_id")
        scope = self._scope(session_id) if callable(self._scope) else self._scope
        # Not the session's own name: readers of that session would take its state for turns.
        return replace(check_scope(scope), agent=SESSIONS_AGENT, session=f"kept {session_id}")


def _version(turn: Turn) -> str:
    return (turn.id or "").split(".")[1]


def _pack(session: dict[str, Any]) -> str:
    """Return the session as text that is small and has no words that a search could find."""
    return base64.b64encode(zlib.compress(json.dumps(session, allow_nan=False).encode())).decode()


def _unpack(packed: str) -> dict[str, Any]:
    try:
        return json.loads(zlib.decompress(base64.b64decode(packed, validate=True)))
    except (ValueError, zlib.error):
        raise StoreError("a stored session cannot be read: delete it and start a new one") from None
