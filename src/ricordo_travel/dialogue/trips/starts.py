"""People of one trip who fly from different places: "two of us from London and one from Barcelona"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.values.party import count_named, parse_company, parse_party
from ricordo_travel.places import Place

_GOES = (
    r"(?:(?:will|would|'ll|'d|can|could|are|is|'re|'s|am|'m|both|all|also) ?){0,3}\b"
    r"(?:fl(?:y|ies|ying)|go(?:es|ing)?|com(?:e|es|ing)|start(?:s|ing)?|leav(?:e|es|ing)|depart(?:s|ing)?|"
    r"travel(?:s|ling)?|joins?(?: us)?)"
)
_IS_AT = r"(?:lives?|(?:'m|'re|'s| am| are| is)(?: based| living)?)"
_PEOPLE = r"(?:people|persons?|of (?:us|them)|adults?|passengers?|seats?|tickets?|travell?ers?|friends?)"
_WHO = re.compile(
    rf"(?P<who>\b(?P<own>i|me|myself)\b|(?<!the )(?<!\d )\b(?:(?:only|just|the other|another) )?"
    rf"(?P<count>{NUMBER})(?P<people> {_PEOPLE})?|"
    r"\b(?P<named>(?:my|our) [a-z' ]{2,50}?)|\b(?P<they>they|the others|the rest)\b)"
    rf"(?: ?(?P<verb>{_GOES})(?: to [a-z]{{3,15}})? (?:from|in)| from| ?(?P<at>{_IS_AT}) (?:from|in)| in) $"
)
_THAT_IS_ME = re.compile(r"^,? (?:and )?(?:that's|that is|which is|it's|namely) me\b|^ \((?:that's )?me\)")
_TOGETHER = re.compile(r"\bwe (?:can |could |will |would |'ll |'d )?all\b")
_BEFORE_REQUEST = re.compile(
    r"(?:^|[.;:!?,] )(?:(?:ok|and|now|then|next|so|also|please|the|flights?|tickets?|seats?|for|same) )*$"
)
_AFTER_REQUEST = re.compile(
    r"^(?: (?:to|on|for|same|the same|please|too|as well|at|and back|there and back)\b|[,.!;]|$)"
)
_THEIRS_FIRST = re.compile(r"\b(?:theirs?|them|their flights?|my [a-z]+(?:'s?)?(?: flights?)?) first\b")
_MINE_FIRST = re.compile(r"\b(?:mine|me|my own|my (?:own )?flights?) first\b")
_THEIRS = re.compile(
    r"\W*(?:(?:ok|and|now|then|next|so|also|please|book|show(?: me)?|find|what about|how about|the|flights?|ones?|"
    r"for) )*"
    r"(?:theirs?|their flights?|them|the others|(?:the )?other (?:group|ones|start)|(?:my|our) [a-z]{3,12}(?:'s?)?)"
    r"(?: (?:flights?|now|next|too|please|then|and))*\W*$"
)
"""Words for the flights of the others: "and now my brother's"."""
_OF_ALL = re.compile(rf"\b(?:we|there)(?:'re| are|'ll be) (?:[a-z]+ ){{0,2}}{NUMBER}\b|\ball {NUMBER} of us\b")


@dataclass(frozen=True, slots=True)
class Group:
    """Some of those who travel, the place that they fly from, and where the words about them stand.

    `count` is None where the words do not say how many they are, `is_told` is whether they are a whole statement.
    """

    mention: Mention
    count: int | None
    is_own: bool
    is_told: bool
    start: int
    end: int


def find_groups(text: str, people: int | None) -> list[Group]:
    """Return the groups in a text in lower case that fly from different places, or of others than who writes."""
    if _TOGETHER.search(text):
        return []
    found, begin, has_people = list[Group](), 0, False
    people = parse_party(text) or parse_company(text) or people
    for mention in find_mentions(text):
        match = _WHO.search(text[begin : mention.start])
        if match and (group := _read_group(text, mention, match, begin, people, is_next=bool(found))):
            has_people = has_people or not match["count"] or bool(match["people"])
            found.append(group)
        begin = mention.end
    places = {group.mention.name for group in found}
    counted = sum(group.count or 0 for group in found)
    if len(found) > 1 and len(places) == len(found) and (has_people or counted == people):
        return found
    others = [group for group in found if not group.is_own and group.count and _is_of_others(text, group)]
    return others[:1] if len(found) == 1 else []


def _read_group(
    text: str, mention: Mention, match: re.Match[str], begin: int, people: int | None, *, is_next: bool
) -> Group | None:
    """Return the group that stands before a place; None if the words are about something else: "one from A to B"."""
    after, start = text[mention.end :], begin + match.start("who")
    words = match[0].strip()
    is_at = words.endswith(" in") and not (match["verb"] or match["at"])
    if (is_at and not is_next) or (match["count"] and not match["people"] and re.match(r" to [a-z]", after)):
        return None
    own = bool(match["own"] or _THAT_IS_ME.match(after))
    count = parse_count(match["count"]) if match["count"] else 1 if own else None
    if match["named"]:
        count = count_named(match["named"]) or None
        if count is None or match["at"]:
            return None  # where somebody lives is no start: they may be visited there
    elif match["they"] and match["at"]:
        return None
    elif match["they"]:
        count = (people or 1) - 1 or None
    return Group(mention, count, own, bool(match["verb"] or match["at"]), start, mention.end)


def _is_of_others(text: str, group: Group) -> bool:
    """Return whether a text names a group for its flights: "my parents fly from Rome", "now our son from Rome"."""
    words = text[group.start : group.mention.start]
    if not re.match(r"my|our|they|the ", words):
        return False
    is_request = _BEFORE_REQUEST.search(text[: group.start]) and _AFTER_REQUEST.match(text[group.end :])
    return bool(is_request) or (group.is_told and not re.search(r"\blives?\b", words))


def choose_group(text: str, groups: Sequence[Group], trip: Trip) -> Group | None:
    """Return the group whose flights are looked for first; None if those of the others are only spoken of."""
    if len(groups) == 1:
        (group,) = groups
        company = (parse_party(text) or 0) > (group.count or 0)
        is_aside = group.is_told and (company or (trip.people or 0) > (group.count or 0))
        return None if is_aside and group.mention.place != trip.origin else group
    own = [group for group in groups if group.is_own]
    if _THEIRS_FIRST.search(text) and not _MINE_FIRST.search(text):
        return next((group for group in groups if not group.is_own), None)
    named = [group for group in groups if f"{group.mention.name.lower()} first" in text]
    same = [group for group in groups if group.mention.place and group.mention.place == trip.origin]
    alone = [group for group in groups if group.count == 1] if _MINE_FIRST.search(text) else []
    return next(iter([*named, *own, *alone, *same, *groups]))


def name_start(text: str, trip: Trip) -> str:
    """Return a text that names one of the places people start from with "from": "now the Oslo ones", "and theirs"."""
    others = [place for place, _ in trip.starts if place != trip.origin]
    mentions = find_mentions(text)
    named = [each for each in mentions if each.place in others]
    if len(named) == len(mentions) == 1 and not re.search(r"\b(?:to|in|from|not) $", text[: named[0].start]):
        return f"{text[: named[0].start]}from {text[named[0].start :]} flights"
    if len(others) == 1 and not mentions and _THEIRS.match(text):
        return f"{text} flights from {others[0].name.lower()}"
    return text


def without_groups(text: str, groups: Sequence[Group], kept: Group | None = None) -> str:
    """Return a text without the words about groups; of the one that is kept, "from" its place stays."""
    for group in sorted(groups, key=lambda each: each.start, reverse=True):
        words = f"from {text[group.mention.start : group.mention.end]}" if group == kept else ""
        text = f"{text[: group.start]}{words}{text[group.end :]}"
    return text


def share_starts(text: str, trip: Trip, changes: Mapping[str, Any], groups: Sequence[Group]) -> dict[str, Any]:
    """Return the changes of who travels and who flies from where, after what else a message says."""
    starts = _list_starts(trip, changes, groups)
    if not starts:
        return {"starts": (), "parties": _without_flight(trip)} if trip.starts else {}
    people: int | None = changes.get("people") or trip.people
    if len(groups) > 1 and all(group.count for group in groups):
        people = sum(group.count or 0 for group in groups)
    origin: Place | None = changes.get("origin", trip.origin)
    is_seats = not groups and changes.get("people") and (changes.get("kinds") or trip.kinds) == ("flight",)
    if is_seats and origin and not _OF_ALL.search(text):  # "that's for two people", of those who start there
        people, starts = trip.people, {**starts, origin: changes["people"]}
    others = sum(count for place, count in starts.items() if place != origin)
    count = starts.get(origin) if origin else None
    count = count or (people - others if people and people > others else None)
    parties = dict(changes.get("parties", trip.parties))
    if count and origin:
        parties["flight"] = count
    people = max(people or 0, sum(starts.values()))
    kept = tuple((kind, number) for kind, number in parties.items() if number != people)
    return {"people": people, "parties": kept, "starts": tuple(starts.items())}


def _list_starts(trip: Trip, changes: Mapping[str, Any], groups: Sequence[Group]) -> dict[Place, int]:
    """Return how many start where; a trip elsewhere has nothing of that of the trip before."""
    is_elsewhere = trip.destination is not None and changes.get("destination") not in {None, trip.destination}
    known = {} if is_elsewhere or len(groups) > 1 else dict(trip.starts)
    return known | {group.mention.place: group.count for group in groups if group.mention.place and group.count}


def _without_flight(trip: Trip) -> tuple[Any, ...]:
    return tuple(each for each in trip.parties if each[0] != "flight")
