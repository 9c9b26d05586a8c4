"""The place of outdated words in a recall: what holds now comes before what no longer does.

A turn whose words were superseded, corrected or rejected since is marked. Unless the question is about the past, the
memory that holds now stands directly before it, and a turn that says little else goes behind all other hits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ricordo.ports.store import Key, Records, View
from ricordo.values import Memory, Outdated, StoredTurn

_MIN_REST = 0.5
"""The share of a turn's letters beyond its outdated words from which on it is worth its place."""

_LETTERS = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class RankedRecord:
    """A record on its way to a hit: its key, its row in the ranking if it has one, and its score."""

    key: Key
    row: int | None
    score: float
    moved: str = ""
    """The name of the part by which its score differs from its row's."""


def put_current_first(
    found: Sequence[RankedRecord], records: Records, rows: Mapping[Key, int], view: View
) -> list[RankedRecord]:
    """Return the candidates with the memories that hold before outdated words, and turns that are spent at the end.

    Args:
        found: The candidates, best first.
        records: What the search has read.
        rows: The rows of all that was ranked, by key.
        view: The view that was searched. A memory outside of its kinds, times and tags is not added.
    """
    keys = {
        record.id: key for key, record in records.items() if isinstance(record, Memory) and _is_asked_for(record, view)
    }
    turns = {record.id: key for key, record in records.items() if isinstance(record, StoredTurn)}
    order: list[RankedRecord] = []
    spent: list[RankedRecord] = []
    placed: set[Key] = set()
    for one in found:
        outdated = records.outdated.get(one.key, ())
        for holder in _holders(outdated, keys):
            if holder not in placed and placed.isdisjoint(_says_it(records, holder, turns)):
                order.append(RankedRecord(holder, rows.get(holder), one.score, "current"))
                placed.add(holder)
        if one.key in placed:
            continue
        record = records[one.key]
        if outdated and isinstance(record, StoredTurn) and is_spent(record.text, outdated):
            spent.append(one)
        else:
            order.append(one)
            placed.add(one.key)
    lowest = min((one.score for one in order), default=None)
    return order + [
        one if lowest is None or one.score <= lowest else RankedRecord(one.key, one.row, lowest, "outdated")
        for one in spent
    ]


def is_spent(text: str, outdated: Sequence[Outdated]) -> bool:
    """Return whether a turn says little beyond its outdated words."""
    letters = len(_LETTERS.findall(text))
    spans = sorted((start, start + len(one.quote)) for one in outdated if (start := text.find(one.quote)) >= 0)
    covered, end = 0, 0
    for first, last in spans:
        covered += len(_LETTERS.findall(text[max(first, end) : last])) if last > end else 0
        end = max(end, last)
    return letters - covered < _MIN_REST * letters


def _is_asked_for(memory: Memory, view: View) -> bool:
    if view.kinds is not None and memory.kind not in view.kinds:
        return False
    if view.tags is not None and view.tags.isdisjoint(memory.tags):
        return False
    return (view.since is None or memory.valid_from >= view.since) and (
        view.until is None or memory.valid_from < view.until
    )


def _holders(outdated: Sequence[Outdated], keys: Mapping[str, Key]) -> list[Key]:
    return [keys[one.current_id] for one in outdated if one.current_id is not None and one.current_id in keys]


def _says_it(records: Records, holder: Key, turns: Mapping[str, Key]) -> set[Key]:
    """Return the turns that a memory rests on, as far as they were found."""
    memory = records[holder]
    evidence = memory.evidence if isinstance(memory, Memory) else ()
    return {turns[part.turn_id] for part in evidence if part.turn_id in turns}
