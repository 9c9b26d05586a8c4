"""Decide how to reply: find the acts of a message, carry them out one after the other, and join what they say.

This is not a language model, and it says so. It reads the messages, the memory in the run and the results of the tools,
and keeps no state of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from ricordo_travel.dialogue import bookings, details, doubts, forgetting, memory, planning, recollection, search, talk
from ricordo_travel.dialogue.answers import answers_by_kind, is_clear_yes, is_no, is_whatever, is_yes
from ricordo_travel.dialogue.choice import choose_offer, refers_to_one
from ricordo_travel.dialogue.offers import Offer, find_offers
from ricordo_travel.dialogue.picks import Picks, find_picks, kinds_in, split_pick, split_rest, without_questions
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.questions import ASK_KIND, ASK_OFFER, TRIP_QUESTIONS
from ricordo_travel.dialogue.route import find_unknown_place
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import is_about_self, is_habit
from ricordo_travel.dialogue.wishes import find_kinds, find_unknown_wishes
from ricordo_travel.reservations import Kind

Act = Callable[[DialogueState], Plan]

_CHEAPER = re.compile(
    r"\b(?:cheaper|less expensive|more affordable|lower price|cost less|too (?:expensive|pricey|dear|"
    r"much|steep)|pricey|over (?:my|our) budget|out of (?:my|our) (?:budget|price range)|can't afford|"
    r"bit (?:much|steep|expensive|pricey)|bargain|lower budget|any deals|expensive|less money|bring "
    r"the price down|daylight robbery)\b"
)
_OTHERS = re.compile(
    r"\b(?:others?|something else|anything else|more options|other options|what else|show (?:me "
    r")?more|different (?:ones|one|hotels?|options?)|alternatives?|any more|else do you have|next "
    r"ones|more choices|another (?:one|option|hotel|flight|car))\b"
)
_BETTER = re.compile(
    r"\b(?:nicer|better|fancier|more (?:comfortable|luxurious|upscale|stars)|higher (?:class|"
    r"standard)|upgrade|posher|classier)\b"
)
_AGAIN = re.compile(
    r"\bsame (?:hotel|place|room)\b|\bhotel (?:as|like|from|we had|i had) (?:the )?(?:last time|last "
    r"year|before|previous)\b|"
    r"\bwhere (?:i|we) stayed (?:last|before)\b|\b(?:same|like) (?:as )?last time\b"
)
_BOOK = re.compile(r"\b(?:book|take|reserve|go (?:with|for)|i'll have|we'll have|choose|buy)\b")
_ALSO = re.compile(r"\b(?:and|also|plus|then|too|as well)\b")
_SLOTS = (
    "origin",
    "destination",
    "first",
    "last",
    "nights",
    "month",
    "people",
    "limits",
    "amenities",
    "stars",
    "car_class",
    "cabin",
    "is_nonstop",
    "unserved",
    "area",
    "any",
)
_TRIP = re.compile(
    r"\b(?:trip|vacation|holidays?|visit|travel|weekend|getaway|break|honeymoon|plan|everything|package)\b"
)
_BARE_YES = re.compile(
    r"^\W*(?:ok |oh |hmm+ )*yes(?: (?:yes|please|ok|both|all|of|them|it|do|thanks|sure|go|ahead))*\W*$"
)
_INTERROGATIVE = re.compile(
    r"^\W*(?:and |but |ok |so |also )*(?:what|how|do|does|is|are|can|where|when|which|should|any|will)\b"
)


def decide(state: DialogueState) -> Plan:
    """Return the plan for the next reply."""
    acts = find_acts(state)
    learns = memory.acknowledge in acts or _learn_quietly in acts
    return _carry_out(state, [memory.reject_doubtful, *acts] if doubts.may_ask(state.text) and not learns else acts)


def _carry_out(state: DialogueState, acts: Sequence[Act]) -> Plan:
    said: dict[str, None] = {}
    for act in acts:
        said[(yield from act(state))] = None
    return "\n\n".join(filter(None, said)) or (yield from _reply_at_last(state))


def find_acts(state: DialogueState) -> list[Act]:
    """Return what a message asks for, in the order in which it is done."""
    if not state.text:
        return [talk.greet]
    if picked := _find_pick_and_more(state):
        return picked
    if acts := _find_memory_acts(state) or _find_answer(state):
        return acts
    says_something = is_about_self(state.text) or memory.holds_once(state)
    found = _find_booking_acts(state) or _find_off_topic(state) or _find_search_acts(state)
    found = found or _find_talk(state, has_acknowledged=says_something)
    if not says_something:
        return found
    is_planning = found[0] in {planning.continue_suggestions, planning.keep_or_change, planning.suggest_destinations}
    return [_learn_quietly if is_planning else memory.acknowledge, *found]


def _find_pick_and_more(state: DialogueState) -> list[Act]:
    """Return the acts of a message that picks an offer and then asks for something else."""
    if state.outcomes or (found := split_pick(state)) is None:
        return []
    picks, rest = found
    if rest is None:
        return _ask_for(picks)
    more = [act for act in find_acts(rest) if act not in {_remind, _ask_which, _accept_no, _decline}]
    return [*(partial(_act_on_rest, act=act, rest=rest) for act in more), *_ask_for(picks)]


def _act_on_rest(state: DialogueState, act: Act, rest: DialogueState) -> Plan:
    """Carry out an act of the rest of a message."""
    del state
    return act(rest)


def _ask_for(picks: Picks) -> list[Act]:
    """Return the acts of asking for a yes to each offer that was picked, and for those that are not clear."""
    unclear = [
        partial(_say, text=f"Which {join_words(picks.unclear, 'and which')} do you mean? Please say its number.")
    ]
    return [*(partial(_ask_to_book, offer=offer) for offer in picks.offers), *(unclear if picks.unclear else [])]


def _find_off_topic(state: DialogueState) -> list[Act]:
    if not talk.is_off_topic(state.text) or state.reading.names("kinds") or _TRIP.search(state.text):
        return []
    return [talk.reply_otherwise]


def _learn_quietly(state: DialogueState) -> Plan:
    """Learn from a message without a word: a suggestion follows, which says what it rests on."""
    text = yield from memory.acknowledge(state)
    return text if memory.CONTRADICTION in text else ""


def _find_memory_acts(state: DialogueState) -> list[Act]:
    if forgetting.asks_to_forget(state):
        return [forgetting.forget, *_find_rest_acts(forgetting.find_rest(state))]
    if forgetting.asks_to_retract(state):
        return [forgetting.retract]
    if memory.asks_to_correct(state):
        return [memory.correct]
    if memory.asks_what_is_known(state):
        return [memory.tell_all] + ([bookings.list_bookings] if bookings.asks_for_list(state) else [])
    if (
        memory.asks_for_field(state)
        and not bookings.asks_for_list(state)
        and (recollection.names_memory(state.text) or not details.asks_about_offers(state))
    ):
        return [memory.tell_field]
    if talk.asks_about_assistant(state):
        return [talk.answer_about_assistant]
    return []


def _find_rest_acts(rest: DialogueState | None) -> list[Act]:
    """Return the acts of what a message asks beside erasing something."""
    if rest is None:
        return []
    acts = find_acts(rest) if "?" in rest.message or rest.outcomes else _find_memory_acts(rest) or [memory.acknowledge]
    return [partial(_act_on_rest, act=act, rest=rest) for act in acts]


def _find_answer(state: DialogueState) -> list[Act]:
    """Return the acts of a yes or no to the question in the last reply."""
    question = state.question
    if state.outcomes:
        return [bookings.report_outcomes, *_find_after_yes(state)]
    if question is None:
        return []
    if question.verb == "erase" and is_clear_yes(state.text):
        return [forgetting.erase_everything]
    if is_no(state.text) or (is_yes(state.text) and _contradicts(state)):
        if details.asks_about_offers(state):
            return []
        if state.reading.names(*_SLOTS) or _other_choice(state):
            return []
        more = _find_further_search(state)
        if _CHEAPER.search(state.text) or _OTHERS.search(state.text) or "?" in state.text:
            return []
        return more or [_decline]
    return []


def _find_after_yes(state: DialogueState) -> list[Act]:
    """Return the acts of the rest of a message that began with a yes."""
    refused = [kind for kind, is_agreed in answers_by_kind(state.text).items() if not is_agreed]
    if refused:
        return [partial(_say, text=f"As you said, I did not book the {join_words(refused, 'or')}.")]
    done: Kind | None = state.outcomes[0].result.get("kind")
    if not all(outcome.is_clear and not outcome.error for outcome in state.outcomes):
        return []
    if (rest := split_rest(state, bookings.describe_outcomes(state))) is None:
        return _find_further_search(state, done)
    if any(bookings.is_done(state, offer) for offer in find_picks(rest).offers):
        return []
    more = [act for act in find_acts(rest) if act not in {_remind, _ask_which, _accept_no, _decline}]
    return [partial(_act_on_rest, act=act, rest=rest) for act in more]


def _other_choice(state: DialogueState) -> Offer | None:
    chosen = choose_offer(state.text, state.offers)
    current = state.question.offer if state.question else None
    return chosen if isinstance(chosen, Offer) and (current is None or chosen.text != current.text) else None


def _contradicts(state: DialogueState) -> bool:
    """Return whether a message names something else than what the last reply asks about."""
    question, reading = state.question, state.reading
    if question is None or question.offer is None:
        return False
    arguments = question.offer.call.arguments
    kinds = reading.changes.get("kinds")
    if kinds and question.offer.kind not in kinds:
        return False
    if _other_choice(state):
        return True
    people = arguments.get("guests") or arguments.get("passengers")
    first = arguments.get("check_in") or arguments.get("pick_up") or arguments.get("day")
    named_first = reading.changes.get("first")
    if reading.names("people") and people and reading.changes["people"] != people:
        return True
    if named_first and named_first.isoformat() != first:
        return True
    return reading.names("nights", "last", "limits", "stars", "cabin", "car_class", "unserved", "amenities")


def _find_further_search(state: DialogueState, *done: Kind | None) -> list[Act]:
    kinds: list[Kind] = [kind for kind in find_kinds(state.text) if kind not in done]
    return [partial(search.search, kinds=tuple(kinds))] if kinds and not is_habit(state.text) else []


def _find_booking_acts(state: DialogueState) -> list[Act]:
    if bookings.asks_to_cancel(state):
        return [bookings.cancel_booking]
    if bookings.asks_to_change(state):
        return [bookings.change_booking]
    if bookings.asks_for_list(state):
        return [bookings.list_bookings]
    if _AGAIN.search(state.text) or (search.is_again(state) and state.reading.names("first", "nights", "month", "any")):
        return [search.search_hotel_again]
    if planning.answers_preferences(state):
        return [planning.keep_or_change]
    return _find_choice(state)


def _find_choice(state: DialogueState) -> list[Act]:
    """Return the acts of asking about offers, and of choosing an offer or a suggestion."""
    if state.offers and _CHEAPER.search(state.text):
        return []
    if details.asks_about_offers(state):
        chosen = find_picks(state).offers
        if chosen and not _changes_trip(state):
            return [partial(details.answer_about, offers=chosen), *_ask_for(Picks(chosen))]
        back = [partial(search.search, kinds=("flight",))] if state.reading.changes.get("is_return") else [_remind]
        return [details.answer_about_offers, *back]
    if planning.continues_suggestions(state):
        return [planning.continue_suggestions]
    if planning.chosen_suggestion(state) and not state.reading.names("kinds", "first"):
        return [planning.describe_place]
    if not state.offers or (is_no(state.text) and not _other_choice(state)):
        return []
    return _find_chosen(state)


def _find_chosen(state: DialogueState) -> list[Act]:
    """Return the acts of choosing offers: one, or one of each kind that the message names."""
    picks = find_picks(state)
    if _changes_trip(state) and not _names_flight(state, picks):
        return []
    if not picks.offers and not kinds_in(state.text):
        if picks.unclear:
            return _ask_for(picks)
        if isinstance(choose_offer(without_questions(state), state.offers), int):
            return [_say_how_many]
        if _BOOK.search(state.text) and refers_to_one(state.text) and not state.reading.names(*_SLOTS):
            if not state.offer:
                return [_ask_which]
            picks = Picks((state.offer,))
    if not picks.offers:
        return _ask_for(picks) if _BOOK.search(state.text) else []
    done: list[Kind] = [*(offer.kind for offer in picks.offers), *picks.unclear]
    more = _find_further_search(state, *done) if _ALSO.search(state.text) else []
    return [*more, *_say_unknown(state, picks), *_ask_for(picks)]


def _names_flight(state: DialogueState, picks: Picks) -> bool:
    """Return whether a message picks a flight by its number, which says the day, too."""
    return any(offer.kind == "flight" and offer.flight.number.lower() in state.text for offer in picks.offers)


def _say_unknown(state: DialogueState, picks: Picks) -> list[Act]:
    """Return the act of saying that a wish in a pick is not known of hotels."""
    unknown = find_unknown_wishes(without_questions(state)) if picks.offers[0].kind == "hotel" else []
    return (
        [partial(_say, text=f"I do not know about {join_words(unknown, 'or')}; please ask the hotel.")]
        if unknown
        else []
    )


def _changes_trip(state: DialogueState) -> bool:
    """Return whether a message names a new place, day or length, so that what was shown no longer fits."""
    return state.reading.alters("first", "nights", "month", "destination", "origin", "unserved", "people", "limits")


def _ask_to_book(state: DialogueState, offer: Offer) -> Plan:
    """Ask for a yes to an offer, with the party that was named in the same message."""
    del state
    return bookings.ask_to_book(offer)


def _find_search_acts(state: DialogueState) -> list[Act]:
    if is_habit(state.text) and not state.reading.names("destination", "first", "unserved"):
        return []
    return _find_refinement(state) or _find_search(state) or _find_place_acts(state)


def _find_refinement(state: DialogueState) -> list[Act]:
    """Return the act of asking for something cheaper, better or else than what was shown."""
    text, reading = state.text, state.reading
    if not state.offers or reading.names("destination", "first", "nights", "limits", "people"):
        return []
    kinds = reading.changes.get("kinds")
    if kinds and state.offers[0].kind not in kinds:
        return []
    if _CHEAPER.search(text):
        return [search.search_cheaper]
    if _OTHERS.search(text) and not reading.names("amenities", "stars", "kinds"):
        return [search.search_others]
    return [search.search_better] if _BETTER.search(text) and not reading.names("stars") else []


def _find_search(state: DialogueState) -> list[Act]:
    """Return the act of searching for a kind that the message or the conversation names."""
    text, reading, trip = state.text, state.reading, state.trip
    has_slots = reading.names(*_SLOTS)
    if reading.names("kinds") and trip.kinds and not (_is_chat(state) and not has_slots):
        return [_search_or_unknown]
    is_answer = any(question in state.last_reply for question in TRIP_QUESTIONS)
    is_search = bool(trip.kinds) and (reading.alters(*_SLOTS) or (has_slots and is_answer)) and not _is_story(state)
    names_details = is_search and reading.names("first", "nights", "people", "limits", "amenities")
    if planning.asks_for_suggestions(state) and not names_details:
        return [planning.suggest_destinations]
    return [_search_or_unknown] if is_search or find_unknown_place(text) else []


def _find_place_acts(state: DialogueState) -> list[Act]:
    """Return the acts for a place that is named without saying what is needed there."""
    reading, trip = state.reading, state.trip
    if trip.unserved:
        return [partial(search.search, kinds=("hotel",))]
    continues = reading.names("first", "nights", "people") or ASK_KIND in state.last_reply
    if reading.names("destination") or (trip.destination and continues):
        return _find_trip_acts(state)
    return [planning.suggest_destinations] if trip.area else []


def _find_trip_acts(state: DialogueState) -> list[Act]:
    """Return the acts for a place without a kind: describe it, or show rooms if the days are known."""
    trip = state.trip
    if ASK_KIND in state.last_reply and is_yes(state.text) and not state.reading.names("first"):
        return [partial(search.search, kinds=("hotel", "flight"))]
    if not state.reading.names(*_SLOTS):
        return []
    if trip.first and trip.nights and trip.destination:
        return [partial(search.search, kinds=("hotel",))]
    if state.reading.names("destination"):
        return [planning.describe_place] if not talk.find_topic(state.text) or not state.text.endswith("?") else []
    return [partial(search.search, kinds=("hotel",))]


def _search_or_unknown(state: DialogueState) -> Plan:
    unknown = find_unknown_place(state.text)
    if unknown and not state.reading.names("destination", "unserved", "area"):
        return (yield from say(f"I'm sorry, no such place is served: “{unknown}”. Which city would you like to go to?"))
    return (yield from search.search(state))


def _is_chat(state: DialogueState) -> bool:
    """Return whether a message that names a kind only talks: thanks, stories, questions about it."""
    text = state.text
    return (
        bool(talk.find_topic(text))
        and "?" in state.message
        and not re.search(r"\b(?:find|search|need|want|book|show|look|get me|cheapest)\b", text)
    )


def _is_story(state: DialogueState) -> bool:
    is_asked = any(question in state.last_reply for question in TRIP_QUESTIONS)
    reading = state.reading
    if is_asked or find_offers(state.last_reply):
        return False
    return set(reading.changes) <= {"month", "people", "nights", "last"} and is_about_self(state.text)


def _find_talk(state: DialogueState, *, has_acknowledged: bool) -> list[Act]:
    text = state.text
    if state.question is None and is_whatever(text) and state.trip.any and state.trip.kinds:
        return [search.search]
    if has_acknowledged:
        asks = "?" in state.message or re.search(r"\b(?:asking|wonder(?:ing)?|do you know|know if)\b", text)
        return [talk.answer_topic, _remind] if asks and talk.find_topic(text) else [_remind]
    if state.is_new and talk.is_hello(text) and len(text.split()) < 8:
        return [talk.greet]
    if talk.find_topic(text) and ("?" in state.message or _INTERROGATIVE.match(text)):
        return [talk.answer_topic, _remind]
    return _find_short_answer(state) or _find_small_talk(state)


def _find_short_answer(state: DialogueState) -> list[Act]:
    if is_yes(state.text) and ASK_OFFER in state.last_reply and not state.question:
        return [_ask_which]
    if state.question is None and _BARE_YES.match(state.text):
        return [_answer_open_yes]
    return [_accept_no] if is_no(state.text) and not state.question else []


def _find_small_talk(state: DialogueState) -> list[Act]:
    if answer := talk.small_talk(state):
        return [partial(_say, text=answer), _remind]
    if state.question:
        return [_remind]
    return [talk.answer_topic if talk.find_topic(state.text) else talk.reply_otherwise]


def _reply_at_last(state: DialogueState) -> Plan:
    """Reply when no act has anything to say: to a statement that nothing was learned from, for instance."""
    if answer := talk.small_talk(state):
        return say(answer)
    if is_about_self(state.text):
        return say("I see. Shall I suggest somewhere, or look something up?")
    return talk.reply_otherwise(state)


def _answer_open_yes(state: DialogueState) -> Plan:
    """Reply to a yes when nothing waits for one: ask again about what was talked about last, or say that nothing is."""
    if bookings.is_after_booking(state):
        return say("Good! Tell me what you would like next.")
    if offer := state.offer:
        return bookings.ask_to_book(offer)
    return say(f"Nothing waits for a yes, and nothing was booked just now.{f' {ASK_OFFER}' if state.offers else ''}")


def _decline(state: DialogueState) -> Plan:
    del state
    return say("All right, nothing was changed. What would you like instead?")


def _accept_no(state: DialogueState) -> Plan:
    del state
    return say("All right. Tell me what you would like instead.")


def _ask_which(state: DialogueState) -> Plan:
    del state
    return say("Which one shall I book? Please say its number.")


def _say_how_many(state: DialogueState) -> Plan:
    return say(f"I offered {len(state.offers)}; please say a number from 1 to {len(state.offers)}.")


def _remind(state: DialogueState) -> Plan:
    """Ask again what still waits for a yes, unless the person is in doubt."""
    if talk.is_in_doubt(state.text):
        return say(talk.NO_HURRY)
    if state.question and state.question.offer:
        return bookings.ask_to_book(state.question.offer)
    return say("")


def _say(state: DialogueState, text: str) -> Plan:
    del state
    return say(text)


NO_MODEL = talk.NO_MODEL
REFUSAL = talk.REFUSAL
