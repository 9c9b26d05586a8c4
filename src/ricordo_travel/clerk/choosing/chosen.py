"""Hold what a message chooses against its words: a time, a part of the day, a price or a name means just that offer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from ricordo_travel.clerk.changing.ways import turn_way
from ricordo_travel.clerk.choosing.choosing_clauses import DENIES, ChoiceClause, split_clauses
from ricordo_travel.clerk.choosing.described import (
    ORDINALS,
    PARTS,
    Lists,
    Test,
    choose_ranked,
    find_numbered,
    list_days,
    list_said,
    pick_unbooked,
    test_cars,
    test_days,
    test_flight_numbers,
    test_name,
    test_one_there,
    test_part,
    test_places,
    test_price,
    test_times,
    test_weekdays,
)
from ricordo_travel.clerk.choosing.only_these import keep_only_these
from ricordo_travel.clerk.commands import MAX_SAID, Command, split_refs
from ricordo_travel.clerk.reading.full_names import hold_places
from ricordo_travel.clerk.reading.leading_no import REFUSES, SAYS_YES, leave_out_lead
from ricordo_travel.clerk.reading.named import hold_names, is_met, is_sought
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise

_CHOOSES = frozenset({"pick", "yes", "no"})
_BESIDE = _CHOOSES | {"find", "tell", "thanks", "hello", "chat", "total"}
"""Verbs of messages in which something can be chosen that the reader left out."""
_ORDINAL = re.compile(
    rf"(?<!on the )(?<!on )\b(?P<rank>{'|'.join(ORDINALS)})\b(?! (?:of|nights?|days?|class|weeks?|names?)\b)"
)
_RANK = re.compile(
    r"\b(?P<rank>earl(?:y|ier|iest)|lat(?:e|er|est)|cheap(?:er|est))\b(?! (?:morning|afternoon|evening)\b)"
)
_FILLERS = frozenset(
    """the a an one ones flight flights plane hotel hotels room place please then instead also book take we'll i'll i we
    want would have with for that this there back out home return returning outbound outward inbound going over ok okay
    yes no yeah sure go lets let's us me get well as thanks thank you at on way i'd we'd my our said meant mean dollars
    option choose pick so just actually rather prefer early late nice to in and looks look sounds good fine perfect
    great lovely is are works it will do make ill can could sorry oops wait hm hmm oh coming think guess number numbers
    too now from showed shown you've missed forgot""".split()
)
_BESIDE_NAMES = frozenset("those these three two right after all correct confirm goes am i'm im we're".split())
"""Words of clauses that say no more than a yes, or where to go, beside what another clause names."""
_FLIGHT_NUMBER = re.compile(r"[a-z]{2}\d{3,4}")
_OF_DAYS = frozenset({"on", "until", "time", "place", "from"})
"""Slots that only say which offer is meant."""
_NUMBER_ONLY = re.compile(
    r"(?:(?:no|ok|okay|hm+|wait|oh|actually|sorry|then|and),? )*(?:number |no\.? |the |option )?(?P<number>\d)"
    r"(?: (?:then|please|one|instead|(?:instead of|not|rather than) (?:number |the )?\d))*[.!]*"
)
"""A text that says only the number of an offer, perhaps with the one that it takes the place of."""
_OF_LIST = re.compile(r"\b(?:number|the|option|then|one|instead|not|rather)\b")
"""Words that say of a number that it is one of a list, and counts nothing."""
_AGREES = frozenset(
    """yes yeah yep yup ok okay sure i'm i am im we're certain please definitely absolutely of course go ahead do thanks
    thank you that's right correct confirm confirmed positive""".split()
)
_OTHER = re.compile(
    r"\bthe other(?: (?:one|hotel|flight|room|car|option|guesthouse))?(?: (?:please|then|instead))?\W*$"
)
_COUNTS = frozenset("one two three four five six seven eight ten night nights people persons adults us of week".split())
_WORD = re.compile(r"[a-z][a-z']*")
_RANKED_BOTH = re.compile(r"\b(?P<rank>cheapest|earliest|latest) (?:flights? )?(?:there and back|both ways)\b")
_SAID_OF_RANKS = frozenset("earlier earliest later latest cheaper cheapest am pm guest house".split())
_OF_TIME = frozenset({"earliest", "latest", "morning", "evening", "afternoon"})
_VAGUE = frozenset("cheapest best earliest latest fastest nearest morning evening afternoon other all both".split())


def settle_picks(replies: Sequence[str], message: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return commands that choose what the message names: in the stead of another offer, or beside the others.

    Args:
        replies: The replies before the message, the latest first.
        message: The message as typed.
        commands: What the reader wrote.
    """
    lists = [offers for reply in replies if (offers := find_offers(reply))]
    text = normalise(message[:MAX_SAID])
    commands = leave_out_lead(text, hold_places(text, turn_way(text, commands), replies, lists))
    text = _RANKED_BOTH.sub(r"\g<rank> flight there and \g<rank> flight back", text)
    if these := keep_only_these(text, commands, replies):
        return these
    commands = [pick_unbooked(text, each, replies, lists) for each in hold_names(text, commands, lists)]
    if not lists or not any(each.verb in _CHOOSES for each in commands):
        return (_add_up_named(text, commands, lists) if lists else ()) or tuple(commands)
    if read := _take_from_list(text, commands, lists) or _read_bare(text, commands, lists):
        return read
    commands = _drop_unsaid_hotels(text, commands, lists)
    clauses = [_drop_counts(each, commands, text) for each in split_clauses(text)]
    picked = [offer for ref in _list_refs(commands) if (offer := _resolve(ref, lists))]
    found = [
        (clause, _find_named(clause, lists, picked, _list_contexts(clause, clauses, commands))) for clause in clauses
    ]
    slots = {word for each in commands for slot in each.slots for word in _WORD.findall(" ".join(slot).lower())}
    slots |= _COUNTS if slots & {"nights", "people", "longer", "shorter", "rooms"} else set[str]()
    named = [offer for clause, offers in found for offer in offers if _is_bare(clause, offers, slots)]
    named = [offer for offer in named if not is_sought(text, offer, commands)]
    silent = [clause for clause, offers in found if not offers and not clause.is_question]
    answers = [each for each in commands if each.verb != "no" or not named or REFUSES.search(text)]
    settled = answers if any(each.verb in _CHOOSES for each in answers) else list(commands)
    settled = [each for each in settled if not is_met(each, named, settled)]
    numbers = [ref for ref in _list_refs(settled) if ref.isdigit() and _resolve(ref, lists) not in named]
    spoken = " ".join(clause.text for clause, offers in found if offers and not all(offer in named for offer in offers))
    is_numbered = any(_is_said(ref, spoken) for ref in numbers)  # "2 is better"
    is_all = not is_numbered and all(map(_says_nothing, silent))
    if named and is_all and (taken := _take_only(text, named, settled, lists)):
        return tuple(taken)
    for offer in named:
        others = [each for _, own in found for each in own]
        rest = " ".join([*(clause.text for clause in silent), *([spoken] if is_numbered else [])])
        settled = _choose(offer, others, settled, lists, rest)
    settled = [_drop_rivals(text, named, each, lists) for each in settled]
    return tuple(_search_gearbox(text, each, lists) for each in settled)


def _add_up_named(text: str, commands: Sequence[Command], lists: Lists) -> tuple[Command, ...]:
    """Return a sum of just the offers that a text names: "no, the 276 one there and the 280 one back"; else none."""
    if len(commands) != 1 or commands[0].verb != "total" or commands[0].slots or not commands[0].refs:
        return ()
    found = [(each, _find_named(each, lists, [], [list[Test]()])) for each in split_clauses(text)]
    if not all(own and _is_bare(each, own, ["add", "plus"]) for each, own in found if not _says_nothing(each)):
        return ()
    refs = dict.fromkeys(_refer(offer, lists) for _, own in found for offer in own)
    return (replace(commands[0], refs=_flatten(refs)),) if len(refs) > 1 else ()


def _drop_rivals(text: str, named: Sequence[Offer], command: Command, lists: Lists) -> Command:
    """Return a pick without flights that a text does not speak of, if it names another one for the same way."""
    flights = [each for each in named if each.kind == "flight"]
    texts = {each.text.casefold() for each in named}
    kept = [
        ref
        for ref in split_refs(command.refs)
        if not (_FLIGHT_NUMBER.fullmatch(ref.lower()) and ref.lower() not in text and (own := _resolve(ref, lists)))
        or own.text.casefold() in texts
        or not any(_is_alike(own, each) for each in flights)
    ]
    return replace(command, refs=_flatten(kept)) if command.verb == "pick" and kept else command


def _drop_unsaid_hotels(text: str, commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands without picks of hotels that a text neither names nor numbers, beside one there that it names."""
    picked = [offer for ref in _list_refs(commands) if (offer := _resolve(ref, lists)) and offer.kind == "hotel"]
    named = [each for each in picked if re.search(rf"\b{each.hotel.name.split()[0].lower()}\b", text)]
    unsaid = [
        str(each.number)
        for each in picked
        if each not in named and any(each.hotel.place == own.hotel.place for own in named)
    ]
    kept = [_without(each, [ref for ref in unsaid if not re.search(rf"\b{ref}\b", text)]) for each in commands]
    return [each for each in kept if each is not None]


def _without(command: Command, refs: Sequence[str]) -> Command | None:
    """Return a pick without some references; None if it has no others."""
    if command.verb != "pick" or not set(refs) & set(command.refs):
        return command
    kept = tuple(ref for ref in command.refs if ref not in refs)
    return replace(command, refs=kept) if kept else None


def _says_nothing(clause: ChoiceClause) -> bool:
    """Return whether a clause that names no offer chooses nothing either: a yes, or a place."""
    known = _FILLERS | _AGREES | _BESIDE_NAMES | list_said(clause.text)
    return set(_WORD.findall(clause.text)) <= known and not re.search(rf"\d|{_RANK.pattern}", clause.text)


def _list_contexts(
    clause: ChoiceClause, clauses: Sequence[ChoiceClause], commands: Sequence[Command]
) -> list[list[Test]]:
    """Return what the other clauses say of the place of what a clause names, the likeliest first, and nothing at last.

    A place that a search or a question is for says nothing about what is chosen beside it.
    """
    asked = " ".join(
        f"{each.subject} {value}" for each in commands if each.verb not in _CHOOSES for _, value in each.slots
    )
    own = [each for each in clauses if each.is_open and not each.is_question and not re.search(r"\d", each.text)]
    tests = [
        [test]
        for each in reversed(own)
        for mention in find_mentions(each.text)
        for test in test_places(mention.name.lower())
        if mention.name.lower() not in asked.lower()
    ]
    return [list[Test]()] if find_mentions(clause.text) else [*tests, list[Test]()]


def _drop_counts(clause: ChoiceClause, commands: Sequence[Command], text: str) -> ChoiceClause:
    """Return a clause without the numbers that count something: values of slots that the text has once."""
    counts = {word for each in commands for name, value in each.slots if name not in _OF_DAYS for word in value.split()}
    counts = {each for each in counts if each.isdigit() and len(re.findall(rf"\b{each}\b", text)) == 1}
    words = [word for word in clause.text.split() if word not in counts]
    return replace(clause, text=" ".join(words))


def _take_only(text: str, named: Sequence[Offer], commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands that choose just the offers that a message names; none if they say more than that.

    Without a yes in its words, a message agrees to nothing that was read as a yes to more than what waits.
    """
    picks = [each for each in commands if each.verb == "pick"]
    slots = {name for each in picks for name, _ in each.slots}
    if not slots <= _OF_DAYS or not {each.verb for each in commands} <= _BESIDE | {"ask", "which", "place"}:
        return []
    waits = {each.text.casefold() for each in lists[0] if not each.number or len(lists[0]) == 1}
    meant = [_resolve(ref, lists) for each in commands if each.verb == "yes" for ref in split_refs(each.refs)]
    says_yes = bool(SAYS_YES.search(text)) or all(not each or each.text.casefold() in waits for each in meant)
    kept = [each for each in commands if each.verb != "pick" and (each.verb != "yes" or says_yes)]
    agreed = waits if any(each.verb == "yes" for each in kept) else set[str]()
    refs = dict.fromkeys(_refer(each, lists) for each in named if each.text.casefold() not in agreed)
    if not refs:
        return kept if picks and agreed else []
    at = next((at for at, each in enumerate(commands) if each.verb == "pick"), len(commands))
    before = len([each for each in commands[:at] if each in kept])
    return [*kept[:before], Command("pick", _flatten(refs)), *kept[before:]]


def _search_gearbox(text: str, command: Command, lists: Lists) -> Command:
    """Return a pick of a car as a search for one with the gearbox that a text names, if the car has the other."""
    named = [name for name in ("automatic", "manual") if re.search(rf"\b{name}\b", text)]
    picked = [_resolve(ref, lists) for ref in split_refs(command.refs)] if command.verb == "pick" else []
    if len(named) != 1 or len(picked) != 1 or not (offer := picked[0]) or offer.kind != "car" or DENIES.search(text):
        return command
    if offer.car.gearbox == named[0]:
        return command
    same = [each for each in _find_listed(lists) if each.kind == "car" and each.car.gearbox == named[0]]
    if len(same) == 1:
        return replace(command, refs=(str(same[0].number),))
    return Command("find", ("car",), (*command.slots, (named[0], "")))


def _read_bare(text: str, commands: Sequence[Command], lists: Lists) -> tuple[Command, ...]:
    """Return the command of a text that only agrees, or wants the other one, and names nothing; none if it is another.

    Who says "yes I'm sure" to a list has not chosen from it, and "the other" is not what waits.
    """
    numbers = {str(offer.number) for offer in _find_listed(lists)}
    is_plain = not any(each.slots for each in commands) or bool(_OF_LIST.search(text))
    match = _NUMBER_ONLY.fullmatch(text) if is_plain else None
    if match and match["number"] in numbers and all(each.verb in {"pick", "no"} for each in commands):
        return (Command("pick", (match["number"],)),)
    if any(each.verb != "pick" or each.slots for each in commands if each.verb != "no"):
        return ()
    waiting = [offer for offer in lists[0] if not offer.number]
    picked = [_resolve(ref, lists) for ref in _list_refs(commands)]
    if set(_WORD.findall(text)) <= _AGREES and not re.search(r"\d", text) and not waiting:
        return (Command("yes"),)
    is_it = bool(waiting) and all(each is None or each.text in [own.text for own in waiting] for each in picked)
    return (Command("pick", ("other",)),) if is_it and _OTHER.search(text) else ()


def _take_from_list(text: str, commands: Sequence[Command], lists: Lists) -> tuple[Command, ...]:
    """Return a yes to what waits as one to the first of a list that lacks it, if a text says only "the first one"."""
    waits = [each.text.casefold() for each in lists[0] if not each.number]
    listed, ranks = [each for each in _find_listed(lists) if each.number], _ORDINAL.findall(text)
    if len(waits) != 1 or len(ranks) != 1 or list(commands) != [Command("yes", (WAITING[0],))]:
        return ()
    is_bare = set(_WORD.findall(text)) <= _FILLERS | _AGREES | {*ORDINALS}
    is_there = any(each.text.casefold() in waits for each in listed) or ORDINALS[ranks[0]] >= len(listed)
    return (Command("yes", (str(listed[ORDINALS[ranks[0]]].number),)),) if is_bare and not is_there else ()


def _find_named(
    clause: ChoiceClause, lists: Lists, picked: Sequence[Offer], contexts: Sequence[Sequence[Test]]
) -> list[Offer]:
    """Return the offers that a clause names: one for each time or number in it, or the one that is all that it says.

    Args:
        clause: The clause.
        lists: What was shown.
        picked: What the commands choose.
        contexts: What the other clauses say of it, the likeliest first.
    """
    if not clause.is_open:
        return []
    rank = _ORDINAL.search(clause.text) or (_RANK.search(clause.text) if clause.way else None)
    if rank and (ranked := _find_ranked(clause, rank["rank"], lists, picked)):
        return [ranked]
    others = [*test_part(clause.text), *test_price(clause.text, lists), *test_name(clause.text, lists)]
    others += [*test_cars(clause.text, lists[:1]), *test_one_there(clause.text, lists)]
    times = [*test_flight_numbers(clause.text, lists), *test_times(clause.text, lists)]
    own = [*test_places(clause.text), *test_days(clause.text), *test_weekdays(clause.text)]
    for context in contexts:
        if not times and not others:
            found = find_numbered(clause.text, lists, [*own, *context])
        else:
            tests = [[time, *others, *own, *context] for time in times] or [[*others, *own, *context]]
            found = [offer for each in tests if (offer := _find_one(clause, each, lists, picked))]
        if found:
            return found
    return []


def _find_one(clause: ChoiceClause, tests: Sequence[Test], lists: Lists, picked: Sequence[Offer]) -> Offer | None:
    """Return the offer that meets all tests, of the latest reply that has one; None if there are several.

    Of several it is the one that could be meant instead of what was picked: a flight the same way.
    """
    for offers in lists:
        found = [offer for offer in offers if all(test(offer) for test in tests) and _goes(offer, clause, lists)]
        found = list({offer.text.casefold(): offer for offer in found}.values())
        if len(found) > 1:
            found = [offer for offer in found if any(_is_alike(offer, other) for other in picked)]
            return found[0] if len(found) == 1 else None
        if found:
            return found[0]
    return None


def _find_ranked(clause: ChoiceClause, rank: str, lists: Lists, picked: Sequence[Offer]) -> Offer | None:
    """Return the offer with a place in the list of a way or a kind: "the second one back", "the first hotel".

    "The first one" is of the list of the kind that was picked, if that is a room or a car.
    """
    kind = next((kind for kind in ("flight", "hotel", "car") if kind in clause.text), "flight" if clause.way else None)
    if kind is None and len(picked) == 1 and picked[0].kind != "flight":
        kind = picked[0].kind
    for offers in lists:
        own = [offer for offer in offers if offer.kind == kind and offer.number and _goes(offer, clause, lists)]
        is_one_way = len({offer.flight.origin.name for offer in own if offer.kind == "flight"}) < 2
        if own:
            return choose_ranked(rank, own, picked) if is_one_way else None
    return None


def _goes(offer: Offer, clause: ChoiceClause, lists: Lists) -> bool:
    """Return whether an offer is no flight, or one for the way that a clause speaks of."""
    return offer.kind != "flight" or clause.way in {None, _find_way(offer, lists)}


def _find_way(offer: Offer, lists: Lists) -> Literal["there", "back"]:
    """Return the way of a flight: back if one the other way was shown for an earlier day, beside it or else before."""
    ends = offer.flight.destination, offer.flight.origin
    others = [
        [each for each in offers if each.kind == "flight" and (each.flight.origin, each.flight.destination) == ends]
        for offers in sorted(lists, key=lambda offers: offer not in offers)
    ]
    beside = others[:1] if others and others[0] else others
    is_back = any(each.call.arguments["day"] < offer.call.arguments["day"] for offers in beside for each in offers)
    return "back" if is_back else "there"


def _is_alike(offer: Offer, other: Offer) -> bool:
    """Return whether one offer could be chosen instead of another: the same kind, and the same way."""
    return offer.kind == other.kind and (offer.kind != "flight" or offer.flight.origin == other.flight.origin)


def _is_bare(clause: ChoiceClause, offers: Sequence[Offer], slots: Iterable[str]) -> bool:
    """Return whether a clause says nothing but which offer it names, and what the slots of the commands say."""
    names = {word for offer in offers for word in offer.title.lower().split()}
    known = _FILLERS | names | set(slots) | set(PARTS) | set(ORDINALS) | _SAID_OF_RANKS | list_said(clause.text)
    return set(_WORD.findall(_FLIGHT_NUMBER.sub("", clause.text))) <= known


def _list_refs(commands: Iterable[Command]) -> list[str]:
    return [ref for each in commands if each.verb in {"pick", "yes"} for ref in split_refs(each.refs)]


def _resolve(ref: str, lists: Lists) -> Offer | None:
    """Return the offer of a reference: a number of the latest list, a letter of what waits, or a flight's number."""
    if ref.isdigit():
        return next((offer for offer in _find_listed(lists) if offer.number == int(ref)), None)
    if len(ref) == 1 and ref in WAITING:
        waiting = [offer for offer in lists[0] if not offer.number]
        return next(iter(waiting[WAITING.index(ref) :]), None)
    return next((offer for offers in lists for offer in offers if _is_called(offer, ref.lower().split())), None)


def _find_listed(lists: Lists) -> Sequence[Offer]:
    """Return the offers of the latest reply that numbers some."""
    return next((offers for offers in lists if any(offer.number for offer in offers)), list[Offer]())


def _is_called(offer: Offer, words: Sequence[str]) -> bool:
    """Return whether words name an offer: the number or the time of a flight, or the name of a hotel."""
    if offer.kind == "flight":
        number = offer.flight.number.lower()
        return bool({number, f"{number}@{list_days(offer)[0]}", offer.flight.departs} & set(words))
    return offer.kind == "hotel" and offer.title.lower().split()[:2] == list(words[:2])


def _choose(
    offer: Offer, named: Sequence[Offer], commands: Sequence[Command], lists: Lists, silent: str
) -> list[Command]:
    """Return commands that choose an offer: in the stead of one that the message does not name, or beside the others.

    Args:
        offer: The offer.
        named: All offers that the message names.
        commands: The commands so far.
        lists: What was shown.
        silent: The clauses of the message that name no offer.
    """
    refs = _list_refs(commands)
    picked = [_resolve(ref, lists) for ref in refs]
    waits = [each.text.casefold() for each in lists[0] if not each.number]
    is_agreed = offer.text.casefold() in waits and any(each.verb == "yes" for each in commands)
    if is_agreed or any(each and each.text.casefold() == offer.text.casefold() for each in picked):
        return list(commands)
    own = {each.text.casefold() for each in named}
    is_all = set(_WORD.findall(silent)) <= _FILLERS and not re.search(r"\d", silent)
    free = [
        (other is None or not _is_alike(offer, other), at, ref)
        for at, command in enumerate(commands)
        for ref in (split_refs(command.refs) if command.verb == "pick" else ())
        if not _is_said(ref, silent)
        for other in [_resolve(ref, lists)]
        if other is None or other.text.casefold() not in own
        if (other and _is_alike(offer, other)) or (is_all and (other or ref.isdigit())) or _is_only_kind(ref, offer)
    ]
    if free:
        _, at, ref = min(free)
        swapped = [_refer(offer, lists) if each == ref else each for each in split_refs(commands[at].refs)]
        return [*commands[:at], replace(commands[at], refs=_flatten(swapped)), *commands[at + 1 :]]
    return _add(offer, commands, lists)


def _is_only_kind(ref: str, offer: Offer) -> bool:
    """Return whether a reference says no more of an offer than its kind, and perhaps a rank: "flight earliest"."""
    kinds = {"flight": {"flight", "flights", "return"}, "hotel": {"hotel", "room"}, "car": {"car"}}[offer.kind]
    words = set(ref.lower().split())
    return bool(words & (kinds | _OF_TIME)) and words <= kinds | (_VAGUE - {"all", "both", "other"})


def _may_mean(ref: str, offer: Offer) -> bool:
    """Return whether a reference to nothing that is known may mean an offer: it names its kind or its name, or none."""
    words = set(ref.lower().split())
    own = {offer.kind, *offer.title.lower().split(), *(["return", "flights"] if offer.kind == "flight" else ["room"])}
    return bool(words & own) or not words & {"flight", "flights", "return", "hotel", "room", "car"}


def _is_said(ref: str, text: str) -> bool:
    """Return whether a text says the number of a reference, as a number or as an ordinal."""
    words = [ref, *(word for word, at in ORDINALS.items() if ref == str(at + 1))]
    return any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)


def _add(offer: Offer, commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands with a pick of one more offer, unless something else in them may mean it."""
    picked = _list_refs(each for each in commands if each.verb == "pick")
    is_vague = any(_may_mean(ref, offer) for ref in picked if not _resolve(ref, lists))
    is_vague = is_vague or any(_VAGUE & set(ref.lower().split()) for ref in picked)
    is_sought = any(each.verb == "find" and each.has("time", "name", "max") for each in commands)
    if is_vague or is_sought or not {each.verb for each in commands} <= _BESIDE:
        return list(commands)
    ref = _flatten([_refer(offer, lists)])
    for at, command in enumerate(commands):
        if command.verb == "pick" and not command.slots:
            return [*commands[:at], replace(command, refs=(*command.refs, *ref)), *commands[at + 1 :]]
    last = max(at for at, command in enumerate(commands) if command.verb in _CHOOSES)
    return [*commands[: last + 1], Command("pick", ref), *commands[last + 1 :]]


def _refer(offer: Offer, lists: Lists) -> str:
    """Return a reference to an offer: its number in the latest list, or what it is called."""
    number = next((each.number for each in _find_listed(lists) if each.number and each.text == offer.text), None)
    if number:
        return str(number)
    if offer.kind != "flight":
        name, shown = offer.title.split()[:2], {each.title for offers in lists for each in offers}
        same = [title for title in shown if title.split()[:2] == name]
        return offer.title if len(same) > 1 or offer.kind == "car" else " ".join(offer.title.split()[:2])
    newest = _resolve(offer.flight.number.lower(), lists)
    is_newest = newest is None or newest.text.casefold() == offer.text.casefold()
    return offer.flight.number if is_newest else f"{offer.flight.number}@{list_days(offer)[0]}"


def _flatten(refs: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for ref in refs for word in ref.split())
