"""Other details for what waits for a yes: "for two", "one night less", "in business". It is proposed anew with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue import adjust
from ricordo_travel.dialogue.aims import wants_cheaper
from ricordo_travel.dialogue.asking import propose
from ricordo_travel.dialogue.booked import days_of
from ricordo_travel.dialogue.changing import list_rooms
from ricordo_travel.dialogue.days import move_to_month
from ricordo_travel.dialogue.differences import is_other_departure, names_other_place, names_party, read_details
from ricordo_travel.dialogue.offers import parse_offer
from ricordo_travel.dialogue.party import books_apart
from ricordo_travel.dialogue.phrases import find_phrases
from ricordo_travel.dialogue.pieces import Piece
from ricordo_travel.dialogue.plan import Plan, ToolCall
from ricordo_travel.dialogue.requests import OTHERS
from ricordo_travel.dialogue.rooms import drop_own
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.proposals import Proposal

_DETAILS = {"first", "last", "nights", "people", "parties", "rooms", "cabin", "kinds"}
_TERMS = frozenset({"first", "last", "nights", "cabin"})
_NOTHING: tuple[Any, ...] = (None, False, (), (None, None))
_ACTS = frozenset({"search", "change", "correct", "no", "pick", "tell", "yes"})
_CORRECTS = frozenset({"no", "correct"})
_PEOPLE = {"flight": "passengers", "hotel": "guests"}
_STAYS = {"hotel": ("check_in", "check_out"), "car": ("pick_up", "drop_off")}

Amendment = tuple[Proposal, dict[str, Any]]
"""A proposal, and the arguments that it is to have instead."""


def find_amendments(piece: Piece, waiting: Sequence[Proposal], today: date) -> list[Amendment]:
    """Return what a piece of a message gives other details, or the same once more; nothing if it asks for more."""
    text, meant = piece.text, [each for each in piece.meant if each in waiting and each.action != "cancel"]
    is_wish = "?" in text or wants_cheaper(text) or OTHERS.search(text) or books_apart(text)
    if piece.act not in _ACTS or is_wish or set(find_kinds(text)) - {each.kind for each in meant}:
        return []
    can_repeat = piece.act != "tell" and not any(each.selects for each in find_phrases(text))
    found: list[Amendment] = []
    for proposal in meant:
        if is_other_departure(text, proposal.preview):
            return []  # "the 6:00 one in business" is none at 17:25
        said = read_details(drop_own(text), proposal.preview, today)
        changes = {name: value for name, value in said.items() if value not in _NOTHING}
        changes = _move_to_month(proposal, changes) if piece.act in _CORRECTS else changes
        if proposal.action == "change" and {"first", "last", "nights"} & set(changes):
            return []  # "to the 25th" moves a booking, and is not how long it lasts
        amended = _amend(proposal, changes)
        if amended is None or set(changes) - _DETAILS or names_other_place(text, proposal.preview):
            return []
        is_said = can_repeat and (bool(_TERMS & set(changes)) or names_party(text, proposal.preview))
        found += [(proposal, amended)] if is_said or amended != json.loads(proposal.arguments) else []
    return found


def _move_to_month(proposal: Proposal, changes: dict[str, Any]) -> dict[str, Any]:
    """Return changes that name no more than another month with the same days in that: "october, not november"."""
    first, last = days_of(proposal.preview)
    moved = move_to_month(first, changes["month"]) if set(changes) == {"month"} else None
    return {"first": moved, "last": moved + (last - first)} if moved else changes


def join_amendments(amendments: Sequence[Amendment]) -> list[Amendment]:
    """Return each proposal once, with all the other details that the pieces of a message give it."""
    joined: dict[str, Amendment] = {}
    for proposal, amended in amendments:
        before = json.loads(proposal.arguments)
        changed = {name: value for name, value in amended.items() if value != before.get(name)}
        arguments = joined.get(proposal.line, (proposal, before))[1]
        joined[proposal.line] = (proposal, {**arguments, **changed})
    return list(joined.values())


def _amend(proposal: Proposal, changes: dict[str, Any]) -> dict[str, Any] | None:
    """Return the arguments of a proposal with other details, or None if they make it another thing."""
    row = proposal.preview
    arguments: dict[str, Any] = json.loads(proposal.arguments)
    first, last = days_of(row)
    start = changes.get("first") or first
    end = start + timedelta(days=changes["nights"]) if changes.get("nights") else changes.get("last") or last
    if (start, end) != (first, last):
        if proposal.kind not in _STAYS or end <= start or not ("last" in changes or "nights" in changes):
            return None  # another day of a flight is looked up, and so is a stay of which only the first day is named
        arguments |= dict(zip(_STAYS[proposal.kind], (start.isoformat(), end.isoformat()), strict=True))
    rooms, people = changes.get("rooms"), changes.get("people")
    if rooms and (proposal.kind != "hotel" or (proposal.action == "change" and len(rooms) > 1)):
        return None
    if people and (name := _PEOPLE.get(proposal.kind)):
        arguments[name] = people
    if proposal.kind == "hotel" and proposal.action == "change" and (rooms or people):
        arguments |= list_rooms(row, people or row["guests"], *(rooms[0] if rooms else ()))
    elif rooms:
        arguments["asked"] = rooms
    if proposal.kind == "flight" and changes.get("cabin"):
        arguments["cabin"] = changes["cabin"]
    return arguments


def ask_amended(amendments: Sequence[Amendment]) -> Plan:
    """Ask for a yes to proposals with their other details."""
    asked: list[str] = []
    for proposal, arguments in amendments:
        if proposal.action == "change":
            question = "Shall I change this booking?"
            asked.append((yield from propose(ToolCall(proposal.tool, arguments), question)))
        elif offer := parse_offer(proposal.line):
            rooms = arguments.get("asked", ())
            asked.append((yield from adjust.ask_with(offer, {**offer.call.arguments, **arguments}, rooms)))
    return "\n\n".join(asked)
