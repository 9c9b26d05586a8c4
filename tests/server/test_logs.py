"""No log holds what anybody said, nor anybody's name, at any level and whatever goes wrong."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client

from ricordo import Ricordo
from tests.server.running import run_service, serve_in_process

CANARY = "canary4711"
WHO = {"application": "app-zanzibar", "user": "user-zanzibar"}


async def provoke(http: Any) -> None:
    """Say the canary in every place where something can be said, rightly and wrongly."""
    turn = {"role": "user", "text": f"I'm vegetarian and {CANARY}"}
    await http.post("/v1/turns", json={"scope": WHO, "turns": [turn]})
    await http.post("/v1/turns", json={"scope": WHO, "turns": [{**turn, "role": CANARY}]})
    await http.post("/v1/turns", json={"scope": WHO, "turns": CANARY})
    await http.post("/v1/turns", content=f'{{"broken": "{CANARY}')
    await http.post("/v1/recall", json={"scope": WHO, "query": CANARY, "since": CANARY})
    await http.post("/v1/recall", json={"scope": WHO, "query": CANARY})
    await http.get("/v1/memories", params={**WHO, "cursor": CANARY})
    await http.get(f"/v1/{CANARY}", params=WHO)
    await http.delete(f"/v1/memories/{CANARY}", params=WHO)
    await http.post("/v1/import", params=WHO, content=json.dumps({"type": CANARY, "scope": {"user": "x"}}))
    await http.put("/v1/profile", json={"scope": WHO, "values": {"diet": CANARY, f"x-{CANARY}": 1}})
    await http.post("/mcp", params=WHO, json={"method": CANARY})
    await http.get("/v1/status", headers={"Authorization": f"Bearer eyJ.{CANARY}.x"})


async def test_no_level_of_the_log_holds_content(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="ricordo")
    caplog.set_level(logging.INFO)
    async with run_service(tmp_path, learning="inline") as service:
        async with service.client() as http:
            await provoke(http)
        async with Client(f"{service.url}/mcp?user=user-zanzibar") as client:
            await client.call_tool("remember", {"text": CANARY})
            await client.call_tool("recall", {"query": CANARY, "limit": CANARY})
            await client.call_tool("recall", {"query": CANARY})
    ours = [
        record
        for record in caplog.records
        if not record.name.startswith(("httpx2", "httpcore2", "mcp.client", "client"))
    ]
    assert len(ours) > 10
    text = "\n".join(record.getMessage() for record in ours)
    assert CANARY not in text
    assert "zanzibar" not in text


async def test_an_error_that_quotes_content_is_logged_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object, **given: object) -> None:
        raise KeyError(CANARY, given)

    monkeypatch.setattr(Ricordo, "recall", fail)
    async with run_service(tmp_path) as service:
        async with service.client() as http:
            answer = await http.post("/v1/recall", json={"scope": WHO, "query": CANARY})
        assert answer.status_code == 500
        assert answer.json()["error"]["type"] == "InternalError"
        assert CANARY not in answer.text
        async with Client(f"{service.url}/mcp?user=user-zanzibar") as client:
            result = await client.call_tool("recall", {"query": CANARY})
            assert result.is_error
            assert CANARY not in str(result)
    failures = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(failures) == 2
    assert "KeyError" in failures[0]
    assert "/v1/recall" in failures[0]
    assert not any(CANARY in failure or "zanzibar" in failure for failure in failures)


async def test_the_process_says_where_it_listens_and_logs_no_content(tmp_path: Path) -> None:
    with serve_in_process(tmp_path) as (url, _):
        async with httpx2.AsyncClient(base_url=url) as http:
            await provoke(http)
    log = (tmp_path / "log.txt").read_text()
    assert "there is no key" in log
    assert "POST /v1/turns 201" in log
    assert CANARY not in log
    assert "zanzibar" not in log
