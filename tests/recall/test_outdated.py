"""Outdated words in a recall: marked, and never above what holds, unless the question is about the past."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from ricordo import Ricordo, Scope, Turn
from ricordo.ports.store import Records, View
from ricordo.recall.outdated import RankedRecord, is_spent, put_current_first
from ricordo.testing.samples import memory as make_memory
from ricordo.testing.samples import turn as make_turn
from ricordo.values import Hit, Outdated
from tests.recall.changed_people import CHANGES, Change, rejected_rows, rows

ALICE = Scope(application="test", user="alice")
NAMES = [change.field for change in CHANGES]


@pytest_asyncio.fixture(params=["memory://", "memory.db"])
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Ricordo]:
    url = request.param if "://" in request.param else tmp_path / request.param
    async with Ricordo.open(url, learning="off") as memory:
        yield memory


def _place(hits: list[Hit], *ids: str) -> int:
    return next((place for place, hit in enumerate(hits) if hit.id in ids), len(hits))


@pytest.mark.parametrize("change", CHANGES, ids=NAMES)
async def test_what_holds_stands_above_what_no_longer_does(memory: Ricordo, change: Change) -> None:
    await memory.import_(rows(change), scope=ALICE)
    for limit in (1, 3, 10):
        for question in change.now:
            found = await memory.recall(question, scope=ALICE, limit=limit)
            assert len(found) <= limit
            assert _place(list(found), "new", "t7") < max(1, _place(list(found), "t3"))
            assert "old" not in [hit.id for hit in found]
            assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
            for hit in found:
                assert [one.current for one in hit.outdated] == ([change.after[2]] if hit.id == "t3" else [])
            for line in found.render(2_000).splitlines():
                assert change.before[0] not in line or f'since updated: "{change.after[2]}"' in line


@pytest.mark.parametrize("change", CHANGES, ids=NAMES)
async def test_a_question_about_the_past_finds_the_past_in_its_place(memory: Ricordo, change: Change) -> None:
    await memory.import_([row for row in rows(change) if row["type"] == "turn"], scope=ALICE)
    before = {question: await memory.recall(question, scope=ALICE) for question in change.then}
    await memory.import_(rows(change), scope=ALICE)
    for question, plain in before.items():
        found = await memory.recall(question, scope=ALICE, kinds=["turn"])
        assert [hit.id for hit in found] == [hit.id for hit in plain]
        assert {hit.id for hit in found if hit.outdated} == {"t3"} & {hit.id for hit in found}


@pytest.mark.parametrize("change", CHANGES, ids=NAMES)
async def test_rejected_words_are_marked_and_stand_last(memory: Ricordo, change: Change) -> None:
    await memory.import_(rejected_rows(change), scope=ALICE)
    for question in change.now:
        found = list(await memory.recall(question, scope=ALICE))
        reasons = {one.reason for hit in found for one in hit.outdated if hit.id == "t3"}
        assert reasons <= {"rejected"}
        block = (await memory.recall(question, scope=ALICE)).render(2_000)
        assert all("is not so" in line for line in block.splitlines() if change.before[0] in line)


async def test_the_persons_word_reaches_the_words_and_undo_takes_it_back(memory: Ricordo) -> None:
    change = CHANGES[0]
    await memory.import_([row for row in rows(change) if row["id"] not in {"old", "t7"}], scope=ALICE)
    await memory.import_([{**rows(change, state="current")[-2], "valid_until": None}], scope=ALICE)

    async def line() -> str:
        block = (await memory.recall("Where do I live?", scope=ALICE, kinds=["turn"])).render(2_000)
        return next(line for line in block.splitlines() if "Leeds" in line)

    plain = await line()
    rejected = await memory.reject("old", scope=ALICE)
    assert "the person says that" in await line()
    assert rejected.undo
    await memory.undo(rejected.undo, scope=ALICE)
    assert await line() == plain
    corrected = await memory.correct("old", "Lives in Harrogate", scope=ALICE)
    assert 'since corrected: "Lives in Harrogate"' in await line()
    assert corrected.undo
    await memory.undo(corrected.undo, scope=ALICE)
    assert await line() == plain
    await memory.correct("old", "Lives in Harrogate", scope=ALICE)
    both = await memory.reject("old", scope=ALICE)
    assert "is no longer so" in await line()
    assert (await memory.recall("Where do I live?", scope=ALICE, kinds=["semantic"])).hits == ()
    assert both.undo
    await memory.undo(both.undo, scope=ALICE)
    assert 'since corrected: "Lives in Harrogate"' in await line()
    assert await memory.maintenance.check() == []


async def test_erasing_the_words_erases_what_rested_on_them(memory: Ricordo) -> None:
    await memory.remember([Turn("user", "I live in Leeds", id="t")], scope=ALICE)
    row = {**rows(CHANGES[0], state="current")[-2], "valid_until": None}
    row["evidence"] = [{"turn_id": "t", "quote": "I live in Leeds"}]
    await memory.import_([row], scope=ALICE)
    await memory.correct("old", "Lives in Harrogate", scope=ALICE)
    await memory.reject("old", scope=ALICE)
    await memory.forget(scope=ALICE, ids=["t"])
    assert "Leeds" not in str([row async for row in memory.export(scope=ALICE)])


def test_a_turn_is_spent_if_it_says_little_else() -> None:
    words = [Outdated("I live in Leeds", "superseded", "m")]
    assert is_spent("I live in Leeds.", words)
    assert is_spent("Well, I live in Leeds!", [*words, *words])
    assert not is_spent("I live in Leeds, and my sister Anna is a nurse in a hospital in Bath.", words)


@st.composite
def _found(draw: st.DrawFn) -> tuple[list[RankedRecord], Records]:
    """Draw what a search found: turns, some of them outdated, and memories that hold, some of them ranked."""
    count = draw(st.integers(1, 8))
    records = Records({key: make_turn(f"text {key}", ALICE, id=f"t{key}") for key in range(count)})
    for key in draw(st.lists(st.integers(0, count - 1), unique=True)):
        holder = draw(st.none() | st.integers(100, 103))
        if holder is not None:
            records.setdefault(holder, make_memory(f"holds {holder}", ALICE, id=f"m{holder}"))
        quote = draw(st.sampled_from([f"text {key}", "t"]))
        named = (None, None) if holder is None else (f"m{holder}", f"holds {holder}")
        records.outdated[key] = (Outdated(quote, "superseded", "old", *named),)
    keys = draw(st.permutations([key for key in records if key < 100 or draw(st.booleans())]))
    return [RankedRecord(key, row, 10.0 - row) for row, key in enumerate(keys)], records


@given(_found())
def test_nothing_is_lost_or_doubled_and_what_holds_comes_first(given: tuple[list[RankedRecord], Records]) -> None:
    found, records = given
    rows = {one.key: one.row for one in found if one.row is not None}
    ordered = put_current_first(found, records, rows, View(ALICE))
    keys = [one.key for one in ordered]
    assert len(keys) == len(set(keys))
    assert set(keys) >= {one.key for one in found}
    assert [one.score for one in ordered] == sorted((one.score for one in ordered), reverse=True)
    for key, words in records.outdated.items():
        for one in words:
            if one.current_id is not None:
                assert keys.index(int(one.current_id[1:])) < keys.index(key)
    untouched = replace_outdated(records)
    assert put_current_first(found, untouched, rows, View(ALICE)) == found


def replace_outdated(records: Records) -> Records:
    """Return the records without outdated words."""
    return Records({key: replace(record) for key, record in records.items()})
