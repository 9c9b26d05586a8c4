"""The verbs that read memories, turns and conversations, and what holds in a scope."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import datetime

from ricordo import browse
from ricordo.ports.paging import read_memories, read_page_within
from ricordo.ports.status import Usage
from ricordo.ports.store import Store
from ricordo.recall.rereading import read_hits
from ricordo.recall.views import check_about, memories_view, recall_view
from ricordo.values import (
    Consent,
    ConversationInfo,
    History,
    Hit,
    Memory,
    MemoryKind,
    Page,
    Receipt,
    Retention,
    Scope,
    State,
    StoredTurn,
    check_scope,
)
from ricordo.values.paging import decode_cursor, encode_cursor
from ricordo.values.validation import check_ids, check_limit, check_name, check_strings


class MemoryReader:
    """A reader of what is stored in a scope. It changes nothing."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def memories(  # the filters are independent of each other
        self,
        *,
        scope: Scope,
        kinds: Iterable[MemoryKind] | None = None,
        state: State | None = "current",
        tags: Iterable[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        field: str | None = None,
        subject: str | None = None,
    ) -> AsyncIterator[Memory]:
        """Iterate over the memories in `scope`, in the order in which they were learned.

        Args:
            scope: The scope whose memories are read.
            kinds: Only these kinds: `episodic`, `semantic`, `profile`, `summary`.
            state: Only memories in this state; None for all states.
            tags: Only memories with one of these tags, which they have from the turns that they rest on.
            since: Only memories that became true at this time or later.
            until: Only memories that became true before this time.
            field: Only memories that fill this slot or profile field.
            subject: Only memories about this subject, letter for letter: `wife Anna`.
        """
        view = memories_view(scope, kinds, state, tags=tags, since=since, until=until)
        async for memory in read_memories(self._store, view, about=check_about(field, subject)):
            yield memory

    async def memories_page(  # noqa: PLR0913  # as `memories`
        self,
        *,
        scope: Scope,
        kinds: Iterable[MemoryKind] | None = None,
        state: State | None = "current",
        tags: Iterable[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        field: str | None = None,
        subject: str | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> Page[Memory]:
        """Return one page of `memories`; give its `next` as `after` for the page after it.

        A page of long memories has fewer than `limit`.
        """
        check_limit(limit)
        view = memories_view(scope, kinds, state, tags=tags, since=since, until=until)
        about = check_about(field, subject)
        found, has_more = await read_page_within(
            lambda key, count: self._store.memories(view, about=about, after=key, limit=count),
            after=decode_cursor(after),
            limit=limit + 1,  # one more, to know whether this is the last page
        )
        memories = tuple(memory for _, memory in found[:limit])
        return Page(memories, next=encode_cursor(found[:limit][-1][0]) if has_more else None)

    async def get(self, id: str, *, scope: Scope) -> Memory:
        """Return the memory with this id, whatever its state. Raise `NotFound` if `scope` has none."""
        return await browse.get_memory(self._store, check_scope(scope), check_name(id, "id"))

    async def history(self, id: str, *, scope: Scope) -> History:
        """Return a memory with those it replaced and those that replaced it. Raise `NotFound` if `scope` has none."""
        return await browse.trace_history(self._store, check_scope(scope), check_name(id, "id"))

    async def hits(self, ids: Iterable[str], *, scope: Scope | Sequence[Scope]) -> list[Hit]:
        """Return what earlier recalls found, as it is now, in the order of `ids`.

        What was forgotten or replaced since is left out. Words that no longer hold are marked, as in a recall. There
        are at most 10,000 ids, and one or several scopes.
        """
        wanted = check_ids(ids)
        view = recall_view(scope, kinds=None, as_of=None, since=None, until=None, tags=None, now=self._clock())
        return await read_hits(self._store, view, wanted)

    async def turns(self, *, scope: Scope, ids: Iterable[str] | None = None, limit: int = 20) -> list[StoredTurn]:
        """Return the last turns in `scope`, in the order in which they were said.

        Args:
            scope: The scope whose turns are read.
            ids: Return the turns with these ids instead, in this order. An id that is not there is left out.
            limit: The number of turns to return at most; it has no effect on `ids`.
        """
        if ids is not None:
            wanted = [check_name(id, "ids") for id in check_strings(ids, "ids")]
            return await browse.find_turns(self._store, check_scope(scope), wanted)
        check_limit(limit)
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
            before: The `previous` of another page; the page ends where that one begins.
            after: The `next` of another page; the page begins where that one ends.
            limit: The number of turns to return at most. A page of long turns has fewer.

        Raises:
            NotFound: If there is no turn with the id `around` in `scope`.
        """
        check_limit(limit)
        place = None if around is None else check_name(around, "around")
        return await browse.page_of_turns(
            self._store, check_scope(scope), around=place, before=before, after=after, limit=limit
        )

    async def conversations(self, *, scope: Scope, after: str | None = None) -> Page[ConversationInfo]:
        """Return the latest conversations in `scope`, newest first.

        A page is made of the last 5,000 turns, or the 5,000 before `after`, the `next` of another page; of fewer if
        they are long. A conversation that began before them is counted in parts.
        """
        return await browse.list_conversations(self._store, check_scope(scope), after=after)

    async def consent(self, *, scope: Scope) -> Consent:
        """Return what is allowed in `scope`: the strictest of what was set for it and for the scopes that cover it."""
        return await self._store.consent(check_scope(scope))

    async def consents(self, *, scope: Scope) -> dict[Scope, Consent]:
        """Return the consents that were set for `scope` and for every scope inside it, each as it was set."""
        return dict(await self._store.consents(check_scope(scope)))

    async def retention(self, *, scope: Scope) -> Retention:
        """Return for how many days things are kept in `scope`: the shortest of its rule and of those that cover it."""
        return await self._store.retention(check_scope(scope))

    async def retentions(self, *, scope: Scope) -> dict[Scope, Retention]:
        """Return the rules that were set for `scope` and for every scope inside it, each as it was set."""
        return dict(await self._store.retentions(check_scope(scope)))

    async def receipts(self, *, scope: Scope, limit: int = 100) -> list[Receipt]:
        """Return the receipts of what the rule of exactly this `scope` has erased, newest first."""
        return await self._store.receipts(check_scope(scope), limit=check_limit(limit))

    async def usage(self, *, scope: Scope) -> Usage:
        """Return what learning has cost in `scope`."""
        return await self._store.usage(check_scope(scope))
