"""``ricordo bench answers``: how many questions a model answers rightly with the block of memory.

Beside it, in the same run: with plain vector search in as many tokens, and with the whole conversation. A prompt is a
file in a folder, named by its hash, and so is its answer. What is answered already is not asked again, so that a run
can be continued and checked; without a chat client the prompts are written for somebody else to answer. A judge
compares an answer with the right one, or, where the data have none, with the turns that were marked as evidence.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from tqdm import tqdm

from ricordo.agent_framework.provider import LIMIT, exclude_cited_turns, make_sections
from ricordo.bench.datasets import DatasetConversation, DatasetQuestion
from ricordo.bench.recall import search_simply
from ricordo.bench.report import table
from ricordo.extractors.language_model.chat import ask
from ricordo.memory import Ricordo
from ricordo.ports.embedder import Embedder
from ricordo.ports.store import Store, View
from ricordo.prompt.render import compose
from ricordo.prompt.tokens import estimate_tokens
from ricordo.stores.sqlite import SqliteStore
from ricordo.testing.cassette import format_prompt, hash_prompt
from ricordo.values import KINDS, Scope, Turn

WAYS = {
    "block": "the block",
    "vector": "plain vector search",
    "whole": "the whole conversation",
}

_READER = (
    "Answer the question from the earlier conversations below, in one short sentence. They have dates: work out when "
    'something was if that is asked. If they do not say, answer "I don\'t know".'
)
_JUDGE = (
    "Judge an answer to a question about earlier conversations. It is right if it says what the reference says, in any "
    "words and with any other detail, and a date that means the same day or period is the same. If the reference does "
    'not answer the question, only an answer that says so is right. Reply with one word: "right" or "wrong".'
)

Prompt = list[tuple[str, str]]


@dataclass(slots=True)
class AnswersPlan:
    """The options of a run.

    Attributes:
        folder: The folder of prompts and answers.
        client: A chat client that answers; None to write the prompts only.
        judge: A chat client that judges; None for `client`.
        budget: Tokens of the block and of plain vector search.
        questions: The number of questions, drawn from all of them; 0 for all.
        ways: The ways to ask.
        learning: Learn from the turns first.
        progress: Show a bar.
    """

    folder: Path
    client: Any = None
    judge: Any = None
    budget: int = 800
    questions: int = 100
    ways: Sequence[str] = tuple(WAYS)
    learning: bool = False
    progress: bool = True


@dataclass(frozen=True, slots=True)
class _Context:
    """A text to answer from, and the ids of the turns in it."""

    text: str
    ids: frozenset[str]


@dataclass(slots=True)
class _Count:
    """Counts over questions. A question without evidence in the data is left out of ``found`` and ``sought``."""

    questions: int = 0
    tokens: int = 0
    sought: int = 0
    found: int = 0
    answered: int = 0
    judged: int = 0
    right: int = 0


@dataclass(slots=True)
class _Run:
    plan: AnswersPlan
    asked: set[int]
    counts: dict[tuple[str, str], _Count] = field(default_factory=dict[tuple[str, str], _Count])
    pending: int = 0

    def count(self, way: str, category: str) -> list[_Count]:
        return [self.counts.setdefault((way, name), _Count()) for name in dict.fromkeys(("all", category))]

    async def answer(self, prompt: Prompt, client: Any) -> str | None:
        """Return the answer to a prompt from its file or from the client; None if there is neither."""
        path = self.plan.folder / f"{hash_prompt(prompt)}.txt"
        answered = path.with_suffix(".answer")
        if answered.exists():
            return answered.read_text("utf-8").strip()
        path.write_text(format_prompt(prompt), "utf-8")
        if client is None:
            self.pending += 1
            return None
        text = (await ask(client, prompt, None)).text.strip()
        answered.write_text(f"{text}\n", "utf-8")
        return text


async def measure(
    conversations: Sequence[DatasetConversation], embedder: Embedder, plan: AnswersPlan
) -> dict[str, Any]:
    """Ask the questions in each way; return the counts by way and category, and how many prompts lack an answer."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    everything = [question for one in conversations for session in one.sessions for question in session.questions]
    drawn = plan.questions if 0 < plan.questions < len(everything) else len(everything)
    run = _Run(plan, set(random.Random(0).sample(range(len(everything)), drawn)))
    number = 0
    with tempfile.TemporaryDirectory() as folder, tqdm(total=drawn, disable=None if plan.progress else True) as bar:
        store = await SqliteStore.open(Path(folder) / "bench.db")
        memory = Ricordo(store, embedder, learning="inline" if plan.learning else "off")
        try:
            for conversation in conversations:
                said: list[tuple[str, Turn]] = []
                for session in conversation.sessions:
                    for question in session.questions:
                        if number in run.asked:
                            await _ask(question, conversation, said, run, (memory, store, embedder))
                            bar.update()
                        number += 1
                    said += [(session.id, turn) for turn in session.turns]
                    if session.turns:
                        here = Scope(application="bench", user=conversation.id, session=session.id)
                        await memory.remember(session.turns, scope=here)
        finally:
            await memory.aclose()
    ways: dict[str, dict[str, Any]] = {}
    for (way, category), count in sorted(run.counts.items()):
        ways.setdefault(way, {})[category] = {name: getattr(count, name) for name in _Count.__slots__}
    return {"ways": ways, "pending": run.pending, "folder": str(plan.folder), "budget": plan.budget}


async def _ask(
    question: DatasetQuestion,
    conversation: DatasetConversation,
    said: Sequence[tuple[str, Turn]],
    run: _Run,
    reach: tuple[Ricordo, Store, Embedder],
) -> None:
    makers: dict[str, Callable[[], Awaitable[_Context]]] = {
        "block": lambda: _recall_block(question, conversation, reach[0], run.plan.budget),
        "vector": lambda: _search_vectors(question, conversation, reach[1:], run.plan.budget),
        "whole": lambda: _show_all(said, conversation),
    }
    for way in run.plan.ways:
        context = await makers[way]()
        prompt = [("system", _READER), ("user", f"{context.text}\n\nQuestion: {question.text}")]
        answer = await run.answer(prompt, run.plan.client)
        verdict = None
        if answer is not None:
            judge = run.plan.judge or run.plan.client
            verdict = await run.answer(_judge_prompt(question, conversation, answer), judge)
        for count in run.count(way, question.category):
            count.questions += 1
            count.tokens += estimate_tokens(context.text)
            count.sought += bool(question.evidence)
            count.found += bool(question.evidence) and question.evidence <= context.ids
            count.answered += answer is not None
            count.judged += verdict is not None
            count.right += verdict is not None and verdict.lower().strip(" .!\"'*").startswith("right")


async def _recall_block(
    question: DatasetQuestion, conversation: DatasetConversation, memory: Ricordo, budget: int
) -> _Context:
    """Return the block that `RicordoProvider` would add to a run."""
    person = Scope(application="bench", user=conversation.id)
    found = await memory.recall(question.text, scope=person, limit=LIMIT, kinds=KINDS)
    made = compose(make_sections(exclude_cited_turns(found)), budget=budget)
    if conversation.evidence_is_sessions:
        return _Context(made.text, frozenset(hit.scope.session or "" for hit in made.hits))
    cited = {evidence.turn_id for hit in made.hits for evidence in hit.evidence}
    return _Context(made.text, frozenset({hit.id for hit in made.hits} | cited))


async def _search_vectors(
    question: DatasetQuestion, conversation: DatasetConversation, reach: tuple[Store, Embedder], budget: int
) -> _Context:
    """Return the nearest turns, best first, as many as fit."""
    view = View(Scope(application="bench", user=conversation.id))
    lines: list[str] = []
    ids: set[str] = set()
    for turn in (await search_simply(question.text, view, *reach))["dense"]:
        line = _format_line(turn.occurred_at, turn.speaker, turn.text)
        budget -= estimate_tokens(line)
        if budget < 0:
            break
        lines.append(line)
        ids.add(turn.scope.session or "" if conversation.evidence_is_sessions else turn.id)
    return _Context("\n".join(lines), frozenset(ids))


async def _show_all(said: Iterable[tuple[str, Turn]], conversation: DatasetConversation) -> _Context:
    text = "\n".join(_format_line(turn.occurred_at, turn.speaker, turn.text) for _, turn in said)
    ids = (session if conversation.evidence_is_sessions else turn.id or "" for session, turn in said)
    return _Context(text, frozenset(ids))


def _format_line(at: datetime | None, speaker: str, text: str) -> str:
    return f"[{at:%d %b %Y %H:%M}] {speaker}: {text}"


def _judge_prompt(question: DatasetQuestion, conversation: DatasetConversation, answer: str) -> Prompt:
    reference = question.answer
    if reference is None:
        turns = [(session.id, turn) for session in conversation.sessions for turn in session.turns]
        reference = "\n".join(
            _format_line(turn.occurred_at, turn.speaker, turn.text)
            for session, turn in turns
            if (session if conversation.evidence_is_sessions else turn.id) in question.evidence
        )
    text = f"Question: {question.text}\n\nReference:\n{reference}\n\nAnswer: {answer}"
    return [("system", _JUDGE), ("user", text)]


def format_report(results: dict[str, dict[str, Any]]) -> str:
    """Return one table for each data set, and where prompts lack an answer."""
    parts: list[str] = []
    for name, result in results.items():
        rows = [
            [WAYS[way] if category == "all" else f"{WAYS[way]}, category {category}", *_cells(count)]
            for way in WAYS
            for category, count in sorted(result["ways"].get(way, {}).items(), key=lambda item: item[0] != "all")
        ]
        head = ["", "right answers", "evidence in the text", "tokens", "questions"]
        parts.append(f"{name}, {result['budget']} tokens\n\n{table(head, rows)}")
        if result["pending"]:
            parts.append(
                f"{result['pending']} prompts lack an answer: give each <hash>.txt in {result['folder']} to a model, "
                "write what it says to <hash>.answer beside it, and run this again."
            )
    return "\n\n".join(parts)


def _cells(count: dict[str, int]) -> list[str]:
    right = f"{_share(count['right'], count['judged'])} of {count['judged']}" if count["judged"] else "not judged"
    tokens = count["tokens"] / max(1, count["questions"])
    return [right, _share(count["found"], count["sought"]), f"{tokens:,.0f}", str(count["questions"])]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""
