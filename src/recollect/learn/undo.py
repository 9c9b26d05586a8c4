"""Taking back the person's word on a memory, as long as nothing else has happened to it since.

What has to be known for that, a ``Step``, holds ids and states and no content, so it can be handed to a browser.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from recollect.learn.learner import Learner
from recollect.learn.ledger import Ledger
from recollect.learn.review import only
from recollect.ports.store import Store, View
from recollect.values import STATES, ChangedMeanwhile, Memory, Scope, State

Verb = Literal["confirm", "reject", "correct"]

_EVERY_STATE = frozenset(STATES)


@dataclass(frozen=True, slots=True)
class Step:
    """One word of the person: what it was, which state the memory had, and which other memories it changed.

    ``others`` are those that the word superseded (``confirm``, with the state that they had), let stand again
    (``reject``), or kept of what was said before (``correct``). ``left`` is a digest of the memory as the word left it.
    """

    verb: Verb
    id: str
    state: State
    left: str
    others: Mapping[str, State] = field(default_factory=dict[str, State])


@dataclass(frozen=True, slots=True)
class Begun:
    """How a memory stood before a word on it."""

    memory: Memory
    disputed: frozenset[str]

    def ended(self, verb: Verb, after: Memory) -> Step | None:
        """The step from there to ``after``; None where it changed nothing, or cannot be taken back."""
        if after == self.memory or self.memory.state == "superseded":
            return None
        before, now = set(self.memory.supersedes), set(after.supersedes)
        changed = before - now if verb == "reject" else now - before
        states: dict[str, State] = {id: "disputed" if id in self.disputed else "current" for id in sorted(changed)}
        return Step(verb, after.id, self.memory.state, _digest(after), states)


async def begin(store: Store, scope: Scope, id: str) -> Begun:
    """Note how the memory ``id`` stands, before the person's word on it."""
    memory = await only(store, scope, id)
    disputed = await store.memories(View(memory.scope, states=frozenset({"disputed"})))
    return Begun(memory, frozenset(other.id for _, other in disputed))


async def take_back(learner: Learner, scope: Scope, step: Step) -> Memory:
    """Put everything back to where it was; refused with ``ChangedMeanwhile`` if the memory has changed since."""
    memory = await only(learner.store, scope, step.id)
    if _digest(memory) != step.left:
        raise ChangedMeanwhile("this was changed again since, so it cannot be undone any more")
    others = await learner.store.memories(View(memory.scope, states=_EVERY_STATE), ids=list(step.others))
    if len(others) != len(step.others):
        raise ChangedMeanwhile("something that belongs to it was forgotten since, so it cannot be undone any more")
    ledger = learner.ledger(memory.scope)
    if step.verb == "correct":
        await _uncorrect(learner, ledger, memory, others[0][1], step.state)
    elif step.verb == "reject":
        ledger.put(replace(memory, state=step.state, supersedes=tuple(step.others)), read=memory)
        for _, old in others:
            ledger.put(replace(old, state="superseded", valid_until=memory.valid_from), read=old)
    else:
        kept = tuple(id for id in memory.supersedes if id not in step.others)
        again = replace(memory, state=step.state, valid_until=None, superseded_by=None, supersedes=kept)
        ledger.put(again, read=memory)
        for _, old in others:
            ledger.put(replace(old, state=step.others[old.id], valid_until=None, superseded_by=None), read=old)
    await learner.store.write(ledger.changes())
    if step.verb == "correct":
        await learner.store.erase(memory.scope, ids=list(step.others))
    return await only(learner.store, scope, step.id)


async def _uncorrect(learner: Learner, ledger: Ledger, memory: Memory, copy: Memory, state: State) -> None:
    """What was said before, under its own id again; the copy that was kept of it is not needed any more."""
    (vector,) = await learner.vectors([copy.content])
    kept = (*copy.supersedes, *(id for id in memory.supersedes if id != copy.id))
    before = replace(copy, id=memory.id, state=state, valid_until=None, superseded_by=None, supersedes=kept)
    ledger.put(before, vector, read=memory)


def _digest(memory: Memory) -> str:
    return hashlib.sha256(repr(memory).encode()).hexdigest()[:32]
