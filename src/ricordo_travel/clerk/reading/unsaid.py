"""Leave out names that nobody has typed and no reply has shown; what a message points at stands in their stead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ricordo_travel.clerk.changing.wanted import HOTEL_WORDS
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.slots import find_wishes
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.replies.suggestions import describes_place
from ricordo_travel.dialogue.trips.shown import find_cheapest, list_places_shown
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.values.text import is_common_word, normalise
from ricordo_travel.dialogue.values.wishes import find_car_class
from ricordo_travel.places import Place, find_places

_OF_THINGS = frozenset({"pick", "yes", "no", "ask", "which", "compare", "total", "whatif", "cancel", "change", "keep"})
_FLIGHT = re.compile(r"[a-z]{2}\d{3,4}(?:@[\d-]+)?")
_NUMBERS = re.compile(r"\b[a-z]{2}\d{3,4}\b")
_NTH = ("first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth|6th")
_THING = r"ones?|hotels?|flights?|cars?|rooms?|places?|options?|cit(?:y|ies)|choices?|suggestions?|offers?"
POINTED = re.compile(
    rf"\b(?P<nth>{'|'.join(_NTH)})(?: (?P<count>two|three|2|3)\b(?! (?:nights?|days?|weeks?)))?"
    rf"(?: (?:{_THING})\b|(?<!\bat first)(?<!\b(?:on|to|by) the \d[a-z]{{2}})(?<!\b(?:from|till) the \d[a-z]{{2}})"
    r"(?<!\b(?:until|since) the \d[a-z]{2})(?<!\bfrom the first)(?<!\bon the first)"
    r"(?= (?:and|or|please|then|with|is|has|does|have|looks?|sounds?|seems?|will|would|instead|again)\b|[.,;!?]|$))|"
    r"\b(?:number|option) (?P<word>one|two|three|four|five)\b|"
    r"\b(?:number|no\.?|nr\.?|option|hotel|flight|car|room|place|choice|offer) ?#?(?P<number>[1-9])\b"
    r"(?![:.,]?\d|(?:st|nd|rd|th)\b| ?(?:night|day|week|people|person|adult|guest|kid|bed|star|seat|of us))|"
    r"#(?P<hash>[1-9])\b"
)
"""Words for the place of something in a list, and none for a day: "the second one", "the first two", "number 3"."""
_OF_OFFERS = re.compile(rf"\b(?:{'|'.join(_NTH)}) (?:hotel|flight|car|room)s?\b|\b(?:hotel|flight|car|room) ?#?[1-9]\b")
_CHEAPEST = re.compile(r"\bthe cheap(?:er|est)?\b")
_SET_APART = (
    (r"\b(?:best|top|highest)(?:[- ](?:rated|reviewed|rating|reviews?|one|hotel)|$)", "best"),
    (r"\bcheap(?:er|est)?\b", "cheapest"),
)
"""Words that set one thing apart from others, each with how commands refer to it."""
_KINDS = (
    ("flight", r"\bflights?\b"),
    (
        "hotel",
        r"\b(?:hotels?|rooms?|hostels?|stay|guest ?houses?|backpackers?|lodges?|accommodation|beds?|grand|house)\b",
    ),
    ("car", r"\bcars?\b"),
)
_ALL = re.compile(r"\b(?:all|both|everything|trip|holiday|whole|package|it|them|these|those)\b")
"""Words that may mean more than the kinds that are named beside them."""
_AMENITY = re.compile(r"\b(?:breakfast|pool|gym|parking|kitchen|bar|bicycles|sauna|garden)\b")
_FEW_STOPS = re.compile(
    r"\b(?:few|fewest|less|least|one|1|single|minimum|minimal) (?:of )?(?:stops?|changes?|connections?|layovers?)\b"
)
"""Words of somebody who may change planes, but not often."""
_COUNTS = re.compile(rf"\d|\b(?:{NUMBER}|hundred|thousand|grand|\w+ty)\b")
_NEGATES = re.compile(r"\b(?:no|not|non|without|never|too)\b")
_NO_WISH = re.compile(r"(?:\d+|mandatory|required?|essential|necessary|compulsory|important|needed|must|please|asap)")
"""Words that say of a wish how much it matters, and are none."""
_REASON = r"\b(?:because of|due to|thanks to|in time for|after|before)"
_STEM = 4
"""Letters by which a word is known in another form."""
_VERBS = {"pick": "pick", "yes": "pick", "ask": "place", "place": "place"}
"""What is done with a place that is pointed at, by what was read."""
_FINEST = re.compile(r"\b(?:finest|best|nicest|loveliest|grandest|top)\b")


def find_pointed(text: str) -> list[int]:
    """Return the places in a list that a text in lower case points at, in its order: 1 for "the first one"."""
    found: list[int] = []
    for match in POINTED.finditer(text):
        if match["nth"]:
            at = next(n for n, words in enumerate(_NTH, 1) if match["nth"] in words.split("|"))
            found += range(at, at + parse_count(match["count"] or "1"))
        else:
            found.append(parse_count(match["word"] or match["number"] or match["hash"]))
    return list(dict.fromkeys(found))


def leave_out_unsaid(text: str, seen: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands without names of hotels, flights and cars that stand neither in a text nor in what was before it.

    What the text points at is meant in their stead: "the second one", "the cheapest", or only "the car". A yes to a
    name from nowhere is a choice, which books nothing. All is in lower case; `seen` are the replies before.
    """
    return [_leave_out(text, seen, each) for each in commands]


def _leave_out(text: str, seen: str, command: Command) -> Command:
    slots = [slot for slot in command.slots if slot[0] not in {"name", "not"} or _is_known(slot[1].lower(), text, seen)]
    if command.verb in {"find", "suggest"}:
        slots = [own for slot in slots for own in _keep_said(text, slot)]
    if command.has("name") and not any(name == "name" for name, _ in slots) and _FINEST.search(text):
        slots.append(("sort", "rating"))
    command = replace(command, slots=tuple(slots))
    named = split_refs(command.refs) if command.verb in _OF_THINGS else []
    mended = [_mend_number(ref, text, seen) for ref in named]
    known = [ref for ref in mended if _is_known(ref.lower(), text, seen)]
    if known == named:
        return command
    instead = [ref for ref in _refer(text) if ref not in known] if len(known) < len(named) else []
    verb = "pick" if command.verb == "yes" else command.verb
    return replace(command, verb=verb, refs=tuple(word for ref in (*known, *instead) for word in ref.split()))


def leave_out_places(
    text: str, seen: str, earlier: Sequence[Sequence[Command]], commands: Sequence[Command]
) -> list[Command]:
    """Return searches without a goal or a start that nobody has named: none is read into "the big smoke".

    All is in lower case; `seen` are the replies before, and `earlier` the commands of the messages before.
    """
    said = [each for commands in earlier for each in commands]
    sought = {value for each in said for value in (each.subject, *each.values("place"), *each.values("from"))}

    def is_said(slot: Slot) -> bool:
        place = _find_served(slot[1]) if slot[0] in {"place", "from"} else None
        return place is None or _is_named(place, text, seen, sought)

    def leave_out(command: Command) -> Command:
        is_search = command.verb in {"find", "suggest", "pick"}
        return replace(command, slots=tuple(filter(is_said, command.slots))) if is_search else command

    return [leave_out(each) for each in commands if not _is_word(each) or len(commands) == 1]


def _is_word(command: Command) -> bool:
    """Return whether a command asks about a place whose name is only words: "now", "the right since 1998"."""
    name = command.subject.lower()
    is_info = command.verb == "place" and bool(command.refs) and command.text in {"", "info"}
    return is_info and all(map(is_common_word, re.findall(r"[a-z]+", name))) and not find_mentions(f"in {name}")


def _find_served(value: str | None) -> Place | None:
    """Return the place that is the whole value of a slot, if it is served."""
    return next((each.place for each in find_mentions(normalise(value or "")) if each.place), None)


def _is_named(place: Place, text: str, seen: str, sought: Iterable[str]) -> bool:
    """Return whether a place, its country or nearly its name stands in a text or in what was before it."""
    if any(place in each.places for each in find_mentions(text)) or place.name.lower() in seen:
        return True
    if any(place in each.places for value in sought for each in find_mentions(normalise(value))):
        return True
    names = [word for name in (place.name.lower(), *place.aliases) for word in name.split() if len(word) >= _STEM]
    words = {word[:_STEM] for word in re.findall(r"[a-z]+", text)}
    return place.airport.lower() in words or any(name[:_STEM] in words for name in names)


def _keep_said(text: str, slot: tuple[str, str]) -> list[tuple[str, str]]:
    """Return a slot as a text can mean it: no limit where it counts nothing, and a free wish in its own words."""
    name, value = slot[0], slot[1].lower()
    if name in {"max", "min"} and re.search(r"\d", value):
        return [slot] if _COUNTS.search(text) else []
    if _FEW_STOPS.search(text) and (name == "direct" or re.search(r"\b(?:stop|change|connection)s?\b", value)):
        return [("with", "few changes")]
    words = value.split()
    said = " ".join(word for word in words if re.search(rf"\b{re.escape(word[:_STEM])}", text))
    if name in {"with", "maybe"} and (_NO_WISH.fullmatch(said) or (said and re.search(rf"{_REASON} {said}\b", text))):
        return []
    is_known = name not in {"with", "maybe"} or bool(_NEGATES.search(value) or find_wishes(value))
    return [slot if is_known or len(words) < 2 or describes_place(value) else (name, said or value)]


def keep_to_kinds(text: str, commands: Sequence[Command], lists: Sequence[Sequence[Offer]]) -> list[Command]:
    """Return commands that choose by number only what a text without numbers can mean.

    "Book the cheapest flights" chooses no hotel beside them, and "the best rated" is a rank. All is in lower case.
    """
    numbered = next((offers for offers in lists if any(each.number for each in offers)), list[Offer]())
    kinds: dict[str, str] = {str(each.number): each.kind for each in numbered}
    named = {kind for kind, words in _KINDS if re.search(words, text)}
    if not kinds or re.search(r"\d", text) or find_pointed(text) or _ALL.search(text):
        return list(commands)
    is_best = set(kinds.values()) == {"hotel"} and bool(re.search(_SET_APART[0][0], text))

    def keep(command: Command) -> Command:
        if command.verb != "pick" or command.slots or not {*command.refs} <= {*kinds}:
            return command
        if is_best and len(command.refs) == 1:
            return replace(command, refs=("best",))
        refs = [ref for ref in command.refs if kinds[ref] in named] or [*command.refs]
        return replace(command, refs=tuple(_choose_described(text, numbered, refs)))

    return [keep(each) for each in commands]


def _choose_described(text: str, numbered: Sequence[Offer], refs: Sequence[str]) -> list[str]:
    """Return numbers of offers, of each kind those that its words in a text describe: "the hotel with breakfast"."""
    chosen = [each for each in numbered if str(each.number) in refs]
    for kind, words in _KINDS:
        match = re.search(rf"(?P<before>[^,.;]{{0,20}})(?:{words})(?P<after>[^,.;]{{0,40}})", text)
        own = [each for each in numbered if each.kind == kind]
        if match is None or not own:
            continue
        said = match["before"].rpartition(" and ")[2] + match["after"].partition(" and ")[0]
        wishes = {*_AMENITY.findall(said)} if kind == "hotel" else set[str]()
        best = [each for each in own if wishes and wishes <= {*each.hotel.amenities}]
        if kind == "flight" and _CHEAPEST.search(said):
            starts = {each.flight.origin for each in chosen if each.kind == kind}
            ways = [[each for each in own if each.flight.origin == start] for start in starts]
            best = [min(way, key=lambda offer: offer.unit_price) for way in ways]
        if best and (kind == "flight" or len(best) == 1):
            chosen = [*(each for each in chosen if each.kind != kind), *best]
    return [str(number) for number in sorted(each.number or 0 for each in chosen)]


def _refer(text: str) -> list[str]:
    """Return how commands refer to what a text points at without a name; nothing if it only says "it"."""
    numbers = [str(number) for number in find_pointed(text)]
    ranks = [rank for words, rank in _SET_APART if re.search(words, text)]
    kinds = [kind for kind, words in _KINDS if re.search(words, text)]
    return numbers or (ranks or kinds)[:1]


def _mend_number(ref: str, text: str, seen: str) -> str:
    """Return a flight number as the only one that was seen and nearly is the same: another airline, or one digit."""
    number = ref.lower()
    if not _FLIGHT.fullmatch(number) or _is_known(number, text, seen):
        return ref
    near = {
        each
        for each in _NUMBERS.findall(seen)
        if each[2:] == number[2:]
        or (len(each) == len(number) and sum(one != own for one, own in zip(each, number, strict=True)) == 1)
    }
    return near.pop() if len(near) == 1 else ref


def _is_known(name: str, text: str, seen: str) -> bool:
    """Return whether what may be a name is none, or stands in a text or in what was before it."""
    if _FLIGHT.fullmatch(name):
        return name.partition("@")[0] in f"{text}\n{seen}"
    words = [word for word in re.findall(r"[a-z']+", name) if word in HOTEL_WORDS]
    if words:
        whole = " ".join(name[name.index(words[0]) :].split()[:2])
        return bool(re.search(rf"\b(?:{'|'.join(words)})\b", text) or re.search(rf"\b{re.escape(whole)}\b", seen))
    classes = [word for word in name.split() if find_car_class(f"{word} car")] if name.startswith("car ") else []
    return all(word in text or re.search(rf"\b{word} car\b", seen) for word in classes)


def hold_pointed(
    text: str, commands: Sequence[Command], replies: Sequence[str], before: Sequence[Command]
) -> list[Command]:
    """Return commands with the places that a text points at in the list shown last, and with no other from nowhere.

    Of several places in the latest reply none is meant that nobody has chosen by the commands before.
    """
    if any(each.place for each in find_mentions(text)) or _OF_OFFERS.search(text):
        return list(commands)
    listed = list_places_shown(replies)
    pointed = [listed[number - 1] for number in find_pointed(text) if number <= len(listed)]
    if not pointed and _CHEAPEST.search(text) and all(each.verb in {"pick", "tell"} for each in commands):
        pointed = find_cheapest(replies, listed)
    if pointed:
        return [_point(each, pointed, listed) for each in commands]
    return [_leave_out_unchosen(each, replies, before) for each in commands]


def _point(command: Command, pointed: Sequence[Place], listed: Sequence[Place]) -> Command:
    """Return a command that chooses, asks of or compares the places that a message points at in a list of them."""
    names = [place.name.lower() for place in pointed]
    if command.verb == "compare" and len(names) > 1:
        return replace(command, refs=tuple(word for name in names for word in name.split()))
    other = find_mentions(normalise(command.value("place") or ""))
    if len(names) > 1 or any(each.place not in listed for each in other):
        return command
    words = tuple(names[0].split())
    if command.verb == "find":
        return replace(command, slots=(("place", names[0]), *(slot for slot in command.slots if slot[0] != "place")))
    verb = _VERBS.get(command.verb)
    return replace(command, verb=verb, refs=words) if verb else command


def _leave_out_unchosen(command: Command, replies: Sequence[str], before: Sequence[Command]) -> Command:
    """Return a command without a place that only stands among others in the latest reply."""
    value = command.subject if command.verb == "place" else command.value("place") if command.verb == "find" else None
    mention = next((each for each in find_mentions(normalise(value)) if each.place), None) if value else None
    if mention is None or not replies or find_offers(replies[0]):
        return command
    beside = {place for _, place in find_places(replies[0])} | {*list_places_shown(replies)}
    if len(beside) < 2 or mention.place not in beside or any(_names(each, mention.name) for each in before):
        return command
    if command.verb == "place":
        return replace(command, refs=())
    return replace(command, slots=tuple(slot for slot in command.slots if slot[0] != "place"))


def _names(command: Command, name: str) -> bool:
    """Return whether a command is about a place, or chooses it."""
    said = " ".join([command.subject, *(value for slot, value in command.slots if slot == "place")])
    return any(each.name == name for each in find_mentions(normalise(said)))
