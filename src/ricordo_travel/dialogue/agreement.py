"""The reading of an answer to what waits for a yes: what a message agrees to, what it refuses, and what else it says.

A message is cut into pieces. Each says yes, no or something else, and is about some of the proposals; one that names
none is about all of them. A proposal is agreed to if a piece says yes to it, and no piece refuses, doubts or
changes it. A small model reads the message as well: it can object to a yes, and it can find one that the words alone do
not show, if nothing in the message speaks against it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.desk import Answer, Fate
from ricordo_travel.dialogue.act_reader import SURE, read_parts
from ricordo_travel.dialogue.answer_clauses import ALL, cut_clauses, part_exception
from ricordo_travel.dialogue.answer_reader import score_answer
from ricordo_travel.dialogue.answers import (
    AGREES,
    COURTESY,
    HOLDS,
    REMARK,
    STRONG,
    is_explicit_yes,
    is_no,
    is_whatever,
    is_yes,
    regularise,
)
from ricordo_travel.dialogue.beside_yes import (
    CONDITION,
    GOES_ON,
    MEMORY,
    ONLY_NAMES,
    WISHES,
    is_apart,
    is_met,
    leaves_it,
    takes_back,
)
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number, find_times
from ricordo_travel.dialogue.corrections import read_correction
from ricordo_travel.dialogue.differences import (
    BACK,
    FLIGHT_NUMBER,
    NUMBER_OF,
    describes_other,
    doubts_party,
    explains_asking,
    explains_cancelling,
    is_other_kind,
    names_something_else,
    repeats,
)
from ricordo_travel.dialogue.money import is_unlimited
from ricordo_travel.dialogue.naming import KINDS, find_by_kind, find_by_leg, find_named
from ricordo_travel.dialogue.numbers import parse_count
from ricordo_travel.dialogue.pieces import Piece
from ricordo_travel.dialogue.plain_yes import is_bare, is_plain, means_part, means_some
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.told_parts import join_told
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.proposals import Proposal

_YES = 0.95
"""Score from which the model makes a message a yes, or a no."""
_NO_YES = 0.2
"""Score under which the model objects to a yes."""
_ABOUT_NO_OFFER = frozenset({"recall", "forget", "bookings", "assistant", "place", "suggest"})
_ONLY = re.compile(r"(?:only|just)\b")
_LEADS = re.compile(r"^(?:(?:and|but|also|plus|so|then)\b[\s,]*)+")
_SENTENCE_END = re.compile(r"[.!?;]\W*$")
_ENDS_WITH_YES = re.compile(
    r"\b(?:yes|go ahead|book (?:it|them|both|all))\b[\s!.]*(?:please|thanks|too)?\W*$|^\W*(?:\w+ ){1,2}ok\W*$"
)
_BARE_NO = re.compile(r"\W*(?:(?:no|oh|sorry|thanks|way|please)\b\W*){1,4}")
_ENDS_WITH_NO = re.compile(r"(?<!why )\b(?:no|not)\W*$")
_EACH = re.compile(r"\b(?:all|both|everything)\b")
_INDEFINITE = re.compile(r"\b(?:an?|another|one more|some|other|new)\b")
_MAX_WORDS = 8
_PAUSE = re.compile(r"\b(?:wait|hold on|hang on|not (?:yet|now|sure)|sorry|moment|later|think about|hurry|rush)\b")
_ROOMS = re.compile(r"\b(?P<count>two|three|four|five|six|[2-6]) rooms\b")
_THE_ONE = re.compile(r"\bthe one\b")
_THAT = re.compile(r"\b(?:it|that one|this one|that|this|them|those|these)\b")

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
_IN_SO_MANY_WORDS = re.compile(r"\b(?:yes|sure|go ahead|confirm(?:ed)?|absolutely|definitely)\b")
_GRATITUDE = re.compile(r"\b(?:thank you|thanks|thx|cheers|ta)\b")
_ANYWAY = re.compile(r"\b(?:anyway|anyhow|regardless|either way|in any case|all the same)\b")
_FIRST_FLIGHT = re.compile(r"\bthe first flight\b")
_MARKS = re.compile(r"(?:[^\w\s] ?){4,}")
_IS = re.compile(r"\b(?:is|are|was|has to|have to|must|should|needs?)\b|\w's\b")


def read_answer(message: str, proposals: Sequence[Proposal]) -> Answer:
    """Return what a message says to the proposals of the last answer."""
    pieces = cut(message, proposals)
    agreed: list[Proposal] = []
    refused: list[Proposal] = []
    unclear: list[Proposal] = []
    for proposal, scores in zip(proposals, score_answer(_squeeze(message), proposals), strict=True):
        fate = _read_fate(proposal, pieces, is_one_of=len(proposals))
        if scores.yes >= _YES and fate == "refused" and not _is_taken_up(pieces, proposals):
            fate = "waiting"  # one of both readers is wrong
        elif scores.yes >= _YES and not _speaks_against(proposal, pieces, is_one_of=len(proposals)):
            fate = "unclear" if fate == "unclear" else "agreed"
        elif scores.yes < _NO_YES and fate == "agreed" and not _is_sure(proposal, pieces):
            fate = "waiting"
        elif scores.no >= _YES and fate == "waiting" and all(piece.says != "no" for piece in pieces):
            fate = "refused"
        {"agreed": agreed, "refused": refused, "unclear": unclear}.get(fate, []).append(proposal)
    return Answer(tuple(agreed), tuple(refused), tuple(unclear), keeps_others=True)


def _read_fate(proposal: Proposal, pieces: Sequence[Piece], *, is_one_of: int) -> Fate:
    """Return what the pieces of a message do to a proposal, by their words."""
    if any((piece.says == "no" and proposal in piece.meant) or proposal in piece.left_out for piece in pieces):
        return "refused"
    if not _is_agreed(proposal, pieces):
        return "waiting"
    said = [piece for piece in pieces if piece.says == "yes" and proposal in piece.meant]
    is_some = is_one_of > 1 and any(means_part(piece.text) for piece in said)
    return "agreed" if any(map(_is_clear, said)) and not is_some else "unclear"


def _is_taken_up(pieces: Sequence[Piece], proposals: Sequence[Proposal]) -> bool:
    """Return whether a no is to some of several proposals, or followed by a yes to them: "no, … but yes to both"."""
    is_to_all = any(piece.says == "no" and len(piece.meant) == len(proposals) for piece in pieces)
    return len(proposals) > 1 and (not is_to_all or pieces[-1].says == "yes")


def _speaks_against(proposal: Proposal, pieces: Sequence[Piece], *, is_one_of: int) -> bool:
    """Return whether a message names something that a proposal is not, or is a yes to what does not wait."""
    is_to_another = any(piece.act == "yes" and is_other_kind(piece.text, proposal) for piece in pieces)
    is_choice = any(piece.act == "pick" and _names_number(piece.text) for piece in pieces)  # "take the first one"
    return (is_one_of == 1 and (is_to_another or is_choice)) or any(_differs(piece, proposal) for piece in pieces)


def _differs(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece of a message names something that a proposal is not, waits with it or takes it back."""
    is_about_others = (bool(piece.meant) and proposal not in piece.meant) or piece.act in _ABOUT_NO_OFFER
    if is_about_others or piece.says == "no" or is_other_kind(piece.text, proposal):
        return False
    return (
        names_something_else(piece.text, proposal.preview)
        or describes_other(piece.text, proposal)
        or doubts_party(piece.text, proposal)
        or takes_back(piece.text, proposal)
        or bool(CONDITION.search(piece.text) or HOLDS.search(piece.text))
    )


def _is_sure(proposal: Proposal, pieces: Sequence[Piece]) -> bool:
    """Return whether a message is surely a yes by its words: a bare one, with no more than other things beside it."""
    if not any(is_explicit_yes(piece.text) or _EACH.search(piece.text) for piece in pieces if piece.says == "yes"):
        return False
    named = [piece for piece in pieces[: len(pieces) - 1] if _names_its_kind(piece, proposal)]
    if any(_SENTENCE_END.search(piece.raw) for piece in named):
        return True  # "yes to the flights. but three rooms"
    is_beside = [False, *(bool(_SENTENCE_END.search(piece.raw)) for piece in pieces)]
    others = [
        piece
        for piece, is_new in zip(pieces, is_beside, strict=False)
        if not is_bare(piece.text)
        and not ((is_new or piece.act in _ABOUT_NO_OFFER or GOES_ON.search(piece.raw)) and is_apart(piece, proposal))
        and not (named and (piece in named or is_other_kind(piece.text, proposal)))
    ]
    return not others or _is_asked_for_what_it_has(pieces, proposal)


def _names_its_kind(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece is a yes to a thing by its kind, and has no other words: "yes to the flights"."""
    is_named = proposal.kind in find_kinds(piece.text) and bool(ONLY_NAMES.fullmatch(piece.text))
    return piece.says == "yes" and is_named


def _is_asked_for_what_it_has(pieces: Sequence[Piece], proposal: Proposal) -> bool:
    return pieces[-1].says == "else" and is_met(pieces[-1], proposal)


def cut(message: str, proposals: Sequence[Proposal]) -> list[Piece]:
    """Return the pieces of a message. What goes on with something else than an answer stays in one piece."""
    message = _squeeze(message)
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
        if is_safe and REMARK.fullmatch(" ".join(piece.text for piece in remark).lstrip(" .,;:!-…")):
            return [*before[: -len(remark)], *(replace(piece, says="thanks") for piece in remark)]
    return before


def _squeeze(message: str) -> str:
    """Return a message with one blank for many and few marks for many, which patterns would read again and again."""
    return _MARKS.sub(lambda match: match[0][:3], " ".join(message.split()))


def _clean(raw: str, before: Sequence[Piece]) -> str:
    """Return a clause in lower case, made regular. Beside words about the way back, the first flight is the one there.

    "I meant 7 July for the return. Yes for the first flight."
    """
    text = _LEADS.sub("", regularise(raw))
    return _FIRST_FLIGHT.sub("the flight there", text) if any(BACK.search(each.text) for each in before) else text


def _narrows(last: Piece, piece: Piece, proposals: Sequence[Proposal]) -> bool:
    """Return whether a yes says what the yes before it is to: "yes, the hotel", and not "yes, and the hotel too"."""
    is_more = GOES_ON.search(piece.raw) or ALL.search(last.text)
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
        return _read_no(piece, before, _list_unnamed(before, proposals) if named is None else named)
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


def _read_no(piece: Piece, before: Sequence[Piece], refused: Sequence[Proposal]) -> Piece:
    """Return a no with what it refuses; after a question, what that is about: "yes. but a hostel?? no"."""
    if before and before[-1].says in {"else", "no"} and _BARE_NO.fullmatch(piece.text):
        return replace(piece, says="no", meant=tuple(each for each in refused if each in before[-1].meant))
    return replace(piece, says="no" if refused else "else", meant=tuple(refused))


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
    return is_apart and (piece.act in WISHES - {"pick"} or bool(_IS.search(piece.text)))


def _only_accompanies(text: str, before: Sequence[Piece], proposals: Sequence[Proposal]) -> bool:
    """Return whether a text only goes with an answer: courtesy, or why something is cancelled or was asked."""
    if before and (COURTESY.fullmatch(text) or not re.search(r"\w", text)):
        return True
    if before and before[-1].says == "no" and explains_asking(text):
        return True
    return explains_cancelling(text) and all(each.action == "cancel" for each in proposals)


def _pauses(text: str) -> bool:
    """Return whether a text waits with its answer, or asks something."""
    return "?" in text or any(each.search(text) for each in (_PAUSE, HOLDS, CONDITION))


def _says_yes(piece: Piece, proposals: Sequence[Proposal], *, is_first: bool) -> bool:
    """Return whether a piece agrees, and does nothing else."""
    text = piece.text
    if "?" in text or not is_plain(text, proposals):
        return False
    if all(takes_back(text, each) for each in proposals):
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
    return is_same and "?" not in text and bool(ONLY_NAMES.fullmatch(text))


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
    if find_by_kind(text, proposals) == [] and not CONDITION.search(text):
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
        if not all(GOES_ON.match(piece.raw) and is_other_kind(piece.text, proposal) for piece in others):
            return False  # "ok, show me hotels" agrees to nothing
    is_asked = _is_asked_for_what_it_has(pieces, proposal)
    doubting = [piece for piece in others if proposal in piece.meant and not leaves_it(piece, proposal)]
    return not doubting or (is_asked and doubting == [pieces[-1]])


def _is_qualified(proposal: Proposal, pieces: Sequence[Piece]) -> bool:
    """Return whether what goes on in the sentence of a yes belongs to it: "yes, in theory", "yes, is that allowed?"."""
    sentence: list[Piece] = []
    for piece in pieces:
        goes_on = bool(sentence) and not GOES_ON.match(piece.raw)
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
