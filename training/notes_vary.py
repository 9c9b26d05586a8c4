"""Vary messages beside notes: the notes in another order, some fewer or more, and other first names."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from notes_data import TASK, list_notes
from turns_data import HERE, Turn

NAMES = HERE.parent / "src/ricordo_travel/dialogue/names.txt"
_NOTES = re.compile(r"^notes: (?P<notes>.+)$", re.MULTILINE)
_BY_ITS_ORDER = re.compile(
    r"\b(?:one|two|three|first|1st|second|2nd|third|3rd|last|latest|newest|top|former|latter|next|above|bottom|line|[1-9]\.?)\b",
    re.IGNORECASE,
)
_OF_ALL = re.compile(r"\b(?:show|erase all|wrong)\b")
_WORD = re.compile(r"[a-z]{4,}")
_NAME = re.compile(r"\b[A-Z][a-z]{2,11}\b")
_MAX_MORE = 5


class NoteVarier:
    """Varies messages beside notes; leaves all other messages as they are."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._pool = sorted({note for turn in turns for note in list_notes(turn.situation)})
        self._names = [name.capitalize() for name in NAMES.read_text("utf-8").split() if len(name) > 2]
        self._known = frozenset(self._names)

    def vary(self, turn: Turn, chance: random.Random) -> Turn:
        """Return a message as somebody else might have it. What its edits name changes with its texts."""
        if turn.task != TASK:
            return turn
        turn = self._relist(turn, chance)
        return self._rename(turn, chance) if chance.random() < 0.6 else turn

    def _relist(self, turn: Turn, chance: random.Random) -> Turn:
        """Return a message with its notes in another order, without some that it does not mean, or with others."""
        notes = list_notes(turn.situation)
        meant = _list_numbers(turn.program)
        numbered = list(enumerate(notes, 1))
        if not _OF_ALL.search(turn.program):
            if chance.random() < 0.3:
                share = chance.random()
                numbered = [each for each in numbered if each[0] in meant or chance.random() < share]
            if chance.random() < 0.4:
                numbered += [(0, note) for note in self._draw_strange(turn, chance)]
        if not _BY_ITS_ORDER.search(turn.message) and chance.random() < 0.6:
            chance.shuffle(numbered)
        if [each for each, _ in numbered] == list(range(1, len(notes) + 1)):
            return turn
        numbers = {old: new for new, (old, _) in enumerate(numbered, 1) if old}
        shown = "; ".join(f"{new} {note}" for new, (_, note) in enumerate(numbered, 1)) or "none"
        situation = _NOTES.sub(lambda _: f"notes: {shown}", turn.situation)
        return replace(turn, situation=situation, program=_renumber(turn.program, numbers))

    def _draw_strange(self, turn: Turn, chance: random.Random) -> list[str]:
        """Return some notes of other people that share no word with a message."""
        said = set(_WORD.findall(f"{turn.situation} {turn.message} {turn.program}".lower()))
        drawn = chance.sample(self._pool, min(len(self._pool), 3 * _MAX_MORE))
        strange = [note for note in drawn if not set(_WORD.findall(note.lower())) & said]
        return strange[: chance.randint(1, _MAX_MORE)]

    def _rename(self, turn: Turn, chance: random.Random) -> Turn:
        texts = f"{turn.situation}\n{turn.program}"
        present = sorted({name for name in _NAME.findall(texts) if name in self._known})
        others = chance.sample(self._names, len(present))
        table = {old: new for old, new in zip(present, others, strict=True) if new not in present}
        table |= {old.lower(): new.lower() for old, new in table.items()}
        if not table:
            return turn
        pattern = re.compile(r"\b(?:" + "|".join(sorted(table, key=len, reverse=True)) + r")\b")
        changed = (
            pattern.sub(lambda match: table[match[0]], each) for each in (turn.situation, turn.message, turn.program)
        )
        situation, message, program = changed
        return replace(turn, situation=situation, message=message, program=program)


def _list_numbers(program: str) -> set[int]:
    return {int(each) for edit in program.split(" ; ") for each in re.findall(r"\b\d+\b", edit.split(" | ")[0])}


def _renumber(program: str, numbers: dict[int, int]) -> str:
    edits: list[str] = []
    for edit in program.split(" ; "):
        head, *rest = edit.split(" | ")
        words = [each for each in head.split(" ") if not each.isdigit()]
        new = sorted(numbers[int(each)] for each in head.split(" ") if each.isdigit())
        edits.append(" | ".join([" ".join([*words, *map(str, new)]), *rest]))
    return " ; ".join(edits)
