"""Plain questions about what is booked: they are answered from it, and never taken for a wish to change it."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ricordo_travel.dialogue import details
from ricordo_travel.dialogue.booked import Row, days_of, find_spoken, load_active
from ricordo_travel.dialogue.bookings import asks_if, asks_terms, cancel_booking
from ricordo_travel.dialogue.choice import HOTEL_NAMES, names_hotel
from ricordo_travel.dialogue.dates import parse_dates
from ricordo_travel.dialogue.days import WEEKDAYS
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.meant import keep_fitting, kinds_in
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, find_offers, format_day, parse_offer
from ricordo_travel.dialogue.own_stay import asks_about_stay
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.talk import find_topic
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.wording import describe

_NEXT_CLAUSE = re.compile(
    r",\s+(?=(?:(?:and|but|so|or) )?(?:do|does|is|are|am|can|could|may|will|would|what|when|which|how|"
    r"i (?:only|just|was|land|arrive))\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?\W*$|^\W*(?:(?:and|but|ok|so|oh|hm+|hi|also|well|great|thanks|wait|sorry|please)\b\W*){0,3}"
    r"(?:does|do|is|are|am|has|have|what|whats|what's|when|which|how|can|could|will|would|until)\b|"
    r"\b(?:only|just) (?:asked|asking|wondered|wondering|want(?:ed)? to (?:know|ask))\b|"
    r"\b(?:asked|asking|know|wonder(?:ed|ing)?|tell me|ask) (?:you )?"
    r"(?:if|whether|when|(?:what|which) (?:time|day|week ?day|date))\b"
)
_DOES = re.compile(
    r"\b(?:book|take|cancel\w*|chang(?:e|ed|ing)|mov(?:e|ed|ing)|switch\w*|swap\w*|extend\w*|shorten\w*|add(?:ed|ing)?|"
    r"upgrad\w+|find|show|search|look|list|another|others?|different|instead|cheaper|cheapest|earlier|later|rather|"
    r"closer|nearer|nicer|better|longer|shorter|more|compare|remember|forget|replace\w*|include|both)\b"
)
"""Words of a message that asks to do or to look for something."""
_OF_LIST = re.compile(
    r"\b(?:how much|how long|how many nights|costs?|price|total|pay|paid|when is|when are|which da(?:y|te)s?|booked)\b"
)
"""Words of questions that a list of what is booked answers."""
_LANDS = r"(?:land|lands|landing|arrive|arrives|arriving|get (?:there|in|home)|gets (?:there|in))"
_OWN_FLIGHT = r"(?:i|we|(?:my|our|the|that) (?:\w{1,12} )?(?:flight|plane)|it)"
_ARRIVAL = re.compile(
    r"\b(?:when|(?:what|which) (?:time|day|date)|how late|at what)\b"
    rf"[^.;?]{{0,40}}\b{_OWN_FLIGHT}\b[^.;?]{{0,30}}\b{_LANDS}\b|"
    rf"^\W*(?:(?:and|but|ok|so|great|then)\b\W*){{0,2}}(?:do|does|will|would) {_OWN_FLIGHT} (?:\w{{1,9}} )?{_LANDS}\b|"
    rf"^\W*(?:(?:and|but|ok|so|great|then)\b\W*){{0,2}}{_OWN_FLIGHT} {_LANDS} on (?:the )?\w+[^.;]{{0,20}}\?"
)
_TELLS_ARRIVAL = re.compile(
    rf"\W*(?:(?:because|since|as|and|but|so|i (?:think|believe|guess|suppose))\b\W*){{0,3}}{_OWN_FLIGHT}"
    rf"(?:'ll| will| shall| would)? (?:\w{{1,9}} )?{_LANDS}\b[^?]{{0,40}}"
)
_TELLS_WAY = re.compile(
    rf"{_TELLS_ARRIVAL.pattern}|"
    rf"\W*(?:(?:because|since|as|and|but|so)\b\W*){{0,2}}{_OWN_FLIGHT}(?:'ll| will| have to| must)? "
    r"(?:fly|flies|leave|leaves|depart|departs|go|goes|take off|takes off|come|comes)\b[^?]{0,20}"
    r"\b(?:at|before|after|around) \d[^?]{0,20}"
)
_DIGITS = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\b")
_CHECK_IN = re.compile(r"\b(?:check(?:ing)?[ -]?(?:in|out)|(?:get|have) (?:in)?to (?:the|my|our) room)\b")
_AT_AIRPORT = re.compile(r"\b(?:online|flight|airline|airport|luggage|baggage|bags?|boarding)\b")
_STAY = re.compile(r"\b(?:the|my|our) (?:hotel|hostel|accommodation)\b")
_OWN_STAY = re.compile(
    r"\b(?:my|our) (?:hotel|hostel|room|accommodation)\b|\bbooked hotel\b|"
    r"\b(?:hotel|hostel|one|place) (?:that )?(?:i|we)(?:'ve| have)?(?: just| already)? booked\b"
)
"""The hotel that is booked, whatever was shown after that."""
_THERE = re.compile(r"\b(?:it|they|there)\b")
_MEANT = re.compile(r"\b(?:asked|asking|meant|wanted to know|wondered|wondering)\b")
_IS_FINE = re.compile(r"\b(?:ok|okay|fine|possible|allowed|a problem|an issue|catered for)\b")
_FOR_THAT = re.compile(r"\b(?:for|about|with) (?:that|this|it|me|us)\b|\b(?:do|offer|have) (?:anything|something)\b")
_VEGETARIAN = re.compile(r"\b(?:vegetarian|veggie|(?P<who>vegan))s?\b(?: (?:menu|food|meals?|dishes|options?))?")
_PARK = re.compile(r"\bpark (?:the|my|our|a) (?:van|suv|rental|rental car|car)\b")
_NEED_CAR = re.compile(
    r"^\W*(?:(?:and|but|ok|so|hm+|then)\b\W*){0,3}(?:do|will|would|should) (?:we|i|you) (?:really |even )?"
    r"(?:need|get|have) (?:a|the|to (?:rent|hire|have|get) a) (?:\w{1,10} )?car\b|"
    r"^\W*(?:(?:and|but|ok|so)\b\W*){0,2}is (?:it|a car) (?:\w{1,10} ){0,2}"
    r"(?:necessary|needed|possible without a car)\b"
)
_RULES = re.compile(
    r"\b(?:asked|asking|meant|wanted to know|wondered|wondering) (?:\w{1,12} ){0,4}"
    r"(?:rules?|terms|conditions|polic(?:y|ies)|deadline)\b"
)
"""A question about the terms of cancelling that is asked once more."""
_WEEKDAY = re.compile(
    rf"\b(?:is|isn't|was) (?:the )?(?P<day>[^?;]{{1,20}}?) (?:really )?(?:an? )?(?P<name>{'|'.join(WEEKDAYS)})\b|"
    r"\b(?:what|which) (?:day of the week|week ?day|day) (?:is|will|would|does)(?: that| it)? ?(?P<which>[^?;]{1,25})|"
    r"\b(?:what|which) (?:day of the week|week ?day) (?P<that>[^?;]{1,25}) (?:is|will be)\b"
)
_SLOTS = ("first", "nights", "last", "people", "parties", "rooms")
"""What may be wished of a booking."""
_UNKNOWN = "I do not know that about"
_NOT_IN_LIST = "I know only what stands in the list. Please ask the hotel."


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause as it was typed, in lower case, and with what stands before it."""

    raw: str
    text: str
    before: str


def part_booked_questions(
    state: DialogueState,
) -> Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[str, DialogueState]]:
    """Return the answers to plain questions about what is booked, and the state for what else a message says."""
    clauses = _split(state.message)
    told = [each for each in clauses if _TELLS_ARRIVAL.fullmatch(each.text) and not _may_ask(each)]
    may_ask = any(map(_may_ask, clauses))
    if state.picked or not (may_ask or told):
        return "", state
    rows = (yield from load_active()) if may_ask else []
    said: dict[str, None] = {}
    left: list[_Clause] = []
    for clause in clauses:
        answer = (yield from _answer(state, clause, rows)) if _may_ask(clause) else ""
        said |= {answer: None} if answer else {}
        left += [] if answer else [clause]
    is_asked = state.question is not None and any("?" in clause.text for clause in left)  # about what waits for a yes
    if not said and not (told and is_asked):
        return "", state
    left = [clause for clause in left if clause not in told]
    return "\n".join(said), replace(state, message=" ".join(clause.raw for clause in left), rest=())


def drop_arrival(state: DialogueState) -> DialogueState:
    """Return the state without what a message tells of its own way: "my plane lands at 22:30" asks for no flight."""
    clauses = _split(state.message)
    left = [each for each in clauses if not _TELLS_WAY.fullmatch(each.text) or _may_ask(each)]
    return state if len(left) == len(clauses) else replace(state, message=" ".join(each.raw for each in left), rest=())


def _split(message: str) -> list[_Clause]:
    raw = [each.strip() for sentence in split_sentences(message) for each in _NEXT_CLAUSE.split(sentence)]
    texts = [normalise(each) for each in raw]
    return [_Clause(*each) for each in zip(raw, texts, ["", *texts], strict=False)]


def _may_ask(clause: _Clause) -> bool:
    text = clause.text
    names = any(
        each.search(text) for each in (_ARRIVAL, _WEEKDAY, _NEED_CAR, _RULES, _CHECK_IN, _STAY, _OWN_STAY, HOTEL_NAMES)
    )
    is_meant = _MEANT.search(text) and details.names_feature(text)
    is_meant = is_meant or (_THERE.search(text) and _VEGETARIAN.search(text))
    return bool(_ASKS.search(text)) and (asks_terms(text) or (not _DOES.search(text) and bool(names or is_meant)))


def _answer(state: DialogueState, clause: _Clause, rows: Sequence[Row]) -> Plan:
    """Return the answer to a question if it is about something that is booked, or about a day."""
    if day := _find_day(state, clause.text, rows):
        return _say_weekday(clause.text, day)
    own = replace(state, message=clause.raw)
    if _NEED_CAR.search(clause.text) and not asks_about_stay(own):
        return "I do not know whether you need a car there; say “show me cars” if you would like to see some."
    if asks_terms(clause.text):
        return (yield from cancel_booking(own)) if asks_if(own) else ""
    if _RULES.search(clause.text):
        kinds = kinds_in(state.text) or ["booking"]
        return (yield from cancel_booking(replace(state, message=f"can the {kinds[0]} be cancelled?")))
    if flights := _find_flights(state, clause.text, rows):
        return "\n".join(details.describe_arrival(offer) for offer in flights)
    return (yield from _answer_about_stay(state, clause, rows))


def _find_day(state: DialogueState, text: str, rows: Sequence[Row]) -> date | None:
    """Return the day of which a question asks which day of the week it is."""
    match = _WEEKDAY.search(text)
    named = match and (match["day"] or match["which"] or match["that"])
    if not named or not re.search(r"\d", named):
        return None
    number = re.fullmatch(r"\W*(?:the )?(\d{1,2})(?:st|nd|rd|th)?\W*", named)
    booked = [day for row in rows for day in days_of(row) if number and day.day == int(number[1])]
    anchor = booked[0] if booked else state.trip.first
    return parse_dates(f"on {named.strip()}", state.today, anchor).first


def _say_weekday(text: str, day: date) -> str:
    asked = next((name for name in WEEKDAYS if re.search(rf"\b{name}\b", text)), "")
    name = WEEKDAYS[day.weekday()].capitalize()
    yes = "" if not asked else "Yes, " if asked == name.lower() else "No, "
    return f"{yes}{format_day(day)} is a {name}."


def _find_flights(state: DialogueState, text: str, rows: Sequence[Row]) -> list[Offer]:
    """Return the booked flights of which a question asks when they land."""
    waits = state.open_offer("flight") or any(offer.kind == "flight" for offer in find_offers(state.last_reply))
    if not _ARRIVAL.search(text) or (waits and not re.search(r"\b(?:my|our)\b", text)):
        return []
    if any(not state.has_booked(each) for each in find_references(replace(state, message=text))):
        return []  # "when would I land with the 7:35 one?", of a flight in the list
    flights = [row for row in rows if row["kind"] == "flight"]
    fitting = keep_fitting(state, flights, _DIGITS.sub(" ", text)) or flights
    goals = {mention.name for mention in find_mentions(text)}
    fitting = [row for row in fitting if row["destination"] in goals] or fitting
    spoken = [row for row in find_spoken(state, fitting) if row in fitting]
    return [offer for row in spoken or fitting if (offer := parse_offer(describe(row)))]


def _answer_about_stay(state: DialogueState, clause: _Clause, rows: Sequence[Row]) -> Plan:
    """Return what is known, or not known, of the booked hotel that a question names."""
    hotels = _find_hotels(state, clause.text, [row for row in rows if row["kind"] == "hotel"])
    own = replace(state, message=clause.text)
    is_wish = own.reading.names(*_SLOTS) and not (_CHECK_IN.search(own.text) or details.names_feature(own.text))
    if not hotels or is_wish or _OF_LIST.search(_OWN_STAY.sub(" ", own.text)) or asks_about_stay(own):
        return ""
    is_of_before = _IS_FINE.search(clause.text) or _FOR_THAT.search(clause.text)  # "I am vegetarian, is that fine?"
    is_of_before = is_of_before and not details.names_feature(clause.text)
    asked = _name_feature(f"{clause.before} {clause.text}" if is_of_before else clause.text)
    if not details.names_feature(asked) and _CHECK_IN.search(asked):
        asked = f"{asked} check-in time"
    elif not details.names_feature(asked) and find_topic(asked):
        return ""  # it is about the town
    told = yield from details.answer_about(replace(state, message=asked), hotels)
    if not told.startswith(_UNKNOWN):
        return told
    titles = [offer.title for offer in hotels if names_hotel(own.text, offer.title)]
    return f"I do not know that about {join_words(titles, 'or')}: {_NOT_IN_LIST}" if titles else ""


def _name_feature(text: str) -> str:
    """Return a question with what it needs of a hotel by the name that this has: "something for vegans"."""
    return _PARK.sub("parking", _VEGETARIAN.sub(r"\g<who> vegetarian menu", text))


def _find_hotels(state: DialogueState, text: str, rows: Sequence[Row]) -> list[Offer]:
    """Return the booked hotels that a question is about: by their name, as "the hotel", or by a check-in."""
    named = [row for row in rows if names_hotel(text, row["hotel"])]
    shown = _find_shown(state)
    if any(names_hotel(text, offer.title) for offer in shown if not state.has_booked(offer)):
        return []
    is_told = any(row["hotel"] in state.last_reply for row in rows) and _THERE.search(text) and _VEGETARIAN.search(text)
    if not named and (not shown or all(map(state.has_booked, shown)) or is_told or _OWN_STAY.search(text)):
        checks_in = _CHECK_IN.search(text) and not _AT_AIRPORT.search(text)
        refers = (
            is_told
            or _STAY.search(text)
            or _OWN_STAY.search(text)
            or (_THERE.search(text) and _MEANT.search(text) and details.names_feature(text))
        )
        named = (keep_fitting(state, rows, text) or list(rows)) if checks_in or refers else []
    spoken = [row for row in find_spoken(state, rows) if row in named]
    return [offer for row in spoken or named if (offer := parse_offer(describe(row)))]


def _find_shown(state: DialogueState) -> list[Offer]:
    """Return the hotels that were shown since one was booked or spoken of as booked."""
    for reply in state.replies:
        if shown := [offer for offer in find_offers(reply) if offer.kind == "hotel"]:
            return shown
        if any(id.startswith("H") for id in BOOKING_ID.findall(reply)):
            return []
    return []
