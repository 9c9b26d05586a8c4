"""A route through several places with so many nights in each: its flights and rooms, one after the other."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from ricordo_travel.dialogue import search
from ricordo_travel.dialogue.act_reader import SURE
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.days import MONTH
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.offers import Offer, find_offers
from ricordo_travel.dialogue.open_offers import first_day
from ricordo_travel.dialogue.origins import find_start
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words
from ricordo_travel.dialogue.questions import ASK_DAY, ASK_OFFER, ASK_ORIGIN, join_questions
from ricordo_travel.dialogue.several_places import ask_about_route
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.places import Place

_NIGHTS = re.compile(rf"\b(?P<count>{NUMBER}|an?)(?: (?P<unit>nights?|days?|weeks?))?(?: (?:in|at|for))?(?: the)? $")
_AFTER = re.compile(rf" ?(?:\(|for |- ?)? ?(?P<count>{NUMBER}|an?) (?P<unit>nights?|days?|weeks?)\b")
_PLANS = re.compile(
    r"\b(?:trip|tour|travel(?:ling)?|route|round ?trip|journey|holidays?|visit|plan|go(?:ing)? to|see|first|then)\b"
)
_EITHER = re.compile(
    r"\b(?:or|vs|versus|either|better|which|compare|between|not|instead|cancel|change|move|book(?:ed)?)\b"
)
_LIST = re.compile(r"[ ,;/&+>-]*(?:\b(?:and|then|to|on|after that|finally|next|first|visit)\b[ ,;]*){0,4}")
_DATED = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)\b|\b\d{{1,2}} {MONTH}\b|\b{MONTH.replace('month', 'name')} \d{{1,2}}\b"
)
_PAST = re.compile(r"\b(?:was|were|went|been|last (?:year|month|summer|winter|time)|already|remember|loved?|hates?)\b")
_TELLS = frozenset({"tell", "recall", "bookings", "forget", "correct", "cancel", "change", "pick", "place"})
_FROM = re.compile(r"\b(?:from|start(?:ing)? (?:in|at)|live in|living in) $")
_FLIGHTS = re.compile(r"\b(?:flights?|(?:plane |air ?)?tickets?)\b")
_GLADLY = "Gladly, this is the route"
_MOST_NIGHTS = 60
_Found = Generator[Sequence[ToolCall], Sequence[ToolResult], list[Offer]]


@dataclass(frozen=True, slots=True)
class _Stay:
    """So many nights in a place."""

    place: Place
    nights: int


def answer_route(state: DialogueState) -> Plan:
    """Show the flights and a room for each stay of a route, or ask for what is missing; else say nothing."""
    stays = _read_stays(state.text)
    if not stays and state.last_reply.startswith(_GLADLY):  # where from and when were asked of the stays before
        said = [text for role, text in state.history if role == "user"]
        stays = _read_stays(normalise(said[-1]))
    if len(stays) > 1 and _FLIGHTS.search(state.text) and set(find_kinds(state.text)) == {"flight"}:
        return ""  # only the flights of each leg are asked for
    if len(stays) > 1:
        return (yield from _show_route(state, stays))
    places = _read_places(state)
    return ask_about_route(state, places) if len(places) > 1 else ""


def _read_stays(text: str) -> list[_Stay]:
    """Return the stays that a text in lower case names, each with its nights: "5 nights Tokyo, 4 Bangkok"."""
    if _EITHER.search(text.partition("?")[2] or text):
        return []
    found: list[_Stay] = []
    mentions = find_mentions(text)
    for n, mention in enumerate(mentions):
        following = mentions[n + 1].start if n + 1 < len(mentions) else len(text)
        match = _NIGHTS.search(text, 0, mention.start) or _AFTER.match(text, mention.end, following)
        if mention.place is None or match is None or not (match["unit"] or found):
            continue
        nights = parse_count(match["count"]) * (7 if (match["unit"] or "").startswith("week") else 1)
        if 0 < nights <= _MOST_NIGHTS:
            found.append(_Stay(mention.place, nights))
    return found


def _read_places(state: DialogueState) -> list[Place]:
    """Return the places of a route that a message plans without a word on its days; none if it is no such plan."""
    text = state.text
    mentions = [each for each in find_mentions(text) if len(each.places) < 2]  # "through Asia" is no place of it
    if any(part.act in _TELLS and part.score >= SURE for part in state.parts) or _PAST.search(text):
        return []
    if len(mentions) < 2 or not _PLANS.search(text) or _EITHER.search(text) or _DATED.search(text) or state.offers:
        return []
    gaps = [text[one.end : two.start] for one, two in pairwise(mentions)]
    places = [each.place for each in mentions if each.place]
    is_list = all(_LIST.fullmatch(gap) for gap in gaps) and len(places) == len(mentions)
    is_way = len(places) == 2 and re.search(r"\bto\b|[->/]", gaps[0])
    return places if is_list and not is_way and len(set(places)) == len(places) else []


def _show_route(state: DialogueState, stays: Sequence[_Stay]) -> Plan:
    """Show the cheapest flight and room of each stay, the way home and what all of it costs."""
    known = know_trip(state, "flight")
    start = _find_start(state, [stay.place for stay in stays])
    day = parse_dates(state.text, state.today).first or known.trip.first  # the trip may have gone on to its next leg
    asked = [*([] if start else [ASK_ORIGIN]), *([] if day else [ASK_DAY])]
    if start is None or day is None:
        names = join_words([f"{stay.place.name} ({stay.nights} nights)" for stay in stays])
        return f"{_GLADLY}: {names}. {join_questions(*asked)}"
    here, offers = start, list[Offer]()
    for stay in stays:
        offers += yield from _find_cheapest(state, here, stay.place, day, None)
        offers += yield from _find_cheapest(state, here, stay.place, day, stay.nights)
        here, day = stay.place, day + timedelta(days=stay.nights)
    offers += yield from _find_cheapest(state, here, start, day, None)
    lines = [f"{n}. {offer.text}" for n, offer in enumerate(offers, 1)]
    total = format_dollars(sum(offer.total for offer in offers))
    late = [offer.flight.number for offer in offers if offer.kind == "flight" and _lands_later(offer)]
    remark = [f"{join_words(late)} {'lands' if len(late) == 1 else 'land'} on the day after."] if late else []
    return "\n".join(["The cheapest of each, leg by leg:", *lines, f"In all: {total}", *remark, ASK_OFFER])


def _find_start(state: DialogueState, visited: Sequence[Place]) -> Place | None:
    """Return where a route starts: where the message says, or else where the trip does or home is."""
    text = state.text
    named = [each.place for each in find_mentions(text) if _FROM.search(text[: each.start])]
    known = [*named, know_trip(state, "flight").start, find_start(state)]
    return next((place for place in known if place and place not in visited), None)


def _lands_later(offer: Offer) -> bool:
    """Return whether a flight arrives on another day than it leaves."""
    return offer.flight.arrives(first_day(offer)).date() > first_day(offer)


def _find_cheapest(state: DialogueState, origin: Place, place: Place, first: date, nights: int | None) -> _Found:
    """Return the cheapest flight to a place on a day, or with `nights` the cheapest room there; none if none is."""
    last = first + timedelta(days=nights or 1)
    trip = replace(
        state.trip, origin=origin, destination=place, first=first, last=last, nights=nights, days=(), stays=(),
        arrival=None, departure=None, is_return=False, is_round=True, kinds=("flight", "hotel"), unserved=(), area=None,
    )  # fmt: skip
    own = replace(state, own_trip=trip, message="")
    kind = "hotel" if nights else "flight"
    shown = find_offers((yield from search.search_part(know_trip(own, kind), kind, 1)))
    return sorted(shown, key=lambda offer: offer.total)[:1]
