"""Text costs linear time at every door: the verbs, REST, MCP, the console and the travel assistant.

Verbs, routes and tools are found, not listed: each is given the text wherever it takes a string.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import httpx2
import pytest
import pytest_asyncio
from fastapi.routing import APIRoute
from pydantic import BaseModel

from ricordo import Ricordo, RicordoError, Scope, Turn
from ricordo.extractors.reader import ReaderExtractor
from ricordo.server import KeyRing, Settings, create_app, pages
from ricordo.server.mcp_tools import TOOLS
from ricordo.server.service import Service
from ricordo.testing import HashEmbedder
from ricordo.values.validation import MAX_NAME, MAX_TEXT
from ricordo_travel.assistant import MAX_INPUT_LENGTH, Assistant
from ricordo_travel.toolbox import Toolbox
from tests.promises.hostile import FEW, IS_FULL, assert_linear_async
from tests.server.browsing import Visitor
from tests.server.running import Running, run_service

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCOPE = {"application": "travel", "user": "alice"}
NEW = count()
FACT = {"scope": SCOPE, "content": "Lives in Rome", "field": "home", "value": "Rome"}


LEARNED: dict[str, Any] = {"texts": FEW[::24]} if IS_FULL else {"texts": FEW[4:6], "most": MAX_TEXT // 8}
"""Texts that are learned from, which takes up to a minute for each: every function of it is measured with all texts."""


class PatientReader(ReaderExtractor):
    """The bundled reader, which may take its time: the growth is measured, on machines of any speed."""

    call_timeout = 3600.0


class Person(BaseModel):
    """A profile with values of several kinds, which are read from text."""

    number: int | None = None
    home: str | None = None


def make_row(text: str) -> dict[str, Any]:
    """Return a row of an export, with a text."""
    said = {"role": "user", "text": text, "occurred_at": "2026-05-01T00:00:00Z", "recorded_at": "2026-05-01T00:00:00Z"}
    return {"type": "turn", "id": f"row-{next(NEW)}", "scope": SCOPE, **said}


# ── the verbs ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def memory() -> AsyncGenerator[Ricordo]:
    async with Ricordo.open(
        "memory://", embedder=HashEmbedder(), extractor=PatientReader(), learning="inline", profiles=[Person]
    ) as memory:
        yield memory


def find_verbs() -> list[str]:
    """Return the verbs that take a text."""
    found = inspect.getmembers(Ricordo, inspect.isfunction)
    others = {"open", "track", "settle", "set_consent", "set_retention"}
    return [
        name
        for name, verb in found
        if not name.startswith("_") and name not in others and (_text_parameters(verb) or name == "remember")
    ]


def _text_parameters(verb: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(verb).parameters.values()
    return [item.name for item in parameters if any(part in str(item.annotation) for part in ("str", "Any"))]


@pytest.mark.parametrize("name", find_verbs())
async def test_a_verb_takes_linear_time(memory: Ricordo, name: str) -> None:
    async def call(text: str) -> None:
        scope = Scope(user=f"alice-{next(NEW)}")
        await memory.remember([Turn("user", "I like tea", "turn")], scope=scope)
        known = await memory.learn_fact("Lives in Rome", scope=scope)
        given: dict[str, Any] = {
            "turns": [Turn("user", text)],
            "rows": [make_row(text)],
            "values": {"number": text, "home": text},
            "value": text[:100],
            "content": text[:1_000],
            "ids": [text],
            "tags": [text],
            "replaces": [text],
            "model": Person,
            "id": known.id,
        }
        verb = getattr(memory, name)
        wanted = inspect.signature(verb).parameters
        texts = {part: given.get(part, text) for part in _text_parameters(verb)}
        needed = {
            part: given[part] for part in wanted if part in given and wanted[part].default is inspect.Parameter.empty
        }
        with suppress(ValueError, RicordoError):
            await _finish(verb(**{**texts, **needed, "scope": scope}))
        with suppress(ValueError, TypeError, RicordoError):
            await _finish(verb(**{**dict.fromkeys(texts, text), "scope": scope}))
        await memory.forget(scope=scope)  # or each call would search what those before it left

    await assert_linear_async(call, **(LEARNED if name == "remember" else {}))


async def _finish(result: Any) -> None:
    if isinstance(result, AsyncIterator):
        async for _ in cast("AsyncIterator[object]", result):
            pass
    else:
        await result


async def test_a_conversation_is_summarised_in_linear_time(memory: Ricordo) -> None:
    async def call(text: str) -> None:
        scope = Scope(user="alice", session=f"s{next(NEW)}")
        await memory.remember([Turn("user", text), Turn("assistant", text)], scope=scope)
        await memory.summarise(scope=scope)

    await assert_linear_async(call, **LEARNED)


# ── REST and MCP ─────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Filler:
    """Fills a JSON schema with a text: every string that may be long, or with `is_rude` every string at all."""

    schemas: dict[str, Any]
    text: str
    is_rude: bool = False

    def fill(self, schema: dict[str, Any]) -> Any:
        if "$ref" in schema:
            return self.fill(self.schemas[schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return self.fill(schema["anyOf"][0])
        if "enum" in schema or "const" in schema:
            return schema.get("const", schema.get("enum", [""])[0])
        match schema.get("type"):
            case "string" if schema.get("format") == "date-time":
                return self.text if self.is_rude else "2026-05-01T00:00:00Z"
            case "string" | None:
                is_name = schema.get("maxLength", MAX_NAME + 1) <= MAX_NAME
                return self.text if self.is_rude or not is_name else "alice"
            case "array":
                return [self.fill(schema["items"])]
            case "object" if "properties" in schema:
                return {name: self.fill(item) for name, item in schema["properties"].items()}
            case "object":
                return {"home": self.text}
            case "boolean":
                return False
            case _:
                return schema.get("minimum", 1)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Running]:
    async with run_service(
        tmp_path_factory.mktemp("service"), learning="queue", profiles={"person": Person}
    ) as service:
        yield service


def make_schema() -> dict[str, Any]:
    """Return the schema of a service that is never started."""
    with TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "keys.db", profiles={"person": Person})
        service = Service(settings, KeyRing(settings.keys))
        schema = create_app(lambda: Ricordo.open("memory://"), settings, service=service).openapi()
        service.keys.close()
    return schema


def find_operations() -> list[tuple[str, str]]:
    """Return the methods and paths of REST that take a text."""
    schema = make_schema()
    return [
        (method, path)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if "requestBody" in operation or operation.get("parameters")
    ]


@pytest.mark.parametrize(("method", "path"), find_operations())
async def test_a_route_takes_linear_time(service: Running, method: str, path: str) -> None:
    schema = service.app.openapi()
    operation = schema["paths"][path][method]
    async with service.client() as http:

        async def call(text: str) -> None:
            for is_rude in (False, True):
                filler = Filler(schema["components"]["schemas"], text, is_rude)
                await _send(http, method, path, operation, filler)

        await assert_linear_async(call)


async def _send(http: httpx2.AsyncClient, method: str, path: str, operation: Any, filler: Filler) -> None:
    id, scope = "unknown", {**SCOPE, "user": f"alice-{next(NEW)}"}  # not somebody of whom calls before it left much
    if "{id}" in path:
        id = (await http.post("/v1/memories", json={**FACT, "scope": scope})).json()["id"]
    params = {
        item["name"]: filler.fill(item["schema"]) for item in operation.get("parameters", ()) if item["in"] == "query"
    }
    request: dict[str, Any] = {"params": {**params, "limit": 5, **({} if filler.is_rude else scope)}}
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        body = filler.fill(content["application/json"]["schema"])
        request["json"] = body if filler.is_rude else {**body, "scope": scope}
    elif content:
        request["content"] = json.dumps(make_row(filler.text))
    address = path.replace("{id}", id).replace("{profile}", "person")
    with suppress(httpx2.InvalidURL):  # the client itself refuses an address of that length
        answer = await http.request(method, address, **request)
        assert answer.status_code < 500, answer.text


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
async def test_a_tool_takes_linear_time(service: Running, tool: Any) -> None:
    async with service.client() as http:

        async def call(text: str) -> None:
            for is_rude in (False, True):
                given = Filler(tool.schema().get("$defs", {}), text, is_rude).fill(
                    {"type": "object", "properties": tool.schema().get("properties", {})}
                )
                body: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
                body["params"] = {"name": tool.name, "arguments": given}
                answer = await http.post(
                    "/mcp?user=alice", json=body, headers={"Accept": "application/json, text/event-stream"}
                )
                assert answer.status_code < 500, answer.text

        await assert_linear_async(call)


# ── the console ──────────────────────────────────────────────────────────────────────────────────────────────────────

FIELDS = "id content back undo switch to agent conversation with_evidence sure credential next application user".split()


def find_pages() -> dict[tuple[str, str], list[str]]:
    """Return the methods and paths of the console that take a text, with the names in their queries."""
    modules = (
        importlib.import_module(item.name) for item in pkgutil.iter_modules(pages.__path__, "ricordo.server.pages.")
    )
    routers = {id(module.router): module.router for module in modules if hasattr(module, "router")}
    routes = [route for router in routers.values() for route in router.routes if isinstance(route, APIRoute)]
    return {
        (method, route.path): [item.name for item in route.dependant.query_params]
        for route in routes
        for method in route.methods or ()
        if "{" not in route.path and (method == "POST" or route.dependant.query_params)
    }


PAGES = find_pages()


async def test_pages_were_found() -> None:
    assert {("GET", "/me/memories"), ("POST", "/me/memory/correct"), ("POST", "/sign-in")} <= PAGES.keys()


@pytest.mark.parametrize(("method", "path"), PAGES)
async def test_a_page_takes_linear_time(service: Running, method: str, path: str) -> None:
    async with service.client() as http:
        visitor = Visitor(http)

        async def call(text: str) -> None:
            if method == "GET":
                with suppress(httpx2.InvalidURL):
                    await visitor.get(path, **dict.fromkeys(PAGES[method, path], text))
            else:
                await visitor.get("/me/control")  # it has a form, whose token counts everywhere
                files = {"file": ("rows.ndjson", json.dumps(make_row(text)))} if path.endswith("import") else None
                await visitor.send(path, files=files, **dict.fromkeys(FIELDS, text))
            assert visitor.status < 500, visitor.page

        await visitor.choose_person("alice")
        await assert_linear_async(call)


# ── the travel assistant ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_travel_assistant_takes_linear_time(memory: Ricordo, tmp_path: Path) -> None:
    assistant = Assistant(memory, Toolbox(tmp_path / "travel.db"))

    async def call(text: str) -> None:
        person = f"alice-{next(NEW)}"
        for said in ("Hi! I want to fly to Rome", text[:MAX_INPUT_LENGTH], text[:MAX_INPUT_LENGTH]):
            async for _ in assistant.answer(said, person=person, conversation="first"):
                pass

    await assert_linear_async(call, FEW[4:7], MAX_INPUT_LENGTH)
