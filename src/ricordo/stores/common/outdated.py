"""Words of turns that no longer hold: the memory that rested on them was superseded, corrected or rejected.

A summary of the conversation may repeat them in words of its own, so it is marked with them too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ricordo.language.words import terms
from ricordo.ports.store import Key, Records, View
from ricordo.stores.common.codes import STATE_CODES
from ricordo.stores.common.columns import visible_rows
from ricordo.stores.common.search import OwnerSlice, find_rows
from ricordo.values import BY_HAND, Memory, Outdated, Scope, StoredTurn

CLOSED_STATES = frozenset({"superseded", "unsupported"})
_CLOSED_CODES = [code for state, code in STATE_CODES.items() if state in CLOSED_STATES]

MAX_CHAIN = 100
"""How many successors of a memory are followed."""


class Quote(NamedTuple):
    """Words of a turn that are the evidence of a memory, and the record to mark: the turn, or a summary of it."""

    memory: Key
    turn: Key
    words: str


class Cited(NamedTuple):
    """Words that are the evidence of a closed memory, and the scope of the turn that has them."""

    memory: Key
    scope: Scope
    words: str


class Link(NamedTuple):
    """A memory, and the key of its successor."""

    memory: Memory
    successor: Key | None


def has_closed(part: OwnerSlice) -> bool:
    """Return whether an owner has memories that are superseded or unsupported."""
    return bool(np.isin(part.columns.states, _CLOSED_CODES).any())


def all_closed_keys(parts: Sequence[OwnerSlice]) -> list[Key]:
    """Return the keys of all memories of the owners that are superseded or unsupported."""
    found: list[Key] = []
    for part in parts:
        found += part.columns.keys[np.isin(part.columns.states, _CLOSED_CODES)].tolist()
    return found


def has_summary(records: Records) -> bool:
    """Return whether there is a summary among records."""
    return any(_is_summary(record) for record in records.values())


def quote_in_summaries(records: Records, cited: Iterable[Cited]) -> list[Quote]:
    """Return the words of closed memories for each summary of a conversation in which they were said."""
    found = [(key, record.scope) for key, record in records.items() if _is_summary(record)]
    return [Quote(part.memory, key, part.words) for part in cited for key, scope in found if scope.covers(part.scope)]


def closed_keys(parts: Sequence[OwnerSlice], keys: Iterable[Key]) -> set[Key]:
    """Return those of ``keys`` that are superseded or unsupported memories of the owners."""
    wanted = np.array(sorted(set(keys)), np.int64)
    found: set[Key] = set()
    for part in parts:
        rows, there = find_rows(part.columns, wanted)
        rows = rows[there]
        found.update(part.columns.keys[rows[np.isin(part.columns.states[rows], _CLOSED_CODES)]].tolist())
    return found


def visible_keys(parts: Sequence[OwnerSlice], view: View, keys: Iterable[Key]) -> set[Key]:
    """Return those of ``keys`` that are memories which hold in ``view``, whatever it says of kinds, times and tags."""
    wanted = np.array(sorted(set(keys)), np.int64)
    found: set[Key] = set()
    for part in parts:
        rows, there = find_rows(part.columns, wanted)
        rows = rows[there]
        if len(rows):
            seen = visible_rows(part.columns, holding_view(view), part.limits)
            found.update(part.columns.keys[rows[seen[rows]]].tolist())
    return found


def holding_view(view: View) -> View:
    """Return the view of all memories that hold when ``view`` is looked at."""
    return replace(view, kinds=None, since=None, until=None, tags=None, states=frozenset({"current"}))


def add_outdated(
    records: Records,
    quotes: Sequence[Quote],
    links: Mapping[Key, Link],
    view: View,
    visible: Collection[Key],
) -> None:
    """Add the outdated words of the turns and summaries in ``records``, and the memories that hold instead of them.

    Args:
        records: The turns and memories that a search found.
        quotes: The quotes of memories in these turns and summaries.
        links: The closed memories, and all their successors.
        view: The view of the search.
        visible: The keys of those memories among ``links`` that hold in the view.
    """
    quoted_by = {(quote.memory, quote.turn) for quote in quotes}
    found: dict[Key, list[Outdated]] = {}
    for quote in quotes:
        link = links.get(quote.memory)
        if link is None or not _is_over(link.memory, view):
            continue
        closed = link.memory
        if closed.kind == "summary":  # whoever takes back a summary does not take back what was said
            continue
        chain = _follow(links, quote.memory)
        holder = next((key for key in chain[1:] if key in visible), None)
        if holder is not None and (holder, quote.turn) in quoted_by:  # the turn says what holds now, too
            continue
        if closed.state == "unsupported" and not closed.is_rejected and len(chain) == 1:
            continue  # never supported, so nobody has taken the words back
        current = None if holder is None else links[holder].memory
        if not _concerns(records[quote.turn], closed, [links[key].memory for key in chain]):
            continue
        found.setdefault(quote.turn, []).append(_explain(quote.words, closed, current))
        if holder is not None and current is not None:
            records.setdefault(holder, current)
    records.outdated.update({turn: tuple(dict.fromkeys(words)) for turn, words in found.items()})


def _is_summary(record: Memory | StoredTurn) -> bool:
    return isinstance(record, Memory) and record.kind == "summary"


def _concerns(record: Memory | StoredTurn, closed: Memory, chain: Sequence[Memory]) -> bool:
    """Return whether a turn or a summary is to be marked.

    Nobody can tell whether a summary says in other words what the person rejected or corrected, so it is marked
    whatever its words are. What was merely said anew later has to have a word in common with it.
    """
    if not _is_summary(record) or any(memory.maker == BY_HAND for memory in chain):
        return True
    assert isinstance(record, Memory)
    return not set(terms(closed.content)).isdisjoint(terms(record.content))


def _is_over(memory: Memory, view: View) -> bool:
    """Return whether the memory does not hold at the time of the view, because of its state."""
    if view.as_of is not None and memory.valid_until is not None and view.as_of < memory.valid_until:
        return memory.state == "unsupported"
    return memory.state in CLOSED_STATES


def _follow(links: Mapping[Key, Link], start: Key) -> list[Key]:
    """Return the memory and its successors, in order."""
    chain: dict[Key, None] = {}
    key: Key | None = start
    while key is not None and key in links and key not in chain:
        chain[key] = None
        key = links[key].successor
    return list(chain)


def _explain(quote: str, closed: Memory, current: Memory | None) -> Outdated:
    if closed.is_rejected:
        return Outdated(quote, "rejected", closed.id)
    if current is None:
        return Outdated(quote, "superseded", closed.id)
    reason = "corrected" if current.maker == BY_HAND else "superseded"
    return Outdated(quote, reason, closed.id, current.id, current.content)
