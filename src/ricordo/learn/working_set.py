"""The memories of one scope while learning changes them: loaded once, changed in memory, written in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from ricordo.language.slots import GENERAL_SLOTS, SlotRegistry
from ricordo.language.words import terms
from ricordo.learn.reconcile import Comparison, Known, Relation, Statement, Thresholds, compare
from ricordo.ports.changes import Embedded, PutMemory
from ricordo.ports.paging import read_memories
from ricordo.ports.store import Pool, Query, Store, View
from ricordo.values import SOURCES, Evidence, Kind, Memory, Scope, State

LEARNED_KINDS: frozenset[Kind] = frozenset({"episodic", "semantic", "profile"})
OPEN_STATES: frozenset[State] = frozenset({"current", "disputed"})

_MAX_EVIDENCE = 20
_MAX_NEAREST = 20

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Nearest:
    """A ranking for ``Store.search``: the keys of the nearest memories, and their cosines."""

    record_keys: list[int]
    cosines: dict[int, float]


@dataclass(slots=True)
class WorkingSet:
    """The current and disputed memories of one scope, and the changes to them that are not written yet.

    ``model`` names the embedding model of the vectors. ``many`` names the slots that take many values, besides those of
    the slot registry.
    """

    store: Store
    scope: Scope
    model: str
    thresholds: Thresholds
    many: frozenset[str] = frozenset()
    slots: SlotRegistry = GENERAL_SLOTS
    _memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    _stored: dict[str, Memory] = field(default_factory=dict[str, Memory])
    _vectors: dict[str, Vector] = field(default_factory=dict[str, Vector])
    _changed: dict[str, None] = field(default_factory=dict[str, None])

    async def load(self) -> None:
        """Load the memories of exactly this scope."""
        view = View(self.scope, kinds=LEARNED_KINDS, states=OPEN_STATES)
        async for memory in read_memories(self.store, view):
            if memory.scope == self.scope:
                self._stored[memory.id] = memory
        self._memories = dict(self._stored)

    async def reconcile(self, new: Memory, vector: Vector | None, *, ended: bool, explicit: bool) -> Relation:
        """Add a learned memory, and change the memories that it repeats, refines, contradicts or ends.

        A memory that is not ``explicit``, or comes from a weaker source than what it contradicts, becomes disputed.

        Returns:
            The relation of the new memory to the memories that were known.
        """
        found = await self._compare(new, vector, ended=ended)
        if vector is not None:
            self._vectors[new.id] = vector
        if ended:  # "no longer lives in Oslo" gives the field no value
            new = replace(new, field=None, value=None)
        prevails = explicit and all(SOURCES.index(new.source) <= SOURCES.index(old.source) for old in found.memories)
        if found.relation == "same":
            await self._add_evidence(found.memories[0], new, vector, explicit=explicit)
        elif found.relation == "new":
            self._put(new)
        elif not prevails:
            self._put(replace(new, state="disputed"))
        elif found.relation == "ends":
            self._supersede(found.memories, new)
        else:
            self._replace(found.memories, _inherit_field(new, found.memories))
        return found.relation

    async def confirm(self, memory: Memory, vector: Vector | None = None, *, stored: Memory | None = None) -> Memory:
        """Make a memory current, and supersede the memories that it contradicts or repeats.

        ``stored`` is the memory as it was read when it was decided to confirm it.
        """
        self._memories.pop(memory.id, None)
        if stored is not None:  # the decision rests on this version, even if ``load`` has read a newer one
            self._stored[memory.id] = stored
        if vector is not None:
            self._vectors[memory.id] = vector
        found = await self._compare(memory, vector, ended=False)
        for old in found.memories:
            self._put(supersede(old, memory.valid_from))
        supersedes = (*memory.supersedes, *(old.id for old in found.memories))
        self._put(replace(memory, state="current", valid_until=None, supersedes=supersedes))
        return self._memories[memory.id]

    def put(self, memory: Memory, vector: Vector | None = None, *, stored: Memory | None = None) -> None:
        """Write a memory as it is. ``stored`` is the version that it replaces, if there is one."""
        if stored is not None:
            self._stored.setdefault(memory.id, stored)
        if vector is not None:
            self._vectors[memory.id] = vector
        self._put(memory)

    def memories(self) -> list[Memory]:
        """Return the memories, with all changes so far."""
        return list(self._memories.values())

    def changes(self) -> list[PutMemory]:
        """Return the changes to write. Stored memories come first: a memory is superseded before its successor."""
        order = [
            *(id for id in self._changed if id in self._stored),
            *(id for id in self._changed if id not in self._stored),
        ]
        return [
            PutMemory(
                self._memories[id],
                Embedded(self.model, {0: self._vectors[id]}) if id in self._vectors else None,
                replaces=self._stored.get(id),
            )
            for id in order
        ]

    async def _compare(self, new: Memory, vector: Vector | None, *, ended: bool) -> Comparison:
        statement = Statement(new.content, new.field, new.value, ended)
        cosines = await self._cosines(new.content, vector) if new.field is None else {}
        known = [
            Known(memory, cosines.get(memory.id, -1.0))
            for memory in self._memories.values()
            if memory.state in OPEN_STATES and memory.id != new.id
        ]
        return compare(statement, known, self.thresholds, many=self.many, slots=self.slots)

    async def _cosines(self, content: str, vector: Vector | None) -> dict[str, float]:
        """Return the cosines of the nearest memories, with those that are not written yet."""
        if vector is None:
            return {}
        view = View(self.scope, kinds=LEARNED_KINDS, states=OPEN_STATES)
        query = Query(view, Counter(terms(content)), _MAX_NEAREST, vector, self.model)
        nearest, records = await self.store.search(query, _nearest)
        found = {records[key].id: cosine for key, cosine in nearest.cosines.items() if key in records}
        return found | {id: float(other @ vector) for id, other in self._vectors.items()}

    def _put(self, memory: Memory) -> None:
        self._memories[memory.id] = memory
        self._changed.pop(memory.id, None)  # the last to change is written last
        self._changed[memory.id] = None

    async def _add_evidence(self, old: Memory, new: Memory, vector: Vector | None, *, explicit: bool) -> None:
        """Add the evidence of a repeated statement to the memory; an explicit one also confirms a disputed memory."""
        source = min(old.source, new.source, key=SOURCES.index)
        updated = replace(old, evidence=merge_evidence(old.evidence, new.evidence), source=source)
        if old.state == "disputed" and explicit:
            await self.confirm(replace(updated, valid_from=new.valid_from), vector, stored=self._stored.get(old.id))
        elif updated != old:
            self._put(updated)

    def _replace(self, olds: Sequence[Memory], new: Memory) -> None:
        """Supersede the older statements; if a current one is newer than ``new``, that one supersedes ``new``."""
        later = [old for old in olds if old.valid_from > new.valid_from and old.state == "current"]
        if later:
            first = min(later, key=lambda old: old.valid_from)
            self._put(replace(new, state="superseded", valid_until=first.valid_from, superseded_by=first.id))
            return
        self._supersede(olds, new)

    def _supersede(self, olds: Iterable[Memory], new: Memory) -> None:
        ended = [old for old in olds if old.valid_from <= new.valid_from or old.state == "disputed"]
        for old in ended:
            self._put(supersede(old, new.valid_from))
        self._put(replace(new, supersedes=(*new.supersedes, *(old.id for old in ended))))


def supersede(old: Memory, when: datetime) -> Memory:
    """Return a memory as superseded since ``when``. A disputed one was never valid, so it ends when it began."""
    until = old.valid_from if old.state == "disputed" else max(old.valid_from, when)
    return replace(old, state="superseded", valid_until=until)


def _inherit_field(new: Memory, olds: Sequence[Memory]) -> Memory:
    """Return a memory with the field of the memories that it replaces, if it has none itself."""
    field = next((old.field for old in olds if old.field), None)
    return replace(new, field=field) if new.field is None and field else new


def merge_evidence(one: Sequence[Evidence], other: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence of both without duplicates; if there is too much, the first and the newest."""
    everything = tuple(dict.fromkeys((*one, *other)))
    if len(everything) <= _MAX_EVIDENCE:
        return everything
    return (everything[0], *everything[1 - _MAX_EVIDENCE :])


def _nearest(pool: Pool) -> _Nearest:
    has_vector = ~np.isnan(pool.cosines)
    keys, cosines = pool.keys[has_vector], pool.cosines[has_vector]
    order = np.argsort(-cosines, kind="stable")[:_MAX_NEAREST]
    chosen: list[int] = keys[order].tolist()
    return _Nearest(chosen, dict(zip(chosen, cosines[order].tolist(), strict=True)))
