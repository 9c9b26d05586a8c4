"""Leave out what a message says of another matter behind a plain yes: notes to forget, tickets, who shares a room."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.reading.unsold import seeks_unsold
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise, split_sentences
from ricordo_travel.dialogue.yes.answers import is_explicit_yes
from ricordo_travel.dialogue.yes.choice import NAME, STYLE
from ricordo_travel.dialogue.yes.plain_yes import is_bare
from ricordo_travel.proposals import Proposal

_LEAD = r"(?:(?:and|also|oh|so|then|please|just|could you|can you|would you|will you)\b[ ,]*){0,4}"
_FORGETS = re.compile(
    rf"{_LEAD}(?:forget|erase|delete|remove)\b(?: about)? "
    r"(?:_|(?:that |the )?(?:i|my|our)\b"
    r"(?! (?:said|say|just|wrote|write|typed|want\w*|told|agreed|booked|meant|asked|have|had)\b) |"
    r"(?:the|that|this) (?:note|bit|thing|fact|part)\b)"
)
_QUOTED = re.compile(r"[\"“„][^\"“”„]{1,200}[\"”“]")
_SHARES = re.compile(
    r"\b(?<!not )(?<!don't )(?<!won't )(?:share|sharing|will share) (?:a|one|the same|this|that) room\b"
)
_ONLY_WITH = re.compile(r"\bonly (?:with|for) [a-z]+(?: that)? (?:i|we) (?:need|want|have) separate(?: rooms| ones)?\b")
_MAY_HOLD = re.compile(
    r"\b(?:but|if(?! (?:you can|possible|they))|unless|otherwise|before|first|until|wait|hold|instead|rather|cancel\w*|"
    r"chang\w+|though|however|except|without|earlier|later|cheaper|another|other|yet|"
    rf"actually|sorry|mistake|flights?|planes?|hotels?|cars?|beds?|trip|nights?|{NAME}|{STYLE})\b"
)
"""Words of a sentence that may be about what waits for the yes, or hold it."""
_REFUSES = re.compile(r"\b(?:not|no|never|don'?t|this|that|it)\b")
_OF_ROOMS = re.compile(r"\b(?:rooms?|singles?|doubles?|separate|ones?|two|three|four|alone|too)\b|\d")


def leave_out_apart(message: str, proposals: Sequence[Proposal]) -> str:
    """Return a message without what it says of another matter after a yes that is a sentence of its own.

    "Yes, book it. And we want tickets for the museum on Tuesday" says no more to what waits than its first sentence;
    "Yes, book it. But on Tuesday" does.
    """
    sentences = list(split_sentences(message))
    said = [normalise(_QUOTED.sub("_", each)) for each in sentences]
    yes = next((at for at, each in enumerate(said) if is_explicit_yes(each) and is_bare(each)), len(said))
    others = [at for at, each in enumerate(said) if at > yes and _is_apart(each, proposals)]
    return " ".join(each for at, each in enumerate(sentences) if at not in others) if others else message


def _is_apart(text: str, proposals: Sequence[Proposal]) -> bool:
    """Return whether a sentence in lower case, with a mark for what it quotes, is about none of what waits."""
    if _MAY_HOLD.search(text):
        return False
    if seeks_unsold(text):
        return not _REFUSES.search(text)
    if _SHARES.search(text) and not find_mentions(text):
        stays = [each.preview for each in proposals if each.kind == "hotel"]
        rest = _ONLY_WITH.sub(" ", _SHARES.sub(" ", text))
        return not _OF_ROOMS.search(rest) and all(each["rooms"] < each["guests"] for each in stays)
    return bool(_FORGETS.match(text)) and not _OF_ROOMS.search(text) and not find_mentions(text)
