"""A chart of recall by the number of people, as SVG for light and dark pages. It needs no library."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 150, 40, 250
_LINE = 17
_KINDS = {"recall_cold": ("cold", "first asked"), "recall_warm": ("warm", "asked before")}
_STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .axis { stroke: #8c959f; stroke-width: 1 }
  .warm { stroke: #1f5f9e; fill: #1f5f9e } .cold { stroke: #b35900; fill: #b35900 }
  polyline { fill: none !important; stroke-width: 2.5 }
  .p95 { stroke-width: 1.2; stroke-dasharray: 4 4 }
  text.warm, text.cold { stroke: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #d1d9e0 }
    .warm { stroke: #6cb0f5; fill: #6cb0f5 } .cold { stroke: #f0a35e; fill: #f0a35e }
  }
"""


def draw(result: dict[str, Any], path: Path) -> None:
    """Write one chart: p50 as lines, p95 dashed."""
    path.write_text("\n".join(_lines(result)) + "\n", "utf-8")


def _lines(result: dict[str, Any]) -> Iterator[str]:
    steps: Sequence[dict[str, Any]] = result["steps"]
    people = [step["people"] for step in steps]
    top = _round_up(max(step[kind]["p95"] for step in steps for kind in _KINDS))
    title = f"{result['store']}: recall by the number of people, each with {result['each']:,} memories"
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}">'
    yield f"<style>{_STYLE}</style>"
    yield f'<text x="{_LEFT}" y="20">{title}</text>'
    yield f'<line class="axis" x1="{_LEFT}" y1="{_BOTTOM}" x2="{_WIDTH - _RIGHT}" y2="{_BOTTOM}"/>'
    for share in (0, 0.5, 1):
        yield f'<text x="{_LEFT - 8}" y="{_height(share) + 4:.0f}" text-anchor="end">{top * share:g} ms</text>'
    for count in people:
        yield f'<text x="{_place(count, people):.0f}" y="{_BOTTOM + 20}" text-anchor="middle">{count:,}</text>'
    yield f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_BOTTOM + 42}" text-anchor="middle">people</text>'
    for kind, (name, _) in _KINDS.items():
        yield from _line(steps, people, kind, top, name)
    yield from _labels({kind: _height(steps[-1][kind]["p50"] / top) for kind in _KINDS})
    yield "</svg>"


def _labels(ends: dict[str, float]) -> Iterator[str]:
    """Yield a label for the end of each line, from the lowest up, so that none covers another."""
    below = math.inf
    for kind, end in sorted(ends.items(), key=lambda item: -item[1]):
        below = min(end + 4, below - _LINE)
        name, meaning = _KINDS[kind]
        yield f'<text class="{name}" x="{_WIDTH - _RIGHT + 10}" y="{below:.0f}">{name} ({meaning})</text>'


def _line(steps: Sequence[dict[str, Any]], people: Sequence[int], kind: str, top: float, name: str) -> Iterator[str]:
    for quantile in ("p50", "p95"):
        points = [(_place(step["people"], people), _height(step[kind][quantile] / top)) for step in steps]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline class="{name} {quantile}" points="{path}"/>'
        if quantile == "p50":
            yield from (f'<circle class="{name}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in points)


def _place(count: int, people: Sequence[int]) -> float:
    """Return the horizontal position of a number of people, on a logarithmic scale."""
    span = math.log(people[-1] / people[0]) or 1.0
    return _LEFT + 30 + (_WIDTH - _RIGHT - _LEFT - 60) * math.log(count / people[0]) / span


def _height(share: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * share


def _round_up(value: float) -> float:
    """Return the next number that is round enough for an axis."""
    power = 10 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value)
