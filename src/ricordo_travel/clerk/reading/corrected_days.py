"""Days that a message puts right: "from the 18th. Sorry, the 19th", "not the 4th, the 6th", "no wait, the 14th"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.weekdays import MONTH

_LEAD = (
    r"(?:(?:no+|nope|wait|sorry|oops|actually|rather|i mean|i meant|i should say|make (?:that|it)|correction|"
    r"scratch that|hang on|oh|ah|hm+|um|that's|it's|let's say|better)[ ,.!:;–-]{1,3}){1,4}"
)
_BEFORE = r"(?:(?:from|on|until|till|back on|back|to)? ?(?:the )?)"
_ORDINAL = r"(?:st|nd|rd|th)"
_OF_MONTH = rf"(?: (?:of )?{MONTH})?"
_CORRECTED = (
    re.compile(
        rf"\b(?P<wrong>\d{{1,2}}){_ORDINAL}?{_OF_MONTH}[ ,.;:!–-]{{1,3}}{_LEAD}{_BEFORE}"
        rf"(?P<right>\d{{1,2}}(?:{_ORDINAL}\b|(?= (?:of )?{MONTH}\b)))(?! ?(?:to|-|–|until|till) ?)"
    ),
    re.compile(
        rf"\bnot {_BEFORE}(?P<wrong>\d{{1,2}}){_ORDINAL}{_OF_MONTH},? (?:but |it's |i mean |rather )?{_BEFORE}"
        rf"(?P<right>\d{{1,2}}{_ORDINAL})\b"
    ),
    re.compile(
        rf"\b(?P<right>\d{{1,2}}{_ORDINAL}){_OF_MONTH},? (?:and )?not {_BEFORE}(?P<wrong>\d{{1,2}}){_ORDINAL}\b"
    ),
)
"""A day, and the one that somebody means instead of it."""
_BARE = re.compile(
    rf"{_LEAD}(?:until |till |on )?(?:the )?(?P<day>\d{{1,2}}){_ORDINAL}{_OF_MONTH}"
    r"(?: (?:instead|i mean|i meant|sorry|please|pls|then)){0,2}[.!]{0,3}"
)
_CHOICE = re.compile(r"\b(?P<number>1st|2nd|3rd|first|second|third) (?:option|one|flight|choice)\b")
_NUMBERS = {"1st": "1", "first": "1", "2nd": "2", "second": "2", "3rd": "3", "third": "3"}


def put_days_right(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands on the days that a text in lower case means, and not on those that it takes back."""
    found = [match for pattern in _CORRECTED for match in pattern.finditer(text)]
    days = {match["wrong"]: match["right"] for match in found if match["wrong"] != _find_day(match["right"])}
    if not days:
        return list(commands)
    day = [*days.values()][-1]
    return _join_choice(day, [_choose_for_day(text, day, _replace_days(days, each)) for each in commands])


def _join_choice(day: str, commands: Sequence[Command]) -> list[Command]:
    """Return the only choice of some commands for the day that a search beside it has: "the second, but on the 6th"."""
    picks = [each for each in commands if each.verb == "pick" and not each.slots]
    searches = [each for each in commands if each.verb == "find" and [name for name, _ in each.slots] == ["on"]]
    if len(picks) != 1 or len(searches) != 1 or _find_day(searches[0].value("on") or "") != _find_day(day):
        return list(commands)
    chosen = replace(picks[0], slots=searches[0].slots)
    return [chosen if each is picks[0] else each for each in commands if each is not searches[0]]


def _replace_days(days: dict[str, str], command: Command) -> Command:
    """Return a command with days in the place of others."""
    slots = list(command.slots)
    for at, (name, value) in enumerate(slots):
        day = _find_day(value) if name in {"on", "until"} else ""
        if day in map(_find_day, days.values()):
            return command
        slots[at] = (name, re.sub(rf"\b{day}{_ORDINAL}?\b", days[day], value, count=1) if day in days else value)
    return replace(command, slots=tuple(slots))


def _find_day(value: str) -> str:
    match = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", value)
    return match[1] if match else ""


def _choose_for_day(text: str, day: str, command: Command) -> Command:
    """Return a search on "the 2nd" as the choice that a text means by it, for the day that is put right."""
    choice = _CHOICE.search(text)
    is_taken = choice is not None and _find_day(command.value("on") or "") == _NUMBERS[choice["number"]]
    if choice is None or not is_taken or command.verb != "find":
        return command
    return Command("pick", (_NUMBERS[choice["number"]],), (("on", f"the {day}"),))


def mean_last_day(before: Sequence[Command], text: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return commands of a text that only puts a day right, for the last day that the message before it named."""
    match = _BARE.fullmatch(text)
    named = [each for each in before if each.verb == "find" and each.has("on") and each.has("until")]
    searches = [each for each in commands if each.verb in {"find", "suggest"}]
    if match is None or not named or len(searches) != 1 or searches[0].subject == "return":
        return tuple(commands)
    first, last = (_find_day(named[-1].value(name) or "") for name in ("on", "until"))
    is_end = not (first and last) or not int(first) < int(last) or int(first) < int(match["day"])
    if not is_end or not searches[0].has("on") or searches[0].has("until"):
        return tuple(commands)
    slots = tuple(("until" if name == "on" else name, value) for name, value in searches[0].slots)
    moved = replace(searches[0], verb="find", refs=named[-1].refs, slots=slots)
    return tuple(moved if each is searches[0] else each for each in commands)
