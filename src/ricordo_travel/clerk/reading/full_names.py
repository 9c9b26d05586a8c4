"""Name the hotels of commands in full, as their message does: with the city, where only one elsewhere was shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ricordo_travel.clerk.choosing.described import Lists, name_hotel
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.refused_places import find_refused_places, leave_refused_places
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.replies.offers import Offer
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.refusals import is_refused
from ricordo_travel.dialogue.yes.choice import NAME, STYLE, STYLE_WORDS, is_of_other_style
from ricordo_travel.hotels.catalog import Hotel, hotels_in
from ricordo_travel.places import Place

_NAMED = re.compile(rf"\b(?P<name>{NAME}) (?P<style>{STYLE}|{'|'.join(STYLE_WORDS)})\b")
_STYLED = re.compile(rf"\bthe (?P<style>{STYLE}|{'|'.join(STYLE_WORDS)})\b")
_ASKS = frozenset({"ask", "which"})
_REFUSED = re.compile(r"\b(?:not|no|without|forget|cancel|drop|skip|instead of|rather than|than|like)(?: the| a)? $")
_AT_ONCE = re.compile(r",? ?(?:\(|in |at )?$")
"""What stands between the name of a hotel and its city."""
_OF_THINGS = frozenset({"pick", "yes", "ask", "total", "compare", "which", "whatif"})


def hold_places(text: str, commands: Sequence[Command], replies: Sequence[str], lists: Lists) -> list[Command]:
    """Return commands with the hotels that a text names with their city, and with nothing in places that it refuses.

    Args:
        text: What somebody wrote, in lower case.
        commands: What the reader wrote.
        replies: The replies before it, the latest first.
        lists: What they show, without those that show nothing.
    """
    return leave_refused_places(text, name_in_full(text, commands, lists), replies)


def name_in_full(text: str, commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands that name the hotels which a text names with their city, in the stead of others of that name.

    "The guesthouse" is the one in the city that stands behind it, and in a question the one in the only city named.

    Args:
        text: What somebody wrote, in lower case.
        commands: What the reader wrote.
        lists: What was shown, the latest first.
    """
    named = _find_named(text)
    shown = {each.hotel.name for offers in lists for each in offers if each.kind == "hotel"}
    for hotel in named:
        commands = [new for each in commands for new in _name(text, each, hotel, lists)]
    for hotel, is_asked in _find_styled(text) if not named else ():
        verbs = _ASKS if is_asked else _OF_THINGS
        commands = [
            new
            for each in commands
            for new in (_name(text, each, hotel, lists, at=1) if each.verb in verbs else [each])
        ]
    unseen = [each for each in named if each.name not in shown]
    found = dict.fromkeys(new for each in commands for new in _search(each, unseen))
    return [each for each in found if not _is_answered(each, found)]


def fits_name(text: str, offer: Offer) -> bool:
    """Return whether a text in lower case names no other kind or city than an offer has, if that is a hotel."""
    if offer.kind != "hotel":
        return True
    places = [mention.place for mention in find_mentions(text) if mention.place]
    return not is_of_other_style(text, offer.title) and (not places or offer.hotel.place in places)


def _find_named(text: str) -> list[Hotel]:
    """Return the hotels that a text names and wants: in the city right after the name, or in the only one it names."""
    found: list[Hotel] = []
    for match in _NAMED.finditer(text):
        after, wanted = _find_places(text, match.end())
        own = (match["name"], STYLE_WORDS.get(match["style"], match["style"]))
        hotels = [hotel for place in after or wanted for hotel in hotels_in(place) if _split(hotel) == own]
        found += [] if _REFUSED.search(text[: match.start()]) else hotels[:1]
    return list(dict.fromkeys(found))


def _find_styled(text: str) -> list[tuple[Hotel, bool]]:
    """Return the hotels that a text names by their kind and city, each with whether only a question can mean it."""
    found: list[tuple[Hotel, bool]] = []
    for match in _STYLED.finditer(text):
        after, wanted = _find_places(text, match.end())
        style = STYLE_WORDS.get(match["style"], match["style"])
        hotels = [hotel for place in after or wanted for hotel in hotels_in(place) if _split(hotel)[1] == style]
        found += [] if _REFUSED.search(text[: match.start()]) else [(hotel, not after) for hotel in hotels[:1]]
    return found


def _find_places(text: str, end: int) -> tuple[list[Place], list[Place]]:
    """Return the place that stands right after a name which ends somewhere, and the only one that a text wants."""
    mentions = [each for each in find_mentions(text) if each.place]
    refused = {place for place, _ in find_refused_places(text)}
    wanted = dict.fromkeys(
        each.place for each in mentions if each.place and each.place not in refused and not is_refused(text, each)
    )
    behind = [each for each in mentions if each.start >= end]
    after = [each.place for each in behind if each.place and _AT_ONCE.fullmatch(text[end : each.start])]
    return after, list(wanted) if len(wanted) == 1 else []


def _split(hotel: Hotel) -> tuple[str, ...]:
    """Return the name of a hotel without its place, in lower case."""
    return tuple(hotel.name.lower().split()[:2])


def _name(text: str, command: Command, hotel: Hotel, lists: Lists, at: int = 0) -> list[Command]:
    """Return a command with a hotel in the stead of others that share a word of its name; a yes to these is a choice.

    Args:
        text: What somebody wrote, in lower case.
        command: The command.
        hotel: The hotel.
        lists: What was shown, the latest first.
        at: The place of the word in the name.
    """
    if command.verb not in _OF_THINGS:
        return [command]
    refs = split_refs(command.refs)
    if command.verb == "yes" and not refs:
        refs = _list_asked(lists)
    others = [ref for ref in refs if _means_other(text, ref, hotel, lists, at)]
    if not others:
        return [command]
    kept = [ref for ref in refs if ref not in others]
    full = [*kept, hotel.name.lower()]
    if command.verb != "yes":
        return [replace(command, refs=_flatten(full))]
    rest = [replace(command, refs=_flatten(kept))] if kept else []
    return [*rest, Command("pick", _flatten(full[-1:]), command.slots)]


def _list_asked(lists: Lists) -> list[str]:
    """Return the letters of what waits for a yes, or the number of the only offer of a list."""
    last = lists[0] if lists else list[Offer]()
    waits = [each for each in last if not each.number]
    return list(WAITING[: len(waits)]) if waits or len(last) != 1 else [str(last[0].number)]


def _means_other(text: str, ref: str, hotel: Hotel, lists: Lists, at: int) -> bool:
    """Return whether a reference means another hotel that shares a word of the name, which a text does not say."""
    if ref.isdigit() or len(ref) == 1:
        own = _find_marked(ref, lists)
        return own is not None and _is_other(own, hotel, at) and not re.search(rf"\b{ref}\b", text)
    words = ref.lower().split()
    is_said = at > 0 and words[0] != _split(hotel)[at] and words[0] in text
    if _split(hotel)[at] not in words or hotel.name.lower() in ref.lower() or is_said:
        return False
    own = next((each for offers in lists for each in offers if _is_called(each, words)), None)
    return own is None or own.hotel != hotel


def _is_called(offer: Offer, words: Sequence[str]) -> bool:
    """Return whether words are those of the name of a hotel, perhaps with its city."""
    return offer.kind == "hotel" and set(words) <= set(offer.title.lower().split())


def _is_other(offer: Offer, hotel: Hotel, at: int) -> bool:
    """Return whether an offer is another hotel with the same word at a place of its name."""
    return offer.kind == "hotel" and offer.hotel != hotel and name_hotel(offer)[at] == _split(hotel)[at]


def _find_marked(ref: str, lists: Lists) -> Offer | None:
    """Return the offer that has a number in the latest list, or a letter among what waits."""
    if ref.isdigit():
        listed = next((offers for offers in lists if any(each.number for each in offers)), list[Offer]())
        return next((each for each in listed if each.number == int(ref)), None)
    waiting = [each for each in lists[0] if not each.number] if lists and ref in WAITING else []
    return next(iter(waiting[WAITING.index(ref) :]), None) if waiting else None


def _search(command: Command, unseen: Sequence[Hotel]) -> list[Command]:
    """Return a sum, or a question what a hotel would be like otherwise, after a search for a hotel that it names."""
    hotel = next((each for each in unseen if each.name.lower() in command.subject), None)
    if hotel is None or command.verb not in {"whatif", "total"}:
        return [command]
    where = (("place", hotel.place.name.lower()), ("name", " ".join(_split(hotel))))
    if command.verb == "total":
        return [Command("find", ("hotel",), where), Command("total", (), command.slots)]
    return [Command("find", ("hotel",), (*where, *command.slots))]


def _is_answered(command: Command, commands: Iterable[Command]) -> bool:
    """Return whether a command asks for the price of a hotel that another one looks for."""
    names = [f"{each.value('name')} {each.value('place')}" for each in commands if each.verb == "find"]
    return command.verb == "ask" and command.text == "price" and command.subject in names


def _flatten(refs: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for ref in refs for word in ref.split())
