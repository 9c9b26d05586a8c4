"""Hold what the reader wrote against the words of the message, and take those where it garbled them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import pairwise, takewhile

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.budgets import drop_limit, list_too_high
from ricordo_travel.clerk.reading.people import add_people, ground_people
from ricordo_travel.clerk.reading.slots import find_named_place, find_wishes
from ricordo_travel.clerk.reading.start_words import ground_ends
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.reading.weekdays import (
    MONTH,
    WEEKDAY,
    ground_months,
    ground_span,
    ground_weekdays,
    part_weekdays,
    spell_weekday,
)
from ricordo_travel.dialogue.replies import talk
from ricordo_travel.dialogue.replies.offers import find_offers
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.text import is_common_word, is_first_name, normalise, split_sentences

_SEARCHES = frozenset({"find", "suggest", "pick", "change", "whatif"})
_WORD = re.compile(r"[^\W_]+")
_MIN_ORDERED = {"tell": 3, "correct": 6}
"""Words from which on their order tells whether somebody wrote them so."""
_CORRECTS = re.compile(r"\b(?:correct|fix|update) (?:that|this|it|your (?:notes?|memory)|what you)\b")
_MAX_WORDS = 60
"""Words of a message among which one is sought that is like another."""
_SHORT = 2
"""Letters of words that are not looked up."""
_CLAUSE = re.compile(r"[^,:;.!?\n]+(?:[,:.](?=\d)[^,:;.!?\n]+)*")
_JOINED = re.compile(r"\s+(?:and|but|so)\s+", re.IGNORECASE)
_PIECE = re.compile(r"(?:(?![,:;.!?\n]| (?:and|but) )[^\n]|[,:.](?=\d))+")
"""A clause, or a part of one before "and" or "but"."""
_FILLING = frozenset("so and but also really very just actually now i we am is are my".split())
_LEAST_SHARED = 2
"""Words that a statement shares with the part of a message that it is made from."""
_LEAST_RUN = {"tell": 2, "correct": 3}
"""Words that it must begin with for that, one after the other."""
_LEAST_RETOLD = 3
_LEAD = re.compile(r"^(?:(?:and|but|so|also|oh|ok|please|well|no|yes|hm+|then)\s+)+", re.IGNORECASE)
_FORGETS = re.compile(r"\b(?:forget|delete|erase|remove|unlearn)\b(?: (?:that|about|the fact that))*")
_THING = re.compile(r"\b(?:the|my|our) (?P<what>(?!last|first|other|whole|same|second)\w+) (?:thing|bit|note|part)\b")
_ASKS_NOTED = re.compile(
    r"\b(?:did|have|do) you (?:also |still |already |even )?"
    r"(?:noted?|saved?|kept|keep|know|remember|get|got|have|stored?)\b"
)
SOURCE = "source"
"""The topic of a question about memory that asks from where something is known."""
_ASKS_SOURCE = re.compile(
    r"\bwhere (?:did|do|have) you (?:get|got|have|take|know|learn|hear)\b|\bwho (?:told|said)\b|"
    r"\bhow (?:do|did|come|can) you (?:know|get|think)\b|\bwhen did (?:i|we) (?:tell|say)\b|"
    r"\bdid (?:i|we) (?:say|tell you) that\b|"
    r"\bwhy do you (?:think|say|believe)\b|\bwhat makes you think\b"
)
_ALL_ABOUT = re.compile(
    r"\b(?:everything|all|anything|whatever)(?: (?:that )?(?:you (?:know|have|noted)|there is))? (?:about|on) "
    r"(?!(?:me|us|myself|ourselves)\b)(?P<what>(?:(?!and\b|but\b|except\b|keep\b)[\w']+ ?){1,4})"
)
"""What alone shall be forgotten: "everything about my food"."""
_YEAR = re.compile(rf"\b(?P<month>{MONTH})(?:,| of)? (?P<year>20[23]\d)\b")
_MONTHS = frozenset(
    "january jan february feb april apr june jun july jul august aug september sept sep october oct november nov "
    "december dec".split()
)
"""The names of months that are no other words."""
_BARE_DAY = re.compile(r"(?:the )?[0-3]?\d(?:st|nd|rd|th)?")
_DAY_IN_MONTH = re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH})\b")
_TIME = re.compile(r"\b\d{1,2}:\d\d\b")
_BOTH_WAYS = re.compile(r"\b(?:both|each|either) (?:ways?|directions?|flights)\b|\b(?:there|out) and (?:back|home)\b")
_NOT_BEFORE = re.compile(r"\b(?:no|not|nothing|never|don'?t|avoid)\b[^.,;!?]{0,30}\bbefore\b")
_NOT_EARLY = re.compile(r"\b(?:not|nothing|no|don't|never)\b[^.,;!?]{0,25}\bearly\b")
_EARLY = re.compile(r"\bearly|\bmorning")
_FLIGHTS = re.compile(r"\bflights\b|\bboth ways\b")
_NOT_LATE = re.compile(r"\bnot (?:too |so |very )?late\b")
_DATED = re.compile(
    r"\bthe \d{1,2}(?:st|nd|rd|th)\b|"
    r"\b\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
)
_OF_BACK = re.compile(r"\b(?:return|back|home)\b")
_RANK = re.compile(r"\b(?:earliest|latest|last) (?:one|flight|plane)\b|^(?:the )?(?:earliest|latest)\b")
_ISO = re.compile(r"\b20\d\d-[01]?\d-[0-3]?\d\b")
_NOT_NEEDED = re.compile(
    r"\b(?:(?:don't|do not|dont|didn't|did not|never) (?:really |even )?(?:need|want|ask for|asked for|mean)|"
    r"again:? no|no need for|no more|without) (?:an? |the |any |that )?(?P<what>\w+(?: \w+)?)"
)
"""Words that give up a wish."""
_LEAST_BUDGET = 100
"""The least amount that is a budget and no day or number of people."""
_OF_ONE = re.compile(r"\b(?:each|per|a (?:night|day|person|head)|20\d\d)\b")
_OF_TRIP = re.compile(
    r"\b(?:cancel|push|move|shift|postpone|delay|(?:trip|bookings?|stay|everything|all|holiday) (?:in|to|for)|"
    r"the|my|our|whole)(?: (?:the|my|our|whole))? $"
)
"""What comes before the name of the place that somebody calls a trip by."""
_IN_MONTH = re.compile(rf"\b(?:in|for|of|from) (?P<month>{MONTH})\b")
_ANY_DAY = re.compile(rf"\d|\b(?:mon|tue|wed|thu|fri|sat|sun|week|day|{MONTH})", re.IGNORECASE)
"""What a message names a day by."""


def ground_commands(reply: str, message: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with the words, days, people and places that the message names.

    Args:
        reply: The reply before the message.
        message: The message as typed.
        text: The message, normalised.
        commands: What the reader wrote.
    """
    commands = ground_months(reply, text, ground_weekdays(text, _ground_iso_days(text, commands)))
    commands = [_ground_rank(reply, text, _ground_pick(text, each, commands)) for each in commands]
    grounded = [_ground(reply, message, text, drop_limit(text, each)) for each in commands]
    return [each for each in dict.fromkeys(grounded) if not _tells_forgotten(text, each, grounded)]


def _ground(reply: str, message: str, text: str, command: Command) -> Command:
    if command.verb in {"tell", "correct"}:
        return _ground_statement(reply, message, text, command)
    if command.verb == "forget":
        return _ground_forgotten(reply, text, command)
    if command.verb == "about" and command.text == "memory" and _ASKS_SOURCE.search(text):
        return Command("recall", (), ((SOURCE, ""),))
    if command.verb == "place":
        return _ground_topic(_add_month_asked_for(text, command))
    if command.verb == "total":
        return _ground_budget(text, command)
    if command.verb in {"cancel", "change"} and command.refs in {("all",), ("everything",)}:
        command = _ground_all(text, command)
    if command.verb not in _SEARCHES:
        return command
    command = part_weekdays(text, ground_span(text, _drop_unsaid_days(text, command)))
    slots = [spell_weekday(slot) for slot in command.slots]
    slots = [_add_year(text, _add_month(text, slot)) for slot in _part_days(text, slots)]
    slots = [_ground_place(text, _refuse_name(slot)) for slot in slots]
    slots = add_people(text, command, ground_people(text, slots))
    slots = _drop_unneeded(text, command, slots)
    slots = _ground_times(text, command, slots)
    return ground_ends(text, replace(command, slots=tuple(slots)))


def _part_days(text: str, slots: Sequence[Slot]) -> list[Slot]:
    """Return slots whose first day is not the last one, if a text names two: "check in 3 july, check out 6 july"."""
    days = _DATED.findall(text)
    ends = {value.lower() for name, value in slots if name in {"on", "until"}}
    if len(days) != 2 or len(ends) != 1 or days[1] not in ends or not {"on", "until"} <= {name for name, _ in slots}:
        return list(slots)
    return [(name, days[0] if name == "on" else value) for name, value in slots]


def _ground_budget(text: str, command: Command) -> Command:
    """Return a question whether a sum fits the budget with the one amount that the message names as that."""
    said = [each for each in parse_numbers(text.replace("$", "")) if each not in list_too_high(text)]
    amounts = [int(each) for each in said if each >= _LEAST_BUDGET]
    if not command.has("budget") or command.has("max") or len(amounts) != 1 or _OF_ONE.search(text):
        return command
    return replace(command, slots=(*command.slots, ("max", f"{amounts[0]} in all")))


def _ground_all(text: str, command: Command) -> Command:
    """Return a command for all bookings as one for the trip to the place, or for the month, that the message names."""
    places = [each for each in find_mentions(text) if each.place and _OF_TRIP.search(text[: each.start])]
    if len(places) == 1 and not command.has("place", "from"):
        return replace(command, refs=("trip", *places[0].name.split()))
    month = _IN_MONTH.search(text)
    if month and command.verb == "cancel" and not command.slots:
        return replace(command, slots=(("on", month["month"]),))
    return command


def _drop_unsaid_days(text: str, command: Command) -> Command:
    """Return a change without a day of the week, or what is no day, if the message names none: "move the hotel"."""
    if command.verb != "change" or _ANY_DAY.search(text):
        return command
    kept = [(name, value) for name, value in command.slots if not WEEKDAY.search(value.lower())]
    is_day = [name not in {"on", "until"} or _ANY_DAY.search(value) or value in text for name, value in kept]
    return replace(command, slots=tuple(slot for slot, known in zip(kept, is_day, strict=True) if known))


def _ground_pick(text: str, command: Command, commands: Sequence[Command]) -> Command:
    """Return a pick of what the yes beside it agrees to as one of the time that the message names: "and the 20:20"."""
    agreed = {ref for each in commands if each.verb == "yes" for ref in each.refs}
    times = _TIME.findall(text)
    if command.verb != "pick" or not times or not command.refs or not set(command.refs) <= agreed:
        return command
    return replace(command, refs=(times[-1],))


def _ground_rank(reply: str, text: str, command: Command) -> Command:
    """Return a pick of the earliest or latest flight with the number of that one among those for the same way."""
    if command.verb != "pick" or len(command.refs) != 1 or not (rank := _RANK.search(text)):
        return command
    flights = [offer for offer in find_offers(reply) if offer.kind == "flight"]
    picked = next((offer for offer in flights if str(offer.number) == command.refs[0]), None)
    if picked is None:
        return command
    same = [offer for offer in flights if offer.flight.origin == picked.flight.origin]
    choose = min if "earliest" in rank[0] else max
    return replace(command, refs=(str(choose(same, key=lambda offer: offer.flight.departs).number),))


def _ground_statement(reply: str, message: str, text: str, command: Command) -> Command:
    """Return a statement in the words of the message if it is garbled; as a correction if the message asks for one.

    What the message asks about in a question whether it was noted is no statement: "did you note the kids ages?".
    """
    said = command.text
    asking = [each for each in split_sentences(text) if each.rstrip().endswith("?") and _ASKS_NOTED.search(each)]
    if command.verb == "tell" and any(normalise(said) in each for each in asking):
        return replace(command, verb="recall")
    if is_garbled(said, text, reply, _MIN_ORDERED[command.verb]):
        said = find_clause(message, said) or find_span(message, said) or said
    elif _is_retold(said, text, reply):
        said = find_span(message, said, _LEAST_RUN[command.verb]) or said
    command = replace(command, slots=(to_slot(said),)) if said != command.text else command
    is_correction = command.verb == "tell" and _CORRECTS.search(text)
    return replace(command, verb="correct") if is_correction else command


def is_garbled(said: str, text: str, reply: str, least: int) -> bool:
    """Return whether a statement cannot be what somebody wrote: words twice, in pieces or out of order.

    Words of the reply before it may stand in for those of the text: "oliver is mad about dinosaurs". The order of fewer
    than the `least` words says nothing.
    """
    words, typed = _list_words(normalise(said)), _list_words(text)
    if any(one == other for one, other in pairwise(words) if one not in {"that", "had"}):
        return True
    strange = set(words) - set(typed)
    known = set(_list_words(reply.lower()))
    if any(any(map(str.isdigit, word)) or not _is_word(word) for word in strange - known):
        return True
    return not strange and len(words) >= least and not _are_in_order(words, typed)


def _is_retold(said: str, text: str, reply: str) -> bool:
    """Return whether a statement does not stand in the text as it is, and is not made of words of the reply either."""
    words, typed = _list_words(normalise(said)), _list_words(text)
    if len(words) < _LEAST_RETOLD or not set(words) & set(typed):
        return False
    stands = any(typed[at : at + len(words)] == words for at in range(len(typed)))
    strange = set(words) - set(typed)
    return not stands and not (strange and strange <= set(_list_words(reply.lower())))


def _is_word(word: str) -> bool:
    return len(word) <= _SHORT or is_common_word(word) or is_first_name(word)


def find_span(message: str, said: str, least: int = _LEAST_SHARED) -> str:
    """Return the words of a message that a statement begins with, to the end of their clause; empty if there are none.

    At least `least` of its first words stand there. A next clause belongs to it if the statement has several of its
    words, too: "i eat fish, so not really vegetarian".
    """
    words = _list_words(normalise(said))
    typed = [(match[0].lower(), match.start()) for match in _WORD.finditer(message)]
    runs = [(_count_run(words, [word for word, _ in typed[at:]]), -at) for at in range(len(typed))]
    length, at = max(runs, default=(0, 0))
    if length < min(least, len(words)):
        return ""
    start = typed[-at][1]
    pieces = [match.span() for match in _PIECE.finditer(message, start)]
    end = pieces[0][1]
    rest = set(words) - set(_list_words(normalise(message[start:end])))
    for first, last in pieces[1:]:
        own = set(_list_words(normalise(message[first:last])))
        is_question = message[last : last + 1] == "?"
        if is_question or len(own & rest) < _LEAST_SHARED or 2 * len(own & rest) < len(own - _FILLING):
            break
        end = last
    span = message[start:end].strip()
    return span if len(_list_words(span)) >= len(words) - 1 else ""


def _count_run(words: list[str], typed: list[str]) -> int:
    """Return with how many words two lists begin alike."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(words, typed, strict=False))
    return len(list(same))


def find_clause(message: str, said: str) -> str:
    """Return the clause of a message that shares most words with a statement, as typed; empty if none shares any."""
    words = _list_words(normalise(said))
    clauses = [part for clause in _CLAUSE.findall(message) for part in (clause, *_JOINED.split(clause))]
    shared = [(_count_shared(words, clause), -len(clause), clause) for clause in clauses]
    best = max(shared, default=(0.0, 0, ""))
    clause = _LEAD.sub("", best[2].strip())
    return clause if best[0] > 0 and len(_list_words(clause)) >= len(_list_words(said)) - 1 else ""


def _count_shared(words: list[str], clause: str) -> float:
    """Return how many words a clause shares with a statement, less a part of the others; more if it begins like it."""
    typed = _list_words(normalise(clause))
    shared, others = set(typed) & set(words), set(typed) - set(words)
    return len(shared) - 0.2 * len(others) + (typed[:2] == words[:2]) if shared else 0.0


def _ground_forgotten(reply: str, text: str, command: Command) -> Command:
    """Return what shall be forgotten with only the words that the message names as that."""
    words, typed = _list_words(normalise(command.text)), _list_words(text)
    is_all = words[:1] in (["all"], ["everything"])
    if is_all and (named := _ALL_ABOUT.search(text)):
        return replace(command, slots=(to_slot(named["what"]),))
    clause = next((each for each in _CLAUSE.findall(text) if _FORGETS.search(each)), None)
    if clause is None or is_all:
        return command
    if (thing := _THING.search(clause)) and not set(words) & set(typed):
        return replace(command, slots=(to_slot(thing["what"]),))
    if _are_in_order(words, typed) or _are_in_order(words, _list_words(reply.lower())):
        return command
    kept = [word for word in words if word in _list_words(_FORGETS.sub(" ", clause))]
    return replace(command, slots=(to_slot(" ".join(kept)),)) if kept else command


def _tells_forgotten(text: str, command: Command, commands: Sequence[Command]) -> bool:
    """Return whether a command tells what the message asks to forget: "forget that I hate early flights"."""
    if command.verb != "tell" or not any(each.verb == "forget" for each in commands):
        return False
    said = normalise(command.text)
    return any(said in clause[match.end() :] for clause in _CLAUSE.findall(text) if (match := _FORGETS.search(clause)))


def _add_year(text: str, slot: Slot) -> Slot:
    """Return a day with the year that the message names after its month."""
    name, value = slot
    if name not in {"on", "until"} or re.search(r"20\d\d", value):
        return slot
    years = {match["year"] for match in _YEAR.finditer(text) if match["month"][:3] in value.lower()}
    return (name, f"{value} {years.pop()}") if len(years) == 1 else slot


def _add_month(text: str, slot: Slot) -> Slot:
    """Return a day with the month that the message names for it, or with the only one that it names."""
    name, value = slot
    if name in {"on", "until"} and (dated := _DAY_IN_MONTH.search(value.lower())):
        said = {match["month"] for match in _DAY_IN_MONTH.finditer(text) if match["day"] == dated["day"]}
        is_other = len(said) == 1 and not any(month[:3] == dated["month"][:3] for month in said)
        return (name, value.lower().replace(dated["month"], said.pop())) if is_other else slot
    if name not in {"on", "until"} or not _BARE_DAY.fullmatch(value.lower()):
        return slot
    months = set(_WORD.findall(text)) & _MONTHS
    return (name, f"{value} {months.pop()}") if len(months) == 1 else slot


def _ground_iso_days(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with the days that a message writes as numbers: "2026-07-10 to 2026-07-14"."""
    days = _ISO.findall(text)
    dated = [each for each in commands if each.verb in _SEARCHES]
    if not 0 < len(days) <= 2 or len(dated) != 1:
        return list(commands)
    names = ["on", "until"] if len(days) == 2 else ["until" if dated[0].has("until") else "on"]
    rest = tuple(slot for slot in dated[0].slots if slot[0] not in names)
    days_of_it = tuple(zip(names, days, strict=True))
    return [replace(each, slots=(*rest, *days_of_it)) if each is dated[0] else each for each in commands]


def _ground_place(text: str, slot: Slot) -> Slot:
    """Return a place that nobody knows as the word of the message that is most like it: "atlantis" for "atlais"."""
    name, value = slot
    is_known = value.lower().replace("-", " ") in text.replace("-", " ") or is_common_word(value.lower())
    if name not in {"place", "from"} or is_known or find_named_place(value):
        return slot
    near = get_close_matches(value.lower(), _list_words(text)[:_MAX_WORDS], 1, 0.7)
    return (name, near[0]) if near else slot


def _refuse_name(slot: Slot) -> Slot:
    """Return what a search wants by name as what it refuses, if it says so: "name | not backpackers"."""
    name, value = slot
    refused = re.fullmatch(r"not (?:an? )?(?P<what>.+)", value, re.IGNORECASE)
    return ("not", refused["what"]) if name == "name" and refused else slot


def _add_month_asked_for(text: str, command: Command) -> Command:
    """Return a question whether a place is served with the month that the text names: "do you have Rome in April?"."""
    months = {match["month"] for match in _IN_MONTH.finditer(text)}
    if len(months) != 1 or not command.has("served") or command.has("on"):
        return command
    return replace(command, slots=(*command.slots, ("on", f"in {months.pop()}")))


def _ground_topic(command: Command) -> Command:
    """Return a question about a place without the place, if that is only its topic: "place visa | visa"."""
    topic = normalise(command.subject)
    if not topic or find_named_place(topic) or talk.find_topic(topic) not in talk.UNKNOWN:
        return command
    return replace(command, refs=(), slots=command.slots or (to_slot(topic),))


def _ground_times(text: str, command: Command, slots: list[Slot]) -> list[Slot]:
    """Return the slots of a search with the times that a text wants, and for flights both ways the one meant for both.

    Who wants no flights before nine wants them after nine.
    """
    if _NOT_BEFORE.search(text):
        slots = [(name, re.sub(r"\bbefore\b", "after", value) if name == "time" else value) for name, value in slots]
    slots = [(name, _NOT_LATE.sub("before 18:00", value) if name == "time" else value) for name, value in slots]
    times = [value for name, value in slots if name == "time"]
    if command.verb == "find" and "flight" in command.subject and _NOT_EARLY.search(text) and len(times) == 1:
        early = ("time", "not too early")  # of all flights, unless a way is named
        ways = (
            [early, ("time", "return not too early")]
            if _FLIGHTS.search(text) and not _OF_BACK.search(times[0])
            else [early]
        )
        return [new for slot in slots for new in (ways if slot[0] == "time" and _EARLY.search(slot[1]) else [slot])]
    is_both = {"flight", "return"} <= set(command.subject.split("+")) and bool(_BOTH_WAYS.search(text))
    if command.verb != "find" or not is_both or len(times) != 1 or _OF_BACK.search(times[0]):
        return slots
    return [*slots, ("time", f"return {times[0]}")]


def _drop_unneeded(text: str, command: Command, slots: list[Slot]) -> list[Slot]:
    """Return the slots of a search that give up what the message says is not needed: "I don't need a kitchen"."""
    if command.verb not in {"find", "suggest"}:
        return slots
    refused = {wish for match in _NOT_NEEDED.finditer(text) for wish in find_wishes(match["what"])}
    said = {wish for name, value in slots if name in {"with", "maybe", "drop"} for wish in find_wishes(value)}
    return [*slots, *(("drop", wish) for wish in sorted(refused - said))]


def to_slot(text: str) -> Slot:
    """Return a statement as the slot of a command."""
    name, _, value = text.partition(" ")
    return name, value


def _list_words(text: str) -> list[str]:
    return _WORD.findall(text)


def _are_in_order(words: Iterable[str], typed: Iterable[str]) -> bool:
    rest = iter(typed)
    return all(word in rest for word in words)
