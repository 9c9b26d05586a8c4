"""Counters for the limits: how often callers ask, how much they do at once, and how much memory that takes."""

from __future__ import annotations

from asyncio import Lock, Semaphore, sleep, timeout
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Callable, Generator, Hashable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from ricordo.server.errors import HttpError

_MAX_CALLERS = 50_000
"""Callers that are remembered. The longest unseen is dropped, and starts again with its whole burst."""


@dataclass(slots=True)
class RateLimiter:
    """A token bucket for each caller: ``burst`` requests at once, ``rate`` a second in the long run; 0 for no limit."""

    rate: float
    burst: int
    clock: Callable[[], float] = monotonic
    _levels: OrderedDict[Hashable, tuple[float, float]] = field(
        default_factory=OrderedDict[Hashable, tuple[float, float]]
    )

    def take(self, caller: Hashable) -> float:
        """Count one request of ``caller``; return 0, or the seconds to wait if it is one too many."""
        if self.rate == 0:
            return 0.0
        now = self.clock()
        level, at = self._levels.pop(caller, (float(self.burst), now))
        level = min(float(self.burst), level + (now - at) * self.rate)
        is_allowed = level >= 1
        self._levels[caller] = (level - 1 if is_allowed else level, now)
        if len(self._levels) > _MAX_CALLERS:
            self._levels.popitem(last=False)
        return 0.0 if is_allowed else (1 - level) / self.rate


@dataclass(slots=True)
class ConcurrencyLimiter:
    """Counts what is going on at the same time, by caller and in all."""

    _all: int = 0
    _by_caller: Counter[Hashable] = field(default_factory=Counter[Hashable])

    @contextmanager
    def enter(self, caller: Hashable, *, max_by_caller: int | None, max_in_all: int | None) -> Generator[None]:
        """Count one more of ``caller`` for as long as the context lasts; None is no limit.

        Raises:
            HttpError: With 429 if the caller has too many, with 503 if all together have.
        """
        if max_by_caller is not None and self._by_caller[caller] >= max_by_caller:
            raise HttpError.too_many_at_once(max_by_caller)
        if max_in_all is not None and self._all >= max_in_all:
            raise HttpError.service_unavailable("too many requests at once; try again shortly")
        self._all += 1
        self._by_caller[caller] += 1
        try:
            yield
        finally:
            self._all -= 1
            self._by_caller[caller] -= 1
            if not self._by_caller[caller]:
                del self._by_caller[caller]


@dataclass(slots=True)
class ByteRate:
    """The bytes that each caller may move: ``burst`` at once, ``rate`` a second in the long run; 0 for no limit.

    Bytes are counted when they are known, so a caller may owe some. Until they are paid off, it has to wait.
    """

    rate: float
    burst: float
    clock: Callable[[], float] = monotonic
    _levels: OrderedDict[Hashable, tuple[float, float]] = field(
        default_factory=OrderedDict[Hashable, tuple[float, float]]
    )

    def add(self, caller: Hashable, size: int) -> None:
        """Count bytes that ``caller`` has moved."""
        if self.rate == 0:
            return
        level, now = self._level(caller), self.clock()
        self._levels.pop(caller, None)
        self._levels[caller] = (level - size, now)
        if len(self._levels) > _MAX_CALLERS:
            self._levels.popitem(last=False)

    def wait(self, caller: Hashable) -> float:
        """Return the seconds that ``caller`` has to wait; 0 if it owes nothing."""
        return max(0.0, -self._level(caller) / self.rate) if self.rate else 0.0

    def _level(self, caller: Hashable) -> float:
        level, at = self._levels.get(caller, (self.burst, 0.0))
        return min(self.burst, level + (self.clock() - at) * self.rate)


@dataclass(slots=True)
class RefusalPace:
    """Spreads the refusals of each caller over time: one that asks too much cannot keep the service busy with them.

    A refusal is answered after ``least`` seconds, so that the caller does not ask again at once. After ``burst`` of
    them, ``rate`` a second are answered, and the others wait for their turn, but no longer than ``most`` seconds.
    """

    rate: float = 10.0
    burst: int = 200
    least: float = 0.3
    most: float = 10.0
    clock: Callable[[], float] = monotonic
    _turns: OrderedDict[Hashable, float] = field(default_factory=OrderedDict[Hashable, float])

    def add(self, caller: Hashable) -> float:
        """Count one refusal of ``caller`` and return the seconds after which it is to be answered."""
        now = self.clock()
        last = max(self._turns.pop(caller, -inf), now - self.burst / self.rate)
        self._turns[caller] = turn = min(last + 1 / self.rate, now + self.most)
        if len(self._turns) > _MAX_CALLERS:
            self._turns.popitem(last=False)
        return max(self.least, turn - now)


class _Share:
    """What one caller has of the service: places to work in, and one place for work that has to wait its turn."""

    def __init__(self, places: int) -> None:
        self.places = Semaphore(places)
        self.alone = Lock()
        self.users = 0


class TurnTaker:
    """Lets callers take turns: each has some places to work in, and its further requests wait for them, in order.

    Large requests, and all requests of a caller who moved too many bytes, are worked on one at a time.
    """

    def __init__(self, places: int, large_places: int, traffic: Sequence[ByteRate]) -> None:
        self._places = places
        self._large = Semaphore(large_places)
        self._traffic = traffic
        self._shares: dict[Hashable, _Share] = {}

    @asynccontextmanager
    async def take(self, caller: Hashable, *, is_large: bool, seconds: float) -> AsyncGenerator[None]:
        """Wait for a place of ``caller`` and keep it for as long as the context lasts.

        Raises:
            HttpError: With 429 if that takes longer than ``seconds``.
        """
        share = self._shares.setdefault(caller, _Share(self._places))
        share.users += 1
        try:
            async with AsyncExitStack() as stack:
                try:
                    async with timeout(seconds):
                        await self._enter(stack, share, caller, is_large=is_large)
                except TimeoutError:
                    raise HttpError.too_many_at_once(self._places) from None
                yield
        finally:
            share.users -= 1
            if not share.users:
                self._shares.pop(caller, None)

    async def pay_off(self, caller: Hashable, *, seconds: float) -> None:
        """Wait until ``caller`` owes no bytes; raise `HttpError` with 429 if that takes longer than ``seconds``."""
        if wait := self._wait(caller):
            if wait > seconds:
                raise HttpError.too_much_traffic(wait)
            await sleep(wait)

    async def _enter(self, stack: AsyncExitStack, share: _Share, caller: Hashable, *, is_large: bool) -> None:
        if is_large or self._wait(caller):
            await stack.enter_async_context(share.alone)
            await sleep(self._wait(caller))
        await stack.enter_async_context(share.places)
        if is_large:
            await stack.enter_async_context(self._large)

    def _wait(self, caller: Hashable) -> float:
        return max((rate.wait(caller) for rate in self._traffic), default=0.0)


class HeldBytes:
    """The memory that bodies and answers take, by caller and in all."""

    def __init__(self, max_by_caller: int, max_in_all: int) -> None:
        self._max_by_caller = max_by_caller
        self._max_in_all = max_in_all
        self._all = 0
        self._by_caller: Counter[Hashable] = Counter()

    def take(self, caller: Hashable, size: int) -> None:
        """Take ``size`` bytes; raise `HttpError` if the caller, or all together, hold too many."""
        if self._by_caller[caller] + size > self._max_by_caller:
            raise HttpError.too_many_bytes()
        if self._all + size > self._max_in_all:
            raise HttpError.service_unavailable("too many large bodies at once; try again shortly")
        self._by_caller[caller] += size
        self._all += size

    def release(self, caller: Hashable, size: int) -> None:
        """Give back ``size`` bytes."""
        self._all -= size
        self._by_caller[caller] -= size
        if self._by_caller[caller] <= 0:
            del self._by_caller[caller]


@dataclass(slots=True)
class ByteBudget:
    """The part of `HeldBytes` that one request takes."""

    held: HeldBytes
    caller: Hashable
    taken: int = 0

    def take(self, size: int) -> None:
        """Take ``size`` more bytes; raise `HttpError` if there are too many."""
        self.held.take(self.caller, size)
        self.taken += size

    def release(self) -> None:
        """Give back all that was taken."""
        self.held.release(self.caller, self.taken)
        self.taken = 0
