"""The reading of an answer to what waits for a yes: what a message agrees to, what it refuses, and what else it says.

A message is cut into pieces. Each says yes, no or something else, and is about some of the proposals; one that names
none is about all of them. A proposal is agreed to if a piece says yes to it, and no piece refuses, doubts or
changes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ricordo_travel.desk import Answer
from ricordo_travel.dialogue.act_reader import SURE, read_parts
from ricordo_travel.dialogue.answer_clauses import ALL, cut_clauses, part_exception
from ricordo_travel.dialogue.answers import (
    AGREES,
    COURTESY,
    HEDGE,
    HOLDS,
    REMARK,
    STRONG,
    is_explicit_yes,
    is_no,
    is_whatever,
    is_yes,
    regularise,
)
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number, find_times, names_other_hotel
from ricordo_travel.dialogue.corrections import read_correction
from ricordo_travel.dialogue.differences import (
    BACK,
    FLIGHT_NUMBER,
    NUMBER_OF,
    ONE_MORE,
    asks_for_the_way,
    asks_for_what_it_has,
    asks_to_know,
    changes_party,
    describes_other,
    doubts_party,
    explains_asking,
    explains_cancelling,
    is_other_kind,
    is_same_car,
    measures_days,
    names_other_flight,
    names_other_place,
    names_other_thing,
    names_something_else,
    picks_other,
    repeats,
    turns_away,
)
from ricordo_travel.dialogue.inquiries import asks_about_bookings
from ricordo_travel.dialogue.money import is_unlimited
from ricordo_travel.dialogue.naming import KINDS, find_by_kind, find_by_leg, find_named
from ricordo_travel.dialogue.numbers import parse_count
from ricordo_travel.dialogue.plain_yes import is_plain, means_part, means_some
from ricordo_travel.dialogue.terms import PASSES_ON
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.told_parts import join_told
from ricordo_travel.dialogue.wishes import find_amenities, find_kinds, find_unknown_wishes
from ricordo_travel.proposals import Proposal

Says = Literal["yes", "no", "thanks", "else"]

_BUT = re.compile(r"but\b(?! (?:also|first|now|then)\b)", re.IGNORECASE)
_ONLY = re.compile(r"(?:only|just)\b")
_LEADS = re.compile(r"^(?:(?:and|but|also|plus|so|then)\b[\s,]*)+")
_SENTENCE_END = re.compile(r"[.!?;]\W*$")
_ENDS_WITH_YES = re.compile(
    r"\b(?:yes|go ahead|book (?:it|them|both|all))\b[\s!.]*(?:please|thanks|too)?\W*$|^\W*(?:\w+ ){1,2}ok\W*$"
)
_BARE_NO = re.compile(r"\W*(?:(?:no|oh|sorry|thanks|way|please)\b\W*){1,4}")
_ENDS_WITH_NO = re.compile(r"(?<!why )\b(?:no|not)\W*$")
_EACH = re.compile(r"\b(?:all|both|everything)\b")
_ONLY_NAMES = re.compile(
    r"\W*(?:(?:the|that|this|my|our|both|all|two|for|to|in|from|of|and|please|too|also|it|one|ones|yes|thanks|then|"
    r"flights?|hotels?|rooms?|hostels?|cars?|vans?|suv|stay|return|outbound|back|there|out|home|way)\b\W*)+"
)
_INDEFINITE = re.compile(r"\b(?:an?|another|one more|some|other|new)\b")
_MAX_WORDS = 8
_PAUSE = re.compile(r"\b(?:wait|hold on|hang on|not (?:yet|now|sure)|sorry|moment|later|think about|hurry|rush)\b")
_ROOMS = re.compile(r"\b(?P<count>two|three|four|five|six|[2-6]) rooms\b")
_THE_ONE = re.compile(r"\bthe one\b")
_THAT = re.compile(r"\b(?:it|that one|this one|that|this|them|those|these)\b")

_CONDITION = re.compile(
    r"\b(?:(?<!tell me )(?<!tell us )(?<!know )if|(?<!can't )wait|unless|hold on|depends|(?:but|check) first|"
    r"first (?:i|let|we)|let me|until i|(?:ask|check|talk|speak|think)\b[^.]{0,40}\bfirst|"
    r"old (?:dates?|days?|ones?|hotel|flight|room|booking)|refund\w{0,4}|money back|"
    r"how much (?:do|will|would|can) (?:i|we) get|kidding|joking|jk|pigs)\b"
)
_QUALIFIES = re.compile(r"(?:with|in|on|at|for|from|by|to|under|the|an?)\b")
_LIMITS = re.compile(
    r"\W*(?:so long|as long|as soon|once|when(?:ever)?(?! (?:do|does|is|are|will|did)\b)|after|before|provided|"
    r"providing|given|subject|assuming|until|while|since|because|only|except|without|would|"
    r"might|means|be)\b",
    re.IGNORECASE,
)
"""Words with which something begins that belongs to the yes before it: "yes, in theory", "yes, once I get paid"."""
_STILL_WANTS = re.compile(
    r"\b(?:going|keep|want|like|love|take|have|stay|book|booked|reserve|days?|nights?)\b(?!.{0,20}\bcancel)"
)
"""Words that no yes to a cancellation has: "yes, we're going"."""
_IN_SO_MANY_WORDS = re.compile(r"\b(?:yes|sure|go ahead|confirm(?:ed)?|absolutely|definitely)\b")
_GRATITUDE = re.compile(r"\b(?:thank you|thanks|thx|cheers|ta)\b")
_ANYWAY = re.compile(r"\b(?:anyway|anyhow|regardless|either way|in any case|all the same)\b")
_FIRST_FLIGHT = re.compile(r"\bthe first flight\b")
_GOES_ON = re.compile(r"\b(?:and|also|plus|then|too|now|next)\b", re.IGNORECASE)
_ABOUT_PROPOSAL = re.compile(
    r"\b(?:it|this|they|them|one|ones|hotels?|flights?|rooms?|cars?|vans?|cost|costs|price|pay|"
    r"paid|cancel\w*|free|included|fees?|times?|leave|arrive|but|not|no|wait|if|actually|instead|before|first|hold|"
    r"stop|maybe|change|rather|sorry|hmm+)\b"
)
_CANCELS = re.compile(r"\bcancel\b")
_IS = re.compile(r"\b(?:is|are|was|has to|have to|must|should|needs?)\b|\w's\b")
_DOUBTS_PRICE = re.compile(
    r"\b(?:afford|too (?:much|expensive|dear)|(?:fits?|in|within|over|under|above|below)"
    r"(?: \w+){0,3} (?:budget|limit))\b"
)
_HAS_ONE = re.compile(
    r"\balready (?:have|got|booked|reserved)\b|"
    r"\b(?:have|got|booked|reserved) (?:it|that|one|an?|my|our)\b[^.]{0,20}\balready\b"
)
_OTHERWISE = re.compile(
    r"\d|\b(?:one|two|three|four|five|with|without|bring\w{0,3}|join\w{0,3}|coming|come|alone|only|just|more|extra|"
    r"instead|not|no|another|other|want|need|don't|can't|won't|isn't|longer|earlier)\b"
)
"""Words of a message to be passed on that may change what is booked: "tell them I bring my sister"."""
_ABOUT_IT = re.compile(r"\b(?:it|this|that|they|them|the (?:hotel|flight|room|car|van))\b")
_MEMORY = re.compile(
    r"\bwhat (?:do|did) you (?:still )?(?:know|remember|have)\b|\b(?:know|remember) about (?:me|us|my|our)\b|"
    r"\b(?:remember|forget|keep in mind|note) (?:that|my|i|we)\b"
)
_BESIDE = frozenset({"tell", "talk", "recall", "forget", "bookings", "place", "assistant", "other"})
"""Acts beside a yes that leave it as it is."""
_ASKS = frozenset({"tell", "talk", "place", "other"})
"""Acts of questions that may be about what was proposed."""
_CHOOSES = frozenset({"pick", "search"})
_WISHES = frozenset({"search", "suggest", "change", "cancel", "pick", "bookings", "correct"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a message.

    Attributes:
        says: Whether it says yes or no to proposals, thanks for them, or does something else.
        raw: The piece as it was typed.
        text: The piece in lower case, made regular.
        act: What the part of the message does that it stands in.
        meant: The proposals that it is about.
        left_out: The proposals that it takes out of its yes: "all except the car".
    """

    says: Says
    raw: str
    text: str
    act: str
    score: float
    meant: tuple[Proposal, ...] = ()
    left_out: tuple[Proposal, ...] = ()


def read_answer(message: str, proposals: Sequence[Proposal]) -> Answer:
    """Return what a message says to the proposals of the last answer."""
    pieces = cut(message, proposals)
    agreed: list[Proposal] = []
    refused: list[Proposal] = []
    unclear: list[Proposal] = []
    for proposal in proposals:
        if any((piece.says == "no" and proposal in piece.meant) or proposal in piece.left_out for piece in pieces):
            refused.append(proposal)
        elif _is_agreed(proposal, pieces):
            is_one = any(piece.says == "yes" and proposal in piece.meant and _is_clear(piece) for piece in pieces)
            (agreed if is_one else unclear).append(proposal)
    return Answer(tuple(agreed), tuple(refused), tuple(unclear), keeps_others=True)


def cut(message: str, proposals: Sequence[Proposal]) -> list[Piece]:
    """Return the pieces of a message. What goes on with something else than an answer stays in one piece."""
    if not proposals:
        return [Piece("else", message, normalise(message), "talk", 0.0)]
    context = "confirm" if proposals[-1].action == "book" else "confirm_change"
    pieces: list[Piece] = []
    corrected: tuple[Proposal, ...] = ()
    if correction := read_correction(message, proposals):
        message = correction.instead
        corrected = tuple(find_by_leg(normalise(message), correction.refused) or correction.refused)
        pieces.append(Piece("no", correction.no, normalise(correction.no), "no", 1.0, corrected))
    parts = join_told(read_parts(message, context))
    parts = [replace(part, act="search") if is_unlimited(normalise(part.text)) else part for part in parts]
    for part in cut_clauses(parts):
        text = _clean(part.text, pieces)
        if corrected and len(pieces) == 1:  # what is wanted instead agrees to nothing
            piece = Piece("else", part.text, text, "correct", 1.0, corrected)
        else:
            piece = _read_piece(Piece("else", part.text, text, part.act, part.score), pieces, proposals)
        last = pieces[-1] if pieces else None
        if last and last.says == piece.says == "else" and last.act == piece.act:
            text = _LEADS.sub("", regularise(f"{last.raw} {piece.raw}"))
            raw = f"{last.raw} {piece.raw}"
            pieces[-1] = replace(last, raw=raw, text=text, meant=_find_about(text, pieces[:-1], proposals))
        elif last and last.says == piece.says == "no" and _ONLY.match(piece.text):
            pieces[-1] = piece  # "no, only the hotel"
        else:
            if last and last.says == piece.says == "yes" and _narrows(last, piece, proposals):
                pieces[-1] = replace(last, meant=piece.meant)
            elif piece.says == "yes" and STRONG.match(piece.text):
                pieces = _pass_over_remark(pieces, proposals)
            pieces.append(piece)
    return pieces


def _pass_over_remark(before: list[Piece], proposals: Sequence[Proposal]) -> list[Piece]:
    """Return the pieces before a yes, those that are only a remark as such: "nah don't care, book it"."""
    for remark in (before[-2:], before[-1:]):
        is_safe = all(piece.says != "no" for piece in remark) or all(each.action == "book" for each in proposals)
        if is_safe and REMARK.fullmatch(" ".join(piece.text for piece in remark)):
            return [*before[: -len(remark)], *(replace(piece, says="thanks") for piece in remark)]
    return before


def _clean(raw: str, before: Sequence[Piece]) -> str:
    """Return a clause in lower case, made regular. Beside words about the way back, the first flight is the one there.

    "I meant 7 July for the return. Yes for the first flight."
    """
    text = _LEADS.sub("", regularise(raw))
    return _FIRST_FLIGHT.sub("the flight there", text) if any(BACK.search(each.text) for each in before) else text


def _narrows(last: Piece, piece: Piece, proposals: Sequence[Proposal]) -> bool:
    """Return whether a yes says what the yes before it is to: "yes, the hotel", and not "yes, and the hotel too"."""
    is_more = _GOES_ON.search(piece.raw) or ALL.search(last.text)
    return not is_more and find_named(last.text, proposals) is None


def _read_piece(piece: Piece, before: Sequence[Piece], proposals: Sequence[Proposal]) -> Piece:
    """Return a piece with what it says, and to which proposals."""
    if _only_accompanies(piece.text, before, proposals):
        return replace(piece, says="thanks")
    head, left_out = part_exception(piece.text)
    named = find_named(piece.text, proposals)
    if named and _ONLY.match(piece.text) and len(named) < len(proposals):
        return replace(piece, says="no", meant=tuple(each for each in proposals if each not in named))
    if _says_yes(replace(piece, text=head), proposals, is_first=not before):
        meant = find_named(head, proposals)
        if meant is None:
            meant = _find_last_named(before, proposals)
        excluded = find_named(left_out, proposals) or () if left_out else ()
        kept = tuple(each for each in meant if each not in excluded)
        if not kept:
            return replace(piece, meant=_find_about(piece.text, before, proposals))
        return replace(piece, says="yes", text=head, meant=kept, left_out=tuple(excluded))
    if _says_no(piece, is_first=not before):
        refused = _list_unnamed(before, proposals) if named is None else named
        is_asked = before and before[-1].says in {"else", "no"} and _BARE_NO.fullmatch(piece.text)
        if is_asked:  # "yes. but a hostel?? no" is a no to the hostel
            refused = [each for each in refused if each in before[-1].meant]
        return replace(piece, says="no" if refused or is_asked else "else", meant=tuple(refused))
    repeated = tuple(each for each in named or () if repeats(piece.text, each))
    if repeated and before and before[-1].says == "yes" and not _is_told(piece, before[-1]):
        return replace(piece, says="yes", meant=repeated)
    about = _find_about(piece.text, before, proposals)
    if piece.act == "no" and piece.score >= SURE and len(about) < len(proposals) and not _pauses(piece.text):
        return replace(piece, says="no", meant=about)
    is_one_more = bool(BACK.search(piece.text)) and find_by_leg(piece.text, proposals) is None
    if named and before and before[-1].says in {"yes", "no"} and _only_names(piece, before[-1]) and not is_one_more:
        return replace(piece, says=before[-1].says, meant=tuple(named))
    return replace(piece, meant=about)


def _list_unnamed(before: Sequence[Piece], proposals: Sequence[Proposal]) -> list[Proposal]:
    """Return what a no means that names nothing: not what a yes named in a sentence before, "yes to the flights"."""
    agreed = [
        each
        for piece in before
        if piece.says == "yes" and _SENTENCE_END.search(piece.raw) and find_named(piece.text, proposals)
        for each in piece.meant
    ]
    return [each for each in proposals if each not in agreed]


def _is_told(piece: Piece, before: Piece) -> bool:
    """Return whether a piece tells or wishes something in a sentence of its own: "yes. the hotel is for the 3rd"."""
    is_apart = bool(_SENTENCE_END.search(before.raw))
    return is_apart and (piece.act in _WISHES - {"pick"} or bool(_IS.search(piece.text)))


def _only_accompanies(text: str, before: Sequence[Piece], proposals: Sequence[Proposal]) -> bool:
    """Return whether a text only goes with an answer: courtesy, or why something is cancelled or was asked."""
    if before and (COURTESY.fullmatch(text) or not re.search(r"\w", text)):
        return True
    if before and before[-1].says == "no" and explains_asking(text):
        return True
    return explains_cancelling(text) and all(each.action == "cancel" for each in proposals)


def _pauses(text: str) -> bool:
    """Return whether a text waits with its answer, or asks something."""
    return "?" in text or any(each.search(text) for each in (_PAUSE, HOLDS, _CONDITION))


def _says_yes(piece: Piece, proposals: Sequence[Proposal], *, is_first: bool) -> bool:
    """Return whether a piece agrees, and does nothing else."""
    text = piece.text
    if "?" in text or not is_plain(text, proposals):
        return False
    if all(_takes_back(text, each) for each in proposals):
        return False
    if _names_number(text) and not (len(proposals) > 1 and _IN_SO_MANY_WORDS.search(text)):
        return False  # "yes, the second one" chooses, and is asked about once more
    if STRONG.match(text) or (is_first and is_yes(text)):
        return True
    is_read = piece.act == "yes" and piece.score >= SURE and bool(AGREES.search(text)) and not is_whatever(text)
    return len(text.split()) <= _MAX_WORDS and (is_read or bool(_ENDS_WITH_YES.search(text)))


def _names_number(text: str) -> bool:
    """Return whether a text names a number of a list; "that's the one" does not."""
    return find_number(_THE_ONE.sub(" ", text), 9) is not None


def _says_no(piece: Piece, *, is_first: bool) -> bool:
    text = piece.text
    if _pauses(text) or len(text.split()) > _MAX_WORDS:
        return False
    is_answer = is_first or piece.act in {"no", "yes"}
    is_read = piece.act == "no" and piece.score >= SURE
    return is_read or (is_answer and (is_no(text) or bool(_ENDS_WITH_NO.search(text))))


def _only_names(piece: Piece, before: Piece) -> bool:
    """Return whether a piece goes on with no more than names: "yes to the flights / and the hotel"."""
    text = HOTEL_NAMES.sub(" the ", FLIGHT_NUMBER.sub(" ", piece.text))
    is_same = not _SENTENCE_END.search(before.raw) and not _INDEFINITE.search(piece.text)
    return is_same and "?" not in text and bool(_ONLY_NAMES.fullmatch(text))


def _find_last_named(before: Sequence[Piece], proposals: Sequence[Proposal]) -> Sequence[Proposal]:
    """Return what a yes that names nothing means: what was named before it, "the 10:45 one. book that", or all."""
    for piece in reversed(before):
        if piece.act not in {"tell", "talk", "place"} and _is_specific(piece.text):
            return find_named(piece.text, proposals) or ()
    return proposals


def _is_specific(text: str) -> bool:
    """Return whether a text says which one it means."""
    return bool(find_number(text, 9) or find_times(text) or HOTEL_NAMES.search(text) or FLIGHT_NUMBER.search(text))


def _find_about(text: str, before: Sequence[Piece], proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Return the proposals that a piece which is no answer is about; "that one" is what was named last."""
    named = find_named(text, proposals)
    if named:
        return tuple(named)
    last = before[-1] if before else None
    if last and last.left_out and _THAT.search(text):
        return last.left_out
    if last and last.says == "else" and _THAT.search(text):
        return last.meant  # "the hotel I must think about, is it good for couples?"
    if last and last.says == "no" and not _pauses(text):
        return last.meant  # "not the hotel. something fancier"
    if find_by_kind(text, proposals) == [] and not _CONDITION.search(text):
        return ()
    return tuple(proposals)


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
        if not all(_GOES_ON.match(piece.raw) and is_other_kind(piece.text, proposal) for piece in others):
            return False  # "ok, show me hotels" agrees to nothing
    return all(_leaves(piece, proposal) or _is_met(piece, proposal) for piece in others if proposal in piece.meant)


def _is_qualified(proposal: Proposal, pieces: Sequence[Piece]) -> bool:
    """Return whether what goes on in the sentence of a yes belongs to it: "yes, in theory", "yes, is that allowed?"."""
    sentence: list[Piece] = []
    for piece in pieces:
        goes_on = bool(sentence) and not _GOES_ON.match(piece.raw)
        if piece.says == "else" and goes_on and _qualifies(piece, sentence[0]):
            return True
        if piece.says == "yes" or sentence:
            sentence.append(piece)
        if _SENTENCE_END.search(piece.raw):
            sentence = []
    return len(sentence) > 1 and doubts_party(" ".join(each.text for each in sentence), proposal)


def _qualifies(piece: Piece, yes: Piece) -> bool:
    """Return whether a piece limits or questions the yes before it; not what is about memory or another thing."""
    is_plain_one = is_plain(piece.text, yes.meant)
    is_other = all(is_other_kind(piece.text, each) for each in yes.meant)
    is_apart = is_other and bool(find_kinds(yes.text))  # "yes to the flights, but three rooms"
    if _LIMITS.match(piece.raw) or (piece.act in {"cancel", "change"} and not (is_plain_one or is_apart)):
        return True
    if is_other or piece.act in {"recall", "forget"} or _MEMORY.search(piece.text):
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


def _leaves(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece beside a yes leaves a proposal as it is."""
    text, row = piece.text, proposal.preview
    if (
        _CONDITION.search(text)
        or _takes_back(text, proposal)
        or (picks_other(text, proposal) and not _GOES_ON.search(piece.raw))
    ):
        return False
    if _HAS_ONE.search(text) and proposal.action == "book" and not is_other_kind(text, proposal):
        return False
    if "?" in text and (_ONLY_NAMES.fullmatch(text) or _DOUBTS_PRICE.search(text)):
        return False  # "yes, and the flight?", "yes. can we afford that?"
    if "?" not in text and piece.act in {"yes", "talk"} and is_plain(text, [proposal]):
        is_other = names_something_else(text, row) or describes_other(text, proposal)
        return is_other_kind(text, proposal) or not is_other
    if PASSES_ON.search(text):
        is_otherwise = _OTHERWISE.search(text) or names_something_else(text, row) or changes_party(text, row)
        return not (is_otherwise or _BUT.match(piece.raw))
    is_about = "?" in text and piece.act in _ASKS and bool(_ABOUT_IT.search(text))
    if piece.act in _BESIDE and not is_about and (piece.score >= SURE or "?" in text):
        return not changes_party(text, row)
    if asks_to_know(text) and not _BUT.match(piece.raw):
        return asks_for_the_way(text) or not names_something_else(text, row)
    if _asks_for_way_back(piece, row) or (piece.act == "yes" and is_same_car(text, row)):
        return True
    if _BUT.match(piece.raw) and not is_other_kind(text, proposal):
        return False  # "yes but ..." is no yes, unless it goes on with another thing
    return is_another_wish(text, proposal, piece.act)


def _takes_back(text: str, proposal: Proposal) -> bool:
    """Return whether a text cancels what a proposal would book: "cancel it" agrees to no booking."""
    is_other = names_other_thing(text, proposal.preview) or is_other_kind(text, proposal)
    return proposal.action != "cancel" and bool(_CANCELS.search(text)) and not is_other


def _is_met(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a question beside a yes asks for what the proposal has: "yes. does it have a gym?"."""
    return not _BUT.match(piece.raw) and asks_for_what_it_has(piece.text, proposal)


def _asks_for_way_back(piece: Piece, row: Mapping[str, Any]) -> bool:
    """Return whether a part of a message asks for the flight back or picks it, beside a yes to the one there."""
    is_read = piece.act in {"pick", "change"} or piece.score < SURE
    is_wish = piece.act == "search" or (is_read and bool(_GOES_ON.match(piece.raw)))
    is_doubt = _CONDITION.search(piece.text) or turns_away(measures_days(piece.text))
    return is_wish and not is_doubt and row["kind"] == "flight" and bool(BACK.search(piece.text))


def is_another_wish(text: str, proposal: Proposal, act: str = "search") -> bool:
    """Return whether the rest of a message with a yes is about something else than what was proposed."""
    row = proposal.preview
    kinds = find_kinds(text)
    if _CONDITION.search(text):
        return False
    if (
        _MEMORY.search(text)
        or asks_about_bookings(text)
        or is_other_kind(text, proposal)
        or names_other_flight(text, row)
        or (names_other_hotel(text, row.get("hotel")) and (row["kind"] != "hotel" or bool(ONE_MORE.search(text))))
        or (act == "cancel" and names_other_thing(text, row))
        or (act in _WISHES and names_other_place(text, row))
    ):
        return True
    if proposal.action == "cancel" and act in _WISHES - {"cancel", "change"}:
        return "?" not in text and not turns_away(text.replace("instead", ""))
    if turns_away(text) or find_unknown_wishes(text) or (act in _CHOOSES and describes_other(text, proposal)):
        return False
    if "?" in text and (_ABOUT_PROPOSAL.search(text) or find_amenities(text)[0]):
        return False
    return act != "no" and not names_something_else(text, row) and not kinds and not HEDGE.search(text)
