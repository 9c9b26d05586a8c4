"""Asking the arms, putting their answers together, and turning the best into hits."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.embedder import Embedder, current_embedder
from ricordo.ports.reranker import Reranker
from ricordo.ports.store import Query, Records, Store, View
from ricordo.recall import question as questions
from ricordo.recall.exchanges import make_hits
from ricordo.recall.fusion import Ranking, mix_orders, rank
from ricordo.recall.hits import Recall
from ricordo.recall.outdated import RankedRecord, put_current_first
from ricordo.recall.question import Question
from ricordo.recall.times import Span
from ricordo.tasks import run_in_thread
from ricordo.values import MEMORY_KINDS, Evidence, Memory, ModelError, StoredTurn, Why

logger = logging.getLogger("ricordo")

_MOST = 400
"""How many of each arm are weighed against each other: what is looked for is mostly among the first 50."""

_RERANKED = 50
"""How many of the best a reranker reads."""

_HITS_PER_MEMORY = 5
"""One in this many hits may be a memory, where all kinds are asked for."""

_SHARE_FOR_EMBEDDING = 0.6
"""How much of a deadline the embedder may use up before the question is asked without it."""

_SHARE_FOR_INDEX = 0.5
"""How much of what is left of a deadline an index beside the store may use up."""

_SHARE_FOR_RERANKING = 0.8
"""How much of what is left of a deadline the reranker may use up."""

_LONG = 5_000
"""Characters from which on a question is read in a thread."""

Record = StoredTurn | Memory


@dataclass(frozen=True, slots=True)
class _Dense:
    """The vector of a question, unless it could not be made, and who made it."""

    embedder: Embedder
    vector: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class Recaller:
    """A recaller that answers questions from a store."""

    store: Store
    embedder: Embedder
    reranker: Reranker | None = None

    async def recall(self, text: str, view: View, *, now: datetime, limit: int, deadline: float | None) -> Recall:
        """Return the best hits in view. Arms that fail or exceed ``deadline`` seconds are left out and named."""
        asked = await run_in_thread(questions.read, text, now) if len(text) > _LONG else questions.read(text, now)
        if deadline is None:
            return await self._answer(asked, view, limit, None)
        try:
            async with asyncio.timeout(deadline):
                return await self._answer(asked, view, limit, deadline)
        except TimeoutError:
            return Recall((), ("keyword", "dense"), view.scopes)

    async def _answer(self, asked: Question, view: View, limit: int, deadline: float | None) -> Recall:
        ends = None if deadline is None else time.monotonic() + deadline
        dense = await _embed_question(await current_embedder(self.embedder), asked, deadline)
        return await self._search(asked, view, dense, limit, ends)

    async def _search(self, asked: Question, view: View, dense: _Dense, limit: int, ends: float | None) -> Recall:
        most = max(limit, _RERANKED) if self.reranker else limit
        if view.kinds is None:
            most += limit  # some memories will be left out for the turns that they rest on
        model, calibration = dense.embedder.name, dense.embedder.calibration
        patience = None if ends is None else _SHARE_FOR_INDEX * (ends - time.monotonic())
        also = tuple(_narrow_views(asked, view))
        query = Query(view, asked.terms, _MOST, dense.vector, model, also, patience)
        ranking, records = await self.store.search(query, lambda pool: rank(asked, pool, calibration, most))
        left_out = [] if dense.vector is not None and ranking.comparable else ["dense"]
        if not ranking.comparable:
            logger.warning(
                "recall goes on without vectors: those of the embedder %r have another size than those that are stored",
                model,
            )
        rows = [row for row, key in enumerate(ranking.keys) if key in records]
        if self.reranker and rows:
            texts = [_text(records[ranking.keys[row]]) for row in rows]
            order = await _rerank(self.reranker, asked.text, texts, ends)
            rows = rows if order is None else [rows[place] for place in order]
            left_out += ["reranker"] if order is None else []
        found = [RankedRecord(ranking.keys[row], row, ranking.scores[row]) for row in rows]
        if view.kinds is None:
            found = _limit_memories(found, records, limit)
        if records.outdated and not asked.is_about_the_past:
            ranked = {key: row for row, key in enumerate(ranking.keys)}
            found = put_current_first(found, records, ranked, view)
        words = [asked.words[term] for term in asked.terms]
        scores = {one.key: (one.score, _explain(asked, words, ranking, one)) for one in found[:limit]}
        return Recall(tuple(make_hits(scores, ranking.beside, records)), tuple(left_out), view.scopes)


async def _embed_question(embedder: Embedder, asked: Question, deadline: float | None) -> _Dense:
    try:
        async with asyncio.timeout(None if deadline is None else _SHARE_FOR_EMBEDDING * deadline):
            return _Dense(embedder, (await embedder.embed([asked.dense_text]))[0])
    except TimeoutError:
        logger.warning("recall goes on without vectors: the embedder is too slow for the deadline")
    except ModelError as error:
        logger.warning("recall goes on without vectors: %s", error)
    return _Dense(embedder, None)


async def _rerank(reranker: Reranker, question: str, texts: list[str], ends: float | None) -> list[int] | None:
    """Return the positions of ``texts`` in an order mixed with the reranker's; None if it fails or is late."""
    seconds = None if ends is None else _SHARE_FOR_RERANKING * (ends - time.monotonic())
    try:
        async with asyncio.timeout(seconds):
            scores = np.array(await reranker.rerank(question, texts), np.float32)
    except TimeoutError:
        logger.warning("recall goes on without the reranker: it is too slow for the deadline")
        return None
    except Exception as error:  # noqa: BLE001 - it may raise anything, and what was found is good without it
        logger.warning(
            "recall goes on without the reranker: %s", error if isinstance(error, ModelError) else type(error)
        )
        return None
    if scores.shape != (len(texts),) or not np.isfinite(scores).all():
        logger.warning("recall goes on without the reranker: it did not give one number for each text")
        return None
    return mix_orders(scores)


def _limit_memories(found: list[RankedRecord], records: Records, limit: int) -> list[RankedRecord]:
    """Return all turns, and only a few memories: those that rest on more than the turns above them."""
    kept: list[RankedRecord] = []
    told: dict[str, list[str]] = {}  # sessions may use the same id
    room = max(1, limit // _HITS_PER_MEMORY)
    for one in found:
        record = records[one.key]
        if isinstance(record, Memory):
            if not room or (record.evidence and all(_is_told(part, told) for part in record.evidence)):
                continue
            room -= 1
        else:
            told.setdefault(record.id, []).append(record.text)
        kept.append(one)
    return kept


def _is_told(evidence: Evidence, told: Mapping[str, Sequence[str]]) -> bool:
    return any(evidence.quote in text for text in told.get(evidence.turn_id, ()))


def _narrow_views(asked: Question, view: View) -> list[View]:
    """Return narrower views that are searched too: the times that the question names, and what was learned."""
    views = [_during(view, period) for period in asked.periods if isinstance(period, Span)]
    if view.kinds is None:
        views.append(replace(view, kinds=frozenset(MEMORY_KINDS)))
    return views


def _during(view: View, period: Span) -> View:
    since, until = period.soft_start, period.soft_end
    return replace(view, since=max(since, view.since or since), until=min(until, view.until or until))


def _text(record: Record) -> str:
    return record.text if isinstance(record, StoredTurn) else record.content


def _why(asked: Question, words: list[str], ranking: Ranking, row: int) -> Why:
    ranks = ranking.ranks[row]
    return Why(
        ranks=ranks,
        words=tuple(words[place] for place in sorted(ranking.held[row])),
        times=tuple(period.label for period in asked.periods) if "time" in ranks else (),
        parts=ranking.parts[row],
    )


def _explain(asked: Question, words: list[str], ranking: Ranking, one: RankedRecord) -> Why:
    why = Why() if one.row is None else _why(asked, words, ranking, one.row)
    if one.moved:
        own = 0.0 if one.row is None else ranking.scores[one.row]
        why = replace(why, parts={**why.parts, one.moved: one.score - own})
    return why
