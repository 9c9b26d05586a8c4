"""Reading for the pages what the verbs do not give out: one memory, what came before and after it, conversations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ricordo.language.slots import slot_name
from ricordo.learn.review import get_memory
from ricordo.ports.paging import read_memories
from ricordo.ports.store import Key, Store, View
from ricordo.values import MEMORY_KINDS, STATES, Memory, MemoryKind, Scope, State, StoredTurn

EVERY_STATE = frozenset(STATES)
_MOST = 5_000
"""Memories or turns of one person that one page looks at; nobody reads more than that on one."""
_LONGEST_CHAIN = 50
_PAGE = 1_000


async def memories(
    store: Store, scope: Scope, *, states: Iterable[State] = STATES, kinds: Iterable[MemoryKind] = MEMORY_KINDS
) -> list[Memory]:
    """What was learned about somebody, as far as a page can hold it."""
    view = View(scope, kinds=frozenset(kinds), states=frozenset(states))
    found: list[Memory] = []
    async for memory in read_memories(store, view):
        found.append(memory)
        if len(found) == _MOST:
            break
    return found


async def with_ids(store: Store, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
    """Memories by their ids, whatever their state."""
    if not ids:
        return {}
    return {memory.id: memory for _, memory in await store.memories(View(scope, states=EVERY_STATE), ids=ids)}


async def turns_with_ids(store: Store, scope: Scope, ids: Iterable[str]) -> dict[str, tuple[Key, StoredTurn]]:
    """Turns by their ids; where two conversations use the same id, the later one."""
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        return {}
    return {turn.id: (key, turn) for key, turn in await store.turns(scope, ids=wanted)}


@dataclass(frozen=True, slots=True)
class History:
    """A memory between what it replaced, oldest first, and what replaced it."""

    before: tuple[Memory, ...]
    memory: Memory
    after: tuple[Memory, ...]


async def history(store: Store, scope: Scope, id: str) -> History:
    """What replaced what, both ways."""
    memory = await get_memory(store, scope, id)
    before: dict[str, Memory] = {}
    wanted = list(memory.supersedes)
    while wanted and len(before) < _LONGEST_CHAIN:
        found = await with_ids(store, scope, [id for id in wanted if id not in before])
        before |= found
        wanted = [id for old in found.values() for id in old.supersedes if id not in before and id != memory.id]
    after: dict[str, Memory] = {}
    follower = memory.superseded_by
    while follower and follower not in after and len(after) < _LONGEST_CHAIN:
        after |= await with_ids(store, scope, [follower])
        follower = after[follower].superseded_by if follower in after else None
    oldest_first = sorted(before.values(), key=lambda old: (old.valid_from, old.created_at))
    return History(tuple(oldest_first), memory, tuple(after.values()))


def contradicted(memory: Memory, known: Iterable[Memory]) -> list[Memory]:
    """What a disputed memory stands against: what is current in the same slot."""
    if memory.field is None:
        return []
    slot = slot_name(memory.field)
    return [
        other
        for other in known
        if other.field is not None and other.state == "current" and slot_name(other.field) == slot
    ]


@dataclass(frozen=True, slots=True)
class Conversation:
    """The turns of one session that a page has looked at."""

    session: str | None
    turns: int
    began: datetime
    ended: datetime
    opening: str
    agents: tuple[str, ...]


async def conversations(store: Store, scope: Scope, before: Key | None) -> tuple[list[Conversation], Key | None]:
    """The latest conversations, newest first, and where older ones begin, if there are any."""
    found: list[tuple[Key, StoredTurn]] = []
    while len(found) < _MOST:
        page = await store.latest(scope, before=found[0][0] if found else before, limit=_PAGE)
        if not page:
            return _grouped(found), None
        found = page + found
    return _grouped(found), found[0][0]


def _grouped(found: Sequence[tuple[Key, StoredTurn]]) -> list[Conversation]:
    sessions: dict[str | None, list[StoredTurn]] = {}
    for _, turn in found:
        sessions.setdefault(turn.scope.session, []).append(turn)
    made = [_conversation(session, turns) for session, turns in sessions.items()]
    return sorted(made, key=lambda conversation: conversation.ended, reverse=True)


def _conversation(session: str | None, turns: Sequence[StoredTurn]) -> Conversation:
    times = [turn.occurred_at for turn in turns]
    opening = next((turn.text for turn in turns if turn.role == "user"), turns[0].text)
    agents = dict.fromkeys(turn.scope.agent for turn in turns if turn.scope.agent)
    return Conversation(session, len(turns), min(times), max(times), opening, tuple(agents))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some turns of a conversation in a row; ``earlier`` and ``later`` are where there is more."""

    turns: tuple[StoredTurn, ...]
    earlier: Key | None
    later: Key | None


async def stretch(
    store: Store, scope: Scope, *, before: Key | None = None, after: Key | None = None, around: Key | None = None
) -> Stretch:
    """A page of a conversation: the end of it, what lies before or behind a place, or around one."""
    size = 50
    if around is not None:
        earlier = await store.latest(scope, before=around, limit=size // 2)
        later = await store.turns(scope, after=around - 1, limit=size // 2)
        return _stretch([*earlier, *later], more_before=len(earlier) == size // 2, more_after=len(later) == size // 2)
    if after is not None:
        found = await store.turns(scope, after=after, limit=size)
        return _stretch(found, more_before=True, more_after=len(found) == size)
    found = await store.latest(scope, before=before, limit=size)
    return _stretch(found, more_before=len(found) == size, more_after=before is not None)


def _stretch(found: Sequence[tuple[Key, StoredTurn]], *, more_before: bool, more_after: bool) -> Stretch:
    turns = tuple(turn for _, turn in found)
    if not found:
        return Stretch((), None, None)
    return Stretch(turns, found[0][0] if more_before else None, found[-1][0] if more_after else None)


async def agents(store: Store, scope: Scope) -> list[str]:
    """The agents that somebody has talked to of late, or has said something about."""
    seen = [turn.scope for _, turn in await store.latest(scope, limit=_PAGE)]
    seen += [where for where, _ in await store.consents(scope)]
    return sorted({where.agent for where in seen if where.agent})


def in_session(person: Scope, session: str | None) -> Scope:
    """One conversation of a person."""
    return replace(person, session=session) if session else person
