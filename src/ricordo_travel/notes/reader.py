"""The reader of notes: it writes how a message changes the notes about a person, or which of them it asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.reader import write_program
from ricordo_travel.notes.edits import Edit, parse_edits
from ricordo_travel.notes.people import find_other_relations, introduces, leave_out_relation, tells_own_age
from ricordo_travel.notes.situation import describe_notes
from ricordo_travel.notes.wording import TO_REMEMBER, complete_list, denies, mend_content, mend_numbers, say_something

TASK = "notes"
_NAMES = frozenset({"home", "name", "visited"})
"""Slots whose value is a name."""
_OWN_AGE = re.compile(r"Is (?P<age>\d{1,2})(?: years old)?")
_BARE_AMOUNT = re.compile(r"Is (?P<sum>\$?\d[\d,]{2,8})", re.IGNORECASE)
_OF_BUDGET = re.compile(r"\b(?:budget|spend)\b")
MAX_READ = 1_000
"""Letters of a message that are read."""


def read_edits(said: str, reply: str, notes: Sequence[str], message: str) -> tuple[Edit, ...]:
    """Return the edits of the notes that a message stands for.

    Args:
        said: The person's message before it; empty if there is none.
        reply: The reply to that.
        notes: The notes about the person, at most `MAX_NOTES`.
        message: The message.
    """
    message = message[:MAX_READ]
    situation = describe_notes(said, reply, notes)
    program = write_program(situation, message, TASK)
    if program == "none" and (told := TO_REMEMBER.search(message)):  # what shall be remembered, by itself
        program = write_program(situation, told["told"], TASK)
    sources = (message, said, reply, *notes)
    edits: list[Edit] = list(find_other_relations(message, notes))
    for each in parse_edits(program, len(notes)):
        edit = _mend(each, sources) if each.content else each
        if edit is None or _is_settled(edit, edits):
            continue
        before = edits[-1].content if edits else ""
        edits.append(replace(edit, content=complete_list(edit.content, before, message)) if edit.content else edit)
    return tuple(edits)


def _is_settled(edit: Edit, renamed: Sequence[Edit]) -> bool:
    """Return whether an edit says of notes what other edits say already."""
    numbers = {number for each in renamed for number in each.notes}
    return bool(edit.notes) and set(edit.notes) <= numbers


def _mend(edit: Edit, sources: Sequence[str]) -> Edit | None:
    """Return an edit with capital letters, and with the numbers that were said; None if it has another one."""
    content = mend_numbers(mend_content(edit.content, *sources), *sources)
    content = leave_out_relation(content, " ".join(sources[:3]), sources[3:])
    value = mend_numbers(mend_content(edit.value, *sources), *sources) if edit.value else None
    content = say_something(content)
    if denies(content, sources[0]):
        return None
    if (age := _OWN_AGE.fullmatch(content)) and not tells_own_age(sources[0], age["age"]):
        return None
    if not content or value == "" or (edit.slot == "name" and value and not introduces(sources[0], value)):
        return None
    if (amount := _BARE_AMOUNT.fullmatch(content)) and _OF_BUDGET.search(sources[0].lower()):
        content, value = f"Budget is {amount['sum']}", amount["sum"]
        edit = replace(edit, slot="budget")
    if value and edit.slot in _NAMES and value.islower():
        content, value = content.replace(value, value.title()), value.title()
    return replace(edit, content=content[:1].upper() + content[1:], value=value)
