"""Take back what the reader writes although nobody has said it: places, and statements of scattered words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import pairwise

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import find_named_place
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import is_common_word, is_first_name, normalise

_GOAL = re.compile(r"\b(?:to|in|visit) (?P<name>[A-Z][a-z]{3,})\b(?! [A-Z])")
_TRIP_TO = re.compile(
    r"\b(?:flights?|fly|flying|hotels?|rooms?|trips?|go|going|travel\w*) (?:to|in) (?P<name>[a-z]{4,})\b"
)
"""The place that somebody wants to go to, in lower case."""
_NO_PLACE = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|.*ber"
)

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_CLAUSE = re.compile(r"[,;:.!?()\n]+ *|\b(?:and|but|because|so|also|btw|please)\b")
_STEM = 4
"""Letters by which a word is known that a statement has in another form."""
_ADDED = frozenset(
    "a am an and are at call do for gets had has have i in is live my name need not of old our the to uses was".split()
)
"""Beginnings of words that a statement may have though nobody has said them: "mum, 78" is "my mum is 78"."""
_MAX_APART = 8
"""Words of a message among which a statement may go on after two others of it."""
_ALIKE = 0.6
_SOMEBODY = frozenset({"he", "she", "they", "it", "who"})
"""Words that a statement may put somebody's name for."""


def take_back_places(situation: str, message: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands without places that neither a message nor its situation names.

    The unknown place that the message names stands in their stead. What may stand for a place stays as it is read:
    "the sagrada familia" is Barcelona.
    """
    said = {each.name for each in find_mentions(normalise(message))}
    spoken, goal = {each.name for each in find_mentions(normalise(situation))}, _find_unserved(message)
    named = said | {each for each in spoken if goal is None or not _is_other(goal, each)}
    commands = [_take_back_start(message, named, each) for each in commands]
    return [command if _is_named(command, named) else _take_back(message, command) for command in commands]


def _take_back_start(message: str, named: set[str], command: Command) -> Command:
    """Return a command that starts at the other place of a message, if its own start is its goal or named nowhere."""
    start, goal = map(find_named_place, (command.value("from") or "-", command.value("place") or command.subject))
    if start is None or goal is None or (start.name in named and start.name != goal.name):
        return command
    others = {each.name for each in find_mentions(normalise(message))} - {goal.name}
    if len(others) != 1:
        return command
    slots = tuple((slot, min(others) if slot == "from" else value) for slot, value in command.slots)
    return replace(command, slots=slots)


def _is_named(command: Command, named: set[str]) -> bool:
    value = command.subject if command.verb == "place" else command.value("place")
    mention = find_named_place(value) if value else None
    return mention is None or mention.name in named


def _take_back(message: str, command: Command) -> Command:
    own = {each.place.name for each in find_mentions(normalise(message)) if each.place}
    if len(own) == 1 and "from" not in message.lower():  # as it may be in words of another language
        (name,) = own
        slots = tuple((slot, name if slot == "place" else value) for slot, value in command.slots)
        return replace(command, refs=tuple(name.split())) if command.verb == "place" else replace(command, slots=slots)
    unknown = next((match["name"] for match in _GOAL.finditer(message) if _is_unknown(match["name"])), None)
    unknown = unknown or _find_unserved(message)
    if unknown is None and not all(map(is_common_word, re.findall(r"[a-z]{3,}", normalise(message)))):
        return command
    if command.verb == "place":
        return replace(command, refs=(unknown,) if unknown else ())
    own = (("place", unknown),) if unknown else ()
    return replace(command, slots=(*own, *(slot for slot in command.slots if slot[0] != "place")))


def _is_other(name: str, place: str) -> bool:
    """Return whether a name is no misspelt one of a place that was spoken of before."""
    return not get_close_matches(name.lower(), [place.lower()], 1, _ALIKE)


def _find_unserved(message: str) -> str | None:
    """Return the place that a message wants to go to, if that is unknown or not served."""
    text = normalise(message)
    mentions = {each.start: each for each in find_mentions(text)}
    for match in _TRIP_TO.finditer(text):
        mention = mentions.get(match.start("name"))
        if mention and not mention.is_served:
            return mention.name
        if mention is None and _is_unknown(match["name"]):
            return match["name"]
    return None


def _is_unknown(name: str) -> bool:
    word = name.lower()
    is_known = is_common_word(word) or is_first_name(word) or find_named_place(word)
    return not is_known and not _NO_PLACE.fullmatch(word)


def take_back_statements(situation: str, message: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with a clause of the message in the stead of each statement that nobody has made.

    The reader copies statements word by word and can slip from one to another: "I live in Berlin. Then Paris" is not
    "I live in Paris". A statement that no clause is like is left out beside other commands.
    """
    kept: list[Command] = []
    for command in commands:
        if command.verb != "tell" or not _is_made_up(situation, message, command.text):
            kept.append(command)
        elif (clause := _find_clause(message, command.text)) or len(commands) == 1:
            name, _, value = (clause or message).partition(" ")
            kept.append(replace(command, slots=((name, value),)))
    return kept


def _is_made_up(situation: str, message: str, statement: str) -> bool:
    """Return whether a statement goes on after two words as the message does not, or has a word from nowhere."""
    said, words = _list_words(message), _list_words(statement)
    known = {word[:_STEM] for word in (*said, *_list_words(situation))} | _ADDED
    if any(word[:_STEM] not in known for word in words):
        return True
    if _is_elsewhere(said, words):
        return True
    after: dict[tuple[str, str], set[str]] = {}
    for place, pair in enumerate(pairwise(said), 2):
        after.setdefault(pair, set()).update(said[place : place + _MAX_APART])
    of_somebody = {second for first, second in pairwise(said) if first in _SOMEBODY}
    return any(
        third in said and third not in of_somebody and third not in after.get((first, second), said)
        for first, second, third in zip(words, words[1:], words[2:], strict=False)
    )


def _is_elsewhere(said: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether a statement has another place for the message's "there" than the last one that it names."""
    for before, there in pairwise(enumerate(said)):
        if there[1] == "there" and before[1] in words[:-2]:
            named = [word for word in said[: before[0]] if find_mentions(word)]
            return bool(named) and bool(find_mentions(words[-1])) and words[-1] != named[-1]
    return False


def _find_clause(message: str, statement: str) -> str:
    """Return the clause of a message that has most words of a statement, or an empty text if none is like it."""
    words = set(_list_words(statement))
    shared = {clause.strip(): words & set(_list_words(clause)) for clause in _CLAUSE.split(message)}
    best = max(shared, key=lambda clause: (len(shared[clause]), len(shared[clause] - _ADDED)))
    return best if shared[best] - _ADDED or len(shared[best]) > 1 else ""


def _list_words(text: str) -> list[str]:
    return [re.sub("['’]", "", word).lower() for word in _WORD.findall(text)]
