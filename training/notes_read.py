"""Measure the bundled reader on the messages beside notes that are for checking only.

PYTHONPATH=src python training/notes_read.py [--misses]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from notes_data import TASK, read_checked_notes

from ricordo_travel.clerk.reading.reader import write_program


def main() -> None:
    """Print how many messages are read exactly, and how many but for the words of the notes."""
    turns = list(read_checked_notes())
    pairs = [
        (turn, _split(turn.program), _split(write_program(turn.situation, turn.message, TASK).text)) for turn in turns
    ]
    exact = sum(one == other for _, one, other in pairs)
    heads = sum(_heads(one) == _heads(other) for _, one, other in pairs)
    print(f"{len(pairs)} messages: {exact / len(pairs):.3f} exactly, {heads / len(pairs):.3f} but for words and slots")
    for turn, one, other in pairs if "--misses" in sys.argv else ():
        if one != other:
            print(f"\n{turn.situation}\n>> {turn.message}\nwanted:  {' ; '.join(one)}\nwritten: {' ; '.join(other)}")


def _split(program: str) -> list[str]:
    """Return the edits of a program, in small letters and with marks set apart."""
    plain = re.sub(r"\s+", " ", re.sub(r"([^\w\s])", r" \1 ", program.lower())).strip()
    return [edit.strip() for edit in plain.split(" ; ")]


def _heads(edits: Sequence[str]) -> list[str]:
    return sorted(edit.split(" | ")[0] for edit in edits)


if __name__ == "__main__":
    main()
