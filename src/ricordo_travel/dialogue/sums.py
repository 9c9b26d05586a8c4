"""Answers that compare or add up offers: totals, whether they are within the budget, and what differs between two."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from ricordo_travel.dialogue.booked import load_active
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.money import Money, format_dollars
from ricordo_travel.dialogue.offers import Offer, count_people, format_minutes, parse_offer
from ricordo_travel.dialogue.open_offers import OpenOffers, first_day, last_day
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words, say
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.shares import EACH
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.trip import Trip
from ricordo_travel.dialogue.whole_trip import ADDS, TOLD
from ricordo_travel.dialogue.wishes import find_kinds, find_refused_kinds
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import describe

_BUDGET = re.compile(
    r"\b(?:within|in|inside|under|over|above|below|fits?(?: into| in| with)?|exceed|out of|blow|meet|match)"
    r" (?:my |our |the |that )?(?:\w+ )?budget\b|\bcan (?:i|we) afford\b|\bbudget[- ]wise\b"
)
_TOTAL = re.compile(
    r"\b(?:altogether|all together|in total|the total|total (?:price|cost|be|come)|grand total|in all|sum|add(?:s)? up|"
    r"(?:add|tot|total) (?:it|that|this|them|everything)(?: all)? (?:up|together)|come(?:s)? to|what's the damage|"
    r"how much (?:is |for |are |costs? )?(?:it )?all|"
    r"all in|for everything|everything (?:cost|be|together|per|each)|together|total|whole (?:thing|trip|lot)|combos?|"
    r"combinations?|cheapest (?:of )?(?:everything|each|all)|all the cheapest|take (?:it all|everything))\b"
)
_THE_TOTAL = re.compile(r"\b(?:the|grand|whole) (?:total|sum)\b|\ball together\b|\baltogether\b")
_WHOLE = re.compile(
    r"\b(?:everything|all in|whole (?:thing|trip|lot)|(?:total|sum|price|cost) (?:of|for) all|it all|"
    r"all of (?:it|that)|with (?:this|that|the|hotel|flight|number|option)(?! (?:cheapest|flights?)\b))\b"
)
_ASKED_PRICE = re.compile(
    r"\b(?:(?:how much|what(?!'))(?: (?:is|are|was|for|would|will|does|do|it|that|be|cost|come to))*|add(?: up)?|"
    r"costs?(?: (?:us|me))?|(?:all )?together|altogether|in total|total|sum|plus)\b:?"
)
_PRICE = re.compile(r"\b(?:how much|costs?|price|pay|add up|comes? to|what (?:would|will) (?:it|that) be)\b")
_BOTH_WAYS = re.compile(r"\b(?:there and back|both ways|return)\b")
_ASKS = re.compile(
    r"\?|\b(?:what|which|what's|how much|is|does|would|can|will|tell me|give me|add up|want(?: to)? know)\b"
)
_THAN = re.compile(
    r"\b(?:still |(?:is|are|it's|that's|does|do|would|will|can|could) (?:(?:it|that|this|all|they|we|still|everything|"
    r"now|then|for|(?:the )?(?:whole |entire )?(?:trip|thing|lot|week|holiday|total|stay)|"
    r"(?:the |those )?\w{1,8} (?:nights|days)|(?:and|with|including|plus) (?:the |a )?(?:flights?|hotel|room)|"
    r"all in|in all|in total|altogether|together) ){0,6})"
    r"(?:be |come |cost |stay |go |keep |do it for )?(?:to )?"
    r"(?P<side>fit(?: into| in| within)?|more than|over|above|less than|under|below|"
    r"cheaper than|within|inside|more|less)(?: my| our| the)? \$?(?P<amount>\d[\d,]{2,8})\b"
    r"(?! (?:a|per|each|every) (?:night|day))"
)
"""A question whether a sum is more or less than an amount: "is it more than 2500?"."""
_OVER = re.compile(r"\b(?:over|above|more than|exceeds?|beyond)(?: (?:my|our|the)){0,2} (?:budget|limit)\b")
_CHEAPER = re.compile(
    r"\b(?:which|wich) (?:one |of (?:them|these|those|the two) )?(?:is|costs?) (?:the )?"
    r"(?:cheaper|dearer|pricier|more expensive|more|less)\b|"
    r"\b(?:cheaper|dearer|pricier|more expensive|more|less)\b[^.;?]{0,40}\bthan\b"
)
_DIFFERENCE = re.compile(
    r"\b(?:difference|differences|differ|compare|comparison|versus|vs)\b|\bwhich (?:one )?is (?:better|nicer)\b|"
    rf"{_CHEAPER.pattern}"
)
_COMPARES = re.compile(
    r"\b(?:differences?|differ|compare|comparison|versus|vs|which|cheaper|dearer|pricier|better|nicer|more expensive|"
    r"more|less|what's|what is|price|how much|in price|is|costs?|than|between|to|or|the(?! \w+(?:est| one)\b))\b"
)
"""The words of a comparison beside the names of what is compared."""
_OF_BOOKED = re.compile(r"\b(?:so far|booked|spent|paid|owe|my bookings)\b")
_KINDS: tuple[Kind, ...] = ("flight", "hotel", "car")
_WAYS_AND_STAY = 3
_MAX_DAYS = 45
"""Days between things of one trip."""
_BESIDE = timedelta(days=2)
"""How long before or after a trip a thing may be that is for it."""


def asks_for_sum(state: DialogueState) -> bool:
    """Return whether a message asks what offers cost together, or whether that is within the budget."""
    says_budget = state.reading.names("budget") and "?" not in state.text
    asks = _ASKS.search(state.text) or asks_again(state)
    if not asks or says_budget or not _find_referents(state):
        return False
    if asks_again(state) or _BUDGET.search(state.text) or _THAN.search(state.text):
        return True
    named = find_named(state) or (OpenOffers(state).pending if EACH.search(state.text) else [])
    is_of_each = bool(EACH.search(state.text)) and not named
    is_price = bool(_PRICE.search(state.text))
    is_sum = _TOTAL.search(state.text) or is_of_each or (is_price and _are_for_one_trip(state, named))
    is_sum = is_sum or (is_price and _BOTH_WAYS.search(state.text))
    if _has_booked(state):
        is_open = bool(_find_picked(state) or find_kinds(state.text)) and not _OF_BOOKED.search(state.text)
        return bool(is_sum) and is_open
    return bool(is_sum) and len(_find_referents(state)) > 1


def asks_again(state: DialogueState) -> bool:
    """Return whether a message says what else the sum that was just told is to have: "you forgot the hotel"."""
    names_some = find_kinds(state.text) or _WHOLE.search(state.text)
    return bool(names_some and ADDS.search(state.text) and TOLD.search(state.last_reply))


def asks_if_enough(text: str) -> bool:
    """Return whether a text in lower case asks if something is within the budget, or within an amount."""
    return bool(_THAN.search(text) or _BUDGET.search(text)) and "?" in text


def _has_booked(state: DialogueState) -> bool:
    """Return whether something was booked in this conversation, by the message itself or before it."""
    return bool(OpenOffers(state).bookings) or any(each.action == "book" and not each.error for each in state.outcomes)


def _are_for_one_trip(state: DialogueState, offers: Sequence[Offer]) -> bool:
    """Return whether several offers can be taken together: none is in the stead of another."""
    opened = OpenOffers(state)
    return len({(offer.kind, opened.find_leg(offer)) for offer in offers}) == len(offers) > 1


def answer_sum(state: DialogueState) -> Plan:
    """Say what offers cost together, with what is booked for the same trip, and how that compares with the budget."""
    offers = _find_referents(state)
    booked = yield from _load_booked(state, offers)
    own = {_identify(each) for each in booked}
    offers = [offer for offer in offers if _identify(offer) not in own]
    every = [*booked, *offers]
    total = sum(offer.total for offer in every)
    if len(every) == 1:
        text = f"{every[0].title} is {format_dollars(total)} in all."
    else:
        lead = _say_which(OpenOffers(state), offers, _find_picked(state))
        parts = _list_prices(offers)
        if booked:
            waiting = f"{parts}, not booked yet, and " if offers else ""
            parts = f"{waiting}what is booked, {_list_prices(booked)},"
        text = f"{lead}{parts} make {format_dollars(total)} {_say_what_for(state, every)}."
        text = text[:1].upper() + text[1:]
    return " ".join(filter(None, (text, describe_share(state, every, total), compare_total(state, every, total))))


def _list_prices(offers: Sequence[Offer]) -> str:
    return join_words([f"the {offer.kind} {offer.title} {format_dollars(offer.total)}" for offer in offers])


def _load_booked(
    state: DialogueState, offers: Sequence[Offer]
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Offer]]:
    """Load what is booked for the trip that some offers are for, if the message is about all of it or its kinds."""
    is_whole = any(pattern.search(state.text) for pattern in (_WHOLE, _BUDGET, _THAN))
    is_of_named = _are_for_one_trip(state, find_named(state))  # "how much are 1 and 3 together?"
    if not is_whole and (is_of_named or not _TOTAL.search(state.text)):
        return []
    kinds = find_kinds(state.text) if not is_whole else []
    found = [parse_offer(describe(row)) for row in (yield from load_active())]
    booked = [offer for offer in found if offer and (not kinds or offer.kind in kinds)]
    trip = list(offers)
    for _ in booked:  # a flight leads from the hotel in one place to that in the next
        trip += [each for each in booked if each not in trip and _belongs(each, trip)]
    return [each for each in booked if each in trip]


def _belongs(booked: Offer, trip: Sequence[Offer]) -> bool:
    """Return whether a booking is for the trip that some offers and bookings make."""
    return any(_are_of_one_trip(booked, other) for other in trip) and not _is_of_other_trip(booked, trip)


def _identify(offer: Offer) -> tuple[Kind, str, date]:
    """Return what an offer has in common with the booking of it."""
    return offer.kind, offer.title.casefold(), first_day(offer)


def _is_of_other_trip(booked: Offer, offers: Sequence[Offer]) -> bool:
    """Return whether a booking is for another time than the trip that some offers make: days before or after it.

    One flight alone does not say how long the trip is, unless the booking is a flight the same way.
    """
    first, last = min(map(first_day, offers)), max(map(last_day, offers))
    is_apart = last_day(booked) < first - _BESIDE or first_day(booked) > last + _BESIDE
    ways = [(each.flight.origin, each.flight.destination) for each in offers if each.kind == "flight"]
    is_same_way = booked.kind == "flight" and (booked.flight.origin, booked.flight.destination) in ways
    return is_apart and (first < last or is_same_way)


def _are_of_one_trip(one: Offer, other: Offer) -> bool:
    """Return whether two things are for one trip: for one place, or a way there or back, at about one time."""
    places, others = _places_of(one), _places_of(other)
    is_near = abs((first_day(one) - first_day(other)).days) <= _MAX_DAYS
    return is_near and (places <= others or others <= places)


def _places_of(offer: Offer) -> set[str]:
    if offer.kind == "flight":
        return {offer.flight.origin.name, offer.flight.destination.name}
    return {offer.hotel.place.name if offer.kind == "hotel" else offer.car.location.place.name}


def _say_which(opened: OpenOffers, offers: Sequence[Offer], picked: Sequence[Offer]) -> str:
    """Return which offers a sum takes beside those that were picked: the cheapest."""
    others = [offer for offer in offers if offer not in picked]
    if not others:
        return ""
    if len({offer.kind for offer in others}) > 1 or (not picked and len(others) > 1):
        return "With the cheapest of each: "
    leg = f" {opened.find_leg(others[0])}" if others[0].kind == "flight" else ""
    return f"With the cheapest {others[0].kind}{leg if len(others) == 1 else 's'}: "


def _say_what_for(state: DialogueState, offers: Sequence[Offer]) -> str:
    """Return what a sum is for: all of it, or all but the way back that was asked for and is not among the offers."""
    return "without the way back" if lacks_way_back(state, offers) else "in all"


def lacks_way_back(state: DialogueState, offers: Sequence[Offer] | None = None) -> bool:
    """Return whether both ways were asked for, and a sum has only the flight there."""
    opened = OpenOffers(state)
    offers = _find_referents(state) if offers is None else offers
    legs = {opened.find_leg(offer) for offer in offers if offer.kind == "flight"}
    booked = {opened.find_leg(offer) for offer in opened.bookings if offer.kind == "flight"}
    return legs == {"there"} and "back" not in booked and (state.trip.is_return or state.trip.is_round)


def describe_whole(state: DialogueState, offers: Sequence[Offer]) -> str:
    """Return what the cheapest of what was found costs together, if the message asks for that; else nothing.

    A whole trip has flights there and back and a hotel. What it is for each is asked of whatever was found. The total
    is also of what was shown before for the same trip.
    """
    is_compared, is_total = asks_if_enough(state.text), bool(_THE_TOTAL.search(state.text))
    if is_total and offers:
        ways = {name_way(offer) for offer in offers}
        before = [group for group in OpenOffers(state).list_groups(_KINDS) if _is_of(group, state.trip)]
        offers = [*offers, *(offer for group in before if name_way(group[0]) not in ways for offer in group)]
    is_shared = is_compared or is_total or (bool(EACH.search(state.text)) and "?" in state.text)
    if not (state.trip.is_whole or is_shared):
        return ""
    cheapest: dict[str, Offer] = {}
    for offer in offers:
        way = name_way(offer)
        cheapest[way] = min(cheapest.get(way, offer), offer, key=lambda each: each.total)
    cheapest |= {name_way(offer): offer for offer in state.picked if name_way(offer) in cheapest}
    is_all = len(cheapest) >= _WAYS_AND_STAY and "hotel" in cheapest
    if not cheapest or not (is_all or is_shared):
        return ""
    return describe_choice(state, cheapest, is_all=is_all, has_chosen=bool(state.picked))


def describe_choice(state: DialogueState, chosen: Mapping[str, Offer], *, is_all: bool, has_chosen: bool) -> str:
    """Return what some things cost together, each with its name, and how that compares with what is asked.

    Args:
        state: The state with the question.
        chosen: The things, each by its way or kind.
        is_all: Whether they are all of a trip.
        has_chosen: Whether some of them were chosen, and are not the cheapest.
    """
    offers = list(chosen.values())
    total = sum(offer.total for offer in offers)
    names = {way: offer.flight.number if offer.kind == "flight" else offer.title for way, offer in chosen.items()}
    parts = join_words([f"{way} {names[way]} {format_dollars(offer.total)}" for way, offer in chosen.items()])
    which = "the cheapest of each" if len(chosen) > 1 else "the cheapest"
    which = "what you chose and the cheapest of the rest" if has_chosen else which
    text = f"{'The whole trip, with' if is_all else 'With'} {which}: {format_dollars(total)} ({parts})."
    text = f"{text} {describe_share(state, offers, total)}".strip()
    within, is_compared = compare_total(state, offers, total), asks_if_enough(state.text)
    if is_compared and "hotel" not in chosen and not find_kinds(state.text):
        within = f"{within} That is without a hotel."
    return f"{text} {within if is_compared else re.sub(r'^(?:Yes|No), that', 'That', within)}".strip()


def name_way(offer: Offer) -> str:
    return f"flight from {offer.flight.origin.name}" if offer.kind == "flight" else offer.kind


def describe_share(state: DialogueState, offers: Sequence[Offer], total: int) -> str:
    """Return what a sum is for each person, if that is asked."""
    people = max((count_people(offer) for offer in offers), default=1)
    if people < 2 or not EACH.search(state.text):
        return ""
    return f"That is {format_dollars(total / people)} for each of the {people} of you."


def asks_for_difference(state: DialogueState) -> bool:
    """Return whether a message asks what differs between offers that were shown."""
    if not _DIFFERENCE.search(state.text):
        return False
    is_other = bool(_CHEAPER.search(state.text))  # "is there anything cheaper than that?"
    return len(_find_named_compared(state) if is_other else _find_compared(state)) > 1


def answer_difference(state: DialogueState) -> Plan:
    """Say what differs between the offers that a message names, or between the first two."""
    one, other = _find_compared(state)[:2]
    cheap, dear = sorted((one, other), key=lambda offer: offer.total)
    price = (
        f"{cheap.title} is {format_dollars(dear.total - cheap.total)} cheaper in all "
        f"({format_dollars(cheap.total)} against {format_dollars(dear.total)})"
        if cheap.total < dear.total
        else f"Both cost {format_dollars(one.total)} in all"
    )
    return say(f"{price}. {_describe(one)} {_describe(other)}")


def _find_referents(state: DialogueState) -> list[Offer]:
    """Return the offers that a sum is about: those picked or asked about, and the cheapest of each list beside them.

    Beside what is picked, only the lists count that the message names, "with flights", or all of them for the whole.
    """
    picked, opened = _find_picked(state), OpenOffers(state)
    kinds: list[Kind] = find_kinds(state.text)
    is_whole = bool(_WHOLE.search(state.text)) or asks_again(state)
    if not picked or is_whole:
        kinds = list(dict.fromkeys(offer.kind for offers in opened.shown[:1] for offer in offers))
    taken = {(offer.kind, opened.find_leg(offer)) for offer in picked}
    booked = [each for each in opened.bookings if any(_are_of_one_trip(each, group[0]) for group in opened.shown[:1])]
    taken |= {(each.kind, opened.find_leg(each)) for each in booked}
    groups = [group for group in opened.list_groups(kinds) if not opened.has_taken(group)]
    if is_whole or (not picked and len(groups) == 1 and _THE_TOTAL.search(state.text)):
        goes_there = [group for group in opened.list_groups(_KINDS) if _is_of(group, state.trip)]
        groups = [group for group in goes_there if not opened.has_taken(group)] or ([] if picked else groups)
    refused = find_refused_kinds(
        normalise(text) for role, text in (*state.history, ("user", state.text)) if role == "user"
    )
    groups = [group for group in groups if group[0].kind not in refused]
    others = [group for group in groups if (group[0].kind, opened.find_leg(group[0])) not in taken]
    return _keep_one_party(state, picked, [_find_cheapest(group, state.trip) for group in others])


def _keep_one_party(state: DialogueState, picked: Sequence[Offer], others: Sequence[Offer]) -> list[Offer]:
    """Return what is picked and the rest of a sum, with the flights that were shown for other people counted anew."""
    people = know_trip(state, "flight").people
    counts = {count_people(offer) for offer in (*picked, *others) if offer.kind != "car"}
    if len(counts) < 2 or people not in counts:
        return [*picked, *others]
    return [*picked, *(_count_for(state, offer, people) if offer.kind == "flight" else offer for offer in others)]


def _count_for(state: DialogueState, flight: Offer, people: int) -> Offer:
    """Return a flight for so many people, as it was shown for them or else with a seat for each."""
    if count_people(flight) == people:
        return flight
    same = [each for each in OpenOffers(state).flatten() if each.title == flight.title]
    own = [each for each in same if count_people(each) == people and first_day(each) == first_day(flight)]
    arguments = {**flight.call.arguments, "passengers": people}
    counted = replace(flight, call=replace(flight.call, arguments=arguments), total=flight.unit_price * people)
    return next(iter(own), counted)


def _find_cheapest(group: Sequence[Offer], trip: Trip) -> Offer:
    """Return the cheapest of a list, of flights on several days the cheapest on the day of the trip."""
    on = [offer for offer in group if first_day(offer) in {trip.first, trip.last}]
    return min(on or group, key=lambda offer: offer.total)


def _is_of(group: Sequence[Offer], trip: Trip) -> bool:
    """Return whether a list is for the place that a trip goes to, and for days of it."""
    is_there = trip.destination is not None and trip.destination.name in _places_of(group[0])
    days = {first_day(offer) for offer in group}
    return is_there and (not trip.first or any(trip.first <= day <= (trip.last or day) for day in days))


def _find_picked(state: DialogueState) -> list[Offer]:
    """Return the offers that a sum is of: what the message names, and what waits for a yes beside it or without it."""
    opened = OpenOffers(state)
    picked = {offer.text: offer for offer in (*state.picked, *find_named(state))}
    if not picked or _WHOLE.search(state.text):
        slots = {(offer.kind, opened.find_leg(offer)) for offer in picked.values()}
        waiting = [offer for offer in opened.pending if (offer.kind, opened.find_leg(offer)) not in slots]
        picked |= {offer.text: offer for offer in waiting}
    return list(picked.values())


def find_named(state: DialogueState) -> Sequence[Offer]:
    """Return the offers that a question for a sum names."""
    named = replace(state, message=_ASKED_PRICE.sub(" , ", state.text.rstrip("? ")))
    last = replace(state, message=state.text.rpartition(" with ")[2].rstrip("? "))
    return max(find_picks(state).offers, find_references(named), key=len) or find_picks(last).offers


def _find_compared(state: DialogueState) -> list[Offer]:
    named = _find_named_compared(state)
    kinds = find_kinds(state.text) or [offer.kind for offer in state.offers[:1]]
    return named if len(named) > 1 else [offer for offer in state.offers if offer.kind in kinds]


def _find_named_compared(state: DialogueState) -> list[Offer]:
    """Return the offers of one kind that a message compares: those that it names, or one and what waits for a yes."""
    named = find_references(replace(state, message=_COMPARES.sub(" and ", state.text.rstrip("? "))))
    if len(named) == 1:
        named = [*named, *(offer for offer in OpenOffers(state).pending if offer.text != named[0].text)]
    return [offer for offer in named if offer.kind == named[0].kind]


def compare_total(state: DialogueState, offers: Sequence[Offer], total: int) -> str:
    """Return how a sum compares with the budget, if that is asked, or if it is of a whole trip."""
    if match := _THAN.search(state.text):
        return _compare_with(total, int(match["amount"].replace(",", "")), asks_if_more=match["side"][0] in "moa")
    is_asked = bool(_BUDGET.search(state.text))
    budget = state.trip.budget if state.trip.is_whole and not is_asked else _find_budget(state)
    if not is_asked and not (state.trip.is_whole and budget):
        return ""
    if budget is None:
        return "You have not told me a budget."
    if budget.basis in {"night", "day"}:
        kind = "hotel" if budget.basis == "night" else "car"
        prices = [offer.unit_price for offer in offers if offer.kind == kind]
        if not prices:
            return ""
        limit, spent, unit = budget.amount, max(prices), f" a {budget.basis}"
    else:
        people = know_trip(state).people if budget.basis == "person" else 1
        limit, spent, unit = budget.amount * people, total, ""
    asks_if_over = bool(_OVER.search(state.text))
    answer = "Yes" if (spent > limit) == asks_if_over else "No"
    if spent <= limit:
        return f"{answer}, that is within your budget of {format_dollars(limit)}{unit}."
    return f"{answer}, that is {format_dollars(spent - limit)} over your budget of {format_dollars(limit)}{unit}."


def _compare_with(total: int, amount: int, *, asks_if_more: bool) -> str:
    """Return whether a sum is more, or less, than the amount that a question names."""
    if total == amount:
        return "That is exactly it."
    answer = "Yes" if (total > amount) == asks_if_more else "No"
    side = "more" if total > amount else "less"
    return f"{answer}, that is {format_dollars(abs(total - amount))} {side} than {format_dollars(amount)}."


def _find_budget(state: DialogueState) -> Money | None:
    if budget := know_trip(state).budget:
        return budget
    kind = state.offers[0].kind if state.offers else None
    return state.trip.limit(kind) if kind else None


def _describe(offer: Offer) -> str:
    if offer.kind == "hotel":
        hotel = offer.hotel
        return f"{offer.title} has {hotel.stars} stars, is rated {hotel.rating} and has {join_words(hotel.amenities)}."
    if offer.kind == "flight":
        flight = offer.flight
        stops = f"changes in {flight.via}" if flight.via else "is nonstop"
        return f"{offer.title} leaves at {flight.departs}, takes {format_minutes(flight.minutes)} and {stops}."
    car = offer.car
    return f"The {offer.title} has {car.seats} seats and room for {car.bags} bag{'' if car.bags == 1 else 's'}."
