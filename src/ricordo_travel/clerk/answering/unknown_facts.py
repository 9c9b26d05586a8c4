"""Say in plain words what is not known of offers and bookings, and whom to ask."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.facts.hotel_facts import DIET
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.offers import Offer
from ricordo_travel.reservations import Kind

WHO: dict[Kind, str] = {"hotel": "the hotel", "flight": "the airline", "car": "the rental desk"}
_NOT_KNOWN = "I do not know "
_CANNOT = "I cannot "
_BEYOND: Sequence[tuple[str, str]] = (
    (r"\bnames?\b", "put other names on a booking; please tell {who} who comes"),
    (
        r"\b(?:cakes?|flowers?|champagne|balloons?|decorat\w*|surprises?|notes?|message|request|tell them)\b",
        "pass wishes on; please ask {who}",
    ),
)
"""What people ask for that the assistant cannot do with a booking."""
_WHERE: dict[Kind, str] = {"hotel": "at", "flight": "on", "car": "of"}
_ARTICLE = re.compile(r"^(?:the|an?|any|some|own) ")
_AROUND = re.compile(r"\b(?:in|on|with) (?:the )?(?:rooms?|board|flight|car|plane)\b|^(?:in )?room (?=\w)")
_PLURAL = re.compile(r"(?:[^s]s|ies|\b(?:people|children))$")
_UNCOUNTED = re.compile(
    r"\b(?:wi-?fi|internet|power|entertainment|music|room service|laundry|security|space|bluetooth|navigation|gps|"
    r"heating|hot water|tea|coffee|child ?care|babysitting|assistance|help|service)$"
)
_IN_ROOM = (
    r"\b(?:balcon(?:y|ies)|terraces?|bath(?:room|tub|s)?s?|showers?|tv|television|kettle|fridge|refrigerator|minibar|"
    r"iron|hair ?dryer|safe|desk|sofa|microwave|coffee (?:machine|maker)|heating|en ?suite|toilets?|curtains|"
    r"sockets?|plugs?)\b"
)
_IN_HOUSE = (
    r"\b(?:hot tubs?|jacuzzis?|whirlpools?|steam rooms?|massages?|playgrounds?|play ?rooms?|kids'? club|"
    r"laundry|washing machines?|room service|concierge|roof ?top|towels?|slippers|robes?|tennis|ski (?:storage|room)|"
    r"charg(?:er|ing)\w*|lounges?|sun ?beds?|sun ?loungers?|high ?chairs?|baby ?sitt\w+|meeting rooms?)\b"
)
_ON_BOARD = (
    r"\b(?:wi-?fi|internet|power|usb|sockets?|screens?|entertainment|movies|films|blankets?|toilets?|bassinet)\b"
)
CARGO = (
    r"\b(?:guitar|violin|cello|instruments?|skis?|snowboards?|(?:surf|body|paddle) ?boards?|kites?|bikes?|bicycles?|"
    r"golf\w*|tent|fishing|wedding dress|sports? (?:gear|equipment)|dive gear|diving gear|scooter|medicines?|"
    r"medication|insulin|drone|(?:car|booster) seats?)\b"
)
_EXTRAS = (
    r"\b(?:gps|sat ?nav|navigation|snow chains|winter tyres|roof (?:box|rack)|ski rack|bluetooth|carplay|tow ?bar|"
    r"phone holder|air ?con\w*|cruise control|cool ?box|wheelchair|aux|usb)\b"
)
_TOPICS: Sequence[tuple[Kind | None, str, str]] = (
    ("flight", r"\bwheelchairs?\b|\bassist\w*|\bdisab\w+|\bmobility\b|\baccessib\w+",
     "whether wheelchair help can be booked"),
    ("flight", r"\bon time\b|\bpunctual\w*", "how punctual it is"),
    ("flight", r"\bdelay\w*|\bmiss(?:ed|es)?\b|\bcompensation\b|\blate flight\b",
     "what happens when a flight is late or missed"),
    ("flight", r"\b(?:aircraft|air ?plane|planes?|jet|boeing|airbus)\b", "what plane it is"),
    ("flight", _ON_BOARD, "whether there {is} {fact} on board"),
    ("flight", CARGO, "whether you can take {fact} with you, and what that costs"),
    ("flight", r"\b(?:pets?|dogs?|cats?|animals?)\b", "whether pets can fly"),
    ("flight", r"\b(?:miles|points|frequent|loyalty)\b", "whether you collect miles"),
    ("flight", r"\bupgrades?\b", "about upgrades; I can look for seats in premium or business"),
    ("flight", r"\blounges?\b", "about lounges"),
    ("flight", r"\bdocuments?\b|\bpapers\b|\bid\b", "which documents you need"),
    ("flight", r"\bpregnan\w+", "what holds for pregnant passengers"),
    ("flight", r"\b(?:unaccompanied|alone|minors?)\b", "whether children can fly alone"),
    ("hotel", DIET, "what they can do for allergies and special diets"),
    ("hotel", r"\bsmok\w+", "where smoking is allowed"),
    ("hotel", _IN_ROOM, "whether the rooms have {fact}"),
    ("hotel", r"\b(?:shuttles?|transfers?|pick[ -]?ups?)\b", "whether the hotel has a shuttle"),
    ("hotel", r"\b(?:city|tourist|town) tax(?:es)?\b", "whether there is a city tax to pay"),
    ("hotel", _IN_HOUSE, "whether the hotel has {fact}"),
    ("hotel", r"\bsafe(?:ty)?\b|\bsecur\w+", "how safe it is there"),
    ("car", _EXTRAS, "whether there {is} {fact}"),
    ("car", r"\b(?:tolls?|vignette)\b", "about tolls"),
    ("car", r"\b(?:golf|fiat|toyota|bmw|audi|ford|mercedes|tesla|renault|polo|corsa|mini cooper|jeep)\b",
     "the make and the model"),
    ("car", r"\bbreak ?downs?\b|\baccidents?\b|\bflat tyre\b|\broadside\b",
     "what to do after a breakdown or an accident"),
    ("car", r"\b(?:deliver\w*|meet|pick (?:me|us) up)\b", "whether the car is brought to you"),
    (None, r"\bdiscount|\breduc(?:ed|tion)", "about discounts"),
)  # fmt: skip
"""What people ask and nobody here knows: of what kind, the words that ask for it, and how it is named."""


def is_unknown(said: str) -> bool:
    """Return whether an answer says only that a fact is not known."""
    return said.startswith((_NOT_KNOWN, _CANNOT))


def name(offer: Offer) -> str:
    """Return the name of an offer as part of a sentence."""
    return f"the {offer.title}" if offer.kind == "car" else offer.title


def say_unknown(fact: str, things: Sequence[Item]) -> str:
    """Return that a fact is not known of some things, in plain words, and whom to ask."""
    kinds: list[Kind] = list(dict.fromkeys(each.kind for each in things))
    who = join_words([WHO[kind] for kind in kinds])
    fact = re.sub(r"s's\b", "s'", fact)
    if beyond := next((said for words, said in _BEYOND if re.search(words, fact)), None):
        return f"{_CANNOT}{beyond.format(who=who)}."
    if topic := find_topic(fact, kinds):
        is_one = len({each.offer.title for each in things}) == 1
        has = f"{things[0].offer.title} has" if is_one else "these hotels have"
        return f"{_NOT_KNOWN}{_fill(topic.replace('the hotel has', has), fact)}; please ask {who}."
    offer = things[0].offer
    if len({each.offer.title for each in things}) == 1:
        of = f"{_WHERE[offer.kind]} {name(offer)}"
    else:
        of = f"{_WHERE[offer.kind]} these {offer.kind}s" if len(kinds) == 1 else "of these"
    return f"{_NOT_KNOWN}about “{fact}” {of}; please ask {who}."


def find_topic(fact: str, kinds: Sequence[Kind]) -> str | None:
    """Return how something is named that people often ask about some kinds of things, and that is not known."""
    return next((phrase for kind, words, phrase in _TOPICS if kind in {None, *kinds} and re.search(words, fact)), None)


def find_topic_words(text: str, kinds: Sequence[Kind]) -> str | None:
    """Return the words of a text for something that people often ask about some kinds of things, and is not known."""
    found = (re.search(words, text) for kind, words, _ in _TOPICS if kind in kinds and words != DIET)
    return next((match[0] for match in found if match), None)


def _fill(phrase: str, fact: str) -> str:
    """Return how something is named, with the thing itself in it: "a balcony", "snow chains", "Wi-Fi"."""
    thing = name_thing(fact)
    return phrase.format(fact=thing, **{"is": "are" if _PLURAL.search(thing) else "is"})


def name_thing(fact: str) -> str:
    """Return something that people ask for with its article: "a hot tub", "snow chains"."""
    thing = _ARTICLE.sub("", _AROUND.sub("", fact)).strip()
    thing = re.sub(r"\bwi-?fi\b", "Wi-Fi", thing.replace("gps", "GPS").replace("usb", "USB").replace("tv", "TV"))
    if _PLURAL.search(thing) or _UNCOUNTED.search(thing.lower()):
        return thing
    return f"{'an' if thing[:1] in 'aeiou' else 'a'} {thing}"
