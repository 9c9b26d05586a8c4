"""Reply to a message: carry out its commands one after the other, and join what they say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from ricordo_travel.clerk import answers, bookings, find, notes, picks, suggest, totals
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.readings import settle_commands
from ricordo_travel.clerk.scene import Read, Scene
from ricordo_travel.clerk.situation import describe_situation
from ricordo_travel.consent import Action
from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.booked import days_of
from ricordo_travel.dialogue.claims import check_claims
from ricordo_travel.dialogue.offers import Offer, find_offers, number_offers
from ricordo_travel.dialogue.outcomes import describe_outcomes, report_outcomes
from ricordo_travel.dialogue.plan import Plan, ToolCall
from ricordo_travel.dialogue.state import DialogueState
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
    "tell": notes.note,
    "recall": notes.recall,
    "forget": notes.forget,
    "correct": notes.correct,
    "about": notes.describe_assistant,
    "again": notes.repeat,
    "hello": notes.greet,
    "thanks": notes.thank,
    "bye": notes.take_leave,
    "chat": notes.chat,
    "offtopic": notes.refuse,
}
_QUESTIONS: dict[Action, tuple[str, str]] = {
    "book": ("Shall I book this?", "Shall I book these?"),
    "change": ("Shall I change this booking?", "Shall I change these bookings?"),
    "cancel": ("Shall I cancel this booking?", "Shall I cancel these bookings?"),
}
_NOT_UNDERSTOOD = "I am sorry, I did not understand that. Please say it in other words."


def read_scene(state: DialogueState, read: Read) -> Scene:
    """Return the scene of the latest message, with the commands of all messages of the conversation."""
    earlier: list[tuple[str, tuple[Command, ...]]] = []
    reply = ""
    for n, (role, text) in enumerate(state.history):
        if role == "assistant":
            reply = text
        else:
            commands = read(describe_situation(state.history[:n]).text, text)
            earlier.append((reply, settle_commands(reply, text, commands)))
    pending = sorted(state.pending, key=lambda each: state.last_reply.casefold().find(each.proposal.text.casefold()))
    state = replace(state, pending=tuple(pending))
    commands = read(describe_situation(state.history).text, state.message) if state.message else ()
    return Scene(state, settle_commands(reply, state.message, commands), tuple(earlier))


def reply(scene: Scene) -> Plan:
    """Return the plan for the reply: what a yes did, what each command says, and what still waits for a yes."""
    state = scene.state
    said: dict[str, None] = {}
    if state.outcomes:
        said[(yield from report_outcomes(state))] = None
        scene = _follow_outcomes(scene)
    for at, command in enumerate(scene.commands):
        said[(yield from HANDLERS[command.verb](replace(scene, at=at, said=tuple(said)), command))] = None
    text = "\n\n".join(filter(None, said))
    asked = yield from _ask_again(scene, text)
    text = "\n\n".join(filter(None, (text, asked))) or _NOT_UNDERSTOOD
    return number_offers((yield from check_claims(_ask_once(text))))


def _follow_outcomes(scene: Scene) -> Scene:
    """Return the scene after the yes of the message was carried out and told."""
    said = (("user", "yes"), ("assistant", describe_outcomes(scene.state)))
    state = replace(scene.state, history=(*scene.state.history, *said))
    return replace(scene, state=state, earlier=(*scene.earlier, ("", ())), seen=scene.situation)


def _ask_once(text: str) -> str:
    """Return a reply that asks only at its end which offer to book, and not at all if it asks for a yes."""
    if questions.ASK_OFFER not in text:
        return text
    rest = re.sub(rf"\n*{re.escape(questions.ASK_OFFER)}", "", text)
    return rest if questions.CONFIRM in text else f"{rest}\n{questions.ASK_OFFER}".strip()


def _ask_again(scene: Scene, said: str) -> Plan:
    """Ask once more for a yes to what waits, except for what the reply asks about or puts in its stead."""
    waiting = [
        each.proposal
        for each in scene.state.pending
        if each.fate in {"waiting", "unclear"} and not _is_replaced(each.proposal, said)
    ]
    dropped = picks.list_dropped(scene)
    waiting = [each for each in waiting if each not in dropped]
    if not waiting:
        return ""
    results = yield [ToolCall(each.tool, json.loads(each.arguments)) for each in waiting]
    lines: dict[Action, list[str]] = {}
    for each, result in zip(waiting, results, strict=True):
        if "what" in result.data:
            what = str(result.data["what"])
            lines.setdefault(each.action, []).append(what[:1].upper() + what[1:])
    asked = ["\n".join([_QUESTIONS[action][len(each) > 1], *each, questions.CONFIRM]) for action, each in lines.items()]
    return "\n\n".join(asked)


def _is_replaced(proposal: Proposal, said: str) -> bool:
    """Return whether a reply asks about a proposal, or about something that would take its place."""
    if proposal.text.casefold() in said.casefold() and questions.CONFIRM in said:
        return True
    if proposal.action != "book":
        return bool(re.search(rf"^(?:Change|Cancel) {proposal.preview['booking_id']}\b", said, re.MULTILINE))
    return any(_is_rival(proposal, offer) for offer in find_offers(said))


def _is_rival(proposal: Proposal, offer: Offer) -> bool:
    """Return whether an offer would take the place of a proposal: the same way, or the same stay."""
    row = proposal.preview
    if proposal.kind != offer.kind:
        return False
    if offer.kind == "flight":
        return (offer.flight.origin.name, offer.flight.destination.name) == (row["origin"], row["destination"])
    names = ("check_in", "check_out") if offer.kind == "hotel" else ("pick_up", "drop_off")
    first, last = (offer.call.arguments[name] for name in names)
    place = offer.hotel.place if offer.kind == "hotel" else offer.car.location.place
    begins, ends = (day.isoformat() for day in days_of(row))
    return place.name == row["city"] and first < ends and begins < last
