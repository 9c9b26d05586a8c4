"""Rules that search flights, rooms and cars. They ask for what is missing, two questions at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from ricordo_travel.dialogue.numbers import parse_numbers
from ricordo_travel.dialogue.offers import (
    CONFIRM,
    describe_cars,
    describe_flights,
    describe_rooms,
    find_offers,
    number_lines,
)
from ricordo_travel.dialogue.plan import ReplyPlan, ToolCall, join_questions, reply_with
from ricordo_travel.dialogue.requests import ASK_ORIGIN, TripRequest, find_car_class
from ricordo_travel.dialogue.state import DialogueState, ToolResult
from ricordo_travel.places import Place, find_place
from ricordo_travel.traveller import LABELS

ASK_DESTINATION = "Where would you like to go?"
ASK_DAY = "On which day do you leave?"
ASK_CHECK_IN = "From which day?"
ASK_NIGHTS = "For how many nights?"
ASK_DAYS = "For how many days do you need the car?"

_QUESTIONS = (ASK_ORIGIN, ASK_DESTINATION, ASK_DAY, ASK_CHECK_IN, ASK_NIGHTS, ASK_DAYS)
_PREFERENCE = re.compile(
    r"\b(?:i|we) (?:\w+ )?(?:prefer|always|usually|never|love|like|hate|avoid|enjoy)\b(?! to (?:book|fly|stay|rent))",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(
    r"^\W*(?:about |for )?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\W*$", re.IGNORECASE
)
_NAMED_PLACE = re.compile(
    r"\b(?i:to|in|for)\s+(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b)"
    r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)"
)
_MAX_OFFERS = 3
_ASK_WHICH = "Which one shall I book? Say its number, or tell me what to change."


def search_offers(state: DialogueState) -> ReplyPlan | None:
    """Search for what the conversation requests, if this message starts or continues the search."""
    message_request, request = state.message_request, complete_request(state)
    is_preference = bool(_PREFERENCE.search(state.message)) and not (
        message_request.destination or message_request.first
    )
    continues = request.kind is not None and _continues_search(state, request)
    if is_preference or (message_request.kind is None and not continues):
        return None
    if message_request.destination is None and (unknown := _NAMED_PLACE.search(state.message)):
        return reply_with(f"I cannot look that up: {_explain_unknown(unknown['name'])}")
    match request.kind:
        case "flight":
            return _search_flights(state, request)
        case "hotel":
            return _search_rooms(state, request)
        case "car":
            return _search_cars(state, request)
        case None:
            return None


def complete_request(state: DialogueState) -> TripRequest:
    """Return the request in the conversation, with a bare number as the answer to how many nights."""
    request = state.request
    is_number_of_nights = ASK_NIGHTS in state.last_reply or ASK_DAYS in state.last_reply
    if is_number_of_nights and (bare := _BARE_NUMBER.match(state.message)):
        nights = int(parse_numbers(bare[1])[0])
        request = request.merge(TripRequest(nights=nights))
    if request.first and request.last is None and request.nights:
        request = request.merge(TripRequest(first=request.first, last=request.first + timedelta(days=request.nights)))
    return request


def home_place(state: DialogueState) -> Place | None:
    """Return the place where the person lives, or None if it is unknown or has no airport."""
    try:
        return find_place(state.memory.profile.get(LABELS["home"], "").split(",")[0])
    except ValueError:
        return None


def party_size(state: DialogueState) -> int | None:
    """Return the number of travellers in this conversation, or else the remembered one."""
    requested = state.request.people
    remembered = parse_numbers(state.memory.profile.get(LABELS["number_of_travelers"], ""))
    return requested or (int(remembered[0]) if remembered and 1 <= remembered[0] <= 9 else None)


def _continues_search(state: DialogueState, request: TripRequest) -> bool:
    """Return whether the message answers a question of the search or changes the request."""
    new = state.message_request
    has_details = any(
        value is not None
        for value in (new.origin, new.destination, new.first, new.nights, new.people, new.car_class, new.cabin)
    )
    is_asked = any(question in state.last_reply for question in _QUESTIONS)
    is_offered = bool(find_offers(state.last_reply)) and CONFIRM not in state.last_reply
    is_answered = is_asked and request != state.request
    return is_answered or ((is_asked or is_offered) and has_details)


def _search_flights(state: DialogueState, request: TripRequest) -> ReplyPlan:
    home = home_place(state)
    origin = request.origin or home
    if questions := _ask_for_missing(
        (request.destination, ASK_DESTINATION), (origin, ASK_ORIGIN), (request.first, ASK_DAY)
    ):
        return reply_with(f"I'd love to look for flights. {questions}")
    assert request.destination
    assert origin
    assert request.first
    destination, day = request.destination, request.first
    people = party_size(state) or 1
    arguments = {
        "origin": origin.airport,
        "destination": destination.airport,
        "day": day.isoformat(),
        "passengers": people,
    }
    if request.cabin:
        arguments["cabin"] = request.cabin
    origin_name = origin.name if request.origin else f"{origin.name} (your home)"
    route = f"from {origin_name} to {destination.name} ({destination.airport})"

    def reply(results: Sequence[ToolResult]) -> str:
        rows = results[0].data.get("flights", ())[:_MAX_OFFERS]
        return _format_results(
            results[0], f"Flights {route} on {_format_day(day)}, for {people}:", describe_flights(rows, people)
        )

    return ReplyPlan(reply, (ToolCall("search_flights", arguments),))


def _search_rooms(state: DialogueState, request: TripRequest) -> ReplyPlan:
    if questions := _ask_for_missing(
        (request.destination, ASK_DESTINATION),
        (request.first, ASK_CHECK_IN),
        (request.last or request.nights, ASK_NIGHTS),
    ):
        return reply_with(f"I'd love to find you a room. {questions}")
    assert request.destination
    assert request.first
    assert request.last
    guests, nights = party_size(state) or 1, (request.last - request.first).days
    days = (request.first.isoformat(), request.last.isoformat())
    arguments = {"city": request.destination.key, "check_in": days[0], "check_out": days[1], "guests": guests}
    stay = f"from {_format_day(request.first)}, {_format_nights(nights)}, for {guests}"
    heading = f"Rooms in {request.destination.name} {stay}:"

    def reply(results: Sequence[ToolResult]) -> str:
        rows = results[0].data.get("hotels", ())[:_MAX_OFFERS]
        return _format_results(results[0], _add_wishes(state, heading), describe_rooms(rows, days, nights, guests))

    return ReplyPlan(reply, (ToolCall("search_hotel_rooms", arguments),))


def _search_cars(state: DialogueState, request: TripRequest) -> ReplyPlan:
    texts = [*state.memory.facts, state.memory.profile.get(LABELS["preferences"], "")]
    preferred = next((name for text in texts if "car" in text and (name := find_car_class(text))), None)
    car_class = request.car_class or preferred
    because = f" You prefer {preferred} cars, so I looked for those." if preferred and not request.car_class else ""
    if questions := _ask_for_missing(
        (request.destination, ASK_DESTINATION),
        (request.first, ASK_CHECK_IN),
        (request.last or request.nights, ASK_DAYS),
    ):
        kind = f"{'an' if car_class[0] in 'aeiou' else 'a'} {car_class} car" if car_class else "a car"
        return reply_with(f"I'd love to find you {kind}{', as you prefer' if because else ''}. {questions}")
    assert request.destination
    assert request.first
    assert request.last
    days = (request.first.isoformat(), request.last.isoformat())
    day_count = (request.last - request.first).days
    arguments = {"city": request.destination.key, "pick_up": days[0], "drop_off": days[1]}
    if car_class:
        arguments["car_class"] = car_class
    period = f"from {_format_day(request.first)} until {_format_day(request.last)}"
    heading = f"Cars in {request.destination.name} {period}.{because}"

    def reply(results: Sequence[ToolResult]) -> str:
        return _format_results(
            results[0], heading, describe_cars(results[0].data.get("cars", ())[:_MAX_OFFERS], days, day_count)
        )

    return ReplyPlan(reply, (ToolCall("search_cars", arguments),))


def _explain_unknown(name: str) -> str:
    try:
        return f"there is nothing of the kind in {find_place(name).name}."
    except ValueError as error:
        return f"{error}."


def _ask_for_missing(*values: tuple[object, str]) -> str:
    """Return the questions for missing values, at most two."""
    return join_questions(*(question for value, question in values if not value))


def _format_results(result: ToolResult, heading: str, lines: list[str]) -> str:
    if result.error:
        return f"I could not look that up: {result.error}."
    if not lines:
        return "Nothing is free then. Would other days do?"
    return f"{heading}\n{number_lines(lines)}\n{_ASK_WHICH}"


def _add_wishes(state: DialogueState, heading: str) -> str:
    """Add the person's own wishes for rooms to a heading. Whether a hotel meets them is unknown."""
    wishes = [fact for fact in state.memory.facts if re.search(r"\b(?:room|hotel|floor|bed|stay)", fact, re.IGNORECASE)]
    return f"{heading}\n(You told me: {'; '.join(wishes[:2])}. Please ask the hotel about it.)" if wishes else heading


def _format_day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _format_nights(count: int) -> str:
    return f"{count} night{'' if count == 1 else 's'}"
