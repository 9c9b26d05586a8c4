"""Describe to the reader of notes where it is: what was said before, and the notes, in few words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.values.keywords import keywords

MAX_NOTES = 20
"""Notes that a message is read beside; of more, those that share words with it or were made last."""
_MAX_SAID, _MAX_REPLY, _MAX_NOTE = 40, 60, 24
_OF_NOTES = re.compile(r"[“”]|\b(?:told me|remember|noted|erased)\b|^- ")


def choose_notes(notes: Sequence[str], *texts: str) -> list[int]:
    """Return the places of the notes to read a message beside, in order."""
    if len(notes) <= MAX_NOTES:
        return list(range(len(notes)))
    said = set[str]().union(*map(keywords, texts))
    shared = [len(keywords(note) & said) for note in notes]
    nearest = sorted(range(len(notes)), key=lambda place: (shared[place], place), reverse=True)
    return sorted(nearest[:MAX_NOTES])


def describe_notes(said: str, reply: str, notes: Sequence[str]) -> str:
    """Return the situation of a message: the one before it, the reply to that, and the notes with their numbers."""
    lines = [f"said: {_shorten(said, _MAX_SAID)}"] if said.strip() else []
    lines += [f"reply: {_shorten(_choose_lines(reply), _MAX_REPLY)}"] if reply.strip() else []
    known = "; ".join(f"{number} {_shorten(note.replace(';', ','), _MAX_NOTE)}" for number, note in enumerate(notes, 1))
    return "\n".join([*lines, f"notes: {known or 'none'}"])


def _choose_lines(reply: str) -> str:
    """Return a reply in one line: all of it if it is short, else those about notes and the last one."""
    lines = [line.strip() for line in reply.splitlines() if line.strip()]
    if sum(len(line.split()) for line in lines) <= _MAX_REPLY:
        return " ".join(lines)
    of_notes = [line for line in lines if _OF_NOTES.search(line)]
    kept = of_notes or lines[:2]
    return " ".join([*kept, *(lines[-1:] if lines[-1] not in kept else [])])


def _shorten(text: str, most: int) -> str:
    return " ".join(text.split()[:most])
