"""The bench of answers: it asks a model with the block, keeps what it said, and goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from agent_framework import Message
from ricordo.bench import answers, datasets
from ricordo.bench.answers import AnswersPlan
from ricordo.cli.main import main
from ricordo.embedding.bundled import LocalEmbedder
from ricordo.testing.chat import ScriptedChatClient

SAID = [
    ("t1", "1", "Ann", "I adopted a greyhound called Biscuit last week."),
    ("t2", "1", "Bob", "Lovely! I only have a cactus."),
    ("t3", "2", "Bob", "I am learning the cello, my neighbours suffer."),
    ("t4", "2", "Ann", "Biscuit ate my left shoe."),
]
QUESTIONS: list[dict[str, Any]] = [
    {"question": "What is the name of Ann's dog?", "category": 4, "evidence": ["t1"]},
    {"question": "Which instrument does Bob play?", "category": 4, "evidence": ["t3"]},
]
BY_TURN: dict[str, Any] = {
    "id": "c1",
    "turns": [
        {"id": id, "session": session, "at": "2024-05-01T10:00:00", "speaker": who, "text": text}
        for id, session, who, text in SAID
    ],
    "questions": QUESTIONS,
}
BY_SESSION: dict[str, Any] = {
    "id": "p1",
    "sessions": [
        {
            "id": name,
            "at": "2024-05-01T10:00:00",
            "turns": [{"id": name, "role": "user", "text": "I am allergic to peanuts."}],
        }
        for name in ("s1", "s2")
    ],
    "questions": [{"question": "a snack for my peanut allergy", "session": "s2", "evidence": ["s1"]}],
}


def written(folder: Path, row: dict[str, Any]) -> Path:
    path = folder / "data.jsonl"
    path.write_text(json.dumps(row) + "\n", "utf-8")
    return path


def reply(messages: Sequence[Message]) -> str:
    """Answer as a model that reads, and as a judge that looks for one name of those that are asked for."""
    system, text = messages[0].text, messages[-1].text
    if system.startswith("Judge"):
        return "Right." if "Biscuit" in text.rpartition("Answer:")[2] else "wrong"
    return "The dog is Biscuit." if "Biscuit" in text or "cello" in text else "I don't know"


def scripted() -> ScriptedChatClient:
    return ScriptedChatClient(reply)


async def run(path: Path, folder: Path, client: Any = None, **options: Any) -> dict[str, Any]:
    plan = AnswersPlan(folder, client, progress=False, **options)
    return await answers.measure(datasets.load(path), LocalEmbedder(), plan)


async def test_answers_are_counted_by_way_and_category(tmp_path: Path) -> None:
    result = await run(written(tmp_path, BY_TURN), tmp_path / "kept", scripted())
    assert result["ways"].keys() == set(answers.WAYS)
    for counts in result["ways"].values():
        assert counts["all"] == counts["4"]
        assert (counts["all"]["questions"], counts["all"]["judged"], counts["all"]["found"]) == (2, 2, 2)
        assert counts["all"]["right"] == 2  # this judge knows one name only
    table = answers.format_report({"data": result})
    assert "| the block | 100.0 % of 2 | 100.0 % |" in table
    assert "| the whole conversation, category 4 |" in table
    assert "lack an answer" not in table


async def test_what_is_answered_is_not_asked_again(tmp_path: Path) -> None:
    path, client = written(tmp_path, BY_TURN), scripted()
    first = await run(path, tmp_path / "kept", client)
    assert client.requests
    again = ScriptedChatClient(RuntimeError("asked again"))
    assert await run(path, tmp_path / "kept", again) == first
    assert not again.requests
    kept = list((tmp_path / "kept").iterdir())
    assert {file.with_suffix(".answer") for file in kept} <= set(kept)


async def test_without_a_client_prompts_wait_for_their_answers(tmp_path: Path) -> None:
    path, folder = written(tmp_path, BY_TURN), tmp_path / "kept"
    result = await run(path, folder, ways=["block"])
    assert (result["pending"], result["ways"]["block"]["all"]["answered"]) == (2, 0)
    assert f"2 prompts lack an answer: give each <hash>.txt in {folder}" in answers.format_report({"data": result})
    for prompt in folder.glob("*.txt"):
        assert "Question: " in prompt.read_text("utf-8")
        prompt.with_suffix(".answer").write_text("Biscuit\n", "utf-8")
    result = await run(path, folder, ways=["block"])
    assert (result["pending"], result["ways"]["block"]["all"]["answered"]) == (2, 2)
    (judged,) = [
        text for file in folder.glob("*.txt") if "Judge" in (text := file.read_text("utf-8")) and "dog" in text
    ]
    assert "[01 May 2024 10:00] Ann: I adopted a greyhound called Biscuit last week." in judged


async def test_the_judge_is_shown_the_answer_of_the_data(tmp_path: Path) -> None:
    questions = [{**question, "answer": "A greyhound, Biscuit"} for question in QUESTIONS]
    judge = scripted()
    row = {**BY_TURN, "questions": questions}
    await run(written(tmp_path, row), tmp_path / "kept", scripted(), judge=judge, ways=["block"])
    assert all("Reference:\nA greyhound, Biscuit" in request.text for request in judge.requests)


async def test_some_questions_are_drawn_always_the_same(tmp_path: Path) -> None:
    path = written(tmp_path, BY_TURN)
    result = await run(path, tmp_path / "kept", questions=1, ways=["vector"])
    await run(path, tmp_path / "kept", questions=1, ways=["vector"])
    assert result["ways"]["vector"]["all"]["questions"] == len(list((tmp_path / "kept").glob("*.txt"))) == 1


async def test_evidence_may_be_sessions(tmp_path: Path) -> None:
    result = await run(written(tmp_path, BY_SESSION), tmp_path / "kept")
    assert {way: counts["all"]["found"] for way, counts in result["ways"].items()} == dict.fromkeys(answers.WAYS, 1)


@pytest.mark.parametrize("with_client", [True, False])
def test_the_command_prints_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str], *, with_client: bool) -> None:
    options = ["bench", "answers", "--data", str(written(tmp_path, BY_TURN)), "--folder", str(tmp_path / "kept")]
    client = ["--chat-client", f"{__name__}:scripted", "--judge", f"{__name__}:scripted"] if with_client else []
    assert main([*options, *client, "--ways", "block"]) == 0
    assert "| the block |" in capsys.readouterr().out
    assert main([*options, *client, "--json", "--ways", "block"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["pending"] == (0 if with_client else 2)
