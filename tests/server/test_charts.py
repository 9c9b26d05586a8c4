"""The numbers behind the charts: bars stay inside, quantiles are where they should be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Histogram

from ricordo import Hit, Memory, Scope
from ricordo.server.pages import charts
from ricordo.values.hits import Why

NOW = datetime(2026, 6, 1, tzinfo=UTC)
ALICE = Scope(user="alice")

days = st.integers(-4_000, 400)
parts = st.dictionaries(st.sampled_from(charts.PARTS), st.floats(-5, 40), min_size=1)


@given(st.lists(st.tuples(days, st.none() | st.integers(0, 500)), max_size=8))
def test_every_lifeline_lies_inside_its_chart(spans: list[tuple[int, int | None]]) -> None:
    memories: list[Memory] = []
    for number, (start, length) in enumerate(spans):
        since = NOW + timedelta(days=start)
        until = None if length is None else since + timedelta(days=length)
        memories.append(
            Memory(
                id=str(number),
                kind="profile",
                content="x",
                scope=ALICE,
                created_at=NOW,
                valid_from=since,
                valid_until=until,
            )
        )
    chart = charts.draw_lifelines(memories, NOW)
    lines, first, last = chart.lines, chart.first, chart.last
    assert len(lines) == len(memories)
    assert first < last
    for line in lines:
        assert line.bar.x >= 0
        assert line.bar.width > 0
        assert line.bar.x + line.bar.width <= charts.WIDTH + 0.02


@given(st.lists(parts, max_size=6))
def test_the_parts_of_a_score_stand_behind_each_other(scores: list[dict[str, float]]) -> None:
    hits = [Hit("x", "turn", "x", sum(score.values()), Why(parts=score), NOW, (), ALICE, "user") for score in scores]
    for bars, score in zip(charts.draw_scores(hits), scores, strict=True):
        assert {bar.label for bar in bars} == set(score)
        for bar, following in pairwise(bars):
            assert abs(bar.x + bar.width - following.x) < 0.05
        assert bars[-1].x + bars[-1].width <= charts.WIDTH + 0.1


def test_latencies_come_from_the_meters_busiest_first() -> None:
    histogram = Histogram("s", "s", ("route",), registry=CollectorRegistry(), buckets=(0.01, 0.1, 1))
    for _ in range(98):
        histogram.labels("/a").observe(0.005)
    histogram.labels("/a").observe(0.5)
    histogram.labels("/a").observe(0.5)
    histogram.labels("/b").observe(5)
    first, second = charts.draw_latencies(histogram)
    assert (first.route, first.requests) == ("/a", 100)
    assert first.p50 < 0.01
    assert 0.1 < first.p99 <= 1
    assert second.p99 == 1, "beyond the last bucket nothing more is known"
    assert charts.quantile([], 0.5) == 0.0


def test_a_day_is_as_high_as_its_share_of_the_dearest() -> None:
    made = charts.draw_usage({"2026-01-02": (1, 50, 50), "2026-01-01": (2, 25, 25)})
    assert [(day.day, day.calls, day.tokens, day.height) for day in made] == [
        ("2026-01-01", 2, 50, 50.0),
        ("2026-01-02", 1, 100, 100.0),
    ]
    assert charts.draw_usage({}) == []
