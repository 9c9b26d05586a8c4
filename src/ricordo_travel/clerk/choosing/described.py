"""Tell which of the offers of all lists some words describe: by time, part of the day, price, name, place or day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import OUT
from ricordo_travel.clerk.reading.weekdays import WEEKDAY, WEEKDAYS
from ricordo_travel.clerk.situation import describe_situation
from ricordo_travel.dialogue.replies.offers import Offer, format_day
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.wishes import find_car_class

Lists = Sequence[Sequence[Offer]]
"""The offers of replies, the latest reply first."""
Test = Callable[[Offer], bool]
ORDINALS = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "last": -1}
"""The words for a place in a list, each with where it is."""

_TIME = re.compile(
    r"(?<!before )(?<!after )(?<!by )(?<!around )(?<!until )(?<!from )(?<!past )"
    r"\b(?P<hour>[01]?\d|2[0-3])(?:[:.](?P<minute>[0-5]\d))? ?(?P<half>[ap]m)?\b"
)
PART = re.compile(
    r"(?<!in )(?<!on )\b(?P<part>morning|midday|noon|lunchtime|afternoon|evening|night)\b"
    r"(?= (?:one|flight|plane|departure|there|out|back|home|return|please)|,|$)"
)
PARTS: dict[str, tuple[str, str]] = {
    "morning": ("00:00", "12:00"), "midday": ("11:00", "15:00"), "noon": ("11:00", "15:00"),
    "lunchtime": ("11:00", "15:00"), "afternoon": ("12:00", "18:00"), "evening": ("17:00", "24:00"),
    "night": ("18:30", "24:00"),
}  # fmt: skip
"""When flights of a part of the day leave: from, and before."""
_PRICE = re.compile(
    r"(?:\$ ?|\b(?:for|at|the) )(?P<price>\d{1,2},\d{3}|\d{2,4})\b(?![:.]\d)"
    r"(?! ?(?:st|nd|rd|th|nights?|days?|people|guests?|adults?|of us|[ap]m|"
    r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]*"
_DAY = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b|"
    r"\bon (?:the )?(?P<on>\d{1,2})(?:st|nd|rd|th)\b|\b(?P<bare>[5-9]|[12]\d|3[01])(?:st|nd|rd|th)\b"
)
_NUMBER = re.compile(
    r"(?<![\d:.$,])(?<!\bfor )(?<!\bat )(?<!\bof )(?<!\bto )(?<!\bfrom )(?<!\bon )(?<!under )(?<!after )(?<!before )"
    r"\b(?P<number>\d{1,2})\b(?![:.,]\d)(?! ?(?:[ap]m|to \d|%|\$|-|x\b|of (?:us|them)|"
    rf"(?:nights?|days?|weeks?|people|persons?|adults?|guests?|kids?|rooms?|bags?|stars?|{_MONTH})\b))"
)
"""A number that can be the one of an offer."""
_FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
_BACK_TO = re.compile(
    r"\bback to (?:the|that) (?P<rank>cheap|earl|lat)[a-z]{0,4} (?:one|option|flight|hotel|room|car)|"
    r"\bthe (?P<before>cheap|earl|lat)[a-z]{0,4} (?:one|option|flight|hotel|room|car) (?:from )?(?:before|earlier)\b"
)
_THE_DAY = re.compile(rf"\b(?:the|that) (?P<day>{'|'.join(WEEKDAYS)})\b(?! (?:before|after|\d|the \d))")
_ONE_IN = re.compile(r"\b(?:the|that) (?:one|place|hotel|room) (?:in|at)\b")
"""Words that mean a hotel by its place."""


def test_times(text: str, lists: Lists) -> Iterator[Test]:
    """Yield a test for each time in a text at which a flight leaves that was shown."""
    shown = {offer.flight.departs for offers in lists for offer in offers if offer.kind == "flight"}
    for match in _TIME.finditer(text):
        if not match["minute"] and not match["half"]:
            continue
        hour = int(match["hour"])
        hours = {hour % 12 + 12 * (match["half"] == "pm")} if match["half"] else {hour}
        times = {f"{each:02}:{match['minute']}" for each in hours} if match["minute"] else set[str]()
        starts = tuple(f"{each:02}:" for each in hours) if not match["minute"] else ()
        if own := times & shown or {each for each in shown if starts and each.startswith(starts)}:
            yield lambda offer, own=own: offer.kind == "flight" and offer.flight.departs in own


def test_flight_numbers(text: str, lists: Lists) -> Iterator[Test]:
    """Yield a test for each number of a flight in a text that was shown."""
    shown = {offer.flight.number.lower() for offers in lists for offer in offers if offer.kind == "flight"}
    for number in dict.fromkeys(_FLIGHT_NUMBER.findall(text)):
        if number in shown:
            yield lambda offer, number=number: offer.kind == "flight" and offer.flight.number.lower() == number


def test_part(text: str) -> Iterator[Test]:
    """Yield a test for the part of the day that a text names."""
    for match in PART.finditer(text):
        first, last = PARTS[match["part"]]
        yield lambda offer, first=first, last=last: offer.kind == "flight" and first <= offer.flight.departs < last


def test_price(text: str, lists: Lists) -> Iterator[Test]:
    """Yield a test for the price in a text, if something was shown that costs just that."""
    for match in _PRICE.finditer(text):
        price = int(match["price"].replace(",", ""))
        if any(price in {offer.total, offer.unit_price} for offers in lists for offer in offers):
            yield lambda offer, price=price: price in {offer.total, offer.unit_price}


def test_name(text: str, lists: Lists) -> Iterator[Test]:
    """Yield a test for the hotel that a text names: by its whole name, else by a part of it that ends the text."""
    text = text.replace("guest house", "guesthouse")
    titles = {name_hotel(offer) for offers in lists for offer in offers if offer.kind == "hotel"}
    whole = {title for title in titles if re.search(rf"\b{re.escape(' '.join(title))}\b", text)}
    ends = r"(?: (?:one|hotel|place|please|then|instead|for|at)\b|$)"
    part = {title for title in titles if any(re.search(rf"\bthe {re.escape(word)}{ends}", text) for word in title)}
    if own := whole or part:
        yield lambda offer: offer.kind == "hotel" and name_hotel(offer) in own


def test_places(text: str) -> Iterator[Test]:
    """Yield a test for each place in a text: where a flight goes, where it starts, or where a hotel or a car is."""
    for mention in find_mentions(text):
        names = {mention.name, *(place.name for place in mention.places)}
        before = text[: mention.start].split()[-1:]
        yield lambda offer, names=names, before=before: _is_at(offer, names, before)


def _is_at(offer: Offer, names: set[str], before: Sequence[str]) -> bool:
    """Return whether an offer has to do with a place, in the way that the word before the place says."""
    if offer.kind != "flight":
        return (offer.hotel.place if offer.kind == "hotel" else offer.car.location.place).name in names
    ends = {"from": [offer.flight.origin], "to": [offer.flight.destination]}
    own = ends.get("".join(before), [offer.flight.origin, offer.flight.destination])
    return any(place.name in names for place in own)


def test_days(text: str) -> Iterator[Test]:
    """Yield a test for each day in a text: that of a flight, or the first or the last one of a stay."""
    for match in _DAY.finditer(text):
        day = int(match["day"] or match["on"] or match["bare"])
        month = _MONTHS.index(match["month"][:3]) + 1 if match["month"] else None
        yield lambda offer, day=day, month=month: any(
            int(own[8:]) == day and month in {None, int(own[5:7])} for own in list_days(offer)
        )


def test_weekdays(text: str) -> Iterator[Test]:
    """Yield a test for each day of the week in a text: that of a flight, or of the first or the last one of a stay."""
    for match in WEEKDAY.finditer(text):
        day = WEEKDAYS.index(match[0])
        yield lambda offer, day=day: any(date.fromisoformat(own).weekday() == day for own in list_days(offer))


def list_days(offer: Offer) -> list[str]:
    """Return the day of a flight, or the first and the last day of a stay, as numbers: "2026-09-07"."""
    names = ("day", "check_in", "check_out", "pick_up", "drop_off")
    return [str(offer.call.arguments[name]) for name in names if name in offer.call.arguments]


def test_cars(text: str, lists: Lists) -> Iterator[Test]:
    """Yield a test for the class of car that a text names, if such a one was shown."""
    classes = {name for word in text.split() if (name := find_car_class(f"{word} car"))}
    if any(offer.kind == "car" and offer.car.car_class in classes for offers in lists for offer in offers):
        yield lambda offer: offer.kind == "car" and offer.car.car_class in classes


def test_one_there(text: str, lists: Lists) -> Iterator[Test]:
    """Yield a test for "the one in Lisbon": the hotel there, called like the one that was spoken of, if any is."""
    if not _ONE_IN.search(text) or not find_mentions(text):
        return
    there = list(test_places(text))
    hotels = [offer for offers in lists for offer in offers if offer.kind == "hotel"]
    last = {name_hotel(offer) for offer in lists[0] if offer.kind == "hotel"}
    own = {name_hotel(offer) for offer in hotels if all(test(offer) for test in there)}
    names = own & last or own
    if names:
        yield lambda offer: offer.kind == "hotel" and name_hotel(offer) in names


def name_hotel(offer: Offer) -> tuple[str, ...]:
    """Return the name of a hotel without its place, in lower case."""
    return tuple(offer.title.lower().split()[:2])


def find_numbered(text: str, lists: Lists, context: Sequence[Test]) -> list[Offer]:
    """Return the offers whose numbers a text names, each of the latest list that has it and fits the context.

    Without a kind in the text it is of one of those that were listed last.
    """
    named = [kind for kind in ("flight", "hotel", "car") if kind in text][:1]
    latest = next((own for offers in lists if (own := [each.kind for each in offers if each.number])), list[str]())
    found: list[Offer] = []
    for match in _NUMBER.finditer(text):
        own = [
            offer
            for offers in lists
            for offer in offers
            if offer.number == int(match["number"]) and offer.kind in (named or latest)
            if all(test(offer) for test in context)
        ]
        found += own[:1]
    return found


def list_said(text: str) -> set[str]:
    """Return the words of a text that name places and days."""
    spans = [text[mention.start : mention.end] for mention in find_mentions(text)]
    spans += [match[0] for days in (_DAY, WEEKDAY) for match in days.finditer(text)]
    return {word for span in spans for word in re.findall(r"[a-z][a-z']*", span)}


def pick_unbooked(text: str, command: Command, replies: Sequence[str], lists: Lists) -> Command:
    """Return a change as a pick of the hotel that a text names with its place, if that was shown and is not booked.

    Args:
        text: The message, normalised.
        command: A command of it.
        replies: The replies before it, the latest first.
        lists: Their offers.
    """
    if command.verb != "change" or not find_mentions(text):
        return command
    tests = list(test_name(text, lists))
    hotels = [each for offers in lists for each in offers if each.kind == "hotel"]
    own = {each.title for each in hotels if tests and all(test(each) for test in (*tests, *test_places(text)))}
    booked = describe_situation([("assistant", reply) for reply in reversed(replies)])
    line = next((line for line in booked.text.splitlines() if line.startswith("booked: ")), "")
    is_other = any(ref in booked.booked for ref in command.refs)
    if len(own) != 1 or not is_other or (title := own.pop()) in line:
        return command
    return Command("pick", tuple(title.split()), command.slots)


def choose_ranked(rank: str, offers: Sequence[Offer], picked: Sequence[Offer]) -> Offer | None:
    """Return the offer with a place in a list, or the first or last of flights by their price or time.

    The first and the last flight can be either; what was picked tells which.
    """
    if rank.startswith("cheap"):
        return min(offers, key=lambda offer: offer.total)
    by_time = sorted(offers, key=lambda offer: offer.flight.departs) if offers[0].kind == "flight" else list(offers)
    if (at := ORDINALS.get(rank)) is None:
        return by_time[0 if rank.startswith("earl") else -1]
    if at >= len(offers):
        return None
    either = [by_time[at], offers[at]] if at < 0 else [offers[at], *([by_time[0]] if at == 0 else [])]
    texts = {offer.text.casefold() for offer in picked}
    return next((offer for offer in either if offer.text.casefold() in texts), either[0])


def go_back(text: str, commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands that choose from the list before the last one, if a text in lower case goes back to one of it.

    Of flights both ways it is one each way.
    """
    match = _BACK_TO.search(text)
    numbered = [own for offers in lists if (own := [each for each in offers if each.number])]
    groups: dict[str, list[Offer]] = {}
    for each in next((own for own in numbered[1:] if match and own[0].kind == numbered[0][0].kind), list[Offer]()):
        groups.setdefault(each.flight.origin.name if each.kind == "flight" else each.kind, []).append(each)
    rank = (match["rank"] or match["before"]) if match else ""
    chosen = [offer for own in groups.values() if (offer := choose_ranked(rank, own, []))]
    if {each.text.casefold() for each in chosen} <= {each.text.casefold() for own in numbered[:1] for each in own}:
        return list(commands)
    names = [f"{each.flight.number}@{list_days(each)[0]}" if each.kind == "flight" else each.title for each in chosen]
    refs = tuple(word for name in names for word in name.split())
    return [replace(each, refs=refs) if each.verb == "pick" and not each.slots else each for each in commands]


def search_shown_day(text: str, commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands that look for flights on the day, and the way, of those shown last: "later on the friday"."""
    flights = [each for each in lists[0] if each.kind == "flight"] if lists else []
    named = [WEEKDAYS.index(name) for name in set(_THE_DAY.findall(text))]
    days = {(date.fromisoformat(list_days(each)[0]), each.flight.origin) for each in flights}
    own = {each for each in days if each[0].weekday() in named}
    if len(named) != 1 or len(own) != 1:
        return list(commands)
    ((day, origin),) = own
    kind, out = ("return", ()) if origin != flights[0].flight.origin else ("flight", ((OUT, ""),))
    return [_search_on(each, WEEKDAYS[named[0]], format_day(day), kind, out) for each in commands]


def _search_on(command: Command, name: str, day: str, kind: str, out: Sequence[tuple[str, str]]) -> Command:
    if command.verb != "find" or command.subject not in {"flight", "return"} or name not in (command.value("on") or ""):
        return command
    slots = tuple((slot, day if slot == "on" else value) for slot, value in command.slots)
    return replace(command, refs=(kind,), slots=(*slots, *out))
