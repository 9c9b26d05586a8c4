"""``Ricordo``: the verbs of the design, and opening them by URL."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from pydantic import BaseModel

from ricordo import browse, forget
from ricordo.embedding.background import KeepingUp
from ricordo.learn import profile_store, review, undo
from ricordo.learn.caps import Caps
from ricordo.learn.learner import CostEstimate, Learner, usage_change
from ricordo.learn.profiles import Profile, check_model
from ricordo.learn.worker import Worker, wait_until_learned
from ricordo.maintenance import Maintenance, Status, read_status
from ricordo.opening import Opening, check_url, either_embedder, open_embedder, open_extractor, open_store
from ricordo.ports.changes import Change, RetryJobs, SetConsent
from ricordo.ports.embedder import Embedder, embedders_of
from ricordo.ports.extractor import Cost, Extractor
from ricordo.ports.paging import read_memories
from ricordo.ports.reranker import Reranker
from ricordo.ports.store import JobReport, Store, Usage, View
from ricordo.recall.hits import Recall
from ricordo.recall.recaller import Recaller
from ricordo.remember import Rememberer
from ricordo.tasks import cancel_and_wait
from ricordo.transfer import export
from ricordo.transfer.export import Importer
from ricordo.values import (
    KINDS,
    MEMORY_KINDS,
    STATES,
    Consent,
    ConversationInfo,
    History,
    Kind,
    Memory,
    MemoryKind,
    Page,
    Receipt,
    Review,
    Scope,
    State,
    StoredTurn,
    StoreError,
    Turn,
    check_scope,
)
from ricordo.values.paging import decode_cursor, encode_cursor
from ricordo.values.validation import (
    MAX_LIMIT,
    check_choice,
    check_choices,
    check_flag,
    check_name,
    check_seconds,
    check_strings,
    check_text,
    check_whole,
    optional_time,
)

if TYPE_CHECKING:
    from ricordo.opening import AnyChatClient, AnyEmbedder

logger = logging.getLogger("ricordo")

Clock = Callable[[], datetime]
M = TypeVar("M", bound=BaseModel)

Learning = Literal["background", "inline", "queue", "off"]
LEARNING: tuple[Learning, ...] = ("background", "inline", "queue", "off")

_GATHER_SECONDS = 1.0
"""How long learning waits for more of the same conversation, so that what arrives together is learned together."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Ricordo:
    """A memory. Open one with ``async with Ricordo.open("memory.db") as memory``."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        *,
        reranker: Reranker | None = None,
        learner: Learner | None = None,
        learning: Learning = "off",
        caps: Caps | None = None,
        clock: Clock = _utc_now,
    ) -> None:
        self._store = store
        self._embedders = embedders_of(embedder)
        self._clock = clock
        self._learning = learning
        self._learner = learner or Learner(store, embedder, *open_extractor())
        self._worker = Worker(self._learner, clock, caps or Caps())
        self._rememberer = Rememberer(store, embedder)
        self._recaller = Recaller(store, embedder, reranker)
        self._importer = Importer(store, self._rememberer)
        self._keeping_up = KeepingUp(store, self._embedders)
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    def open(  # noqa: PLR0913  # the one place where everything is chosen
        cls,
        url: str | Path,
        *,
        index: str | None = None,
        embedder: AnyEmbedder | None = None,
        previous: AnyEmbedder | None = None,
        reranker: Reranker | None = None,
        chat_client: AnyChatClient | None = None,
        extractor: Extractor | None = None,
        learning: Learning = "background",
        profiles: Iterable[type[BaseModel]] = (),
        caps: Caps | None = None,
        timeout: float = 10.0,
        clock: Clock = _utc_now,
    ) -> Opening[Self]:
        """Open the memory at `url`, with `async with` or with `await`.

        Args:
            url: A path or `sqlite:///…`, `postgresql://…`, or `memory://` for a memory that is not kept.
            index: An index that answers searches beside PostgreSQL: `qdrant://host:6333,host:6333`.
            embedder: An `Embedder` or any MAF embedding client. The bundled model if left out.
            previous: While you change the embedder, the one before. It serves until all vectors are made anew.
            reranker: A `Reranker` that orders the best candidates again.
            chat_client: Any MAF chat client. It extracts memories from turns; without one, rules do.
            extractor: An `Extractor` of your own, in place of the chat client's or the rules.
            learning: `background`, `inline` before `remember` returns, `queue` for a separate worker, or `off`.
            profiles: Pydantic models that learning fills.
            caps: Limits on the cost of learning.
            timeout: Seconds to wait for a file that another process has locked.
            clock: The current time, for tests.

        Returns:
            An `Opening`: use it in `async with`, which closes the memory, or await it and call `aclose` yourself.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: `url` or `index` names no store or index, or `learning` is unknown.
            StoreError: The store cannot be opened. Raised when the memory is awaited or entered.
        """
        check_url(url)
        check_choice(learning, "learning", LEARNING)

        async def connect() -> Self:
            new_embedder = open_embedder(embedder)
            extractors = open_extractor(chat_client, extractor)
            models = [check_model(model) for model in profiles]
            store = await open_store(url, timeout=timeout, index=index)
            try:
                used = either_embedder(store, new_embedder, previous)
                learner = Learner(store, used, *extractors, profile_models=models)
                memory = cls(store, used, reranker=reranker, learner=learner, learning=learning, caps=caps, clock=clock)
                await memory._start()
            except BaseException:
                await store.close()
                raise
            return memory

        return Opening(connect, "Ricordo.open")

    async def _start(self) -> None:
        """Start the background tasks."""
        await self._keeping_up.open()
        self._tasks.append(asyncio.create_task(self._keeping_up.run(), name="ricordo-embedding"))
        if self._learning == "background":
            self._tasks.append(asyncio.create_task(self._worker.run(), name="ricordo-learning"))

    async def aclose(self) -> None:
        """Stop background work and close the store. Closing twice does no harm."""
        tasks, self._tasks = self._tasks, []
        try:
            await asyncio.gather(*map(cancel_and_wait, tasks))
        finally:
            await self._store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def remember(self, turns: Iterable[Turn], *, scope: Scope) -> list[str]:
        """Keep turns, word for word. When this returns they survive a crash and the next recall finds them.

        The ids come back in order. A turn whose id is known in this scope is stored once. Raises ``ConsentError`` where
        the person has switched capture off, and stores nothing then.
        """
        now = self._clock()
        waits = 0.0 if self._learning == "inline" else _GATHER_SECONDS
        learn_at = None if self._learning == "off" else now + timedelta(seconds=waits)
        ids = await self._rememberer.remember(turns, check_scope(scope), now=now, learn_at=learn_at)
        if self._learning == "inline":
            try:
                await self._worker.drain()
            except StoreError as error:
                logger.warning("what was remembered is not learned from yet: %s", error)
        return ids

    async def recall(
        self,
        query: str,
        *,
        scope: Scope,
        limit: int = 10,
        kinds: Iterable[Kind] | None = None,
        as_of: datetime | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        deadline: float | None = None,
    ) -> Recall:
        """What is relevant to ``query``, best first; nothing, if nothing is.

        ``as_of`` answers as at that time: from what had been said by then, and what was true then, whenever it was
        stored. ``since`` and ``until`` bound when a thing was said. With a ``deadline`` in seconds, what is not back in
        time is left out and named in ``left_out``.
        """
        check_text(query, "query")
        _check_limit(limit)
        if deadline is not None:
            check_seconds(deadline, "deadline")
        then = optional_time(as_of, "as_of")
        now = then or self._clock()
        view = View(
            check_scope(scope),
            kinds=None if kinds is None else check_choices(kinds, KINDS, "kinds"),
            as_of=then,
            since=optional_time(since, "since"),
            until=optional_time(until, "until"),
            now=None if then else now,
        )
        return await self._recaller.recall(query, view, now=now, limit=limit, deadline=deadline)

    async def memories(
        self, *, scope: Scope, kinds: Iterable[MemoryKind] | None = None, state: State | None = "current"
    ) -> AsyncIterator[Memory]:
        """What was learned, in the order in which it was; ``state=None`` for all of it."""
        view = _learned(scope, kinds, state)
        async for memory in read_memories(self._store, view):
            yield memory

    async def memories_page(
        self,
        *,
        scope: Scope,
        kinds: Iterable[MemoryKind] | None = None,
        state: State | None = "current",
        after: str | None = None,
        limit: int = 100,
    ) -> Page[Memory]:
        """Return one page of ``memories``; give its ``next`` as ``after`` for the page after it."""
        _check_limit(limit)
        view = _learned(scope, kinds, state)
        found = await self._store.memories(view, after=decode_cursor(after), limit=limit + 1)
        memories = tuple(memory for _, memory in found[:limit])
        return Page(memories, next=encode_cursor(found[limit - 1][0]) if len(found) > limit else None)

    async def get(self, id: str, *, scope: Scope) -> Memory:
        """Return the memory with this id, whatever its state.

        Raises:
            NotFound: If there is no such memory in ``scope``.
        """
        return await browse.get_memory(self._store, check_scope(scope), check_name(id, "id"))

    async def history(self, id: str, *, scope: Scope) -> History:
        """Return a memory with those it replaced and those that replaced it.

        Raises:
            NotFound: If there is no such memory in ``scope``.
        """
        return await browse.trace_history(self._store, check_scope(scope), check_name(id, "id"))

    async def turns(self, *, scope: Scope, ids: Iterable[str] | None = None, limit: int = 20) -> list[StoredTurn]:
        """Return the last turns in ``scope``, in the order in which they were said.

        Args:
            scope: The scope whose turns are read.
            ids: Return the turns with these ids instead, in this order. An id that is not there is left out.
            limit: The number of turns to return at most; it has no effect on ``ids``.
        """
        if ids is not None:
            wanted = [check_name(id, "ids") for id in check_strings(ids, "ids")]
            return await browse.find_turns(self._store, check_scope(scope), wanted)
        _check_limit(limit)
        return [turn for _, turn in await self._store.latest(check_scope(scope), limit=limit)]

    async def turns_page(
        self,
        *,
        scope: Scope,
        around: str | None = None,
        before: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[StoredTurn]:
        """Return one page of turns in the order in which they were said: the last ones, unless told otherwise.

        Args:
            scope: The scope whose turns are read.
            around: The id of a turn; the page begins some turns before it and ends some turns after it.
            before: The ``previous`` of another page; the page ends where that one begins.
            after: The ``next`` of another page; the page begins where that one ends.
            limit: The number of turns to return at most.

        Raises:
            NotFound: If there is no turn with the id ``around`` in ``scope``.
        """
        _check_limit(limit)
        place = None if around is None else check_name(around, "around")
        return await browse.page_of_turns(
            self._store, check_scope(scope), around=place, before=before, after=after, limit=limit
        )

    async def conversations(self, *, scope: Scope, after: str | None = None) -> Page[ConversationInfo]:
        """Return the latest conversations in ``scope``, newest first.

        A page is made of the last 5,000 turns, or the 5,000 before ``after``, the ``next`` of another page. A
        conversation that began before them is counted in parts.
        """
        return await browse.list_conversations(self._store, check_scope(scope), after=after)

    def track(self, model: type[BaseModel]) -> None:
        """From now on, learning fills this profile."""
        if check_model(model) not in self._learner.profile_models:
            self._learner.profile_models.append(model)

    async def profile(self, model: type[M], *, scope: Scope) -> Profile[M]:
        """A typed view of the person: any Pydantic model, and for each field where it comes from."""
        check_model(model)
        return await profile_store.load_profile(self._store, model, check_scope(scope))

    async def set_profile(self, model: type[M], values: Mapping[str, Any], *, scope: Scope) -> Profile[M]:
        """Set fields by hand; None erases what is known of a field."""
        check_model(model)
        await profile_store.set_fields(
            await self._learner.with_current_embedder(), model, values, check_scope(scope), now=self._clock()
        )
        return await profile_store.load_profile(self._store, model, scope)

    async def confirm(self, id: str, *, scope: Scope) -> Review:
        """Mark a memory as confirmed. It becomes ``current``; the memories that it contradicts are superseded.

        Returns:
            The memory as it now stands, and the text that ``undo`` takes.
        """
        learner = await self._learner.with_current_embedder()
        return await self._review("confirm", id, scope, lambda: review.confirm(learner, scope, id))

    async def reject(self, id: str, *, scope: Scope) -> Review:
        """Mark a memory as wrong. It is never recalled again; the memories that it superseded are current again.

        Returns:
            The memory as it now stands, and the text that ``undo`` takes.
        """
        learner = await self._learner.with_current_embedder()
        return await self._review("reject", id, scope, lambda: review.reject(learner, scope, id))

    async def correct(self, id: str, content: str, *, scope: Scope) -> Review:
        """Change a memory to say ``content``. The words that it had before are kept as a superseded memory.

        Returns:
            The memory as it now stands, and the text that ``undo`` takes.
        """
        check_text(content, "content")
        learner, now = await self._learner.with_current_embedder(), self._clock()
        return await self._review("correct", id, scope, lambda: review.correct(learner, scope, id, content, now=now))

    async def _review(self, verb: undo.Verb, id: str, scope: Scope, act: Callable[[], Awaitable[Memory]]) -> Review:
        before = await undo.take_snapshot(self._store, check_scope(scope), check_name(id, "id"))
        memory = await act()
        return Review(memory, undo.encode_step(before.step_to(verb, memory)))

    async def undo(self, undo_text: str, *, scope: Scope) -> Memory:
        """Take back a ``confirm``, ``reject`` or ``correct``, unless the memory was changed again since.

        Args:
            undo_text: The ``undo`` of the `Review` that is taken back.
            scope: The scope that the review was given.

        Returns:
            The memory as it was before the review.
        """
        step = undo.decode_step(undo_text)
        return await undo.revert(await self._learner.with_current_embedder(), check_scope(scope), step)

    async def summarise(self, *, scope: Scope) -> Memory | None:
        """Sum up the conversation ``scope`` now; None if nothing was said since the last time."""
        if check_scope(scope).session is None:
            raise ValueError("scope.session is needed: a summary is of one conversation")
        now = self._clock()
        learner = await self._learner.with_current_embedder()
        summary = await learner.summarise(scope, now=now, min_turns=1)
        if summary is None:
            return None
        spent: list[Change] = [] if summary.cost == Cost() else [usage_change(scope, summary.cost, now)]
        await self._store.write([await learner.summary_change(summary), *spent])
        return summary.memory

    async def settle(self, *, scope: Scope | None = None, timeout: float | None = None) -> None:
        """Return when no learning is pending in ``scope``, or anywhere; raises ``TimeoutError`` after ``timeout``."""
        if scope is not None:
            check_scope(scope)
        await wait_until_learned(
            self._worker, scope=scope, ahead=_GATHER_SECONDS, timeout=timeout, helps=self._learning != "off"
        )

    async def learn(self) -> AsyncIterator[int]:
        """Work off what is waiting, now; how many jobs were done, step by step."""
        while worked := await self._worker.run_due_jobs(ahead=_GATHER_SECONDS):
            yield worked

    async def estimate(self) -> CostEstimate:
        """What working off the queue would cost at most."""
        return await self._learner.estimate()

    @property
    def maintenance(self) -> Maintenance:
        """Checks and repairs of the whole store."""
        return Maintenance(self._store, self._embedders[0])

    @property
    def caps(self) -> Caps:
        """What learning may cost here."""
        return self._worker.caps

    @property
    def learned(self) -> int:
        """How many jobs were done here since this memory was opened."""
        return self._worker.done

    async def jobs(self, *, scope: Scope | None = None, limit: int = 100) -> list[JobReport]:
        """Learning that waits or was set aside, with the reason; what was set aside comes first."""
        return await self._store.jobs(scope, limit=limit)

    async def pending(self, *, scope: Scope | None = None) -> int:
        """Return the number of learning jobs that wait or are worked on in ``scope``, or everywhere."""
        return await self._store.pending(None if scope is None else check_scope(scope))

    async def retry(self, *, scope: Scope | None = None) -> int:
        """Give the learning that was set aside another chance; how many jobs there were."""
        (count,) = await self._store.write([RetryJobs(scope, self._clock())])
        return count

    async def forget(
        self, *, scope: Scope, ids: Iterable[str] | None = None, before: datetime | None = None
    ) -> Receipt:
        """Erase everything in ``scope``, or the turns and memories with ``ids``, or what was said ``before`` a time.

        What rests on an erased turn alone goes with it. The receipt counts what went.
        """
        chosen = None if ids is None else [check_name(id, "ids") for id in check_strings(ids, "ids")]
        return await forget.forget(
            self._store, check_scope(scope), ids=chosen, before=optional_time(before, "before"), now=self._clock()
        )

    def export(self, *, scope: Scope) -> AsyncIterator[dict[str, Any]]:
        """Everything that is known in ``scope``, as rows ready for JSON."""
        return export.export(self._store, check_scope(scope))

    async def import_(
        self, rows: Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]], *, scope: Scope
    ) -> int:
        """Bring exported rows back into ``scope``; the names set there replace those of the rows. How many were new.

        What is there already stays as it is, and no consent is weakened. If a row is refused, those before it are
        stored; once it is mended, import all of them again.
        """
        return await self._importer.import_(rows, check_scope(scope))

    async def consent(self, *, scope: Scope) -> Consent:
        """What is allowed in ``scope``: the strictest of what was set for it and for every scope that covers it."""
        return await self._store.consent(check_scope(scope))

    async def consents(self, *, scope: Scope) -> dict[Scope, Consent]:
        """Return the consents that were set for ``scope`` and for every scope inside it, each as it was set."""
        return dict(await self._store.consents(check_scope(scope)))

    async def set_consent(
        self, *, scope: Scope, capture: bool | None = None, learning: bool | None = None, sharing: bool | None = None
    ) -> Consent:
        """Allow or forbid keeping, learning and sharing in ``scope``; what is None stays as it is."""
        given = {"capture": capture, "learning": learning, "sharing": sharing}
        changes = {name: check_flag(value, name) for name, value in given.items() if value is not None}
        await self._store.write([SetConsent(check_scope(scope), **changes)])
        return await self._store.consent(scope)

    async def usage(self, *, scope: Scope | None) -> Usage:
        """Return what learning has cost in ``scope``; with None, in the whole store."""
        return await self._store.usage(None if scope is None else check_scope(scope))

    async def status(self) -> Status:
        """Counts over the whole store."""
        return await read_status(self._store, self._embedders[0])


def _check_limit(limit: int) -> None:
    if not 1 <= check_whole(limit, "limit") <= MAX_LIMIT:
        raise ValueError(f"limit must be between 1 and {MAX_LIMIT:,}, not {limit}")


def _learned(scope: Scope, kinds: Iterable[MemoryKind] | None, state: State | None) -> View:
    states: frozenset[State] = check_choices(STATES if state is None else [state], STATES, "state")
    wanted: frozenset[MemoryKind] = check_choices(MEMORY_KINDS if kinds is None else kinds, MEMORY_KINDS, "kinds")
    return View(check_scope(scope), kinds=wanted, states=states)
