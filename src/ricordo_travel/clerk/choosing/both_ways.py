"""Keep both ways of a journey in view, and find the flights that a message means by "both flights"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.choosing.choosing_clauses import split_clauses
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.slots import OUT
from ricordo_travel.dialogue.replies.asking import list_asked
from ricordo_travel.dialogue.replies.offers import Offer, find_offers, first_day

_BOTH = re.compile(
    r"\b(?:both|(?:(?:the|those|these|my|our) )(?:two|2|same)|those|these)(?: of)?(?: the| those| these)? flights\b"
    r"(?! (?:from|to [a-z]+ (?:on|in)|on|for|at|with|before|after)\b)|"
    r"\b(?:the|my|our) flights(?=(?: (?:too|then|please|as well))*$)"
)
"""Words for a flight there and the one back that were spoken of before."""
_SUM = re.compile(r"^In all: \$[\d,]+\. That is (?P<parts>[^\n]+)", re.MULTILINE)
_NUMBER = re.compile(r"\b[A-Z]{2}\d{3,4}(?= from )")
_FLIGHT = re.compile(r"[a-z]{2}\d{3,4}|\d{1,2}:\d\d")
_BOOKED = re.compile(r"^Booked\. F-", re.MULTILINE)
_BESIDE = frozenset({"pick", "yes", "no", "tell", "forget", "correct", "thanks", "chat", "total"})
"""Verbs of messages in which two flights can be chosen."""
_FLIGHTS = Command("find", ("flight",))
_VAGUE = frozenset({"flight", "flights", "return", "both", "two"})
_FAR = 6
"""How many replies back the two flights may have been named."""
_REFINES = frozenset("time class direct sort cheaper with maybe max people not name other stops quick".split())
_OF_ONE_WAY = re.compile(r"return|(?:arriv|land)(?!.{0,20}midnight)")
"""Times of the flight back, and of landing: who must be there by an hour says nothing of the way back."""
_WAYS = {
    "flight": r"\bout(?:bound|ward)\b|\b(?:way|go|going|fly|flying|flights?|one|get) (?:out|there)\b",
    "return": r"\b(?:return\w*|inbound|home|homeward|back)\b(?! to\b)",
}
_RANK = re.compile(r"\b(?:cheapest|shortest|fastest|quickest|earliest|latest)\b")
_THAT = re.compile(r"^(?!.*(?:\d|\b(?:only|just|first|second|other|last|one way)\b)).*\b(?:that|this) one\b")
"""Words for what was shown as one: the flights there and back, if there is one each way."""
_ASKS = re.compile(r"\?|^(?:is|are) |\b(?:which|what|how|show|find|see|list|any|only|hotels?|rooms?|cars?)\b")


def keep_both_ways(text: str, commands: Sequence[Command], replies: Sequence[str]) -> list[Command]:
    """Return commands that refine flights there and back for the one way that a text names, or else for both.

    "The cheapest" of them is one flight each way.
    """
    reply = next((each for each in replies if _BOOKED.search(each) or _find_flights(each)), "")
    shown = [] if _BOOKED.search(reply) else _find_flights(reply)
    back = next((each for each in shown if _go_there_and_back(shown[0], each)), None)
    if not back:
        return list(commands)
    ends = {"flight": first_day(shown[0]), "return": first_day(back)}
    days = {name: rf"\b(?:{day:%a}(?:\w{{0,5}}day)?|{day.day}(?:st|nd|rd|th))\b".lower() for name, day in ends.items()}
    ways = [name for name, day in days.items() if re.search(f"{_WAYS[name]}|{day}", text)]
    way = ways[0] if len(ways) == 1 else ""
    rank = set(_RANK.findall(text)) if not (way or _ASKS.search(text)) else set[str]()
    numbers = {str(each.number) for each in shown}

    def keep(command: Command) -> Command:
        names, on = {name for name, _ in command.slots} - {"on"}, command.value("on")
        is_search = command.verb == "find" and command.subject in {*_WAYS, "flight+return"}
        is_choice = command.verb == "pick" and not command.slots and set(command.refs) <= numbers
        if is_choice and len(shown) == len(find_offers(reply)) == 2 and _THAT.search(text):
            return replace(command, refs=tuple(sorted(numbers)))
        if len(rank) == 1 and (is_choice or (is_search and command.has("sort") and names <= {"sort", "people"})):
            return Command("pick", _choose_each_way(shown, *rank, is_alone=len(shown) == len(find_offers(reply))))
        is_same = on is None or "same" in on or (way and re.search(days[way], on))
        if not (is_search and names and names <= _REFINES and is_same):
            return command
        slots = [slot for slot in command.slots if slot[0] != "on"]
        both = [
            ("time", f"return {value}") for name, value in slots if name == "time" and not _OF_ONE_WAY.search(value)
        ]
        more = [(OUT, "")] if way == "flight" else both if not way else []
        return Command("find", (way or "flight+return",), (*slots, *more))

    return [keep(each) for each in commands]


def _choose_each_way(shown: Sequence[Offer], rank: str, *, is_alone: bool) -> tuple[str, ...]:
    """Return how commands refer to the first of a rank each way: by numbers, where other things are listed, too."""
    if is_alone or rank != "cheapest":
        return (rank,)
    ways = [[each for each in shown if _go_there_and_back(shown[0], each) == is_back] for is_back in (False, True)]
    return tuple(str(min(way, key=lambda offer: offer.unit_price).number) for way in ways)


def pick_both_ways(text: str, commands: Sequence[Command], replies: Sequence[str]) -> tuple[Command, ...]:
    """Return commands that choose both of the flights that a text in lower case means, where they leave one out.

    A flight that waits in the latest reply is answered by its yes, and asked for again without one.
    """
    is_meant = any(each.is_open and _BOTH.search(each.text) for each in split_clauses(text))
    others = [each for each in commands if each != _FLIGHTS]
    verbs = {each.verb for each in others}
    if not is_meant or not verbs & {"pick", "yes"} or not verbs <= _BESIDE:
        return tuple(commands)
    pair = _find_pair(replies)
    waits = _find_asked("".join(replies[:1]))
    missing = [each for each in pair if each not in waits]
    if not missing:
        return tuple(commands)
    rest = [kept for each in others if (kept := _without(each, text, _list_numbers(replies, pair)))]
    return (*rest, Command("pick", tuple(f"{each.flight.number}@{each.call.arguments['day']}" for each in missing)))


def _find_pair(replies: Sequence[str]) -> list[Offer]:
    """Return the flights there and back that the latest reply with flights asks about or adds up; else none."""
    known = {offer.flight.number: offer for reply in reversed(replies) for offer in _find_flights(reply)}
    for reply in replies[:_FAR]:
        added = _SUM.search(reply)
        named = [known[number] for number in _NUMBER.findall(added["parts"] if added else "") if number in known]
        pair = named or _find_asked(reply)
        if len(pair) == 2 and _go_there_and_back(*pair):
            return pair
        if _BOOKED.search(reply) or _find_flights(reply):
            return []
    return []


def _go_there_and_back(first: Offer, second: Offer) -> bool:
    """Return whether one flight goes back where the other one comes from."""
    return (first.flight.origin, first.flight.destination) == (second.flight.destination, second.flight.origin)


def _find_asked(reply: str) -> list[Offer]:
    """Return the flights that a reply asks to book."""
    return [each for each in list_asked(reply) if each.kind == "flight"]


def _find_flights(reply: str) -> list[Offer]:
    return [each for each in find_offers(reply) if each.kind == "flight"]


def _list_numbers(replies: Sequence[str], flights: Sequence[Offer]) -> set[str]:
    """Return the numbers of some flights in the latest list."""
    lists = [[offer for offer in find_offers(reply) if offer.number] for reply in replies]
    latest, texts = next(filter(None, lists), list[Offer]()), {each.text.casefold() for each in flights}
    return {str(each.number) for each in latest if each.text.casefold() in texts}


def _without(command: Command, text: str, numbers: set[str]) -> Command | None:
    """Return a command without some numbers, and without flights that a text does not name; None if none is left."""
    if command.verb != "pick":
        return command
    kept = [ref for ref in split_refs(command.refs) if ref not in numbers and not _is_unsaid_flight(ref.lower(), text)]
    return replace(command, refs=tuple(word for ref in kept for word in ref.split())) if kept else None


def _is_unsaid_flight(ref: str, text: str) -> bool:
    """Return whether a reference means flights in general, or one whose number or time a text does not say."""
    return set(ref.split()) <= _VAGUE or bool(_FLIGHT.match(ref) and ref.partition("@")[0] not in text)
