"""What people want of a place to go to, beside what they do there: near, cheap, by the sea."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.refusals import is_refused

_HOURS = re.compile(
    r"\b(?P<hours>\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?P<half>[.,]5)?"
    r"[ -]?(?:hours?|hrs?|h)\b"
)
_REACH = 30
_FLYING = re.compile(r"\b(?:fl(?:y|ying|ights?)|planes?|away|far|maximum|at most|under|within|than|over|from|up to)\b")
_AT_MOST = re.compile(
    r"\b(?:no|not|never|nothing) (?:\w+ )?(?:more|longer|over)\b|\b(?:at most|max\w*|under|within|less)\b"
)
"""Words of a limit that is meant to the minute."""
_NOT_FLYING = re.compile(r"\b(?:by (?:car|train|bus)|driv\w+|drive|trains?|off|free|layovers?|stopovers?|check)\b")
_NEAR = re.compile(
    r"\b(?:not (?:so |too |that |very )?far|too far|near(?:by|er|est)?|clos(?:e|er|est)|"
    r"short(?:er|est)? flights?|bab(?:y|ies)|infants?|toddlers?)\b(?! (?:the |to the )?"
    r"(?:sea|beach|cent(?:re|er)|airport|city|water|metro|station))"
)
_NO_LONG = re.compile(
    r"\b(?:no|not|nothing|without|hates?|avoids?|dislikes?|(?:don't|doesn't|does not|can't) (?:like|want|do|stand))"
    r"(?: (?:an?|any|too|so|very|really|such|with)){0,3} long(?:[ -]?(?:haul|distance))? "
    r"(?:flights?|flying|trips?|journeys?)\b|\bno long[ -]?haul\b|\bshort flights? only\b|\bonly short flights?\b"
)
_REFERENCE = re.compile(
    r"\b(?:clos(?:e|er|est) to|near(?:er|est)?(?: to)?|(?:not (?:too |so |very |that )?far|short flight) from) $"
)
_CHEAP = re.compile(
    r"\b(?:cheap(?:er|est|ish|ly)?|not (?:too |to |so |that |very )?(?:expensive|pricey|dear|much)|affordable|broke|"
    r"inexpensive|low[ -](?:cost|budget)|on a (?:tight )?budget|budget[ -]friendly|little money|skint)\b"
)
_CHEAPER = re.compile(
    r"\b(?:cheaper|less expensive|more affordable|lower price|cost less|too (?:expensive|pricey|dear|"
    r"much|steep)|pricey|over (?:my |our |the )?budget|out of (?:my|our) (?:budget|price range)|can't afford|"
    r"bit (?:much|steep|expensive|pricey)|bargain|lower budget|any deals|expensive|less money|bring "
    r"the price down|daylight robbery)\b"
)
_NO_FLIGHT = re.compile(
    r"\b(?<!if there's )(?<!if there are )(?<!if you have )(?:"
    r"(?:without|instead of|no|not|avoid|hates?|afraid of|scared of|don't(?: \w+){0,3}|rather than) "
    r"(?:a |the |any |have to )?(?:fly|flying|flights?|planes?)(?! (?:more|longer|too|so|far|over|for)\b)|"
    r"by (?:car|train|bus|coach|rail)|"
    r"(?:we|i)(?:'d|'ll| would| could| can| will| want to)?(?: rather| just| only)? drive|in (?:our|my) (?:own )?car)\b"
)
_TO_AIRPORT = re.compile(
    r"\bfrom [a-z ]{3,30},? (?:i|we)(?: could| can|'d| would|'ll)? (?:go|get|come) there by "
    r"(?:car|train|bus|coach|rail)\b"
)
"""How somebody gets to where a flight begins."""
_SEA = re.compile(r"\b(?:sea|seaside|beach(?:es)?|beachy|ocean|coast|island|islands|swim(?:ming)?)\b")
_REFUSED = re.compile(
    r"\b(?:no|nothing|without|(?<!why )not|never|hates?|avoid|(?:don't|doesn't|isn't|aren't|can't|cannot)(?: really)?|"
    r"instead of|"
    r"rather than|away from|anything but|(?:sick|tired|enough) of|leav(?:e|ing) out|skip|exclud(?:e|ing)|except)"
    r"(?: (?:like|want|need|care|love|enjoy|into|an?|the|any|in|to|for|of|by|with|on|at|near|about|such|so|too|"
    r"really|more|big|great|fans?|much|places?|cities|anything|something|those)){0,5} "
    r"(?P<what>[a-z]+(?:,? (?:n?or|no) [a-z]+)?)"
)
_CHARACTER = {
    "quiet": re.compile(
        r"\b(?:quiet(?:er|ish)?|calm(?:er)?|peaceful|tranquil|(?:not|isn't|less)(?: too| so| very)? (?:busy|crowded|"
        r"loud|noisy|touristy|hectic)|(?:no|without|away from|avoid|hates?|like|stand)(?: the| big| all the)? crowds)\b"
        r"(?! (?:hotels?|rooms?|guesthouses?|streets?|neighbou?rhoods?|part|area|place to (?:stay|sleep)))"
    ),
    "city": re.compile(
        r"\b(?:city|town) (?:breaks?|trips?|weekends?|holidays?|getaways?)\b|"
        r"\b(?:an?|another|other|nice|lovely|pretty|beautiful|old|big|small|smaller|quiet|flat|european|which|any) "
        r"(?:city|cities)\b(?! (?:cent(?:re|er)|hotels?|maps?|tours?))|(?:^|, )(?:city|cities)(?=,|$)"
    ),
    "island": re.compile(r"(?<!the )(?<!this )(?<!that )\bislands?\b(?! (?:hopping|hop|hops|tours?)\b)"),
    "tropical": re.compile(r"\btropic(?:al|s)\b|\bpalm trees\b"),
    "flat": re.compile(
        r"(?<!a )(?<!the )\bflat(?:ter|tish)?\b(?! (?:screen|rate|fee|fare|beach|white))|\blevel ground\b|"
        r"\btoo (?:hilly|steep)\b|"
        r"\b(?:not(?: too| so| very)? (?:hilly|steep)|no (?:steep |more )?(?:hills|stairs|slopes)|"
        r"(?:bad|sore|dodgy|bum|new|weak|stiff) (?:knees?|hips?|legs?|foot|feet)|wheelchairs?|walking (?:stick|frame)|"
        r"(?:can't|cannot|can not|don't|not able to|unable to|hard to|struggles? to)(?: really)? "
        r"(?:walk|(?:do|climb|manage|take|use) (?:the |any |many )?(?:stairs|steps|hills))|"
        r"(?:not|without|n't)(?: [a-z]+){0,3} (?:much|lots? of|long) walk(?:s|ing)?|(?:little|less|easy) walking|"
        r"easy (?:walks|to walk))\b"
    ),
}
"""Words of those who want a place of a certain character, the least pressing first."""
_SIGHT = re.compile(
    r"\b(?:(?P<uncounted>football|soccer|golf(?:ing)?|bowling|rugby|cricket|formula (?:1|one))|"
    r"(?P<one>zoo|aquarium|casino|circus|planetarium|stadium|playground|waterpark|(?:ice|skating) rink|golf course|"
    r"(?:water|theme|amusement|adventure|safari|fun|wildlife) park|(?:christmas|flea) market|lake|castle|carnival|"
    r"promenade|race ?track|(?:music|film|beer|jazz) festival)(?P<many>s)?)\b"
)
"""What a place may have that is known of none."""
_ONLY = re.compile(
    r"(?:^|[.,;:!?] )(?:(?:then|so|ok|okay|well|we|i|want|need|please|now) ){0,4}(?:just|only|simply) "
    r"(?P<what>(?:an?|some|any|somewhere|something) (?!bit |little |few )[^.!?]{3,80})"
)
_INLAND = re.compile(r"\b(?:inland|landlocked)\b")
_LEEWAY = 15


def split_refusals(text: str) -> tuple[str, str]:
    """Return a text in lower case without what it does not want, and the words for that: "not a beach person"."""
    refused = [match["what"] for match in _REFUSED.finditer(text)]
    return _REFUSED.sub(" ", text), " ".join(refused)


def find_character(text: str) -> tuple[str, ...]:
    """Return what a place is to be like by a text in lower case, the least pressing first: "city", "flat"."""
    wanted = {name: split_refusals(text)[0] if name in {"city", "island"} else text for name in _CHARACTER}
    return tuple(name for name, pattern in _CHARACTER.items() if pattern.search(wanted[name]))


def find_sights(text: str) -> list[str]:
    """Return what a text in lower case wishes a place to have, if that is known of no place: "a zoo", "football"."""
    found = {match["uncounted"] or match["one"]: match for match in _SIGHT.finditer(split_refusals(text)[0])}
    return [
        name if match["uncounted"] else f"{name}s" if match["many"] else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
        for name, match in found.items()
    ]


def wants_only(text: str) -> str:
    """Return what alone a text in lower case still wishes for: "just a city with a zoo"; empty if it says no such."""
    match = _ONLY.search(text)
    return match["what"] if match else ""


def drop_flat(text: str) -> str:
    """Return a text in lower case without its words for flat ground: "easy walking" is no wish to hike."""
    return _CHARACTER["flat"].sub(" ", text)


def needs_flat(text: str) -> bool:
    """Return whether a message in lower case says that somebody needs flat ground."""
    return bool(_CHARACTER["flat"].search(text))


def find_flying_time(text: str) -> int | None:
    """Return the longest flight that a message in lower case accepts, in minutes."""
    for match in reversed(list(_HOURS.finditer(text))):
        around = text[max(0, match.start() - _REACH) : match.end() + _REACH]
        if _FLYING.search(around) and not _NOT_FLYING.search(around):
            numbers = parse_numbers(match["hours"]) or [1.0]
            leeway = 0 if _AT_MOST.search(around) else _LEEWAY
            return round(numbers[0] * 60) + (30 if match["half"] else 0) + leeway
    return None


def wants_near(text: str) -> bool:
    """Return whether a message in lower case asks for a place that is not far."""
    return bool(_NEAR.search(text)) or refuses_long_flights(text)


def refuses_long_flights(text: str) -> bool:
    """Return whether a text wants no long flight."""
    return bool(_NO_LONG.search(text.lower()))


def drop_long_flights(text: str) -> str:
    """Return a text in lower case without the words that it wants no long flight with: they ask for no flight."""
    return _NO_LONG.sub(" ", text)


def find_reference(text: str) -> Mention | None:
    """Return the place that a message in lower case wants to stay near to: "close to brussels"."""
    near = [each for each in find_mentions(text) if _REFERENCE.search(text[max(0, each.start - _REACH) : each.start])]
    return near[-1] if near and not is_refused(text, near[-1]) else None


def wants_cheap(text: str) -> bool:
    """Return whether a message in lower case asks for a place that costs little."""
    return bool(_CHEAP.search(text))


def wants_cheaper(text: str) -> bool:
    """Return whether a message in lower case asks for something that costs less than what was shown."""
    return bool(_CHEAPER.search(text))


def wants_no_flight(text: str) -> bool:
    """Return whether a message in lower case asks to travel without a flight."""
    return bool(_NO_FLIGHT.search(_TO_AIRPORT.sub(" ", text)))


def wants_sea(text: str) -> bool:
    """Return whether a message in lower case asks for a place by the sea."""
    return bool(_SEA.search(split_refusals(text)[0])) and not refuses_sea(text)


def refuses_sea(text: str) -> bool:
    """Return whether a message in lower case asks for a place that is not by the sea."""
    refused = re.sub(r"\b(?:beach(?:es|y)?|islands?)\b", " ", split_refusals(text)[1])  # a coast may be neither
    return bool(_SEA.search(refused) or _INLAND.search(text))
