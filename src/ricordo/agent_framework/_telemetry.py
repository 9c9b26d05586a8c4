"""Spans and metrics of the providers: counts and times, and nothing that anybody said.

Spans are opened inside MAF's hooks, so they nest under its ``invoke_agent``. Without an OpenTelemetry SDK all of this
costs next to nothing.
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
    """A span around one operation, and its duration. Errors pass through; their type is noted, their text is not."""
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


def stored(span: Span, turns: int) -> None:
    """Turns were stored."""
    span.set_attribute("ricordo.turns", turns)
    _turns.add(turns)


def found(span: Span, hits: int, left_out: tuple[str, ...] = ()) -> None:
    """A recall came back."""
    span.set_attribute("ricordo.hits", hits)
    if left_out:
        span.set_attribute("ricordo.left_out", list(left_out))
    _hits.add(hits)


def injected(span: Span, *, tokens: int) -> None:
    """A message was put into a run."""
    span.set_attribute("ricordo.tokens", tokens)
    _injected.add(1)


def failed(operation: str, error: BaseException) -> None:
    """Something was left out of a run."""
    _failures.add(1, {"ricordo.operation": operation, "error.type": type(error).__name__})
