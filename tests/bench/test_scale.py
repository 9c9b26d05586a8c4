"""The bench of scale, with a handful of people: it measures what it says, ends by itself and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.bench.scale import plot, report
from ricordo.bench.scale.people import draw_leavers, draw_people, make_question, make_turns
from ricordo.bench.scale.run import ScalePlan, measure
from ricordo.bench.synthetic import DIMENSIONS, SyntheticEmbedder, Texts
from ricordo.cli.main import main
from ricordo.language.documents import dense_text, dense_texts
from ricordo.language.words import terms

TINY = {"people": (20, 60), "each": 10, "sittings": 2, "large": 50, "questions": 10, "jobs": 6, "workers": (1, 2)}


async def test_a_store_is_measured_while_it_grows_and_is_gone_afterwards(tmp_path: Path) -> None:
    result = await measure(ScalePlan(folder=tmp_path, **TINY), progress=False)  # type: ignore[arg-type]
    assert [step["people"] for step in result["steps"]] == [20, 60]
    assert result["steps"][0]["growth"] == {"recall_warm": 1.0, "recall_cold": 1.0}
    assert all(step["recall_cold"]["n"] >= 10 for step in result["steps"])
    assert all(step["erase"]["n"] == 1 for step in result["steps"])
    assert 500 < result["steps"][1]["bytes_per_memory"] < 5_000
    assert set(result["jobs_per_second"]) == {1, 2}
    assert list(tmp_path.iterdir()) == []
    text = report.format_report(result)
    assert "| 20 × 10 |" in text
    assert "| 60 × 10 |" in text
    plot.draw(result, tmp_path / "scale.svg")
    drawn = ET.parse(tmp_path / "scale.svg").getroot()
    assert len(drawn.findall("{http://www.w3.org/2000/svg}polyline")) == 4


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--people", "1000000000"], "GB free and this takes up to"),
        (["--people", "100,10"], "numbers that grow"),
        (["--store", "mysql://somewhere"], "--store must be"),
        (["--index", "qdrant://localhost"], "--index needs --store postgres"),
        (["--each", "0"], "at least 1"),
        (["--each", "3", "--sittings", "4"], "--sittings at most --each"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_done(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "scale", "--folder", str(tmp_path), *arguments]) == 2
    assert complaint in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_made_up_vectors_spread_as_real_ones_do() -> None:
    embedder = SyntheticEmbedder()
    vectors = np.concatenate([embedder.of_person(person, 50) for person in range(60)])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    centre = vectors.mean(axis=0)
    assert centre @ centre == pytest.approx(0.81, abs=0.02)
    variances = np.linalg.svd(vectors - centre, compute_uv=False) ** 2
    assert 45 < variances.sum() ** 2 / (variances**2).sum() < 75
    one = embedder.of_person(7, 100)
    assert (one[:50] @ one[50:].T).mean() == pytest.approx(0.88, abs=0.02)


async def test_a_question_is_nearest_to_the_turn_that_it_is_about() -> None:
    embedder = SyntheticEmbedder()
    turns = embedder.of_person(3, 100)
    questions = embedder.about(turns, seed=1)
    nearest = (questions @ turns.T).argmax(axis=1)
    assert (nearest == np.arange(100)).mean() > 0.9


def test_made_up_texts_have_as_many_words_as_real_ones() -> None:
    texts = Texts(1).turns(100)
    found = [term for text in texts for term in terms(text)]
    assert 22 < np.mean([len(text.split()) for text in texts]) < 34
    assert 400 < len(set(found)) < 600


async def test_what_was_prepared_is_handed_out_and_the_rest_follows_from_the_text() -> None:
    embedder = SyntheticEmbedder()
    turns = make_turns(5, 3, embedder)
    made = await embedder.embed(dense_texts(turns, None))
    assert made == pytest.approx(embedder.of_person(5, 3))
    question = make_question(5, 3, embedder, seed=1)
    assert (await embedder.embed([question])).shape == (1, DIMENSIONS)
    (middle,) = make_turns(5, 3, embedder, slice(1, 2))
    assert middle == turns[1]
    assert (await embedder.embed([dense_text(middle, turns[0])]))[0] == pytest.approx(made[1])
    assert (await embedder.embed(["other"])) == pytest.approx(await embedder.embed(["other"]))


@settings(max_examples=30)
@given(people=st.integers(1, 2_000), known=st.integers(0, 1_000), count=st.integers(1, 50))
def test_nobody_is_both_asked_and_erased(people: int, known: int, count: int) -> None:
    asking = draw_people(people, count, seed=1)
    leaving = draw_leavers(known, people, count, seed=1)
    assert not set(asking) & set(leaving)
    assert all(person < people for person in [*asking, *leaving])
    assert all(person >= known for person in leaving)
