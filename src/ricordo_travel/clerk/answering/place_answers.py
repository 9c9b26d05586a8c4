"""Answers about places: the weather, what there is to do, how to get there and around, and whether they are served."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from ricordo_travel.clerk.answering.hotel_answers import find_feature
from ricordo_travel.clerk.answering.place_costs import (
    compare_months,
    tell_cheapest_time,
    tell_cost,
    tell_fares,
    tell_flight_time,
)
from ricordo_travel.clerk.answering.subjects import (
    find_place_named,
    find_place_spoken,
    find_places_named,
    find_places_shown,
)
from ricordo_travel.clerk.answering.unknown_facts import find_topic as find_topic_of_hotels
from ricordo_travel.clerk.answering.visits import Visit, look_at
from ricordo_travel.clerk.answering.weather_answers import ADVICE, tell_best_time, tell_weather
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.facts import place_facts
from ricordo_travel.dialogue.facts.climate import describe_climate
from ricordo_travel.dialogue.facts.hotel_facts import format_km
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.replies import talk
from ricordo_travel.dialogue.replies.questions import ASK_KIND, ASK_WHICH_PLACE
from ricordo_travel.dialogue.replies.suggestions import (
    find_activities,
    find_flight_minutes,
    format_minutes,
    match_interests,
)
from ricordo_travel.dialogue.replies.talk import UNKNOWN, find_topic, say_unknown
from ricordo_travel.dialogue.replies.unserved import is_told, offer_nearest
from ricordo_travel.dialogue.values.geography import Mention, find_distance, find_mentions, find_nearest
from ricordo_travel.dialogue.values.text import is_common_word, normalise
from ricordo_travel.hotels.catalog import hotels_in
from ricordo_travel.places import Place

_SLOTS = frozenset({"from", "on", "until", "nights", "people"})
"""Slots of a question about a place that say for which trip it is asked."""
_OF_HOTELS = frozenset({"family", "beaches", "romantic", "food", "views"})
"""What places are known for that hotels are looked for, too."""
_OF_STAYS = re.compile(
    r"\b(?:ratings?|reviews?|stars?|rated|rooms?|check-?(?:in|out)|breakfast|lift|wi-?fi|gym|sauna)\b"
)
"""What is asked of hotels and of no place."""
_FEW_PLACES = 4
_MOST_PLACES = 12
_NEAR = 300
"""Kilometres up to which the weather of two places is much alike."""
_NO_SIGHTS = "I know no more of sights and tours, so please look those up elsewhere."
_INDOORS = frozenset({"museums", "art", "theatre", "shopping", "music", "wine", "food", "coffee", "architecture"})
_OF_RAIN = re.compile(r"\brain(?:s|y|ing)?\b|\bwet\b|\bbad weather\b|\bindoors?\b")
_THERE = frozenset({"there", "it", "place", "these", "that", "here"})
_ASK_WHEN = "From which day, and for how many nights? Then I look for flights and a hotel."
_WHICH_PLACE = "Which place do you mean?"


def tell(scene: Scene, command: Command) -> Plan:
    """Answer a question about a place."""
    fact = normalise(command.text) or "info"
    mention = find_place_named(command.subject) if command.refs else None
    places = find_places_named(command.subject)
    if mention and not mention.is_served and not places:
        return say(_tell_unserved(scene, mention, fact))
    if mention and len(mention.places) > 1 and not places:
        return say(_tell_area(scene, mention, fact))
    fact = fact if _is_asked(scene.state.text, fact) else "trip"
    place = find_place(scene, command.refs)
    if place is None and (topic := talk.find_topic(fact)) in talk.UNKNOWN:
        return say(talk.say_unknown(topic))
    if place is None and len(shown := find_places_shown(scene)) > 1:
        place, places = shown[0], shown
    if place is None:
        is_named = command.refs and command.subject.lower() not in _THERE
        name = f"I know no place called “{command.subject}”. " if is_named else ""
        return say(f"{name}{_WHICH_PLACE}")
    scene = follow(scene, command.slots[1:])
    if re.search(_DRIVE, fact) and (spoken := _find_car_place(scene)) and spoken != place:
        fact = f"{fact} from {spoken.name.lower()}"
    parts = [part for part in re.split(r" and | & |, ", fact) if part]
    facts = parts if all(map(knows, parts)) else [fact]
    said = [tell_fact(look_at(scene, each, part)) for each in places or [place] for part in facts]
    told = "\n".join(dict.fromkeys([*said, *_tell_indoors(scene, places or [place], fact)]))
    return say(" ".join(filter(None, [told, compare_months(told, scene.state.last_reply)])))


def _is_asked(text: str, fact: str) -> bool:
    """Return whether a fact is known of places, or stands in a message and is no name of a place."""
    is_said = any(re.search(rf"\b{re.escape(word[:4])}", text) for word in fact.split())
    is_name = any(each.end - each.start == len(fact) for each in find_mentions(fact))
    return knows(fact) or bool(find_activities(fact)) or (is_said and not is_name)


def _tell_indoors(scene: Scene, places: Sequence[Place], fact: str) -> list[str]:
    """Say what places are known for that one does indoors, if a message asks what to do there when it rains."""
    if not re.search(rf"\bthings to\b|{_TO_DO}", fact) or not _OF_RAIN.search(scene.state.text):
        return []
    found = [(each.name, [name for name in each.activities if name in _INDOORS]) for each in places]
    return [f"When it rains, {name} still has its {join_words(own)}." for name, own in found if own]


def follow(scene: Scene, slots: Sequence[tuple[str, str]]) -> Scene:
    """Return the scene with the days, people and start that a question about a place names."""
    slots = tuple(slot for slot in slots if slot[0] in _SLOTS)
    return replace(scene, commands=(*scene.commands, Command("suggest", (), slots))) if slots else scene


def find_place(scene: Scene, refs: Sequence[str]) -> Place | None:
    """Return the place that references name, or the one that the conversation is about."""
    named = find_places_named(" ".join(refs))
    if named:
        return named[0]
    is_there = all(ref.lower() in _THERE or is_common_word(ref.lower()) for ref in refs)
    return find_place_spoken(scene) if is_there else None


def _find_car_place(scene: Scene) -> Place | None:
    """Return the place where a car is, or else the one that the trip goes to."""
    cars = [each.place for each in (*scene.waiting, *scene.shown) if each.kind == "car"]
    return cars[0] if cars else scene.trip.destination


def knows(fact: str) -> bool:
    """Return whether a fact in lower case is one of places."""
    return any(re.search(pattern, fact) for pattern, _ in _FACTS)


def tell_fact(visit: Visit) -> str:
    """Return what is known of a place on a fact."""
    for pattern, tell_of in _FACTS:
        if re.search(pattern, visit.fact):
            return tell_of(visit)
    if activities := find_activities(visit.fact):
        return _tell_activities(visit, activities)
    topic = find_topic(visit.fact)
    return say_unknown(topic) if topic in UNKNOWN else _tell_other(visit)


def describe_place(place: Place) -> str:
    """Return what a place is like in two sentences."""
    return f"{place.title}: {place.summary}. It is good for {join_words(place.activities)}."


def tell_purpose(place: Place, wishes: Sequence[str]) -> list[str]:
    """Return that a place is known for what somebody wants to go there for, if it is and hotels have no such thing."""
    of_place = [each for each in wishes if not find_feature(each) and not find_topic_of_hotels(each, ("hotel",))]
    activities = find_activities(" ".join(of_place)) if of_place else ()
    matches = [each for each in match_interests(place.activities, activities) if each not in _OF_HOTELS]
    return [f"{place.name} is known for {join_words(matches)}."] if matches else []


def _tell_unserved(scene: Scene, mention: Mention, fact: str) -> str:
    asked = [find_place_named(each.subject) for each in scene.commands if each.verb == "place" and each.refs]
    unserved = [each for each in dict.fromkeys(asked) if each and not each.is_served] or [mention]
    if mention != unserved[0]:
        return ""  # it was told of with the first
    names, trip = join_words([each.name for each in unserved], "or"), scene.trip
    others = [place for each in scene.commands for place in find_places_named(each.subject)]
    is_open = trip.destination is None and not scene.waiting and not others
    is_known = is_told(scene.state, unserved)
    if not re.search(r"served|flights?|hotels?|info|^trip$", fact):
        asked = _tell_near(scene, unserved, fact).rstrip()
        offer = offer_nearest([], unserved, (scene.known().start, None)) if is_open and not is_known else ""
        return f"{asked} {offer}".rstrip()
    if is_open or not (others or is_known):
        return offer_nearest([], unserved, (scene.known().start, None), is_known=is_known)
    return f"I'm sorry, I have nothing to or in {names}."


def _tell_near(scene: Scene, unserved: Sequence[Mention], fact: str) -> str:
    """Say that a fact is not known of places that are not served, and the weather of one near the only one."""
    tell_of = next((tell for pattern, tell in _FACTS if re.search(pattern, fact)), None)
    if tell_of is _tell_by_land:
        return "I know no trains, buses or boats; please look elsewhere. "
    names, (place, kilometres) = join_words([each.name for each in unserved], "or"), find_nearest(unserved[0])
    if tell_of is not tell_weather or len(unserved) > 1 or kilometres > _NEAR:
        return f"I know nothing about {names}. "
    return f"I know no weather of {names}; I know that of {place.name}. {tell_fact(look_at(scene, place, fact))} "


def _tell_area(scene: Scene, mention: Mention, fact: str) -> str:
    """Return a fact of a country, if it is the same for all of it, or of each place in a small one.

    Else return which places are served there.
    """
    if knows(fact) and not re.search(r"\bserved?\b|\binfo\b|\bflights?\b|\bhotels?\b", fact):
        said = {place: tell_fact(look_at(scene, place, fact)) for place in mention.places}
        alike = {text.replace(place.name, mention.name) for place, text in said.items()}
        if len(alike) == 1:
            return alike.pop()
        if len(said) <= _FEW_PLACES:
            return "\n".join(said.values())
    names = join_words([place.name for place in mention.places[:_MOST_PLACES]])
    more = " and others" if len(mention.places) > _MOST_PLACES else ""
    return f"In {mention.name} I serve {names}{more}. {ASK_WHICH_PLACE}"


def _tell_distance(visit: Visit) -> str:
    others = [each for each in find_mentions(visit.fact) if each.place != visit.place]
    if not others:
        return tell_flight_time(visit) if visit.fact in {"distance", "how far"} else _tell_other(visit)
    km = find_distance(others[0], visit.place)
    return f"{visit.place.name} is about {km:,} km from {others[0].name}, as the crow flies."


def _tell_stops(visit: Visit) -> str:
    return f"I do not know the stops and stations there. {place_facts.tell_car(visit.place, visit.start, visit.day)}"


def _tell_drive(visit: Visit) -> str:
    """Say that the time by car is not known, and how far it is from where the trip is."""
    others = [each for each in find_mentions(visit.fact) if each.place != visit.place]
    return f"I do not know how long the drive is.{f' {_tell_distance(visit)}' if others else ''}"


def _tell_tap_water(visit: Visit) -> str:
    return f"I do not know whether the tap water in {visit.place.name} is good to drink; please check that elsewhere."


def _tell_by_land(visit: Visit) -> str:
    """Say that nothing is known of trains and the like between places, and how long the flight is if there is one."""
    others = [each for each in find_mentions(visit.fact) if each.place != visit.place]
    unknown = f"I know no trains, buses or boats between {visit.place.name} and other places; please look elsewhere."
    other = others[0].place if others else None
    minutes = find_flight_minutes(other, visit.place) if other else 0
    if not other or not minutes:
        return f"{unknown} {_tell_distance(visit)}" if others else unknown
    return f"{unknown} The flight between {other.name} and {visit.place.name} takes about {format_minutes(minutes)}."


def _tell_other(visit: Visit) -> str:
    """Say that a fact is not known of a place, or only of the hotels there."""
    if _OF_STAYS.search(visit.fact):
        return f"I know that of hotels only. Shall I look for a hotel in {visit.place.name}?"
    unknown = f"I'm afraid I do not know about “{visit.fact}” in {visit.place.name}; please check that elsewhere."
    return f"{unknown} What I know of {visit.place.name}: {visit.place.summary}."


def _tell_served(visit: Visit) -> str:
    way = f"from {visit.start.name} to {visit.place.name}" if visit.start else f"to {visit.place.name}"
    return f"Yes, I have flights {way}, and hotels and cars there. {ASK_KIND}"


def _tell_trip(visit: Visit) -> str:
    """Return what a place is like for somebody who thinks of going there, and ask when."""
    warm = f" {describe_climate(visit.place, visit.month)}, on average." if visit.month else ""
    return f"{describe_place(visit.place)}{warm} {_ASK_WHEN}"


def _tell_to_do(visit: Visit) -> str:
    family = ""
    if re.search(r"\bchild|\bkids?\b|\bfamil", visit.fact):
        is_good = "family" in visit.place.activities
        family = f" It is {'good for families' if is_good else 'not especially known for families, as far as I know'}."
    return f"{describe_place(visit.place)}{family} {_NO_SIGHTS}"


def _say_no_more(activities: Sequence[str]) -> str:
    """Say that no single trail, tour or address is known."""
    if "hiking" in activities:
        return "I know no single trails or walks; the hotel or a tourist office can recommend some."
    return "I know no more of that; the hotel or a tourist office can recommend something."


def _tell_activities(visit: Visit, activities: Sequence[str]) -> str:
    place = visit.place
    if matches := match_interests(place.activities, activities):
        what = join_words(matches).replace("family", "being good for families")
        return f"{place.name} is known for {what}: {place.summary}. {_say_no_more(activities)}"
    known = join_words(place.activities)
    if "family" in activities:
        return f"{place.name} is not especially known for families, as far as I know; it is known for {known}."
    return f"I do not know of {join_words(activities, 'or')} in {place.name}; it is known for {known}."


def _tell_food(visit: Visit) -> str:
    place = visit.place
    if "food" in place.activities:
        return f"{place.name} is known for its food; I know no restaurants by name, so please look those up elsewhere."
    return f"I do not know much about the food in {place.name}, and no restaurants; please look that up elsewhere."


def _tell_beach(visit: Visit) -> str:
    place = visit.place
    if "beaches" not in place.activities:
        return f"I know of no beach in {place.name}."
    measured = [(km, hotel.name) for hotel in hotels_in(place) if (km := hotel.facts.beach_km) is not None]
    km, hotel = min(measured)
    where = f"{format_km(km)} from the beach" if km else "on the beach"
    more = " I know no more of the beaches." if _OF_BEACHES.search(visit.fact) else ""
    if visit.month and "swim" in visit.fact:
        more = f" {tell_weather(visit)}"
    return f"Yes, {place.name} is known for its beaches; of the hotels there, {hotel} is the closest, {where}.{more}"


def _tell_airport(visit: Visit) -> str:
    way = place_facts.tell_way(visit.place, visit.start, visit.day)
    if re.search(r"\bprices?\b|\bcosts?\b|\bhow much\b|\bfare\b", visit.fact):
        return f"{way} What that costs I do not know."
    if re.search(r"\bwheel ?chair|\bdisabled\b|\bmobility\b|\bstep[- ]free\b", visit.fact):
        return f"{way} Whether these take a wheelchair I do not know; please ask there."
    is_late = re.search(r"\bnight\b|\bevening\b|\blate\b|\bearly\b|\bsundays?\b|\d", visit.fact)
    return f"{way} At what hours it runs I do not know." if is_late else way


def _tell_local(name: Callable[[Place, Place | None, date], str]) -> Callable[[Visit], str]:
    return lambda visit: name(visit.place, visit.start, visit.day)


def _tell_paying(visit: Visit) -> str:
    currency = place_facts.tell_currency(visit.place, visit.start, visit.day)
    return f"{currency} About cards, cash and tips I do not know; please check that elsewhere."


def _tell_like(*names: str) -> Callable[[Visit], str]:
    """Return what says which of some words describes a place, or that it is not known."""

    def tell_like(visit: Visit) -> str:
        known = [name for name in names if name in visit.place.character]
        if not known:
            return f"I do not know how {join_words(names, 'or')} {visit.place.name} is. {describe_place(visit.place)}"
        more = f" I know no more about “{visit.fact}” there." if _OF_GROUND.search(visit.fact) else ""
        return f"{visit.place.name} is rather {join_words(known)}.{more}"

    return tell_like


def _tell_hotels(visit: Visit) -> str:
    hotels = sorted(hotels_in(visit.place), key=lambda hotel: hotel.stars)
    named = [f"{hotel.name} ({hotel.stars} stars, rated {hotel.rating})" for hotel in hotels]
    return f"In {visit.place.name} I have {join_words(named)}. Tell me the days, and I look for rooms."


def _tell_areas(visit: Visit) -> str:
    nearest = min(hotels_in(visit.place), key=lambda hotel: hotel.facts.centre_km)
    where = f"{nearest.name} is the closest to the centre, {format_km(nearest.facts.centre_km)}"
    return f"I do not know the parts of {visit.place.name}; of the hotels there, {where}."


def _tell_where(visit: Visit) -> str:
    return f"{visit.place.name} is in {visit.place.region + ', ' if visit.place.region else ''}{visit.place.country}."


def _tell_unknown(topic: str) -> Callable[[Visit], str]:
    return lambda visit: say_unknown(topic).replace(
        "I do not know about", f"for {visit.place.name} I do not know about"
    )


_OF_BEACHES = re.compile(
    r"\b(?:sand\w*|shallow|crowd\w*|clean|toddlers?|kids?|children|surf\w*|best|nicest|which|names?)\b"
)
_OF_GROUND = re.compile(
    r"\bbugg(?:y|ies)\b|\bpush ?chairs?\b|\bstrollers?\b|\bprams?\b|\brollator\b|\bwheelchairs?\b|\bwalkab\w*"
)
_TO_PLACE = r"\b(?:from|to|between) (?!the (?:airport|beach|town|centre)|airport|beach|town|centre)[a-z]+"
_MONTH_WORDS = "|".join(name.lower() for name in calendar.month_name[1:])
_HEALTH = r"\bvaccin\w*|\bhealth\b|\bmosquito\w*|\bmalaria\b|\bdoctors?\b"
_WEATHER = (
    rf"{ADVICE}|"
    r"\bweather\b|\bclimate\b|\btemperatures?\b|\bwarm\w*|\bcold\w*|\bhot(?:ter|test)?\b|"
    r"\brain\w*|\bsnow(?!b)\w*|\bsunny\b|"
    r"\bdegrees\b|\bsunshine\b|\bhumid\w*"
)
_FLIGHT_TIME = (
    r"\bflight (?:time|duration|hours|length)\b|\bhow long\b.*\b(?:fl|there)|\bduration\b|\bflying time\b|\bhow far\b"
)
_TRANSPORT = r"\b(?:cars?|transport\w*|get(?:ting)? around|metro|bus(?:es)?|trams?|subway|trains?|driv\w+)\b"
_BY_LAND = rf"\b(?:trains?|bus(?:es)?|coach|ferr(?:y|ies)|boats?|transport|drive|get(?:ting)? there)\b.*{_TO_PLACE}"
_TO_DO = r"\b(?:things to|to do|to see|sights?|sightseeing|attractions?|activities|visit|tours?)\b"
_DRIVE = r"\bdriv(?:e|ing) (?:time|distance|hours|duration)\b|\b(?:time|hours|long|far)\b.*\bdriv(?:e|ing)\b"
_FACTS: tuple[tuple[str, Callable[[Visit], str]], ...] = (
    (r"^trip$", _tell_trip),
    (_DRIVE, _tell_drive),
    (r"\bwhere to stay\b|\b(?:areas?|neighbou?rhoods?|districts?|part of town)\b", _tell_areas),
    (r"\b(?:bus|tram|metro|subway|train|railway) (?:stops?|stations?)\b", _tell_stops),
    (_BY_LAND, _tell_by_land),
    (r"\bferr(?:y|ies)\b|\bgetting there by\b|^(?:by )?trains?$|\btrain or\b|\bor (?:the )?train\b", _tell_by_land),
    (r"\bdistance (?!airport|beach|cent)|^distance$|^how far$", _tell_distance),
    (
        (
            r"\bdriving (?:side|licen[cs]e)|\bspeed limit|\bcar age\b|\btolls?\b|\bhot springs?|"
            r"\b(?:public|swimming) pools?\b"
        ),
        _tell_other,
    ),
    (r"\b(?:food|restaurants?|meals?|coffee|beer|drinks?|museums?|tickets?|groceries) (?:prices?|costs?)", _tell_other),
    (r"\bvisas?\b|\bpassports?\b|\bentry\b|\besta\b|\bimmigration\b", _tell_unknown("visas and passports")),
    (r"\bsafe(?:ty)?\b|\bcrime\b|\bdanger\w*|\bscams?\b", _tell_unknown("safety")),
    (r"\b(?:tap|drinking|drink\w*) .*\bwater\b|\b(?:tap|drinking) water\b", _tell_tap_water),
    (_HEALTH, _tell_unknown("health and vaccinations")),
    (r"\bcheap\w* (?:time|month|days?|season|week)|\b(?:time|month|when)\b.*\bcheap", tell_cheapest_time),
    (r"\bbest (?:time|month|season)\b|\bwhen to (?:go|visit)\b", tell_best_time),
    (r"\bthings to\b|\bto do\b", _tell_to_do),
    (_WEATHER, tell_weather),
    (rf"\b(?:sea|swim\w*|water)\b.*\b(?:{_MONTH_WORDS})\b", tell_weather),
    (_FLIGHT_TIME, tell_flight_time),
    (r"\btime (?:zones?|difference)\b|\blocal time\b|\bjet ?lag\b", _tell_local(place_facts.tell_time)),
    (r"\bairport\b|\btransfers?\b|\btaxis?\b|\bshuttles?\b", _tell_airport),
    (r"\bcards?\b|\bpay(?:ing|ment)?\b|\btip(?:s|ping)?\b", _tell_paying),
    (r"\bcurrency\b|\beuros?\b|\bdollars?\b|\bcash\b|\bexchange\b|^money$", _tell_local(place_facts.tell_currency)),
    (r"\blanguages?\b|\benglish\b|\bspeak\w*|\bspoken\b", _tell_local(place_facts.tell_language)),
    (r"\bprices?\b.*\bflights?\b|\bwith(?:out)? flights?\b", tell_cost),
    (r"\bflights? (?:prices?|costs?|fares?)\b|\bfares?\b|\bprice of (?:a |the )?flights?\b", tell_fares),
    (r"\bserved?\b|\bflights?\b|\bfly\b|\bavailable\b", _tell_served),
    (_TRANSPORT, _tell_local(place_facts.tell_car)),
    (r"\bprices?\b|\bcosts?\b|\bexpensive\b|\bcheap\w*\b|\bbudget\b|\bhow much\b", tell_cost),
    (r"\bbeach(?:es)?\b|\bsea\b|\bswim\w*", _tell_beach),
    (r"\bfood\b|\brestaurants?\b|\beat(?:ing)?\b|\bcuisine\b", _tell_food),
    (_TO_DO, _tell_to_do),
    (r"\bquiet\w*|\bbusy\b|\bcrowd\w*|\btouristy\b|\bpeaceful\b", _tell_like("quiet", "busy")),
    (_OF_GROUND.pattern + r"|\bhill\w*|\bflat\b|\bsteep\w*", _tell_like("flat", "hilly")),
    (r"\bhotels?\b|\baccommodation\b", _tell_hotels),
    (r"\bwhere\b|\bcountry\b|\blocation\b", _tell_where),
    (r"^(?:about|details?|more|like|general|description|what like)$|\binfo", lambda visit: describe_place(visit.place)),
)
"""Facts of places, the first that fits."""
