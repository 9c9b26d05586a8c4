"""The results of reviewing a memory, and a memory's history."""

from __future__ import annotations

from dataclasses import dataclass

from ricordo.values.memory import Memory


@dataclass(frozen=True, slots=True)
class Review:
    """The result of ``confirm``, ``reject`` or ``correct``.

    Attributes:
        memory: The memory as it now stands.
        undo: The text to give to ``undo`` to take the review back. It holds ids and states, and no content. None if
            nothing was changed, or if the change cannot be taken back.
    """

    memory: Memory
    undo: str | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A memory with those it replaced, oldest first, and those that replaced it, in order."""

    before: tuple[Memory, ...]
    memory: Memory
    after: tuple[Memory, ...]
