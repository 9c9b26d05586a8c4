"""Answer questions about offers, bookings and places."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from ricordo_travel.clerk.answering import choices, comparisons, place_answers, totals
from ricordo_travel.clerk.answering.car_answers import tell_of_cars
from ricordo_travel.clerk.answering.excepted import leave_excepted
from ricordo_travel.clerk.answering.flight_answers import tell_of_flights
from ricordo_travel.clerk.answering.hotel_answers import (
    describe_hotel,
    find_feature,
    names_landmark,
    tell_of_hotels,
    tell_other_distance,
)
from ricordo_travel.clerk.answering.known_facts import PRICE
from ricordo_travel.clerk.answering.rules import say_none_shown, tell_rule
from ricordo_travel.clerk.answering.subjects import (
    NOTHING_TO_TELL,
    THESE,
    find_hotels,
    find_hotels_named,
    find_hotels_spoken,
    find_place_named,
    find_places_named,
    find_places_shown,
    find_subjects,
    is_place,
    keep_once,
    look_up_hotels,
    merge_rooms,
    say_nothing_shown,
)
from ricordo_travel.clerk.answering.unknown_facts import find_topic, is_unknown, say_unknown
from ricordo_travel.clerk.answering.visits import look_at
from ricordo_travel.clerk.choosing.unseen import choose_spoken
from ricordo_travel.clerk.commands import KINDS, Command
from ricordo_travel.clerk.reading.unsaid import find_pointed
from ricordo_travel.clerk.scene import Item, Items, Scene
from ricordo_travel.clerk.searching.sieve import find_style
from ricordo_travel.dialogue.facts import hotel_facts
from ricordo_travel.dialogue.facts.hotel_facts import FACTS, meets
from ricordo_travel.dialogue.plan import Plan, call, join_words
from ricordo_travel.dialogue.replies.offers import describe_rooms, find_offers, format_day, number_lines
from ricordo_travel.dialogue.values.dates import parse_dates
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.hotels.catalog import Hotel, hotels_in
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import format_days

_TELL: Mapping[Kind, Callable[[str, Sequence[Item], date], str]] = {
    "hotel": tell_of_hotels,
    "flight": tell_of_flights,
    "car": tell_of_cars,
}
_OF_PLACE = re.compile(
    r"\b(?:weather|climate|temperatures?|rain\w*|visas?|passports?|currency|languages?|time (?:zones?|difference)|"
    r"(?:airport )?(?:transfers?|shuttles?|taxis?)|airport (?:bus|train)|transport\w*|metro|subway|things to do|sights|"
    r"sightseeing|attractions|nightlife|tap water|vaccin\w*|restaurants nearby|what to (?:do|see))\b"
)
"""Facts that are asked about a thing, and are those of its place."""
_MORE = re.compile(r"\bdifference\b|\bdearer\b|\bextra\b|\bmore expensive\b|\bold price\b|\bhow much more\b")
"""Words that ask what a change which waits for a yes costs more than what is booked."""
_WORTH = re.compile(r"\bworth\b|\bgood (?:deal|value|choice|price)\b|\bvalue for money\b|\brecommend\w*|\boverpriced\b")
"""Words that ask whether a thing is worth its price."""
_OF_JOURNEY = re.compile(r"\b(?:flights?|planes?|board|fly\w*|airlines?|cars?|driv\w*)\b")
_MONEY_BACK = re.compile(r"\bcancel|\brefund|\bback\b")
_AND = re.compile(r"\b(?:and|plus)\b|&")
_MOST = re.compile(r"\b(?:\w+est|most|best|\w+er)\b")
_OTHERS = re.compile(r"\bof the (?:others?|remaining)\b|\bthe other (?:two|three|ones)\b")

compare = comparisons.compare


def tell(scene: Scene, command: Command) -> Plan:
    """Answer a question about an offer, about what waits for a yes, or about a booking."""
    fact = normalise(command.text) or "info"
    if _MONEY_BACK.search(fact) and any("There is nothing to cancel." in each for each in scene.said):
        return ""
    if command.refs[:1] == ("trip",) and PRICE.search(fact):
        return (yield from totals.tell(scene, Command("total", command.refs)))
    if is_place(command.subject) and place_answers.knows(fact):
        return (yield from place_answers.tell(scene, Command("place", command.refs, command.slots)))
    if "weekday" in fact and (day := parse_dates(normalise(command.subject), scene.state.today).first):
        return f"{format_day(day)} is a {day:%A}."
    command = choose_spoken(scene, command)
    things = yield from _find_asked(scene, command, fact)
    if things and _is_listed_now(scene, fact, things):
        return ""
    if things:
        return (yield from _tell_of_things(scene, command, fact, things))
    return (yield from _tell_of_others(scene, command, fact))


def tell_of_place(scene: Scene, command: Command) -> Plan:
    """Answer a question about a place, or about something in a town that hotels were asked to be near to."""
    if _is_in_town(scene, command):
        hotels = [each for each in (yield from find_subjects(scene, ())) if each.kind == "hotel"]
        if hotels:
            return tell_other_distance(normalise(command.subject), hotels)
    return (yield from place_answers.tell(scene, command))


def _is_in_town(scene: Scene, command: Command) -> bool:
    """Return whether what a command takes for a place is none that is known, but a park or the like in a town."""
    name = normalise(command.subject)
    if not name or find_place_named(name) or name in THESE | {"there", "here", "place"}:
        return False
    before = scene.earlier[-1][1] if scene.earlier else ()
    return names_landmark(name) or any(name in normalise(each.text) for each in before)


def _is_listed_now(scene: Scene, fact: str, things: Sequence[Item]) -> bool:
    """Return whether a list in the same reply says a fact of cars already: how many seats and bags they have."""
    is_size = re.fullmatch(r"(?:number of |how many )?(?:seats?|bags?|luggage|suitcases?|people|size|capacity)", fact)
    texts = [each.offer.text for each in things]
    return (
        bool(is_size)
        and all(each.kind == "car" for each in things)
        and any(all(text in said for text in texts) and "room for" in said for said in scene.said)
    )


def _tell_of_things(scene: Scene, command: Command, fact: str, things: Sequence[Item]) -> Plan:
    """Answer a question about things: what is known of them, of their place, or what a change of them costs."""
    if _MORE.search(fact) and any(each.proposal and each.proposal.action == "change" for each in things):
        return (yield from totals.tell(scene, Command("total", command.refs)))
    if fact.startswith("why"):
        return _tell_why(scene, fact, things)
    if len(things) == 1 and _WORTH.search(fact):
        return _tell_worth(scene, things)
    if len(things) > 1 and "difference" in fact:
        return comparisons.compare_things(fact, things, scene)
    answer = tell_fact(fact, things, scene.state.today)
    if is_unknown(answer) and len(things) == 1 and (said := _rank_among(scene, fact, things)):
        return said
    if is_unknown(answer) and (rule := tell_rule(fact, ())):
        return rule
    if not (is_unknown(answer) and place_answers.knows(fact) and _OF_PLACE.search(fact)):
        return answer
    said = place_answers.tell_fact(look_at(scene, things[0].place, fact))
    return f"{answer} {said}" if "shuttle" in fact else said


def _rank_among(scene: Scene, fact: str, things: Sequence[Item]) -> str:
    """Return which of those shown with a thing is the most of what a fact names: whether this one is the cheapest."""
    several = next(iter(_widen(scene, things)), list[Item]())
    return choices.choose(fact, several) if re.search(r"\b\w+est\b|\bmost\b|\bbetter\b", fact) and several else ""


def _tell_worth(scene: Scene, things: Sequence[Item]) -> str:
    """Say what one gets for the price of a thing, and which of those shown with it is worth its price."""
    several = next(iter(_widen(scene, things)), list[Item]())
    others = [each.offer for each in several if each.kind == things[0].kind and each.place == things[0].place]
    about = comparisons.describe(things[0].offer)
    return f"{about}.\n{choices.choose_best(others)}" if len(others) > 1 else f"{about}."


def _tell_why(scene: Scene, fact: str, things: Sequence[Item]) -> str:
    """Say why things were shown, or why they cost what they cost: what they are the best in, and what they have."""
    if "price" in fact:
        about = "\n".join(dict.fromkeys(comparisons.describe(each.offer) for each in things))
        return f"I do not know how the prices are made; this is what you get for them:\n{about}"
    reason = "I show what is free and fits what you asked for, the cheapest first"
    several = things if len(things) > 1 else next(iter(_widen(scene, things)), list(things))
    best = choices.choose_best([each.offer for each in several]) if len({each.kind for each in several}) == 1 else ""
    more = "Tell me what matters to you, and I look for that."
    return f"{reason}. {best} {more}" if best and len(several) > 1 else f"{reason}. {more}"


def _tell_of_others(scene: Scene, command: Command, fact: str) -> Plan:
    """Answer a question about what was not shown: hotels of the catalog, or a place."""
    hotels = find_hotels_named(scene, command.refs)
    several = hotels if len(hotels) > 1 else _list_hotels(scene, command.refs)
    if several and (things := (yield from look_up_hotels(scene, several))):
        return tell_fact(fact, things, scene.state.today)
    if hotels := hotels or find_hotels(scene, command.subject):
        return (yield from _tell_of_catalog(scene, fact, hotels[0]))
    if said := tell_rule(fact, command.refs) or say_none_shown(command.refs):
        return said
    mention = find_place_named(command.subject) if command.refs else None
    if mention or (place_answers.knows(fact) and place_answers.find_place(scene, command.refs)):
        refs = (mention.name,) if mention else command.refs
        return (yield from place_answers.tell(scene, Command("place", refs, command.slots)))
    if scene.listed and all(ref.isdigit() for ref in command.refs):
        return "There is no such number in my last list. Which one do you mean?"
    if command.refs and scene.shown:
        return f"I have shown you nothing like “{command.subject}”. Which one do you mean?"
    return say_nothing_shown(scene, NOTHING_TO_TELL)


def _find_asked(scene: Scene, command: Command, fact: str) -> Items:
    """Return the things that a question is about; hotels, if it is about what only they have and names no others."""
    things = yield from find_subjects(scene, command.refs)
    if not things and len(command.refs) > 1 and command.refs[0].lower() in KINDS and find_places_named(fact):
        things = yield from find_subjects(
            scene, command.refs[:1]
        )  # the place belongs to the question: "drop-off Porto"
    if things and _is_of_hotels(scene, command, fact, things):
        named = (ref for ref in command.refs if ref not in {*THESE, *KINDS} and len(ref) > 1 and not ref.isdigit())
        hotels = _keep_there((yield from find_subjects(scene, ("hotel", *named))), things)
        at = find_pointed(scene.state.text)
        things = (hotels[at[0] - 1 : at[0]] if len(at) == 1 else []) or hotels or things
    return things if re.search(r"\brooms?\b|\bbeds?\b", fact) else merge_rooms(things)


def _is_of_hotels(scene: Scene, command: Command, fact: str, things: Sequence[Item]) -> bool:
    """Return whether a fact that things do not have is one of hotels, and the message gives no number of a thing."""
    said = set(re.findall(r"\w+", scene.state.text))
    is_of_others = find_topic(fact, [each.kind for each in things]) and (
        _OF_JOURNEY.search(scene.state.text) or all(each.kind != "hotel" for each in scene.listed)
    )
    is_marked = any(ref.isdigit() and ref in said for ref in command.refs)
    is_hotels = not is_marked and not is_of_others and bool(find_feature(fact))
    return is_hotels and is_unknown(tell_fact(fact, things, scene.state.today))


def _keep_there(hotels: Sequence[Item], things: Sequence[Item]) -> list[Item]:
    """Return the hotels that are where other things are, or where flights of them go to or come from."""
    flights = [each.offer.flight for each in things if each.kind == "flight"]
    there = {
        *(each.place for each in things),
        *(each.origin for each in flights),
        *(each.destination for each in flights),
    }
    return [each for each in hotels if each.place in there] or list(hotels)


def tell_fact(fact: str, things: Sequence[Item], today: date) -> str:
    """Return what is known of things on a fact, or on each of several: "breakfast and pool"."""
    parts = [part for part in re.split(r" and | & |, ", fact) if part.strip()]
    if len(parts) > 1:
        said = [_tell_one(part, things, today) for part in parts]
        if sum(not is_unknown(each) for each in said) > 1:
            return "\n".join(dict.fromkeys(said))
    return _tell_one(fact, things, today)


def _tell_one(fact: str, things: Sequence[Item], today: date) -> str:
    """Return what is known of things on a fact, one line for each kind of them that knows it."""
    said: list[str] = []
    for kind, tell_of in _TELL.items():
        if own := [each for each in things if each.kind == kind]:
            said.append(tell_of(fact, own, today))
    known = [each for each in said if not is_unknown(each)]
    if not known and len(said) > 1:
        return say_unknown(fact, things)
    return "\n".join(dict.fromkeys(known or said))


def choose(scene: Scene, command: Command) -> Plan:
    """Say which of several things has something, or is the most of something; which has all that is asked at once."""
    fact = normalise(command.text) or "best"
    facts = _list_joint(scene, command)
    if len(facts) > 1 and any((each.verb, each.refs) == ("which", command.refs) for each in scene.commands[: scene.at]):
        return ""  # the first of these questions was answered with all of them
    is_of_these = {ref.lower() for ref in command.refs} <= {"these", "those", "them", "they", "places"}
    named = find_places_named(command.subject)
    places = find_places_shown(scene) if is_of_these else named if len(named) > 1 else []
    spoken = find_hotels_spoken(scene) if is_of_these else []
    if places and len(spoken) < 2:
        return (yield from comparisons.compare_places(scene, command, places))
    every = _keep_others(scene, merge_rooms((yield from find_subjects(scene, command.refs))))
    things = leave_excepted(scene.state.text, every)
    if len(facts) > 1 and len(things) > 1 and all(each.kind == "hotel" for each in things):
        return _tell_joint(scene, facts, things)
    hotels = spoken if len(spoken) > 1 else find_hotels_named(scene, command.refs) if not things else []
    if hotels := hotels or (_list_hotels(scene, command.refs) if not things else []):
        things = yield from look_up_hotels(scene, hotels)
    if not things:
        return say_nothing_shown(scene, NOTHING_TO_TELL)
    is_marked = any(len(ref) == 1 for ref in command.refs)
    is_whole = is_marked or len(things) < len(every)
    wider = [] if is_whole or (len(things) > 1 and command.refs) else _widen(scene, things)
    for several in (things, *wider):
        if len(several) > 1 and (said := choices.choose(fact, several)):
            return said
    widest = things if len(things) > 1 else max((things, *wider), key=len)
    if len(widest) == 1 and fact == "best":
        return _tell_worth(scene, widest)
    said = tell_fact(fact, widest, scene.state.today)
    features = [name for name in [find_feature(fact)] if name]
    return (
        f"{said}{_name_others(features, [*widest, *every])}" if said.startswith(("None of them", "Neither")) else said
    )


def _list_joint(scene: Scene, command: Command) -> list[str]:
    """Return the features of hotels that a message asks for at once: "do any have a pool and breakfast?"."""
    asked = [each for each in scene.commands if each.verb == "which" and each.refs == command.refs]
    facts = [part for each in asked for part in re.split(r" and | & ", normalise(each.text))]
    features = [find_feature(fact) for fact in facts if not _MOST.search(fact)]
    is_joint = len(features) == len(facts) and bool(_AND.search(scene.state.text))
    return list(dict.fromkeys(filter(None, features))) if is_joint and all(features) else []


def _tell_joint(scene: Scene, features: Sequence[str], things: Sequence[Item]) -> str:
    """Say which hotels have all of some features; if none has, which have one of them and which others have all."""
    hotels = [each.offer.hotel for each in things]
    having = [hotel.name for hotel in hotels if all(meets(hotel, name) for name in features)]
    if having:
        return f"Of these, {join_words(having)} {hotel_facts.describe_predicate(*features, is_one=len(having) == 1)}."
    none = f"None of them {hotel_facts.describe_predicate(*features)}.{_name_others(features, things)}"
    return "\n".join([none, *(tell_fact(name, things, scene.state.today) for name in features)])


def _keep_others(scene: Scene, things: list[Item]) -> list[Item]:
    """Return the hotels of the list that "the others" are: without those just spoken of, or of a style just refused."""
    match = _OTHERS.search(scene.state.text)
    if match is None or not things or any(each.kind != "hotel" for each in things):
        return things
    listed = merge_rooms([each for each in scene.listed if each.kind == "hotel"])
    before, reply = scene.state.text[: match.start()], scene.state.last_reply
    spoken = before if any(offer.number for offer in find_offers(reply)) else f"{before} {reply.lower()}"
    names = [style for word in re.findall(r"[a-z]+", before) if (style := find_style(word))]
    names += [name for each in listed if (name := each.offer.hotel.name.lower()) in spoken]
    left = [each for each in listed if not any(name in each.offer.title.lower() for name in names)]
    return left if 0 < len(left) < len(listed) else things


def _list_hotels(scene: Scene, refs: Sequence[str]) -> list[Hotel]:
    """Return all hotels of a place, if references mean them: "hotel Paris"."""
    if not any(re.fullmatch(r"hotels?", ref.lower()) for ref in refs):
        return []
    place = next(iter(find_places_named(" ".join(refs))), scene.trip.destination)
    return list(hotels_in(place)) if place else []


def _name_others(features: Sequence[str], things: Sequence[Item]) -> str:
    """Return which other hotels of the place have what none of some hotels has."""
    if not features or any(each.kind != "hotel" for each in things):
        return ""
    others = [hotel for hotel in hotels_in(things[0].place) if hotel not in [each.offer.hotel for each in things]]
    names = [hotel.name for hotel in others if all(meets(hotel, name) for name in features)]
    place = things[0].place.name
    if not names:
        return f" I know no hotel in {place} that {hotel_facts.describe_predicate(*features)}."
    return f" In {place}, {join_words(names)} {hotel_facts.describe_predicate(*features, is_one=len(names) == 1)}."


def _widen(scene: Scene, things: Sequence[Item]) -> list[list[Item]]:
    """Return the lists that somebody may mean who asks which one it is: the latest, of the same kind or of another."""
    same = [each for each in scene.listed if each.kind == things[0].kind]
    return [merge_rooms(keep_once(each)) for each in (same, scene.listed) if len(each) > 1]


def _tell_of_catalog(scene: Scene, fact: str, hotel: Hotel) -> Plan:
    """Return what is known of a hotel that was not offered in this conversation, so that it has no price yet."""
    name = find_feature(fact)
    if name in FACTS:
        return hotel_facts.tell(name, [hotel], fact)
    if name:
        has = name in hotel.amenities
        return f"Yes, {hotel.name} has {hotel_facts.add_article(name)}." if has else f"No, {hotel.name} has no {name}."
    if PRICE.search(fact):
        return (yield from _tell_price(scene, hotel))
    return describe_hotel(hotel)


def _tell_price(scene: Scene, hotel: Hotel) -> Plan:
    """Say what a hotel costs that was not offered yet: on the days of the trip, or from what price on."""
    known = scene.known("hotel")
    first, last = known.first, known.last
    if not first or not last:
        cheapest = format_dollars(min(room.price for room in hotel.rooms))
        return f"{hotel.name} has rooms from {cheapest} a night. Tell me the days, and I look for one."
    days = {"check_in": first.isoformat(), "check_out": last.isoformat()}
    result = yield from call("search_hotel_rooms", city=hotel.place.key, guests=known.people, **days)
    rows = [row for row in result.data.get("hotels", ()) if row["hotel_id"] == hotel.id]
    if not rows:
        return f"{hotel.name} has no rooms left for you from {format_days(*days.values())}."
    return number_lines(describe_rooms(rows, first, last, known.people))
