"""Whether a yes is one, and hangs on nothing else that its message says: the answer to a question, an exception."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.answering.answers import tell_fact
from ricordo_travel.clerk.choosing.told_beside import tells_of_people
from ricordo_travel.clerk.choosing.whole_yes import AGREED
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.replies.offers import parse_offer
from ricordo_travel.dialogue.trips.booked import days_of
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.yes.answers import is_explicit_yes
from ricordo_travel.dialogue.yes.choice import NAME, STYLE
from ricordo_travel.dialogue.yes.plain_yes import is_bare
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
_BOOK_IT = r"(?:please )?(?:book|take) (?:it|them|both|that|this|these|those)(?: all)?|do it|go ahead"
_YES_APART = re.compile(
    rf"(?:oh |ok(?:ay)?,? )?(?:yes|yep|yeah|yup|sure|ok(?:ay)?|perfect|great|{_BOOK_IT})"
    rf"(?:,? (?:yes|yep|yeah|please|thanks|thank you|that(?:'?s| is) (?:perfect|great|fine|lovely|good)|{_BOOK_IT}|"
    r"as well|too))*"
    r"(?P<end>[.!]+|, ?(?=(?:and|also|btw|by the way)\b)) ?",
    re.IGNORECASE,
)
"""A yes that is a sentence of its own, or goes on with "and", before something else."""
_CONDITIONS = re.compile(
    r"\b(?:pric\w+|costs?|fares?|cheap\w*|discount\w*|cancel\w*|refund\w*|money|fees?|deposit|pay\w*|charge\w*|extra|includ\w+|"
    r"free|availab\w+|left|breakfast|meals?|luggage|bags?|baggage|suitcases?|chang\w+|insur\w+|visa)\b"
)
"""Facts that people want to be sure of before they agree: what it costs, what is in it, and how they get out of it."""
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

_YES_WORD = r"(?:yes|yeah|yep|yup|ok(?:ay)?|sure|do it|go ahead)"
_OF_ANOTHER = re.compile(
    rf"{_YES_WORD}\W+(?:(?:(?:that|this|it)(?:'?s| is) the (?:one|hotel|flight|car|room)\b"
    r"(?!\W*$|\W+(?:please|thanks|thank|then|book|yes)\b)(?!\W+(?:i|we)(?:'ll| will)? (?:want|need|like|take|have)\b)"
    r")|(?:i|we) meant? )|"
    r"(?:ok(?:ay)?,? )?go ahead and (?:show|find|look|search|tell|list|check|compare|give)\b",
    re.IGNORECASE,
)
"""A yes that only says which one it is, or was not meant so: "yes that's the one my friend had"."""
_JUST = re.compile(
    rf"{_YES_WORD}\W+(?:just|only) "
    r"(?!(?:book|do|take|go|the one|this one|that one|so you know|to (?:let you know|mention|say)|fyi)\b)",
    re.IGNORECASE,
)
"""A yes to something smaller than what waits: "yes just show me the details"."""
_UNDECIDED = re.compile(
    r"\bbefore (?:i|we) (?:decide|choose|commit|agree|say)\b|"
    r"\b(?:need|want|have|like|going) to (?:compare|think|decide)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:before (?:you|i|we) (?:book|do|change|cancel|confirm|pay)|before (?:booking|paying)|"
    r"confirm (?:it|this|that|them) (?:to|with) (?:me|us))\b",
    re.IGNORECASE,
)
"""Words that put a yes off: "yes, total it up before you book"."""
_FILLER = re.compile(
    r"(?:ok(?:ay)?|k|alright|all right|right|fine|good|great|nice|cool|lovely|well|hm+)\b\W*"
    r"(?:and|then|so|but|also|now|what|how|is|are|do|does|can|could|any|which|when|where)\b",
    re.IGNORECASE,
)
"""A word that goes on from what was said, and agrees to nothing: "ok and flights from London"."""
_AGREES = re.compile(
    r"\b(?:yes|yeah|yep|book|take|go ahead|do it|do that|confirm|reserve|please do|that'?s fine|cancel|change|buy)\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:hang on|hold (?:on|it|that|off|fire|your horses)|(?<!can't )(?<!cant )(?<!cannot )wait(?! (?:for|time)\b)|"
    r"(?:a|one|1) (?:sec|second|moment|minute|mo)|on second thoughts?|scratch that|never ?mind(?! (?:the|about)\b)|"
    r"not (?:yet|so fast)|forget it|actually,? no|let me think)\b",
    re.IGNORECASE,
)
"""Words with which somebody takes back, or puts off, what they have just agreed to."""
_YES_AGAIN = re.compile(
    r"\b(?:yes|yeah|yep|go ahead|do it|(?:please|just|ok(?:ay)?) book|book (?:it|them|both))\b", re.IGNORECASE
)
_OTHER_QUESTION = re.compile(r"\bShall I (?:look|search|suggest|tell)\b")
_BARE_YES = re.compile(r"(?:yes|yeah|yep|ok(?:ay)?|sure)(?:,? please)?\W*", re.IGNORECASE)

_FLIGHTS = r"(?:flights?|planes?)"
_ASKS_OTHERS = re.compile(
    r"(?P<yes>\b(?:book|take) (?:it|them|both|that|this|these|those)\b(?: (?:all|too|as well|please|then))*)"
    r"[,.!] (?:and )?(?:we|i)(?:['’]?ll| can| will) ask (?:them|the hotel|the airline|at the desk)"
    r"(?: (?:when (?:we|i) (?:get|are|arrive) there|there|on the day|at the desk|on arrival))?[.!]*$",
    re.IGNORECASE,
)
"""Words of somebody who books, and asks others about the rest: "book it, we can ask them when we get there"."""
_YES_TO_FLIGHTS = re.compile(
    rf"(?P<yes>{_YES_WORD},? (?:please,? )?(?:to|book|take|for) (?:both |all )?(?:of )?(?:the |these |those )?"
    rf"{_FLIGHTS}(?:,? please)?)[.!,;]+ but (?:with (?:the |both |these |those )?{_FLIGHTS},? )?(?P<rest>[^\n]+)",
    re.IGNORECASE,
)
_OF_HOTEL = re.compile(rf"\b(?:hotels?|rooms?|{NAME}|{STYLE})\b", re.IGNORECASE)
_OF_YES = re.compile(
    rf"\b(?:{_FLIGHTS}|they|them|these|those|both|all|everything|either|trip|book\w*|not|no|don'?t|never|yet|wait|"
    r"first|before|until|unless|if|then|only|cancel|change|leave|how|what|when|back|there|seats?)\b",
    re.IGNORECASE,
)
"""Words behind a "but" that may be about the flights, or hold the yes to them."""
_COUNTED = re.compile(
    r"\b(?:(?P<both>both)|all (?:the |of the )?(?P<all>two|three|four|five|[2-5])|the (?P<the>two|three|four|five))\b"
    r"(?! (?:of us|people|nights?|days?|rooms?|adults|kids|guests|passengers|ways?)\b)",
    re.IGNORECASE,
)
"""Words that say to how many things somebody agrees."""
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_ROOMS_NEEDED = re.compile(
    r"\b(?:need|want|must have|have to have|(?:should|would) like|prefer) (?:at least |always )?"
    r"(?P<count>two|three|four|[2-4]|separate|single)(?: (?:separate|single|double))? rooms?\b"
)
"""Words of somebody who needs more rooms than one: "we need two rooms"."""
_YES_AND_QUESTION = re.compile(r"(?P<yes>[^.;?!]{2,60})[.,;!]+ (?P<question>[^.;?!]{3,120})\?\W*")
_HANGS_ON = re.compile(
    r"\b(?:if|unless|depends|otherwise|must|has to|(?<!do i )(?<!(?:do|ll) we )needs? to|first)\b", re.IGNORECASE
)


def only_asks(message: str) -> bool:
    """Return whether a message is a bare yes and one question without a condition."""
    match = _YES_AND_QUESTION.fullmatch(message.strip())
    yes = normalise(match["yes"]) if match else ""
    return is_explicit_yes(yes) and ("," not in yes or is_bare(yes)) and not _HANGS_ON.search(message)


def cut_yes(message: str) -> str:
    """Return the yes of a message without what it tells of people or asks others, or a "but" about a hotel; else all.

    "Yes, book it. Lena is vegan, by the way" says no more to what waits than its first sentence. "Yes to the flights.
    But with them the Grand is over my budget, isn't it?" asks again, as it speaks of them.
    """
    message = _ASKS_OTHERS.sub(lambda match: match["yes"], message)
    apart = _YES_APART.match(message.strip())
    if apart and tells_of_people(message.strip()[apart.end() :]):
        return apart[0].strip(" ,")
    match = _YES_TO_FLIGHTS.fullmatch(message.strip())
    is_other = match and _OF_HOTEL.search(match["rest"]) and not _OF_YES.search(match["rest"])
    return f"{match['yes']}." if match and is_other else message


def hangs_on_answer(message: str, proposal: Proposal, asked: Sequence[Command]) -> bool:
    """Return whether a yes waits for the answer to a question about what is proposed.

    It does if the message has a "but" or asks for the terms of a booking, or if it asks whether something is so, and
    that is not so or not known. After a yes that is a sentence of its own, it does not matter that something is not
    known which is no condition of a booking: "yes. can mum get a wheelchair at the airport?". A yes to one room waits,
    too, if the message needs two.

    Args:
        message: What the person wrote.
        proposal: What waits for a yes.
        asked: The commands of the message that ask for a fact of it.
    """
    if _needs_more_rooms(message, proposal):
        return True
    if not asked or _ASIDE.search(message):
        return False
    is_of_terms = proposal.action == "book" and any(_TERMS.search(each.text.lower()) for each in asked)
    if is_of_terms or reserves(message):
        return True
    if not _WHETHER.search(message):
        return False
    if (apart := _YES_APART.match(message)) and apart["end"].strip() != ",":
        asked = [each for each in asked if _CONDITIONS.search(each.text.lower()) or not _is_unknown(each, proposal)]
    fails = _FAILS.search if _INCLUDED.match(message) else _FAILS.match
    return any(fails(_tell(each, proposal)) for each in asked)


def _needs_more_rooms(message: str, proposal: Proposal) -> bool:
    """Return whether a message needs more rooms than a hotel that is proposed to be booked has: "we need two rooms"."""
    match = _ROOMS_NEEDED.search(message.lower())
    if match is None or proposal.kind != "hotel" or proposal.action == "cancel":
        return False
    least = _COUNTS.get(match["count"]) or (int(match["count"]) if match["count"].isdecimal() else 2)
    return proposal.preview["guests"] > 1 and proposal.preview["rooms"] < least


def only_seems_yes(message: str, reply: str, *, waits_alone: bool) -> bool:
    """Return whether the yes of a message agrees to nothing: it goes on, points away, asks for less, or holds on.

    Args:
        message: What the person wrote.
        reply: What they answer. A bare yes to two questions, of which one is no booking, says not to which.
        waits_alone: Whether one thing only waits for a yes, so that "just" does not choose among several.
    """
    text = message.strip()
    if (_BARE_YES.fullmatch(text) or AGREED.fullmatch(normalise(text))) and _OTHER_QUESTION.search(reply):
        return True
    is_filler = bool(_FILLER.match(text)) and not _AGREES.search(text)
    is_less = waits_alone and bool(_JUST.match(text))
    return (
        is_filler
        or is_less
        or _is_held(text)
        or any((_OF_ANOTHER.match(text), _UNDECIDED.search(text), _NOT_YET.search(text)))
    )


def _is_held(text: str) -> bool:
    """Return whether a message holds on after its yes, and agrees to nothing after that."""
    holds = [match.start() for match in _HOLDS.finditer(text)]
    return bool(holds) and not _YES_AGAIN.search(text, holds[-1])


def _is_unknown(command: Command, proposal: Proposal) -> bool:
    """Return whether nothing is known of what a question about a proposal asks for."""
    return _tell(command, proposal).startswith(("I do not know", "I know no"))


def reserves(message: str) -> bool:
    """Return whether a message agrees with a "but"."""
    return bool(_RESERVES.search(message))


def doubts_whole(message: str) -> bool:
    """Return whether a yes that names no part of what waits has a "but" and a question behind it."""
    yes, but, rest = normalise(message).partition(" but ")
    return bool(but) and "?" in rest and is_bare(yes) and not _RESERVES.search(yes) and reserves(f"but {rest}")


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
