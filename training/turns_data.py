"""Messages to the travel assistant with their commands: read the data, and vary it.

    python training/turns_data.py

checks the form of all of `data/turns`, and prints how many messages there are. `TURNS.md` says how they are written.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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

UNSERVED = (
    "Amsterdam Austin Bilbao Bologna Bordeaux Boston Bristol Brussels Budapest Cairo Catania Chicago Cologne "
    "Copenhagen Cork Denver Dubai Florence Frankfurt Galway Geneva Glasgow Graz Hamburg Helsinki Istanbul Krakow "
    "Leeds Lyon Madrid Malaga Malta Manchester Marseille Milan Montreal Munich Naples Nice Palermo Prague Riga "
    "Santorini Seattle Seville Split Stockholm Stuttgart Tallinn Toronto Turin Valencia Venice Vienna Warsaw Zagreb "
    "Zurich"
).split()
MONTHS = "January February March April June July August September October November December".split()
"""The months but May, which is a word."""


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


class Varier:
    """Varies turns: other places, hotels and months, and other typing."""

    def __init__(self, places: Sequence[str], hotels: Sequence[str]) -> None:
        self._swaps = [(list(places), 0.5), (UNSERVED, 0.3), (list(hotels), 0.5)]

    def vary(self, turn: Turn, chance: random.Random) -> Turn:
        """Return a turn as somebody else might have it. The names in its commands change with those in its texts."""
        texts = [turn.situation, turn.message, turn.program]
        for names, share in self._swaps:
            if chance.random() < share:
                texts = _swap_some(texts, names, chance)
        if chance.random() < 0.3:
            shift = chance.randrange(1, len(MONTHS))
            texts = _swap(texts, dict(zip(MONTHS, MONTHS[shift:] + MONTHS[:shift], strict=True)))
        situation, message, program = texts
        if chance.random() < 0.1:
            situation = re.sub(r"\nearlier: .*", "", situation)
        return replace(turn, situation=situation, message=_retype(message, chance), program=program)


def _swap_some(texts: list[str], names: Sequence[str], chance: random.Random) -> list[str]:
    said = "\n".join(texts).lower()
    present = [name for name in names if name.lower() in said]
    others = [name for name in names if name not in present]
    if not present or len(others) < len(present):
        return texts
    return _swap(texts, dict(zip(present, chance.sample(others, len(present)), strict=True)))


def _swap(texts: list[str], names: dict[str, str]) -> list[str]:
    table = names | {old.lower(): new.lower() for old, new in names.items()}
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(table, key=len, reverse=True))) + r")\b")
    return [pattern.sub(lambda match: table[match[0]], text) for text in texts]


def _retype(message: str, chance: random.Random) -> str:
    style = chance.random()
    if style < 0.2:
        message = re.sub(r"[.,!?']+(?=\s|$)", "", message) or message
    elif style < 0.4:
        message = message.lower()
    return _mistype(message, chance) if chance.random() < 0.12 else message


def _mistype(text: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(text) - 2) if len(text) > 9 else 0
    if not at or not text[at : at + 2].isalpha():
        return text
    one, other = text[at : at + 2]
    return text[:at] + chance.choice((other + one, other, one + one + other)) + text[at + 2 :]


def main() -> None:
    """Check the data."""
    for folder in (FOLDER, FOLDER / "checked"):
        turns = list(read_turns(folder))
        print(f"{folder.name}: {len(turns)} messages in {len({turn.situation for turn in turns})} situations")


if __name__ == "__main__":
    sys.exit(main())
