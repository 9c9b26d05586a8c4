"""One connection to a service: requests, retries, and errors as the library raises them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from ricordo.client.errors import error_of
from ricordo.serialization import NDJSON, split_lines
from ricordo.values import StoreError

Parameters = Mapping[str, str | Sequence[str]]

_LONGEST_WAIT = 5.0
"""Seconds that a service may ask us to wait before we try again; with more, its error is handed on at once."""

_NEVER_ARRIVED = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


@dataclass(frozen=True, slots=True)
class Connection:
    """Talks to a service. ``retries`` is how often it tries again where that cannot do a thing twice."""

    http: httpx2.AsyncClient
    retries: int

    async def call(
        self, method: str, path: str, *, parameters: Parameters | None = None, body: Any = None, repeatable: bool = True
    ) -> Any:
        """The JSON that the service answers with.

        What never arrived or was refused at the door is tried again; what may have been done only if ``repeatable``.
        """
        self._check_open()
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        headers = None if body is None else {"Content-Type": "application/json"}
        for attempt in range(self.retries + 1):
            last = attempt == self.retries
            try:
                answer = await self.http.request(
                    method, path, params=_flat(parameters), content=content, headers=headers
                )
            except httpx2.HTTPError as error:
                if last or not (repeatable or isinstance(error, _NEVER_ARRIVED)):
                    raise _unreachable(error) from None
                await asyncio.sleep(0.1 * 2**attempt)
                continue
            if answer.is_success:
                return answer.json()
            wait = _wanted_wait(answer)
            if last or wait is None:
                raise error_of(answer.status_code, answer.content)
            await asyncio.sleep(wait)
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def lines(self, path: str, *, parameters: Parameters) -> AsyncIterator[Any]:
        """The JSON lines that the service streams."""
        self._check_open()
        try:
            async with self.http.stream("GET", path, params=_flat(parameters)) as answer:
                if not answer.is_success:
                    raise error_of(answer.status_code, await answer.aread())
                async for line in split_lines(answer.aiter_bytes()):
                    yield json.loads(line)
        except httpx2.HTTPError as error:
            raise _unreachable(error) from None

    async def send(self, path: str, *, parameters: Parameters, content: AsyncIterable[bytes]) -> Any:
        """Stream JSON lines to the service; what it answers. Never tried again: the lines are gone."""
        self._check_open()
        headers = {"Content-Type": NDJSON}
        try:
            answer = await self.http.post(path, params=_flat(parameters), content=content, headers=headers)
        except httpx2.HTTPError as error:
            raise _unreachable(error) from None
        if not answer.is_success:
            raise error_of(answer.status_code, answer.content)
        return answer.json()

    def _check_open(self) -> None:
        if self.http.is_closed:
            raise StoreError("the client is closed: open another one with RicordoClient.open(…)")


def _flat(parameters: Parameters | None) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, item)
        for name, value in (parameters or {}).items()
        for item in ([value] if isinstance(value, str) else value)
    )


def _wanted_wait(answer: httpx2.Response) -> float | None:
    """How long to wait before trying again; None where that makes no sense."""
    after = answer.headers.get("retry-after", "")
    if answer.status_code not in {429, 503} or not after.isdigit() or float(after) > _LONGEST_WAIT:
        return None
    return float(after)


def _unreachable(error: httpx2.HTTPError) -> StoreError:
    return StoreError(f"the service cannot be reached or broke off ({type(error).__name__})")
