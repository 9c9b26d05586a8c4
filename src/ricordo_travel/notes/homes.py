"""Find where somebody lives by their notes, and the note that is not so any more when they move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.notes.edits import Edit

_HOME = re.compile(
    r"(?:(?:now )?(?:lives|is based|(?P<stays>is(?: now)?)) in|(?:new )?home is(?: now)?(?: in)?|(?:has )?moved to|"
    r"(?P<origin>is from)) "
    r"(?P<home>[\w .'-]{2,40})",
    re.IGNORECASE,
)
"""A note that says where the person lives, or comes from."""
_MOVES = re.compile(
    r"\b(?:mov(?:e|ed|ing)|relocated|not|n['’]t|no longer|any ?more|any longer|used to|now)\b", re.IGNORECASE
)
_PLACED = re.compile(
    r"(?:(?P<be>is|was|were)(?: now| currently)? (?:in|near|at)|is from|comes from|(?:lives|is based) (?:in|near)|"
    r"(?P<past>(?:has been|was|went) to|visited)) (?P<place>\w+)",
    re.IGNORECASE,
)
"""A note that says where the person is or comes from."""
_NO_PLACE = re.compile(r"\b(?:status|tier|level|class|membership)\b", re.IGNORECASE)
_OF_JOURNEY = re.compile(
    r"\b(?:fl(?:y|ies|ying?|yin)|leav\w+|depart\w*|start\w*|travel\w*|go|goin\w*|head\w*|trips?|flights?|tickets?|"
    r"return\w*|weddings?|hotels?|rooms?|set off|setting off|meet\w*|party|parties|conference|wed|married)\b",
    re.IGNORECASE,
)
"""What is from or in a place, and no home of anybody."""
_OF_WRITER = re.compile(r"\b(?:i|im|we|me|am|are|were|was|been|currently)\b|\bi['’]m\b|['’]re\b", re.IGNORECASE)
_LIVES = re.compile(r"\b(?:liv(?:e|es|ing)|based|home|born|grew)\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:was|were|been|went|had|did|ago|last|used to|visited|stayed|lived|spent|once|19\d\d|20[01]\d)\b",
    re.IGNORECASE,
)
_FOR_NOW = re.compile(r"\b(?:right now|at the moment|today|tonight|for now|this week|until|till)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:.!?]|\b(?:and|but|so|because)\b", re.IGNORECASE)
_BORN = re.compile(r"\b(?:originally|born|grew up|roots?|native|nationality|family is)\b", re.IGNORECASE)


def find_home(content: str, message: str, others: Sequence[str]) -> str | None:
    """Return the town where a note says that the person lives.

    Who is "from Vienna" lives there, unless the message speaks of their birth or other notes name a home.

    Args:
        content: The note.
        message: The message that it is made from.
        others: The notes that are known, and the others of the message.
    """
    match = _HOME.fullmatch(content)
    if match is None or not _names_town(match["home"], is_home=not (match["origin"] or match["stays"])):
        return None
    is_settled = any((other := _HOME.fullmatch(each)) and not other["origin"] for each in others if each != content)
    is_visit = match["stays"] and _FOR_NOW.search(message)
    return None if is_visit or (match["origin"] and (is_settled or _BORN.search(message))) else match["home"]


def replace_home(edit: Edit, sentence: str, notes: Sequence[str]) -> Edit:
    """Return an edit that says where somebody lives now with the notes of where they lived before."""
    match = _HOME.fullmatch(edit.content)
    if edit.verb not in {"add", "replace"} or match is None or match["origin"] or not _MOVES.search(sentence):
        return edit
    old = tuple(
        number
        for number, note in enumerate(notes, 1)
        if (other := _HOME.fullmatch(note)) and other["home"].casefold() != match["home"].casefold()
    )
    return replace(edit, verb="replace", notes=tuple(dict.fromkeys((*edit.notes, *old)))) if old else edit


def settle_place(edit: Edit, sentence: str) -> Edit | None:
    """Return an edit that says where the person is in the tense of its sentence; None if that says it of a journey.

    Who flies "from Manchester" need not be from there, nor is who speaks of "the wedding in Tuscany" in Tuscany.
    """
    match = _PLACED.match(edit.content)
    if match is None or edit.verb not in {"add", "replace"}:
        return edit
    if match["place"].isdecimal() or _NO_PLACE.search(edit.content):  # "was there in 1984"
        return None
    said = re.search(rf"\b{re.escape(match['place'])}", sentence, re.IGNORECASE)
    clause = _CLAUSE.split(sentence[: said.start()])[-1] if said else ""
    is_elsewhere = not match["past"] and _OF_JOURNEY.search(clause) and not _LIVES.search(clause)
    if said and (is_elsewhere or (match["be"] and not _OF_WRITER.search(clause))):
        return None
    if match["be"] and match["be"].lower() != "is" and not _PAST.search(sentence):
        return replace(edit, content=f"Is{edit.content[len(match['be']) :]}")
    return edit


def _names_town(text: str, *, is_home: bool) -> bool:
    """Return whether a text names a town: one that is known, or at least some name if it must be a home."""
    mentions = find_mentions(f"in {normalise(text)}")
    is_area = any(each.is_served and each.place is None for each in mentions)
    return not is_area and (len(mentions) == 1 or (is_home and text[:1].isupper()))
