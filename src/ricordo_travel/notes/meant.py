"""Whether a message can mean a note, so that nothing is erased that it does not speak of."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.notes.known import Row

_STEM = 5
_POINTING = keywords(
    "forget erase delete remove wipe clear scrap drop lose take out off note thing bit one last first "
    "second third fourth line sentence entry please pls thanks ok okay yes no both all two three again "
    "say said tell told wrote mean meant wrong old keep need know store save diet food eat age work job "
    "health name home live budget money"
)
"""Words that point at a note, or name what it is about in words of their own."""
_RELATIVES = {
    **dict.fromkeys(("mum", "mom", "mam", "mummy", "mama"), "mother"),
    **dict.fromkeys(("dad", "daddy", "papa", "pa"), "father"),
    **dict.fromkeys(("kids", "children", "child", "kid", "little ones", "boys", "girls", "son", "daughter"), "child"),
    **dict.fromkeys(("grandkids", "grandchildren", "grandson", "granddaughter", "grandchild"), "grandchild"),
    **dict.fromkeys(("hubby", "husband", "wife", "missus", "spouse", "partner", "fiance", "fiancee"), "spouse"),
    **dict.fromkeys(("gf", "girlfriend", "bf", "boyfriend", "ex"), "partner"),
    **dict.fromkeys(("gran", "granny", "nan", "grandma", "grandmother"), "grandmother"),
}
_RELATIVE = re.compile(rf"\b(?:{'|'.join(sorted(_RELATIVES, key=len, reverse=True))})\b", re.IGNORECASE)


def is_meant(state: DialogueState, row: Row) -> bool:
    """Return whether a message can mean a note: it shares a word with it, or has no words but those that point."""
    said, held = keywords(_call_alike(state.text)), keywords(_call_alike(f"{row['content']} {row['subject'] or ''}"))
    if said & held or any(one[:_STEM] == other[:_STEM] for one in said for other in held if len(one) >= _STEM):
        return True
    return said <= _POINTING


def _call_alike(text: str) -> str:
    """Return a text with one word for each relative, whatever people call them."""
    return _RELATIVE.sub(lambda match: _RELATIVES[match[0].lower()], text)
