"""Searches for flights, rooms and cars. They ask for what is missing, two questions at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.geography import Mention
from ricordo_travel.dialogue.known import KnownTrip, add_article, know_trip
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.offers import (
    Offer,
    describe_cars,
    describe_flights,
    describe_rooms,
    find_offers,
    format_day,
    number_lines,
    parse_offer,
)
from ricordo_travel.dialogue.plan import Lookup, Plan, ToolCall, ToolResult, call, join_words
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_room_type, find_unknown_wishes
from ricordo_travel.reservations import Kind

_MAX_OFFERS = 3
_MAX_SEATS = 9
_OTHER_DAYS = (-3, -2, -1, 1, 2, 3)
_THINGS: dict[Kind, str] = {"flight": "flights", "hotel": "a room", "car": "a car"}

Row = Mapping[str, Any]


def search(state: DialogueState, kinds: Sequence[Kind] | None = None) -> Plan:
    """Search for what the conversation asks for, or ask for what is missing."""
    known = know_trip(state)
    kinds = kinds or state.trip.kinds
    if text := explain_unserved(known, kinds):
        return text
    if state.trip.area:
        places = join_words([place.name for place in state.trip.area.places[:6]], "or")
        return f"In {state.trip.area.name} I can offer {places}. Which of them would you like?"
    ready: list[Kind] = [kind for kind in kinds if not find_missing(known, kind)]
    asked = list(dict.fromkeys(question for kind in kinds for question in find_missing(known, kind)))
    found: dict[Kind, str] = {}
    for kind in ready:
        found[kind] = yield from _SEARCHES[kind](known)
    parts = list(found.values())
    if asked:
        things = join_words([_THINGS[kind] for kind in kinds if kind not in ready])
        extra = _class_wish(known) if list(kinds) == ["car"] else ""
        parts.append(f"I'd love to find you {extra or things}{_where(known)}. {questions.join_questions(*asked)}")
    elif any(find_offers(part) for part in parts) and not any(questions.CONFIRM in part for part in parts):
        parts.append(questions.ASK_OFFER)
    return "\n".join(parts)


def explain_unserved(known: KnownTrip, kinds: Sequence[Kind]) -> str:
    """Return that a place is not served, and the nearest one that is; empty if there is no such place."""
    trip = known.trip
    if trip.unserved:
        mention, is_origin = trip.unserved
        return offer_nearest(mention, is_origin=is_origin)
    needs_home = "flight" in kinds and trip.origin is None and not trip.is_return
    if needs_home and known.home and not known.home.is_served:
        return f"You live in {known.home.name}. " + offer_nearest(known.home, is_origin=True)
    return ""


def offer_nearest(mention: Mention, *, is_origin: bool) -> str:
    """Return that a place is not served, and ask whether the nearest one will do."""
    assert mention.nearest
    role, there = ("from", "from") if is_origin else ("in", "to or in")
    return (
        f"I'm sorry, I have nothing {there} {mention.name}: it is not served. {questions.NEAREST} "
        f"{mention.nearest.name}, "
        f"about {mention.kilometres} km away. Shall I look {role} {mention.nearest.name} instead?"
    )


def find_missing(known: KnownTrip, kind: Kind) -> list[str]:
    """Return the questions for what a search still needs."""
    if kind == "flight":
        needed = [
            (known.destination, questions.ASK_DESTINATION),
            (known.origin, questions.ASK_ORIGIN),
            (known.first, questions.ASK_DAY),
        ]
    else:
        length = questions.ASK_NIGHTS if kind == "hotel" else questions.ASK_DAYS
        needed = [
            (known.trip.destination, questions.ASK_DESTINATION),
            (known.first, questions.ASK_CHECK_IN),
            (known.nights, length),
        ]
    return [question for value, question in needed if not value]


def search_cheaper(state: DialogueState) -> Plan:
    """Search for something cheaper than what was shown."""
    known, shown = know_trip(state), _shown(state)
    if not shown:
        return (
            (yield from search(state))
            if state.trip.kinds
            else "Tell me what you are looking for, and I search from the cheapest up."
        )
    kind, price = shown[0].kind, min(offer.unit_price for offer in shown)
    if kind == "flight":
        return (yield from _search_cheaper_flights(known, price))
    rows: list[Row] = []
    if not find_missing(known, kind):
        result = yield from (_call_rooms(known) if kind == "hotel" else _call_cars(known, with_class=False))
        rows = [row for row in result.data.get(f"{kind}s", ()) if _price(kind, row) < price]
    if not rows:
        cheapest = min(shown, key=lambda offer: offer.unit_price)
        return (
            f"No, nothing is cheaper there for those days: {cheapest.title} at {format_dollars(price)} a "
            f"{cheapest.unit} "
            "is the cheapest that I have. Other days or another place might cost less."
        )
    lost = (
        [name for name in known.amenities if not all(name in row["amenities"] for row in rows)]
        if kind == "hotel"
        else []
    )
    without = f" But not all of them have {join_words([add_article(name) for name in lost])}." if lost else ""
    return (yield from _present(known, kind, f"Yes, these are cheaper.{without}", rows))


def search_others(state: DialogueState) -> Plan:
    """Show offers that were not shown yet."""
    known, shown = know_trip(state), _shown(state)
    kind = shown[0].kind if shown else (state.trip.kinds or ("hotel",))[0]
    if not shown or find_missing(known, kind):
        return (yield from search(state))
    if kind == "flight":
        return (
            yield from _search_other_days(
                known, "Those are all the flights on that day. On the days around it there are:"
            )
        )
    result = yield from (_call_rooms(known) if kind == "hotel" else _call_cars(known))
    titles = {offer.title for reply in state.replies for offer in find_offers(reply)}
    rows = [
        row for row in _filter_rows(known, kind, result.data.get(f"{kind}s", ())) if _title(kind, row) not in titles
    ]
    if not rows:
        return (
            "You have seen all that I have there for those days. Shall I change the days, the place or the "
            "wishes? Just tell me which."
        )
    return (yield from _present(known, kind, "Here are others:", rows))


def search_better(state: DialogueState) -> Plan:
    """Show something better than what was shown: more stars, more room, a higher class."""
    known, shown = know_trip(state), _shown(state)
    if not shown or shown[0].kind != "hotel" or find_missing(known, "hotel"):
        return (yield from search_others(state))
    stars = max(offer.hotel.stars for offer in shown)
    result = yield from _call_rooms(known)
    rows = [row for row in result.data.get("hotels", ()) if row["stars"] > min(stars, 4)] or [
        row for row in result.data.get("hotels", ()) if row["stars"] >= stars
    ]
    return (yield from _present(known, "hotel", "These are the best that I have there:", rows[::-1]))


def search_hotel_again(state: DialogueState) -> Plan:
    """Offer the hotel of the last booking again."""
    known = know_trip(state)
    result = yield from call("list_hotel_bookings")
    stays = [row for row in result.data.get("bookings", ()) if row["state"] == "booked"]
    if not stays:
        return (
            "I have no earlier hotel booking of yours, so I do not know which one you mean. Where would you "
            "like to stay?"
        )
    last = stays[-1]
    if not known.first or not known.nights:
        asked = [
            question
            for value, question in ((known.first, questions.ASK_CHECK_IN), (known.nights, questions.ASK_NIGHTS))
            if not value
        ]
        return f"Gladly: again at {last['hotel']} in {last['city']}. {questions.join_questions(*asked)}"
    arguments = {
        "city": last["city"],
        "check_in": known.first.isoformat(),
        "check_out": _iso(known.last),
        "guests": known.people,
    }
    (found,) = yield [ToolCall("search_hotel_rooms", arguments)]
    rows = [row for row in found.data.get("hotels", ()) if row["hotel_id"] == last["hotel_id"]]
    if not rows:
        return f"{last['hotel']} has no room for you then. Would other days do?"
    return (yield from _present(known, "hotel", f"Again at {last['hotel']}, {known.describe_party()}:", rows))


def is_again(state: DialogueState) -> bool:
    """Return whether the last reply asked for the days of a stay at the same hotel."""
    return "Gladly: again at" in state.last_reply


def _search_flights(known: KnownTrip) -> Plan:
    assert known.origin
    assert known.destination
    assert known.first
    if known.origin.airport == known.destination.airport:
        return f"{known.origin.name} and {known.destination.name} have the same airport, so no flight is needed."
    if known.people > _MAX_SEATS:
        return (
            f"I can book {_MAX_SEATS} seats at once at most, and you are {known.people}. For how many of you "
            f"shall I look first?"
        )
    home = " (your home)" if known.is_origin_home else ""
    route = f"from {known.origin.name}{home} to {known.destination.name}"
    result = yield from call("search_flights", **_flight_arguments(known))
    if result.error:
        return f"I could not look that up: {result.error}."
    rows: list[Row] = list(result.data.get("flights", ()))
    heading = _head(known, "flight", f"Flights {route} on {format_day(known.first)}")
    if not rows:
        return (
            yield from _search_other_days(
                known, f"There is no seat left {route} then. On the days around it there are:"
            )
        )
    limit = known.unit_limit("flight")
    nonstop = [row for row in rows if not known.trip.is_nonstop or row["via"] is None]
    cheap = [row for row in nonstop if limit is None or row["price"] <= limit]
    if not cheap:
        why = "nonstop" if not nonstop else f"under {format_dollars(limit or 0)} a seat"
        heading = f"There is no flight {route} {why} on that day. The nearest to it, {known.describe_party()}:"
    offers = yield from _present(known, "flight", heading, cheap or nonstop or rows)
    if known.trip.nights and known.trip.last and not known.trip.is_return:
        offers += (
            f"\nThat is the way there. For the way back on {format_day(known.trip.last)}, ask me for the flight back."
        )
    return offers


def _search_cheaper_flights(known: KnownTrip, price: int) -> Plan:
    if find_missing(known, "flight") or known.people > _MAX_SEATS:
        return "Tell me from where and on which day you fly, and I look for the cheapest."
    rows = yield from _find_other_days(known)
    rows = [row for row in rows if row["price"] < price]
    if not rows:
        return f"No, {format_dollars(price)} a seat is the cheapest that I have, on the days around it, too."
    return (yield from _present(known, "flight", "Yes, on other days it is cheaper:", rows))


def _search_other_days(known: KnownTrip, heading: str) -> Plan:
    rows = yield from _find_other_days(known)
    if not rows:
        return "I found no other flights on the days around it. Would a different week do?"
    return (yield from _present(known, "flight", heading, rows))


def _find_other_days(known: KnownTrip) -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Row]]:
    assert known.first
    days = [known.first + timedelta(days=n) for n in _OTHER_DAYS]
    days = [day for day in days if day > known.state.today]
    results = yield [ToolCall("search_flights", {**_flight_arguments(known), "day": day.isoformat()}) for day in days]
    return sorted(
        (row for result in results for row in result.data.get("flights", ())),
        key=lambda row: (row["price"], row["day"]),
    )


def _flight_arguments(known: KnownTrip) -> dict[str, Any]:
    assert known.origin
    assert known.destination
    arguments: dict[str, Any] = {
        "origin": known.origin.airport,
        "destination": known.destination.airport,
        "day": _iso(known.first),
        "passengers": known.people,
    }
    return {**arguments, "cabin": known.cabin} if known.cabin else arguments


def _search_rooms(known: KnownTrip) -> Plan:
    assert known.trip.destination
    assert known.first
    result = yield from _call_rooms(known)
    if result.error:
        return f"I could not look that up: {result.error}."
    all_rows: list[Row] = list(result.data.get("hotels", ()))
    where = f"in {known.trip.destination.name}"
    if not all_rows:
        return f"No hotel {where} has room {known.describe_party()} then. Would other days do?"
    rows = _filter_rows(known, "hotel", all_rows)
    heading = _head(known, "hotel", f"Hotels {where}, {format_day(known.first)}, {_nights(known)}")
    if not rows:
        return (yield from _present_nearest_rooms(known, where, all_rows))
    return (yield from _present(known, "hotel", heading, rows))


def _present_nearest_rooms(known: KnownTrip, where: str, rows: Sequence[Row]) -> Plan:
    """Say that no hotel meets all wishes, and show those that come nearest."""
    wishes = known.describe_wishes("hotel")
    best = max(sum(name in row["amenities"] for name in known.amenities) for row in rows)
    near = [row for row in rows if sum(name in row["amenities"] for name in known.amenities) == best]
    if known.trip.stars:
        starred = [row for row in near if row["stars"] >= known.trip.stars]
        near = starred or near
    kept = [name for name in known.amenities if all(name in row["amenities"] for row in near)]
    how = f"These have {join_words([add_article(name) for name in kept])}" if kept else "The nearest to it"
    return (
        yield from _present(known, "hotel", f"No hotel {where} is free {known.describe_party()} {wishes}. {how}:", near)
    )


def _search_cars(known: KnownTrip) -> Plan:
    assert known.trip.destination
    assert known.first
    assert known.last
    result = yield from _call_cars(known)
    if result.error:
        return f"I could not look that up: {result.error}."
    rows: list[Row] = list(result.data.get("cars", ()))
    because = (
        f" You prefer {known.preferred_class} cars, so I looked for those."
        if known.preferred_class and not known.trip.car_class
        else ""
    )
    wishes = known.describe_wishes("car")
    heading = f"Cars in {known.trip.destination.name} from {format_day(known.first)} until {format_day(known.last)}"
    heading = f"{heading}{', ' + wishes if wishes else ''}:{because}"
    if not rows and known.car_class:
        result = yield from _call_cars(known, with_class=False)
        rows = list(result.data.get("cars", ()))
        heading = f"There is no {known.car_class} car in {known.trip.destination.name} then. The others:"
    limit = known.unit_limit("car")
    cheap = [row for row in rows if limit is None or row["price_per_day"] <= limit]
    if rows and not cheap:
        heading = f"There is no such car under {format_dollars(limit or 0)} a day. The cheapest:"
    if not rows:
        return f"There is no car in {known.trip.destination.name} then. Would other days do?"
    return (yield from _present(known, "car", heading, cheap or rows))


def _call_rooms(known: KnownTrip) -> Lookup:
    assert known.trip.destination
    arguments: dict[str, Any] = {
        "city": known.trip.destination.key,
        "check_in": _iso(known.first),
        "check_out": _iso(known.last),
        "guests": known.people,
    }
    return (yield from call("search_hotel_rooms", **arguments))


def _call_cars(known: KnownTrip, *, with_class: bool = True) -> Lookup:
    assert known.trip.destination
    arguments: dict[str, Any] = {
        "city": known.trip.destination.key,
        "pick_up": _iso(known.first),
        "drop_off": _iso(known.last),
    }
    if with_class and known.car_class:
        arguments["car_class"] = known.car_class
    if known.people > 4:
        arguments["seats"] = min(known.people, 8)
    return (yield from call("search_cars", **arguments))


def _filter_rows(known: KnownTrip, kind: Kind, rows: Sequence[Row]) -> list[Row]:
    """Return the rows that meet all wishes."""
    limit = known.unit_limit(kind)
    room_type = find_room_type(known.state.text) if kind == "hotel" else None
    if room_type:
        rows = [_with_type(row, room_type) for row in rows]
    return [
        row
        for row in rows
        if row
        and (limit is None or _price(kind, row) <= limit)
        and (
            kind != "hotel"
            or (all(name in row["amenities"] for name in known.amenities) and row["stars"] >= (known.trip.stars or 0))
        )
    ]


def _with_type(row: Row, room_type: str) -> Row:
    """Return a hotel's row with its offer for a type of room, or an empty one if it has none."""
    found = next((offer for offer in row["offers"] if offer["room_type"] == room_type), None)
    return {**row, **found} if found else {}


def _present(known: KnownTrip, kind: Kind, heading: str, rows: Sequence[Row]) -> Plan:
    """Return a heading and the first rows as numbered offers. A single one is proposed at once."""
    rows = rows[:_MAX_OFFERS]
    describe: dict[Kind, Callable[[], list[str]]] = {
        "flight": lambda: describe_flights(rows, known.people),
        "hotel": lambda: describe_rooms(rows, *_stay(known), known.people),
        "car": lambda: describe_cars(rows, *_stay(known)),
    }
    lines = describe[kind]()
    parts = [heading, number_lines(lines), *_remarks(known, kind)]
    if len(rows) == 1 and len(known.trip.kinds) < 2 and (offer := parse_offer(lines[0])):
        (result,) = yield [offer.call]
        parts += [] if result.error else [f"Shall I book it? {questions.CONFIRM}"]
    return "\n".join(parts)


def _remarks(known: KnownTrip, kind: Kind) -> list[str]:
    """Return sentences about what was assumed, and about wishes that nothing is known of."""
    sentences = known.describe_assumptions()
    if unknown := find_unknown_wishes(known.state.text):
        sentences.append(
            f"I do not know about {join_words(unknown, 'or')}; please ask "
            f"{'the hotel' if kind == 'hotel' else 'there'}."
        )
    if kind == "hotel":
        wishes = [
            fact for fact in known.state.memory.facts if re.search(r"\b(?:room|floor|bed|pillow)", fact, re.IGNORECASE)
        ]
        sentences += [f"(You told me: {'; '.join(wishes[:2])}. Please ask the hotel about it.)"] if wishes else []
    return [" ".join(sentences)] if sentences else []


def _head(known: KnownTrip, kind: Kind, heading: str) -> str:
    wishes = known.describe_wishes(kind)
    return f"{heading}, {known.describe_party()}{', ' + wishes if wishes else ''}:"


def _class_wish(known: KnownTrip) -> str:
    car_class = known.car_class
    if not car_class:
        return ""
    article = "an" if car_class[0] in "aeiou" else "a"
    return f"{article} {car_class} car{', as you prefer' if not known.trip.car_class else ''}"


def _where(known: KnownTrip) -> str:
    return (
        f" in {known.trip.destination.name}" if known.trip.destination and known.trip.kinds[:1] != ("flight",) else ""
    )


def _shown(state: DialogueState) -> list[Offer]:
    """Return the offers that the person compares with: the one asked about, or those of the latest list."""
    return state.offers or ([state.offer] if state.offer else [])


def _price(kind: Kind, row: Row) -> float:
    return row[{"flight": "price", "hotel": "price_for_all", "car": "price_per_day"}[kind]]


def _title(kind: Kind, row: Row) -> str:
    if kind == "hotel":
        return row["hotel"]
    return f"{row['car_class']} car at {row['location']}"


def _stay(known: KnownTrip) -> tuple[Any, Any]:
    return known.first, known.last


def _nights(known: KnownTrip) -> str:
    return f"{known.nights} night{'' if known.nights == 1 else 's'}"


def _iso(day: Any) -> str:
    return day.isoformat()


_SEARCHES: dict[Kind, Callable[[KnownTrip], Plan]] = {
    "flight": _search_flights,
    "hotel": _search_rooms,
    "car": _search_cars,
}
