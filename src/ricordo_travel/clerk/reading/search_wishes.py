"""Hold the wishes of a search against the words of a message: questions, what matters more, and all that there is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.answering.hotel_answers import AMENITIES, FACT_WORDS
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.clock import is_any_time, read_hours
from ricordo_travel.clerk.reading.slots import find_wishes
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.hours import (
    Hours,
    find_only_bound,
    parse_hours,
    parse_hours_of_ways,
    speaks_of_flying,
)
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.periods import find_open_span
from ricordo_travel.dialogue.values.text import normalise, split_sentences

_ALL_OF_THEM = re.compile(
    r"\b(?:all|every one of)(?: (?:of )?(?:the|your|those))? (?!other)(?:hotels?|flights?|cars?|options?|offers?)\b|"
    r"\bnot (?:only|just) (?:that|this|the) \w+\b|\ball (?:of them|that you have)\b"
)
"""Words of somebody who wants to see all, also those that were shown."""
_OF_THEM = re.compile(
    r"\b(?:do|does|have|has|is|are) (?:they|these|those|any of them|all of them|the hotels|it)\b[^?]*\?"
)
"""A question about the hotels that another part of the message asks for."""
_ASKS_FOR = re.compile(r"\b(?:what|which|list|show|tell|see)\b[^?]*\bhotels?\b")
NAMES_SOUGHT = re.compile(
    r"\b(?:fl(?:y|ights?|ying)|planes?|return|one[- ]way|hotels?|rooms?|hostels?|sleep|stay\w*|cars?|rent\w*|drive)\b"
)
"""Words for what can be looked for."""
_SOMETHING = re.compile(
    r"\b(?:some|any)(?:thing|where)\b|"
    r"\b(?:an?|another|our|the|next) (?:\w+ ){0,2}(?:trip|holiday|vacation|getaway|break)\b"
)
_SEASON = re.compile(
    r"\b(?:spring|summer|autumn|fall|winter|easter|christmas|holidays?|break|half term|next year|"
    r"jan\w*|feb\w*|mar\w*|apr\w*|may|jun\w*|jul\w*|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)\b"
)
"""Words of a first day that name a season or a month."""
_SETTLED = re.compile(r"^(?:Booked|Changed|Cancelled)\. ", re.MULTILINE)


def is_open_wish(reply: str, text: str, command: Command) -> bool:
    """Return whether a search is a wish for ideas: something in another season, in no place that was spoken of."""
    is_named = bool(command.has("place", "name") or NAMES_SOUGHT.search(text) or find_mentions(text))
    is_settled = bool(_SETTLED.search(reply)) or not find_mentions(normalise(reply))
    on = (command.value("on") or "").lower()
    is_new = bool(_SEASON.search(on) and not re.search(r"\d", on) and _SOMETHING.search(text))
    return is_new and is_settled and not is_named


DAY_BEFORE = "-1 day there"
"""The value of a shift that moves the flight there alone."""
_DAY_BEFORE = re.compile(
    r"\b(?:flights?|fly|flying|leave|depart) (?:out |there |already )?(?:on )?(?:the|one|a) day "
    r"(?:before|earlier)\b(?! (?:the|that|my|our|\d))"
)
"""Words of somebody who flies there on the day before."""
_ON_BUSINESS = re.compile(r"\b(?:on|for) business\b|\bbusiness (?:trip|travel\w*|meeting|hotel|visit|stay|matter)s?\b")
_IN_BUSINESS = re.compile(r"\b(?:in|fly(?:ing)?) business\b|\bbusiness (?:seat|fare|cabin|ticket|flight)s?\b|\bclass\b")
"""Words for why somebody travels, and for how they fly."""


_NAMES_CLASS = re.compile(
    r"\b(?:class|cabin|business|biz|economy|eco|coach|premium|first|upgrad\w*|downgrad\w*|club|seats?|front|back|"
    r"standard|normal|regular|cheap\w*)\b"
)
"""Words without which nobody says how they fly."""


STOPS, QUICK = "stops", "quick"
"""Slots of a search for flights by how often they change and how long they take."""
_OF_STOPS = re.compile(r"\b(?:stops?|stop-?overs?|chang(?:es?|ing)|connections?|layovers?)\b")
_OF_LUGGAGE = re.compile(r"\b(?:luggage|baggage|bags?|suitcases?|carry-?on)\b")
_OF_BACK = re.compile(r"\b(?:return|back)\b")
_QUICKER = re.compile(r"\b(?:shorter|quicker|faster|too long)\b")
_FINEST = re.compile(r"\b(?:finest|dearest|poshest|fanciest|most (?:expensive|luxurious|exclusive)) hotel\b")


def settle_named_wishes(text: str, command: Command) -> list[Command]:
    """Return a search for flights or hotels with the wishes that a text names, and a question for luggage beside it."""
    is_flight = command.verb == "find" and bool({"flight", "return"} & {*command.subject.split("+")})
    if _FINEST.search(text) and (command.refs == ("hotel",) or (command.verb == "pick" and len(command.refs) == 1)):
        slots = [slot for slot in command.slots if slot[0] not in {"sort", "name"}]
        return [Command("find", ("hotel",), (*slots, ("sort", "stars")))]
    if not is_flight:
        return [command]
    slots = [new for slot in command.slots for new in _settle_of_flight(text, slot)]
    slots += [("sort", "duration"), (QUICK, "")] if _QUICKER.search(text) else []
    is_bag = any(name == "with" and _OF_LUGGAGE.search(value) for name, value in command.slots)
    is_bare = is_bag and {name for name, _ in slots} <= {"people"}
    asked = [Command("ask", ("flight",), (("luggage", ""),))] if is_bag else []
    return [*([] if is_bare else [replace(command, slots=tuple(dict.fromkeys(slots)))]), *asked]


def add_bound(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose only search for flights has the hours that a text sets to leaving or landing."""
    flights = [each for each in commands if each.verb == "find" and {"flight", "return"} & {*each.subject.split("+")}]
    bound = find_only_bound(text) if len(flights) == 1 and not flights[0].has("time") else None
    if bound is None or not speaks_of_flying(text):
        return list(commands)
    is_back = parse_hours_of_ways(text)[1] == bound and flights[0].subject != "return"
    slot = ("time", f"{'return ' if is_back else ''}{_name_hours(bound)}")
    return [replace(each, slots=(*each.slots, slot)) if each in flights else each for each in commands]


_SPAN = re.compile(r"\bbetween (?P<first>\d{1,2})(?::\d\d)? ?(?:and|to|-) ?(?P<last>\d{1,2})(?::\d\d)?\b(?! ?[ap]m\b)")
_BOUND = re.compile(r"(?:after|before|from|until) (?P<hour>\d{1,2})(?::\d\d)?")
"""One end of a span of hours, of which the other one was not read."""


def _settle_of_flight(text: str, slot: Slot) -> list[Slot]:
    """Return a wish for a flight as a text says it. A time that is none goes, and one that it refuses is turned."""
    name, value = slot[0], normalise(slot[1])
    if _OF_STOPS.search(value if name in {"with", "maybe", "not"} else text if name == "sort" else ""):
        return [(STOPS, "")]
    if name == "with" and (_OF_LUGGAGE.search(value) or _QUICKER.search(value)):
        return []
    if name == "time" and (span := _SPAN.search(text)) and (bound := _BOUND.fullmatch(value)):
        return [("time", span[0])] if int(bound["hour"]) in {int(span["first"]), int(span["last"])} else [slot]
    bound, said, read = find_only_bound(text), parse_hours(text), read_hours(value)
    if name == "time" and bound and read and _is_turned(bound, read):
        return [("time", f"{'return ' if _OF_BACK.search(value) else ''}{_name_hours(bound)}")]
    if name != "time" or re.search(r"\b(?:return|back|there|out|earlier|later|sooner)\b", value):
        return [slot]
    is_refused = said and read and said.words == "after 10:00" and read.earliest < said.earliest
    if said and (read is None or is_refused or said.words == f"landing {read.words}"):
        return [("time", _name_hours(said))]
    return [slot] if read or is_any_time(value) else []


def _is_turned(bound: Hours, read: Hours) -> bool:
    """Return whether hours were read the other way round than a bound; the same way, "after 5" may be 17:00."""
    return bound.words.removeprefix("landing ").split()[0] != read.words.removeprefix("landing ").split()[0]


def _name_hours(hours: Hours) -> str:
    """Return hours as the value of a slot."""
    words = hours.words.removeprefix("landing ").removeprefix("in the ")
    return f"arrives {words}" if hours.is_arrival else words


def settle_wishes(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose searches wish for what a text in lower case wishes for, and ask what it only asks."""
    settled: list[Command] = []
    for each in commands:
        if each.verb != "find":
            settled.append(each)
            continue
        asked = _find_asked(text, each)
        said = [slot for slot in each.slots if not _is_invented(text, slot, commands)]
        said = [slot for slot in said if slot != ("class", "business") or _flies_business(text, each)]
        said = [slot for slot in said if slot[0] != "class" or _NAMES_CLASS.search(text)]
        slots = [slot for slot in said if slot not in asked and (slot[0] != "other" or not _ALL_OF_THEM.search(text))]
        settled.append(replace(each, slots=tuple(slots)))
        if each.subject == "flight" and _DAY_BEFORE.search(text):
            days = [slot for slot in settled[-1].slots if slot[0] not in {"on", "shift"}]
            settled[-1] = replace(settled[-1], slots=(*days, ("shift", DAY_BEFORE)))
        settled[-1] = _leave_day_open(text, settled[-1])
        refs = ("hotel", *(each.value("place") or "").split())
        settled += [Command("which", refs, ((wish, ""),)) for _, wish in asked]
    return list(dict.fromkeys(settled))


def _leave_day_open(text: str, command: Command) -> Command:
    """Return a search for flights on any of the days between which a text leaves the choice, not on the first of them.

    Their end is no day of a flight back: "any time between 8 and 20 jan".
    """
    span = find_open_span(text) if "flight" in command.subject else ""
    if not span:
        return command
    ends = re.findall(r"\d+", span)
    is_end = ends[1] in re.findall(r"\d+", command.value("until") or "")
    rest = [slot for slot in command.slots if slot[0] != "on" and not (slot[0] == "until" and is_end)]
    return replace(command, slots=(*rest, ("on", f"any day {span}")))


def _flies_business(text: str, command: Command) -> bool:
    """Return whether a text that says "business" means how somebody flies, and not why."""
    is_flight = "flight" in command.subject or "return" in command.subject
    return bool(_IN_BUSINESS.search(text)) or (is_flight and not _ON_BUSINESS.search(text))


def _is_invented(text: str, slot: Slot, commands: Sequence[Command]) -> bool:
    """Return whether nights are none that a text names, beside a search for those that it does."""
    name, value = slot
    others = [each.value("nights") for each in commands if each.verb == "find"]
    said = {str(int(number)) for number in parse_numbers(text)}
    return name == "nights" and value.isdigit() and value not in said and bool(said & set(others))


def _find_asked(text: str, command: Command) -> list[Slot]:
    """Return the wishes of a search that are questions about the hotels that it finds: "do they have breakfast?"."""
    if "hotel" not in command.subject or not _ASKS_FOR.search(text):
        return []
    asked = " ".join(match[0] for each in split_sentences(text) if (match := _OF_THEM.search(each)))
    tables = {**FACT_WORDS, **AMENITIES}
    return [
        (name, value)
        for name, value in command.slots
        if name == "with"
        and (known := find_wishes(value))
        and all(re.search(rf"\b(?:{tables.get(each, each)})(?!\w)", asked) for each in known)
    ]
