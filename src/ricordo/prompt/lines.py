"""The beginning of a line of the block: date, notes, id and speaker."""

from __future__ import annotations

import re

from ricordo.prompt.escaping import escape_line, escape_markup, flatten
from ricordo.values import Hit, Outdated

_MAX_MARK = 120
"""Characters of a text that are quoted in a mark."""

_MAX_MARKS = 3
"""Marks of one line; further ones are counted."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_head(hit: Hit, times_said: int, *, owner: str = "", ids: bool = False, dated: bool = True) -> str:
    """Return the beginning of a hit's line. Without `dated`, the line above it has the date and the owner."""
    notes = [*filter(None, (format_time(hit), owner))] if dated else []
    if hit.kind != "turn":
        notes.append(hit.kind)
    if hit.state != "current":
        notes.append(hit.state)
    notes += [escape_markup(mark) for mark in describe_outdated(hit)]
    if times_said > 1:
        notes.append(f"said {times_said} times")
    if hit.is_untrusted:
        notes.append("after untrusted tool output")
    parts = [f"[{', '.join(notes)}]"] if notes else []
    if ids:
        parts.append(f"(id {escape_line(hit.id)})")
    return " ".join([*parts, f"{format_speaker(hit)}: "])


def format_time(hit: Hit) -> str:
    """Return the day and the time of a hit."""
    at = hit.occurred_at
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year} {at.hour:02}:{at.minute:02}"


def format_speaker(hit: Hit) -> str:
    """Return the speaker: the role, which nobody can choose, and beside it the name, which anybody can."""
    if hit.role is not None and hit.role == hit.speaker:
        return hit.role
    name = " ".join(re.sub(r"[\[\]():]", " ", flatten(hit.speaker)).split())
    if hit.role is None:
        return escape_markup(name)
    return f"{hit.role} ({escape_markup(name)})" if name else hit.role


def describe_outdated(hit: Hit) -> list[str]:
    """Return a mark for each of the hit's words that no longer hold, on one line but not escaped otherwise."""
    marks = list(dict.fromkeys(_mark(one, hit.text) for one in hit.outdated))
    more = len(marks) - _MAX_MARKS
    return [*marks[:_MAX_MARKS], f"and {more} more statements that no longer hold"] if more > 0 else marks


def _mark(outdated: Outdated, text: str) -> str:
    whole = outdated.quote.strip(" .!") == text.strip(" .!")
    words = "this" if whole else f'"{_shorten(outdated.quote)}"'
    if outdated.reason == "rejected":
        return f"the person says that {words} is not so"
    if outdated.current is None:
        return f"{words} is no longer so"
    since = "corrected" if outdated.reason == "corrected" else "updated"
    return f'since {since}: "{_shorten(outdated.current)}"'


def _shorten(text: str) -> str:
    """Return a text for a mark: on one line, without what could end the mark, and not too long."""
    plain = " ".join(re.sub(r'[\[\]"]', " ", flatten(text)).split())
    return plain if len(plain) <= _MAX_MARK else f"{plain[:_MAX_MARK].rstrip()} …"
