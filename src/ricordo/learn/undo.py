"""Taking back the person's word on a memory, as long as nothing else has happened to it since.

What has to be known for that, a ``Step``, holds ids and states and no content, so it can be handed to a browser.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from ricordo.learn.learner import Learner
from ricordo.learn.review import get_memory
from ricordo.learn.working_set import OPEN_STATES, WorkingSet
from ricordo.ports.paging import read_memories
from ricordo.ports.store import Store, View
from ricordo.values import STATES, ConcurrentUpdate, Memory, Scope, State

Verb = Literal["confirm", "reject", "correct"]

_EVERY_STATE = frozenset(STATES)


@dataclass(frozen=True, slots=True)
class UndoStep:
    """One word of the person: what it was, which state the memory had, and which other memories it changed.

    ``others`` are those that the word superseded, with the state that each had, or that a ``reject`` let stand again.
    ``copy`` is what a ``correct`` kept of the words before. ``left`` is a digest of the memory as the word left it.
    """

    verb: Verb
    id: str
    state: State
    left: str
    others: Mapping[str, State] = field(default_factory=dict[str, State])
    copy: str | None = None
    ends: Mapping[str, str] = field(default_factory=dict[str, str])
    """Until when those were true that a ``reject`` let stand again."""


@dataclass(frozen=True, slots=True)
class ReviewSnapshot:
    """How a memory stood before a word on it, and the states of all that was open then."""

    memory: Memory
    open: Mapping[str, State]
    ends: Mapping[str, str]

    def step_to(self, verb: Verb, after: Memory) -> UndoStep | None:
        """The step from there to ``after``; None where it changed nothing, or cannot be taken back."""
        if after == self.memory or self.memory.state == "superseded" or self.memory.valid_until is not None:
            return None
        before, now = set(self.memory.supersedes), set(after.supersedes)
        if verb == "reject":
            restored: dict[str, State] = dict.fromkeys(sorted(before - now), "superseded")
            ends = {id: end for id, end in self.ends.items() if id in restored}
            return UndoStep(verb, after.id, self.memory.state, _digest(after), restored, ends=ends)
        ended: dict[str, State] = {id: self.open[id] for id in sorted(now - before) if id in self.open}
        copy = next((id for id in now - before if id not in self.open), None)
        return UndoStep(verb, after.id, self.memory.state, _digest(after), ended, copy)


async def snapshot(store: Store, scope: Scope, id: str) -> ReviewSnapshot:
    """Note how the memory ``id`` stands, before the person's word on it."""
    memory = await get_memory(store, scope, id)
    view = View(memory.scope, states=OPEN_STATES)
    standing: dict[str, State] = {other.id: other.state async for other in read_memories(store, view)}
    replaced = await _with_ids(store, memory.scope, memory.supersedes)
    ends = {old.id: old.valid_until.isoformat() for old in replaced if old.valid_until}
    return ReviewSnapshot(memory, standing, ends)


async def revert(learner: Learner, scope: Scope, step: UndoStep) -> Memory:
    """Put everything back to where it was; refused with ``ConcurrentUpdate`` if the memory has changed since."""
    memory = await get_memory(learner.store, scope, step.id)
    if _digest(memory) != step.left:
        raise ConcurrentUpdate("this was changed again since, so it cannot be undone any more")
    wanted = [*step.others, *([step.copy] if step.copy else [])]
    found = {item.id: item for item in await _with_ids(learner.store, memory.scope, wanted)}
    if len(found) != len(wanted):
        raise ConcurrentUpdate("something that belongs to it was forgotten since, so it cannot be undone any more")
    working_set = learner.working_set(memory.scope)
    if step.verb == "reject":
        for id in step.others:
            until = datetime.fromisoformat(step.ends[id]) if id in step.ends else memory.valid_from
            working_set.put(replace(found[id], state="superseded", valid_until=until), read=found[id])
        working_set.put(replace(memory, state=step.state, supersedes=(*memory.supersedes, *step.others)), read=memory)
    else:
        await _restore(learner, working_set, memory, found[step.copy] if step.copy else memory, step)
        for id, state in step.others.items():
            working_set.put(replace(found[id], state=state, valid_until=None, superseded_by=None), read=found[id])
    await learner.store.write(working_set.changes())
    if step.copy:
        await learner.store.erase(memory.scope, ids=[step.copy])
    return await get_memory(learner.store, scope, step.id)


async def _restore(learner: Learner, working_set: WorkingSet, memory: Memory, words: Memory, step: UndoStep) -> None:
    """The memory with the state that it had; after a correction with its own ``words`` again, which were kept apart."""
    (vector,) = await learner.vectors([words.content])
    gone = {step.copy, *step.others}
    kept = tuple(id for id in (*words.supersedes, *memory.supersedes) if id not in gone)
    before = replace(words, id=memory.id, state=step.state, valid_until=None, superseded_by=None)
    working_set.put(replace(before, supersedes=tuple(dict.fromkeys(kept))), vector, read=memory)


async def _with_ids(store: Store, scope: Scope, ids: Sequence[str]) -> list[Memory]:
    return [item for _, item in await store.memories(View(scope, states=_EVERY_STATE), ids=ids)] if ids else []


def _digest(memory: Memory) -> str:
    return hashlib.sha256(repr(memory).encode()).hexdigest()[:32]
