"""The person's word on a memory: confirm it, reject it, correct it. Nothing is lost by any of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar, cast

from ricordo.learn.learner import Learner
from ricordo.learn.profiles import BY_HAND
from ricordo.ports.store import Store, View
from ricordo.values import STATES, ConcurrentUpdate, Memory, NotFound, Scope
from ricordo.values.ids import new_id

T = TypeVar("T")

_EVERY_STATE = frozenset(STATES)
_MOST_TRIES = 5


async def confirm(learner: Learner, scope: Scope, id: str) -> Memory:
    """It is so: the memory is current, and what it contradicts is superseded."""

    async def attempt() -> Memory:
        memory = await get_memory(learner.store, scope, id)
        if memory.state == "superseded":
            raise ValueError("this memory was superseded by a newer one; correct or reject that one instead")
        if memory.state == "current":
            return memory
        (vector,) = await learner.vectors([memory.content])
        working_set = learner.working_set(memory.scope)
        await working_set.load()
        await working_set.confirm(memory, vector, stored=memory)
        await learner.store.write(working_set.changes())
        return await get_memory(learner.store, scope, id)

    return await retry_on_conflict(attempt)


async def reject(learner: Learner, scope: Scope, id: str) -> Memory:
    """It is not so: the memory is never recalled again, and what it had superseded stands again.

    Where the memory was itself superseded, what came before it is linked to what came after.
    """

    async def attempt() -> Memory:
        memory = await get_memory(learner.store, scope, id)
        everything = View(memory.scope, states=_EVERY_STATE)
        earlier = [old for _, old in await learner.store.memories(everything, ids=memory.supersedes)]
        later = [memory.superseded_by] if memory.superseded_by else []
        after = [new for _, new in await learner.store.memories(everything, ids=later)] if later else []
        until = after[0].valid_from if after else None
        working_set = learner.working_set(memory.scope)
        working_set.put(replace(memory, state="unsupported", supersedes=(), superseded_by=None), stored=memory)
        for old in earlier:
            if old.superseded_by == memory.id and old.scope == memory.scope and old.state == "superseded":
                state = "superseded" if after else "current"
                follower = after[0].id if after else None
                working_set.put(replace(old, state=state, valid_until=until, superseded_by=follower), stored=old)
        await learner.store.write(working_set.changes())
        return await get_memory(learner.store, scope, id)

    return await retry_on_conflict(attempt)


async def correct(learner: Learner, scope: Scope, id: str, content: str, *, now: datetime) -> Memory:
    """It is like this: the memory keeps its id and says ``content`` now; what it said before is kept as superseded."""

    async def attempt() -> Memory:
        memory = await get_memory(learner.store, scope, id)
        (vector,) = await learner.vectors([content])
        was_so = memory.state in {"current", "superseded"}
        before = replace(
            memory,
            id=new_id(),
            state="superseded" if was_so else "unsupported",
            valid_until=memory.valid_until or max(now, memory.valid_from),
            superseded_by=memory.id,
        )
        corrected = replace(
            memory,
            content=content,
            value=None if memory.field is None else corrected_value(memory, content),
            source="person",
            maker=BY_HAND,
            valid_from=now,
            evidence=(),
            supersedes=(*memory.supersedes, before.id),
            superseded_by=None,
        )
        working_set = learner.working_set(memory.scope)
        await working_set.load()
        await working_set.confirm(corrected, vector, stored=memory)
        working_set.put(before)
        await learner.store.write(working_set.changes())
        return await get_memory(learner.store, scope, id)

    return await retry_on_conflict(attempt)


def corrected_value(memory: Memory, content: str) -> Any:
    """What a corrected text says for its field: what stands where the value stood, or else the whole of it."""
    old = memory.value
    if isinstance(old, Mapping):
        parts = {name: part for name, part in cast("Mapping[str, Any]", old).items() if str(part) in content}
        return parts if next(iter(cast("Mapping[str, Any]", old)), None) in parts else content
    before, found, after = memory.content.partition(str(old))
    if old is None or not found or len(content) <= len(before) + len(after):
        return content
    if not content.casefold().startswith(before.casefold()) or not content.casefold().endswith(after.casefold()):
        return content
    return content[len(before) : len(content) - len(after)].strip() or content


async def retry_on_conflict(attempt: Callable[[], Awaitable[T]]) -> T:
    """Do something that reads and writes; where somebody else wrote in between, do it again on what they left."""
    for _ in range(_MOST_TRIES - 1):
        try:
            return await attempt()
        except ConcurrentUpdate:
            continue
    return await attempt()


async def get_memory(store: Store, scope: Scope, id: str) -> Memory:
    """The memory with this id, whatever its state."""
    found = await store.memories(View(scope, states=_EVERY_STATE), ids=[id])
    if not found:
        raise NotFound("there is no memory with this id in the given scope")
    return found[0][1]
