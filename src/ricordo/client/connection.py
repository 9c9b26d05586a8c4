"""Requests to a service, with retries, and with errors as the library raises them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from ricordo.client.errors import to_error
from ricordo.serialization import NDJSON, split_lines
from ricordo.values import StoreError

Parameters = Mapping[str, str | Sequence[str]]

_MAX_WAIT_SECONDS = 5.0
"""The longest ``Retry-After`` that is waited for; with a longer one, the error is raised at once."""

_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection to a service that repeats a failed request up to ``retries`` times."""

    http: httpx2.AsyncClient
    retries: int

    async def call(
        self, method: str, path: str, *, parameters: Parameters | None = None, body: Any = None, repeatable: bool = True
    ) -> Any:
        """Send a request and return the JSON of the response.

        A request that was not sent, or that was refused with ``Retry-After``, is repeated. One that may have been
        carried out is repeated only if it is ``repeatable``.
        """
        self._check_open()
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        headers = None if body is None else {"Content-Type": "application/json"}
        for attempt in range(self.retries + 1):
            last = attempt == self.retries
            try:
                answer = await self.http.request(
                    method, path, params=_flatten(parameters), content=content, headers=headers
                )
            except httpx2.HTTPError as error:
                if last or not (repeatable or isinstance(error, _NOT_SENT)):
                    raise _unreachable(error) from None
                await asyncio.sleep(0.1 * 2**attempt)
                continue
            if answer.is_success:
                return answer.json()
            wait = _read_retry_after(answer)
            if last or wait is None:
                raise to_error(answer.status_code, answer.content)
            await asyncio.sleep(wait)
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def lines(self, path: str, *, parameters: Parameters) -> AsyncIterator[Any]:
        """Yield the JSON lines that the service streams."""
        self._check_open()
        try:
            async with self.http.stream("GET", path, params=_flatten(parameters)) as answer:
                if not answer.is_success:
                    raise to_error(answer.status_code, await answer.aread())
                async for line in split_lines(answer.aiter_bytes()):
                    yield json.loads(line)
        except httpx2.HTTPError as error:
            raise _unreachable(error) from None

    async def send(self, path: str, *, parameters: Parameters, content: AsyncIterable[bytes]) -> Any:
        """Stream JSON lines to the service and return its response. It is never repeated: the lines are gone."""
        self._check_open()
        headers = {"Content-Type": NDJSON}
        try:
            answer = await self.http.post(path, params=_flatten(parameters), content=content, headers=headers)
        except httpx2.HTTPError as error:
            raise _unreachable(error) from None
        if not answer.is_success:
            raise to_error(answer.status_code, answer.content)
        return answer.json()

    def _check_open(self) -> None:
        if self.http.is_closed:
            raise StoreError("the client is closed: open another one with RicordoClient.open(…)")


def _flatten(parameters: Parameters | None) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, item)
        for name, value in (parameters or {}).items()
        for item in ([value] if isinstance(value, str) else value)
    )


def _read_retry_after(answer: httpx2.Response) -> float | None:
    """Return the seconds to wait before a retry; None if there should be none."""
    after = answer.headers.get("retry-after", "")
    if answer.status_code not in {429, 503} or not after.isdigit() or float(after) > _MAX_WAIT_SECONDS:
        return None
    return float(after)


def _unreachable(error: httpx2.HTTPError) -> StoreError:
    return StoreError(f"the service cannot be reached or broke off ({type(error).__name__})")
