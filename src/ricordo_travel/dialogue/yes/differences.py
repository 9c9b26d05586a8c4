"""What a text says that a booking or a proposal is not: another day, party, class, place, time, hotel or kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from ricordo_travel.dialogue.facts.hotel_facts import find_asked
from ricordo_travel.dialogue.facts.hotel_facts import meets as meets_wish
from ricordo_travel.dialogue.facts.service_facts import names_fact
from ricordo_travel.dialogue.replies.offers import parse_offer
from ricordo_travel.dialogue.trips.reading import read_message
from ricordo_travel.dialogue.trips.trip import Reading, Trip
from ricordo_travel.dialogue.values.rooms import fits
from ricordo_travel.dialogue.values.wishes import (
    AMENITIES,
    find_amenities,
    find_car_class,
    find_kinds,
    find_unwanted_kinds,
    names_unsure,
)
from ricordo_travel.dialogue.yes.answers import HEDGE
from ricordo_travel.dialogue.yes.choice import HOTEL_NAMES, find_times, names_hotel, names_other_hotel
from ricordo_travel.dialogue.yes.matching import meets
from ricordo_travel.dialogue.yes.phrases import find_phrases
from ricordo_travel.proposals import Proposal

FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
BACK = re.compile(r"\b(?:return|returning|back|home|inbound|other way)\b")
NUMBER_OF = re.compile(
    r"\b(?:all|both|the) (?:of )?(?:the |them )?(?:two|three|four|five|six|[2-6])\b"
    r"(?! (?:of us|people|persons|guests|(?:\w+ )?rooms?|doubles?|singles?|twins?|suites?|nights?)\b)"
)
_DAY_ONE = re.compile(r"\b((?:[6-9]|[12]\d|3[01])(?:st|nd|rd|th)) one\b")
_FEWER = re.compile(
    r"\bdrop(?:s|ped)? out\b|\b(?:can't|cannot|won't|isn't|aren't|not) (?:com|join|fly|make it)|"
    r"\b(?:so|then|now) (?:just|only) (?:me|us|him|her)\b"
)
_DOUBT = re.compile(
    r"\b(?:before|maybe|actually|instead|rather|think|first|only when|bigger|smaller|larger|nicer|better|fancier|"
    r"something else|later)\b"
)
_CHANGES_IT = re.compile(r"\b(?:it|that one|this one|make that|make this|change|cheaper|different)\b")
_ANOTHER = re.compile(r"\b(?:an?|another|one more|some|also|too|as well|and|plus)\b")
ONE_MORE = re.compile(
    r"\b(?:too|also|as well|now|next|then|need|show|find|search|look|list|get me|and|another|forgot|missing|plus)\b"
)
_LOOKS = re.compile(r"\b(?:now|next|another|look|find|search|show)\b")
_STYLE = re.compile(r"\b(?:backpackers?|guesthouses?|(?:[1-5]|three|four|five)[ -]?stars?)\b")
_CARS_ALONE = frozenset({"midsize", "compact", "suv", "van", "convertible"})
"""Classes of cars that no hotel and no flight has."""
_OF_PARTY = frozenset({"people", "parties", "rooms"})
_ASKING = (
    r"^\W*(?:(?:and|so|oh|btw|by the way|just|tell me|remind me|(?:one more|another|quick) (?:question|thing))"
    r"[\s,:]+){0,4}"
)
_ASKS_TO_KNOW = re.compile(
    rf"{_ASKING}(?:what (?:time|day)|when (?:do|does|is|are|will|did)|"
    r"where (?:do|does)|who|how long|how (?:do|does|will) (?:i|we) (?:get|go))\b"
)
"""Questions that only ask for more about a thing, and do not ask whether it is good enough."""
_ASKS_FOR_WAY = re.compile(rf"{_ASKING}how (?:do|does|will|can|would) (?:i|we|one) (?:best )?(?:get|go|travel)\b")
_ASKS_FOR_SUM = re.compile(
    rf"{_ASKING}(?:what|how much)\b[^.;]{{0,30}}\b(?:damage|total|altogether|all together|in (?:all|total)|everything|"
    r"per (?:head|person)|each|the whole (?:trip|thing|lot)|owes?|"
    r"(?:others|everyone|everybody|friends|they) (?:have to |has to |need to |must )?pay)\b"
)
_NONSTOP = re.compile(r"\b(?:non-?stop|direct)\b")
_ASKS_WHETHER = frozenset(
    "and so also does do will has have got is are there it they this that the a an included include of course flight "
    "flights both".split()
)
"""Words of a question that asks no more than whether a thing has something."""
_LATER = re.compile(
    r"\b(?:days?|nights?|weeks?) (?:later|earlier)\b|\b(?:the|an?) (?:later|earlier|cheaper) (?:one|flight)\b"
)
_OTHER_MEANS = re.compile(
    r"\b(?:by|take|taking|took|catch|catching|get|getting|on) (?:(?:the|a|an) )?(?:\w{1,10} )?"
    r"(?:train|bus|coach|ferry|boat|car|lift|ride)\b|"
    r"\b(?:drive|driving|drives|(?:somebody|someone|friends?|he|she|they) (?:will |'ll )?(?:drives?|takes?|picks?))\b|"
    r"\b(?:stay|sleep|staying|sleeping) (?:with|at) (?:my|our|a|some|the)?\b"
)
"""Ways to do without a flight or a room."""
_ONLY_ASKED = re.compile(
    r"\b(?:only|just|merely) (?:want(?:ed)? to (?:know|ask|check|see)|ask(?:ed|ing)?|wonder(?:ed|ing)?|curious|"
    r"a question|check(?:ed|ing))\b"
)
_NOT_GOING = re.compile(
    r"\b(?:not|never|no longer|isn't|aren't|don't|won't|can't|cannot|couldn't)(?: be| able to| want to| have to)? "
    r"(?:going|go|coming|come|travelling|traveling|travel|flying|fly|need|needed|make it|use|using)\b|"
    r"\b(?:trip|holiday|plans?|wedding|meeting) (?:is|are|was|got|has been) (?:off|cancelled|canceled|postponed)\b"
)


def asks_to_know(text: str) -> bool:
    """Return whether a text only asks for more about a thing: "when do we land?", not "is it quiet?"."""
    return bool(_ASKS_TO_KNOW.match(text)) and not HEDGE.search(text) and not _DOUBT.search(text)


def asks_for_the_way(text: str) -> bool:
    """Return whether a text asks how to get somewhere, which is about no booking: "how do I get to the airport?"."""
    return bool(_ASKS_FOR_WAY.match(text)) and not HEDGE.search(text)


def asks_for_sum(text: str) -> bool:
    """Return whether a text asks what all of it costs, or each person pays: "what's the damage per head"."""
    return bool(_ASKS_FOR_SUM.match(text)) and not HEDGE.search(text) and not _DOUBT.search(text)


def asks_for_what_it_has(text: str, proposal: Proposal) -> bool:
    """Return whether a text asks no more than whether a proposal has what it has: "does it have breakfast?"."""
    offer = parse_offer(proposal.line)
    if offer is None or offer.kind == "car" or not text.endswith("?") or text.count("?") > 1:
        return False
    if offer.kind == "flight":
        wishes, others = _NONSTOP.findall(text), _NONSTOP.sub(" ", text)
        is_met = not offer.flight.via
    else:
        wishes, unwanted = find_amenities(text)
        others = re.sub(rf"\b(?:{'|'.join(AMENITIES.values())})\b", " ", text)
        is_met = not unwanted and not find_asked(text) and all(meets_wish(offer.hotel, wish) for wish in wishes)
    return bool(wishes) and is_met and set(re.findall(r"[\w']+", others)) <= _ASKS_WHETHER


def explains_cancelling(text: str) -> bool:
    """Return whether a text says why a booking is cancelled: "we are not going any more"."""
    return bool(_NOT_GOING.search(text)) and not re.search(r"\bcancel\b|\?", text)


def explains_asking(text: str) -> bool:
    """Return whether a text says that something was only asked: "I just wanted to know whether I could"."""
    return bool(_ONLY_ASKED.search(text)) and "?" not in text


def explains_refusing(text: str) -> bool:
    """Return whether a text says how somebody goes without what was refused: "I might come back by train"."""
    return bool(_OTHER_MEANS.search(text)) and "?" not in text


def measures_days(text: str) -> str:
    """Return a text without "two weeks later" and "the later one": a day and a choice, which doubt nothing."""
    return _LATER.sub(" ", text)


def turns_away(text: str) -> bool:
    """Return whether a text doubts what is proposed, or puts something else in its stead."""
    return bool(_DOUBT.search(text) or _CHANGES_IT.search(text))


def is_other_kind(text: str, proposal: Proposal) -> bool:
    """Return whether a text is about another kind of thing than a proposal, also if that is not wanted any more."""
    kinds: list[str] = [*(find_kinds(text) or find_unwanted_kinds(text))]  # "the car is booked already"
    if not kinds and (HOTEL_NAMES.search(text) or _STYLE.search(text)):
        kinds = ["hotel"]
    if not kinds and find_car_class(text) in _CARS_ALONE:
        kinds = ["car"]
    return bool(kinds) and proposal.kind not in kinds


def names_other_thing(text: str, row: Mapping[str, Any]) -> bool:
    """Return whether a text names another hotel or another class of car than that of a booking."""
    if row["kind"] == "car":
        return find_car_class(text) not in {None, row["car_class"]}
    return row["kind"] == "hotel" and names_other_hotel(text, row["hotel"])


def places_of(row: Mapping[str, Any]) -> set[str]:
    """Return the names of the places of a booking."""
    return {str(row[name]) for name in ("city", "origin", "destination") if row.get(name)}


def names_other_place(text: str, row: Mapping[str, Any]) -> bool:
    """Return whether a text is about another place or way than a booking, and does not put it in its stead."""
    if turns_away(text):
        return False
    changes = read_details(text, row)
    if "unserved" in changes:
        return True
    named = [changes[name].name for name in ("origin", "destination") if changes.get(name)]
    if row["kind"] == "flight" and len(named) == 2:
        return named != [row["origin"], row["destination"]]
    return bool(named) and not set(named) & places_of(row)


def names_other_flight(text: str, row: Mapping[str, Any]) -> bool:
    """Return whether a text asks for one more flight than a booking's: by its number, its time or its direction."""
    if row["kind"] != "flight":
        return False
    numbers = set(FLIGHT_NUMBER.findall(text))
    if numbers:
        return row["flight_number"].lower() not in numbers
    if not ONE_MORE.search(text):
        return False
    times = find_times(text)
    return (bool(times) and row["departs"] not in times) or bool(BACK.search(text))


def doubts_party(text: str, proposal: Proposal) -> bool:
    """Return whether a text says that others than in a proposal travel, and does not look for another thing."""
    row = proposal.preview
    is_other = is_other_kind(text, proposal) or (bool(_LOOKS.search(text)) and names_other_place(text, row))
    return bool(_FEWER.search(text)) or (changes_party(text, row) and not is_other)


def changes_party(text: str, row: Mapping[str, Any]) -> bool:
    """Return whether a text names other people or rooms than a booking has."""
    return not _OF_PARTY.isdisjoint(read_details(text, row))


def read_details(text: str, row: Mapping[str, Any], today: date | None = None) -> dict[str, Any]:
    """Return what a text says of a trip like a booking; of its party and its rooms, only what is other than there.

    Days before those of the booking are only found from `today` on.
    """
    reading, people = _read(text, row, today), row.get("guests") or row.get("passengers")
    own = reading.trip.of_kind(row["kind"])
    said = {name: value for name, value in reading.changes.items() if name not in _OF_PARTY}
    said |= {"people": own.people} if people and own.people != people else {}
    if row["kind"] == "hotel" and own.rooms and not any(fits([row], (wish,)) for wish in own.rooms):
        said["rooms"] = own.rooms
    return said


def _read(text: str, row: Mapping[str, Any], today: date | None = None) -> Reading:
    """Return the reading of a text as if it came after a search for a booking."""
    booked, people = _first_day(row), row.get("guests") or row.get("passengers")
    trip = Trip(kinds=(row["kind"],), first=booked, nights=row.get("nights") or row.get("days"), people=people)
    text = _DAY_ONE.sub(r"\1", text)
    text = NUMBER_OF.sub(" ", text)  # "yes for all three" is not who travels
    return read_message(trip, text, "", today or booked)


def _first_day(row: Mapping[str, Any]) -> date:
    return date.fromisoformat(row.get("check_in") or row.get("pick_up") or row["day"])


def names_something_else(text: str, row: Mapping[str, Any]) -> bool:
    """Return whether a text names another day, length, party, class, place, time or hotel than a booking has."""
    is_other_flight = row["kind"] == "flight" and set(find_times(text)) - {row["departs"]}
    if is_other_flight or names_other_hotel(text, row.get("hotel")):
        return True
    changes, booked = read_details(text, row), _first_day(row)
    own = {"first": booked, "nights": row.get("nights") or row.get("days"), "cabin": row.get("cabin")}
    if any(changes.get(name) not in {None, value} for name, value in own.items()):
        return True
    places = places_of(row)
    if any(place and place.name not in places for place in (changes.get("destination"), changes.get("origin"))):
        return True
    return any(name in changes for name in ("unserved", "limits", "stars", "area", *_OF_PARTY))


def repeats(text: str, proposal: Proposal) -> bool:
    """Return whether a text says once more what was proposed, and nothing else: "the lisbon hotel for 2"."""
    row = proposal.preview
    is_called = row["kind"] == "hotel" and names_hotel(text, row["hotel"])
    if (not is_called and find_kinds(text) != [proposal.kind]) or _ANOTHER.search(text) or "?" in text:
        return False
    is_unsure = names_unsure(text) or names_fact(text)
    if turns_away(text) or HEDGE.search(text) or is_unsure or names_something_else(text, row):
        return False
    is_choice = any(each.leg or each.numbers or each.position or each.is_wish for each in find_phrases(text))
    return not is_choice and not describes_other(text, proposal)


def is_same_car(text: str, row: Mapping[str, Any]) -> bool:
    """Return whether a text names the class of a car that was proposed, and nothing else: "the suv"."""
    return row["kind"] == "car" and len(text.split()) <= 3 and find_car_class(text) == row["car_class"]


def describes_other(text: str, proposal: Proposal) -> bool:
    """Return whether a text says what a thing is like, and a proposal is not like that: "the suv", "the later one"."""
    offer = parse_offer(proposal.line) if proposal.action == "book" else None
    if offer is None:
        return False
    for phrase in find_phrases(text):
        is_about = not phrase.kinds or offer.kind in phrase.kinds or phrase.airline
        is_choice = phrase.is_other or (phrase.order and offer.kind in phrase.order.kinds)
        if is_about and not phrase.is_refused and (is_choice or not meets(offer, phrase)):
            return True
    return False


def picks_other(text: str, proposal: Proposal) -> bool:
    """Return whether a text picks something that a proposal is not like: "the one in town"."""
    return any(each.is_pick for each in find_phrases(text)) and describes_other(text, proposal)
