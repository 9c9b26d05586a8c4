"""Talking to the nodes of a cluster: one is asked, and the next one when it fails."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx2
import msgspec

from ricordo.indexes.qdrant.url import Address
from ricordo.ports.index import CollectionMissing, IndexUnavailable, Nodes
from ricordo.values import StoreError

T = TypeVar("T")

_REST = 2.0
"""Seconds that a node is left alone after it failed, as long as there are others."""

_CONNECT = 0.2
"""Seconds to wait for a connection: a node that is there answers within a few milliseconds."""

_PATIENT = 20.0
"""Seconds for work that nobody waits for: storing, counting, making collections."""

_SHARE = 2.0
"""Seconds of them for one node, as long as there are others to ask."""


class _Reply(msgspec.Struct):
    result: msgspec.Raw = msgspec.Raw(b"null")


@dataclass(slots=True)
class _Node:
    url: str
    rests_until: float = 0.0


@dataclass(slots=True)
class Cluster:
    """The nodes of one cluster; each call goes to the next of those that are well."""

    address: Address
    _client: httpx2.AsyncClient = field(init=False)
    _nodes: list[_Node] = field(init=False)
    _next: int = 0

    def __post_init__(self) -> None:
        # Compressed answers come in pieces that wait for each other's acknowledgement, 40 ms each time.
        headers = {"accept-encoding": "identity", "content-type": "application/json"}
        if self.address.key:
            headers["api-key"] = self.address.key
        self._client = httpx2.AsyncClient(headers=headers, trust_env=False)
        self._nodes = [_Node(url) for url in self.address.nodes]

    async def call(self, method: str, path: str, body: Any = None, *, wants: type[T], within: float | None = None) -> T:
        """Have a node do something, and another one if it does not; what it answered.

        It is waited for all nodes together no longer than ``within`` seconds; work for which nobody gives a limit waits
        long. A node that hangs is left if there is another to ask; only the last one gets all the time that is left.
        """
        content = None if body is None else msgspec.json.encode(body)
        deadline = time.monotonic() + (_PATIENT if within is None else within)
        reason = "it took too long"
        for others, node in zip(reversed(range(len(self._nodes))), self._in_turn(), strict=True):
            began = time.monotonic()
            left = deadline - began
            if left <= 0:
                break
            if others:
                left = min(left / 2, _SHARE)
            try:
                async with asyncio.timeout(left):
                    answer = await self._client.request(
                        method, node.url + path, content=content, timeout=httpx2.Timeout(left, connect=_CONNECT)
                    )
            except (TimeoutError, httpx2.RequestError) as error:
                reason = type(error).__name__
            except asyncio.CancelledError:
                # Whoever asked had less time than we: the next one shall begin with another node.
                if time.monotonic() - began > self.address.timeout / 4:
                    node.rests_until = time.monotonic() + _REST
                raise
            else:
                if answer.status_code < 500:
                    node.rests_until = 0.0
                    return self._read(answer, wants)
                reason = f"status {answer.status_code}"
            node.rests_until = time.monotonic() + _REST
        raise IndexUnavailable(f"{self.address.name}: no node did what it was asked ({reason})")

    async def look_around(self) -> Nodes:
        """Ask every node whether it is there."""
        answers = await asyncio.gather(*(self._is_there(node) for node in self._nodes))
        return Nodes(len(answers), sum(answers))

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def _is_there(self, node: _Node) -> bool:
        try:
            async with asyncio.timeout(self.address.timeout):
                return (await self._client.get(f"{node.url}/healthz")).is_success
        except (TimeoutError, httpx2.RequestError):
            return False

    def _in_turn(self) -> list[_Node]:
        """All nodes, beginning with another one each time; those that failed just now come last."""
        self._next = (self._next + 1) % len(self._nodes)
        turned = self._nodes[self._next :] + self._nodes[: self._next]
        now = time.monotonic()
        return sorted(turned, key=lambda node: node.rests_until > now)

    def _read(self, answer: httpx2.Response, wants: type[T]) -> T:
        # Of what it says about an error nothing is passed on: it may quote what it was sent.
        name = self.address.name
        if answer.status_code == 404:
            raise CollectionMissing(f"{name}: the collection is not there; run `ricordo migrate --rebuild-index`")
        if answer.status_code in {401, 403}:
            raise StoreError(f"{name}: it refused the key; check the URL of the index")
        if answer.status_code >= 400:
            raise Refused(f"{name}: Qdrant refused (status {answer.status_code})", answer.status_code)
        try:
            return msgspec.json.decode(msgspec.json.decode(answer.content, type=_Reply).result, type=wants)
        except msgspec.DecodeError:
            raise IndexUnavailable(f"{name}: what answers there is not Qdrant") from None


class Refused(StoreError):
    """A node understood and will not."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status
