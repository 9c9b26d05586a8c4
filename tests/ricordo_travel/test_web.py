"""The assistant in a browser: a person for each browser, streamed answers, a page that works without JavaScript."""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from agent_framework.exceptions import ChatClientException
from fastapi import FastAPI

from ricordo.testing import HashEmbedder, ScriptedChatClient
from ricordo_travel.web import DemoSettings, create_app
from ricordo_travel.web.visitors import COOKIE

HOME = "http://127.0.0.1:8766"
INJECTION = "<script>alert(1)</script> I love </p><b>hiking"


@asynccontextmanager
async def run_app(folder: Path, **settings: Any) -> AsyncGenerator[FastAPI]:
    """The application from start to stop, both in one task: a fixture is torn down in another than it was set up in."""
    app = create_app(DemoSettings(folder, embedder=HashEmbedder(), **settings))
    ready, done = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        try:
            async with app.router.lifespan_context(app):
                ready.set()
                await done.wait()
        finally:
            ready.set()

    task = asyncio.create_task(live())
    await ready.wait()
    try:
        yield app
    finally:
        done.set()
        await task


class Browser:
    """One browser: it keeps its cookies, and one conversation."""

    def __init__(self, app: FastAPI, cookies: Any = None) -> None:
        transport = httpx2.ASGITransport(app=app)
        self.http = httpx2.AsyncClient(transport=transport, base_url=HOME, cookies=cookies)
        self.conversation = str(uuid.uuid4())

    async def open(self) -> str:
        page = await self.http.get("/")
        assert page.status_code == 200
        return page.text

    async def ask(self, text: str, **headers: str) -> httpx2.Response:
        query = {"userInput": text, "conversationId": self.conversation}
        return await self.http.get("/api/v1/agent", params=query, headers=headers)

    async def say(self, text: str) -> str:
        answer = await self.ask(text)
        assert answer.status_code == 200, answer.text
        return answer.text

    async def panel(self) -> str:
        return (await self.http.get("/panel", params={"conversation": self.conversation})).text


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncGenerator[FastAPI]:
    async with run_app(tmp_path) as app:
        yield app


async def test_the_second_visit_greets_with_what_was_said_on_the_first_across_a_restart(tmp_path: Path) -> None:
    async with run_app(tmp_path) as app:
        browser = Browser(app)
        assert "Welcome back" not in await browser.open()
        await browser.say("Hi! I want to plan a vacation")
        await browser.say("Around $2,000")
        assert "Here is what fits" in await browser.say("I love hiking and coastal walks")
    async with run_app(tmp_path) as app:
        again = Browser(app, browser.http.cookies)
        page = await again.open()
        assert "Welcome back! I remember that you like hiking and coastal walks and a budget of around $2,000." in page
        assert "Hi again! Based on your love for hiking" in await again.say("Suggest a vacation for me")
        assert (await again.say("Yes, use the same preferences")).startswith("Perfect!")
        old = await again.http.get("/", params={"conversation": browser.conversation})
        assert "I love hiking and coastal walks" in old.text


async def test_the_answer_is_streamed_as_plain_text(app: FastAPI) -> None:
    browser = Browser(app)
    await browser.open()
    query = {"userInput": "hello", "conversationId": browser.conversation}
    async with browser.http.stream("GET", "/api/v1/agent", params=query) as answer:
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert "content-length" not in answer.headers
        text = "".join([piece async for piece in answer.aiter_text()])
    assert text.startswith("Hello!")


@pytest.mark.parametrize(
    ("query", "argument"),
    [
        ({"userInput": "hello", "conversationId": "not-a-uuid"}, "conversationId"),
        ({"userInput": "hello"}, "conversationId"),
        ({"conversationId": str(uuid.uuid4())}, "userInput"),
        ({"userInput": "", "conversationId": str(uuid.uuid4())}, "userInput"),
        ({"userInput": "   ", "conversationId": str(uuid.uuid4())}, "userInput"),
        ({"userInput": "x" * 4001, "conversationId": str(uuid.uuid4())}, "userInput"),
    ],
)
async def test_bad_input_is_refused_with_a_body_that_helps(app: FastAPI, query: dict[str, str], argument: str) -> None:
    browser = Browser(app)
    await browser.open()
    answer = await browser.http.get("/api/v1/agent", params=query)
    assert answer.status_code == 422
    assert argument in answer.json()["error"]["message"]
    assert "x" * 100 not in answer.text


async def test_two_browsers_never_see_each_others_memory(app: FastAPI) -> None:
    alice, bob = Browser(app), Browser(app)
    await alice.open()
    await bob.open()
    await alice.say("I love hiking. I'm vegetarian.")
    await alice.say("I need a car in Oslo from 3 March for 4 days")
    await alice.say("the first")
    await alice.say("yes")
    assert "vegetarian" in await alice.panel()
    assert "oslo" in (await alice.panel()).lower()
    bob.conversation = alice.conversation
    for seen in (await bob.panel(), await bob.open(), await bob.say("What do you know about me? Show my bookings")):
        assert "vegetarian" not in seen
        assert "oslo" not in seen.lower()
    theirs = (await alice.http.get("/v1/memories")).json()["memories"]
    user = theirs[0]["scope"]["user"]
    assert (await bob.http.get("/v1/memories")).json()["memories"] == []
    for query in ({"user": user}, {"application": "travel", "user": user}):
        assert (await bob.http.get("/v1/memories", params=query)).status_code == 403
    assert (await bob.http.get("/v1/status")).status_code == 403


async def test_a_cookie_that_we_did_not_write_is_nobody(app: FastAPI) -> None:
    alice = Browser(app)
    await alice.open()
    await alice.say("I'm vegetarian.")
    value = next(cookie.value for cookie in alice.http.cookies.jar if cookie.name == COOKIE)
    assert value is not None
    person, _, signature = value.partition(".")
    forged = [f"{person}.{'0' * 64}", person, f"{person}.", f"{'0' * 32}.{signature}", "é.é", "a" * 5000]
    for cookie in forged:
        stranger = Browser(app)
        headers = {b"cookie": f"{COOKIE}={cookie}".encode()}
        page = await stranger.http.get("/", headers=headers)
        assert page.status_code == 200
        assert "vegetarian" not in page.text
        assert (await stranger.http.get("/v1/memories", headers=headers)).status_code == 401


async def test_without_a_cookie_the_service_needs_a_key_and_a_program_is_its_conversation(app: FastAPI) -> None:
    program = Browser(app)
    assert (await program.http.get("/v1/memories")).status_code == 401
    await program.say("I'm vegetarian.")
    assert "vegetarian" in await program.say("What do you know about me?")
    assert COOKIE not in program.http.cookies
    program.conversation = str(uuid.uuid4())
    assert "Nothing yet" in await program.say("What do you know about me?")


async def test_pages_of_other_sites_cannot_make_a_browser_talk(app: FastAPI) -> None:
    alice = Browser(app)
    await alice.open()
    assert (await alice.ask("I'm vegetarian", **{"Sec-Fetch-Site": "cross-site"})).status_code == 403
    form = {"userInput": "I'm vegetarian", "conversationId": alice.conversation}
    posted = await alice.http.post("/say", data=form, headers={"Origin": "https://elsewhere.example"})
    assert posted.status_code == 403
    assert "vegetarian" not in await alice.panel()
    assert (await alice.http.get("/", headers={"Sec-Fetch-Site": "cross-site"})).status_code == 200


async def test_the_form_works_without_javascript(app: FastAPI) -> None:
    alice = Browser(app)
    await alice.open()
    form = {"userInput": "I love hiking", "conversationId": alice.conversation}
    posted = await alice.http.post("/say", data=form)
    assert posted.status_code == 303
    page = (await alice.http.get(posted.headers["location"])).text
    assert "I love hiking" in page
    assert "I have noted “Loves hiking”" in page
    assert (await alice.http.post("/say", data={**form, "userInput": "  "})).status_code == 303
    assert (await alice.http.post("/say", data={**form, "conversationId": "x"})).status_code == 422


async def test_the_panel_shows_what_is_known_with_its_words_and_escapes_them(app: FastAPI) -> None:
    alice = Browser(app)
    await alice.open()
    await alice.say(INJECTION)
    await alice.say("I'm vegetarian.")
    whole = (await alice.http.get("/", params={"conversation": alice.conversation})).text
    assert "&lt;script&gt;alert(1)" in whole
    for seen in (await alice.panel(), whole):
        assert "<script>alert" not in seen
        assert "<b>hiking" not in seen
        assert "<q>I&#39;m vegetarian.</q>" in seen
    page = await alice.http.get("/")
    assert page.headers["referrer-policy"] == "same-origin"
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    cookie = (await Browser(app).http.get("/")).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


async def test_the_panel_quotes_what_is_noted_in_own_words(app: FastAPI) -> None:
    alice = Browser(app)
    await alice.open()
    await alice.say("My budget is $2,000")
    assert '<details data-part="memories">' in await alice.panel()  # it says no more than the field above it
    await alice.say("it is only me who eats fish")
    panel = await alice.panel()
    assert "<q>it is only me who eats fish</q></a>" in panel
    assert "<small>in your own words, " in panel
    assert '<details data-part="memories" data-open open>' in panel


async def test_the_page_says_that_no_model_is_configured_and_only_then(tmp_path: Path) -> None:
    async with run_app(tmp_path / "a") as app:
        assert "No language model is configured" in await Browser(app).open()
    async with run_app(tmp_path / "b", client=ScriptedChatClient("Where to?")) as app:
        browser = Browser(app)
        assert "No language model is configured" not in await browser.open()
        assert (await browser.say("hello")).strip() == "Where to?"


async def test_a_failing_model_is_told_as_one(tmp_path: Path) -> None:
    async with run_app(tmp_path, client=ScriptedChatClient(ChatClientException("the key sk-123 is wrong"))) as app:
        browser = Browser(app)
        await browser.open()
        answer = await browser.ask("hello")
        assert answer.status_code == 503
        assert answer.json()["error"]["type"] == "ModelError"
        assert "sk-123" not in answer.text


async def test_a_yes_that_is_sent_twice_books_once(app: FastAPI) -> None:
    alice = Browser(app)
    await alice.open()
    await alice.say("I need a car in Oslo from 3 March for 4 days")
    await alice.say("the first")
    answers = await asyncio.gather(alice.say("yes"), alice.say("yes"))
    assert sum("Booked." in answer for answer in answers) == 1


async def test_assets_are_served_and_nothing_beside_them(app: FastAPI) -> None:
    browser = Browser(app)
    assert (await browser.http.get("/assets/travel.css")).headers["content-type"].startswith("text/css")
    assert (await browser.http.get("/assets/travel.js")).status_code == 200
    assert (await browser.http.get("/assets/app.py")).status_code == 404
    assert (await browser.http.get("/assets/%2e%2e/app.py")).status_code == 404


async def test_an_address_that_is_wrong_leads_people_on(tmp_path: Path) -> None:
    async with run_app(tmp_path) as app:
        browser = Browser(app)
        assert "Where would you like to go?" in await browser.open()
        cut = await browser.http.get("/", params={"conversation": "9c0b"})
        assert (cut.status_code, "Where would you like to go?" in cut.text) == (200, True)
        nowhere = await browser.http.get("/nowhere", headers={"Accept": "text/html,*/*"})
        assert (nowhere.status_code, nowhere.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert 'href="/"' in nowhere.text
        assert (await browser.http.get("/v1/nowhere")).json()["error"]["type"] == "NoSuchRoute"


async def test_the_console_calls_nobody_by_the_number_of_their_browser(tmp_path: Path) -> None:
    async with run_app(tmp_path) as app:
        browser = Browser(app)
        await browser.open()
        for path in ("/me", "/me/memories", "/me/control"):
            page = (await browser.http.get(path)).text
            assert "Your memory" in page
            assert not re.search(r">[^<]*\b[0-9a-f]{32}\b", page)
