"""Learning on the pages: failures with their cause, another try, and what an open page asks while it goes on."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest_asyncio

from ricordo import Scope
from ricordo.ports.changes import FailJob
from tests.server.browsing import SCOPE, Visitor, mint_token, say, visit
from tests.server.running import Running, run_service

ALICE = Scope(**SCOPE)
CAUSE = "the model answered with status 401"


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    async with run_service(tmp_path, learning="queue") as service:
        yield service


@pytest_asyncio.fixture
async def alice(service: Running) -> AsyncGenerator[Visitor]:
    """Alice's browser. What she told the guide could not be learned from; what she told the doctor waits."""
    await say(service, "I love hiking.", agent="guide")
    await fail_job(service)
    await say(service, "I take pills.", agent="doctor", session="s2")
    async with visit(service) as visitor:
        await visitor.choose_person("alice")
        yield visitor


async def fail_job(service: Running) -> None:
    """Let the job that is due next fail for good."""
    store = service.service.memory._store
    (job,) = await store.lease(worker="w", now=datetime.now(UTC) + timedelta(minutes=1), seconds=60, limit=1)
    await store.write([FailJob(job, CAUSE, None)])


async def test_a_failure_is_shown_with_its_cause_and_its_words_and_tried_again(
    alice: Visitor, service: Running
) -> None:
    page = await alice.get("/me")
    assert "1 piece of what was said could not be learned from" in page
    page = await alice.get("/me/learning")
    assert f"<b>Cause:</b> {CAUSE}" in page
    assert re.search(r'<a href="/me/conversation\?id=s1&amp;turn=[^"]+#turn-\w+">I love hiking', page)
    assert "<b>1</b> failed" in page
    assert "I take pills" in page, "it waits"
    page = await alice.send("/me/learning/retry")
    assert "1 piece is tried again" in page
    assert "<b>0</b> failed" in page
    await service.service.memory.settle(scope=ALICE, timeout=20)
    assert "Nothing waits, and nothing failed" in await alice.get("/me/learning")
    assert "Loves hiking" in await alice.get("/me")


async def test_an_open_page_hears_of_every_step_and_then_of_rest(alice: Visitor, service: Running) -> None:
    async def ask() -> dict[str, object]:
        answer = await alice.http.get("/me/learning/state")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        return answer.json()

    page = await alice.get("/me")
    first = await ask()
    assert f'data-live="/me/learning/state" data-version="{first["version"]}"' in page
    assert (first["waiting"], first["failed"]) == (1, 1)
    assert await ask() == first, "nothing happened"
    await say(service, "I live in Oslo.", agent="guide", session="s3")
    second = await ask()
    assert second["version"] != first["version"]
    await service.service.memory.settle(scope=ALICE, timeout=20)
    last = await ask()
    assert last["waiting"] == 0
    assert last["version"] != second["version"]
    assert set(last) == {"waiting", "failed", "version"}, "and nothing of what was said"


async def test_every_page_that_follows_names_its_parts(alice: Visitor) -> None:
    for path, state in (
        ("/me", "/me/learning/state"),
        ("/me/memories", "/me/learning/state"),
        ("/me/learning", "/me/learning/state"),
        ("/operator", "/operator/learning"),
    ):
        page = await alice.get(path)
        assert f'data-live="{state}"' in page, path
        assert page.count("data-live-part=") == 1, path
        assert (await alice.http.get(state)).status_code == 200


async def test_a_stranger_hears_nothing_and_a_person_of_their_own_only(alice: Visitor, service: Running) -> None:
    await say(service, "I love sailing.", user="bob")
    key = service.key("travel")
    async with visit(service) as stranger:
        for path in ("/me/learning/state", "/operator/learning"):
            assert (await stranger.http.get(path)).status_code == 303
    async with visit(service) as bob:
        await bob.sign_in(await mint_token(service, "bob"))
        assert (await bob.http.get("/me/learning/state")).json()["waiting"] == 1
        assert (await bob.http.get("/operator/learning")).status_code == 403
        page = await bob.get("/me/learning")
        assert "sailing" in page
        assert "hiking" not in page
        assert "0 pieces are tried again" in await bob.send("/me/learning/retry")
    async with visit(service) as staff:
        await staff.sign_in(key, next="/operator")
        assert CAUSE in staff.page
        page = await staff.send("/sign-in/person", user="alice", next="/me/learning")
        assert "I love hiking" in page


async def test_a_token_for_one_agent_sees_the_failures_of_that_one(alice: Visitor, service: Running) -> None:
    service.key("travel")
    async with visit(service) as guide:
        await guide.sign_in(await mint_token(service, "alice", bound={"agent": "guide"}))
        page = await guide.get("/me/learning")
        assert "I love hiking" in page
        assert "pills" not in page
    async with visit(service) as doctor:
        await doctor.sign_in(await mint_token(service, "alice", bound={"agent": "doctor"}))
        page = await doctor.get("/me/learning")
        assert "hiking" not in page
        assert "could not be learned from" not in await doctor.get("/me")
        await doctor.get("/me/learning")
        await doctor.send("/me/learning/retry")
    assert [job.failed for job in await service.service.memory.jobs(scope=ALICE)] == [True, False]
