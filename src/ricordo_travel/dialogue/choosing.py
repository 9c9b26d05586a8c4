"""Find the acts of choosing: an offer or one of each kind, a suggestion, or a question about offers."""

from __future__ import annotations

import re
from functools import partial

from ricordo_travel.dialogue import adjust, details, planning, search, sums
from ricordo_travel.dialogue.acts import Act, ask_for, ask_which, remind, say_how_many, say_text
from ricordo_travel.dialogue.answers import is_no, is_yes
from ricordo_travel.dialogue.choice import HOTEL_NAMES, choose_offer, is_named, refers_to_one
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.picks import Picks, find_other, find_picks, group_legs, kinds_in, without_questions
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.requests import CHEAPER, SLOTS, find_further_search
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.wishes import find_unknown_wishes
from ricordo_travel.reservations import Kind

_BOOK = re.compile(r"\b(?:book|take|reserve|go (?:with|for)|i'll have|we'll have|choose|buy)\b")
_ALSO = re.compile(r"\b(?:and|also|plus|then|too|as well)\b")


def find_choice(state: DialogueState) -> list[Act]:
    """Return the acts of asking about offers, and of choosing an offer or a suggestion."""
    if state.picked:
        return _find_answer(state)
    if _searches_anew(state) or (state.offers and CHEAPER.search(state.text) and not find_picks(state).offers):
        return []
    if sums.asks_for_sum(state):
        picked = find_picks(state)
        return [sums.answer_sum, *(ask_for(picked) if picked.offers else [remind])]
    if sums.asks_for_difference(state):
        return [sums.answer_difference]
    if details.asks_about_offers(state):
        chosen = find_picks(state).offers
        if chosen and not _changes_trip(state):
            return [partial(details.answer_about, offers=chosen), *ask_for(Picks(chosen))]
        back = [partial(search.search, kinds=("flight",))] if state.reading.changes.get("is_return") else [remind]
        return [details.answer_about_offers, *back]
    if planning.continues_suggestions(state):
        return [planning.continue_suggestions]
    if planning.chosen_suggestion(state) and not state.reading.names("kinds", "first"):
        return [planning.describe_place]
    if not state.offers or (is_no(state.text) and not other_choice(state) and not _picks_by_name(state)):
        return []
    return _find_chosen(state) if state.act != "tell" else []


def _find_answer(state: DialogueState) -> list[Act]:
    """Return the acts of answering a question about what the same message picks, which is asked for later."""
    if sums.asks_for_sum(state):
        return [sums.answer_sum]
    if sums.asks_for_difference(state):
        return [sums.answer_difference]
    return [details.answer_about_offers] if details.asks_about_offers(state) else []


def _searches_anew(state: DialogueState) -> bool:
    """Return whether a message is a search for something else than what was shown, and no yes to it."""
    is_agreed = state.question is not None and is_yes(state.text)
    return state.act == "search" and not is_agreed and state.reading.alters(*SLOTS, "is_return")


def _find_chosen(state: DialogueState) -> list[Act]:
    """Return the acts of choosing offers: one, or one of each kind that the message names."""
    picks = find_picks(state)
    if _changes_trip(state) and not (picks.offers and all(adjust.fits(state, offer) for offer in picks.offers)):
        offer = adjust.find_adjusted(state, picks.offers)
        return [partial(adjust.ask_adjusted, offer=offer)] if offer else []
    if not picks.offers and not kinds_in(state.text):
        if picks.unclear:
            return ask_for(picks)
        if isinstance(choose_offer(without_questions(state), state.offers), int):
            return [say_how_many]
        if _BOOK.search(state.text) and refers_to_one(state.text) and not state.reading.names(*SLOTS):
            if not state.offer:
                return [ask_which]
            picks = Picks((state.offer,))
    if not picks.offers:
        return ask_for(picks) if _BOOK.search(state.text) else []
    done: list[Kind] = [*(offer.kind for offer in picks.offers), *picks.unclear]
    more = find_further_search(state, *done) if _ALSO.search(state.text) else []
    return [*more, *_say_unknown(state, picks), *ask_for(picks)]


def _picks_by_name(state: DialogueState) -> bool:
    """Return whether a message names what it picks, and says of it what it is."""
    picked = find_picks(state).offers
    return any(is_named(state.text, [offer]) and adjust.fits(state, offer) for offer in picked)


def _say_unknown(state: DialogueState, picks: Picks) -> list[Act]:
    """Return the act of saying that a wish in a pick is not known of hotels."""
    text = HOTEL_NAMES.sub(" ", without_questions(state))
    unknown = find_unknown_wishes(text) if picks.offers[0].kind == "hotel" else []
    return (
        [partial(say_text, text=f"I do not know about {join_words(unknown, 'or')}; please ask the hotel.")]
        if unknown
        else []
    )


def _changes_trip(state: DialogueState) -> bool:
    """Return whether a message names a new place, day or length, so that what was shown no longer fits."""
    if len(group_legs(state.list_offers("flight"))) < 2 and state.reading.alters("is_return"):
        return True
    return state.reading.alters(
        "first", "nights", "month", "destination", "origin", "unserved", "people", "limits", "cabin"
    )


def other_choice(state: DialogueState) -> Offer | None:
    chosen = find_other(state, state.text) or choose_offer(state.text, state.offers)
    current = state.question.offer if state.question else None
    return chosen if isinstance(chosen, Offer) and (current is None or chosen.text != current.text) else None
