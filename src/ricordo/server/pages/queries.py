"""Queries that several pages make: a person's memories, turns, agents and private conversations."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from ricordo.language.slots import slot_name
from ricordo.memory import Ricordo
from ricordo.values import MEMORY_KINDS, Memory, MemoryKind, NotFound, Scope, State, StoredTurn

MAX_MEMORIES = 5_000
"""Memories of one state that a page looks at; nobody reads more than that on one."""
_RECENT_TURNS = 1_000


async def list_memories(
    memory: Ricordo,
    scope: Scope,
    *,
    states: Iterable[State | None] = (None,),
    kinds: Iterable[MemoryKind] = MEMORY_KINDS,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Memory]:
    """Return the memories in ``scope`` with these states, up to a limit for each; None stands for all states."""
    found: list[Memory] = []
    wanted = list(kinds)
    for state in states:
        room = MAX_MEMORIES
        async for item in memory.memories(scope=scope, kinds=wanted, state=state, since=since, until=until):
            found.append(item)
            room -= 1
            if not room:
                break
    return found


async def find_memory(memory: Ricordo, scope: Scope, id: str) -> Memory | None:
    """Return the memory ``id``, or None if it is not in ``scope``."""
    with suppress(NotFound):
        return await memory.get(id, scope=scope)
    return None


async def find_turns(memory: Ricordo, scope: Scope, ids: Iterable[str]) -> dict[str, StoredTurn]:
    """Return turns by their ids; where two conversations use the same id, the later one."""
    return {turn.id: turn for turn in await memory.turns(scope=scope, ids=ids)}


async def list_agents(memory: Ricordo, scope: Scope) -> list[str]:
    """Return the agents that a person has talked to recently, or has set a consent for."""
    scopes = [turn.scope for turn in await memory.turns(scope=scope, limit=_RECENT_TURNS)]
    scopes += await memory.consents(scope=scope)
    return sorted({where.agent for where in scopes if where.agent})


async def list_private_sessions(memory: Ricordo, scope: Scope) -> list[str]:
    """Return the conversations that are off the record."""
    consents = await memory.consents(scope=scope)
    return [where.session for where, consent in consents.items() if where.session and not consent.capture]


def find_contradicted(memory: Memory, others: Iterable[Memory]) -> list[Memory]:
    """Return the current memories among ``others`` that are about the same slot as a disputed ``memory``."""
    if memory.field is None:
        return []
    slot = slot_name(memory.field)
    return [
        other
        for other in others
        if other.field is not None and other.state == "current" and slot_name(other.field) == slot
    ]
