"""Keep on which trips something holds: "on work trips I never pay more than $200" says nothing of a holiday."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.people import find_subject
from ricordo_travel.notes.sentences import OWN_WORDS

_KIND = r"(?P<kind>work|business|private|family)"
_OCCASION = re.compile(
    rf"\b(?:on|for|during|with) (?:my |our |all )?{_KIND} (?:trips?|travels?|journeys?|stays?)\b|"
    r"\b(?:when(?:ever)?|if) (?:i|we)(?:['’]?m| am| are|['’]re)? (?:\w+ )?"
    r"(?:fly|flying|travel|travelling|traveling|go|stay|staying) (?:\w+ )?(?:for work|on business|for business)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(r"(?:Never|Always|Only|Usually|Prefers?|Likes?|Wants?|Needs?|Pays?|Stays?|Flies|Takes?)\b")
_LIMITS = re.compile(
    r"\W*(?:(?:and|but|no|also|well|sorry)\b,? )*(?:the|that|this|my) (?P<thing>[^.,;!?]{2,40}?) "
    r"(?:is|are|applies|apply|holds?|goes|counts?|was|were) (?:only|just) (?=for|on|when|if|during)",
    re.IGNORECASE,
)
"""Words that limit a rule: "the $200 is only for work trips"."""
_CLAUSE = re.compile(r"[,;:.!?]\s*|\s(?:and|but|so|because) ", re.IGNORECASE)
_POINTS = keywords("only just not thing rule limit applies apply holds goes trip trips travel work business when for")


def keep_occasion(edit: Edit, sentence: str) -> Edit:
    """Return an edit about the person with the trips on which it holds, if its sentence names them, and no slot."""
    said = _find_occasion(sentence)
    if not said or find_subject(edit.content) or not _LASTING.match(edit.content) or _names_occasion(edit.content):
        return edit
    own = [each for each in _CLAUSE.split(sentence) if keywords(edit.content) & keywords(each)]
    if not _OCCASION.match(sentence) and not any(_OCCASION.search(each) for each in own):
        return edit
    return replace(edit, content=f"{edit.content.rstrip('.')} {said}", slot=None, value=None)


def limit_to_occasion(sentence: str, notes: Sequence[str]) -> tuple[Edit, ...]:
    """Return an edit that puts a sentence in the place of a note which it limits: "the $200 is only for work trips".

    It keeps a note that is limited already.
    """
    match = _LIMITS.match(sentence)
    words = keywords(match["thing"]) - _POINTS if match else set[str]()
    if not words or not _find_occasion(sentence) or sentence.rstrip().endswith("?"):
        return ()
    meant = [
        (number, note)
        for number, note in enumerate(notes, 1)
        if words <= keywords(note) and _LASTING.match(note) and not find_subject(note)
    ]
    if len(meant) != 1:
        return ()
    number, note = meant[0]
    if _names_occasion(note):
        return (Edit("keep", (number,)),)
    return (Edit("replace", (number,), f"{OWN_WORDS}{sentence.strip()}"),)


def _find_occasion(sentence: str) -> str:
    """Return the trips that a sentence speaks of, as a note says it: "on work trips"; empty if it names none."""
    match = _OCCASION.search(sentence)
    if match is None or re.search(r"\bnot (?:only |just )?$|\bn['’]?t (?:only |just )$", sentence[: match.start()]):
        return ""
    return f"on {match['kind'].lower() if match['kind'] else 'work'} trips"


def _names_occasion(content: str) -> bool:
    return bool(re.search(r"\b(?:work|business|private|family|trips?)\b", content, re.IGNORECASE))
