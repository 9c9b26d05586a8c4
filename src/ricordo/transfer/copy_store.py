"""Copy everything from one store to another.

Turns are copied first, in their order, then the memories that cite them, then consents and rules of retention, because
a consent may forbid what was stored before. Records that the target already has are not written again, so an
interrupted copy can be started again. In the end both stores are read completely and compared, by count and by digest.
The source is only read.

Learning jobs, receipts and the usage of models are not copied. Neither are the consents of people who were forgotten,
of whom only a hash is stored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.changes import (
    AddTurns,
    Embedded,
    PrepareModel,
    PutMemory,
    PutVectors,
    ServeModel,
    SetConsent,
    SetRetention,
)
from ricordo.ports.paging import read_pages
from ricordo.ports.store import Store, StoredRecord, View
from ricordo.transfer.records import to_row
from ricordo.values import STATES, Memory, Scope, StoredTurn, StoreError

_PAGE = 256

Progress = Callable[[int], object]
"""A function that is called with the number of records since the last call. Each record counts three times."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """The counts of a store, and a digest of its content that does not depend on the order."""

    turns: int
    memories: int
    vectors: int
    consents: int
    digest: str


@dataclass(frozen=True, slots=True)
class CopyReport:
    """The result of a copy. `jobs` is the number of learning jobs that were not copied."""

    inventory: Inventory
    jobs: int


async def copy_all(source: Store, target: Store, progress: Progress) -> CopyReport:
    """Copy everything and verify it. An interrupted copy can be started again.

    Raises:
        StoreError: The target does not hold the same as the source afterwards.
    """
    await _copy_models(source, target)
    async for page in _pages(source):
        for scope, turns in groupby(_turns(page), key=lambda item: item[0].scope):
            await _add_turns(target, scope, list(turns))
        progress(len(page))
    async for page in _pages(source):
        for kept in page:
            if isinstance(kept.record, Memory):
                await _put_memory(target, kept.record, kept.vectors)
    for scope, consent in await source.consents(None):
        await target.write([SetConsent(scope, consent.capture, consent.learning, consent.sharing)])
    for scope, rule in await source.retentions(None):
        await target.write([SetRetention(scope, frozenset({kind}), days) for kind, days in rule.days.items()])
    expected, actual = await take_inventory(source, progress), await take_inventory(target, progress)
    if actual != expected:
        raise StoreError(
            f"the target does not hold the same as the source: {_describe(actual)} instead of "
            f"{_describe(expected)}. Copy into an empty store, write to neither meanwhile, and start the copy again"
        )
    return CopyReport(expected, await source.pending())


async def _copy_models(source: Store, target: Store) -> None:
    """Make the same models serve. This comes first, so that no record counts as missing a vector of another model."""
    models = await source.models()
    if models.serving is not None:
        if (await target.models()).serving not in {None, models.serving}:
            await target.write([PrepareModel(models.serving)])  # it has changed since the copy was started
        await target.write([ServeModel(models.serving)])
    if models.preparing is not None:
        await target.write([PrepareModel(models.preparing)])


async def take_inventory(store: Store, progress: Progress) -> Inventory:
    """Read a store completely and return its counts and digest."""
    turns = memories = vectors = total = 0
    async for page in _pages(store):
        for kept in page:
            total += _fingerprint(kept)
            turns += isinstance(kept.record, StoredTurn)
            memories += isinstance(kept.record, Memory)
            vectors += len(kept.vectors)
        progress(len(page))
    consents = await store.consents(None)
    total += sum(_hash_to_int(f"{sorted(scope.parts.items())} {consent}".encode()) for scope, consent in consents)
    rules = await store.retentions(None)
    total += sum(_hash_to_int(f"{sorted(scope.parts.items())} {rule}".encode()) for scope, rule in rules)
    digest = (total % 2**256).to_bytes(32, "big").hex()
    return Inventory(turns, memories, vectors, len(consents), digest)


def _describe(inventory: Inventory) -> str:
    counts = f"{inventory.turns} turns, {inventory.memories} memories, {inventory.vectors} vectors"
    return f"{counts}, digest {inventory.digest[:12]}"


def _fingerprint(kept: StoredRecord) -> int:
    """Return a number for a record and its vectors. The numbers are summed, so that the order does not matter."""
    parts = [json.dumps(to_row(kept.record), sort_keys=True).encode()]
    parts += [model.encode() + kept.vectors[model].astype("<f2").tobytes() for model in sorted(kept.vectors)]
    return _hash_to_int(b"\0".join(parts))


def _hash_to_int(data: bytes) -> int:
    return int.from_bytes(hashlib.sha256(data).digest(), "big")


def _pages(store: Store) -> AsyncIterator[Sequence[StoredRecord]]:
    return read_pages(lambda after: store.scan_records(after=after, limit=_PAGE), lambda kept: kept.key)


Vectors = Mapping[str, NDArray[np.float32]]
TurnVectors = tuple[StoredTurn, Vectors]


def _turns(page: Sequence[StoredRecord]) -> list[TurnVectors]:
    return [(kept.record, kept.vectors) for kept in page if isinstance(kept.record, StoredTurn)]


async def _add_turns(target: Store, scope: Scope, turns: Sequence[TurnVectors]) -> None:
    """Add the turns and the vectors that the target does not have."""
    keys = await _turn_keys(target, scope, turns)
    existing = await _read_vectors(target, keys.values())
    if new := [(turn, vectors) for turn, vectors in turns if turn.id not in keys]:
        first = min((model for _, vectors in new for model in vectors), default=None)
        rows = {
            position: vectors[first]
            for position, (_, vectors) in enumerate(new)
            if first is not None and first in vectors
        }
        embedded = Embedded(first, rows) if first is not None else None
        await target.write([AddTurns(scope, tuple(turn for turn, _ in new), embedded)])
        if {model for _, vectors in new for model in vectors} - {first}:
            keys |= await _turn_keys(target, scope, new)
            for turn, vectors in new:
                existing[keys[turn.id]] = {model: vector for model, vector in vectors.items() if model == first}
    await _put_vectors(target, [(keys[turn.id], vectors) for turn, vectors in turns if turn.id in keys], existing)


async def _turn_keys(target: Store, scope: Scope, turns: Sequence[TurnVectors]) -> dict[str, int]:
    """Return the keys of the turns that the target already has, by id."""
    ids = [turn.id for turn, _ in turns]
    return {turn.id: key for key, turn in await target.turns(scope, ids=ids, limit=2**31) if turn.scope == scope}


async def _put_memory(target: Store, memory: Memory, vectors: Vectors) -> None:
    """Put a memory and its vectors unless the target has them."""
    if memory not in (await _read_memories(target, memory)).values():
        first = min(vectors, default=None)
        embedded = Embedded(first, {0: vectors[first]}) if first is not None else None
        await target.write([PutMemory(memory, embedded)])
        if len(vectors) < 2:
            return
    keys = await _read_memories(target, memory)
    await _put_vectors(target, [(key, vectors) for key in keys], await _read_vectors(target, keys))


async def _read_memories(target: Store, memory: Memory) -> dict[int, Memory]:
    """Return the memories with the id and the scope of `memory`, by key."""
    view = View(memory.scope, states=frozenset(STATES))
    rows = await target.memories(view, ids=[memory.id], limit=2**31)
    return {key: other for key, other in rows if other.scope == memory.scope}


async def _read_vectors(target: Store, keys: Iterable[int]) -> dict[int, Vectors]:
    """Return the vectors that records of the target have. The source may have got more since they were copied."""
    return {key: kept.vectors for key in keys for kept in await target.scan_records(after=key - 1, limit=1)}


async def _put_vectors(target: Store, rows: Sequence[tuple[int, Vectors]], existing: Mapping[int, Vectors]) -> None:
    """Put the vectors that are missing or different in the target."""
    missing: dict[str, dict[int, NDArray[np.float32]]] = {}
    for key, vectors in rows:
        for model, vector in vectors.items():
            if model not in existing[key] or not np.array_equal(existing[key][model], vector):
                missing.setdefault(model, {})[key] = vector
    for model, rows_of_model in missing.items():
        await target.write([PutVectors(model, rows_of_model)])
