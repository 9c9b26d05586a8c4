"""Hold the hotels of commands against the names that a message writes in full."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.described import Lists
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.hotels.catalog import hotels

_OF_THINGS = frozenset({"pick", "ask", "total", "compare", "which", "whatif"})
_NOT_MEANT = re.compile(
    r"\b(?:not|no|than|instead of|rather than|compared (?:with|to)|like|as|from|near|next to|forget|without|except|but|"
    r"don't want|cancel|drop|skip)(?: the| a)? $"
)
"""What comes before the name of a hotel that is not what a message chooses or asks about."""
_POINTS = re.compile(
    r"\b(?:it|its|that one|this one|other|both|all|these|those|them|cheap\w*|dear\w*|best|near\w*|close\w*|"
    r"first|second|third|fourth|last|\d)\b"
)
"""Words that may stand for a number or a letter."""


def hold_names(text: str, commands: Sequence[Command], lists: Lists) -> list[Command]:
    """Return commands with the hotels that a text in lower case names in full, in the stead of others that it does not.

    Args:
        text: What somebody wrote.
        commands: What the reader wrote.
        lists: What was shown, the latest first.
    """
    shown = {_name(each): each for offers in reversed(lists) for each in offers if each.kind == "hotel"}
    said = [name for name in shown if _is_meant(name, text)]
    return [_hold(text, each, said, lists) for each in commands] if said else list(commands)


def _hold(text: str, command: Command, said: Sequence[str], lists: Lists) -> Command:
    if command.verb not in _OF_THINGS:
        return command
    refs = split_refs(command.refs)
    named = {own for ref in refs if (own := _read(ref, lists))}
    missing = [name for name in said if name not in named]
    strange = [ref for ref in refs if (own := _read(ref, lists)) and _is_strange(ref, own, text)]
    if not missing or not strange or len(missing) != len(dict.fromkeys(_read(ref, lists) for ref in strange)):
        return command
    instead = dict(zip(dict.fromkeys(_read(ref, lists) for ref in strange), missing, strict=True))
    new = [instead[_read(ref, lists)] if ref in strange else ref for ref in refs]
    return replace(command, refs=tuple(word for ref in dict.fromkeys(new) for word in ref.split()))


def _name(offer: Offer) -> str:
    """Return the name of a hotel without its city, in lower case."""
    return " ".join(offer.title.lower().split()[:2])


def _is_meant(name: str, text: str) -> bool:
    return any(not _NOT_MEANT.search(text[: match.start()]) for match in re.finditer(rf"\b{re.escape(name)}\b", text))


def _read(ref: str, lists: Lists) -> str | None:
    """Return the name of the hotel that a reference means; None if it is something else."""
    if ref.isdigit():
        listed = next((offers for offers in lists if any(offer.number for offer in offers)), list[Offer]())
        own = next((each for each in listed if each.number == int(ref)), None)
        return _name(own) if own and own.kind == "hotel" else None
    if len(ref) == 1:
        waiting = [each for each in lists[0] if not each.number] if ref in WAITING else []
        own = next(iter(waiting[WAITING.index(ref) :]), None) if waiting else None
        return _name(own) if own and own.kind == "hotel" else None
    words = ref.lower().split()
    return " ".join(words[:2]) if words[0] in _first_words() else None


def _is_strange(ref: str, name: str, text: str) -> bool:
    """Return whether a text refuses a hotel, or has neither its name nor a word for its number or letter."""
    if (ref.isdigit() or len(ref) == 1) and _POINTS.search(text):
        return False
    if name in text and not _is_meant(name, text):
        return True
    first, *rest = name.split()
    if not re.search(rf"\b{re.escape(first)}\b", text):
        return True
    others = [each for each in re.findall(rf"\b{re.escape(first)} (\w+)\b", text) if each in _second_words()]
    return bool(rest) and bool(others) and rest[0] not in others


@cache
def _first_words() -> frozenset[str]:
    return frozenset(each.name.split()[0].lower() for each in hotels().values())


@cache
def _second_words() -> frozenset[str]:
    return frozenset(each.name.split()[1].lower() for each in hotels().values())
