"""Reply to a message: carry out its commands one after the other, and join what they say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ricordo_travel.clerk import about, small_talk
from ricordo_travel.clerk.answering import answers, totals
from ricordo_travel.clerk.changing import bookings
from ricordo_travel.clerk.changing.estimates import compare_again
from ricordo_travel.clerk.changing.moved_along import move_along
from ricordo_travel.clerk.changing.moved_days import move_as_said
from ricordo_travel.clerk.changing.of_booked import mean_booked, offer_more_rooms
from ricordo_travel.clerk.choosing import picks
from ricordo_travel.clerk.choosing.both_ways import keep_both_ways, pick_both_ways
from ricordo_travel.clerk.choosing.chosen import settle_picks
from ricordo_travel.clerk.choosing.consent import find_waiting, goes_elsewhere
from ricordo_travel.clerk.choosing.described import go_back, search_shown_day
from ricordo_travel.clerk.choosing.open_ways import say_open_way
from ricordo_travel.clerk.claims import check_claims
from ricordo_travel.clerk.commands import MAX_SAID, Command
from ricordo_travel.clerk.reading.checks import settle_commands
from ricordo_travel.clerk.reading.corrected_days import mean_last_day
from ricordo_travel.clerk.reading.goal_kept import name_goal, name_place, stay_at_goal
from ricordo_travel.clerk.reading.goals import keep_sought
from ricordo_travel.clerk.reading.left_out import read_whole
from ricordo_travel.clerk.reading.misplaced import ASKS_MEMORY
from ricordo_travel.clerk.reading.named import hold_it, pick_named_kinds, search_way_back
from ricordo_travel.clerk.reading.open_search import go_on_with_search
from ricordo_travel.clerk.reading.pointed import hold_to_list, keep_shown_kinds
from ricordo_travel.clerk.reading.refused_places import Refused, find_refused_places, is_in
from ricordo_travel.clerk.reading.slots import read_kinds
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.reading.unsaid import hold_pointed, keep_to_kinds, leave_out_places, leave_out_unsaid
from ricordo_travel.clerk.said_twice import say_once
from ricordo_travel.clerk.scene import Read, Scene
from ricordo_travel.clerk.searching import find, stays_of_trips, suggest
from ricordo_travel.clerk.searching.fitting import ask_fitted, days_of_offer, move_with_trip
from ricordo_travel.clerk.searching.too_far import look_on_last_days
from ricordo_travel.clerk.searching.weighing import describe_excess, describe_lacks
from ricordo_travel.clerk.situation import WAITING, describe_situation
from ricordo_travel.consent import Action
from ricordo_travel.dialogue.plan import Plan, ToolCall
from ricordo_travel.dialogue.replies import questions
from ricordo_travel.dialogue.replies.offers import Offer, find_offers, number_offers, parse_offer
from ricordo_travel.dialogue.replies.outcomes import describe_outcomes, report_outcomes
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.booked import days_of, load_active
from ricordo_travel.dialogue.values.cabins import find_cabins
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.notes.replies import ERASED, REMEMBERS_LAST, TOLD, answer, asks_about_note, excuse
from ricordo_travel.outcomes import Pending
from ricordo_travel.proposals import Proposal

Handler = Callable[[Scene, Command], Plan]
HANDLERS: Mapping[str, Handler] = {
    "find": find.find,
    "suggest": suggest.suggest,
    "pick": picks.pick,
    "yes": picks.agree,
    "no": picks.decline,
    "wait": picks.wait,
    "cancel": bookings.cancel,
    "change": bookings.change,
    "whatif": bookings.estimate,
    "keep": bookings.keep,
    "undo": bookings.undo,
    "bookings": bookings.tell,
    "ask": answers.tell,
    "which": answers.choose,
    "compare": answers.compare,
    "place": answers.tell_of_place,
    "total": totals.tell,
    **dict.fromkeys(("tell", "recall", "forget", "correct"), small_talk.leave_to_notes),
    "about": about.tell,
    "again": about.repeat,
    "hello": small_talk.greet,
    "thanks": small_talk.thank,
    "bye": small_talk.take_leave,
    "chat": small_talk.chat,
    "offtopic": small_talk.refuse,
}
_QUESTIONS: dict[Action, tuple[str, str]] = {
    "book": ("Shall I book this?", "Shall I book these?"),
    "change": ("Shall I change this booking?", "Shall I change these bookings?"),
    "cancel": ("Shall I cancel this booking?", "Shall I cancel these bookings?"),
}
_PROPOSAL = re.compile(
    r"Shall I (?P<action>book|change|cancel) th(?:is|ese)(?: bookings?)?\?\n"
    rf"(?P<lines>.+)\n{re.escape(questions.CONFIRM)}",
    re.DOTALL,
)
"""A part of a reply that asks for a yes."""
_CANCELS = re.compile(
    r"\b(?:cancel\w*|call(?:ed)? off|refund\w*|give back|unbook|flights?|hotels?|rooms?|bookings?|cars?|trip)\b"
)
"""Words of a message that may cancel a booking, too."""
_OF_OFFERS = re.compile(r"\b(?:it|they|there|ones?|first|second|third|last|hotels?|flights?|cars?|rooms?|\d+)\b")
"""Words of a question about what was shown, and not about people alone."""
_WAY_BACK = re.compile(r"\nThat is the way there\. For the way back on .+")
_ASK_IT = f"Shall I book it? {questions.CONFIRM}"
IN_DOLLARS = "My prices are in US dollars, and I take your sums as dollars: I know no exchange rates."
_OTHER_MONEY = re.compile(r"[€£]|\b(?:euros?|eur|pounds?|quid|gbp|francs?|chf|kronor|kroner|zloty)\b")
_GOES_ON = frozenset({"find", "which", "suggest", "compare", "place", "total", "whatif"})
"""Verbs of what a start or a place that is not served can stand in the way of."""
_OF_NEW_TRIPS = frozenset({"find", "suggest", "compare", "place", "total"})
"""Verbs of what may be about a new trip, which begins where booked ones did."""
_ASIDES = frozenset("tell recall forget correct about offtopic chat hello thanks place bookings".split())
"""Verbs of messages about something else than what waits, beside which it is only reminded of, and that once."""
_ASKS = frozenset({"ask", "total", "which", "compare"})
"""Verbs of questions that somebody has answered before they agree."""
_MAX_BACK = 3
_MAX_EARLIER = 60
"""Entries of a conversation, messages and replies, that are followed; the reader takes a while for each message."""
_MOVES = re.compile(
    r"\b(?:start|begin|mov(?:e|ing)|shift|go|leave|travel|trip|holiday|whole|everything|days|dates|instead|rather)\b"
)
"""Words of somebody who moves a trip, and not only looks for a flight on another day."""
_NOT_UNDERSTOOD = "I am sorry, I did not understand that. Please say it in other words."


def read_scene(state: DialogueState, read: Read) -> Scene:
    """Return the scene of the latest message, with the commands of the messages before it."""
    earlier: list[tuple[str, tuple[Command, ...]]] = []
    replies: list[str] = []
    for n, (role, text) in enumerate(state.history):
        if role == "assistant":
            replies.insert(0, text)
        elif n >= len(state.history) - _MAX_EARLIER:
            commands = read_whole(read, describe_situation(state.history[:n]), text)
            earlier.append(("".join(replies[:1]), _settle(earlier, replies, text, commands)))
    state = replace(state, pending=tuple(_sort_pending(state)))
    situation = describe_situation(state.history)
    commands = read_whole(read, situation, state.message) if state.message else ()
    return Scene(state, _settle(earlier, replies, state.message, commands), tuple(earlier))


def _settle(
    earlier: Sequence[tuple[str, tuple[Command, ...]]],
    replies: Sequence[str],
    message: str,
    commands: Sequence[Command],
) -> tuple[Command, ...]:
    """Return the commands of a message as they can be meant after others and some replies, the latest first."""
    reply, before = "".join(replies[:1]), earlier[-1][1] if earlier else ()
    text, lists = normalise(message[:MAX_SAID]), [offers for each in replies if (offers := find_offers(each))]
    seen = "\n".join(replies).lower()
    commands = keep_shown_kinds(text, hold_to_list(text, commands, replies), replies)
    commands = leave_out_unsaid(text, seen, leave_out_places(text, seen, [each for _, each in earlier], commands))
    commands = hold_pointed(text, commands, replies, [each for _, said in earlier for each in said])
    commands = keep_to_kinds(text, commands, lists)
    settled = settle_picks(replies, message, settle_commands(reply, message, commands))
    settled = hold_it(text, settled, replies, before)
    settled = look_on_last_days(before, reply, settled)
    settled = move_along(reply, settled)
    both = pick_both_ways(text, settled, replies)
    settled = both if both != settled else pick_named_kinds(text, settled, lists)
    settled = search_shown_day(text, go_back(text, search_way_back(text, settled, lists), lists), lists)
    settled = name_goal(earlier, text, keep_both_ways(text, settled, replies))
    settled = stay_at_goal(earlier, text, go_on_with_search(earlier, replies, text, settled))
    return keep_sought(before, reply, text, mean_last_day(before, text, settled))


def _sort_pending(state: DialogueState) -> list[Pending]:
    """Return what waits in the order of its letters, and then what has none: the only offer of a list."""
    waiting = find_waiting([each.proposal for each in state.pending], state.history)
    marks = [min((mark for mark in each.marks if mark in WAITING), default="~") for each in waiting]
    return [each for _, each in sorted(zip(marks, state.pending, strict=True), key=lambda pair: pair[0])]


def reply(scene: Scene) -> Plan:
    """Return the plan for the reply: what a yes did, what each command says, and what still waits for a yes."""
    state = scene.state
    said: dict[str, None] = {}
    if state.outcomes:
        said |= dict.fromkeys([(yield from report_outcomes(state)), (yield from say_open_way(scene))])
        scene = _follow_outcomes(scene)
    if any(each.verb in _OF_NEW_TRIPS for each in scene.commands):
        scene = replace(scene, booked=tuple((yield from load_active())))
    noted = yield from answer(scene)
    if noted:
        kept = tuple(each for each in scene.commands if not _is_beside_notes(scene, noted, each))
        scene = replace(scene, commands=kept)
    booked = (stays_of_trips.stay_where_booked, stays_of_trips.fly_where_booked)
    for mean in (move_as_said, *booked, mean_booked, stays_of_trips.go_on_from_last_visit):
        scene = replace(scene, commands=tuple((yield from mean(scene))))
    for at, command in enumerate(scene.commands):
        for each in _go_on_from_nearest(scene, command) or [command]:
            done = replace(scene, at=at, said=tuple(said))
            said[(yield from offer_more_rooms(done, each)) or (yield from HANDLERS[each.verb](done, each))] = None
    text = "\n\n".join(filter(None, (*said, noted) if state.outcomes else (noted, *said)))
    text = text or (yield from excuse(scene))
    text = yield from stays_of_trips.tell_last_visit(scene, text)
    asked = yield from _ask_again(scene, text)
    text = _WAY_BACK.sub("", text) if any(each.kind == "flight" for each in find_offers(asked)) else text
    text = "\n\n".join([*_say_currency(scene), *_say_excess(scene, text, asked), text])
    text = compare_again(text, asked, (yield from load_active()) if asked else ())
    text = "\n\n".join(filter(None, (text, asked))) or _NOT_UNDERSTOOD
    text = _ask_once(_ask_together(_join_only_offer(_propose_once(text))))
    return number_offers((yield from check_claims(say_once(text))))


def _is_beside_notes(scene: Scene, noted: str, command: Command) -> bool:
    """Return whether a command is only small talk, or about memory, beside what was noted or told of it.

    "Bin it" of a note that was erased cancels no booking, and a yes to a question about a note is to nothing else.
    """
    text = scene.state.text
    if REMEMBERS_LAST.fullmatch(text):
        return True
    if noted.startswith(TOLD) and command.verb in {"offtopic", "about", "ask"}:
        return command.verb != "ask" or not scene.listed or not _OF_OFFERS.search(text)
    if command.verb in {"yes", "no"}:
        return asks_about_note(scene.state.last_reply) and not scene.state.pending and not scene.state.outcomes
    if command.verb == "cancel":
        return ERASED in noted and not _CANCELS.search(text)
    if command.verb == "ask" and TOLD in noted:  # what "sam" eats was asked of no offer
        return any(word.removesuffix("'s") in noted.lower() for word in command.subject.lower().split() if word[2:])
    is_of_memory = command.verb == "about" and command.text == "memory" and not ASKS_MEMORY.search(text)
    return command.verb == "chat" or is_of_memory


def _say_excess(scene: Scene, text: str, again: str) -> list[str]:
    """Say which limits that were named the proposals of a reply are above, with those that it asks for once more.

    What is needed, and a hotel among them lacks, is said, too.
    """
    asked, others = _list_proposed(text), _list_proposed(again)
    return [*describe_lacks(scene, asked), *describe_excess(scene.trip, asked, others)] if asked else []


def _say_currency(scene: Scene) -> list[str]:
    """Say once that all is in dollars, to somebody who names another money."""
    is_search = any(each.verb in _OF_NEW_TRIPS for each in scene.commands)
    is_said = any(IN_DOLLARS in reply for reply in scene.state.replies)
    return [IN_DOLLARS] if is_search and not is_said and _OTHER_MONEY.search(scene.state.text) else []


def _list_proposed(text: str) -> list[Offer]:
    """Return the offers that a text asks to book."""
    parts = [part for part in text.split("\n\n") if (match := _PROPOSAL.fullmatch(part)) and match["action"] == "book"]
    return [offer for part in parts for offer in find_offers(part)]


def _follow_outcomes(scene: Scene) -> Scene:
    """Return the scene after the yes of the message was carried out and told."""
    said = (("user", "yes"), ("assistant", describe_outcomes(scene.state)))
    state = replace(scene.state, history=(*scene.state.history, *said))
    return replace(scene, state=state, earlier=(*scene.earlier, ("", ())), seen=scene.situation)


def _go_on_from_nearest(scene: Scene, command: Command) -> list[Command]:
    """Return what a yes to the nearest place that is served goes on with: what was asked before that was offered."""
    if command.verb != "yes" or scene.state.outcomes or not questions.TAKE_NEAREST.search(scene.state.last_reply):
        return []
    trip, before = scene.trip, [commands for _, commands in scene.earlier[-_MAX_BACK:]]
    asked = [found for commands in before if (found := [each for each in commands if each.verb in _GOES_ON])]
    searched = [each for each in asked[-1] if each.verb == "find"] if asked else []
    if searched and trip.destination:
        return searched
    other = [found for commands in asked if (found := [each for each in commands if each.verb != "find"])]
    return [name_place(each, trip.destination) for each in other[-1]] if other else searched


def _propose_once(text: str) -> str:
    """Return a reply without what it proposes once more."""
    kept: list[str] = []
    proposed: set[str] = set()
    for part in text.split("\n\n"):
        offers = {offer.text.casefold() for offer in find_offers(part)}
        is_proposal = bool(offers) and part.startswith(_QUESTIONS["book"]) and part.endswith(questions.CONFIRM)
        if not (is_proposal and offers <= proposed):
            kept.append(part)
        if questions.CONFIRM in part:
            proposed |= offers
    return "\n\n".join(kept)


def _join_only_offer(text: str) -> str:
    """Return a reply that proposes the only offer of a list with the rest, if it proposes something else, too."""
    parts = text.split("\n\n")
    only = [part for part in parts if part.endswith(_ASK_IT) and len(find_offers(part)) == 1]
    is_asked = any((match := _PROPOSAL.fullmatch(part)) and match["action"] == "book" for part in parts)
    if len(only) != 1 or not is_asked:
        return text
    offer = find_offers(only[0])[0].text
    asked = "\n".join([_QUESTIONS["book"][0], f"{offer[:1].upper()}{offer[1:]}", questions.CONFIRM])
    kept = [part.removesuffix(_ASK_IT).rstrip() if part in only else part for part in parts]
    is_there = any(
        offer.casefold() in part.casefold() for part in parts if part not in only and questions.CONFIRM in part
    )
    return "\n\n".join(kept if is_there else [*kept, asked])


def _ask_together(text: str) -> str:
    """Return a reply that asks for a yes to all that it proposes at its end, in one question for each thing to do."""
    parts = text.split("\n\n")
    asked = [match for part in parts if (match := _PROPOSAL.fullmatch(part))]
    rest = [part for part in parts if not _PROPOSAL.fullmatch(part)]
    if not asked or (len(asked) == 1 and any(offer.number for part in rest for offer in find_offers(part))):
        return text
    lines: dict[str, list[str]] = {}
    for match in asked:
        lines.setdefault(match["action"], []).extend(match["lines"].splitlines())
    asks: Mapping[str, tuple[str, str]] = {**_QUESTIONS}
    question = "\n\n".join("\n".join([asks[action][len(own) > 1], *own]) for action, own in lines.items())
    flights = [offer for line in lines.get("book", ()) if (offer := parse_offer(line)) and offer.kind == "flight"]
    ends = {each.flight.origin for each in flights} & {each.flight.destination for each in flights}
    is_round = len(flights) == len(ends) == 2 and " more than the $" not in text
    rest += [f"There and back that is {format_dollars(flights[0].total + flights[1].total)}."] if is_round else []
    return "\n\n".join([*rest, f"{question}\n{questions.CONFIRM}"])


def _ask_once(text: str) -> str:
    """Return a reply that asks for a day once, and only at its end which offer to book, not if it asks for a yes."""
    text = text.replace(f"{questions.ASK_DAY} {questions.ASK_CHECK_IN}", questions.ASK_DAY)
    if questions.ASK_OFFER not in text:
        return text
    rest = re.sub(rf"\n*{re.escape(questions.ASK_OFFER)}", "", text)
    return rest.strip() if questions.CONFIRM in text else f"{rest}\n{questions.ASK_OFFER}".strip()


def _ask_again(scene: Scene, said: str) -> Plan:
    """Ask once more for a yes to what waits, except for what the reply asks about or puts in its stead."""
    waiting = [
        each.proposal
        for each in scene.state.pending
        if each.fate in {"waiting", "unclear"} and not _is_replaced(each.proposal, said)
    ]
    dropped = picks.list_dropped(scene)
    waiting = [each for each in waiting if each not in dropped and not _is_left(each, scene.commands)]
    verbs = {each.verb for each in scene.commands}
    is_aside = verbs <= _ASIDES
    if questions.TAKE_NEAREST.search(said):  # one yes or no at a time
        waiting = [each for each in waiting if each.action != "book"]
    is_question = "wait" in verbs and bool(verbs & _ASKS)
    if (
        "bye" in verbs
        or ("wait" in verbs and not is_question)
        or (is_aside and questions.STILL in scene.state.last_reply)
    ):
        return ""
    refused = find_refused_places(scene.state.text)
    waiting = [each for each in waiting if each.action != "book" or not _is_refused(each, refused)]
    moved = {
        each.code: slots for each in waiting if (slots := _move_with_trip(scene, each) or _take_cabin(scene, each))
    }
    asked: list[str] = []
    for offer, slots in ((parse_offer(each.text), moved[each.code]) for each in waiting if each.code in moved):
        asked.append((yield from ask_fitted(scene, offer, Command("pick", (), slots))) if offer else "")
    waiting = [each for each in waiting if each.code not in moved]
    if not waiting:
        return "\n\n".join(asked)
    results = yield [ToolCall(each.tool, json.loads(each.arguments)) for each in waiting]
    lines: dict[Action, list[str]] = {}
    for each, result in zip(waiting, results, strict=True):
        if "what" in result.data:
            what = str(result.data["what"])
            lines.setdefault(each.action, []).append(what[:1].upper() + what[1:])
    for action, each in lines.items():
        question = _QUESTIONS[action][len(each) > 1]
        is_reminder = (is_aside or is_question) and action == "book"
        asked.append("\n".join([questions.STILL, *each] if is_reminder else [question, *each, questions.CONFIRM]))
    return "\n\n".join(asked)


def _is_refused(proposal: Proposal, refused: Refused) -> bool:
    """Return whether a proposal is for a place that a message refuses."""
    offer = parse_offer(proposal.text) if refused else None
    return offer is not None and is_in(offer, refused)


def _move_with_trip(scene: Scene, proposal: Proposal) -> tuple[Slot, ...]:
    """Return the new days of a trip for what waits to be booked for those of before, if a message moves all of it."""
    is_moved = any(each.verb == "find" and "flight" in read_kinds(each) for each in scene.commands)
    offer = parse_offer(proposal.text) if proposal.action == "book" and proposal.kind != "flight" else None
    if offer is None or not is_moved or not _MOVES.search(scene.state.text):
        return ()
    return move_with_trip(offer, replace(scene, at=-1).trip, replace(scene, at=None).trip)


def _take_cabin(scene: Scene, proposal: Proposal) -> tuple[Slot, ...]:
    """Return the class that a search names for both ways as a slot for a flight that waits in another one."""
    there, back = find_cabins(scene.state.text)
    is_named = there is not None and there == back and any(each.verb == "find" for each in scene.commands)
    is_other = proposal.action == "book" and proposal.preview.get("cabin") not in {None, there}
    return (("class", str(there)),) if is_named and is_other else ()


def _is_left(proposal: Proposal, commands: Sequence[Command]) -> bool:
    """Return whether a command wants ideas where to go, or a thing of the same kind elsewhere for the same days.

    A flight that goes on from where the proposed one lands belongs to the same journey.
    """
    return proposal.action == "book" and any(
        each.verb == "suggest"
        or (
            each.verb == "find"
            and proposal.kind in each.subject.split("+")
            and not (each.has("on", "until") and "same" not in (each.value("on") or ""))
            and (goes_elsewhere(proposal, each) or each.has("other"))
            and (each.value("from") or "").lower() != str(proposal.preview.get("destination", "-")).lower()
        )
        for each in commands
    )


def _is_replaced(proposal: Proposal, said: str) -> bool:
    """Return whether a reply asks about a proposal, or about something that would take its place."""
    if proposal.kind == "flight" and proposal.text.casefold() in said.casefold() and _is_last(proposal, said):
        return False
    if proposal.text.casefold() in said.casefold() and questions.CONFIRM in said:
        return True
    if proposal.action != "book":
        id = proposal.preview["booking_id"]
        return bool(re.search(rf"^(?:Change|Cancel) {id}\b|\bstays as it is booked \({id}\)", said, re.MULTILINE))
    return any(_is_instead(proposal, offer) for offer in find_offers(said))


def _is_last(proposal: Proposal, said: str) -> bool:
    """Return whether a reply says that no flight is earlier or later than the one that is proposed."""
    row = proposal.preview
    way = f"There is no flight from {row['origin']} to {row['destination']} "
    return any(line.startswith(way) and f" {row['departs']} is the " in line for line in said.splitlines())


def _is_instead(proposal: Proposal, offer: Offer) -> bool:
    """Return whether who looks at an offer has turned away from a proposal: another one of the same days or place.

    A stay elsewhere on other days, and a flight that goes on or back, belong to the same journey.
    """
    row = proposal.preview
    if proposal.kind != offer.kind:
        return False
    if offer.kind == "flight":
        ends = offer.flight.origin.name == row["origin"], offer.flight.destination.name == row["destination"]
        return all(ends) or (any(ends) and offer.call.arguments["day"] == row["day"])
    place = offer.hotel.place if offer.kind == "hotel" else offer.car.location.place
    (first, last), (begins, ends_on) = days_of_offer(offer), days_of(row)
    return place.name == row["city"] or (first < ends_on and begins < last)
