"""The bench of agents measures what it says, on a small scale."""

from __future__ import annotations

from typing import Any

import pytest

from ricordo.bench import agent
from ricordo.bench import mem0 as beside


async def no_mem0(*_: Any) -> Any:
    raise ModuleNotFoundError("No module named 'mem0'", name="mem0")


async def test_all_agents_are_timed_in_one_run_and_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent, "mem0_provider", no_mem0)
    report = await agent.measure(turns=30, runs=3, progress=False)
    times = report["ms"]
    assert list(times) == [
        "without memory",
        "RicordoProvider",
        "ChatHistoryMemoryProvider",
        "MAF VectorStoreHistoryProvider",
        "mem0",
    ]
    assert times["mem0"] == "not installed (mem0)"
    assert times["RicordoProvider"]["added_p50"] == times["RicordoProvider"]["p50"] - times["without memory"]["p50"]
    assert times["RicordoProvider"]["added_p50"] > 0
    text = agent.format_report(report)
    assert "30 turns, 3 runs each" in text
    assert "| mem0 | not installed (mem0) |  |  |  |" in text
    assert "One conversation of 20 exchanges" in text


async def test_with_memory_as_much_of_a_request_is_reused_as_without_but_for_the_newest_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(agent, "mem0_provider", no_mem0)
    report = await agent.measure(turns=200, runs=1, progress=False)
    tokens = report["tokens"]
    alone, ours = tokens["without memory"], tokens["RicordoProvider"]
    assert alone["blocks"] == 0
    assert ours["blocks"] > 0
    assert alone["sent"] + ours["blocks"] <= ours["sent"] <= 1.02 * (alone["sent"] + ours["blocks"])
    assert ours["behind"] > 0
    assert abs(alone["reused"] - ours["reused"] - ours["behind"]) <= report["exchanges"]  # each request is rounded
    assert alone["behind"] == 0
    assert tokens['RicordoProvider, refresh="session"']["reused"] > alone["reused"]


async def test_without_mem0_its_provider_says_so(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEM0_TELEMETRY", "False")
    monkeypatch.setenv("MEM0_DIR", str(tmp_path))

    def nothing(name: str) -> Any:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(beside, "import_module", nothing)
    with pytest.raises(ModuleNotFoundError):
        await beside.mem0_provider(tmp_path, [], no_mem0)
