"""Every documented error: its status, its type, and a body that helps."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx2
import pytest
import pytest_asyncio

from tests.server.running import run_service
from tests.server.test_rest import ALICE, read_error

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def http(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[httpx2.AsyncClient]:
    async with run_service(tmp_path_factory.mktemp("service")) as service, service.client() as client:
        yield client


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "kind", "named"),
    [
        ("POST", "/v1/recall", {"scope": ALICE, "query": 5}, 422, "TypeError", "query"),
        ("POST", "/v1/recall", {"scope": ALICE, "query": " "}, 422, "ValueError", "query"),
        ("POST", "/v1/recall", {"scope": ALICE}, 422, "ValueError", "query"),
        ("POST", "/v1/recall", {"scope": ALICE, "query": "x", "limit": 0}, 422, "ValueError", "limit"),
        ("POST", "/v1/recall", {"scope": ALICE, "query": "x", "limit": "5"}, 422, "TypeError", "limit"),
        ("POST", "/v1/recall", {"scope": ALICE, "query": "x", "since": 0}, 422, "TypeError", "since"),
        ("POST", "/v1/recall", {"scope": ALICE, "query": "x", "since": "soon"}, 422, "ValueError", "since"),
        ("POST", "/v1/recall", {"scope": ALICE, "query": "x", "colour": 1}, 422, "ValueError", "colour"),
        ("POST", "/v1/recall", {"scope": ALICE, "query": "x", "deadline": 0}, 422, "ValueError", "deadline"),
        ("POST", "/v1/recall", {"scope": ALICE, "query": "\ud800"}, 422, "ValueError", "query"),
        ("POST", "/v1/recall", {"scope": {}, "query": "x"}, 422, "ScopeError", "scope"),
        ("POST", "/v1/recall", {"scope": {"user": "\n"}, "query": "x"}, 422, "ScopeError", "scope.user"),
        ("POST", "/v1/recall", {"scope": "alice", "query": "x"}, 422, "TypeError", "scope"),
        (
            "POST",
            "/v1/turns",
            {"scope": ALICE, "turns": [{"role": "king", "text": "x"}]},
            422,
            "ValueError",
            "turns[0].role",
        ),
        (
            "POST",
            "/v1/turns",
            {"scope": ALICE, "turns": [{"role": "user", "text": " "}]},
            422,
            "ValueError",
            "turns[0]",
        ),
        ("POST", "/v1/turns", {"scope": ALICE, "turns": "x"}, 422, "TypeError", "turns"),
        ("PUT", "/v1/consent", {"scope": ALICE, "capture": "no"}, 422, "TypeError", "capture"),
        ("POST", "/v1/forget", {"scope": ALICE, "ids": "t1"}, 422, "TypeError", "ids"),
        ("POST", "/v1/hits", {"scope": ALICE, "ids": "t1"}, 422, "TypeError", "ids"),
        ("POST", "/v1/hits", {"scope": ALICE, "ids": [""]}, 422, "ValueError", "ids"),
        ("POST", "/v1/hits", {"scope": ALICE, "ids": ["x"] * 10_001}, 422, "ValueError", "ids"),
        ("POST", "/v1/hits", {"ids": ["x"]}, 422, "ScopeError", "scope"),
        ("POST", "/v1/summarise", {"scope": ALICE}, 422, "ValueError", "scope.session"),
        ("PATCH", "/v1/memories/unknown", {"scope": ALICE, "content": "x"}, 404, "NotFound", "memory"),
        ("POST", "/v1/memories/unknown/confirm", {"scope": ALICE}, 404, "NotFound", "memory"),
        ("POST", "/v1/tokens", {"scope": ALICE}, 403, "NotAllowed", "key"),
        ("GET", "/v1/export", None, 422, "ScopeError", "scope"),
        ("GET", "/v1/nothing", None, 404, "NoSuchRoute", "openapi"),
        ("GET", "/V1/status", None, 404, "NoSuchRoute", "openapi"),
        ("DELETE", "/v1/turns", None, 405, "MethodNotAllowed", "Allow"),
        ("GET", "/mcp", None, 405, "MethodNotAllowed", "POST"),
    ],
)
async def test_a_bad_request_is_answered_with_what_was_wrong(
    http: httpx2.AsyncClient, method: str, path: str, body: Any, status: int, kind: str, named: str
) -> None:
    content = None if body is None else json.dumps(body)
    answer = await http.request(method, path, content=content, headers={"Content-Type": "application/json"})
    error = read_error(answer)
    assert (answer.status_code, error["type"]) == (status, kind)
    assert named in error["message"] or named == error.get("argument")
