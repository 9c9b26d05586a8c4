"""The text that is put into a run: delimited, escaped, dated, and cut to a budget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agent_framework import Content, Message
from ricordo.agent_framework._turns import is_marked_untrusted
from ricordo.prompt.render import CLOSING, OPENING, attribution, plain
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Hit

_UNTRUSTED_NOTE = "after untrusted tool output"
_LONGEST_SHARE = 3
"""A line may take no more than one part in so many of the budget, so that one long turn does not crowd out the rest."""


_DELIMITERS = estimate_tokens(f"{OPENING}\n{CLOSING}\n")
_SHORTEST = 40
"""Characters below which a cut line says nothing."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the developer's, and lines of remembered text below it, the most important first.

    With ``times``, those that fit are put into the order in which they were said.
    """

    heading: str
    lines: tuple[str, ...]
    times: tuple[datetime, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """What is put into a run: the text, which sessions it comes from, and whether it may be trusted."""

    text: str
    tokens: int
    origins: tuple[str, ...] = ()
    untrusted: bool = False

    def message(self) -> Message:
        """The block as a message. It carries MAF's own security label if it rests on untrusted tool output."""
        properties: dict[str, Any] = {}
        if self.untrusted:
            properties["security_label"] = {"integrity": "untrusted", "confidentiality": "private"}
        return Message("user", [Content.from_text(self.text, additional_properties=properties)])


def make_block(sections: Iterable[Section], hits: Iterable[Hit], *, session: str | None, budget: int) -> Block | None:
    """The sections between delimiters, no more than ``budget`` tokens; None if nothing is left to say."""
    room = budget - _DELIMITERS
    parts: list[str] = []
    for section in sections:
        left = room - estimate_tokens(f"{section.heading}\n")
        fitting: dict[int, str] = {}
        for rank, line in enumerate(section.lines):
            cut, cost = _cut(line, min(left, budget // _LONGEST_SHARE))
            if cut:
                fitting[rank] = cut
                left -= cost
        in_order = sorted(fitting, key=lambda rank: section.times[rank]) if section.times else fitting
        lines = [fitting[rank] for rank in in_order]
        if lines:
            parts += [section.heading, *lines] if section.heading else lines
            room = left
    if not parts:
        return None
    used = list(hits)
    return Block(
        "\n".join([OPENING, *parts, CLOSING]),
        budget - room,
        origins=tuple(dict.fromkeys(h.scope.session for h in used if h.scope.session and h.scope.session != session)),
        untrusted=any(map(is_marked_untrusted, used)),
    )


def turn_line(hit: Hit) -> str:
    """A turn: when, who, what."""
    return f"[{', '.join([_date(hit.occurred_at), *_notes(hit)])}] {attribution(hit)}: {plain(hit.text)}"


def numbered(hits: Sequence[Hit], *, ids: bool = False) -> tuple[str, ...]:
    """Memories, numbered, each with its kind and date, and with its id where somebody shall act on it."""
    return tuple(
        f"{number}. [{', '.join([hit.kind, _date(hit.occurred_at), *_notes(hit)])}]"
        f"{f' (id {plain(hit.id)})' if ids else ''} {plain(hit.text)}"
        for number, hit in enumerate(hits, 1)
    )


def _notes(hit: Hit) -> list[str]:
    return [
        *([hit.state] if hit.state != "current" else []),
        *([_UNTRUSTED_NOTE] if is_marked_untrusted(hit) else []),
    ]


def _date(at: datetime) -> str:
    return f"{at.day} {at:%b} {at.year}"


def _cut(line: str, room: int) -> tuple[str, int]:
    """``line``, or as much of it as fits, and what that costs; nothing where it would say nothing."""
    cost = estimate_tokens(f"{line}\n")
    if cost <= room:
        return line, cost
    length = len(line)
    while cost > room:
        length = min(length - 1, length * room // cost)
        if length < _SHORTEST:
            return "", 0
        cost = estimate_tokens(f"{line[:length]} …\n")
    return f"{line[:length]} …", cost
