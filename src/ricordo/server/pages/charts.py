"""The geometry of charts. Templates draw the bars, and show the same numbers in a table beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from prometheus_client import Histogram

from ricordo.values import Hit, Memory

WIDTH = 640
"""The width of every chart in its own units; the page scales it."""

_MIN_SCORE = 1e-6


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart. ``kind`` names its colour, ``caption`` is its value in words."""

    label: str
    x: float
    width: float
    kind: str
    caption: str


PARTS = ("keyword", "dense", "time", "own", "recent", "session", "current", "outdated")
"""The parts of a score, in the order in which they are drawn."""


def draw_scores(hits: Sequence[Hit]) -> list[list[Bar]]:
    """Return for each hit a bar for each part of its score, side by side; a negative part has no width."""
    highest = max((sum(max(0.0, part) for part in hit.why.parts.values()) for hit in hits), default=0.0)
    return [_draw_parts(hit, WIDTH / max(highest, _MIN_SCORE)) for hit in hits]


def _draw_parts(hit: Hit, scale: float) -> list[Bar]:
    bars: list[Bar] = []
    x = 0.0
    for name in PARTS:
        part = hit.why.parts.get(name)
        if part is not None:
            width = min(max(0.0, part) * scale, WIDTH - x)
            bars.append(Bar(name, round(x, 2), round(width, 2), name, f"{part:+.2f}"))
            x += width
    return bars


@dataclass(frozen=True, slots=True)
class Lifeline:
    """A memory with a bar for the time in which it was true, the one that replaced it, and those it replaced."""

    memory: Memory
    bar: Bar
    successor: Memory | None = None
    replaced: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True)
class Lifelines:
    """The bars of several memories over time, and the times at both ends."""

    lines: list[Lifeline]
    first: datetime
    last: datetime


def draw_lifelines(memories: Sequence[Memory], now: datetime) -> Lifelines:
    """Return a bar over time for each memory, in their order, and the times at both ends of the chart."""
    first = min((memory.valid_from for memory in memories), default=now)
    last = max([now, *(memory.valid_from for memory in memories)])
    if last - first < timedelta(days=1):
        first = last - timedelta(days=1)
    scale = WIDTH / (last - first).total_seconds()
    by_id = {memory.id: memory for memory in memories}
    replaced: dict[str, list[Memory]] = {}
    for memory in memories:
        if memory.superseded_by in by_id:
            replaced.setdefault(memory.superseded_by, []).append(memory)
    lines: list[Lifeline] = []
    for memory in memories:
        until = memory.valid_until or last
        x = (memory.valid_from - first).total_seconds() * scale
        width = max(4.0, (until - memory.valid_from).total_seconds() * scale)
        x = min(x, WIDTH - 4.0)
        bar = Bar(memory.content, round(x, 2), round(min(width, WIDTH - x), 2), memory.state, memory.state)
        successor = by_id.get(memory.superseded_by or "")
        lines.append(Lifeline(memory, bar, successor, tuple(replaced.get(memory.id, ()))))
    return Lifelines(lines, first, last)


@dataclass(frozen=True, slots=True)
class Day:
    """The cost of learning on one day."""

    day: str
    calls: int
    tokens: int
    height: float


def draw_usage(days: Mapping[str, tuple[int, int, int]], max_days: int = 30) -> list[Day]:
    """Return the last days with usage; each is as high as its share of the most expensive one."""
    last = [(day, calls, read + written) for day, (calls, read, written) in sorted(days.items())][-max_days:]
    highest = max((tokens for _, _, tokens in last), default=0) or 1
    return [Day(day, calls, tokens, round(100 * tokens / highest, 1)) for day, calls, tokens in last]


@dataclass(frozen=True, slots=True)
class Latency:
    """The latency of a route. ``p50`` and ``p99`` are seconds, too high by at most the width of a bucket."""

    route: str
    requests: int
    p50: float
    p99: float
    width: float


def draw_latencies(histogram: Histogram) -> list[Latency]:
    """Return the latency of each route from the metrics of this process, the busiest route first."""
    buckets: dict[str, list[tuple[float, float]]] = {}
    for metric in histogram.collect():
        for sample in metric.samples:
            if sample.name.endswith("_bucket"):
                route = sample.labels["route"]
                buckets.setdefault(route, []).append((float(sample.labels["le"]), sample.value))
    rows = [(route, sorted(counts)) for route, counts in buckets.items()]
    found = [(route, int(counts[-1][1]), quantile(counts, 0.5), quantile(counts, 0.99)) for route, counts in rows]
    slowest = max((p99 for *_, p99 in found), default=0.0) or 1.0
    bars = [Latency(route, n, p50, p99, round(WIDTH * p99 / slowest, 1)) for route, n, p50, p99 in found]
    return sorted(bars, key=lambda latency: -latency.requests)


def quantile(buckets: Iterable[tuple[float, float]], share: float) -> float:
    """Return the value below which ``share`` of all lies, from cumulative counts, interpolated linearly."""
    counts = list(buckets)
    wanted = share * counts[-1][1] if counts else 0.0
    low, below = 0.0, 0.0
    for high, total in counts:
        if total >= wanted and total > below:
            if high == float("inf"):
                return low
            return low + (high - low) * max(0.0, wanted - below) / (total - below)
        low, below = high, total
    return 0.0
