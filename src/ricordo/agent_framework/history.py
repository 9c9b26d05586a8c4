"""The short-term history of a conversation, kept in memory and not in the session: the last so many messages."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from agent_framework import (
    AgentSession,
    Content,
    HistoryProvider,
    Message,
    SessionContext,
    SupportsAgentRun,
)
from ricordo.agent_framework import _telemetry
from ricordo.agent_framework._base import DEADLINE, store
from ricordo.agent_framework._failing import Failing
from ricordo.agent_framework._ledger import is_kept
from ricordo.agent_framework._memory import SupportsErasure, check_memory, last_turns
from ricordo.agent_framework._run import Run, begin, check_source_ids, recover, watch
from ricordo.agent_framework._turns import Said, external, said_by_agents, spoken
from ricordo.agent_framework.scope import Resolved, ScopeResolver, ScopeSource, check_source, with_session
from ricordo.values import Turn
from ricordo.values.turn import UNTRUSTED_SUFFIX
from ricordo.values.validation import MAX_LIMIT, check_name

_IN_FLIGHT = "in_flight"
_OF_TOOLS = frozenset({"function_call", "function_result", "function_approval_request", "function_approval_response"})


class RicordoHistoryProvider(HistoryProvider):
    """Loads the last messages of this conversation before a run, and keeps what was said in it.

    What was said lies in memory, under the person and the session: it survives restarts, moves between processes, is
    found by the other providers, and is erased with the person. Calls of tools and their results are not something
    said: they are kept in the session's state, and only until the exchange they belong to is complete. Where the
    service keeps the thread itself, nothing is loaded.
    """

    DEFAULT_SOURCE_ID = "ricordo_history"

    def __init__(
        self,
        memory: SupportsErasure,
        *,
        scope: ScopeSource,
        last: int = 20,
        load_messages: bool = True,
        store_inputs: bool = True,
        store_outputs: bool = True,
        deadline: float = DEADLINE,
        fail_open: bool = True,
        source_id: str = DEFAULT_SOURCE_ID,
    ) -> None:
        super().__init__(
            check_name(source_id, "source_id"),
            load_messages=load_messages,
            store_inputs=store_inputs,
            store_outputs=store_outputs,
        )
        check_memory(memory)
        check_source(scope, "scope")
        if not 1 <= last <= MAX_LIMIT:
            raise ValueError(f"last must be between 1 and {MAX_LIMIT:,}, not {last}")
        self._memory = memory
        self._scopes = ScopeResolver(scope)
        self._last = last
        self._failing = Failing(source_id, deadline=deadline, fail_open=fail_open)

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Put the last messages before those of this run."""
        check_source_ids(agent, self)
        watch(context)
        resolved = self._resolved(session, context)
        if resolved:
            await self._failing.finding("recover", recover(self._memory, state, resolved))
        if resolved and not context.service_session_id:
            state[_IN_FLIGHT] = _belonging(state.get(_IN_FLIGHT, ()), context.input_messages)
            context.extend_messages(self, await self._loaded(resolved, state))

    async def after_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Keep what was said in this run, or in this call of the model."""
        resolved = self._resolved(session, context)
        if resolved is None:
            return
        inputs = external(context.input_messages) if self.store_inputs else []
        outputs = external(context.response.messages) if self.store_outputs and context.response else []
        late = not is_kept(state, resolved.storage, resolved.conversation)
        if late:  # nothing was loaded, and other providers may have stored this very run already
            await self._failing.finding("recover", recover(self._memory, state, resolved))
        run = begin(agent, context, state, resolved, spoken(inputs))
        if self.store_outputs:
            await self._keep(run, run.replies(said_by_agents, with_inputs=True, together=late))
        else:
            await self._keep(run, run.said)
        state[_IN_FLIGHT] = _unfinished([*state.get(_IN_FLIGHT, ()), *inputs, *outputs])

    async def get_messages(
        self, session_id: str | None, *, state: dict[str, Any] | None = None, **kwargs: Any
    ) -> list[Message]:
        """The last messages of a session."""
        session = AgentSession(session_id=session_id)
        resolved = with_session(self._scopes.resolve(session, SessionContext(session_id=session_id, input_messages=[])))
        return await self._read(resolved, state or {})

    async def save_messages(
        self, session_id: str | None, messages: Sequence[Message], *, state: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        """Keep messages of a session."""
        session, context = AgentSession(session_id=session_id), SessionContext(session_id=session_id, input_messages=[])
        resolved = with_session(self._scopes.resolve(session, context))
        state = {} if state is None else state
        await recover(self._memory, state, resolved)
        run = Run(None, context, state, resolved, spoken(messages))
        await store(self._memory, run.said, resolved, self.source_id)
        run.note(run.said)

    def _resolved(self, session: AgentSession, context: SessionContext) -> Resolved | None:
        return self._failing.asking("scope", lambda: with_session(self._scopes.resolve(session, context)))

    async def _loaded(self, resolved: Resolved, state: dict[str, Any]) -> list[Message]:
        with _telemetry.operation("recall", self.source_id, origin=resolved.origin) as span:
            messages = await self._failing.finding("history", self._read(resolved, state)) or []
            _telemetry.found(span, len(messages))
            return messages

    async def _read(self, resolved: Resolved, state: dict[str, Any]) -> list[Message]:
        turns = await last_turns(self._memory, resolved.storage, self._last)
        return [*(_message(turn) for turn in turns if turn.role != "tool"), *state.get(_IN_FLIGHT, ())]

    async def _keep(self, run: Run, said: Said) -> None:
        if not said.turns or await self._failing.keeping(
            "store", store(self._memory, said, run.resolved, self.source_id)
        ):
            run.note(said)


def _message(turn: Turn) -> Message:
    id = (turn.id or "").removesuffix(UNTRUSTED_SUFFIX) or None
    return Message(turn.role, [turn.text], author_name=turn.author, message_id=id)


def _unfinished(messages: Sequence[Message]) -> list[Message]:
    """The calls of tools, their results, and requests for approval of an exchange that has no answer yet."""
    if messages and messages[-1].role == "assistant" and not any(map(_is_of_tools, messages[-1].contents)):
        return []
    return [_without_words(message) for message in messages if any(map(_is_of_tools, message.contents))]


def _belonging(in_flight: Sequence[Message], inputs: Sequence[Message]) -> list[Message]:
    """What is in flight, if ``inputs`` go on with it; a model refuses a call that never gets its result."""
    contents = [content for message in (*in_flight, *inputs) for content in message.contents]
    approved = [content.function_call for content in contents if content.type == "function_approval_response"]
    settled = {content.call_id for content in contents if content.type == "function_result"}
    settled |= {call.call_id for call in approved if call}
    asked = [content.function_call for content in contents if content.type == "function_approval_request"]
    calls = {content.call_id for content in contents if content.type == "function_call"}
    return list(in_flight) if calls | {call.call_id for call in asked if call} <= settled else []


def _is_of_tools(content: Content) -> bool:
    return content.type in _OF_TOOLS


def _without_words(message: Message) -> Message:
    copied = copy.copy(message)
    copied.contents = [content for content in message.contents if _is_of_tools(content)]
    return copied
