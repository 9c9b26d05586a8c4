"""MCP fuzzed from its schemas: whatever a model sends, a tool answers, and nothing breaks. See `make test-fuzz`."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ricordo.server import KeyRing
from ricordo.server.mcp_tools import TOOLS
from tests.server.running import serve_in_process

EXAMPLES = int(os.environ.get("RICORDO_FUZZ", "40"))
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
HOSTILE = ["", " ", "\0", "\ud800", "\u202e", "a" * 300, "x" * 100_001, "%", "'; --", "../..", "[" * 500]

texts = st.text(st.characters(), max_size=40) | st.sampled_from(HOSTILE)
times = st.datetimes().map(lambda time: time.isoformat()) | st.sampled_from(
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "now", "0", ""]
)
leaves = st.none() | st.booleans() | st.integers() | st.floats() | texts
anything: st.SearchStrategy[Any] = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=8
)


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values as a schema describes them."""
    if "anyOf" in schema:
        return st.one_of(*map(values, schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    match schema.get("type"):
        case "string":
            return times if schema.get("format") == "date-time" else texts
        case "integer":
            return st.integers(schema.get("minimum", -5) - 1, schema.get("maximum", 10**6) + 1)
        case "boolean":
            return st.booleans()
        case "array":
            return st.lists(values(schema["items"]), max_size=20)
        case "null":
            return st.none()
        case _:
            return anything


@st.composite
def arguments(draw: st.DrawFn, schema: dict[str, Any]) -> Any:
    """Arguments of a tool: mostly as its schema describes them, sometimes not at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(anything)
    given: dict[str, Any] = {}
    for name, property in schema.get("properties", {}).items():
        if name in schema.get("required", []) or draw(st.booleans()):
            given[name] = draw(values(property) if draw(st.integers(0, 7)) else anything)
    if draw(st.integers(0, 9)) == 0:
        given[draw(texts)] = draw(anything)
    return given


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[httpx2.Client, Path]]:
    folder = tmp_path_factory.mktemp("service")
    with KeyRing(folder / "keys.db") as keys:
        key = keys.create().text
    headers = {**HEADERS, "Authorization": f"Bearer {key}"}
    with (
        serve_in_process(folder, "--rate", "0", "--learning", "off") as (url, _),
        httpx2.Client(base_url=url, headers=headers, timeout=60) as client,
    ):
        yield client, folder / "log.txt"


calls = st.sampled_from(TOOLS).flatmap(lambda tool: st.tuples(st.just(tool.name), arguments(tool.schema())))
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | leaves, "id": st.integers() | leaves},
    optional={"method": st.sampled_from(["tools/list", "tools/call", "initialize", "ping", "x"]), "params": anything},
)


def send(client: httpx2.Client, message: object) -> httpx2.Response:
    content = json.dumps(message, allow_nan=True).encode()
    return client.post("/mcp", params={"application": "travel", "user": "alice"}, content=content)


ONCE = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)


@ONCE
@given(call=calls)
def test_no_call_of_a_tool_breaks(service: tuple[httpx2.Client, Path], call: tuple[str, Any]) -> None:
    client, log = service
    name, given = call
    params = {"name": name, "arguments": given}
    answer = send(client, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    assert answer.status_code < 500
    assert "something broke" not in answer.text
    assert " failed: " not in log.read_text()


@ONCE
@given(message=messages | anything)
def test_no_message_breaks(service: tuple[httpx2.Client, Path], message: object) -> None:
    client, log = service
    assert send(client, message).status_code < 500
    assert " failed: " not in log.read_text()
