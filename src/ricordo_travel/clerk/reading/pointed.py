"""Hold what a message points at by its place in a list to the list that was shown last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ricordo_travel.clerk.changing.wanted import HOTEL_WORDS
from ricordo_travel.clerk.choosing.described import Lists
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.unsaid import POINTED, find_pointed
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.trips.shown import list_places_shown
from ricordo_travel.reservations import Kind

_KINDS: dict[Kind, str] = {
    "hotel": r"\b(?:hotel|room|hostel|apartment|lodge|guesthouse)s?\b",
    "flight": r"\bflights?\b",
    "car": r"\bcars?\b",
}
_FLIGHT = re.compile(r"[a-z]{2}\d{3,4}|\d{1,2}:\d\d")
_POINTS = frozenset({"pick", "ask"})
_VAGUE = frozenset("these those it this that they one all".split())


def hold_to_list(text: str, commands: Sequence[Command], replies: Sequence[str]) -> list[Command]:
    """Return commands that choose or ask about the one thing that a text in lower case points at by its place.

    It stands in the list that was shown last, or in an older one of the same kind if that one is too short. What the
    text names otherwise, and things of another kind, are left as they are.
    """
    places = [match[0] for match in POINTED.finditer(text)]
    lists = _list_numbered(replies)
    if len(places) != 1 or len(find_pointed(text)) != 1 or not lists or list_places_shown(replies):
        return list(commands)
    meant = _find_meant(places[0], find_pointed(text)[0], lists)
    waits = [each for each in find_offers(replies[0]) if not each.number]
    return [_hold(text, each, meant, lists, waits) for each in commands] if meant else list(commands)


def points_beside(text: str, waits: Iterable[str], replies: Sequence[str]) -> bool:
    """Return whether a text in lower case points at something that was listed, and not at what waits for a yes."""
    places, lists = [match[0] for match in POINTED.finditer(text)], _list_numbered(replies)
    meant = _find_meant(places[0], find_pointed(text)[0], lists[:1]) if len(places) == 1 and lists else None
    return meant is not None and meant.text.casefold() not in {each.casefold() for each in waits}


def _list_numbered(replies: Sequence[str]) -> list[list[Offer]]:
    return [own for reply in replies if (own := [each for each in find_offers(reply) if each.number])]


def _find_meant(words: str, number: int, lists: Lists) -> Offer | None:
    """Return the offer with a place in the latest list that has one, of the kind that the words or that list are of."""
    named = next((kind for kind, own in _KINDS.items() if re.search(own, words)), None)
    kinds = {each.kind for each in lists[0]}
    if named is None and len(kinds) > 1:
        return None
    kind = named or next(iter(kinds))
    for offers in lists:
        own = [each for each in offers if each.kind == kind]
        by_number = next((each for each in own if each.number == number), None)
        if re.search(r"\d(?!st|nd|rd|th)|\boption\b|\bnumber\b", words) and by_number:
            return by_number
        if len(own) >= number and len({each.flight.origin for each in own if kind == "flight"}) < 2:
            return own[number - 1]
    return None


def _hold(text: str, command: Command, meant: Offer, lists: Lists, waits: Sequence[Offer]) -> Command:
    if command.verb not in _POINTS:
        return command
    own = dict(zip(WAITING, waits, strict=False)) | {str(each.number): each for each in lists[0]}
    refs = [_refer(meant, lists) if _is_strange(ref, text, meant, own) else ref for ref in split_refs(command.refs)]
    return replace(command, refs=tuple(word for ref in dict.fromkeys(refs) for word in ref.split()))


def _is_strange(ref: str, text: str, meant: Offer, own: Mapping[str, Offer]) -> bool:
    """Return whether a reference is to something else of the kind that is meant, and the text does not name that.

    Args:
        ref: The reference.
        text: What somebody wrote, in lower case.
        meant: What it points at.
        own: What was listed and what waits, by its number or letter.
    """
    words, marked = ref.lower().split(), own.get(ref)
    if marked or words[0].isdigit():
        is_other = marked is None or (marked.kind == meant.kind and marked.text.casefold() != meant.text.casefold())
        return is_other and not re.search(rf"\b{words[0]}\b", POINTED.sub(" ", text))
    if {*words} <= _VAGUE | {meant.kind, f"{meant.kind}s"}:
        return not re.search(rf"\b{words[0]}\b", POINTED.sub(" ", text))
    kind = "flight" if _FLIGHT.match(words[0]) else "hotel" if {*words} & HOTEL_WORDS else None
    is_same = " ".join(words[:2]) in meant.title.lower()
    return kind == meant.kind and not is_same and words[0].partition("@")[0] not in text


def _refer(offer: Offer, lists: Lists) -> str:
    """Return how commands refer to an offer: by its number in the latest list, else by what it is called."""
    if offer in lists[0]:
        return str(offer.number)
    if offer.kind == "flight":
        return f"{offer.flight.number.lower()}@{offer.call.arguments['day']}"
    return offer.title
