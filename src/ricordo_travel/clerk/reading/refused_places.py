"""Leave out what is in a place that a message does not want: "not Athens", "forget the hotels in Crete"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import split_sentences
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind

Refused = frozenset[tuple[Place, Kind]]
"""Places, and what is not wanted there."""
_SEEN = r"(?<!have )(?<!had )(?<!see )(?<!saw )(?<!got )(?<!found )(?<!are )(?<!is )"
_BEFORE = re.compile(
    rf"(?:(?<!why )\b(?:not(?! without)|neither|nor|{_SEEN}no|(?<!not )without)|"
    r"(?<!not )(?<!n't )(?<!dont )\b(?:forget|skip|drop|scrap|leave out)|"
    r"\b(?:don't|dont|do not|no longer|never) want)"
    r"(?: (?:about|to|in|at|the|any|my|our|more|that|go|for|hotels?|flights?|rooms?|ones?|trips?|stays?)){0,4} $"
)
"""What stands before a place that is not wanted."""
_LINK = re.compile(r"(?: or| nor|,? and)(?: not| no)?(?: (?:the|in|to|hotel|one)){0,2} $")
"""What stands between two places of which the first is not wanted, and the other one neither."""
_WANTED = re.compile(r"^ (?:is|are|it is|would be|sounds?|looks?|instead|please|then)\b")
"""What stands behind a place that is wanted after all: "not Crete and Athens instead"."""
_NARROWED = re.compile(r"^ (?:under|over|above|below|with|without|for (?:more|less)|that|which|before|after)\b")
"""What stands behind a place of which only some offers are not wanted: "no hotels in Rome under $100"."""
_GIVES_UP = re.compile(r"^(?:oh |well |but |sorry,? )?(?:no+|nope|nah|stop|neither|none|cancel)\b")
_ALL: tuple[Kind, ...] = ("flight", "hotel", "car")
_NAMES: dict[Kind, str] = {"flight": r"\bflights?\b", "hotel": r"\b(?:hotels?|rooms?|stays?)\b", "car": r"\bcars?\b"}
_REACH = 50
"""How far around a place the words for it stand."""
_CHOOSES = frozenset({"pick", "yes"})


def find_refused_places(text: str) -> Refused:
    """Return the places that a text in lower case does not want, each with what it does not want there.

    A question refuses nothing.
    """
    found: set[tuple[Place, Kind]] = set()
    for sentence in split_sentences(text):
        last, kinds = None, _ALL
        for mention in find_mentions(sentence) if not sentence.endswith("?") else ():
            after = sentence[mention.end : mention.end + _REACH]
            link = sentence[last : mention.start] if last is not None else ""
            is_next = bool(_LINK.fullmatch(link)) and not _WANTED.match(after)
            before = _BEFORE.search(sentence[max(0, mention.start - _REACH) : mention.start])
            if mention.place and (is_next or before) and not _NARROWED.match(after):
                kinds = _find_kinds(f"{before[0]}{after[:9]}") if before else kinds
                found |= {(mention.place, kind) for kind in kinds}
                last = mention.end
    return frozenset(found)


def _find_kinds(words: str) -> tuple[Kind, ...]:
    """Return the kinds that words name; all of them if they name none."""
    return tuple(kind for kind, name in _NAMES.items() if re.search(name, words)) or _ALL


def is_in(offer: Offer, refused: Refused) -> bool:
    """Return whether an offer is in a place where nothing of its kind is wanted, or a flight to or from one."""
    if offer.kind == "flight":
        places = [offer.flight.origin, offer.flight.destination]
    else:
        places = [offer.hotel.place if offer.kind == "hotel" else offer.car.location.place]
    return any((place, offer.kind) in refused for place in places)


def leave_refused_places(text: str, commands: Sequence[Command], replies: Sequence[str]) -> list[Command]:
    """Return commands that choose nothing in places which a text refuses, and refuse what waits for a yes there.

    Args:
        text: What somebody wrote, in lower case.
        commands: What the reader wrote.
        replies: The replies before it, the latest first.
    """
    places = find_refused_places(text)
    last = "".join(replies[:1])
    if not places or not commands or "Shall I cancel" in last or "Shall I change" in last:
        return list(commands)
    marks = _mark(replies)
    gone = {mark for mark, offer in marks.items() if is_in(offer, places)}
    shown = [offer for each in replies for offer in find_offers(each)]
    gone |= {name for offer in shown if is_in(offer, places) for name in _name(offer)}
    gone -= {name for offer in shown if not is_in(offer, places) for name in _name(offer)}
    waits = [mark for mark in _list_waiting(last) if mark in gone]
    left = [each for each in (_leave(each, gone, places) for each in commands) if each]
    if not _GIVES_UP.match(text):  # it gives up only what it names
        left = [each for each in left if not _is_misread(each, marks)]
    named = {ref for each in left if each.verb == "no" for ref in each.refs or waits}
    refused = [mark for mark in waits if mark not in named]
    if not refused and not left:
        refused = [place.name.lower() for place, _ in places]
    return [*([Command("no", tuple(dict.fromkeys(refused)))] if refused else []), *left]


def _is_misread(command: Command, marks: Collection[str]) -> bool:
    """Return whether a command gives up something by its mark alone: the letter of what waits, or a number."""
    known = {*marks} if command.verb == "no" else {*marks} & {*WAITING}
    return command.verb in {"no", "cancel"} and {*command.refs} <= known and bool(command.refs or command.verb == "no")


def _name(offer: Offer) -> list[str]:
    """Return how a command may name an offer in words: the number of a flight, the name of a hotel."""
    if offer.kind == "car":
        return []
    if offer.kind == "flight":
        return [offer.flight.number.lower()]
    return [" ".join(offer.title.lower().split()[:2])]


def _mark(replies: Sequence[str]) -> dict[str, Offer]:
    """Return the offers that a message can mean by a mark: the letters of what waits, and the numbers of the list."""
    last = find_offers("".join(replies[:1]))
    lists = ([offer for offer in find_offers(each) if offer.number] for each in replies)
    listed = next(filter(None, lists), list[Offer]())
    marks = dict(zip(WAITING, [each for each in last if not each.number], strict=False))
    return {**marks, **{str(each.number): each for each in listed}}


def _list_waiting(reply: str) -> list[str]:
    """Return the letters of what waits for a yes, and the number of the only offer of a list."""
    offers = find_offers(reply)
    numbers = [str(each.number) for each in offers if each.number]
    return [*WAITING[: len(offers) - len(numbers)], *(numbers if len(numbers) == 1 else [])]


def _leave(command: Command, gone: Collection[str], places: Refused) -> Command | None:
    """Return a choice without what is in some places; None if it has nothing else."""
    if command.verb not in _CHOOSES or not command.refs:
        return command
    refs = split_refs(command.refs)
    there = {place for place, kind in places if kind == "hotel"}
    kept = [ref for ref in refs if ref.lower() not in gone and not _names(ref, there)]
    return replace(command, refs=tuple(word for ref in kept for word in ref.split())) if kept else None


def _names(ref: str, places: Collection[Place]) -> bool:
    return any(mention.place in places for mention in find_mentions(ref.lower()))
