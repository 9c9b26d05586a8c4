"""Tell whether a yes means all that waits, or only the things of one kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.desk import Fate
from ricordo_travel.dialogue.values.text import split_sentences
from ricordo_travel.proposals import Proposal
from ricordo_travel.reservations import Kind

Fates = Sequence[tuple[Proposal, Fate]]
"""Proposals, each with what a message says to it."""

_YES_TO_ALL = re.compile(
    r"\b(?:book|take|confirm|reserve)(?: (?:it|them|me|us|for me|for us|please))* (?:all|everything|the lot)\b"
    r"(?! (?:hotels?|flights?|cars?|rooms?|back|that|this|in)\b)|"
    r"\b(?:yes|yeah|yep|yup|sure),? (?:please,? )?(?:to )?(?:them )?(?:all|everything)"
    r"(?: (?:of (?:it|them)|please|three))*[.!]*$"
)
_KIND = r"(?:hotels?|flights?|cars?|rooms?|return|ways?)"
_YES_TO_THEM = re.compile(
    r"\b(?:book|take|confirm|reserve|yes to|go ahead with) (?:it all|them|these|those|both|all|everything|the lot)\b"
    rf"(?!,?:? (?:the |of the |\w+ )?{_KIND}\b)"
)
"""Words that agree to all that waits, if nothing before them names a part of it."""
_WITH_OTHERS = re.compile(
    r"\b(?:book|take|confirm|reserve)\b[^.!?;]{0,40} (?:together|along) with the "
    r"(?:other (?:two|three|ones?)|others|rest)\b"
)
"""Words that agree to what waits beside something else that they name."""
_SPARES = re.compile(r"\b(?:not|no|don't|dont|except|apart|without|only|minus|two|[2-5])\b")
"""Words after the yes that may leave a part of it out."""
_ASKS = re.compile(r"\b(?:can|could|how|what|is|are|do|does|would|which)\b")
_LEAVES_OUT = re.compile(
    r"\b(?:not|never|no|don't|dont|why|if|once|when|unless|would|could|should|did|except|but|apart|without|besides|"
    r"minus|only|other|first|before|until)\b|\?$"
)
"""Words of a sentence that agrees to less than all of it, or not yet."""
_EXCEPTS = re.compile(
    r"\b(?:except|apart from|without|skip|drop|leave|not|no|cancel|forget)\b(?: \w+){0,2} "
    r"(?:hotels?|rooms?|flights?|cars?|return|one|first|second|third|guesthouse|lodge|house|[a-h]|\d)\b"
)
"""Words that leave one of several things out: "book all. not the car though"."""
_NAMES: dict[str, Kind] = {"flight": "flight", "plane": "flight", "hotel": "hotel", "room": "hotel", "car": "car"}
_BOOK_THEM = re.compile(r"\b(?:book|take|confirm|reserve)(?: (?:me|us|please))? (?:them|those|these|it)\b")
_WHOLE = re.compile(r"\b(?:all|everything|whole|rest|lot|both|too|as well|also)\b")

_CHANGE_IT = re.compile(
    r"(?:yes|yeah|yep|yup|ok|okay|sure|great|perfect)\W+(?:(?:please|then|go ahead(?: and)?|thanks?|that's fine)\W+)*"
    r"(?:change|swap|switch|move|do|make) (?:it|that|them|this|the (?:change|changes|swap|switch|move)|everything|all)"
    r"(?: (?:all|both|please|then|thanks|like that|for me|for us))*\W*"
)
"""A yes to a change as a whole, however many bookings it is made of."""
AGREED = re.compile(
    r"(?:(?:yes|ok|okay|very well|great|perfect|good|fine|alright|all right)\b\W{0,3}){0,2}"
    r"(?:(?:i|we)(?: (?:hereby|do|can))? (?:confirm|approve|accept|agree)(?: (?:it|this|that|them|both|all))?|"
    r"(?:that is |that's |it is |it's |all |both |is )?(?:confirmed|approved|accepted|agreed|acceptable|affirmative)|"
    r"(?:(?:please|kindly|you (?:can|may)|do) )?(?:proceed|go ahead)|confirm|approve|accept|(?:it's a |done )?deal)"
    r"(?:\W{1,3}(?:please|thanks|thank you|then|now|proceed|go ahead|book (?:it|them)))*[.! ]*"
)
"""A message that only agrees, in words that mean nothing else."""
_THING = r"(?:the |my |our |both )?(?:hotel|room|flight|car)s?"
_BOOK_EACH = re.compile(
    r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|great|perfect|please)\b\W{0,3}){0,3}(?:book|take|reserve|confirm) "
    rf"(?:me |us )?{_THING}(?:(?:, ?and|,| and| n| &| plus) {_THING}){{1,3}}"
    r"(?:\W{1,3}(?:please|thanks|thank you|then|now|for (?:me|us))){0,2}[.! ]*"
)
"""A message that only agrees, and names each kind of thing that it agrees to."""


def agrees_in_so_many_words(text: str, proposals: Sequence[Proposal]) -> bool:
    """Return whether a text in lower case only agrees to what waits, of which nothing has two forms."""
    ids = [each.preview.get("booking_id") for each in proposals if each.action != "book"]
    is_agreed = bool(AGREED.fullmatch(text)) or _names_each(text, proposals)
    return is_agreed and len(ids) == len(set(ids))


def _names_each(text: str, proposals: Sequence[Proposal]) -> bool:
    """Return whether a text agrees to book all kinds of things that wait, one of each or flights there and back."""
    named = {kind for name, kind in _NAMES.items() if re.search(rf"\b{name}s?\b", text)}
    ways = [(each.preview["origin"], each.preview["destination"]) for each in proposals if each.kind == "flight"]
    others = [each.kind for each in proposals if each.kind != "flight"]
    is_journey = len(ways) < 2 or (len(ways) == 2 and ways[0] == ways[1][::-1])
    is_single = is_journey and len(others) == len(set(others))
    is_all = {each.kind for each in proposals} == named and all(each.action == "book" for each in proposals)
    return is_single and is_all and bool(_BOOK_EACH.fullmatch(text))


def says_yes_to_all(text: str) -> bool:
    """Return whether a sentence of a text in lower case agrees to all that waits, and none leaves a part of it out."""
    sentences = list(split_sentences(text))
    is_said = any(_YES_TO_ALL.search(each) and not _LEAVES_OUT.search(each) for each in sentences)
    return is_said and not any(_EXCEPTS.search(each) for each in sentences)


def says_yes_to_them(text: str) -> bool:
    """Return whether a text in lower case agrees to all that waits as one, whatever it asks beside that."""
    match = _YES_TO_THEM.search(text)
    if _WITH_OTHERS.search(text):
        return True
    if not match:
        return says_yes_to_all(text)
    before, after = _drop_questions(text[: match.start()]), _drop_questions(text[match.end() :])
    is_part = re.search(rf"\b{_KIND}\b", before) or _SPARES.search(after) or _EXCEPTS.search(f"{before}_{after}")
    return not is_part or says_yes_to_all(text)


def agrees_to_change(text: str, proposals: Sequence[Proposal]) -> bool:
    """Return whether a text in lower case only agrees to a change that waits, of bookings or of one for another."""
    actions = {each.action for each in proposals}
    is_change = actions in ({"change"}, {"book", "cancel"})
    return is_change and bool(_CHANGE_IT.fullmatch(text))


def _drop_questions(text: str) -> str:
    """Return a text without its questions: "can I cancel the hotel?" leaves nothing out."""
    sentences = re.findall(r"[^.!?]+[.!?]*", text)
    return "".join(_ASKS.split(each, maxsplit=1)[0] if each.endswith("?") else each for each in sentences)


def settle_whole(text: str, fates: Fates) -> Fates:
    """Return the fates of proposals as a yes to "all of it" or to "them" means them.

    Where it means all, all or none are agreed to: a part of it would be booked silently. "The flights are fine, book
    them" is no yes to the hotel that waits beside them.
    """
    if any(fate != "agreed" for _, fate in fates) and says_yes_to_them(text):
        return [(proposal, "waiting") for proposal, _ in fates]
    match = _BOOK_THEM.search(text)
    before = text[: match.start()] if match else ""
    kinds = {kind for name, kind in _NAMES.items() if re.search(rf"\b{name}s?\b", before)}
    if len(kinds) != 1 or _WHOLE.search(text):
        return fates
    waiting: Fate = "waiting"
    return [(each, waiting if fate == "agreed" and each.kind not in kinds else fate) for each, fate in fates]
