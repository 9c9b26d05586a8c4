"""Hold what a message looks for against its words: ideas where to go, a place that is named, a trip or only a room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ricordo_travel.clerk.choosing.refusing import BY_LAND
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.goal_kept import WANTS_IDEAS, start_where_willing
from ricordo_travel.clerk.reading.people import add_party
from ricordo_travel.clerk.reading.search_wishes import NAMES_SOUGHT, is_open_wish
from ricordo_travel.clerk.reading.slots import (
    BEACH,
    BETWEEN,
    FINER,
    find_named_place,
    find_picked_place,
    find_wishes,
)
from ricordo_travel.clerk.reading.spoken_days import settle_days
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.searching.between import AMONG, choose_between
from ricordo_travel.clerk.searching.too_far import LAST_DAYS
from ricordo_travel.dialogue.facts.climate import find_limit_in_degrees, find_span
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.replies.questions import ASK_SUGGESTION
from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.values.text import normalise, split_sentences

_OF_TRIP = frozenset({"from", "on", "until", "nights", "people"})
_ELSEWHERE = re.compile(
    r"\b(?:an)?other (?:\w+ )?(?:destination|island|city|country|town|region|beach (?:place|resort|town|spot))s?\b|"
    r"\bdifferent (?:\w+ )?(?:destination|island|city|country|town|region)s?\b|"
    r"\bother (?:\w+ )?places to go\b|\bsomewhere else\b(?! in\b)|\bnot in \w+ at all\b"
)
"""Words of somebody who wants to go to another place, and not to another hotel."""
_FOR_ALL = re.compile(
    r"\bfor everything\b|\bfor (?:the|our|my) (?:whole|entire) (?:trip|holiday|vacation|thing)\b|"
    r"\b(?:with|including|incl) (?:the )?flights?\b|\bflights? and (?:hotels?|rooms?|all)\b|"
    r"\bhotels? and flights?\b|\bfor (?:it|the trip) all\b"
)
_FLIGHTS_INCLUDED = re.compile(r"\b(?:including|incl\w*|with) (?:the )?flights?\b|\bflights? (?:are |is )?included\b")
_FLIGHTS = re.compile(r"(?:the |a |cheap |return )*flights?(?: there| back| too| included)*")
_OF_HOTEL = re.compile(r"\b(?:hotels?|hostels?|rooms?|guest ?houses?|lodges?|stay\w*|sleep|beds?|accommodation)\b")
_TO_SLEEP = re.compile(
    r"(?<!\bno )(?<!\bhave )(?<!\bgot )\b(?:places?|somewhere|where|anywhere|beds?) to (?:sleep|stay)\b|"
    r"(?<!\bno )(?<!\bhave )(?<!\bgot )\b(?:accommodation|accomodation|lodgings?)\b"
)
_STAYS = re.compile(rf"\bstay(?:ing)? (?:there )?(?:for )?(?:{NUMBER}|an?) (?:nights?|days?|weeks?)\b")
_OF_HOTELS = frozenset({"pool", "sauna", "spa", "gym", "kitchen", "garden", "near the centre"})
"""Wishes that no flight can meet."""
_WEATHER = re.compile(
    r"\b(?:weather|warm\w*|hot\w*|cold\w*|cool\w*|rain\w*|temperatures?|climate|sun\w*|snow\w*|degrees|humid|season|like"
    r"|storms?|monsoon|swim\w*|pack|wear)\b|\?"
)
_MUSES = re.compile(
    r"\b(?:thinking|dreaming|thought) (?:about|of)\b|\bconsidering\b|\btoying with\b|\bhave an eye on\b|"
    r"\b(?:fancy|curious about|interested in) (?:going to |visiting )?(?!an?\b)"
)
_NAMES_KIND = re.compile(
    r"\b(?:fl(?:y|ights?|ying)|hotels?|rooms?|cars?|hostels?|stay(?:ing)?|book|rent\w*|tickets?)\b"
)
_ONLY = re.compile(r"\b(?:only|just|first)\b")
_WAY_HOME = re.compile(
    r"\bhow (?:do|can|could|will|would|should|shall) (?:i|we|they) (?:get|go|come|fly|travel) (?:back )?(?:home|back)\b"
    r"(?! (?:to the|from the)\b)"
)
_ONLY_LIKE = re.compile(
    r"\b(?:like|similar|been|loved|liked|was|were|went|last|visited|instead|not|no|than|too|except|besides|other|but|"
    r"anywhere|where|maybe|or|perhaps)\b"
)
"""Words of a sentence whose places are no goals, or only some among others."""
_START_BEFORE = re.compile(
    r"\b(?:from|live in|living in|based in|near|around|close to|out of|(?:student|here|home|am|are|i'm|im|we're) in|"
    r"moved to|via)\s+(?:the )?$"
)
_LIVES = re.compile(r"\b(?:live|living|based) in (?:the )?$")
_ROAD_TRIP = re.compile(r"\broad ?trip\b|\bdriv(?:e|ing)\b|\bself[- ]drive\b")
_FROM = re.compile(
    r"(?<!far )(?<!away )(?<!back )(?<!return )(?<!train )(?<!km )(?<!minutes )(?<!drive )(?<!walk )(?<!home )\bfrom $"
)
_FLYING_FROM = re.compile(r"\b(?:fly|flying|flights?|flight) (?:out )?from $")
_OF_FLIGHTS = frozenset({"flight", "return", "flight+return"})
_NO_WISH = frozenset({"no", "suggest", "place", "tell", "chat", "keep"})
"""Verbs that such a message is read as beside its refusal."""
_ROUTE = (" to ", "-", " - ", " -> ", ">")
"""What stands between the start and the goal of a flight."""
_OWN_START = re.compile(
    r"\b(?:fly|flying|flights?|leav\w+|start\w*|set(?:ting)? off|travel\w*|depart\w*) (?:out )?from $"
)
"""Words before the place where somebody says by the way that a trip starts."""
_LENGTH = re.compile(
    rf"\bfor (?:about |just |only )?(?P<count>{NUMBER}|an?) (?P<unit>night|day|week)s?\b(?! (?:ago|before))|"
    rf"\b(?P<many>{NUMBER}) (?P<units>night|day|week)s? (?:from|starting|beginning)\b"
    r"(?! (?:now|today|home|the (?:airport|beach)))"
)
_ENDS = ("until", "nights", "longer", "shorter", "shift", "again")
_NEAR = re.compile(r"(?:much |a bit )?(?:near(?:er)?|close(?:r)?|not (?:too |so )?far)\b")
_ALIKE = re.compile(r"(?:something )?(?:similar|alike|like (?:that|it|there))")
_FINER = re.compile(
    r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!works )"
    r"\b(?:fancier|nicer|better|classier|posher|more (?:romantic|luxur\w+|upmarket|upscale|special|stylish))\b"
    r"(?! (?:sea |city |for )?(?:views?|locations?|areas?|prices?|deals?|rates?|beach|pools?|gardens?|breakfasts?)\b)|"
    r"\b(?:too|bit|rather) (?:cheap|basic|simple)\b"
)
"""Words of somebody who wants a hotel better than those that were shown, and not only with a better view."""
_BETWEEN = re.compile(r"\bin ?between\b|\bbetween (?:those|these|the) two\b|\bmid(?:dle)?[- ](?:range|priced?)\b")


_AWAY = re.compile(r"\b(?:get|getting|break|escape|flee)(?: out of| away from| from)? (?P<where>[a-z ]{3,20})")
"""Words of somebody who wants to be anywhere but at home."""


def settle_goals(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands that look for what a text in lower case looks for, after a reply."""
    commands = _refuse_flights(reply, text, commands)
    commands = choose_between(text, commands)
    commands = _add_nights(text, _add_start(text, _add_degrees(text, commands)))
    settled = [each for command in commands for each in _settle(reply, text, start_where_willing(text, command))]
    return add_party(text, list(dict.fromkeys(settled)))


def keep_sought(before: Sequence[Command], reply: str, text: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return commands that also look for what the message before looked for and the reply to it does not show.

    A text that names what it looks for means only that: "just the car". After days too far
    ahead, other days are for all of it.
    """
    shown = {offer.kind for offer in find_offers(reply)}
    kinds = {kind: None for each in before if each.verb == "find" for kind in each.subject.split("+")}
    open_kinds = [kind for kind in kinds if ("flight" if kind == "return" else kind) not in shown]
    searches = [each for each in commands if each.verb == "find"]
    is_only = (_ONLY if LAST_DAYS.search(reply) else NAMES_SOUGHT).search(text)
    if len(searches) != 1 or is_only or not {*searches[0].subject.split("+")} < {*open_kinds}:
        return tuple(commands)
    return tuple(replace(each, refs=("+".join(open_kinds),)) if each in searches else each for each in commands)


def _settle(reply: str, text: str, command: Command) -> list[Command]:
    if command.verb == "place":
        is_way_home = "transport" in command.text and _WAY_HOME.search(text)
        return [Command("find", ("return",)) if is_way_home else _speak_of_trip(text, command)]
    if between := _look_between(reply, text, command):
        return [between]
    if command.verb == "pick":
        return _start_at_home(text, command) or _ask_for_beach(command)
    if command.has(AMONG):
        return [command]
    if command.verb == "suggest":
        command = _liken(text, _start_near(text, _leave_home(_get_away(text, _limit_all(text, command)))))
        return _go_to_named(reply, text, command)
    if command.verb != "find":
        return [command]
    if not reply and _muses(text, command):
        return [_speak_of(command)]
    if is_open_wish(reply, text, command):
        return [_liken(text, replace(command, verb="suggest", refs=()))]
    command = _look_for_finer(reply, text, _limit_all(text, command))
    return [settle_days(text, _go_and_stay(reply, text, command))]


def _refuse_flights(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands that only refuse the flights on the screen, if a text goes by land and asks for nothing."""
    is_shown = any(offer.kind == "flight" and offer.number for offer in find_offers(reply))
    is_refused = bool(BY_LAND.search(text)) and "?" not in text and not _ELSEWHERE.search(text)
    others = [each for each in commands if not (each.subject in _OF_FLIGHTS and each.has("from"))]
    if not is_shown or not is_refused or not {each.verb for each in others} <= _NO_WISH:
        return list(commands)
    return [*(each for each in commands if each.verb == "tell"), Command("no", ("flight",))]


def _add_start(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose only search has the start that the text names, and is for flights if it says "flying from".

    "15 to 18 June from Hong Kong, need a hotel", "from 9 July. Flying from London". Without a search, the start is kept
    with a place that is chosen or asked about: "Barcelona sounds good. We fly from London".
    """
    searches = [each for each in commands if each.verb == "find"]
    named = find_mentions(text)
    routes = [one for one, other in pairwise(named) if text[one.end : other.start] in _ROUTE]
    starts = [each for each in named if _FROM.search(text[: each.start])] or routes
    if not searches and len(starts) == 1 and _OWN_START.search(text[: starts[0].start]):
        searches = [each for each in commands if find_picked_place(each) or each.verb in {"place", "suggest"}][:1]
    if len(searches) != 1 or len(starts) != 1 or searches[0].subject == "car" or searches[0].has("from"):
        return list(commands)
    said = " ".join(value for each in commands for _, value in each.slots).lower()
    search, start = searches[0], starts[0]
    is_flown = bool(_FLYING_FROM.search(text[: start.start])) and search.subject == "hotel"
    added = () if start.name.lower() in said else (("from", start.name),)
    settled = replace(search, refs=("flight+hotel",) if is_flown else search.refs, slots=(*added, *search.slots))
    return [settled if each is search else each for each in commands]


def _add_nights(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose only search lasts as long as the text says: "visiting my daughter for two weeks"."""
    searches = [each for each in commands if each.verb in {"find", "suggest"}]
    lengths = list(_LENGTH.finditer(text))
    if len(searches) != 1 or len(lengths) != 1 or searches[0].has(*_ENDS) or searches[0].subject == "return":
        return list(commands)
    number, unit = lengths[0]["count"] or lengths[0]["many"], lengths[0]["unit"] or lengths[0]["units"]
    nights = parse_count(number) * (7 if unit == "week" else 1)
    added = replace(searches[0], slots=(*searches[0].slots, ("nights", str(nights))))
    return [added if each is searches[0] else each for each in commands]


def _add_degrees(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose only wish for ideas has the limit in degrees that the text names: "28 degrees or more"."""
    ideas = [each for each in commands if each.verb == "suggest"]
    if not (limit := find_limit_in_degrees(text)) or len(ideas) != 1:
        return list(commands)
    rest = tuple(slot for slot in ideas[0].slots if slot[0] != "with" or not find_span(normalise(slot[1])))
    settled = replace(ideas[0], slots=(*rest, ("with", limit)))
    return [settled if each is ideas[0] else each for each in commands]


def _leave_home(command: Command) -> Command:
    """Return a wish for ideas that does not go to where it starts."""
    start = (command.value("from") or "").lower()
    slots = [slot for slot in command.slots if slot[0] != "place" or slot[1].lower() != start]
    return replace(command, slots=tuple(slots))


def _get_away(text: str, command: Command) -> Command:
    """Return a wish for ideas that starts at the place that it refuses, if the text wants away from there."""
    away = {mention.name for match in _AWAY.finditer(text) for mention in find_mentions(match["where"])[:1]}
    slots = [
        ("from", value)
        if name == "not" and {each.name for each in find_mentions(normalise(value))} & away
        else (name, value)
        for name, value in command.slots
    ]
    return replace(command, slots=tuple(slots))


def _start_at_home(text: str, command: Command) -> list[Command]:
    """Return the pick of a place that a text names only as a home as a wish for ideas from there: "I live in Paris"."""
    name = normalise(command.subject)
    found = [text[: each.start] for each in find_mentions(text) if each.name.lower() == name]
    is_home = bool(found) and all(_LIVES.search(before) for before in found)
    return [Command("suggest", (), (("from", name), *command.slots))] if is_home else []


def _start_near(text: str, command: Command) -> Command:
    """Return a wish for ideas near a place as one that starts there: "closer to Berlin"."""
    near = [(slot, mention) for slot in command.slots if slot[0] == "with" and (mention := _find_near(slot[1]))]
    is_goal = all(slot[1].startswith("near ") for slot, _ in near) and not WANTS_IDEAS.search(text)
    if not near or command.has("from") or is_goal:
        return command
    slot, mention = near[0]
    rest = tuple(each for each in command.slots if each != slot)
    return replace(command, slots=(("from", mention.name), *rest, ("with", "not too far")))


def _find_near(value: str) -> Mention | None:
    text = normalise(value)
    return next(iter(find_mentions(text)), None) if _NEAR.match(text) else None


def _liken(text: str, command: Command) -> Command:
    """Return a wish for something like a place with what one does there, and without the place."""
    likened = [value for value in command.values("with") if _ALIKE.fullmatch(normalise(value))]
    named = [each.place for each in find_mentions(text) if each.place]
    starts = {(command.value("from") or "").lower()}
    places = [place for place in named if place.name.lower() not in starts]
    if not likened or len(places) != 1:
        return command
    rest = tuple(slot for slot in command.slots if slot[1] not in likened)
    wished = ("with", ", ".join(places[0].activities))
    return replace(command, slots=(*rest, wished, ("not", places[0].name)))


def _limit_all(text: str, command: Command) -> Command:
    """Return a command whose limit is for all of the trip, if the text says so."""
    is_whole = {"flight", "hotel"} <= {*command.subject.split("+")}
    if not command.has("max") or not (is_whole or _FOR_ALL.search(text)):
        return command
    slots = [
        (name, re.sub(r"\bin all$", "for everything", value) if name == "max" else value)
        for name, value in command.slots
    ]
    return replace(command, slots=tuple(slots))


def _look_for_finer(reply: str, text: str, command: Command) -> Command:
    """Return a search for better hotels than those that were shown as one for others, with more stars or those named.

    A price that was said still holds: if nothing better is within it, that is said.
    """
    is_finer = bool(_FINER.search(text)) and not command.has("max", "cheaper", "sort")
    is_shown = any(offer.kind == "hotel" for offer in find_offers(reply))
    if command.subject != "hotel" or not is_finer or not is_shown:
        return command
    finer = () if command.has("stars") else ((FINER, ""),)
    return replace(command, slots=(*command.slots, *finer, ("other", "")))


def _look_between(reply: str, text: str, command: Command) -> Command | None:
    """Return a search for hotels whose price is between those that were shown, if the text asks for such."""
    prices = sorted({_price(offer) for offer in find_offers(reply) if offer.kind == "hotel" and offer.number})
    is_named = command.has("max") and re.search(r"\d{2}", text)  # the sum that is said counts
    if len(prices) < 2 or is_named or not _BETWEEN.search(text):
        return None
    if not (command.subject == "hotel" or command.verb == "ask"):
        return None
    return Command("find", ("hotel",), ((BETWEEN, f"{prices[0]} {prices[-1]}"),))


def _price(offer: Offer) -> int:
    return round(offer.unit_price)


def _go_and_stay(reply: str, text: str, command: Command) -> Command:
    """Return a search for flights as one for rooms, too, if the text asks for that, and for an idea as both."""
    is_new = command.has("place") and not _OF_HOTEL.search(text)
    if command.subject == "hotel" and is_new and ASK_SUGGESTION in reply and command.has("on", "until"):
        return replace(command, refs=("flight+hotel",))
    flights = [slot for slot in command.slots if slot[0] == "with" and _FLIGHTS.fullmatch(slot[1].lower())]
    if command.subject == "hotel" and flights:  # "a hotel with a pool and flights"
        return replace(
            command, refs=("flight+hotel",), slots=tuple(each for each in command.slots if each not in flights)
        )
    has_hotels = any(offer.kind == "hotel" for offer in find_offers(reply))
    wished = {name for value in command.values("with") for name in find_wishes(value)}
    is_meant = bool(_TO_SLEEP.search(text) or _STAYS.search(text) or wished & _OF_HOTELS)
    is_meant = is_meant or (is_new and has_hotels and bool(_FLIGHTS_INCLUDED.search(text)))
    if "flight" not in command.subject or "hotel" in command.subject or not is_meant:
        return command
    return replace(command, refs=(f"{command.subject}+hotel",))


def _ask_for_beach(command: Command) -> list[Command]:
    """Return the choice of a place that has no beach as one without the wish for it, which is answered."""
    place = find_named_place(find_picked_place(command) or "")
    wished = [slot for slot in command.slots if slot[0] == "with" and BEACH in find_wishes(slot[1])]
    if not wished or place is None or place.place is None or "beaches" in place.place.activities:
        return [command]
    rest = tuple(slot for slot in command.slots if slot not in wished)
    return [Command("place", tuple(place.name.split()), (("beach", ""),)), replace(command, slots=rest)]


def _muses(text: str, command: Command) -> bool:
    """Return whether somebody only thinks about a place, and names no day and nothing that they look for."""
    has_day = bool(re.search(r"\d", command.value("on") or "")) or command.has("until")
    is_open = bool(_MUSES.search(text)) and not _NAMES_KIND.search(text) and not has_day
    return is_open and command.has("place") and command.subject != "car"


def _speak_of(command: Command) -> Command:
    """Return a search as a question about its place, with what it says of the trip."""
    slots = tuple(slot for slot in command.slots if slot[0] in _OF_TRIP)
    return Command("place", tuple((command.value("place") or "").split()), (("trip", ""), *slots))


def _speak_of_trip(text: str, command: Command) -> Command:
    """Return a question about the weather that the text does not ask as one about a trip there."""
    fact = normalise(command.text)
    if not fact.startswith("weather") or _WEATHER.search(text):
        return command
    when = fact.removeprefix("weather").strip()
    slots = tuple(slot for slot in command.slots[1:] if slot[0] in _OF_TRIP)
    on = (("on", when),) if when and not command.has("on") else ()
    return replace(command, slots=(("trip", ""), *on, *slots))


def _go_to_named(reply: str, text: str, command: Command) -> list[Command]:
    """Return a wish for ideas as searches for the places that a text names as its goals, with a word on them."""
    goals = _find_goals(text, command)
    is_open = command.has("with", "maybe") and not command.has("other", "not", "cheaper")
    if not goals or command.refs or not is_open or find_mentions(normalise(reply)):
        return [command]
    names = [each.name for each in goals]
    kinds = "flight+car" if _ROAD_TRIP.search(text) else "flight+hotel"
    kept: list[Slot] = [("place", names[0])]
    kept += [slot for slot in command.slots if slot[0] not in {"place", "with", "maybe", "sort"}]
    wished = [slot for slot in command.slots if slot[0] in {"with", "maybe"} and find_wishes(slot[1])]
    kept += wished if "hotel" in kinds else []
    words = [Command("place", tuple(name.split()), (("info", ""),)) for name in names]
    return [*words, Command("find", (kinds,), tuple(kept))]


def _find_goals(text: str, command: Command) -> list[Mention]:
    """Return the places that a text names as goals and no start, if the wish for ideas has them, too."""
    values = " ".join(value for name, value in command.slots if name in {"place", "with", "maybe"})
    wished = {each.name for each in find_mentions(normalise(values)) if each.place}
    starts = {(command.value("from") or "").lower()}
    goals: dict[str, Mention] = {}
    for sentence in split_sentences(text):
        named = [] if _ONLY_LIKE.search(sentence) else find_mentions(sentence)
        goals |= {
            each.name: each
            for each in named
            if each.place and each.place.name == each.name and each.name.lower() not in starts
            and not _START_BEFORE.search(sentence[: each.start])
        }  # fmt: skip
    return list(goals.values()) if wished & set(goals) else []
