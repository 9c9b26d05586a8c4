"""Answers about hotels: what they have, where they are, their rules and rooms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from ricordo_travel.clerk.answering.known_facts import COMMON, Tell, tell_from, tell_price, tell_price_of
from ricordo_travel.clerk.answering.unknown_facts import name_thing, say_unknown
from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.facts import hotel_facts
from ricordo_travel.dialogue.facts.hotel_facts import DIET, FACTS, add_article, describe_all, format_km
from ricordo_travel.dialogue.facts.refunds import describe_money_back
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.hotels.catalog import Hotel, hotels_in
from ricordo_travel.places import Place
from ricordo_travel.wording import count

AMENITIES = {
    "breakfast": r"breakfasts?|brekkie",
    "vegetarian menu": r"vegetarian|vegan|veggie|plant[- ]based",
    "pool": r"pools?|swimming|swim",
    "gym": r"gym|fitness|workout",
    "parking": r"parking|car ?park|garage|park(?= the| a| our| my|$)",
    "kitchen": r"kitchen(?:ette)?|self[ -]?catering|cook(?:ing)?",
    "bar": r"bar",
    "bicycles": r"bicycles?|bikes?|cycles?",
    "sauna": r"saunas?|spa|wellness",
    "garden": r"gardens?",
}
"""Words that name what a hotel may have, by its name in the catalog."""
FACT_WORDS = {
    "luggage storage": r"luggage|baggage|bags?|suitcases?|left luggage",
    "check-in and check-out": r"check(?:ing)?[ -]?(?:in|out)|late arrivals?|early arrivals?|arrive|arrivals?|reception"
    r"(?: hours)?|leave the room|room ready",
    "restaurant": r"restaurant|dinner|lunch|half board|full board|meals?|eat(?:ing)?|food",
    "sea view": r"(?:sea|ocean|beach|water) views?|views?",
    "near the airport": r"airport",
    "near the beach": r"beach(?:es)?|sea|seaside|ocean|waterfront|coast",
    "near the centre": r"cent(?:re|er)|central|downtown|town|city|location|located|area|old town|sights",
    "on a quiet street": r"quiet\w*|nois\w+|loud|peaceful|busy|traffic|street",
    "lift": r"lifts?|elevators?|stairs?|steps?|step[- ]free|wheelchairs?|accessib\w+|ramps?|disab\w+|ground floor",
    "Wi-Fi": r"wi-?fi|wlan|internet|wireless",
    "air conditioning": r"air ?-?con\w*|air conditioning|a/?c|aircon|cooling|cooled",
    "cots": r"cots?|cribs?|baby ?beds?|baby cots?",
    "extra beds": r"(?:extra|additional|third|sofa|child'?s?|folding|rollaway) beds?",
    "pet-friendly": r"pets?|dogs?|cats?|puppy|animals?",
}
"""Words that name a fact of a hotel, by its name in `hotel_facts`."""
OTHER = re.compile(
    r"\b(?:nearby|around|neighbou?rhood|in the area|shops?|supermarkets?|restaurants|transfers?|shuttles?|taxis?|"
    r"showers?|bath(?:room|tub)?s?|(?:business|kids|shopping|conference) (?:cent(?:re|er)|club)|hospitals?|"
    r"(?:city|tourist|town) tax(?:es)?|beach (?:towels?|chairs?|umbrellas?|bars?|bus)|sun ?(?:beds?|loungers?)|"
    r"bus(?:es)?|airport (?:train|pick[ -]?ups?|assistance)|(?:bike|bicycle|cycle)s? (?:storage|shed|room|parking)|"
    r"pick[ -]?ups? (?:from|at) the airport|(?:kid|child(?:ren)?)'?s?'? (?:menu|meals?)|high ?chairs?)\b"
)
"""Words of what is beside a hotel, or in it and not known, although other words in them are the name of a fact."""
_LANDMARK = re.compile(
    r"\bcentral (?!location|locations|area|areas|part|place|position|hotel|one|enough|distance|and|or|to|in)[a-z]+|"
    r"\b(?:city|town) (?:hall|walls?|gates?|museum|park|zoo|market|library|stadium|square)\b|"
    r"\b(?:train|railway|central|metro|subway|bus|tube|tram|ferry) stations?\b|\b(?:metro|subway|bus|tram) stops?\b|"
    r"\bstadium|\bharbou?r\b|\bport\b|\bmuseums?\b|\bpark\b(?! the| a| our| my|$)|\b(?<!car )park$|\bmarina\b|\bzoo\b|"
    r"\bconference|\bconvention|\buniversity|\bcampus\b|\bsquare\b|\bmarkets?\b|\bcathedral|\bcastle|\bpalace\b"
)
"""Words of a place in a town from which no distance is known, although one of them may mean the centre."""
_FILLER = re.compile(
    r"\b(?:distance|how|far|from|to|the|an?|is|it|near(?:est|er)?|clos(?:e|er|est)|walk(?:ing)?|with|at|in|on|of|has|"
    r"have|there|any|hotel|rooms?|for|us|times?|available|availability|nice|good|own|and|or|allowed|access|use|hours?|"
    r"included|friendly|menu|food|options?|from|until|view|connection|storage|street|km|conditions?|policy)\b"
)
_WITHOUT = re.compile(r"\b(?:gluten|lactose|dairy|nut|sugar|shellfish|smoke|step|pork|alcohol|allergen)s?[- ]free\b")
_BOARD = re.compile(r"\b(?:half|full)[ -]board\b|\ball[ -]inclusive\b")
_EXTRA = re.compile(r"\bfree\b|\bincluded\b|\bextra\b|\bprice\b|\bcosts?\b|\bcharge\b|\bfee\b")
_PRICE_UNKNOWN = " Whether it costs extra I do not know; please ask the hotel."
_DISTANCES = ("near the beach", "near the centre", "near the airport")
_MEASURED = re.compile(
    r"\b(?:distance|how far|near(?:est|er)?|clos(?:e|er|est)|walk(?:ing)? (?:distance|to|from)|far)\b"
    r"(?: (?:to|from|the))*"
)


_NEARBY = re.compile(r"\b(?:near ?by|close by|around|in the area)\b")
_ARTICLE = re.compile(r"\b(?:the|an?|it|is|located)\b")
_COMMON_NOUN = re.compile(
    r"(?:train|railway|metro|subway|bus|tube|tram|ferry|city|town|conference|convention) |"
    r"(?:stations?|stadium|harbou?r|port|river|museums?|park|zoo|markets?|castle|cathedral|palace|university|lake)$"
)
"""Words for what a town has that need an article, as names do not."""


def tell_of_hotels(fact: str, things: Sequence[Item], today: date) -> str:
    """Return what is known of one or more hotels on a fact in lower case."""
    if name := find_feature(fact):
        return tell_feature(name, fact, things)
    if room_type := re.search(r"^(?:an? )?(?P<type>single|double|family|suite)(?: rooms?)?s?$", fact):
        return _tell_room_type(room_type["type"], things)
    if said := tell_price_of(fact, things, today) or tell_from(fact, (*_OWN, *COMMON), things, today):
        return said
    is_distance = _MEASURED.search(fact) or names_landmark(fact)
    return tell_other_distance(fact, things) if is_distance else say_unknown(fact, things)


def find_feature(fact: str) -> str | None:
    """Return the amenity or fact that words in lower case name, or None."""
    if OTHER.search(fact) or re.search(DIET, fact) or names_landmark(fact):
        return None
    tables = (FACT_WORDS,) if _MEASURED.search(fact) else (AMENITIES, FACT_WORDS)
    if re.search(r"\b(?:view|beds?)\b", fact):
        tables = (FACT_WORDS, AMENITIES)
    names = (name for table in tables for name, words in table.items() if re.search(rf"\b(?:{words})(?!\w)", fact))
    if re.search(r"\bdistance\b|\bhow far\b|\b(?:near|clos)(?:est|er)\b", fact):
        return next((name for name in names if name in _DISTANCES), None)
    return next(names, None)


def names_landmark(fact: str) -> bool:
    """Return whether words in lower case name a place in a town, such as a park, and not only its centre or beach."""
    if re.fullmatch(AMENITIES["parking"], fact):
        return False
    return bool(_LANDMARK.search(fact)) and "sea view" not in fact


def tell_feature(name: str, fact: str, things: Sequence[Item]) -> str:
    """Return whether hotels have or are something, and that more of it is not known if more is asked."""
    hotels = list(dict.fromkeys(each.offer.hotel for each in things))
    if name == "near the centre" and re.search(r"\blocat|\barea\b|\bsights", fact):
        return "\n".join(map(tell_location, hotels))
    if name == "breakfast" and re.search(AMENITIES["vegetarian menu"], fact):
        menu = re.sub(r"^(?:Yes|No), ", "", tell_feature("vegetarian menu", fact, things))
        return f"{_tell_amenity(name, hotels)} {menu}"
    said = _tell_amenity(name, hotels) if name in AMENITIES else _tell_fact(name, fact, hotels)
    if name == "vegetarian menu" and re.search("vegan|plant", fact) and not said.startswith(("No", "None", "Neither")):
        return f"{said.removeprefix('Yes, ')} Whether that is vegan I do not know; please ask the hotel."
    return f"{said}{_tell_rest(name, fact, said)}"


def tell_location(hotel: Hotel) -> str:
    """Return where a hotel is."""
    facts = hotel.facts
    beach = [f"{format_km(facts.beach_km)} from the beach" if facts.beach_km else "on the beach"]
    where = [
        f"{format_km(facts.centre_km)} from the centre",
        *(beach if facts.beach_km is not None else []),
        f"{format_km(facts.airport_km)} from the airport",
    ]
    street = "quiet" if facts.is_quiet else "busy"
    return f"{hotel.name} is on a {street} street, {join_words(where)}; I do not know the address."


def describe_hotel(hotel: Hotel) -> str:
    """Return what a guest may want to know of a hotel, without a price."""
    has = join_words([add_article(each) for each in hotel.amenities])
    return (
        f"{hotel.name} has {hotel.stars} stars, is rated {hotel.rating} out of ten and has {has}. {describe_all(hotel)}"
    )


def describe_all_hotels(place: Place) -> str:
    """Return which hotels a place has, with their stars and from what price on."""
    cheapest = {hotel: format_dollars(min(room.price for room in hotel.rooms)) for hotel in hotels_in(place)}
    names = [f"{hotel.name} ({count(hotel.stars, 'star')}, from {cheapest[hotel]} a night)" for hotel in cheapest]
    return f"In {place.name} I have {join_words(names)}."


def _tell_amenity(name: str, hotels: Sequence[Hotel]) -> str:
    having = [hotel.name for hotel in hotels if name in hotel.amenities]
    thing = add_article(name)
    if len(hotels) == 1:
        return f"Yes, {hotels[0].name} has {thing}." if having else f"No, {hotels[0].name} has no {name}."
    if len(hotels) == 2 and len(having) != 1:
        names = [hotel.name for hotel in hotels]
        return (
            f"Both {join_words(names)} have {thing}." if having else f"Neither {join_words(names, 'nor')} has {thing}."
        )
    if not having:
        return f"None of them has {thing}."
    if len(having) == len(hotels):
        return f"All of them have {thing}."
    return f"Of these, {join_words(having)} {'has' if len(having) == 1 else 'have'} {thing}."


def _tell_fact(name: str, fact: str, hotels: Sequence[Hotel]) -> str:
    if (name in _DISTANCES or name == "on a quiet street") and len(hotels) == 1:  # asked as "quiet" or as "noisy"
        return FACTS[name].tell(hotels[0])
    if name in _DISTANCES and len(hotels) > 1 and all(FACTS[name].measure(each) is None for each in hotels):  # type: ignore[misc]
        return FACTS[name].tell(hotels[0])
    return hotel_facts.tell(name, hotels, fact)


def _tell_rest(name: str, fact: str, said: str) -> str:
    """Return that nothing more is known, if a fact says more of what a hotel has: "indoor pool", "parking price"."""
    if "ground floor" in fact:
        return " I do not know about rooms on the ground floor; please ask the hotel."
    if name == "sea view" and not re.search(r"\b(?:sea|ocean|beach|water)\b", fact):
        return " I know no more about the view; please ask the hotel."
    is_plain = name == "check-in and check-out" and not re.search(r"late|early|recep", fact)
    if said.startswith(("No", "None")) or name in _DISTANCES or is_plain:
        return ""
    if name in AMENITIES and _EXTRA.search(_WITHOUT.sub(" ", fact)):
        return _PRICE_UNKNOWN
    words = AMENITIES.get(name) or FACT_WORDS[name]
    rest = _FILLER.sub(" ", re.sub(rf"\b(?:{words})(?!\w)", " ", fact)).strip(" -,?")
    is_same = name in {"luggage storage", "on a quiet street", "pet-friendly"} or (
        name == "Wi-Fi" and not re.search(r"\w", _EXTRA.sub(" ", rest))
    )
    has_hours = name in AMENITIES and re.search(r"\b(?:hours?|times?|open)\b", fact)
    is_late = name == "check-in and check-out"
    is_more = bool(rest or has_hours or is_late)
    is_more = is_more or bool(_BOARD.search(fact))
    if is_more and not is_same:
        return f" I know no more about “{fact}”; please ask the hotel."
    return _PRICE_UNKNOWN if name == "breakfast" and said.startswith("Yes") else ""


def tell_other_distance(fact: str, things: Sequence[Item]) -> str:
    """Return that the distance from a place in a town is not known, and how far hotels are from the centre."""
    what = " ".join(_ARTICLE.sub(" ", _MEASURED.sub(" ", fact)).split()) or "that"
    if _NEARBY.search(what):
        what = name_thing(_NEARBY.sub("", what).strip() or "anything")
        return f"I do not know whether there is {what} nearby; please ask the hotel."
    what = "restaurants" if re.search(r"\bfood\b|\beat|\brestaurant", what) else what
    what = f"the {what}" if _COMMON_NOUN.match(what) else what
    hotels = dict.fromkeys(each.offer.hotel for each in things)
    known = join_words([f"{hotel.name} is {format_km(hotel.facts.centre_km)}" for hotel in hotels])
    who = "it is" if len(hotels) == 1 else "they are"
    return f"I do not know how far {who} from {what}, please ask the hotel; {known} from the centre."


def _tell_stars(thing: Item, today: date) -> str:
    del today
    return f"{thing.offer.title} has {count(thing.offer.hotel.stars, 'star')}."


def _tell_rating(thing: Item, today: date) -> str:
    del today
    return f"{thing.offer.title} is rated {thing.offer.hotel.rating} out of ten by its guests."


def _tell_rooms(thing: Item, today: date) -> str:
    del today
    offer = thing.offer
    room = offer.hotel.room(offer.call.arguments["room_type"])
    number = offer.call.arguments["rooms"]
    rooms = count(number, f"{room.type} room")
    each = " each" if number > 1 else ""
    other = [own.type for own in offer.hotel.rooms if own.type != room.type]
    more = f"; it also has {join_words(other)} rooms" if other else ""
    return (
        f"{offer.title}: {rooms}, for up to {count(room.sleeps, 'guest')}{each}{more}. "
        "I do not know more about the beds and the room; please ask the hotel."
    )


def _tell_room_type(room_type: str, things: Sequence[Item]) -> str:
    """Return whether each of some hotels has rooms of a type, and what they cost."""
    said: list[str] = []
    for hotel in dict.fromkeys(each.offer.hotel for each in things):
        room = next((room for room in hotel.rooms if room.type == room_type), None)
        if room is None:
            said.append(f"No, {hotel.name} has no {room_type} rooms.")
            continue
        terms = f"{format_dollars(room.price)} a night, for up to {count(room.sleeps, 'guest')}"
        said.append(f"Yes, {hotel.name} has {room_type} rooms, {terms}.")
    return "\n".join(said)


def _tell_hostel(thing: Item, today: date) -> str:
    """Say whether a hotel is a hostel: a simple house for backpackers, in which guests have rooms of their own."""
    del today
    hotel = thing.offer.hotel
    what = f"with {count(hotel.stars, 'star')}, rated {hotel.rating} out of ten"
    if "Backpackers" not in hotel.name:
        return f"{hotel.name} is no hostel; it is a hotel {what}."
    room = f"{thing.offer.call.arguments['room_type']} room"
    return (
        f"{hotel.name} is a hostel {what}; a {room} there is your own. Whether the bathroom is shared I do not know; "
        "please ask the hotel."
    )


def _tell_children(thing: Item, today: date) -> str:
    del today
    hotel = thing.offer.hotel
    family = ["family rooms"] if any(room.type == "family" for room in hotel.rooms) else []
    has = [*family, *(name for name in ("cots", "extra beds") if FACTS[name].is_met(hotel))]
    lacks = [name for name in ("cots", "extra beds") if not FACTS[name].is_met(hotel)]
    no = f" and no {join_words(lacks, 'or')}" if lacks else ""
    more = "I know no more about that, please ask the hotel"
    return f"{hotel.name} has {join_words(has)} for children{no}; {more}."


def _tell_amenities(thing: Item, today: date) -> str:
    del today
    hotel = thing.offer.hotel
    facts = ("lift", "restaurant", "air conditioning", "cots", "extra beds", "sea view")
    more = [add_article(name) for name in facts if FACTS[name].is_met(hotel)]
    return f"{hotel.name} has {join_words([*map(add_article, hotel.amenities), 'free Wi-Fi', *more])}."


def _tell_place(thing: Item, today: date) -> str:
    del today
    return tell_location(thing.offer.hotel)


def _tell_all(thing: Item, today: date) -> str:
    return f"{describe_hotel(thing.offer.hotel)} {tell_price(thing, today)}"


def _tell_cancelling(thing: Item, today: date) -> str:
    return describe_money_back(thing.offer, today)


_OWN: Sequence[tuple[str, Tell]] = (
    (r"\bcancel\w*|\brefund\w*|\bmoney back\b", _tell_cancelling),
    (r"\bhostels?\b|\bdorm\w*|\b(?:shared?|private) (?:bath)?rooms?\b|^private$|^shared$", _tell_hostel),
    (r"\bstars?\b|\bcategory\b", _tell_stars),
    (r"\brat(?:ed|ings?)\b|\breviews?\b|\bscore\b", _tell_rating),
    (
        (
            r"^(?!.*\b(?:club|menu|seats?|lap|meals?|play\w*|sitt\w+|babysit\w*|high ?chairs?)\b)"
            r".*(?:\bchild|\bkids?\b|\bfamil(?:y|ies)\b|\bbab(?:y|ies)\b|\btoddler).*"
        ),
        _tell_children,
    ),
    (r"\bamenit|\bfacilit|\bfeatures?\b|\bwhat it has\b|\bextras\b", _tell_amenities),
    (r"\baddress\b|\bwhere\b|\bneighbou?rhood\b|\bdistrict\b", _tell_place),
    (
        r"^rooms?$|\broom (?:type|size|kind)|\bbeds?\b|\bdouble\b|\bsingle\b|\bsuite\b|\brooms\b|\bbedrooms?\b",
        _tell_rooms,
    ),
    (r"^(?:info|information|details?|more|everything|description|about|general|like|what like)$|\binfo\b", _tell_all),
)
"""Facts of hotels beside what they have, the first that fits."""
