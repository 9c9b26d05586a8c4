"""Acts of a reply: what a message asks for, as something to do, and the small ones of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ricordo_travel.dialogue import adjust, altering, bookings, details, talk
from ricordo_travel.dialogue.asking import ask_to_book
from ricordo_travel.dialogue.changing import name_change
from ricordo_travel.dialogue.offers import Offer, find_offers
from ricordo_travel.dialogue.open_offers import OpenOffers
from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.questions import ASK_OFFER
from ricordo_travel.dialogue.references import Pick, Picks
from ricordo_travel.dialogue.state import DialogueState

ANOTHER = re.compile(r"\b(?:again|another|one more|a second|once more)\b")
"""Words of somebody who would like the same once more."""

ONCE_MORE = "If you would like it once more, say “another one”."
DECLINED = f"{altering.DECLINED} What would you like instead?"

_JUST_LOOKING = re.compile(r"\bjust (?:looking|browsing|checking|curious|asking|wondering)\b")

Act = Callable[[DialogueState], Plan]


def act_on_rest(state: DialogueState, act: Act, rest: DialogueState) -> Plan:
    """Carry out an act of the rest of a message."""
    del state
    return act(rest)


def ask_for(picks: Picks) -> list[Act]:
    """Return the acts of asking for a yes to each offer that was picked, and about what is not clear."""
    unclear = [partial(say_text, text="\n".join(picks.questions))] if picks.questions else []
    return [*(partial(_ask_on_condition, pick=pick) for pick in picks.picks), *unclear]


def _ask_on_condition(state: DialogueState, pick: Pick) -> Plan:
    """Ask for a yes to an offer, after whether it meets the condition on which it is picked."""
    asked = yield from _ask_to_book(state, pick)
    return "\n\n".join(filter(None, (details.answer_condition(state.text, pick.offer), asked)))


def _ask_to_book(state: DialogueState, pick: Pick) -> Plan:
    """Ask for a yes to an offer, unless it was booked just before and nobody asks for a second one.

    Of a thing that waits for a yes with other days or people than a list before it has, that is meant.
    """
    waiting = state.open_offer(pick.offer.kind)
    is_same = waiting and (waiting.title, _room_of(waiting)) == (pick.offer.title, _room_of(pick.offer))
    offer = waiting if waiting and is_same else pick.offer
    if altering.corrects_booked(state, offer):
        return bookings.change_booking(replace(state, message=name_change(offer)))
    if pick.changes:
        return adjust.ask_adjusted(offer, pick.changes)
    if state.has_booked(offer) and not ANOTHER.search(state.text):
        return say(f"{offer.title} is booked already, just like that. {ONCE_MORE}")
    return ask_to_book(offer)


def _room_of(offer: Offer) -> str | None:
    return offer.call.arguments.get("room_type")


def answer_open_yes(state: DialogueState) -> Plan:
    """Reply to a yes when nothing waits for one: ask again about what was talked about last, or say that nothing is."""
    if asked := bookings.find_asked(state):
        return say(asked)
    if altering.is_after_booking(state):
        return say("Good! Tell me what you would like next.")
    if (offer := state.offer) and not state.has_booked(offer) and offer.text not in OpenOffers(state).refused_texts:
        return ask_to_book(offer)
    return say(f"Nothing waits for a yes, and nothing was booked just now.{f' {ASK_OFFER}' if state.offers else ''}")


def decline(state: DialogueState) -> Plan:
    """Accept a no, or that the person is not sure yet: then what was proposed waits on."""
    if any(each.fate == "waiting" for each in state.pending):
        return say(talk.NO_HURRY)
    return say(f"{altering.DECLINED} {talk.GOODBYE}" if talk.is_goodbye(state.text) else DECLINED)


def accept_no(state: DialogueState) -> Plan:
    """Accept a no to what was shown. Somebody who takes their leave or only looks is asked for nothing more."""
    if talk.is_goodbye(state.text):
        return say(talk.small_talk(state) or talk.GOODBYE)
    if _JUST_LOOKING.search(state.text):
        return say(talk.NO_HURRY)
    return say("All right. Tell me what you would like instead.")


def ask_which(state: DialogueState) -> Plan:
    """Ask which one of a list a yes means, or for a yes to the only one."""
    if len(shown := find_offers(state.last_reply)) == 1:
        return ask_to_book(shown[0])
    return say("Which one shall I book? Please say its number.")


def remind(state: DialogueState) -> Plan:
    """Say that there is no hurry if the person is in doubt. What waits for a yes is asked for after every reply."""
    return say(talk.NO_HURRY if talk.is_in_doubt(state.text) else "")


def say_text(state: DialogueState, text: str) -> Plan:
    del state
    return say(text)
