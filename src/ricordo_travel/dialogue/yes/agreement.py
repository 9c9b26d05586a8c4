"""What a message agrees to and refuses, of all that waits for a yes.

A proposal is agreed to if a piece of the message says yes to it, and no piece refuses, doubts or changes it. A small
model reads the message as well: it can object to a yes, and it can find one that the words alone do not show, if
nothing in the message speaks against it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from ricordo_travel.desk import Answer, Fate
from ricordo_travel.dialogue.values.numbers import parse_count
from ricordo_travel.dialogue.values.wishes import find_kinds
from ricordo_travel.dialogue.yes.answer_clauses import ALL
from ricordo_travel.dialogue.yes.answer_pieces import SENTENCE_END, cut, names_number, squeeze
from ricordo_travel.dialogue.yes.answer_reader import AnswerScores, score_answer
from ricordo_travel.dialogue.yes.answers import is_explicit_yes
from ricordo_travel.dialogue.yes.beside_yes import (
    BUT,
    CONDITION,
    GOES_ON,
    MEMORY,
    hinders,
    is_apart,
    is_met,
    leaves_it,
    takes_back,
)
from ricordo_travel.dialogue.yes.choice import find_number
from ricordo_travel.dialogue.yes.differences import (
    BACK,
    NUMBER_OF,
    describes_other,
    doubts_party,
    is_other_kind,
    names_something_else,
)
from ricordo_travel.dialogue.yes.naming import KINDS
from ricordo_travel.dialogue.yes.pieces import Piece
from ricordo_travel.dialogue.yes.plain_yes import is_bare, is_plain, means_part, means_some
from ricordo_travel.proposals import Proposal

_YES = 0.95
"""Score from which the model makes a message a yes, or a no."""
_NO_YES = 0.2
"""Score under which the model objects to a yes."""
_CLOSE = 0.2
"""Difference of scores up to which the model sees two proposals in the same way."""
_ABOUT_NO_OFFER = frozenset({"recall", "forget", "bookings", "assistant", "place", "suggest"})
"""Acts of a piece that is about no offer."""
_ONLY = re.compile(r"\b(?:only|just)\b")
_EACH = re.compile(r"\b(?:all|both|everything)\b")
_ROOMS = re.compile(r"\b(?P<count>two|three|four|five|six|[2-6]) rooms\b")
_QUALIFIES = re.compile(r"(?:with|in|on|at|for|from|by|to|under|the|an?)\b")
_LIMITS = re.compile(
    r"\W*(?:so long|as long|as soon|once|when(?:ever)?(?! (?:do|does|is|are|will|did)\b)|after|before|provided|"
    r"providing|given|subject|assuming|until|while|since|because|only|except|without|would|"
    r"might|means|be)\b",
    re.IGNORECASE,
)
"""Words with which something begins that belongs to the yes before it: "yes, in theory", "yes, once I get paid"."""
_STILL_WANTS = re.compile(
    r"\b(?:going|keep|want|like|love|take|have|stay|book|booked|reserve|days?|nights?|never mind|be there|"
    r"looking forward|confirm the (?:booking|reservation|hotel|room)|it's (?:perfect|great|lovely|good|nice))\b"
    r"(?!.{0,20}\bcancel)"
)
"""Words that no yes to a cancellation has: "yes, we're going"."""
_GRATITUDE = re.compile(r"\b(?:thank you|thanks|thx|cheers|ta)\b")
_ANYWAY = re.compile(r"\b(?:anyway|anyhow|regardless|either way|in any case|all the same)\b")


def read_answer(message: str, proposals: Sequence[Proposal]) -> Answer:
    """Return what a message says to the proposals of the last answer."""
    pieces = cut(message, proposals)
    agreed: list[Proposal] = []
    refused: list[Proposal] = []
    unclear: list[Proposal] = []
    for proposal, scores in zip(proposals, _score_alike(message, proposals, pieces), strict=True):
        fate = read_words(proposal, pieces, is_one_of=len(proposals))
        if scores.yes >= _YES and fate == "refused" and not _is_taken_up(proposal, pieces, proposals):
            fate = "waiting"  # one of both readers is wrong
        elif scores.yes >= _YES and not _speaks_against(proposal, pieces, is_one_of=len(proposals)):
            fate = "unclear" if fate == "unclear" else "agreed"
        elif scores.yes < _NO_YES and fate == "agreed" and not _is_sure(proposal, pieces):
            fate = "waiting"
        elif scores.no >= _YES and fate == "waiting" and all(piece.says != "no" for piece in pieces):
            fate = "refused"
        {"agreed": agreed, "refused": refused, "unclear": unclear}.get(fate, []).append(proposal)
    return Answer(tuple(agreed), tuple(refused), tuple(unclear), keeps_others=True)


def _score_alike(message: str, proposals: Sequence[Proposal], pieces: Sequence[Piece]) -> list[AnswerScores]:
    """Return how sure the model is of each proposal, and equally sure of those that the message names together.

    "yes, flights only" is a yes to both flights or to none, also where one of them scores a little less.
    """
    scores = score_answer(squeeze(message), proposals)
    named = [(each.kind, *(each in piece.meant for piece in pieces)) for each in proposals]
    alike: list[AnswerScores] = []
    for own, name in zip(scores, named, strict=True):
        group = [other for other, same in zip(scores, named, strict=True) if same == name]
        is_close = max(each.yes for each in group) - min(each.yes for each in group) <= _CLOSE
        alike.append(replace(own, yes=fmean(each.yes for each in group)) if is_close else own)
    return alike


def read_words(proposal: Proposal, pieces: Sequence[Piece], *, is_one_of: int) -> Fate:
    """Return what the pieces of a message do to a proposal, by their words."""
    if any((piece.says == "no" and proposal in piece.meant) or proposal in piece.left_out for piece in pieces):
        return "refused"
    if not _is_agreed(proposal, pieces):
        return "waiting"
    said = [piece for piece in pieces if piece.says == "yes" and proposal in piece.meant]
    is_some = is_one_of > 1 and any(means_part(piece.text) for piece in said)
    return "agreed" if any(map(_is_clear, said)) and not is_some else "unclear"


def _is_taken_up(proposal: Proposal, pieces: Sequence[Piece], proposals: Sequence[Proposal]) -> bool:
    """Return whether a no to one of several proposals is followed by a yes to it: "no, … but yes to both"."""
    return len(proposals) > 1 and pieces[-1].says == "yes" and proposal in pieces[-1].meant


def agrees_to_all(message: str, proposals: Sequence[Proposal]) -> bool:
    """Return whether the words of a message are a yes to each of some proposals."""
    pieces = cut(message, proposals)
    return all(read_words(each, pieces, is_one_of=len(proposals)) == "agreed" for each in proposals)


def differs(message: str, proposal: Proposal, proposals: Sequence[Proposal]) -> bool:
    """Return whether the words of a message name something that a proposal is not, or a condition."""
    return _speaks_against(proposal, cut(message, proposals), is_one_of=len(proposals))


def _speaks_against(proposal: Proposal, pieces: Sequence[Piece], *, is_one_of: int) -> bool:
    """Return whether a message names something that a proposal is not, or is a yes to what does not wait."""
    is_to_another = any(piece.act == "yes" and is_other_kind(piece.text, proposal) for piece in pieces)
    is_choice = any(piece.act == "pick" and names_number(piece.text) for piece in pieces)  # "take the first one"
    if any(_is_to_others_only(piece, proposal) for piece in pieces):
        return True
    return (is_one_of == 1 and (is_to_another or is_choice)) or any(_differs(piece, proposal) for piece in pieces)


def _is_to_others_only(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece is a yes to other proposals and says that it is to no more: "yes, flights only"."""
    return piece.says == "yes" and proposal not in piece.meant and bool(_ONLY.search(piece.text))


def _differs(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece of a message names something that a proposal is not, waits with it or takes it back."""
    is_about_others = (bool(piece.meant) and proposal not in piece.meant) or piece.act in _ABOUT_NO_OFFER
    is_about_others = is_about_others or is_apart(piece, proposal)
    if is_about_others or piece.says == "no" or is_other_kind(piece.text, proposal):
        return False
    return (
        names_something_else(piece.text, proposal.preview)
        or describes_other(piece.text, proposal)
        or doubts_party(piece.text, proposal)
        or takes_back(piece.text, proposal)
        or bool(CONDITION.search(piece.text) or hinders(piece.text))
    )


def _is_sure(proposal: Proposal, pieces: Sequence[Piece]) -> bool:
    """Return whether a message is surely a yes by its words: a bare one, with no more than other things beside it."""
    if not any(is_explicit_yes(piece.text) or _EACH.search(piece.text) for piece in pieces if piece.says == "yes"):
        return False
    named = [piece for piece in pieces[: len(pieces) - 1] if _names_its_kind(piece, proposal)]
    if any(SENTENCE_END.search(piece.raw) for piece in named):
        return True  # "yes to the flights. but three rooms"
    starts = [False, *(bool(SENTENCE_END.search(piece.raw)) for piece in pieces)]
    others = [
        piece
        for piece, is_new in zip(pieces, starts, strict=False)
        if not is_bare(piece.text)
        and not _is_of_other_way(piece, proposal)
        and not ((is_new or piece.act in _ABOUT_NO_OFFER or GOES_ON.search(piece.raw)) and is_apart(piece, proposal))
        and not (named and (piece in named or not piece.meant or is_other_kind(piece.text, proposal)))
    ]
    return not others or _asks_for_what_it_has(pieces, proposal)


def _is_of_other_way(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a but is about another flight than a proposal: "but the flight back has to be for both of us"."""
    is_other = proposal.kind == "flight" or not names_something_else(piece.text, proposal.preview)
    return proposal not in piece.meant and is_other and bool(BUT.match(piece.raw) and BACK.search(piece.text))


def _names_its_kind(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece is a yes to a thing by its kind: "yes to the flights"."""
    return piece.says == "yes" and proposal.kind in find_kinds(piece.text)


def _asks_for_what_it_has(pieces: Sequence[Piece], proposal: Proposal) -> bool:
    """Return whether a message ends with a question for something that a proposal has."""
    return pieces[-1].says == "else" and is_met(pieces[-1], proposal)


def _is_clear(piece: Piece) -> bool:
    """Return whether a yes says which of several proposals it means: all, those of a kind, or one by its name."""
    if len(piece.meant) > 1 and means_some(piece.text):
        return False
    if len(piece.meant) > 2 and "both" in piece.text:
        return False
    changed = [each.preview["booking_id"] for each in piece.meant if each.action == "change"]
    if len(changed) > len(set(changed)):
        return False  # the same booking has two forms
    if len(piece.meant) < 2 or ALL.search(piece.text) or NUMBER_OF.search(piece.text):
        return True
    if find_number(piece.text, 9):
        return False
    singular = [kind for kind, pattern in KINDS if (match := pattern.search(piece.text)) and not match["many"]]
    return not any(sum(each.kind == kind for each in piece.meant) > 1 for kind in singular)


def _is_agreed(proposal: Proposal, pieces: Sequence[Piece]) -> bool:
    """Return whether a piece says yes to a proposal, and none doubts or changes it."""
    agreed = [piece for piece in pieces if piece.says == "yes" and proposal in piece.meant]
    others = _list_others(pieces)
    if not agreed or any(names_something_else(_without_count(piece), proposal.preview) for piece in agreed):
        return False
    if any(describes_other(piece.text, proposal) for piece in agreed) or _is_qualified(proposal, pieces):
        return False
    if any(means_part(piece.text) and len(piece.meant) == 1 for piece in agreed):
        return False
    if proposal.action == "cancel" and any(_STILL_WANTS.search(piece.text) for piece in agreed):
        return False
    if any(doubts_party(each.text, proposal) for each in others):
        return False  # "yes, but one of us drops out" is about all of them
    if not any(is_explicit_yes(piece.text) or _EACH.search(piece.text) for piece in pieces if piece.says == "yes"):
        if any(_GRATITUDE.search(piece.text) for piece in pieces):
            return False  # "ok, thank you dear" ends a conversation
        if not all(GOES_ON.match(piece.raw) and is_other_kind(piece.text, proposal) for piece in others):
            return False  # "ok, show me hotels" agrees to nothing
    is_asked = _asks_for_what_it_has(pieces, proposal)
    doubting = [piece for piece in others if proposal in piece.meant and not leaves_it(piece, proposal)]
    return not doubting or (is_asked and doubting == [pieces[-1]])


def _is_qualified(proposal: Proposal, pieces: Sequence[Piece]) -> bool:
    """Return whether what goes on in the sentence of a yes belongs to it: "yes, in theory", "yes, is that allowed?"."""
    sentence: list[Piece] = []
    for piece in pieces:
        goes_on = bool(sentence) and not GOES_ON.match(piece.raw)
        goes_on = goes_on and not _is_of_other_way(piece, proposal)
        if piece.says == "else" and goes_on and _qualifies(piece, sentence[0]):
            return True
        if piece.says == "yes" or sentence:
            sentence.append(piece)
        if SENTENCE_END.search(piece.raw):
            sentence = []
    return len(sentence) > 1 and doubts_party(" ".join(each.text for each in sentence), proposal)


def _qualifies(piece: Piece, yes: Piece) -> bool:
    """Return whether a piece limits or questions the yes before it; not what is about memory or another thing."""
    is_plain_one = is_plain(piece.text, yes.meant)
    is_other = all(is_other_kind(piece.text, each) for each in yes.meant)
    is_apart = is_other and bool(find_kinds(yes.text))  # "yes to the flights, but three rooms"
    if _LIMITS.match(piece.raw) or (piece.act in {"cancel", "change"} and not (is_plain_one or is_apart)):
        return True
    if is_other or piece.act in {"recall", "forget"} or MEMORY.search(piece.text):
        return False
    return "?" in piece.text or (not is_plain_one and (piece.act == "yes" or bool(_QUALIFIES.match(piece.text))))


def _without_count(piece: Piece) -> str:
    """Return the text of a yes without how many rooms it is to, if so many are proposed: "yes, the two rooms"."""
    rooms = sum(each.preview.get("rooms", 0) for each in piece.meant)
    return _ROOMS.sub(lambda match: " " if parse_count(match["count"]) == rooms else match[0], piece.text)


def _list_others(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces beside a yes that may doubt it; what was asked before "ok, book it anyway" does not."""
    yes = [number for number, piece in enumerate(pieces) if piece.says == "yes" and _ANYWAY.search(piece.text)]
    return [
        piece
        for number, piece in enumerate(pieces)
        if piece.says == "else" and not ("?" in piece.text and number < max(yes, default=0))
    ]
