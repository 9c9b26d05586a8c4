"""Decide how to reply: find the acts of a message, carry them out one after the other, and join what they say.

This is not a language model, and it says so. It reads the messages, the memory in the run and the results of the tools,
and keeps no state of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ricordo_travel.dialogue import (
    again,
    altering,
    bookings,
    correcting,
    details,
    exchange,
    forgetting,
    guide,
    inquiries,
    memory,
    planning,
    search,
    sums,
    talk,
    telling,
    whole_changes,
)
from ricordo_travel.dialogue.act_reader import SURE, MessagePart
from ricordo_travel.dialogue.acts import (
    DECLINED,
    ONCE_MORE,
    Act,
    accept_no,
    act_on_rest,
    answer_open_yes,
    ask_for,
    ask_which,
    decline,
    remind,
    say_text,
)
from ricordo_travel.dialogue.aims import split_refusals, wants_cheaper
from ricordo_travel.dialogue.amend import ask_amended
from ricordo_travel.dialogue.answers import COURTESY, is_clear_yes, is_no, is_whatever, is_yes
from ricordo_travel.dialogue.asking import ask_to_book
from ricordo_travel.dialogue.changing import corrects_end
from ricordo_travel.dialogue.choice import HOTEL_NAMES
from ricordo_travel.dialogue.choosing import find_choice, find_redated, other_choice, part_choice
from ricordo_travel.dialogue.claims import check_claims
from ricordo_travel.dialogue.endings import ends_something
from ricordo_travel.dialogue.fact_questions import asks_for_fact, part_questions
from ricordo_travel.dialogue.first_answers import answer_first
from ricordo_travel.dialogue.meant_question import name_meant
from ricordo_travel.dialogue.offers import find_offers, number_offers
from ricordo_travel.dialogue.outcomes import report_outcomes
from ricordo_travel.dialogue.parts import find_parts, plan_steps
from ricordo_travel.dialogue.pending import ONE_MORE_YES, Answered, drop_declined, name_it, name_that_one
from ricordo_travel.dialogue.picks import split_pick
from ricordo_travel.dialogue.plain_questions import drop_arrival, part_booked_questions
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.questions import ASK_BUDGET, ASK_OFFER, ASK_PEOPLE, ASK_SUGGESTION, CONFIRM, UNCHANGED
from ricordo_travel.dialogue.requests import OTHERS, SLOTS, find_further_search, find_loosened, find_search_acts
from ricordo_travel.dialogue.routes import change_booked, find_routed, find_single, learn_quietly
from ricordo_travel.dialogue.stages import split_stages
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import describe_unlisted
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.trip_costs import asks_for_bare_cost, say_currency
from ricordo_travel.dialogue.unmet import describe_unmet
from ricordo_travel.traveller import LABELS

_TRIP = re.compile(
    r"\b(?:trip|vacation|holidays?|visit|travel|weekend|getaway|break|honeymoon|plan|everything|package)\b"
)
_BARE_YES = re.compile(
    r"^\W*(?:ok |oh |hmm+ )*yes(?: (?:yes|please|ok|both|all|of|them|it|do|thanks|sure|go|ahead))*\W*$"
)
_INTERROGATIVE = re.compile(
    r"^\W*(?:and |but |ok |so |also )*(?:what|how|do|does|is|are|can|where|when|which|should|any|will)\b"
)
_TELLS = re.compile(r"\b(?:always|usually|normally|generally|already)\b")
"""Words of somebody who tells a habit, or that something is booked, and wants nothing once more."""
_MIN_WORDS = 5
_STILL = "That leaves what I found:"
_NOT_UNDERSTOOD = "I am not sure what you mean. Please say it in other words if it is something else than this:"
_HOW_MANY_ROOMS = re.compile(r"\bhow many rooms (?:would|do|will|should|must) [^.?!]{1,30}\bneed\b")
_ROOM_SIZES = "A single room is for one, a double room for two and a family room for up to four; say which you prefer."
_NOT_KNOWN = ("I do not know", "I cannot pass")


def decide(state: DialogueState) -> Plan:
    """Return the plan for the next reply: what the message did, what it asks for, and what still waits for a yes."""
    state = name_it(name_that_one(name_meant(state)))
    answered = Answered(state)
    reply = drop_declined(state, (yield from _reply(state, answered)))
    if _TELLS.search(state.text) or CONFIRM in reply:
        reply = "\n\n".join(each for each in reply.split("\n\n") if ONCE_MORE not in each)
    if back := (yield from search.find_way_back(state, reply)):
        before, asked = _split_question(reply)
        reply = "\n\n".join(filter(None, (before, back, asked)))
    if LABELS["number_of_travelers"].lower() not in reply and (noted := (yield from memory.correct_party(state))):
        reply = f"{noted}\n\n{reply}"
    if not reply and _asks_something(state):
        reply = yield from details.say_unknown(state)
    asked = "" if _ends_changes(state, reply) else (yield from answered.ask_again(reply))
    kept = "" if (kept := answered.describe_kept()) in reply else kept
    said = [
        kept,
        *_say_alternatives(state, reply),
        "" if correcting.is_corrected(reply) else _say_unmet(state, reply),
        say_currency(state),
        reply,
        answered.describe_unheard(reply),
        asked,
    ]
    text = "\n\n".join(filter(None, said)) or (yield from _reply_at_last(state))
    said = number_offers((yield from check_claims(text)))
    is_stuck = said == state.last_reply or (said.startswith(bookings.NO_SUCH) and not altering.has_verb(state.text))
    return (yield from _reply_otherwise(state, said)) if is_stuck else said


def _reply_otherwise(state: DialogueState, said: str) -> Plan:
    """Reply in the stead of a reply that says nothing new: to the message as a choice or a search, if it can be one.

    Else the same is said again, but not as if the message had been understood.
    """
    chosen = [] if is_no(state.text) else find_choice(state)
    is_search = any(part.act == "search" and part.score >= SURE for part in state.parts)
    for acts in (chosen, find_search_acts(state) if is_search else []):
        reply = number_offers((yield from _carry_out(state, acts))) if acts and remind not in acts else ""
        if find_offers(reply) and reply not in said:
            return reply
        if acts is chosen and CONFIRM in reply:
            return said  # it names what the last reply asks about
    if said != state.last_reply or ("user", state.message) in state.history[-2:]:
        return said
    if is_search and find_offers(said):
        return f"{_STILL}\n\n{said}"
    return f"{_NOT_UNDERSTOOD}\n\n{said}" if CONFIRM in said or bookings.find_asked(state) else said


def _split_question(reply: str) -> tuple[str, str]:
    """Return a reply before its first question for a yes, and from there on."""
    said = reply.split("\n\n")
    first = next((n for n, each in enumerate(said) if CONFIRM in each), len(said))
    return "\n\n".join(said[:first]), "\n\n".join(said[first:])


def _ends_changes(state: DialogueState, reply: str) -> bool:
    """Return whether what waits is not meant any more: all stays as it is, or is to be as it was."""
    return reply.startswith(UNCHANGED) or altering.restores_booked(state)


def _asks_something(state: DialogueState) -> bool:
    """Return whether a message asks about something that was shown, so that it gets an answer in any case."""
    asked = any(part.act == "ask_offer" and "?" in part.text for part in state.parts)
    return asked and details.has_referents(state)


def _say_alternatives(state: DialogueState, reply: str) -> list[str]:
    """Return what became of the places that a message names beside the one that the reply is about."""
    if planning.asks_to_compare(state):
        return []
    left = [each for each in state.trip.alternatives if each[0].name not in reply]
    unserved = [mention.name for mention, _ in left if not mention.is_served]
    served = [f"{'from ' if is_origin else ''}{mention.name}" for mention, is_origin in left if mention.is_served]
    nothing = f"{join_words(unserved)} {'is' if len(unserved) == 1 else 'are'} not served." if unserved else ""
    later = f"I took the first place that you named; say “{join_words(served, 'or')}” for the other." if served else ""
    return [" ".join(filter(None, (nothing, later)))]


def _say_unmet(state: DialogueState, reply: str) -> str:
    """Return what a message wishes that nothing is known of or can be done for, and that the reply does not name."""
    if ASK_SUGGESTION in reply or ASK_BUDGET in reply:
        return describe_unlisted(state.text)
    asked = {"search"} if any(each in reply for each in _NOT_KNOWN) else {"search", "ask_offer", "place"}
    wishes = " ".join(part.text for part in state.parts if part.act in asked and not asks_for_fact(part.text))
    wishes = HOTEL_NAMES.sub(" ", normalise(wishes))  # the Terrace Guesthouse asks for no terrace
    rooms = [_ROOM_SIZES] if _HOW_MANY_ROOMS.search(state.text) else []
    return " ".join([*rooms, *describe_unmet(split_refusals(wishes)[0], state.trip.kinds, reply)])


def _reply(state: DialogueState, answered: Answered) -> Plan:
    """Reply to a message: say what came of its yes or no, and carry out the rest of it."""
    if state.outcomes:
        return (yield from _reply_to_yes(state, answered))
    if kept := (yield from telling.tell_if_kept(state)):
        return kept
    facts, rest = ("", state) if asks_for_bare_cost(state) else (yield from part_questions(state))
    told, rest = yield from part_booked_questions(drop_arrival(rest) if facts else rest)
    answers = "\n\n".join(filter(None, (facts, told)))
    if not answers:
        return (yield from _reply_to_others(rest, answered))
    is_bare_no = is_no(rest.text) and len(rest.text.split()) < _MIN_WORDS and not wants_cheaper(rest.text)
    is_over = not re.search(r"\w", rest.message) or (is_bare_no and not state.pending)
    is_over = is_over or COURTESY.fullmatch(rest.text) is not None
    is_over = is_over or (bool(told) and all(part.act in {"talk", "yes"} for part in rest.parts))
    said = "" if is_over else (yield from _reply_to_others(rest, Answered(rest) if told else answered))
    said = "" if said.startswith(talk.NOT_UNDERSTOOD) or said == answers else said
    return "\n\n".join(filter(None, (answers, said)))


def _reply_to_others(state: DialogueState, answered: Answered) -> Plan:
    """Reply to a message that agrees to nothing."""
    state = yield from whole_changes.mark_changes(state)
    if told := (yield from answer_first(state)) or (yield from _reply_about_booked(state)):
        return told
    if loosened := find_loosened(state):
        return "\n\n".join(filter(None, [(yield from _answer_sums(state)), (yield from loosened(state))]))
    if answered.only_refuses and not state.reading.alters("car_class", "seats", "at_airport"):
        return answered.describe_refused() or answered.describe_kept() or DECLINED
    if answered.only_holds:
        return talk.NO_HURRY
    if answered.only_amends:
        return (yield from ask_amended(answered.amendments))
    if (redated := find_redated(state)).picks:
        return (yield from _carry_out(state, ask_for(redated)))
    state = answered.find_instead() or state
    if chosen := (yield from _reply_to_choice(state)):
        return chosen
    parts = find_parts(state)
    is_altered_pick = len(state.parts) > 1 and [part.act for part in parts] in (["pick"], ["change"])
    said = " ".join(part.text for part in parts)
    leaves_some = any(part.act in {"pick", "forget"} and part.text not in said for part in state.parts)
    if len(parts) > 1 or is_altered_pick or (parts and leaves_some):
        reply = yield from _carry_out_parts(state, parts)
        return reply or ("" if state.question else (yield from _reply_at_last(state)))
    is_known = parts and (parts[0].act != "talk" or parts[0].score >= SURE)
    whole = replace(state, act=parts[0].act) if is_known else state
    acts = correcting.add_correction(whole, find_single(whole) or find_acts(whole))
    is_sad = whole.act == "tell" and talk.is_sad(whole.text)
    return (yield from _carry_out(whole, [talk.condole, *acts] if is_sad else acts))


def _reply_about_booked(state: DialogueState) -> Plan:
    """Reply to a message that is as a whole about what is booked; say nothing to any other."""
    if settled := (yield from exchange.keep_or_exchange(state)):
        return settled
    if altering.restores_booked(state) or corrects_end(state):
        return (yield from bookings.change_booking(state))
    if inquiries.misses_some(state):
        is_change = state.reading.names("people", "parties", "first", "nights")  # "you forgot the room, 3 people"
        return (yield from (bookings.change_booking if is_change else inquiries.answer_about_bookings)(state))
    return (yield from whole_changes.change_whole(state))


def _answer_sums(state: DialogueState) -> Plan:
    """Answer the questions for a sum in a message that also asks for something else: "is that over my budget?"."""
    said: list[str] = []
    for part in state.parts if len(state.parts) > 1 else ():
        own = replace(state, message=part.text)
        if "?" in part.text and sums.asks_for_sum(own):
            said.append((yield from sums.answer_sum(own)))
    return "\n".join(said)


def _reply_to_yes(state: DialogueState, answered: Answered) -> Plan:
    """Say what came of a yes, ask for what else it meant, and carry out what the message says beside it."""
    said = [(yield from report_outcomes(state)), answered.describe_refused()]
    more = answered.find_more()
    for offer in more.offers:
        said.append((yield from ask_to_book(offer)))  # noqa: PERF401 - a comprehension cannot yield
    said += more.questions
    said += [(yield from ask_amended(answered.amendments)), (yield from part_questions(state))[0]]
    if rest := answered.find_rest():
        told, rest = yield from part_booked_questions((yield from part_questions(rest))[1])
        rest = yield from whole_changes.mark_changes(rest)
        said.append(told)
        chosen = yield from _reply_to_choice(rest)
        said.append(answered.drop_settled(chosen or (yield from _carry_out_parts(rest, find_parts(rest)))))
    else:
        said.append((yield from bookings.offer_way_back(state)))
    return "\n\n".join(filter(None, said))


def _reply_to_choice(state: DialogueState) -> Plan:
    """Ask for a yes to all that a message chooses, after what else it says; say nothing if it chooses nothing."""
    is_turned = state.reading.alters("origin") and state.reading.alters("destination")  # it is for other flights
    found = None if is_turned or len(split_stages(state.text)) > 1 else part_choice(state)
    if found is None:
        return ""
    picks, rest = found
    said = (yield from _carry_out_parts(rest, find_parts(rest))) if rest else ""
    if rest and not said:
        return ""  # what it says belongs to the choice
    return "\n\n".join(filter(None, [said, (yield from _carry_out(state, ask_for(picks)))]))


def _carry_out_parts(state: DialogueState, parts: Sequence[MessagePart]) -> Plan:
    """Carry out the parts of a message, each as if it were a message of its own, and join what they say."""
    said: dict[str, None] = {}
    asks_for_more = any(part.act in {"search", "suggest"} for part in parts)  # one answer, and not two lists
    for step in plan_steps(state, parts):
        told: list[str] = []
        for act in correcting.add_correction(step, find_routed(step) or _find_rest_acts(step)):
            if act != planning.continue_suggestions or step.act == "suggest" or not asks_for_more:
                told.append((yield from act(step)))  # noqa: PERF401 - a comprehension cannot yield
        is_asked = step.act in {"place", "ask_offer"} and "?" in step.message and not any(told)
        said |= dict.fromkeys([talk.quote_unknown(step)] if is_asked else told)
    return "\n\n".join(filter(None, correcting.drop_settled(list(said))))


def _carry_out(state: DialogueState, acts: Sequence[Act]) -> Plan:
    said: dict[str, None] = {}
    for act in acts:
        said[(yield from act(state))] = None
    return "\n\n".join(filter(None, said)) or ("" if state.question else (yield from _reply_at_last(state)))


def find_acts(state: DialogueState) -> list[Act]:
    """Return what a message asks for, in the order in which it is done."""
    if not state.text:
        return [talk.greet]
    if state.act not in {"search", "tell"} and (picked := _find_pick_and_more(state)):
        return picked
    if acts := _find_memory_acts(state) or _find_answer(state):
        return acts
    says_something = bool(state.clauses) or memory.holds_once(state) or ends_something(state.text)
    found = _find_guide_acts(state) or _find_booking_acts(state) or _find_off_topic(state) or find_search_acts(state)
    found = found or _find_talk(state, has_acknowledged=says_something)
    if not says_something:
        return found
    is_planning = found[0] in {planning.continue_suggestions, planning.keep_or_change, planning.suggest_destinations}
    return [learn_quietly if is_planning else memory.acknowledge, *found]


def _find_pick_and_more(state: DialogueState) -> list[Act]:
    """Return the acts of a message that picks an offer and then asks for something else."""
    if (found := split_pick(state)) is None:
        return []
    picks, rest = found
    if rest is None:
        return ask_for(picks)
    return [*_find_rest_acts(rest), *ask_for(picks)]


def _find_rest_acts(rest: DialogueState) -> list[Act]:
    """Return the acts of what a message says beside a yes or a pick. Chatter needs no reply of its own."""
    acts = [act for act in find_acts(rest) if act not in {remind, ask_which, accept_no, decline}]
    if talk.reply_otherwise in acts:
        return [partial(say_text, text=talk.quote_unknown(rest))] if "?" in rest.message else []
    return [partial(act_on_rest, act=act, rest=rest) for act in acts]


def _find_guide_acts(state: DialogueState) -> list[Act]:
    """Return the acts of saying what there is to do in a place, and of the search that the same message asks for."""
    if not guide.asks_what_to_do(state):
        return []
    return [guide.answer_what_to_do, *find_further_search(state)]


def _find_off_topic(state: DialogueState) -> list[Act]:
    if state.act != "other" or state.reading.names("kinds") or _TRIP.search(state.text):
        return []
    return [talk.refuse, remind]


def _find_memory_acts(state: DialogueState) -> list[Act]:
    if telling.asks_if_erased(state):
        return [telling.tell_if_erased]
    if forgetting.asks_to_forget(state):
        return [forgetting.forget, *_find_after_forgetting(forgetting.find_rest(state))]
    if forgetting.asks_to_retract(state):
        return [forgetting.retract]
    is_recall = state.act == "recall" and telling.asks_what_is_known(state) and not state.clauses
    if correcting.asks_to_correct(state) and not is_recall:  # "what do you know? I'd like to be sure it's correct"
        return [correcting.correct, *([telling.tell_all] if telling.asks_what_is_known(state) else [])]
    if telling.asks_what_is_known(state):
        learns = [memory.acknowledge] if state.clauses else []
        return [
            *learns,
            telling.tell_all,
            *([inquiries.answer_about_bookings] if inquiries.asks_about_bookings(state.text) else []),
        ]
    if (
        telling.asks_for_field(state)
        and not inquiries.asks_about_bookings(state.text)
        and (state.act == "recall" or not details.asks_about_offers(state))
    ):
        return [*([memory.acknowledge] if state.clauses else []), telling.tell_field]
    if guide.asks_which_places(state):
        return [guide.answer_which_places]
    if state.act == "assistant":
        return [talk.answer_about_assistant, remind]
    return []


def _find_after_forgetting(rest: DialogueState | None) -> list[Act]:
    """Return the acts of what a message asks beside erasing something."""
    if rest is None:
        return []
    acts = find_acts(rest) if "?" in rest.message else _find_memory_acts(rest) or [memory.acknowledge]
    return [partial(act_on_rest, act=act, rest=rest) for act in acts]


def _find_answer(state: DialogueState) -> list[Act]:
    """Return the acts of a yes or no to the question in the last reply."""
    question = state.question
    if question is None:
        return []
    if question.verb == "erase" and is_clear_yes(state.text):
        return [forgetting.erase_everything]
    if is_no(state.text) or (is_yes(state.text) and _contradicts(state)):
        if details.asks_about_offers(state):
            return []
        if state.reading.names(*SLOTS) or other_choice(state):
            return []
        more = find_further_search(state)
        if wants_cheaper(state.text) or OTHERS.search(state.text) or "?" in state.text:
            return []
        return more or [decline]
    return []


def _contradicts(state: DialogueState) -> bool:
    """Return whether a message names something else than what the last reply asks about."""
    question, reading = state.question, state.reading
    if question is None or question.offer is None:
        return False
    arguments = question.offer.call.arguments
    kinds = reading.changes.get("kinds")
    if kinds and question.offer.kind not in kinds:
        return False
    if other_choice(state):
        return True
    people = arguments.get("guests") or arguments.get("passengers")
    first = arguments.get("check_in") or arguments.get("pick_up") or arguments.get("day")
    named_first = reading.changes.get("first")
    if reading.names("people") and people and reading.changes["people"] != people:
        return True
    if named_first and named_first.isoformat() != first:
        return True
    return reading.names("nights", "last", "limits", "stars", "cabin", "car_class", "unserved", "amenities")


def _find_booking_acts(state: DialogueState) -> list[Act]:
    is_search = _is_search(state)  # "with free cancellation"
    if not is_search and (bookings.asks_to_cancel(state) or bookings.asks_if(state)):
        return [bookings.cancel_booking]
    if not is_search and bookings.asks_to_change(state):
        return [change_booked]
    if state.act != "tell" and (inquiries.asks_about_bookings(state.text) or inquiries.asks_for_them(state)):
        return [inquiries.answer_about_bookings, remind]
    if again.asks_for_same(state):
        return [again.search_same]
    if planning.answers_preferences(state):
        return [planning.keep_or_change]
    is_party = ASK_PEOPLE in state.last_reply and state.reading.names("people")
    return [] if is_party else find_choice(state)


def _is_search(state: DialogueState) -> bool:
    """Return whether the reader is sure that a message asks for a search."""
    return state.act == "search" and len(state.parts) == 1 and state.parts[0].score >= SURE


def _find_talk(state: DialogueState, *, has_acknowledged: bool) -> list[Act]:
    text = state.text
    if state.question is None and is_whatever(text) and state.trip.any and state.trip.kinds:
        return [search.search]
    if has_acknowledged:
        asks = "?" in state.message or re.search(r"\b(?:asking|wonder(?:ing)?|do you know|know if)\b", text)
        return [guide.answer_topic, remind] if asks and talk.find_topic(text) else [remind]
    if state.is_new and talk.is_hello(text) and len(text.split()) < 8:
        return [talk.greet]
    if talk.find_topic(text) and ("?" in state.message or _INTERROGATIVE.match(text)):
        return [guide.answer_topic, remind]
    return _find_short_answer(state) or _find_small_talk(state)


def _find_short_answer(state: DialogueState) -> list[Act]:
    if is_yes(state.text) and ASK_OFFER in state.last_reply and not state.question:
        return [ask_which]
    if state.question is None and _BARE_YES.match(state.text):
        return [answer_open_yes]
    return [accept_no] if is_no(state.text) and not state.question else []


def _find_small_talk(state: DialogueState) -> list[Act]:
    if state.question and is_yes(state.text):
        return [partial(say_text, text=ONE_MORE_YES), remind]
    if answer := talk.small_talk(state):
        return [partial(say_text, text=answer), remind]
    if state.question:
        return [remind]
    return [guide.answer_topic if talk.find_topic(state.text) else talk.reply_otherwise]


def _reply_at_last(state: DialogueState) -> Plan:
    """Reply when no act has anything to say: to a statement that nothing was learned from, for instance."""
    if answer := talk.small_talk(state):
        return say(answer)
    if state.clauses:
        return say("I see. Shall I suggest somewhere, or look something up?")
    return talk.reply_otherwise(state)
