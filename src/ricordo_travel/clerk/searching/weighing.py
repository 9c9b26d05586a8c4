"""What a search weighs against one another: prices that were shown, stars and wishes, offers and a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.adopted import place_of
from ricordo_travel.dialogue.facts.hotel_facts import describe_lack, describe_with, meets, row_meets
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.replies.lookups import Row, call_rooms, unit_price
from ricordo_travel.dialogue.replies.offers import Offer, count_people, find_offers
from ricordo_travel.dialogue.replies.presentation import head, present
from ricordo_travel.dialogue.replies.questions import ASK_OFFER, CONFIRM
from ricordo_travel.dialogue.trips.known import KnownTrip, find_needs
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.hotels.catalog import hotels_in
from ricordo_travel.reservations import Kind

_UNITS: dict[Kind, str] = {"hotel": "night", "car": "day", "flight": "person"}
OBJECTED = "objected"
"""A slot of a search: the sum that was named before, and that somebody holds against the prices on the screen."""


def search_between(scene: Scene, least: int, most: int) -> Plan:
    """Show the hotels of the trip that cost more a night than one that was shown and less than the other.

    If none of them is as wished, say so, and show those that are not.
    """
    known = scene.known("hotel")
    span = f"between {format_dollars(least)} and {format_dollars(most)} a night"
    if not (known.trip.destination and known.first and known.nights):
        return f"I have nothing {span} to show."
    result = yield from call_rooms(known)
    rows: list[Row] = [row for row in result.data.get("hotels", ()) if least < unit_price("hotel", row) < most]
    fitting = [row for row in rows if all(row_meets(row, name) for name in known.amenities)]
    place = known.trip.destination.name
    wished = f" {describe_with(known.amenities)}" if known.amenities else ""
    if not rows:
        return f"No, there is nothing {span} in {place} then. Shall I look for other days, or in another place?"
    if fitting:
        return (yield from _present(known, f"Hotels in {place} {span}", fitting))
    plain = replace(known, trip=replace(known.trip, amenities=(), soft=known.trip.amenities))
    lost = f"There is no hotel{wished} in {place} {span} on those days. These are in between, but not{wished}."
    return f"{lost}\n" + (yield from _present(plain, f"Hotels in {place} {span}", rows))


def _present(known: KnownTrip, title: str, rows: list[Row]) -> Plan:
    shown = yield from present(known, "hotel", head(known, "hotel", title), rows)
    return shown if CONFIRM in shown else f"{shown}\n{ASK_OFFER}"


def put_stars_first(trip: Trip, command: Command) -> tuple[Trip, list[str]]:
    """Return a trip without the wishes of before that no hotel with the stars that a command wants meets; say so."""
    place, stars = trip.destination, trip.stars
    if place is None or not stars or not trip.amenities or not command.has("stars") or command.has("with"):
        return trip, []
    fine = [each for each in hotels_in(place) if each.stars >= stars]
    if not fine or any(all(meets(each, name) for name in trip.amenities) for each in fine):
        return trip, []
    lost = f"None with {stars} stars or more in {place.name} is {describe_with(trip.amenities)}; these are without."
    return replace(trip, amenities=()), [lost.replace(" is with ", " has ") if " is with " in lost else lost]


def weigh_budget(trip: Trip, command: Command, offers: Sequence[Offer]) -> list[str]:
    """Say what the cheapest of all offers come to, beside a budget for everything that a command names."""
    budget = trip.budget
    is_of_flights = budget is not None and budget.basis == "total" and trip.kinds == ("flight",)
    if not command.has("max") or budget is None or not (budget.basis == "trip" or is_of_flights) or not offers:
        return []
    cheapest = find_cheapest(offers)
    total, amount = sum(each.total for each in cheapest), format_dollars(budget.amount)
    fits = "within" if total <= budget.amount else "above"
    if "flight" in trip.kinds and all(offer.kind != "flight" for offer in offers) and total < budget.amount:
        fits = f"which leaves {format_dollars(budget.amount - total)} for the flights of"
    come = "come" if len(cheapest) > 1 else "comes"
    whole = "" if is_of_flights else " for everything"
    said = [f"The cheapest of these {come} to {format_dollars(total)}, {fits} your {amount}{whole}."]
    room = next((each.total for each in cheapest if each.kind == "hotel"), None)
    if room is None or is_of_flights or len(cheapest) == 1 or total > budget.amount:
        return said
    dear = [each for each in offers if each.kind == "hotel" and total - room + each.total > budget.amount]
    sums = [f"{each.hotel.name} it is {format_dollars(total - room + each.total)}" for each in dear]
    return [*said, f"With {join_words(sums)}, above that."] if sums else said


def describe_excess(trip: Trip, offers: Sequence[Offer], others: Sequence[Offer] = ()) -> list[str]:
    """Say by which limits of a trip offers are too dear: a night, a day or a seat, and all with others together."""
    said: dict[str, None] = {}
    for offer in offers:
        limit, unit = trip.limit(offer.kind), _UNITS[offer.kind]
        if limit and limit.basis == unit and offer.unit_price > limit.amount:
            price, most = format_dollars(offer.unit_price), format_dollars(limit.amount)
            said[f"That is {price} a {unit}, more than the {most} that you named."] = None
        together = sum(each.total for each in offers if each is offer or each.kind == offer.kind == "flight")
        if limit and limit.basis == "total" and together > limit.amount:
            price, most = format_dollars(together), format_dollars(limit.amount)
            said[f"That is {price} in all, more than the {most} that you named."] = None
    total = sum({each.text: each.total for each in (*others, *offers)}.values())
    budget = trip.budget
    people = max([trip.people or 1, *(count_people(each) for each in offers if each.kind != "car")])
    if budget and budget.basis in {"trip", "total", "person", None}:
        most = budget.amount * (people if budget.basis == "person" else 1)
        more = f"Together that is {format_dollars(total)}, more than the {format_dollars(most)} that you named."
        said |= {more: None} if total > most else {}
    return list(said)


def describe_lacks(scene: Scene, offers: Sequence[Offer]) -> list[str]:
    """Say which of the things that are needed, by memory or by this conversation, the hotels among some offers lack.

    Of each hotel it is said once.
    """
    told = [each.text.lower() for _, commands in scene.earlier for each in commands if each.verb == "tell"]
    needed = {*scene.known("hotel").needs, *find_needs(told)} - {*scene.trip.given_up}
    said: dict[str, None] = {}
    for hotel in (each.hotel for each in offers if each.kind == "hotel"):
        if missing := [name for name in sorted(needed) if not meets(hotel, name)]:
            said[f"{hotel.name} {describe_lack(*missing)}; you told me that it is needed."] = None
    return [each for each in said if not any(each in reply for reply in scene.state.replies)]


def add_up(replies: Sequence[str]) -> str:
    """Say what the cheapest of all parts of a trip come to that some replies show."""
    cheapest = find_cheapest([offer for text in replies for offer in find_offers(text)])
    parts = join_words([f"{each.title} {format_dollars(each.total)}" for each in cheapest])
    total = sum(each.total for each in cheapest)
    return f"The cheapest of all these come to {format_dollars(total)}: {parts}." if len(cheapest) > 1 else ""


def find_cheapest(offers: Sequence[Offer]) -> list[Offer]:
    """Return the cheapest offer for each part of a trip: each way, and the rooms and the car in each place."""
    cheapest: dict[tuple[str, str], Offer] = {}
    for offer in offers:
        place = offer.flight.origin if offer.kind == "flight" else place_of(offer)
        best = cheapest.setdefault((offer.kind, place.name), offer)
        if offer.total < best.total:
            cheapest[offer.kind, place.name] = offer
    return list(cheapest.values())


def answer_objection(command: Command, offers: Sequence[Offer]) -> list[str]:
    """Say what the cheapest offers come to beside a sum that was only an estimate."""
    said = command.value(OBJECTED)
    if said is None or not offers:
        return []
    total, before = sum(each.total for each in find_cheapest(offers)), int(said)
    rough = f"{format_dollars(before)} was a rough sum by the prices of ordinary days"
    if total <= before:
        return [f"{rough}; on these days the cheapest of all come to {format_dollars(total)}, within that."]
    return [f"You are right: {rough}. On these days the cheapest of all come to {format_dollars(total)}."]
