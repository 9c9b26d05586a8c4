"""Read what a trip may cost, and no budget from a price that is above it: "2,198 is more than our budget"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.values.money import Money
from ricordo_travel.dialogue.values.numbers import parse_numbers

_TOO_HIGH = re.compile(
    r"(?<![\d.,])[$€£]?(?P<amount>\d[\d,]{0,9})\b(?:(?!\b(?:not|nothing|never|no)\b)(?:[^.,;!?\d]|\.(?=\d))){0,60}?"
    r"\b(?:(?:more|higher|dearer) than|over|above|beyond|out of|outside|exceeds?|breaks?|blows?|bursts?) "
    r"(?:what )?(?:our|my|the) (?:\w+ )?(?:budget|limit|maximum|max)\b"
)
_NO_LIMIT = re.compile(
    r"\b(?:no|without (?:an?|any)|ignore the|drop the|lift the|forget the|never mind the) (?:price |budget |money )?"
    r"(?:limit|maximum|max|cap)\b(?! (?:for|on) the (?!price|budget))(?!\?)|"
    r"\b(?:price|money|cost|budget) (?:is not|isn'?t|does ?n'?t|does not|is no|no) (?:an? )?"
    r"(?:matter|object|issue|problem)\b|"
    r"\bno limit (?:on|to) (?:the )?(?:price|budget|cost)\b"
)
_OF_PRICE = re.compile(r"\b(?:cheap\w*|price|limit|budget|max\w*)\b")


def list_too_high(text: str) -> set[float]:
    """Return the amounts that a text in lower case says to be more than the budget."""
    return {number for match in _TOO_HIGH.finditer(text) for number in parse_numbers(match["amount"])}


def drop_limit(text: str, command: Command) -> Command:
    """Return a search or a wish for ideas that gives its limit up, if a text in lower case does: "no price limit"."""
    if command.verb not in {"find", "suggest"} or command.has("max") or not _NO_LIMIT.search(text):
        return command
    slots = [slot for slot in command.slots if slot[0] not in {"with", "drop"} or not _OF_PRICE.search(slot[1])]
    return replace(command, slots=(*slots, ("drop", "price limit")))


def find_named_budget(commands: Sequence[Command]) -> Money | None:
    """Return the amount that the last of some commands holds a sum against, or wants flights and rooms for."""
    whole = [
        each
        for each in commands
        if each.verb == "total"
        or (
            {"flight", "hotel"} <= {*each.subject.split("+")}
            and (each.value("max") or "").endswith(("all", "everything"))
        )
    ]
    amounts = [amount for each in whole if (amount := read_amount(each))]
    return Money(amounts[-1]) if amounts else None


def read_amount(command: Command) -> int | None:
    """Return the amount that a command compares a sum with."""
    numbers = parse_numbers((command.value("max") or "").replace("$", ""))
    return int(numbers[0]) if numbers else None
