"""The bench of the service under load, in small: it counts everything it sends, and nothing acknowledged is lost."""

from __future__ import annotations

import json

import pytest

from ricordo.bench import load
from ricordo.bench.http import NO_ANSWER, KeepAliveConnection
from ricordo.cli.main import main

HASHED = "ricordo.testing:HashEmbedder"


async def test_what_is_too_much_is_refused_and_nothing_acknowledged_is_lost() -> None:
    plan = load.LoadPlan(seconds=0.3, connections=(1, 4), workers=(1,), embedder=HASHED, in_flight=1, too_much=20)
    result = await load.measure(plan)
    assert [(row["verb"], row["connections"]) for row in result["rows"]] == [
        ("remember", 1),
        ("remember", 4),
        ("recall", 1),
        ("recall", 4),
    ]
    for row in result["rows"]:
        assert row["done"] > 0
    at_work, rate = result["overloads"]
    assert at_work["refused"]["503"] > 0
    assert rate["refused"]["429"] > 0
    for row in result["rows"] + result["overloads"]:
        assert row["errors"] == 0
        assert row["done"] + sum(row["refused"].values()) == row["sent"]
    stored = [row["done"] for row in result["rows"] + result["overloads"] if row.get("verb") != "recall"]
    assert result["acknowledged"] == sum(stored)
    assert result["lost"] == 0
    assert "0 of them were lost" in load.format_report(result)


def test_times_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "load", "--seconds", "0"]) == 2
    assert "--seconds" in capsys.readouterr().err


def test_an_embedder_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "load", "--seconds", "0.1", "--embedder", "json:nothing"]) == 3
    assert "json:nothing" in capsys.readouterr().err


async def test_nobody_at_the_other_end_is_no_answer() -> None:
    assert await KeepAliveConnection("127.0.0.1:9").post("/v1/turns", json.dumps({}).encode()) == NO_ANSWER
