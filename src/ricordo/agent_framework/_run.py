"""One run of an agent as the providers see it, from ``before_run`` to ``after_run``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
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
from ricordo.agent_framework import _ledger
from ricordo.agent_framework._ledger import Ledger, digest
from ricordo.agent_framework._memory import latest
from ricordo.agent_framework._turns import (
    Messages,
    Outer,
    Said,
    digest_in,
    external,
    new_turns,
    outer_run,
    text_of,
    tool_output_is_untrusted,
)
from ricordo.agent_framework.scope import Resolved
from ricordo.values import Hit
from ricordo.values.turn import UNTRUSTED_SUFFIX

_WATCH = "ricordo.watch"
_UNTRUSTED = "untrusted"
_MARK = re.compile(r"^maf-([0-9a-f]+-\d+)")
_RECOVERED = 64
"""Turns that are read to find out where a conversation stands."""
MAX_QUERY = 2_000
"""Characters of what was just said that are searched with, counted from the end: the model reads no more of it."""


@dataclass(slots=True)
class Run:
    """What one run is about: whose memory, what was said, and what of it is new."""

    agent_name: str | None
    context: SessionContext
    state: dict[str, Any]
    resolved: Resolved
    inputs: Messages
    said: Said = field(init=False)
    kept: bool = False
    """Whether the inputs have been acknowledged by the store."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the inputs are stored, or have failed to be."""

    def __post_init__(self) -> None:
        self.said = self._new(self.inputs)

    @property
    def query(self) -> str:
        """What to search with: the words that are new, or the last ones where a transcript brought nothing new.

        In a group chat these may be another agent's: there is not always something that the person just said.
        """
        new = "\n".join(turn.text for turn in self.said.turns)
        last = next((text for message in reversed(self.inputs) if (text := text_of(message))), "")
        return (new or last)[-MAX_QUERY:].strip()

    @property
    def ledger(self) -> Ledger:
        return _ledger.read(self.state, self.resolved.storage, self.resolved.conversation)

    def not_just_said(self, hits: Iterable[Hit]) -> list[Hit]:
        """The hits that stand neither in this run nor among the last messages of its conversation."""
        ledger, conversation = self.ledger, self.resolved.conversation
        now = {turn.text for turn in self.said.turns}
        return [
            hit for hit in hits if hit.text not in now and not ledger.holds(digest_in(conversation, hit.text.strip()))
        ]

    def note(self, said: Said) -> None:
        """These are stored: they are not new any more."""
        ledger = self.ledger.followed_by(said.marks)
        _ledger.write(self.state, self.resolved.storage, self.resolved.conversation, ledger)

    def replies(
        self, choose: Callable[[Messages], Iterable[Message]], *, with_inputs: bool = False, together: bool = False
    ) -> Said:
        """What the agent said in this run, unless it was broken off, and what it was told if that is still to keep.

        Untrusted tool output marks what is said after it: the reply, and not the question. Held against what is known
        ``together``, an exchange that somebody else has stored meanwhile is recognised.
        """
        said = self.said if with_inputs else Said((), ())
        response = self.context.response
        if response is None:
            return said
        if tool_output_is_untrusted(response.messages):
            self.state[_UNTRUSTED] = True
        if watch(self.context).broken_off:
            return said
        if together:
            return self._new([*self.inputs, *choose(response.messages)])
        return said + self._new(choose(response.messages), after=said, replies=True)

    def _new(self, messages: Iterable[Message], *, after: Said | None = None, replies: bool = False) -> Said:
        """What of ``messages`` has not been said before."""
        ledger = self.ledger.followed_by(after.marks) if after else self.ledger
        untrusted = self.state.get(_UNTRUSTED, False)
        return new_turns(messages, ledger, self.resolved.conversation, untrusted=untrusted, replies=replies)


def begin(
    agent: SupportsAgentRun, context: SessionContext, state: dict[str, Any], resolved: Resolved, inputs: Messages
) -> Run:
    """A run of an agent; ``inputs`` are the messages that count as said."""
    if tool_output_is_untrusted(external(context.input_messages)):
        state[_UNTRUSTED] = True
    watch(context).told(agent.name, inputs)
    return Run(agent.name, context, state, resolved, inputs)


async def recover(memory: object, state: dict[str, Any], resolved: Resolved) -> bool:
    """Where a session comes without its state, learn from memory what was said last: a service may keep only the id.

    Otherwise a transcript that is replayed then could not be told from something new.
    """
    storage, conversation = resolved.storage, resolved.conversation
    if _ledger.is_kept(state, storage, conversation):
        return True
    ledger = Ledger()
    for turn in await latest(memory, storage, _RECOVERED):
        mark = _MARK.search(turn.id)
        if mark:
            ledger = ledger.followed_by([mark[1]])
        elif storage.session:
            ledger = ledger.followed_by(ledger.marked([digest_in(conversation, turn.text)]))
        if turn.id.endswith(UNTRUSTED_SUFFIX):
            state[_UNTRUSTED] = True
    _ledger.write(state, storage, conversation, ledger)
    return True


def check_source_ids(agent: SupportsAgentRun, provider: ContextProvider) -> None:
    """Two providers with one source id would share their state; MAF does not mind, we do."""
    others: list[ContextProvider] = getattr(agent, "context_providers", None) or []
    if any(other is not provider and other.source_id == provider.source_id for other in others):
        raise ValueError(
            f"two context providers of agent {agent.name!r} have the source_id {provider.source_id!r} and would share "
            "their state: give one of them another source_id"
        )


@dataclass(slots=True)
class Watch:
    """What happens between the hooks: whether the reply was broken off, and which run a tool call belongs to."""

    broken_off: bool = False
    outer: Outer = field(default_factory=lambda: Outer(None, frozenset()))

    def told(self, agent: str | None, messages: Messages) -> None:
        said = frozenset(digest(text) for message in messages if (text := text_of(message)))
        self.outer = Outer(agent, self.outer.said | said)


def watch(context: SessionContext) -> Watch:
    """The watch over a run, one for all of our providers."""
    found = context.metadata.get(_WATCH)
    if isinstance(found, Watch):
        return found
    made = Watch()
    context.metadata[_WATCH] = made
    context.extend_middleware(_WATCH, [_Streams(made), _Tools(made)])
    return made


class _Streams(ChatMiddleware):
    """Notices a stream that was not read to its end: what there is of its reply is a fragment."""

    def __init__(self, over: Watch) -> None:
        self._over = over

    async def process(self, context: ChatContext, call_next: Callable[[], Awaitable[None]]) -> None:
        await call_next()
        stream = context.result
        if isinstance(stream, ResponseStream):
            context.result = ResponseStream(self._read(stream), finalizer=lambda _: stream.get_final_response())

    async def _read(
        self, stream: ResponseStream[ChatResponseUpdate, ChatResponse[Any]]
    ) -> AsyncIterator[ChatResponseUpdate]:
        self._over.broken_off = True
        async for update in stream:
            yield update
        self._over.broken_off = False


class _Tools(FunctionMiddleware):
    """Tells agents that run inside a tool call that they do."""

    def __init__(self, over: Watch) -> None:
        self._over = over

    async def process(self, context: FunctionInvocationContext, call_next: Callable[[], Awaitable[None]]) -> None:
        token = outer_run.set(self._over.outer)
        try:
            await call_next()
        finally:
            outer_run.reset(token)
