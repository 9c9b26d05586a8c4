"""Sessions that outlive their process: suspended in memory, resumed by their id."""

from __future__ import annotations

import base64
import json
import uuid
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agent_framework import AgentSession
from ricordo.agent_framework._memory import SupportsConsent, check_memory, last_turns
from ricordo.values import Scope, StoreError, Turn, check_scope
from ricordo.values.validation import MAX_LIMIT, MAX_TEXT, check_name

KEEPER = "ricordo.sessions"
"""The agent under which sessions are kept, apart from what anybody said."""


class RicordoSessionStore:
    """Keeps the state of sessions in memory: MAF's session store, with the same three methods.

    A session belongs to a person, so it is exported and erased with them. It is not something said: it is never learned
    from, and no recall outside of this store sees it. ``scope`` is whose sessions these are, or a function of the
    session's id.
    """

    def __init__(self, memory: SupportsConsent, *, scope: Scope | Callable[[str], Scope]) -> None:
        check_memory(memory)
        if not callable(scope):
            check_scope(scope)
        self._memory = memory
        self._scope = scope

    async def get(self, session_id: str) -> AgentSession | None:
        """The session as it was when it was last set, or None."""
        turns = await self._kept(self._place(session_id))
        if not turns:
            return None
        version = _version(turns[-1])
        packed = "".join(turn.text for turn in turns if _version(turn) == version)
        return AgentSession.from_dict(_unpacked(packed))

    async def set(self, session_id: str, session: AgentSession) -> None:
        """Keep ``session``, in place of what was kept under this id before. Its state must be ready for JSON."""
        place = self._place(session_id)
        packed = _packed(session.to_dict())
        await self._memory.set_consent(scope=replace(place, session=None), learning=False, sharing=False)
        before = await self._kept(place)
        version = uuid.uuid4().hex
        parts = [packed[start : start + MAX_TEXT] for start in range(0, len(packed), MAX_TEXT)]
        # The new ones first: whoever stops in between leaves a session that can be resumed.
        await self._memory.remember(
            [Turn("system", part, f"session.{version}.{number}") for number, part in enumerate(parts)], scope=place
        )
        if before:
            await self._memory.forget(scope=place, ids=[turn.id for turn in before if turn.id])

    async def delete(self, session_id: str) -> None:
        """Erase what is kept under this id."""
        await self._memory.forget(scope=self._place(session_id))

    async def _kept(self, place: Scope) -> list[Turn]:
        return await last_turns(self._memory, place, MAX_LIMIT)

    def _place(self, session_id: str) -> Scope:
        check_name(session_id, "session_id")
        scope = self._scope(session_id) if callable(self._scope) else self._scope
        # Not the session's own name: whoever reads that session would read its state as something said.
        return replace(check_scope(scope), agent=KEEPER, session=f"kept {session_id}")


def _version(turn: Turn) -> str:
    return (turn.id or "").split(".")[1]


def _packed(session: dict[str, Any]) -> str:
    """Small, and without words that a search could find."""
    return base64.b64encode(zlib.compress(json.dumps(session, allow_nan=False).encode())).decode()


def _unpacked(packed: str) -> dict[str, Any]:
    try:
        return json.loads(zlib.decompress(base64.b64decode(packed, validate=True)))
    except (ValueError, zlib.error):
        raise StoreError("a session that was kept cannot be read any more: delete it and start anew") from None
