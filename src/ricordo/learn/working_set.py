"""The memories of one scope while learning changes them: loaded once, changed in memory, written in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from ricordo.language.slots import GENERAL_SLOTS, SlotRegistry
from ricordo.language.words import terms
from ricordo.learn.reconcile import Comparison, Known, Statement, Thresholds, compare, has_new_details
from ricordo.learn.subjects import is_mentioned, is_same_subject, resolve_subject
from ricordo.ports import judge
from ricordo.ports.changes import Embedded, PutMemory
from ricordo.ports.paging import read_memories
from ricordo.ports.store import Pool, Query, Store, View
from ricordo.values import SOURCES, Evidence, Kind, Memory, Scope, State

LEARNED_KINDS: frozenset[Kind] = frozenset({"episodic", "semantic", "profile"})
OPEN_STATES: frozenset[State] = frozenset({"current", "disputed"})

_MAX_EVIDENCE = 20
_MAX_NEAREST = 20
_MAX_JUDGED = 8
"""Nearest memories that a judge compares with a new statement."""

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Nearest:
    """A ranking for ``Store.search``: the keys of the nearest memories, and their cosines."""

    record_keys: list[int]
    cosines: dict[int, float]


@dataclass(frozen=True, slots=True)
class NewStatement:
    """A verified statement that is about to be reconciled with the known memories.

    Attributes:
        memory: The statement, as a memory.
        vector: The vector of its content.
        said_at: When it was said.
        ended: Whether it says that something is over.
        explicit: Whether it was said plainly.
        same_as: The id of the known memory that it repeats, if its extractor said so.
        replaces: The ids of the known memories whose place it takes, if its extractor said so.
        ends: The ids of the known memories that are over, if its extractor said so.
        shown: The ids of the known memories that its extractor was shown when it called the statement new.
        told_with: The ids of the memories that stand in the same answer of a model. No answer contradicts itself.
    """

    memory: Memory
    vector: Vector | None
    said_at: datetime
    ended: bool = False
    explicit: bool = True
    same_as: str | None = None
    replaces: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    shown: frozenset[str] = frozenset()
    told_with: frozenset[str] = frozenset()


@dataclass(slots=True)
class WorkingSet:
    """The current and disputed memories of one scope, and the changes to them that are not written yet.

    ``model`` names the embedding model of the vectors. ``many`` names the slots that take many values, besides those of
    the slot registry. ``judge`` compares statements that have no slot in common.
    """

    store: Store
    scope: Scope
    model: str
    thresholds: Thresholds
    many: frozenset[str] = frozenset()
    slots: SlotRegistry = GENERAL_SLOTS
    judge: judge.Judge | None = None
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

    async def reconcile(self, new: NewStatement) -> Memory:
        """Add a learned memory, and change the memories that it repeats, refines, contradicts or ends.

        A memory that is not explicit, or comes from a weaker source than what it contradicts, becomes disputed.

        Returns:
            The memory that says it now: the new one, or the one that it repeats.
        """
        memory = replace(new.memory, subject=resolve_subject(new.memory.subject, self._subjects()))
        cosines = await self._cosines(memory.content, new.vector)
        found = self._follow_extractor(memory, new, cosines) or await self._compare(memory, new, cosines)
        if new.vector is not None:
            self._vectors[memory.id] = new.vector
        if new.ended:  # "no longer lives in Oslo" gives the field no value
            memory = replace(memory, field=None, value=None)
        source = SOURCES.index(memory.source)
        prevails = new.explicit and all(source <= SOURCES.index(old.source) for old in found.memories)
        if found.relation == "same":
            is_settled = new.explicit and memory.source == "person"  # only the person decides what is disputed
            await self._add_evidence(found.memories[0], memory, new.vector, explicit=is_settled)
            return self._memories[found.memories[0].id]
        if found.relation == "new":
            self._put(memory)
        elif not prevails:
            self._put(replace(memory, state="disputed"))
        elif found.relation == "ends":
            self._supersede(found.memories, memory, new.said_at)
        else:
            self._replace(found.memories, _inherit_field(memory, found.memories), new.said_at)
        return self._memories[memory.id]

    def _follow_extractor(self, memory: Memory, new: NewStatement, cosines: Mapping[str, float]) -> Comparison | None:
        """Return the relation that the extractor named, if the memories that it named can have it.

        Memories of the same slot that the new one contradicts are outdated too, named or not.
        """
        same, replaced, ended = (
            tuple(old for old in self._find_named(ids) if self._may_concern(memory, old, cosines))
            for ids in ((new.same_as,) if new.same_as else (), new.replaces, new.ends)
        )
        if same and not has_new_details(Statement.of(memory), Statement.of(same[0])):
            is_paraphrase = cosines.get(same[0].id, -1.0) >= self.thresholds.near_same
            if is_paraphrase or _have_common_value(memory, same[0]):
                return Comparison("same", same)
        if ended:
            return Comparison("ends", ended)
        if not replaced:
            return None
        outdated = {old.id: old for old in (*replaced, *self._find_contrary(memory, new.told_with))}
        return Comparison("contradicts", tuple(outdated.values()))

    def _may_concern(self, new: Memory, old: Memory, cosines: Mapping[str, float]) -> bool:
        """Return whether a statement can change a known one: it is about the same subject and something like it.

        A model that errs, or obeys somebody, would otherwise end an allergy because of a taste in music.
        """
        if not is_same_subject(new.subject, old.subject):
            if new.subject is not None and old.subject is not None:
                return False
            if not is_mentioned(new.subject or old.subject or "", new.content if old.subject else old.content):
                return False
        if new.field is not None and new.field == old.field:
            return True
        is_near = cosines.get(old.id, -1.0) >= self.thresholds.near
        return is_near or bool(set(terms(new.content)) & set(terms(old.content)))

    def _find_named(self, ids: Sequence[str]) -> tuple[Memory, ...]:
        found = (self._memories.get(id) for id in ids)
        return tuple(memory for memory in found if memory is not None and memory.state in OPEN_STATES)

    def _find_contrary(self, memory: Memory, told_with: frozenset[str]) -> tuple[Memory, ...]:
        """Return the memories of the same slot that a memory contradicts, repeats or refines."""
        if memory.field is None:
            return ()
        others = [old for old in self._memories.values() if old.field and old.id not in told_with]
        known = [Known(old, -1.0) for old in others if _is_open(old, memory)]
        return compare(Statement.of(memory), known, self.thresholds, many=self.many, slots=self.slots).memories

    def _subjects(self) -> list[str | None]:
        return [memory.subject for memory in self._memories.values() if memory.subject is not None]

    async def confirm(self, memory: Memory, vector: Vector | None = None, *, stored: Memory | None = None) -> Memory:
        """Make a memory current, and supersede the memories that it contradicts or repeats.

        ``stored`` is the memory as it was read when it was decided to confirm it.
        """
        self._memories.pop(memory.id, None)
        if stored is not None:  # the decision rests on this version, even if ``load`` has read a newer one
            self._stored[memory.id] = stored
        if vector is not None:
            self._vectors[memory.id] = vector
        cosines = await self._cosines(memory.content, vector)
        found = await self._compare(memory, NewStatement(memory, vector, memory.valid_from), cosines)
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

    async def rank(self, texts: Sequence[str], vectors: Sequence[Vector | None]) -> list[str]:
        """Return the ids of the memories, those that are nearest to any of the texts first."""
        scores = dict.fromkeys(self._memories, -1.0)
        for text, vector in zip(texts, vectors, strict=True):
            words = set(terms(text))
            cosines = await self._cosines(text, vector)
            for id, memory in self._memories.items():
                overlap = len(words & set(terms(memory.content))) / max(1, len(words))
                scores[id] = max(scores[id], cosines.get(id, 0.0) + overlap)
        return sorted(scores, key=lambda name: -scores[name])

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

    async def _compare(self, memory: Memory, new: NewStatement, cosines: Mapping[str, float]) -> Comparison:
        statement = Statement.of(memory, ended=new.ended)
        others = [old for old in self._memories.values() if _is_open(old, memory) and old.id != memory.id]
        opinions = await self._ask_judge(memory, others, cosines)
        known = [
            Known(old, cosines.get(old.id, -1.0), opinions.get(old.id), was_shown=old.id in new.shown) for old in others
        ]
        found = compare(statement, known, self.thresholds, many=self.many, slots=self.slots)
        if found.relation in {"contradicts", "ends"} and any(old.id in new.told_with for old in found.memories):
            known = [item for item in known if item.memory.id not in new.told_with]
            found = compare(statement, known, self.thresholds, many=self.many, slots=self.slots)
        return found

    async def _ask_judge(
        self, new: Memory, known: Sequence[Memory], cosines: Mapping[str, float]
    ) -> dict[str, Mapping[judge.Relation, float]]:
        """Return what the judge says about the nearest memories of the same subject, by their ids."""
        if self.judge is None or not self.judge.knows(new.content):
            return {}
        turns = {part.turn_id for part in new.evidence}  # in one turn, nobody repeats or takes back what they say
        near = [
            memory
            for memory in known
            if is_same_subject(memory.subject, new.subject)
            and turns.isdisjoint(part.turn_id for part in memory.evidence)
        ]
        near = sorted(near, key=lambda memory: -cosines.get(memory.id, -1.0))[:_MAX_JUDGED]
        opinions = await self.judge.relate([(memory.content, new.content) for memory in near])
        return {memory.id: opinion for memory, opinion in zip(near, opinions, strict=True)}

    async def _cosines(self, content: str, vector: Vector | None) -> dict[str, float]:
        """Return the cosines of the nearest memories, with those that are not written yet."""
        if vector is None:
            return {}
        view = View(self.scope, kinds=LEARNED_KINDS, states=OPEN_STATES)
        query = Query(view, Counter(terms(content)), _MAX_NEAREST, vector, self.model)
        nearest, records = await self.store.search(query, _select_nearest)
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

    def _replace(self, olds: Sequence[Memory], new: Memory, said_at: datetime) -> None:
        """Supersede the older statements; if a current one is newer than ``new``, that one supersedes ``new``."""
        later = [old for old in olds if old.valid_from > said_at and old.state == "current"]
        if later:
            first = min(later, key=lambda old: old.valid_from)
            self._put(replace(new, state="superseded", valid_until=first.valid_from, superseded_by=first.id))
            return
        self._supersede(olds, new, said_at)

    def _supersede(self, olds: Iterable[Memory], new: Memory, said_at: datetime) -> None:
        ended = [old for old in olds if old.valid_from <= said_at or old.state == "disputed"]
        for old in ended:
            self._put(supersede(old, new.valid_from))
        self._put(replace(new, supersedes=(*new.supersedes, *(old.id for old in ended))))


def supersede(old: Memory, when: datetime) -> Memory:
    """Return a memory as superseded since ``when``. A disputed one was never valid, so it ends when it began."""
    until = old.valid_from if old.state == "disputed" else max(old.valid_from, when)
    return replace(old, state="superseded", valid_until=until)


def _is_open(old: Memory, new: Memory) -> bool:
    """Return whether a memory is open, and was not over before the new one began."""
    return old.state in OPEN_STATES and (old.valid_until is None or old.valid_until > new.valid_from)


def _have_common_value(one: Memory, other: Memory) -> bool:
    """Return whether two memories of one field have a word of their values in common."""
    if one.field is None or one.field != other.field:
        return False
    return bool(set(terms(str(one.value))) & set(terms(str(other.value))))


def _inherit_field(new: Memory, olds: Sequence[Memory]) -> Memory:
    """Return a memory with the one field of the memories that it replaces, if it has none itself."""
    fields = {old.field for old in olds if old.field}
    return replace(new, field=fields.pop()) if new.field is None and len(fields) == 1 and not new.negated else new


def merge_evidence(one: Sequence[Evidence], other: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence of both without duplicates; if there is too much, the first and the newest."""
    everything = tuple(dict.fromkeys((*one, *other)))
    if len(everything) <= _MAX_EVIDENCE:
        return everything
    return (everything[0], *everything[1 - _MAX_EVIDENCE :])


def _select_nearest(pool: Pool) -> _Nearest:
    has_vector = ~np.isnan(pool.cosines)
    keys, cosines = pool.keys[has_vector], pool.cosines[has_vector]
    order = np.argsort(-cosines, kind="stable")[:_MAX_NEAREST]
    chosen: list[int] = keys[order].tolist()
    return _Nearest(chosen, dict(zip(chosen, cosines[order].tolist(), strict=True)))
