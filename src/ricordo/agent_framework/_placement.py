"""The place of a block in a request: after the history, directly before the newest message.

MAF puts what providers add before the inputs, in the order of the providers, and appends its own history provider to
the end of them. A block that changes at each run would then stand before the history, and a model's service could
reuse nothing of the request before. So a middleware moves the blocks at each call of the model.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from agent_framework import (
    GROUP_ANNOTATION_KEY,
    ChatContext,
    ChatMiddleware,
    CompactionStrategy,
    ContextProvider,
    Message,
    SessionContext,
    SupportsAgentRun,
)
from ricordo.agent_framework import _telemetry
from ricordo.agent_framework._block import Block
from ricordo.agent_framework._kept_blocks import KeptBlock
from ricordo.agent_framework._run import Run
from ricordo.agent_framework._seen import digest
from ricordo.agent_framework._turns import has_tool_content, is_position_id, text_of

Placement = Literal["message", "instructions"]
PLACEMENTS: tuple[Placement, ...] = ("message", "instructions")
Refresh = Literal["turn", "session"]
REFRESHES: tuple[Refresh, ...] = ("turn", "session")

_PLACER = "ricordo.placer"


@dataclass(frozen=True, slots=True)
class NewestMessage:
    """The newest message of a run, by its role and text; without text if no message of the run has any."""

    role: str = "user"
    text: str = ""


def find_newest(inputs: Sequence[Message]) -> NewestMessage:
    """Return the last of a run's inputs that says something."""
    said = [message for message in inputs if text_of(message) and not has_tool_content(message)]
    return NewestMessage(said[-1].role, text_of(said[-1])) if said else NewestMessage()


def find_place(messages: Sequence[Message], newest: NewestMessage) -> int:
    """Return the index of the newest message in a request, or where it would be.

    In a tool loop messages follow it, and the place stays the same. A tool call and its result are never separated.
    """
    plain = [index for index, message in enumerate(messages) if not has_tool_content(message)]
    exact = [i for i in plain if newest.text and NewestMessage(messages[i].role, text_of(messages[i])) == newest]
    by_users = [i for i in plain if messages[i].role == "user"]
    return next(iter(exact[-1:] or by_users[-1:] or plain[-1:]), 0)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block of a run. `kept` is what the session keeps of it; None if the block belongs to one run only."""

    block: Block
    kept: KeptBlock | None = None


@dataclass(slots=True)
class Placer:
    """The blocks of one run, as messages, and their places in each of its requests."""

    newest: NewestMessage
    per_call: bool = False
    """Whether the history is loaded at each call of the model, behind all other middleware."""
    blocks: list[tuple[Message, KeptBlock | None]] = field(default_factory=list[tuple[Message, KeptBlock | None]])

    def arrange(self, messages: Iterable[Message]) -> list[Message]:
        """Return the messages with each block once: before the newest message, or where it stood before."""
        others = [message for message in messages if not self._is_block(message)]
        newest = find_place(others, self.newest)
        marks = _mark_places(others) if any(kept for _, kept in self.blocks) else {}
        marked = {mark: index for index, mark in marks.items()}
        places: dict[int, list[Message]] = {}
        for block, kept in self.blocks:
            if kept and kept.is_new:
                kept.before = marks.get(newest, "")
            # The message that a block stood before may have left the history: then it stands at the beginning.
            place = newest if kept is None or kept.is_new else marked.get(kept.before, 0)
            places.setdefault(place, []).append(block)
        arranged: list[Message] = []
        for index in range(len(others) + 1):
            arranged += [*places.get(index, ()), *others[index : index + 1]]
        return arranged

    def holds_block(self, messages: Iterable[Message]) -> bool:
        """Return whether a block is among the messages."""
        return any(map(self._is_block, messages))

    def _is_block(self, message: Message) -> bool:
        # MAF copies messages on their way: the id tells, and not the object.
        id = message.message_id
        return id is not None and any(id == block.message_id for block, _ in self.blocks)


def _mark_places(messages: Sequence[Message]) -> dict[int, str]:
    """Return a digest of each message and the one before it, by index; one message alone may be said twice."""
    plain = [(index, message) for index, message in enumerate(messages) if not has_tool_content(message)]
    said = [f"{message.role}\0{text_of(message)}" for _, message in plain]
    pairs = zip(["", *said], said, strict=False)
    return {index: digest("\0".join(pair)) for (index, _), pair in zip(plain, pairs, strict=True)}


def inject(
    agent: SupportsAgentRun, run: Run, provider: ContextProvider, blocks: Sequence[PlacedBlock], placement: Placement
) -> None:
    """Add blocks to the requests of a run: to its instructions, or as messages."""
    context = run.context
    for placed in blocks:
        block = placed.block
        with _telemetry.operation("inject", provider.source_id, origin=run.resolved.origin) as span:
            if placement == "instructions":
                context.extend_instructions(provider.source_id, block.text)
                if placed.kept:
                    placed.kept.before = placement
            else:
                context.extend_messages(provider, [block.message()], origin_session_ids=block.origins)
                message = context.context_messages[provider.source_id][-1]
                get_placer(agent, context).blocks.append((message, placed.kept))
            _telemetry.record_injection(span, tokens=block.tokens)


def get_placer(agent: SupportsAgentRun, context: SessionContext) -> Placer:
    """Return the placer of a run, which all providers share."""
    found = context.metadata.get(_PLACER)
    if isinstance(found, Placer):
        return found
    made = make_placer(agent, context.input_messages)
    context.metadata[_PLACER] = made
    context.extend_middleware(_PLACER, [PlacingMiddleware(made)])
    return made


def make_placer(agent: SupportsAgentRun, inputs: Sequence[Message]) -> Placer:
    """Return a placer for a run with these inputs."""
    per_call = bool(getattr(agent, "require_per_service_call_history_persistence", False))
    return Placer(find_newest(inputs), per_call)


class PlacingMiddleware(ChatMiddleware):
    """Middleware that puts the blocks of a run into their place at each call of the model."""

    def __init__(self, placer: Placer) -> None:
        self._placer = placer

    async def process(self, context: ChatContext, call_next: Callable[[], Awaitable[None]]) -> None:
        # A service that keeps the thread has the blocks of the calls before: they are not sent again.
        has_thread_in_service = bool(context.session and context.session.service_session_id)
        if not has_thread_in_service or self._placer.holds_block(context.messages):
            place_blocks(context, self._placer)
        await call_next()


def place_blocks(context: ChatContext, placer: Placer) -> None:
    """Put the blocks into their place in this call of the model."""
    if not placer.blocks:
        return
    context.messages = placer.arrange(context.messages)
    if placer.per_call:
        inner = context.kwargs.get("compaction_strategy") or getattr(context.client, "compaction_strategy", None)
        context.kwargs["compaction_strategy"] = _PlacingStrategy(placer, inner)


class _PlacingStrategy:
    """A compaction strategy that puts the blocks into their place before another one compacts.

    Where MAF loads the history at each call of the model, it does so behind all middleware, and sorts the messages once
    more. Only a compaction strategy sees the request after that.
    """

    def __init__(self, placer: Placer, inner: CompactionStrategy | None) -> None:
        self._placer = placer
        self._inner = inner
        self.tokenizer: Any = getattr(inner, "tokenizer", None)

    async def __call__(self, messages: list[Message]) -> bool:
        messages[:] = self._placer.arrange(messages)
        if self._inner:
            return await self._inner(messages)
        for message in messages:
            _remove_annotation(message)
        return False


def _remove_annotation(message: Message) -> None:
    """Undo what MAF notes on a message for compaction: the history provider would store it."""
    message.additional_properties.pop(GROUP_ANNOTATION_KEY, None)
    if message.message_id and is_position_id(message.message_id):
        message.message_id = None
