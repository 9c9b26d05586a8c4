"""Hold what a message points at by its place in a list, or by its kind, to what was shown last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ricordo_travel.clerk.answering.hotel_answers import find_feature
from ricordo_travel.clerk.changing.wanted import HOTEL_WORDS
from ricordo_travel.clerk.choosing.described import Lists
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.unsaid import POINTED, find_pointed
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.trips.shown import list_places_shown
from ricordo_travel.reservations import Kind

Marked = Mapping[str, Offer]
"""What was listed and what waits, by its number or letter."""

_KINDS: dict[Kind, str] = {
    "hotel": r"\b(?:hotel|room|hostel|apartment|lodge|guesthouse)s?\b",
    "flight": r"\bflights?\b",
    "car": r"\bcars?\b",
}
_FLIGHT = re.compile(r"[a-z]{2}\d{3,4}|\d{1,2}:\d\d")
_BY_NUMBER = re.compile(r"\d(?!st|nd|rd|th)|\boption\b|\bnumber\b")
_WANTED = re.compile(r"\b(?:book|take|reserve) (?:(?:me|us|just|only) )*the (flight|hotel|car)\b")
_RANKS = frozenset({"cheapest", "earliest", "latest", "best"})
_VAGUE = frozenset("these those them it this that they one all".split())


def hold_to_list(text: str, commands: Sequence[Command], replies: Sequence[str]) -> list[Command]:
    """Return commands that choose or ask about the one thing that a text in lower case points at by its place.

    It stands in the list that was shown last, or in an older one of the same kind if that one is too short. What the
    text names otherwise, and things of another kind, are left as they are.
    """
    lists = _list_shown(replies)
    meant = _find_meant(text, lists) if not list_places_shown(replies) else None
    marked = _mark(replies, lists)
    if meant is None:
        return _keep_beyond(text, commands, marked)
    return [_hold(text, each, meant, marked) if each.verb in {"pick", "ask"} else each for each in commands]


def _keep_beyond(text: str, commands: Sequence[Command], marked: Marked) -> list[Command]:
    """Return commands that choose the number in the list that a text points at, if there is none: not another one."""
    numbers, listed = [str(number) for number in find_pointed(text)], {*marked} - {*WAITING}
    is_beyond = len(numbers) == 1 and listed == {"1"} and numbers[0] != "1"
    return [replace(each, refs=(numbers[0],)) if is_beyond and each.refs == ("1",) else each for each in commands]


def points_beside(text: str, waits: Iterable[str], replies: Sequence[str]) -> bool:
    """Return whether a text in lower case points at something that was listed, and not at what waits for a yes."""
    meant = _find_meant(text, _list_shown(replies)[:1])
    return meant is not None and meant.text.casefold() not in {each.casefold() for each in waits}


def keep_shown_kinds(text: str, commands: Sequence[Command], replies: Sequence[str]) -> list[Command]:
    """Return commands that look for the kind of thing that a text asks about or chooses from, if none was shown.

    Nothing is chosen of another kind than the one to book, if the message refuses something: "forget the hotel, just
    book the flight".
    """
    shown = {offer.kind for reply in replies for offer in find_offers(reply)}
    unseen = [kind for kind, words in _KINDS.items() if shown and kind not in shown and re.search(words, text)]
    wanted = _WANTED.findall(text) if any(each.verb == "no" for each in commands) else []
    marked = _mark(replies, _list_shown(replies))

    def keep(command: Command) -> Command:
        words = {ref.lower().removesuffix("s") for ref in command.refs}
        if wanted and command.verb in {"pick", "yes"} and _find_kind(command.subject, marked) not in {None, *wanted}:
            return Command("pick", (wanted[0],))
        kind = unseen[0] if len(unseen) == 1 else None
        is_question = command.verb == "which" and {*command.refs} <= {*_VAGUE, *_KINDS} and f"{kind}s" in text
        if not kind or not (is_question or (command.verb == "pick" and kind in words <= {kind, *_RANKS})):
            return command
        sort = [("sort", "price")] if "cheapest" in words else []
        wish = [("with", command.text)] if kind == "hotel" and find_feature(command.text.lower()) else []
        return Command("find", ("flight+return" if kind == "flight" else kind,), (*sort, *wish))

    return [keep(each) for each in commands]


def _list_shown(replies: Sequence[str]) -> list[list[Offer]]:
    """Return what each reply lists by numbers, or else proposes if that is more than one, the latest first."""
    shown = [find_offers(reply) for reply in replies]
    own = [[each for each in offers if each.number] or (offers if len(offers) > 1 else []) for offers in shown]
    return [offers for offers in own if offers]


def _mark(replies: Sequence[str], lists: Lists) -> Marked:
    waits = [each for each in find_offers("".join(replies[:1])) if not each.number]
    listed = next((offers for offers in lists if offers[0].number), list[Offer]())
    return dict(zip(WAITING, waits, strict=False)) | {str(each.number): each for each in listed}


def _find_meant(text: str, lists: Lists) -> Offer | None:
    """Return the one offer that a text points at in the latest list that has one, of its kind or of that list's."""
    said, numbers = [match[0] for match in POINTED.finditer(text)], find_pointed(text)
    if len(said) != 1 or len(numbers) != 1 or not lists:
        return None
    named = next((kind for kind, words in _KINDS.items() if re.search(words, said[0])), None)
    kinds, number = {each.kind for each in lists[0]}, numbers[0]
    if named is None and len(kinds) > 1:
        return None
    for offers in lists:
        own = [each for each in offers if each.kind == (named or next(iter(kinds)))]
        by_number = next((each for each in own if each.number == number), None)
        if by_number and _BY_NUMBER.search(said[0]):
            return by_number
        is_one_way = len({each.flight.origin for each in own if each.kind == "flight"}) < 2
        if len(own) >= number:  # "the first" of flights there and back may be of either way
            return own[number - 1] if is_one_way or not own[0].number else None
    return None


def _hold(text: str, command: Command, meant: Offer, marked: Marked) -> Command:
    own = next((mark for mark, each in marked.items() if mark.isdigit() and each.text == meant.text), None)
    day = f"@{meant.call.arguments['day']}" if meant.kind == "flight" else ""
    name = own or (f"{meant.flight.number.lower()}{day}" if day else meant.title)
    refs = [name if _is_strange(ref, text, meant, marked) else ref for ref in split_refs(command.refs)]
    return replace(command, refs=tuple(word for ref in dict.fromkeys(refs) for word in ref.split()))


def _is_strange(ref: str, text: str, meant: Offer, marked: Marked) -> bool:
    """Return whether a reference is to something else of the kind that is meant, and the text does not name that."""
    words, own = ref.lower().split(), marked.get(ref)
    if own and own.text.casefold() == meant.text.casefold():
        return False
    is_vague = ref.isdigit() and not own
    is_kind = is_vague or {*words} <= {*_VAGUE, meant.kind, f"{meant.kind}s"} or _find_kind(ref, marked) == meant.kind
    is_other = not meant.title.lower().startswith(" ".join(words[:2])) and meant.title.lower().split()[-1] != words[0]
    said = re.search(rf"\b{re.escape(words[0].partition('@')[0])}\b", POINTED.sub(" ", text))
    return is_kind and is_other and (not said or (own is not None and not ref.isdigit()))


def _find_kind(ref: str, marked: Marked) -> Kind | None:
    """Return of what kind a reference is, if it is a number, a letter, a flight or the name of a hotel."""
    words = ref.lower().split()
    if own := marked.get(ref):
        return own.kind
    return "flight" if words and _FLIGHT.match(words[0]) else "hotel" if {*words} & HOTEL_WORDS else None
