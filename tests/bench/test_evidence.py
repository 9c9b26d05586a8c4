"""The check of evidence on the candidates of a strong model: a bound for each of its two errors."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from ricordo.bench import evidence
from ricordo.cli.main import main
from ricordo.language.quotes import locate

MAX_REFUSED = 2
"""Right candidates that may be refused, of 97. The target is 2."""

MAX_ACCEPTED = 0
"""Wrong candidates that may be believed, of 33."""


async def test_few_right_candidates_are_refused_and_few_wrong_ones_believed() -> None:
    result = await evidence.measure()
    assert result["all"]["refused"] <= MAX_REFUSED, evidence.format_report(result)
    assert result["all"]["accepted"] <= MAX_ACCEPTED, evidence.format_report(result)


def test_the_candidates_are_in_order() -> None:
    candidates = evidence.load_candidates()
    languages = Counter(candidate.language for candidate in candidates)
    assert languages == {"en": 60, "de": 20, "es": 15, "fr": 10, "ja": 10, "it": 5, "pt": 5, "zh": 5}
    assert 0.2 < sum(not candidate.right for candidate in candidates) / len(candidates) < 0.3
    for candidate in candidates:
        assert candidate.right != bool(candidate.error)
        role, text = candidate.turns[int(candidate.entry["turn"])]
        assert role == "user"
        assert locate(candidate.entry["quote"], text)


def test_the_command_prints_the_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "extraction"]) == 0
    assert "right candidates refused" in capsys.readouterr().out
    assert main(["bench", "extraction", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["all"]["right"] == 97
