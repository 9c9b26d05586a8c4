"""A vector store of MAF as the index beside PostgreSQL, for any database that MAF has a connector to."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from agent_framework import (
    BaseVectorCollection,
    BaseVectorSearch,
    BaseVectorStore,
    Filter,
    VectorStoreCollectionDefinition,
    VectorStoreField,
)
from ricordo.indexes.breaker import Breaker
from ricordo.language.bm25 import Postings
from ricordo.ports.index import (
    Collection,
    CollectionMissing,
    IndexAnswer,
    IndexQuery,
    IndexUnavailable,
    Nodes,
    Point,
)
from ricordo.values import StoreError

Record = dict[str, Any]
Scale = Callable[[NDArray[np.float64]], NDArray[np.float64]]

_PREFIX = "ricordo_"
_MAX_PASSES = 5
_PAGE_SIZE = 512
_SEARCH_SECONDS = 1.0
_MIN_CONCLUSIVE_SECONDS = _SEARCH_SECONDS / 4
"""A caller who waited less than this has learned nothing about the health of the index."""

_REQUEST_SECONDS = 30.0
_SCALES: tuple[Scale, ...] = (lambda score: score, lambda score: 1 - score, lambda score: 2 * score - 1)
"""Functions from a connector's scores to cosines: from a similarity, a distance, or a similarity between 0 and 1."""

_SCALE_TOLERANCE = 0.01
"""The error of vectors that a database keeps in fewer bits is smaller than this."""


class VectorStoreIndex:
    """A vector store of MAF.

    It holds vectors with the numbers of their owners and documents, and no keywords: the database has those. The caller
    opens and closes the vector store.
    """

    has_keywords = False

    def __init__(self, store: BaseVectorStore) -> None:
        self._store = store
        self._breaker = Breaker(self.name)
        self._scales: dict[str, Scale] = {}

    @property
    def name(self) -> str:
        return type(self._store).__name__

    @property
    def recently_failed(self) -> bool:
        return self._breaker.is_open

    async def shards(self) -> int:
        return 0

    async def create(self, collection: Collection) -> None:
        async with self._request():
            await self._open(collection).ensure_collection_exists()

    async def drop(self, name: str) -> None:
        async with self._request():
            await self._store.ensure_collection_deleted(_PREFIX + name)

    async def collections(self, beginning: str) -> list[str]:
        async with self._request():
            found = await self._store.list_collection_names()
        names = [name.removeprefix(_PREFIX) for name in found if name.startswith(_PREFIX)]
        return sorted(name for name in names if name.startswith(beginning))

    async def put(self, collection: Collection, points: Sequence[Point], *, version: int) -> None:
        opened = self._open(collection)
        async with self._request(collection):
            for start in range(0, len(points), _PAGE_SIZE):
                page = points[start : start + _PAGE_SIZE]
                stored = await opened.get([_encode_key(point.key) for point in page])
                newer = {record["id"] for record in stored if record["version"] > version}
                records = [_encode_point(point, version) for point in page if _encode_key(point.key) not in newer]
                if records:
                    await opened.upsert(records, generate_vectors=False)

    async def remove(self, collection: Collection, keys: Mapping[int, Sequence[int]]) -> None:
        wanted = [_encode_key(key) for some in keys.values() for key in some]
        async with self._request(collection):
            for start in range(0, len(wanted), _PAGE_SIZE):
                await self._open(collection).delete(wanted[start : start + _PAGE_SIZE])

    async def remove_owners(self, collection: Collection, owners: Sequence[int]) -> None:
        for owner in owners:
            for _ in range(_MAX_PASSES):  # a database without a stable order may leave some out of its pages
                keys = [_decode_key(record) async for record in self._read_all(collection, _filter_by_owner(owner))]
                if not keys:
                    break
                await self.remove(collection, {owner: keys})
            else:
                raise IndexUnavailable(f"{self.name}: it still lists what was removed")

    async def ask(
        self, collection: Collection, queries: Sequence[IndexQuery], *, within: float | None = None
    ) -> list[IndexAnswer]:
        if not self._breaker.allow_request():
            raise IndexUnavailable(f"{self.name}: it did not answer a moment ago")
        if any(query.among is not None for query in queries):
            # MAF's filters hold some sixty values, and a view may hold thousands of documents.
            raise IndexUnavailable(f"{self.name}: the database compares the vectors of so many documents")
        is_conclusive = within is None or within > _MIN_CONCLUSIVE_SECONDS
        began = time.monotonic()
        try:
            async with self._request(collection, seconds=min(_SEARCH_SECONDS, within or _SEARCH_SECONDS)):
                answers = [await self._answer(collection, query) for query in queries]
        except StoreError as error:
            if is_conclusive:
                self._breaker.record_failure(error)
            raise
        except asyncio.CancelledError:
            # The caller had less time than our own limit. The next one must not wait for the index as well.
            if time.monotonic() - began > _MIN_CONCLUSIVE_SECONDS:
                self._breaker.record_failure(IndexUnavailable(f"{self.name}: it is too slow for the deadline"))
            raise
        self._breaker.record_success()
        return answers

    async def read_vectors(self, collection: Collection, owner: int) -> dict[int, NDArray[np.float32]]:
        records = self._read_all(collection, _filter_by_owner(owner), include_vectors=True)
        return {_decode_key(record): np.array(record["vector"], np.float32) async for record in records}

    async def count(self, collection: Collection, *, exact: bool) -> int:
        if not exact:
            raise IndexUnavailable(f"{self.name}: it can count by reading everything only")
        return sum([1 async for _ in self._read_all(collection, None)])

    async def nodes(self) -> Nodes:
        try:
            async with self._request(seconds=_SEARCH_SECONDS):
                await self._store.list_collection_names()
        except StoreError:
            return Nodes(known=1, answering=0)
        return Nodes(known=1, answering=1)

    async def close(self) -> None:
        """Do nothing: the vector store is the caller's."""

    async def _answer(self, collection: Collection, query: IndexQuery) -> IndexAnswer:
        search = cast(BaseVectorSearch[str, Record], self._open(collection))
        found = await search.search(
            vector=query.vector.tolist(),
            filter=_filter_by_owner(query.owner),
            top=query.most,
            vector_property_name="vector",
        )
        rows = [(_decode_key(row["record"]), row["score"] or 0.0) async for row in found]
        keys = np.array([key for key, _ in rows], np.int64)
        scores = np.array([score for _, score in rows], np.float64)
        if len(keys):
            scores = (await self._find_scale(collection, query, keys, scores))(scores)
        none = np.empty(0, np.int64)
        return IndexAnswer(keys, scores.astype(np.float32), Postings(none, none, np.empty(0, np.float32)))

    async def _find_scale(
        self, collection: Collection, query: IndexQuery, keys: NDArray[np.int64], scores: NDArray[np.float64]
    ) -> Scale:
        """Return the function that turns scores into cosines: the one that fits the highest and the lowest score."""
        if known := self._scales.get(collection.name):
            return known
        ends = {int(keys[place]): scores[place] for place in (scores.argmin(), scores.argmax())}
        records = await self._open(collection).get([_encode_key(key) for key in ends], include_vectors=True)
        cosines = {_decode_key(record): np.array(record["vector"], np.float32) @ query.vector for record in records}
        given = np.array([ends[key] for key in cosines])
        wanted = np.array([*cosines.values()])
        fitting = [scale for scale in _SCALES if np.allclose(scale(given), wanted, rtol=0, atol=_SCALE_TOLERANCE)]
        if not fitting:
            raise StoreError(f"{self.name}: its scores are no cosines")
        if len(fitting) == 1:
            self._scales[collection.name] = fitting[0]
        return fitting[0]

    def _open(self, collection: Collection) -> BaseVectorCollection[str, Record]:
        fields = [
            VectorStoreField("key", name="id", type_="str"),
            VectorStoreField("data", name="owner", type_="int", is_indexed=True),
            VectorStoreField("data", name="version", type_="int"),
            VectorStoreField(
                "vector",
                name="vector",
                type_="float",
                dimensions=collection.dimensions,
                distance_function="cosine_similarity",
            ),
        ]
        name = _PREFIX + collection.name
        return self._store.get_collection(
            dict, definition=VectorStoreCollectionDefinition(fields, collection_name=name), collection_name=name
        )

    async def _read_all(
        self, collection: Collection, filter: Filter | None, *, include_vectors: bool = False
    ) -> AsyncIterator[Record]:
        opened = self._open(collection)
        skip = 0
        while True:
            async with self._request(collection):
                page = await opened.get(filter=filter, top=_PAGE_SIZE, skip=skip, include_vectors=include_vectors)
            if not page:
                return
            for record in page:
                yield record
            skip += len(page)

    @asynccontextmanager
    async def _request(
        self, collection: Collection | None = None, *, seconds: float = _REQUEST_SECONDS
    ) -> AsyncGenerator[None]:
        """Limit the time of a request, and raise a `StoreError` without content for any error of the connector."""
        try:
            async with asyncio.timeout(seconds):
                yield
        except StoreError:
            raise
        except TimeoutError:
            raise IndexUnavailable(f"{self.name}: it took too long") from None
        except Exception as error:  # noqa: BLE001 - connectors raise errors of their own databases
            if collection is not None and await self._lacks(collection):
                raise CollectionMissing(
                    f"{self.name} lacks a collection; fill it with: ricordo migrate --rebuild-index"
                ) from None
            raise IndexUnavailable(f"{self.name}: {type(error).__name__}") from None

    async def _lacks(self, collection: Collection) -> bool:
        try:
            async with asyncio.timeout(_SEARCH_SECONDS):
                return not await self._store.collection_exists(_PREFIX + collection.name)
        except Exception:  # noqa: BLE001 - it fails for another reason, and the first error says which
            return False


def _filter_by_owner(owner: int) -> Filter:
    return Filter("owner", "eq", owner)


def _encode_key(key: int) -> str:
    """Return a key as databases with numbers, strings or UUIDs as keys take it."""
    return str(uuid.UUID(int=key))


def _decode_key(record: Record) -> int:
    return uuid.UUID(record["id"]).int


def _encode_point(point: Point, version: int) -> Record:
    return {"id": _encode_key(point.key), "owner": point.owner, "version": version, "vector": point.vector.tolist()}
