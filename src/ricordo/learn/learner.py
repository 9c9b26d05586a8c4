"""Learning from one job: extract, verify, reconcile, and write the result and the end of the job in one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import TypeVar

from pydantic import BaseModel

from ricordo.language.clauses import split_clauses
from ricordo.language.documents import dense_memory
from ricordo.language.filters import own_words
from ricordo.language.slots import SlotRegistry
from ricordo.learn.caps import usage_day
from ricordo.learn.evidence import Opinion, Verification, verify_candidate
from ricordo.learn.heard import Hearing
from ricordo.learn.profiles import find_slots, multi_value_slots, profile_fields
from ricordo.learn.reconcile import Thresholds
from ricordo.learn.summaries import SUMMARY_INTERVAL, NewSummary, summarise
from ricordo.learn.twins import merge_twins
from ricordo.learn.working_set import NewStatement, Vector, WorkingSet
from ricordo.ports.changes import AddUsage, Embedded, FinishJob, Job, PutMemory
from ricordo.ports.embedder import Embedder, current_embedder
from ricordo.ports.extractor import Candidate, Cost, CostlyError, Exchange, Extraction, Extractor, Summariser
from ricordo.ports.judge import Claim, Judge, Support
from ricordo.ports.status import JobReport
from ricordo.ports.store import Store, View
from ricordo.tasks import run_in_background
from ricordo.values import STATES, ConcurrentUpdate, Memory, ModelError, Scope, StoredTurn
from ricordo.values.ids import new_id

logger = logging.getLogger("ricordo.learn")

T = TypeVar("T")

_CONTEXT_TURNS = 4
"""Earlier turns that an extractor is shown as context."""

_MAX_KNOWN = 15
_MAX_CLAUSES = 12
"""Known memories that an extractor is shown, and clauses of the new turns by which these are chosen."""

_PARAPHRASE_DEVIATIONS = 1.5
"""Standard deviations above the mean cosine from which a statement can be a paraphrase of its quote."""

MAX_CONTENT_LENGTH = 1_000
"""Characters of a memory that is learned or stated."""

_MAX_RECONCILIATIONS = 5
"""Tries to reconcile an extraction with the known memories, if these change at the same time."""

_ALL_JOBS = _ALL_TURNS = 10**9
_CALL_TIMEOUT_SECONDS = 90.0
"""The longest time that one call of an extractor or a summariser may take."""


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """The most that learning from all waiting jobs can cost."""

    jobs: int
    turns: int
    calls: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner that runs learning jobs.

    ``profile_models`` are the profiles whose fields are extracted. ``timeout`` limits each call of an extractor or a
    summariser, in seconds, unless the extractor has a ``call_timeout`` of its own.
    """

    store: Store
    embedder: Embedder
    extractor: Extractor
    summariser: Summariser | None = None
    profile_models: list[type[BaseModel]] = field(default_factory=list[type[BaseModel]])
    timeout: float = _CALL_TIMEOUT_SECONDS
    judge: Judge | None = None

    @property
    def slots(self) -> SlotRegistry:
        """The general slots and those of the profiles."""
        return find_slots(self.profile_models)

    async def learn(self, job: Job, *, now: datetime) -> None:
        """Run one job, and write its results and its end in one transaction.

        Raises:
            ModelError: If a model fails.
            ConcurrentUpdate: If the memories changed at every try to reconcile with them.
        """
        if not await self._may_learn(job.scope):
            await self.store.write([FinishJob(job)])
            return
        exchange = await self.load_exchange(job)
        extraction = Extraction()
        if exchange.turns:
            exchange = replace(exchange, known=await self._find_known(job.scope.owner(), exchange.turns))
            estimate = await asyncio.to_thread(self.extractor.estimate, exchange)
            extraction = await self._with_timeout(self.extractor.extract(exchange), estimate)
        summary, cost = await self._summarise_if_due(job.scope, now)
        cost += extraction.cost
        usage = [usage_change(job.scope, cost, now)] if cost != Cost() else []
        for tries_left in range(_MAX_RECONCILIATIONS - 1, -1, -1):
            memories = await self._reconcile(job.scope, exchange, extraction, now)
            try:
                await self.store.write([*memories, *summary, *usage, FinishJob(job)])
            except ConcurrentUpdate:  # reconcile again, but do not pay for the extraction again
                if not tries_left:
                    raise
                summary = [change for change in summary if not await self._is_stale(change)]
            else:
                return

    async def _may_learn(self, scope: Scope) -> bool:
        """Return whether the person allows learning from a conversation.

        Nothing is learned from one conversation that an agent keeps to itself, while the others are shared: what is
        learned belongs to the person in all conversations, and would be shared with them.
        """
        here = await self.store.consent(scope)
        if scope.agent is None or here.sharing:
            return here.learning
        return here.learning and not (await self.store.consent(scope.owner())).sharing

    async def with_current_embedder(self) -> Learner:
        """Return a learner that keeps the present embedder, even if the embedder is switched."""
        return replace(self, embedder=await current_embedder(self.embedder))

    async def load_exchange(self, job: Job | JobReport) -> Exchange:
        """Load the turns of a job that still exist, and a few turns before them."""
        found = await self.store.turns(job.scope, ids=job.turns, limit=max(1, len(job.turns)))
        turns = [(key, turn) for key, turn in found if turn.scope == job.scope]
        before = await self.store.latest(job.scope, before=turns[0][0], limit=_CONTEXT_TURNS) if turns else []
        return Exchange(
            tuple(turn for _, turn in turns),
            tuple(turn for _, turn in before if turn.scope == job.scope),
            profile_fields(self.profile_models),
        )

    async def summarise(self, scope: Scope, *, now: datetime, min_turns: int) -> NewSummary | None:
        """Summarise the conversation ``scope`` if it has at least ``min_turns`` new turns."""
        if self.summariser is None or scope.session is None:
            return None
        call = summarise(self.store, self.summariser, scope, id=new_id(), now=now, min_turns=min_turns)
        return await self._with_timeout(call, Cost())

    async def summary_change(self, summary: NewSummary) -> PutMemory:
        """Return the change that replaces the old summary by a new one."""
        (vector,) = await self.embed([summary.memory.content])
        vectors = None if vector is None else Embedded(self.embedder.name, {0: vector})
        return PutMemory(summary.memory, vectors, replaces=summary.replaces, rests_on=summary.turns)

    async def store_summary(self, scope: Scope, *, now: datetime) -> Memory | None:
        """Summarise the conversation ``scope`` and store the summary; None if nothing new was said."""
        summary = await self.summarise(scope, now=now, min_turns=1)
        if summary is None:
            return None
        spent = [] if summary.cost == Cost() else [usage_change(scope, summary.cost, now)]
        try:
            await self.store.write([await self.summary_change(summary), *spent])
        except ConcurrentUpdate:
            await self.store.write(spent)  # the model is paid all the same
            raise
        return summary.memory

    async def estimate(self) -> CostEstimate:
        """Return the most that learning from all waiting jobs can cost."""
        waiting = [job for job in await self.store.jobs(limit=_ALL_JOBS) if not job.failed]
        cost = Cost()
        for job in waiting:
            cost += self.extractor.estimate(await self.load_exchange(job))
        turns = sum(len(job.turns) for job in waiting)
        return CostEstimate(len(waiting), turns, cost.calls, cost.input_tokens, cost.output_tokens)

    def open_working_set(self, scope: Scope) -> WorkingSet:
        """Return an empty working set for ``scope``."""
        calibration = self.embedder.calibration
        thresholds = Thresholds(
            calibration.same,
            calibration.related,
            near=calibration.mean - calibration.deviation / 2,
            near_same=calibration.mean + calibration.deviation,
        )
        many = multi_value_slots(self.profile_models)
        return WorkingSet(self.store, scope, self.embedder.name, thresholds, many, self.slots, self.judge)

    async def embed(self, texts: Sequence[str]) -> list[Vector | None]:
        """Return a vector for each text; None for all if the embedder fails, and memories are found by words only."""
        if not texts:
            return []
        try:
            return list(await self.embedder.embed([dense_memory(text) for text in texts]))
        except ModelError:
            return [None] * len(texts)

    async def _find_known(self, scope: Scope, turns: Sequence[StoredTurn]) -> tuple[Memory, ...]:
        """Return the open memories that are nearest to what the person says in ``turns``, the oldest first."""
        working_set = self.open_working_set(scope)
        await working_set.load()
        known = working_set.memories()
        if len(known) > _MAX_KNOWN:
            said = await run_in_background(_find_clauses, [turn.text for turn in turns if turn.role == "user"])
            nearest = await working_set.rank(said, await self.embed(said))
            known = [memory for memory in known if memory.id in nearest[:_MAX_KNOWN]]
        return tuple(sorted(known, key=lambda memory: (memory.valid_from, memory.created_at)))

    async def _reconcile(
        self, scope: Scope, exchange: Exchange, extraction: Extraction, now: datetime
    ) -> Sequence[PutMemory]:
        candidates = [found for found in extraction.candidates if 0 < len(found.content.strip()) <= MAX_CONTENT_LENGTH]
        if not candidates:
            return []
        working_set = self.open_working_set(scope.owner())
        await working_set.load()
        await merge_twins(working_set, self.embed)
        vectors = await self.embed([candidate.content for candidate in candidates])
        opinions = await self._form_opinions(candidates, vectors)
        verifications = await run_in_background(_verify_all, candidates, exchange, self.slots, opinions)
        shown = frozenset(memory.id for memory in exchange.known)
        told: set[str] = set()
        for candidate, vector, verification in zip(candidates, vectors, verifications, strict=True):
            if verification is not None:
                statement = self._make_statement(working_set.scope, candidate, vector, verification, now)
                if candidate.is_new:
                    statement = replace(statement, shown=shown)
                if candidate.is_related:
                    statement = replace(statement, told_with=frozenset(told))
                    told.add(statement.memory.id)
                if verification.is_supported:
                    await working_set.reconcile(statement)
                else:
                    working_set.put(statement.memory)
        return working_set.changes()

    async def _form_opinions(self, candidates: Sequence[Candidate], vectors: Sequence[Vector | None]) -> list[Opinion]:
        """Compare each candidate with its quotes: by their vectors, and by a judge where there is one."""
        quotes = [" ".join(part.quote for part in candidate.evidence) or candidate.content for candidate in candidates]
        calibration = self.embedder.calibration
        min_cosine = calibration.mean + _PARAPHRASE_DEVIATIONS * calibration.deviation
        cosines = [
            -1.0 if one is None or other is None else float(one @ other)
            for one, other in zip(vectors, await self.embed(quotes), strict=True)
        ]
        claims = [Claim(candidate.content, quote) for candidate, quote in zip(candidates, quotes, strict=True)]
        support: list[Mapping[Support, float]] = [{} for _ in claims]
        if self.judge is not None:
            known = [
                number for number, claim in enumerate(claims) if self.judge.knows(f"{claim.quote} {claim.content}")
            ]
            for number, found in zip(known, await self.judge.check([claims[n] for n in known]), strict=True):
                support[number] = found
        return [Opinion(cosine, min_cosine, found) for cosine, found in zip(cosines, support, strict=True)]

    def _make_statement(
        self, scope: Scope, candidate: Candidate, vector: Vector | None, verification: Verification, now: datetime
    ) -> NewStatement:
        keeps_field = candidate.field and (candidate.value is None or verification.has_value or candidate.ended)
        field = self.slots.name_of(candidate.field) if candidate.field and keeps_field else None
        memory = Memory(
            id=new_id(),
            kind="semantic" if candidate.kind == "profile" and field is None else candidate.kind,
            content=candidate.content.strip(),
            scope=scope,
            created_at=now,
            valid_from=verification.valid_from,
            valid_until=verification.end,
            state="current" if verification.is_supported else "unsupported",
            source=verification.source,
            evidence=verification.evidence,
            field=field,
            value=None if field is None else candidate.value,
            maker=candidate.maker or self.extractor.name,
            subject=candidate.subject,
            negated=candidate.negated,
        )
        return NewStatement(
            memory,
            vector,
            verification.said_at,
            ended=candidate.ended,
            explicit=candidate.explicit and not verification.is_hedged,
            same_as=candidate.same_as,
            replaces=candidate.replaces,
            ends=candidate.ends,
        )

    async def _summarise_if_due(self, scope: Scope, now: datetime) -> tuple[list[PutMemory], Cost]:
        """Return the change that stores a summary, if one is due, and its cost. A failure is left to the next job."""
        try:
            summary = await self.summarise(scope, now=now, min_turns=SUMMARY_INTERVAL)
        except ModelError as error:
            logger.warning("a conversation could not be summarised: %s", error)
            return [], getattr(error, "cost", Cost())
        return ([await self.summary_change(summary)], summary.cost) if summary else ([], Cost())

    async def _is_stale(self, change: PutMemory) -> bool:
        """Return whether the turns or the memory that a change is based on were changed or erased."""
        memory, ids = change.memory, [turn.id for turn in change.rests_on]
        turns = await self.store.turns(memory.scope, ids=ids, limit=_ALL_TURNS)
        stored = await self.store.memories(View(memory.scope, states=frozenset(STATES)), ids=[memory.id])
        known = next((item for _, item in stored if item.scope == memory.scope), None)
        return known != change.replaces or not {turn for _, turn in turns}.issuperset(change.rests_on)

    async def _with_timeout(self, call: Awaitable[T], cost: Cost) -> T:
        """Await a call. After the timeout raise ``CostlyError`` with the input of ``cost``, which is paid anyway."""
        seconds: float = getattr(self.extractor, "call_timeout", None) or self.timeout
        try:
            async with asyncio.timeout(seconds):
                return await call
        except TimeoutError as error:
            raise CostlyError(f"no answer within {seconds:g} seconds", Cost(cost.calls, cost.input_tokens)) from error


def _find_clauses(texts: Sequence[str]) -> list[str]:
    """Return the first clauses of the speakers' own words."""
    return list(islice((part for text in texts for part in split_clauses(own_words(text))), _MAX_CLAUSES))


def _verify_all(
    candidates: Sequence[Candidate], exchange: Exchange, slots: SlotRegistry, opinions: Sequence[Opinion]
) -> list[Verification | None]:
    """Check candidates against the turns of an exchange."""
    hearing = Hearing({turn.id: turn for turn in exchange.turns}, exchange.before)
    return [
        verify_candidate(candidate, hearing, slots, known=exchange.known, opinion=opinion)
        for candidate, opinion in zip(candidates, opinions, strict=True)
    ]


def usage_change(scope: Scope, cost: Cost, now: datetime) -> AddUsage:
    """Return the change that adds a cost to the usage of ``scope``."""
    return AddUsage(scope, usage_day(now), cost.calls, cost.input_tokens, cost.output_tokens)
