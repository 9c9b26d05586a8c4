"""Answers to questions about offers: from what is known of them, or else that it is not known."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.dialogue import hotel_facts
from ricordo_travel.dialogue.choice import NAME, STYLE, find_number
from ricordo_travel.dialogue.hotel_facts import add_article
from ricordo_travel.dialogue.matching import meets
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.offers import Offer, count_people, find_offers, format_day, format_minutes
from ricordo_travel.dialogue.open_offers import OpenOffers
from ricordo_travel.dialogue.phrases import find_phrases, read_phrase
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.service_facts import describe_luggage
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.waits import asks_for_wait, describe_waits
from ricordo_travel.dialogue.wishes import AMENITIES, find_amenities, find_kinds, find_unknown_wishes
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import count

_QUESTION = re.compile(
    r"\?|^\W*(?:(?:and|but|ok|so|hmm+|also|oh|thanks|thank you|great|wait|sorry|um|hang on|hold on|just|then)[, ]+)*"
    r"(?:does|do|is|are|has|have|what|which|how|when|can|will|would|any|where|who|got)\b|"
    r"\b(?:do they|does it|are they|do you know|is there|are there|can we|can i|is (?:that|this|it)|"
    r"are (?:those|these)|"
    r"how(?:'s)? (?:long|much|many|far|big|good)|tell (?:me|us) (?:some|a bit |a little )?(?:more|about)|more about)\b"
)
_TOPICS = {
    "rooms": (
        r"\b(?:what|which|how many|kind of|type of|how big)\b.{0,20}\brooms?\b|\bbeds?\b|\bone room\b|\bsame "
        r"room\b|\btwo rooms\b|\bsleeps?\b|\b(?:own|separate) rooms?\b|\brooms? (?:for )?each\b|\bshare\b"
    ),
    "duration": r"\bhow long\b(?!.{0,20}\b(?:stay|booked|nights)\b)|\bduration\b|\bflight time\b|\bhow many hours\b",
    "stops": r"\b(?:non-?stop|direct|stops?(?:over)?|layovers?|change planes?|connection|via)\b",
    "times": (
        r"\b(?:what time|when) (?:does|do|is|will|would)\b.{0,40}\b(?:leave|depart|go|take off|arrive|land|get "
        r"(?:in|there)|flight|it)\b|\bdepart(?:ure)? time|\barriv(?:e|al)|\bwhat time\b|\bland\b"
    ),
    "rating": r"\b(?:rating|rated|reviews?|any good|how good|score|best)\b",
    "stars": r"\bhow many stars\b|\bstars?\b",
    "seats": (
        r"\bhow many (?:seats|people|passengers)\b|(?<!\d a )(?<!\d per )\bseats?\b|"
        r"\bfit (?:us|all|in|\d|four|five|three)|\bbig enough\b|\broom for\b"
    ),
    "bags": r"\bhow many (?:bags|suitcases)\b|\b(?:bags?|suitcases?|boot|trunk)\b",
    "party": (
        r"\bper (?:person|head)\b|\b(?:each|apiece|pp|a head)(?= (?:for|then|with|if|please)\b|\W*$)|"
        r"\bfor (?:all (?:of|three|four|five|\d)|each|both|one|1|everyone|everybody)\b(?! nights?)|"
        r"\beach\b.{0,10}\bor\b|\bin total or\b|\ball of us\b"
    ),
    "price": (
        r"\bhow much\b|\bwhat(?:'s| is| does| would)? (?:it|that|the|this)?.{0,20}\b(?:cost|price|total)\b|"
        r"\bprices?\b|\btotal\b|\bin all\b|\bexpensive\b|\d (?:a|per) (?:seat|night)\b"
    ),
    "place": (
        r"\bwhere (?:is|are|do|does|can)\b(?! (?:the|my|our) (?:flights|hotels|cars)\b).{0,30}|"
        r"\baddress\b|\bpick ?(?:it )?up\b|\b(?:is|are) (?:it|they|that) "
        r"at the airport\b|\bwhich airport\b"
    ),
    "more": r"\b(?:more|tell (?:me|us)) about\b|\btell (?:me|us) more\b|\bmore (?:details|info\w*)\b",
    "stay": r"\b(?:nights?|dates?|days|which days|when|whole week|full week|weekend)\b",
}
"""What questions about offers are about, the first that fits."""
_ARRIVAL = re.compile(
    r"\b(?:do|does|will|would|i'd|we'd|is|did|when|what time|how late)\b[^,.;]{0,25}"
    r"\b(?:arriv(?:e|es|ing)|land|landing|get (?:me |us )?(?:there|in|home)|"
    r"be (?:home|there) (?:before|by|the same|on))\b"
)
_PER_UNIT = re.compile(
    r"^\W*(?:(?:and|so|ok) ){0,2}how much (?:is|does|was) (?:it|that|the \w+)(?: cost)? (?:per|a|each) (?:day|night)\b"
)
_FULL_NAME = re.compile(rf"\b(?:{NAME}) (?:{STYLE})\b")
_AMENITY = re.compile(rf"\b(?:{'|'.join(AMENITIES.values())})\b")
_SORT = re.compile(
    r"\b(?P<children>(?:kids?'?s?|child(?:ren)?'?s?|baby|toddlers?'?|paddling)(?= (?:swimming )?pools?\b))|"
    r"\b(?:vegan|heated|indoor|outdoor|rooftop|free(?= parking)|(?<=parking )free)\b"
)
"""What is asked of something that a hotel has, and known of none."""
_MINE = re.compile(r"\b(?:my|our) (?:hotel|hostel|flight|car|room|place)\b")
_HAS_NO = re.compile(r"^No, [\w ]{1,60} has no (?P<what>[\w ]{1,30})\.", re.MULTILINE)
_HAS_IT = re.compile(r"\b(?P<has>has|have|got|gets?) (?:it|that|one)\b")
_OWN = re.compile(r"\b(?:it|its|the (?:hotel|flight|car|room)|that one)\b")
_OF_SHOWN = re.compile(rf"{_OWN.pattern}|\b(?:they|them|(?:these|those)(?! da(?:ys|tes))|this one|which one)\b")
_CONDITION = re.compile(r"\b(?:if|unless|(?:as|so) long as|provided|providing|assuming)\b(?P<what>[^,.;!?]{1,60})")
_SEVERAL = re.compile(r"\b(?:any|they|them|these|those|which|ones|all|others?|hotels|flights|cars)\b")

_WHICH_OF_ALL = re.compile(r"\b(?:which|wich|what) (?:other )?(?:hotels|hostels|flights|cars|places|rooms)\b")
"""The question which of several have something, for which the only one that was shown is no answer."""


def asks_about_offers(state: DialogueState) -> bool:
    """Return whether the message asks something about the offers that were shown."""
    state = _name_it(state)
    referents = find_referents(state)
    if not referents or not _QUESTION.search(state.text) or (len(referents) == 1 and _WHICH_OF_ALL.search(state.text)):
        return False
    if re.search(r"\b(?:cheaper|too (?:expensive|pricey|dear|much)|less expensive)\b", state.text):
        return False
    is_own = state.act == "ask_offer" and bool(_OWN.search(state.text)) and not re.search(r"\bones? with\b", state.text)
    return False if not is_own and _wants_others(state.text) else _can_answer(state)


def asks_for_fact(state: DialogueState) -> bool:
    """Return whether the message asks something about hotels that were shown that is known of every hotel."""
    return bool(hotel_facts.find_asked(_FULL_NAME.sub(" ", state.text))) and asks_about_offers(state)


def _wants_others(text: str) -> bool:
    """Return whether a question asks for other offers than those that were shown."""
    if re.search(
        r"\b(?:one|ones|some|any|anything|something) (?:with|that has|having|including)\b|\b(?:might "
        r"there be|would like|something|prefer|looking for|would be (?:nice|good|lovely|great|in order)|"
        r"only those|need)\b",
        text,
    ) and not re.search(r"\b(?:does|do) the one\b", text):
        return True
    return bool(
        re.search(
            r"\b(?:is there|are there|do you have|have you got|got|show me|find|any) (?:me )?(?:one|ones|any|"
            r"anything|something|hotels?|flights?|cars?|a hotel|a flight|a car|rooms?|places?|other)\b",
            text,
        )
    )


def asks_for_arrival(text: str) -> bool:
    """Return whether a text in lower case asks when a flight arrives, or whether it does on some day."""
    return bool(_ARRIVAL.search(text))


def _can_answer(state: DialogueState) -> bool:
    """Return whether a question is about what is known, or known not to be, of the offers as they are."""
    offers, phrase = find_referents(state), read_phrase(state.text)
    if asks_for_wait(state.text) and offers[0].kind == "flight":
        return True
    if asks_for_arrival(state.text) and offers[0].kind == "flight":
        return True
    if phrase.hours and offers[0].kind == "flight" and not any(meets(offer, phrase) for offer in offers):
        return False  # "what does the morning one cost?", of an evening flight
    if _PER_UNIT.search(state.text):
        return True
    if (state.reading.names("people") or _topic(state.text) == "price") and _are_for_others(state, offers):
        return False  # "how much would it be for the two of us?", of rooms for one
    if state.reading.names("stars") and not _OF_SHOWN.search(state.text) and not find_references(state):
        return False  # "is there nothing with 4 stars?"
    if _are_elsewhere(state, offers):
        return False  # "how much are hostels in Paris?", of hotels in Athens
    kinds = state.reading.changes.get("kinds", ())
    if kinds and (not _speaks_of_offer(state.text) or find_referents(state)[0].kind not in kinds):
        return False
    if state.reading.names("at_airport") or state.reading.alters(
        "destination", "origin", "first", "nights", "people", "limits", "unserved", "area", "cabin", "car_class"
    ):
        return False
    is_known = offers[0].kind == "hotel" and hotel_facts.find_asked(_FULL_NAME.sub(" ", state.text))
    return bool(is_known or _amenities(state.text) or find_unknown_wishes(state.text) or _topic(state.text))


def _are_for_others(state: DialogueState, offers: Sequence[Offer]) -> bool:
    """Return whether offers are for fewer or more people than travel by now."""
    people = state.trip.of_kind(offers[0].kind).people
    return bool(people) and offers[0].kind != "car" and all(count_people(offer) != people for offer in offers)


def _are_elsewhere(state: DialogueState, offers: Sequence[Offer]) -> bool:
    """Return whether a question names another place than that of the hotels, and none of them by its name."""
    named = state.reading.changes.get("destination")
    hotels = [offer.hotel for offer in offers if offer.kind == "hotel"]
    is_other = named is not None and all(hotel.place != named for hotel in hotels)
    return bool(hotels) and is_other and not find_references(state)


def has_referents(state: DialogueState) -> bool:
    """Return whether there is an offer that a question can be about."""
    return bool(find_referents(state))


def answer_about_offers(state: DialogueState) -> Plan:
    """Answer a question about the offers that were shown."""
    return answer_about(state, find_referents(state))


def _name_it(state: DialogueState) -> DialogueState:
    """Return the state with "it" named in a question whether another one has what the last reply says is missing."""
    missing = _HAS_NO.search(state.last_reply)
    if missing is None or _amenities(state.text) or not _HAS_IT.search(state.text):
        return state
    return replace(state, message=_HAS_IT.sub(rf"\g<has> {missing['what']}", state.text))


def answer_about(state: DialogueState, offers: Sequence[Offer]) -> Plan:
    """Answer a question about some offers."""
    return say(_answer(_name_it(state).text, offers))


def answer_condition(text: str, offer: Offer) -> str:
    """Return whether a hotel has what it is picked for in a text in lower case: "if it has breakfast"."""
    match = _CONDITION.search(text)
    is_known = match is not None and offer.kind == "hotel" and names_feature(match["what"])
    return _answer(match["what"], [offer]) if match and is_known else ""


def describe_known(text: str, offers: Sequence[Offer]) -> str:
    """Return the answer to a question in lower case about some offers."""
    return _answer(text, offers)


def _answer(text: str, offers: Sequence[Offer]) -> str:
    amenities = _amenities(text)
    hotels = [offer for offer in offers if offer.kind == "hotel"]
    topic, unknown = _topic(text), find_unknown_wishes(text)
    facts = hotel_facts.find_asked(_FULL_NAME.sub(" ", text)) if hotels else []
    is_of_hotel = bool(hotels) and bool(amenities or unknown or facts)
    offers = hotels if is_of_hotel else [offer for offer in offers if offer.kind == offers[0].kind]
    kind = offers[0].kind
    if kind == "flight" and asks_for_wait(text):
        return "\n".join(describe_waits(offers))
    if kind == "hotel" and facts:
        more = [_answer(rest, offers)] if names_feature(rest := hotel_facts.drop_asked(text)) else []
        asked = list(dict.fromkeys(offer.hotel for offer in offers))
        return " ".join([*(hotel_facts.tell(name, asked, text) for name in facts), *more])
    if kind == "hotel" and amenities:
        is_more = unknown or topic in {"rating", "stars", "price", "rooms"}
        more = [_answer(_AMENITY.sub(" ", text), offers)] if is_more else []
        told = " ".join([*(_answer_amenity(name, offers) for name in amenities), *more])
        if (sort := _SORT.search(text)) and not told.startswith(("No", "None")):
            kind_of = "for children" if sort["children"] else sort[0]
            return f"{told.removeprefix('Yes, ')} I do not know whether it is {kind_of}; please ask the hotel."
        return told
    if unknown and topic not in {"stops", "duration", "times", "bags"}:
        who = {"hotel": "the hotel", "flight": "the airline", "car": "the rental desk"}[kind]
        return f"I do not know about {join_words(unknown, 'or')}; {who} can tell you."
    answers = [answer for offer in offers if (answer := _ANSWERS[topic](offer))] if topic else []
    if topic == "rating" and kind == "hotel" and len(offers) > 1:
        best = max(offers, key=lambda offer: offer.hotel.rating)
        answers.append(f"The best rated is {best.title}.")
    if not answers:
        return "I do not know that about " + ("it." if len(offers) == 1 else "them.")
    return "\n".join(dict.fromkeys(answers))


def say_unknown(state: DialogueState) -> Plan:
    """Say that what was asked of an offer is not known, and who can tell it."""
    offers = find_referents(state)
    thing = offers[0].title if len(offers) == 1 else "them"
    who = {"hotel": "the hotel", "flight": "the airline", "car": "the rental desk"}[offers[0].kind]
    return say(f"I do not know that about {thing}: I know only what stands in the list. Please ask {who}.")


def _answer_amenity(name: str, offers: Sequence[Offer]) -> str:
    having = [offer.title for offer in offers if name in offer.hotel.amenities]
    thing = add_article(name)
    if len(offers) == 1:
        return f"Yes, {offers[0].title} has {thing}." if having else f"No, {offers[0].title} has no {name}."
    if not having:
        return f"None of them has {thing}. I can look for hotels that do: just say “with {thing}”."
    if len(having) == len(offers):
        return f"Yes, all of them have {thing}."
    return f"Of these, {join_words(having)} {'has' if len(having) == 1 else 'have'} {thing}."


def find_referents(state: DialogueState) -> Sequence[Offer]:
    """Return the offers that a question is about: the one that it names, the one asked about, or the latest list."""
    phrase = read_phrase(state.text)
    if _amenities(state.text):
        phrase = replace(phrase, leg=None)  # "is there a pool there?"
    if phrase.leg == "back" and state.offers and not OpenOffers(state).list_groups(["flight"], "back"):
        return []  # the flights back are not shown yet
    if state.picked and not any(each.times or each.codes or each.name for each in find_phrases(state.text)):
        return state.picked
    if named := find_references(state) or _find_numbered(state):
        return named
    if one := _find_told(state) or _find_booked(state):
        return [one]
    asked = state.question.offer if state.question else None
    kinds: list[Kind] = [*phrase.kinds] or (["flight"] if phrase.leg else [])
    if asked and (not kinds or asked.kind in kinds) and not phrase.leg:
        return [asked]
    is_one = len(kinds) == 1 and not phrase.leg and not _SEVERAL.search(state.text)
    if is_one and (waiting := state.open_offer(kinds[0])):
        return [waiting]
    groups = OpenOffers(state).list_groups(kinds, phrase.leg)
    if groups:
        return [offer for group in groups for offer in group]
    if _SEVERAL.search(state.text) and state.offers:
        return state.offers
    return [state.offer] if state.offer else state.offers


def _find_numbered(state: DialogueState) -> list[Offer]:
    """Return the offer of the latest list whose number a question names: "more about the second"."""
    number = find_number(state.text, len(state.offers))
    return [offer for offer in state.offers if offer.number == number]


def _find_told(state: DialogueState) -> Offer | None:
    """Return the one hotel that the last reply tells something of, if a question goes on about it: "and a lift?"."""
    if find_offers(state.last_reply) or not re.search(r"\b(?:it|there|that one)\b|^and an? ", state.text):
        return None
    shown = {offer.title: offer for offer in (*state.offers, *OpenOffers(state).bookings) if offer.kind == "hotel"}
    told = [offer for title, offer in shown.items() if title in state.last_reply]
    return told[0] if len(told) == 1 else None


def _find_booked(state: DialogueState) -> Offer | None:
    """Return what the last reply says to be booked, if it is the one thing that it speaks of, or "my hotel"."""
    kinds = find_kinds(state.text) or (["hotel"] if _amenities(state.text) else [])
    is_own = bool(_MINE.search(state.text))
    booked = OpenOffers(state if is_own else replace(state, history=state.history[-1:])).bookings
    meant = [offer for offer in booked if not kinds or offer.kind in kinds]
    if is_own:
        return meant[0] if meant else None
    return meant[0] if len(meant) == 1 and not find_offers(state.last_reply) else None


def _speaks_of_offer(text: str) -> bool:
    return bool(
        re.search(
            r"\b(?:the|that|this|these|those|they|it|its|my|each|any|first|second|third|do|does) ?(?:hotels?|"
            r"flights?|cars?|rooms?|plane|airline|stay)?\b",
            text,
        )
    )


def _amenities(text: str) -> list[str]:
    """Return the amenities that a question names. "No pool?" asks for one, "we don't need a pool" does not.

    The name of a hotel asks for none: "how much is the garden lodge?".
    """
    text = _FULL_NAME.sub(" ", text)
    unneeded = find_amenities(re.sub(r"\bno\b", " ", text))[1]
    named = [name for name, pattern in AMENITIES.items() if re.search(rf"\b(?:{pattern})\b", text)]
    return [name for name in named if name not in unneeded]


def names_feature(text: str) -> bool:
    """Return whether a text in lower case names something that a hotel may have."""
    return bool(_amenities(text) or find_unknown_wishes(text) or hotel_facts.find_asked(_FULL_NAME.sub(" ", text)))


def _topic(text: str) -> str | None:
    found = next((name for name, pattern in _TOPICS.items() if re.search(pattern, text)), None)
    return found or ("times" if asks_for_arrival(text) else None)


def _duration(offer: Offer) -> str:
    if offer.kind == "flight":
        return f"{offer.title} takes {format_minutes(offer.flight.minutes)}."
    return f"{offer.title}: {count(offer.total // max(offer.unit_price, 1), offer.unit)}."


def _stops(offer: Offer) -> str:
    if offer.kind != "flight":
        return ""
    return f"{offer.title} changes in {offer.flight.via}." if offer.flight.via else f"{offer.title} is nonstop."


def _times(offer: Offer) -> str:
    if offer.kind != "flight":
        return ""
    return describe_arrival(offer)


def describe_arrival(offer: Offer) -> str:
    """Return when a flight leaves, and when it lands in the local time of the place."""
    flight = offer.flight
    arrival = flight.arrives(_day(offer))
    days = (arrival.date() - _day(offer)).days
    which = {1: ", the next day", -1: ", the day before"}.get(days, "")
    later = f"{which}, {arrival.day} {arrival:%B}" if days else ""
    return (
        f"{offer.title} leaves at {flight.departs} on {format_day(_day(offer))}, takes "
        f"{format_minutes(flight.minutes)} and lands in {flight.destination.name} at {arrival:%H:%M} local time{later}."
    )


def _day(offer: Offer) -> date:
    return date.fromisoformat(offer.call.arguments["day"])


def _rating(offer: Offer) -> str:
    return f"{offer.title} is rated {offer.hotel.rating} out of ten." if offer.kind == "hotel" else ""


def _stars(offer: Offer) -> str:
    return f"{offer.title} has {offer.hotel.stars} stars." if offer.kind == "hotel" else ""


def _seats(offer: Offer) -> str:
    if offer.kind == "car":
        return f"The {offer.title} has {offer.car.seats} seats."
    people = offer.call.arguments.get("guests") or offer.call.arguments.get("passengers")
    return f"{offer.title}: the offer is for {count(people, 'person') if people == 1 else f'{people} people'}."


def _bags(offer: Offer) -> str:
    if offer.kind == "car":
        return f"The {offer.title} has room for {count(offer.car.bags, 'bag')}."
    return describe_luggage(offer) if offer.kind == "flight" else ""


def _party(offer: Offer) -> str:
    people = offer.call.arguments.get("guests") or offer.call.arguments.get("passengers") or 1
    if offer.kind == "car":
        return f"{offer.title}: {format_dollars(offer.total)} in all is for the whole car."
    if people == 1:
        return f"{offer.title}: {format_dollars(offer.total)} in all, for you alone."
    each = format_dollars(offer.total / people)
    return f"{offer.title}: {format_dollars(offer.total)} in all is for the {people} of you together, {each} each."


def _price(offer: Offer) -> str:
    return f"{offer.title} is {format_dollars(offer.unit_price)} a {offer.unit}, {format_dollars(offer.total)} in all."


def _rooms(offer: Offer) -> str:
    """Return which rooms an offer has."""
    if offer.kind != "hotel":
        return ""
    arguments = offer.call.arguments
    room = offer.hotel.room(arguments["room_type"])
    return (
        f"{offer.title}: {count(arguments['rooms'], room.type + ' room')}, for up to {count(room.sleeps, 'guest')} "
        f"each. I do not know about the beds."
    )


def _stay(offer: Offer) -> str:
    return f"It is this: {offer.text}."


def _more(offer: Offer) -> str:
    """Return all that is known of an offer."""
    if offer.kind == "hotel":
        hotel = offer.hotel
        stars = f"{count(hotel.stars, 'star')}, rated {hotel.rating} out of ten, with {join_words(hotel.amenities)}"
        return f"{_rooms(offer)} It has {stars}. {_price(offer)} {hotel_facts.describe_all(hotel)}"
    known = [_times, _stops, _price] if offer.kind == "flight" else [_seats, _bags, _place, _price]
    return " ".join(tell(offer) for tell in known)


def _place(offer: Offer) -> str:
    if offer.kind == "car":
        return f"You pick it up at {offer.car.location.name}."
    if offer.kind == "hotel":
        return f"{offer.title} is in {offer.hotel.place.title}; I do not know the address."
    return f"It goes from {offer.flight.origin.airport} to {offer.flight.destination.airport}."


_ANSWERS: dict[str, Callable[[Offer], str]] = {
    "duration": _duration,
    "stops": _stops,
    "times": _times,
    "rating": _rating,
    "stars": _stars,
    "seats": _seats,
    "bags": _bags,
    "party": _party,
    "price": _price,
    "rooms": _rooms,
    "place": _place,
    "more": _more,
    "stay": _stay,
}
