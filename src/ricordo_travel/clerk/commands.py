"""The commands in which the reader writes down what a message asks for.

A program is a line such as `yes a ; find hotel | place Rome | with pool`: commands, each with a verb, what it is about,
and slots.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ricordo_travel.hotels.catalog import hotels

VERBS = frozenset(
    """find suggest pick yes no wait cancel change whatif keep undo ask which compare place total bookings tell recall
    forget correct about again hello thanks bye chat offtopic""".split()
)
_ALONE = re.compile(r"\d{1,2}|[a-z]|[a-z]{2}\d{3,4}(?:@[\d-]+)?|\d{1,2}:\d\d|all|both|these|everything")
_LINKS = frozenset({"and", "the", "or", "+", ",", "with"})
_RANKS = frozenset(
    """cheapest cheaper best earliest earlier latest later fastest shortest nearest closest biggest smallest morning
    evening afternoon first second third last other""".split()
)
_THINGS = frozenset({"flight", "flights", "return", "hotel", "hotels", "car", "cars", "trip", "room"})
KINDS = ("flight", "return", "hotel", "car")
MAX_SAID = 800
"""Letters of a message that its commands are held against; the reader reads no more of it."""
_KIND_NAMES = {
    "flights": "flight", "returns": "return", "hotels": "hotel", "room": "hotel", "rooms": "hotel", "cars": "car",
}  # fmt: skip
_OF_CARS = frozenset(("type", name) for name in ("compact", "midsize", "suv", "van", "convertible", "electric"))
_SPLIT_NUMBER = re.compile(r"(?<=\d), (?=\d{3}\b)")
"""Where the reader takes a number apart: "$2, 000"."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that a message asks for.

    Attributes:
        verb: What to do, one of `VERBS`.
        refs: What it is about: numbers, letters or names of things, kinds, or a place.
        slots: More about it, each a name and a value that may be empty.
    """

    verb: str
    refs: tuple[str, ...] = ()
    slots: tuple[tuple[str, str], ...] = ()

    @property
    def subject(self) -> str:
        """The references as one text."""
        return " ".join(self.refs)

    @property
    def text(self) -> str:
        """The free text of a command that has one: a fact, a statement or a topic."""
        return " ".join(" ".join(part for part in slot if part) for slot in self.slots[:1])

    def values(self, name: str) -> list[str]:
        """Return the values of a slot."""
        return [value for slot, value in self.slots if slot == name]

    def value(self, name: str) -> str | None:
        """Return the value of a slot, empty if it has none, or None if the command lacks the slot."""
        return next(iter(self.values(name)), None)

    def has(self, *names: str) -> bool:
        """Return whether the command has one of some slots."""
        return any(slot in names for slot, _ in self.slots)


def parse_commands(program: str) -> list[Command]:
    """Return the commands of a program, each once. Those with an unknown verb are left out."""
    commands = dict.fromkeys(_parse(part) for part in _SPLIT_NUMBER.sub(",", program).split(" ; "))
    return [command for command in commands if command.verb in VERBS]


def split_refs(refs: Iterable[str]) -> list[str]:
    """Return what references mean one by one: "1 3 cheapest return Orchard Guesthouse" are four things.

    A number, a letter, a flight number and a time are a thing by themselves. A rank, a kind or the first word of a
    hotel's name begins one, and the words after it belong to it.
    """
    groups: list[list[str]] = []
    for ref in refs:
        word = ref.lower()
        if word in _LINKS:
            continue
        begins = word in _RANKS or word in _hotel_words() or (word in _THINGS and not _is_rank(groups))
        if _ALONE.fullmatch(word) or begins or not groups or _ALONE.fullmatch(groups[-1][0].lower()):
            groups.append([ref])
        else:
            groups[-1].append(ref)
    return [" ".join(group) for group in groups]


def _is_rank(groups: list[list[str]]) -> bool:
    """Return whether the last group is only a rank, so that a kind belongs to it: "cheapest flight"."""
    return bool(groups) and all(word.lower() in _RANKS for word in groups[-1])


@cache
def _hotel_words() -> frozenset[str]:
    return frozenset(hotel.name.split()[0].lower() for hotel in hotels().values())


def _parse(part: str) -> Command:
    head, *slots = (piece.strip() for piece in part.split(" | "))
    verb, *refs = head.split() or [""]
    pairs = tuple(dict.fromkeys((name, value.strip()) for name, _, value in (slot.partition(" ") for slot in slots)))
    pairs = tuple(pair for pair in pairs if pair[0])
    return Command(verb, _settle_kind(refs, pairs) if verb == "find" else _name_once(refs), pairs)


def _name_once(refs: list[str]) -> tuple[str, ...]:
    """Return references without the marks that were named before: "1 2 2"."""
    return tuple(ref for place, ref in enumerate(refs) if ref not in refs[:place] or not _ALONE.fullmatch(ref))


def _settle_kind(refs: list[str], slots: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return what a search is for by its usual name; with a class or a gearbox it is for a car."""
    kinds = "+".join(_KIND_NAMES.get(name, name) for name in "+".join(refs).split("+"))
    is_car = any(slot in _OF_CARS or slot[0] in {"automatic", "manual", "seats", "bags"} for slot in slots)
    return ("car",) if kinds == "hotel" and is_car else (kinds,) if kinds else ()
