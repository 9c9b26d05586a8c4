"""A question that is asked once more of another thing: "does it have a gym?", "I meant the lighthouse"."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.dialogue.choice import HOTEL_NAMES, STYLE
from ricordo_travel.dialogue.details import names_feature
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise, split_sentences

_MEANS = re.compile(
    r"\W*(?:(?:no|oh|sorry|but|well)\b\W*){0,3}(?:i|we) (?:mean|meant|was (?:asking|talking) about|asked about) "
    r"(?P<what>[^?]{3,60}?)\W*",
    re.IGNORECASE,
)
_AND_THE = re.compile(
    r"\W*(?:(?:ok|and|hm+|so|but)\b\W*){0,2}(?:(?:what|how) about )?"
    r"(?P<what>(?:the )?[a-z]{3,12}(?: [a-z]{3,12})?)\W*\?\W*",
    re.IGNORECASE,
)
"""The same question about one more: "and the compass?"."""
_BOOKED = re.compile(
    r"\b(?:my|our) (?:hotel|hostel|flight|car)\b|\b(?:one|hotel|flight|car) (?:that )?(?:i|we)(?:'ve| have)? booked\b",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"{HOTEL_NAMES.pattern}(?: (?:{STYLE}))?")
_IT = re.compile(r"\b(?:it|they|the (?:hotel|hostel|flight|car|place)|that one|this one)\b", re.IGNORECASE)
_FIRST = re.compile(r"[^,;]{3,60}")


def name_meant(state: DialogueState) -> DialogueState:
    """Return the state with the question of the message before it, if a message only says what that was about."""
    asked = _find_question(state)
    match = _MEANS.fullmatch(state.message) or (_AND_THE.fullmatch(state.message) if names_feature(asked) else None)
    is_named = HOTEL_NAMES.search(state.text) or _BOOKED.search(state.text)
    if match is None or not asked or state.question or not is_named:
        return state
    first = _FIRST.match(match["what"])
    what = first[0].strip() if first else match["what"]
    question, number = _NAMED.subn(what, asked, count=1)
    question, number = (question, number) if number else _IT.subn(what, asked, count=1)
    return replace(state, message=question if number else f"{asked.rstrip(' ?')} at {what}?", rest=())


def _find_question(state: DialogueState) -> str:
    """Return the last question of the person's message before the latest one, if it ends with one."""
    said = next((text for role, text in reversed(state.history) if role == "user"), "")
    sentences = list(split_sentences(normalise(said)))
    return sentences[-1].strip() if sentences and sentences[-1].rstrip().endswith("?") else ""
