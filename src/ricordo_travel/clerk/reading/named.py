"""Hold the hotels of commands against the names that a message writes in full."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from ricordo_travel.clerk.changing.ways import NO_WAY_BACK
from ricordo_travel.clerk.choosing.choosing_clauses import split_clauses
from ricordo_travel.clerk.choosing.described import Lists
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.refused_places import find_refused_places, is_in
from ricordo_travel.clerk.reading.weekdays import MONTH, WEEKDAY
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.replies.offers import BOOKING_ID, Offer, find_offers
from ricordo_travel.dialogue.replies.questions import CONFIRM
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.hotels.catalog import hotels

_OF_THINGS = frozenset({"pick", "ask", "total", "compare", "which", "whatif"})
_NOT_MEANT = re.compile(
    r"\b(?:not|no|than|instead of|rather than|compared (?:with|to)|like|as|from|near|next to|forget|without|except|but|"
    r"don't want|cancel|drop|skip)(?: the| a)? $"
)
"""What comes before the name of a hotel that is not what a message chooses or asks about."""
_POINTS = re.compile(
    r"\b(?:it|its|that one|this one|other|both|all|these|those|them|cheap\w*|dear\w*|best|near\w*|close\w*|"
    r"first|second|third|fourth|last|\d)\b"
)
"""Words that may stand for a number or a letter."""
_BESIDE = frozenset({"pick", "yes", "total", "tell", "thanks", "hello", "chat"})
_THE_KIND = re.compile(
    r"(?:(?:and|also|plus|then|please|i|we|i'd|we'd|i'll|we'll|take|like|book|have|want|with) )*"
    r"the (?:\w+ )?(?:(?P<back>flight (?:back|home)|return flight)|(?P<kind>car|hotel))\b"
    r"(?! (?:can|is|was|has|must|should|later|myself|ourselves|does|that|to|from|for|on|too|as)\b)"
)
"""How a clause begins that chooses something by its kind."""
_THE_FLIGHTS = re.compile(
    r"\b(?:book|take|add) (?:me |us )?(?:the|both|those|our|my) flights\b(?! (?:for|on|to|from|at|with|if)\b)|"
    r"\band the flights,? (?:too|as well|also)\b"
)
"""Words that choose the flights that were shown, whichever these are."""
_COUNTED = re.compile(
    r"\b(?P<count>[1-9]) (?:cots?|cribs?|(?:baby|extra|child|booster) (?:beds?|seats?|cots?)|high ?chairs?|bags?|"
    r"suitcases?)\b"
)
"""What comes with a room, a flight or a car, and how many of it."""
_OF_KIND = re.compile(r"\b(?:airport|town|automatic|manual|economy|compact|suv|van|cheapest|earliest|latest)\b")

_IT = frozenset("it this that one hotel".split())
_ONLY_IT = _IT | frozenset(
    """ok okay yes yeah yep yup sure great perfect good fine nice lovely cool alright all right well then so and oh
    thanks thank you please let's lets i'll we'll i we just can could go ahead for me us now book take reserve confirm
    get the do""".split()
)
"""Words of a message that chooses what was talked about last, and says nothing of it."""
_WHEN_BACK = re.compile(
    r"\b(?:return(?:ing)?|back|home)(?: flight)?,?(?: on)?(?: the)? "
    rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}\b|\d{{1,2}}(?:st|nd|rd|th)\b|{WEEKDAY.pattern})"
    r"(?:,?(?: in the)? (?P<part>morning|afternoon|evening|night)\b)?"
)
"""Words for the day of the flight back."""


def hold_it(
    text: str, commands: Sequence[Command], replies: Sequence[str], before: Sequence[Command]
) -> tuple[Command, ...]:
    """Return commands that choose what was talked about last, if a text only says to book "it" and nothing waits.

    That is the only thing that the latest reply to name any names; of several it is asked which.

    Args:
        text: What somebody wrote, in lower case.
        commands: What the reader wrote.
        replies: The replies before it, the latest first.
        before: The commands of the message before it.
    """
    picks = [each for each in commands if each.verb == "pick"]
    if not _says_it(text) or len(picks) != 1 or picks[0].slots:
        return tuple(commands)
    shown = {each.title.casefold(): each for reply in replies for each in find_offers(reply)}
    said = next((reply.casefold() for reply in replies if any(name in reply.casefold() for name in shown)), "")
    told = [each for name, each in shown.items() if name in said]
    is_settled = CONFIRM.casefold() in said or bool(BOOKING_ID.search(said))
    if is_settled or not told or any(each.kind != "hotel" for each in told):
        return tuple(commands)
    ref = " ".join(picks[0].refs).lower()
    picked = _read(ref, [offers for reply in replies if (offers := find_offers(reply))])
    if (picked is None and ref not in _IT) or (picked and _is_spoken_of(picked, said, told, before)):
        return tuple(commands)
    only = told[0].title.lower().split() if len(told) == 1 else ["it"]
    return tuple(replace(each, refs=tuple(only)) if each.verb == "pick" else each for each in commands)


def _says_it(text: str) -> bool:
    """Return whether a text says nothing of what it chooses but that it is "it"."""
    words = set(re.findall(r"[a-z][a-z']*", text))
    return bool(words & _IT) and words <= _ONLY_IT and not re.search(r"\d", text)


def _is_spoken_of(name: str, said: str, told: Sequence[Offer], before: Sequence[Command]) -> bool:
    """Return whether a message was about a hotel, or the reply to it puts it before the others, but not in a list."""
    first = min(told, key=lambda each: said.index(each.title.casefold()))
    is_list = f"1. {first.title.casefold()}" in said
    words = {word.lower() for each in before for word in (*each.refs, *each.text.split())}
    return bool(words & {name.split(maxsplit=1)[0]}) or (_name(first) == name and len(told) > 1 and not is_list)


def hold_names(text: str, commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands with the hotels that a text in lower case names in full, in the stead of others that it does not.

    Args:
        text: What somebody wrote.
        commands: What the reader wrote.
        lists: What was shown, the latest first.
    """
    commands = [_leave_out_count(text, each) for each in commands]
    shown = {_name(each): each for offers in reversed(lists) for each in offers if each.kind == "hotel"}
    said = [name for name in shown if _is_meant(name, text)]
    return [_hold(text, each, said, lists) for each in commands] if said else list(commands)


def _hold(text: str, command: Command, said: Sequence[str], lists: Lists) -> Command:
    if command.verb not in _OF_THINGS:
        return command
    refs = split_refs(command.refs)
    named = {own for ref in refs if (own := _read(ref, lists))}
    missing = [name for name in said if name not in named]
    strange = [ref for ref in refs if (own := _read(ref, lists)) and _is_strange(ref, own, text)]
    if not missing or not strange or len(missing) != len(dict.fromkeys(_read(ref, lists) for ref in strange)):
        return command
    instead = dict(zip(dict.fromkeys(_read(ref, lists) for ref in strange), missing, strict=True))
    new = [instead[_read(ref, lists)] if ref in strange else ref for ref in refs]
    return replace(command, refs=tuple(word for ref in dict.fromkeys(new) for word in ref.split()))


def _leave_out_count(text: str, command: Command) -> Command:
    """Return a pick whose number only counts something as a question for that: "yes, and 1 cot please"."""
    match, wish = _COUNTED.search(text), command.value("with")
    if not match or not wish or command.verb != "pick" or command.refs != (match["count"],):
        return command
    if len(re.findall(rf"\b{command.subject}\b", text)) > 1:  # it is said of something else as well
        return command
    return Command("ask", ("hotel",) if "cot" in wish or "bed" in wish else (), ((wish, ""),))


def is_sought(text: str, offer: Offer, commands: Sequence[Command]) -> bool:
    """Return whether a message looks for hotels in the place of one that was shown, and does not name that one.

    A flight is sought where the message looks for flights to or from other places than its own, and anything where it
    refuses the place.
    """
    if is_in(offer, find_refused_places(text)):
        return True
    if offer.kind == "flight":
        return _goes_elsewhere(offer, commands)
    places = [each.value("place") for each in commands if each.verb == "find" and "hotel" in each.subject]
    is_there = any(place and offer.title.lower().endswith(place.lower()) for place in places)
    return offer.kind == "hotel" and is_there and _name(offer) not in text


def _goes_elsewhere(offer: Offer, commands: Sequence[Command]) -> bool:
    """Return whether commands look for flights to a place, and a flight neither starts nor ends there."""
    searches = [each for each in commands if each.verb == "find" and {"flight", "return"} & {*each.subject.split("+")}]
    places = [mention.place for each in searches for mention in find_mentions((each.value("place") or "").lower())]
    ends = {offer.flight.origin, offer.flight.destination}
    return any(places) and not any(place in ends for place in places)


def is_met(command: Command, named: Sequence[Offer], commands: Sequence[Command]) -> bool:
    """Return whether a search is for a flight that the message takes from those that were shown."""
    ends = tuple((command.value(name) or "").lower() for name in ("from", "place"))
    ways = {
        (each.flight.origin.name.lower(), each.flight.destination.name.lower())
        for each in named
        if each.kind == "flight"
    }
    is_flight = command.verb == "find" and command.subject in {"flight", "return"}
    return is_flight and ends in ways and any(each.verb == "pick" for each in commands)


def _name(offer: Offer) -> str:
    """Return the name of a hotel without its city, in lower case."""
    return " ".join(offer.title.lower().split()[:2])


def _is_meant(name: str, text: str) -> bool:
    return any(not _NOT_MEANT.search(text[: match.start()]) for match in re.finditer(rf"\b{re.escape(name)}\b", text))


def _read(ref: str, lists: Lists) -> str | None:
    """Return the name of the hotel that a reference means; None if it is something else."""
    if ref.isdigit():
        listed = next((offers for offers in lists if any(offer.number for offer in offers)), list[Offer]())
        own = next((each for each in listed if each.number == int(ref)), None)
        return _name(own) if own and own.kind == "hotel" else None
    if len(ref) == 1:
        waiting = [each for each in lists[0] if not each.number] if lists and ref in WAITING else []
        own = next(iter(waiting[WAITING.index(ref) :]), None) if waiting else None
        return _name(own) if own and own.kind == "hotel" else None
    words = ref.lower().split()
    return " ".join(words[:2]) if words[0] in _first_words() else None


def _is_strange(ref: str, name: str, text: str) -> bool:
    """Return whether a text refuses a hotel, or has neither its name nor a word for its number or letter."""
    if (ref.isdigit() or len(ref) == 1) and _POINTS.search(text):
        return False
    if name in text and not _is_meant(name, text):
        return True
    first, *rest = name.split()
    if not re.search(rf"\b{re.escape(first)}\b", text):
        return True
    others = [each for each in re.findall(rf"\b{re.escape(first)} (\w+)\b", text) if each in _second_words()]
    return bool(rest) and bool(others) and rest[0] not in others


@cache
def _first_words() -> frozenset[str]:
    return frozenset(each.name.split()[0].lower() for each in hotels().values())


@cache
def _second_words() -> frozenset[str]:
    return frozenset(each.name.split()[1].lower() for each in hotels().values())


def pick_named_kinds(text: str, commands: Sequence[Command], lists: Lists) -> tuple[Command, ...]:
    """Return commands that also pick what a text chooses by its kind: "flights 1 and 3 and the car at the airport".

    Of several that may be meant it is asked which.
    """
    choices = [each for each in commands if each.verb in {"pick", "yes"}]
    numbered = next((offers for offers in lists if any(each.number for each in offers)), list[Offer]())
    if _THE_FLIGHTS.search(text) and _lacks_flights(commands, lists):
        return (*commands, Command("pick", ("flights",)))
    if not choices or not {each.verb for each in commands} <= _BESIDE or any(each.slots for each in choices):
        return tuple(commands)
    refs = split_refs(ref for each in choices for ref in each.refs)
    taken = {_name_kind(each, numbered) for each in lists[0] if not each.number} if lists else set[str]()
    taken |= {_name_kind(each, numbered) for each in numbered if any(_is_ref(ref, each) for ref in refs)}
    taken |= {"hotel" if _read(ref, lists) else word for ref in refs for word in ref.lower().split()}
    found: list[str] = []
    for clause in split_clauses(text):
        match = _THE_KIND.match(clause.text) if clause.is_open else None
        kind = "return" if match and match["back"] else match["kind"] if match else ""
        if kind not in taken and any(_name_kind(each, own) == kind for own in lists for each in own if each.number):
            found += [kind, *(_OF_KIND.findall(clause.text) if kind != "hotel" else [])]
    sums = [
        replace(each, refs=(*each.refs, *found)) if each.verb == "total" and each.refs else each for each in commands
    ]
    return (*sums, Command("pick", tuple(found))) if found else tuple(commands)


def _lacks_flights(commands: Sequence[Command], lists: Lists) -> bool:
    """Return whether commands leave out the flights that were shown before something else was asked about."""
    is_shown = any(each.kind == "flight" and each.number for own in lists for each in own)
    is_asked = bool(lists) and any(each.kind == "flight" for each in lists[0])
    return is_shown and not is_asked and {each.verb for each in commands} <= {*_BESIDE, "ask", "which", "place"}


def search_way_back(text: str, commands: Sequence[Command], lists: Lists) -> tuple[Command, ...]:
    """Return commands that also look for the flight back whose day a text says, beside the one there that it chooses.

    Where flights back were shown, it is one of these that is chosen, unless the text wants none.
    """
    commands = _leave_out_way_back(text, commands, lists)
    when = _WHEN_BACK.search(text)
    choices = [each for each in commands if each.verb in {"pick", "yes"}]
    if not when or "?" in text or not lists or {each.verb for each in commands} - {"pick", "yes", "tell"}:
        return tuple(commands)
    refs = split_refs(ref for each in choices for ref in each.refs)
    flights = [each for own in lists for each in own if each.kind == "flight"]
    numbered = next((own for own in lists if any(each.number for each in own)), list[Offer]())
    taken = [each for each in flights if any(_is_ref(ref, each) and not ref.isdigit() for ref in refs)]
    taken += [each for each in numbered if each.kind == "flight" and str(each.number) in refs]
    ways = {(each.flight.origin, each.flight.destination) for each in taken}
    is_back_shown = any((each.flight.destination, each.flight.origin) in ways for each in flights)
    if len(ways) != 1 or is_back_shown:
        return tuple(commands)
    slots = [("on", when["day"]), *([("time", when["part"])] if when["part"] else [])]
    return (*commands, Command("find", ("return",), tuple(slots)))


def _leave_out_way_back(text: str, commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands that choose no flight back that a text does not number, if it says that none is wanted."""
    numbered = next((own for own in lists if any(each.number for each in own)), list[Offer]())
    back = {str(each.number) for each in numbered if _name_kind(each, numbered) == "return"}
    left = back - set(re.findall(r"\b\d{1,2}\b", text)) if NO_WAY_BACK.search(text) else set[str]()
    kept = [tuple(ref for ref in each.refs if ref not in left or each.verb != "pick") for each in commands]
    return [replace(each, refs=own or each.refs) for each, own in zip(commands, kept, strict=True)]


def _name_kind(offer: Offer, numbered: Sequence[Offer]) -> str:
    """Return the kind of an offer; a flight the other way than the first one of a list is a return."""
    first = next((each for each in numbered if each.kind == "flight"), None)
    is_back = offer.kind == "flight" and first and offer.flight.origin == first.flight.destination
    return "return" if is_back else offer.kind


def _is_ref(ref: str, offer: Offer) -> bool:
    """Return whether a reference is the number of an offer in its list, or the number or time of a flight."""
    own = {offer.flight.number.lower(), offer.flight.departs} if offer.kind == "flight" else set[str]()
    return ref == str(offer.number) or ref.lower().partition("@")[0] in own
