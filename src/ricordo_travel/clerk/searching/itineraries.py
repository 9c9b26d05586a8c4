"""One trip to several places: read where it goes and for how long, and search for each of its parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.refused_places import find_refused_places
from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count

Slot = tuple[str, str]
THEN = "then"
"""A slot of a search: a place to which the trip goes on, for as long as is not said yet."""
SUM = "sum"
"""A slot of the last search of a trip: what all parts of it come to is asked."""
ASK_EACH = "How many nights in each?"
_ASKED = re.compile(rf"\bfirst (?P<places>[A-Z][^.?!]+)\. {re.escape(ASK_EACH)}")
_LINK = re.compile(
    r"^(?!.*\b(?:or|nor|not|no|but|so|instead|than|versus|vs|from|like|between|near|is|are|was|were)\b)(?!.*[?!])"
    r".*(?:\b(?:and|then|after(?:wards?)?|followed|plus|next|nights?|days)\b|[,+&/;])"
)
"""What stands between two places of one trip."""
_BEFORE = re.compile(
    r"\b(?:from|after|before|live in|lives in|living in|based in|near|around|close to|out of|via|than|not|"
    r"like|between|through|"
    r"(?:student|here|home|am|are|i'm|im|we're|back|back to|home to|return to|moved) (?:in|to)|home|or|"
    r"compare)\s+(?:the )?$"
)
"""What stands before a place that is no goal of the trip."""
_REFUSED = re.compile(
    r"\b(?:no|not|never|without|forget(?: about)?|skip|drop|scrap|leave(?: out)?|cancel|instead of|rather than|"
    r"(?:don't|dont|do not) (?:want|need|mean)|been|gone|went|was|were|visited|seen|did)"
    r"(?: (?:any|the|a|more|nights?|days?|stay|stop|to|in|at|for|go(?:ing)?)){0,4} $"
)
"""What stands before a place that is refused, or where somebody was: "forget Crete", "we have been to Crete"."""
_ALREADY = re.compile(r"\b(?:already|last (?:year|time|summer|winter|month|week)|years? ago)\b")
"""What tells in the clause of a place that it is no part of the trip: "I am already going to Crete"."""
_END = re.compile(r"[.,;!?]| (?:and|so|now|then)\b")
_STOPS = re.compile(
    r"(?:(?:no+|oh|but|well|sorry)\W+)*(?:stop|neither|none|no tour|never ?mind|forget (?:it|that|both))\b"
)
"""How a text begins that gives up what it is asked about."""
_ONLY = re.compile(r"\b(?:only|just) (?:for |to |in )?$")
_COUNT = rf"(?:(?P<count>{NUMBER}|an?|a few)(?: full)?(?: (?P<unit>nights?|days?|weeks?))?)"
_LENGTH_BEFORE = re.compile(rf"\b{_COUNT} (?:(?:in|at) )?(?:the )?$")
_LENGTH_AFTER = re.compile(rf"^,?:? ?\(?(?:for |is |- ?)?{_COUNT}(?![\d:./]| (?:of us|people|adults))")
_EACH = re.compile(
    rf"\b{_COUNT} (?:in |for )?(?:each|both|either)\b|\beach (?:for )?(?P<c2>{NUMBER}) (?P<u2>nights?|days?|weeks?)\b"
)
_NUMBERS = re.compile(rf"\b{_COUNT}\b")
_BESIDE = frozenset({"find", "suggest", "chat", "hello", "pick"})
"""Verbs that the parts of the trip take the place of."""
_MISREAD = frozenset({"whatif", "change"})
"""What an answer to the question for the nights is read as by mistake."""
_FACTS = frozenset({"info", "trip", "served", "things to do"})
_OF_ALL = frozenset({"from", "people", "ages", "rooms", "class", "direct", "with", "maybe", "stars", "max"})
_ONLY_ROOMS = re.compile(r"\b(?:hotels?|rooms?|hostels?|accommodation|places? to (?:stay|sleep))\b")
_FLIES = re.compile(r"\b(?:fl(?:y|ying|ights?)|trip|from|travel\w*|home|live)\b")
_RANGE = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?(?: [a-z]{3,9})? ?(?:to|-|until|till) ?\d{1,2}\b")
_ONE_WAY = re.compile(r"\bone[- ]way\b|\bno (?:flight|way) (?:back|home)\b")
_LAND = re.compile(r"\b(?:trains?|bus(?:es)?|ferry|ferries|boats?)\b")
_WHOLE = re.compile(r"\b(?:cost|price|total|how much|sum|altogether|all together|all in)\b")


@dataclass(frozen=True, slots=True)
class _Stop:
    """A place of a trip, and the nights there; None if they are not said."""

    name: str
    nights: int | None = None


def plan_itinerary(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with a search for each part of a trip to several places, if a text in lower case names one.

    As long as the nights in each place are not said, there is one search that asks for them.
    """
    if _turns_away(reply, text, commands):
        return list(commands)
    stages = _read_stages(reply, text)
    if _ASKED.search(reply) and len(stages) > 1 and all(each.nights for each in stages):
        commands = [each for each in commands if each.verb not in _MISREAD]
    search = _find_search(commands)
    if more := _ask_again(reply, stages, commands):
        return more
    if len(stages) < 2 or not _is_of_trip(commands, search, stages):
        return list(commands)
    kept = [each for each in commands if not _is_replaced(each, stages)]
    if not all(each.nights for each in stages):
        is_said = len(_RANGE.findall(text)) > 1 or text.count("night") > 1
        is_left = search is None or is_said or _wants_rooms(text, search)
        return list(commands) if is_left else [*kept, _ask_for_nights(search, stages)]
    wanted = _search_parts(text, search, stages)
    if any(each.verb == "total" for each in kept) or (_WHOLE.search(text) and "?" in text):
        kept = [each for each in kept if each.verb != "total"]
        wanted[-1] = Command("find", wanted[-1].refs, (*wanted[-1].slots, (SUM, "")))
    return [*(each for each in kept if each.verb == "tell"), *wanted, *_ask_rest(text, kept, stages)]


def _turns_away(reply: str, text: str, commands: Sequence[Command]) -> bool:
    """Return whether a text gives up the trip that a reply asks about: it says so, or looks for something elsewhere."""
    asked = {name.strip() for match in _ASKED.finditer(reply) for name in match["places"].split(", then ")}
    named = {each.name for each in find_mentions(text) if each.place and not _BEFORE.search(text[: each.start])}
    sought = {(each.value("place") or "").lower() for each in commands if each.verb == "find"}
    elsewhere = {name for name in named - asked if name.lower() in sought}
    wanted = named - {place.name for place, _ in find_refused_places(text)}
    return bool(asked) and (bool(_STOPS.match(text)) or bool(elsewhere and not wanted & asked))


def _ask_again(reply: str, stages: Sequence[_Stop], commands: Sequence[Command]) -> list[Command]:
    """Return a search that asks for the nights once more, if an answer only says something else of the trip."""
    slots = [slot for each in commands for slot in each.slots if slot[0] in {"from", "on", "people"}]
    is_open = bool(_ASKED.search(reply)) and len(stages) > 1 and not any(each.nights for each in stages)
    if not is_open or not slots or not {each.verb for each in commands} <= {"find", "suggest", "place", "tell", "chat"}:
        return []
    told = [each for each in commands if each.verb == "tell"]
    return [*told, _ask_for_nights(Command("find", (), tuple(dict.fromkeys(slots))), stages)]


def describe_itinerary(first: str, command: Command) -> str:
    """Ask for the nights in each place of a trip that begins in one place."""
    return f"With pleasure: first {', then '.join([first, *command.values(THEN)])}. {ASK_EACH}"


def _is_of_trip(commands: Sequence[Command], search: Command | None, stages: Sequence[_Stop]) -> bool:
    """Return whether commands look for a trip, and not for each place on its own or only for facts."""
    if all(each.nights for each in stages):
        return not any(each.verb in {"change", "whatif", "cancel", "compare", "forget", "correct"} for each in commands)
    searches = [each for each in commands if each.verb == "find"]
    goals = {(each.value("place") or "").lower() for each in searches} - {""}
    has_days = any(_has_own_days(each, searches[0]) for each in searches[1:])
    is_one = len(goals) < 2 or (not has_days and any("flight" in each.subject for each in searches))
    return search is not None and is_one and "car" not in search.subject and not search.has("other", "not")


def _has_own_days(command: Command, first: Command) -> bool:
    """Return whether a search has days that are not those of the first one."""
    own = {slot for slot in command.slots if slot[0] in {"on", "until", "nights"}} - {*first.slots}
    return any(re.search(r"\d", value) for _, value in own)


def _find_search(commands: Sequence[Command]) -> Command | None:
    return next((each for each in commands if each.verb in {"find", "suggest"} and not each.has("other")), None)


def _is_replaced(command: Command, stages: Sequence[_Stop]) -> bool:
    if command.verb == "place":
        return command.text in _FACTS and command.subject.lower() in {each.name.lower() for each in stages}
    return command.verb in _BESIDE


def _ask_for_nights(search: Command | None, stages: Sequence[_Stop]) -> Command:
    slots = search.slots if search else ()
    kept = tuple(slot for slot in slots if slot[0] in _OF_ALL | {"on"})
    names = [each.name for each in stages]
    return Command("find", ("flight+hotel",), (("place", names[0]), *kept, *((THEN, name) for name in names[1:])))


def _search_parts(text: str, search: Command | None, stages: Sequence[_Stop]) -> list[Command]:
    """Return the searches for flights and rooms in each place, one after the other, and for the flight home."""
    own = search.slots if search else ()
    first = tuple(slot for slot in own if slot[0] in _OF_ALL | {"on"})
    rest = tuple(slot for slot in own if slot[0] in {"with", "maybe", "stars"})
    is_stay = _wants_rooms(text, search)
    kinds = "hotel" if is_stay else "flight+hotel"
    found = [Command("find", (kinds,), (("place", stages[0].name), *first, ("nights", str(stages[0].nights))))]
    for last, stage in pairwise(stages):
        start: tuple[Slot, ...] = () if is_stay else (("from", last.name),)
        found.append(Command("find", (kinds,), (*start, ("place", stage.name), *rest, ("nights", str(stage.nights)))))
    if not is_stay and not _ONE_WAY.search(text):
        found.append(Command("find", ("return",), (("from", stages[-1].name),)))
    return found


def _wants_rooms(text: str, search: Command | None) -> bool:
    """Return whether only rooms are sought, and no flights."""
    return bool(_ONLY_ROOMS.search(text)) and not _FLIES.search(text) and not (search and "flight" in search.subject)


def _ask_rest(text: str, kept: Sequence[Command], stages: Sequence[_Stop]) -> list[Command]:
    """Return what else is asked; how to get from one place to the next by land is asked of both."""
    asked: list[Command] = []
    for each in kept:
        is_by_land = each.verb == "place" and "transport" in each.text and bool(_LAND.search(text))
        between = Command("place", tuple(stages[1].name.split()), (("transport", f"from {stages[0].name}"),))
        command = between if is_by_land else each
        if command.verb != "tell" and command not in asked:
            asked.append(command)
    return asked


def _read_stages(reply: str, text: str) -> list[_Stop]:
    """Return the places of one trip in their order, as a text names them or as the reply before it asked about them."""
    mentions = _list_joined(text)
    asked = [name.strip() for match in _ASKED.finditer(reply) for name in match["places"].split(", then ")]
    names = [each.name for each in mentions]
    if len(names) < 2:
        asked = _leave_refused(text, asked)
        return [_Stop(name, nights) for name, nights in zip(asked, _read_lengths(text, asked), strict=True)]
    every = _EACH.search(text)
    nights = [_read_count(every)] * len(names) if every else _read_own(text, mentions, is_asked=bool(asked))
    return [_Stop(name, each) for name, each in zip(names, nights, strict=True)]


def _leave_refused(text: str, names: Sequence[str]) -> list[str]:
    """Return places without those that a text refuses; only the one that it wants alone, or whose days it names."""
    named = {each.name: each for each in find_mentions(text) if each.name in names}
    left = [name for name in names if name not in named or not _is_told(text, named[name])]
    wanted = [name for name in left if name in named]
    is_dated = len(wanted) == 1 and bool(_RANGE.search(text))
    return wanted if is_dated or any(_ONLY.search(text[: named[name].start]) for name in wanted) else left


def _is_told(text: str, mention: Mention) -> bool:
    """Return whether a text refuses a place, or tells of it as one where somebody was or will be anyway."""
    before, after = _END.split(text[: mention.start])[-1], _END.split(text[mention.end :])[0]
    return bool(_REFUSED.search(text[: mention.start]) or _ALREADY.search(before) or _ALREADY.search(after))


def _list_joined(text: str) -> list[Mention]:
    """Return the places that a text joins as those of one trip, each once."""
    named = [each for each in find_mentions(text) if not each.places or each.place]
    goals = [each for each in named if each.place and not _BEFORE.search(text[: each.start])]
    refused = {place for place, _ in find_refused_places(text)}
    goals = [each for each in goals if each.place not in refused and not _is_told(text, each)]
    chains: list[list[Mention]] = []
    for last, each in zip([None, *goals], goals, strict=False):
        is_next = last is not None and not any(last.end < other.start < each.start for other in named)
        if chains and last and is_next and _LINK.search(text[last.end : each.start].replace("\n", " ")):
            chains[-1].append(each)
        else:
            chains.append([each])
    longest = max(chains, key=len) if chains else []
    return list({each.place: each for each in longest}.values())


def _read_own(text: str, mentions: Sequence[Mention], *, is_asked: bool) -> list[int | None]:
    """Return the nights that stand before or after each place; numbers alone are nights if these were asked for."""
    ends = [*(each.start for each in mentions[1:]), len(text)]
    before = [_LENGTH_BEFORE.search(text[: each.start]) for each in mentions]
    after = [_LENGTH_AFTER.search(text[each.end : end]) for each, end in zip(mentions, ends, strict=True)]
    has_before = sum(map(bool, before)) >= sum(map(bool, after))
    found = before if has_before else after
    unit = next((match["unit"] for match in found if match and match["unit"]), "nights" if is_asked else "")
    if not unit:
        return [None] * len(mentions)
    return [_read_count(match, unit) if match else None for match in found]


def _read_lengths(text: str, names: Sequence[str]) -> list[int | None]:
    """Return the nights in places that were asked about: "3 each", "3 and 4", "4 in Lisbon and the rest in Porto"."""
    if every := _EACH.search(text):
        return [_read_count(every)] * len(names)
    counts = [
        _read_count(match)
        for match in _NUMBERS.finditer(_RANGE.sub(" ", text))
        if match["count"] not in {"a", "an"} or match["unit"]
    ]
    if len(counts) == len(names):
        return list(counts)
    return [None] * len(names)


def _read_count(match: re.Match[str], unit: str | None = None) -> int | None:
    groups = match.groupdict()
    words = groups.get("count") or groups.get("c2")
    length = groups.get("unit") or groups.get("u2") or unit or "nights"
    if not words:
        return None
    number = 3 if words == "a few" else 1 if words in {"a", "an"} else parse_count(words)
    nights = number * 7 if length.startswith("week") else number
    return nights if 0 < nights <= 30 else None
