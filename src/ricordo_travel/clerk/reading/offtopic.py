"""Messages that ask for no travel, whatever was read in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.replies.suggestions import describes_place
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.memory_words import MINE
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.values.text import is_first_name
from ricordo_travel.dialogue.yes.act_reader import SURE, read_parts
from ricordo_travel.dialogue.yes.context import find_context

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules|prompts?|guidelines)\b|"
    r"\b(?:system|your) prompt\b"
)
"""Orders to the program, which no customer gives."""
_NO_TRAVEL = re.compile(r"\b(?:capital|population|president|prime minister|king|queen|mayor|gdp|flag)\b")
"""Facts about places that no traveller needs."""
_SUM = re.compile(
    r"(?:what'?s|what is|how much is|calculate|compute)? ?"
    r"(?:\d+(?:\.\d+)? ?(?:[+*/x^-]|plus|minus|times) ?)+\d+(?:\.\d+)? ?=? ?\??"
)
_LISTED = re.compile(r"(?:^|[:;] |\n)1[. ]")
_OF_TRAVEL = re.compile(
    r"\b(?:flights?|airlines?|planes?|hotels?|hostels?|rooms?|cars?|trips?|weekend|holidays?|bookings?|each|day|restaurants?|bars?|food|camp\w*|"
    r"tours?|itinerar(?:y|ies))\b"
)
_UNSURE = frozenset({"place", "recall", "about", "ask", "total", "tell", "chat"})
"""Verbs that the reader gives to questions that have nothing to do with travel."""
_RECOMMENDS = re.compile(r"\b(?:recommend|suggest|know)(?: (?:me|us|of))? (?:an?|any|some) ")
"""Words of somebody who wants something recommended, which may be no travel whatever was read: "a good dentist"."""
_PARTY = re.compile(rf"\b(?P<count>{NUMBER}) (?:of us|(?:\w+ )?(?:girls|guys|lads|women|men|friends|people|adults))\b")


def take_for_travel(text: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return commands with a wish for ideas where no travel was read, or with a search for flights asked after."""
    if text.startswith("and the flights") and [each.verb for each in commands] == ["recall"]:
        return [*commands, Command("find", ("flight+return",))]
    party = _PARTY.search(text) if [each.verb for each in commands] == ["offtopic"] else None
    return [Command("suggest", (), (("people", str(parse_count(party["count"]))),))] if party else commands


def _names_people(text: str) -> bool:
    """Return whether a text in lower case names the one who writes, or somebody by a first name."""
    return bool(MINE.search(text)) or any(map(is_first_name, re.findall(r"[a-z]+", text)))


def is_offtopic(reply: str, message: str, text: str, commands: Sequence[Command]) -> bool:
    """Return whether a message asks for something that is no travel.

    Args:
        reply: The reply before the message.
        message: The message as typed.
        text: The message, normalised.
        commands: What was read in it.
    """
    if _ORDERS.search(text):
        return True
    if _SUM.fullmatch(text) and not _LISTED.search(reply):
        return True
    if len(commands) == 1 and commands[0].verb == "place" and _NO_TRAVEL.search(commands[0].text.lower()):
        return True
    is_advice = bool(_RECOMMENDS.search(text)) and not describes_place(text) and not find_mentions(text)
    unsure = _UNSURE | {"suggest", "find"} if is_advice else _UNSURE
    if not commands or not {each.verb for each in commands} <= unsure:
        return False
    if {each.verb for each in commands} == {"recall"} and _names_people(text):
        return False
    parts = read_parts(message, find_context(reply or None))
    is_other = bool(parts) and all(part.act == "other" and part.score >= SURE for part in parts)
    return is_other and not _OF_TRAVEL.search(text)
