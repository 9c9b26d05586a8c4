"""Offers and proposals as cards of the page: made from what the tools found, with buttons that work without scripts."""

from __future__ import annotations

import html
import json
import re
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from agent_framework.exceptions import ChatClientException
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from agent_framework import Message
from ricordo.testing import ScriptedChatClient, call_tool
from ricordo_travel.web.formatting import format_answer
from tests.ricordo_travel.test_web import Browser, run_app
from tests.timing import takes_less_than

_FIRST = datetime.now(UTC).date() + timedelta(days=30)
DAY, LATER = str(_FIRST), str(_FIRST + timedelta(days=3))
STAY: dict[str, Any] = {"city": "Lisbon", "check_in": DAY, "check_out": LATER, "guests": 3}
WORDS = f"{_FIRST.day} {_FIRST:%B}"
ASK = f"a hotel in Lisbon from {WORDS} for 3 nights for 3 people"


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncGenerator[FastAPI]:
    async with run_app(tmp_path) as app:
        yield app


async def open_browser(app: FastAPI) -> Browser:
    browser = Browser(app)
    await browser.open()
    return browser


async def show(browser: Browser) -> str:
    return (await browser.http.get("/", params={"conversation": browser.conversation})).text


async def press(browser: Browser, **button: str) -> str:
    """Press a button as a browser without scripts does, and return the page that follows."""
    posted = await browser.http.post("/say", data={"conversationId": browser.conversation, **button})
    assert posted.status_code == 303, posted.text
    return await show(browser)


async def listen(browser: Browser, **form: str) -> list[dict[str, str]]:
    """Send a form as the script does, and return the events of the answer."""
    fields = {"conversationId": browser.conversation, **form}
    answer = await browser.http.post("/say", data=fields, headers={"Accept": "application/x-ndjson"})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def codes(page: str, button: str) -> list[str]:
    return re.findall(rf'name="{button}" value="([^"]+)"', page)


async def test_an_offer_is_pressed_agreed_to_and_booked_without_scripts(app: FastAPI) -> None:
    alice = await open_browser(app)
    await alice.say(ASK)
    page = await show(alice)
    offers = codes(page, "offer")
    assert len(offers) == 3
    assert "3 guests" in page
    asked = await press(alice, offer=offers[1])
    (proposal,) = codes(asked, "proposal")
    assert "Shall I book this?" in asked
    assert codes(await alice.panel(), "booking") == []
    booked = await press(alice, proposal=proposal)
    assert "Booked: " in booked
    assert codes(booked, "proposal") == []
    await press(alice, proposal=proposal)
    (id,) = codes(await alice.panel(), "booking")
    assert "Shall I cancel this?" in await press(alice, booking=id)
    assert codes(await alice.panel(), "booking") == [id]
    await alice.say("yes")
    assert codes(await alice.panel(), "booking") == []


async def test_nothing_is_learned_from_a_button(app: FastAPI) -> None:
    alice = await open_browser(app)
    await alice.say(ASK)
    before = {row["content"] for row in (await alice.http.get("/v1/memories")).json()["memories"]}
    await press(alice, offer=codes(await show(alice), "offer")[1])
    await press(alice, proposal=codes(await show(alice), "proposal")[0])
    (id,) = codes(await alice.panel(), "booking")
    await press(alice, booking=id)
    await press(alice, proposal=codes(await show(alice), "proposal")[0])
    after = {row["content"] for row in (await alice.http.get("/v1/memories")).json()["memories"]}
    assert {content for content in after - before if not content.startswith("user:")} == set()


async def test_a_yes_may_be_typed_after_a_button(app: FastAPI) -> None:
    alice = await open_browser(app)
    await alice.say(ASK)
    await press(alice, offer=codes(await show(alice), "offer")[0])
    assert "Booked" in await alice.say("yes please")
    assert len(codes(await alice.panel(), "booking")) == 1


async def test_nobody_presses_the_buttons_of_others(app: FastAPI) -> None:
    alice, bob = await open_browser(app), await open_browser(app)
    await alice.say(ASK)
    offers = codes(await show(alice), "offer")
    bob.conversation = alice.conversation
    assert "not open any more" in await press(bob, offer=offers[0])
    (proposal,) = codes(await press(alice, offer=offers[0]), "proposal")
    assert "not open any more" in await press(bob, proposal=proposal)
    assert codes(await bob.panel(), "booking") == []
    await press(alice, proposal=proposal)
    (id,) = codes(await alice.panel(), "booking")
    assert "cannot be cancelled" in await press(bob, booking=id)
    assert codes(await alice.panel(), "booking") == [id]


@pytest.mark.parametrize("button", [{"offer": "x" * 41}, {"nonsense": "1"}, {"booking": "é" * 50}])
async def test_a_form_that_the_page_does_not_have_is_refused(app: FastAPI, button: dict[str, str]) -> None:
    alice = await open_browser(app)
    assert (await alice.http.post("/say", data={"conversationId": alice.conversation, **button})).status_code == 422


async def test_the_answer_comes_in_pieces_and_then_as_the_page_shows_it(app: FastAPI) -> None:
    alice = await open_browser(app)
    *pieces, last = await listen(alice, userInput=ASK)
    assert len(pieces) > 10
    assert all(piece.keys() == {"text"} for piece in pieces)
    assert len(codes(last["answer"], "offer")) == 3
    shown = re.sub(r"<[^>]+>", " ", html.unescape(last["answer"]))
    assert not re.search(r"[\[\]{}]|\d{4}-\d\d-\d\d|lisbon-\d|P-\w{12}", shown), "no text for machines"
    assert shown.count("Book for $") == 3
    asked = (await listen(alice, offer=codes(last["answer"], "offer")[0]))[-1]["answer"]
    assert len(codes(asked, "proposal")) == 1
    assert 'class="turn' not in asked, "the card says it all"
    assert "stars, rated" in asked
    again = (await listen(alice, userInput="the second one"))[-1]["answer"]
    assert len(codes(again, "proposal")) == 1
    assert "stars, rated" in again
    assert "Please say yes" not in again


async def test_what_a_model_found_and_names_is_shown_as_cards_too(tmp_path: Path) -> None:
    def name_two(messages: Any) -> str:
        found = json.loads(messages[-1].contents[0].result)["hotels"]
        return f"Two of them:\n\n1. **{found[2]['hotel']}**\n2. **{found[0]['hotel']}**, cheap\n\nWhich one?"

    async with run_app(tmp_path, client=ScriptedChatClient(call_tool("search_hotel_rooms", **STAY), name_two)) as app:
        alice = await open_browser(app)
        answer = (await listen(alice, userInput="a hotel in Lisbon"))[-1]["answer"]
        assert len(codes(answer, "offer")) == 2
        titles = re.findall(r"</span></span> ([^<]+)</h3>", answer)
        assert len(titles) == 2
        written = re.findall(r"<strong>([^<$]+)</strong>", answer)
        assert titles == written, "what a model wrote stays, and gives the order"
        asked = (await listen(alice, offer=codes(answer, "offer")[1]))[-1]["answer"]
        assert titles[1] in asked


async def test_a_model_that_fails_in_the_middle_is_told_and_can_be_tried_again(tmp_path: Path) -> None:
    search = Message("assistant", [*call_tool("list_hotels", city="Lisbon").contents])
    replies = (search, ChatClientException("the key sk-123 is wrong"), "Here I am again.")
    async with run_app(tmp_path, client=ScriptedChatClient(*replies)) as app:
        alice = await open_browser(app)
        form = {"conversationId": alice.conversation, "userInput": "hello"}
        failed = await alice.http.post("/say", data=form, headers={"Accept": "application/x-ndjson"})
        assert failed.status_code == 503
        assert "sk-123" not in failed.text
        assert "the language model failed" not in await show(alice)
        assert "Here I am again." in (await listen(alice, userInput="hello"))[-1]["answer"]
        page = await show(alice)
        assert page.count('<div class="turn user">') == 1, "what failed is not said twice"


async def test_a_failure_is_told_on_the_page_without_scripts(tmp_path: Path) -> None:
    async with run_app(tmp_path, client=ScriptedChatClient(ChatClientException("the key sk-123 is wrong"))) as app:
        alice = await open_browser(app)
        posted = await alice.http.post("/say", data={"conversationId": alice.conversation, "userInput": "hello"})
        assert posted.status_code == 303
        page = (await alice.http.get(posted.headers["location"])).text
        assert "That did not work: the language model failed" in page
        assert "sk-123" not in page


async def test_the_panel_leads_to_each_memory_and_the_console_back_to_the_conversation(app: FastAPI) -> None:
    alice = await open_browser(app)
    await alice.say("I live in Lisbon and I love hiking.")
    panel = await alice.panel()
    addresses = {html.unescape(found) for found in re.findall(r'href="(/me/memory\?[^"]+)"', panel)}
    assert len(addresses) >= 2
    for address in addresses:
        memory = await alice.http.get(address)
        assert memory.status_code == 200
        assert 'href="/back"' in memory.text
    back = await alice.http.get("/back")
    assert back.headers["location"] == f"/?conversation={alice.conversation}#end"
    assert (await Browser(app).http.get("/back")).headers["location"] == "/"


async def test_the_page_names_the_model_that_answers(tmp_path: Path) -> None:
    class NamedClient(ScriptedChatClient):
        model = "<b>small</b>"

    async with run_app(tmp_path, client=NamedClient("Hello.")) as app:
        page = await Browser(app).open()
        assert "Answered by <b>&lt;b&gt;small&lt;/b&gt; (NamedClient)</b>" in page


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(alphabet="ab <>&\"'*-•#1.)\n[]=/", max_size=200))
def test_an_answer_becomes_paragraphs_lists_and_bold_words_and_nothing_else(text: str) -> None:
    parser = _Tags()
    parser.feed(str(format_answer(text)))
    assert {tag for tag, _ in parser.tags} <= {"p", "ul", "ol", "li", "strong", "br"}
    assert {name for _, names in parser.tags for name in names} <= {"value"}
    kept = re.sub(r"[\s*\-•#\d.)]", "", text)
    assert re.sub(r"[\s*\-•#\d.)]", "", parser.text) == kept, "no word is lost"


def test_an_answer_is_formatted_as_it_is_written() -> None:
    text = "## Rooms\nTwo of **them**:\n1. One & one\n2) Two\n\n- a\n• b\nGood <night>"
    assert format_answer(text) == (
        "<p><strong>Rooms</strong><br>Two of <strong>them</strong>:</p>"
        '<ol><li value="1">One &amp; one</li><li value="2">Two</li></ol>'
        "<ul><li>a</li><li>b</li></ul><p>Good &lt;night&gt;</p>"
    )


@pytest.mark.parametrize("piece", ["**", "* ", "1. ", "# ", "- ", " ", "**a", "\n- ", "**a** "])
def test_a_long_answer_is_formatted_in_no_time(piece: str) -> None:
    assert takes_less_than(3, lambda: format_answer(piece * (100_000 // len(piece))))


async def test_each_card_stands_below_the_head_of_its_list_and_keeps_its_number(app: FastAPI) -> None:
    alice = await open_browser(app)
    both = f"flights from Lisbon to Oslo on {WORDS} for two and a car in Oslo from {WORDS} for 3 days"
    answer = (await listen(alice, userInput=both))[-1]["answer"]
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.unescape(answer)))
    places = [shown.index(words) for words in ("Flights from", "Book for $", "Cars in", "in all", "Which one")]
    assert places[:3] == sorted(places[:3])
    assert places[-1] > shown.rindex("Book for $")
    assert answer.count('aria-label="Offers"') == 2
    numbers = [int(number) for number in re.findall(r'<span class="number">(\d+)<', answer)]
    assert numbers == list(range(1, len(numbers) + 1)), "the second list goes on counting, as the dialogue does"
