"""A budget that changes: what it is for stays unless the message says otherwise, and notes of the old amount follow."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import Any

from ricordo_travel.dialogue.money import Basis, Money, parse_money
from ricordo_travel.dialogue.plan import ToolResult, call
from ricordo_travel.dialogue.recollection import Row
from ricordo_travel.dialogue.remembered import Fields, Known, to_known
from ricordo_travel.dialogue.statements import format_budget
from ricordo_travel.dialogue.text import normalise

_UNITS: dict[Basis | None, str] = {"night": " a night", "day": " a day", "person": " a person"}
_UNIT = re.compile(r" a (?:night|day|person)$")
_TOTAL = re.compile(r"\b(?:total|altogether|in all|all in|overall|whole|entire|trip|holiday|week|everything|month)\b")
_SPENDS = re.compile(r"\b(?:spend|spends|pay|pays|budget|limit|maximum|max|most|more than|up to|under|afford)\b")
_MUCH_MORE = 5
"""How many times the old amount a new one is that must be for something else: 3000 after 120 a night."""


def keep_unit(value: str, held: str, text: str) -> str:
    """Return a budget with what the one before it was for, "a night" for instance, if a text names the amount alone."""
    unit, new, old = _UNIT.search(held), _parse(value), _parse(held)
    if unit is None or new is None or old is None or _UNIT.search(value) or _TOTAL.search(text):
        return value
    return f"{value}{unit[0]}" if new.amount < _MUCH_MORE * old.amount else value


def settle_budget(
    text: str, known: Known, new: Sequence[Row], edits: Sequence[tuple[str, str]] = ()
) -> Generator[Any, Any, tuple[Known, list[str]]]:
    """Let a budget that changed and the notes of its old amount agree; return what is known then, and which changed.

    Args:
        text: The message that changed it, in lower case.
        known: What is known after the message.
        new: What was learned from it.
        edits: The words of notes before and after the message, if it changed them.
    """
    value, held = known.fields.get("budget_range", {}).get("value", ""), _find_replaced(known)
    is_learned = any(row in new for row in _list_budgets(known))
    wanted = find_followed(edits, known.fields) or (keep_unit(value, held, text) if is_learned else value)
    if wanted != value:
        known = to_known((yield from set_budget(wanted, known)))
    reworded = find_outdated(held, wanted, [row for row in known.rows if row not in new])
    for id, content in reworded.items():
        known = to_known((yield from call("correct_memory", id=id, content=content)))
    return known, list(reworded)


def set_budget(value: str, known: Known) -> Generator[Any, Any, ToolResult]:
    """Set the budget. One of the same amount goes first: memory would take "$110 a night" for "$110" said again."""
    amount = budget.amount if (budget := _parse(value)) else 0
    same = [row["id"] for row in _list_budgets(known) if (old := _parse(row["value"] or "")) and old.amount == amount]
    if same:
        yield from call("erase_memories", ids=same)
    return (yield from call("set_profile_field", field="budget_range", values=[value]))


def find_held(known: Known, new: Sequence[Row]) -> str:
    """Return the budget that a message changes: the one before, if memory has learned the new one from it already."""
    value = known.fields.get("budget_range", {}).get("value", "")
    is_learned = any(row in new for row in _list_budgets(known))
    held = _find_replaced(known) if is_learned else value
    return held or _find_noted([row for row in known.rows if row not in new])


def find_outdated(held: str, value: str, rows: Sequence[Row]) -> dict[str, str]:
    """Return the notes that tell a budget which was changed, by their ids, each with the new amount."""
    before, budget = _parse(held), _parse(value)
    if before is None or budget is None or before.amount == budget.amount:
        return {}
    found: dict[str, str] = {}
    for row in rows:
        noted = _parse(row["content"]) if _is_note(row) else None
        if noted and (noted.amount, noted.basis) == (before.amount, before.basis) and budget.basis == before.basis:
            found[row["id"]] = row["content"].replace(noted.text, f"{budget.amount:,}", 1)
    return found


def _find_noted(rows: Sequence[Row]) -> str:
    """Return the budget that only a note tells: "Never wants to pay more than 100 a night"."""
    noted = [money for row in rows if _is_note(row) and (money := _parse(row["content"])) and money.basis in _UNITS]
    return f"${noted[-1].amount:,}{_UNITS[noted[-1].basis]}" if noted else ""


def _is_note(row: Row) -> bool:
    return row["kind"] != "profile" and not row["subject"] and bool(_SPENDS.search(row["content"].lower()))


def _list_budgets(known: Known) -> list[Row]:
    return [row for row in known.rows if row["field"] == "budget" and not row["subject"]]


def _find_replaced(known: Known) -> str:
    """Return the budget in the stead of which the present one came."""
    now = {row["id"] for row in _list_budgets(known)}
    return next((row["value"] or "" for row in known.ended if row["superseded_by"] in now), "")


def find_followed(edits: Sequence[tuple[str, str]], fields: Fields) -> str:
    """Return what the budget is to be after notes of it were reworded; empty if it has that, or is of another sum."""
    held = _parse(fields.get("budget_range", {}).get("value", ""))
    for old, new in edits:
        was, now = _parse(old), _parse(new)
        if held and was and now and _SPENDS.search(new.lower()) and held.amount in {was.amount, now.amount}:
            value = format_budget(now.amount, normalise(new))
            return value if value != fields["budget_range"]["value"] else ""
    return ""


def _parse(value: str) -> Money | None:
    return parse_money(normalise(value), is_asked=True) if value else None
