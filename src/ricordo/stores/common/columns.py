"""What a search needs to know about the documents of a scope, as columns, and which of them a view may see."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.store import View
from ricordo.stores.common.codes import EVER_VALID_CODES, KIND_CODES, STATE_CODES, TURN
from ricordo.stores.common.times import to_micros
from ricordo.values import KINDS, STATES


@dataclass(frozen=True, slots=True)
class Columns:
    """One row a document, in the order in which they were stored.

    ``starts`` is when it was said or became true, ``ends`` when it stopped being true. ``voices`` tell who said it; the
    words lie under ``refs``.
    """

    keys: NDArray[np.int64]
    scopes: NDArray[np.int64]
    kinds: NDArray[np.int8]
    states: NDArray[np.int8]
    voices: NDArray[np.int8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    recorded: NDArray[np.int64]
    lengths: NDArray[np.int32]
    refs: NDArray[np.int64]

    @classmethod
    def from_table(cls, keys: NDArray[np.int64], table: NDArray[np.int64], refs: NDArray[np.int64]) -> Columns:
        """Return columns from rows of scope, kind, state, voice, starts, ends, recorded and length."""
        return cls(
            keys=keys,
            scopes=table[:, 0].copy(),
            kinds=table[:, 1].astype(np.int8),
            states=table[:, 2].astype(np.int8),
            voices=table[:, 3].astype(np.int8),
            starts=table[:, 4].copy(),
            ends=table[:, 5].copy(),
            recorded=table[:, 6].copy(),
            lengths=table[:, 7].astype(np.int32),
            refs=refs,
        )

    def __len__(self) -> int:
        return len(self.keys)


def stacked(parts: Sequence[Columns]) -> Columns:
    """The documents of several owners as one table."""
    if len(parts) == 1:
        return parts[0]
    return Columns(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Columns)))


def visible(columns: Columns, view: View, scopes: frozenset[int] | None) -> NDArray[np.bool_]:
    """Which rows ``view`` may see; ``scopes`` narrows them to some of the owner's scopes."""
    seen = np.ones(len(columns), np.bool_)
    if scopes is not None:
        seen &= np.isin(columns.scopes, list(scopes))
    if view.kinds is not None:
        seen &= _one_of(columns.kinds, {KIND_CODES[kind] for kind in view.kinds})
    if view.since is not None:
        seen &= columns.starts >= to_micros(view.since)
    if view.until is not None:
        seen &= columns.starts < to_micros(view.until)
    if view.now is not None:
        seen &= columns.ends > to_micros(view.now)  # turns have no end
    if view.as_of is None:
        allowed = _one_of(columns.states, {STATE_CODES[state] for state in view.states})
        return seen & ((columns.kinds == TURN) | allowed)
    now = to_micros(view.as_of)
    valid = _one_of(columns.states, EVER_VALID_CODES) & (columns.ends > now)
    return seen & (columns.starts <= now) & ((columns.kinds == TURN) | valid)


def _one_of(codes: NDArray[np.int8], wanted: Collection[int]) -> NDArray[np.bool_]:
    table = np.zeros(max(len(KINDS), len(STATES)), np.bool_)
    table[list(wanted)] = True
    return table[codes]


def ages(columns: Columns, seen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every visible row how many visible rows were stored after it."""
    count = int(seen.sum())
    if (columns.recorded[:-1] <= columns.recorded[1:]).all():
        return count - np.cumsum(seen)
    order = np.argsort(columns.recorded, kind="stable")
    later = np.empty(len(columns), np.int64)
    later[order] = count - np.cumsum(seen[order])
    return later
