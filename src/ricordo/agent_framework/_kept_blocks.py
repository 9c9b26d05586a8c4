"""The blocks of a session, for providers that recall once and then add only what is new.

A session's state holds no text: of each block it keeps the ids of the hits, the digests of the lines, and a digest of
the message that it stands before. The hits are read again at each run. What was forgotten meanwhile is gone, and what
no longer holds is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ricordo.agent_framework._seen import digest, save_entry
from ricordo.values import Hit

_STATE_KEY = "blocks"


@dataclass(slots=True)
class KeptBlock:
    """A block of a session.

    Attributes:
        ids: The ids of the turns and memories in it.
        lines: Digests of its lines, such as the fields of a profile.
        before: A digest of the message that it stands before; empty until it was sent.
        is_new: Whether it was made in the present run.
    """

    ids: list[str]
    lines: list[str]
    before: str = ""
    is_new: bool = False

    def select_hits(self, hits: Sequence[Hit]) -> list[Hit]:
        """Return the hits of this block, in the order in which they were found. Two scopes may use the same id."""
        places = {id: place for place, id in enumerate(self.ids)}
        return sorted((hit for hit in hits if hit.id in places), key=lambda hit: places[hit.id])

    def select_lines(self, lines: Sequence[str]) -> list[str]:
        """Return the lines of this block that are still the same."""
        return [line for line in lines if digest(line) in self.lines]


@dataclass(frozen=True, slots=True)
class KeptBlocks:
    """The blocks of one conversation in a session's state, oldest first."""

    state: dict[str, Any]
    conversation: str
    blocks: list[KeptBlock] = field(default_factory=list[KeptBlock])

    @classmethod
    def load(cls, state: dict[str, Any], conversation: str) -> KeptBlocks:
        """Load the blocks that were sent."""
        rows: list[dict[str, Any]] = state.get(_STATE_KEY, {}).get(conversation, [])
        return cls(state, conversation, [KeptBlock(**row) for row in rows])

    def save(self) -> None:
        """Save the blocks that were sent, as plain JSON. The conversation least recently saved is dropped."""
        rows = [{"ids": b.ids, "lines": b.lines, "before": b.before} for b in self.blocks if b.before]
        save_entry(self.state, _STATE_KEY, self.conversation, rows)

    def add_new(self, lines: Sequence[str], hits: Sequence[Hit]) -> None:
        """Add a block of the lines and hits that no other block has, if there are any."""
        known_ids = {id for block in self.blocks for id in block.ids}
        known_lines = {line for block in self.blocks for line in block.lines}
        ids = [hit.id for hit in hits if hit.id not in known_ids]
        new = [each for each in map(digest, lines) if each not in known_lines]
        if ids or new:
            self.blocks.append(KeptBlock(ids, new, is_new=True))
