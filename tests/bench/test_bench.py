"""The bench itself, on a conversation of five turns: it reads the forms, and its tables say what was measured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from ricordo.bench import calibrate, datasets, recall, report
from ricordo.cli.main import main
from ricordo.embedding.bundled import LocalEmbedder

TURNS = [
    ("t1", "1", "Ann", "I adopted a greyhound called Biscuit last week."),
    ("t2", "1", "Bob", "Lovely! I only have a cactus."),
    ("t3", "2", "Ann", "Work is hectic, the audit starts on Monday."),
    ("t4", "2", "Bob", "I am learning the cello, my neighbours suffer."),
    ("t5", "2", "Ann", "Biscuit ate my left shoe."),
]
BY_TURN = {
    "id": "c1",
    "turns": [
        {"id": id, "session": session, "at": "2024-05-01T10:00:00", "speaker": who, "text": text}
        for id, session, who, text in TURNS
    ],
    "questions": [
        {"question": "What is the name of Ann's dog?", "category": 4, "evidence": ["t1"]},
        {"question": "Which instrument does Bob play?", "category": 4, "evidence": ["t4"]},
    ],
}
BY_SESSION = {
    "id": "p1",
    "sessions": [
        {
            "id": "s1",
            "at": "2024-05-01T10:00:00",
            "turns": [{"id": "a", "role": "user", "text": "I am allergic to peanuts."}],
        },
        {
            "id": "s2",
            "at": "2024-05-02T10:00:00",
            "turns": [{"id": "b", "role": "user", "text": "Can you suggest a snack without peanuts?"}],
        },
    ],
    "questions": [{"question": "a snack for my peanut allergy", "session": "s2", "evidence": ["s1"]}],
}


def written(folder: Path, row: Mapping[str, object]) -> Path:
    path = folder / "data.jsonl"
    path.write_text(json.dumps(row) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("row", [BY_TURN, BY_SESSION], ids=["by turn", "by session"])
async def test_recall_is_measured_beside_its_arms(tmp_path: Path, row: Mapping[str, object]) -> None:
    scores = await recall.measure(datasets.load(written(tmp_path, row)), LocalEmbedder(), progress=False)
    assert scores.keys() == set(recall.METHODS)
    assert scores["ricordo"]["all"]["R@5"] == 100
    assert "Ricordo" in report.format_recall({"data": scores})


async def test_a_question_sees_only_the_sessions_before_it(tmp_path: Path) -> None:
    asked_first = {**BY_SESSION, "questions": [{"question": "peanuts", "session": "s1", "evidence": ["s2"]}]}
    scores = await recall.measure(datasets.load(written(tmp_path, asked_first)), LocalEmbedder(), progress=False)
    assert scores == {}


async def test_calibrating_tells_answers_from_the_rest(tmp_path: Path) -> None:
    measured = await calibrate.measure(datasets.load(written(tmp_path, BY_TURN)), LocalEmbedder())
    assert measured["mean"] < measured["floor"] < 1
    assert 0 < measured["deviation"] < 0.2


async def test_different_facts_say_how_near_is_near(tmp_path: Path) -> None:
    facts = ["I have a dog.", "I have a cat.", "My budget is small.", "I work as a nurse.", "I hate rain."]
    path = tmp_path / "facts.jsonl"
    path.write_text("\n".join(json.dumps({"text": fact, "fact": fact}) for fact in facts), "utf-8")
    measured = await calibrate.measure_facts(path, LocalEmbedder())
    assert 0.7 < measured["related"] <= measured["same"] < 1


def test_data_in_another_form_are_refused_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, {"id": "x", "speeches": []})
    assert main(["bench", "recall", "--data", str(path)]) == 2
    assert "not in a form that the bench knows" in capsys.readouterr().err
    assert main(["bench", "calibrate", "--data", str(written(tmp_path, BY_SESSION))]) == 2
    assert "answers are turns" in capsys.readouterr().err
