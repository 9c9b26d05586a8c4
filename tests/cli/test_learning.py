"""Learning on the command line: inline, later, by a worker; and the person's word on what was learned."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ricordo.cli.main import main
from ricordo.cli.options import Exit

MODEL = """
from typing import Annotated

from pydantic import BaseModel

from ricordo import Slot, count_people

class Traveller(BaseModel):
    budget_range: str | None = None
    interests: list[str] = []
    number_of_travelers: Annotated[int | None, Slot("travellers", parse=count_people)] = None
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RICORDO_STORE", "memory.db")
    monkeypatch.setenv("RICORDO_USER", "alice")
    (tmp_path / "travel_models.py").write_text(MODEL)
    return tmp_path


def rows(capsys: pytest.CaptureFixture[str], *argv: str, code: Exit = Exit.DONE) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main([*argv, "--json"]) == code, capsys.readouterr().err
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.usefixtures("here")
def test_what_is_remembered_is_learned_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    rows(capsys, "remember", "I love hiking. My budget is $2,000.", "There are three of us.")
    learned = rows(capsys, "memories")
    words = ("hiking", "$2,000", "three")
    assert [word in row["content"] for row, word in zip(learned, words, strict=True)] == [True] * 3
    (profile,) = rows(capsys, "profile", "travel_models:Traveller")
    assert {name: field["value"] for name, field in profile["fields"].items()} == {
        "budget_range": "$2,000",
        "interests": ["hiking"],
        "number_of_travelers": 3,
    }


@pytest.mark.usefixtures("here")
def test_the_person_has_the_last_word(capsys: pytest.CaptureFixture[str]) -> None:
    rows(capsys, "remember", "I love hiking. My budget is $2,000.")
    likes, budget = (row["id"] for row in rows(capsys, "memories"))
    (corrected,) = rows(capsys, "correct", budget, "Budget is $2,500")
    assert (corrected["id"], corrected["state"], corrected["content"]) == (budget, "current", "Budget is $2,500")
    (rejected,) = rows(capsys, "reject", likes)
    assert rejected["state"] == "unsupported"
    assert [row["content"] for row in rows(capsys, "memories")] == ["Budget is $2,500"]
    (confirmed,) = rows(capsys, "confirm", likes)
    assert confirmed["state"] == "current"
    rows(capsys, "confirm", "nothing of the kind", code=Exit.NOTHING)


@pytest.mark.usefixtures("here")
def test_learning_can_be_left_for_later(capsys: pytest.CaptureFixture[str]) -> None:
    rows(capsys, "remember", "I love hiking", "--later")
    assert rows(capsys, "memories", code=Exit.NOTHING) == []
    (job,) = rows(capsys, "jobs")
    assert (len(job["turns"]), job["failed"], job["error"]) == (1, False, None)
    (cost,) = rows(capsys, "learn", "--estimate")
    assert cost == {"jobs": 1, "turns": 1, "calls": 0, "input_tokens": 0, "output_tokens": 0}
    assert rows(capsys, "learn") == [{"waiting": 0}]
    assert [row["content"] for row in rows(capsys, "memories")] == ["Loves hiking"]
    assert rows(capsys, "jobs", "--retry") == [{"retried": 0}]


def test_a_worker_learns_until_it_is_told_to_stop(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows(capsys, "remember", "I love hiking", "--later")
    worker = subprocess.Popen([sys.executable, "-m", "ricordo", "worker", "--json"], stdout=subprocess.PIPE, text=True)
    try:
        ends = time.monotonic() + 60
        while not rows_or_none(capsys) and time.monotonic() < ends:
            time.sleep(0.2)
        worker.send_signal(signal.SIGTERM)
        said, _ = worker.communicate(timeout=30)
    finally:
        worker.kill()
        worker.wait()
    assert worker.returncode == 0
    assert json.loads(said) == {"jobs": 1}
    assert [row["content"] for row in rows(capsys, "memories")] == ["Loves hiking"]


def rows_or_none(capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    main(["memories", "--json"])
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["profile", "travel_models"], "must look like package.module:name"),
        (["profile", "travel_models:Nobody"], "cannot be loaded"),
        (["profile", "json:dumps"], "a profile is a Pydantic model class"),
        (["learn", "--cap-tokens", "-1"], "caps.tokens must be a whole number"),
        (["learn", "--chat-client", "json:dumps"], "missing 1 required positional argument"),
    ],
)
def test_wrong_usage_is_explained(capsys: pytest.CaptureFixture[str], argv: list[str], complaint: str) -> None:
    rows(capsys, "remember", "hello")
    assert main(argv) == Exit.USAGE
    assert complaint in capsys.readouterr().err
