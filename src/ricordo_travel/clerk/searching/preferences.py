"""Find what the place of a trip shall be like, from all the commands that ask for suggestions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.answering.visits import find_month, find_named_months, find_season
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.checks import ONLY
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.priced import find_priced_day
from ricordo_travel.clerk.searching.sieve import find_style
from ricordo_travel.clerk.searching.starts import find_start as find_told_start
from ricordo_travel.dialogue.facts.climate import TO_SWIM, drop_warmth, find_degrees, find_span, find_warmth, wants_sun
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.suggestions import (
    DEFAULT_NIGHTS,
    NEAR_MINUTES,
    TripPreferences,
    describe_trip,
    describes_place,
    find_activities,
)
from ricordo_travel.dialogue.trips.booked import days_of, people_of
from ricordo_travel.dialogue.trips.known import KnownTrip
from ricordo_travel.dialogue.trips.trip import Trip
from ricordo_travel.dialogue.values import aims
from ricordo_travel.dialogue.values.geography import Mention, find_mentions, find_named, find_near
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.values.party import parse_company
from ricordo_travel.dialogue.values.refusals import is_never_wanted, is_refused
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place, all_places

_MAX_NIGHTS = 30
_AT_SEA = re.compile(r"\b(?:sea|seaside|ocean|swim\w{0,4}|beach\w{0,3})\b")
_OF_SEA = frozenset({"coast", "beaches"})
_TO_SWIM = re.compile(r"\b(?:swim\w{0,4}|beach\w{0,3})\b")
_SETTLED = re.compile(r"^(?:Booked|Changed)\. ", re.MULTILINE)
_WEEKEND = re.compile(r"\b(?P<long>long )?weekend\b")
_MANY = rf"\b(?:{NUMBER}|several|multiple|both|a few|some) (?:\w+ )?"
_SEVERAL = re.compile(rf"{_MANY}(?:cities|towns|countries|stops)\b")
"""Words of somebody who wants to see several places in one trip."""
_CITIES = re.compile(rf"{_MANY}cities\b")
_WHOLE_FAMILY = re.compile(r"\b(?:family|all of us|everyone|everybody|us all|we all)\b")
_CHILDREN = re.compile(rf"\b(?P<count>{NUMBER}|an?) (?:\w+ )?(?:kids?|child(?:ren)?|sons?|daughters?|boys?|girls?)\b")
_AGES = re.compile(
    r"\b(?:kids?|children|sons|daughters|boys|girls)(?:,? aged?| are) \d{1,2}(?:(?:, | and )\d{1,2}){0,5}"
)
_GROWN = re.compile(r"\b(?:grown|adult (?:kids|child|sons?|daughters?))")
_IN_FAMILY_ROOM = 4
_PARTNER = re.compile(r"\b(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]{1,2}|spouse)\b")
_OF_FOOD = re.compile(r"\b(?:food|cuisine|cooking|style|restaurants?)\b")
"""Wishes that name a part of the world and do not mean to go there: "Mediterranean food"."""
_COMPARED = {
    "cheaper": re.compile(r"\b(?:cheaper|less expensive|more affordable)\b"),
    "warmer": re.compile(r"\b(?:warmer|hotter|sunnier)\b"),
    "cooler": re.compile(r"\b(?:cooler|colder|fresher|less hot)\b"),
}
_SPEAKS_OF = (
    (re.compile(r"\b(?:we|us|our|honeymoon|my (?:wife|husband|partner|girlfriend|boyfriend|friend))\b"), 2),
    (
        re.compile(
            r"\b(?:we|us|our|my) (?:\w+ ){0,6}(?:kids|children)\b|\b(?:our|my|the|as a) family\b|"
            r"\bfamily (?:trip|holiday|vacation|break)\b"
        ),
        4,
    ),
)
"""How people speak of who travels, and how many that are as a rule."""
_PAIR = 2
_ONE = re.compile(r"\b(?:i|me|my|myself|i'm|i'd|i'll|i've)\b")
_WE = re.compile(r"\b(?:we|us|our|we're|we'd|we'll|we've)\b|\b(?:kids|children|family)\b")
_DIRECT = re.compile(r"\b(?:direct|non-?stop)\b|\bwithout (?:changing|changes|a change|stops)\b")
_BY_LAND = re.compile(
    r"\b(?:can't|cannot|can not|won't|will not|don't|do not|doesn't|never|(?:scared|afraid|fear) of|without|no|hates?) "
    r"(?:want to |like to |like |wish to |any )?(?:fly(?:ing)?|flights?|planes?)\b"
    r"(?! (?:long\w*|more|over|before|after|at|early|late\w*|with|that|from|on|in|far|for|until|till|to|under)\b)|"
    r"\b(?:can|could|to|we'll|rather) drive (?:there|to)\b|\bby (?:car|train|bus|coach)\b"
)
"""Words of somebody who goes without a flight."""
_DEAR = re.compile(r"expensive|pricey|dear|costly")
_ANYWHERE = re.compile(r"\b(?:anywhere|everywhere|whole world|no matter|elsewhere)\b")


def list_wishes(scene: Scene) -> list[Command]:
    """Return the commands that say what a trip shall be like.

    After something was searched or chosen, wishes of another kind begin anew; "others" and "cheaper" go on.
    """
    said = [commands for _, commands in scene.earlier] + [scene.commands]
    wishes: list[Command] = []
    is_settled = has_place = False
    for command in (each for commands in said for each in commands):
        has_place = has_place or command.verb == "pick" or command.has("place")
        is_idea = command.verb == "suggest" or (not has_place and is_wish_for_place(command))
        if command.verb in {"find", "pick"} and not is_idea:
            is_settled = True
        elif is_idea:
            if is_settled:
                goes_on = command.has("other", "cheaper", "not", "drop")
                wishes = [_leave_out_place(each) for each in wishes] if goes_on else []
            is_settled = False
            wishes.append(command)
    return wishes


def is_wish_for_place(command: Command) -> bool:
    """Return whether a search without a place says what that shall be like: flights to a beach in August."""
    wishes = normalise(", ".join(command.values("with")))
    return command.verb == "find" and command.subject != "car" and not command.has("place") and describes_place(wishes)


def _leave_out_place(command: Command) -> Command:
    return replace(command, slots=tuple(slot for slot in command.slots if slot[0] != "place"))


def find_suggested(scene: Scene) -> list[Place]:
    """Return the places that the latest reply with suggestions names."""
    titles = {f"• {place.title} –": place for place in all_places()}
    for reply in scene.state.replies:
        if found := [place for title, place in titles.items() if title in reply]:
            return found
    return []


def find_start(scene: Scene, known: KnownTrip, commands: Sequence[Command]) -> Place | None:
    """Return where a trip starts, or the place near it that is served."""
    if said := next((mention for mention, is_origin in known.trip.unserved if is_origin), None):
        return find_near(said)
    if known.trip.origin:
        return known.trip.origin
    unserved = find_unserved_start(scene, commands)
    if unserved:
        return find_near(unserved)
    told = find_told_start(scene)
    return known.start or (told.place if told else None)


def find_unserved_start(scene: Scene, commands: Sequence[Command]) -> Mention | None:
    """Return the place without an airport of ours where the person says to start, or where they live."""
    said = [value for each in commands for value in each.values("from")]
    named = [mention for value in said if (mention := find_named(normalise(value)))]
    home = named[-1] if named else scene.known().home
    return home if home and not home.is_served else None


def find_preferences(scene: Scene, known: KnownTrip, commands: Sequence[Command]) -> TripPreferences:
    """Return what the place of a trip shall be like, as commands say, the latest last, and as memory knows."""
    text = _join_wishes(commands)
    said = _list_said(scene)
    months = _find_months(scene, commands)
    is_to_swim = bool(_TO_SWIM.search(text)) or ("pool" in scene.trip.amenities and find_priced_day(scene.trip))
    warmth, degrees = find_warmth(text) or (TO_SWIM if is_to_swim and months else ""), find_span(text)
    months = months or ((scene.state.today.month,) if warmth or degrees else ())
    is_short_flight = any(map(aims.refuses_long_flights, (*scene.state.memory.facts, *said)))
    start, is_by_land = find_start(scene, known, commands), any(map(_BY_LAND.search, said))
    overland = find_unserved_start(scene, commands) or (find_named(start.name.lower()) if start else None)
    told = {"flat": any(map(aims.needs_flat, said)), "city": any(map(_CITIES.search, said))}
    character = dict.fromkeys((*aims.find_character(text), *(name for name, is_told in told.items() if is_told)))
    wanted = TripPreferences(
        interests=_find_interests(scene, text),
        budget=_find_budget(scene, known),
        people=count_people(scene, known),
        nights=min(max(_find_nights(scene, known, commands), 1), _MAX_NIGHTS),
        home=None if is_by_land else start,
        overland=overland if is_by_land else None,
        is_by_land=is_by_land,
        is_sunny=wants_sun(text) and bool(months),
        refused=_find_refused(scene) | _find_rejected(said) | _find_unwanted(scene),
        avoided=_find_avoided(commands),
        visited=_find_visited(scene),
        warm_in=months[0] if months else None,
        or_in=months[1:],
        warmth=warmth,
        degrees=degrees,
        max_minutes=aims.find_flying_time(text) or (NEAR_MINUTES if is_short_flight else None),
        is_compact=is_short_flight,
        is_several=any(map(_SEVERAL.search, said)),
        is_by_sea=aims.wants_sea(text),
        has_beach=bool(_AT_SEA.search(text)),
        amenities=tuple(name for name in scene.trip.amenities if name != "near the beach"),
        character=tuple(character),
        is_cheap=aims.wants_cheap(text) or any(map(_wants_low_prices, commands)),
        is_near=aims.wants_near(text),
        is_direct=_wants_direct(commands),
        within=frozenset(place.name for place in area.places) if (area := find_area(commands)) else frozenset(),
        first=find_priced_day(scene.trip),
        refused_hotels=_find_refused_hotels(scene),
    )
    return _compare_with_shown(scene, wanted, commands[-1] if commands else Command("suggest"))


def _list_said(scene: Scene) -> list[str]:
    """Return what the person said since something was booked or changed last, in lower case, the latest first."""
    said = [scene.state.text]
    for role, text in reversed(scene.state.history):
        if role == "assistant" and _SETTLED.search(text):
            break
        said += [normalise(text)] if role == "user" else []
    return said


def count_people(scene: Scene, known: KnownTrip) -> int:
    """Return how many people a trip is for: as they say, memory knows or was booked; two if they speak of a we."""
    if known.trip.people:
        return known.people
    if _WHOLE_FAMILY.search(scene.state.text) and (family := _count_family(scene.state.memory.facts)):
        return family
    if known.remembered_people:
        return known.people
    said = scene.state.said
    usual = max((people for pattern, people in _SPEAKS_OF if any(map(pattern.search, said))), default=1)
    last = find_last_party(scene)
    if last and (usual <= _PAIR or last > _PAIR):
        return last
    return next(filter(None, map(parse_company, said)), usual) if usual > _PAIR else usual


def find_last_party(scene: Scene) -> int | None:
    """Return for how many the last booked trip is, unless that is one, or the message speaks of one alone."""
    text = scene.state.text
    people = next((people for row in sorted(scene.booked, key=days_of, reverse=True) if (people := people_of(row))), 1)
    return people if people > 1 and (_WE.search(text) or not _ONE.search(text)) else None


def describe_party(scene: Scene, people: int) -> str:
    """Say that sums and offers are for so many people, whom nobody counted."""
    like = ", like last time" if find_last_party(scene) == people else ""
    return f"I took {people} people{like}; tell me if that is not right."


def house_children(scene: Scene, trip: Trip) -> Trip:
    """Return the trip of many with children in family rooms, if no rooms are named: children sleep in none alone."""
    said = " ".join(scene.state.said)
    is_said = bool(_CHILDREN.search(said) or _AGES.search(said)) and not _GROWN.search(said)
    is_family = is_said or _count_family(scene.state.memory.facts) == trip.people
    is_many = (trip.people or 0) > _IN_FAMILY_ROOM and not trip.rooms
    return replace(trip, rooms=(("family", None),)) if is_many and is_family else trip


def _count_family(facts: Sequence[str]) -> int:
    """Return how many somebody and their family are, by what is known of them; 0 if no child is known."""
    told = [fact.lower() for fact in facts]
    children = [max(parse_count(match["count"]) or 0, 0) for fact in told for match in _CHILDREN.finditer(fact)]
    children += [len(re.findall(r"\d+", match[0])) for fact in told for match in _AGES.finditer(fact)]
    return 1 + any(map(_PARTNER.search, told)) + max(children) if any(children) else 0


def _join_wishes(commands: Sequence[Command]) -> str:
    """Return all wishes in lower case, without those that were dropped after they were said."""
    kept: list[str] = []
    for each in commands:
        kept = [] if each.has(ONLY) else kept
        kept += map(normalise, [*each.values("with"), *each.values("maybe")])
        dropped = [normalise(value) for value in each.values("drop")]
        kept = [wish for wish in kept if not any(_gives_up(word, wish) for word in dropped)]
    return ", ".join(dict.fromkeys(kept))


def _gives_up(dropped: str, wish: str) -> bool:
    """Return whether a wish is what was dropped; the sea and the beach are one."""
    is_of_sea = aims.wants_sea(wish) and aims.wants_sea(dropped) and "island" not in dropped
    return dropped in wish or wish in dropped or is_of_sea


def _wants_direct(commands: Sequence[Command]) -> bool:
    """Return whether a flight without a change is wished, by the command that says so last."""
    said = [(each.has("direct"), " ".join(each.values("with")), " ".join(each.values("drop"))) for each in commands]
    wanted = [
        bool(is_direct or _DIRECT.search(wish))
        for is_direct, wish, drop in said
        if is_direct or _DIRECT.search(wish + drop)
    ]
    return bool(wanted) and wanted[-1]


def _find_interests(scene: Scene, text: str) -> tuple[str, ...]:
    """Return what people want to do there: as they say, else as memory knows. The sea and warmth are wishes apart."""
    said = tuple(each for each in find_activities(aims.drop_flat(drop_warmth(text))) if each not in _OF_SEA)
    return said if said or text else tuple(filter(None, scene.state.memory.value("interests").split(", ")))


def _find_budget(scene: Scene, known: KnownTrip) -> int | None:
    """Return what all of the trip may cost; an amount for a night says nothing of that."""
    budget = scene.trip.budget or known.budget
    if budget is None or budget.basis in {"night", "day"}:
        return None
    return budget.amount * (known.people if budget.basis == "person" else 1)


def _wants_low_prices(command: Command) -> bool:
    """Return whether a command wants places that cost little: "cheaper", "the cheapest", "not too expensive"."""
    if command.has("cheaper") or "price" in (command.value("sort") or ""):
        return True
    return any(_DEAR.search(value.lower()) for value in command.values("not"))


def _find_nights(scene: Scene, known: KnownTrip, commands: Sequence[Command]) -> int:
    """Return how many nights a trip takes; those of one that is booked already say nothing of the next."""
    is_said = any(each.has("nights", "until", "longer", "shorter") for each in commands)
    is_next = any(map(_SETTLED.search, scene.state.replies)) and not is_said
    weekend = next((match for text in _list_said(scene) if (match := _WEEKEND.search(text))), None)
    usual = DEFAULT_NIGHTS if weekend is None else 3 if weekend["long"] else 2
    return (None if is_next else scene.trip.nights) or (usual if weekend or is_next else known.nights or usual)


def _find_refused(scene: Scene) -> frozenset[str]:
    """Return the places that were refused at any time in the conversation, and not asked for since."""
    refused: set[str] = set()
    for command in (each for _, commands in (*scene.earlier, ("", scene.commands)) for each in commands):
        refused -= _name_places([*command.values("place"), *command.values("with"), *command.refs])
        refused |= _name_places([*command.values("not"), *command.values("drop")])
    return frozenset(refused)


def _name_places(values: Sequence[str]) -> set[str]:
    """Return the places of which values speak, all those of a country or a part of the world."""
    named = (mention for value in values for mention in find_mentions(normalise(value)))
    return {place.name for mention in named for place in mention.places}


def _find_unwanted(scene: Scene) -> frozenset[str]:
    """Return the places to which somebody never wants to go, as memory knows."""
    facts = [normalise(fact) for fact in scene.state.memory.facts]
    named = [each for fact in facts for each in find_mentions(fact) if is_never_wanted(fact, each)]
    return frozenset(place.name for each in named for place in each.places)


def _find_rejected(said: Sequence[str]) -> frozenset[str]:
    """Return the places that were called unfit and not named again since: "Dublin isn't warm"."""
    rejected: set[str] = set()
    for text in reversed(said):
        for mention in find_mentions(text):
            names = {place.name for place in mention.places}
            rejected = rejected | names if is_refused(text, mention) else rejected - names
    return frozenset(rejected)


def _find_refused_hotels(scene: Scene) -> tuple[str, ...]:
    """Return the kinds of hotel that were refused, by the words in their names: "no hostels" are backpackers'."""
    said = [each for _, commands in (*scene.earlier, ("", scene.commands)) for each in commands]
    refused: dict[str, None] = {}
    for each in said:
        names = [name for value in (*each.values("not"), *each.values("drop")) if (name := find_style(value))]
        refused |= dict.fromkeys(names)
        for name in filter(None, map(find_style, (*each.values("with"), *each.values("name")))):
            refused.pop(name, None)
    return tuple(refused)


def _find_avoided(commands: Sequence[Command]) -> frozenset[str]:
    """Return activities and characters of places that are refused, as far as no later command wishes them.

    What was wished before and is given up may still be there.
    """
    avoided: set[str] = set()
    before: list[str] = []
    for each in commands:
        wished = normalise(", ".join(each.values("with")))
        avoided -= {*find_activities(wished), *aims.find_character(wished)}
        given_up = [
            value for value in map(normalise, each.values("drop")) if not any(_gives_up(value, wish) for wish in before)
        ]
        before += map(normalise, [*each.values("with"), *each.values("maybe")])
        for value in [*map(normalise, each.values("not")), *given_up]:
            avoided |= {*find_activities(value), *aims.find_character(value)}
            avoided |= _OF_SEA if aims.wants_sea(value) and "island" not in value else set()
    return frozenset(avoided)


def _find_visited(scene: Scene) -> frozenset[str]:
    trips = scene.state.memory.value("past_destinations").split("; ")
    return frozenset(re.sub(r" \(.*\)$", "", trip).casefold() for trip in trips if trip)


def find_area(commands: Sequence[Command]) -> Mention | None:
    """Return the part of the world that was named last; None if the place may be anywhere."""
    for each in reversed(commands):
        mention = _join_areas(normalise(each.value("place") or ""))
        if mention and len(mention.places) > 1:
            return mention
        for wish in each.values("with"):
            wished = None if _OF_FOOD.search(wish.lower()) else _join_areas(normalise(wish))
            if wished and len(wished.places) > 1:
                return wished
        if mention or _ANYWHERE.search(" ".join(value for _, value in each.slots)):
            break
    return None


def _join_areas(text: str) -> Mention | None:
    """Return what a text in lower case names: one place or part of the world, or two of these as one."""
    found = [each for each in find_mentions(f"in {text}") if each.is_served]
    if len(found) < _PAIR:
        return find_named(text)
    places = dict.fromkeys(place for each in found for place in each.places)
    return replace(found[0], name=join_words([each.name for each in found], "or"), places=tuple(places))


def _find_months(scene: Scene, commands: Sequence[Command]) -> tuple[int, ...]:
    """Return the months of a trip: of its days, else those or the season that was said last; none if none was."""
    day = find_priced_day(scene.trip)
    said = " ".join([value for each in commands for value in each.values("on")][-1:]).lower()
    named = find_named_months(said)
    if len(named) > 1 and not scene.trip.first:
        return named
    if day:
        return (day.month,)
    return find_season(said) or tuple(filter(None, [find_month(scene, said)]))


def find_comparison(command: Command) -> str:
    """Return how places shall differ from those that were shown: "cheaper", "warmer" or "cooler"; empty if not."""
    text = normalise(", ".join(command.values("with")))
    return next((name for name, pattern in _COMPARED.items() if pattern.search(text) or command.has(name)), "")


def _compare_with_shown(scene: Scene, wanted: TripPreferences, command: Command) -> TripPreferences:
    """Return wishes for other places than those that were shown: cheaper or warmer ones than the last, or any."""
    last, measure = find_suggested(scene), find_comparison(command)
    if not last or not (command.has("other") or measure):
        return wanted
    replies = " ".join(scene.state.replies)
    shown = frozenset(place.name for place in all_places() if f"• {place.title} –" in replies)
    if measure == "cheaper":
        cost = min(describe_trip(place, wanted).cost for place in last)
        return replace(wanted, max_cost=cost)
    if measure:
        month = wanted.warm_in or next(iter(_find_months(scene, [command])), scene.state.today.month)
        refused = wanted.refused | _list_not_warmer(last, month, is_colder=measure == "cooler")
        return replace(wanted, refused=refused, warm_in=month)
    return replace(wanted, shown=shown)


def _list_not_warmer(shown: Sequence[Place], month: int, *, is_colder: bool) -> set[str]:
    """Return the names of all places that are no warmer than the warmest that was shown, or no colder."""
    degrees = [find_degrees(place, month) for place in shown]
    if is_colder:
        return {place.name for place in all_places() if find_degrees(place, month) >= min(degrees)}
    return {place.name for place in all_places() if find_degrees(place, month) <= max(degrees)}
