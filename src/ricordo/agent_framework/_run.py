"""One run of an agent as the providers see it, from ``before_run`` to ``after_run``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from agent_framework import (
    ChatContext,
    ChatMiddleware,
    ChatResponse,
    ChatResponseUpdate,
    ContextProvider,
    FunctionInvocationContext,
    FunctionMiddleware,
    Message,
    ResponseStream,
    SessionContext,
    SupportsAgentRun,
)
from ricordo.agent_framework import _seen
from ricordo.agent_framework._memory import read_latest
from ricordo.agent_framework._seen import SeenMessages, digest
from ricordo.agent_framework._turns import (
    Messages,
    NewTurns,
    OuterRun,
    digest_in_conversation,
    find_new_turns,
    outer_run_context,
    select_external,
    text_of,
    tool_output_is_untrusted,
)
from ricordo.agent_framework.scope import ResolvedScope
from ricordo.values import Hit
from ricordo.values.turn import UNTRUSTED_SUFFIX

_WATCH = "ricordo.watch"
_UNTRUSTED = "untrusted"
_MARK = re.compile(r"^maf-([0-9a-f]+-\d+)")
_MAX_RECOVERED = 64
"""Turns that are read to restore the seen messages."""
MAX_QUERY = 2_000
"""Characters of the query, counted from the end: the embedding model reads no more."""


@dataclass(slots=True)
class Run:
    """One run of an agent: its scope, its inputs, and the turns among them that are new."""

    agent_name: str | None
    context: SessionContext
    state: dict[str, Any]
    resolved: ResolvedScope
    inputs: Messages
    new_inputs: NewTurns = field(init=False)
    inputs_stored: bool = False
    inherited: frozenset[str] = frozenset()
    """Ids of turns of another conversation that this one begins with."""
    inputs_done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the inputs are stored, or storing them has failed."""

    def __post_init__(self) -> None:
        self.new_inputs = self._find_new(self.inputs)

    @property
    def query(self) -> str:
        """The text to search with: the new turns, or the last message if a replayed transcript brought nothing new.

        In a workflow or group chat the new turn may be another agent's. The question that it answers comes with it.
        """
        new = [turn.text for turn in self.new_inputs.turns]
        if new and all(turn.role != "user" for turn in self.new_inputs.turns):
            new = [self._find_last(lambda message: message.role == "user"), *new]
        return ("\n".join(new) or self._find_last(lambda _: True))[-MAX_QUERY:].strip()

    def _find_last(self, is_wanted: Callable[[Message], bool]) -> str:
        """Return the text of the last input that is wanted and has one."""
        return next(filter(None, (text_of(message) for message in reversed(self.inputs) if is_wanted(message))), "")

    @property
    def seen_messages(self) -> SeenMessages:
        """The messages of this conversation that were seen before."""
        return _seen.load(self.state, self.resolved.storage, self.resolved.conversation)

    def exclude_recent(self, hits: Iterable[Hit]) -> list[Hit]:
        """Return the hits that are neither in this run nor among the last messages of its conversation.

        The question or answer beside a hit is left out likewise.
        """
        recent, conversation = self.seen_messages.recent_digests, self.resolved.conversation
        now = {turn.text for turn in self.new_inputs.turns}

        def is_recent(hit: Hit) -> bool:
            if hit.text in now or hit.id in self.inherited:
                return True
            return bool(recent) and digest_in_conversation(conversation, hit.text.strip()) in recent

        return [_drop_beside(hit, is_recent) for hit in hits if not is_recent(hit)]

    def mark_stored(self, turns: NewTurns) -> None:
        """Record that `turns` are stored and no longer new."""
        seen = self.seen_messages.append_marks(turns.marks)
        _seen.save(self.state, self.resolved.storage, self.resolved.conversation, seen)

    def new_replies(
        self, choose: Callable[[Messages], Iterable[Message]], *, with_inputs: bool = False, together: bool = False
    ) -> NewTurns:
        """Return the agent's replies as new turns; none if the reply was cut off.

        Untrusted tool output marks the reply, not the question before it.

        Args:
            choose: Selects the messages of the response that count as said.
            with_inputs: Return the new inputs too, because they are not stored yet.
            together: Compare inputs and replies with the seen messages as one transcript. An exchange that another
                provider has stored meanwhile is recognised that way.
        """
        turns = self.new_inputs if with_inputs else NewTurns((), ())
        response = self.context.response
        if response is None:
            return turns
        if tool_output_is_untrusted(response.messages):
            self.state[_UNTRUSTED] = True
        if watch(self.context).is_cut_off:
            return turns
        if together:
            return self._find_new([*self.inputs, *choose(response.messages)])
        return turns + self._find_new(choose(response.messages), after=turns, are_replies=True)

    def _find_new(
        self, messages: Iterable[Message], *, after: NewTurns | None = None, are_replies: bool = False
    ) -> NewTurns:
        """Return the turns of `messages` that were not seen before."""
        seen = self.seen_messages.append_marks(after.marks) if after else self.seen_messages
        untrusted = self.state.get(_UNTRUSTED, False)
        return find_new_turns(messages, seen, self.resolved.conversation, untrusted=untrusted, are_replies=are_replies)


def start_run(
    agent: SupportsAgentRun, context: SessionContext, state: dict[str, Any], resolved: ResolvedScope, inputs: Messages
) -> Run:
    """Return the run that begins; `inputs` are the messages that count as said."""
    if tool_output_is_untrusted(select_external(context.input_messages)):
        state[_UNTRUSTED] = True
    watch(context).record_inputs(agent.name, inputs)
    return Run(agent.name, context, state, resolved, inputs)


async def recover_state(memory: object, state: dict[str, Any], resolved: ResolvedScope) -> bool:
    """Restore the seen messages from memory if the session came without its state.

    A service may keep only the session's id. Without them, a replayed transcript would look new.
    """
    storage, conversation = resolved.storage, resolved.conversation
    if _seen.is_tracked(state, storage, conversation):
        return True
    seen = SeenMessages()
    for turn in await read_latest(memory, storage, _MAX_RECOVERED):
        mark = _MARK.search(turn.id)
        if mark:
            seen = seen.append_marks([mark[1]])
        elif storage.session:
            seen = seen.append_marks(seen.make_marks([digest_in_conversation(conversation, turn.text)]))
        if turn.id.endswith(UNTRUSTED_SUFFIX):
            state[_UNTRUSTED] = True
    _seen.save(state, storage, conversation, seen)
    return True


def check_source_ids(agent: SupportsAgentRun, provider: ContextProvider) -> None:
    """Raise `ValueError` if two providers of `agent` have this source id: they would share their state."""
    providers: list[ContextProvider] = getattr(agent, "context_providers", None) or []
    if sum(each.source_id == provider.source_id for each in providers) > 1:
        raise ValueError(
            f"two context providers of agent {agent.name!r} have the source_id {provider.source_id!r} and would share "
            "their state: give one of them another source_id"
        )


@dataclass(slots=True)
class Watch:
    """Observations between the hooks of a run: a reply that was cut off, and the inputs for nested runs."""

    is_cut_off: bool = False
    outer: OuterRun = field(default_factory=lambda: OuterRun(None, frozenset()))

    def record_inputs(self, agent: str | None, messages: Messages) -> None:
        said = frozenset(digest(text) for message in messages if (text := text_of(message)))
        self.outer = OuterRun(agent, self.outer.said | said)


def watch(context: SessionContext) -> Watch:
    """Return the watch over a run, which all providers share."""
    found = context.metadata.get(_WATCH)
    if isinstance(found, Watch):
        return found
    made = Watch()
    context.metadata[_WATCH] = made
    context.extend_middleware(_WATCH, [_StreamMiddleware(made), _ToolMiddleware(made)])
    return made


class _StreamMiddleware(ChatMiddleware):
    """Middleware that notices a stream that was not read to its end: its reply is a fragment."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    async def process(self, context: ChatContext, call_next: Callable[[], Awaitable[None]]) -> None:
        await call_next()
        stream = context.result
        if isinstance(stream, ResponseStream):
            context.result = ResponseStream(self._read(stream), finalizer=lambda _: stream.get_final_response())

    async def _read(
        self, stream: ResponseStream[ChatResponseUpdate, ChatResponse[Any]]
    ) -> AsyncIterator[ChatResponseUpdate]:
        self._watch.is_cut_off = True
        async for update in stream:
            yield update
        self._watch.is_cut_off = False


class _ToolMiddleware(FunctionMiddleware):
    """Middleware that tells an agent used as a tool which run it is called from."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    async def process(self, context: FunctionInvocationContext, call_next: Callable[[], Awaitable[None]]) -> None:
        token = outer_run_context.set(self._watch.outer)
        try:
            await call_next()
        finally:
            outer_run_context.reset(token)


def _drop_beside(hit: Hit, is_recent: Callable[[Hit], bool]) -> Hit:
    """Return `hit` without the question and the answer that are recent."""
    if hit.question and is_recent(hit.question):
        hit = replace(hit, question=None)
    return replace(hit, answer=None) if hit.answer and is_recent(hit.answer) else hit
