"""The state that the parts of a running service share."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request

from ricordo.memory import Ricordo
from ricordo.server.callers import Caller
from ricordo.server.keys import KeyRing
from ricordo.server.limits import RateLimiter, TurnTaker
from ricordo.server.metrics import Metrics
from ricordo.server.readiness import ReadinessProbe
from ricordo.server.settings import Settings
from ricordo.server.status_cache import StatusCache
from ricordo.tasks import giving_way
from ricordo.values import Receipt, Scope

_LONG_ANSWERS = 2
"""Long answers that are made at the same time, one of a caller: each may hold a hundred megabytes."""

OpenMemory = Callable[[], AbstractAsyncContextManager[Ricordo]]


@dataclass(slots=True)
class Service:
    """A running service. Its ``memory`` is open from start to stop."""

    settings: Settings
    keys: KeyRing
    metrics: Metrics = field(default_factory=Metrics)
    status_cache: StatusCache = field(default_factory=StatusCache)
    readiness: ReadinessProbe = field(default_factory=ReadinessProbe)
    clock: Callable[[], float] = time.time
    rate_limiter: RateLimiter = field(init=False)
    opened: Ricordo | None = None
    _long_answers: TurnTaker = field(default_factory=lambda: TurnTaker(1, _LONG_ANSWERS, ()))

    def __post_init__(self) -> None:
        self.rate_limiter = RateLimiter(self.settings.limits.rate, self.settings.limits.burst)

    @property
    def memory(self) -> Ricordo:
        assert self.opened is not None, "the service has not started"
        return self.opened

    @asynccontextmanager
    async def answer(self, caller: Caller, *, is_long: bool) -> AsyncGenerator[None]:
        """Make an answer in this context. A long one waits for its turn, and gives way to all others."""
        if not is_long:
            yield
            return
        seconds = self.settings.limits.seconds
        async with self._long_answers.take(caller.identity, is_large=True, seconds=seconds):
            with giving_way():
                yield

    async def forget(
        self, scope: Scope, *, ids: list[str] | None = None, before: datetime | None = None, with_evidence: bool = False
    ) -> Receipt:
        """Erase a scope, or ``ids`` in it, or what was said ``before`` a time, and tell the application of a scope."""
        receipt = await self.memory.forget(scope=scope, ids=ids, before=before, with_evidence=with_evidence)
        if ids is None and before is None:
            await self.tell_of_erasure(scope)
        return receipt

    async def tell_of_erasure(self, scope: Scope) -> None:
        """Tell the application that everything in a scope was erased."""
        if self.settings.on_erase is not None:
            await self.settings.on_erase(scope)


def service_of(request: Request) -> Service:
    """Return the service of a request."""
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


# FastAPI runs a dependency that is no coroutine in a thread, which costs more than all that these do.


async def _get_service(request: Request) -> Service:
    return service_of(request)


async def _get_caller(request: Request) -> Caller:
    caller = request.state.caller
    assert isinstance(caller, Caller)
    return caller


async def _get_memory(request: Request) -> Ricordo:
    return service_of(request).memory


TheService = Annotated[Service, Depends(_get_service)]
TheCaller = Annotated[Caller, Depends(_get_caller)]
TheMemory = Annotated[Ricordo, Depends(_get_memory)]
