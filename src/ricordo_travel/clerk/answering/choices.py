"""Choose among several things: the cheapest, the nearest, the earliest, or those that have something."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ricordo_travel.clerk.answering.flight_answers import land
from ricordo_travel.clerk.answering.hotel_answers import OTHER, find_feature, names_landmark
from ricordo_travel.clerk.answering.known_facts import capitalise
from ricordo_travel.clerk.answering.unknown_facts import name as name_offer
from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.facts.hotel_facts import FACTS, describe_predicate, format_km, meets
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.offers import Offer, first_day, format_minutes
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.flights.conditions import has_meal
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count


@dataclass(frozen=True, slots=True)
class Rank:
    """A way to put offers in order.

    Attributes:
        words: The words that ask for it.
        kind: The kind that it is for, or None for all.
        title: What the first one is: "the cheapest".
        measure: What they are ordered by, the smallest first; None if it is not known of one.
        format: What is said of one beside its name.
    """

    words: str
    kind: Kind | None
    title: str
    measure: Callable[[Offer], float | None]
    format: Callable[[Offer], str]


def _km(name: str) -> Callable[[Offer], float | None]:
    measure = FACTS[name].measure
    assert measure
    return lambda offer: measure(offer.hotel)


def _format_km(name: str) -> Callable[[Offer], str]:
    measure = _km(name)
    return lambda offer: format_km(measure(offer) or 0) if measure(offer) else "right there"


def _price(offer: Offer) -> str:
    return f"{format_dollars(offer.total)} in all"


def _rating(offer: Offer) -> str:
    return f"rated {offer.hotel.rating}"


def _stars(offer: Offer) -> str:
    return count(offer.hotel.stars, "star")


def _age(offer: Offer) -> str:
    return f"from {offer.car.driver_age} on"


def _has_room(offer: Offer, room_type: str) -> bool:
    return any(room.type == room_type for room in offer.hotel.rooms)


def _departure(offer: Offer) -> str:
    return f"{first_day(offer).day} {first_day(offer):%B} at {offer.flight.departs}"


def _arrival(offer: Offer) -> str:
    return f"{land(offer).day} {land(offer):%B} at {land(offer):%H:%M} local time"


def _leaves(offer: Offer) -> float:
    hour, minute = map(int, offer.flight.departs.split(":"))
    return first_day(offer).toordinal() * 1440 + hour * 60 + minute


def _duration(offer: Offer) -> str:
    return format_minutes(offer.flight.minutes)


def _size(offer: Offer) -> str:
    return f"{offer.car.seats} seats, room for {count(offer.car.bags, 'bag')}"


_BEACH, _AIRPORT, _CENTRE = "near the beach", "near the airport", "near the centre"
RANKS: tuple[Rank, ...] = (
    Rank(
        r"\bless (?:money|expensive)|\bcheap\w*|\blow\w* price|\bleast expensive|\bprice\b|\bcosts? (?:the )?least",
        None, "the cheapest", lambda offer: offer.total, _price,
    ),
    Rank(
        r"\bexpensive|\bdear\w*|\bpric(?:e|i)y|\bpriciest|\bcosts? (?:the )?most|\bhighest price",
        None, "the most expensive", lambda offer: -offer.total, _price,
    ),
    Rank(
        r"\bbeach|\bsea\b(?! view)|\bocean\b(?! view)",
        "hotel", "the closest to the beach", _km(_BEACH), _format_km(_BEACH),
    ),
    Rank(r"\bairport", "hotel", "the closest to the airport", _km(_AIRPORT), _format_km(_AIRPORT)),
    Rank(
        r"\bcent(?:re|er|ral)|\btown\b|\bdowntown|\blocation|\bsights|\bold town|\bcity\b",
        "hotel", "the closest to the centre", _km(_CENTRE), _format_km(_CENTRE),
    ),
    Rank(
        r"\bstars?\b|\bluxur\w+|\bfanc\w+",
        "hotel", "the one with the most stars", lambda offer: -offer.hotel.stars, _stars,
    ),
    Rank(
        r"\brat(?:ed|ing)|\breview|\bnicest|\bscore|\bquality",
        "hotel", "the best rated", lambda offer: -offer.hotel.rating, _rating,
    ),
    Rank(
        r"(?:\barriv|\bland).*\blate?|\blat\w*.*(?:\barriv|\bland)",
        "flight", "the last to land", lambda offer: -land(offer).timestamp(), _arrival,
    ),
    Rank(r"\barriv|\bland", "flight", "the first to land", lambda offer: land(offer).timestamp(), _arrival),
    Rank(
        r"\blate(?:r|st)?\b|\blast\b|\bevening",
        "flight", "the last to leave", lambda offer: -_leaves(offer), _departure,
    ),
    Rank(r"\bearl\w*|\bfirst\b|\bsoonest|\bmorning", "flight", "the first to leave", _leaves, _departure),
    Rank(r"\blong\w*", "flight", "the longest", lambda offer: -offer.flight.minutes, _duration),
    Rank(
        r"\bfast\w*|\bshort\w*|\bquick\w*|\bduration",
        "flight", "the fastest", lambda offer: offer.flight.minutes, _duration,
    ),
    Rank(r"\bsmall\w*", "car", "the smallest", lambda offer: offer.car.seats * 10 + offer.car.bags, _size),
    Rank(
        r"\bbig\w*|\blarg\w*|\bspac\w*|\broom\w*|\bmost seats|\bseats\b",
        "car", "the biggest", lambda offer: -offer.car.seats * 10 - offer.car.bags, _size,
    ),
    Rank(
        r"\bbags?\b|\bluggage|\bboot\b|\btrunk\b|\bsuitcases?",
        "car", "the one with the most room for bags", lambda offer: -offer.car.bags, _size,
    ),
    Rank(
        r"\byoung\w*|\bage\b",
        "car", "the one for the youngest drivers", lambda offer: offer.car.driver_age, _age,
    ),
)  # fmt: skip
"""Orders by their words; the first that fits the kind is meant."""
_HAVING: tuple[tuple[str, Kind, str, Callable[[Offer], bool]], ...] = (
    (
        r"\bdirect|\bnon-?stop|\bstops?\b|\bchang\w+ planes?\b|\bwithout chang",
        "flight",
        "nonstop",
        lambda offer: offer.flight.via is None,
    ),
    (r"\bmeals?\b|\bfood\b|\bbreakfast|\bdinner", "flight", "with a meal", lambda offer: has_meal(offer.flight)),
    (r"\bautomatic|\bgear|\btransmission", "car", "an automatic", lambda offer: offer.car.gearbox == "automatic"),
    (r"\bmanual|\bstick", "car", "with a manual gearbox", lambda offer: offer.car.gearbox == "manual"),
    (r"\belectric", "car", "electric", lambda offer: offer.car.car_class == "electric"),
    (r"\bairport", "car", "at the airport", lambda offer: offer.car.location.at_airport),
    (r"\btown\b|\bcent(?:re|er)", "car", "in town", lambda offer: not offer.car.location.at_airport),
    (r"\bfamily rooms?", "hotel", "with family rooms", lambda offer: _has_room(offer, "family")),
)
"""What things may have: its words, the kind, how it is said, and what tells whether one has it."""
_BEST = re.compile(
    r"(?:(?:the|best|better|nicer|recommend\w*|value|for|money|would|you|take|favou?rite|good|nice|one|overall|choice|us|"
    r"option|deal|hotel|flight|car|most|suitable|and|why)\b ?){1,6}"
)
_CHILDREN = (
    r"^(?!.*\b(?:club|menu|pool|cots?|beds?|seats?|rooms?|meals?|play\w*|chairs?)\b)"
    r".*\b(?:child\w*|kids?|famil(?:y|ies)|toddlers?|bab(?:y|ies))\b"
)
"""Facts of what is good for children in general."""
_MOST = re.compile(r"\b(?:\w{2,20}est|most|least|best)\b")
_NUMBER = re.compile(r"\b(?P<number>\d)[ -]?(?P<what>seat|people|bag|suitcase|star)")
_HOUR = re.compile(r"\b(?P<side>before|by|after|until) (?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>[ap]m)?\b")


def choose(fact: str, things: Sequence[Item]) -> str:
    """Return which of several things a fact in lower case means, or nothing if the fact puts them in no order.

    Flights there and those back are two groups: nobody chooses between them.
    """
    groups: dict[str, list[Offer]] = {}
    for each in things:
        groups.setdefault(_name_group(each.offer), []).append(each.offer)
    if len(groups) > 1 and all(len(group) == 1 for group in groups.values()):
        rank = next((rank for rank in RANKS if rank.kind is None and re.search(rank.words, fact)), None)
        return order(rank, [each.offer for each in things]) if rank else ""
    ways = [group for name, group in groups.items() if name.startswith("From") and len(group) > 1]
    said: list[str] = []
    for name, group in groups.items():
        sentence = _choose_of_kind(fact, group) if len(group) > 1 or len(groups) == 1 else ""
        said.append(f"{name}: {sentence}" if sentence and name.startswith("From") and len(ways) > 1 else sentence)
    return "\n".join(filter(None, said))


def _name_group(offer: Offer) -> str:
    if offer.kind != "flight":
        return offer.kind
    return f"From {offer.flight.origin.name} to {offer.flight.destination.name}"


def _choose_of_kind(fact: str, offers: Sequence[Offer]) -> str:
    kind = offers[0].kind
    if (number := _NUMBER.search(fact)) and (said := _list_with(int(number["number"]), number["what"], offers)):
        return said
    if kind == "flight" and (hour := _HOUR.search(fact)):
        return _list_by_hour(hour, fact, offers)
    is_other = OTHER.search(fact) or (kind == "hotel" and names_landmark(fact))
    return "" if is_other else _choose_by_words(fact, offers)


def _choose_by_words(fact: str, offers: Sequence[Offer]) -> str:
    """Return which offers have what a fact names, or are the first in the order that it names."""
    kind = offers[0].kind
    for words, own, title, has in _HAVING:
        if own == kind and re.search(words, fact):
            return _list_having(title, [offer for offer in offers if has(offer)], offers)
    if kind == "hotel" and re.search(_CHILDREN, fact):
        return _choose_for_children(offers)
    feature = find_feature(fact) if kind == "hotel" else None
    if feature and "near" not in feature and (said := _order_having(feature, fact, offers)):
        return said
    for rank in RANKS:
        if rank.kind in {None, kind} and re.search(rank.words, fact) and (not feature or "near" in feature):
            return order(rank, offers)
    if not feature and _BEST.fullmatch(fact):
        return choose_best(offers)
    return ""


def _order_having(feature: str, fact: str, offers: Sequence[Offer]) -> str:
    """Return the hotels that have a feature in the order that a fact names beside it: "cheapest with a pool"."""
    rank = next((each for each in RANKS if each.kind in {None, "hotel"} and re.search(each.words, fact)), None)
    having = [offer for offer in _keep_titles(offers) if meets(offer.hotel, feature)]
    if rank is None or not _MOST.search(fact) or not having or len(having) == len(offers):
        return ""
    has = describe_predicate(feature, is_one=len(having) == 1)
    if len(having) == 1:
        return f"{having[0].title} ({rank.format(having[0])}) is the only one of these that {has}."
    return f"Of these, {join_words([each.title for each in having])} {has}. {order(rank, having)}"


def _choose_for_children(offers: Sequence[Offer]) -> str:
    """Return what each of some hotels has for children, those that have the same together."""
    groups: dict[str, list[str]] = {}
    for hotel in dict.fromkeys(offer.hotel for offer in offers):
        has = [name for name in ("cots", "extra beds") if FACTS[name].is_met(hotel)]
        has = [*(["family rooms"] if any(room.type == "family" for room in hotel.rooms) else []), *has]
        has += [f"a {name}" for name in ("pool", "garden") if name in hotel.amenities]
        groups.setdefault(join_words(has) or "nothing that I know of", []).append(hotel.name)
    said = [f"{join_words(names)} {'has' if len(names) == 1 else 'have'} {has}" for has, names in groups.items()]
    return f"For children, {'; '.join(said)}. I know of no more for them; please ask the hotel."


def _list_having(title: str, having: Sequence[Offer], offers: Sequence[Offer]) -> str:
    """Return which of some offers are something."""
    several = f"{title.removeprefix('an ')}s" if title.startswith("an ") else title
    if not having:
        return f"None of them is {title}."
    if len(having) == len(offers):
        return f"All of them are {several}." if len(offers) > 1 else f"It is {title}."
    names = join_words([name_offer(offer) for offer in having])
    return f"Of these, {names} {f'is {title}' if len(having) == 1 else f'are {several}'}."


_COUNTS: dict[tuple[Kind, str], tuple[str, Callable[[Offer], int]]] = {
    ("car", "seat"): ("seats", lambda offer: offer.car.seats),
    ("car", "people"): ("seats", lambda offer: offer.car.seats),
    ("car", "bag"): ("bags", lambda offer: offer.car.bags),
    ("car", "suitcase"): ("bags", lambda offer: offer.car.bags),
    ("hotel", "star"): ("stars", lambda offer: offer.hotel.stars),
}
"""What is counted of a kind, by the word that asks for it."""


def _list_with(number: int, word: str, offers: Sequence[Offer]) -> str:
    """Return the things with at least so many seats, bags or stars; nothing if that is not counted of them."""
    if (offers[0].kind, word) not in _COUNTS:
        return ""
    what, value = _COUNTS[offers[0].kind, word]
    having = [f"{name_offer(offer)} ({value(offer)})" for offer in offers if value(offer) >= number]
    wanted = f"room for {number} bags" if what == "bags" else f"{number} {what}"
    return f"With {wanted} or more: {join_words(having)}." if having else f"None of them has {wanted}."


def _list_by_hour(hour: re.Match[str], fact: str, offers: Sequence[Offer]) -> str:
    """Return the flights that leave or land before or after an hour of the day on which they leave."""
    hours = int(hour["hour"]) % 12 + 12 * (hour["half"] == "pm") if hour["half"] else int(hour["hour"])
    limit = f"{hours:02}:{hour['minute'] or '00'}"
    lands = bool(re.search(r"\barriv|\bland|\bthere\b", fact))
    is_before = hour["side"] != "after"
    having: list[str] = []
    for offer in offers:
        time = f"{land(offer):%H:%M}" if lands else offer.flight.departs
        is_later_day = lands and land(offer).date() > first_day(offer)
        if (time <= limit and not is_later_day) == is_before:
            having.append(f"{offer.title} ({time})")
    verb = "lands" if lands else "leaves"
    if not having:
        return f"None of them {verb} {hour['side']} {limit}."
    return f"{join_words(having)} {verb if len(having) == 1 else verb.removesuffix('s')} {hour['side']} {limit}."


def order(rank: Rank, offers: Sequence[Offer]) -> str:
    """Return offers in an order, each once, with what they are ordered by."""
    measured = [(value, offer) for offer in _keep_titles(offers) if (value := rank.measure(offer)) is not None]
    if not measured:
        return "I do not know that of them."
    ranked = [offer for _, offer in sorted(measured, key=lambda each: each[0])]
    best = min(value for value, _ in measured)
    first = [offer for value, offer in measured if value == best]
    said = [f"{name_offer(offer)} ({rank.format(offer)})" for offer in ranked]
    if len(first) > 1:
        same = f"{'Both' if len(first) == 2 else 'All'} are the same: " if len(first) == len(measured) else ""
        return f"{same or f'{capitalise(rank.title)} are '}{join_words(said[: len(first)])}{_then(said[len(first) :])}."
    return f"{capitalise(rank.title)} is {said[0]}{_then(said[1:])}."


def _then(said: Sequence[str]) -> str:
    return f", then {join_words(said)}" if said else ""


def _keep_titles(offers: Sequence[Offer]) -> list[Offer]:
    """Return offers without other rooms of the same hotel, and other days of the same flight."""
    return list({f"{offer.title} {first_day(offer)}": offer for offer in reversed(offers)}.values())[::-1]


def choose_best(offers: Sequence[Offer]) -> str:
    """Return what speaks for which offer: the best rated or the fastest, and the cheapest."""
    cheap = min(offers, key=lambda offer: offer.total)
    if offers[0].kind == "car":
        big = max(offers, key=lambda offer: (offer.car.seats, offer.car.bags))
        pairs = [(big, "has the most room", _size(big))]
    elif offers[0].kind == "flight":
        fast = min(offers, key=lambda offer: (offer.flight.minutes, offer.total))
        pairs = [(fast, "is the fastest", _duration(fast))]
        if len({offer.flight.minutes for offer in offers}) == 1:
            return f"They all take {_duration(fast)}. {order(RANKS[0], offers)}"
    else:
        best = max(offers, key=lambda offer: offer.hotel.rating)
        pairs = [(best, "is the best rated", f"{best.hotel.rating} out of ten")]
    top, what, figure = pairs[0]
    if top.title == cheap.title:
        return capitalise(
            f"{name_offer(top)} {what} ({figure}) and the cheapest ({_price(cheap)}): I would take that one."
        )
    facts = (
        f"{name_offer(top)} {what} ({figure}, {_price(top)}); the cheapest is {name_offer(cheap)} ({_price(cheap)})."
    )
    return capitalise(f"{facts} {advise(offers)}")


def advise(offers: Sequence[Offer]) -> str:
    """Return which of some offers of a kind is worth its price: the best that costs little more than the cheapest."""
    cheap = min(offers, key=lambda offer: offer.total)
    near = [offer for offer in offers if offer.total <= cheap.total * _LITTLE_MORE]
    best = max(near, key=lambda offer: (_worth(offer), -offer.total))
    if best.title == cheap.title or _worth(best) <= _worth(cheap):
        return f"I would take {name_offer(cheap)}: the others are hardly better for what they cost."
    more = format_dollars(best.total - cheap.total)
    return f"I would take {name_offer(best)}: {_LIKED[best.kind](best)}, for {more} more than the cheapest."


_LITTLE_MORE = 1.4
"""How much more than the cheapest something may cost to be worth it."""
_SAVED_MINUTES = 45
"""Minutes by which a flight must be shorter for that to count."""
_LIKED: dict[Kind, Callable[[Offer], str]] = {
    "hotel": lambda offer: f"rated {offer.hotel.rating} out of ten",
    "flight": lambda offer: f"it takes only {_duration(offer)}",
    "car": _size,
}


def _worth(offer: Offer) -> float:
    """Return how good an offer is beside others of its kind, whatever it costs."""
    if offer.kind == "hotel":
        return offer.hotel.rating
    return (
        -(offer.flight.minutes // _SAVED_MINUTES) if offer.kind == "flight" else offer.car.seats * 10 + offer.car.bags
    )
