"""Wishes of a search that cannot be met: each is named in a short sentence, none is dropped without a word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.cabins import find_cabin
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.hotel_facts import find_asked
from ricordo_travel.dialogue.party import names_person
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.service_facts import describe_wished, find_facts
from ricordo_travel.dialogue.text import is_first_name
from ricordo_travel.dialogue.wishes import (
    EVENT_TICKETS,
    NO_TICKETS,
    find_amenities,
    find_car_class,
    find_kinds,
    find_unknown_wishes,
    names_unsure,
)
from ricordo_travel.reservations import Kind

_RIDES = r"trains?|bus|buses|ferr(?:y|ies)|taxis?|cabs?|ubers?|transfers?|shuttles?|boats?|limo(?:usine)?"
NO_SEATS = "I cannot choose seats on a flight: you choose them at check-in, online from a day before."
_CANNOT_WORDS = {
    NO_SEATS: (
        r"(?:window|aisle|front|exit|bulkhead|extra) (?:row |window |aisle )?seats?|seats? (?:together|beside|next to|"
        r"at the|in the|by the)|leg ?room|exit row|sit together|sitting together|aisle"
    ),
    "I have no trains, buses, boats, taxis, transfers or drivers.": (
        rf"(?:an?|or|or the|or by|any|some|needs?|want|wants|add|book|and|also|airport|sleeper|private) (?:{_RIDES})"
        rf"(?! (?:stations?|stops?|lines?|ride))|(?:{_RIDES}) (?:or|and) (?:a |by )?(?:planes?|flights?|cars?)|"
        r"with (?:an? )?(?:private )?(?:driver|chauffeur)|pick(?:s|ed)? (?:us|me) up"
    ),
    NO_TICKETS: (
        rf"{EVENT_TICKETS.pattern}|table for (?:dinner|lunch|two|\d)|"
        r"(?:guided|city|walking|boat|bike) tours?|excursions?|dinner reservation"
    ),
    "I have no twin rooms, only double rooms; please ask the hotel for two beds.": (
        r"twin(?:[ -]bed(?:ded)?)? rooms?|twin beds?|"
        r"(?:an?|one|two|three|\d) twins?(?=\W*$|,| (?:for|please|in|with|and)\b)"
    ),
    "I have rooms in hotels and hostels only.": (
        r"(?:an?|or|some|holiday|private|needs?|want|same) (?:little |small |big |beach |lake )?"
        r"(?:villas?|cottages?|chalets?|riads?|ryokans?|cabins?|campsites?|camper ?vans?|houses?|flats?|bungalows?|"
        r"apartments?)"
    ),
}
_CANNOT = {
    sentence: re.compile(rf"(?<!no )(?<!not )(?<!without )\b(?:{words})\b") for sentence, words in _CANNOT_WORDS.items()
}
"""What is said of wishes that are beyond the assistant, and the words of them."""
_LISTING = frozenset({"with", "including", "having"})
"""Words before things that a stay, a flight or a car is to have; a list of them goes on without articles."""
_LEADS = frozenset("need needs want wants prefer appreciate love plus and or but also , + &".split())
"""Words before a thing that is wished if it has an article: "and a kettle"."""
_LINKS = frozenset(", and or also + &".split())
_ARTICLES = frozenset({"a", "an", "some", "another", "extra"})
_BEFORE = _ARTICLES | frozenset(
    "any own also maybe either one two three four good nice great really very decent proper big small large little "
    "full free fast strong private real lovely possibly preferably extra more fine beautiful ideally both".split()
)
_STOPS = frozenset(
    "the my our its their his her with without near for in on at to from and or but under below over above that "
    "which who whose is are was were if "
    "please by as we i i'm we're not no so then until till around about would than me us it you he she they too also "
    "max maximum minimum maybe because cause when where while close next within between after before during since "
    "can could will should have has had do does there here again just only now instead later nearby away like though "
    "thanks thank lol haha be needed included possible preferred obviously anyway perhaps each per this these those "
    "via into out up down off what how still same exactly minus nothing of can't doesn't don't".split()
)
_IS_KNOWN = re.compile(
    r"\b(?:days?|nights?|weeks?|weekends?|months?|mornings?|afternoons?|evenings?|noon|hours?|minutes?|time|dates?|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|january|february|march|april|may|june|july|"
    r"august|september|october|november|december|years?|birthday|christmas|easter|holidays?|vacation|honeymoon|"
    r"anniversary|wedding|trip|trips|break|getaway|visit|business|work|meeting|funeral|conference|"
    r"place|places|one|ones|things?|something|anything|somewhere|everything|whatever|others?|way|ways|"
    r"options?|choices?|ideas?|offers?|deals?|suggestions?|recommendations?|lists?|look|help|"
    r"prices?|money|budget|costs?|dollars?|euros?|pounds?|bucks|cash|discount|cheap|cheaper|cheapest|"
    r"stars?|reviews?|ratings?|rated|stop|stops|stopover|layovers?|changes?|connections?|direct|nonstop|return|"
    r"single|double|twin|triple|family|suite|bed|beds|dorm|board|booking|reservation|pick ?up|drop ?off|"
    r"airports?|city|cities|town|country|home|destination|group|party|must|pain|dream|bit|lot|few|couple|while|"
    r"thought|question|favour|minimum|maximum|space|seats?|bags?|size|class|van|upgrade|surprise|wish|wishes|"
    r"go|see|know|book|give|find|get|fly|sleep|stay|make|leave|arrive|travel|return|spend|check|add|swap|rent|"
    r"everyone|everybody|people|person|nobody|somebody|someone|mate|baby|adults|indoor|drive|changing|roll|walk|"
    r"brake|gatwick|heathrow)\b"
)
"""Words of what other readers read, and of what is no wish for a thing."""
DESKS: dict[Kind, str] = {"hotel": "the hotel", "flight": "the airline", "car": "the rental desk"}
_HAS = re.compile(
    r"\b(?:(?:that|which) (?:has|have|offers?)|(?:do|does) (?:they|it|the (?:hotel|room|car)) (?:have|offer))\b"
)
_LIKED = re.compile(
    r"(?:^|(?<=[,.;!?] )|(?<=\band )|(?<=\bbut )|(?<=\bso ))((?!(?:it|that|this|what|which|how|there|they|we|i) )"
    r"[a-z'-]{1,20}(?: [a-z'-]{1,20}){0,3}) would (?:be (?:very |really |so )?(?:nice|great|good|lovely|perfect|cool|"
    r"sick|awesome|amazing|ideal|appreciated|helpful|a plus|a bonus)|help)\b"
)
"""What stands before "would be nice"."""
_MAX_WORDS = 4
_MAX_NAMED = 8
_TOKEN = re.compile(r"[a-z]+(?:['-][a-z]+)*|[,.;:!?+&()]|\d[^\s,;!?]*")


def describe_unmet(text: str, kinds: Sequence[Kind], reply: str = "") -> list[str]:
    """Return sentences that name the wishes of a search in lower case that nothing is known of or can be done for.

    Args:
        text: What is wished.
        kinds: The kinds that are searched for: whom to ask depends on them.
        reply: The reply so far; what it names already is not named again.
    """
    text = text.replace("-floor", " floor")
    sentences = [each for each, pattern in _CANNOT.items() if pattern.search(text) and each not in reply]
    for pattern in _CANNOT.values():
        text = pattern.sub(";", text)
    wishes = [each for each in (*find_unknown_wishes(text), *find_other_wishes(text)) if each not in reply]
    if "hotel" not in kinds:
        wishes = [each for each in wishes if not each.endswith(" the centre")]  # that is where cars are picked up
    elif "free cancellation" in find_asked(text):
        wishes = [each for each in wishes if each != "refunds"]  # that is known of hotels
    by_desk: dict[str, list[str]] = {}
    for wish in wishes[:_MAX_NAMED]:
        by_desk.setdefault(_find_desk(kinds), []).append(wish)
    sentences += [each for each in describe_wished(text, kinds) if each not in reply]
    return sentences + [
        f"I do not know about {join_words(named, 'or')}; please ask {desk}." for desk, named in by_desk.items()
    ]


def _find_desk(kinds: Sequence[Kind]) -> str:
    """Return whom to ask about wishes of a search for some kinds."""
    if list(kinds) == ["car"]:
        return DESKS["car"]
    return DESKS["hotel"] if "hotel" in kinds or not kinds else "elsewhere"


def find_other_wishes(text: str) -> list[str]:
    """Return what a text in lower case wishes that no reader of wishes knows, in its words: "a kettle"."""
    words = [word for word in _TOKEN.findall(_LIKED.sub(r"with \1, ", _HAS.sub("with", text))) if word != "please"]
    found: list[str] = []
    position, is_listing = 0, False
    while position < len(words):
        word = words[position]
        position += 1
        is_listing = word in _LISTING or (is_listing and word in _LINKS)
        has_article = word in _LEADS and words[position : position + 1] and words[position] in _ARTICLES
        if not is_listing and not has_article:
            continue
        phrase, position = _read_phrase(words, position)
        is_listing = is_listing and bool(phrase)
        if phrase and not _is_known(phrase):
            found.append(" ".join(phrase).removeprefix("some "))
    return list(dict.fromkeys(found))


def _read_phrase(words: Sequence[str], start: int) -> tuple[Sequence[str], int]:
    """Return the words of a thing from a position on, and the position after them."""
    first = start
    while first < len(words) and words[first] in _BEFORE:
        first += 1
    end = first
    while end < len(words) and words[end][0].isalpha() and words[end] not in _STOPS:
        end += 1
    return words[start:end] if 0 < end - first <= _MAX_WORDS else (), end


def _is_known(phrase: Sequence[str]) -> bool:
    text = " ".join(phrase)
    return bool(
        _IS_KNOWN.search(text)
        or find_kinds(text)
        or any(find_amenities(text))
        or find_car_class(text)
        or find_cabin(text)
        or names_unsure(text)
        or find_facts(text, (), ())
        or any(pattern.search(text) for pattern in _CANNOT.values())
        or names_person(phrase[-1])
        or find_mentions(text)
        or is_first_name(phrase[-1])
    )
