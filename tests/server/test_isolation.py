"""Nobody reads or changes what is not theirs: another application, another person, by scope, by id, by any route."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio

from ricordo.learn.undo import UndoStep, encode_step
from ricordo.server import Settings, create_app
from ricordo.server.callers import Caller
from ricordo.server.errors import HttpError
from tests.server.running import Running, run_service

ALICE = {"application": "travel", "user": "alice"}
BOB = {"application": "travel", "user": "bob"}
OTHER = {"application": "bank", "user": "alice"}
SECRET = "canary4711"


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    async with run_service(tmp_path, learning="inline") as service:
        yield service


async def store_secret(service: Running, scope: dict[str, str]) -> dict[str, Any]:
    """Store a secret in a scope, and return the memory that was learned from it."""
    async with service.client(service.key(None)) as operator:
        said = {"role": "user", "text": f"I'm vegetarian and my code is {SECRET}", "id": "turn-1"}
        answer = await operator.post("/v1/turns", json={"scope": scope, "turns": [said]})
        assert answer.status_code == 201
        (memory, *_) = (await operator.get("/v1/memories", params=scope)).json()["memories"]
        return memory


async def export_all(service: Running, scope: dict[str, str]) -> str:
    async with service.client(service.key(None)) as operator:
        return (await operator.get("/v1/export", params=scope)).text


def requests_for(scope: dict[str, str], memory_id: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Return a request for each route that reads or changes a scope."""
    turn = {"role": "user", "text": "I live in Oslo"}
    path = f"/v1/memories/{memory_id}"
    row = json.dumps(
        {"type": "turn", "id": "x", "scope": OTHER, "role": "user", "text": "x", "occurred_at": "2026-01-01"}
    )
    return [
        ("POST", "/v1/turns", {"json": {"scope": scope, "turns": [turn]}}),
        ("GET", "/v1/turns", {"params": scope}),
        ("GET", "/v1/turns", {"params": {**scope, "id": "turn-1"}}),
        ("GET", "/v1/turns", {"params": {**scope, "around": "turn-1"}}),
        ("GET", "/v1/conversations", {"params": scope}),
        ("POST", "/v1/recall", {"json": {"scope": scope, "query": f"vegetarian {SECRET}"}}),
        ("POST", "/v1/hits", {"json": {"scope": scope, "ids": ["turn-1", memory_id]}}),
        ("GET", "/v1/memories", {"params": {**scope, "state": "all"}}),
        ("POST", "/v1/memories", {"json": {"scope": scope, "content": "Lives in Oslo", "replaces": [memory_id]}}),
        ("GET", path, {"params": scope}),
        ("GET", f"{path}/history", {"params": scope}),
        ("POST", "/v1/undo", {"json": {"scope": scope, "undo": "x"}}),
        ("PATCH", path, {"json": {"scope": scope, "content": "changed"}}),
        ("DELETE", path, {"params": scope}),
        ("POST", f"{path}/confirm", {"json": {"scope": scope}}),
        ("POST", f"{path}/reject", {"json": {"scope": scope}}),
        ("GET", "/v1/profile", {"params": scope}),
        ("PUT", "/v1/profile", {"json": {"scope": scope, "values": {"diet": None}}}),
        ("POST", "/v1/forget", {"json": {"scope": scope}}),
        ("POST", "/v1/forget", {"json": {"scope": scope, "ids": ["turn-1", memory_id]}}),
        ("GET", "/v1/export", {"params": scope}),
        ("POST", "/v1/import", {"params": scope, "content": row}),
        ("GET", "/v1/consent", {"params": scope}),
        ("GET", "/v1/consents", {"params": scope}),
        ("PUT", "/v1/consent", {"json": {"scope": scope, "capture": False}}),
        ("GET", "/v1/retention", {"params": scope}),
        ("GET", "/v1/retentions", {"params": scope}),
        ("PUT", "/v1/retention", {"json": {"scope": scope, "days": 1}}),
        ("GET", "/v1/receipts", {"params": scope}),
        ("GET", "/v1/usage", {"params": scope}),
        ("GET", "/v1/jobs", {"params": scope}),
        ("GET", "/v1/pending", {"params": scope}),
        ("POST", "/v1/jobs/retry", {"json": {"scope": scope}}),
        ("POST", "/v1/settle", {"json": {"scope": scope}}),
        ("POST", "/v1/summarise", {"json": {"scope": {**scope, "session": "1"}}}),
        ("POST", "/v1/tokens", {"json": {"scope": scope}}),
        ("POST", "/mcp", {"params": scope, "json": {}}),
    ]


async def mint_token(service: Running, key: str, scope: dict[str, str], seconds: int = 900) -> str:
    async with service.client(key) as client:
        answer = await client.post("/v1/tokens", json={"scope": scope, "seconds": seconds})
        assert answer.status_code == 201, answer.text
        return answer.json()["token"]


def test_every_route_is_in_the_list(tmp_path: Path) -> None:
    """So that a route that is added is tried here too."""
    document = create_app(lambda: ..., Settings(tmp_path / "keys.db")).openapi()  # type: ignore[arg-type, return-value]
    tried = {(method, path.replace("the-id", "{id}")) for method, path, _ in requests_for(ALICE, "the-id")}
    whole_store = {("GET", "/v1/status"), ("GET", "/metrics"), ("GET", "/v1/profiles")}
    by_model = {("GET", "/v1/profile/{profile}"), ("PUT", "/v1/profile/{profile}")}
    there = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert there - tried == whole_store | by_model | {("GET", "/healthz"), ("GET", "/readyz")}


async def test_a_key_cannot_name_another_application(service: Running) -> None:
    memory = await store_secret(service, OTHER)
    before = await export_all(service, OTHER)
    async with service.client(service.key("travel")) as client:
        for method, path, request in requests_for(OTHER, memory["id"]):
            answer = await client.request(method, path, **request)
            assert answer.status_code == 403, (method, path)
            assert answer.json()["error"]["type"] == "NotAllowed"
            assert SECRET not in answer.text
    assert await export_all(service, OTHER) == before


@pytest.mark.parametrize("scope", [{"user": "alice"}, {}])
async def test_an_id_of_another_application_is_not_found(service: Running, scope: dict[str, str]) -> None:
    memory = await store_secret(service, OTHER)
    before = await export_all(service, OTHER)
    async with service.client(service.key("travel")) as client:
        for method, path, request in requests_for(scope, memory["id"]):
            answer = await client.request(method, path, **request)
            assert SECRET not in answer.text, (method, path)
            if memory["id"] in path:
                assert answer.status_code == 404
    assert await export_all(service, OTHER) == before


async def test_a_token_cannot_reach_another_person(service: Running) -> None:
    memory = await store_secret(service, BOB)
    before = await export_all(service, BOB)
    alices = await mint_token(service, service.key("travel"), ALICE)
    async with service.client(alices) as client:
        for method, path, request in requests_for(BOB, memory["id"]):
            answer = await client.request(method, path, **request)
            assert answer.status_code == 403, (method, path)
        for method, path, request in requests_for({}, memory["id"]):
            answer = await client.request(method, path, **request)
            assert SECRET not in answer.text, (method, path)
    assert await export_all(service, BOB) == before


async def test_a_token_does_for_its_person_what_a_person_may(service: Running) -> None:
    memory = await store_secret(service, ALICE)
    alices = await mint_token(service, service.key("travel"), ALICE)
    async with service.client(alices) as client:
        hits = (await client.post("/v1/recall", json={"query": "vegetarian"})).json()["hits"]
        assert any(SECRET in hit["text"] for hit in hits)
        assert (await client.post(f"/v1/memories/{memory['id']}/confirm", json={})).status_code == 200
        assert SECRET in (await client.get("/v1/export")).text
        assert (await client.post("/v1/forget", json={})).json()["counts"]["turns"] == 1
        for path in ("/v1/status", "/metrics"):
            assert (await client.get(path)).status_code == 403
        assert (await client.post("/v1/tokens", json={"scope": ALICE})).status_code == 403


async def test_two_people_see_each_their_own(service: Running) -> None:
    key = service.key("travel")
    for name in ("alice", "bob"):
        async with service.client(await mint_token(service, key, {"user": name})) as client:
            turn = {"role": "user", "text": f"my door code is {name}-1"}
            assert (await client.post("/v1/turns", json={"turns": [turn]})).status_code == 201
    for name in ("alice", "bob"):
        async with service.client(await mint_token(service, key, {"user": name})) as client:
            hits = (await client.post("/v1/recall", json={"query": "door code", "kinds": ["turn"]})).json()["hits"]
            assert [hit["text"] for hit in hits] == [f"my door code is {name}-1"]


async def test_a_review_is_undone_by_nobody_else(service: Running) -> None:
    memory = await store_secret(service, BOB)
    path, key = f"/v1/memories/{memory['id']}", service.key("travel")
    async with service.client(await mint_token(service, key, BOB)) as bob:
        undo = (await bob.post(f"{path}/reject", json={})).json()["undo"]
        before = await export_all(service, BOB)
        async with service.client(await mint_token(service, key, ALICE)) as alice:
            answer = await alice.post("/v1/undo", json={"undo": undo})
            assert answer.status_code == 404
            assert SECRET not in answer.text
            assert (await alice.post("/v1/undo", json={"scope": BOB, "undo": undo})).status_code == 403
        async with service.client(service.key("bank")) as bank:
            assert (await bank.post("/v1/undo", json={"undo": undo})).status_code == 404
        assert await export_all(service, BOB) == before
        assert (await bob.post("/v1/undo", json={"undo": undo})).json()["state"] == "current"


async def test_what_undoes_a_review_cannot_be_made_up(service: Running) -> None:
    memory = await store_secret(service, ALICE)
    forged = encode_step(UndoStep("reject", memory["id"], "unsupported", "digest"))
    assert forged is not None
    async with service.client(service.key("travel")) as client:
        undo = (await client.post(f"/v1/memories/{memory['id']}/reject", json={"scope": ALICE})).json()["undo"]
        head, claims, signature = undo.split(".")
        for text in (forged, f"{head}.{claims}.{signature[::-1]}", f"{head}..{signature}", "", "é", undo + " "):
            answer = await client.post("/v1/undo", json={"scope": ALICE, "undo": text})
            assert answer.status_code == 422, text
        clock = service.service.clock
        service.service.clock = lambda: clock() + 86_401
        assert (await client.post("/v1/undo", json={"scope": ALICE, "undo": undo})).status_code == 422


async def test_of_several_scopes_one_that_is_not_theirs_refuses_all(service: Running) -> None:
    await store_secret(service, BOB)
    await store_secret(service, OTHER)
    key = service.key("travel")
    token = await mint_token(service, key, ALICE)
    query = {"query": f"vegetarian {SECRET}"}
    for credential, own, other in ((key, ALICE, OTHER), (token, {}, BOB), (token, ALICE, OTHER), (token, {}, OTHER)):
        async with service.client(credential) as client:
            assert (await client.post("/v1/recall", json={**query, "scope": [own]})).status_code == 200
            for scopes in ([own, other], [other, own], [other], [own] * 7 + [other]):
                for path, asked in (("/v1/recall", query), ("/v1/hits", {"ids": ["turn-1"]})):
                    answer = await client.post(path, json={**asked, "scope": scopes})
                    assert answer.status_code == 403
                    assert SECRET not in answer.text
    async with service.client(key) as client:
        found = (await client.post("/v1/recall", json={**query, "scope": [ALICE, BOB]})).json()["hits"]
        assert {hit["scope"]["user"] for hit in found} == {"bob"}
        for scopes in ([], [BOB] * 9, [BOB, None], [BOB, {"user": ""}], [BOB, {"users": "x"}], "bob", [["bob"]]):
            answer = await client.post("/v1/recall", json={**query, "scope": scopes})
            assert answer.status_code == 422, scopes
            assert SECRET not in answer.text


async def test_the_whole_store_is_for_operators(service: Running) -> None:
    for path in ("/v1/status", "/metrics"):
        async with service.client(service.key("travel")) as client:
            assert (await client.get(path)).status_code == 403
        async with service.client(service.key(None)) as client:
            assert (await client.get(path)).status_code == 200


async def test_wrong_revoked_and_expired_credentials_are_refused_alike(service: Running) -> None:
    key = service.key("travel")
    short = await mint_token(service, key, ALICE, seconds=60)
    revoked = service.keys.create(application="travel")
    orphan = await mint_token(service, revoked.text, ALICE)
    service.keys.revoke(revoked.key.id)
    changed = short[:-2] + ("AA" if short[-2:] != "AA" else "BB")
    clock = service.service.clock
    service.service.clock = lambda: clock() + 3_600
    answers: list[httpx2.Response] = []
    for credential in (None, "nonsense", key[:-1], revoked.text, orphan, changed, short):
        async with service.client() as client:
            headers = {} if credential is None else {"Authorization": f"Bearer {credential}"}
            answers.append(await client.get("/v1/memories", params=ALICE, headers=headers))
    async with service.client() as client:
        answers.append(await client.get("/v1/memories", params=ALICE, headers={"Authorization": "Basic YTpi"}))
    assert {answer.status_code for answer in answers} == {401}
    assert all(answer.headers["www-authenticate"].startswith("Bearer") for answer in answers)
    assert len({answer.text for answer in answers[1:7]}) == 1


async def test_while_there_is_no_key_only_this_machine_is_let_in(service: Running) -> None:
    async with service.client() as client:
        assert (await client.get("/v1/status")).status_code == 200
        for headers in (
            {"Host": "evil.example"},
            {"Host": "127.0.0.1.evil.example"},
            {"X-Forwarded-For": "10.1.1.1"},
            {"Forwarded": "for=10.1.1.1"},
        ):
            assert (await client.get("/v1/status", headers=headers)).status_code == 401, headers
    service.key("travel")
    async with service.client() as client:
        assert (await client.get("/v1/status")).status_code == 401


async def test_pages_of_other_origins_may_not_call(service: Running, tmp_path: Path) -> None:
    body = {"scope": ALICE, "turns": [{"role": "user", "text": "x"}]}
    async with service.client() as client:
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
            answer = await client.post("/v1/turns", json=body, headers={"Origin": origin})
            assert answer.status_code == 403
            assert "access-control-allow-origin" not in answer.headers
        assert (await client.post("/v1/turns", json=body, headers={"Origin": service.url})).status_code == 201
    folder = tmp_path / "allowed"
    folder.mkdir()
    async with run_service(folder, origins=("https://app.example",)) as other, other.client() as client:
        asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
        preflight = await client.options("/v1/turns", headers=asked)
        assert preflight.headers["access-control-allow-origin"] == "https://app.example"
        allowed = await client.post("/v1/turns", json=body, headers={"Origin": "https://app.example"})
        assert allowed.headers["access-control-allow-origin"] == "https://app.example"
        assert (await client.post("/v1/turns", json=body, headers={"Origin": "https://b.example"})).status_code == 403


async def test_an_empty_name_does_not_widen_a_request_to_everybody(service: Running) -> None:
    async with service.client(service.key(None)) as operator:
        assert (await operator.get("/v1/jobs")).status_code == 200
        assert (await operator.get("/v1/jobs", params={"user": ""})).status_code == 422
        assert (await operator.post("/v1/jobs/retry", json={"scope": {"user": ""}})).status_code == 422


@pytest.mark.parametrize("part", ["application", "agent", "user", "session"])
def test_what_is_bound_cannot_be_chosen(part: str) -> None:
    caller = Caller("k", {"application": "a", "agent": "b", "user": "c", "session": "d"}, by_token=True)
    assert caller.scope({}).parts == dict(caller.bound)
    with pytest.raises(HttpError):
        caller.scope({part: "other"})
