"""Answers to proposals that follow from messages with their commands: further data for the reader of answers.

    python training/turns_answers.py

prints how many there are, and some of them. A message whose commands say `yes` to what waits is a yes to it, also where
it says a lot more; every other one is none.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import datetime

from answered import Answered
from turns_data import FOLDER, Turn, read_turns

_WAITS = re.compile(r"^waits: (.+)$", re.MULTILINE)
_NUMBERED = re.compile(r"(?P<number>\d+) (?P<what>(?:flight|hotel|car) [^;]+);")
_FLIGHT = re.compile(
    r"flight (?P<number>\w+) (?P<way>\D+?) (?P<day>\d+ \w+) (?P<time>\d\d:\d\d) (?P<people>\d+) people"
    r"(?P<cabin> (?!with)\w[\w ]*?)? (?P<total>\$[\d,.]+)"
)
_HOTEL = re.compile(
    r"hotel (?P<name>.+?) (?P<first>\d+(?: [A-Z]\w+)?)(?: \d{4})? to (?P<last>\d+ [A-Z]\w+) (?P<people>\d+) people "
    r"(?P<rooms>\d+ .+?) (?P<total>\$[\d,.]+)"
)
_CAR = re.compile(
    r"car (?P<place>.+?) (?P<first>\d+(?: [A-Z]\w+)?)(?: \d{4})? to (?P<last>\d+ [A-Z]\w+) (?P<total>\$[\d,.]+)"
)
_ID = {"flight": "F-YG3D2SE", "hotel": "H-K7WQ2MZ", "car": "C-PL4T9XA"}
_ALL = frozenset("all both everything these them it that this".split())
_KINDS = {
    "flight": "flight",
    "flights": "flight",
    "return": "flight",
    "hotel": "hotel",
    "hotels": "hotel",
    "car": "car",
}
_YEAR = 2027


def read_answered() -> Iterator[Answered]:
    """Yield what the messages of `data/turns` do to what waits in their situations, where that is clear."""
    for turn in read_turns(FOLDER):
        if (waits := _WAITS.search(turn.situation)) and (answered := _read(turn, waits[1].split("; "))):
            yield answered


def _read(turn: Turn, things: list[str]) -> Answered | None:
    proposals = [_write_out(thing) for thing in things]
    waiting = tuple(proposal for proposal in proposals if proposal)
    if len(waiting) < len(things):
        return None
    names = [_name(turn, thing) for thing in things]
    fates = ["-"] * len(things)
    for command in turn.program.split(" ; "):
        head = command.split(" | ")[0]
        verb, *refs = head.lower().split(" ")
        if verb not in {"yes", "no", "ask"}:
            continue
        meant = _find_meant(refs, things, names)
        if meant is None and verb != "ask":
            return None
        for number in meant or ():
            if verb != "ask":
                fates[number] = verb[0]
            elif fates[number] == "y" and refs:
                fates[number] = "q"
    return Answered(waiting, turn.message, "".join(fates), turn.is_held_out)


def _find_meant(refs: list[str], things: list[str], names: list[set[str]]) -> list[int] | None:
    """Return which things are meant by the words after a verb, or None if a word means none of them."""
    if not refs or set(refs) <= _ALL:
        return list(range(len(things)))
    found: list[int] = []
    for ref in refs:
        meant = [number for number, own in enumerate(names) if ref in own]
        if not meant or (len(meant) > 1 and ref not in _KINDS):
            return None
        found += meant
    return found


def _name(turn: Turn, thing: str) -> set[str]:
    """Return the words that mean a thing: its letter, its number in the list, its kind and the parts of its name."""
    letter, _, rest = thing.partition(" ")
    what = rest.partition(" ")[2]
    kind = what.split(" ")[0]
    numbers = {each["number"] for each in _NUMBERED.finditer(turn.situation) if each["what"].startswith(what)}
    name = re.split(r" \d", what)[0].lower().split(" ")[1:]
    return {letter, *numbers, *name, *(word for word, own in _KINDS.items() if own == kind)}


def _write_out(thing: str) -> str | None:
    """Return what waits in the form that the assistant proposes it."""
    _, verb, what = thing.split(" ", 2)
    kind = what.split(" ")[0]
    if match := _FLIGHT.match(what):
        origin, _, goal = match["way"].partition(" to ")
        people = int(match["people"])
        row = (
            f"flight {match['number']} from {origin} to {goal}, {match['day']} {_YEAR} at {match['time']}, {people} "
            f"passenger{'s' * (people > 1)} in{match['cabin'] or ' economy'}, {match['total']} in all"
        )
    elif match := _HOTEL.match(what):
        people = int(match["people"])
        row = (
            f"{match['name']}, {match['rooms']}, {_tell_days(match, 'night')}, {people} "
            f"guest{'s' * (people > 1)}, {match['total']} in all"
        )
    elif match := _CAR.match(what):
        place = match["place"].replace(" ", " car at ", 1)
        row = f"{place}, {_tell_days(match, 'day')}, {match['total']} in all"
    else:
        return None
    before = {"book": "book ", "change": f"change {_ID[kind]} to ", "cancel": f"cancel {_ID[kind]}, "}.get(verb)
    return f"{before}{row}" if before else None


def _tell_days(match: re.Match[str], unit: str) -> str:
    first, last = match["first"], match["last"]
    begins, ends = (
        datetime.strptime(f"{day} {_YEAR}", "%d %B %Y")  # noqa: DTZ007 - days of a calendar
        for day in (first if " " in first else f"{first} {last.split()[1]}", last)
    )
    count = (ends - begins).days % 365
    return f"{first} to {last} {_YEAR} ({count} {unit}{'s' * (count > 1)})"


def main() -> None:
    """Print how many there are, and some."""
    answers = list(read_answered())
    fates = "".join(each.fates for each in answers)
    print(len(answers), {fate: fates.count(fate) for fate in sorted(set(fates))})
    for each in random.Random(0).sample(answers, 12):
        print(*(f"> {line}" for line in each.waiting), f"{each.fates}\t{each.answer}", "", sep="\n")


if __name__ == "__main__":
    main()
