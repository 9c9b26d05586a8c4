"""Questions about bookings: which there are, when they are, whether something is booked, and what all of it costs."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.values.text import split_sentences
from ricordo_travel.dialogue.values.wishes import find_kinds, names_owned

_TWICE = re.compile(r"\b(?:book(?:ed)?|reserved?)\b.{0,20}\b(?:twice|two times|double)\b|\bdouble[ -]book(?:ed|ing)?\b")
_LIST = re.compile(
    r"\b(?:my|show|list|see|all|any|i have|do i have|we have|i've|we've|what|which)\b.{0,40}"
    r"\b(?:bookings?|reservations?|booked|reserved)\b|\b(?:list|show) (?:me )?(?:my |the |all )*(?:bookings?|"
    r"reservations?)\b|\bmy (?:bookings?|reservations?|itinerary)\b|"
    r"\bwhat (?:have (?:i|we) got|do (?:i|we) have)\b(?! to)|"
    r"\b(?:what|which)\b.{0,30}\bdid (?:i|we|you) (?:book|reserve)\b|\bbooking (?:number|reference|id|code)\b"
)
_OWN = re.compile(
    r"\b(?:the|that|those|my|our) (?:flights?|hotel|car|rooms?|trip) (?:that |which )?(?:i|we|you)(?: have|'ve)? "
    r"(?:already |just )?(?:booked|reserved)\b"
)
_COURTESY = re.compile(r"\b(?:can|could|would|will) you (?:please |kindly )?(?:tell|remind|say|check|show|let)\b")
_WHETHER = re.compile(
    r"\b(?:did|have|has|was|were|is|are)\b.{0,40}\b(?:book|booked|reserved?|go through|gone through|went through|"
    r"all set|confirmed)\b"
)
_DONE = re.compile(
    r"^\W{0,5}(?:(?:and|so|ok|but) ){0,2}(?:did (?:you|it|that)\b.{0,40}\b(?:change|move|cancel)|"
    r"(?:is|are|was|were|has|have)\b.{0,40}\b(?:changed|moved|cancelled))\b"
)
_NOT_WHETHER = re.compile(
    r"\b(?:can|could|would|will|please|want|need|like)\b.{0,20}\b(?:book|reserve)\b|\bfully booked\b|\bonce\b|\bif\b|"
    r"\b(?:hotel|flight|car)s? (?:you|they) (?:book|have)|\b(?:was|were|is|have|has) never\b"
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
    r"\bcosts?\b.{0,20}\b(?:everything|it all|altogether|all together|(?:whole|our|my) (?:trip|holidays?|vacation))\b|"
    r"\bmy total\b|"
    r"^\W{0,3}(?:and |then |also |please ){0,3}(?:add|total) (?:it|that|them|everything)(?: all)? (?:up|together)"
    r"(?: for (?:me|us))?(?: please| too)?\W{0,3}$|"
    r"\b(?:total|sum)\b.{0,12}\b(?:trip|holidays?)\b|"
    r"\bwhat (?:did|have|do|am|are) (?:i|we) (?:already |now )?(?:spen[dt]|spending|pay|paid|paying|owe)\b"
)
_ON_ARRIVAL = re.compile(
    r"(?<=[a-z0-9] )(?<!me )(?<!know )(?<!check )(?<!and )(?<!remember )"
    r"when (?:i|we) (?:land|arrive|get (?:there|in))\b"
)
"""A time at which something else is wanted: "a car when we land"."""
_WITHIN = re.compile(
    r"\b(?:in|within|inside|under|below|over|above|stay\w* (?:in|within|under|below)|exceed\w*|kept? to|keep to) "
    r"(?:(?:(?:my|our|the) )(?:\w+ )?(?:budget|limit)|(?:(?:my|our|the) )?\$?\d[\d,]{2,8})"
)
_DID_I = re.compile(r"\W*(?:and |so |but )*(?:did|am|are|were|have) (?:i|we)\b")


def asks_about_bookings(text: str) -> bool:
    """Return whether a text in lower case asks something about what is booked."""
    return bool(_find_question(text))


def asks_if_done(text: str) -> bool:
    """Return whether a text in lower case asks if bookings were changed or cancelled."""
    return bool(_DONE.search(text))


def _find_question(text: str) -> str:
    """Return the sentence of a text that asks about bookings, or an empty one."""
    for sentence in split_sentences(text):
        if names_owned(sentence) and find_kinds(sentence):
            continue  # "i have flights booked, and still need a hotel"
        asks = any(each.search(sentence) for each in (_TWICE, _LIST, _OWN, _TOTAL))
        asks = asks or bool(_DID_I.match(sentence) and _WITHIN.search(sentence))
        asks = asks or _asks_whether(sentence)
        if (asks and not re.search(r"\b(?:hotel|flight|car)s? (?:you|they) (?:book|have)", sentence)) or _asks_when(
            sentence
        ):
            return sentence
    return ""


def _asks_whether(text: str) -> bool:
    text = _OWN.sub(" ", text)  # "the flights that we have booked" asks nothing
    return bool(_WHETHER.search(text) or asks_if_done(text)) and not _NOT_WHETHER.search(text)


def _asks_when(text: str) -> bool:
    text = _ON_ARRIVAL.sub(" ", _COURTESY.sub(" ", text))
    return bool(_WHEN.search(text) and _MINE.search(text)) and not re.search(r"\b(?:should|can|could|would)\b", text)
