"""``ricordo bench extraction``: how many right candidates of a strong model the check of evidence refuses.

``candidates.jsonl`` beside this module holds one candidate a line: the turns with their date, the entry that a model
gives for them, and whether it is right. About a quarter are wrong in ways in which models err: a negation dropped, a
relative's fact given to the person, a number changed, a name invented, an offer taken for agreed. Each is learned by a
memory of its own, from the model's answer to the state of what is stored.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from pydantic import BaseModel

from ricordo.bench.report import table
from ricordo.extractors.language_model import ModelExtractor
from ricordo.memory import Ricordo
from ricordo.testing.chat import ScriptedChatClient
from ricordo.values import Role, Scope, Turn


class BenchTraveller(BaseModel):
    """A profile of seven fields."""

    name: str | None = None
    home_city: str | None = None
    number_of_travelers: int | None = None
    budget_range: str | None = None
    trip_duration: str | None = None
    dietary_requirements: str | None = None
    interests: list[str] = []


@dataclass(frozen=True, slots=True)
class LabelledCandidate:
    """The entry of a model's answer, the turns that it was made from, and whether it is right."""

    language: str
    right: bool
    error: str
    at: datetime
    turns: tuple[tuple[Role, str], ...]
    entry: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A candidate, and whether it is believed."""

    candidate: LabelledCandidate
    accepted: bool


def load_candidates() -> list[LabelledCandidate]:
    """Read the candidates that come with the package."""
    text = files("ricordo.bench").joinpath("candidates.jsonl").read_text("utf-8")
    rows = [json.loads(line) for line in text.split("\n") if line]
    return [
        LabelledCandidate(
            row["language"],
            row["right"],
            row.get("error", ""),
            datetime.fromisoformat(row["at"]).replace(tzinfo=UTC),
            tuple((role, said) for role, said in row["turns"]),
            row["entry"],
        )
        for row in rows
    ]


async def check_candidates(candidates: Sequence[LabelledCandidate]) -> list[Outcome]:
    """Let a memory learn each candidate, and see whether it is believed."""
    answers = [json.dumps({"memories": [candidate.entry]}) for candidate in candidates]
    extractor = ModelExtractor(ScriptedChatClient(*answers))
    outcomes: list[Outcome] = []
    async with Ricordo.open("memory://", extractor=extractor, learning="inline", profiles=[BenchTraveller]) as memory:
        for number, candidate in enumerate(candidates):
            scope = Scope(user=f"person {number}", session="1")
            turns = [Turn(role, text, occurred_at=candidate.at) for role, text in candidate.turns]
            await memory.remember(turns, scope=scope)
            known = [item async for item in memory.memories(scope=scope.owner(), state=None)]
            believed = {item.content for item in known if item.state != "unsupported"}
            outcomes.append(Outcome(candidate, candidate.entry["content"] in believed))
    return outcomes


async def measure() -> dict[str, Any]:
    """Return how many right candidates are refused and wrong ones accepted, in all and by language, and which."""
    outcomes = await check_candidates(load_candidates())
    languages = dict.fromkeys(outcome.candidate.language for outcome in outcomes)
    return {
        "all": _count(outcomes),
        "languages": {
            language: _count([outcome for outcome in outcomes if outcome.candidate.language == language])
            for language in languages
        },
        "refused": [_describe(outcome) for outcome in outcomes if outcome.candidate.right and not outcome.accepted],
        "accepted": [_describe(outcome) for outcome in outcomes if not outcome.candidate.right and outcome.accepted],
    }


def format_report(result: dict[str, Any]) -> str:
    """Return the counts as a table, and the candidates that were judged wrongly."""
    head = ["", "right candidates refused (target 2 %)", "wrong candidates accepted"]
    rows = [_row(name, counts) for name, counts in {"all": result["all"], **result["languages"]}.items()]
    lines = ["The check of evidence, on candidates of a strong model:", "", table(head, rows), ""]
    lines += [f"* refused: {one['content']!r} from {one['said']!r}" for one in result["refused"]]
    lines += [f"* accepted, {one['error']}: {one['content']!r} from {one['said']!r}" for one in result["accepted"]]
    return "\n".join(lines)


def _count(outcomes: Sequence[Outcome]) -> dict[str, int]:
    right = [outcome.accepted for outcome in outcomes if outcome.candidate.right]
    wrong = [outcome.accepted for outcome in outcomes if not outcome.candidate.right]
    return {"right": len(right), "refused": right.count(False), "wrong": len(wrong), "accepted": wrong.count(True)}


def _row(name: str, counts: dict[str, int]) -> list[str]:
    share = counts["refused"] / max(1, counts["right"])
    refused = f"{counts['refused']} of {counts['right']} ({share:.1%})"
    return [name, refused, f"{counts['accepted']} of {counts['wrong']}"]


def _describe(outcome: Outcome) -> dict[str, str]:
    candidate = outcome.candidate
    return {
        "language": candidate.language,
        "content": candidate.entry["content"],
        "said": " / ".join(text for _, text in candidate.turns),
        "error": candidate.error,
    }
