"""Learning from one job: extract, check, reconcile, and write it all with the end of the job, or none of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from pydantic import BaseModel

from ricordo.language.documents import dense_memory
from ricordo.language.slots import slot_name
from ricordo.learn.caps import usage_day
from ricordo.learn.evidence import verify_candidate
from ricordo.learn.profiles import multi_value_slots, profile_fields
from ricordo.learn.reconcile import Thresholds
from ricordo.learn.summaries import EVERY, NewSummary, summarise
from ricordo.learn.working_set import Vector, WorkingSet
from ricordo.ports.changes import AddUsage, Change, Embedded, FinishJob, Job, PutMemory
from ricordo.ports.embedder import Embedder, pinned
from ricordo.ports.extractor import Candidate, Cost, CostlyError, Exchange, Extraction, Extractor, Summariser
from ricordo.ports.store import JobReport, Store
from ricordo.values import ConcurrentUpdate, Memory, ModelError, Scope, StoredTurn
from ricordo.values.ids import new_id

logger = logging.getLogger("ricordo.learn")

T = TypeVar("T")

_CONTEXT = 4
"""Turns before the new ones that are shown to an extractor, for understanding."""

_MOST_CONTENT = 1_000
_RECONCILED = 5
"""How often what was extracted is weighed against what is known, where that changes meanwhile."""

_ALL = 10**9
_SECONDS = 90.0
"""How long one call of an extractor or a summariser may take."""


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """What working off a backlog costs at most."""

    jobs: int
    turns: int
    calls: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Learner:
    """Learns from jobs. ``tracked`` are the profiles that somebody wants to be filled."""

    store: Store
    embedder: Embedder
    extractor: Extractor
    summariser: Summariser | None = None
    tracked: list[type[BaseModel]] = field(default_factory=list[type[BaseModel]])
    seconds: float = _SECONDS

    async def learn(self, job: Job, *, now: datetime) -> None:
        """Do one job. Its results and its end are one transaction; raises ``ModelError`` where a model fails."""
        if not (await self.store.consent(job.scope)).learning:
            await self.store.write([FinishJob(job)])
            return
        exchange = await self.exchange(job)
        extraction = Extraction()
        if exchange.turns:
            asked = self.extractor.estimate(exchange)
            extraction = await self._within_time(self.extractor.extract(exchange), asked)
        ends, cost = await self._summed(job.scope, now)
        cost += extraction.cost
        ends += [usage_change(job.scope, cost, now)] if cost != Cost() else []
        for tries_left in range(_RECONCILED - 1, -1, -1):
            memories = await self._memories(job.scope, exchange, extraction, now)
            try:
                await self.store.write([*memories, *ends, FinishJob(job)])
            except (
                ConcurrentUpdate
            ):  # the person corrected something: what was extracted is weighed again, not paid again
                if not tries_left:
                    raise
            else:
                return

    async def pinned(self) -> Learner:
        """The same with the embedder that is to be used now, for one piece of work."""
        return replace(self, embedder=await pinned(self.embedder))

    async def exchange(self, job: Job | JobReport) -> Exchange:
        """What a job is to be learned from: its turns that are still there, and a few before them."""
        found = await self.store.turns(job.scope, ids=job.turns, limit=max(1, len(job.turns)))
        turns = [(key, turn) for key, turn in found if turn.scope == job.scope]
        before = await self.store.latest(job.scope, before=turns[0][0], limit=_CONTEXT) if turns else []
        return Exchange(
            tuple(turn for _, turn in turns),
            tuple(turn for _, turn in before if turn.scope == job.scope),
            profile_fields(self.tracked),
        )

    async def summary(self, scope: Scope, *, now: datetime, at_least: int) -> NewSummary | None:
        """A new summary of the conversation ``scope``, if there is enough to sum up."""
        if self.summariser is None or scope.session is None:
            return None
        made = summarise(self.store, self.summariser, scope, id=new_id(), now=now, at_least=at_least)
        return await self._within_time(made, Cost())

    async def put_summary(self, summed: NewSummary) -> PutMemory:
        """The change that puts a summary in the place of the one before."""
        (vector,) = await self.vectors([summed.memory.content])
        vectors = None if vector is None else Embedded(self.embedder.name, {0: vector})
        return PutMemory(summed.memory, vectors, replaces=summed.replaces)

    async def estimate(self) -> CostEstimate:
        """What working off all that waits would cost at most, without doing it."""
        waiting = [job for job in await self.store.jobs(limit=_ALL) if not job.failed]
        cost = Cost()
        for job in waiting:
            cost += self.extractor.estimate(await self.exchange(job))
        turns = sum(len(job.turns) for job in waiting)
        return CostEstimate(len(waiting), turns, cost.calls, cost.input_tokens, cost.output_tokens)

    def working_set(self, scope: Scope) -> WorkingSet:
        """What is known in ``scope``, open to change; it has yet to be read."""
        calibration = self.embedder.calibration
        thresholds = Thresholds(calibration.same, calibration.related)
        return WorkingSet(self.store, scope, self.embedder.name, thresholds, multi_value_slots(self.tracked))

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        """A vector for each text, or None for all where the embedder fails; they are then found by their words."""
        if not texts:
            return []
        try:
            return list(await self.embedder.embed([dense_memory(text) for text in texts]))
        except ModelError:
            return [None] * len(texts)

    async def _memories(
        self, scope: Scope, exchange: Exchange, extraction: Extraction, now: datetime
    ) -> Sequence[PutMemory]:
        candidates = [found for found in extraction.candidates if 0 < len(found.content.strip()) <= _MOST_CONTENT]
        if not candidates:
            return []
        working_set = self.working_set(scope.owner())
        await working_set.load()
        turns = {turn.id: turn for turn in exchange.turns}
        vectors = await self.vectors([candidate.content for candidate in candidates])
        for candidate, vector in zip(candidates, vectors, strict=True):
            await self._take(working_set, candidate, vector, turns, exchange, now)
        return working_set.changes()

    async def _take(
        self,
        working_set: WorkingSet,
        candidate: Candidate,
        vector: Vector | None,
        turns: dict[str, StoredTurn],
        exchange: Exchange,
        now: datetime,
    ) -> None:
        checked = verify_candidate(candidate, turns, exchange.before)
        if checked is None:
            return
        memory = Memory(
            id=new_id(),
            kind=candidate.kind,
            content=candidate.content.strip(),
            scope=working_set.scope,
            created_at=now,
            valid_from=checked.said_at,
            state="current" if checked.is_supported else "unsupported",
            source=checked.source,
            evidence=checked.evidence,
            field=None if candidate.field is None else slot_name(candidate.field),
            value=candidate.value,
            maker=self.extractor.name,
        )
        if checked.is_supported:
            explicit = candidate.explicit and not checked.is_hedged
            await working_set.reconcile(memory, vector, ended=candidate.ended, explicit=explicit)
        else:
            working_set.put(memory)

    async def _summed(self, scope: Scope, now: datetime) -> tuple[list[Change], Cost]:
        """The summary that is due, if one is, and its cost. It may fail: the next job will try again."""
        try:
            summed = await self.summary(scope, now=now, at_least=EVERY)
        except ModelError as error:
            logger.warning("a conversation is not summed up yet: %s", error)
            return [], getattr(error, "cost", Cost())
        return ([await self.put_summary(summed)], summed.cost) if summed else ([], Cost())

    async def _within_time(self, call: Awaitable[T], cost: Cost) -> T:
        """The outcome of a call that must not take too long; what was asked of a model is paid all the same."""
        try:
            async with asyncio.timeout(self.seconds):
                return await call
        except TimeoutError as error:
            paid = Cost(cost.calls, cost.input_tokens)
            raise CostlyError(f"no answer within {self.seconds:g} seconds", paid) from error


def usage_change(scope: Scope, cost: Cost, now: datetime) -> AddUsage:
    """The change that counts a cost."""
    return AddUsage(scope, usage_day(now), cost.calls, cost.input_tokens, cost.output_tokens)
