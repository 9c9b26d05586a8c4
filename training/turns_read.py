"""Measure the bundled reader of turns, in 8 bits, on the messages for checking.

    PYTHONPATH=src python training/turns_read.py

prints how many are read right, all slots included, of all and of those that it is sure of, and the seconds for each.
"""

from __future__ import annotations

import time

import numpy as np
from turns_data import FOLDER, read_turns

from ricordo_travel.clerk.reading.reader import write_program

_SURE = 0.9
"""How likely the least likely piece of a program is that the reader is sure of."""


def main() -> None:
    """Measure."""
    turns = list(read_turns(FOLDER / "checked"))
    began = time.time()
    told = [write_program(turn.situation, turn.message) for turn in turns]
    took = (time.time() - began) / len(turns)
    right = np.array(
        [_normalise(each.text) == _normalise(turn.program) for turn, each in zip(turns, told, strict=True)]
    )
    sure = np.array([min(each.chances, default=0) >= _SURE for each in told])
    print(f"{right.mean():.3f} of {len(turns)} right, {took:.2f} s each")
    print(f"{right[sure].mean():.3f} of the {sure.sum()} that it is sure of, {right[~sure].mean():.3f} of the others")


def _normalise(program: str) -> list[tuple[str, ...]]:
    """Return the commands of a program, their slots in any order."""
    parts = [command.split(" | ") for command in program.lower().split(" ; ")]
    return [(head, *sorted(slots)) for head, *slots in parts]


if __name__ == "__main__":
    main()
