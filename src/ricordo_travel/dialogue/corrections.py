"""A no that says what is wanted instead: "no the evening one", "not that one, the cheaper", "nah, in business"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.aims import wants_cheaper
from ricordo_travel.dialogue.choice import NAME, find_times, names_hotel
from ricordo_travel.dialogue.differences import is_other_kind, names_something_else
from ricordo_travel.dialogue.phrases import find_phrases
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.proposals import Proposal
from ricordo_travel.reservations import Kind

_LEAD = r"^\W*(?:(?:oh|ah|hm+|um+|uh|er|well|sorry|ok|okay|actually|wait|haha|lol)\b\W*){0,4}"
_NO = re.compile(
    rf"{_LEAD}(?:no+|nope|nah+|not (?:that|this|it)(?: one)?)\b"
    r"(?:\W*(?:no+|nope|nah|sorry|wait|thanks|thank you|please|actually|but|not (?:that|this|it)(?: one)?)\b){0,4}"
    r"(?P<mark>\W*)",
    re.IGNORECASE,
)
_NOT_BUT = re.compile(
    rf"{_LEAD}not (?!yet\b|now\b|sure\b|really\b|bad\b)(?:[^\W_]+ ){{0,4}}?[^\W_]+"
    r"(?:[,.;:] *(?:but )?| but | (?=(?:the|number)\b))",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    rf"(?:the|in|for|with|on|at|from|to|make|take|book|give|i|i'd|i'll|we|we'd|it's|it|an?|one|two|three|four|"
    rf"first|second|third|last|1st|2nd|3rd|number|option|\d\w*|rather|cheaper|later|earlier|business|economy|premium|"
    rf"mon|tues?|wed|thurs?|fri|sat|sun|\w+day|tomorrow|next|only|just|my|our|instead|same|other|another|{NAME})\b",
    re.IGNORECASE,
)
"""Words after which a no without a comma is a word of its own; "no breakfast" and "no hostels" say what is unwanted."""
_DOUBT = re.compile(
    r"\b(?:if|maybe|perhaps|unless|depends|think|let me|not sure|until i|have to|need to|first (?:i|we))\b"
)
_SOMETHING = re.compile(
    r"\b(?:something|anything|others?|another|different|bigger|smaller|larger|nicer|better|fancier)\b"
)


def part_no(message: str) -> tuple[str, str] | None:
    """Return the no at the beginning of a message and what follows it, or None if nothing does."""
    if match := _NO.match(message):
        goes_on = any(mark in match["mark"] for mark in ",.;:!-") or " " in match[0].strip()
        if not goes_on and not _GOES_ON.match(message, match.end()):
            return None
    else:
        match = _NOT_BUT.match(message)
    if match is None or match.end() == len(message):
        return None
    return message[: match.end()].strip(), message[match.end() :].strip()


def says_what_instead(text: str, proposals: Sequence[Proposal]) -> bool:
    """Return whether the words after a no, in lower case, say what is wanted in the stead of what was proposed."""
    if "?" in text or _DOUBT.search(text) or any(_is_named(text, each) for each in proposals):
        return False
    if any(each.is_other or each.cabin or (each.selects and not each.is_refused) for each in find_phrases(text)):
        return True
    if wants_cheaper(text) or _SOMETHING.search(text) or all(is_other_kind(text, each) for each in proposals):
        return True
    return any(names_something_else(text, each.preview) for each in proposals)


def _is_named(text: str, proposal: Proposal) -> bool:
    """Return whether a text names what was proposed, so that "no the lantern" refuses it."""
    row = proposal.preview
    if row["kind"] == "flight":
        return row["flight_number"].lower() in text or row["departs"] in find_times(text)
    return row["kind"] == "hotel" and names_hotel(text, row["hotel"])


def find_corrected(text: str, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Return the proposals that words after a no put something else in the stead of: those of their kind, or all."""
    kinds: set[Kind] = {kind for each in find_phrases(text) if not each.is_refused for kind in each.implied_kinds}
    if not kinds and any(each.cabin for each in find_phrases(text)):
        kinds = {"flight"}
    return tuple(each for each in proposals if each.kind in kinds) or tuple(proposals)


def read_correction(message: str, proposals: Sequence[Proposal]) -> tuple[str, str, tuple[Proposal, ...]] | None:
    """Return a no, what the message says instead, and the proposals that it refuses; None for every other message."""
    if (parted := part_no(message)) is None:
        return None
    no, instead = parted
    text = normalise(instead)
    return (no, instead, find_corrected(text, proposals)) if says_what_instead(text, proposals) else None
