"""Questions about bookings: which there are, when they are, whether something is booked, and what all of it costs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import details
from ricordo_travel.dialogue.booked import Row, find_meant, load_bookings, names_direction
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, describe_booking, number_lines
from ricordo_travel.dialogue.plan import Plan
from ricordo_travel.dialogue.questions import ASK_OFFER
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import split_sentences
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
    r"\b(?:everything|it all|whole trip|all together|altogether)\b.{0,20}\b(?:cost|total|come to)\b"
)


def asks_about_bookings(text: str) -> bool:
    """Return whether a text in lower case asks something about what is booked."""
    return bool(_find_question(text))


def asks_for_them(state: DialogueState) -> bool:
    """Return whether the message asks to list the bookings that the last reply speaks of."""
    return bool(BOOKING_ID.search(state.last_reply) and _LIST_THEM.search(state.text))


def answer_about_bookings(state: DialogueState) -> Plan:
    """Say what is booked, as far as the message asks for it."""
    asked = replace(state, message=_find_question(state.text))
    rows = yield from load_bookings()
    active = [row for row in rows if row["state"] == "booked"]
    is_whether = _asks_whether(asked.text)
    found = find_meant(asked, active, is_list=True) if active else []
    is_open = bool(state.question and state.question.offer and re.search(r"\b(?:it|that|this)\b", asked.text))
    if is_whether and is_open:
        return "No, not yet."
    if is_whether and (offer := _find_unbooked(asked, found)):
        rest = f" {_list(found)}" if found else ""
        return f"No, this is not booked: {offer.text}.{rest}{_ask_again(asked)}"
    if is_whether and (find_kinds(asked.text) or names_direction(asked.text) or not active) and not found:
        return f"No, that is not booked.{_ask_again(asked)}"
    if not active and not _LIST.search(asked.text) and details.asks_about_offers(asked):
        return (yield from details.answer_about_offers(asked))
    if not active and _TOTAL.search(asked.text) and state.offers:
        return (yield from details.answer_about(asked, state.offers))
    if not active:
        return "You have no bookings." + (" The ones that you had are cancelled." if rows else "")
    yes = "Yes. " if is_whether and found and not _LIST.search(asked.text) else ""
    twice = f"{_say_if_twice(active)} " if _TWICE.search(asked.text) else ""
    return f"{twice}{yes}{_list(found or active)}"


def _find_unbooked(state: DialogueState, rows: Sequence[Row]) -> Offer | None:
    """Return the offer of the kind asked about that was talked about last on its own, if it is not booked."""
    kinds = find_kinds(state.text)
    offer = state.last_offer(kinds[0]) if len(kinds) == 1 and not names_direction(state.text) else None
    if offer is None or any(describe(row).casefold() == offer.text.casefold() for row in rows):
        return None
    return offer


def _list(rows: Sequence[Row]) -> str:
    lines = number_lines([describe_booking(row) for row in rows])
    total = sum(row["total_price"] for row in rows)
    return f"Your bookings:\n{lines}" + (f"\nIn all: ${total:,.0f}" if len(rows) > 1 else "")


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
