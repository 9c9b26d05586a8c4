"""Conversion of MAF's messages to turns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, cast

from agent_framework import Content, Message
from ricordo.agent_framework._seen import MAX_MARKS, SeenMessages, digest
from ricordo.values import ROLES, Turn
from ricordo.values.turn import UNTRUSTED_SUFFIX, Role
from ricordo.values.validation import MAX_NAME, MAX_TEXT

OWN_TOOL_MARK = "ricordo"
"""Marks the results of our own tools, which are trusted."""

TOOL_CONTENT = frozenset(
    {"function_call", "function_result", "function_approval_request", "function_approval_response"}
)

_MAX_ID = MAX_NAME - len(UNTRUSTED_SUFFIX) - 8
_POSITION_ID = re.compile(r"msg_\d{1,6}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")

Messages = Sequence[Message]


@dataclass(frozen=True, slots=True)
class NewTurns:
    """Turns that were not seen before, and their marks."""

    turns: tuple[Turn, ...]
    marks: tuple[str, ...]

    def __add__(self, other: NewTurns) -> NewTurns:
        return NewTurns(self.turns + other.turns, self.marks + other.marks)

    def with_own_ids(self) -> NewTurns:
        """Return the turns under ids of our own, for a service that gives one id to different messages."""
        turns = (Turn(t.role, t.text, f"{t.id}-{digest(t.text)}", t.author, t.occurred_at) for t in self.turns)
        return NewTurns(tuple(turns), self.marks)


@dataclass(frozen=True, slots=True)
class OuterRun:
    """The run that called this agent as a tool. The inputs are then a model's words, not a person's."""

    agent: str | None
    said: frozenset[str]


outer_run_context: ContextVar[OuterRun | None] = ContextVar("ricordo_outer_run", default=None)


def select_external(messages: Iterable[Message]) -> list[Message]:
    """Return the messages that no provider has added to the run."""
    return [message for message in messages if "_attribution" not in message.additional_properties]


def select_spoken(messages: Iterable[Message]) -> list[Message]:
    """Return the messages of people and agents, without instructions and tool results."""
    return [message for message in messages if message.role in {"user", "assistant"}]


def select_agent_messages(messages: Messages) -> list[Message]:
    """Return what an agent itself said among its messages."""
    return select_spoken(select_external(messages))


def has_tool_content(message: Message) -> bool:
    """Return whether a message belongs to a tool call: a call, a result, or a question of approval."""
    return any(content.type in TOOL_CONTENT for content in message.contents)


def text_of(message: Message) -> str:
    """Return the text of a message without characters that no store accepts."""
    return message.text.replace("\0", "").encode("utf-8", "replace").decode().strip()


def digest_in_conversation(conversation: str, text: str) -> str:
    """Return the digest of a text in a conversation. The same words elsewhere are another turn."""
    return digest(f"{conversation}\0{text}")


def find_new_turns(
    messages: Iterable[Message],
    seen: SeenMessages,
    conversation: str,
    *,
    untrusted: bool = False,
    are_replies: bool = False,
) -> NewTurns:
    """Return the turns of `messages` that are new in this conversation. Replies of this run are always new."""
    outer = outer_run_context.get()
    texts = [(message, text) for message in messages if (text := text_of(message))]
    digests = [digest_in_conversation(conversation, text) for _, text in texts]
    fresh = 0 if are_replies else seen.count_replayed(digests)
    marks = seen.make_marks(digests[fresh:])
    turns: list[Turn] = []
    for (message, text), mark in zip(texts[fresh:], marks, strict=True):
        if outer and digest(text) in outer.said:
            continue  # the outer agent passed on word for word what it was told: that is stored already
        role, author = _role(message, outer), _author(message, outer)
        id = f"{_id(message, mark)}{UNTRUSTED_SUFFIX if untrusted else ''}"
        turns += [Turn(role, part, f"{id}.{n}" if n else id, author) for n, part in enumerate(_parts(text))]
    return NewTurns(tuple(turns), tuple(marks))


def count_overlap(turns: Sequence[Turn], messages: Iterable[Message]) -> int:
    """Return how many turns at the end of `turns` are also the first of `messages`."""
    outer = outer_run_context.get()
    said = [(_role(message, outer), part) for message in messages for part in _parts(text_of(message))]
    stored = [(turn.role, turn.text) for turn in turns]
    largest = min(len(stored), len(said), MAX_MARKS)
    return next((size for size in range(largest, 0, -1) if stored[-size:] == said[:size]), 0)


def tool_output_is_untrusted(messages: Iterable[Message]) -> bool:
    """Return whether these messages hold untrusted tool output.

    As in MAF's own information-flow control, a result is untrusted unless its label says otherwise.
    """
    return any(
        content.type == "function_result" and not _is_trusted(content)
        for message in messages
        for content in message.contents
    )


def _is_trusted(content: Content) -> bool:
    label = content.additional_properties.get("security_label")
    if isinstance(label, Mapping):
        return cast(Mapping[str, Any], label).get("integrity") == "trusted"
    if content.additional_properties.get(OWN_TOOL_MARK) is True:
        return True
    return bool(content.items) and all(_is_trusted(item) for item in content.items)


def is_position_id(id: str) -> bool:
    """Return whether an id is one that MAF's compaction gives: it names a place in one request, not a message."""
    return bool(_POSITION_ID.fullmatch(id))


def _id(message: Message, mark: str) -> str:
    given = message.message_id
    if given and given.strip() and len(given) <= _MAX_ID and not _CONTROL.search(given) and not is_position_id(given):
        return given
    return f"maf-{mark}"


def _role(message: Message, outer: OuterRun | None) -> Role:
    if outer and message.role == "user":
        return "assistant"
    known: dict[str, Role] = {role: role for role in ROLES}
    return known.get(message.role, "system")


def _author(message: Message, outer: OuterRun | None) -> str | None:
    name = message.author_name or (outer.agent if outer and message.role == "user" else None)
    return _CONTROL.sub(" ", name).strip()[:MAX_NAME] or None if name else None


def _parts(text: str) -> list[str]:
    """Split a text into pieces that a turn can hold; nearly always one."""
    raw, parts = text.encode(), list[str]()
    while raw:
        piece = raw[:MAX_TEXT].decode(errors="ignore")
        parts.append(piece)
        raw = raw[len(piece.encode()) :]
    return [part for part in parts if part.strip()]
