"""The port's verbs over Qdrant."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ricordo.indexes.qdrant import layout, url, words
from ricordo.indexes.qdrant.breaker import Breaker
from ricordo.indexes.qdrant.nodes import Cluster, Refused
from ricordo.ports.index import (
    Answer,
    Collection,
    IndexUnavailable,
    Nodes,
    Point,
    Question,
    shard_of,
)
from ricordo.values import StoreError

_PAGE = 512

_MOST_BYTES = 8_000_000
"""In one request: Qdrant refuses what is larger than 32 MiB, and a long text may hold many thousand keywords."""


class _Scored(msgspec.Struct):
    id: int
    score: float


class _Found(msgspec.Struct):
    points: list[_Scored]


class _Counted(msgspec.Struct):
    count: int


class _Named(msgspec.Struct):
    name: str


class _Names(msgspec.Struct):
    collections: list[_Named]


class _Peers(msgspec.Struct):
    status: str
    peers: dict[str, Any] = {}


class _Shard(msgspec.Struct):
    shard_key: int | str | None = None


class _Shards(msgspec.Struct):
    local_shards: list[_Shard]
    remote_shards: list[_Shard]


class _Held(msgspec.Struct):
    id: int
    vector: dict[str, list[float]] = {}


class _Page(msgspec.Struct):
    points: list[_Held]
    next_page_offset: int | None = None


class QdrantIndex:
    """A Qdrant cluster, or a single server."""

    def __init__(self, address: str) -> None:
        self._address = url.parse(address)
        self._cluster = Cluster(self._address)
        self._breaker = Breaker(self._address.name)

    @property
    def name(self) -> str:
        return self._address.name

    @property
    def rests(self) -> bool:
        return self._breaker.is_open

    async def shards(self) -> int:
        nodes = await self._nodes()
        return (self._address.shards or layout.shards(nodes)) if nodes else 0

    async def create(self, collection: Collection) -> None:
        copies = self._address.replicas or layout.replicas(await self._nodes())
        path = self._path(collection)
        body = layout.collection(collection.dimensions, copies, split=collection.shards > 0)
        await self._make(path, body)
        if collection.shards:
            there = await self._cluster.call("GET", f"{path}/cluster", wants=_Shards)
            known = {shard.shard_key for shard in (*there.local_shards, *there.remote_shards)}
            for shard in sorted(set(range(collection.shards)) - known):
                await self._make(f"{path}/shards", {"shard_key": shard})
        await self._cluster.call("PUT", f"{path}/index?wait=true", layout.OWNER_INDEX, wants=msgspec.Raw)

    async def drop(self, name: str) -> None:
        await self._cluster.call("DELETE", f"/collections/{self._address.prefix}_{name}", wants=msgspec.Raw)

    async def collections(self, beginning: str) -> list[str]:
        found = await self._cluster.call("GET", "/collections", wants=_Names)
        start = f"{self._address.prefix}_"
        names = [item.name.removeprefix(start) for item in found.collections if item.name.startswith(start)]
        return sorted(name for name in names if name.startswith(beginning))

    async def put(self, collection: Collection, points: Sequence[Point], *, version: int) -> None:
        # A writer that was held up must not put what is old over what is newer.
        older = {"must": [{"key": layout.VERSION, "range": {"lte": version}}]}
        for shard, some in _by_shard(collection, points).items():
            for rows in _requests(_row(point, version) for point in some):
                body = {"points": rows, "update_filter": older}
                await self._write(collection, "PUT", "points?wait=true", shard, body)

    async def remove(self, collection: Collection, keys: Mapping[int, Sequence[int]]) -> None:
        shards: dict[int | None, list[int]] = {}
        for owner, some in keys.items():
            shards.setdefault(shard_of(owner, collection), []).extend(some)
        for shard, some in shards.items():
            await self._write(collection, "POST", "points/delete?wait=true", shard, {"points": some})

    async def remove_owners(self, collection: Collection, owners: Sequence[int]) -> None:
        for owner in owners:
            shard = shard_of(owner, collection)
            await self._write(collection, "POST", "points/delete?wait=true", shard, {"filter": _of(owner)})

    async def ask(
        self, collection: Collection, questions: Sequence[Question], *, within: float | None = None
    ) -> list[Answer]:
        if not self._breaker.allows():
            raise IndexUnavailable(f"{self.name}: it did not answer a moment ago")
        seconds = min(self._address.timeout, math.inf if within is None else within)
        began = time.monotonic()
        searches = [search for question in questions for search in _searches(collection, question)]
        path = f"{self._path(collection)}/points/query/batch"
        try:
            found = await self._cluster.call("POST", path, {"searches": searches}, wants=list[_Found], within=seconds)
        except StoreError as error:
            if seconds > self._soon or not isinstance(error, IndexUnavailable):
                self._breaker.failed(error)
            raise
        except asyncio.CancelledError:
            # Whoever asked had less time than we: the next one shall not wait for it as well.
            if time.monotonic() - began > self._soon:
                self._breaker.failed(IndexUnavailable(f"{self.name}: it is too slow for the deadline"))
            raise
        self._breaker.answered()
        answers = iter(found)
        return [_answer(question, islice(answers, _count(question))) for question in questions]

    @property
    def _soon(self) -> float:
        """Who could not wait longer than this says nothing about the index."""
        return self._address.timeout / 4

    async def held(self, collection: Collection, owner: int) -> dict[int, NDArray[np.float32]]:
        vectors: dict[int, NDArray[np.float32]] = {}
        offset: int | None = 0
        while offset is not None:
            page = await self._cluster.call(
                "POST",
                f"{self._path(collection)}/points/scroll",
                {
                    "filter": _of(owner),
                    "limit": _PAGE,
                    "with_payload": False,
                    "with_vector": [layout.DENSE],
                    "offset": offset,
                    **_in(shard_of(owner, collection)),
                },
                wants=_Page,
            )
            vectors |= {point.id: np.array(point.vector.get(layout.DENSE, []), np.float32) for point in page.points}
            offset = page.next_page_offset
        return vectors

    async def count(self, collection: Collection, *, exact: bool) -> int:
        path = f"{self._path(collection)}/points/count"
        within = None if exact else self._address.timeout
        return (await self._cluster.call("POST", path, {"exact": exact}, wants=_Counted, within=within)).count

    async def nodes(self) -> Nodes:
        return await self._cluster.look_around()

    async def close(self) -> None:
        await self._cluster.close()

    def _path(self, collection: Collection) -> str:
        return f"/collections/{self._address.prefix}_{collection.name}"

    async def _nodes(self) -> int:
        """How many nodes the cluster has by its own account; 0 where it is a server on its own."""
        found = await self._cluster.call("GET", "/cluster", wants=_Peers)
        return len(found.peers) if found.status == "enabled" else 0

    async def _make(self, path: str, body: Mapping[str, Any]) -> None:
        """Make something that somebody else may be making at the same moment."""
        try:
            await self._cluster.call("PUT", path, body, wants=msgspec.Raw)
        except Refused as error:
            if error.status not in {400, 409}:
                raise
            # If it was refused for another reason than being there, what comes next fails.

    async def _write(
        self, collection: Collection, method: str, what: str, shard: int | None, body: Mapping[str, Any]
    ) -> None:
        await self._cluster.call(method, f"{self._path(collection)}/{what}", {**body, **_in(shard)}, wants=msgspec.Raw)


def _of(owner: int) -> dict[str, Any]:
    return {"must": [{"key": layout.OWNER, "match": {"value": owner}}]}


def _in(shard: int | None) -> dict[str, int]:
    return {} if shard is None else {"shard_key": shard}


def _row(point: Point, version: int) -> dict[str, Any]:
    vectors: dict[str, Any] = {layout.DENSE: point.vector.tolist()}
    if point.words:
        counts = [float(count) for count in point.words.values()]
        vectors[layout.WORDS] = {"indices": list(point.words), "values": counts}
    return {"id": point.key, "vector": vectors, "payload": {layout.OWNER: point.owner, layout.VERSION: version}}


def _requests(rows: Iterable[dict[str, Any]]) -> Iterator[list[msgspec.Raw]]:
    """The rows as they are sent, no more at a time than one request may hold."""
    some: list[msgspec.Raw] = []
    size = 0
    for row in rows:
        encoded = msgspec.json.encode(row)
        if some and size + len(encoded) > _MOST_BYTES:
            yield some
            some, size = [], 0
        some.append(msgspec.Raw(encoded))
        size += len(encoded)
    if some:
        yield some


def _by_shard(collection: Collection, points: Iterable[Point]) -> dict[int | None, list[Point]]:
    shards: dict[int | None, list[Point]] = {}
    for point in points:
        shards.setdefault(shard_of(point.owner, collection), []).append(point)
    return shards


def _searches(collection: Collection, question: Question) -> list[dict[str, Any]]:
    within = _of(question.owner)
    if question.among is not None:
        within["must"].append({"has_id": list(question.among)})
    common = {"filter": within, "limit": question.most, **_in(shard_of(question.owner, collection))}
    how = {"exact": True} if question.exact else {"hnsw_ef": max(layout.SEARCH_BREADTH, question.most)}
    dense = {"query": question.vector.tolist(), "using": layout.DENSE, "params": how, **common}
    return [dense, *({"query": sparse, "using": layout.WORDS, **common} for sparse in words.asked(question.words))]


def _count(question: Question) -> int:
    return 1 + len(list(words.asked(question.words)))


def _answer(question: Question, found: Iterable[_Found]) -> Answer:
    columns = [
        (np.array([point.id for point in part.points], np.int64), np.array([point.score for point in part.points]))
        for part in found
    ]
    keys, cosines = columns[0]
    return Answer(keys, cosines.astype(np.float32), words.found(question.words, columns[1:]))
