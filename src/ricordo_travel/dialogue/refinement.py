"""Searches that refine what was shown: cheaper, other and better offers."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from ricordo_travel.dialogue.aims import wants_cheaper
from ricordo_travel.dialogue.choice import NAME, names_hotel
from ricordo_travel.dialogue.flight_hours import suits
from ricordo_travel.dialogue.hotel_facts import describe_lack, describe_predicate, row_meets
from ricordo_travel.dialogue.hours import Hours, parse_hours
from ricordo_travel.dialogue.known import KnownTrip, know_trip
from ricordo_travel.dialogue.lookups import Row, call_cars, call_rooms, find_other_days, unit_price
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.offers import Offer, find_offers
from ricordo_travel.dialogue.open_offers import first_day, is_on_day, last_day
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, call, join_words, say
from ricordo_travel.dialogue.presentation import MAX_OFFERS, filter_rows, present
from ricordo_travel.dialogue.search import MAX_SEATS, find_missing, search, search_other_days
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.reservations import Kind

_BEST = 5
_OTHER_HOURS = re.compile(
    r"\b(?:nothing|anything|something|none|any|is there|are there|have you|do you have|show|see|find|look for|want|"
    r"need|prefer|(?:what|how) about|rather(?: have)?|like)\b[a-z ]{0,20}"
    r"(?<!day )(?<!days )(?<!week )(?<!weeks )(?<!night )(?<!nights )(?<!month )(?<!months )"
    r"\b(?P<word>earlier|later)\b(?! (?:in|dates?|days?|weeks?|months?|years?|check|hotels?|rooms?)\b)"
)
_PRICE = re.compile(
    r"\b(?:cheaper|how much|prices?|costs?|less expensive|what(?:'s| is| would be) it|what about|what would it be)\b"
)
_PRICED = re.compile(rf"\b(?:would|does|is|will|about|at) (?P<name>{NAME})\b(?: (?:cost|be|then|a|from|on|for)\b|\W*$)")
"""The price of a hotel that is called by its first name."""
_IF_ONLY = re.compile(
    r"\b(?:the|your) only (?:one|flight|hotel|car|option|choice|offer)s?\b"
    r"(?! (?:with|that|at)\b| in (?!the (?:morning|afternoon|evening)\b))|"
    r"\b(?:is|are) (?:this|that|these|those|it) (?:really )?all(?: that)?(?: you(?: have|'ve got))?\W*$"
)

_WHY_AGAIN = re.compile(
    r"\b(?:keep|stop) (?:on )?(?:showing|offering|suggesting|giving|repeating|listing|recommending|coming up)\b|"
    r"\bwhy\b[^.!]{0,30}\b(?:again|same|always)\b"
)
_IF_CHEAPEST = re.compile(
    r"\b(?:is|are|was) (?:it|that|this|they|the \w+|\d\w* \w+|\w+ \d\w*)(?: \w+)? "
    r"(?:really |actually |truly )?the cheapest\b"
)


def asks_why_again(state: DialogueState) -> bool:
    """Return whether a message asks why the same offers come again and again."""
    return bool(state.offers) and bool(_WHY_AGAIN.search(state.text))


def explain_again(state: DialogueState) -> Plan:
    """Say by which wishes the offers were chosen, so that the person can give one up."""
    kind = state.offers[0].kind
    wishes = know_trip(state, kind).describe_wishes(kind)
    by = f"looked for what you asked for so far: {wishes}" if wishes else "found nothing else for these days"
    return say(f"I'm sorry. I {by}. Tell me what you do not need, or what to change, and I look again.")


def search_cheaper(state: DialogueState) -> Plan:
    """Search for something cheaper than what was shown."""
    shown = _shown(state)
    if not shown:
        return (
            (yield from search(state))
            if state.trip.kinds
            else "Tell me what you are looking for, and I search from the cheapest up."
        )
    kind, price = shown[0].kind, min(offer.unit_price for offer in shown)
    known = know_trip(state, kind)
    if kind == "flight":
        return (yield from _search_cheaper_flights(known, price))
    rows: list[Row] = []
    if not find_missing(known, kind):
        result = yield from (call_rooms(known) if kind == "hotel" else call_cars(known, with_class=False))
        rows = [row for row in result.data.get(f"{kind}s", ()) if unit_price(kind, row) < price]
        rows = filter_rows(known, kind, rows) or rows
    if not rows:
        cheapest = min(shown, key=lambda offer: offer.unit_price)
        return (
            f"No, nothing is cheaper there for those days: {cheapest.title} at {format_dollars(price)} a "
            f"{cheapest.unit} "
            "is the cheapest that I have. Other days or another place might cost less."
        )
    without = _say_lost(known, rows[:MAX_OFFERS]) if kind == "hotel" else ""
    these = "these are" if len(rows) > 1 else "this one is"
    return (yield from present(known, kind, f"Yes, {these} cheaper.{without}", rows))


def search_middle(state: DialogueState) -> Plan:
    """Search for hotels that cost less than the dearest and more than the cheapest that were shown."""
    shown, known = _shown(state), know_trip(state, "hotel")
    if len(shown) < 2 or shown[0].kind != "hotel" or find_missing(known, "hotel"):
        return (yield from search_others(state))
    least, most = (pick(offer.unit_price for offer in shown) for pick in (min, max))
    result = yield from call_rooms(known)
    rows = [row for row in result.data.get("hotels", ()) if least < unit_price("hotel", row) < most]
    rows = filter_rows(known, "hotel", rows) or rows
    between = f"between {format_dollars(least)} and {format_dollars(most)} a night"
    if not rows:
        return f"No, nothing there is {between} on those days."
    return (yield from present(known, "hotel", f"These are {between}.{_say_lost(known, rows[:MAX_OFFERS])}", rows))


def _say_lost(known: KnownTrip, rows: Sequence[Row]) -> str:
    """Return which wishes none of the hotels meets, and which not all of them meet."""
    meeting = {name: sum(row_meets(row, name) for row in rows) for name in known.amenities}
    none = [name for name, number in meeting.items() if not number]
    some = [name for name, number in meeting.items() if 0 < number < len(rows)]
    lack = f"none of them {describe_predicate(*none, link='or')}" if len(rows) > 1 else f"it {describe_lack(*none)}"
    said = f" But {lack}." if none else ""
    return f"{said} Not all of them {describe_predicate(*some, is_one=False)}." if some else said


def search_others(state: DialogueState) -> Plan:
    """Show offers that were not shown yet."""
    shown = _shown(state)
    kind = shown[0].kind if shown else (state.trip.kinds or ("hotel",))[0]
    known = know_trip(state, kind)
    if not shown or find_missing(known, kind):
        return (yield from search(state))
    if kind == "flight":
        return (
            yield from search_other_days(
                known, "Those are all the flights on that day. On the days around it there are:"
            )
        )
    result = yield from (call_rooms(known) if kind == "hotel" else call_cars(known))
    titles = {offer.title for reply in state.replies for offer in find_offers(reply)}
    rows = [row for row in filter_rows(known, kind, result.data.get(f"{kind}s", ())) if _title(kind, row) not in titles]
    if not rows:
        return (
            "You have seen all that I have there for those days. Shall I change the days, the place or the "
            "wishes? Just tell me which."
        )
    return (yield from present(known, kind, "Here are others:", rows))


def search_better(state: DialogueState) -> Plan:
    """Show something better than what was shown: more stars, more room, a higher class."""
    known, shown = know_trip(state, "hotel"), _shown(state)
    if not shown or shown[0].kind != "hotel" or find_missing(known, "hotel"):
        return (yield from search_others(state))
    stars = max(offer.hotel.stars for offer in shown)
    result = yield from call_rooms(known)
    rows = [row for row in result.data.get("hotels", ()) if row["stars"] >= min(stars + 1, _BEST)]
    wishes = known.describe_wishes("hotel")
    if fitting := filter_rows(known, "hotel", rows):
        heading = f"These are the best that I have there{', ' + wishes if wishes else ''}:"
        return (yield from present(known, "hotel", heading, fitting[::-1]))
    free = replace(known, trip=replace(known.trip, limits=()))
    if known.trip.limits and not state.reading.names("limits") and (dearer := filter_rows(free, "hotel", rows)):
        heading = f"I have nothing with more stars {wishes}. With more stars I have, the cheapest first:"
        return (yield from present(free, "hotel", heading, dearer))
    found = yield from search(state, ("hotel",))
    return f"I have nothing with more stars {wishes}.\n{found}" if wishes else found


def asks_price_of_days(state: DialogueState) -> bool:
    """Return whether the message asks what something that was shown costs on other days."""
    return bool(_PRICE.search(state.text)) and state.reading.alters("first") and bool(state.offers)


def search_days(state: DialogueState) -> Plan:
    """Search on other days, and say whether that is cheaper than what was shown."""
    if named := _find_named_hotel(state):
        name, total = named.title, named.total
        own = replace(state, message=f"{state.message} ({name})")
        text = yield from search(own, ("hotel",))
        now = next(
            (offer for offer in find_offers(text) if offer.title == name and _shape(offer) == _shape(named)), None
        )
        return (
            f"{name} is then {format_dollars(now.total)} in all, {_compare(now.total, total)} before.\n{text}"
            if now
            else text
        )
    text = yield from search(state)
    prices, others = _find_cheapest(find_offers(text)), _find_cheapest(state.offers)
    if not prices or prices.keys() != others.keys():
        return text
    now, before = sum(prices.values()), sum(others.values())
    answer = ("Yes, the" if now < before else "No, the") if wants_cheaper(state.text) else "The"
    return f"{answer} cheapest is then {format_dollars(now)} in all, {_compare(now, before)} before.\n{text}"


def _compare(now: int, before: int) -> str:
    """Return how much more or less a price is than another."""
    less = abs(before - now)
    return f"{format_dollars(less)} {'less' if now < before else 'more'} than" if less else "the same as"


def _find_named_hotel(state: DialogueState) -> Offer | None:
    """Return the hotel whose price a message asks for by its name, as it was shown last: "what would lantern cost"."""
    asked = _PRICED.search(state.text)
    for reply in state.replies:
        for offer in find_offers(reply):
            is_named = offer.kind == "hotel" and names_hotel(state.text, offer.hotel.name)
            if is_named or (asked and offer.kind == "hotel" and offer.hotel.name.lower().split()[0] == asked["name"]):
                return offer
    return None


def _find_cheapest(offers: Sequence[Offer]) -> dict[tuple[object, ...], int]:
    """Return the lowest price of those that are alike: of each way, of the hotels, of the cars."""
    prices: dict[tuple[object, ...], int] = {}
    for offer in offers:
        prices[_shape(offer)] = min(prices.get(_shape(offer), offer.total), offer.total)
    return prices


def _shape(offer: Offer) -> tuple[object, ...]:
    """Return what two offers have in common whose prices can be compared: place or way, length and people."""
    if offer.kind == "flight":
        where = (offer.flight.origin, offer.flight.destination)
    else:
        where = (offer.hotel.place,) if offer.kind == "hotel" else (offer.car.location.place,)
    people = [offer.call.arguments.get(name) for name in ("guests", "passengers")]
    return offer.kind, where, last_day(offer) - first_day(offer), *people


def asks_for_other_hours(state: DialogueState) -> bool:
    """Return whether the message asks for flights that leave before or after those that were shown."""
    return bool(_OTHER_HOURS.search(state.text)) and bool(_find_flights(state))


def search_other_hours(state: DialogueState) -> Plan:
    """Show the flights of the same day that leave earlier or later than those that were shown."""
    match, known = _OTHER_HOURS.search(state.text), know_trip(state, "flight")
    word, hours = match["word"] if match else "later", parse_hours(state.text)
    flights = _find_flights(state)
    inside = [each for each in flights if hours is None or hours.includes(each.flight.departs)]
    ways: dict[str, list[str]] = {}
    for offer in inside or flights:
        ways.setdefault(offer.flight.origin.name, []).append(offer.flight.departs)
    bounds = {origin: min(times) if word == "earlier" else max(times) for origin, times in ways.items()}
    if len(bounds) == 1:
        bound = next(iter(bounds.values()))
        found = yield from _list_flights((inside or flights)[0], state.reading.changes.get("cabin"))
        if rows := [row for row in found if (row["departs"] < bound if word == "earlier" else row["departs"] > bound)]:
            fitting = [row for row in rows if hours is None or hours.includes(row["departs"])]
            none = f"There is none {word} {hours.words}. " if hours and not fitting else ""
            return (yield from present(known, "flight", f"{none}These leave {word}:", fitting or rows))
    least = join_words([f"the one at {bound} from {origin}" for origin, bound in bounds.items()])
    most = "earliest" if word == "earlier" else "latest"
    return f"No, the {most} that I have on {'that day' if len(bounds) == 1 else 'those days'} is {least}."


def asks_if_only(state: DialogueState) -> bool:
    """Return whether the message asks if what was shown is all that there is."""
    return bool(_IF_ONLY.search(state.text)) and bool(_shown(state))


def answer_if_only(state: DialogueState) -> Plan:
    """Say whether there is more of what was shown on its days, whatever else was wished for, and show it."""
    shown = _shown(state)
    known = know_trip(state, shown[0].kind)
    titles = {offer.title for offer in shown}
    rows: list[Row] = []
    if shown[0].kind == "flight":
        found = yield from _list_flights(shown[-1])
        rows = [row for row in found if row["flight_number"] not in " ".join(titles)]
        if hours := parse_hours(state.text):
            return (yield from _answer_if_only_then(known, hours, found))
    elif not find_missing(known, shown[0].kind):
        result = yield from (call_rooms(known) if shown[0].kind == "hotel" else call_cars(known, with_class=False))
        rows = [row for row in result.data.get(f"{shown[0].kind}s", ()) if _title(shown[0].kind, row) not in titles]
    if not rows:
        return "Yes, that is all that I have there for those days."
    wishes = known.describe_wishes(shown[0].kind)
    heading = "No, your other wishes left aside, there is also this:" if wishes else "No, there is also this:"
    return (yield from present(known, shown[0].kind, heading, rows))


def _answer_if_only_then(known: KnownTrip, hours: Hours, rows: Sequence[Row]) -> Plan:
    """Say whether there is only one flight at a time of day: "is that the only one before noon?"."""
    fitting = [row for row in rows if suits(hours, row)]
    if len(fitting) > 1:
        return (yield from present(known, "flight", f"No, {hours.words} there are these:", fitting))
    only = [f"{row['flight_number']} at {row['departs']}" for row in fitting]
    told = f"Yes, {only[0]} is the only one {hours.words}." if only else f"There is none {hours.words}."
    if len(rows) == len(fitting):
        return told
    return (yield from present(known, "flight", f"{told} All flights of that day:", rows))


def asks_if_cheapest(state: DialogueState) -> bool:
    """Return whether the message asks if the day of the flights that were shown is the cheapest."""
    return bool(_IF_CHEAPEST.search(state.text)) and any(offer.kind == "flight" for offer in state.offers)


def answer_if_cheapest(state: DialogueState) -> Plan:
    """Say whether a flight there on one of the days around costs less than the cheapest that was shown."""
    known = know_trip(state, "flight")
    if find_missing(known, "flight"):
        return (yield from search(state))
    there = [
        offer for offer in state.offers if offer.kind == "flight" and offer.flight.destination == known.destination
    ]
    least = min((offer.unit_price for offer in there), default=0)
    rows = [row for row in (yield from find_other_days(known)) if row["price"] < least]
    if not rows:
        return f"Yes, on the days around it I have nothing under {format_dollars(least)} a seat."
    return (yield from present(known, "flight", "No, on the days around it there are cheaper ones:", rows))


def _list_flights(
    offer: Offer, cabin: str | None = None
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    """Return all flights of the way and the day of an offer, in its cabin or another one."""
    names = {name: offer.call.arguments[name] for name in ("day", "passengers", "cabin")}
    names["cabin"] = cabin or names["cabin"]
    ends = {"origin": offer.flight.origin.airport, "destination": offer.flight.destination.airport}
    result = yield from call("search_flights", **ends, **names)
    return list(result.data.get("flights", ()))


def _find_flights(state: DialogueState) -> list[Offer]:
    """Return the flights that were shown, on the day that a message names if it names one."""
    flights = [offer for offer in _shown(state) if offer.kind == "flight"]
    return [offer for offer in flights if is_on_day(offer, state.text, state.today)]


def _search_cheaper_flights(known: KnownTrip, price: int) -> Plan:
    if find_missing(known, "flight") or known.people > MAX_SEATS:
        return "Tell me from where and on which day you fly, and I look for the cheapest."
    rows = yield from find_other_days(known)
    rows = [row for row in rows if row["price"] < price]
    if not rows:
        return f"No, {format_dollars(price)} a seat is the cheapest that I have, on the days around it, too."
    return (yield from present(known, "flight", "Yes, on other days it is cheaper:", rows))


def _shown(state: DialogueState) -> list[Offer]:
    """Return the offers of one kind that the person compares with: of the latest list, or the one asked about."""
    shown = state.offers or ([state.offer] if state.offer else [])
    kinds = [offer.kind for offer in (*state.refused_offers, *shown)]
    return [offer for offer in shown if offer.kind == kinds[0]] or shown


def _title(kind: Kind, row: Row) -> str:
    if kind == "hotel":
        return row["hotel"]
    return f"{row['car_class']} car at {row['location']}"
