"""Journeys with several places in one message: each flight starts where the one before ends, each stay has its days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import find_named_place
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.reading.weekdays import MONTH
from ricordo_travel.clerk.searching.itineraries import plan_itinerary
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count

_THEN = re.compile(r"\b(?:then|after ?(?:that|wards?)?|next|on to|followed by|continue)\b")
_BACK_TO = re.compile(r",? (?:and |then )?(?:back|home)(?: again| home)? to ")
_DAY = rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)?(?: {MONTH})?(?: 20\d\d)?"
_RANGE = re.compile(rf"\b(?P<first>{_DAY}) ?(?:to|-|till|until) ?(?P<last>{_DAY})\b(?! nights?| days?| of us| people)")
_UNTIL = re.compile(rf"\b(?:until|till|til) (?P<last>{_DAY})\b")
_NIGHTS = re.compile(rf"\b(?P<count>{NUMBER}) nights?\b(?! (?:in|at)\b)")
_NIGHTS_BEFORE = re.compile(rf"\b(?P<count>{NUMBER}) nights? (?:in|at) $")
_NO_STAY = re.compile(
    r"\b(?:from|to|not|via|than|leave|live in|based in|or|over|between|with|like|back|after|before|near)\s*(?:the )?$"
)
_STAYS_IN = re.compile(r"\band (?:(?:one|another|a hotel|hotels|then|also) )?in $")
_HOTEL_AFTER = re.compile(r" (?:hotels?|hostels?|rooms?)\b")
_HEADING = re.compile(r"^Hotels in (?P<place>[A-Z][\w ]{2,30}), ", re.MULTILINE)
_STAY = re.compile(
    r"^Hotels in (?P<place>[A-Z][\w ]{2,30}), (?P<day>\d+ \w+ \d{4}), (?P<nights>\d+) nights?, ", re.MULTILINE
)
_OF_ALL = frozenset(
    {"people", "rooms", "ages", "with", "maybe", "drop", "stars", "not", "sort", "cheaper", "max", "min"}
)
"""Slots of a search for hotels that can hold for all places whose hotels are on the screen."""
_DAYS = ("on", "until", "nights")
_OFFERED = re.compile(r"\bI have flights (?:from [A-Z][\w ]{2,30} )?to (?P<place>[A-Z][\w ]{2,30}), and hotels")
"""A place to which a reply offers flights."""
_LEADS_THERE = re.compile(r"\b(?:to|in|for|at|visit|see) (?:the )?$")
_NO_GOAL = re.compile(
    r"\b(?:no|without|forget|except|instead of|lives?|living|home is|home|friends?|i'm|im|i am|we're|we are)"
    r"(?: in)? (?:the )?$"
)
_PUTS_RIGHT = re.compile(
    r"\b(?:sorry|mixed|mistake\w*|wrong\w*|meant|mean|actually|oops|instead)\b|"
    r"\b(?:is|are|be|being|held|place|moved) (?:in|to) |^(?:(?:ah|oh|hm+|well),? )*no\b"
)
_SAME_AS_HOTEL = re.compile(r"\bsame (?:\w+ )?(?:as|like|of|for) (?:(?:the|my|our) )?(?:hotel|room)\b")
_OF_HOTEL = re.compile(r"\b(?:hotels?|rooms?|stay|sleep|hostels?|guesthouses?|accommodation)\b")
_GOES_WITH = frozenset({"find", "yes", "no", "pick", "change", "keep", "thanks", "hello", "chat"})


@dataclass(frozen=True, slots=True)
class _Stay:
    """A place that a text names, and what it says right before and after it."""

    name: str
    before: str
    after: str

    @property
    def days(self) -> tuple[Slot, ...]:
        """The days that the text gives to the place: a range, an end, or a number of nights."""
        if match := _RANGE.search(self.after):
            return ("on", _complete(match["first"], match["last"])), ("until", _complete(match["last"]))
        nights = _NIGHTS_BEFORE.search(self.before) or _NIGHTS.search(self.after)
        slots = [("until", match["last"])] if (match := _UNTIL.search(self.after)) else []
        return tuple(slots or ([("nights", str(parse_count(nights["count"])))] if nights else []))

    @property
    def is_stay(self) -> bool:
        """Whether the text says that somebody stays there."""
        if _NO_STAY.search(self.before):
            return False
        return bool(self.days or _STAYS_IN.search(self.before) or _HOTEL_AFTER.match(self.after))


def settle_legs(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose flights follow on one another and whose stays are all there, each with its own days.

    A place of another time is none of the trip: "the same kind of hotel as in Rome".
    """
    if any(each.has("again") for each in commands):
        return list(commands)
    commands = _put_goal_right(reply, text, _start_for_offered(reply, text, _leave_out_hotel(text, commands)))
    planned = plan_itinerary(reply, text, commands)
    if planned != list(commands):
        return planned
    commands = _lead_home(text, _name_missing_goal(text, commands))
    commands = [each for command in _join_flights(text, commands) for each in _search_all_stays(reply, command)]
    if not {each.verb for each in commands} <= _GOES_WITH:
        return commands
    return _complete_stays(text, _narrow_shown(reply, text, commands))


def _leave_out_hotel(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands without a search for rooms of a text that names only its days: "same days as hotel"."""
    if not _SAME_AS_HOTEL.search(text) or _OF_HOTEL.search(_SAME_AS_HOTEL.sub(" ", text)):
        return list(commands)
    kinds = [[kind for kind in each.subject.split("+") if kind != "hotel"] for each in commands]
    return [
        replace(each, refs=("+".join(own),)) if each.verb == "find" and own else each
        for each, own in zip(commands, kinds, strict=True)
    ]


def _start_for_offered(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose flights go to the place to which the reply offers some, if a text only names another one.

    That is where they start, unless a word leads there: "yes, london 26 may".
    """
    offered = _OFFERED.search(reply)
    starts = {each.name for each in find_mentions(text) if not _LEADS_THERE.search(text[: each.start])}

    def _is_start(each: Command) -> bool:
        goal = find_named_place(each.value("place") or "")
        is_flight = each.verb == "find" and "flight" in each.subject and not each.has("from")
        return bool(is_flight and goal and offered and goal.name != offered["place"] and goal.name in starts)

    return [
        _replace_goal(each, offered["place"], ("from", each.value("place") or ""))
        if offered and _is_start(each)
        else each
        for each in commands
    ]


def _put_goal_right(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose searches go to the one place that a text puts right: "sorry, the fair is in Rome".

    The reader may have taken the place that the reply offers in its stead.
    """
    searches = [each for each in commands if each.verb == "find" and each.subject != "return"]
    goals = {each.value("place") or "" for each in searches}
    if not reply or len(goals) != 1 or not _PUTS_RIGHT.search(text):
        return list(commands)
    goal, named = find_named_place(goals.pop()), find_mentions(text)
    starts = {(value or "").lower() for each in searches for value in each.values("from")}
    right = [
        each.name
        for each in named
        if each.name.lower() not in starts
        and not any(words.search(text[: each.start]) for words in (_NO_STAY, _NO_GOAL))
    ]
    if len(right) != 1 or (goal and goal.name in {each.name for each in named}):
        return list(commands)
    return [_replace_goal(each, right[0]) if each in searches else each for each in commands]


def _replace_goal(command: Command, goal: str, *slots: Slot) -> Command:
    """Return a search that goes to another place, with more slots."""
    rest = tuple(slot for slot in command.slots if slot[0] != "place")
    return replace(command, slots=(*slots, ("place", goal), *rest))


def _name_missing_goal(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands of which a search that goes where the one before it goes has the next place that the text names.

    "London 3 nights, then Paris 3 nights" goes on from London to Paris.
    """
    settled = list(commands)
    named = {(each.value("place") or "").lower() for each in commands if each.verb == "find"}
    named.add(next((value.lower() for each in commands if (value := each.value("from"))), ""))
    left = [each.name for each in find_mentions(text) if each.place and each.name.lower() not in named]
    for n, (last, each) in enumerate(pairwise(commands), 1):
        goal = (last.value("place") or "").lower()
        is_stuck = last.verb == each.verb == "find" and goal and (each.value("place") or "").lower() == goal
        begin, end = text.find(goal), text.find(left[0].lower()) if left else -1
        if is_stuck and last.refs == each.refs and -1 < begin < end and _THEN.search(text[begin:end]):
            rest = tuple(slot for slot in each.slots if slot[0] not in {"from", "place"})
            settled[n] = replace(each, slots=(("from", goal), ("place", left.pop(0)), *rest))
    return settled


def _lead_home(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with the flight home that a text names by both ends, if its search has not both of them.

    "From London. And at the end Lisbon back to London" is the way home from Lisbon, beside the start that it names.
    """
    named = [each for each in find_mentions(text) if each.place]
    homes = [(one, other) for one, other in pairwise(named) if _BACK_TO.fullmatch(text[one.end : other.start])]
    flights = [each for each in commands if each.verb == "find" and each.subject in {"flight", "return"}]
    if len(homes) != 1 or len(flights) != 1 or flights[0].has("place"):
        return list(commands)
    start, home = (each.name for each in homes[0])
    rest = tuple(slot for slot in flights[0].slots if slot[0] != "from")
    back = replace(flights[0], refs=("return",), slots=(("from", start), ("place", home), *rest))
    is_start = (flights[0].value("from") or "").lower() == home.lower() and text.count(home.lower()) > 1
    there = [replace(flights[0], slots=(("from", home),))] if is_start else []
    return [new for each in commands for new in ([*there, back] if each is flights[0] else [each])]


def _join_flights(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands in which a flight that comes "then" starts where the one before it ends, on a day of its own."""
    joined: list[Command] = []
    for each in commands:
        last = joined[-1] if joined else None
        joined.append(_go_on(last, each) if last and _follows(text, last, each) else each)
    return joined


def _follows(text: str, last: Command, command: Command) -> bool:
    is_flight = all(each.verb == "find" and each.subject.startswith("flight") for each in (last, command))
    goals = [(each.value("place") or "").lower() for each in (last, command)]
    if not is_flight or not all(goals) or goals[0] == goals[1]:
        return False
    starts = {(each.value("from") or "").lower() for each in (last, command)}
    is_same_day = command.value("on") in {None, last.value("on")}
    begin, end = text.find(goals[0]), text.find(goals[1])
    return len(starts) == 1 and is_same_day and -1 < begin < end and bool(_THEN.search(text[begin:end]))


def _go_on(last: Command, command: Command) -> Command:
    rest = [(name, value) for name, value in command.slots if name not in {"from", "on"}]
    return replace(command, slots=(("from", last.value("place") or ""), *rest))


def _search_all_stays(reply: str, command: Command) -> list[Command]:
    """Return a search that names no place as one for each of several places whose hotels the reply shows."""
    stays = list(_STAY.finditer(reply))
    is_for_all = command.verb == "find" and command.subject == "hotel" and bool(command.slots)
    if len({match["place"] for match in stays}) < 2 or not is_for_all:
        return [command]
    if not {name for name, _ in command.slots} <= _OF_ALL:
        return [command]
    return [
        replace(
            command,
            slots=(("place", stay["place"]), ("on", stay["day"]), ("nights", stay["nights"]), *command.slots),
        )
        for stay in stays
    ]


def _narrow_shown(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands in which other days for a place whose hotels are on the screen are a search, no change."""
    shown = {match["place"].lower() for match in _HEADING.finditer(reply)}
    named = [mention.name for mention in find_mentions(text) if mention.name.lower() in shown]
    return [
        Command("find", ("hotel",), (("place", named[0]), *each.slots))
        if each.verb == "change" and named and {name for name, _ in each.slots} <= set(_DAYS)
        else each
        for each in commands
    ]


def _complete_stays(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with a search for each place where a text says that somebody stays."""
    searches = [each for each in commands if each.verb == "find" and "hotel" in each.subject and each.has("place")]
    stays = _find_stays(text)
    if not searches or len(stays) < 2:
        return list(commands)
    named = {value.lower() for each in commands for name, value in each.slots if name in {"place", "from", "not"}}
    named |= {each.subject.lower() for each in commands}
    missing = [stay for name, stay in stays.items() if name not in named and stay.is_stay]
    settled = [_keep_own_days(each, stays) if each in searches else each for each in commands]
    settled += [Command("find", ("hotel",), (("place", stay.name), *stay.days)) for stay in missing]
    return _put_before(text, settled)


def _find_stays(text: str) -> dict[str, _Stay]:
    """Return where a text says that somebody stays, by the names of the places in lower case."""
    mentions = [each for each in find_mentions(text) if each.place or not each.places]
    ends = [*(each.start for each in mentions[1:]), len(text)]
    found: dict[str, _Stay] = {}
    for mention, end in zip(mentions, ends, strict=False):
        after = re.split(r"[.!?;]|,? and then |,? then ", text[mention.end : end])[0]
        stay = _Stay(mention.name, text[: mention.start], after)
        name = mention.name.lower()
        is_new = name not in found
        if (stay.is_stay and (is_new or stay.days)) or (is_new and re.search(r"\bin $", stay.before)):
            found[name] = stay
    return found


def _keep_own_days(command: Command, stays: dict[str, _Stay]) -> Command:
    """Return a search without the days that the text gives to another place, and with those of its own."""
    own = stays.get((command.value("place") or "").lower())
    if own is None:
        return command
    others = {slot for stay in stays.values() if stay is not own for slot in stay.days} - set(own.days)
    slots = [slot for slot in command.slots if slot not in others or slot[0] == "nights"]
    added = [slot for slot in own.days if not any(name == slot[0] for name, _ in slots)]
    return replace(command, slots=(*slots, *added))


def _put_before(text: str, commands: list[Command]) -> list[Command]:
    """Return commands in the order of the journey, if the text says that the last stay comes before the other."""
    if len(commands) < 2 or not re.search(r"\bbefore (?:that|it|then)\b", text):
        return commands
    *rest, first, second = commands
    is_pair = all(each.verb == "find" and each.subject == "hotel" for each in (first, second))
    if not is_pair or second.has("on", "until") or not (day := first.value("on")):
        return commands
    return [*rest, replace(second, slots=(*second.slots, ("until", day))), first]


def _complete(day: str, other: str = "") -> str:
    """Return a day with the month of the other end of its range, or as "the 6th" if neither has one."""
    month = re.search(MONTH, day) or re.search(MONTH, other)
    number = re.search(r"\d{1,2}", day)
    if number is None or re.search(MONTH, day):
        return day
    if month:
        return f"{number[0]} {month[0]}"
    return day if day.startswith("the ") else f"the {number[0]}{_ordinal(int(number[0]))}"


def _ordinal(number: int) -> str:
    return "th" if 10 < number < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
