"""REST: what each route does, and the status and body of every error."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from pydantic import BaseModel

from tests.server.running import Running, run_service

ALICE = {"application": "travel", "user": "alice"}


class Traveller(BaseModel):
    """A profile for these tests."""

    diet: str | None = None
    travellers: int | None = None


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    async with run_service(tmp_path, learning="inline", profiles={"Traveller": Traveller}) as service:
        yield service


@pytest_asyncio.fixture
async def http(service: Running) -> AsyncGenerator[httpx2.AsyncClient]:
    async with service.client() as client:
        yield client


async def say(http: httpx2.AsyncClient, *texts: str, **scope: str) -> list[str]:
    turns = [{"role": "user", "text": text} for text in texts]
    answer = await http.post("/v1/turns", json={"scope": {**ALICE, **scope}, "turns": turns})
    assert answer.status_code == 201, answer.text
    return answer.json()["ids"]


def read_error(answer: httpx2.Response) -> dict[str, Any]:
    body = answer.json()
    assert set(body) == {"error"}
    assert {"type", "message"} <= set(body["error"]) <= {"type", "message", "argument"}
    assert body["error"]["message"]
    return body["error"]


async def test_what_was_said_is_recalled_with_its_reason_and_the_block(http: httpx2.AsyncClient) -> None:
    ids = await say(http, "I love hiking in the hills")
    answer = await http.post("/v1/recall", json={"scope": ALICE, "query": "hiking", "budget": 200, "kinds": ["turn"]})
    body = answer.json()
    assert body["hits"][0]["id"] == ids[0]
    assert body["hits"][0]["scope"] == ALICE
    assert body["hits"][0]["why"]["words"] == ["hiking"]
    assert body["block"].startswith("<ricordo-memory>")
    assert (await http.get("/v1/turns", params=ALICE)).json()["turns"][0]["text"] == "I love hiking in the hills"


async def test_memories_come_in_pages(http: httpx2.AsyncClient) -> None:
    for place in ("Tasmania", "Norway", "Chile", "Kenya", "Japan"):
        await say(http, f"I have a friend in {place}. I went to {place} last year and loved it.")
    whole = (await http.get("/v1/memories", params={**ALICE, "state": "all"})).json()
    assert whole["next"] is None
    assert len(whole["memories"]) >= 3
    pages: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    while True:
        page = (await http.get("/v1/memories", params={**ALICE, "state": "all", "limit": "2", **cursor})).json()
        assert len(page["memories"]) <= 2
        pages += page["memories"]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
    assert pages == whole["memories"]
    wrong = await http.get("/v1/memories", params={**ALICE, "cursor": "nonsense"})
    assert wrong.status_code == 422
    assert "cursor" in read_error(wrong)["message"]


async def test_a_person_corrects_confirms_rejects_and_deletes(http: httpx2.AsyncClient) -> None:
    await say(http, "I'm vegetarian.")
    (memory,) = (await http.get("/v1/memories", params=ALICE)).json()["memories"]
    path = f"/v1/memories/{memory['id']}"
    corrected = await http.patch(path, json={"scope": ALICE, "content": "vegan"})
    assert (corrected.status_code, corrected.json()["content"]) == (200, "vegan")
    assert (await http.post(f"{path}/confirm", json={"scope": ALICE})).json()["state"] == "current"
    assert (await http.post(f"{path}/reject", json={"scope": ALICE})).json()["state"] == "unsupported"
    receipt = await http.delete(path, params=ALICE)
    assert receipt.json()["counts"]["memories"] >= 1
    gone = await http.delete(path, params=ALICE)
    assert (gone.status_code, read_error(gone)["type"]) == (404, "NotFound")


@pytest.mark.parametrize("id", ["a/b", "a b", "ä%2F", "x/confirm", "?", "#"])
async def test_ids_of_any_letters_work(http: httpx2.AsyncClient, id: str) -> None:
    row = {"type": "memory", "id": id, "scope": ALICE, "kind": "semantic", "content": "x"}
    times = {"created_at": "2026-01-01T00:00:00+00:00", "valid_from": "2026-01-01T00:00:00+00:00"}
    await http.post("/v1/import", params=ALICE, content=json.dumps({**row, **times, "source": "person"}))
    path = "/v1/memories/" + "".join(f"%{byte:02X}" for byte in id.encode())
    assert (await http.post(f"{path}/confirm", json={"scope": ALICE})).json()["id"] == id
    assert (await http.delete(path, params=ALICE)).status_code == 200


async def test_a_profile_is_read_and_set_with_and_without_its_model(http: httpx2.AsyncClient) -> None:
    await say(http, "I'm vegetarian. There will be three of us.")
    assert list((await http.get("/v1/profiles")).json()["profiles"]) == ["Traveller"]
    fields = (await http.get("/v1/profile", params=ALICE)).json()["fields"]
    assert fields["diet"][0]["memory"]["evidence"][0]["quote"]
    typed = (await http.get("/v1/profile/Traveller", params=ALICE)).json()
    assert typed["known"]["travellers"] == 3
    assert typed["fields"]["diet"]["source"] == "person"
    put = await http.put("/v1/profile/Traveller", json={"scope": ALICE, "values": {"travellers": "two", "diet": None}})
    assert (put.json()["known"], put.json()["missing"]) == ({"travellers": 2}, ["diet"])
    free = await http.put("/v1/profile", json={"scope": ALICE, "values": {"shoe_size": 42, "cities": ["Oslo", "Rome"]}})
    assert free.json()["fields"]["shoe_size"][0]["value"] == 42
    assert [entry["value"] for entry in free.json()["fields"]["cities"]] == ["Oslo", "Rome"]
    assert (await http.put("/v1/profile", json={"scope": ALICE, "values": {}})).status_code == 200
    for values in ({"model_config": 1}, {"a-b": 1}, {"": 1}, {"_x": 1}, {str(n): n for n in range(300)}):
        answer = await http.put("/v1/profile", json={"scope": ALICE, "values": values})
        assert (answer.status_code, read_error(answer)["type"]) == (422, "ValueError")
    for values in ('{"x": NaN}', '{"x": [Infinity]}', '{"x": {"\\ud800": 1}}', '{"x": "\\udc00"}'):
        content = f'{{"scope": {json.dumps(ALICE)}, "values": {values}}}'
        answer = await http.put("/v1/profile", content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code, read_error(answer)["argument"]) == (422, "values"), values
    unknown = await http.get("/v1/profile/Nobody", params=ALICE)
    assert (unknown.status_code, read_error(unknown)["type"]) == (404, "NotFound")


async def test_export_and_import_stream_lines(http: httpx2.AsyncClient) -> None:
    await say(http, "first\u2028line", "second", session="monday")
    exported = await http.get("/v1/export", params=ALICE)
    assert exported.headers["content-type"].startswith("application/x-ndjson")
    rows = [json.loads(line) for line in exported.content.split(b"\n") if line]
    assert [row["text"] for row in rows if row["type"] == "turn"] == ["first\u2028line", "second"]
    receipt = (await http.post("/v1/forget", json={"scope": ALICE})).json()
    assert receipt["counts"]["turns"] == 2
    back = await http.post("/v1/import", params=ALICE, content=exported.content)
    assert back.json() == {"rows": len(rows)}
    for content, kind in (
        (b"nonsense", "ValueError"),
        (b"[1]", "TypeError"),
        (b"{}", "ValueError"),
        (b'{"type": NaN}', "ValueError"),
        (b'{"type": "\\ud800"}', "ValueError"),
    ):
        answer = await http.post("/v1/import", params=ALICE, content=content)
        assert (answer.status_code, read_error(answer)["type"]) == (422, kind)
        assert "rows[0]" in read_error(answer)["message"]


async def test_consent_usage_status_jobs_and_the_rest(http: httpx2.AsyncClient) -> None:
    assert (await http.put("/v1/consent", json={"scope": ALICE, "capture": False})).json()["capture"] is False
    refused = await http.post("/v1/turns", json={"scope": ALICE, "turns": [{"role": "user", "text": "no"}]})
    assert (refused.status_code, read_error(refused)["type"]) == (403, "ConsentError")
    await http.put("/v1/consent", json={"scope": ALICE, "capture": True})
    assert (await http.get("/v1/consent", params=ALICE)).json() == {"capture": True, "learning": True, "sharing": True}
    await say(http, "I love hiking", "I live in Oslo", session="monday")
    assert (await http.get("/v1/usage", params=ALICE)).json()["calls"] == 0
    assert (await http.get("/v1/status")).json()["store"]["turns"] == 2
    assert (await http.get("/v1/jobs")).json() == {"jobs": []}
    assert (await http.post("/v1/jobs/retry", json={})).json() == {"jobs": 0}
    assert (await http.post("/v1/settle", json={"timeout": 5})).json() == {"settled": True}
    summed = await http.post("/v1/summarise", json={"scope": {**ALICE, "session": "monday"}})
    assert summed.json()["summary"]["kind"] == "summary"


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b'{"query": NaN', b"[" * 10_000])
async def test_broken_json_is_refused(http: httpx2.AsyncClient, body: bytes) -> None:
    answer = await http.post("/v1/recall", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, read_error(answer)["type"]) == (400, "BadRequest")


async def test_a_body_of_another_kind_is_refused(http: httpx2.AsyncClient) -> None:
    body = json.dumps({"scope": ALICE, "query": "x"})
    answer = await http.post("/v1/recall", content=body, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422
    read_error(answer)


async def test_every_answer_has_the_security_headers(http: httpx2.AsyncClient) -> None:
    for path in ("/healthz", "/v1/status", "/v1/nothing", "/openapi.json"):
        headers = (await http.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "server" not in headers


async def test_health_and_metrics_name_routes_and_nobody(http: httpx2.AsyncClient) -> None:
    await say(http, "I love hiking")
    await http.delete("/v1/memories/secret-id", params=ALICE)
    assert (await http.get("/healthz")).json() == {"status": "alive"}
    assert (await http.get("/readyz")).json() == {"status": "ready"}
    text = (await http.get("/metrics")).text
    assert 'ricordo_requests_total{method="POST",route="/v1/turns",status="201"} 1.0' in text
    assert 'route="/v1/memories/{id}",status="404"' in text
    assert 'ricordo_store{what="turns"} 1.0' in text
    for private in ("alice", 'travel"', "hiking", "secret-id"):
        assert private not in text


async def test_a_service_without_its_store_is_alive_and_not_ready(service: Running, http: httpx2.AsyncClient) -> None:
    opened, service.service.opened = service.service.opened, None
    answer = await http.get("/readyz")
    service.service.opened = opened
    assert (answer.status_code, read_error(answer)["type"]) == (503, "NotReady")


@pytest.mark.parametrize("depth", [150, 500, 900, 2_000, 50_000])
async def test_a_deeply_nested_value_breaks_nobodys_export_and_listing(http: httpx2.AsyncClient, depth: int) -> None:
    await say(http, "I'm vegetarian.")
    nested = "[" * depth + "]" * depth
    row = (
        '{"type": "memory", "id": "deep", "scope": {"user": "x"}, "kind": "profile", "content": "x", "field": "diet", '
        f'"created_at": "2026-01-01", "valid_from": "2026-01-01", "value": {nested}}}'
    )
    mallory = {"application": "travel", "user": "mallory"}
    answer = await http.post("/v1/import", params=mallory, content=row)
    assert answer.status_code == 422
    assert "rows[0]" in read_error(answer)["message"]
    body = f'{{"scope": {{"application": "travel", "user": "mallory"}}, "values": {{"diet": {nested}}}}}'
    answer = await http.put("/v1/profile", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in {400, 422}
    for path in ("/v1/export", "/v1/memories", "/v1/profile"):
        answer = await http.get(path, params={"application": "travel"})
        assert answer.status_code == 200
        assert "egetarian" in answer.text
        assert "mallory" not in answer.text


async def test_a_value_may_be_nested_as_deep_as_the_limit(http: httpx2.AsyncClient) -> None:
    nested: Any = "deep"
    for _ in range(100):
        nested = [nested]
    answer = await http.put("/v1/profile", json={"scope": ALICE, "values": {"diet": nested}})
    assert answer.status_code == 200, answer.text
    for path in ("/v1/export", "/v1/memories", "/v1/profile"):
        answer = await http.get(path, params={"application": "travel"})
        assert answer.status_code == 200
        assert "deep" in answer.text
