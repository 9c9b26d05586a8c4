"""Measure the bundled reader of turns, in 8 bits, on the messages for checking.

    PYTHONPATH=src python training/turns_read.py

prints how many are read right, all slots included, and the seconds for each.
"""

from __future__ import annotations

import time

import numpy as np
from turns_data import FOLDER, read_turns

from ricordo_travel.clerk.reader import write_program


def main() -> None:
    """Measure."""
    turns = list(read_turns(FOLDER / "checked"))
    began = time.time()
    told = [write_program(turn.situation, turn.message).text for turn in turns]
    right = [_normalise(program) == _normalise(turn.program) for turn, program in zip(turns, told, strict=True)]
    print(f"{np.mean(right):.3f} of {len(turns)} right, {(time.time() - began) / len(turns):.2f} s each")


def _normalise(program: str) -> list[tuple[str, ...]]:
    """Return the commands of a program, their slots in any order."""
    parts = [command.split(" | ") for command in program.lower().split(" ; ")]
    return [(head, *sorted(slots)) for head, *slots in parts]


if __name__ == "__main__":
    main()
