"""``ricordo bench recall``: how much of what should be recalled is, beside simpler ways to rank.

Ricordo is asked through its public verbs, on a fresh store. Beside it, over the same store and in the same
run: each arm alone, and plain reciprocal rank fusion of the two.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from ricordo.bench.datasets import DatasetConversation, DatasetQuestion
from ricordo.bench.metrics import average_scores, score
from ricordo.language.words import terms
from ricordo.memory import Ricordo
from ricordo.ports.embedder import Embedder
from ricordo.ports.store import Pool, Query, Store, View
from ricordo.stores.sqlite import SqliteStore
from ricordo.values import Hit, Scope, StoredTurn

METHODS = ("ricordo", "keyword", "dense", "rrf")
_DEPTH = 200
_RRF_DAMPING = 60
_SESSION_WEIGHTS = (1.0, 0.5, 0.25)

Scores = dict[str, dict[str, dict[str, float]]]
"""By method, category and measure."""


@dataclass(slots=True)
class _Tally:
    rows: dict[tuple[str, str], list[dict[str, float]]] = field(default_factory=dict[Any, list[dict[str, float]]])

    def add(self, method: str, category: str, scores: dict[str, float]) -> None:
        for name in {category, "all"}:
            self.rows.setdefault((method, name), []).append(scores)

    def scores(self) -> Scores:
        result: Scores = {}
        for (method, category), rows in sorted(self.rows.items()):
            result.setdefault(method, {})[category] = {**average_scores(rows), "n": len(rows)}
        return result


async def measure(
    conversations: Sequence[DatasetConversation], embedder: Embedder, *, learning: bool = False, progress: bool = True
) -> Scores:
    """Ask every question of every conversation, each against what had been said before it.

    With ``learning``, what was learned from the turns is there too; only turns count as found all the same.
    """
    tally = _Tally()
    total = sum(len(session.turns) + len(session.questions) for c in conversations for session in c.sessions)
    with tempfile.TemporaryDirectory() as folder, tqdm(total=total, disable=None if progress else True, unit="") as bar:
        store = await SqliteStore.open(Path(folder) / "bench.db")
        memory = Ricordo(store, embedder, learning="inline" if learning else "off")
        try:
            for conversation in conversations:
                await _measure_one(conversation, memory, store, embedder, tally, bar)
        finally:
            await store.close()
    return tally.scores()


async def _measure_one(
    conversation: DatasetConversation, memory: Ricordo, store: Store, embedder: Embedder, tally: _Tally, bar: Any
) -> None:
    bar.set_description(conversation.id[:16])
    person = Scope(application="bench", user=conversation.id)
    for session in conversation.sessions:
        for question in session.questions:
            if await store.turns(person, limit=1):
                await _ask(question, conversation, memory, store, embedder, tally)
            bar.update()
        if session.turns:
            here = Scope(application="bench", user=conversation.id, session=session.id)
            await memory.remember(session.turns, scope=here)
            bar.update(len(session.turns))


async def _ask(
    question: DatasetQuestion,
    conversation: DatasetConversation,
    memory: Ricordo,
    store: Store,
    embedder: Embedder,
    tally: _Tally,
) -> None:
    person = Scope(application="bench", user=conversation.id)
    found = await memory.recall(question.text, scope=person, limit=_DEPTH)
    orders: dict[str, Iterable[str]] = {
        "ricordo": _by_session(found) if conversation.evidence_is_sessions else (hit.id for hit in found)
    }
    for method, turns in (await search_simply(question.text, View(person), store, embedder)).items():
        ids = (turn.scope.session or "" if conversation.evidence_is_sessions else turn.id for turn in turns)
        orders[method] = dict.fromkeys(ids)
    for method, ids in orders.items():
        tally.add(method, question.category, score(list(ids), question.evidence))


def _by_session(found: Iterable[Hit]) -> list[str]:
    """Return the sessions, scored by their best turn plus half of the second and a quarter of the third."""
    scores: dict[str, list[float]] = {}
    for hit in found:
        scores.setdefault(hit.scope.session or "", []).append(hit.score)
    weighed = {id: sum(w * s for w, s in zip(_SESSION_WEIGHTS, best, strict=False)) for id, best in scores.items()}
    return sorted(weighed, key=lambda session: -weighed[session])


@dataclass(frozen=True, slots=True)
class _Orders:
    """The orders of the simpler ways to rank."""

    keys: dict[str, list[int]]

    @property
    def record_keys(self) -> list[int]:
        return list({key for order in self.keys.values() for key in order})


async def search_simply(text: str, view: View, store: Store, embedder: Embedder) -> dict[str, list[StoredTurn]]:
    """Return the turns in the order of each of the simpler ways to rank."""
    (vector,) = await embedder.embed([text])
    query = Query(view, Counter(terms(text)), _DEPTH, vector, embedder.name)
    orders, records = await store.search(query, _simple_orders)
    return {
        method: [record for key in keys if isinstance(record := records[key], StoredTurn)]
        for method, keys in orders.keys.items()
    }


def _simple_orders(pool: Pool) -> _Orders:
    keyword = _sort_keys(pool.keys, pool.coverage, pool.coverage > 0)
    dense = _sort_keys(pool.keys, pool.cosines, ~np.isnan(pool.cosines))
    fused: dict[int, float] = {}
    for order in (keyword, dense):
        for rank, key in enumerate(order):
            fused[key] = fused.get(key, 0.0) + 1 / (_RRF_DAMPING + rank)
    rrf = sorted(fused, key=lambda key: -fused[key])
    return _Orders({"keyword": keyword[:_DEPTH], "dense": dense[:_DEPTH], "rrf": rrf[:_DEPTH]})


def _sort_keys(keys: NDArray[np.int64], scores: NDArray[np.float32], found: NDArray[np.bool_]) -> list[int]:
    return keys[found][np.argsort(-scores[found], kind="stable")].tolist()
