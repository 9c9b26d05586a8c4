"""`Ricordo`: the verbs of a memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pydantic import BaseModel

from ricordo import forget, opening
from ricordo.embedding.background import BackgroundEmbedding
from ricordo.learn import facts, profile_store, review, undo
from ricordo.learn.caps import Caps
from ricordo.learn.gathering import Gathering, make_schedule
from ricordo.learn.learner import Learner
from ricordo.learn.profiles import Profile, check_model
from ricordo.learn.worker import Worker, wait_until_learned
from ricordo.maintenance import Maintenance, Status, read_status
from ricordo.opening import LEARNING, Learning, Opening, utc_now
from ricordo.ports.changes import RetryJobs, SetConsent, SetRetention
from ricordo.ports.embedder import Embedder, embedders_of
from ricordo.ports.extractor import Extractor
from ricordo.ports.reranker import Reranker
from ricordo.ports.status import JobReport
from ricordo.ports.store import Store
from ricordo.reading import MemoryReader
from ricordo.recall.hits import Recall
from ricordo.recall.recaller import Recaller
from ricordo.recall.views import recall_view
from ricordo.remember.behind import EmbeddingBehind
from ricordo.remember.rememberer import Rememberer
from ricordo.retention import RetentionKeeper
from ricordo.tasks import cancel_and_wait
from ricordo.transfer import export
from ricordo.transfer.export import Importer
from ricordo.values import (
    KINDS,
    Consent,
    Kind,
    Memory,
    MemoryKind,
    Receipt,
    Retention,
    Review,
    Scope,
    Turn,
    check_scope,
)
from ricordo.values.ids import new_id
from ricordo.values.retention import check_days
from ricordo.values.validation import (
    check_choice,
    check_choices,
    check_flag,
    check_limit,
    check_name,
    check_seconds,
    check_strings,
    check_tags,
    check_text,
    optional_time,
)

if TYPE_CHECKING:
    from agent_framework import BaseVectorStore, SupportsChatGetResponse, SupportsGetEmbeddings

M = TypeVar("M", bound=BaseModel)


class Ricordo(MemoryReader):
    """Long-term memory for AI agents. Open one with `Ricordo.open`.

    Every verb names a scope and sees nothing outside of it. A bad argument raises `TypeError` or `ValueError`; every
    other error is a `RicordoError`: a `StoreError` if the database fails or was closed.

    Examples:
        >>> alice = Scope(application="travel", user="alice")
        >>> async with Ricordo.open("memory.db") as memory:
        ...     await memory.remember([Turn("user", "I love hiking.")], scope=alice)
        ...     found = await memory.recall("suggest a vacation", scope=alice)
        ...     print(found.render())
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        *,
        reranker: Reranker | None = None,
        learner: Learner | None = None,
        learning: Learning = "off",
        caps: Caps | None = None,
        gathering: Gathering | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        super().__init__(store, clock)
        self._embedders = embedders_of(embedder)
        self._learning = learning
        self._learner = learner or Learner(store, embedder, *opening.open_extractor(), judge=opening.open_judge())
        self._worker = Worker(self._learner, clock, caps or Caps(), gives_way=learning == "background")
        self._schedule = make_schedule(learning, gathering, self._learner.extractor)
        self._rememberer = Rememberer(store, embedder, EmbeddingBehind(store, embedder))
        self._recaller = Recaller(store, embedder, reranker)
        self._importer = Importer(store, self._rememberer)
        gives_way = learning in {"background", "queue"}
        self._background_embedding = BackgroundEmbedding(store, self._embedders, gives_way=gives_way)
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    def open(  # noqa: PLR0913  # the one place where everything is chosen
        cls,
        url: str | Path,
        *,
        index: str | BaseVectorStore | None = None,
        embedder: Embedder | SupportsGetEmbeddings[str, Any, Any] | None = None,
        previous: Embedder | SupportsGetEmbeddings[str, Any, Any] | None = None,
        reranker: Reranker | None = None,
        chat_client: SupportsChatGetResponse[Any] | None = None,
        extractor: Extractor | None = None,
        learning: Learning = "background",
        profiles: Iterable[type[BaseModel]] = (),
        caps: Caps | None = None,
        gathering: Gathering | None = None,
        timeout: float = 10.0,
        clock: Callable[[], datetime] = utc_now,
    ) -> Opening[Self]:
        """Open the memory at `url`, with `async with` or with `await`.

        Args:
            url: A path or `sqlite:///…`, `postgresql://…`, or `memory://` for a memory that is not kept.
            index: An index that answers searches beside PostgreSQL: `qdrant://host:6333,host:6333`, or any vector
                store of MAF.
            embedder: An `Embedder` or any MAF embedding client. The bundled model if left out.
            previous: While you change the embedder, the one before. It serves until all vectors are made anew.
            reranker: A `Reranker` that orders the best candidates again.
            chat_client: Any MAF chat client. It extracts memories from turns; without one, rules do.
            extractor: An `Extractor` of your own, in place of the chat client's and the reader. If it has `summarise`,
                as a `Summariser` has, it makes the summaries, too.
            learning: `background`, `inline` before `remember` returns, `queue` for a separate worker, or `off`.
            profiles: Pydantic models that learning fills.
            caps: Limits on the cost of learning.
            gathering: The turns that learning waits for. If left out, a language model waits and rules do not.
            timeout: Seconds to wait for a file that another process has locked.
            clock: The current time, for tests.

        Returns:
            An `Opening`: use it in `async with`, which closes the memory, or await it and call `aclose` yourself.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: `url` or `index` names no store or index, or `learning` is unknown.
            StoreError: The store cannot be opened. Raised when the memory is awaited or entered.
        """
        opening.check_url(url)
        check_choice(learning, "learning", LEARNING)

        async def connect() -> Self:
            new_embedder = opening.open_embedder(embedder)
            extractors = opening.open_extractor(chat_client, extractor)
            models = [check_model(model) for model in profiles]
            store = await opening.open_store(url, timeout=timeout, index=index)
            try:
                used = opening.either_embedder(store, new_embedder, previous)
                judge = opening.open_judge(warm=learning != "off")
                learner = Learner(store, used, *extractors, profile_models=models, judge=judge)
                options: Any = {"learning": learning, "caps": caps, "gathering": gathering, "clock": clock}
                memory = cls(store, used, reranker=reranker, learner=learner, **options)
                await memory._start()
            except BaseException:
                await store.close()
                raise
            return memory

        return Opening(connect, "Ricordo.open")

    async def _start(self) -> None:
        """Start the background tasks."""
        await self._background_embedding.warn_of_other_model()
        keeper = RetentionKeeper(self._store, self._clock)
        runs = {"embedding": self._background_embedding.run, "retention": keeper.run}
        runs |= {"learning": self._worker.run} if self._learning == "background" else {}
        self._tasks += [asyncio.create_task(run(), name=f"ricordo-{name}") for name, run in runs.items()]

    async def aclose(self) -> None:
        """Stop background work and close the store. Closing twice does no harm."""
        tasks, self._tasks = self._tasks, []
        try:
            await asyncio.gather(self._rememberer.behind.aclose(), *map(cancel_and_wait, tasks))
        finally:
            await self._store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def remember(self, turns: Iterable[Turn], *, scope: Scope) -> list[str]:
        """Store turns word for word.

        When this returns, the turns survive a crash and the next `recall` finds them. No language model is called.

        Args:
            turns: Up to 10,000 turns. A turn whose id is stored in this scope already is stored once. Those after the
                first 512 are embedded in the background, and are found by their words until then.
            scope: The scope that the turns belong to.

        Returns:
            The ids of the turns, in order.

        Raises:
            ConsentError: The person does not allow capture. Nothing is stored.
        """
        now = self._clock()
        learn_at, gather = self._schedule.plan(now)
        ids = await self._rememberer.remember(turns, check_scope(scope), now=now, learn_at=learn_at, gather=gather)
        if self._learning == "inline":
            await self._worker.drain_or_warn()
        return ids

    async def recall(  # noqa: PLR0913  # the filters are independent of each other
        self,
        query: str,
        *,
        scope: Scope | Sequence[Scope],
        limit: int = 10,
        kinds: Iterable[Kind] | None = None,
        as_of: datetime | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        tags: Iterable[str] | None = None,
        deadline: float | None = None,
    ) -> Recall:
        """Return the turns and memories that are relevant to `query`, best first.

        Args:
            query: A question or a message, in plain words.
            scope: The scope to search in, or a list of up to 8: the person's and the team's, for instance. What each
                of them sees by itself is ranked together, and `Hit.scope` says whose it is.
            limit: The number of hits to return at most.
            kinds: Search for these kinds only: `turn`, `episodic`, `semantic`, `profile`, `summary`.
            as_of: Answer as at this time: from what had been said and what was true by then.
            since: Search only what was said since then.
            until: Search only what was said before then.
            tags: Search only turns with one of these tags, and what was learned from them.
            deadline: Seconds after which parts of the search that are not back are left out; see `Recall.left_out`.
        """
        check_text(query, "query")
        check_limit(limit)
        if deadline is not None:
            check_seconds(deadline, "deadline")
        now = optional_time(as_of, "as_of") or self._clock()
        view = recall_view(scope, kinds=kinds, as_of=as_of, since=since, until=until, tags=tags, now=now)
        left = await self._rememberer.behind.wait(view.scopes, deadline=deadline)
        return await self._recaller.recall(query, view, now=now, limit=limit, deadline=left)

    def track(self, model: type[BaseModel]) -> None:
        """Let learning fill the profile `model` from now on, as if it were among `profiles` of `open`."""
        if check_model(model) not in self._learner.profile_models:
            self._learner.profile_models.append(model)

    async def profile(self, model: type[M], *, scope: Scope) -> Profile[M]:
        """Return what is known of the person in `scope` as a `model`, and the source of each field."""
        check_model(model)
        return await profile_store.load_profile(self._store, model, check_scope(scope), now=self._clock())

    async def set_profile(self, model: type[M], values: Mapping[str, Any], *, scope: Scope) -> Profile[M]:
        """Set fields of a profile, and return the profile. A value of None erases what is known of a field."""
        check_model(model)
        await profile_store.set_fields(
            await self._learner.with_current_embedder(), model, values, check_scope(scope), now=self._clock()
        )
        return await profile_store.load_profile(self._store, model, scope, now=self._clock())

    async def learn_fact(  # noqa: PLR0913  # all that a fact is made of
        self,
        content: str,
        *,
        scope: Scope,
        field: str | None = None,
        value: Any = None,
        subject: str | None = None,
        negated: bool = False,
        kind: MemoryKind = "semantic",
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        replaces: Iterable[str] = (),
        tags: Iterable[str] = (),
    ) -> Memory:
        """State a fact without a conversation, with the application as its source.

        It is reconciled with what is known, like all that is learned: a repetition is stored once, and what
        contradicts the person's own words is `disputed` until the person decides. It belongs to the person, in all
        their sessions.

        Args:
            content: The fact, as one sentence of at most 1,000 characters.
            scope: The scope of the person.
            field: The slot or profile field that it fills.
            value: The value of the field, ready for JSON: one value, not a list.
            subject: Who it is about, as the person calls them: `wife Anna`; None for the person.
            negated: Whether it says that something is not so.
            kind: `episodic`, `semantic` or `profile`.
            valid_from: The time from which it is true; now if left out.
            valid_until: The time until which it is true. What is over already replaces nothing.
            replaces: The ids of memories whose place it takes, whoever they are from.
            tags: Labels of yours to find it by, at most 16. The memory that it repeats has them too.

        Returns:
            The memory as it is stored, or the one that it repeats.

        Raises:
            ConsentError: The person does not allow capture or learning. Nothing is stored.
            NotFound: `replaces` names a memory that is not in the scope.
            ValueError: An argument is wrong, or the fact holds a secret. Nothing is stored.
        """
        now = self._clock()
        fact = Memory(
            id=new_id(),
            kind=kind,
            content=check_text(content, "content").strip(),
            scope=check_scope(scope).owner(),
            created_at=now,
            valid_from=now if valid_from is None else valid_from,
            valid_until=valid_until,
            source="application",
            field=field,
            value=value,
            subject=subject,
            negated=negated,
            tags=check_tags(tags, "tags"),
        )
        return await facts.learn_fact(await self._learner.with_current_embedder(), fact, scope, replaces)

    async def confirm(self, id: str, *, scope: Scope) -> Review:
        """Mark a memory as confirmed. It becomes `current`; the memories that it contradicts are superseded.

        Return the memory as it now stands, and the text that `undo` takes.
        """
        learner = await self._learner.with_current_embedder()
        return await self._review("confirm", id, scope, lambda: review.confirm(learner, scope, id))

    async def reject(self, id: str, *, scope: Scope) -> Review:
        """Mark a memory as wrong. It is never recalled again; the memories that it superseded are current again.

        Return the memory as it now stands, and the text that `undo` takes.
        """
        learner = await self._learner.with_current_embedder()
        return await self._review("reject", id, scope, lambda: review.reject(learner, scope, id))

    async def correct(self, id: str, content: str, *, scope: Scope) -> Review:
        """Change a memory to say `content`. The words that it had before are kept as a superseded memory.

        Return the memory as it now stands, and the text that `undo` takes.
        """
        check_text(content, "content")
        learner, now = await self._learner.with_current_embedder(), self._clock()
        return await self._review("correct", id, scope, lambda: review.correct(learner, scope, id, content, now=now))

    async def _review(self, verb: undo.Verb, id: str, scope: Scope, act: Callable[[], Awaitable[Memory]]) -> Review:
        before = await undo.take_snapshot(self._store, check_scope(scope), check_name(id, "id"))
        memory = await act()
        return Review(memory, undo.encode_step(before.make_undo_step(verb, memory)))

    async def undo(self, undo_text: str, *, scope: Scope) -> Memory:
        """Take back a `confirm`, `reject` or `correct`, unless the memory was changed again since.

        Return the memory as it was before the review.

        Args:
            undo_text: The `undo` of the `Review` that is taken back.
            scope: The scope that the review was given.
        """
        step = undo.decode_step(undo_text)
        return await undo.revert(await self._learner.with_current_embedder(), check_scope(scope), step)

    async def summarise(self, *, scope: Scope) -> Memory | None:
        """Summarise the conversation that `scope.session` names; None if nothing was said since the last summary."""
        if check_scope(scope).session is None:
            raise ValueError("scope.session is needed: a summary is of one conversation")
        learner = await self._learner.with_current_embedder()
        return await learner.store_summary(scope, now=self._clock())

    async def settle(self, *, scope: Scope | None = None, timeout: float | None = None) -> None:
        """Wait until no learning is pending in `scope`, or anywhere; raise `TimeoutError` after `timeout` seconds."""
        if scope is not None:
            check_scope(scope)
        await wait_until_learned(self._worker, scope=scope, timeout=timeout, helps=self._learning != "off")

    @property
    def maintenance(self) -> Maintenance:
        """The operator's verbs: checks, repairs and pending work of the whole store."""
        return Maintenance(self._store, self._embedders[0], self._worker)

    @property
    def caps(self) -> Caps:
        """The limits on the cost of learning."""
        return self._worker.caps

    async def jobs(self, *, scope: Scope | None = None, limit: int = 100) -> list[JobReport]:
        """Return the learning jobs that wait or have failed, each with its reason, failed ones first."""
        return await self._store.jobs(scope, limit=limit)

    async def pending(self, *, scope: Scope | None = None) -> int:
        """Return the number of learning jobs that wait or are worked on in `scope`, or everywhere."""
        return await self._store.pending(None if scope is None else check_scope(scope))

    async def retry(self, *, scope: Scope | None = None) -> int:
        """Queue the failed learning jobs again, and return how many there were."""
        (count,) = await self._store.write([RetryJobs(scope, self._clock())])
        return count

    async def forget(
        self,
        *,
        scope: Scope,
        ids: Iterable[str] | None = None,
        before: datetime | None = None,
        with_evidence: bool = False,
    ) -> Receipt:
        """Erase everything in `scope`, or only some of it.

        Memories that rest on erased turns alone are erased too, and so are summaries that rest on any of them.

        Args:
            scope: The scope to erase from.
            ids: Erase only the turns and memories with these ids.
            before: Erase only what was said before this time.
            with_evidence: Of the memories in `ids`, erase the turns that they rest on, too. Otherwise the words stay,
                and may be learned from again.

        Returns:
            A receipt that counts what was erased and holds no content.
        """
        wanted = None if ids is None else [check_name(id, "ids") for id in check_strings(ids, "ids")]
        await self._rememberer.behind.finish([check_scope(scope)])
        return await forget.forget(
            self._store,
            scope,
            ids=wanted,
            before=optional_time(before, "before"),
            with_evidence=check_flag(with_evidence, "with_evidence"),
            now=self._clock(),
        )

    def export(self, *, scope: Scope, since: datetime | None = None) -> AsyncIterator[dict[str, Any]]:
        """Iterate over everything in `scope`, as dicts that are ready for JSON.

        Args:
            scope: The scope to export.
            since: Only turns that were said, and memories that became true, at this time or later, besides the consents
                and the older turns that these memories rest on.
        """
        return export.export(self._store, check_scope(scope), optional_time(since, "since"))

    async def import_(
        self, rows: Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]], *, scope: Scope
    ) -> int:
        """Store exported rows in `scope`, and return how many were new.

        The names set in `scope` replace those of the rows. What is stored already stays as it is, and no consent is
        weakened. If a row is refused, those before it are stored: correct it and import all of them again.
        """
        return await self._importer.import_(rows, check_scope(scope))

    async def set_consent(
        self, *, scope: Scope, capture: bool | None = None, learning: bool | None = None, sharing: bool | None = None
    ) -> Consent:
        """Allow or forbid capture, learning and sharing in `scope`; None leaves a setting as it is."""
        given = {"capture": capture, "learning": learning, "sharing": sharing}
        changes = {name: check_flag(value, name) for name, value in given.items() if value is not None}
        await self._store.write([SetConsent(check_scope(scope), **changes)])
        return await self._store.consent(scope)

    async def set_retention(self, *, scope: Scope, days: int | None, kinds: Iterable[Kind] | None = None) -> Retention:
        """Keep what is stored in `scope` for a number of days only. The store erases it after that by itself.

        Processes that have the store open apply it within an hour, `maintenance.apply_retention` at once.

        Args:
            scope: The scope that the rule is for.
            days: The number of days after which it is erased; None to keep it for good.
            kinds: Only these kinds: `turn`, `episodic`, `semantic`, `profile`, `summary`. What was learned from turns
                goes with the last of them, whatever its own kind's rule says.

        Returns:
            What now holds in `scope`: the shortest of what was set for it and for the scopes that cover it.
        """
        wanted: frozenset[Kind] = check_choices(KINDS if kinds is None else kinds, KINDS, "kinds")
        await self._store.write([SetRetention(check_scope(scope), wanted, check_days(days))])
        return await self._store.retention(scope)

    async def status(self) -> Status:
        """Return counts over the whole store."""
        return await read_status(self._store, self._embedders[0])
