"""What is known about one person while something is learned about them: read once, changed here, written as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from ricordo.language.words import terms
from ricordo.learn.reconcile import Comparison, Known, Relation, Statement, Thresholds, compare
from ricordo.ports.changes import Embedded, PutMemory
from ricordo.ports.paging import read_memories
from ricordo.ports.store import Pool, Query, Store, View
from ricordo.values import SOURCES, Evidence, Kind, Memory, Scope, State

LEARNED: frozenset[Kind] = frozenset({"episodic", "semantic", "profile"})
OPEN_STATES: frozenset[State] = frozenset({"current", "disputed"})

_MOST_EVIDENCE = 20
_NEAREST = 20

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Nearest:
    chosen: list[int]
    cosines: dict[int, float]


@dataclass(slots=True)
class WorkingSet:
    """The memories of one scope that are open to change, and the changes so far."""

    store: Store
    scope: Scope
    model: str
    thresholds: Thresholds
    many: frozenset[str] = frozenset()
    _memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    _read: dict[str, Memory] = field(default_factory=dict[str, Memory])
    _vectors: dict[str, Vector] = field(default_factory=dict[str, Vector])
    _changed: dict[str, None] = field(default_factory=dict[str, None])

    async def read(self) -> None:
        """Read what is known in exactly this scope."""
        view = View(self.scope, kinds=LEARNED, states=OPEN_STATES)
        async for memory in read_memories(self.store, view):
            if memory.scope == self.scope:
                self._read[memory.id] = memory
        self._memories = dict(self._read)

    async def take(self, made: Memory, vector: Vector | None, *, ended: bool, explicit: bool) -> Relation:
        """Put what was learned in its place among what is known; how it relates to it."""
        verdict = await self._verdict(made, vector, ended=ended)
        if vector is not None:
            self._vectors[made.id] = vector
        if ended:  # what is over says what a field is not, and fills none
            made = replace(made, field=None, value=None)
        weighty = explicit and all(SOURCES.index(made.source) <= SOURCES.index(old.source) for old in verdict.memories)
        if verdict.relation == "same":
            await self._repeat(verdict.memories[0], made, vector, explicit=explicit)
        elif verdict.relation == "new":
            self._put(made)
        elif not weighty:
            self._put(replace(made, state="disputed"))
        elif verdict.relation == "ends":
            self._end(verdict.memories, made)
        else:
            self._replace(verdict.memories, _heir(made, verdict.memories))
        return verdict.relation

    async def confirm(self, memory: Memory, vector: Vector | None = None, *, read: Memory | None = None) -> Memory:
        """Make a memory current, and whatever it contradicts or repeats superseded; ``read`` is how it was before."""
        self._memories.pop(memory.id, None)
        if read is not None:  # what the decision rests on, though it may have been read anew since
            self._read[memory.id] = read
        if vector is not None:
            self._vectors[memory.id] = vector
        verdict = await self._verdict(memory, vector, ended=False)
        settled = replace(memory, state="current", valid_until=None)
        for old in verdict.memories:
            self._put(supersede(old, memory.valid_from))
        self._put(replace(settled, supersedes=(*memory.supersedes, *(old.id for old in verdict.memories))))
        return self._memories[memory.id]

    def put(self, memory: Memory, vector: Vector | None = None, *, read: Memory | None = None) -> None:
        """Write a memory as it is; ``read`` is how it was before, if it was."""
        if read is not None:
            self._read.setdefault(memory.id, read)
        if vector is not None:
            self._vectors[memory.id] = vector
        self._put(memory)

    def memories(self) -> list[Memory]:
        """What is known, as it now stands."""
        return list(self._memories.values())

    def changes(self) -> list[PutMemory]:
        """Everything that changed: what was there before what is new, what is replaced before what replaces it."""
        order = [
            *(id for id in self._changed if id in self._read),
            *(id for id in self._changed if id not in self._read),
        ]
        return [
            PutMemory(
                self._memories[id],
                Embedded(self.model, {0: self._vectors[id]}) if id in self._vectors else None,
                replaces=self._read.get(id),
            )
            for id in order
        ]

    async def _verdict(self, made: Memory, vector: Vector | None, *, ended: bool) -> Comparison:
        statement = Statement(made.content, made.field, made.value, ended)
        cosines = await self._cosines(made.content, vector) if made.field is None else {}
        known = [
            Known(memory, cosines.get(memory.id, -1.0))
            for memory in self._memories.values()
            if memory.state in OPEN_STATES and memory.id != made.id
        ]
        return compare(statement, known, self.thresholds, many=self.many)

    async def _cosines(self, content: str, vector: Vector | None) -> dict[str, float]:
        """How near the nearest memories are, those of this ledger included that nobody has stored yet."""
        if vector is None:
            return {}
        view = View(self.scope, kinds=LEARNED, states=OPEN_STATES)
        query = Query(view, Counter(terms(content)), _NEAREST, vector, self.model)
        nearest, records = await self.store.search(query, _nearest)
        found = {records[key].id: cosine for key, cosine in nearest.cosines.items() if key in records}
        return found | {id: float(other @ vector) for id, other in self._vectors.items()}

    def _put(self, memory: Memory) -> None:
        self._memories[memory.id] = memory
        self._changed.pop(memory.id, None)  # the last to change is the last to be written
        self._changed[memory.id] = None

    async def _repeat(self, old: Memory, made: Memory, vector: Vector | None, *, explicit: bool) -> None:
        """Said again: one more evidence, not one more row; said plainly, it settles a dispute about itself."""
        evidence = merge_evidence(old.evidence, made.evidence)
        stronger = min(old.source, made.source, key=SOURCES.index)
        again = replace(old, evidence=evidence, source=stronger)
        if old.state == "disputed" and explicit:
            await self.confirm(replace(again, valid_from=made.valid_from), vector, read=self._read.get(old.id))
        elif again != old:
            self._put(again)

    def _replace(self, olds: Sequence[Memory], made: Memory) -> None:
        """The newer statement stands; the older one is kept, with the time until which it did."""
        later = [old for old in olds if old.valid_from > made.valid_from and old.state == "current"]
        if later:
            first = min(later, key=lambda old: old.valid_from)
            self._put(replace(made, state="superseded", valid_until=first.valid_from, superseded_by=first.id))
            return
        self._end(olds, made)

    def _end(self, olds: Iterable[Memory], made: Memory) -> None:
        gone = [old for old in olds if old.valid_from <= made.valid_from or old.state == "disputed"]
        for old in gone:
            self._put(supersede(old, made.valid_from))
        self._put(replace(made, supersedes=(*made.supersedes, *(old.id for old in gone))))


def supersede(old: Memory, when: datetime) -> Memory:
    """A memory that is no longer so; one that was never settled was never so."""
    until = old.valid_from if old.state == "disputed" else max(old.valid_from, when)
    return replace(old, state="superseded", valid_until=until)


def _heir(made: Memory, olds: Sequence[Memory]) -> Memory:
    """What takes the place of a field's value fills that field, though nobody said which field it is about."""
    field = next((old.field for old in olds if old.field), None)
    return replace(made, field=field) if made.field is None and field else made


def merge_evidence(one: Sequence[Evidence], other: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Both, each once; of too many, the first and the newest."""
    everything = tuple(dict.fromkeys((*one, *other)))
    if len(everything) <= _MOST_EVIDENCE:
        return everything
    return (everything[0], *everything[1 - _MOST_EVIDENCE :])


def _nearest(pool: Pool) -> _Nearest:
    known = ~np.isnan(pool.cosines)
    keys, cosines = pool.keys[known], pool.cosines[known]
    order = np.argsort(-cosines, kind="stable")[:_NEAREST]
    chosen: list[int] = keys[order].tolist()
    return _Nearest(chosen, dict(zip(chosen, cosines[order].tolist(), strict=True)))
