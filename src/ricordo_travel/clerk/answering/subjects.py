"""The subjects of a question: offers, what waits for a yes, bookings, hotels by name, and places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from ricordo_travel.clerk.answering.hotel_answers import find_feature
from ricordo_travel.clerk.changing.ways import keep_way
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.scene import Item, Items, Scene
from ricordo_travel.clerk.searching.nowhere import goes_nowhere
from ricordo_travel.dialogue.facts.hotel_facts import meets
from ricordo_travel.dialogue.plan import call, join_words
from ricordo_travel.dialogue.replies.offers import BOOKING_ID, describe_rooms, find_offers
from ricordo_travel.dialogue.replies.questions import ASK_WHICH_PLACE, TAKE_NEAREST
from ricordo_travel.dialogue.trips.booked import group_trips, is_way_back
from ricordo_travel.dialogue.trips.shown import find_described, list_places_shown
from ricordo_travel.dialogue.values.geography import Mention, find_mentions, find_named
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.hotels.catalog import Hotel, hotels, hotels_in
from ricordo_travel.places import Place, find_places

THESE = frozenset({"these", "those", "them", "they", "it", "this", "that", "all", "both", "ones", "listed"})
_ASKING = frozenset({"ask", "which", "compare"})
_KINDS = re.compile(r"(?:flight|return|hotel|car|room)s?$")
_NUMBERED_BOOKING = re.compile(rf"^(?P<number>\d+)\. (?P<id>{BOOKING_ID.pattern})", re.MULTILINE | re.IGNORECASE)
NOTHING_TO_CHOOSE = "I have nothing to choose from yet."
NOTHING_TO_TELL = "I have shown you nothing yet that I could tell that of."
_TELL_ME = "Tell me where you would like to go and when, and I look for flights, a hotel or a car."
_RECENT = 10
_AHEAD = 14
"""After how many days a night is looked up, where no days are known."""


def find_subjects(scene: Scene, refs: Sequence[str]) -> Items:
    """Return the things that a question is about, each once; those talked about last if it names none."""
    found = yield from _find_meant(scene, refs)
    if found:
        return renew(scene, (yield from _keep_way(scene, refs, found)))
    if refs and all(len(ref) == 1 and ref.isalpha() for ref in refs):
        return (yield from find_focus(scene))  # a letter that nothing has is a slip of the reader
    return keep_once(_find_in_reply(scene, refs))


def _keep_way(scene: Scene, refs: Sequence[str], found: list[Item]) -> Items:
    """Return things with the booked flight of the way that the message names: "when does the flight home leave?"."""
    if not any(each.row and each.kind == "flight" for each in found):
        return found
    booked = yield from scene.load_bookings()
    own = [each.row for each in found if each.row]
    kept = keep_way(scene, Command("ask", tuple(refs)), own, [each.row for each in booked if each.row])
    ids = [row["booking_id"] for row in kept]
    return [
        *(each for each in found if not each.row),
        *(each for each in booked if each.row and each.row["booking_id"] in ids),
    ]


def renew(scene: Scene, things: Sequence[Item]) -> list[Item]:
    """Return things as the reply to the message offers them: for the new days that it just named."""
    new = {
        (offer.kind, offer.title, offer.call.arguments.get("room_type")): Item(offer, "shown")
        for text in scene.said
        for offer in find_offers(text)
    }
    keys = [(each.kind, each.offer.title, each.offer.call.arguments.get("room_type")) for each in things]
    return [each if each.row else new.get(key, each) for each, key in zip(things, keys, strict=True)]


def _find_in_reply(scene: Scene, refs: Sequence[str]) -> list[Item]:
    """Return the offers of the reply so far that references name."""
    offers = [Item(offer, "shown") for text in scene.said for offer in find_offers(text)]
    kinds = [each for each in offers if each.kind in {ref.lower().rstrip("s") for ref in refs}]
    return kinds or _keep_named(refs, offers) or _keep_named(refs, scene.shown)


def _keep_named(refs: Sequence[str], things: Sequence[Item]) -> list[Item]:
    """Return the things whose names have all words of references: "the lodge", "the grand"."""
    words = {ref.lower() for ref in refs} - THESE - {"the", "one", "hotel"}
    return [each for each in things if words and words <= set(each.offer.title.lower().split())]


def _find_meant(scene: Scene, refs: Sequence[str]) -> Items:
    words = {ref.lower() for ref in refs}
    if words and words <= {"all", "everything"}:
        booked = yield from scene.load_bookings()
        return keep_once([*scene.waiting, *booked]) if booked else (yield from find_focus(scene))
    if words <= THESE:
        return (yield from find_focus(scene))
    if _KINDS.match(refs[0].lower()):
        return (yield from _find_of_kind(scene, refs))
    found = yield from scene.find_things(refs)
    found += yield from _find_numbered(scene, refs, found)
    booked = (yield from scene.load_bookings()) if any(each.state == "shown" for each in found) else []
    found = found or _find_having(scene, refs)
    same = {identify(each): each for each in booked}
    return keep_once(same.get(identify(each), each) for each in _keep_location(refs, found))


def _find_having(scene: Scene, refs: Sequence[str]) -> list[Item]:
    """Return the hotels of the latest list with what references name, or the cars: "with pool", "automatic"."""
    words = normalise(" ".join(refs))
    feature = find_feature(words)
    hotels = [each for each in scene.listed if each.kind == "hotel"]
    if feature and hotels:
        return [each for each in hotels if meets(each.offer.hotel, feature)]
    cars = [each for each in scene.listed if each.kind == "car"]
    return [each for each in cars if each.offer.car.gearbox in words.split()]


def find_focus(scene: Scene) -> Items:
    """Return what was talked about last: the list of the reply so far or of the last one, what waits, or bookings."""
    texts = (*reversed(scene.said), scene.state.last_reply)
    lists = [[Item(offer, "shown") for offer in find_offers(text) if offer.number] for text in texts]
    last = next(filter(None, lists), list[Item]())
    if last or scene.waiting:
        return keep_once(last or scene.waiting)
    if compared := (yield from _find_compared(scene)):
        return compared
    booked = yield from scene.load_bookings()
    ids = {match[1] for match in BOOKING_ID.finditer(scene.state.last_reply)}
    named = [each for each in booked if each.row and each.row["booking_id"] in ids]
    spoken = [] if named else _find_spoken(scene, [*scene.listed, *booked])
    return keep_once(named or spoken or scene.listed or booked)


def _find_compared(scene: Scene) -> Items:
    """Return the things that the message before compared, or asked about, if it named several."""
    commands = scene.earlier[-1][1] if scene.earlier else ()
    refs = [_list_marked(command) for command in commands if command.verb in _ASKING]
    named = list(dict.fromkeys(ref for each in refs for ref in each))
    if len(split_refs(named)) < 2:
        return []
    found = yield from scene.find_things(named)
    if len(found) < 2 and len(hotels := find_hotels_named(scene, named)) > 1:
        found = yield from look_up_hotels(scene, hotels)
    return keep_once(found) if len(found) > 1 else []


def _list_marked(command: Command) -> list[str]:
    """Return the references of a command to single things: their numbers and names."""
    words = {ref.lower() for ref in command.refs}
    is_of_all = words <= THESE or any(_KINDS.match(word) for word in words)
    return [] if is_of_all else [ref for ref in command.refs if len(ref) > 1 or ref.isdigit()]


def _find_spoken(scene: Scene, things: Iterable[Item]) -> list[Item]:
    """Return the things whose names the last reply has, if it has few of them."""
    reply = scene.state.last_reply.casefold()
    return [each for each in things if each.offer.title.casefold() in reply]


def _find_of_kind(scene: Scene, refs: Sequence[str]) -> Items:
    """Return the things of a kind: what waits, what the last reply lists, what is booked, or what was shown before."""
    text = scene.state.last_reply.casefold()
    if waiting := (yield from scene.find_things(refs, among=("waiting",))):
        return keep_once(waiting)
    shown = yield from scene.find_things(refs, among=("shown",))
    if latest := [each for each in shown if each.offer.text.casefold() in text]:
        return keep_once(latest)
    spoken = {} if refs[0].endswith("s") else {each.offer.title: each for each in _find_spoken(scene, shown)}
    if len(spoken) == 1:
        return list(spoken.values())
    booked = yield from scene.find_things(refs, among=("booked",))
    if refs[0].lower().startswith("return"):
        every = yield from scene.load_bookings()
        booked = [each for each in booked if _goes_back(scene, each, every)]
    return keep_once(booked or _keep_latest(scene, shown))


def _goes_back(scene: Scene, thing: Item, booked: Sequence[Item]) -> bool:
    """Return whether a booked flight is the way back."""
    if thing.offer.flight.origin == scene.trip.destination:
        return True
    rows = [each.row for each in booked if each.row]
    return bool(thing.row) and any(is_way_back(thing.row, trip) for trip in group_trips(rows) if thing.row in trip)


def _keep_latest(scene: Scene, things: Sequence[Item]) -> list[Item]:
    """Return those of some things that the latest reply with any of them shows."""
    for reply in scene.state.replies:
        text = reply.casefold()
        if found := [each for each in things if each.offer.text.casefold() in text]:
            return found
    return list(things)


def _find_numbered(scene: Scene, refs: Sequence[str], found: Sequence[Item]) -> Items:
    """Return the bookings with numbers in the last reply, if that lists bookings and nothing else was found."""
    numbers = {match["id"]: match["number"] for match in _NUMBERED_BOOKING.finditer(scene.state.last_reply)}
    if found or not numbers:
        return []
    booked = yield from scene.load_bookings()
    return [each for each in booked if each.row and numbers.get(each.row["booking_id"]) in refs]


def _keep_location(refs: Sequence[str], things: Sequence[Item]) -> list[Item]:
    """Return things without the cars at the airport if those in town are named, and the other way round."""
    words = {ref.lower() for ref in refs}
    if not words & {"town", "airport"}:
        return list(things)
    at_airport = "airport" in words
    return [each for each in things if each.kind != "car" or each.offer.car.location.at_airport == at_airport] or list(
        things
    )


def keep_once(things: Iterable[Item]) -> list[Item]:
    """Return things without what is there twice: what waits or is booked also was an offer in a list."""
    rank = {"booked": 0, "waiting": 1, "shown": 2}
    best: dict[tuple[object, ...], Item] = {}
    for each in things:
        key = identify(each)
        if key not in best or rank[each.state] < rank[best[key].state]:
            best[key] = each
    return list(best.values())


def merge_rooms(things: Sequence[Item]) -> list[Item]:
    """Return things with the rooms of one hotel that are taken together as one: the double and the single beside it."""
    merged: dict[tuple[object, ...], Item] = {}
    for each in things:
        offer, arguments = each.offer, each.offer.call.arguments
        days = arguments.get("check_in"), arguments.get("check_out")
        key = (each.state, offer.title, offer.number, *days) if each.kind == "hotel" else (identify(each), each.state)
        if key in merged:
            other = merged[key].offer
            guests = arguments["guests"] + other.call.arguments["guests"]
            call = replace(other.call, arguments={**other.call.arguments, "guests": guests})
            sums = {"total": other.total + offer.total, "unit_price": other.unit_price + offer.unit_price}
            merged[key] = replace(merged[key], offer=replace(other, call=call, **sums))
        else:
            merged[key] = each
    return list(merged.values())


def identify(thing: Item) -> tuple[object, ...]:
    """Return what an offer and the booking of it have in common, and nothing else has."""
    arguments = thing.offer.call.arguments
    names = ("day", "cabin", "check_in", "check_out", "room_type", "pick_up", "drop_off")
    return thing.kind, thing.offer.title.casefold(), *(str(arguments.get(name)) for name in names)


def find_hotels_spoken(scene: Scene) -> list[Hotel]:
    """Return the hotels that the latest of two replies names, in its order, if it lists no offers, asks for no yes."""
    named = (each for each in scene.state.replies[:2] if any(hotel.name in each for hotel in hotels().values()))
    reply = next(named, "")
    named = [hotel for hotel in hotels().values() if hotel.name in reply] if not find_offers(reply) else []
    return sorted(named, key=lambda hotel: reply.index(hotel.name))


def find_hotels(scene: Scene, words: str) -> list[Hotel]:
    """Return the hotels of the catalog with a name, at the places of the conversation, shown or not."""
    text = normalise(words)
    places = [mention.place for mention in find_mentions(text) if mention.place]
    places += [place for place in (scene.trip.destination,) if place] if not places else []
    meant = set(text.split()) - {word for place in places for word in place.name.lower().split()} - THESE
    found = [hotel for place in dict.fromkeys(places) for hotel in hotels_in(place)]
    return [hotel for hotel in found if meant and meant <= set(hotel.name.lower().split())]


def find_hotels_named(scene: Scene, refs: Sequence[str]) -> list[Hotel]:
    """Return the hotels of the catalog that references name one by one: "Cedar House Compass Grand" are two."""
    found = [hotel for name in split_refs(refs) for hotel in find_hotels(scene, name)[:1]]
    return list(dict.fromkeys(found))


def look_up_hotels(scene: Scene, hotels: Sequence[Hotel]) -> Items:
    """Look up rooms in hotels that were not shown, for the days and people of the trip; for a night if it has none."""
    known = scene.known("hotel")
    first = known.first or scene.state.today + timedelta(days=_AHEAD)
    last = known.last or first + timedelta(days=1)
    days = {"check_in": first.isoformat(), "check_out": last.isoformat(), "guests": known.people}
    found: list[Item] = []
    for place in dict.fromkeys(hotel.place for hotel in hotels):
        result = yield from call("search_hotel_rooms", city=place.key, **days)
        ids = [hotel.id for hotel in hotels]
        rows = [row for row in result.data.get("hotels", ()) if row["hotel_id"] in ids]
        lines = describe_rooms(rows, first, last, known.people)
        found += [Item(offer, "shown") for offer in find_offers("\n".join(lines))]
    return found


def find_place_named(words: str) -> Mention | None:
    """Return the place, the country or the unserved place that words name."""
    text = normalise(words)
    return find_named(text) or next(iter(find_mentions(text)), None)


def is_place(words: str) -> bool:
    """Return whether words are the name of a place and nothing else."""
    text = normalise(words)
    mention = find_named(text)
    return bool(mention) and len(text.split()) <= len(mention.name.split())


def find_places_named(words: str) -> list[Place]:
    """Return the places that words name, in order."""
    return list(dict.fromkeys(each.place for each in find_mentions(normalise(words)) if each.place))


def find_places_shown(scene: Scene) -> list[Place]:
    """Return the places that were suggested or compared last."""
    return list_places_shown(scene.state.replies[:_RECENT])


def find_place_spoken(scene: Scene) -> Place | None:
    """Return the place that the conversation is about; none if it is about one that is not served."""
    described = find_described(scene.state.last_reply)
    if goes_nowhere(scene.trip) and not described:
        return None
    if described or scene.trip.destination:
        return described or scene.trip.destination
    things = [*scene.waiting, *scene.shown]
    if things:
        return things[0].place
    said = [command for _, commands in scene.earlier for command in commands] + list(scene.commands)
    asked = [place for each in said if each.verb in {"place", "compare"} for place in find_places_named(each.subject)]
    if asked:
        return asked[-1]
    named = [{place for _, place in find_places(reply)} for reply in scene.state.replies]
    last = next(filter(None, named), set[Place]())
    return last.pop() if len(last) == 1 else None


def say_nothing_shown(scene: Scene, lead: str) -> str:
    """Return that nothing was shown, and a question for the place, for the nearest one instead of it, or what to seek.

    Where places were shown these are what there is to choose from.
    """
    if places := find_places_shown(scene):
        names = join_words([place.name for place in places])
        return f"I have shown you no hotels, flights or cars yet, only places: {names}. {ASK_WHICH_PLACE}"
    if place := scene.trip.destination:
        return f"{lead} Shall I look for flights, a hotel or a car in {place.name}?"
    asked = (match[0] for reply in scene.state.replies[:3] if (match := TAKE_NEAREST.search(reply)))
    return f"{lead} {next(asked, _TELL_ME)}"
