"""Set right totals, changes and terms that were read otherwise than a message says them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.changing.wanted import DAYS
from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count

_SUM = re.compile(
    r"[$€£]|\b(?:total\w*|sum|costs?|pric\w+|together|altogether|much|pay\w*|add\w*|all in|budget|dollars?|euros?|"
    r"spend\w*|expensive|cheap\w*|money|afford|per person|each|a head|split|share|bill|what'?s?|how|left|over|"
    r"comes? to)\b"
)
"""Words of a question for what something costs."""
_MONTH = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|"
    r"fall|winter)\b"
)
_WITH_KIND = re.compile(
    r"(?<!not )\b(?:with|incl(?:uding|udes?|\.)?|plus|and)(?: in)?(?: the| our| my| both| all)?(?: rental)? "
    r"(?P<kind>flights?|cars?)\b|\b(?P<own>flights?|cars?) (?:is |are )?(?:included|in it|as well|too)\b"
)
"""What somebody wants in a sum beside what they name."""
_OF_BUDGET = re.compile(
    r"\b(?:over|within|under|above|below|in|inside|beyond|fits?|exceeds?|blows?)\b[^.?!]{0,20}\bbudget\b[^.!]*\?"
)
"""A question whether something is within the budget."""
_SUMMED = "In all: "
_ANSWER = frozenset({"all", "everything", "trip", "it", "these", "those", "them", "both"})
_THINGS = frozenset({"flight", "flights", "return", "hotel", "car"})
_MORE_NIGHTS = re.compile(
    rf"\b(?P<count>{NUMBER}|an?|another)(?: (?:more|extra|additional|further))? (?P<unit>nights?|days?)"
    rf"(?P<after> (?:more|longer|extra))?\b"
)
_LONGER = re.compile(r"\b(?:more|extra|additional|further|another|longer)\b")
_FEWER = re.compile(r"\b(?:less|fewer|shorter|earlier)\b")
_GO = re.compile(r"\b(?:(?:we|i) (?:go|travel|leave|come)|trip|holiday|vacation|everything|it all|whole)\b")
_NAMES_THING = re.compile(r"\b(?:flights?|planes?|fly\w*|hotels?|rooms?|stay\w*|cars?|back|return\w*|home)\b")
_KINDS: Sequence[tuple[str, str]] = (
    (r"\bflights?\b|\bplanes?\b", "flight"),
    (r"\bhotels?\b|\brooms?\b|\bguesthouses?\b", "hotel"),
    (r"\bcars?\b|\brental\b", "car"),
)
_CHANGES = frozenset({"change", "pick"})
_BESIDE = frozenset({"yes", "tell", "thanks", "hello", "chat"})
_THEN = re.compile(r"\bthen\b|\bfrom (?:there|then)\b|\bafter that\b")
_UNTIL = re.compile(r"\b(?:until|till?|til|to|through)(?: the| \w{3,9})? $")
_OF_END = re.compile(
    r"(?<!leave )(?<!leaving )(?<!from )\b(?:back|home|return\w*|homeward|extend\w*|shorten\w*|longer|shorter|"
    r"cut(?:ting)?\b.{0,25}\bshort)\b"
)
"""Words of somebody who speaks of the end of a trip."""
_AS_IS = re.compile(
    r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: \w{3,9})?,? as (?:it |that |they )?(?:is|are|booked|planned|before)\b"
)
_LENGTH = re.compile(rf"\b(?:{NUMBER}|\d+|an?|another|extra|more|less|fewer|few|couple)\b(?: \w+)? (?:nights?|days?)\b")
_THING = r"(?:the |my |our )?(?:hotel|room|car|rental|flights?)"
_AS_WELL = re.compile(
    rf"{_THING}(?: booking)?,? (?:too|as well|also|likewise)\b|\b(?:also|same for|same with) {_THING}\b"
)
"""Words that mean the same change for another thing."""


def settle_misread(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands as a text in lower case says them after a reply: sums, longer stays, the end of a stay."""
    commands = [own for each in commands for own in _compare_months(text, each)]
    settled = [_read_nights(text, own) for each in commands for own in _read_choice(reply, text, each)]
    settled = [_move_all(text, each) for each in settled if not _is_moved_twice(each, settled)]
    settled = list(dict.fromkeys(_sum_with_flights(text, each) for each in settled))
    settled = _change_as_well(text, _share_end(text, _leave_as_is(text, settled)))
    return settled


def _compare_months(text: str, command: Command) -> list[Command]:
    """Return a comparison of a place with itself as questions for its weather in the months that a text names."""
    half, odd = divmod(len(command.refs), 2)
    is_one = command.verb == "compare" and half and not odd and command.refs[:half] == command.refs[half:]
    months = dict.fromkeys(_MONTH.findall(text)) if is_one else {}
    return [Command("place", command.refs[:half], (("weather", month),)) for month in months] or [command]


def _read_choice(reply: str, text: str, command: Command) -> list[Command]:
    """Return a total for which nobody asks as choices of what it names: "and the flights and the guesthouse?"."""
    is_named = bool(command.refs) and not {ref.lower() for ref in command.refs} & _ANSWER
    if command.verb != "total" or command.slots or not is_named or _SUM.search(text) or _SUMMED in reply:
        return [command]
    kinds = tuple(ref for ref in command.refs if ref.lower() in _THINGS)
    names = tuple(ref for ref in command.refs if ref not in kinds)
    return [Command("pick", refs) for refs in (names, kinds) if refs]


def _sum_with_flights(text: str, command: Command) -> Command:
    """Return a total with the flights or the car that a text wants in it; a question for a budget is one, too."""
    is_price = all(re.search(r"\b(?:price|cost|info|budget)\b", " ".join(slot)) for slot in command.slots)
    if command.verb in {"compare", "ask"} and is_price and _OF_BUDGET.search(text):
        refs = tuple(dict.fromkeys(ref for ref in command.refs if ref.isdigit() or len(ref) > 1))
        command = Command("total", refs or command.refs, (("budget", ""),))
    if command.verb != "total" or command.has("without", "with"):
        return command
    kinds = [(match["kind"] or match["own"]).removesuffix("s") for match in _WITH_KIND.finditer(text)]
    added = [("with", f"{kind}s") for kind in dict.fromkeys(kinds)]
    return replace(command, slots=(*command.slots, *added))


def _read_nights(text: str, command: Command) -> Command:
    """Return a change with the nights by which a text wants to stay longer, without wishes that it does not name."""
    if command.verb not in {"change", "whatif"}:
        return command
    slots = [slot for slot in command.slots if slot[0] not in {"with", "maybe"} or _names(text, slot[1])]
    match = _MORE_NIGHTS.search(text)
    is_longer = match is not None and _LONGER.search(match[0]) and not _FEWER.search(text)
    if match and is_longer and not {name for name, _ in slots} & DAYS:
        count = parse_count(match["count"]) if re.fullmatch(NUMBER, match["count"]) else 1
        slots.append(("longer", f"{count} {match['unit']}"))
    return replace(command, slots=tuple(slots)) if slots else command


def _move_all(text: str, command: Command) -> Command:
    """Return a move of one booking as one of the whole trip, if a text moves that: "can we go a week later?"."""
    is_single = command.verb in {"change", "whatif"} and len(command.refs) == 1 and len(command.subject) == 1
    if not is_single or not command.has("shift") or not _GO.search(text) or _NAMES_THING.search(text):
        return command
    return replace(command, refs=("all",))


def _is_moved_twice(command: Command, commands: Sequence[Command]) -> bool:
    """Return whether a search is moved by as many days as another command already moves the trip."""
    shift = command.value("shift")
    others = [each for each in commands if each.verb in {"change", "whatif"} and each.value("shift") == shift]
    return command.verb == "find" and shift is not None and bool(others)


def _leave_as_is(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands without a change to the day that a text leaves as it is: "leave on the 16th as is"."""
    match = _AS_IS.search(text)
    day = re.compile(rf"\b{match['day']}(?!\d)") if match else None
    left = [each for each in commands if not (day and each.verb == "change" and day.search(each.value("on") or ""))]
    return left or list(commands)


def _share_end(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands in which the one day that a text names is the end, or the first day, of all that they change.

    A stay that shall be longer or shorter, nobody says by how much, ends on that day.
    """
    is_end = bool(_OF_END.search(text))
    changes = [each for each in commands if each.verb in _CHANGES]
    said = {value for each in commands for name, value in each.slots if name in {"on", "until"}}
    day = re.search(r"\d{1,2}|\w+day", next(iter(said))) if len(said) == 1 and not _THEN.search(text) else None
    named = list(re.finditer(rf"\b{day[0]}(?:st|nd|rd|th)?\b", text)) if day else []
    if not changes or len(named) != 1 or any(each.has("on") and each.has("until") for each in changes):
        return list(commands)
    is_until = is_end or bool(_UNTIL.search(text[: named[0].start()]))
    is_mixed = all(any(each.has(name) for each in changes) for name in ("on", "until"))
    (value,) = said
    settled: list[Command] = []
    for each in commands:
        is_own = is_mixed or (is_end and each.verb == "change")
        slots = [("until" if is_until else "on", value) if own == value else (name, own) for name, own in each.slots]
        slots = slots if is_own else list(each.slots)
        if each.verb == "change" and is_end and not _LENGTH.search(text):
            slots = [("until", value) if name in {"longer", "shorter"} else (name, own) for name, own in slots]
        settled.append(replace(each, slots=tuple(dict.fromkeys(slots))))
    return settled


def _change_as_well(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands that give the days of their only change to what the text names as well: "the car too"."""
    changes = [each for each in commands if each.verb in _CHANGES]
    match = _AS_WELL.search(text)
    kinds = [kind for words, kind in _KINDS if re.search(words, text)]
    own = [kind for words, kind in _KINDS if match and re.search(words, match[0])]
    is_said = len(changes) == 1 and own and len(kinds) > 1 and len(changes[0].refs) == 1
    if not is_said or own[0] in changes[0].refs or not {each.verb for each in commands} <= _CHANGES | _BESIDE:
        return list(commands)
    days = changes[0].slots if {name for name, _ in changes[0].slots} <= DAYS else ()
    return [*commands, replace(changes[0], refs=(own[0],))] if days else list(commands)


def _names(text: str, wish: str) -> bool:
    """Return whether a text has a word of a wish, or the beginning of one."""
    return any(word[:4] in text for word in wish.lower().split() if len(word) > 2)
