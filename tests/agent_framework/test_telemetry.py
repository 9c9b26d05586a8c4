"""Spans under ``invoke_agent`` and metrics: counts and times, no content unless asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from agent_framework.observability import OBSERVABILITY_SETTINGS
from opentelemetry import trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from agent_framework import AgentSession
from ricordo import Ricordo, Scope
from ricordo.agent_framework import ChatHistoryMemoryProvider, RicordoProvider, _telemetry, scoped
from ricordo.testing import HashEmbedder, ScriptedChatClient
from ricordo.testing.verbs import user_turn
from tests.agent_framework.parts import ALICE, Broken, agent_with, said

Spans = dict[str, list[ReadableSpan]]


class Exported:
    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()

    def spans(self) -> Spans:
        found: Spans = {}
        for span in self.exporter.get_finished_spans():
            found.setdefault(span.name, []).append(span)
        return found


_exported = Exported()


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Iterator[Exported]:
    """All spans of a test. OpenTelemetry allows one provider a process, so it stays."""
    if not isinstance(trace.get_tracer_provider(), TracerProvider):
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(_exported.exporter))
        trace.set_tracer_provider(provider)
    monkeypatch.setattr(OBSERVABILITY_SETTINGS, "enable_instrumentation", True)
    _exported.exporter.clear()
    yield _exported
    _exported.exporter.clear()


@pytest.mark.parametrize("stream", [False, True])
async def test_store_recall_and_inject_are_spans_under_invoke_agent(
    memory: Ricordo, exported: Exported, *, stream: bool
) -> None:
    await memory.remember([user_turn("I love hiking")], scope=ALICE)
    agent = agent_with(ScriptedChatClient("In the hills."), RicordoProvider(memory, scope=ALICE))
    await said(agent, "hiking where?", agent.create_session(), stream=stream)
    spans = exported.spans()
    (run,) = spans["invoke_agent assistant"]
    for name in ("ricordo.store", "ricordo.recall", "ricordo.inject"):
        for span in spans[name]:
            assert span.parent is not None
            assert run.context is not None
            assert span.context is not None
            assert span.context.trace_id == run.context.trace_id
    assert [dict(span.attributes or {})["ricordo.turns"] for span in spans["ricordo.store"]] == [1, 1]
    (recall,), (inject,) = spans["ricordo.recall"], spans["ricordo.inject"]
    assert dict(recall.attributes or {})["ricordo.hits"] == 1
    assert dict(inject.attributes or {})["ricordo.tokens"] > 10  # type: ignore[operator]
    if not stream:
        assert all(
            span.parent and run.context and span.parent.span_id == run.context.span_id for span in (recall, inject)
        )


async def test_learning_is_a_span_too_inside_the_run_only_where_it_is_wanted_there(exported: Exported) -> None:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline") as memory:
        await agent_with(ScriptedChatClient("Noted."), RicordoProvider(memory, scope=ALICE)).run("My secret is hiking")
    spans = exported.spans()
    (run,) = spans["invoke_agent assistant"]
    assert run.context is not None
    assert all(span.context and span.context.trace_id == run.context.trace_id for span in spans["ricordo.learn"])
    assert dict(spans["ricordo.learn"][0].attributes or {})["ricordo.turns"] == 1
    assert "secret" not in "".join(span.to_json() for span in spans["ricordo.learn"])
    exported.exporter.clear()
    async with Ricordo.open("memory://", embedder=HashEmbedder()) as memory:
        await agent_with(ScriptedChatClient("Noted."), RicordoProvider(memory, scope=ALICE)).run("I love hiking")
        await memory.settle(timeout=20)
    spans = exported.spans()
    (run,) = spans["invoke_agent assistant"]
    (learn,) = spans["ricordo.learn"]
    assert run.context is not None
    assert learn.context is not None
    assert learn.context.trace_id != run.context.trace_id


async def test_which_scope_won_is_visible(memory: Ricordo, exported: Exported) -> None:
    def whose(session: AgentSession, _: object) -> Scope:
        return ALICE

    for scope, expected in ((ALICE, "scope"), (whose, "function")):
        exported.exporter.clear()
        await agent_with(ScriptedChatClient(), RicordoProvider(memory, scope=scope)).run("hello")
        stores = exported.spans()["ricordo.store"]
        assert [dict(span.attributes or {})["ricordo.scope.origin"] for span in stores] == [expected, expected]
    exported.exporter.clear()
    with scoped(ALICE):
        await agent_with(ScriptedChatClient(), RicordoProvider(memory, scope=whose)).run("hello")
    assert dict(exported.spans()["ricordo.recall"][0].attributes or {})["ricordo.scope.origin"] == "context"


@pytest.mark.parametrize("sensitive", [False, True])
async def test_no_content_unless_asked_for(memory: Ricordo, exported: Exported, *, sensitive: bool) -> None:
    await memory.remember([user_turn("my secret hiking place")], scope=ALICE)
    provider = ChatHistoryMemoryProvider(memory, storage_scope=ALICE, enable_sensitive_telemetry_data=sensitive)
    await agent_with(ScriptedChatClient("A secret."), provider).run("secret hiking?")
    ours = [span for name, spans in exported.spans().items() if name.startswith("ricordo.") for span in spans]
    assert len(ours) == 3
    assert any("secret" in str(dict(span.attributes or {})) for span in ours) == sensitive


async def test_a_failure_is_marked_by_its_type_alone(exported: Exported) -> None:
    broken = Broken(RuntimeError("my secret"))
    await agent_with(ScriptedChatClient(), ChatHistoryMemoryProvider(broken, storage_scope=ALICE)).run("secret?")
    (recall,) = exported.spans()["ricordo.recall"]
    assert dict(recall.attributes or {})["error.type"] == "RuntimeError"
    assert not recall.events
    assert "secret" not in recall.to_json()


async def test_turns_hits_injections_failures_and_durations_are_counted(
    memory: Ricordo, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = InMemoryMetricReader()
    meter = MeterProvider([reader]).get_meter("test")
    for name in ("turns", "hits", "injected", "failures"):
        monkeypatch.setattr(_telemetry, f"_{name}", meter.create_counter(name))
    monkeypatch.setattr(_telemetry, "_durations", meter.create_histogram("durations"))
    await memory.remember([user_turn("I love hiking")], scope=ALICE)
    await agent_with(ScriptedChatClient("Yes."), RicordoProvider(memory, scope=ALICE)).run("hiking?")
    await agent_with(ScriptedChatClient(), ChatHistoryMemoryProvider(Broken(), storage_scope=ALICE)).run("hello")
    data: Any = reader.get_metrics_data()
    found = {metric.name: metric.data.data_points for metric in data.resource_metrics[0].scope_metrics[0].metrics}
    assert found["turns"][0].value == 2
    assert found["hits"][0].value == 1
    assert found["injected"][0].value == 1
    assert {dict(point.attributes)["ricordo.operation"] for point in found["failures"]} == {"search", "store"}
    timed = {dict(point.attributes)["ricordo.operation"]: point.count for point in found["durations"]}
    assert timed == {"store": 3, "recall": 2, "inject": 1}
