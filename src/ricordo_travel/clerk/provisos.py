"""Whether a yes hangs on something else that its message says: on the answer to a question, or on an exception."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.answers import tell_fact
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.booked import days_of
from ricordo_travel.dialogue.offers import parse_offer
from ricordo_travel.proposals import Proposal

_RESERVES = re.compile(
    r"\b(?:but|though|although|however|except|only)\b(?! (?:also|now|then|yes|ok|book|go ahead|no (?:rush|hurry))\b)",
    re.IGNORECASE,
)
"""Words with which somebody agrees to a part only, or not yet."""
_ASIDE = re.compile(
    r"\b(?:by the way|btw|just (?:wondering|curious|out of curiosity)|out of interest)\b", re.IGNORECASE
)
"""Words that say of a question that nothing hangs on it."""
_WHETHER = re.compile(
    r"(?:^|[.,;:!?)-]+ *|\b(?:and|so|really|also|first|wait|hm+|yes|yeah|yep|ok|okay|sure|fine|great|good) )"
    r"(?:is|are|isn'?t|aren'?t|does|doesn'?t|do(?:n'?t)? (?:they|you|we|i)|can|could|has|have|will|would|"
    r"what about|how about)\b",
    re.IGNORECASE,
)
"""How a clause begins that asks whether something is so, which can make a person change their mind."""
_FAILS = re.compile(r"(?:I do not know|No\b|None\b|Neither\b|I know no)")
"""How an answer begins that may disappoint."""
_INCLUDED = re.compile(r"[^.!?]*\b(?:included?|extra|free)\b", re.IGNORECASE)
"""Words that ask in the very sentence of the yes whether something is in the price."""
_TERMS = re.compile(r"\bcancel\w*|\brefund\w*(?! time)|\bmoney back\b|\bextra costs?\b|\bfees?\b")
"""Facts of an offer that people want to know before they agree."""
_SPARES = re.compile(
    r"\b(?:all|everything|every booking|(?:the )?(?:whole|entire) \w+|my trip|the rest|the others?)\b"
    r"(?: \w+){0,3},? (?:but|except|apart from|other than|besides|save|excluding|without)\b",
    re.IGNORECASE,
)
"""Words that mean all of something with an exception: "cancel everything but the flights"."""

_COUNTED = re.compile(
    r"\b(?:(?P<both>both)|all (?:the |of the )?(?P<all>two|three|four|five|[2-5])|the (?P<the>two|three|four|five))\b"
    r"(?! (?:of us|people|nights?|days?|rooms?|adults|kids|guests|passengers|ways?)\b)",
    re.IGNORECASE,
)
"""Words that say to how many things somebody agrees."""
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}


def hangs_on_answer(message: str, proposal: Proposal, asked: Sequence[Command]) -> bool:
    """Return whether a yes waits for the answer to a question about what is proposed.

    It does if the message has a "but" or asks for the terms of a booking, or if it asks whether something is so, and
    that is not so or not known.

    Args:
        message: What the person wrote.
        proposal: What waits for a yes.
        asked: The commands of the message that ask for a fact of it.
    """
    if not asked or _ASIDE.search(message):
        return False
    is_of_terms = proposal.action == "book" and any(_TERMS.search(each.text.lower()) for each in asked)
    if is_of_terms or reserves(message):
        return True
    if not _WHETHER.search(message):
        return False
    fails = _FAILS.search if _INCLUDED.match(message) else _FAILS.match
    return any(fails(_tell(each, proposal)) for each in asked)


def reserves(message: str) -> bool:
    """Return whether a message agrees with a "but"."""
    return bool(_RESERVES.search(message))


def spares_some(message: str) -> bool:
    """Return whether a message means all of something with an exception."""
    return bool(_SPARES.search(message))


def parse_said_count(message: str) -> int | None:
    """Return how many things a message says it agrees to, or None if it does not say that once and clearly."""
    found = {next(filter(None, match.groups())).lower() for match in _COUNTED.finditer(message)}
    counts = {_COUNTS.get(word) or int(word) for word in found}
    return counts.pop() if len(counts) == 1 else None


def _tell(command: Command, proposal: Proposal) -> str:
    """Return the answer to a question about what is proposed."""
    offer = parse_offer(proposal.text)
    if offer is None:
        return ""
    return tell_fact(command.text.lower() or "info", [Item(offer, "waiting")], days_of(proposal.preview)[0])
