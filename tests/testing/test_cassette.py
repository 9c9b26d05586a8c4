"""A cassette answers from a file, and says which prompts lack an answer."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from scripts.cassettes import show_status, take_answers

from agent_framework import Message
from ricordo import Ricordo, Scope, Turn
from ricordo.testing import HashEmbedder
from ricordo.testing.cassette import (
    CassetteClient,
    MissingAnswer,
    from_environment,
    hash_prompt,
    read_answers,
    write_answers,
)

PROMPT = [("system", "Answer."), ("user", "How are you?\u2028Fine?")]
SAID = ["I live in Lisbon", "I have a dog called Rex", "I am vegan", "We moved to Porto", "My sister Ana is a nurse"]


def messages(prompt: list[tuple[str, str]]) -> list[Message]:
    return [Message(role, [text]) for role, text in prompt]


async def test_an_answer_is_found_by_role_and_text(tmp_path: Path) -> None:
    write_answers(tmp_path, {hash_prompt(PROMPT): "Well.\u2028Thanks"})
    client = CassetteClient(tmp_path, pending=tmp_path / "pending")
    assert (await client.get_response(messages(PROMPT))).text == "Well.\u2028Thanks"
    assert (await client.get_response(messages(PROMPT), options={"temperature": 1.0})).text == "Well.\u2028Thanks"
    updates = [update.text async for update in client.get_response(messages(PROMPT), stream=True)]
    assert "".join(updates) == "Well.\u2028Thanks"
    other_role = [("user", "Answer."), PROMPT[1]]
    with pytest.raises(MissingAnswer):
        await client.get_response(messages(other_role))


def test_the_file_is_sorted_and_holds_no_prompt(tmp_path: Path) -> None:
    answers = {hash_prompt([("user", str(number))]): f"answer {number}" for number in range(20)}
    write_answers(tmp_path, answers)
    first = (tmp_path / "answers.jsonl").read_text("utf-8")
    shuffled = random.Random(1).sample(list(answers.items()), len(answers))
    write_answers(tmp_path, dict(shuffled))
    assert (tmp_path / "answers.jsonl").read_text("utf-8") == first
    assert read_answers(tmp_path) == answers
    assert {key for line in first.splitlines() for key in json.loads(line)} == {"prompt", "answer"}


async def play(name: str, client: CassetteClient) -> tuple[list[str], int]:
    """Let a person of their own memory say everything; return what is known, and how many jobs wait."""
    person = Scope(user=name)
    async with Ricordo.open("memory://", embedder=HashEmbedder(), chat_client=client, learning="inline") as memory:
        for number, said in enumerate(SAID):
            scope = Scope(user=name, session=str(number // 2))
            at = datetime(2026, 3, 1 + number, tzinfo=UTC)
            turns = [Turn("user", f"{said}, says {name}", occurred_at=at), Turn("assistant", "Noted.", occurred_at=at)]
            await memory.remember(turns, scope=scope)
        known = [item.content async for item in memory.memories(scope=person, state="current")]
        return known, len(await memory.jobs(scope=person))


async def test_one_run_leaves_the_next_prompt_of_each_person(tmp_path: Path) -> None:
    cassette, pending = tmp_path / "cassette", tmp_path / "pending"
    waiting = len(SAID)
    for rounds in range(len(SAID) + 1):
        client = CassetteClient(cassette, pending=pending)
        for name in ("ann", "bob"):
            known, waiting = await play(name, client)
            assert (len(known) > 0) == (rounds > 0)
        prompts = sorted(pending.glob("*.txt"))
        assert show_status(cassette, pending) == bool(prompts)
        if not prompts:
            break
        assert len(prompts) == 2
        for path in prompts:
            prompt = path.read_text("utf-8")
            said = max((f"{said}, says {name}" for said in SAID for name in ("ann", "bob")), key=prompt.rfind)
            entry = {"content": said, "quote": said, "kind": "semantic"}
            path.with_suffix(".answer").write_text(json.dumps({"memories": [entry]}), "utf-8")
        assert take_answers(cassette, pending) == 0
        assert list(pending.iterdir()) == []
    assert waiting == 0
    assert len(read_answers(cassette)) == 2 * len(SAID)


def test_an_answer_that_cannot_be_parsed_is_not_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pending = tmp_path / "pending"
    pending.mkdir()
    (pending / "aa.txt").write_text("## system\n\nFind memories.\n", "utf-8")
    (pending / "aa.answer").write_text("Sorry, I cannot do that.", "utf-8")
    (pending / "bb.answer").write_text('{"memories": []}', "utf-8")
    assert take_answers(tmp_path, pending) == 1
    assert read_answers(tmp_path) == {}
    assert (pending / "aa.answer").exists()
    assert "aa.answer: not the JSON" in capsys.readouterr().out


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RICORDO_CASSETTE", raising=False)
    with pytest.raises(ValueError, match="RICORDO_CASSETTE"):
        from_environment()
    monkeypatch.setenv("RICORDO_CASSETTE", str(tmp_path))
    assert isinstance(from_environment(), CassetteClient)
