"""The short-term history of a conversation, stored in memory instead of the session."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from agent_framework import (
    AgentSession,
    HistoryProvider,
    Message,
    SessionContext,
    SupportsAgentRun,
)
from ricordo.agent_framework import _telemetry
from ricordo.agent_framework._base import BUDGET, DEADLINE, store
from ricordo.agent_framework._block import check_counter, make_block
from ricordo.agent_framework._fail_open import FailOpen
from ricordo.agent_framework._forks import read_inherited
from ricordo.agent_framework._memory import SupportsErasure, SupportsOwnSummary, check_memory, read_last_turns
from ricordo.agent_framework._run import Run, check_source_ids, recover_state, start_run, watch
from ricordo.agent_framework._seen import conversation_key, is_tracked, save_entry
from ricordo.agent_framework._turns import (
    TOOL_CONTENT,
    Messages,
    NewTurns,
    count_overlap,
    has_tool_content,
    select_agent_messages,
    select_external,
    select_spoken,
)
from ricordo.agent_framework._window import find_start, load_first, measure_window, save_first
from ricordo.agent_framework.scope import ResolvedScope, ScopeResolver, ScopeSource, add_session, check_scope_source
from ricordo.prompt.escaping import escape_line
from ricordo.prompt.lines import describe_outdated
from ricordo.prompt.render import Section
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Turn
from ricordo.values.turn import UNTRUSTED_SUFFIX
from ricordo.values.validation import MAX_LIMIT, check_limit, check_name, check_whole

HISTORY_SUMMARY_PROMPT = "What was said earlier in this conversation, in short:"

_IN_FLIGHT = "in_flight"
_MAX_QUERY = 1_000
_MAX_OVERLAP = 64
"""Messages of a run that may be stored already, by other providers or other agents of a workflow."""


class RicordoHistoryProvider(HistoryProvider):
    """A history provider that loads the last messages of the conversation before a run, and stores new ones after it.

    The messages are stored in memory, under the person and the session: they survive restarts, are found by the other
    providers, and are erased with the person. Tool calls and their results stay in the session's state until their
    exchange is complete. Nothing is loaded if the model's service keeps the thread itself.

    Args:
        memory: An open memory.
        scope: The scope, or a function of the session and the context that returns one.
        last: The number of messages to load at most. A full window is cut to half, so that the requests of several
            runs begin with the same messages.
        tokens: Tokens that the loaded messages may take, in place of `last`. A full window is cut to half as well.
        count_tokens: Counts the tokens of a text, in place of the built-in estimate.
        summarise: Summarise the conversation when messages are about to leave the window, and show the summary before
            those that are in it.
        load_messages: Load messages before a run.
        store_inputs: Store the inputs of a run.
        store_outputs: Store the replies of a run.
        deadline: Seconds that a hook may take.
        fail_open: Log errors and go on without memory. If False, raise them.
        source_id: The id of this provider in the agent.
    """

    DEFAULT_SOURCE_ID = "ricordo_history"

    def __init__(
        self,
        memory: SupportsErasure,
        *,
        scope: ScopeSource,
        last: int = 20,
        tokens: int | None = None,
        count_tokens: Callable[[str], int] = estimate_tokens,
        summarise: bool = False,
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
        check_memory(memory, "export")
        check_scope_source(scope, "scope")
        check_limit(last, "last")
        if tokens is not None and check_whole(tokens, "tokens") < 1:
            raise ValueError("tokens must be at least 1")
        if summarise:
            check_memory(memory, "summarise", "memories")
        self._summaries = cast("SupportsOwnSummary", memory) if summarise else None
        self._tokens = tokens
        self._count_tokens = check_counter(count_tokens)
        self._memory = memory
        self._scopes = ScopeResolver(scope)
        self._last = last
        self._fail_open = FailOpen(source_id, deadline=deadline, fail_open=fail_open)

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Load the last messages of the conversation."""
        check_source_ids(agent, self)
        watch(context)
        resolved = self._resolve(session, context)
        if resolved:
            await self._fail_open.attempt("recover", recover_state(self._memory, state, resolved))
        if resolved and not context.service_session_id:
            _save_unfinished(
                state, resolved, _continue_unfinished(_load_unfinished(state, resolved), context.input_messages)
            )
            said = select_spoken(select_external(context.input_messages))
            messages, size = await self._load(resolved, session, state, said)
            context.metadata[self._size_key] = size
            context.extend_messages(self, messages)

    async def after_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Store the messages of this run, or of this call of the model."""
        resolved = self._resolve(session, context)
        if resolved is None:
            return
        inputs = select_external(context.input_messages) if self.store_inputs else []
        outputs = select_external(context.response.messages) if self.store_outputs and context.response else []
        late = not is_tracked(state, resolved.storage, resolved.conversation)
        if late:  # nothing was loaded, and other providers may have stored this run already
            await self._fail_open.attempt("recover", recover_state(self._memory, state, resolved))
        run = start_run(agent, context, state, resolved, select_spoken(inputs))
        if self.store_outputs:
            await self._keep(run, run.new_replies(select_agent_messages, with_inputs=True, together=late))
        else:
            await self._keep(run, run.new_inputs)
        _save_unfinished(state, resolved, _find_unfinished([*_load_unfinished(state, resolved), *inputs, *outputs]))
        size = context.metadata.get(self._size_key, 0) + sum(map(self._measure, (*inputs, *outputs)))
        if self._summaries and size > self._limit:
            await self._fail_open.attempt_in_background("summary", self._summaries.summarise(scope=resolved.storage))

    async def drain(self) -> None:
        """Wait for writes and summaries that missed the deadline of their runs."""
        await self._fail_open.drain()

    async def get_messages(
        self, session_id: str | None, *, state: dict[str, Any] | None = None, **kwargs: Any
    ) -> list[Message]:
        """Return the last messages of a session."""
        session = AgentSession(session_id=session_id)
        resolved = add_session(self._scopes.resolve(session, SessionContext(session_id=session_id, input_messages=[])))
        messages, _ = await self._read(resolved, session, state or {})
        return messages

    async def save_messages(
        self, session_id: str | None, messages: Sequence[Message], *, state: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        """Store messages of a session."""
        session, context = AgentSession(session_id=session_id), SessionContext(session_id=session_id, input_messages=[])
        resolved = add_session(self._scopes.resolve(session, context))
        state = {} if state is None else state
        await recover_state(self._memory, state, resolved)
        run = Run(None, context, state, resolved, select_spoken(messages))
        await store(self._memory, run.new_inputs, resolved, self.source_id)
        run.mark_stored(run.new_inputs)

    def _resolve(self, session: AgentSession, context: SessionContext) -> ResolvedScope | None:
        return self._fail_open.call("scope", lambda: add_session(self._scopes.resolve(session, context)))

    async def _load(
        self, resolved: ResolvedScope, session: AgentSession, state: dict[str, Any], inputs: Messages
    ) -> tuple[list[Message], int]:
        with _telemetry.operation("recall", self.source_id, origin=resolved.origin) as span:
            reading = self._read(resolved, session, state, inputs)
            messages, size = await self._fail_open.attempt("history", reading) or ([], 0)
            _telemetry.record_hits(span, len(messages))
            return messages, size

    async def _read(
        self, resolved: ResolvedScope, session: AgentSession, state: dict[str, Any], inputs: Messages = ()
    ) -> tuple[list[Message], int]:
        """Return the window of the conversation, without what is among the inputs and stored already, and its size."""
        inherited = await read_inherited(self._memory, resolved.storage, session.state)
        most = MAX_LIMIT if self._tokens else min(self._last + _MAX_OVERLAP, MAX_LIMIT)
        turns = await read_last_turns(self._memory, resolved.storage, most)
        turns = [*inherited, *turns][: len(inherited) + len(turns) - count_overlap(turns, inputs)]
        messages = [_message(turn) for turn in turns if turn.role != "tool"]
        ids = [turn.id or "" for turn in turns if turn.role != "tool"]
        sizes = measure_window(messages, self._measure, self._limit)
        start = find_start(ids, sizes, self._limit, load_first(state, resolved.storage, resolved.conversation))
        if ids[start:]:
            save_first(state, resolved.storage, resolved.conversation, ids[start])
        summary = await self._read_summary(resolved) if start else []
        return [*summary, *messages[start:], *_load_unfinished(state, resolved)], sum(sizes[start:])

    async def _read_summary(self, resolved: ResolvedScope) -> list[Message]:
        """Return the summary of the conversation as a message, delimited and escaped as all that is remembered."""
        if not self._summaries:
            return []
        scope = resolved.storage
        lines: list[str] = []
        async for summary in self._summaries.memories(scope=scope, kinds=["summary"]):
            # A recall marks what the person has rejected or corrected since; a listing does not.
            hits = await self._summaries.recall(summary.content[:_MAX_QUERY], scope=scope, kinds=["summary"])
            marks = [mark for hit in hits if hit.id == summary.id for mark in describe_outdated(hit)]
            lines.append(
                escape_line(" ".join([f"[{', '.join(marks)}]", summary.content] if marks else [summary.content]))
            )
        section = Section(HISTORY_SUMMARY_PROMPT, lines=lines)
        block = await make_block([section], session=None, budget=BUDGET, count_tokens=self._count_tokens)
        return [block.message()] if block else []

    @property
    def _limit(self) -> int:
        return self._last if self._tokens is None else self._tokens

    def _measure(self, message: Message) -> int:
        """Return the size of a message in the unit of the limit."""
        return 1 if self._tokens is None else self._count_tokens(message.text)

    @property
    def _size_key(self) -> str:
        return f"ricordo.window.{self.source_id}"

    async def _keep(self, run: Run, said: NewTurns) -> None:
        if not said.turns or await self._fail_open.attempt_in_background(
            "store", store(self._memory, said, run.resolved, self.source_id)
        ):
            run.mark_stored(said)


def _message(turn: Turn) -> Message:
    id = (turn.id or "").removesuffix(UNTRUSTED_SUFFIX) or None
    return Message(turn.role, [turn.text], author_name=turn.author, message_id=id)


def _load_unfinished(state: Mapping[str, Any], resolved: ResolvedScope) -> list[Message]:
    """Return the unfinished messages of this person's conversation: one session may serve several people."""
    return list(state.get(_IN_FLIGHT, {}).get(conversation_key(resolved.storage, resolved.conversation), ()))


def _save_unfinished(state: dict[str, Any], resolved: ResolvedScope, messages: Sequence[Message]) -> None:
    save_entry(state, _IN_FLIGHT, conversation_key(resolved.storage, resolved.conversation), list(messages))


def _find_unfinished(messages: Sequence[Message]) -> list[Message]:
    """Return the tool calls, results and approval requests of an exchange that has no answer yet."""
    if messages and messages[-1].role == "assistant" and not has_tool_content(messages[-1]):
        return []
    return [_remove_text(message) for message in messages if has_tool_content(message)]


def _continue_unfinished(in_flight: Sequence[Message], inputs: Sequence[Message]) -> list[Message]:
    """Return the unfinished messages if `inputs` complete them. A model refuses a call without a result."""
    contents = [content for message in (*in_flight, *inputs) for content in message.contents]
    approved = [content.function_call for content in contents if content.type == "function_approval_response"]
    completed = {content.call_id for content in contents if content.type == "function_result"}
    completed |= {call.call_id for call in approved if call}
    requested = [content.function_call for content in contents if content.type == "function_approval_request"]
    calls = {content.call_id for content in contents if content.type == "function_call"}
    return list(in_flight) if calls | {call.call_id for call in requested if call} <= completed else []


def _remove_text(message: Message) -> Message:
    copied = copy.copy(message)
    copied.contents = [content for content in message.contents if content.type in TOOL_CONTENT]
    return copied
