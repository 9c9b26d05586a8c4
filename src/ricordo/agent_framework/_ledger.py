"""What of a conversation has been seen already, so that a replay stores nothing twice.

Agents are handed transcripts again and again: whole, cut to a window, edited half-way, or the last question alone after
a failure. Messages rarely have ids. So a session's state keeps the marks of the last messages in order, and what comes
in is held against them. A mark is a digest of the text and the number of times it was said before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ricordo.values import Scope

KEPT = 256
"""Messages that are remembered as seen: longer than any window that is replayed to a model today."""

RECENT = 40
"""Messages that a conversation's own history still shows to the model, as a rule."""

CALLERS = 16
"""Conversations kept apart in one session's state: inside a workflow one session serves all callers."""

_NO_CHANCE = 8
_STATE = "seen"


def digest(text: str) -> str:
    """A short digest of ``text``: enough to tell the messages of a conversation apart, too little to read."""
    return blake2b(text.encode(), digest_size=9).hexdigest()


@dataclass(frozen=True, slots=True)
class Ledger:
    """The marks of the last messages of a conversation, oldest first."""

    marks: tuple[str, ...] = ()

    def replayed(self, digests: Sequence[str]) -> int:
        """How many messages at the start of ``digests`` are a replay of what is here.

        Two and more in a row that were said in a row before are a replay. One alone is a retry if it was the last
        thing said, and something said once more if it was not: whoever answers "yes" twice means it twice.
        """
        known = [_digest_of(mark) for mark in self.marks]
        if not known:
            return 0
        # A transcript that reaches back further than what is kept here holds all of it; a short run may be chance.
        for start in range(len(digests) - len(known), 0, -1) if len(known) >= _NO_CHANCE else ():
            if list(digests[start : start + len(known)]) == known:
                return start + len(known)
        best = 0
        for start in range(len(known)):
            length = _common(known[start:], digests)
            if length > 1 or start + length == len(known):
                best = max(best, length)
        return best

    def marked(self, digests: Sequence[str]) -> list[str]:
        """Marks for new messages."""
        counts: dict[str, int] = {}
        for mark in self.marks:
            counts[_digest_of(mark)] = max(counts.get(_digest_of(mark), -1), int(mark.rpartition("-")[2]))
        marks: list[str] = []
        for each in digests:
            counts[each] = counts.get(each, -1) + 1
            marks.append(f"{each}-{counts[each]}")
        return marks

    def holds(self, wanted: str) -> bool:
        """Whether the message with this digest was among the last ones, those that a model still sees."""
        return any(_digest_of(mark) == wanted for mark in self.marks[-RECENT:])

    def followed_by(self, marks: Sequence[str]) -> Ledger:
        """The ledger after these messages."""
        return Ledger((*self.marks, *marks)[-KEPT:])


def is_kept(state: Mapping[str, Any], scope: Scope, conversation: str) -> bool:
    """Whether a session's state knows this conversation."""
    return _key(scope, conversation) in state.get(_STATE, {})


def read(state: Mapping[str, Any], scope: Scope, conversation: str) -> Ledger:
    """The ledger of a conversation in a session's state."""
    return Ledger(tuple(state.get(_STATE, {}).get(_key(scope, conversation), ())))


def write(state: dict[str, Any], scope: Scope, conversation: str, ledger: Ledger) -> None:
    """Keep a ledger in a session's state, as plain JSON; the one least recently written gives way."""
    seen: dict[str, list[str]] = dict(state.get(_STATE, {}))
    key = _key(scope, conversation)
    seen.pop(key, None)
    seen[key] = list(ledger.marks)
    for oldest in list(seen)[:-CALLERS]:
        del seen[oldest]
    state[_STATE] = seen


def _key(scope: Scope, conversation: str) -> str:
    return digest("\0".join([*(f"{part}={name}" for part, name in scope.parts.items()), conversation]))


def _digest_of(mark: str) -> str:
    return mark.rpartition("-")[0]


def _common(known: Sequence[str], incoming: Sequence[str]) -> int:
    length = 0
    for one, other in zip(known, incoming, strict=False):
        if one != other:
            break
        length += 1
    return length
