"""Reviews of a memory by the person: confirm, reject and correct. None of them loses anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar, cast

from ricordo.learn.learner import Learner
from ricordo.ports.store import Store, View
from ricordo.values import BY_HAND, STATES, ConcurrentUpdate, Memory, NotFound, Scope
from ricordo.values.ids import new_id

T = TypeVar("T")

_ALL_STATES = frozenset(STATES)
_MAX_TRIES = 5


async def confirm(learner: Learner, scope: Scope, id: str) -> Memory:
    """Mark a memory as confirmed. It becomes ``current``; memories that it contradicts become ``superseded``.

    Raises:
        NotFound: If there is no such memory in ``scope``.
        ValueError: If the memory was superseded.
    """

    async def attempt() -> Memory:
        memory = await get_memory(learner.store, scope, id)
        if memory.state == "superseded":
            raise ValueError("this memory was superseded by a newer one; correct or reject the newer one instead")
        if memory.state == "current":
            return memory
        (vector,) = await learner.embed([memory.content])
        working_set = learner.open_working_set(memory.scope)
        await working_set.load()
        await working_set.confirm(memory, vector, stored=memory)
        await learner.store.write(working_set.changes())
        return await get_memory(learner.store, scope, id)

    return await retry_on_conflict(attempt)


async def reject(learner: Learner, scope: Scope, id: str) -> Memory:
    """Mark a memory as rejected. It becomes ``unsupported``, and the memories that it superseded are current again.

    If the memory was itself superseded, its successor now supersedes them. If the person had set or corrected it,
    they stay superseded: the person has taken them back already. The person becomes its maker, which tells it from a
    memory that never had evidence; it keeps the evidence that it has, so that recall can mark those words.

    Raises:
        NotFound: If there is no such memory in ``scope``.
    """

    async def attempt() -> Memory:
        memory = await get_memory(learner.store, scope, id)
        view = View(memory.scope, states=_ALL_STATES)
        earlier = [old for _, old in await learner.store.memories(view, ids=memory.supersedes)]
        successor = await _find_successor(learner.store, view, memory)
        working_set = learner.open_working_set(memory.scope)
        rejected = replace(memory, state="unsupported", superseded_by=None, maker=BY_HAND)
        if memory.maker == BY_HAND:
            earlier = []
        else:
            rejected = replace(rejected, supersedes=())
        working_set.put(rejected, stored=memory)
        for old in earlier:
            if old.superseded_by == memory.id and old.scope == memory.scope and old.state == "superseded":
                if successor is None:
                    restored = replace(old, state="current", valid_until=None, superseded_by=None)
                else:
                    restored = replace(old, valid_until=successor.valid_from, superseded_by=successor.id)
                working_set.put(restored, stored=old)
        await learner.store.write(working_set.changes())
        return await get_memory(learner.store, scope, id)

    return await retry_on_conflict(attempt)


async def correct(learner: Learner, scope: Scope, id: str, content: str, *, now: datetime) -> Memory:
    """Replace the content of a memory. It keeps its id; a superseded memory keeps the old content and its evidence.

    Raises:
        NotFound: If there is no such memory in ``scope``.
    """

    async def attempt() -> Memory:
        memory = await get_memory(learner.store, scope, id)
        (vector,) = await learner.embed([content])
        was_valid = memory.state in {"current", "superseded"}
        before = replace(
            memory,
            id=new_id(),
            state="superseded" if was_valid else "unsupported",
            valid_until=memory.valid_until or max(now, memory.valid_from),
            superseded_by=memory.id,
        )
        corrected = replace(
            memory,
            content=content,
            value=None if memory.field is None else derive_value(memory, content),
            source="person",
            maker=BY_HAND,
            valid_from=now,
            evidence=(),
            supersedes=(*memory.supersedes, before.id),
            superseded_by=None,
        )
        working_set = learner.open_working_set(memory.scope)
        await working_set.load()
        await working_set.confirm(corrected, vector, stored=memory)
        working_set.put(before)
        await learner.store.write(working_set.changes())
        return await get_memory(learner.store, scope, id)

    return await retry_on_conflict(attempt)


async def _find_successor(store: Store, view: View, memory: Memory) -> Memory | None:
    if memory.superseded_by is None:
        return None
    found = await store.memories(view, ids=[memory.superseded_by])
    return found[0][1] if found else None


def derive_value(memory: Memory, content: str) -> Any:
    """Return the value of a field in a corrected text: the words where the old value was, or else the whole text."""
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
    """Run a function that reads and writes, and run it again if somebody else wrote in between."""
    for _ in range(_MAX_TRIES - 1):
        try:
            return await attempt()
        except ConcurrentUpdate:
            continue
    return await attempt()


async def get_memory(store: Store, scope: Scope, id: str) -> Memory:
    """Return the memory with this id in any state, or raise ``NotFound``."""
    found = await store.memories(View(scope, states=_ALL_STATES), ids=[id])
    if not found:
        raise NotFound("there is no memory with this id in the given scope")
    return found[0][1]
