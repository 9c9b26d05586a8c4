"""A fact that version 0.1 stored twice becomes one row, and whatever is in doubt stays as it is."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from ricordo import Ricordo, Scope, Turn
from ricordo.learn.twins import find_twins, merge
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction
from ricordo.testing import HashEmbedder
from ricordo.testing.samples import memory as sample_memory
from ricordo.values import Evidence
from tests.learn.old_form import PERSON, check_merging, fill, make_profile, make_row

BUDGET = "My budget is $2,000"
ALLERGY = "I am allergic to penicillin"


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Ricordo]:
    url = "memory://" if request.param == "memory" else str(tmp_path / "memory.db")
    async with Ricordo.open(url, embedder=HashEmbedder(), learning="off") as opened:
        yield opened


async def test_twins_become_one_row_and_nothing_is_lost(memory: Ricordo) -> None:
    await check_merging(memory)


@pytest.mark.parametrize(
    ("profile", "sentence"),
    [
        (("budget", 2000, BUDGET), ("Has a budget of $2,000", BUDGET)),
        (("budget", "$2,000", BUDGET), ("Budget is 2000", BUDGET)),
        (("allergies", "penicillin", ALLERGY), ("Is allergic to penicillin", "allergic to penicillin")),
        (("allergies", ["penicillin"], ALLERGY), ("Ist allergisch gegen Penicillin", ALLERGY)),
        (("home", {"city": "Leeds"}, "I live in Leeds"), ("Lives in Leeds", "Leeds now")),
    ],
)
async def test_a_sentence_with_the_value_and_nothing_else_is_merged(
    memory: Ricordo, profile: tuple[str, Any, str], sentence: tuple[str, str]
) -> None:
    await fill(memory, make_profile("p", *profile), make_row("s", *sentence))
    assert await memory.maintenance.merge_twins() == 1


HOME = make_profile("p", "home", "Leeds", "I live in Leeds")


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([HOME, make_row("s", "Lives in Leeds with her wife Anna", "I live in Leeds")], id="more"),
        pytest.param([HOME, make_row("s", "Lives in Leeds and plays chess", "I live in Leeds")], id="two facts"),
        pytest.param([HOME, make_row("s", "Loves quiet green hilly rainy Leeds", "I live in Leeds")], id="details"),
        pytest.param([HOME, make_row("s", "Does not live in Leeds", "I live in Leeds")], id="denied"),
        pytest.param([HOME, make_row("s", "Used to live in Leeds", "I live in Leeds")], id="past"),
        pytest.param([HOME, make_row("s", "Wife lives in Leeds", "I live in Leeds")], id="somebody else"),
        pytest.param([HOME, make_row("s", "Lives in Leedsham", "I live in Leeds")], id="another word"),
        pytest.param([HOME, make_row("s", "Lives in York", "I live in Leeds")], id="another value"),
        pytest.param([HOME, make_row("s", "Lives in Leeds", "My wife hates fish")], id="other words"),
        pytest.param([HOME, make_row("s", "Lives in Leeds", "I live in Leeds", state="disputed")], id="state"),
        pytest.param([HOME, make_row("s", "Lives in Leeds", "I live in Leeds", subject="wife")], id="subject"),
        pytest.param([HOME, make_row("s", "Lives in Leeds", "I live in Leeds", negated=True)], id="negated"),
        pytest.param([HOME, make_row("s", "Lives in Leeds", "I live in Leeds", field="birthplace")], id="field"),
        pytest.param([HOME, make_row("s", "Lives in Leeds", "I live in Leeds", valid_until="2026-04-01")], id="ended"),
        pytest.param([HOME, make_row("s", "Lives in Leeds", "I live in Leeds", evidence=[])], id="no evidence"),
        pytest.param(
            [
                HOME,
                make_row("s", "Lives in Leeds", "I live in Leeds"),
                make_row("z", "Is living in Leeds", "live in Leeds"),
            ],
            id="two sentences",
        ),
        pytest.param(
            [
                HOME,
                make_profile("q", "work_place", "Leeds", "I live in Leeds"),
                make_row("s", "Lives in Leeds", "I live in Leeds"),
            ],
            id="two fields",
        ),
        pytest.param(
            [make_profile("p", "has_pets", True, "I live in Leeds"), make_row("s", "Has 1", "I live in Leeds")],
            id="yes or no",
        ),
        pytest.param(
            [make_profile("p", "budget", 2000, BUDGET), make_row("s", "Has a budget of $200,000", BUDGET)], id="number"
        ),
    ],
)
async def test_whatever_is_in_doubt_stays_as_it_is(memory: Ricordo, rows: list[dict[str, Any]]) -> None:
    await fill(memory, *rows)
    before = [row async for row in memory.export(scope=PERSON)]
    assert await memory.maintenance.merge_twins() == 0
    assert [row async for row in memory.export(scope=PERSON)] == before


class _HarrogateExtractor:
    """An extractor that knows one place."""

    name = "harrogate/1"

    async def extract(self, exchange: Exchange) -> Extraction:
        found = [turn for turn in exchange.turns if "Harrogate" in turn.text]
        return Extraction(
            tuple(
                Candidate(
                    "profile", "Lives in Harrogate", (Evidence(turn.id, turn.text),), field="home", value="Harrogate"
                )
                for turn in found
            )
        )

    def estimate(self, exchange: Exchange) -> Cost:
        del exchange
        return Cost()


async def test_learning_something_new_merges_twins_first() -> None:
    async with Ricordo.open(
        "memory://", embedder=HashEmbedder(), extractor=_HarrogateExtractor(), learning="inline"
    ) as memory:
        await fill(memory, HOME, make_row("s", "Lives in Leeds", "I live in Leeds"))
        await memory.remember([Turn("user", "I moved. I live in Harrogate.")], scope=PERSON)
        states = {item.id: (item.state, item.value) async for item in memory.memories(scope=PERSON, state=None)}
        assert states["p"] == ("superseded", "Leeds")
        assert states["s"] == ("superseded", "Leeds")
        assert [value for state, value in states.values() if state == "current"] == ["Harrogate"]


async def test_only_twins_of_one_scope_are_merged(memory: Ricordo) -> None:
    bob = Scope(application="travel", user="bob", session="1")
    await fill(memory, HOME)
    await memory.remember([Turn("user", "I live in Leeds.", "t")], scope=bob)
    await memory.import_([make_row("s", "Lives in Leeds", "I live in Leeds")], scope=bob)
    assert await memory.maintenance.merge_twins() == 0


async def test_a_file_of_version_0_1_is_merged(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    shutil.copy(Path(__file__).parent.parent / "data" / "0.1.0.db", path)
    monday = Scope(application="travel", user="alice", session="1")
    twin = make_profile("p", "home", "Lisbon", "")
    twin["evidence"] = [{"turn_id": "t1", "quote": "live in Lisbon"}]
    async with Ricordo.open(path, learning="off") as memory:
        await memory.import_([twin], scope=monday)
        assert await memory.maintenance.merge_twins() == 1
        (kept,) = [item async for item in memory.memories(scope=monday)]
        assert (kept.id, kept.field, kept.value, kept.supersedes) == ("m1", "home", "Lisbon", ("p",))
        assert await memory.maintenance.check() == []


_words = st.lists(st.sampled_from(["Leeds", "York", "lives", "in", "2,000", "not", "wife", "and"]), min_size=1)


@given(value=_words.map(" ".join), content=_words.map(" ".join), said=_words.map(" ".join))
def test_a_merged_pair_has_all_that_both_had(value: str, content: str, said: str) -> None:
    profile = sample_memory(f"home: {value}", PERSON, ("t", said), id="p", kind="profile")
    profile = replace(profile, field="home", value=value)
    sentence = sample_memory(content, PERSON, ("t", said), id="s")
    for one, other in find_twins([(profile, sentence)], {"t": [said]}):
        kept, gone = merge(one, other)
        assert {*kept.evidence} == {*one.evidence, *other.evidence}
        assert (kept.content, kept.value, gone.content, gone.value) == (content, value, one.content, value)
        assert (gone.state, kept.state) == ("superseded", "current")
