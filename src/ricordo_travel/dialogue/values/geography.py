"""Names of places in messages: those that are served, countries with several of them, and those that are not served."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from ricordo_travel.places import Place, airports, all_places

MAX_NEAR = 500
"""Kilometres up to which a place that is served is named for one that is not."""
_MAX_WORDS = 4
_WORD = re.compile(r"[a-z]+")
_AMBIGUOUS = frozenset(
    "nice split bath cork york turkey china victoria rio lima fez kos rhodes reading phoenix la".split()
)
"""Names that are words, too: they count after a preposition only."""
_PREPOSITION = re.compile(r"\b(?:to|in|from|near|around|for|at|leaving|via|visit|visiting|live|not)\s+$")
_NOUN_AFTER = re.compile(r"\s+(?:hotel|place|room|car|area|weather|view|spot|day|week|and|one|a)\b")
_COUNTRIES = {
    "uk": "United Kingdom", "england": "United Kingdom", "britain": "United Kingdom", "great britain": "United Kingdom",
    "usa": "United States", "america": "United States", "the states": "United States", "the us": "United States",
    "oz": "Australia", "nz": "New Zealand", "deutschland": "Germany", "italia": "Italy", "espana": "Spain",
    "holland": "Netherlands", "korea": "South Korea", "czechia": "Czech Republic",
    "uae": "United Arab Emirates",
}  # fmt: skip
_ADJECTIVES = {
    "scottish": "Scotland", "italian": "Italy", "greek": "Greece", "spanish": "Spain", "portuguese": "Portugal",
    "french": "France", "german": "Germany", "irish": "Ireland", "english": "United Kingdom", "norwegian": "Norway",
    "icelandic": "Iceland", "japanese": "Japan", "nepalese": "Nepal", "indian": "India", "thai": "Thailand",
    "vietnamese": "Vietnam", "indonesian": "Indonesia", "moroccan": "Morocco", "peruvian": "Peru", "mexican": "Mexico",
    "dutch": "Netherlands", "belgian": "Belgium", "czech": "Czech Republic", "austrian": "Austria",
    "swiss": "Switzerland", "hungarian": "Hungary", "polish": "Poland", "danish": "Denmark", "swedish": "Sweden",
    "turkish": "Turkey",
    "egyptian": "Egypt", "korean": "South Korea", "canadian": "Canada", "brazilian": "Brazil", "maltese": "Malta",
}  # fmt: skip
_ADJECTIVE = re.compile(rf"\bthe (?P<of>{'|'.join(_ADJECTIVES)}) (?:one|city|capital|island|option)\b")
_SOUTHERN_EUROPE = "Portugal Spain Italy Greece Malta"
_SCANDINAVIA = "Norway Sweden Denmark"
_CENTRAL_EUROPE = "Germany Austria Switzerland Czech_Republic Hungary Poland"
_WESTERN_EUROPE = "France United_Kingdom Ireland Netherlands Belgium"
_EUROPE = f"{_SOUTHERN_EUROPE} {_WESTERN_EUROPE} {_CENTRAL_EUROPE} {_SCANDINAVIA} Iceland"
_SOUTHEAST_ASIA = "Singapore Indonesia Thailand Vietnam"
_REGIONS = {
    "Europe": _EUROPE,
    "Northern Europe": f"United_Kingdom Ireland Iceland {_SCANDINAVIA}",
    "Central Europe": _CENTRAL_EUROPE,
    "Eastern Europe": "Czech_Republic Hungary Poland",
    "Western Europe": _WESTERN_EUROPE,
    "Southern Europe": _SOUTHERN_EUROPE,
    "Asia": f"Japan Nepal India Maldives Hong_Kong South_Korea {_SOUTHEAST_ASIA}",
    "Southeast Asia": _SOUTHEAST_ASIA,
    "the Middle East": "United_Arab_Emirates Egypt Turkey",
    "Africa": "South_Africa Morocco Egypt",
    "North America": "United_States Canada Mexico",
    "South America": "Peru Argentina Brazil",
    "Latin America": "Mexico Peru Argentina Brazil",
    "Oceania": "Australia New_Zealand",
    "Scandinavia": _SCANDINAVIA,
    "the Mediterranean": "Spain Italy Greece Malta Turkey",
}
"""Countries of each region that has places."""
_REGION_NAMES = {
    "european": "Europe",
    "asian": "Asia",
    "african": "Africa",
    "south east asia": "Southeast Asia",
    "mediterranean": "the Mediterranean",
    "the med": "the Mediterranean",
    "middle east": "the Middle East",
    "interrail": "Europe",
    "eurail": "Europe",
}
_CODES_THAT_ARE_WORDS = frozenset("per her sin nap bud cai del fra gig ham ist las mad man mia sea vie".split())
_ROUTE_TO = re.compile(r"\b[a-z]{3,} to $")
_SHORT = {
    "la": "los angeles", "sf": "san francisco", "ny": "new york", "las palmas": "gran canaria",
    "roma": "rome", "napoli": "naples", "lisboa": "lisbon", "athina": "athens", "munchen": "munich", "koln": "cologne",
    "torino": "turin", "genova": "genoa", "warszawa": "warsaw", "sevilla": "seville", "geneve": "geneva",
    "bengaluru": "bangalore", "calcutta": "kolkata", "madras": "chennai", "saigon": "ho chi minh city",
    "blr": "bangalore", "ccu": "kolkata", "hyd": "hyderabad", "muc": "munich", "dus": "dusseldorf",
    "gva": "geneva", "waw": "warsaw", "nce": "nice", "bhx": "birmingham", "gla": "glasgow",
    "abz": "aberdeen", "auh": "abu dhabi", "tlv": "tel aviv", "kul": "kuala lumpur",
    "jnb": "johannesburg", "pek": "beijing", "pvg": "shanghai", "kix": "osaka", "yul": "montreal", "gru": "sao paulo",
    "lgw": "london", "stn": "london", "ewr": "new york", "lga": "new york", "ory": "paris", "dca": "washington",
    "bgy": "milan", "heathrow": "london", "gatwick": "london", "stansted": "london", "schiphol": "amsterdam",
    "hnd": "tokyo", "dme": "moscow", "atl": "atlanta", "dfw": "dallas",
    "maa": "chennai",
    "psa": "pisa", "cgn": "cologne",
    "cote d azur": "french riviera", "riviera": "french riviera", "bretagne": "brittany", "tirol": "tyrol",
    "apulia": "puglia", "highlands": "scottish highlands", "skye": "isle of skye", "the lakes": "lake district",
}  # fmt: skip
"""Other names of places, and codes of airports that are not served."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a text. A country or region has the places that are served there; an unserved one has none."""

    start: int
    end: int
    name: str
    places: tuple[Place, ...] = ()
    point: tuple[float, float] = (0.0, 0.0)
    """Latitude and longitude of a place that is not served."""

    @property
    def place(self) -> Place | None:
        """The place, if there is only one."""
        return self.places[0] if len(self.places) == 1 else None

    @property
    def is_served(self) -> bool:
        return bool(self.places)


def find_mentions(text: str) -> list[Mention]:
    """Return the places that a text in lower case names, in order."""
    words = list(_WORD.finditer(text))
    found = [
        replace(_area(_ADJECTIVES[match["of"]]), start=match.start("of"), end=match.end())
        for match in _ADJECTIVE.finditer(text)
    ]
    n = 0
    while n < len(words):
        if words[n][0] not in _first_words():
            n += 1
            continue
        for length in range(min(_MAX_WORDS, len(words) - n), 0, -1):
            span = words[n : n + length]
            name = " ".join(word[0] for word in span)
            if (known := _by_name().get(name)) and _is_meant(text, name, span[0].start(), span[-1].end()):
                found.append(replace(known, start=span[0].start(), end=span[-1].end()))
                n += length - 1
                break
        n += 1
    return sorted(found, key=lambda mention: mention.start)


def find_named(name: str) -> Mention | None:
    """Return the place that a text in lower case is the name of, or begins with: "cork", which is a word, too."""
    return next(iter(find_mentions(f"in {name}")), None)


def place_words() -> frozenset[str]:
    """Return the single words in the names of all places."""
    return frozenset(word for name in _by_name() for word in name.split() if len(word) > 3)


@cache
def is_unserved_word(word: str) -> bool:
    """Return whether a word belongs to the names of unserved places only."""
    named = [mention for name, mention in _by_name().items() if word in name.split()]
    return bool(named) and not any(mention.is_served for mention in named)


def find_nearest(mention: Mention, without: Collection[Place] = ()) -> tuple[Place, int]:
    """Return the place nearest to one that is not served, apart from some, and its distance in kilometres."""
    airports = {place.airport for place in without}
    places = [place for place in all_places() if place.airport not in airports] or all_places()
    nearest = min(places, key=lambda place: find_distance(mention, place))
    return nearest, find_distance(mention, nearest)


def find_near(mention: Mention, without: Collection[Place] = ()) -> Place | None:
    """Return the place nearest to one that is not served, apart from some, if it is near enough to be of use."""
    place, kilometres = find_nearest(mention, without)
    return place if kilometres <= MAX_NEAR else None


def find_distance(mention: Mention, place: Place) -> int:
    """Return how far a served place is from another one or from the nearest in a country, in kilometres."""
    latitude, longitude = mention.point
    points = mention.places or (replace(place, latitude=latitude, longitude=longitude),)
    return min(round(point.kilometres_to(place)) for point in points)


def _is_meant(text: str, name: str, start: int, end: int) -> bool:
    if name in _CODES_THAT_ARE_WORDS:
        return name == "sin" and bool(_ROUTE_TO.search(text[max(0, start - 16) : start]))
    if name not in _AMBIGUOUS:
        return True
    return bool(_PREPOSITION.search(text[max(0, start - 12) : start])) and not _NOUN_AFTER.match(text, end)


@cache
def _first_words() -> frozenset[str]:
    """Return the words with which names begin."""
    return frozenset(name.split()[0] for name in _by_name())


@cache
def _by_name() -> dict[str, Mention]:
    names: dict[str, Mention] = {}
    for place in all_places():
        for name in (place.name.casefold(), *place.aliases):
            names.setdefault(name, Mention(0, 0, place.name, (place,)))
    for code, place in airports().items():
        names.setdefault(code.casefold(), Mention(0, 0, place.name, (place,)))
    areas = {place.country for place in all_places()} | {place.region for place in all_places() if place.region}
    for area in sorted(areas):
        if area != "Victoria":
            names.setdefault(area.casefold(), _area(area))
    for region in _REGIONS:
        names.setdefault(region.casefold(), _region(region))
    for name, region in _REGION_NAMES.items():
        names.setdefault(name, _region(region))
    for name, area in _COUNTRIES.items():
        names.setdefault(name, _area(area))
    text = files("ricordo_travel.dialogue").joinpath("cities.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        title = row["name"].title().replace(" De ", " de ").replace(" El ", " el ").replace(" Dc", " DC")
        names.setdefault(row["name"], Mention(0, 0, title, (), (float(row["latitude"]), float(row["longitude"]))))
    return names | {short: names[name] for short, name in _SHORT.items()}


def _area(area: str) -> Mention:
    return Mention(0, 0, area, tuple(place for place in all_places() if area in {place.country, place.region}))


def _region(name: str) -> Mention:
    countries = {country.replace("_", " ") for country in _REGIONS[name].split()}
    return Mention(0, 0, name, tuple(place for place in all_places() if place.country in countries))
