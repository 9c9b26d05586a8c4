"""The reader and summaries leave the event loop to others while they work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from ricordo.extractors.reader import ExtractiveSummariser, ReaderExtractor
from ricordo.ports.extractor import Exchange
from ricordo.values import Scope, StoredTurn

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SAID = (
    "I love hiking in the mountains and my budget is $2,000 for the trip in May.",
    "There are three of us, my wife and our daughter Mia who is five.",
    "I work at a bakery in Leeds, I play chess on Sundays and I used to live in York.",
    "I'm allergic to peanuts, but I like sushi and ramen a lot.",
)
TURNS = tuple(
    StoredTurn(str(number), "user", f"{SAID[number % 4]} That was note {number}.", None, NOW, NOW, Scope(user="a"))
    for number in range(40)
)


@pytest.mark.parametrize(
    "work",
    [lambda: ReaderExtractor().extract(Exchange(TURNS)), lambda: ExtractiveSummariser().summarise(TURNS)],
    ids=["reader", "summary"],
)
async def test_no_step_holds_the_event_loop(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[], Awaitable[object]]
) -> None:
    """Compare processor times, since on a busy machine the clock also counts the work of others."""
    steps: list[float] = []
    run_step = asyncio.Handle._run  # type: ignore[attr-defined]  # there is no other way to see every step

    def measure_step(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run_step(handle)
        steps.append(time.thread_time() - began)

    await work()  # loads the model
    began = time.process_time()
    monkeypatch.setattr(asyncio.Handle, "_run", measure_step)
    assert await asyncio.create_task(work())  # type: ignore[arg-type]
    total = time.process_time() - began
    assert max(steps) < 0.01
    assert sum(steps) < total / 2
