"""Facts of every hotel beside its amenities: one row for each, with the words that wish or ask for it.

A row is all that a new fact needs here; what it says comes from the facts of the catalog.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.hotels.catalog import Hotel, hotels

_NEAR = (
    r"(?:near(?:er|est)?(?: to| by)?|clos(?:e|er|est) (?:to|by)|next to|not (?:too |so |very )?far (?:away )?from|"
    r"right (?:by|at|on|in)|in walking distance (?:of|to|from)|walking distance (?:of|to|from)|"
    r"within (?:easy )?walking distance (?:of|to|from)|(?:a )?short walk (?:from|to))"
)
_TO = rf"(?:{_NEAR}|(?:how )?far (?:\w+ ){{0,4}}(?:from|to)|distance (?:\w+ ){{0,3}}(?:from|to)|away from)"
_OUT = r"(?:too |so |very )?far (?:out|away|from (?:everything|it all|town))"
_BEACH = r"(?:the |a |any )?(?:\w+ )?(?:beach(?:es)?|seaside|sea|ocean|water(?:front)?)(?! view)"
_CENTRE = (
    r"(?:the )?(?:(?:old |city |town )(?:town|cent(?:re|er))|cent(?:re|er)|town|city|sights|downtown|"
    r"middle of (?:it|town))(?! (?:hall|museum|park))"
)
_CHILD_BED = r"(?:baby|travel|toddler)(?:'s)? (?:beds?|cots?)"
DIET = (
    r"\b(?:allerg\w*|\w*intoleran\w*|anaphyla\w*|epipens?|co?eliacs?|gluten|lactose|(?:pea|wal|hazel)?nuts?|almonds?|"
    r"shellfish|sesame|soya?|halal|kosher|diabet\w+|dairy|diet(?:s|ary)?|"
    r"(?:without|no|contains?|free (?:of|from)) (?:any )?(?:eggs?|milk|wheat|fish|pork|sugar|alcohol|seafood)|"
    r"(?:egg|milk|wheat|fish|pork|sugar|seafood)[- ]free)\b"
)
"""Words for what somebody must not eat: what is known of a breakfast or a menu says nothing about that."""
_NO_YES = re.compile(r"\b(?:how|what|which|when|where|until|from which)\b|\b\w+est\b")


@dataclass(frozen=True, slots=True)
class HotelFact:
    """Something that is known of each hotel.

    Attributes:
        wish: The words that wish for it in a search.
        asked: More words, which name it in a question about a hotel.
        is_met: Says whether a hotel has it, or is like that.
        tell: Says it of a hotel, in one sentence.
        measure: The kilometres that a wish for it is measured by; smaller is better.
    """

    wish: str
    asked: str
    is_met: Callable[[Hotel], bool]
    tell: Callable[[Hotel], str]
    measure: Callable[[Hotel], float | None] | None = None


def _tell_beach(hotel: Hotel) -> str:
    km = hotel.facts.beach_km
    if km is None:
        return f"I know of no beach in {hotel.place.name}."
    return f"{hotel.name} is {f'{format_km(km)} from' if km else 'on'} the beach."


def _tell_pets(hotel: Hotel) -> str:
    return f"{hotel.name} {'takes pets' if hotel.facts.takes_pets else 'takes no pets'}."


def _tell_sea_view(hotel: Hotel) -> str:
    has = "has rooms" if hotel.facts.has_sea_view else "has no rooms"
    return f"{hotel.name} {has} with a sea view."


def _tell_lift(hotel: Hotel) -> str:
    has = "has a lift, and no steps on the way to the rooms" if hotel.facts.has_lift else "has stairs and no lift"
    return f"{hotel.name} {has}."


def _tell_cancelling(hotel: Hotel) -> str:
    days = hotel.facts.free_cancellation_days
    until = f"{days} day{'' if days == 1 else 's'} before the first night"
    return f"{hotel.name} can be cancelled free of charge until {until}; after that no money comes back."


def _tell_hours(hotel: Hotel) -> str:
    return f"At {hotel.name}, check-in is from {hotel.facts.check_in} and check-out until {hotel.facts.check_out}."


def _tell_luggage(hotel: Hotel) -> str:
    return f"You can leave your luggage at the reception of {hotel.name} before check-in and after check-out."


def _has(thing: str, is_met: Callable[[Hotel], bool], article: str = "") -> Callable[[Hotel], str]:
    return lambda hotel: f"{hotel.name} has {article if is_met(hotel) else 'no '}{thing}."


def _is_near(km: float | None, most: float) -> bool:
    return km is not None and km <= most


FACTS: dict[str, HotelFact] = {
    "near the beach": HotelFact(
        rf"{_NEAR} {_BEACH}|(?:on|at|by) (?:the|a) (?:beach|sea(?:side|front)?|ocean|water(?:front)?)(?! view)|"
        r"beach ?front|sea ?front|beach (?:hotel|resort)s?",
        rf"{_TO} {_BEACH}|beach(?:es)?",
        lambda hotel: _is_near(hotel.facts.beach_km, 1),
        _tell_beach,
        lambda hotel: hotel.facts.beach_km,
    ),
    "near the centre": HotelFact(
        rf"{_NEAR} {_CENTRE}|(?:in|around) (?:the )?(?:(?:city |town |very )?cent(?:re|er)|old town|middle of town)|"
        rf"down ?town|central(?:ly)?(?: located)?(?! park| station)|(?:not|nothing|n't) (?:be )?{_OUT}",
        rf"{_TO} {_CENTRE}|{_OUT}|location|located|how central|most central|cent(?:re|er)|in town",
        lambda hotel: _is_near(hotel.facts.centre_km, 1.5),
        lambda hotel: f"{hotel.name} is {format_km(hotel.facts.centre_km)} from the centre.",
        lambda hotel: hotel.facts.centre_km,
    ),
    "near the airport": HotelFact(
        rf"{_NEAR} (?:the )?airport|airport hotel",
        rf"{_TO} (?:the )?airport",
        lambda hotel: _is_near(hotel.facts.airport_km, 5),
        lambda hotel: f"{hotel.name} is {format_km(hotel.facts.airport_km)} from the airport.",
        lambda hotel: hotel.facts.airport_km,
    ),
    "on a quiet street": HotelFact(
        r"quiet(?:er|est)?(?! (?:town|city|cities|island|village|time|season|month|beach(?:es)?|destination|trip))|"
        r"peaceful(?: hotel| place to stay| room| street)|"
        r"(?:no|not|without|hates?|away from) (?:\w+ ){0,2}(?:noise|noisy|loud|street noise|traffic)",
        r"nois(?:e|y)|loud|peaceful|(?:busy|main) (?:street|road)|traffic",
        lambda hotel: hotel.facts.is_quiet,
        lambda hotel: f"{hotel.name} is on a {'quiet' if hotel.facts.is_quiet else 'busy'} street.",
    ),
    "lift": HotelFact(
        r"lifts?(?! (?:to|from) )|elevators?|step[ -]free|"
        r"(?<!help with a )(?<!help with the )(?<!order a )wheelchair(?:s|[ -]accessible| access)?"
        r"(?! (?:help|assistance|service|(?:at|to|in|from) the (?:airport|gate|plane)))|accessible|"
        r"(?:no|without|avoid|hates?|(?:can't|cannot|can not) (?:do|climb|manage|use|take|walk)|"
        r"(?:trouble|problems?|difficulty) with|not good (?:with|on|at)) (?:\w+ ){0,2}(?:stairs?|steps)|"
        r"(?:stairs?|steps) (?:are|is) (?:\w+ )?(?:hard|difficult|a problem|tricky|impossible|too much)",
        r"stairs?|steps|ramps?",
        lambda hotel: hotel.facts.has_lift,
        _tell_lift,
    ),
    "Wi-Fi": HotelFact(
        r"wi-?fi|wlan|internet",
        r"online",
        lambda _: True,
        lambda hotel: f"{hotel.name} has Wi-Fi, free of charge.",
    ),
    "restaurant": HotelFact(
        r"(?:its own |own |hotel |with (?:an? )?(?:good |nice )?|has (?:an? )?|have (?:an? )?)restaurants?|"
        r"restaurant (?:in (?:it|the hotel|the house)|on site)",
        r"restaurants?|(?:have|eat|get|serve|offer) (?:dinner|lunch)|dinner(?:s)? (?:there|at the hotel|in the hotel)|"
        r"eat (?:there|at the hotel|in the hotel)",
        lambda hotel: hotel.facts.has_restaurant,
        _has("restaurant of its own", lambda hotel: hotel.facts.has_restaurant, "a "),
    ),
    "air conditioning": HotelFact(
        r"air ?-?con(?:ditioning|ditioner|ditioned)?|a\.?c\.?(?= |$|[,?!])|aircon",
        r"cooled|cooling",
        lambda hotel: hotel.facts.is_cooled,
        _has("air conditioning", lambda hotel: hotel.facts.is_cooled),
    ),
    "sea view": HotelFact(
        r"(?:sea|ocean|beach|water) views?|views? (?:of|over|on|onto|to) (?:the )?(?:sea|ocean|beach|water)|"
        r"(?:overlook(?:s|ing)?|see) the (?:sea|ocean)",
        r"",
        lambda hotel: hotel.facts.has_sea_view,
        _tell_sea_view,
    ),
    "cots": HotelFact(
        rf"cots?|cribs?|baby ?beds?|{_CHILD_BED}",
        r"",
        lambda hotel: hotel.facts.has_cots,
        _has("cots", lambda hotel: hotel.facts.has_cots),
    ),
    "extra beds": HotelFact(
        r"(?:extra|additional|spare|roll ?away|fold(?:ing|-out| out)?|sofa|child(?:ren)?'?s?|kids?'?) beds?",
        r"",
        lambda hotel: hotel.facts.has_extra_beds,
        _has("extra beds", lambda hotel: hotel.facts.has_extra_beds),
    ),
    "pet-friendly": HotelFact(
        r"(?:pet|dog|cat)s?[ -](?:friendly|allowed|welcome)|"
        r"(?:takes?|allows?|accepts?|welcomes?) (?:\w+ )?(?:pet|dog|cat)s?|"
        r"(?:with|bring(?:ing)?|tak(?:e|ing)) (?:my|our|the|a) (?:\w+ )?(?:pet|dog|cat|puppy)|"
        r"(?:pets|dogs|cats) (?:are )?(?:allowed|ok|okay|welcome|permitted)",
        r"pets?|dogs?|cats?|puppy",
        lambda hotel: hotel.facts.takes_pets,
        _tell_pets,
    ),
    "free cancellation": HotelFact(
        r"free(?:ly)? cancell?ation|cancell?able|refundable|free to cancel",
        r"refund(?:s|ed)?|cancell?ation(?: (?:fee|policy|terms|rules?))?|(?:my |our |the )?money back|"
        r"cancel (?:\w+ ){0,3}(?:for free|free of charge|without)|"
        r"(?:until when|how late|till when) (?:\w+ ){0,4}cancel",
        lambda _: True,
        _tell_cancelling,
    ),
    "check-in and check-out": HotelFact(
        r"(?!)",
        r"check(?:ing)?[ -]?(?:in|out)(?: times?)?|"
        r"(?:when|what time) (?:\w+ ){0,4}(?:rooms? (?:is |are )?ready|leave the room)",
        lambda _: True,
        _tell_hours,
    ),
    "luggage storage": HotelFact(
        r"(?!)",
        r"(?:leave|store|keep|drop|put) (?:\w+ ){0,4}(?:luggage|bags?|suitcases?|cases|baggage)|"
        r"(?:luggage|bag|baggage) (?:storage|room|store)|left luggage",
        lambda _: True,
        _tell_luggage,
    ),
}
"""The facts by the name that a reply gives them: "with a lift", "near the beach"."""
WISHES = {name: fact.wish for name, fact in FACTS.items()}
_ASKED = {
    name: re.compile(rf"\b(?:{'|'.join(filter(None, (fact.wish, fact.asked)))})(?!\w)") for name, fact in FACTS.items()
}
_EACH = frozenset({"check-in and check-out", "free cancellation", "luggage storage"})
"""Facts that are told of each hotel."""
_ARE_PLACES = ("near ", "on ", "pet-")
"""Beginnings of what a hotel is, not what it has."""


def format_km(km: float) -> str:
    """Return a distance in round numbers: "about 400 m", "about 3 km"."""
    return f"about {round(km * 1000)} m" if km < 1 else f"about {km:g} km"


def is_like(name: str) -> bool:
    """Return whether a name says what a hotel is, "near the beach", and not what it has."""
    return name.startswith(_ARE_PLACES)


def find_asked(text: str) -> list[str]:
    """Return the facts that a text in lower case names, in a question or in a wish."""
    named = [name for name, words in _ASKED.items() if words.search(text)]
    if "sea view" in named and not re.search(r"\bbeach", text):
        named = [name for name in named if name != "near the beach"]
    if "restaurant" in named and re.search(r"\brestaurants\b|\b(?:near|around|good|best|recommend)\b", text):
        named = [name for name in named if name != "restaurant" or re.search(r"\bhotels?\b|\b(?:it|they) ha", text)]
    return named


def meets(hotel: Hotel, wish: str) -> bool:
    """Return whether a hotel meets a wish, which may leave the choice: "breakfast or kitchen"."""
    return any(name in hotel.amenities or (name in FACTS and FACTS[name].is_met(hotel)) for name in wish.split(" or "))


def row_meets(row: Mapping[str, Any], wish: str) -> bool:
    """Return whether the hotel in a row of a search meets a wish."""
    return meets(hotels()[row["hotel_id"]], wish)


def sort_by_distance(rows: Sequence[Mapping[str, Any]], wishes: Sequence[str]) -> list[Mapping[str, Any]]:
    """Return rows of a search with those first that are nearest to what is wished to be near; else as they are."""
    measures = [fact.measure for name in wishes if (fact := FACTS.get(name)) and fact.measure]
    return sorted(rows, key=lambda row: sum(measure(hotels()[row["hotel_id"]]) or 0 for measure in measures))


def count_met(row: Mapping[str, Any], wishes: Sequence[str]) -> tuple[int, int]:
    """Return how many wishes a row of a search meets: of all, and of those that are no distance."""
    had = [name for name in wishes if not ((fact := FACTS.get(name)) and fact.measure)]
    met, had_met = (sum(row_meets(row, name) for name in names) for names in (wishes, had))
    return met, had_met


def tell(name: str, asked: Sequence[Hotel], text: str) -> str:
    """Return what is known of hotels, for a question about one fact in lower case."""
    fact = FACTS[name]
    if len(asked) == 1:
        return f"{_say_yes(name, asked[0], text)}{fact.tell(asked[0])}"
    if fact.measure:
        measured = [(km, hotel.name) for hotel in asked if (km := fact.measure(hotel)) is not None]
        figures = [f"{name} ({format_km(km) if km else 'on it'})" for km, name in sorted(measured)]
        near = f"The closest to {name.removeprefix('near ')} is"
        return f"{near} {figures[0]}, then {join_words(figures[1:])}." if figures[1:] else fact.tell(asked[0])
    if name in _EACH:
        return "\n".join(fact.tell(hotel) for hotel in asked)
    having = [hotel.name for hotel in asked if fact.is_met(hotel)]
    return f"{_name_having(having, len(asked))} {describe_predicate(name, is_one=len(having) < 2)}."


def _name_having(having: Sequence[str], number: int) -> str:
    if not having:
        return "None of them"
    return "All of them" if len(having) == number else f"Of these, {join_words(having)}"


def _say_yes(name: str, hotel: Hotel, text: str) -> str:
    if _NO_YES.search(text) or FACTS[name].wish == r"(?!)":
        return ""
    if name == "near the beach" and hotel.facts.beach_km is None:
        return ""
    is_denied = re.search(r"\b(?:nois(?:e|y)|loud|busy|main|traffic|stairs?|steps|far (?:from|out|away|to))\b", text)
    if is_denied and name in {"on a quiet street", "lift", "near the beach", "near the centre", "near the airport"}:
        return ""
    return "Yes, " if FACTS[name].is_met(hotel) else "No, "


def describe_predicate(*names: str, is_one: bool = True, link: str = "and") -> str:
    """Return that hotels have or are something: "has a lift", "have a pool and are near the beach"."""
    has, be = ("has", "is") if is_one else ("have", "are")
    return _join_predicates(names, has, be, link)


def describe_lack(*names: str) -> str:
    """Return that a hotel does not have something, or is not like it: "does not have a lift"."""
    return _join_predicates(names, "does not have", "is not", "or")


def _join_predicates(names: Sequence[str], has: str, be: str, link: str) -> str:
    things = join_words([add_article(name) for name in names if not is_like(name)], link)
    like = join_words([name for name in names if is_like(name)], link)
    return f" {link} ".join([*([f"{has} {things}"] if things else []), *([f"{be} {like}"] if like else [])])


def add_article(name: str) -> str:
    """Return an amenity or a fact as part of a sentence: "a pool", "breakfast"."""
    first, _, other = name.partition(" or ")
    words = first if first in _NO_ARTICLE or is_like(first) else f"a {first}"
    return f"{words} or {add_article(other)}" if other else words


_NO_ARTICLE = {
    "breakfast", "parking", "bicycles", "Wi-Fi", "air conditioning", "cots", "extra beds", "free cancellation",
}  # fmt: skip


def describe_with(names: Sequence[str], link: str = "and") -> str:
    """Return what hotels are wished to be like: "with a pool and a lift, near the beach"."""
    if mixed := next((name.split(" or ") for name in names if len({*map(is_like, name.split(" or "))}) > 1), None):
        either = " or ".join(describe_with([name]) for name in mixed)
        others = [name for name in names if name != " or ".join(mixed)]
        return ", ".join(filter(None, [describe_with(others, link), either]))
    things = [add_article(name) for name in names if not is_like(name)]
    return ", ".join([*([f"with {join_words(things, link)}"] if things else []), *filter(is_like, names)])


def describe_reasons(hotel: Hotel, wishes: Sequence[str]) -> str:
    """Return how far a hotel is from what it is wished to be near to, for the line of an offer."""
    said: list[str] = []
    for name in wishes:
        fact = FACTS.get(name)
        km = fact.measure(hotel) if fact and fact.measure else None
        if km is not None:
            said.append(f"{format_km(km)} from {name.removeprefix('near ')}" if km else "on the beach")
    return "".join(f", {each}" for each in said)


def describe_all(hotel: Hotel) -> str:
    """Return what a guest may want to know of a hotel in two sentences."""
    facts = hotel.facts
    beach = [f"{format_km(facts.beach_km)} from the beach" if facts.beach_km else "on the beach"]
    where = [f"{format_km(facts.centre_km)} from the centre", *(beach if facts.beach_km is not None else [])]
    own = [add_article(name) for name in ("lift", "restaurant", "air conditioning") if FACTS[name].is_met(hotel)]
    street = "quiet" if facts.is_quiet else "busy"
    return f"It is on a {street} street, {join_words(where)}, and has {join_words(['free Wi-Fi', *own])}."
