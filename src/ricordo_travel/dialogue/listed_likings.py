"""Things that somebody says they like or prefer in one list, of which the reader of statements took some only."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.remembered import Known

_LISTS = re.compile(
    r"(?:^|[.!;:] ?|\band )(?:i|we)(?: (?:really|also|both|always|generally))? (?:like|love|enjoy|prefer) "
    r"(?P<items>[a-z' -]{3,40}(?:, [a-z' -]{3,40}){0,6},? and [a-z' -]{3,40})(?=[.!;]|$)"
)
_CUT = re.compile(r",? and |, ")
_NO_ITEM = re.compile(
    r"^(?:no|not|never|without|to|it|that|this|you|your|my|our|i|we|how|when|what|the idea)\b|"
    r"\b(?:is|are|was|were|want|wants|need|needs|would|will|can|don't|do|have|has|am|go|book|find|please|but|if|there)\b"
)
_FIELDS = ("interests", "preferences")
_MAX_WORDS = 4


def find_missed_likings(text: str, known: Known) -> dict[str, list[str]]:
    """Return the values of a field with the items of a list in lower case that it lacks; nothing if it lacks none."""
    found: dict[str, list[str]] = {}
    for match in _LISTS.finditer(text.removesuffix(" please")):
        items = [each.strip() for each in _CUT.split(match["items"]) if each.strip()]
        said = keywords(
            " ".join([*(row["content"] for row in known.rows), *(f["value"] for f in known.fields.values())])
        )
        missed = [each for each in items if not keywords(each) <= said]
        for field in _FIELDS:
            value = known.fields.get(field, {}).get("value", "")
            held = [each for each in value.split(", ") if each]
            if missed and any(keywords(each) and keywords(each) <= keywords(value) for each in items):
                new = [each for each in missed if not _NO_ITEM.search(each) and len(each.split()) <= _MAX_WORDS]
                found |= {field: [*held, *new]} if new else {}
                break
    return found
