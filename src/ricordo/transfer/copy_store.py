"""Moving a whole memory from one store to another.

Turns go first, in their order, then the memories that rest on them, then what people allow, since that may forbid what
was kept before. What is there already is not written again, so that a move that was interrupted is simply started
again. In the end both stores are read from beginning to end and compared, by count and by digest. The source is only
ever read.

Learning jobs stay behind: what they wait for is in the source, and is learned from there or anew. What learning has
cost stays with whoever paid for it. So does a refusal by somebody who was forgotten: only its hash is known.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.changes import AddTurns, Embedded, PrepareModel, PutMemory, PutVectors, ServeModel, SetConsent
from ricordo.ports.paging import read_pages
from ricordo.ports.store import Kept, Store, View
from ricordo.transfer.records import row_of
from ricordo.values import STATES, Memory, Scope, StoredTurn, StoreError

_PAGE = 256

Progress = Callable[[int], object]
"""Told how many more of the things that are there have been dealt with; each comes by three times."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """What a store holds: how many of each, and a digest of all of it that does not depend on the order."""

    turns: int
    memories: int
    vectors: int
    consents: int
    digest: str


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What a move came to; ``jobs`` are those that stayed behind."""

    inventory: Inventory
    jobs: int


async def move(source: Store, target: Store, progress: Progress) -> CopyReport:
    """Copy everything and verify it. May be interrupted, and started again."""
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
    expected, found = await inventory(source, progress), await inventory(target, progress)
    if found != expected:
        raise StoreError(
            f"the target does not hold the same as the source: {_counts(found)}, where there should be "
            f"{_counts(expected)}; was it empty, and was nothing written to either meanwhile? Start the move again"
        )
    return CopyReport(expected, await source.pending())


async def _copy_models(source: Store, target: Store) -> None:
    """Have the same model serve; first, so that nothing is noted as lacking another one's vectors."""
    models = await source.models()
    if models.serving is not None:
        if (await target.models()).serving not in {None, models.serving}:
            await target.write([PrepareModel(models.serving)])  # it changed since the move was begun
        await target.write([ServeModel(models.serving)])
    if models.preparing is not None:
        await target.write([PrepareModel(models.preparing)])


async def inventory(store: Store, progress: Progress) -> Inventory:
    """Read a store from beginning to end."""
    turns = memories = vectors = total = 0
    async for page in _pages(store):
        for kept in page:
            total += _fingerprint(kept)
            turns += isinstance(kept.record, StoredTurn)
            memories += isinstance(kept.record, Memory)
            vectors += len(kept.vectors)
        progress(len(page))
    consents = await store.consents(None)
    total += sum(_hashed(f"{sorted(scope.parts.items())} {consent}".encode()) for scope, consent in consents)
    digest = (total % 2**256).to_bytes(32, "big").hex()
    return Inventory(turns, memories, vectors, len(consents), digest)


def _counts(held: Inventory) -> str:
    return f"{held.turns} turns, {held.memories} memories, {held.vectors} vectors, digest {held.digest[:12]}"


def _fingerprint(kept: Kept) -> int:
    """A number for a record and its vectors; of all records they are added up, so that no order has to be agreed on."""
    parts = [json.dumps(row_of(kept.record), sort_keys=True).encode()]
    parts += [model.encode() + kept.vectors[model].astype("<f2").tobytes() for model in sorted(kept.vectors)]
    return _hashed(b"\0".join(parts))


def _hashed(data: bytes) -> int:
    return int.from_bytes(hashlib.sha256(data).digest(), "big")


def _pages(store: Store) -> AsyncIterator[Sequence[Kept]]:
    return read_pages(lambda after: store.everything(after=after, limit=_PAGE), lambda kept: kept.key)


Vectors = Mapping[str, NDArray[np.float32]]
Said = tuple[StoredTurn, Vectors]


def _turns(page: Sequence[Kept]) -> list[Said]:
    return [(kept.record, kept.vectors) for kept in page if isinstance(kept.record, StoredTurn)]


async def _add_turns(target: Store, scope: Scope, said: Sequence[Said]) -> None:
    """Append the turns that are not there yet, and give all of them the vectors that they lack."""
    known = await _turn_keys(target, scope, said)
    there = await _vectors_there(target, known.values())
    if new := [(turn, vectors) for turn, vectors in said if turn.id not in known]:
        first = min((model for _, vectors in new for model in vectors), default=None)
        rows = {
            place: vectors[first] for place, (_, vectors) in enumerate(new) if first is not None and first in vectors
        }
        embedded = Embedded(first, rows) if first is not None else None
        await target.write([AddTurns(scope, tuple(turn for turn, _ in new), embedded)])
        if {model for _, vectors in new for model in vectors} - {first}:
            known |= await _turn_keys(target, scope, new)
            for turn, vectors in new:
                there[known[turn.id]] = {model: vector for model, vector in vectors.items() if model == first}
    await _put_vectors(target, [(known[turn.id], vectors) for turn, vectors in said if turn.id in known], there)


async def _turn_keys(target: Store, scope: Scope, said: Sequence[Said]) -> dict[str, int]:
    """Where those of the turns lie that are there."""
    ids = [turn.id for turn, _ in said]
    return {turn.id: key for key, turn in await target.turns(scope, ids=ids, limit=2**31) if turn.scope == scope}


async def _put_memory(target: Store, memory: Memory, vectors: Vectors) -> None:
    """Put a memory that is not there as it is, and give it the vectors that it lacks."""
    if memory not in (await _memories(target, memory)).values():
        first = min(vectors, default=None)
        embedded = Embedded(first, {0: vectors[first]}) if first is not None else None
        await target.write([PutMemory(memory, embedded)])
        if len(vectors) < 2:
            return
    keys = await _memories(target, memory)
    await _put_vectors(target, [(key, vectors) for key in keys], await _vectors_there(target, keys))


async def _memories(target: Store, memory: Memory) -> dict[int, Memory]:
    """The memory under the id and in the scope of the given one, by its key."""
    view = View(memory.scope, states=frozenset(STATES))
    found = await target.memories(view, ids=[memory.id], limit=2**31)
    return {key: other for key, other in found if other.scope == memory.scope}


async def _vectors_there(target: Store, keys: Iterable[int]) -> dict[int, Vectors]:
    """The vectors that things have which are there already: the source may have got more since."""
    return {key: kept.vectors for key in keys for kept in await target.everything(after=key - 1, limit=1)}


async def _put_vectors(target: Store, rows: Sequence[tuple[int, Vectors]], there: Mapping[int, Vectors]) -> None:
    """Put the vectors that are not there as they are."""
    wanted: dict[str, dict[int, NDArray[np.float32]]] = {}
    for key, vectors in rows:
        for model, vector in vectors.items():
            if model not in there[key] or not np.array_equal(there[key][model], vector):
                wanted.setdefault(model, {})[key] = vector
    for model, given in wanted.items():
        await target.write([PutVectors(model, given)])
