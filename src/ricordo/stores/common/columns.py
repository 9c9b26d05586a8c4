"""The documents of an owner as columns of numbers, and which of them a view may see."""

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
    """Columns with one row for each document, in the order in which the documents were stored.

    ``starts`` is when a document was said or became true, ``ends`` when it stopped being true. ``voices`` says who said
    it, ``refs`` where its text is stored.
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


def concatenate_columns(parts: Sequence[Columns]) -> Columns:
    """Return the documents of several owners as one table."""
    if len(parts) == 1:
        return parts[0]
    return Columns(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Columns)))


@dataclass(frozen=True, slots=True)
class RowFilter:
    """The rows of an owner that a search is limited to.

    Attributes:
        scopes: Only those in these scopes of the owner; None for all.
        tagged: The keys of those with a tag that the view asks for; None if it asks for none.
    """

    scopes: frozenset[int] | None = None
    tagged: NDArray[np.int64] | None = None


def visible_rows(columns: Columns, view: View, limits: RowFilter) -> NDArray[np.bool_]:
    """Return a mask of the rows that ``view`` may see, within ``limits``."""
    scopes = limits.scopes
    seen = np.ones(len(columns), np.bool_)
    if view.tags is not None:
        assert limits.tagged is not None
        seen &= np.isin(columns.keys, limits.tagged)
    if scopes is not None:
        seen &= np.isin(columns.scopes, list(scopes))
    if view.kinds is not None:
        seen &= _is_in(columns.kinds, {KIND_CODES[kind] for kind in view.kinds})
    if view.since is not None:
        seen &= columns.starts >= to_micros(view.since)
    if view.until is not None:
        seen &= columns.starts < to_micros(view.until)
    if view.now is not None:
        seen &= columns.ends > to_micros(view.now)  # the end of a turn is never reached
    if view.as_of is None:
        allowed = _is_in(columns.states, {STATE_CODES[state] for state in view.states})
        return seen & ((columns.kinds == TURN) | allowed)
    now = to_micros(view.as_of)
    valid = _is_in(columns.states, EVER_VALID_CODES) & (columns.ends > now)
    return seen & (columns.starts <= now) & ((columns.kinds == TURN) | valid)


def _is_in(codes: NDArray[np.int8], wanted: Collection[int]) -> NDArray[np.bool_]:
    table = np.zeros(max(len(KINDS), len(STATES)), np.bool_)
    table[list(wanted)] = True
    return table[codes]


def count_newer(columns: Columns, seen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return for each row how many visible rows were stored after it; ``seen`` marks the visible ones."""
    count = int(seen.sum())
    if (columns.recorded[:-1] <= columns.recorded[1:]).all():
        return count - np.cumsum(seen)
    order = np.argsort(columns.recorded, kind="stable")
    later = np.empty(len(columns), np.int64)
    later[order] = count - np.cumsum(seen[order])
    return later
