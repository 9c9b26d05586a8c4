"""A no that says what is wanted instead: "no the evening one", "not that one, the cheaper", "nah, in business"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ricordo_travel.dialogue.values.aims import wants_cheaper
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_car_class
from ricordo_travel.dialogue.yes.choice import NAME, find_times, names_hotel
from ricordo_travel.dialogue.yes.differences import is_other_kind, names_something_else, read_details
from ricordo_travel.dialogue.yes.kept import split_kept
from ricordo_travel.dialogue.yes.phrases import find_phrases
from ricordo_travel.proposals import Proposal
from ricordo_travel.reservations import Kind

_LEAD = r"^\W*(?:(?:oh|ah|hm+|um+|uh|er|well|sorry|ok|okay|actually|wait|haha|lol|whoa|wow|phew|ouch|oof)\b\W*){0,4}"
_NOT_IT = r"not (?:that|this|it)(?: one| flight| hotel| car)?"
_NO = re.compile(
    rf"{_LEAD}(?:no+|nope|nah+|{_NOT_IT})\b"
    rf"(?:\W*(?:no+|nope|nah|sorry|wait|thanks|thank you|please|actually|but|{_NOT_IT}|i (?:said|meant|mean)|"
    r"(?:it|that)'?s (?:the )?wrong(?: one)?)\b){0,4}(?P<mark>\W*)",
    re.IGNORECASE,
)
_NOT_BUT = re.compile(
    rf"{_LEAD}not (?!yet\b|now\b|sure\b|really\b|bad\b)(?:[^\W_]+ ){{0,4}}?[^\W_]+"
    r"(?:[,.;:] *(?:but )?| but | (?=(?:the|number)\b))",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:the|in|for|with|on|at|from|to|until|till|make|take|book|give|i|i'd|i'll|we|we'd|it's|it|an?|one|two|three|four|"
    r"first|second|third|last|1st|2nd|3rd|number|option|\d\w*|rather|cheaper|later|earlier|business|premium|\w+day|"
    r"mon|tues?|wed|thurs?|fri|sat|sun|tomorrow|next|only|just|my|our|instead|same|other|another|too|something|anything|"
    rf"bigger|smaller|nicer|better|suv|van|compact|midsize|economy|electric|convertible|luxury|{NAME})\b",
    re.IGNORECASE,
)
"""Words before which a no without a comma stands alone; "no breakfast" and "no hostels" say what is not wanted."""
_DOUBT = re.compile(r"\b(?:if|maybe|perhaps|unless|depends|think|let me|not sure|until i|have to|first (?:i|we))\b")
_KEEPS = re.compile(r"\b(?:keep|leave|stays?(?! (?:until|till|til|longer|on|for|another|one|two|\d))|forget|nothing)\b")
"""Words of somebody who would have a booking as it is."""
_SOMETHING = re.compile(
    r"\b(?:something|anything|others?|another|different|bigger|smaller|larger|nicer|better|fancier)\b"
)
_DAYS = frozenset({"first", "last", "nights"})
_TOO = re.compile(r"\b(?:that's |it's )?too (?P<fault>early|late)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:something|anything|a bit|a little|much) (?=(?:later|earlier)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Correction:
    """A no, the words of what is wanted instead, and the proposals that it is a no to."""

    no: str
    instead: str
    refused: tuple[Proposal, ...]


def read_correction(message: str, proposals: Sequence[Proposal]) -> Correction | None:
    """Return the no of a message to offers that says what is wanted instead, or None."""
    actions = {each.action for each in proposals}
    if (parted := part_no(message)) is None or actions == {"cancel"}:
        return None
    no, rest = parted
    if "change" in actions and _KEEPS.search(split_kept(normalise(rest))[0]):
        return None
    if "cancel" in actions and not any(_DAYS & set(read_details(normalise(rest), each.preview)) for each in proposals):
        return None
    instead = _TOO.sub(lambda match: f"the {'later' if match['fault'].lower() == 'early' else 'earlier'} one", rest)
    instead = _RELATIVE.sub("the ", instead)
    text = normalise(instead)
    return Correction(no, instead, _find_refused(text, proposals)) if _says_what(text, proposals) else None


def part_no(message: str) -> tuple[str, str] | None:
    """Return the no at the beginning of a message and what follows it, or None if nothing does."""
    if match := _NO.match(message):
        stands_alone = any(mark in match["mark"] for mark in ",.;:!-") or " " in match[0].strip()
        if not stands_alone and not _GOES_ON.match(message, match.end()):
            return None
    else:
        match = _NOT_BUT.match(message)
    if match is None or match.end() == len(message):
        return None
    return message[: match.end()].strip(), message[match.end() :].strip()


def _says_what(text: str, proposals: Sequence[Proposal]) -> bool:
    """Return whether the words after a no say what is wanted in the stead of what was proposed."""
    rows = [each.preview for each in proposals]
    if "?" in text or _DOUBT.search(text) or any(_is_named(text, each) for each in proposals):
        return False
    if any(each.is_other or each.cabin or (each.selects and not each.is_refused) for each in find_phrases(text)):
        return True
    if wants_cheaper(text) or _SOMETHING.search(text) or all(is_other_kind(text, each) for each in proposals):
        return True
    return any(names_something_else(text, row) or _DAYS & set(read_details(text, row)) for row in rows)


def _is_named(text: str, proposal: Proposal) -> bool:
    """Return whether a text names what was proposed, so that "no the lantern" refuses it."""
    row = proposal.preview
    if row["kind"] == "flight":
        return row["flight_number"].lower() in text or row["departs"] in find_times(text)
    if row["kind"] == "car":
        return text.strip(" .!") == row["car_class"]
    return names_hotel(text, row["hotel"])


def _find_refused(text: str, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Return the proposals that something else is wanted in the stead of: those of its kind, or all."""
    phrases = [each for each in find_phrases(text) if each.is_other or each.cabin or each.selects]
    kinds: set[Kind] = {kind for each in phrases if not each.is_refused for kind in each.implied_kinds}
    if not kinds and any(each.cabin for each in phrases) and find_car_class(text) is None:
        kinds = {"flight"}
    return tuple(each for each in proposals if each.kind in kinds) or tuple(proposals)
