"""A connection that sends at once.

In a pipeline psycopg asks before every statement whether the socket can be written to, and asyncio answers a turn of
the event loop later, which for the short statements of a recall is a good part of its time. It nearly always can. So
the answer is given on the spot, a few times, and only then is it waited for.
"""

from __future__ import annotations

import uuid
from typing import Any, TypeVar

from psycopg import AsyncConnection
from psycopg.abc import PQGen
from psycopg.rows import TupleRow
from psycopg.waiting import Ready, Wait

T = TypeVar("T")

_MOST = 4
"""How often in one step: to send a statement takes two, to prepare it as well three. If the socket is full, the next
answer is waited for, together with whatever the server sends meanwhile."""


class EagerConnection(AsyncConnection[TupleRow]):
    """The usual connection, but for that, and with a name that no other has or ever had."""

    def __init__(self, *arguments: Any, **further: Any) -> None:
        super().__init__(*arguments, **further)
        self.name = uuid.uuid4().hex
        self.is_new = True

    async def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """See there; older versions know no ``timeout``."""
        further: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
        return await super().wait(_eagerly(gen), interval, **further)


def _eagerly(step: PQGen[T]) -> PQGen[T]:
    """The same step, which asks for less."""
    eager = 0
    try:
        asked = next(step)
        while True:
            if asked == Wait.RW and eager < _MOST:
                eager += 1
                asked = step.send(Ready.W)
            else:
                asked = step.send((yield asked))
    except StopIteration as end:
        result: T = end.value
        return result
