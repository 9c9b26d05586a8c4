"""Accept that somebody wants none of a kind that was shown, or another one, and ask what else they want."""

from __future__ import annotations

import re

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.beside import list_of_trip
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.replies.asking import find_left, propose_each
from ricordo_travel.dialogue.replies.offers import find_offers
from ricordo_travel.dialogue.replies.questions import ASK_OFFER
from ricordo_travel.dialogue.replies.talk import GOODBYE
from ricordo_travel.reservations import Kind

_KINDS: dict[str, Kind] = {
    "flight": "flight",
    "return": "flight",
    "hotel": "hotel",
    "hostel": "hotel",
    "room": "hotel",
    "car": "car",
}
_NONE_AT_ALL = re.compile(
    r"\b(?:no|skip|without|drop|forget(?: about)?|leave(?: out)?|never mind|scrap|ditch|bin|"
    r"(?:don't|dont|do not|won't|wont) (?:need|want|take)|no need for)(?: (?:the|an?|any|more|my|our)){0,2} "
    r"(?P<kind>flight|return|hotel|hostel|room|car)s?\b"
    r"(?! (?:with|at|in|on|from|to|over|above|before|after(?! all\b)|like|that)\b)"
)
"""Words that want nothing of a kind, and no details of it otherwise."""

_IS_ALL = re.compile(
    r"\b(?:that(?:'s| is| will be|'ll be) (?:all|it|everything)\b(?! (?:wrong|too)\b)|nothing else\b|"
    r"(?:i'm|we're) done\b)"
)
"""Words of somebody who wants nothing more."""
BY_LAND = re.compile(
    r"\b(?:(?:take|go by|come by|travel by|get) (?:the |a )?(?:train|bus|coach|car|ferry)|"
    r"by (?:train|bus|coach|car|ferry)|"
    r"(?:we|i)(?:'ll| will|'d rather| can) (?:just )?drive|(?:no|without|skip(?: the)?|forget(?: the)?|drop(?: the)?|"
    r"(?:don't|do not) (?:need|want)(?: any)?) flights)\b"
)
"""Words of somebody who wants no flights."""
_ASKED = (
    ("Would other days do", "Which days would suit you?"),
    ("anything else", "What can I do for you?"),
    ("What would you like instead", "What would you like?"),
    ("What shall be different", "What shall be different?"),
    ("What shall I change", "What shall I change?"),
)
"""Questions to which a yes is no answer, and what to ask then."""
_NOTHING = "Nothing waits for a yes. What shall I look for?"


def ask_for_left(scene: Scene) -> Plan:
    """Ask what a yes means that is to nothing, or once more for one to what was left open for other things."""
    asked = next((asked for question, asked in _ASKED if question in scene.state.last_reply), "")
    left = [] if asked else find_left(scene.state.replies)
    return propose_each([each.call for each in left], "Shall I book this?") if left else say(asked or _NOTHING)


def ask_on(text: str) -> str:
    """Ask what somebody wants instead of what they refuse, or say goodbye if their words are that this was all."""
    return GOODBYE if _IS_ALL.search(text) else "What would you like instead?"


def list_refused_kinds(text: str) -> set[Kind]:
    """Return the kinds of which a text in lower case wants none: "forget the hotel"."""
    return {_KINDS[match["kind"]] for match in _NONE_AT_ALL.finditer(text)}


def find_refused_kind(scene: Scene, command: Command) -> Kind | None:
    """Return the kind that a command refuses as a whole, if the message says so and the last reply shows it."""
    named = {_KINDS.get(ref.lower().removesuffix("s")) for ref in command.refs}
    said = list_refused_kinds(scene.state.text)
    said |= {"flight"} if BY_LAND.search(scene.state.text) else set[Kind]()
    shown: set[Kind] = {offer.kind for offer in find_offers(scene.state.last_reply) if offer.number}
    return next((kind for kind in said if kind in shown), None) if len(named) == 1 and named == said else None


def drop_kind(scene: Scene, kind: Kind) -> Plan:
    """Say that nothing of a kind is wanted, and what stays booked; ask about what else was shown."""
    booked = [each.kind for each in list_of_trip((yield from scene.load_bookings()), scene.trip)]
    kinds = sorted(dict.fromkeys(booked))
    names = [f"your {each}{'s' if booked.count(each) > 1 else ''}" for each in kinds]
    verb = "stays" if len(booked) == 1 else "stay"
    stays = f" {join_words(names)} {verb} booked.".replace(" your", " Your", 1) if names else ""
    others = any(offer.number and offer.kind != kind for offer in find_offers(scene.state.last_reply))
    return f"All right, no {'more ' if kind in kinds else ''}{kind}s.{stays}" + (f"\n{ASK_OFFER}" if others else "")
