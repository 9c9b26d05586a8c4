"""A fuzz at the door: whatever a stranger, another application or another person sends, nothing of Bob's comes out."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
import pytest_asyncio

from tests.server.running import Running, run_service

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECRET = "canary4711"
BOB = {"application": "bank", "user": "bob"}
NAMES = [
    "alice",
    "bob",
    "bank",
    "travel",
    "%",
    "_",
    "*",
    "' OR 1=1 --",
    "bob\x00",
    "..",
    "bob/../bob",
    "ʙob",
    "BOB",
    "",
    " bob",
]
PARTS = ["application", "agent", "user", "session"]


@dataclass
class Attack:
    """A service that knows something of Bob's, and what an attacker has."""

    service: Running
    memory_id: str
    valid: list[str]
    invalid: list[str | None]
    before: str

    async def export_all(self) -> str:
        async with self.service.client(self.service.key(None)) as operator:
            return (await operator.get("/v1/export", params=BOB)).text


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def attack(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Attack]:
    async with run_service(tmp_path_factory.mktemp("service"), learning="inline") as service:
        async with service.client(service.key(None)) as operator:
            turn = {"role": "user", "text": f"I'm vegetarian and my code is {SECRET}", "id": "turn-1"}
            await operator.post("/v1/turns", json={"scope": BOB, "turns": [turn]})
            memory_id = (await operator.get("/v1/memories", params=BOB)).json()["memories"][0]["id"]
            before = (await operator.get("/v1/export", params=BOB)).text
        banks, travels = service.key("bank"), service.key("travel")
        async with service.client(banks) as client:
            token = (await client.post("/v1/tokens", json={"scope": {"user": "alice"}})).json()["token"]
        claims, _, signature = token.partition(".")
        forged = [
            f"{claims}.",
            f"{claims}.{signature[::-1]}",
            f"{claims[:-4]}AAAA.{signature}",
            "eyJ.e30.AA",
            "eyJ..",
            "eyJ",
        ]
        yield Attack(service, memory_id, [travels, token], [None, banks[:-1], *forged], before)


def scope(chance: random.Random) -> dict[str, Any]:
    chosen = {part: chance.choice(NAMES) for part in PARTS if chance.random() < 0.4}
    return chance.choice([chosen, {**chosen, **BOB}, {**chosen, "user": "bob"}, {}])


def path(chance: random.Random, memory_id: str) -> str:
    """A path that is right, or nearly."""
    tail = chance.choice(
        ["turns", "recall", "memories", "profile", "profile/Traveller", "export", "consent", "usage", "jobs", "status"]
        + ["forget", "summarise", "settle", "tokens", "import", "profiles"]
        + [f"memories/{id}{end}" for id in (memory_id, "turn-1", "../turns") for end in ("", "/confirm", "/reject")]
    )
    head = chance.choice(
        [
            "/v1/",
            "/v1/",
            "/v1/",
            "/v1//",
            "/V1/",
            "/v1/./",
            "/v1/x/../",
            "/%76%31/",
            "//v1/",
            "/mcp/../v1/",
            "/healthz/../v1/",
        ]
    )
    return head + chance.choice([tail, quote(tail, safe=""), f"{tail}/", f"{tail};x=1", f"{tail}%00", f"{tail}?"])


@pytest.mark.parametrize("seed", range(4))
async def test_nothing_of_anybody_else_is_read_or_changed(attack: Attack, seed: int) -> None:
    chance = random.Random(seed)
    statuses: set[int] = set()
    for credential in [*attack.valid, *attack.invalid]:
        headers = {} if credential is None else {"Authorization": f"Bearer {credential}"}
        async with attack.service.client() as client:
            for _ in range(80 if credential in attack.valid else 5):
                names = scope(chance)
                body = {"scope": names, "query": SECRET, "ids": ["turn-1", attack.memory_id], "values": {"diet": None}}
                body = {name: value for name, value in body.items() if chance.random() < 0.7}
                extra = {
                    chance.choice(["x-forwarded-for", "x-original-url", "x-user", "host"]): chance.choice(NAMES[:4])
                }
                answer = await client.request(
                    chance.choice(["GET", "POST", "PUT", "PATCH", "DELETE"]),
                    path(chance, attack.memory_id),
                    params={part: name for part, name in names.items() if isinstance(name, str)},
                    json=body,
                    headers={**headers, **(extra if chance.random() < 0.3 else {})},
                )
                statuses.add(answer.status_code)
                assert answer.status_code < 500, answer.request.url
                assert SECRET not in answer.text
    assert {401, 403, 404} <= statuses
    assert await attack.export_all() == attack.before
