"""Join the parts of a message that belong together, although the reader of requests has cut them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.wishes import find_amenities, find_kinds
from ricordo_travel.dialogue.yes.act_reader import MessagePart
from ricordo_travel.dialogue.yes.choice import NAME, STYLE

_HOTEL = re.compile(rf"\b(?:{NAME})$", re.IGNORECASE)
_STYLE = re.compile(rf"(?:{STYLE}|guest house)\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:forget|erase|delete|remember|note)(?: that| about)?$|"
    r"\b(?:i|we) (?:always|usually|normally|mostly|never) "
    r"(?:take|go|go for|book|choose|pick|get|want|need|buy|fly|stay)$",
    re.IGNORECASE,
)
"""The end of a part that goes on in the next one."""
_SAME = re.compile(
    r"(?:stays?|remains?|(?:is|are) (?:fine|ok|the same)|as (?:it|they) (?:is|was|are|were))\b", re.IGNORECASE
)
_BEFORE_DAY = re.compile(r"\b(?:[a-z]{3,6}day|until|till|til|from|on|to|the)$", re.IGNORECASE)
"""The end of a part before a day of the month, which belongs to it: "until tuesday / 30th"."""
_BEFORE_MORE = re.compile(r"\b(?:is|are|the|an?|whichever|the \d{1,2}:\d\d)$", re.IGNORECASE)
"""The end of a part that says nothing without the next one: "whichever day is / cheapest", "the 7:50 / flight"."""
_SERVICE = re.compile(
    r"(?:(?:and|also|so|but|ok|oh),? ){0,3}(?:did|have|could|can|will) you (?:also |still |manage to |already )?"
    r"(?:get|got|book|booked|take|taken|choose|chosen|reserve|reserved|request|requested|ask|asked for|include|"
    r"included|arrange|arranged|find|found) (?:us |me |for )?(?:the|an?|my|our|two|both) (?!name|joke)",
    re.IGNORECASE,
)
"""The beginning of a question whether something was booked as it was wished."""
_LEFT_OUT = re.compile(
    r"(?:(?:and|but|oh|no|so|also|hey|sorry)\b\W{1,3}){0,3}(?:you|u)(?:'ve| have)?(?: just| also| again)? "
    r"(?:left out|forgot(?:ten)?(?: about)?|missed(?: out)?|skipped|dropped|ignored|overlooked) "
    r"(?=(?:the|my|our) (?:(?P<time>\d{1,2}:\d\d)\b|"
    r"(?:[\w:]{1,12} ){0,3}(?:flights?|hotels?|rooms?|cars?|way|one|return)\b))",
    re.IGNORECASE,
)
"""The beginning of a part that asks for what was left out: "you forgot the 16:40 flight"."""
_ITS_DAY = re.compile(r"(?:that|which|it)(?:'s|'d be| is| would be| should be) (?:on|from|for|at)\b", re.IGNORECASE)
_ASKS_ON = re.compile(
    r"(?:and|or|also|ok|but)?\W*(?:(?:what|how) about|(?:and|or|is there|has it got|any))\b[^.;!?]{1,30}\?",
    re.IGNORECASE,
)
"""A question that goes on with the one before it: "what about a spa?"."""


def join_parts(read: Sequence[MessagePart]) -> list[MessagePart]:
    """Return parts of a message, each that goes on with the one before it as a part of that."""
    parts: list[MessagePart] = []
    for each in read:
        is_asked = _asks_of_service(each) or (bool(parts) and _asks_on(parts[-1], each))
        part = replace(each, act="ask_offer") if is_asked else each
        if left_out := _LEFT_OUT.match(part.text):
            part = replace(part, act="pick" if left_out["time"] else "search", text=part.text[left_out.end() :])
        if parts and _OPEN.search(parts[-1].text):
            parts[-1] = replace(parts[-1], text=f"{parts[-1].text} {part.text}")
        elif parts and _is_cut(parts[-1].text, part.text):
            act = max(parts[-1], part, key=lambda each: each.score).act if part.text[0].isdigit() else parts[-1].act
            parts[-1] = replace(parts[-1], act=act, text=f"{parts[-1].text} {part.text}")
        else:
            parts.append(part)
    return parts


def _asks_of_service(part: MessagePart) -> bool:
    """Return whether a part asks what was booked or chosen, and not what is remembered."""
    return part.act == "recall" and bool(_SERVICE.match(part.text))


def _asks_on(before: MessagePart, part: MessagePart) -> bool:
    """Return whether a part asks of an offer what the part before it asks of it, and searches for nothing."""
    is_question = before.act == "ask_offer" and part.act == "search" and _ASKS_ON.fullmatch(part.text)
    text = part.text.lower()
    return bool(is_question) and bool(find_amenities(text)[0]) and not (find_kinds(text) or find_mentions(text))


def _is_cut(before: str, text: str) -> bool:
    """Return whether a part was cut off in the middle: of a date, of the name of a hotel, or of what stays the same."""
    if _HOTEL.search(before) and _STYLE.match(text):
        return True  # "then garden / guesthouse please"
    if text[:1].isdigit():
        return bool(_BEFORE_DAY.search(before))
    is_its_day = before.endswith(",") and _ITS_DAY.match(text)
    return bool(is_its_day or (_SAME.match(text) and before[-1:].isalnum()) or _BEFORE_MORE.search(before))
