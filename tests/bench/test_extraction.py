"""The bench of extraction, on a handful of utterances made up for it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from ricordo.bench import extraction
from ricordo.cli.main import main
from ricordo.embedding.bundled import LocalEmbedder
from ricordo.extractors.reader import ReaderExtractor
from ricordo.ports.extractor import Candidate

UTTERANCES: list[dict[str, str | None]] = [
    {"text": "I live in Lisbon. Lovely weather!", "fact": "I live in Lisbon."},
    {"text": "I love sailing, do you?", "fact": "I like to sail."},
    {"text": "My mom is a dentist.", "fact": "My mother is a dentist."},
    {"text": "The moon looks nice tonight.", "fact": "I like looking at the moon."},
    {"text": "How are you today?", "fact": None},
    {"text": "I love pasta.", "fact": None},
]
CONVERSATION: dict[str, Any] = {
    "id": "p1",
    "sessions": [
        {
            "id": "s1",
            "at": "2026-05-01",
            "turns": [
                {"id": "a", "role": "user", "text": "I am allergic to peanuts."},
                {"id": "b", "role": "assistant", "text": "Noted. I live in a data centre."},
            ],
        }
    ],
    "questions": [],
    "memories": [
        {"session": "s1", "content": "User is allergic to peanuts.", "type": "Static", "source_turn": 1},
        {"session": "s1", "content": "User wants a snack for the train.", "type": "Dynamic", "source_turn": 2},
    ],
}


def written(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


async def measured(folder: Path, rows: Sequence[Mapping[str, Any]], half: extraction.Half = "both") -> dict[str, Any]:
    path = written(folder / "data.jsonl", rows)
    return await extraction.measure(path, ReaderExtractor(), LocalEmbedder(), half=half)


async def test_the_shares_are_counted_by_utterance_and_by_extraction(tmp_path: Path) -> None:
    utterances, _ = extraction.load(written(tmp_path / "data.jsonl", UTTERANCES))
    shares, verdicts = await extraction.measure_utterances(utterances, ReaderExtractor(), LocalEmbedder())
    assert shares["utterances_with_fact"] == 4
    assert shares["found"] == 75
    assert shares["right"] == 100
    assert shares["false"] == 50
    assert [verdict.content for verdict in verdicts if not verdict.right] == ["Loves pasta"]


async def test_the_halves_divide_the_utterances(tmp_path: Path) -> None:
    both = await measured(tmp_path, UTTERANCES)
    sizes = [
        both[half]["utterances_with_fact"] + both[half]["utterances_without_fact"] for half in ("tuning", "held-out")
    ]
    assert sum(sizes) == len(UTTERANCES)
    assert "held-out" not in await measured(tmp_path, UTTERANCES, "tuning")


async def test_memories_of_a_reader_are_covered_by_what_the_person_said(tmp_path: Path) -> None:
    result = await measured(tmp_path, [CONVERSATION])
    assert result["conversations"] == {"user_turns": 1, "extractions": 1, "memories": 2, "covered": 50.0}


@pytest.mark.parametrize(
    ("content", "value", "fact", "right"),
    [
        ("Likes soda", "soda", "I don't like soda.", False),
        ("Dislikes soda", "soda", "I don't like soda.", True),
        ("Has two children", "two children", "I have 2 kids.", True),
        ("Lives in Lisbon", "Lisbon", "I live in Porto.", False),
        ("Works as a nurse", "nurse", "I used to be a nurse.", False),
        ("Is married", "married", "I have a wife. I like tea.", True),
    ],
)
async def test_rightness(content: str, value: str, fact: str, *, right: bool) -> None:
    candidate = Candidate("semantic", content, (), None, value)
    assert await extraction.is_right(candidate, fact, LocalEmbedder()) is right


async def test_what_is_over_must_be_over_for_the_reader_too() -> None:
    candidate = Candidate("semantic", "Used to live in Lisbon", (), "home", "Lisbon", ended=True)
    assert await extraction.is_right(candidate, "I lived in Lisbon once.", LocalEmbedder())
    assert not await extraction.is_right(candidate, "I live in Lisbon.", LocalEmbedder())


def test_the_command_prints_the_table_the_rule_and_the_sample(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "data.jsonl", [*UTTERANCES, CONVERSATION])
    assert main(["bench", "extraction", "--data", str(path), "--sample", "2"]) == 0
    printed = capsys.readouterr().out
    assert extraction.RULE in printed
    assert "| tuning |" in printed
    assert printed.count("reader:") == 2
    assert "50.0 % of 2 memories" in printed


def test_the_command_takes_another_extractor_and_prints_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "data.jsonl", UTTERANCES)
    name = "ricordo.extractors.reader:ReaderExtractor"
    assert main(["bench", "extraction", "--data", str(path), "--extractor", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["extractor"] == "reader/1"
    assert main(["bench", "extraction", "--data", str(path), "--extractor", "ricordo.nowhere:Thing"]) == 2
    assert "--extractor" in capsys.readouterr().err


def test_data_in_another_form_are_refused_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "data.jsonl", [{"speech": "x"}])
    assert main(["bench", "extraction", "--data", str(path)]) == 2
    assert "not in a form that the bench knows" in capsys.readouterr().err
