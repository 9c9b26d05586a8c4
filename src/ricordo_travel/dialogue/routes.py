"""Find the acts of a part of a message, by what the reader of requests says that the part does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ricordo_travel.dialogue import (
    again,
    altering,
    bookings,
    changed_prices,
    correcting,
    details,
    endings,
    forgetting,
    guide,
    hotel_questions,
    inquiries,
    memory,
    memory_words,
    own_stay,
    planning,
    refinement,
    search,
    shares,
    sums,
    talk,
    telling,
    trip_costs,
)
from ricordo_travel.dialogue.act_reader import SURE
from ricordo_travel.dialogue.acts import Act, act_on_rest, ask_for, remind, say_text
from ricordo_travel.dialogue.booked import load_active, places_of
from ricordo_travel.dialogue.changing import OTHER_FLIGHT, find_pending, name_change
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number
from ricordo_travel.dialogue.choosing import find_choice
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.legs import SAID
from ricordo_travel.dialogue.note_reader import read_told
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, find_offers
from ricordo_travel.dialogue.open_offers import OpenOffers
from ricordo_travel.dialogue.origins import answers_start
from ricordo_travel.dialogue.party import changes_number
from ricordo_travel.dialogue.phrases import read_phrase
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.questions import ASK_ORIGIN
from ricordo_travel.dialogue.recollection import asks_about_known
from ricordo_travel.dialogue.refusals import find_refused
from ricordo_travel.dialogue.requests import SLOTS, find_other_rooms, find_search_acts, wants_better
from ricordo_travel.dialogue.rooms import find_rooms
from ricordo_travel.dialogue.scope import find_booked_flight, list_booked
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import find_statements
from ricordo_travel.dialogue.suggestions import find_activities
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.dialogue.told_parts import find_given_name
from ricordo_travel.dialogue.waits import asks_for_wait
from ricordo_travel.dialogue.wishes import find_kinds, names_owned

_LIKELY = 0.6
_CERTAIN = 0.9
_LEAST = {"suggest": 0.45, "assistant": 0.45, "place": 0.7}
"""How sure of acts that only tell something the reader must be."""
_NEXT_QUESTION = re.compile(
    r"(?<=\?)\s+(?:and |also )?|\s+and (?=(?:do|does|is|are|can|what|whats|what's|how|when)\b)", re.IGNORECASE
)
_IS_IT = re.compile(r"\W*(?:and |also )?(?:do|does|is|are|has|have) (?:it|that|this|they|there|the)\b")
"""The beginning of a question about something that was shown."""
_ASKS = frozenset({"ask_offer", "recall", "search"})
_COMPLAINS = frozenset({"no", "talk", "assistant", "recall"})
_COMPARES = frozenset({"suggest", "place", "ask_offer", "pick", "search"})
_REFINES = frozenset({"place", "ask_offer", "other", "no", "search"})
_OF_HOTELS = frozenset({"ask_offer", "search", "place", "suggest", "pick", "other", "talk", "no", "assistant", None})
_OF_MEMORY = frozenset({"recall", "forget", "correct"})
_MAY_ASK = frozenset({"place", "other", "talk", "assistant", "ask_offer", "suggest"})
"""Acts of messages that may ask about somebody whom memory knows."""
_WISHES = re.compile(r"\b(?:can|could|can't|cant|couldn't) (?:i|we|you|it|they)\b|\b(?:instead|rather|possible)\b")
_TO_ONE = re.compile(
    r"\b(?:change|switch|swap|move)\b[^.;!?]{0,60}\b(?:to|for|with) "
    r"(?:(?P<that>that|this|it)\b|(?P<one>(?:number|option|nr|no) ?\d\b|the (?:\w+ ){1,2}one\b))"
)
"""The wish to have something that was shown in the stead of a booking."""
_ARE_BOOKED = re.compile(r"\W*(?:(?:and|so|but|now) )?(?:is|are|did|have|has|was|were)\b[^.!]{0,60}\bbook(?:ed)?\b")
_BOOKS = re.compile(r"\bbook (?:it|that|this|one|me|the|my|our)\b|\b(?:please|then|so|yes|do) book\b")
_SINGLE = frozenset("recall forget correct bookings cancel change pick assistant suggest place talk".split())
"""Acts of which the reader decides; short answers and searches are read by the rules."""

_OTHERWISE = re.compile(
    r"\b(?:not|no longer|any ?more|actually|instead|now|wrong|isn't|aren't|changed|moved|rather|only|just|but)\b"
)
"""Words of somebody who says that something is otherwise than it is noted."""


def find_routed(state: DialogueState) -> list[Act]:
    """Return the acts of a part of a message; none if only the rules for whole messages can tell."""
    find = _FINDERS.get(state.act or "")
    return _find_about_booked(state) or (find(state) if find else [])


def _find_about_booked(state: DialogueState) -> list[Act]:
    """Return the acts of answering what the booked hotel has, who flies or what is done, whatever the reader says."""
    if state.picked or state.act in _OF_MEMORY:
        return []
    if own_stay.asks_about_stay(state):
        return [own_stay.answer_about_stay, remind]
    if details.asks_for_fact(state) and not bookings.asks_if(state):
        return find_choice(state)
    if state.act in _OF_HOTELS and hotel_questions.asks_about_hotels(state):
        return [hotel_questions.answer_about_hotels, remind]
    is_asked = inquiries.asks_for_airline(state.text) or inquiries.asks_if_done(state.text)
    return [inquiries.answer_about_bookings, remind] if is_asked else []


def find_single(state: DialogueState) -> list[Act]:
    """Return the acts of a message with one part, if the reader is a better judge of it than the rules are."""
    if answer := bookings.find_answer(state):
        return [answer]
    if found := _find_missing(state) or _find_exchange(state) or _find_about_memory(state) or _find_about_booked(state):
        return found
    if state.act in _ASKS and (found := _find_own_answers(state)):
        return found
    is_asked = state.act == "recall" and memory_words.ASKS.search(state.text)  # "what was it that i told you?"
    if state.act in _COMPLAINS and talk.is_complaint(state.text) and not is_asked and not state.reading.names(*SLOTS):
        return [talk.chat, remind]
    if state.act in _COMPARES and planning.asks_to_compare(state):
        return [search.compare_places]
    if state.act == "search" and state.parts and state.parts[0].score >= SURE:
        return _find_again(state) or _find_about_places(state)
    if _only_tells(state):
        return [memory.acknowledge, remind]
    if found := _find_about_places(state):
        return found
    if not state.parts or state.act not in _SINGLE:
        return []
    is_repeat = again.asks_for_same(state)
    is_likely = (state.act in {"change", "pick"} and not is_repeat) or bookings.asks_to_cancel(state)
    scores = [part.score for part in state.parts if part.act != "talk" or state.act == "talk"]
    needed = _LIKELY if is_likely else _LEAST.get(state.act, SURE)
    return find_routed(state) if min(scores, default=0) >= needed else []


def _find_missing(state: DialogueState) -> list[Act]:
    """Return the search for what the last reply said is not booked, or from where it asked, if a message is on that."""
    if ASK_ORIGIN in state.last_reply and SAID.search(state.text) and state.reading.names("origin", "unserved"):
        return [search.search]
    is_meant = inquiries.NOT_BOOKED in state.last_reply and _BOOKS.search(state.text)
    return [search.search] if is_meant and state.trip.kinds else []


def _find_about_memory(state: DialogueState) -> list[Act]:
    """Return the acts of erasing, telling or noting something, if a message surely is about that."""
    if forgetting.answers_which(state) or correcting.answers_what_is_right(state):
        return [forgetting.forget if forgetting.answers_which(state) else correcting.correct]
    if memory.asks_to_note_before(state):
        return [memory.say_noted, remind]
    if telling.asks_for_list(state):
        return [telling.tell_all]
    may_ask = state.act in _MAY_ASK or (state.act == "bookings" and state.parts and state.parts[0].score < SURE)
    asked = [each for each in split_sentences(state.text) if "?" in each] or [state.text]
    if may_ask and any(asks_about_known(each, state.memory.facts) for each in asked):
        return [telling.tell_field]
    is_name = find_given_name(state.message, state.last_reply) is not None and state.act == "tell"
    wishes = state.reading.names(*SLOTS, "budget") or planning.refines_suggestions(state)
    is_news = state.act == "tell" and not wishes and bool(_OTHERWISE.search(state.text))
    is_news = is_news and not memory_words.WRONG.search(state.text)  # "my interests are wrong" says nothing new
    is_news = is_news and bool(read_told(state.message, state.memory, "correct"))
    return [memory.acknowledge, remind] if is_name or is_news or memory.asks_to_remember(state) else []


def _find_about_places(state: DialogueState) -> list[Act]:
    """Return the acts of answering what is known of a place, and of refining what was suggested."""
    if state.act == "place" and asks_for_wait(state.text) and details.asks_about_offers(state):
        return find_choice(state)
    is_search = state.act == "search" and state.reading.names("first")  # the flights say how long they take
    if (state.act == "place" and guide.can_answer(state)) or (guide.asks_how_long_to_fly(state) and not is_search):
        return [guide.answer_about_place, remind]
    may_refine = state.act in _REFINES or (state.act == "talk" and find_refused([state.text]))
    is_refined = may_refine and planning.refines_suggestions(state)
    is_search = state.reading.names("destination", "kinds") and not answers_start(state)
    return [planning.continue_suggestions] if is_refined and not is_search else []


def _only_tells(state: DialogueState) -> bool:
    """Return whether a message states something for good, and neither answers a question nor changes a search."""
    is_sure = state.act == "tell" and bool(state.parts) and state.parts[0].score >= _CERTAIN
    is_answer = find_context(state.last_reply) in {"ask_details", "ask_preferences", "unserved"}
    is_answer = is_answer or planning.refines_suggestions(state)
    return is_sure and bool(state.clauses) and not state.offers and not is_answer


def _find_recall(state: DialogueState) -> list[Act]:
    if telling.asks_for_offers(state) and (found := find_search_acts(state)):
        return found
    if telling.asks_if_erased(state):
        return [telling.tell_if_erased]
    if telling.asks_what_is_known(state):
        return [telling.tell_all]
    is_booked = inquiries.asks_for_total(state.text) or inquiries.asks_about_budget(state.text)
    is_clear = "budget" in state.text or len(read_told(state.message, state.memory, "ask")) < 2  # "tell me what's left"
    return [inquiries.answer_about_bookings if is_booked and is_clear else telling.tell_field]


def _find_forget(state: DialogueState) -> list[Act]:
    if telling.asks_if_erased(state):
        return [telling.tell_if_erased]
    return [forgetting.forget] if forgetting.asks_to_forget(state) else []


def _find_correct(state: DialogueState) -> list[Act]:
    if telling.asks_if_erased(state):
        return [telling.tell_if_erased]
    if forgetting.asks_to_forget(state) and not forgetting.repeats_end(state):
        return [forgetting.forget]
    if forgetting.asks_to_retract(state):
        return [forgetting.retract]
    if (
        correcting.asks_to_correct(state)
        or endings.ends_something(state.text)
        or correcting.contradicts_known(state)
        or (find_context(state.last_reply) == "memory" and not state.clauses)
    ):
        return [correcting.correct]
    redone = find_search_acts(state) if state.offers and state.reading.changes.get("is_return") else []
    return [memory.acknowledge, *redone] if state.clauses or memory.has_moved(state) else redone


def _find_bookings(state: DialogueState) -> list[Act]:
    is_pick = (state.picked or not _has_booked(state)) and not _ARE_BOOKED.match(state.text)
    if is_pick and not trip_costs.asks_for_cost(state) and (found := find_choice(state)):
        return found
    if found := _find_way_back(state):
        return found
    if altering.alters_booked(state):  # "and the flight?" after the hotel was changed
        return [bookings.change_booking]
    sentences = list(split_sentences(state.message))
    others = [sentence for sentence in sentences if OTHER_FLIGHT.search(normalise(sentence))]
    if not others:
        return [inquiries.answer_about_bookings, remind]
    asked = replace(state, message=" ".join(sentence for sentence in sentences if sentence not in others))
    change = partial(act_on_rest, act=bookings.change_booking, rest=replace(state, message=" ".join(others)))
    return [*([partial(act_on_rest, act=inquiries.answer_about_bookings, rest=asked)] if asked.message else []), change]


def _find_cancel(state: DialogueState) -> list[Act]:
    is_changing = bookings.awaits_change(state) or find_pending(state)  # "no, not Tokyo. the one in Singapore"
    if is_changing and not bookings.asks_to_cancel(state):
        return [bookings.change_booking]
    return [bookings.cancel_booking]


def _find_pick(state: DialogueState) -> list[Act]:
    """Return the acts of picking: bookings of which the last reply asked which, what was booked before, or offers."""
    if answer := bookings.find_answer(state):
        return [answer]
    if bookings.asks_if(state):
        return [bookings.cancel_booking]
    return _find_again(state) or find_choice(state)


def _find_change(state: DialogueState) -> list[Act]:
    if inquiries.asks_for_total(state.text):
        return [inquiries.answer_about_bookings]
    picked = find_picks(state).offers
    is_numbered = bool(find_number(state.text, len(state.offers)))
    is_new = not any(altering.is_booked_last(state, offer.kind) or state.has_booked(offer) for offer in picked)
    is_bare = not altering.has_verb(state.text) and not any(map(state.has_booked, picked))
    if picked and ((is_numbered and is_new) or (is_bare and not state.reading.changes)):
        return find_choice(state)
    if found := _find_exchange(state) or find_other_rooms(state):
        return found
    is_change = bookings.names_change(state) and (_has_booked(state) or not state.offers)
    if bookings.asks_to_change(state) or is_change:
        return [change_booked]
    return find_search_acts(state) or [bookings.change_booking]


def change_booked(state: DialogueState) -> Plan:
    """Change what is booked; if nothing is, go on for those who travel now."""
    place = state.reading.changes.get("destination")
    booked = [row for row in (yield from load_active()) if place is None or place.name in places_of(row)]
    booked = [row for row in booked if row["kind"] in (find_kinds(state.text) or [row["kind"]])]
    is_search = state.reading.names("days", "people") or changes_number(state.text)  # "on Monday or Friday?"
    if booked or altering.has_verb(state.text) or not is_search:
        return (yield from bookings.change_booking(state))
    said: list[str] = []
    for act in find_search_acts(state):
        said.append((yield from act(state)))  # noqa: PERF401 - a comprehension cannot yield
    return "\n\n".join(filter(None, said))


def _find_exchange(state: DialogueState) -> list[Act]:
    """Return the act of changing a booking to something that was shown."""
    goal = _find_goal(state)
    ids = [id for reply in state.replies for id in BOOKING_ID.findall(reply)]
    if goal is None or goal.kind[0].upper() not in {id[0] for id in ids}:
        return []
    return [partial(act_on_rest, act=bookings.change_booking, rest=replace(state, message=name_change(goal)))]


def _find_goal(state: DialogueState) -> Offer | None:
    """Return the offer that a message would have in the stead of a booking: "change my booking to number 1"."""
    if (match := _TO_ONE.search(state.text)) is None:
        return None
    if match["that"]:
        return state.offer if not find_rooms(state.text) and not HOTEL_NAMES.search(state.text) else None
    return next(iter(find_picks(replace(state, message=match["one"])).offers), None)


def _has_booked(state: DialogueState) -> bool:
    return any(BOOKING_ID.search(reply) for reply in state.replies)


def _find_search(state: DialogueState) -> list[Act]:
    is_owned = names_owned(state.text) and not (find_kinds(state.text) or state.reading.names(*SLOTS))
    if state.picked and (is_owned or altering.speaks_of_booked(state)):
        return [partial(say_text, text="")]  # "number 2, but the car has to go back at 6"
    found = _find_again(state) or find_search_acts(state)
    is_idea = bool(find_activities(state.text)) and not state.reading.names("destination")
    return found or ([planning.suggest_destinations] if is_idea else [])


def _find_again(state: DialogueState) -> list[Act]:
    """Return the acts of searching once more for what was booked before."""
    if again.asks_for_same(state):
        return [again.search_same]
    is_shown = any(offer.kind == "flight" for offer in find_offers(state.last_reply))
    is_other = OTHER_FLIGHT.search(state.text) and not is_shown
    return [bookings.change_booking] if is_other or altering.alters_booked(state) else []


def _find_suggest(state: DialogueState) -> list[Act]:
    if again.asks_for_same(state):
        return [again.search_same]
    found = _find_ideas(state)
    return [learn_quietly, *found] if state.clauses and found and state.act == "suggest" else found


def learn_quietly(state: DialogueState) -> Plan:
    """Learn from a message without a word: a suggestion follows, which says what it rests on."""
    text = yield from memory.acknowledge(state)
    return text if memory.CONTRADICTION in text else ""


def _find_ideas(state: DialogueState) -> list[Act]:
    if guide.asks_what_to_do(state):  # in the place of the trip, and nowhere else
        return [guide.answer_what_to_do]
    if wants_better(state) and find_offers(state.last_reply):
        return find_search_acts(state)
    if planning.asks_to_compare(state):
        return [search.compare_places]
    if planning.answers_preferences(state):
        return [planning.keep_or_change]
    if planning.continues_suggestions(state):
        return [planning.continue_suggestions]
    if planning.names_country(state):
        return [planning.describe_place]
    if planning.names_goal(state):
        return [planning.describe_goal]
    return [planning.suggest_destinations] if planning.asks_for_suggestions(state) else find_search_acts(state)


def _find_question(state: DialogueState) -> list[Act]:
    """Return the acts of answering a question about offers, or each of several questions."""
    if found := _find_own_answers(state):
        return found
    if planning.asks_to_compare(state):
        return [search.compare_places]
    if bookings.asks_if(state):
        return [bookings.cancel_booking]
    if _WISHES.search(state.text) and altering.alters_booked(state):
        return [bookings.change_booking]
    if found := find_choice(state) or _find_way_back(state):
        return found
    if state.question and state.question.offer and not state.reading.changes:
        return [details.say_unknown, remind]
    ideas: list[Act] = [planning.suggest_destinations] if guide.asks_if_affordable(state) else []
    if found := find_search_acts(state) or ideas:
        return found
    if talk.find_topic(state.text):
        return [guide.answer_topic, remind]
    if details.has_referents(state):
        return [details.say_unknown, remind]
    return []


def _find_way_back(state: DialogueState) -> list[Act]:
    """Return the act of showing the flights back, if a message asks about them and none are shown or booked."""
    known, booked = know_trip(state, "flight"), list_booked(state)
    is_asked = read_phrase(state.text).leg == "back" and known.start and known.trip.destination and known.trip.last
    is_booked = find_booked_flight(known, booked, is_back=True) or inquiries.asks_about_bookings(state.text)
    is_shown = not booked and OpenOffers(state).list_groups(["flight"], "back")
    if not is_asked or is_booked or is_shown:
        return []
    back = replace(state, own_trip=replace(state.trip, is_return=True))
    return [partial(act_on_rest, act=partial(search.search, kinds=("flight",)), rest=back)]


def _find_own_answers(state: DialogueState) -> list[Act]:
    """Return the acts of answering each of several questions about offers, or whether what was shown is all."""
    if changed_prices.asks_what_change_costs(state):
        return [changed_prices.answer_what_change_costs, remind]
    if state.act == "ask_offer" and (sums.asks_for_sum(state) or shares.asks_for_share(state)):
        return find_choice(state)
    is_of_booked = BOOKING_ID.search(state.last_reply) and not find_offers(state.last_reply)
    if shares.EACH.search(state.text) and is_of_booked and not state.picked:
        return [inquiries.answer_about_bookings]
    if inquiries.asks_for_total(state.text) and (state.outcomes or _has_booked(state)) and not state.picked:
        return [inquiries.answer_about_bookings]
    if inquiries.asks_if_within(state.text) and _has_booked(state):
        return [inquiries.answer_about_bookings]
    if refinement.asks_why_again(state):
        return [refinement.explain_again]
    if refinement.asks_if_only(state):
        return [refinement.answer_if_only]
    if refinement.asks_if_cheapest(state) and state.message.count("?") < 2:
        return [refinement.answer_if_cheapest]
    asked = [replace(state, message=each) for each in _NEXT_QUESTION.split(state.message) if each.strip()]
    knows = (bookings.asks_if, details.asks_about_offers, refinement.asks_if_cheapest)
    are_known = [bool(find_rooms(each.text)) or any(asks(each) for asks in knows) for each in asked]
    if len(asked) < 2 or not (all(are_known) or (any(are_known) and all(_IS_IT.match(each.text) for each in asked))):
        return []
    return [
        partial(act_on_rest, act=act, rest=each) for each in asked for act in _find_question(each) or [_say_unknown]
    ]


def _say_unknown(state: DialogueState) -> Plan:
    return say(talk.quote_unknown(state))


def _find_place(state: DialogueState) -> list[Act]:
    if guide.asks_for_offers_there(state):
        return find_search_acts(state)
    if guide.asks_for_ideas(state):
        return [planning.suggest_destinations]
    if trip_costs.asks_for_cost(state) and not guide.can_answer(state):
        return [trip_costs.answer_cost]
    return [guide.answer_about_place, remind]


def _find_assistant(state: DialogueState) -> list[Act]:
    picks = find_picks(state)
    if any(pick.phrase and pick.phrase.takes for pick in picks.picks):  # "can you book those for us"
        return ask_for(picks)
    if telling.asks_if_erased(state):
        return [telling.tell_if_erased]
    if telling.asks_what_is_known(state):
        return [telling.tell_all]
    if refinement.asks_why_again(state):
        return [refinement.explain_again]
    if talk.is_complaint(state.text):
        return [talk.chat, remind]
    if guide.asks_if_affordable(state):
        return [planning.suggest_destinations]
    return [talk.answer_about_assistant, remind]


def _find_tell(state: DialogueState) -> list[Act]:
    is_asked = "?" in state.message and not memory.asks_to_remember(state)
    if is_asked and not state.clauses and not find_statements(state.text) and talk.find_topic(state.text):
        return [guide.answer_topic]
    is_answer = answers_start(state) or state.reading.names("budget")
    if (is_answer or find_context(state.last_reply) == "ask_preferences") and planning.continues_suggestions(state):
        return [memory.acknowledge, planning.continue_suggestions]
    return [talk.condole, memory.acknowledge] if talk.is_sad(state.text) else [memory.acknowledge]


def _find_talk(state: DialogueState) -> list[Act]:
    if state.clauses or altering.alters_booked(state):
        return []
    return [talk.greet] if state.is_new and talk.is_hello(state.text) else [talk.chat, remind]


def _find_other(state: DialogueState) -> list[Act]:
    del state
    return [partial(say_text, text=talk.REFUSAL)]


_FINDERS: dict[str, Callable[[DialogueState], list[Act]]] = {
    "recall": _find_recall,
    "forget": _find_forget,
    "correct": _find_correct,
    "bookings": _find_bookings,
    "cancel": _find_cancel,
    "change": _find_change,
    "search": _find_search,
    "suggest": _find_suggest,
    "pick": _find_pick,
    "ask_offer": _find_question,
    "place": _find_place,
    "assistant": _find_assistant,
    "tell": _find_tell,
    "talk": _find_talk,
    "other": _find_other,
}
