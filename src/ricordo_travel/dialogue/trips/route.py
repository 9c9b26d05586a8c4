"""Where a message goes from and to."""

from __future__ import annotations

import itertools
import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ricordo_travel.dialogue.values.aims import find_reference
from ricordo_travel.dialogue.values.days import MONTH
from ricordo_travel.dialogue.values.geography import Mention, find_distance, find_mentions
from ricordo_travel.dialogue.values.refusals import drop_doubted, is_refused
from ricordo_travel.dialogue.values.text import split_sentences
from ricordo_travel.places import Place

_NOT_A_DESTINATION = re.compile(
    r"\b(?:live|lived|living|based|born|grew up|went|been|visited|was|were|loved|liked|enjoyed|hated|"
    r"know about|(?<!as )(?<!like )last (?:time|year|summer|winter|month)|"
    r"work in|moved|home is|home city)\b"
)
_WE_ARE_FROM = re.compile(r"\b(?:i'm|i am|we're|we are)(?: (?:all|both|actually))? from\s+$")
_WE_LIVE_IN = re.compile(r"\b(?:i|we)(?:'m| am|'re| are)? (?:live|living|based) in\s+$")
_FROM = re.compile(r"\b(?:from|form|leaving|departing|depart|out of|ex|start(?:ing)? (?:in|at)|leave)\s+(?:the\s+)?$")
_BACK = (
    r"\b(?:back|home|return(?:ing)?)(?: (?:flights?|leg|trip|is|go|goes|should|must|would|be|on|the|in|of|early|late|"
    rf"morning|afternoon|evening|\d\w{{0,4}}|[a-z]{{3,6}}day|{MONTH.replace('?P<month>', '?:')})){{0,6}}"
)
_BACK_FROM = re.compile(rf"{_BACK} from\s+(?:the\s+)?$")
_BACK_TO = re.compile(rf"{_BACK} to\s+$")
_RETURN_TICKET = re.compile(r"\breturn (?:flights?|tickets?|trip)\b")
_LEADS_HOME = re.compile(r"( (?:back|home))? to ")
_FROM_THERE = re.compile(r"\bfrom there(?= to\b)|(?:(?<=fly )|(?<=flight ))from there\b")
_BY_LAND = re.compile(
    r"\b(?:by (?:bus|train|car|coach)|(?:the )?(?:bus|train|coach)|drive|driving|drive or fly|fly or drive) to\s+$"
)
_STAYS = re.compile(r"\b(?:hotels?|hostels?|rooms?|stay|car)\b")
_WE_ARE_IN = re.compile(
    r"(?:^|[,;(-]|\b(?:but|and|no|well|because|since|as|so|oh|hi|hey|hello))\W{0,3}"
    r"(?:(?:we|i)(?:'re|'m| are| am)|(?P<others>they)(?:'re(?: based)?| are(?: based)?| live))"
    r"(?: (?:all|both|mostly|located|here|currently|now|still)){0,2} (?:in|around|in (?:and|or) around)\s+$"
)
_SENT = re.compile(
    r"\b(?:treat|gift|present|surprise|send(?:ing)?|somewhere|(?:want|like|need) to (?:go|fly|travel|get))\b"
)
"""Words of a trip of others, who start where they are: "I'd like to treat my parents, they're in Berlin"."""
_GET_TO = re.compile(r"\b(?:get|travel|drive|come|make (?:my|our) way) to\s+$")
_FIRST = re.compile(r" first\b(?!,? (?:and |but )?(?:then|after|on to))")
_IS_THERE = re.compile(
    rf" (?:(?:from|for|on|in|until|till) )?(?:the )?(?:\d|next\b|this\b|{MONTH.replace('?P<month>', '?:')}\b)"
)
"""When somebody is in a place to which they go: "we are in Rome from 3 to 5 June"."""
_IS_RIGHT = re.compile(r" (?:is|was) (?:still |quite )?(?:right|correct)\b")
"""Words about what was said of a place, and not about a trip there: "Berlin is right"."""
_WHY = re.compile(r"^\W*(?:but |and |hm+ )*why\b")
_TO = re.compile(r"\b(?:to|in|into|visit|for|at|towards|around|near|(?:what|how) about|make it)\s+(?:the\s+)?$")
_NOT_NEEDED = re.compile(
    r"\b(?:don't|do not|didn't|no longer) (?:need|want|like|mean)\b"
    r"(?:(?! and (?:they|we|i|it)\b)[^,.;]){0,40}$"
)
_KIND = re.compile(r"(?:hotels?|rooms?|flights?|cars?|hostels?|accommodation|trip)\W?")
_ARROW = re.compile(r"\s*(?:-|->|→|>|to|/)\s*")
_OR = re.compile(r"\s*(?:,|/|,?\s?or)\s*")
_AND = re.compile(r"\s*(?:,|,?\s?and|&)\s*")
_TURN = re.compile(r"\b(?:(?:but|because|since|so|now|this time)\b|(?=(?:i|we) live\b))")
_ELSE = re.compile(r"\b(?:or|open to|alternatively|otherwise)(?: (?:maybe|perhaps|even|also|possibly|to|in))* $")
_FINE = re.compile(
    r" (?:would|could|might|is|works)\b(?: also| be| do| work| as){0,3} (?:fine|ok|okay|good|nice|well|too)\b"
)
_LATER = re.compile(r"\b(?:then|after that|afterwards|followed by)\b")
_FROM_OR_BACK = re.compile(r"\b(?:from|back|home|return|no|not|instead|rather)\b")
_WHEN = re.compile(rf",? ?(?:(?:from|for|on|in) )?(?:the )?(?:\d|{MONTH.replace('?P<month>', '?:')}\b)")
_SHORT = 5
_MAX_PLACES = 20
_BY_LAND_KM = 300
"""Kilometres up to which nobody flies."""
_REACH = 60
_PAST = re.compile(r"\b(?:find|need|want|look(?:ing)?|search|book|show|get|any)\b")


@dataclass(frozen=True, slots=True)
class Route:
    """The places of a message.

    Attributes:
        unserved: The places that are not served, each with whether it is the origin.
        departure: The place that the way back leaves from, if the message names it.
        home: The place that the way back goes to, if the message names it.
        alternatives: The places that would do as well as the one that is taken, or are not served, as above.
    """

    origin: Place | None = None
    destination: Place | None = None
    unserved: tuple[tuple[Mention, bool], ...] = ()
    area: Mention | None = None
    is_round: bool = False
    departure: Place | None = None
    home: Place | None = None
    alternatives: tuple[tuple[Mention, bool], ...] = ()


_Role = Literal["origin", "destination", "departure", "home"]


def find_route(text: str, *, asks_origin: bool = False, is_flight: bool = False) -> Route:
    """Return the route in a message in lower case.

    Args:
        text: The message.
        asks_origin: Take a place without a preposition as the origin.
        is_flight: Take two places next to each other as origin and destination.
    """
    places: dict[_Role, list[Place]] = {"origin": [], "destination": [], "departure": [], "home": []}
    unserved: list[tuple[Mention, bool]] = []
    alternatives: list[tuple[Mention, bool]] = []
    area: Mention | None = None
    for sentence in split_sentences(_name_there(drop_doubted(text))):
        previous: tuple[int, _Role, bool] | None = None
        roles = list(_find_roles(sentence, asks_origin=asks_origin, is_flight=is_flight))
        for mention, found in _start_nearby(sentence, roles):
            role, is_meant = found, found == "origin" or _is_meant(sentence, mention)
            between = sentence[previous[0] : mention.start] if previous else ""
            is_other = bool(previous and _OR.fullmatch(between))
            if previous and is_other:
                _, role, is_meant = previous
            elif previous and (leads := _LEADS_HOME.fullmatch(between)) and (leads[1] or previous[1] == "departure"):
                role = "home"
                if previous[1] == "origin" and places["origin"]:
                    places["departure"].append(places["origin"].pop())
            previous = mention.end, role, is_meant
            is_else = (is_other and "or" in between) or _ELSE.search(
                sentence[max(0, mention.start - 30) : mention.start]
            )
            is_next = role == "destination" and bool(_AND.fullmatch(between))  # "rome, paris and athens" begins in Rome
            if not mention.is_served:
                is_origin = role == "origin"
                kept = [each for each in unserved if is_other or each[1] != is_origin]
                unserved = [*kept, (mention, is_origin)] if is_meant else unserved
            elif mention.place is None:
                area = None if find_reference(sentence) == mention else mention
            elif places[role] and mention.place not in places[role] and (is_else or is_next):
                alternatives.append((mention, role == "origin"))
            else:
                places[role].append(mention.place)
                area = None if role == "destination" else area
    origins, destinations = places["origin"], places["destination"]
    departure, home = (next(iter(places[role]), None) for role in ("departure", "home"))
    if len(origins) > 1 and origins[:2] == destinations[1::-1]:  # there and back
        return Route(origins[0], destinations[0], is_round=True)
    origin = origins[-1] if origins else home if destinations else None
    is_round = is_flight and origin is not None and origin in {*destinations, home}  # Rome to Paris and back to Rome
    others = [place for place in destinations if place != origin]
    destination = others[-1] if others else None
    instead = [each for each in unserved if (origin if each[1] else destination)]
    unserved = [each for each in unserved if each not in instead]
    area = None if destination else area
    return Route(origin, destination, tuple(unserved), area, is_round, departure, home, (*instead, *alternatives))


def _name_there(text: str) -> str:
    """Return a text with the place instead of "there", where it sets out from there: "fly from there to Berlin"."""
    match = _FROM_THERE.search(text)
    before = text[: match.start()] if match else ""
    named = [each for each in find_mentions(before) if not _FROM.search(before[max(0, each.start - 12) : each.start])]
    if not match or not named:
        return text
    return f"{text[: match.start()]}from {text[named[-1].start : named[-1].end]}{text[match.end() :]}"


def _find_roles(sentence: str, *, asks_origin: bool, is_flight: bool) -> Iterator[tuple[Mention, _Role]]:
    """Yield the places of a sentence that a trip may begin or end at, each with its role."""
    mentions = [each for each in find_mentions(sentence)[:_MAX_PLACES] if not _is_refused(sentence, each)]
    mentions = _drop_later(sentence, mentions)
    starts_of, stories = _find_stories(sentence)
    if _WHY.match(sentence):
        return
    for n, mention in enumerate(mentions):
        before = sentence[: mention.start]
        is_start = _is_start(sentence, mention, is_only=len(mentions) == 1)
        is_start = is_start or (asks_origin and bool(_WE_LIVE_IN.search(before[-_REACH:])))
        is_story = _is_story_about(before) or stories[bisect(starts_of, mention.start) - 1]
        if (is_story and not is_start) or _IS_RIGHT.match(sentence, mention.end):
            continue
        follower = mentions[n + 1] if n + 1 < len(mentions) else None
        starts = follower is not None and _leads_to(
            sentence[mention.end : follower.start], follower, is_flight=is_flight
        )
        near = before[-_REACH:]
        if _BY_LAND.search(before) and not mention.is_served and not asks_origin:
            continue  # "I take the train to Bonn"
        is_ticket = bool(_RETURN_TICKET.search(near)) and (starts or not near.rstrip().endswith("from"))
        if _BACK_FROM.search(near) and not is_ticket:
            yield mention, "departure"
        elif mention.place and _BACK_TO.search(near) and not is_ticket:
            yield mention, "home"
        elif (
            is_start
            or _FROM.search(before)
            or _BY_LAND.search(before)
            or ((starts or asks_origin) and not _TO.search(before))
        ):
            yield mention, "origin"
        else:
            yield mention, "destination"


def _start_nearby(sentence: str, roles: list[tuple[Mention, _Role]]) -> Iterator[tuple[Mention, _Role]]:
    """Yield the places with their roles; one near a start that is not served is the start: "from Cork, so Dublin"."""
    starts = [mention for mention, role in roles if role == "origin" and not mention.is_served]
    for mention, role in roles:
        place = mention.place if role == "destination" and not _TO.search(sentence[: mention.start]) else None
        is_near = place is not None and any(find_distance(each, place) <= _BY_LAND_KM for each in starts)
        yield mention, "origin" if is_near else role


def _drop_later(sentence: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the places without those where a trip goes on after its first one: "to London, then Paris"."""
    kept = list(mentions[:1])
    for n, mention in enumerate(mentions[1:], 1):
        last = mentions[n - 1]
        before, between = sentence[max(0, last.start - _REACH) : last.start], sentence[last.end : mention.start]
        is_next = _LATER.search(between) or (between == " to " and (before.endswith(" to ") or last not in kept))
        is_own = _FROM_OR_BACK.search(between) and mention.place != last.place
        if not is_next or is_own or (last in kept and _FROM.search(before)):
            kept.append(mention)
    return kept


def _is_start(sentence: str, mention: Mention, *, is_only: bool) -> bool:
    """Return whether a sentence says that those who travel are in a place now, or get to it by themselves first.

    The only place beside a stay is where the stay is: "we're in Rome and need a hotel".
    """
    near = sentence[max(0, mention.start - _REACH) : mention.start]
    if _GET_TO.search(near) and _FIRST.match(sentence, mention.end):
        return True
    if (
        (mention.place or not mention.is_served)
        and _WE_ARE_FROM.search(near)
        and not _NOT_A_DESTINATION.search(sentence, mention.end)
    ):
        return True
    match = _WE_ARE_IN.search(near)
    if not match or _IS_THERE.match(sentence, mention.end):
        return False
    return bool(_SENT.search(sentence)) if match["others"] else not (is_only and _STAYS.search(sentence))


def _leads_to(between: str, follower: Mention, *, is_flight: bool) -> bool:
    """Return whether what stands between two places makes the first one the origin: "Berlin to Rome", "Berlin Rome"."""
    return bool(_ARROW.fullmatch(between)) or (is_flight and not between.strip() and follower.place is not None)


def _is_refused(sentence: str, mention: Mention) -> bool:
    """Return whether a message says that it does not want a place."""
    return bool(_NOT_NEEDED.search(sentence[: mention.start])) or is_refused(sentence, mention)


def _is_meant(sentence: str, mention: Mention) -> bool:
    """Return whether a place that is not served is where a message wants to go, and not only talked of."""
    before = sentence[: mention.start]
    is_short = not before.strip() or len(sentence.split()) < _SHORT
    is_wished = _TO.search(before) or _FINE.match(sentence[mention.end : mention.end + 40])
    is_item = before.rstrip().endswith(",") and _WHEN.match(sentence, mention.end)  # "two adults, seoul 3-5 july"
    return is_short or bool(is_wished or is_item) or _stands_by_kind(sentence, mention)


def _stands_by_kind(sentence: str, mention: Mention) -> bool:
    """Return whether a place stands next to what is wanted there: "seoul hotel", "car seoul"."""
    before, after = sentence[: mention.start].split(), sentence[mention.end :].split()
    return any(_KIND.fullmatch(word) for word in (*before[-1:], *after[:1]))


def _find_stories(sentence: str) -> tuple[list[int], list[bool]]:
    """Return where the clauses of a sentence begin, and of each whether it tells of something that was, or is always.

    "Rome, because my sister went there, but also Madrid" has a story in the middle.
    """
    starts = [0, *(match.end() for match in _TURN.finditer(sentence))]
    clauses = [sentence[start:end] for start, end in itertools.pairwise([*starts, len(sentence)])]
    return starts, [bool(_NOT_A_DESTINATION.search(each)) and not _PAST.search(each) for each in clauses]


def _is_story_about(before: str) -> bool:
    """Return whether the words before a place say that somebody has been or lives there."""
    tail = before[-45:]
    return bool(
        re.search(r"\b(?:live|lived|living|based|been|went|visited|was|were|home is|moved)\b[a-z ']{0,20}$", tail)
    ) or bool(re.search(r"\b(?:i'm|i am|we're|we are|me) from\s+$", tail))
