"""The parts of a message that pick something which was shown, whatever else the reader of requests takes them for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ricordo_travel.dialogue.act_reader import SURE, MessagePart
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.offers import Offer, format_day
from ricordo_travel.dialogue.open_offers import first_day, last_day
from ricordo_travel.dialogue.phrases import Phrase, find_phrases
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.questions import ASK_PEOPLE
from ricordo_travel.dialogue.references import Picks, is_elsewhere
from ricordo_travel.dialogue.stages import split_stages
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.reservations import Kind

_KEEPS = re.compile(r"\b(?:keep|stick (?:to|with)|stay (?:with|on)|back to) (?:the )?\d")
_WAYS = ("origin", "destination", "first", "last")
_SEARCHES = frozenset({"search", "suggest"})
_DOUBTFUL = frozenset({"tell", "talk", "change", "cancel", "bookings", "place", "other"})
"""Acts that a part which names something that was shown has only if the reader is sure."""


def find_pick_parts(state: DialogueState) -> list[MessagePart]:
    """Return the parts of a message, those as picks that name what was shown, cut off from what is asked beside it."""
    parts = [each for part in state.parts for each in _cut(state, part)] if state.offers else state.parts
    return [replace(part, order=n) for n, part in enumerate(_join_searched(state, parts))]


def name_days(state: DialogueState, text: str, picked: Sequence[Offer]) -> str:
    """Return a part of a message that picks a hotel, with the days that the rest of the message moves the trip to.

    "Everything for 14 to 17 September: flight there, hostel and back" wants the hostel that was shown on those days.
    """
    trip, stays = state.reading.trip, [offer for offer in picked if offer.kind == "hotel"]
    if not (state.reading.alters("first") and trip.first and trip.last) or len(picked) != 1 or not stays:
        return text
    is_within = trip.first <= first_day(stays[0]) and last_day(stays[0]) <= trip.last
    has_own = parse_dates(normalise(text), state.today).first is not None
    if is_within or has_own or stays[0].hotel.place != trip.destination:
        return text
    return f"{text} from {format_day(trip.first)} to {format_day(trip.last)}"


def _join_searched(state: DialogueState, parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts, a search for a flight and the pick after it as one: "Rome to Bonn on the 3rd. the late one".

    It is a pick if that was shown, or else a search; in no case is something picked that was shown for another route.
    """
    found: list[MessagePart] = []
    for part in parts:
        before = found[-1] if found else None
        if part.act != "pick" or before is None or before.act != "search":
            found.append(part)
            continue
        both = replace(state, message=f"{before.text} {part.text}", act=None)
        picks = find_picks(both).picks
        is_flight = both.trip.kinds == ("flight",) and all(pick.offer.kind == "flight" for pick in picks)
        if not is_flight or not replace(both, message=before.text).reading.names(*_WAYS):
            found.append(part)
        elif picks and not any(pick.changes or is_elsewhere(both, pick) for pick in picks):
            found[-1] = replace(part, text=both.message, score=1.0)
        else:
            found[-1] = replace(before, text=both.message)
    return found


def _cut(state: DialogueState, part: MessagePart) -> Iterator[MessagePart]:
    """Yield a part, or the picks and the rest of it."""
    own = replace(state, message=part.text, act=None)
    is_party = ASK_PEOPLE in state.last_reply and own.reading.names("people")  # "3" is how many they are
    is_stage = part.act == "pick" and len(find_mentions(own.text)) > 1 and len(split_stages(state.text)) > 1
    if is_stage:  # "rome to athens first, then …" takes no first one
        yield replace(part, act="search")
    elif part.act in _SEARCHES and not is_party:
        yield from _cut_search(own, part)
    elif (part.act in _DOUBTFUL and part.score < SURE and _names_new(own)) or (
        part.act == "no"
        and "pick" in {each.act for each in state.parts}
        and (find_picks(own).offers or (_KEEPS.search(own.text) and own.reading.names("first")))
    ):
        yield replace(part, act="pick", score=1.0)
    else:
        yield part


def _names_new(state: DialogueState) -> bool:
    """Return whether a message names things that were shown and are not booked."""
    picks = find_picks(state)
    return picks.is_strong and not any(map(state.has_booked, picks.offers))


def _cut_search(state: DialogueState, part: MessagePart) -> Iterator[MessagePart]:
    """Yield the picks in a search, and what is left to search for."""
    picks = find_picks(state)
    phrases = find_phrases(state.text)
    labels = _label(phrases, _find_picking(state, picks), {offer.kind for offer in picks.offers})
    if "pick" not in labels:
        yield part
    elif "search" not in labels:
        yield replace(part, act="pick", score=1.0)
    else:
        for label, words in _join(phrases, labels):
            yield MessagePart("pick" if label == "pick" else part.act, words, 1.0 if label == "pick" else part.score)


def _find_picking(state: DialogueState, picks: Picks) -> set[str]:
    """Return the texts of the phrases that pick something: by a name, or by what "the" thing is like."""
    return {
        pick.phrase.text
        for pick in picks.picks
        if pick.phrase
        and (pick.phrase.selects or pick.phrase.is_all)
        and not is_elsewhere(state, pick)
        and (pick.phrase.is_definite or pick.phrase.takes or picks.is_strong)
    }


def _label(phrases: Sequence[Phrase], picking: set[str], picked: set[Kind]) -> list[str]:
    """Return for each phrase whether it is a pick or a search; one that is neither belongs to the one before it."""
    has_named = any(phrase.is_strong and phrase.text in picking for phrase in phrases)  # "the 10:40, and come back …"
    labels = [
        "pick"
        if phrase.text in picking
        else "search"
        if _asks_for_more(phrase, picked) or (has_named and phrase.leg == "back")
        else ""
        for phrase in phrases
    ]
    current = next(filter(None, labels), "")
    for n, label in enumerate(labels):
        current = labels[n] = label or current
    return labels


def _asks_for_more(phrase: Phrase, picked: set[Kind]) -> bool:
    """Return whether a phrase that picks nothing says what to look for: "the flights?" before picks does not."""
    if phrase.is_bare and set(phrase.kinds) <= picked:
        return False
    return bool(phrase.is_wish or phrase.kinds or phrase.describes)


def _join(phrases: Sequence[Phrase], labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the runs of phrases with the same label."""
    start = 0
    for n in range(1, len(phrases) + 1):
        if n == len(phrases) or labels[n] != labels[start]:
            yield labels[start], ", ".join(phrase.text for phrase in phrases[start:n])
            start = n
