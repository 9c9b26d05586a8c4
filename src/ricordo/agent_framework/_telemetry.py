"""Spans and metrics of the providers: counts and times, never texts.

Spans are opened inside MAF's hooks, so they nest under its `invoke_agent`. Without an OpenTelemetry SDK they cost next
to nothing.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Literal

from opentelemetry import metrics, trace
from opentelemetry.trace import Span, Status, StatusCode

Operation = Literal["store", "recall", "inject", "learn"]

_NAME = "ricordo.agent_framework"
_tracer = trace.get_tracer(_NAME)
_meter = metrics.get_meter(_NAME)
_durations = _meter.create_histogram(
    "ricordo.operation.duration", unit="s", description="How long a memory operation of an agent took"
)
_turns = _meter.create_counter("ricordo.turns.stored", unit="{turn}", description="Turns stored by agents' providers")
_hits = _meter.create_counter("ricordo.hits", unit="{hit}", description="Hits found for agents' runs")
_injected = _meter.create_counter("ricordo.injections", unit="{message}", description="Messages put into runs")
_failures = _meter.create_counter(
    "ricordo.failures", unit="{failure}", description="Hooks that failed or were late, and were left out"
)


@contextmanager
def operation(name: Operation, source_id: str, *, origin: str | None = None) -> Generator[Span]:
    """Open a span around one operation and record its duration. Of an error only the type is recorded."""
    attributes = {"ricordo.source_id": source_id}
    if origin:
        attributes["ricordo.scope.origin"] = origin
    began = time.perf_counter()
    with _tracer.start_as_current_span(
        f"ricordo.{name}", attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except BaseException as error:
            span.set_status(Status(StatusCode.ERROR, type(error).__name__))
            span.set_attribute("error.type", type(error).__name__)
            raise
        finally:
            _durations.record(time.perf_counter() - began, {"ricordo.operation": name})


def record_stored(span: Span, turns: int) -> None:
    """Record the number of stored turns."""
    span.set_attribute("ricordo.turns", turns)
    _turns.add(turns)


def record_hits(span: Span, hits: int, left_out: tuple[str, ...] = ()) -> None:
    """Record the number of hits, and the parts of the search that were left out."""
    span.set_attribute("ricordo.hits", hits)
    if left_out:
        span.set_attribute("ricordo.left_out", list(left_out))
    _hits.add(hits)


def record_injection(span: Span, *, tokens: int) -> None:
    """Record a message that was added to a run."""
    span.set_attribute("ricordo.tokens", tokens)
    _injected.add(1)


def record_failure(operation: str, error: BaseException) -> None:
    """Record a failure."""
    _failures.add(1, {"ricordo.operation": operation, "error.type": type(error).__name__})
