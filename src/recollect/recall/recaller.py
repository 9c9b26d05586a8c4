"""Asking the arms, putting their answers together, and turning the best into hits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from recollect.ports.embedder import Embedder
from recollect.ports.reranker import Reranker
from recollect.ports.store import Key, Matches, Neighbours, Store, View
from recollect.recall import question as questions
from recollect.recall.fusion import Fused, Pool, fuse, mixed
from recollect.recall.question import Question
from recollect.recall.times import Span
from recollect.values import MEMORY_KINDS, Hit, Memory, ModelError, Recall, StoredTurn, Why

logger = logging.getLogger("recollect")

_MOST = 400
"""How many candidates of each arm are weighed against each other: what is looked for is mostly among the first 50."""

_RERANKED = 50
"""How many of the best a reranker reads."""

Record = StoredTurn | Memory


@dataclass(frozen=True, slots=True)
class _Dense:
    """The dense arm's answer: the vector that was asked with, everybody's statistics, and all that was found."""

    vector: NDArray[np.float32]
    everything: Neighbours
    parts: list[Neighbours]


@dataclass(frozen=True, slots=True)
class Recaller:
    """Answers questions from a store."""

    store: Store
    embedder: Embedder
    reranker: Reranker | None = None

    async def recall(self, query: str, view: View, *, now: datetime, limit: int, deadline: float | None) -> Recall:
        """The best hits in view. Arms that fail or are not back within ``deadline`` seconds are left out and named."""
        asked = questions.read(query, now)
        ends_at = None if deadline is None else asyncio.get_running_loop().time() + deadline
        keyword = asyncio.create_task(self.store.match(view, asked.terms))
        dense = asyncio.create_task(self._dense(asked, view))
        try:
            await asyncio.wait([keyword, dense], timeout=deadline)
            matches = keyword.result() if keyword.done() else None
            found = dense.result() if dense.done() else None
            left_out = [name for name, answer in (("keyword", matches), ("dense", found)) if answer is None]
            async with asyncio.timeout_at(ends_at):
                hits = await self._assemble(asked, view, matches, found, limit)
        except TimeoutError:
            hits, left_out = (), ["keyword", "dense"]
        finally:
            keyword.cancel()
            dense.cancel()
        return Recall(hits, tuple(left_out))

    async def _dense(self, asked: Question, view: View) -> _Dense | None:
        try:
            (vector,) = await self.embedder.embed([asked.dense_text])
        except ModelError as error:
            logger.warning("recall goes on without vectors: %s", error)
            return None
        everything = await self._nearest(view, vector)
        parts = [everything]
        if len(everything.candidates.keys) < everything.count:
            # So much is in view that only the nearest came back: ask again for what the question may be about.
            narrowed = [_during(view, period) for period in asked.periods if isinstance(period, Span)]
            if view.kinds is None:
                narrowed.append(replace(view, kinds=frozenset(MEMORY_KINDS)))
            parts += await asyncio.gather(*(self._nearest(part, vector) for part in narrowed))
        return _Dense(vector, everything, parts)

    async def _nearest(self, view: View, vector: NDArray[np.float32]) -> Neighbours:
        return await self.store.nearest(view, vector, model=self.embedder.name, limit=_MOST)

    async def _assemble(
        self, asked: Question, view: View, matches: Matches | None, found: _Dense | None, limit: int
    ) -> tuple[Hit, ...]:
        pool = Pool.of(matches, found.parts if found else [], _MOST)
        if found and len(found.everything.candidates.keys) < found.everything.count:
            unknown: list[Key] = pool.keys[np.isnan(pool.cosines)].tolist()
            known = await self.store.cosines(view, found.vector, model=self.embedder.name, keys=unknown)
            pool = pool.with_cosines(known)
        fused = fuse(asked, pool, found.everything if found else None, self.embedder.calibration)
        most = max(limit, _RERANKED) if self.reranker else limit
        records = await self.store.fetch(view, fused.keys[:most].tolist())
        rows = [row for row, key in enumerate(fused.keys[:most].tolist()) if key in records]
        if self.reranker and rows:
            rows = await self._reranked(self.reranker, asked, fused, rows, records)
        held = {term: frozenset(keys.tolist()) for term, keys in matches.keys_by_term.items()} if matches else {}
        return tuple(_hit(asked, fused, row, records[int(fused.keys[row])], held) for row in rows[:limit])

    async def _reranked(
        self, reranker: Reranker, asked: Question, fused: Fused, rows: list[int], records: Mapping[Key, Record]
    ) -> list[int]:
        try:
            scores = await reranker.rerank(asked.text, [_text(records[int(fused.keys[row])]) for row in rows])
        except ModelError as error:
            logger.warning("recall goes on without the reranker: %s", error)
            return rows
        return [rows[place] for place in mixed(np.array(scores, np.float32))]


def _during(view: View, period: Span) -> View:
    """``view`` narrowed to a period and its soft edges."""
    edge = min(period.slack, period.start - datetime.min.replace(tzinfo=period.start.tzinfo))
    since, until = period.start - edge, period.end + min(period.slack, timedelta(days=1))
    return replace(view, since=max(since, view.since or since), until=min(until, view.until or until))


def _text(record: Record) -> str:
    return record.text if isinstance(record, StoredTurn) else record.content


def _hit(asked: Question, fused: Fused, row: int, record: Record, held: Mapping[str, frozenset[Key]]) -> Hit:
    key = int(fused.keys[row])
    why = Why(
        ranks={arm: int(ranks[row]) for arm, ranks in fused.ranks.items() if ranks[row]},
        words=tuple(asked.words[term] for term in asked.terms if key in held.get(term, ())),
        times=tuple(period.label for period in asked.periods if period.fits(fused.times[row : row + 1])[0] >= 0.5),
        parts={name: round(float(part[row]), 4) for name, part in fused.parts.items() if part[row]},
    )
    score = float(fused.scores[row])
    if isinstance(record, StoredTurn):
        return Hit(
            id=record.id,
            kind="turn",
            text=record.text,
            score=score,
            why=why,
            occurred_at=record.occurred_at,
            evidence=(),
            scope=record.scope,
            speaker=record.speaker,
        )
    return Hit(
        id=record.id,
        kind=record.kind,
        text=record.content,
        score=score,
        why=why,
        occurred_at=record.valid_from,
        evidence=record.evidence,
        scope=record.scope,
        speaker=record.source,
        state=record.state,
    )
