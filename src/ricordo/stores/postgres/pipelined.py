"""A connection that sends statements of a pipeline without waiting for the event loop.

In a pipeline, psycopg asks before every statement whether the socket can be written to. asyncio answers one turn of the
event loop later, which is a good part of the time of a recall. The socket is nearly always ready, so the first few of
these questions are answered at once.
"""

from __future__ import annotations

import uuid
from typing import Any, TypeVar

from psycopg import AsyncConnection
from psycopg.abc import PQGen
from psycopg.rows import TupleRow
from psycopg.waiting import Ready, Wait

T = TypeVar("T")

_MAX_SKIPS = 4
"""Questions of one step that are answered at once. Sending a statement takes two, preparing it as well three. If the
socket is full, the next answer is waited for, together with what the server sends meanwhile."""


class PipelinedConnection(AsyncConnection[TupleRow]):
    """A connection that skips checks of its socket. Its ``name`` is unique among all connections ever made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name = uuid.uuid4().hex
        self.is_new = True

    async def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Run a step of psycopg. Older versions of psycopg have no ``timeout``."""
        options: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
        return await super().wait(_skip_ready_checks(gen), interval, **options)


def _skip_ready_checks(step: PQGen[T]) -> PQGen[T]:
    """Run ``step``, and answer at once that the socket is ready, a few times."""
    skips = 0
    try:
        wanted = next(step)
        while True:
            if wanted == Wait.RW and skips < _MAX_SKIPS:
                skips += 1
                wanted = step.send(Ready.W)
            else:
                wanted = step.send((yield wanted))
    except StopIteration as end:
        result: T = end.value
        return result
