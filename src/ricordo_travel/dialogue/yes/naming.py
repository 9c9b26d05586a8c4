"""Which of the proposals that wait for a yes a text names: by name, kind, room, way, place or what is to be done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from ricordo_travel.consent import Action
from ricordo_travel.dialogue.values.days import MONTH
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.rooms import find_rooms
from ricordo_travel.dialogue.yes.choice import HOTEL_NAMES, find_times, names_hotel
from ricordo_travel.dialogue.yes.differences import BACK, FLIGHT_NUMBER, places_of
from ricordo_travel.proposals import Proposal
from ricordo_travel.reservations import Kind

KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("flight", re.compile(r"\b(?:flight(?P<many>s)?|planes?|tickets?|seats?)\b")),
    ("hotel", re.compile(r"\b(?:(?:hotel|room|hostel|stay)(?P<many>s)?|guest ?houses?|lodge|backpackers)\b")),
    ("car", re.compile(r"\b(?:car(?P<many>s)?|vans?|suv|rental)\b")),
)
"""The kinds of things in the words of people, "many" for several of them."""
_ACTIONS: tuple[tuple[Action, re.Pattern[str]], ...] = (
    ("book", re.compile(r"\b(?:book|reserve)\b(?!ing)")),
    ("change", re.compile(r"\b(?:change|move|rebook|switch|extend|shift|shorten)\b")),
    ("cancel", re.compile(r"\b(?:cancel|erase)\b")),
)
_OF_MONTH = re.compile(
    rf"(?<!\d )(?<!st )(?<!nd )(?<!rd )(?<!th )(?<!of )\b(?!may\b){MONTH}\b(?! ?\d)|\b(?:the|in|for) may\b"
)
"""A month that says which of several things are meant, and no day."""
_END = re.compile(r"\b(?:(?P<from>from)|(?<!yes )(?<!no )(?<!ok )to) (?:the )?$")
"""The word before the place where a flight starts or ends; "yes to Rome" is about all that is there."""
THERE = re.compile(
    r"\b(?:outbound|(?<!drop )(?<!drops )(?<!check )out|(?<!is )(?<!are )there(?!'s| is| are)|going|way there|"
    r"first leg)\b"
)


def find_named(text: str, proposals: Sequence[Proposal]) -> list[Proposal] | None:
    """Return the proposals that a text names, none if it names something else, or None if it names nothing."""
    found: list[Proposal] = list(proposals)
    is_named = False
    narrowing = (
        _find_by_name,
        find_by_kind,
        _find_by_month,
        _find_by_room,
        find_by_leg,
        _find_by_place,
        _find_by_action,
    )
    for narrow in narrowing:
        chosen = narrow(text, found)
        if chosen is not None:
            found, is_named = chosen, True
    return found if is_named else None


def _find_by_name(text: str, proposals: Sequence[Proposal]) -> list[Proposal] | None:
    numbers, times = FLIGHT_NUMBER.findall(text), find_times(text)
    if not (numbers or times or HOTEL_NAMES.search(text)):
        return None
    found: list[Proposal] = []
    for proposal in proposals:
        row = proposal.preview
        is_flight = row["kind"] == "flight" and (row["flight_number"].lower() in numbers or row["departs"] in times)
        if is_flight or (row["kind"] == "hotel" and names_hotel(text, row["hotel"])):
            found.append(proposal)
    return found


def find_by_kind(text: str, proposals: Sequence[Proposal]) -> list[Proposal] | None:
    """Return the proposals of the kinds that a text names, or None if it names none."""
    text = HOTEL_NAMES.sub(" ", text)
    kinds = [kind for kind, pattern in KINDS if pattern.search(text)]
    return [each for each in proposals if each.kind in kinds] if kinds else None


def _find_by_month(text: str, proposals: Sequence[Proposal]) -> list[Proposal] | None:
    """Return the proposals of the months that a text names, if it says which of several it means: "the october one"."""
    months = {(match["month"] or "may")[:3] for match in _OF_MONTH.finditer(text)}
    found = [each for each in proposals if _month_of(each) in months]
    return found if found and len(found) < len(proposals) else None


def _month_of(proposal: Proposal) -> str:
    """Return the month in which a proposed thing begins, by three letters."""
    row = proposal.preview
    return f"{date.fromisoformat(row.get('day') or row.get('check_in') or row['pick_up']):%b}".lower()


def _find_by_room(text: str, proposals: Sequence[Proposal]) -> list[Proposal] | None:
    """Return the rooms of the type that a text names, if others are proposed beside them: "just the double"."""
    types = {type for type, _ in find_rooms(text) if type}
    found = [each for each in proposals if each.preview.get("room_type") in types]
    return found if found and len(found) < len(proposals) else None


def find_by_leg(text: str, proposals: Sequence[Proposal]) -> list[Proposal] | None:
    """Return the flights of the way back or of the way there, if both of them are proposed."""
    is_back, is_there = bool(BACK.search(text)), bool(THERE.search(text))
    flights = [each for each in proposals if each.kind == "flight"]
    homeward = [each for each in flights if any(_turns_round(each, other) for other in flights)]
    if is_back == is_there or not homeward:
        return None
    return [each for each in proposals if each.kind == "flight" and (each in homeward) == is_back]


def _turns_round(flight: Proposal, other: Proposal) -> bool:
    """Return whether a flight goes back where another one came from."""
    one, two = flight.preview, other.preview
    return (one["origin"], one["destination"]) == (two["destination"], two["origin"]) and one["day"] >= two["day"]


def _find_by_place(text: str, proposals: Sequence[Proposal]) -> list[Proposal] | None:
    """Return the proposals at the places that a text names, flights by the end that it names: "the one to Rome"."""
    mentions = find_mentions(text)
    places = {place.name for mention in mentions for place in mention.places}
    ends: dict[str, set[str]] = {"destination": set(), "origin": set()}
    for mention in mentions:
        if match := _END.search(text[: mention.start]):
            ends["origin" if match["from"] else "destination"] |= {place.name for place in mention.places}
    found = [each for each in proposals if places & places_of(each.preview)]
    flown = [
        each
        for each in found
        if each.kind != "flight" or all(each.preview[end] in named for end, named in ends.items() if named)
    ]
    return flown if places else None


def _find_by_action(text: str, proposals: Sequence[Proposal]) -> list[Proposal] | None:
    actions = [action for action, pattern in _ACTIONS if pattern.search(text)]
    found = [each for each in proposals if each.action in actions]
    return found if actions and len(found) < len(proposals) else None
