"""Picks from the lists that are open: of which kind, by which words, and what is not clear about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from ricordo_travel.dialogue.answers import is_no
from ricordo_travel.dialogue.choice import (
    STYLES,
    choose_offer,
    find_number,
    find_times,
    names_hotel,
    names_hotel_fully,
)
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.offers import Offer, find_offers, find_question
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.reservations import Kind

_CLAUSE = re.compile(r"[,;.!:](?:\s|$)|\b(?:and|plus|then|but)\b")
_FLIGHT_NUMBER = re.compile(r"\b[a-z]{2}\d{3,4}\b")
_BACK = re.compile(r"\b(?:return|way back|way home|flight back|flight home|inbound)\b")
_THERE = re.compile(r"\b(?:outbound|way there|flight there|way out|going (?:there|out)|to get there)\b")
_BOOK = re.compile(r"\b(?:book|take|reserve|go (?:with|for)|i'll have|we'll have|choose|buy)\b")
_PICKED = re.compile(
    r"\bone (?:that )?(?:i|we) (?:picked|chose|wanted|liked|said)\b|\blet's (?:do|book|take) (?:the|"
    r"that)\b|\b(?:that|same) one\b"
)
_SOMETHING_ELSE = re.compile(r"\b(?:something|anything|nicer|(?<!the )cheaper|another|others?|different|else)\b")
_FURTHER = re.compile(
    r"^\W*(?:(?:and|also|oh|then|please|but|after that|by the way|now|next|plus|ok|so)\b\W*)*(?:what|what's|how|how's|"
    r"is|are|do|does|did|can|could|which|where|when|was|were|has|have|any|got|show|find|search|look|give|tell|"
    r"let's see|get|remember|forget|cancel|book|list|need|want|add|don't forget|"
    r"for (?:the|a|our|my) (?:hotel|flight|car|room)|"
    r"(?:the |my |our |a |an )?(?:outbound|return|way|flights?|hotels?|cars?|rooms?|other)|coming back|back|"
    r"(?:my|our) \w+|i|i'm|we|we're)\b"
)
_START = re.compile(r"\b(?:start|begin) with (?:the |a )?\w+|\b\w+ first\b")
_NUMBERS = re.compile(r"(?<![\d$:.])\b([1-9])\b(?![\d:.]| ?(?:people|nights?|days?|of us|adults?|stars?|seats?))")
_ONE = re.compile(r"\b(?:one|flight)\b")
_EACH = re.compile(r"\b(?:all|both|each|every|everything)\b")
_BACKWARDS = re.compile(r"\b(?:back|return|home|inbound)\b")
_OTHER = re.compile(r"\bthe other (?:one|flight|hotel|car|room)\b")
_LOOK = re.compile(
    r"\b(?:show|find|search|look|list|change|move|cancel|another|other|different|cheaper|nicer|near|about|not|no|don't)\b"
)
_WEEKDAY_NUMBER = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day (?P<day>\d{1,2})\b(?!:)")
_ASKED = "Shall I book this?"
_MAX_HEAD = 8
_MAX_LISTS = 8


@dataclass(frozen=True, slots=True)
class Picks:
    """The offers that a message picks, and the kinds of which it picks one without saying clearly which."""

    offers: tuple[Offer, ...] = ()
    unclear: tuple[Kind, ...] = ()


def find_picks(state: DialogueState) -> Picks:
    """Return what a message picks from the lists that were shown."""
    text = without_questions(state)
    if other := find_other(state, text):
        return Picks((other,))
    if named := _find_flights(state, text):
        rest = replace(state, message=_FLIGHT_NUMBER.sub(" ", _remove_times(text)))
        others = find_picks(rest) if _kinds_of(state, text) != ["flight"] else Picks()
        kept = [offer for offer in others.offers if offer.kind != "flight"]
        return Picks((*named, *kept), tuple(kind for kind in others.unclear if kind != "flight"))
    kinds: list[Kind] = _kinds_of(state, text) or (["flight"] if _is_about_legs(state, text) else [])
    if not kinds:
        return _pick_without_kind(state, text)
    offers = _choose_by_number(state, kinds, text)
    unclear: list[Kind] = []
    for kind in kinds:
        about = _text_about(state, kind, kinds, text)
        if chosen := _choose(state, kind, about):
            offers.extend(chosen)
        elif state.list_offers(kind) and _is_named(kind, about):
            unclear.append(kind)
    return Picks(tuple(offers), tuple(unclear))


def names_shown(state: DialogueState) -> bool:
    """Return whether a message names an offer that was shown lately: a hotel, or a flight by its number or time."""
    return bool(_find_flights(state, state.text) or find_hotels(state, state.text))


def find_other(state: DialogueState, text: str) -> Offer | None:
    """Return "the other one" of two that were shown, if one of them was talked about last."""
    current = state.offer if _OTHER.search(text) else None
    if current is None:
        return None
    listed = state.list_offers(current.kind)
    if current.kind == "flight":
        listed = [each for each in listed if each.flight.origin == current.flight.origin]
    others = [each for each in listed if each.text != current.text]
    return others[0] if len(others) == 1 and len(listed) == 2 else None


def _choose_by_number(state: DialogueState, kinds: Sequence[Kind], text: str) -> list[Offer]:
    """Return the offers of other kinds that a text names by number before it names a kind: "1 and 4 and the hotel"."""
    clauses = _CLAUSE.split(text)
    start = next((n for n, clause in enumerate(clauses) if _kinds_of(state, clause)), 0)
    numbers = [int(number) for clause in clauses[:start] for number in _NUMBERS.findall(clause)]
    others = {offer.kind for offer in state.offers} - set(kinds)
    return [offer for offer in state.offers if offer.number in numbers and others == {offer.kind}]


def _is_about_legs(state: DialogueState, text: str) -> bool:
    """Return whether a pick is about flights there and back: they are all that is shown, or it says which way."""
    is_alone = {offer.kind for offer in state.offers} == {"flight"}
    return (is_alone or bool(_BACKWARDS.search(text))) and len(group_legs(state.list_offers("flight"))) > 1


def kinds_in(text: str) -> list[Kind]:
    """Return the kinds that a pick speaks of: by their words, a style of hotel, a time or a direction of flight."""
    kinds = find_kinds(text)
    if STYLES.search(text) and "hotel" not in kinds:
        kinds.append("hotel")
    if (find_times(text) or _BACK.search(text) or _THERE.search(text)) and "flight" not in kinds:
        kinds.append("flight")
    return kinds


def _kinds_of(state: DialogueState, text: str) -> list[Kind]:
    """Return the kinds that a pick speaks of, also by the name of a hotel that was shown."""
    kinds = kinds_in(text)
    if "hotel" not in kinds and find_hotels(state, text):
        kinds.append("hotel")
    return kinds


def without_questions(state: DialogueState) -> str:
    """Return the sentences of a message that ask nothing."""
    return " ".join(sentence for sentence in split_sentences(state.text) if "?" not in sentence)


def split_pick(state: DialogueState) -> tuple[Picks, DialogueState | None] | None:
    """Return what a message picks at its beginning, and the message with the rest, which asks for something else."""
    if not state.offers:
        return None
    text, whole = state.text, find_picks(state)
    for match in _CLAUSE.finditer(text):
        head, rest = text[: match.start()], text[match.start() :].lstrip(" ,;.!:")
        if len(head.split()) > _MAX_HEAD:
            return None
        if not head.strip() or not rest:
            continue
        further = replace(state, message=rest, has_picked=True)
        is_there = _BACK.search(rest) and not _BACK.search(head) and _list_direction(state, is_back=False)
        picks = find_picks(replace(state, message=f"{head} outbound" if is_there else head))
        is_further = _FURTHER.match(rest) or _names_other_kind(rest, picks)
        if not is_further or len(whole.offers) > len(picks.offers):
            continue
        if picks.offers and (not find_picks(further).offers or further.reading.alters("first", "last", "nights")):
            return picks, further
        if is_there and picks.offers:
            return Picks((*picks.offers, *find_picks(further).offers)), None
    return None


def _names_other_kind(text: str, picks: Picks) -> bool:
    """Return whether a text is about a kind of which nothing was picked."""
    return bool(set(find_kinds(text)) - {offer.kind for offer in picks.offers})


def _pick_without_kind(state: DialogueState, text: str) -> Picks:
    kinds: list[Kind] = list(dict.fromkeys(offer.kind for offer in state.offers))
    chosen = [choose_offer(text, [offer for offer in state.offers if offer.kind == kind]) for kind in kinds]
    found = [offer for offer in chosen if isinstance(offer, Offer)]
    if len(found) > 1 and _EACH.search(text):
        return Picks(tuple(offer for kind in kinds for offer in _choose(state, kind, text)))
    if len(found) > 1 and (first := _find_first_kind(state)):
        return Picks(tuple(offer for offer in found if offer.kind == first))
    if len(found) > 1:
        return Picks(unclear=tuple(offer.kind for offer in found))
    return Picks(tuple(found))


def _find_first_kind(state: DialogueState) -> Kind | None:
    """Return the kind with which the last message before this one wished to start."""
    earlier = next((normalise(text) for role, text in reversed(state.history) if role == "user"), "")
    match = _START.search(earlier)
    return next(iter(find_kinds(match[0])), None) if match else None


def _choose(state: DialogueState, kind: Kind, text: str) -> list[Offer]:
    """Return the offers of a kind that a text chooses: by number, name or price, or the one picked before."""
    if text != without_questions(state) and _SOMETHING_ELSE.search(text):
        return []
    if kind == "hotel" and (named := find_hotels(state, text)):
        return named
    offers = state.list_offers(kind)
    if kind == "flight" and _EACH.search(text):
        offers = _list_direction(state, is_back=False) + _list_direction(state, is_back=True) or offers
    if kind == "flight" and len(group_legs(offers)) > 1:
        return _choose_legs(state, text, offers)
    if kind == "flight" and (_BACK.search(text) or _THERE.search(text)):
        offers = _list_direction(state, is_back=bool(_BACK.search(text)))
    chosen = choose_offer(text, offers)
    if isinstance(chosen, Offer):
        return [chosen]
    if _is_named(kind, text):
        return []
    return _find_waiting(state, kind, text, offers)


def _find_waiting(state: DialogueState, kind: Kind, text: str, offers: list[Offer]) -> list[Offer]:
    """Return the offer of a kind that waits for a yes, or was talked about last, if a text means it: "the hotel"."""
    if not re.search(rf"\b(?:the|that|this|my|our) {kind}\b", text) and not _PICKED.search(text):
        return []
    if not _LOOK.search(text) and (waiting := state.open_offer(kind)):
        return [waiting]
    is_beside = text != without_questions(state)
    if len(offers) == 1 and is_beside:
        return offers
    last = state.last_offer(kind) if is_beside or _PICKED.search(text) or _BOOK.search(text) else None
    return [last] if last else []


def group_legs(offers: Sequence[Offer]) -> list[list[Offer]]:
    """Return the flights of a list by where they start: the way there, and perhaps the way back."""
    legs: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.kind == "flight":
            legs.setdefault(offer.flight.origin.key, []).append(offer)
    return list(legs.values())


def _choose_legs(state: DialogueState, text: str, offers: Sequence[Offer]) -> list[Offer]:
    """Return what a text chooses from a list of flights there and back: one of each, or by number."""
    legs = [leg for leg in group_legs(offers) if not any(state.has_booked(offer) for offer in leg)]
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    clauses = _CLAUSE.split(text)
    back = " ".join(clause for clause in clauses if _BACKWARDS.search(clause))
    there = " ".join(clause for clause in clauses if not _BACKWARDS.search(clause))
    if not back and any(_THERE.search(clause) for clause in clauses):
        there = " ".join(clause for clause in clauses if _THERE.search(clause))
        back = " ".join(clause for clause in clauses if not _THERE.search(clause))
    if len(numbers) > 1 and not back.strip():
        return [offer for offer in offers if offer.number in numbers]
    if len(legs) > 1 and back.strip():
        chosen = [choose_offer(words, leg) for words, leg in zip((there, back), legs, strict=False)]
    elif find_number(text, len(offers)) is not None:
        chosen = [choose_offer(text, offers if len(legs) != 1 else legs[0])]
    else:
        is_one = _ONE.search(text) and not _EACH.search(text)
        chosen = [choose_offer(text, leg) for leg in (legs[:1] if is_one else legs)]
    return [offer for offer in chosen if isinstance(offer, Offer)]


def _is_named(kind: Kind, text: str) -> bool:
    """Return whether a text says exactly which one it means, so that no other one may be taken for it."""
    if kind == "hotel":
        return bool(STYLES.search(text))
    return kind == "flight" and bool(find_times(text))


def _text_about(state: DialogueState, kind: Kind, kinds: Sequence[Kind], text: str) -> str:
    """Return the clauses of a text about a kind: those that name it, and those after them that name none."""
    if len(kinds) < 2:
        return text
    current: Kind | None = None
    about: list[str] = []
    for clause in _CLAUSE.split(text):
        named = _kinds_of(state, clause)
        current = named[0] if named else current
        if kind in named or (not named and current == kind):
            about.append(clause)
    return " ".join(about)


def _find_flights(state: DialogueState, text: str) -> list[Offer]:
    """Return the flights that a text names by their numbers, or by time and day, as they were shown last."""
    found: list[Offer] = []
    for clause in _CLAUSE.split(text) if len(find_times(text)) > 1 or len(_FLIGHT_NUMBER.findall(text)) > 1 else [text]:
        numbers, times = _FLIGHT_NUMBER.findall(clause), find_times(clause)
        shown = [
            offer
            for offer in _flights(state)
            if offer.flight.number.lower() in numbers or (not numbers and offer.flight.departs in times)
        ]
        found.extend([offer for offer in shown if _fits(offer, clause, state.today)][:1])
    return list({offer.text: offer for offer in found}.values())


def find_left_open(state: DialogueState) -> Offer | None:
    """Return the offer that an earlier reply asked about, and that is neither refused, replaced nor booked."""
    replaced: list[Offer] = [question.offer] if (question := state.question) and question.offer else []
    message = ""
    for role, text in reversed(state.history[:-1]):
        if role == "user":
            message = normalise(text)
            continue
        asked = find_question(text)
        offer = asked.offer if asked else None
        if offer is None:
            continue
        is_open = (
            _ASKED in text and message and not is_no(message) and not any(_is_alike(offer, other) for other in replaced)
        )
        if is_open and not state.has_booked(offer):
            return offer
        replaced.append(offer)
    return None


def _is_alike(offer: Offer, other: Offer) -> bool:
    """Return whether one offer takes the place of another: of the same kind, and the same way if they are flights."""
    if offer.kind != other.kind:
        return False
    return offer.kind != "flight" or offer.flight.origin == other.flight.origin


def find_asked(state: DialogueState, text: str) -> list[Offer]:
    """Return the flights that were asked about on their own and that a text means by day and destination."""
    return [
        offer
        for offer in _flights(state)
        if offer.number is None
        and offer.flight.destination.name.lower() in text
        and _fits(offer, text, state.today)
        and not state.has_booked(offer)
    ]


def _remove_times(text: str) -> str:
    return re.sub(r"\b\d{1,2}:\d\d\b(?: ?[ap]m\b)?", " ", text)


def find_hotels(state: DialogueState, text: str) -> list[Offer]:
    """Return the hotels that a text names, each as it was shown last."""
    shown: dict[str, Offer] = {}
    for reply in state.replies[:_MAX_LISTS]:
        for offer in find_offers(reply):
            if offer.kind == "hotel":
                shown.setdefault(offer.title, offer)
    named = [offer for offer in shown.values() if names_hotel_fully(text, offer.title)]
    if not named:
        latest = {offer.title for offer in state.list_offers("hotel")}
        short = [offer for offer in shown.values() if names_hotel(text, offer.title)]
        named = [offer for offer in short if offer.title in latest] or short[:1]
    return named if len(named) == 1 or re.search(r"\band\b", text) else []


def _fits(offer: Offer, text: str, today: date) -> bool:
    day = date.fromisoformat(offer.call.arguments["day"])
    if match := _WEEKDAY_NUMBER.search(text):
        return int(match["day"]) == day.day
    named = parse_dates(text, today, day).first
    return named in {None, day}


def _flights(state: DialogueState) -> list[Offer]:
    """Return the flights that were shown lately, the latest first."""
    shown = [find_offers(reply) for reply in state.replies[:_MAX_LISTS]]
    return [offer for offers in shown for offer in offers if offer.kind == "flight"]


def _list_direction(state: DialogueState, *, is_back: bool) -> list[Offer]:
    """Return the flights of the way there or of the way back in the latest list that has them."""
    flights = _flights(state)
    if not flights:
        return []
    latest = flights[0].flight
    other = next((each for each in flights if each.flight.origin == latest.destination), None)
    if other is None:
        return [] if is_back else state.list_offers("flight")
    is_latest_back = flights[0].call.arguments["day"] >= other.call.arguments["day"]
    wanted = latest if is_back == is_latest_back else other.flight
    found = [each for each in flights if each.flight.origin == wanted.origin]
    day = found[0].call.arguments["day"]
    return list({each.text: each for each in found if each.call.arguments["day"] == day}.values())
