"""The example behind a web framework: the person is the one of the request, whatever its body says."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio

from tests.agent_framework.test_examples import KEYS

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest_asyncio.fixture
async def browser(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[httpx2.AsyncClient]:
    for key in KEYS:
        monkeypatch.delenv(key, raising=False)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    web: Any = importlib.import_module("web")
    transport = httpx2.ASGITransport(web.app)
    async with web.open_memory(web.app), httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


def headers(user: str) -> dict[str, str]:
    return {"Authorization": f"Bearer token-of-{user}"}


async def say(browser: httpx2.AsyncClient, who: str, text: str, conversation: str, **more: str) -> str:
    body = {"text": text, "conversation": conversation, **more}
    response = await browser.post("/chat", json=body, headers=headers(who))
    assert response.status_code == 200
    return response.json()["answer"]


async def stored(browser: httpx2.AsyncClient, user: str) -> list[str]:
    rows = (await browser.get("/me", headers=headers(user))).json()
    return [row["text"] for row in rows if row["type"] == "turn" and row["role"] == "user"]


async def test_people_who_ask_at_the_same_time_do_not_mix(browser: httpx2.AsyncClient) -> None:
    await asyncio.gather(
        *(say(browser, "alice", f"I love hiking, number {number}", f"a{number}") for number in range(5)),
        *(say(browser, "bob", f"I love sailing, number {number}", f"b{number}") for number in range(5)),
    )
    assert sorted(await stored(browser, "alice")) == [f"I love hiking, number {number}" for number in range(5)]
    assert sorted(await stored(browser, "bob")) == [f"I love sailing, number {number}" for number in range(5)]
    answers = await asyncio.gather(
        say(browser, "alice", "What do I love?", "later"), say(browser, "bob", "What do I love?", "later")
    )
    assert "hiking" in answers[0]
    assert "sailing" not in answers[0]
    assert "sailing" in answers[1]
    assert "hiking" not in answers[1]


async def test_neither_a_name_in_the_body_nor_somebody_elses_conversation_opens_their_memory(
    browser: httpx2.AsyncClient,
) -> None:
    await say(browser, "alice", "My door code is 4711", "monday")
    answer = await say(browser, "bob", "What is my door code?", "monday", user="alice", scope="alice")
    requests = importlib.import_module("web").app.state.agent.client.requests
    assert "4711" not in answer + requests[-1].text
    assert "4711" in requests[0].text
    assert await stored(browser, "bob") == ["What is my door code?"]


async def test_a_person_sees_and_erases_their_own(browser: httpx2.AsyncClient) -> None:
    await say(browser, "alice", "I love hiking", "1")
    await say(browser, "bob", "I love sailing", "1")
    assert (await browser.delete("/me", headers=headers("alice"))).status_code == 200
    assert await stored(browser, "alice") == []
    assert await stored(browser, "bob") == ["I love sailing"]


async def test_without_a_person_nothing_is_answered_and_a_bad_body_is_refused(browser: httpx2.AsyncClient) -> None:
    for refused in (
        await browser.post("/chat", json={"text": "hello", "conversation": "1"}),
        await browser.get("/me", headers={"Authorization": "Bearer token-of-eve"}),
        await browser.delete("/me"),
    ):
        assert refused.status_code == 401
    for content in (b"", b"[]", b"{}", b'{"text": "hello", "conversation": ""}'):
        bad = await browser.post("/chat", content=content, headers=headers("alice"))
        assert bad.status_code == 400
    long = await browser.post("/chat", content=b"x" * 200_000, headers=headers("alice"))
    assert long.status_code == 413
