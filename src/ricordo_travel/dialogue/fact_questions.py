"""Answers to questions about what is known of flights, cars and places, beside whatever else a message says."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from ricordo_travel.dialogue import details
from ricordo_travel.dialogue.booked import find_spoken, load_active
from ricordo_travel.dialogue.cabins import find_cabin
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.meant import keep_fitting
from ricordo_travel.dialogue.named_hotels import part_named
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, find_offers, parse_offer
from ricordo_travel.dialogue.open_offers import OpenOffers, find_asked, first_day, is_on_day, places_of
from ricordo_travel.dialogue.place_facts import PlaceFact, find_place_facts
from ricordo_travel.dialogue.plan import ToolCall, ToolResult
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.refunds import ASKS_MONEY_BACK, describe_money_back
from ricordo_travel.dialogue.service_facts import Fact, find_facts
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.terms import ASKS, QUESTION_BEGINS, part_terms
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.dialogue.wishes import find_spoken_kinds
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import describe

Parted = Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[str, DialogueState]]
_WANTS = re.compile(
    r"\b(?:show|find|search|look for|remember|forget|note|remind)\b|"
    r"\b(?:erase|delete|stored?|write (?:\w+ ){0,2}down|(?:told|tell) you|(?:i|we) (?:say|said|mention)|about me)\b|"
    r"^\W*(?:please |can you |could you |yes )?(?:book|cancel|change|move|add)\b|\bmake it\b"
)
"""Words of somebody who wants something done, beside which a question is none by itself."""
_WANTS_ONE = re.compile(
    r"\b(?:do you have|have you got|is there|are there|any|get|have|need|want|prefer|like|with|book|rent|hire|about)"
    r"(?: me| us)? (?:an?|any|some|one|no)\b[^.;?]{0,20}\b(?:automatics?|manuals?)\b|\bany automatics?\b|"
    r"\b(?:automatic|manual)(?: car)? (?:instead|please)\b|"
    r"\b(?:is there|are there|do you have|have you got|(?:can|could) (?:i|we) (?:get|have|rent|hire)|any)"
    r"(?: also)?(?: an?| any| some)?(?: \w+)? (?:cars?|vans?|suvs?|flights?)\b(?! (?:seats?|insurance))"
)
_NEXT_QUESTION = re.compile(
    r",? (?:and|or) (?=(?:is there|are there|do|does|is|are|can|will|what|whats|what's|how|hows|how's|when|where)\b)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:they|them|these|those|which|ones|all|both|others?|flights|cars)\b")
_IS_BOOKED = re.compile(
    r"\b(?:my|our) (?:\w{1,12} )?(?:flights?|planes?|cars?|rentals?|hotels?|rooms?|bookings?|reservations?)\b|"
    r"\b(?:(?:i|we)(?:'ve| have)?(?: just| already| now)?|(?:is|are|have)(?: already)?|the(?: \w{1,12})?|already|ones?)"
    r" (?:booked|reserved)\b(?! (?:a|an|one|some)\b)"
)
"""Words of somebody who asks about what is booked, whatever was shown after that."""
_MONEY_BACK = re.compile(r"\b(?:\w{1,5} )?money back\b", re.IGNORECASE)
_THE_ONE = re.compile(r"\b(?:the|my|our|that|this|those|these) (?:\w{1,12} ){0,2}(?:flights?|planes?|cars?|rentals?)\b")
_SEARCHED = ("first", "last", "nights", "month", "days", "origin")
_KIND_OF_ID: dict[str, Kind] = {"F": "flight", "H": "hotel", "C": "car"}
_MAX_FACTS = 2


def asks_for_fact(message: str) -> bool:
    """Return whether a message, or a part of one, asks for a fact that is known."""
    text = normalise(message)
    return _is_question(text) and bool(find_place_facts(text) or find_facts(text, (), ("flight", "car")))


def _is_question(text: str) -> bool:
    return bool(ASKS.search(text)) and not _WANTS.search(text) and not _WANTS_ONE.search(text)


def part_questions(state: DialogueState) -> Parted:
    """Return the answers to questions about facts and terms in a message, and the state for what else it says."""
    named, rest = part_named(state)
    told, rest = yield from _part_facts(rest)
    terms, rest = part_terms(rest)
    return " ".join(filter(None, (named, told, "" if terms in told else terms))), rest


def _part_facts(state: DialogueState) -> Parted:
    answers: dict[str, None] = {}
    left: list[str] = []
    for sentence in split_sentences(state.message):
        told, unanswered = yield from _answer_sentence(state, " ".join(sentence.split()))
        answers |= dict.fromkeys(told)
        left += unanswered
    if not answers:
        return "", state
    answered = [each for each in state.rest if each.text not in " ".join(left)]
    parts = tuple(part for part in state.rest if part not in answered)
    return " ".join(answers), replace(state, message=" ".join(left), rest=parts)


def _answer_sentence(
    state: DialogueState, sentence: str
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[list[str], list[str]]]:
    """Return the answers to the questions in a sentence, and its clauses that are not answered."""
    answers: list[str] = []
    left: list[str] = []
    clauses = [each for part in QUESTION_BEGINS.split(sentence) for each in _NEXT_QUESTION.split(part)]
    for clause in clauses:
        told = yield from _answer_clause(replace(state, message=clause))
        answers += told
        left += [] if told else [clause]
    if not answers and len(clauses) > 1:  # "i am 22, can i drive it?"
        answers = yield from _answer_clause(replace(state, message=sentence))
        left = [clause for clause in clauses if not ASKS.search(normalise(clause))] if answers else left
    return answers, [each if each[-1:] in ".!?;" else f"{each}." for each in left] if answers else [sentence]


def _answer_clause(asked: DialogueState) -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[str]]:
    """Return the answers to a clause if it asks about facts, or nothing if it does something else."""
    text = asked.text
    if not _is_question(text):
        return []
    about = find_place_facts(text)
    if about and (place := (yield from _find_place(asked))):
        return [_tell_of_place(asked, fact, place) for fact in about[:_MAX_FACTS]]
    kinds = find_spoken_kinds(text)
    facts = find_facts(text, [kind for kind in kinds if kind != "hotel"], [] if kinds else _find_spoken(asked))
    if not facts or (kinds and all(kind == "hotel" for kind in kinds)):
        return []
    if kinds and asked.reading.names(*_SEARCHED) and not (yield from _names_known(asked, kinds)):
        return []
    said: list[str] = []
    for fact in facts[:_MAX_FACTS]:
        said += yield from _tell(asked, fact)
    if "hotel" in (kinds or _find_spoken(asked)) and ASKS_MONEY_BACK.search(text):
        said += [describe_money_back(hotel, asked.today) for hotel in (yield from _find_offers(asked, "hotel"))]
    return said


def _tell(asked: DialogueState, fact: Fact) -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[str]]:
    """Return a fact of each offer or booking that a question is about, or in general if it is about none."""
    offers = yield from _find_offers(asked, fact.kind)
    if fact.kind == "flight" and (cabin := find_cabin(asked.text)):
        offers = [
            replace(each, call=replace(each.call, arguments={**each.call.arguments, "cabin": cabin})) for each in offers
        ]
    if fact.compare and len(offers) > 1:
        return [fact.compare(offers)]
    told = [fact.tell(offer, asked.today) for offer in offers] or [fact.tell(None, asked.today)]
    return [each for each in dict.fromkeys(told) if each]


def _find_offers(
    asked: DialogueState, kind: Kind
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], Sequence[Offer]]:
    """Return what a question is about: what waits for a yes, or what was shown or booked of a kind, the later of both.

    The terms of something that was only shown are no answer to somebody who asks about a booking.
    """
    asked = replace(asked, message=_MONEY_BACK.sub("refund", asked.message))  # that is no flight back
    named = [offer for offer in find_references(asked) if offer.kind == kind]
    is_own = bool(_IS_BOOKED.search(asked.text))
    waiting = asked.question.offer if asked.question else None
    is_waiting = waiting is not None and waiting.kind == kind and _may_be(waiting, asked)
    named = named or [offer for offer in find_asked(asked.last_reply) if not is_waiting and _may_be(offer, asked)]
    named = [offer for offer in named if offer.kind == kind]
    if waiting and is_waiting and len(named) != 1 and not is_own and not _SEVERAL.search(asked.text):
        return [waiting]
    booked = yield from _find_booked(asked, kind)
    if booked and (is_own or not _is_shown_last(asked, kind)):
        others = [] if is_own else [each for each in named if each.title not in {offer.title for offer in booked}]
        return others or booked
    shown = named or [offer for offer in details.find_referents(asked) if offer.kind == kind]
    return shown or booked or asked.list_offers(kind)


def _names_known(
    asked: DialogueState, kinds: Sequence[Kind]
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], bool]:
    """Return whether the place and the days that a question names are those of something that is shown or booked."""
    if not _THE_ONE.search(asked.text):
        return False
    rows = [row for row in (yield from load_active()) if row["kind"] in kinds]
    if keep_fitting(asked, rows, asked.text, is_exact=True):
        return True
    changes = asked.reading.changes
    ends = {changes[name] for name in ("origin", "destination") if changes.get(name)}
    shown = [offer for offer in asked.offers if offer.kind in kinds and ends <= set(places_of(offer))]
    return any(changes.get("first") in {None, first_day(offer)} for offer in shown)


def _find_booked(
    asked: DialogueState, kind: Kind
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], Sequence[Offer]]:
    """Return the bookings of a kind that a question may mean: those that it names, else those spoken of last."""
    rows = [row for row in (yield from load_active()) if row["kind"] == kind]
    fitting = keep_fitting(asked, rows, asked.text, is_exact=True)
    if len(fitting) in {0, len(rows)} and not _SEVERAL.search(asked.text):
        fitting = find_spoken(asked, rows)
    return [offer for row in fitting or rows if (offer := parse_offer(describe(row)))]


def _may_be(offer: Offer, asked: DialogueState) -> bool:
    """Return whether an offer is at the places that a question names, a flight by its ends and on its day, too."""
    own = places_of(offer)
    ends = {"from": own[:1], "to": own[-1:]} if offer.kind == "flight" else {}
    mentions = find_mentions(asked.text)
    words = [asked.text[: mention.start].rstrip().rpartition(" ")[2] for mention in mentions]
    is_there = all(mention.place in ends.get(word, own) for mention, word in zip(mentions, words, strict=True))
    return is_there and (offer.kind != "flight" or is_on_day(offer, asked.text, asked.today))


def _is_shown_last(asked: DialogueState, kind: Kind) -> bool:
    """Return whether offers of a kind that may still be meant were shown since a booking of it was spoken of."""
    refused = OpenOffers(asked).refused_texts
    for reply in asked.replies:
        shown = [offer for offer in find_offers(reply) if offer.kind == kind and offer.text not in refused]
        if any(_may_be(offer, asked) for offer in shown):
            return True
        if any(_KIND_OF_ID[id[0].upper()] == kind for id in BOOKING_ID.findall(reply)):
            return False
    return False


def _find_spoken(asked: DialogueState) -> list[Kind]:
    """Return the kinds of what was shown, asked about or booked last."""
    for reply in asked.replies:
        offers = find_offers(reply)
        alone: list[Kind] = [offer.kind for offer in offers if offer.number is None]
        booked: list[Kind] = [_KIND_OF_ID[id[0].upper()] for id in BOOKING_ID.findall(reply)]
        listed: list[Kind] = [offer.kind for offer in offers]
        if kinds := alone or listed or booked:
            return list(dict.fromkeys(kinds))
    return []


def _find_place(asked: DialogueState) -> Generator[Sequence[ToolCall], Sequence[ToolResult], Place | None]:
    """Return the place that a question is about: the one that it names, of the trip, or of what is booked."""
    mentions = [mention for mention in find_mentions(asked.text) if mention.place]
    if mentions:
        return mentions[0].place
    if any(not mention.is_served for mention in find_mentions(asked.text)):
        return None
    shown = [place for reply in asked.replies[:1] for offer in find_offers(reply) if (place := _place_of(offer))]
    if place := asked.trip.destination or next(iter(shown), None):
        return place
    rows = yield from load_active()
    booked = [place for row in rows if (offer := parse_offer(describe(row))) and (place := _place_of(offer))]
    return booked[0] if booked else None


def _place_of(offer: Offer) -> Place:
    if offer.kind == "flight":
        return offer.flight.destination
    return offer.hotel.place if offer.kind == "hotel" else offer.car.location.place


def _tell_of_place(asked: DialogueState, fact: PlaceFact, place: Place) -> str:
    known = know_trip(asked)
    return fact.tell(place, known.start, known.first or asked.today)
