"""Rooms as people ask for them, two singles, a double and a single, a room each, and the rooms of a hotel for them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count, spell
from ricordo_travel.dialogue.values.text import normalise

Rooms = tuple[tuple[str | None, int | None], ...]
"""Types of rooms, None for any, each with how many; None for as many as the party needs, 0 for one each."""
_Row = Mapping[str, Any]

_TYPED = re.compile(
    rf"\b(?:(?P<count>{NUMBER}|an?) |(?P<the>the ))?(?:(?:separate|small|big|nice|cheap|quiet|connecting) )?"
    r"(?P<type>single|double|twin|triple|family|suite)(?P<many>s)?(?P<room>[ -]?(?:bed)?rooms?)?\b"
)
_REFUSED = re.compile(
    rf"\b(?:instead of|rather than|not|no,? that'?s) (?:the )?(?:(?:{NUMBER}|an?) )?"
    r"(?:single|double|twin|triple|family|suite)s?(?: rooms?)?\b|"
    rf"\b(?:instead of|rather than|not) (?:the )?(?:{NUMBER}) (?:separate )?rooms\b"
)
_AFTER = re.compile(
    r"\W*(?:$|[,.;!?+&]|(?:(?:is|are|would be|sounds?|looks?) (?:fine|ok|good|great|perfect|enough)|"
    rf"and|or|plus|please|for|with|in|at|instead|then|too|would|if|but|rather|possible|an?|{NUMBER})\b)"
)
_EITHER = re.compile(r",? or (?P<else>(?:at least|if not|else|otherwise|failing that),? )?")
_COUNTED = re.compile(rf"\b(?P<count>{NUMBER}) (?:separate |different |connecting |more )?(?:hotel |bed)?rooms?\b")
_ONE_FOR = re.compile(rf"\brooms?\b[^.;!?]{{0,20}}\b(?P<count>one) for (?:all|the|us|everyone|{NUMBER})\b")
_EACH = re.compile(
    r"\bseparate (?:bed)?rooms\b|\b(?:own|individual) rooms?\b|\brooms? (?:for )?each\b|"
    r"\brooms? of (?:our|their|her|his) own\b"
)
_TOLD_SEPARATE = re.compile(
    r"(?:(?:always|usually|only|ever) )?(?:(?:wants?|needs?|prefers?|takes?|books?|sleeps in) )?(?:always )?"
    r"(?:two )?(?:separate|single|own) (?:bed)?rooms"
)
"""A fact of memory that somebody sleeps in a room of their own, with whomever they travel."""
_ASKS = re.compile(r"\b(?:do|does|will|is|are) (?:i|we|he|she|they|it|my|our|the|each|everyone)\b[^.!?]{0,60}\?")
"""A question about rooms that were shown, which asks for no others."""
_BARE_TYPE = re.compile(r"\b(?:single|double|twin|triple|family|suite)s?\b(?! rooms?\b)")
_SLEEPS = {"single": 1, "double": 2}
_SOLD_AS = {"twin": "double", "triple": "family"}
"""Types of rooms that are none of their own, with those that hold as many."""


def find_rooms(text: str) -> Rooms:
    """Return the rooms that a text in lower case asks for; none if it leaves them open."""
    text = _REFUSED.sub(" ", _ASKS.sub(" ", text))
    found: dict[str | None, int | None] = {}
    last = 0
    for match in _TYPED.finditer(text):
        is_alone = match["type"] != "family" and (
            match["count"] or match["the"] or match["many"] or match["type"] == "suite"
        )
        is_room = match["room"] or (match["the"] and text.startswith(" one", match.end()))
        if not is_room and not (is_alone and _AFTER.match(text, match.end())):
            continue
        if found and (either := _EITHER.fullmatch(text, last, match.start())):
            if either["else"]:
                break  # "four singles, or at least two doubles"
            return ()  # either will do
        name = _SOLD_AS.get(match["type"], match["type"])
        is_each = text.startswith(" each", match.end())  # as many as the party needs
        count = parse_count(match["count"]) if match["count"] and not is_each else None
        found[name] = (found.get(name) or 0) + count if count else None
        last = match.end()
    if found:
        return tuple(found.items())
    if _EACH.search(text):
        return ((None, 0),)
    match = _COUNTED.search(text) or _ONE_FOR.search(text)
    return ((None, parse_count(match["count"])),) if match else ()


def read_rooms(wish: str) -> Rooms:
    """Return the rooms that a short wish names, each by its type alone or with the word: "1 family 1 single"."""
    text = normalise(wish)
    return find_rooms(text if "room" in text else _BARE_TYPE.sub(r"\g<0> room", f"{text} rooms"))


def wants_separate(fact: str) -> bool:
    """Return whether a fact of memory is the wish for separate rooms, and no more than that."""
    return bool(_TOLD_SEPARATE.fullmatch(normalise(fact).strip(" .")))


def count_guests(rooms: Rooms, known: int | None = None) -> int | None:
    """Return how many people a wish for several rooms speaks of: as many as they sleep, or more than are known.

    Who takes a double and a single room is not alone in the double.
    """
    number, sleeps = (
        sum(count or 0 for _, count in rooms),
        sum(_SLEEPS.get(type or "", 1) * (count or 1) for type, count in rooms),
    )
    if {type for type, _ in rooms} == _SLEEPS.keys():
        return sleeps if sleeps > (known or 0) else None
    if number < 2 or number <= (known or 0):
        return None
    return number if known else sleeps


def choose_rooms(row: _Row, rooms: Rooms, people: int) -> list[_Row]:
    """Return a hotel's row for each type of room that is asked for; nothing if it does not have them.

    The row is one of a search for one guest, so that it has all types of which a room is left.
    """
    chosen: list[_Row] = []
    for type, count in rooms:
        fitting: list[_Row] = []
        for offer in row["offers"]:
            number = (people if count == 0 else count) or -(-people // offer["sleeps"])
            is_enough = len(rooms) > 1 or number * offer["sleeps"] >= people
            if type in {None, offer["room_type"]} and number <= offer["rooms_left"] and is_enough:
                price = number * offer["price_per_night"]
                fitting.append({**row, **offer, "rooms_needed": number, "price_for_all": price})
        if not fitting:
            return []
        chosen.append(min(fitting, key=lambda each: each["price_for_all"]))
    return _share(chosen, people)


def _share(chosen: Sequence[_Row], people: int) -> list[_Row]:
    """Return rooms with the guests of each, at least one in every room; nothing if they do not hold all of them."""
    shared: list[_Row] = []
    left = people
    for n, row in enumerate(chosen):
        waiting = sum(each["rooms_needed"] for each in chosen[n + 1 :])
        guests = max(row["rooms_needed"], min(row["rooms_needed"] * row["sleeps"], left - waiting))
        shared.append({**row, "guests": guests})
        left -= guests
    return shared if left <= 0 else []


def describe_wish(rooms: Rooms) -> str:
    """Return what is asked for, in words: "two single rooms", "a double and a single room"."""
    if rooms == ((None, 0),):
        return "a room for each of you"
    if rooms == ((None, 1),):
        return "one room"
    several = [type for type, _ in rooms]
    words = [
        f"{spell(count) if count and count > 1 else 'a' if count else ''} {type or ''} room{'s' if count != 1 else ''}"
        if type == several[-1] or (count or 2) > 1
        else f"a {type}"
        for type, count in rooms
    ]
    return join_words([" ".join(each.split()) for each in words])


def fits(rows: Sequence[_Row], rooms: Rooms) -> bool:
    """Return whether bookings or offers have the rooms that are asked for."""
    return all(
        any(type in {None, row["room_type"]} and count in {None, row["rooms"]} for row in rows)
        if count != 0
        else all(row["rooms"] >= row["guests"] for row in rows)
        for type, count in rooms
    )
