"""Tables kept in memory: they follow every change, disturb no search under way, and are let go of in time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ricordo.ports.store import View
from ricordo.stores.common.codes import KIND_CODES, STATE_CODES
from ricordo.stores.common.columns import Columns, RowFilter, concatenate_columns, count_newer, visible_rows
from ricordo.stores.common.owner_cache import Arrays, OwnerCache, OwnerCaches, StaleSnapshot
from ricordo.stores.common.times import FOREVER, to_micros
from ricordo.values import KINDS, STATES, Kind, Scope, State


@dataclass
class Table:
    """The database behind a cache: for each key a value, a vector, and the revision of its last change."""

    rows: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    revision: int = 0
    asked: list[int] = field(default_factory=list[int])

    def write(self, values: dict[int, int]) -> None:
        self.revision += 1
        self.rows.update({key: (value, self.revision) for key, value in values.items()})

    def fetch(self, known: int) -> Arrays:
        self.asked.append(known)
        changed = sorted(key for key, (_, revision) in self.rows.items() if revision > known)
        values = np.array([self.rows[key][0] for key in changed], np.int32)
        return {
            "keys": np.array(changed, np.int64),
            "values": values,
            "matrix": np.stack([values, -values], axis=1).astype(np.float32),
        }

    def rebuilt(self) -> dict[str, list[Any]]:
        return plain(Table(self.rows).fetch(-1))


def plain(arrays: Arrays) -> dict[str, list[Any]]:
    return {name: array.tolist() for name, array in arrays.items()}


writes = st.lists(st.dictionaries(st.integers(0, 40), st.integers(-9, 9), max_size=6), max_size=8)


# ── one cache ────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(writes, st.sets(st.integers(0, 8)))
@settings(max_examples=130, deadline=None)
def test_a_cache_that_is_updated_equals_a_table_built_anew(script: list[dict[int, int]], skipped: set[int]) -> None:
    cache, table = OwnerCache(), Table()
    for step, values in enumerate(script):
        table.write(values)
        if step not in skipped:
            assert plain(cache.read(table.revision, table.fetch)) == table.rebuilt()
    assert plain(cache.read(table.revision, table.fetch)) == table.rebuilt()


@given(writes)
@settings(max_examples=100, deadline=None)
def test_arrays_handed_out_earlier_do_not_change(script: list[dict[int, int]]) -> None:
    cache, table = OwnerCache(), Table()
    handed_out: list[tuple[Arrays, dict[str, list[Any]]]] = []
    for values in script:
        table.write(values)
        arrays = cache.read(table.revision, table.fetch)
        handed_out.append((arrays, plain(arrays)))
    assert all(plain(arrays) == copy for arrays, copy in handed_out)


@given(st.lists(st.integers(0, 5), max_size=20))
@settings(max_examples=40, deadline=None)
def test_a_cache_that_only_grows_keeps_order_and_types(sizes: list[int]) -> None:
    cache, table, key = OwnerCache(), Table(), 0
    for size in sizes:
        table.write({key + offset: key for offset in range(size)})
        key += size
        arrays = cache.read(table.revision, table.fetch)
        assert arrays["keys"].tolist() == list(range(key))
        assert (arrays["keys"].dtype, arrays["values"].dtype, arrays["matrix"].dtype) == (
            np.int64,
            np.int32,
            np.float32,
        )
        assert arrays["matrix"].shape == (key, 2)


def test_only_what_changed_since_is_fetched_and_only_when_something_did() -> None:
    cache, table = OwnerCache(), Table()
    table.write({1: 10})
    cache.read(table.revision, table.fetch)
    cache.read(table.revision, table.fetch)
    table.write({2: 20})
    cache.read(table.revision, table.fetch)
    assert table.asked == [-1, 1]


def test_a_fetch_that_fails_leaves_the_cache_as_it_was() -> None:
    def fails(_: int) -> Arrays:
        raise OSError("the disk is gone")

    cache, table = OwnerCache(), Table()
    table.write({1: 10, 3: 30})
    cache.read(table.revision, table.fetch)
    table.write({2: 20, 3: 31, 4: 40})
    with pytest.raises(OSError, match="disk"):
        cache.read(table.revision, fails)
    assert plain(cache.read(table.revision, table.fetch)) == table.rebuilt()


def test_an_owner_without_documents_has_an_empty_table() -> None:
    cache, table = OwnerCache(), Table()
    assert plain(cache.read(0, table.fetch)) == {"keys": [], "values": [], "matrix": []}
    table.write({0: 1})
    assert plain(cache.read(1, table.fetch)) == table.rebuilt()


def test_a_cache_knows_its_size() -> None:
    cache, table = OwnerCache(), Table()
    assert cache.nbytes == 0
    table.write({1: 10, 2: 20})
    arrays = cache.read(table.revision, table.fetch)
    assert cache.nbytes == sum(array.nbytes for array in arrays.values())
    table.write({3: 30})
    arrays = cache.read(table.revision, table.fetch)
    assert cache.nbytes >= sum(array.nbytes for array in arrays.values())


def test_a_cache_goes_on_from_read_only_arrays() -> None:
    def fetch(known: int) -> Arrays:
        keys = [1, 2] if known < 1 else list[int]()
        return {"keys": np.array(keys, np.int64), "matrix": np.frombuffer(b"\0\0" * len(keys), "<f2")}

    cache = OwnerCache()
    cache.read(1, fetch)
    assert cache.read(2, fetch)["keys"].tolist() == [1, 2]


# ── many caches ─────────────────────────────────────────────────────────────────────────────────────────────────────

BYTES_A_ROW = 16


def rows(count: int) -> Arrays:
    return {"keys": np.arange(count, dtype=np.int64), "values": np.zeros(count, np.int64)}


class Watched:
    """Caches with tables of given sizes, which record what had to be built anew."""

    def __init__(self, most_rows: int) -> None:
        self.caches = OwnerCaches(most_rows * BYTES_A_ROW)
        self.erasures = 0

    def notice(self, erasures: int) -> None:
        self.caches.clear_after_erasure(erasures)
        self.erasures = max(self.erasures, erasures)

    def is_kept(self, name: int, size: int) -> bool:
        """Use the cache called ``name``. Return whether it was still there."""
        built: list[int] = []

        def fetch(known: int) -> Arrays:
            built.append(known)
            return rows(size)

        assert len(self.caches.read(name, 1, fetch, erasures=self.erasures)["keys"]) == size
        return not built


@given(
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from([None] * 15 + [1, 2])), min_size=10, max_size=40),
    st.lists(st.integers(1, 6), min_size=5, max_size=5),
    st.integers(1, 16),
)
@settings(max_examples=100, deadline=None)
def test_the_caches_used_last_are_kept_up_to_the_limit(
    uses: list[tuple[int, int | None]], sizes: list[int], most_rows: int
) -> None:
    watched, kept, erasures = Watched(most_rows), OrderedDict[int, int](), 0
    for name, erased in uses:
        if erased is not None:
            watched.notice(erased)
            if erased > erasures:
                kept.clear()
            erasures = max(erased, erasures)
        assert watched.is_kept(name, sizes[name]) == (name in kept)
        kept[name] = sizes[name]
        kept.move_to_end(name)
        while sum(kept.values()) > most_rows and len(kept) > 1:
            kept.popitem(last=False)


def test_a_cache_that_is_too_large_for_the_limit_is_kept_while_it_is_used() -> None:
    watched = Watched(most_rows=4)
    assert not watched.is_kept(1, 100)
    assert watched.is_kept(1, 100)
    assert not watched.is_kept(2, 1)
    assert watched.is_kept(2, 1)
    assert not watched.is_kept(1, 100)


def test_the_cache_not_used_for_longest_goes_first() -> None:
    watched = Watched(most_rows=3)
    assert [watched.is_kept(name, 1) for name in (1, 2, 3, 1)] == [False, False, False, True]
    assert [watched.is_kept(name, 1) for name in (4, 1, 3, 4)] == [False, True, True, True]
    assert not watched.is_kept(2, 1)


def test_a_cache_that_grows_pushes_out_others() -> None:
    caches, tables = OwnerCaches(1000), [Table(), Table()]
    for name, table in enumerate(tables):
        table.write({1: 1})
        caches.read(name, table.revision, table.fetch, erasures=0)
    tables[1].write({key: key for key in range(100)})
    caches.read(1, tables[1].revision, tables[1].fetch, erasures=0)
    caches.read(0, tables[0].revision, tables[0].fetch, erasures=0)
    assert tables[0].asked == [-1, -1]


def test_after_an_erasure_everything_is_let_go_of_once() -> None:
    watched = Watched(most_rows=100)
    watched.is_kept(1, 3)
    watched.notice(0)
    assert watched.is_kept(1, 3)
    watched.notice(1)
    assert not watched.is_kept(1, 3)
    watched.notice(1)
    assert watched.is_kept(1, 3)


def test_what_is_erased_while_a_cache_is_filled_is_not_kept() -> None:
    caches, built = OwnerCaches(10_000), list[int]()

    def fetch(known: int) -> Arrays:
        built.append(known)
        caches.clear_after_erasure(len(built))  # somebody else erases something meanwhile
        return rows(3)

    assert len(caches.read("alice", 1, fetch, erasures=0)["keys"]) == 3
    assert len(caches.read("alice", 1, fetch, erasures=1)["keys"]) == 3
    assert built == [-1, -1]


def test_a_snapshot_older_than_an_erasure_fills_no_cache() -> None:
    caches = OwnerCaches(10_000)
    caches.clear_after_erasure(2)
    caches.clear_after_erasure(1)
    with pytest.raises(StaleSnapshot):
        caches.read("alice", 1, lambda known: rows(3), erasures=1)
    assert len(caches.read("alice", 1, lambda known: rows(2), erasures=2)["keys"]) == 2


def test_a_snapshot_older_than_the_cache_is_refused() -> None:
    cache, table = OwnerCache(), Table()
    table.write({1: 10})
    table.write({2: 20})
    cache.read(2, table.fetch)
    with pytest.raises(StaleSnapshot):
        cache.read(1, table.fetch)
    assert plain(cache.read(2, table.fetch)) == table.rebuilt()


# ── columns ──────────────────────────────────────────────────────────────────────────────────────────────────────────

START = datetime(2026, 1, 1, tzinfo=UTC)
ALICE = Scope(user="alice")


@dataclass(frozen=True)
class Document:
    scope: int = 1
    kind: Kind = "turn"
    state: State = "current"
    day: int = 0
    until: int | None = None
    recorded: int = 0


def at(day: int) -> datetime:
    return START + timedelta(days=day)


def columns(documents: Sequence[Document]) -> Columns:
    def column(values: list[int], kind: type[np.generic] = np.int64) -> NDArray[Any]:
        return np.array(values, kind)

    return Columns(
        keys=column(list(range(len(documents)))),
        scopes=column([each.scope for each in documents]),
        kinds=column([KIND_CODES[each.kind] for each in documents], np.int8),
        states=column([STATE_CODES[each.state] for each in documents], np.int8),
        voices=column([0] * len(documents), np.int8),
        starts=column([to_micros(at(each.day)) for each in documents]),
        ends=column([FOREVER if each.until is None else to_micros(at(each.until)) for each in documents]),
        recorded=column([each.recorded for each in documents]),
        lengths=column([1] * len(documents), np.int32),
        refs=column([0] * len(documents)),
    )


def is_seen(each: Document, view: View, scopes: frozenset[int] | None) -> bool:
    """What a view says, word for word, about one document."""
    if scopes is not None and each.scope not in scopes:
        return False
    if view.kinds is not None and each.kind not in view.kinds:
        return False
    if view.since is not None and at(each.day) < view.since:
        return False
    if view.until is not None and at(each.day) >= view.until:
        return False
    if view.as_of is None:
        return each.kind == "turn" or each.state in view.states
    if at(each.day) > view.as_of:
        return False
    held = each.state in {"current", "superseded"} and (each.until is None or at(each.until) > view.as_of)
    return each.kind == "turn" or held


days = st.integers(0, 5)
documents = st.lists(
    st.builds(
        Document,
        st.integers(1, 3),
        st.sampled_from(KINDS),
        st.sampled_from(STATES),
        days,
        st.none() | days,
        st.integers(0, 9),
    ),
    max_size=12,
)
views = st.builds(
    View,
    st.just(ALICE),
    kinds=st.none() | st.frozensets(st.sampled_from(KINDS)),
    states=st.frozensets(st.sampled_from(STATES)),
    as_of=st.none() | days.map(at),
    since=st.none() | days.map(at),
    until=st.none() | days.map(at),
)


@given(documents, views, st.none() | st.frozensets(st.integers(1, 3)))
@settings(max_examples=130, deadline=None)
def test_a_view_sees_what_it_says(found: list[Document], view: View, scopes: frozenset[int] | None) -> None:
    assert visible_rows(columns(found), view, RowFilter(scopes)).tolist() == [
        is_seen(each, view, scopes) for each in found
    ]


@given(documents, st.data())
@settings(max_examples=60, deadline=None)
def test_the_age_counts_the_visible_that_were_stored_later(found: list[Document], data: st.DataObject) -> None:
    seen = data.draw(st.lists(st.booleans(), min_size=len(found), max_size=len(found)))
    order = [(each.recorded, place) for place, each in enumerate(found)]
    counted = count_newer(columns(found), np.array(seen, np.bool_)).tolist()
    for place in range(len(found)):
        if seen[place]:
            assert counted[place] == sum(
                1 for other in range(len(found)) if seen[other] and order[other] > order[place]
            )


@given(st.lists(documents, min_size=1, max_size=3))
@settings(max_examples=30, deadline=None)
def test_tables_of_several_owners_stand_one_below_the_other(parts: list[list[Document]]) -> None:
    together, apart = (
        concatenate_columns([columns(part) for part in parts]),
        columns([each for part in parts for each in part]),
    )
    assert len(together) == len(apart)
    for column in fields(Columns):
        ours, theirs = getattr(together, column.name), getattr(apart, column.name)
        assert ours.dtype == theirs.dtype
        assert column.name == "keys" or ours.tolist() == theirs.tolist()
