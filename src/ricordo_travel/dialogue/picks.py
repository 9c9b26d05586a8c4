"""What a message picks: what the reader of things finds beside what words name, and what is said beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.act_reader import SURE
from ricordo_travel.dialogue.booked import names_direction
from ricordo_travel.dialogue.chosen import Choice, is_kind_named, read_choice
from ricordo_travel.dialogue.hotel_facts import meets
from ricordo_travel.dialogue.open_offers import OpenOffers, asks_about_bookings
from ricordo_travel.dialogue.references import (
    NOT_SHOWN,
    Pick,
    Picks,
    find_changes,
    find_picks_by_words,
    is_elsewhere,
    share_slot,
)
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_amenities

_SEVERAL = re.compile(r"\b(?:ones|flights|both|all|ways|everything)\b")
"""Words of a message that may choose several things."""
_LOOKS = frozenset({"search", "suggest", "change", "cancel", "yes"})
"""Acts of a message that picks nothing."""
_ASKS = frozenset({"search", "suggest", "place", "ask_offer"})
"""Acts of a part that asks for something else than what was shown."""
_TAKES = re.compile(
    r"\b(?:book|take|reserve|go (?:with|for)|(?:i|we)(?:'ll|'d| would) \w+|choose|number \d|prefer)\b|\d:\d\d"
)
"""Words of somebody who says what is wanted instead."""
_REMARK = re.compile(
    r"\W*(?:(?:so|ok|oh|ah|hm+|well|great|nice|then|and|but)\b\W*){0,3}"
    r"(?:(?:it|they|that|this|both|all)(?:'s| is| are|'re)? )?"
    r"(?:costs? |all |exactly |about |just ){0,2}(?:the )?same(?: price| prices| cost| money)?(?: then| too)?\W*"
)
"""A remark on what things cost, which chooses none of them: "so same price", "they cost the same"."""
_UNLIKELY = 0.2
"""Score under which what words seem to pick is not picked."""


def find_picks(state: DialogueState) -> Picks:
    """Return what a message picks of all that is open: what the reader of things finds, and what is named in full."""
    own = _leave_out_denied(state)
    return Picks() if _REMARK.fullmatch(own.text) else _find_all(own)


def _leave_out_denied(state: DialogueState) -> DialogueState:
    """Return the state without what picks nothing: remarks on prices, and what a message turns down before it asks.

    "No, Berlin is our first one. Which cities have museums?", "One is too early, the other rather late. Any train?"
    """
    parts = state.parts if state.act is None else []
    others = [part for part in parts if not _REMARK.fullmatch(normalise(part.text))] or parts
    if any(part.act in _ASKS and "?" in part.text for part in others):
        others = [
            each for each in others if each.act != "no" or each.score < SURE or _TAKES.search(normalise(each.text))
        ]
    if len(others) == len(parts):
        return state
    return replace(state, message=" ".join(part.text for part in others), rest=tuple(others))


def _find_all(state: DialogueState) -> Picks:
    """Return what a message picks, whatever each of its parts does."""
    ruled = find_picks_by_words(state)
    is_missing = any(each.startswith(NOT_SHOWN) for each in ruled.questions)
    if not state.offers or asks_about_bookings(state.last_reply) or is_missing:
        return ruled
    opened = OpenOffers(state)
    choice = _keep_numbered(state, ruled, read_choice(opened))
    is_whole = len(ruled.picks) > 1 and not ruled.questions  # one of each list is named
    if is_whole and not any(pick.offer in choice.refused for pick in ruled.picks):
        return ruled
    is_pick = may_pick(state)
    least = _UNLIKELY if choice.chosen else 0.0
    kept = [pick for pick in ruled.picks if _holds(pick, choice, least)]
    known = {pick.offer.text for pick in kept}
    more = [Pick(offer, None, find_changes(state, offer)) for offer in choice.chosen if offer.text not in known]
    more = [pick for pick in more if not any(share_slot(opened, pick.offer, each.offer) for each in kept)]
    more = [pick for pick in more if not is_elsewhere(state, pick) and not _is_one_more(state, pick, kept)]
    if not _TAKES.search(state.text):  # what was turned down is not put forward again
        more = [pick for pick in more if pick.offer.text not in opened.refused_texts]
    dropped = set(find_amenities(state.text)[1])  # "we don't need breakfast" chooses no hotel for its breakfast
    more = [
        pick
        for pick in more
        if pick.offer.kind != "hotel" or not any(meets(pick.offer.hotel, name) for name in dropped)
    ]
    if ruled.is_strong:
        more = [pick for pick in more if is_kind_named(state.text, pick.offer.kind)]
    if not more or not is_pick:
        return replace(ruled, picks=tuple(kept))
    questions = (
        ruled.questions if ruled.unclear and not {*ruled.unclear} & {each.kind for each in choice.chosen} else ()
    )
    return Picks((*kept, *more), questions, ruled.unclear if questions else ())


def _keep_numbered(state: DialogueState, ruled: Picks, choice: Choice) -> Choice:
    """Return a choice that sets nothing aside which a number takes: "2 and 4, i don't want to get up early"."""
    kept = list(choice.refused)
    for pick in ruled.picks:
        if pick.offer in kept and pick.phrase and pick.phrase.numbers:
            alone = read_choice(OpenOffers(replace(state, message=pick.phrase.text)))
            kept = [each for each in kept if each != pick.offer or each in alone.refused]
    return replace(choice, refused=tuple(kept))


def may_pick(state: DialogueState) -> bool:
    """Return whether a message may pick something: the reader of requests is not sure that it only looks for more."""
    if state.act is not None:
        return state.act not in _LOOKS
    said = [part for part in state.parts if part.act not in {"talk", "no"}]
    return any(part.act not in _LOOKS or part.score < SURE for part in said)


def _is_one_more(state: DialogueState, pick: Pick, picks: Sequence[Pick]) -> bool:
    """Return whether a flight is the other way of one that is picked, and a message speaks of one flight only."""
    is_picked = any(each.offer.kind == "flight" and each.phrase for each in picks)
    return (
        pick.offer.kind == "flight" and is_picked and not (names_direction(state.text) or _SEVERAL.search(state.text))
    )


def _holds(pick: Pick, choice: Choice, least: float) -> bool:
    """Return whether what the words pick is picked: it is named in full and not set aside, or likely enough."""
    score = choice.score(pick.offer)
    if score is None or pick.offer in choice.chosen:
        return True
    phrase = pick.phrase
    is_named = phrase is not None and bool(
        phrase.is_strong or phrase.is_all or phrase.is_each or _SEVERAL.search(phrase.text)
    )
    return pick.offer not in choice.refused if is_named else score >= least
