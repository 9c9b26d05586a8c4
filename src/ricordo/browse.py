"""Browse a store: one memory, its history, conversations, and turns a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ricordo.ports.paging import PAGE_CHARACTERS, read_page_within
from ricordo.ports.store import Key, Store, View
from ricordo.values import STATES, ConversationInfo, History, Memory, NotFound, Page, Scope, StoredTurn
from ricordo.values.paging import decode_cursor, encode_cursor

_EVERY_STATE = frozenset(STATES)
_MAX_CHAIN = 50
"""Memories of a history on either side; nobody reads more."""
_MAX_TURNS = 5_000
"""Turns that one page of conversations is made of."""
_MAX_PEOPLE = 20_000
"""People that one page of a search looks at."""
_MAX_CHARACTERS = 2**22
"""Characters of the turns that one page of conversations is made of."""

Rows = Sequence[tuple[Key, StoredTurn]]


async def get_memory(store: Store, scope: Scope, id: str) -> Memory:
    """Return the memory ``id`` in ``scope``, whatever its state; raise ``NotFound`` if there is none."""
    found = await _find_memories(store, scope, [id])
    if id not in found:
        raise NotFound("there is no memory with this id in the given scope")
    return found[id]


async def trace_history(store: Store, scope: Scope, id: str) -> History:
    """Follow the memory ``id`` back to those it replaced, and forward to those that replaced it."""
    memory = await get_memory(store, scope, id)
    before: dict[str, Memory] = {}
    wanted = list(memory.supersedes)
    while wanted and len(before) < _MAX_CHAIN:
        found = await _find_memories(store, scope, [id for id in wanted if id not in before])
        before |= found
        wanted = [id for old in found.values() for id in old.supersedes if id not in before and id != memory.id]
    after: dict[str, Memory] = {}
    follower = memory.superseded_by
    while follower and follower not in after and len(after) < _MAX_CHAIN:
        after |= await _find_memories(store, scope, [follower])
        follower = after[follower].superseded_by if follower in after else None
    oldest_first = sorted(before.values(), key=lambda old: (old.valid_from, old.created_at))
    return History(tuple(oldest_first), memory, tuple(after.values()))


async def _find_memories(store: Store, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
    """Return memories by their ids. Where several scopes use one id, the first counts, as it does in a review."""
    found: dict[str, Memory] = {}
    if ids:
        for _, memory in await store.memories(View(scope, states=_EVERY_STATE), ids=ids):
            found.setdefault(memory.id, memory)
    return found


async def find_turns(store: Store, scope: Scope, ids: Iterable[str]) -> list[StoredTurn]:
    """Return the turns with these ids, in the order of ``ids``; ids that are not there are left out."""
    found: dict[str, list[StoredTurn]] = {id: [] for id in ids}
    if found:
        for _, turn in await store.turns(scope, ids=list(found)):
            found[turn.id].append(turn)
    return [turn for turns in found.values() for turn in turns]


async def page_of_turns(
    store: Store, scope: Scope, *, around: str | None, before: str | None, after: str | None, limit: int
) -> Page[StoredTurn]:
    """Return a page of turns: the last ones, those before or after a cursor, or those around a turn's id."""
    if sum(place is not None for place in (around, before, after)) > 1:
        raise ValueError("give only one of around, before and after")
    if around is not None:
        return await _page_around(store, scope, around, limit)
    if after is not None:
        rows, has_next = await _read_later(store, scope, decode_cursor(after), limit)
        return _page(rows, has_previous=True, has_next=has_next)
    rows, has_previous = await _read_earlier(store, scope, decode_cursor(before), limit)
    return _page(rows, has_previous=has_previous, has_next=before is not None)


async def _read_later(store: Store, scope: Scope, key: Key | None, limit: int) -> tuple[Rows, bool]:
    """Return turns after a key, and whether there may be more."""
    return await read_page_within(
        lambda after, count: store.turns(scope, after=after, limit=count), after=key, limit=limit
    )


async def _read_earlier(
    store: Store, scope: Scope, key: Key | None, limit: int, characters: int = PAGE_CHARACTERS
) -> tuple[Rows, bool]:
    """Return the last turns before a key, or of all, and whether there may be more before them."""

    async def read_backwards(before: Key | None, count: int) -> Rows:
        return list(reversed(await store.latest(scope, before=before, limit=count)))

    rows, has_more = await read_page_within(read_backwards, after=key, limit=limit, characters=characters)
    return rows[::-1], has_more


async def _page_around(store: Store, scope: Scope, id: str, limit: int) -> Page[StoredTurn]:
    found = await store.turns(scope, ids=[id])
    if not found:
        raise NotFound("there is no turn with this id in the given scope")
    # Two conversations may use the same id: the later one counts.
    key, turn = found[-1]
    room_before = limit // 2
    room_after = limit - room_before - 1
    earlier, has_previous = await _read_earlier(store, scope, key, room_before)
    later, has_next = await _read_later(store, scope, key, room_after)
    return _page([*earlier, (key, turn), *later], has_previous=has_previous, has_next=has_next)


def _page(rows: Rows, *, has_previous: bool, has_next: bool) -> Page[StoredTurn]:
    if not rows:
        return Page(())
    return Page(
        tuple(turn for _, turn in rows),
        encode_cursor(rows[0][0]) if has_previous else None,
        encode_cursor(rows[-1][0]) if has_next else None,
    )


async def list_conversations(store: Store, scope: Scope, *, after: str | None) -> Page[ConversationInfo]:
    """Return the latest conversations, newest first; ``after`` leads to older ones."""
    rows, has_more = await _read_earlier(store, scope, decode_cursor(after), _MAX_TURNS, _MAX_CHARACTERS)
    return Page(_group_by_session(rows), next=encode_cursor(rows[0][0]) if rows and has_more else None)


async def list_people(
    store: Store, application: str | None, *, name: str, after: str | None, limit: int
) -> Page[Scope]:
    """Return people whose name contains ``name``, newest first. A page of a search may hold few, or none."""
    wanted = name.strip().casefold()
    rows = await store.people(application, before=decode_cursor(after), limit=_MAX_PEOPLE if wanted else limit + 1)
    found = [(key, person) for key, person in rows if wanted in (person.user or "").casefold()]
    if len(found) > limit:
        return Page(tuple(person for _, person in found[:limit]), next=encode_cursor(found[limit - 1][0]))
    is_last = not wanted or len(rows) < _MAX_PEOPLE
    return Page(tuple(person for _, person in found), next=None if is_last else encode_cursor(rows[-1][0]))


def _group_by_session(rows: Rows) -> tuple[ConversationInfo, ...]:
    sessions: dict[str | None, list[StoredTurn]] = {}
    for _, turn in rows:
        sessions.setdefault(turn.scope.session, []).append(turn)
    conversations = [_describe(session, turns) for session, turns in sessions.items()]
    return tuple(sorted(conversations, key=lambda conversation: conversation.ended_at, reverse=True))


def _describe(session: str | None, turns: Sequence[StoredTurn]) -> ConversationInfo:
    times = [turn.occurred_at for turn in turns]
    opening = next((turn.text for turn in turns if turn.role == "user"), turns[0].text)
    agents = dict.fromkeys(turn.scope.agent for turn in turns if turn.scope.agent)
    return ConversationInfo(session, len(turns), min(times), max(times), opening, tuple(agents))
