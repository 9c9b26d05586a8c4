"""Messages to the travel assistant with their commands: read the data.

    python training/turns_data.py

checks the form of all of `data/turns`, and prints how many messages there are. `TURNS.md` says how they are written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "src"))

from ricordo_travel.clerk.commands import VERBS  # noqa: E402 - the package is not installed where this runs

FOLDER = HERE / "data/turns"
SLOTS = frozenset(
    """place from on until nights people ages rooms max min with maybe drop not stars name time class direct oneway type
    automatic manual seats bags at cheaper other sort again shift longer shorter""".split()
)
_SEARCHES = frozenset({"find", "suggest", "pick", "change"})
HELD_OUT = 12
"""One situation of so many is held out."""
MANY, LONG = 3, 20
"""So many commands or words are much for a message."""


@dataclass(frozen=True)
class Turn:
    """A message in its situation, and its commands.

    Attributes:
        task: What is to be written, if it is not the commands: the name of another task that helps to read.
        number: The number of the situation, so that those of one situation stay together.
    """

    situation: str
    message: str
    program: str
    task: str = ""
    number: int = 0

    @property
    def is_held_out(self) -> bool:
        return self.number % HELD_OUT == HELD_OUT - 1

    @property
    def says_much(self) -> bool:
        return self.program.count(" ; ") >= MANY - 1 or len(self.message.split()) >= LONG


def read_turns(folder: Path) -> Iterator[Turn]:
    """Yield the turns of all files in a folder; raise `ValueError` for commands that are not in form."""
    number = 0
    for path in sorted(folder.glob("*.txt")):
        for paragraph in re.split(r"\n\s*\n", path.read_text("utf-8").strip()):
            number += 1
            lines = paragraph.splitlines()
            situation = "\n".join(line for line in lines if "\t" not in line)
            for line in lines:
                if "\t" in line:
                    message, program = line.split("\t")
                    if fault := find_fault(program):
                        raise ValueError(f"{path.name}: {fault}: {line[:120]}")
                    yield Turn(situation, message, program, number=number)


def draw(turns: Sequence[Turn], times: int) -> list[Turn]:
    """Return each turn so many times, and those that say much twice as often: they are few, and misread the most."""
    return [turn for turn in turns for _ in range(2 * times if turn.says_much else times)]


def find_fault(program: str) -> str:
    """Return what is wrong with the form of some commands, or an empty text."""
    for command in program.split(" ; "):
        head, *slots = command.split(" | ")
        verb = head.split(" ")[0]
        if verb not in VERBS:
            return f"no verb {verb!r}"
        names = [slot.split(" ")[0] for slot in slots]
        if verb in _SEARCHES and (unknown := set(names) - SLOTS):
            return f"no slot {sorted(unknown)}"
    return ""


def main() -> None:
    """Check the data."""
    for folder in (FOLDER, FOLDER / "checked"):
        turns = list(read_turns(folder))
        print(f"{folder.name}: {len(turns)} messages in {len({turn.situation for turn in turns})} situations")


if __name__ == "__main__":
    sys.exit(main())
