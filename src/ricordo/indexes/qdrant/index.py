"""The index protocol, implemented with Qdrant."""

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

from ricordo.indexes.breaker import Breaker
from ricordo.indexes.qdrant import layout, url, words
from ricordo.indexes.qdrant.nodes import Cluster, QdrantRefusal
from ricordo.ports.index import (
    Collection,
    IndexAnswer,
    IndexQuery,
    IndexUnavailable,
    Nodes,
    Point,
    shard_of,
)
from ricordo.values import StoreError

_PAGE_SIZE = 512

_MAX_REQUEST_BYTES = 8_000_000
"""Qdrant refuses requests larger than 32 MiB, and a long text may hold many thousand keywords."""


class _ScoredPoint(msgspec.Struct):
    id: int
    score: float


class _SearchResult(msgspec.Struct):
    points: list[_ScoredPoint]


class _CountResult(msgspec.Struct):
    count: int


class _CollectionName(msgspec.Struct):
    name: str


class _CollectionList(msgspec.Struct):
    collections: list[_CollectionName]


class _ClusterInfo(msgspec.Struct):
    status: str
    peers: dict[str, Any] = {}


class _Shard(msgspec.Struct):
    shard_key: int | str | None = None


class _ShardList(msgspec.Struct):
    local_shards: list[_Shard]
    remote_shards: list[_Shard]


class _StoredPoint(msgspec.Struct):
    id: int
    vector: dict[str, list[float]] = {}


class _ScrollPage(msgspec.Struct):
    points: list[_StoredPoint]
    next_page_offset: int | None = None


class QdrantIndex:
    """A Qdrant cluster, or a single server."""

    has_keywords = True

    def __init__(self, address: str) -> None:
        self._address = url.parse(address)
        self._cluster = Cluster(self._address)
        self._breaker = Breaker(self._address.name)

    @property
    def name(self) -> str:
        return self._address.name

    @property
    def recently_failed(self) -> bool:
        return self._breaker.is_open

    async def shards(self) -> int:
        nodes = await self._count_nodes()
        return (self._address.shards or layout.shards(nodes)) if nodes else 0

    async def create(self, collection: Collection) -> None:
        copies = self._address.replicas or layout.replicas(await self._count_nodes())
        path = self._path(collection)
        body = layout.collection(collection.dimensions, copies, split=collection.shards > 0)
        await self._create_if_missing(path, body)
        if collection.shards:
            there = await self._cluster.call("GET", f"{path}/cluster", wants=_ShardList)
            known = {shard.shard_key for shard in (*there.local_shards, *there.remote_shards)}
            for shard in sorted(set(range(collection.shards)) - known):
                await self._create_if_missing(f"{path}/shards", {"shard_key": shard})
        await self._cluster.call("PUT", f"{path}/index?wait=true", layout.OWNER_INDEX, wants=msgspec.Raw)

    async def drop(self, name: str) -> None:
        await self._cluster.call("DELETE", f"/collections/{self._address.prefix}_{name}", wants=msgspec.Raw)

    async def collections(self, beginning: str) -> list[str]:
        found = await self._cluster.call("GET", "/collections", wants=_CollectionList)
        start = f"{self._address.prefix}_"
        names = [item.name.removeprefix(start) for item in found.collections if item.name.startswith(start)]
        return sorted(name for name in names if name.startswith(beginning))

    async def put(self, collection: Collection, points: Sequence[Point], *, version: int) -> None:
        # A writer that was delayed must not replace newer points by older ones.
        older = {"must": [{"key": layout.VERSION, "range": {"lte": version}}]}
        for shard, some in _group_by_shard(collection, points).items():
            for rows in _split_requests(_encode_point(point, version) for point in some):
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
            await self._write(collection, "POST", "points/delete?wait=true", shard, {"filter": _owner_filter(owner)})

    async def ask(
        self, collection: Collection, queries: Sequence[IndexQuery], *, within: float | None = None
    ) -> list[IndexAnswer]:
        if not self._breaker.allow_request():
            raise IndexUnavailable(f"{self.name}: it did not answer a moment ago")
        seconds = min(self._address.timeout, math.inf if within is None else within)
        began = time.monotonic()
        searches = [search for query in queries for search in _build_searches(collection, query)]
        path = f"{self._path(collection)}/points/query/batch"
        try:
            found = await self._cluster.call(
                "POST", path, {"searches": searches}, wants=list[_SearchResult], within=seconds
            )
        except StoreError as error:
            if seconds > self._min_conclusive_seconds or not isinstance(error, IndexUnavailable):
                self._breaker.record_failure(error)
            raise
        except asyncio.CancelledError:
            # The caller had less time than our own limit. The next one must not wait for the index as well.
            if time.monotonic() - began > self._min_conclusive_seconds:
                self._breaker.record_failure(IndexUnavailable(f"{self.name}: it is too slow for the deadline"))
            raise
        self._breaker.record_success()
        answers = iter(found)
        return [_build_answer(query, islice(answers, _count_searches(query))) for query in queries]

    @property
    def _min_conclusive_seconds(self) -> float:
        """A caller who waited less than this has learned nothing about the health of the index."""
        return self._address.timeout / 4

    async def read_vectors(self, collection: Collection, owner: int) -> dict[int, NDArray[np.float32]]:
        vectors: dict[int, NDArray[np.float32]] = {}
        offset: int | None = 0
        while offset is not None:
            page = await self._cluster.call(
                "POST",
                f"{self._path(collection)}/points/scroll",
                {
                    "filter": _owner_filter(owner),
                    "limit": _PAGE_SIZE,
                    "with_payload": False,
                    "with_vector": [layout.DENSE],
                    "offset": offset,
                    **_shard_selector(shard_of(owner, collection)),
                },
                wants=_ScrollPage,
            )
            vectors |= {point.id: np.array(point.vector.get(layout.DENSE, []), np.float32) for point in page.points}
            offset = page.next_page_offset
        return vectors

    async def count(self, collection: Collection, *, exact: bool) -> int:
        path = f"{self._path(collection)}/points/count"
        within = None if exact else self._address.timeout
        return (await self._cluster.call("POST", path, {"exact": exact}, wants=_CountResult, within=within)).count

    async def nodes(self) -> Nodes:
        return await self._cluster.count_nodes()

    async def close(self) -> None:
        await self._cluster.close()

    def _path(self, collection: Collection) -> str:
        return f"/collections/{self._address.prefix}_{collection.name}"

    async def _count_nodes(self) -> int:
        """Return the number of nodes that the cluster reports, or 0 for a single server."""
        found = await self._cluster.call("GET", "/cluster", wants=_ClusterInfo)
        return len(found.peers) if found.status == "enabled" else 0

    async def _create_if_missing(self, path: str, body: Mapping[str, Any]) -> None:
        """Send a request that creates something. Another process may be creating it at the same time."""
        try:
            await self._cluster.call("PUT", path, body, wants=msgspec.Raw)
        except QdrantRefusal as error:
            if error.status not in {400, 409}:
                raise
            # If Qdrant refused it for another reason than that it exists, the next request fails.

    async def _write(
        self, collection: Collection, method: str, what: str, shard: int | None, body: Mapping[str, Any]
    ) -> None:
        await self._cluster.call(
            method, f"{self._path(collection)}/{what}", {**body, **_shard_selector(shard)}, wants=msgspec.Raw
        )


def _owner_filter(owner: int) -> dict[str, Any]:
    return {"must": [{"key": layout.OWNER, "match": {"value": owner}}]}


def _shard_selector(shard: int | None) -> dict[str, int]:
    return {} if shard is None else {"shard_key": shard}


def _encode_point(point: Point, version: int) -> dict[str, Any]:
    vectors: dict[str, Any] = {layout.DENSE: point.vector.tolist()}
    if point.words:
        counts = [float(count) for count in point.words.values()]
        vectors[layout.WORDS] = {"indices": list(point.words), "values": counts}
    return {"id": point.key, "vector": vectors, "payload": {layout.OWNER: point.owner, layout.VERSION: version}}


def _split_requests(rows: Iterable[dict[str, Any]]) -> Iterator[list[msgspec.Raw]]:
    """Yield the encoded rows in groups that fit into one request."""
    group: list[msgspec.Raw] = []
    size = 0
    for row in rows:
        encoded = msgspec.json.encode(row)
        if group and size + len(encoded) > _MAX_REQUEST_BYTES:
            yield group
            group, size = [], 0
        group.append(msgspec.Raw(encoded))
        size += len(encoded)
    if group:
        yield group


def _group_by_shard(collection: Collection, points: Iterable[Point]) -> dict[int | None, list[Point]]:
    shards: dict[int | None, list[Point]] = {}
    for point in points:
        shards.setdefault(shard_of(point.owner, collection), []).append(point)
    return shards


def _build_searches(collection: Collection, query: IndexQuery) -> list[dict[str, Any]]:
    within = _owner_filter(query.owner)
    if query.among is not None:
        within["must"].append({"has_id": list(query.among)})
    common = {"filter": within, "limit": query.most, **_shard_selector(shard_of(query.owner, collection))}
    how = {"exact": True} if query.exact else {"hnsw_ef": max(layout.SEARCH_BREADTH, query.most)}
    dense = {"query": query.vector.tolist(), "using": layout.DENSE, "params": how, **common}
    return [
        dense,
        *({"query": sparse, "using": layout.WORDS, **common} for sparse in words.encode_query(query.words)),
    ]


def _count_searches(query: IndexQuery) -> int:
    return 1 + len(list(words.encode_query(query.words)))


def _build_answer(query: IndexQuery, found: Iterable[_SearchResult]) -> IndexAnswer:
    columns = [
        (np.array([point.id for point in part.points], np.int64), np.array([point.score for point in part.points]))
        for part in found
    ]
    keys, cosines = columns[0]
    return IndexAnswer(keys, cosines.astype(np.float32), words.decode_scores(query.words, columns[1:]))
