"""What a campaign did and found, as a table in Markdown."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

_MAX_BREACHES = 20
"""The number of breaches that are shown of one trial."""


@dataclass(slots=True)
class Trial:
    """One row: what was done, how often, and what was found. A breach of a promise fails the campaign."""

    part: str
    what: str
    times: str
    found: str = ""
    breaches: list[str] = field(default_factory=list[str])


def format_table(trials: Sequence[Trial]) -> str:
    """Return the table of a campaign."""
    rows = ["| Part | Done | How often | Found |", "| --- | --- | --- | --- |"]
    for trial in trials:
        count = len(trial.breaches)
        found = f"**{count} {'breach' if count == 1 else 'breaches'}**; {trial.found}" if count else trial.found
        rows.append(f"| {trial.part} | {trial.what} | {trial.times} | {found} |")
    return "\n".join(rows) + "\n"


def replace_table(page: str, report: str) -> str:
    """Return a page with another report between its two markers."""
    before, begin, rest = page.partition("<!-- campaign -->\n")
    _, end, after = rest.partition("<!-- end of campaign -->\n")
    if not begin or not end:
        raise ValueError("the page has no markers for the table")
    return f"{before}{begin}\n{report}\n{end}{after}"


def format_breaches(trials: Sequence[Trial]) -> str:
    """Return the breaches of all trials, line by line."""
    lines: list[str] = []
    for trial in trials:
        lines += [f"{trial.part}, {trial.what}: {breach}" for breach in trial.breaches[:_MAX_BREACHES]]
        if len(trial.breaches) > _MAX_BREACHES:
            lines.append(f"{trial.part}, {trial.what}: and {len(trial.breaches) - _MAX_BREACHES} more")
    return "\n".join(lines)


class Progress:
    """Lines that say how far a part is, at most one every few seconds."""

    def __init__(self, part: str, *, seconds: float = 10.0) -> None:
        self._part = part
        self._seconds = seconds
        self._began = self._said = time.monotonic()

    def say(self, text: str, *, always: bool = False) -> None:
        """Print a line, unless the last one was printed a moment ago."""
        now = time.monotonic()
        if always or now - self._said >= self._seconds:
            self._said = now
            minutes, seconds = divmod(round(now - self._began), 60)
            print(f"{self._part} {minutes:2}:{seconds:02}  {text}", flush=True)
