"""The pieces of an answer: each says yes, no or something else, and is about some of the things that wait for a yes.

One that names none of them is about all. What a message agrees to in the end is decided in `agreement`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.values.cabins import find_cabin
from ricordo_travel.dialogue.values.money import is_unlimited
from ricordo_travel.dialogue.values.party import parse_party, parse_party_change
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_kinds
from ricordo_travel.dialogue.yes.act_reader import SURE, read_parts
from ricordo_travel.dialogue.yes.answer_clauses import ALL, cut_clauses, part_exception
from ricordo_travel.dialogue.yes.answers import (
    AGREES,
    COURTESY,
    HEDGE,
    HOLDS,
    REMARK,
    STRONG,
    is_no,
    is_too_much,
    is_whatever,
    is_yes,
    regularise,
)
from ricordo_travel.dialogue.yes.beside_yes import (
    BUT,
    CONDITION,
    GOES_ON,
    ONLY_NAMES,
    WISHES,
    takes_back,
)
from ricordo_travel.dialogue.yes.choice import HOTEL_NAMES, find_number, find_times
from ricordo_travel.dialogue.yes.corrections import read_correction
from ricordo_travel.dialogue.yes.differences import (
    BACK,
    FLIGHT_NUMBER,
    explains_asking,
    explains_cancelling,
    explains_refusing,
    is_other_kind,
    names_something_else,
    places_of,
    repeats,
    turns_away,
)
from ricordo_travel.dialogue.yes.joined_parts import join_parts
from ricordo_travel.dialogue.yes.kept import is_kept, keeps_elsewhere, split_kept
from ricordo_travel.dialogue.yes.naming import THERE, find_by_leg, find_named
from ricordo_travel.dialogue.yes.pieces import Piece
from ricordo_travel.dialogue.yes.plain_yes import is_plain
from ricordo_travel.proposals import Proposal

_ONLY = re.compile(r"\b(?:only|just)\b")
_IS_ONLY = re.compile(r"^(?:only|just)\b|^(?!yes|yep|ok)[a-z' ]{3,30} only\W*$")
"""What some proposals are taken with, and the others not: "only the hotel", "the flights only"."""
_NOT_THE = re.compile(r"not (?:the|that|this|my|our)\b")
"""What is left out beside a yes to the rest: "not the one to Rome"."""
_LEADS = re.compile(r"^(?:(?:and|but|also|plus|so|then)\b[\s,]*)+")
SENTENCE_END = re.compile(r"[.!?;]\W*$")
_ENDS_WITH_YES = re.compile(
    r"\b(?:yes|go ahead|book (?:it|them|both|all))\b[\s!.]*(?:please|thanks|too)?\W*$|^\W*(?:\w+ ){1,2}ok\W*$"
)
_BARE_NO = re.compile(r"\W*(?:(?:no|oh|sorry|thanks|way|please)\b\W*){1,4}")
_ENDS_WITH_NO = re.compile(r"(?<!why )\b(?:no|not)\W*$")
_DENIES = re.compile(r"n't\b|\b(?:no|not|never|cannot|cancel|stop)\b")
_INDEFINITE = re.compile(r"\b(?:an?|another|one more|some|other|new)\b")
_MAX_WORDS = 8
_PAUSE = re.compile(r"\b(?:wait|hold on|hang on|not (?:yet|now|sure)|sorry|moment|later|think about|hurry|rush)\b")
_THE_ONE = re.compile(r"\bthe one\b")
_THAT = re.compile(r"\b(?:its?|that one|this one|that|this|them|those|these)\b")
_IN_SO_MANY_WORDS = re.compile(r"\b(?:yes|sure|go ahead|confirm(?:ed)?|absolutely|definitely)\b")
_FIRST_FLIGHT = re.compile(r"\bthe first flight\b")
_MARKS = re.compile(r"(?:[^\w\s] ?){4,}")
_GIVES_UP = re.compile(
    r"\W*(?:(?:ok|oh|ah|well|alright|fine)\b\W*){0,2}(?:never ?mind|nvm|no matter|(?:it |that )?doesn't matter|"
    r"(?:forget|skip)(?: about)? the)\b"
)
_ELSE = re.compile(r"\d|\b(?:ones?|else|elsewhere|ourselves|home|booking|rooms?|trip|friends?|\w+(?:self|est))\b")
"""Words with which somebody wants another thing, or nothing."""
_IS = re.compile(r"\b(?:is|are|was|has to|have to|must|should|needs?)\b|\w's\b")


def cut(message: str, proposals: Sequence[Proposal]) -> list[Piece]:
    """Return the pieces of a message. What goes on with something else than an answer stays in one piece."""
    message = squeeze(message)
    if not proposals:
        return [Piece("else", message, normalise(message), "talk", 0.0)]
    context = "confirm" if proposals[-1].action == "book" else "confirm_change"
    pieces: list[Piece] = []
    corrected: tuple[Proposal, ...] = ()
    if correction := read_correction(message, proposals):
        message = correction.instead
        corrected = tuple(find_by_leg(normalise(message), correction.refused) or correction.refused)
        pieces.append(Piece("no", correction.no, normalise(correction.no), "no", 1.0, corrected))
    parts = join_parts(read_parts(message, context))
    parts = [replace(part, act="search") if is_unlimited(normalise(part.text)) else part for part in parts]
    for part in cut_clauses(parts):
        text = _clean(part.text, pieces)
        if corrected and len(pieces) == 1 and not is_kept(text):  # what is wanted instead agrees to nothing
            piece = Piece("else", part.text, text, "correct", 1.0, corrected)
        else:
            piece = _read_piece(Piece("else", part.text, text, part.act, part.score), pieces, proposals)
        last = pieces[-1] if pieces else None
        if last and _is_one(last, piece):
            text = _LEADS.sub("", regularise(f"{last.raw} {piece.raw}"))
            raw = f"{last.raw} {piece.raw}"
            about = _find_about(text, pieces[:-1], proposals)
            pieces[-1] = replace(last, raw=raw, text=text, meant=about, is_some=0 < len(about) < len(proposals))
        elif last and last.says == piece.says == "no" and _ONLY.match(piece.text):
            pieces[-1] = piece  # "no, only the hotel"
        else:
            if last and last.says == piece.says == "yes" and _narrows(last, piece, proposals):
                pieces[-1] = replace(last, meant=piece.meant)
            elif piece.says == "yes" and STRONG.match(piece.text):
                pieces = _pass_over_remark(pieces, proposals)
            pieces.append(piece)
    return pieces


def _is_one(last: Piece, piece: Piece) -> bool:
    """Return whether two pieces are one wish or question; not so "yes but on the 8th. / and hotels?"."""
    is_parted = BUT.match(last.raw) and SENTENCE_END.search(last.raw) and last.meant and not piece.meant
    return last.says == piece.says == "else" and last.act == piece.act and not is_parted


def _pass_over_remark(before: list[Piece], proposals: Sequence[Proposal]) -> list[Piece]:
    """Return the pieces before a yes, those that are only a remark as such: "nah don't care, book it"."""
    for remark in (before[-2:], before[-1:]):
        is_safe = all(piece.says != "no" for piece in remark) or all(each.action == "book" for each in proposals)
        if is_safe and REMARK.fullmatch(" ".join(piece.text for piece in remark).lstrip(" .,;:!-…")):
            return [*before[: -len(remark)], *(replace(piece, says="thanks") for piece in remark)]
    if _gives_up_wish(before, proposals):
        return [replace(piece, says="thanks") for piece in before]
    return before


def _gives_up_wish(before: Sequence[Piece], proposals: Sequence[Proposal]) -> bool:
    """Return whether sentences before a yes only give up a wish: "never mind, I'll park on the street. book it"."""
    raw, text = (" ".join(getattr(piece, name) for piece in before) for name in ("raw", "text"))
    if not _GIVES_UP.match(normalise(raw)) or not SENTENCE_END.search(raw) or find_kinds(text) or turns_away(text):
        return False
    if HEDGE.search(text) or _ELSE.search(text) or _is_specific(text) or _pauses(text):
        return False
    return all(each.action == "book" and not names_something_else(text, each.preview) for each in proposals)


def squeeze(message: str) -> str:
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
    if named and len(named) < len(proposals) and (refused := _list_left_out(piece.text, named, before, proposals)):
        return replace(piece, says="no", meant=tuple(refused))
    if _says_yes(replace(piece, text=head), proposals, is_first=not before):
        meant = [] if _is_way_back(head, before, proposals) else find_named(head, proposals)
        if meant is None:
            meant = _find_last_named(before, proposals)
        is_only = _ONLY.search(head)  # "yes, flights only": the rest stays as it is booked
        others = [each for each in proposals if is_only and each not in meant and each.action == "change"]
        excluded = find_named(left_out, proposals) or () if left_out else others
        kept = tuple(each for each in meant if each not in excluded)
        if not kept:
            return replace(piece, meant=_find_about(piece.text, before, proposals))
        return replace(piece, says="yes", text=head, meant=kept, left_out=tuple(excluded))
    kept = _list_kept(piece.text, proposals)
    if kept or _says_no(piece, is_first=not before):
        return _read_no(piece, before, kept or (_list_unnamed(before, proposals) if named is None else named))
    repeated = tuple(each for each in named or () if repeats(piece.text, each))
    is_more = bool(before) and before[-1].says == "yes" and not _ONLY.search(before[-1].text)  # "yes, flights only, …"
    if repeated and is_more and not _is_told(piece, before[-1]):
        return replace(piece, says="yes", meant=repeated)
    about = _find_about(piece.text, before, proposals)
    if piece.act == "no" and piece.score >= SURE and len(about) < len(proposals) and not _pauses(piece.text):
        return replace(piece, says="no", meant=about)
    is_one_more = bool(BACK.search(piece.text)) and find_by_leg(piece.text, proposals) is None
    if named and before and before[-1].says in {"yes", "no"} and _only_names(piece, before[-1]) and not is_one_more:
        return replace(piece, says=before[-1].says, meant=tuple(named))
    return replace(piece, meant=about, is_some=0 < len(about) < len(proposals))


def _list_left_out(
    text: str, named: Sequence[Proposal], before: Sequence[Piece], proposals: Sequence[Proposal]
) -> Sequence[Proposal]:
    """Return what a piece refuses that names some of the proposals: "only the hotel", "not the one to Rome"."""
    if _IS_ONLY.search(text):
        return [each for each in proposals if each not in named]
    is_not = bool(before) and _NOT_THE.match(text) and is_plain(text.removeprefix("not "), proposals)
    return named if is_not else ()


def _list_kept(text: str, proposals: Sequence[Proposal]) -> list[Proposal]:
    """Return the changes of bookings that a text says shall stay as they are, if it says no more: "not the hotel"."""
    named = find_named(split_kept(text)[1], proposals) if is_kept(text) else None
    return [each for each in named or () if each.action == "change"]


def _read_no(piece: Piece, before: Sequence[Piece], refused: Sequence[Proposal]) -> Piece:
    """Return a no with what it refuses; after a question, what that is about: "yes. but a hostel?? no"."""
    last = before[-1] if before else None
    goes_on = last is not None and not SENTENCE_END.search(last.raw) and bool(_THAT.search(piece.text))
    if last and last.says in {"else", "no"} and (goes_on or _BARE_NO.fullmatch(piece.text)):
        return replace(piece, says="no", meant=tuple(each for each in refused if each in last.meant))
    return replace(piece, says="no" if refused else "else", meant=tuple(refused))


def _list_unnamed(before: Sequence[Piece], proposals: Sequence[Proposal]) -> list[Proposal]:
    """Return what a no means that names nothing: not what a yes named in a sentence before, "yes to the flights"."""
    agreed = [
        each
        for piece in before
        if piece.says == "yes" and SENTENCE_END.search(piece.raw) and find_named(piece.text, proposals)
        for each in piece.meant
    ]
    return [each for each in proposals if each not in agreed]


def _is_told(piece: Piece, before: Piece) -> bool:
    """Return whether a piece tells or wishes something in a sentence of its own: "yes. the hotel is for the 3rd"."""
    is_apart = bool(SENTENCE_END.search(before.raw))
    return is_apart and (piece.act in WISHES - {"pick"} or bool(_IS.search(piece.text)))


def _only_accompanies(text: str, before: Sequence[Piece], proposals: Sequence[Proposal]) -> bool:
    """Return whether a text only goes with an answer: courtesy, why it is asked or cancelled, or what stays."""
    if before and (COURTESY.fullmatch(text) or not re.search(r"\w", text)):
        return True
    if before and before[-1].says == "no" and (explains_asking(text) or explains_refusing(text)):
        return True
    cities = {name for each in proposals for name in places_of(each.preview)}
    if keeps_elsewhere(text, cities) and all(each.action == "book" for each in proposals):
        return True
    return explains_cancelling(text) and all(each.action == "cancel" for each in proposals)


def _pauses(text: str) -> bool:
    """Return whether a text waits with its answer, or asks something."""
    return "?" in text or any(each.search(text) for each in (_PAUSE, HOLDS, CONDITION))


def _says_yes(piece: Piece, proposals: Sequence[Proposal], *, is_first: bool) -> bool:
    """Return whether a piece agrees, and does nothing else."""
    text = piece.text
    if "?" in text or is_too_much(text) or not is_plain(text, proposals):
        return False
    if all(takes_back(text, each) for each in proposals):
        return False
    if names_number(text) and not (len(proposals) > 1 and _IN_SO_MANY_WORDS.search(text)):
        return False  # "yes, the second one" chooses, and is asked about once more
    if STRONG.match(text) or (is_first and is_yes(text)):
        return True
    is_read = piece.act == "yes" and piece.score >= SURE and bool(AGREES.search(text)) and not is_whatever(text)
    return len(text.split()) <= _MAX_WORDS and (is_read or bool(_ENDS_WITH_YES.search(text)))


def names_number(text: str) -> bool:
    """Return whether a text names a number of a list; "that's the one" does not."""
    return find_number(_THE_ONE.sub(" ", text), 9) is not None


def _says_no(piece: Piece, *, is_first: bool) -> bool:
    text = piece.text
    is_cabin = find_cabin(text) and not is_too_much(text)  # "economy, not business" wants it so
    if _pauses(text) or len(text.split()) > _MAX_WORDS or is_cabin:
        return False
    is_answer = is_first or piece.act in {"no", "yes"}
    is_party = (parse_party(text) or parse_party_change(text)) and not _DENIES.search(text)  # "hang on, we are two"
    is_read = piece.act == "no" and (piece.score >= SURE or is_too_much(text)) and not is_party
    return is_read or (is_answer and (is_no(text) or bool(_ENDS_WITH_NO.search(text))))


def _only_names(piece: Piece, before: Piece) -> bool:
    """Return whether a piece goes on with no more than names: "yes to the flights / and the hotel"."""
    text = HOTEL_NAMES.sub(" the ", FLIGHT_NUMBER.sub(" ", piece.text))
    is_same = not SENTENCE_END.search(before.raw) and not _INDEFINITE.search(piece.text)
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
    if _is_way_back(text, before, proposals):
        return ()
    if named:
        return tuple(named)
    last = before[-1] if before else None
    if last and last.left_out and _THAT.search(text):
        return last.left_out
    is_apart = not (CONDITION.search(text) or HOLDS.search(text))
    if last and last.says == "else" and _THAT.search(text):
        return last.meant  # "the hotel I must think about, is it good for couples?"
    if last and last.says in {"else", "no"} and not last.meant and is_apart:
        return ()  # "the hotel is a bit dear, is there anything cheaper?"
    if last and last.says == "no" and is_apart and not _PAUSE.search(text):
        return last.meant  # "not the hotel. something fancier"
    if is_apart and all(is_other_kind(text, each) for each in proposals):
        return ()
    return tuple(proposals)


def _is_way_back(text: str, before: Sequence[Piece], proposals: Sequence[Proposal]) -> bool:
    """Return whether a text is about a flight back, and what waits is the flight there, by its stay or by a yes."""
    is_back = bool(BACK.search(text)) and not THERE.search(text)
    if not is_back or not set(find_kinds(text)) <= {"flight"} or find_by_leg(text, proposals):
        return False
    ends = {each.preview["city"] for each in proposals if each.kind != "flight"}
    goals = {each.preview["destination"] for each in proposals if each.kind == "flight"}
    is_there = bool(goals) and goals <= ends and bool(find_kinds(text))
    return is_there or any(piece.says == "yes" and THERE.search(piece.text) for piece in before)
