"""Say what things cost together: those named, or all of a trip, and how that compares with the budget."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from ricordo_travel.clerk.answering import place_answers
from ricordo_travel.clerk.answering.known_facts import capitalise
from ricordo_travel.clerk.answering.otherwise import price_otherwise
from ricordo_travel.clerk.answering.place_costs import EACH
from ricordo_travel.clerk.answering.subjects import (
    find_place_spoken,
    find_places_named,
    find_subjects,
    identify,
    keep_once,
    merge_rooms,
)
from ricordo_travel.clerk.answering.supposed import Supposed, find_supposed
from ricordo_travel.clerk.answering.trip_sums import (
    Sum,
    add_found,
    choose_cheapest,
    find_booked_sum,
    find_sum,
    find_sum_to,
    mark_states,
)
from ricordo_travel.clerk.answering.visits import look_at
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.budgets import find_named_budget, read_amount
from ricordo_travel.clerk.scene import Item, Items, Scene
from ricordo_travel.clerk.searching.starts import find_start
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, join_words
from ricordo_travel.dialogue.replies.asking import ask_to_book
from ricordo_travel.dialogue.replies.offers import count_people, find_offers, first_day, last_day
from ricordo_travel.dialogue.replies.suggestions import describe_trip
from ricordo_travel.dialogue.trips.shares import describe_shares, find_groups, format_share
from ricordo_travel.dialogue.values.money import Money, find_noted_budget, format_dollars
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place
from ricordo_travel.reservations import Kind

_NOTHING = "There is nothing to add up yet. What shall I look for?"
_NONE_BOOKED = "Nothing is booked, so there is nothing to pay."
_WHOLE = frozenset({"all", "everything", "trip", "these", "those", "them", "it", "both", "whole", "cheapest", "total"})
_ALL = frozenset({"all", "everything"})
"""Words for all that the conversation is about, whatever the trip."""
_STATES = {"booked": "booked", "waiting": "waits for your yes", "shown": "not booked yet"}
_KIND_WORDS: tuple[tuple[str, str], ...] = (
    (r"\breturns?\b|\bback\b|\bhome\b", "return"),
    (r"\bflights?\b|\bplanes?\b|\bflying\b", "flight"),
    (r"\bhotels?\b|\brooms?\b|\bstay\b", "hotel"),
    (r"\bcars?\b|\brental\b", "car"),
)
_THINGS: dict[Kind, str] = {"flight": "flights", "hotel": "a room", "car": "a car"}
_BUDGET = r"\bbudget\b|\bleft\b|\bafford"
_LINKS = frozenset({"and", "with", "plus", "the"})
_GUESS = re.compile(
    r"\b(?:that|it|this|all|total|sum|(?:al)?together)\b"
    r"(?:'?s| is| it'?s| that'?s| makes| comes to| would be| will be| are|,| then| so| all| together| altogether)*"
    r"(?: about| around| exactly| only)? [$€£]?(?P<sum>\d[\d,.]*)\b(?! (?:nights?|days?|people|of us))"
    r"(?=[^?.!]*(?:\bright\b|\bcorrect\b|\?))"
)
"""A sum that somebody has reckoned and asks about."""

Sentences = Generator[Sequence[ToolCall], Sequence[ToolResult], list[str]]
Added = Generator[Sequence[ToolCall], Sequence[ToolResult], Sum | str]
"""The search for what to add up: a sum, or what to say if there is none."""


def tell(scene: Scene, command: Command) -> Plan:
    """Say what things cost together, what that is for each, and whether it is within the budget."""
    if not command.slots and _is_asked_again(scene, command):
        return ""
    command = _leave_out_again(scene, command)
    if _names_trip(command) and (said := (yield from _price_named(scene, command))):
        return said
    if not command.refs and (supposed := find_supposed(scene, is_new=not _asks(command, f"{EACH}|{_BUDGET}"))):
        return _weigh_supposed(scene, command, supposed)
    added = yield from _find_sum(scene, command)
    if isinstance(added, str):
        return added
    wanted = _find_added_kinds(command)
    found = yield from add_found(scene, added, wanted)
    left = _leave_out(found, command, scene)
    if not left.things:
        return _say_nothing(scene, command)
    said = [_describe_sum(left), *_name_missing(scene, command, left, wanted), *_explain_start(scene, left)]
    said += yield from _compare_with_now(scene, left)
    said = _weigh(scene, command, left, said)
    said += yield from _add_rest(scene, command, left)
    asked = yield from _ask_for_named(scene, command, left)
    return "\n\n".join([" ".join(said), *asked])


def _leave_out_again(scene: Scene, command: Command) -> Command:
    """Return a command that weighs the sum of the message before without what that left out, too."""
    before = [each for _, commands in scene.earlier[-1:] for each in commands if each.verb == "total"]
    if command.refs or not before or not _asks(command, f"{EACH}|{_BUDGET}|night") or command.has("without"):
        return command
    return replace(command, slots=(*command.slots, *(slot for slot in before[-1].slots if slot[0] == "without")))


def _weigh(scene: Scene, command: Command, added: Sum, said: Sequence[str]) -> list[str]:
    """Return what is said of a sum with what it is for each and a night, and how it compares with an amount."""
    said = list(said)
    if _asks(command, EACH):
        said.append(_describe_share(scene, command, added))
    if _asks(command, r"\bnight\b") and (nights := _count_nights(added)):
        said.append(f"That is {format_share(added.total / nights)} a night.")
    if _asks(command, _BUDGET):
        said.append(_compare_with_budget(scene, added))
    elif (limit := read_amount(command)) is not None:
        said.append(_compare_with(added.total, limit))
    elif (guess := _find_guess(scene)) is not None:
        said.insert(0, _confirm_guess(added.total, guess))
    return said


def _is_asked_again(scene: Scene, command: Command) -> bool:
    """Return whether another command of the message asks for the same sum, and for more of it."""
    return any(each.verb == "total" and each.refs == command.refs and each.slots for each in scene.commands)


def _add_rest(scene: Scene, command: Command, added: Sum) -> Sentences:
    """Return what a trip costs of which a sum has only what was agreed to just now, or one booking."""
    is_part = bool(command.refs) and bool(scene.state.outcomes or command.has("booked"))
    if not is_part or command.has("without") or any(each.state != "booked" for each in added.things):
        return []
    whole = yield from find_booked_sum(scene)
    named = {identify(each) for each in added.things}
    rest = [_describe_part(each, whole) for each in whole.things if identify(each) not in named]
    if not rest:
        return ["I know of no other costs of it."] if command.has("booked") else []
    return [f"With {join_words(rest)} it is {format_dollars(whole.total)} for all of it."]


def _ask_for_named(scene: Scene, command: Command, added: Sum) -> Sentences:
    """Return questions whether to book what a sum names beside a choice: "the first. What is it with AB2312?"."""
    names = {ref.lower() for ref in command.refs if len(ref) > 1 and not ref.isdigit()}
    if not names or all(each.verb != "pick" for each in scene.commands):
        return []
    asked: list[str] = []
    for each in added.things:
        words = set(each.offer.title.lower().split())
        if each.state == "shown" and each.offer.text not in added.notes and words & names:
            asked.append((yield from ask_to_book(each.offer)))
    return asked


def _say_nothing(scene: Scene, command: Command) -> str:
    """Return that there is nothing to add up, or about what a trip to the place costs that was chosen."""
    place = find_place_spoken(scene) or scene.trip.destination
    if command.has("without"):
        return "There is nothing beside that to add up."
    if command.has("booked"):
        return _NONE_BOOKED
    if place is None or not any(each.verb in {"pick", "suggest", "compare"} for each in _list_said(scene)):
        return _NOTHING
    return place_answers.tell_fact(look_at(scene, place, "prices each" if _asks(command, EACH) else "prices"))


def _list_said(scene: Scene) -> list[Command]:
    return [command for _, commands in scene.earlier for command in commands] + list(scene.commands)


def _compare_with_now(scene: Scene, added: Sum) -> Sentences:
    """Return by how much changes that wait for a yes make a sum differ from what is booked."""
    changes = [each for each in added.things if each.proposal and each.proposal.action == "change"]
    if not changes:
        return []
    booked = yield from scene.load_bookings()
    now = {each.row["booking_id"]: each.offer.total for each in booked if each.row}
    ids = [(each, str(each.proposal.preview.get("booking_id"))) for each in changes if each.proposal]
    more = sum(each.offer.total - now.get(id, each.offer.total) for each, id in ids)
    side = "more" if more > 0 else "less"
    return [f"That is {format_dollars(abs(more))} {side} than now." if more else "That is the same as now."]


def _names_trip(command: Command) -> bool:
    """Return whether a command asks for the total of another trip than the one that was looked for."""
    return not command.refs and command.has("from", "on", "until", "nights", "people")


def _price_named(scene: Scene, command: Command) -> Plan:
    """Return what the trip that was looked for would cost otherwise, or about what another one costs."""
    said = "" if command.has("max") else (yield from price_otherwise(scene, command))
    place = find_place_spoken(scene)
    return said or (_estimate(scene, command, place) if place else "")


def _estimate(scene: Scene, command: Command, place: Place) -> str:
    """Return about what a trip to a place costs, and whether that is within an amount."""
    visit = look_at(place_answers.follow(scene, command.slots), place, "prices")
    cost = describe_trip(place, visit.wanted).cost
    limit = read_amount(command)
    said = [place_answers.tell_fact(visit), *([_compare_with(cost, limit)] if limit else [])]
    return " ".join([*said, "Ask me for the flights and a hotel on your days, and I add up their real prices."])


def _weigh_supposed(scene: Scene, command: Command, supposed: Supposed) -> str:
    """Return what a change that was only asked about makes of the sum: for each, and of the budget."""
    said: list[str] = []
    people = supposed.people or scene.known().people
    if _asks(command, EACH) and people > 1:
        share = describe_shares(supposed.total, people, find_groups(scene.state.said))
        said.append(f"With that it would be {share}, {_dollars(supposed)} in all.")
    if (limit := read_amount(command)) is not None:
        said.append(f"With that it would be {_dollars(supposed)}. {_compare_with(supposed.total, limit)}")
    elif _asks(command, _BUDGET):
        within = _compare_total(scene, _find_budget(scene, set()), supposed.total)
        said.append(f"With that it would be {_dollars(supposed)}. {within}")
    return " ".join(said) or f"With that it would be {_dollars(supposed)} in all."


def _dollars(supposed: Supposed) -> str:
    return format_dollars(supposed.total)


def _asks(command: Command, words: str) -> bool:
    return any(re.search(words, f"{slot} {value}") for slot, value in command.slots)


def _find_sum(scene: Scene, command: Command) -> Added:
    """Return what a command adds up, or what to say if there is nothing."""
    refs = [ref for ref in command.refs if ref.lower() not in _LINKS]
    words = {ref.lower() for ref in refs}
    if command.has("booked") and words <= _WHOLE:
        return (yield from find_booked_sum(scene))
    if words <= _WHOLE:
        return (yield from find_sum(scene, is_all=bool(words & _ALL)))
    if refs[0].lower() == "trip" and (places := find_places_named(" ".join(refs))):
        added = yield from find_sum_to(scene, places)
        return added if added.things else f"I have nothing for {places[0].name} yet."
    kinds = _find_kinds(refs)
    if kinds and len(kinds) == len(refs):
        whole = yield from find_sum(scene)
        if (own := _keep_kinds(scene, whole, kinds)).things:
            return own
    if _has_lost_mark(scene, refs):
        return (yield from find_sum(scene))
    things = _replace_waiting((yield from _find_named(scene, _drop_unsaid(scene, refs))))
    if command.has("booked"):
        things = [each for each in things if each.state == "booked"]
    return (yield from _add_named(scene, command, refs, things))


def _add_named(scene: Scene, command: Command, refs: Sequence[str], things: Sequence[Item]) -> Added:
    """Return the sum of things that were named, or of the whole trip with them."""
    if _is_all_lettered(scene, refs) or (things and _is_with_chosen(scene)):
        return (yield from find_sum(scene, named=[each for each in things if each.state != "booked"]))
    if not things:
        return f"I have shown you nothing like “{command.subject}”. Which ones shall I add up?"
    is_named = any(len(ref) == 1 or ref.isdigit() for ref in refs)
    return choose_cheapest((yield from mark_states(scene, things)), is_named=is_named)


def _is_all_lettered(scene: Scene, refs: Sequence[str]) -> bool:
    """Return whether references are the letters of all that has one and waits, while something else is offered, too.

    The only offer of a list waits for a yes, but has no letter: who means all that waits means it as well.
    """
    lettered = [each for each in scene.proposed if each.offer.text.casefold() not in _find_offered(scene)]
    return len(lettered) < len(scene.proposed) and set(refs) == set(WAITING[: len(lettered)])


def _find_offered(scene: Scene) -> set[str]:
    """Return the texts of the offers that the last reply lists."""
    return {offer.text.casefold() for offer in find_offers(scene.state.last_reply) if offer.number}


def _is_with_chosen(scene: Scene) -> bool:
    """Return whether a message chooses something, and asks for the total with other things: "… with the guesthouse"."""
    is_choice = any(each.verb == "pick" for each in scene.commands)
    return is_choice and bool(re.search(r"\bwith\b", normalise(scene.state.message)))


def _drop_unsaid(scene: Scene, refs: Sequence[str]) -> list[str]:
    """Return references without the numbers of flights that a message which chooses others does not name."""
    if all(each.verb != "pick" for each in scene.commands):
        return list(refs)
    text = normalise(scene.state.message)
    numbers = {str(int(each)) for each in parse_numbers(text)}
    return [ref for ref in refs if not ref.isdigit() or ref in numbers or not _is_other_flight(scene, ref, text)]


def _is_other_flight(scene: Scene, number: str, text: str) -> bool:
    """Return whether a number of the list is a flight of which a text says nothing."""
    offers = [each.offer for each in scene.listed if each.offer.number == int(number)]
    names = (name for each in offers if each.kind == "flight" for name in (each.flight.departs, each.flight.number))
    return any(each.kind == "flight" for each in offers) and not any(name.lower() in text for name in names)


def _has_lost_mark(scene: Scene, refs: Sequence[str]) -> bool:
    """Return whether references are letters of which some mean nothing: then the whole trip is meant."""
    marks = {*scene.situation.booked, *WAITING[: len(scene.proposed)]}
    return all(len(ref) == 1 and ref.isalpha() for ref in refs) and not set(refs) <= marks


def _replace_waiting(things: Sequence[Item]) -> list[Item]:
    """Return things without the hotel that waits, if another one is named in its stead for the same place."""
    named = [each.place for each in things if each.kind == "hotel" and each.state == "shown"]
    return [each for each in things if each.kind != "hotel" or each.state != "waiting" or each.place not in named]


def _find_kinds(words: Sequence[str]) -> list[str]:
    """Return the kinds that words name, the way back as "return"."""
    return [kind for word in words for pattern, kind in _KIND_WORDS if re.search(pattern, word.lower())]


def _find_added_kinds(command: Command) -> list[Kind]:
    """Return the kinds that a command wants in the sum, whether something of them was chosen or not."""
    words = [*command.refs, *(word for name, value in command.slots if name != "without" for word in value.split())]
    words += [name for name, value in command.slots if not value]
    kinds = {"flight" if kind == "return" else kind for kind in _find_kinds(words)}
    return [kind for kind in _THINGS if kind in kinds]


def _keep_kinds(scene: Scene, added: Sum, kinds: Sequence[str]) -> Sum:
    """Return a sum with some kinds only; "return" is the flight back, if there is one."""
    return replace(
        added,
        things=[each for each in added.things if each.kind in kinds or ("return" in kinds and _is_back(scene, each))],
    )


def _is_back(scene: Scene, thing: Item) -> bool:
    ends = {scene.trip.destination, scene.trip.departure}
    return thing.kind == "flight" and thing.offer.flight.origin in ends


def _find_named(scene: Scene, refs: Sequence[str]) -> Items:
    """Return the things that references name: numbers and letters, kinds, and names."""
    marks = [ref for ref in refs if ref.isdigit() or len(ref) == 1]
    words = [ref for ref in refs if ref not in marks]
    things: list[Item] = []
    if marks:
        things += yield from find_subjects(scene, marks)
    kinds = [kind for pattern, kind in _KIND_WORDS if re.search(pattern, " ".join(words).lower())]
    others = [word for word in words if not any(re.search(pattern, word.lower()) for pattern, _ in _KIND_WORDS)]
    names = [] if set(map(str.lower, others)) <= _WHOLE else others
    if names:
        things += yield from find_subjects(scene, names)
    for kind in kinds:
        own = yield from find_subjects(scene, [kind, *([] if names else others)])
        things += [each for each in own if all(each.kind != other.kind or marks or not names for other in things)]
    return keep_once(things)


def _leave_out(added: Sum, command: Command, scene: Scene) -> Sum:
    """Return a sum without the kinds that a command leaves out."""
    words = " ".join(command.values("without"))
    kinds = _find_kinds(words.split())
    things = [each for each in added.things if each.kind not in kinds]
    if "return" in kinds:
        things = [each for each in things if not _is_back(scene, each)]
    names = [each for each in things if words and each.offer.title.split()[0].lower() in words.lower().split()]
    return Sum(merge_rooms([each for each in things if each not in names]), added.notes)


def _describe_sum(added: Sum) -> str:
    """Return what things cost together, and each of them."""
    ordered = sorted(added.things, key=lambda each: (first_day(each.offer), each.kind != "flight"))
    parts = [_describe_part(each, added) for each in ordered]
    if len(parts) == 1:
        return f"{capitalise(parts[0])}."
    return f"In all: {format_dollars(added.total)}. That is {join_words(parts)}."


def _describe_part(thing: Item, added: Sum) -> str:
    offer = thing.offer
    state = added.notes.get(offer.text) or _STATES[thing.state]
    what = offer.title if offer.kind == "car" else f"{offer.kind} {offer.title}"
    if offer.kind == "flight":
        what += f" from {offer.flight.origin.name} to {offer.flight.destination.name}"
    in_all = " in all" if len(added.things) == 1 else ""
    return f"the {what} {format_dollars(offer.total)}{in_all} ({state})"


def _name_missing(scene: Scene, command: Command, added: Sum, wanted: Sequence[Kind]) -> list[str]:
    """Return what a sum lacks: kinds that were asked for, or the flight back if both ways are wanted."""
    kinds = {each.kind for each in added.things}
    if lacking := [_THINGS[kind] for kind in wanted if kind not in kinds]:
        has_start = find_start(scene) is not None
        ask = "I found none for those days" if has_start else "tell me where you fly from, and I add them"
        return [f"That is without {join_words(lacking)}: {ask}."]
    flights = [each.offer.flight for each in added.things if each.kind == "flight"]
    if command.refs or command.has("without") or not flights:
        return []
    ways = {(flight.origin.airport, flight.destination.airport) for flight in flights}
    is_round = any((goal, start) in ways for start, goal in ways)
    return [] if is_round or not scene.trip.is_round else ["That is without the way back."]


def _explain_start(scene: Scene, added: Sum) -> list[str]:
    """Return that the flights of a sum start at the nearest place, if nobody chose them and the start is not served."""
    start = find_start(scene)
    found = [each for each in added.things if each.kind == "flight" and each.offer.text in added.notes]
    return [start.explain()] if start and start.named and found else []


def _describe_share(scene: Scene, command: Command, added: Sum) -> str:
    """Return what a sum is for each person."""
    named = parse_numbers(normalise(" ".join([*command.values("each"), *command.values("people")])))
    people = int(named[0]) if named else max(count_people(each.offer) for each in added.things)
    if people < 2:
        people = scene.known().people
    if people < 2:
        return "That is for one person."
    groups = None if named else find_groups(scene.state.said)
    return f"That is {describe_shares(added.total, people, groups)}."


def _count_nights(added: Sum) -> int:
    """Return the nights of the hotels in a sum."""
    days = [(first_day(each.offer), last_day(each.offer)) for each in added.things if each.kind == "hotel"]
    return sum((last - first).days for first, last in dict.fromkeys(days))


def _compare_with_budget(scene: Scene, added: Sum) -> str:
    """Return whether a sum is within the budget, and what is left of it."""
    budget = _find_budget(scene, {each.kind for each in added.things})
    if budget and budget.amount and budget.basis in {"night", "day"}:
        return _compare_unit(budget, added)
    return _compare_total(scene, budget, added.total)


def _find_budget(scene: Scene, kinds: set[Kind]) -> Money | None:
    """Return the budget: just told, of the trip, from memory, or the most that a search for the only kind may cost."""
    known = scene.known()
    told = [each.text for each in scene.commands if each.verb in {"tell", "correct"}]
    limits = [limit for kind in kinds if (limit := known.trip.limit(kind)) and len(kinds) == 1]
    named = find_noted_budget(told) or find_named_budget(scene.commands)
    before = find_named_budget([command for _, commands in scene.earlier for command in commands])
    return named or known.budget or next(iter(limits), None) or before


def _compare_total(scene: Scene, budget: Money | None, total: float) -> str:
    """Return whether an amount is within a budget for all or for each."""
    if budget is None or not budget.amount:
        return "You have not told me a budget."
    people = scene.known().people
    limit = budget.amount * people if budget.basis == "person" else budget.amount
    whose = f"budget of {format_dollars(limit)}"
    if budget.basis == "person" and people > 1:
        whose += f" for the {people} of you"
    if total > limit:
        return f"That is {format_dollars(total - limit)} over your {whose}."
    return f"That is within your {whose}: {format_dollars(limit - total)} is left."


def _compare_unit(budget: Money, added: Sum) -> str:
    """Return whether the price of a night or a day is within the budget for one."""
    kind = "hotel" if budget.basis == "night" else "car"
    prices = [each.offer.unit_price for each in added.things if each.kind == kind]
    if not prices:
        return f"Your budget is {format_dollars(budget.amount)} a {budget.basis}; there is no {kind} in this."
    over = sum(prices) - budget.amount
    own = f"your budget of {format_dollars(budget.amount)} a {budget.basis}"
    is_within = f"is within {own}" if over <= 0 else f"is {format_dollars(over)} over {own}"
    return f"The {kind} at {format_dollars(sum(prices))} a {budget.basis} {is_within}."


def _find_guess(scene: Scene) -> int | None:
    """Return the sum that a message wants to have confirmed: "that's 1921 altogether, right?"."""
    match = _GUESS.search(normalise(scene.state.message))
    numbers = parse_numbers(match["sum"]) if match else []
    return int(numbers[0]) if numbers else None


def _confirm_guess(total: float, guess: int) -> str:
    """Return whether a sum that somebody has reckoned is right; a few dollars are the cents that they left out."""
    return "Yes, that is right." if abs(total - guess) <= 1 else f"Not quite: it is not {format_dollars(guess)}."


def _compare_with(total: float, amount: int) -> str:
    if round(total) == amount:
        return "That is exactly it."
    side = "more" if total > amount else "less"
    return f"That is {format_dollars(abs(total - amount))} {side} than {format_dollars(amount)}."
