"""Sessions stored in memory, to be resumed by their id in another process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent_framework import AgentSession
from ricordo.agent_framework._kept_values import KeptValues
from ricordo.agent_framework._memory import SupportsConsent, check_memory
from ricordo.values import Scope, check_scope
from ricordo.values.validation import check_name

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
        self._values = KeptValues(memory, "session")
        self._scope = scope

    async def get(self, session_id: str) -> AgentSession | None:
        """Return the session as it was last set, or None."""
        value = await self._values.read(self._session_scope(session_id))
        return None if value is None else AgentSession.from_dict(value)

    async def set(self, session_id: str, session: AgentSession) -> None:
        """Store `session`, in place of the one stored under this id before. Its state must be ready for JSON."""
        await self._values.write(self._session_scope(session_id), session.to_dict())

    async def delete(self, session_id: str) -> None:
        """Erase the session stored under this id."""
        await self._values.erase(self._session_scope(session_id))

    def _session_scope(self, session_id: str) -> Scope:
        check_name(session_id, "session_id")
        scope = self._scope(session_id) if callable(self._scope) else self._scope
        # Not the session's own name: readers of that session would take its state for turns.
        return replace(check_scope(scope), agent=SESSIONS_AGENT, session=f"kept {session_id}")
