"""The messages of a conversation that were seen before, so that a replay stores nothing twice.

Agents are given transcripts again and again: whole, cut to a window, edited half-way, or the last question alone after
a failure. Messages rarely have ids. So a session's state keeps the marks of the last messages in order, and incoming
messages are compared with them. A mark is a digest of the text and the number of times it was said before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ricordo.values import Scope

MAX_MARKS = 256
"""Messages that are remembered as seen: longer than any window that is replayed to a model today."""

RECENT_MESSAGES = 40
"""Messages that a conversation's own history still shows to the model, as a rule."""

MAX_CONVERSATIONS = 16
"""Conversations kept apart in one session's state: inside a workflow one session serves all callers."""

_MIN_OVERLAP = 8
_STATE_KEY = "seen"


def digest(text: str) -> str:
    """Return a short digest of `text`: enough to tell the messages of a conversation apart, too little to read."""
    return blake2b(text.encode(), digest_size=9).hexdigest()


@dataclass(frozen=True, slots=True)
class SeenMessages:
    """The marks of the last messages of a conversation, oldest first."""

    marks: tuple[str, ...] = ()

    def count_replayed(self, digests: Sequence[str]) -> int:
        """Return how many messages at the start of `digests` are a replay.

        Two and more in a row that were said in a row before are a replay. One alone is a retry if it was the last
        thing said, and something said once more if it was not: whoever answers "yes" twice means it twice.
        """
        known = [_digest_of(mark) for mark in self.marks]
        if not known:
            return 0
        # A transcript that reaches further back than the marks holds all of them; a short overlap may be chance.
        for start in range(len(digests) - len(known), 0, -1) if len(known) >= _MIN_OVERLAP else ():
            if list(digests[start : start + len(known)]) == known:
                return start + len(known)
        best = 0
        for start in range(len(known)):
            length = _common_length(known[start:], digests)
            if length > 1 or start + length == len(known):
                best = max(best, length)
        return best

    def make_marks(self, digests: Sequence[str]) -> list[str]:
        """Return the marks of new messages."""
        counts: dict[str, int] = {}
        for mark in self.marks:
            counts[_digest_of(mark)] = max(counts.get(_digest_of(mark), -1), int(mark.rpartition("-")[2]))
        marks: list[str] = []
        for each in digests:
            counts[each] = counts.get(each, -1) + 1
            marks.append(f"{each}-{counts[each]}")
        return marks

    @property
    def recent_digests(self) -> frozenset[str]:
        """The digests of the last messages, which a model still sees."""
        return frozenset(map(_digest_of, self.marks[-RECENT_MESSAGES:]))

    def append_marks(self, marks: Sequence[str]) -> SeenMessages:
        """Return the seen messages with these marks at the end."""
        return SeenMessages((*self.marks, *marks)[-MAX_MARKS:])


def is_tracked(state: Mapping[str, Any], scope: Scope, conversation: str) -> bool:
    """Return whether a session's state has the marks of this conversation."""
    return conversation_key(scope, conversation) in state.get(_STATE_KEY, {})


def load(state: Mapping[str, Any], scope: Scope, conversation: str) -> SeenMessages:
    """Load the seen messages of a conversation from a session's state."""
    return SeenMessages(tuple(state.get(_STATE_KEY, {}).get(conversation_key(scope, conversation), ())))


def save(state: dict[str, Any], scope: Scope, conversation: str, messages: SeenMessages) -> None:
    """Save seen messages in a session's state, as plain JSON. The conversation least recently saved is dropped."""
    save_entry(state, _STATE_KEY, conversation_key(scope, conversation), list(messages.marks))


def save_entry(state: dict[str, Any], key: str, conversation: str, value: object) -> None:
    """Save a value for a conversation under a key of the state, and drop the conversation least recently saved."""
    others = {name: other for name, other in state.get(key, {}).items() if name != conversation}
    state[key] = dict([*others.items(), (conversation, value)][-MAX_CONVERSATIONS:])


def conversation_key(scope: Scope, conversation: str) -> str:
    """Return a digest that names a conversation in a session's state."""
    return digest("\0".join([*(f"{part}={name}" for part, name in scope.parts.items()), conversation]))


def _digest_of(mark: str) -> str:
    return mark.rpartition("-")[0]


def _common_length(known: Sequence[str], incoming: Sequence[str]) -> int:
    length = 0
    for one, other in zip(known, incoming, strict=False):
        if one != other:
            break
        length += 1
    return length
