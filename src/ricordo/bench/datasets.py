"""Conversations with questions and the places of their answers, read from the files that they come in.

Two forms are understood, told apart by their fields (one JSON object a line, one person or conversation each):

* ``turns`` and ``questions``: the evidence of a question are turns, and every question sees the whole conversation;
* ``sessions`` and ``questions``: the evidence are sessions, and a question sees those before the one it is asked in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ricordo.serialization import parse_lines
from ricordo.values import Turn


@dataclass(frozen=True, slots=True)
class DatasetQuestion:
    """A question, the ids of the turns or sessions that should be found, and the answer where the data have it."""

    text: str
    category: str
    evidence: frozenset[str]
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class DatasetSession:
    """A session: the questions that are asked before it begins, and its turns."""

    id: str
    questions: tuple[DatasetQuestion, ...]
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class DatasetConversation:
    """All sessions of one person, in order. Evidence is either turns or sessions."""

    id: str
    sessions: tuple[DatasetSession, ...]
    evidence_is_sessions: bool


def load(path: Path) -> list[DatasetConversation]:
    """Read a file of conversations."""
    try:
        return [_conversation(row) for row in parse_lines(path.read_text("utf-8").split("\n"))]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is not in a form that the bench knows ({type(error).__name__}: {error})") from error


def _conversation(row: dict[str, Any]) -> DatasetConversation:
    if "sessions" in row:
        return DatasetConversation(row["id"], tuple(_by_session(row)), evidence_is_sessions=True)
    return DatasetConversation(row["id"], tuple(_by_turn(row)), evidence_is_sessions=False)


def _by_turn(row: dict[str, Any]) -> Iterator[DatasetSession]:
    """Yield the sessions of a row of turns, and one with all questions at the end. The first speaker is the person."""
    said: dict[str, list[Turn]] = {}
    person = row["turns"][0]["speaker"]
    for turn in row["turns"]:
        role = "user" if turn["speaker"] == person else "assistant"
        at = _time(turn["at"])
        said.setdefault(str(turn["session"]), []).append(Turn(role, turn["text"], turn["id"], turn["speaker"], at))
    for session, turns in said.items():
        yield DatasetSession(session, (), tuple(turns))
    questions = (
        DatasetQuestion(
            question["question"], str(question["category"]), frozenset(question["evidence"]), _answer(question)
        )
        for question in row["questions"]
    )
    yield DatasetSession("questions", tuple(questions), ())


def _by_session(row: dict[str, Any]) -> Iterator[DatasetSession]:
    asked: dict[str, list[DatasetQuestion]] = {}
    for question in row["questions"]:
        made = DatasetQuestion(question["question"], "all", frozenset(question["evidence"]), _answer(question))
        asked.setdefault(question["session"], []).append(made)
    for session in row["sessions"]:
        turns = tuple(
            Turn(turn["role"], turn["text"], turn["id"], occurred_at=_time(session["at"]))
            for turn in session["turns"]
            if turn["text"].strip()
        )
        yield DatasetSession(session["id"], tuple(asked.get(session["id"], ())), turns)


def _answer(question: dict[str, Any]) -> str | None:
    return None if question.get("answer") is None else str(question["answer"])


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
