"""The edits in which the reader writes down how a message changes the notes about a person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Literal, cast, get_args

EditVerb = Literal["add", "replace", "drop", "erase", "keep", "show", "wrong", "private", "none"]
_VERBS = frozenset(get_args(EditVerb))
_WITH_CONTENT = frozenset({"add", "replace"})
_OF_NOTES = frozenset({"replace", "drop", "erase", "keep"})
_OF_ALL = frozenset({"erase", "show"})
_MAX_EDITS = 8
SLOTS = frozenset("home budget diet likes preferences travellers trip_length travel_style visited name".split())
"""Slots of the profile that a note can fill."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit of the notes.

    Attributes:
        verb: What is done.
        notes: The numbers of the notes that it is done to, from 1.
        content: The words of a note that is added, or that takes the place of others.
        slot: The slot of the profile that the content fills.
        value: Its value for that slot.
        is_all: Whether all notes are meant; `notes` are exceptions then.
        chance: How likely its least likely word piece is to the reader.
    """

    verb: EditVerb
    notes: tuple[int, ...] = ()
    content: str = ""
    slot: str | None = None
    value: str | None = None
    is_all: bool = False
    chance: float = field(default=1.0, compare=False)


def parse_edits(program: str, count: int, chances: Sequence[float] = ()) -> tuple[Edit, ...]:
    """Return the edits that are written for `count` notes, with their chances, without those that make no sense."""
    written = zip(program.split(" ; ")[:_MAX_EDITS], chain(chances, repeat(1.0)), strict=False)
    edits = [replace(edit, chance=chance) for each, chance in written if (edit := _parse_edit(each, count))]
    return tuple(dict.fromkeys(edit for edit in edits if edit.verb != "none"))


def _parse_edit(text: str, count: int) -> Edit | None:
    head, *rest = (part.strip() for part in text.split(" | "))
    verb, *words = head.split() or [""]
    if verb not in _VERBS:
        return None
    numbers = tuple(dict.fromkeys(number for number in _read_numbers(words) if 1 <= number <= count))
    content = rest[0] if rest and verb in _WITH_CONTENT else ""
    if verb in _WITH_CONTENT and not content:
        return None
    is_all = "all" in words and verb in _OF_ALL
    if "all" in words and (not is_all or (not numbers and _read_numbers(words))):
        return None  # all but a note that there is not
    if verb in _OF_NOTES and not numbers and not is_all:
        return None if verb != "replace" else Edit("add", (), content, *_parse_slot(rest[1:]))
    return Edit(cast("EditVerb", verb), numbers, content, *_parse_slot(rest[1:]), is_all=is_all)


def _parse_slot(rest: Sequence[str]) -> tuple[str | None, str | None]:
    slot, _, value = re.sub(r" ?_ ?", "_", rest[0]).partition(" ") if rest else ("", "", "")
    return (slot, value.strip()) if slot in SLOTS and value.strip() else (None, None)


def _read_numbers(words: Sequence[str]) -> list[int]:
    return [int(word) for word in words if word.isdecimal() and len(word) < 4]
