"""The person's word on a memory: confirm it, reject it, correct it. Nothing is lost by any of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from recollect.learn.learner import Learner
from recollect.ports.store import View
from recollect.values import STATES, Memory, NotFound, Scope
from recollect.values.ids import new_id

MAKER = "person"
_EVERY_STATE = frozenset(STATES)


async def confirm(learner: Learner, scope: Scope, id: str) -> Memory:
    """It is so: the memory is current, and what it contradicts is superseded."""
    memory = await _only(learner, scope, id)
    if memory.state == "superseded":
        raise ValueError("this memory was superseded by a newer one; correct or reject that one instead")
    if memory.state == "current":
        return memory
    ledger = learner.ledger(memory.scope)
    await ledger.read()
    await ledger.settle(memory)
    await learner.store.write(ledger.changes())
    return await _only(learner, scope, id)


async def reject(learner: Learner, scope: Scope, id: str) -> Memory:
    """It is not so: the memory is never recalled again, and what it had superseded stands again."""
    memory = await _only(learner, scope, id)
    ledger = learner.ledger(memory.scope)
    restored = await learner.store.memories(View(memory.scope, states=_EVERY_STATE), ids=memory.supersedes)
    ledger.put(replace(memory, state="unsupported", supersedes=()), read=memory)
    for _, old in restored:
        if old.superseded_by == memory.id and old.scope == memory.scope:
            ledger.put(replace(old, state="current", valid_until=None, superseded_by=None), read=old)
    await learner.store.write(ledger.changes())
    return await _only(learner, scope, id)


async def correct(learner: Learner, scope: Scope, id: str, content: str, *, now: datetime) -> Memory:
    """It is like this: the memory keeps its id and says ``content`` now; what it said before is kept as superseded."""
    memory = await _only(learner, scope, id)
    (vector,) = await learner.vectors([content])
    before = replace(memory, id=new_id(), state="superseded", valid_until=now, superseded_by=memory.id)
    corrected = replace(
        memory,
        content=content,
        value=content if memory.field is not None else None,
        state="current",
        source="person",
        maker=MAKER,
        valid_from=now,
        valid_until=None,
        evidence=(),
        supersedes=(*memory.supersedes, before.id),
        superseded_by=None,
    )
    ledger = learner.ledger(memory.scope)
    ledger.put(corrected, vector, read=memory)
    ledger.put(before)
    await learner.store.write(ledger.changes())
    return await _only(learner, scope, id)


async def _only(learner: Learner, scope: Scope, id: str) -> Memory:
    found = await learner.store.memories(View(scope, states=_EVERY_STATE), ids=[id])
    if not found:
        raise NotFound("there is no memory with this id in the given scope")
    return found[0][1]
