"""Find the acts of choosing: an offer or one of each kind, a suggestion, or a question about offers."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Any

from ricordo_travel.dialogue import details, planning, search, shares, sums, trip_costs
from ricordo_travel.dialogue.act_reader import SURE, MessagePart
from ricordo_travel.dialogue.acts import Act, ask_for, ask_which, remind, say_text
from ricordo_travel.dialogue.aims import wants_cheaper, wants_middle
from ricordo_travel.dialogue.answers import is_no, is_yes
from ricordo_travel.dialogue.asides import drop_reasons
from ricordo_travel.dialogue.cabins import find_cabin
from ricordo_travel.dialogue.choice import HOTEL_NAMES, refers_to_one
from ricordo_travel.dialogue.chosen import read_choice
from ricordo_travel.dialogue.dates import DateRange, parse_dates
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.open_offers import OpenOffers, find_asked, first_day, names_day_of
from ricordo_travel.dialogue.phrases import find_phrases
from ricordo_travel.dialogue.picks import find_picks, may_pick
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.references import Pick, Picks, find_adjusted, is_elsewhere
from ricordo_travel.dialogue.refinement import asks_price_of_days
from ricordo_travel.dialogue.requests import SLOTS, find_further_search
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_kinds, find_unknown_wishes
from ricordo_travel.reservations import Kind

_BOOK = re.compile(r"\b(?:book|take|reserve|go (?:with|for)|i'll have|we'll have|choose|buy)\b")
_NOT_ON = re.compile(
    r"\bnot (?:on |from )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?\b"
    r"(?! ?(?:[ap]m|:|people|nights?|one|option|offer|flight|hotel|car|room)\b)"
)
_CHOOSING = frozenset({"pick", "yes", "talk"})
_QUESTIONS = frozenset({"ask_offer", "bookings", "place", "recall"})
_OF_BOOKED = frozenset({"change", "cancel"})
_ALSO = re.compile(r"\b(?:and|also|plus|then|too|as well)\b")


def find_choice(state: DialogueState) -> list[Act]:
    """Return the acts of asking about offers, and of choosing an offer or a suggestion."""
    if state.picked:
        return _find_answer(state)
    picks = find_picks(state)
    if sums.asks_for_difference(state):
        return [sums.answer_difference, remind]
    is_other_price = wants_cheaper(state.text) or wants_middle(state.text)
    if _searches_anew(state, picks) or (state.offers and is_other_price and not picks.offers):
        return []
    if found := _find_price(state, picks):
        return found
    if details.asks_about_offers(state):
        if picks.offers and not any(is_elsewhere(state, pick) for pick in picks.picks):
            return [partial(details.answer_about, offers=picks.offers), *ask_for(picks)]
        is_search = state.reading.changes.get("is_return") and not details.asks_for_arrival(state.text)
        back = [partial(search.search, kinds=("flight",))] if is_search else [remind]
        return [details.answer_about_offers, *back]
    if planning.continues_suggestions(state):
        return [planning.continue_suggestions]
    if found := _find_about_goal(state):
        return found
    if not state.offers or (is_no(state.text) and not other_choice(state) and not picks.is_strong):
        return []
    return _find_chosen(state, picks) if state.act != "tell" else []


def part_choice(state: DialogueState) -> tuple[Picks, DialogueState | None] | None:
    """Return what a message as a whole chooses, and the message without the parts that choose; None if it does not.

    What is wanted otherwise than it was shown, and what is to take the place of a booking, is not parted.
    """
    if not state.offers or state.picked or any(part.act in _OF_BOOKED and part.score >= SURE for part in state.parts):
        return None
    chosen = read_choice(OpenOffers(state)).chosen
    waiting = [each.proposal.text.casefold() for each in state.pending if each.fate == "waiting"]
    picks = find_picks(state)
    if _wants_in_cabin(state, picks):
        return picks, None
    is_clear = {offer.text for offer in picks.offers} == {offer.text for offer in chosen}
    is_new = any(offer.text.casefold() not in waiting for offer in chosen)
    if not is_new or not is_clear or any(pick.changes or is_elsewhere(state, pick) for pick in picks.picks):
        return None
    if not picks.is_strong and state.reading.alters("amenities", "soft", "stars", "limits"):
        return None  # "only the hotel then, and we don't need breakfast"
    is_question = all(part.act in _QUESTIONS for part in state.parts)
    if is_question or not (picks.is_strong or may_pick(state)):
        return None
    others = [part for part in drop_reasons(state.parts) if part.act not in _CHOOSING]
    rest = [part for part in others if not _speaks_of(state, part)]
    if not rest:
        return picks, None
    message = " ".join(part.text for part in rest)
    beside = replace(state, message=message, rest=tuple(rest), picked=picks.offers, has_picked=True)
    return None if asks_price_of_days(beside) else (picks, beside)


def _wants_in_cabin(state: DialogueState, picks: Picks) -> bool:
    """Return whether a message chooses a flight and asks for it in another cabin: "the late one, in business?"."""
    others = [part for part in state.parts if part.act not in _CHOOSING]
    is_asked = bool(others) and all(part.act == "ask_offer" and find_cabin(normalise(part.text)) for part in others)
    return is_asked and len(picks.picks) == 1 and set(picks.picks[0].changes) == {"cabin"}


def _speaks_of(state: DialogueState, part: MessagePart) -> bool:
    """Return whether a part of a message chooses an offer or sets one aside, and asks for nothing."""
    choice = read_choice(OpenOffers(replace(state, message=part.text)))
    return bool(choice.chosen or choice.refused) and not ("?" in part.text and not choice.chosen)


def _find_about_goal(state: DialogueState) -> list[Act]:
    """Return the act of saying what a suggested place is like, or what a trip to a place costs."""
    if state.reading.names("kinds", "first"):
        return []
    if trip_costs.asks_for_cost(state):
        return [trip_costs.answer_cost]
    return [planning.describe_place] if planning.chosen_suggestion(state) else []


def find_redated(state: DialogueState) -> Picks:
    """Return all that waits for a yes, on another day where a message corrects it: "not the 1st! the 3rd"."""
    refused = {int(match["day"]) for match in _NOT_ON.finditer(state.text)}
    asked = [Pick(offer, changes=_find_day(state, offer, refused)) for offer in find_asked(state.last_reply)]
    is_more = "?" in state.text or set(find_kinds(state.text)) - {pick.offer.kind for pick in asked}
    is_more = is_more or any(each.times or each.name or each.describes for each in find_phrases(state.text))
    return Picks(tuple(asked)) if not is_more and any(pick.changes for pick in asked) else Picks()


def _find_day(state: DialogueState, offer: Offer, refused: Collection[int]) -> dict[str, Any]:
    """Return the other day that a message gives an offer whose day it refuses."""
    day = first_day(offer)
    named = parse_dates(state.text, state.today, day, is_begun=False) if day.day in refused else DateRange()
    other = named.first or (named.last if offer.kind == "flight" else None)
    return {"first": other} if other and other != day else {}


def _find_price(state: DialogueState, picks: Picks) -> list[Act]:
    """Return the acts of saying what offers cost together, or for each."""
    if shares.asks_for_share(state):
        return [shares.answer_share, remind]
    if not sums.asks_for_sum(state):
        return []
    if state.reading.changes.get("is_return") and sums.lacks_way_back(state):
        return [sums.answer_sum, partial(search.search, kinds=("flight",))]
    named = sums.find_named(state)
    picks = Picks(tuple(map(Pick, named))) if len(named) > len(picks.offers) > 0 else picks
    return [sums.answer_sum, *(ask_for(picks) if picks.offers else [remind])]


def _find_answer(state: DialogueState) -> list[Act]:
    """Return the acts of answering a question about what the same message picks, which is asked for later."""
    if shares.asks_for_share(state):
        return [shares.answer_share]
    if sums.asks_for_sum(state):
        return [sums.answer_sum]
    if sums.asks_for_difference(state):
        return [sums.answer_difference]
    return [details.answer_about_offers] if details.asks_about_offers(state) else []


def _searches_anew(state: DialogueState, picks: Picks) -> bool:
    """Return whether a message is a search for something else than what was shown, and no answer to it."""
    is_answer = (state.question is not None and is_yes(state.text)) or bool(state.refused_offers and picks.offers)
    is_search = state.act == "search" and not picks.is_strong and state.reading.alters(*SLOTS, "is_return")
    is_other_car = not picks.picks and not picks.unclear and state.reading.alters("car_class", "seats", "at_airport")
    return not is_answer and (is_search or is_other_car)


def _find_chosen(state: DialogueState, picks: Picks) -> list[Act]:
    """Return the acts of choosing offers: of asking for a yes to each, and about what is not clear."""
    own = [each for each in picks.picks if each.phrase and names_day_of(each.offer, each.phrase.text, state.today)]
    is_of_own = bool(own) and not any(each.changes for each in picks.picks)
    is_of_own = is_of_own and not state.reading.alters("origin", "destination", "unserved", "limits")
    if any(is_elsewhere(state, pick) for pick in picks.picks) and not is_of_own:
        return []  # unless the other day is that of another pick: "the cheaper one back, and the early one on the 6th"
    is_answer = is_yes(state.text) or state.act == "pick"
    if not (picks.picks or picks.questions) and is_answer and (adjusted := find_adjusted(state)).picks:
        return ask_for(adjusted)
    if not picks.picks and not picks.questions:
        if summed := _take_sum(state):
            return ask_for(summed)
        is_meant = _BOOK.search(state.text) and refers_to_one(state.text) and not state.reading.names(*SLOTS)
        if not is_meant or picks.unclear:
            return []
        return ask_for(Picks((Pick(state.offer),))) if state.offer else [ask_which]
    if not picks.picks and state.act not in {"pick", "yes", None} and not _BOOK.search(state.text):
        return []
    done: list[Kind] = [*(offer.kind for offer in picks.offers), *picks.unclear]
    more = find_further_search(state, *done) if picks.picks and _ALSO.search(state.text) else []
    return [*more, *_say_unknown(picks), *ask_for(picks)]


def _take_sum(state: DialogueState) -> Picks | None:
    """Return what the latest sum added up, if a message agrees to it: "ok, do that"."""
    is_agreed = is_yes(state.text) or (_BOOK.search(state.text) and "?" not in state.text)
    if not is_agreed or state.question or state.reading.names(*SLOTS, "kinds"):
        return None
    summed = OpenOffers(state).latest_sum
    return Picks(tuple(map(Pick, summed))) if summed else None


def _say_unknown(picks: Picks) -> list[Act]:
    """Return the act of saying that a wish in a pick is not known of hotels."""
    text = HOTEL_NAMES.sub(" ", " ".join(pick.phrase.text for pick in picks.picks if pick.phrase))
    unknown = find_unknown_wishes(text) if any(offer.kind == "hotel" for offer in picks.offers) else []
    said = f"I do not know about {join_words(unknown, 'or')}; please ask the hotel."
    return [partial(say_text, text=said)] if unknown else []


def other_choice(state: DialogueState) -> Offer | None:
    """Return the offer that a message picks, if it is another one than what waits for a yes."""
    current = state.question.offer if state.question else None
    chosen = find_picks(state).offers
    return next((offer for offer in chosen if current is None or offer.text != current.text), None)
