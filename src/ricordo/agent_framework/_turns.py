"""From MAF's messages to turns: which ones count, under which ids, and with which marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, cast

from agent_framework import Content, Message
from ricordo.agent_framework._ledger import Ledger, digest
from ricordo.values import ROLES, Turn
from ricordo.values.turn import UNTRUSTED_SUFFIX, Role
from ricordo.values.validation import MAX_NAME, MAX_TEXT

OWN_TOOL = "ricordo"
"""Marks the results of our own tools: what memory said is no foreign output."""

_ROOM_FOR_ID = MAX_NAME - len(UNTRUSTED_SUFFIX) - 8
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")

Messages = Sequence[Message]


@dataclass(frozen=True, slots=True)
class Said:
    """Messages as turns that have not been seen before, and the marks under which they will be known."""

    turns: tuple[Turn, ...]
    marks: tuple[str, ...]

    def __add__(self, other: Said) -> Said:
        return Said(self.turns + other.turns, self.marks + other.marks)

    def under_own_ids(self) -> Said:
        """The same under ids of ours, for a service that gives one id to different messages."""
        turns = (Turn(t.role, t.text, f"{t.id}-{digest(t.text)}", t.author, t.occurred_at) for t in self.turns)
        return Said(tuple(turns), self.marks)


@dataclass(frozen=True, slots=True)
class Outer:
    """The run whose tool call we are in: an agent used as a tool is told things by a model, not by a person."""

    agent: str | None
    said: frozenset[str]


outer_run: ContextVar[Outer | None] = ContextVar("ricordo_outer_run", default=None)


def external(messages: Iterable[Message]) -> list[Message]:
    """The messages that came from outside: not those that a provider put into the run."""
    return [message for message in messages if "_attribution" not in message.additional_properties]


def spoken(messages: Iterable[Message]) -> list[Message]:
    """Of these, what people and agents said: not instructions, and not the results of tools."""
    return [message for message in messages if message.role in {"user", "assistant"}]


def said_by_agents(messages: Messages) -> list[Message]:
    """Of an agent's messages, what it said."""
    return spoken(external(messages))


def text_of(message: Message) -> str:
    """The text of a message as it is kept: without what no store accepts, blank if there is none."""
    return message.text.replace("\0", "").encode("utf-8", "replace").decode().strip()


def digest_in(conversation: str, text: str) -> str:
    """The digest of a text in a conversation: the same words in another conversation are another turn."""
    return digest(f"{conversation}\0{text}")


def new_turns(
    messages: Iterable[Message], ledger: Ledger, conversation: str, *, untrusted: bool = False, replies: bool = False
) -> Said:
    """What of ``messages`` has not been said before in this conversation, in order. ``replies`` never have been."""
    outer = outer_run.get()
    texts = [(message, text) for message in messages if (text := text_of(message))]
    digests = [digest_in(conversation, text) for _, text in texts]
    fresh = 0 if replies else ledger.replayed(digests)
    marks = ledger.marked(digests[fresh:])
    turns: list[Turn] = []
    for (message, text), mark in zip(texts[fresh:], marks, strict=True):
        if outer and digest(text) in outer.said:
            continue  # the outer agent passed on word for word what it was told: that is stored already
        role, author = _role(message, outer), _author(message, outer)
        id = f"{_id(message, mark)}{UNTRUSTED_SUFFIX if untrusted else ''}"
        turns += [Turn(role, part, f"{id}.{n}" if n else id, author) for n, part in enumerate(_parts(text))]
    return Said(tuple(turns), tuple(marks))


def tool_output_is_untrusted(messages: Iterable[Message]) -> bool:
    """Whether a tool said something in these messages that nobody vouches for.

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
    if content.additional_properties.get(OWN_TOOL) is True:
        return True
    return bool(content.items) and all(_is_trusted(item) for item in content.items)


def _id(message: Message, mark: str) -> str:
    given = message.message_id
    if given and given.strip() and len(given) <= _ROOM_FOR_ID and not _CONTROL.search(given):
        return given
    return f"maf-{mark}"


def _role(message: Message, outer: Outer | None) -> Role:
    if outer and message.role == "user":
        return "assistant"
    known: dict[str, Role] = {role: role for role in ROLES}
    return known.get(message.role, "system")


def _author(message: Message, outer: Outer | None) -> str | None:
    name = message.author_name or (outer.agent if outer and message.role == "user" else None)
    return _CONTROL.sub(" ", name).strip()[:MAX_NAME] or None if name else None


def _parts(text: str) -> list[str]:
    """A text in pieces that a turn can hold; nearly always one."""
    raw, parts = text.encode(), list[str]()
    while raw:
        piece = raw[:MAX_TEXT].decode(errors="ignore")
        parts.append(piece)
        raw = raw[len(piece.encode()) :]
    return [part for part in parts if part.strip()]
