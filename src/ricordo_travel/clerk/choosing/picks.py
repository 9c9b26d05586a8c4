"""Choose from what was shown, and answer what waits for a yes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ricordo_travel.clerk.answering.subjects import NOTHING_TO_CHOOSE, say_nothing_shown
from ricordo_travel.clerk.answering.unknown_facts import name as name_offer
from ricordo_travel.clerk.changing import bookings
from ricordo_travel.clerk.changing.meant import find_asked
from ricordo_travel.clerk.changing.replacing import find_replaced
from ricordo_travel.clerk.changing.unbooked import ask_for_unbooked
from ricordo_travel.clerk.changing.wanted import DAYS, HOTEL_WORDS, name_hotels
from ricordo_travel.clerk.choosing.chosen_place import go_to_place
from ricordo_travel.clerk.choosing.consent import picks_beside
from ricordo_travel.clerk.choosing.described import ORDINALS
from ricordo_travel.clerk.choosing.refusing import (
    ask_for_left,
    ask_on,
    drop_kind,
    find_refused_kind,
    list_refused_kinds,
)
from ricordo_travel.clerk.choosing.unseen import ask_for_unseen, choose_spoken
from ricordo_travel.clerk.commands import KINDS, Command, split_refs
from ricordo_travel.clerk.reading.slots import find_picked_place
from ricordo_travel.clerk.scene import Item, Items, Scene
from ricordo_travel.clerk.searching.fitting import ask_fitted, days_of_offer, follow_trip
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.consent import Action
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.replies import asking
from ricordo_travel.dialogue.replies.asking import ask_to_book, cancellation, describe_title, propose
from ricordo_travel.dialogue.replies.offers import Offer, describe_booking, find_offers, number_lines
from ricordo_travel.dialogue.replies.outcomes import describe_outcomes, is_done
from ricordo_travel.dialogue.replies.questions import ASK_OFFER, CONFIRM, asks_which_place
from ricordo_travel.dialogue.trips.booked import Row, days_of, find_same, load_active
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.wishes import find_amenities, find_car_class
from ricordo_travel.notes.replies import erase_everything
from ricordo_travel.proposals import Proposal

_NO_HURRY = "Take your time; nothing is booked until you say yes."
_NO_HURRY_YET = "Take your time; nothing more is booked, changed or cancelled until you say yes."
_DONE = re.compile(r"^(?:Booked|Changed|Cancelled)\. [FHC]-\w{8}: ", re.MULTILINE)
_SUM = re.compile(r"^In all: \$[\d,]+\. That is (?P<parts>[^\n]+)", re.MULTILINE)
_UNBOOKED = re.compile(r"\((?:the cheapest that I showed|not booked yet)\)")
_CANCELS = re.compile(r"^Cancel (?P<id>[FHC]-\w{8})\b", re.MULTILINE)
_DONE_ALREADY: Mapping[str, str] = {
    "Booked": "That is booked already; I can cancel it.",
    "Changed": "That is changed already; I can change it back.",
    "Cancelled": "That is cancelled already; I can book it again.",
}
_NO_HURRY_AT_ALL = "Take your time. I am here when you know."
_DENIED: Mapping[Action, str] = {"book": "booked", "change": "changed", "cancel": "cancelled"}
_ALL = frozenset("all both these them everything".split())
_DROPS = frozenset({"no", "keep", "undo", "cancel"})
_IT = frozenset("it that this one same".split())
_ROOM = re.compile(r"\b(single|double|twin|triple|family)(?=s?\b)")
_OF_BOOKING = re.compile(r"\b(?:change|move|switch|update|amend) (?:the|my|our|that|this) (?:booking|reservation)\b")
_SEVERAL = frozenset("both hotels guesthouses lodges houses grands inns rooms".split())
"""Words that mean more than one hotel of a name."""
_OFFERED = re.compile(r"^(?P<name>.+) was available when I looked; say yes to it, and I book it\.$", re.MULTILINE)


def pick(scene: Scene, command: Command) -> Plan:
    """Ask for a yes to each thing that a command chooses, with other details if it has some."""
    if (verb := find_asked(scene)) and _answers_which(command):
        answer = bookings.cancel if verb == "cancel" else bookings.change
        return (yield from answer(scene, replace(command, verb=verb)))
    if find_picked_place(command) and asks_which_place(scene.state.last_reply):
        return (yield from go_to_place(scene))
    command = choose_spoken(scene, command)
    things = yield from _find_picked(scene, command)
    command = _take_class(scene, command, things)
    if not things:
        return (yield from _find_elsewhere(scene, command))
    things = things if command.slots else _leave_done(scene, command, things)
    if unclear := _find_unclear(command.refs, things):
        return _ask_for_one_each(scene, things) if set(command.refs) & _ALL else _ask_which(scene, unclear)
    changed = [each for each in things if each.proposal and each.proposal.action != "book"]
    if changed:
        return (yield from bookings.change(scene, replace(command, verb="change")))
    rows = yield from load_active()
    replaced = find_replaced(scene)
    ids = {replaced[thing.offer.text] for thing in things if thing.offer.text in replaced}
    asked: list[str] = []
    chosen = [thing.offer for thing in things]
    for offer in chosen:
        asked.append((yield from _ask_for(scene, offer, command, rows, chosen)))  # noqa: PERF401
    offers = [offer for said in asked if CONFIRM in said for offer in find_offers(said)]
    for row in (row for row in rows if row["booking_id"] in ids):
        asked.append((yield from propose(cancellation(row), "Shall I cancel this booking?")))  # noqa: PERF401
    ids |= _list_cancelled(scene)
    asked += _remark_rivals(offers, [row for row in rows if row["booking_id"] not in ids])
    nothing = ["Nothing is booked yet."] if _OF_BOOKING.search(scene.state.text) and not rows else []
    return "\n\n".join([*nothing, *asked])


def _take_class(scene: Scene, command: Command, things: Sequence[Item]) -> Command:
    """Return a pick of flights in the class that the message searches for: "economy please. the 14:40 is ok"."""
    named = {value for each in scene.commands if each.verb == "find" for value in each.values("class")}
    is_other = not command.has("class") and any(each.kind == "flight" for each in things)
    return replace(command, slots=(*command.slots, ("class", named.pop()))) if len(named) == 1 and is_other else command


def _list_cancelled(scene: Scene) -> set[str]:
    """Return the ids of the bookings that the message or what waits for a yes cancels."""
    waiting = [each.proposal for each in scene.state.pending if each.fate != "refused"]
    ids = {str(each.preview["booking_id"]) for each in waiting if each.action == "cancel"}
    named = [ref for each in scene.commands if each.verb == "cancel" for ref in each.refs]
    ids |= {scene.situation.booked[ref] for ref in named if ref in scene.situation.booked}
    return ids | {match["id"] for said in scene.said for match in _CANCELS.finditer(said)}


def agree(scene: Scene, command: Command) -> Plan:
    """Say what a yes does that is to nothing which waits; one to a proposal was carried out before."""
    waiting = {thing.offer.text for thing in scene.proposed}
    other = [thing for thing in scene.listed if str(thing.offer.number) in command.refs and _is_last(scene, thing)]
    if any(thing.offer.text not in waiting for thing in other):
        return pick(scene, replace(command, verb="pick"))
    if not scene.waiting and (
        scene.state.outcomes or (not scene.state.pending and _SUM.search(scene.state.last_reply))
    ):
        return _ask_for_rest(scene)
    if scene.state.pending or scene.state.outcomes:
        return say("")
    if scene.state.question and scene.state.question.verb == "erase":
        return erase_everything(scene.state)
    last = scene.state.last_reply
    if offered := _OFFERED.search(last):
        own = [each.offer for each in scene.shown if name_offer(each.offer).casefold() == offered["name"].casefold()]
        return ask_to_book(own[0]) if own else say(ASK_OFFER)
    if set(command.refs) <= set(WAITING) and not find_offers(last) and (refs := _find_spoken(scene)):
        return pick(scene, Command("pick", refs))
    if command.refs or len(find_offers(last)) == 1:
        return pick(scene, replace(command, verb="pick"))
    if any(each.verb not in {"yes", "tell"} for each in scene.commands):
        return _agree_beside(scene)  # "ok, and …"
    if find_offers(last) or ASK_OFFER in last:
        return pick(scene, Command("pick", ("all",))) if scene.listed else say(ASK_OFFER)
    return ask_for_left(scene)


def _ask_for_rest(scene: Scene) -> Plan:
    """Ask for a yes to what the last reply added up beside what is booked now: a sum is of what is wanted."""
    told = [each for each in scene.state.replies if each != describe_outcomes(scene.state)]
    listed = _SUM.search(told[0]) if told else None
    if listed is None or any(each.verb not in {"yes", "tell", "thanks", "total"} for each in scene.commands):
        return ""
    offers: dict[str, Offer] = {}
    for part in _UNBOOKED.split(listed["parts"])[:-1]:
        found = [each.offer for each in scene.shown if f"{each.offer.title} " in part.rpartition(")")[2]]
        offers |= {found[0].title: found[0]} if found else {}
    return (yield from asking.propose_each([each.call for each in offers.values()], "Shall I book this?"))


def _find_spoken(scene: Scene) -> tuple[str, ...]:
    """Return how the message before named the one offer that it asked about: "is the third quiet?", "ok, yes"."""
    before = scene.earlier[-1][1] if scene.earlier else ()
    named = {each.refs for each in before if each.verb == "ask"}
    if len(named) != 1 or any(each.verb not in {"ask", "tell"} for each in before):
        return ()
    refs = named.pop()
    is_number = len(refs) == 1 and refs[0].isdigit()
    is_name = bool(set(name_hotels(" ".join(refs))) & HOTEL_WORDS)
    return refs if is_number or is_name else ()


def _agree_beside(scene: Scene) -> Plan:
    """Ask for a yes to the one offer that the rest of a message asks about: "ok yes, is breakfast included?"."""
    others = [each for each in scene.commands if each.verb not in {"yes", "tell"}]
    refs = {each.refs for each in others}
    if any(each.verb != "ask" for each in others) or len(refs) != 1 or not (named := refs.pop()):
        return ""
    things = yield from scene.find_things(named, among=("shown",))
    return (yield from pick(scene, Command("pick", named))) if len(things) == 1 else ""


def _is_last(scene: Scene, thing: Item) -> bool:
    """Return whether a yes that has done something can mean a thing as well: only what the reply before it shows."""
    told = [each for each in scene.state.replies if each != describe_outcomes(scene.state)]
    return not scene.state.outcomes or (bool(told) and thing.offer.text in told[0])


def _leave_done(scene: Scene, command: Command, things: Sequence[Item]) -> list[Item]:
    """Return things without those that the yes of the same message has booked, and what is only called like them."""
    done = [thing for thing in things if scene.state.outcomes and is_done(scene.state, thing.offer)]
    kinds = {thing.kind for thing in done if not any(ref.isdigit() or len(ref) == 1 for ref in command.refs)}
    return [thing for thing in things if thing not in done and thing.kind not in kinds]


def decline(scene: Scene, command: Command) -> Plan:
    """Accept a no: to what waits or to some of it, or to what was shown."""
    if any(each.verb not in {"no", "yes", "tell"} for each in scene.commands):
        return say("")
    if scene.state.question and scene.state.question.verb == "erase":
        return say("All right, I have erased nothing.")
    refused = [each.proposal for each in scene.state.pending if each.fate == "refused"]
    refused += [each for each in list_refused(scene, command) if each not in refused]
    kept = len(refused) < len([each for each in scene.state.pending if each.fate != "agreed"])
    if refused and (kept or scene.state.outcomes):
        names = [_name(scene, thing) for thing in scene.waiting if thing.proposal in refused]
        return say(f"All right, not {join_words(names)}.")
    if refused:
        actions = join_words(list(dict.fromkeys(_DENIED[each.action] for each in refused)), "or")
        more = " more" if any(_DONE.search(each) for each in scene.state.replies) else ""
        return say(f"All right, nothing{more} was {actions}. {ask_on(scene.state.text)}")
    if kind := find_refused_kind(scene, command):
        return drop_kind(scene, kind)
    if find_offers(scene.state.last_reply) and not scene.state.outcomes:
        return say("All right. What shall be different: the price, the place, the days or something else?")
    return say("All right. Is there anything else that I can do for you?")


def wait(scene: Scene, command: Command) -> Plan:
    """Leave everything open. What the last reply has done is done, so ask whether to take it back."""
    del command
    last = scene.state.last_reply
    done = _DONE.search(last)
    if done and not scene.state.outcomes and not scene.waiting and not find_open(last):
        return f"{_DONE_ALREADY[done[0].split('.')[0]]}\n\n{(yield from bookings.take_back(scene))}"
    if not scene.waiting and not scene.listed:
        return _NO_HURRY_AT_ALL
    return _NO_HURRY_YET if (yield from load_active()) else _NO_HURRY


def find_open(reply: str) -> list[Offer]:
    """Return the offers of a reply that are not what it has booked, changed or cancelled."""
    return [offer for line in reply.splitlines() if not _DONE.match(line) for offer in find_offers(line)]


def list_dropped(scene: Scene) -> list[Proposal]:
    """Return what waits for a yes and is given up by the latest message."""
    named = [each for command in scene.commands if command.verb in _DROPS for each in list_refused(scene, command)]
    if not picks_beside(scene.commands):
        return named
    doubted = [each.proposal for each in scene.state.pending if each.fate == "waiting"]
    left = [each for command in scene.commands if command.verb == "no" for each in list_refused(scene, command)]
    doubted = [each for each in doubted if each.kind not in list_refused_kinds(scene.state.text)]
    return [each for each in named if each not in left or each not in doubted]


def list_refused(scene: Scene, command: Command) -> list[Proposal]:
    """Return what waits for a yes and is given up by a command: all of it, or what it names."""
    waiting = [(mark, each) for mark, each in zip(WAITING, scene.proposed, strict=False) if each.proposal]
    gone = {each.proposal.code for each in scene.state.pending if each.fate == "agreed"}
    waiting = [(mark, each) for mark, each in waiting if each.proposal and each.proposal.code not in gone]
    if command.verb == "keep":  # what is booked stays, and what is not may still be booked
        waiting = [(mark, each) for mark, each in waiting if each.proposal and each.proposal.action != "book"]
    if command.verb == "cancel":
        return [each.proposal for mark, each in waiting if each.proposal and mark in command.refs]
    if command.verb == "undo" or not command.refs or set(command.refs) & _ALL:
        return [each.proposal for _, each in waiting if each.proposal]
    subject = command.subject.lower()
    return [
        each.proposal
        for mark, each in waiting
        if each.proposal and (mark in command.refs or _is_of(scene, each, command.refs, subject))
    ]


def _name(scene: Scene, thing: Item) -> str:
    """Return the name of something that waits; of the rooms of one hotel, with their type."""
    said = thing.offer.call.arguments
    is_one_of_two = sum(each.offer.title == thing.offer.title for each in scene.waiting) > 1
    rooms = (
        f"the {said.get('room_type')} room{'s' if said.get('rooms', 1) > 1 else ''} at "
        if thing.kind == "hotel" and is_one_of_two
        else ""
    )
    return f"{rooms}{thing.offer.title}"


def _is_of(scene: Scene, thing: Item, refs: Sequence[str], subject: str) -> bool:
    """Return whether references name something that waits: its kind, its number, its name or its booking."""
    offer = thing.offer
    numbers = [str(each.offer.number) for each in scene.listed if each.offer.text.casefold() == offer.text.casefold()]
    id = thing.proposal.preview.get("booking_id") if thing.proposal else None
    is_booked = id is not None and id in [scene.situation.booked.get(ref) for ref in refs]
    name = offer.title.lower().split()[0] if offer.kind == "hotel" else offer.title.lower().split()[-1]
    kinds = {"return": "flight", "room": "hotel"}.get(subject, subject).split()
    return is_booked or bool(set(numbers) & set(refs)) or offer.kind in kinds or name in subject.split()


def _answers_which(command: Command) -> bool:
    """Return whether a command only says which booking is meant."""
    return bool(command.refs) and all(ref.isdigit() or ref in _ALL or len(ref) == 1 for ref in command.refs)


def _find_picked(scene: Scene, command: Command) -> Items:
    """Return what a command chooses: what was shown or waits; without a reference, what is talked about."""
    refs = _put_kind_last(command.refs)
    if not refs or set(refs) <= _IT:
        return scene.focus
    if set(refs) <= _ALL:
        return scene.waiting or scene.listed
    if set(refs) - _IT == {"other"}:
        return _find_others(scene)
    refs = _count_ordinals(scene, refs)
    is_kind = {ref.lower().removesuffix("s") for ref in refs} <= {*KINDS}
    things = yield from scene.find_things(refs, among=("waiting", "shown") if is_kind else ("shown", "waiting"))
    if len(split_refs(refs)) == 1:
        things = [each for each in things if _is_as_named(each, refs)]
    things = sorted(_prefer_named(scene, command, things), key=lambda each: each.offer.number or 0)
    if not things and (wishes := find_amenities(f"with {' '.join(refs).lower().removeprefix('with ')}")[0]):
        hotels = [each for each in scene.listed if each.kind == "hotel"]
        return [each for each in hotels if set(wishes) <= set(each.offer.hotel.amenities)]
    return things


def _find_others(scene: Scene) -> list[Item]:
    """Return what the latest list has instead of what waits for a yes."""
    waiting = {each.offer.text.casefold() for each in scene.proposed}
    groups = {_name_group(each) for each in scene.proposed}
    return [each for each in scene.listed if _name_group(each) in groups and each.offer.text.casefold() not in waiting]


def _count_ordinals(scene: Scene, refs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the numbers of the offers that ordinals mean, of those like the one that waits; else the references."""
    if not {ref.lower() for ref in refs} <= {*ORDINALS, *_IT, "the"}:
        return refs
    groups = {_name_group(each) for each in scene.proposed}
    own = [each for each in scene.listed if len(groups) == 1 and _name_group(each) in groups] or scene.listed
    numbers = [str(each.offer.number) for each in own]
    found = [numbers[at : at + 1 or None] for ref in refs if (at := ORDINALS.get(ref.lower())) is not None]
    return tuple(number for each in found for number in each) or refs


def _name_group(thing: Item) -> tuple[str, ...]:
    """Return what things have in common of which people choose one: the way of a flight, or the place and first day."""
    if thing.kind == "flight":
        return "flight", thing.offer.flight.origin.name, thing.offer.flight.destination.name
    return thing.kind, thing.place.name, days_of_offer(thing.offer)[0].isoformat()


def _put_kind_last(refs: tuple[str, ...]) -> tuple[str, ...]:
    """Return references to one thing by its kind and its rank so that they are read as one: "morning flight"."""
    is_rank = len(refs) == 2 and refs[0] in KINDS and len(split_refs(refs)) == 2 and len(split_refs(refs[::-1])) == 1
    return refs[::-1] if is_rank else refs


def _prefer_named(scene: Scene, command: Command, things: Sequence[Item]) -> list[Item]:
    """Return things without hotels that share only the first word of the name with the one that is meant.

    Of several with all words of the name, it is the one in the place of the command, or else of the latest list, and
    of several rooms the one that the message names.
    """
    rooms = set(_ROOM.findall(scene.state.text))
    words = {ref.lower() for ref in command.refs}
    places = [mention.place for mention in find_mentions((command.value("place") or "").lower())]
    kept = list(things)
    for first in {each.offer.title.lower().split()[0] for each in things if each.kind == "hotel"} & words:
        alike = [each for each in kept if each.kind == "hotel" and each.offer.title.lower().split()[0] == first]
        if any(str(each.offer.number) in command.refs for each in alike):
            continue
        best = _keep_if_any(
            alike, lambda each: {(kind := each.offer.title.lower().split()[1]), f"{kind}s"} & words != set()
        )
        if words & _SEVERAL:
            kept = [each for each in kept if each not in alike or each in best]
            continue
        best = _keep_if_any(best, lambda each: each.place in places)
        best = _keep_if_any(best, lambda each: each.offer.text in [other.offer.text for other in scene.listed])
        best = _keep_if_any(best, lambda each: each.place == scene.trip.destination)
        best = _keep_if_any(best, lambda each: bool(set(_ROOM.findall(each.offer.text)) & rooms))
        kept = [each for each in kept if each not in alike or each in best]
    return kept


def _keep_if_any(things: Sequence[Item], suits: Callable[[Item], bool]) -> list[Item]:
    """Return the things that suit, or all of them if none does."""
    return [each for each in things if suits(each)] or list(things)


def _is_as_named(thing: Item, refs: Sequence[str]) -> bool:
    """Return whether a thing is the hotel, and in the place, that references name, if they name one."""
    subject = " ".join(refs)
    if thing.kind == "car" and not _is_as_car(thing, subject.lower()):
        return False
    names = set(name_hotels(subject)) & HOTEL_WORDS
    if names and not (thing.kind == "hotel" and names & set(thing.offer.title.lower().split())):
        return all(ref.isdigit() or len(ref) == 1 for ref in refs)
    places = [mention.place for mention in find_mentions(subject.lower()) if mention.place]
    ends = [thing.place, *([thing.offer.flight.origin] if thing.kind == "flight" else [])]
    return not places or any(place in places for place in ends)


def _is_as_car(thing: Item, subject: str) -> bool:
    """Return whether a car is of the class and at the place that a text names, if it names one."""
    at_airport = "airport" in subject if re.search(r"\b(?:airport|town|centre|center|city)\b", subject) else None
    is_there = at_airport in {None, thing.offer.car.location.at_airport}
    return is_there and find_car_class(subject) in {None, thing.offer.car.car_class}


def _find_elsewhere(scene: Scene, command: Command) -> Plan:
    """Answer a pick of nothing that was shown: a place, what is booked, what can be looked up, or nothing known."""
    if find_picked_place(command):
        return (yield from go_to_place(scene))
    found = yield from scene.find_things(command.refs, among=("booked",))
    booked = [thing for thing in found if thing.row and _is_as_named(thing, command.refs)]
    if booked and command.slots and not command.has("again"):
        return (yield from ask_for_unbooked(scene, booked, command))
    if booked:
        return _say_booked([thing.row for thing in booked if thing.row])
    if unseen := (yield from ask_for_unseen(scene, command)):
        return unseen
    if any(ref.isdigit() for ref in command.refs) and scene.listed:
        return f"There is no such number in the list.\n{ASK_OFFER}"
    name = command.subject.title() if set(name_hotels(command.subject)) & HOTEL_WORDS else command.subject
    unknown = f"I know nothing called {name}" if name[:1].isupper() else ""
    has_place = bool(find_mentions(command.subject.lower())) or scene.trip.destination is None
    where = f" in {scene.trip.destination.name}" if scene.trip.destination and not has_place else ""
    lead = f"{unknown}{where}.\n" if unknown else ""
    return f"{lead}{ASK_OFFER if scene.listed else say_nothing_shown(scene, NOTHING_TO_CHOOSE)}"


def _say_booked(rows: Sequence[Row]) -> str:
    many = "Those are" if len(rows) > 1 else "That is"
    return "\n".join([f"{many} booked already:", *map(describe_booking, rows)])


def _ask_for(scene: Scene, offer: Offer, command: Command, rows: Sequence[Row], others: Sequence[Offer]) -> Plan:
    """Ask for a yes to one offer, unless just that is booked; as the trip is now, if its days or people changed."""
    if (own := follow_trip(scene, offer, command)) or command.slots:
        others = [] if DAYS & {name for name, _ in own} else others
        return (yield from ask_fitted(scene, offer, replace(command, slots=(*own, *command.slots)), others))
    if row := find_same(offer, rows):
        return _say_booked([row])
    return (yield from ask_to_book(offer))


def _find_unclear(refs: Sequence[str], things: Sequence[Item]) -> list[Item]:
    """Return the things among which a reference does not choose: it names a kind, of which there are several."""
    if not refs or all(ref.isdigit() or len(ref) == 1 for ref in refs) or (refs[0] == "both" and len(things) == 2):
        return []
    if set(refs) & _ALL and any(each.state == "waiting" for each in things):
        return []
    named = split_refs(refs)
    if len(named) == len(things) > 1 and not any({*ref.lower().split()} & {*KINDS, *_ALL} for ref in named):
        return []  # each of them names one
    groups: dict[tuple[str, ...], dict[str, Item]] = {}
    for each in things:
        there = each.place.name if {ref.lower() for ref in refs} & _SEVERAL else ""
        way = each.offer.flight.origin.name if each.kind == "flight" else there
        group = _name_group(each) if set(refs) & _ALL else (each.kind, way)
        groups.setdefault(group, {}).setdefault(each.offer.title, each)
    return [each for group in groups.values() if len(group) > 1 for each in group.values()]


def _ask_which(scene: Scene, things: Sequence[Item]) -> str:
    """Ask which of several things is meant, and show those of which the last reply does not.

    Beside something else that is chosen they are shown again, as the question alone would be lost.
    """
    is_alone = sum(each.verb == "pick" for each in scene.commands) < 2
    if is_alone and all(each.offer.text in scene.state.last_reply for each in things):
        return ASK_OFFER
    lines = number_lines([each.offer.text[:1].upper() + each.offer.text[1:] for each in things])
    return f"There are several; which one do you mean?\n{lines}\n{ASK_OFFER}"


def _ask_for_one_each(scene: Scene, things: Sequence[Item]) -> str:
    """Ask which of each kind to book after a wish for all that was listed, and show it if the last reply does not."""
    firsts = {_name_group(each): str(each.offer.number) for each in reversed(things)}
    example = join_words(list(firsts.values())[::-1])
    if len(firsts) < 2 or any(each.offer.text not in scene.state.last_reply for each in things):
        return _ask_which(scene, things)
    return f"There are several to choose from; please say one number of each kind, such as {example}.\n{ASK_OFFER}"


def _remark_rivals(offers: Sequence[Offer], rows: Sequence[Row]) -> list[str]:
    """Return what is booked for the same time as an offer, and could be given up for it, or beside it in its hotel."""
    found = [row for row in rows if any(_is_rival(offer, row) for offer in offers)]
    if not found:
        return []
    if {row.get("hotel_id", "-") for row in found} <= {offer.call.arguments.get("hotel_id") for offer in offers}:
        return [f"{describe_title(found[0])} ({found[0]['booking_id']}) stays booked; this would be a room beside it."]
    what = join_words([f"{describe_title(row)} ({row['booking_id']})" for row in found])
    verb = "are" if len(found) > 1 else "is"
    them = "them" if len(found) > 1 else "that"
    return [f"{what[:1].upper()}{what[1:]} {verb} booked for the same days; tell me if I shall cancel {them}."]


def _is_rival(offer: Offer, row: Row) -> bool:
    """Return whether a booking is another hotel or car for the same days and place, or another flight of that day."""
    if offer.kind != row["kind"] or find_same(offer, [row]):
        return False
    (first, last), (start, end) = days_of_offer(offer), days_of(row)
    if offer.kind == "flight":
        is_same_way = (offer.flight.origin.name, offer.flight.destination.name) == (row["origin"], row["destination"])
        return is_same_way and first == start
    if offer.kind == "hotel":
        return offer.hotel.place.name == row["city"] and first < end and start < last
    return offer.car.location.place.name == row["city"] and first < end and start < last
