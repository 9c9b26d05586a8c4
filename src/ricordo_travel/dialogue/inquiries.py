"""Questions about bookings: which there are, when they are, whether something is booked, and what all of it costs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import bookings, details, search
from ricordo_travel.dialogue.booked import Row, find_meant, find_next_trip, load_bookings, names_direction
from ricordo_travel.dialogue.money import format_dollars, parse_money
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, describe_booking, number_lines
from ricordo_travel.dialogue.picks import find_asked, find_hotels
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.questions import ASK_OFFER
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.wording import describe

_TWICE = re.compile(r"\b(?:book(?:ed)?|reserved?)\b.{0,20}\b(?:twice|two times|double)\b|\bdouble[ -]book(?:ed|ing)?\b")
_LIST = re.compile(
    r"\b(?:my|show|list|see|all|any|i have|do i have|we have|i've|we've|what|which)\b.{0,40}"
    r"\b(?:bookings?|reservations?|booked|reserved)\b|\b(?:list|show) (?:me )?(?:my |the |all )*(?:bookings?|"
    r"reservations?)\b|\bmy (?:bookings?|reservations?|itinerary)\b|"
    r"\bwhat (?:have (?:i|we) got|do (?:i|we) have)\b(?! to)|"
    r"\b(?:what|which)\b.{0,30}\bdid (?:i|we|you) (?:book|reserve)\b|\bbooking (?:number|reference|id|code)\b"
)
_LIST_THEM = re.compile(r"^\W*(?:please )?(?:list|show)(?: me)? (?:them|it|those|all)\b|^\W*which (?:ones|are they)\b")
_WHETHER = re.compile(
    r"\b(?:did|have|has|was|were|is|are)\b.{0,40}\b(?:book|booked|reserved?|go through|gone through|went through|"
    r"all set|confirmed)\b"
)
_NOT_WHETHER = re.compile(
    r"\b(?:can|could|would|will|please|want|need|like)\b.{0,20}\b(?:book|reserve)\b|\bfully booked\b|\bonce\b|\bif\b|"
    r"\b(?:hotel|flight|car)s? (?:you|they) (?:book|have)"
)
_WHEN = re.compile(
    r"\b(?:when|what (?:day|date|time)s?|which (?:day|date)s?|how long|how many (?:nights|days)|(?:date|day|time) of)\b"
)
_MINE = re.compile(
    r"\b(?:am i|are we|i|we|i'm|we're|my|our)\b(?: \w+){0,3}? (?:fly|flying|flight|leave|leaving|check|stay|"
    r"staying|hotel|room|car|trip|thing|start|return|returning|come|coming|go|going|arrive|arriving|land|home|holiday|booking|"
    r"pick|depart|departing|back|there)\b"
)
_TOTAL = re.compile(
    r"\bhow much\b.{0,30}\b(?:spen[dt]|everything|it all|all of (?:it|that)|altogether|so far|whole trip|all together|"
    r"bookings?)\b|\b(?:total|sum)\b.{0,30}\b(?:so far|bookings?|booked|everything|whole trip|all of it|spen[dt])\b|"
    r"\b(?:everything|it all|all together|altogether|(?:trip|holidays?|vacation|journey))\b.{0,20}"
    r"\b(?:costs?|total|come to)\b|"
    r"\bcosts?\b.{0,20}\b(?:everything|it all|(?:whole|our|my) (?:trip|holidays?|vacation))\b|\bmy total\b|"
    r"\b(?:total|sum)\b.{0,12}\b(?:trip|holidays?)\b"
)
_LEFT = re.compile(r"\b(?:left|remaining|remains?)\b")
_NEXT = re.compile(
    r"\bnext (?:trip|holidays?|journey|vacation|booking|stay|flight|hotel)\b|\b(?:go|going|travel\w*) next\b"
)
_CHECK_IN = re.compile(r"\bcheck(?:ing)?[ -]?(?:in|out)\b")


_UNKNOWN_HOURS = "\nI do not know from which hour the rooms are ready, or until when; please ask the hotel."


def asks_about_bookings(text: str) -> bool:
    """Return whether a text in lower case asks something about what is booked."""
    return bool(_find_question(text))


def asks_for_them(state: DialogueState) -> bool:
    """Return whether the message asks to list the bookings that the last reply speaks of."""
    return bool(BOOKING_ID.search(state.last_reply) and _LIST_THEM.search(state.text))


def answer_about_bookings(state: DialogueState) -> Plan:
    """Say what is booked, as far as the message asks for it."""
    asked = replace(state, message=_find_question(state.text) or state.text)
    rows = yield from load_bookings()
    active = [row for row in rows if row["state"] == "booked"]
    if _asks_whether(asked.text):
        return (yield from _answer_whether(asked, active))
    if not active and not _LIST.search(asked.text) and details.asks_about_offers(asked):
        return (yield from details.answer_about_offers(asked))
    if not active and _TOTAL.search(asked.text) and state.offers:
        return (yield from details.answer_about(asked, state.offers))
    if not active:
        return "You have no bookings." + (" The ones that you had are cancelled." if rows else "")
    kinds = find_kinds(asked.text)
    if kinds and not names_direction(asked.text) and not any(row["kind"] in kinds for row in active):
        return (yield from search.search(replace(state, act="search"), kinds=tuple(kinds)))
    if _NEXT.search(asked.text) and (trip := find_next_trip(active, state.today)):
        return _list([row for row in trip if row["kind"] in kinds][:1] or trip, "Your next trip:")
    if _LEFT.search(asked.text) and (left := _say_left(state, active)):
        return left
    found = find_meant(replace(asked, message=_without_total(asked.text)), active, is_list=True)
    total = _sum(active) if found != active and _TOTAL.search(asked.text) and _asks_when(asked.text) else ""
    twice = f"{_say_if_twice(active)} " if _TWICE.search(asked.text) else ""
    unknown = _UNKNOWN_HOURS if _CHECK_IN.search(asked.text) else ""
    return f"{twice}{_list(found or active)}{total}{unknown}"


def _answer_whether(state: DialogueState, active: Sequence[Row]) -> Plan:
    """Say whether something is booked: yes only if it is exactly what the message names."""
    if state.question and state.question.offer and re.search(r"\b(?:it|that|this)\b", state.text):
        return "No, not yet."
    found = find_meant(state, active, is_list=True, is_exact=True)
    shown = find_hotels(state, state.text) or find_asked(state, state.text)
    offer = next(iter(shown), None) if not found else _find_unbooked(state, found)
    if offer and not state.has_booked(offer):
        rest = f" {_list(found)}" if found else ""
        if offer.number is not None:
            return f"No, {offer.title} is not booked.{rest}"
        asked = yield from bookings.ask_to_book(offer)
        return f"No, {offer.title} is not booked yet.{rest}\n\n{asked}"
    if not found and (active or not _LIST.search(state.text)):
        rest = f" {_list(active)}" if active and not _ask_again(state) else ""
        return f"No, that is not booked.{_ask_again(state)}{rest}"
    twice = f"{_say_if_twice(active)} " if _TWICE.search(state.text) else ""
    yes = "" if _LIST.search(state.text) or twice else "Yes. "
    return f"{twice}{yes}{_list(found)}" if found else "You have no bookings."


def _without_total(text: str) -> str:
    """Return a question without its part about the total, which is about all bookings."""
    return " ".join(part for part in re.split(r",|\band\b", text) if not _TOTAL.search(part)) or text


def _say_left(state: DialogueState, rows: Sequence[Row]) -> str:
    """Return how much of the budget the bookings leave, or nothing if there is no budget."""
    budget = parse_money(state.text, is_asked=True) or state.trip.budget
    budget = budget or parse_money(normalise(state.memory.value("budget_range")), is_asked=True)
    if budget is None or budget.basis in {"night", "day"}:
        return ""
    total = sum(row["total_price"] for row in rows)
    rest = budget.amount - total
    is_over = f"so you are {format_dollars(-rest)} over" if rest < 0 else f"so {format_dollars(rest)} is left of"
    return f"Your bookings are {format_dollars(total)} in all, {is_over} {format_dollars(budget.amount)}."


def _find_unbooked(state: DialogueState, rows: Sequence[Row]) -> Offer | None:
    """Return the offer of the kind asked about that was talked about last on its own, if it is not booked."""
    kinds = find_kinds(state.text)
    offer = state.last_offer(kinds[0]) if len(kinds) == 1 and not names_direction(state.text) else None
    if (
        offer is None
        or state.has_booked(offer)
        or any(describe(row).casefold() == offer.text.casefold() for row in rows)
    ):
        return None
    return offer


def _list(rows: Sequence[Row], title: str = "Your bookings:") -> str:
    lines = number_lines([describe_booking(row) for row in rows])
    return f"{title}\n{lines}" + (_sum(rows) if len(rows) > 1 else "")


def _sum(rows: Sequence[Row]) -> str:
    return f"\nIn all: ${sum(row['total_price'] for row in rows):,.0f}"


def _find_question(text: str) -> str:
    """Return the sentence of a text that asks about bookings, or an empty one."""
    for sentence in split_sentences(text):
        asks = _TWICE.search(sentence) or _LIST.search(sentence) or _TOTAL.search(sentence) or _asks_whether(sentence)
        if (asks and not re.search(r"\b(?:hotel|flight|car)s? (?:you|they) (?:book|have)", sentence)) or _asks_when(
            sentence
        ):
            return sentence
    return ""


def _asks_whether(text: str) -> bool:
    return bool(_WHETHER.search(text)) and not _NOT_WHETHER.search(text)


def _asks_when(text: str) -> bool:
    return bool(_WHEN.search(text) and _MINE.search(text)) and not re.search(r"\b(?:should|can|could|would)\b", text)


def _ask_again(state: DialogueState) -> str:
    """Return the question which of the offers that were shown last to book, if they are what is asked about."""
    kinds = find_kinds(state.text) or ["flight"]
    is_shown = any(offer.kind in kinds for offer in state.offers) and not state.question
    return f" {ASK_OFFER}" if is_shown else ""


def _say_if_twice(rows: Sequence[Row]) -> str:
    things = [describe(row) for row in rows]
    same = next((thing for thing in things if things.count(thing) > 1), None)
    return f"Yes, this is booked more than once: {same}." if same else "No, nothing is booked twice."
