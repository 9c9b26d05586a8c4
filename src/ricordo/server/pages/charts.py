"""Charts as numbers: where a bar begins and how long it is. Templates draw them; a table beside says the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from prometheus_client import Histogram

from ricordo.values import Hit, Memory

WIDTH = 640
"""Of every chart, in its own units; the page scales it."""

_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart, from ``x`` and ``width`` long; ``kind`` is its colour's name."""

    label: str
    x: float
    width: float
    kind: str
    told: str


PARTS = ("keyword", "dense", "time", "own", "recent")
"""What a score is made of, in the order in which it is drawn."""


def score_parts(hits: Sequence[Hit]) -> list[list[Bar]]:
    """For each hit the parts of its score, one behind the other; what takes away from it is drawn as nothing."""
    most = max((sum(max(0.0, part) for part in hit.why.parts.values()) for hit in hits), default=0.0)
    return [_parts_of(hit, WIDTH / max(most, _LEAST)) for hit in hits]


def _parts_of(hit: Hit, scale: float) -> list[Bar]:
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
    """When a memory was true, as a bar between the first and the last day of a chart."""

    memory: Memory
    bar: Bar


def lifelines(memories: Sequence[Memory], now: datetime) -> tuple[list[Lifeline], datetime, datetime]:
    """Memories as bars over time, and the times at both ends."""
    first = min((memory.valid_from for memory in memories), default=now)
    last = max([now, *(memory.valid_from for memory in memories)])
    if last - first < timedelta(days=1):
        first = last - timedelta(days=1)
    scale = WIDTH / (last - first).total_seconds()
    lines: list[Lifeline] = []
    for memory in memories:
        until = memory.valid_until or last
        x = (memory.valid_from - first).total_seconds() * scale
        width = max(4.0, (until - memory.valid_from).total_seconds() * scale)
        x = min(x, WIDTH - 4.0)
        bar = Bar(memory.content, round(x, 2), round(min(width, WIDTH - x), 2), memory.state, memory.state)
        lines.append(Lifeline(memory, bar))
    return lines, first, last


@dataclass(frozen=True, slots=True)
class Day:
    """What learning cost on one day."""

    day: str
    calls: int
    tokens: int
    height: float


def usage_by_day(days: Mapping[str, tuple[int, int, int]], most: int = 30) -> list[Day]:
    """The last days on which something was spent, each as high as its share of the dearest."""
    chosen = [(day, calls, given + got) for day, (calls, given, got) in sorted(days.items())][-most:]
    highest = max((tokens for _, _, tokens in chosen), default=0) or 1
    return [Day(day, calls, tokens, round(100 * tokens / highest, 1)) for day, calls, tokens in chosen]


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a route takes; ``p50`` and ``p99`` are seconds, at most the width of a bucket too high."""

    route: str
    requests: int
    p50: float
    p99: float
    width: float


def latencies(histogram: Histogram) -> list[Latency]:
    """By route, the busiest first, from the meters of this process."""
    buckets: dict[str, list[tuple[float, float]]] = {}
    for metric in histogram.collect():
        for sample in metric.samples:
            if sample.name.endswith("_bucket"):
                route = sample.labels["route"]
                buckets.setdefault(route, []).append((float(sample.labels["le"]), sample.value))
    rows = [(route, sorted(counts)) for route, counts in buckets.items()]
    found = [(route, int(counts[-1][1]), quantile(counts, 0.5), quantile(counts, 0.99)) for route, counts in rows]
    slowest = max((p99 for *_, p99 in found), default=0.0) or 1.0
    made = [Latency(route, n, p50, p99, round(WIDTH * p99 / slowest, 1)) for route, n, p50, p99 in found]
    return sorted(made, key=lambda latency: -latency.requests)


def quantile(buckets: Iterable[tuple[float, float]], share: float) -> float:
    """The value below which ``share`` of all lies, from cumulative counts; in between it is a straight line."""
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
