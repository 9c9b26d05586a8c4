"""Requests to the nodes of a cluster. If a node fails, the next one is tried."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx2
import msgspec

from ricordo.indexes.qdrant.url import QdrantAddress
from ricordo.ports.index import CollectionMissing, IndexUnavailable, Nodes
from ricordo.values import StoreError

T = TypeVar("T")

_NODE_PAUSE_SECONDS = 2.0
"""After a failure, a node is tried last for this long."""

_CONNECT_SECONDS = 0.2
"""A node that is up accepts a connection within a few milliseconds."""

_BACKGROUND_SECONDS = 20.0
"""The limit for work that nobody waits for: storing, counting, creating collections."""

_MAX_NODE_SECONDS = 2.0
"""The most of that time for one node, as long as there are others to try."""


class _ResponseBody(msgspec.Struct):
    result: msgspec.Raw = msgspec.Raw(b"null")


@dataclass(slots=True)
class _Node:
    url: str
    paused_until: float = 0.0


@dataclass(slots=True)
class Cluster:
    """The nodes of one cluster. Requests go round the nodes that are up."""

    address: QdrantAddress
    _client: httpx2.AsyncClient = field(init=False)
    _nodes: list[_Node] = field(init=False)
    _next: int = 0

    def __post_init__(self) -> None:
        # Compressed responses arrive in pieces that wait for each other's acknowledgement, 40 ms each time.
        headers = {"accept-encoding": "identity", "content-type": "application/json"}
        if self.address.key:
            headers["api-key"] = self.address.key
        self._client = httpx2.AsyncClient(headers=headers, trust_env=False)
        self._nodes = [_Node(url) for url in self.address.nodes]

    async def call(self, method: str, path: str, body: Any = None, *, wants: type[T], within: float | None = None) -> T:
        """Send a request to a node, and to another one if it fails. Return the decoded result.

        Args:
            method: The HTTP method.
            path: The path and query.
            body: What to send as JSON.
            wants: The type of the result.
            within: Seconds for all attempts together; None for work that nobody waits for. A node that hangs is given
                up while there is another one; only the last one gets all the time that is left.

        Raises:
            IndexUnavailable: No node answered in time.
            QdrantRefusal: A node refused the request.
        """
        content = None if body is None else msgspec.json.encode(body)
        deadline = time.monotonic() + (_BACKGROUND_SECONDS if within is None else within)
        reason = "it took too long"
        for others, node in zip(reversed(range(len(self._nodes))), self._rotate_nodes(), strict=True):
            began = time.monotonic()
            left = deadline - began
            if left <= 0:
                break
            if others:
                left = min(left / 2, _MAX_NODE_SECONDS)
            try:
                async with asyncio.timeout(left):
                    response = await self._client.request(
                        method, node.url + path, content=content, timeout=httpx2.Timeout(left, connect=_CONNECT_SECONDS)
                    )
            except (TimeoutError, httpx2.RequestError) as error:
                reason = type(error).__name__
            except asyncio.CancelledError:
                # The caller had less time than our own limit. The next one should begin with another node.
                if time.monotonic() - began > self.address.timeout / 4:
                    node.paused_until = time.monotonic() + _NODE_PAUSE_SECONDS
                raise
            else:
                if response.status_code < 500:
                    node.paused_until = 0.0
                    return self._decode(response, wants)
                reason = f"status {response.status_code}"
            node.paused_until = time.monotonic() + _NODE_PAUSE_SECONDS
        raise IndexUnavailable(
            f"{self.address.name}: no node answered ({reason}); check that Qdrant runs and that the URL is right"
        )

    async def count_nodes(self) -> Nodes:
        """Return how many nodes there are and how many of them are up."""
        answers = await asyncio.gather(*(self._is_up(node) for node in self._nodes))
        return Nodes(len(answers), sum(answers))

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def _is_up(self, node: _Node) -> bool:
        try:
            async with asyncio.timeout(self.address.timeout):
                return (await self._client.get(f"{node.url}/healthz")).is_success
        except (TimeoutError, httpx2.RequestError):
            return False

    def _rotate_nodes(self) -> list[_Node]:
        """Return all nodes, starting with another one each time. Those that failed just now come last."""
        self._next = (self._next + 1) % len(self._nodes)
        rotated = self._nodes[self._next :] + self._nodes[: self._next]
        now = time.monotonic()
        return sorted(rotated, key=lambda node: node.paused_until > now)

    def _decode(self, response: httpx2.Response, wants: type[T]) -> T:
        # Nothing of an error message is passed on: it may quote what was sent.
        name = self.address.name
        if response.status_code == 404:
            raise CollectionMissing(f"{name}: the collection is missing; run `ricordo migrate --rebuild-index`")
        if response.status_code in {401, 403}:
            raise StoreError(f"{name}: Qdrant refused the key; check the URL of the index")
        if response.status_code >= 400:
            raise QdrantRefusal(
                f"{name}: Qdrant refused the request (status {response.status_code})", response.status_code
            )
        try:
            return msgspec.json.decode(msgspec.json.decode(response.content, type=_ResponseBody).result, type=wants)
        except msgspec.DecodeError:
            raise IndexUnavailable(
                f"{name}: the server at this address is not Qdrant; check the URL of the index"
            ) from None


class QdrantRefusal(StoreError):
    """A request that a node understood and refused."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status
