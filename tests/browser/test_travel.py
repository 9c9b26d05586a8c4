"""The travel assistant in a real browser: what is remembered, cards and their buttons, failures, phone and keyboard."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, Route, expect

from ricordo.testing import HashEmbedder
from ricordo_travel.web import DemoSettings
from tests.browser.chromium import launch_chromium
from tests.browser.test_console import AXE
from tests.browser.travel import run_demo
from tests.ricordo_travel.conversation import MORNING
from tests.ricordo_travel.test_demo import demo

HOTEL = "a hotel in Lisbon from 12 March for 3 nights, for three people"
PHONE = {"width": 390, "height": 844}


@pytest_asyncio.fixture
async def browser() -> AsyncGenerator[Browser]:
    async with launch_chromium() as browser:
        yield browser


@pytest.fixture
def address(tmp_path: Path) -> Generator[str]:
    with demo(tmp_path / "data") as address:
        yield address


async def open_page(browser: Browser, address: str, **options: Any) -> Page:
    context = await browser.new_context(**options)
    context.set_default_timeout(60_000)
    page = await context.new_page()
    await page.goto(address)
    return page


async def wait(page: Page) -> None:
    """Wait until the assistant has answered."""
    await expect(page.get_by_role("button", name="Send")).to_be_enabled(timeout=60_000)


async def say(page: Page, text: str) -> None:
    """Say something, and wait until the assistant has answered."""
    await page.locator("#said").fill(text)
    await page.locator("#said").press("Enter")
    await expect(page.locator("#talk .turn.user").last).to_have_text(re.compile(rf"You\s*{re.escape(text)}"))
    await wait(page)


async def check(page: Page, where: str) -> None:
    """Check that axe finds no serious fault, and that nothing is wider than the window or longer than the page."""
    await page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = await page.evaluate("() => axe.run({resultTypes: ['violations']})")
    grave = [
        f"{where}: {fault['id']} {[node['target'] for node in fault['nodes']]}"
        for fault in found["violations"]
        if fault["impact"] in {"serious", "critical"}
    ]
    assert grave == []
    wider = await page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 0, f"{where} is {wider} pixels too wide"
    longer = await page.evaluate(
        "() => document.documentElement.scrollHeight - Math.max(innerHeight, document.body.offsetHeight)"
    )
    assert longer <= 0, f"{where} has {longer} empty pixels below it"


async def test_a_person_is_known_in_the_next_conversation_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path / "data") as address:
        page = await open_page(browser, address)
        for text in ("Hi! I want to plan a vacation", "Around $2,000", "I love hiking and coastal walks"):
            await say(page, text)
        known = page.get_by_label("What is known about you")
        await expect(known).to_contain_text("hiking", timeout=30_000)
        await expect(known).to_contain_text("$2,000")
    with demo(tmp_path / "data") as address:
        await page.goto(address)
        talk = page.get_by_role("log")
        await expect(talk).to_contain_text("Welcome back")
        await say(page, "Suggest a vacation for me")
        await expect(talk).to_contain_text("your love for hiking and coastal walks")
        await say(page, "Yes, use the same preferences")
        await expect(talk).to_contain_text("Perfect!")
        stranger = await open_page(browser, address)
        await expect(stranger.get_by_role("log")).to_contain_text("Hello!")
        await expect(stranger.get_by_label("What is known about you")).not_to_contain_text("hiking")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("desktop", {"viewport": {"width": 1200, "height": 800}}),
        ("phone", {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"}),
    ],
)
async def test_a_room_is_booked_and_cancelled_with_the_buttons_of_the_cards(
    browser: Browser, address: str, name: str, options: dict[str, Any]
) -> None:
    page = await open_page(browser, address, **options)
    await check(page, f"{name}, empty")
    await say(page, HOTEL)
    offers = page.get_by_role("list", name="Offers").locator("> li")
    await expect(offers).to_have_count(3)
    await check(page, f"{name}, offers")
    title = (await offers.nth(1).locator("h3").inner_text()).split("\n")[-1].removeprefix("2").removeprefix(".").strip()
    await offers.nth(1).get_by_role("button", name=re.compile(r"Book for \$")).click()
    await wait(page)
    asked = page.get_by_role("list", name="Waiting for your yes")
    await expect(asked).to_contain_text(title)
    await expect(asked).to_contain_text("3 guests")
    await check(page, f"{name}, asked")
    await expect(page.get_by_role("heading", name="Your bookings")).to_have_count(0)
    await asked.get_by_role("button", name="Yes, book it").click()
    await wait(page)
    await expect(page.get_by_role("log")).to_contain_text("Booked: ")
    panel = page.get_by_label("What is known about you")
    await expect(panel).to_contain_text(title)
    await check(page, f"{name}, booked")

    # A reload shows the same conversation, and the button in the panel asks before it cancels.
    await page.reload()
    await expect(page.get_by_role("log")).to_contain_text("Booked: ")
    await panel.get_by_role("button", name="Cancel").click()
    await wait(page)
    await page.get_by_role("button", name=re.compile("^No")).click()
    await wait(page)
    await expect(panel).to_contain_text(title)
    await expect(page.get_by_role("button", name="Yes, cancel it")).to_have_count(0)


async def test_the_way_to_a_memory_and_back_to_the_conversation(browser: Browser, address: str) -> None:
    page = await open_page(browser, address)
    await say(page, "I live in Lisbon.")
    await page.get_by_label("What is known about you").get_by_role("link", name="Lisbon").first.click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Lisbon")
    await page.get_by_role("link", name="Back to Travel assistant").click()
    await expect(page.get_by_role("log")).to_contain_text("I live in Lisbon.")


async def test_a_failed_message_is_tried_again_with_one_press(browser: Browser, address: str) -> None:
    page = await open_page(browser, address)
    failures = 0

    async def fail_once(route: Route) -> None:
        nonlocal failures
        failures += 1
        await (route.abort() if failures == 1 else route.continue_())

    await page.route("**/say", fail_once)
    await page.locator("#said").fill("hello there")
    await page.locator("#said").press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("That did not work")
    await check(page, "failed")
    again = page.get_by_role("button", name="Try again")
    await expect(again).to_be_focused()
    await page.keyboard.press("Enter")
    await wait(page)
    await expect(page.get_by_role("alert")).to_be_hidden()
    await expect(page.locator("#talk .turn.user")).to_have_count(1)
    await expect(page.locator("#talk .turn.assistant")).to_have_count(2)


async def test_the_panel_shows_that_it_learns_and_then_what_without_a_reload(browser: Browser, tmp_path: Path) -> None:
    with demo(tmp_path / "data", "--chat-client", "tests.ricordo_travel.slow_model:client") as address:
        page = await open_page(browser, address)
        await expect(page.get_by_text("Answered by slow-learner (SlowLearner)")).to_be_visible()
        await say(page, "I live in Lisbon and I'm vegetarian.")
        panel = page.get_by_label("What is known about you")
        await expect(panel).to_contain_text("Learning from what you said")
        await check(page, "learning")
        await expect(panel).to_contain_text("Lisbon", timeout=60_000)
        await expect(panel).not_to_contain_text("Learning from what you said…", timeout=60_000)
        await expect(page.locator("#panel .new").first).to_be_visible()
        await expect(page.get_by_role("status")).to_contain_text("Learned: ")


async def test_everything_works_by_keyboard(browser: Browser, address: str) -> None:
    page = await open_page(browser, address)
    await expect(page.locator("#said")).to_be_focused()
    await page.keyboard.type(HOTEL)
    await page.keyboard.press("Enter")
    await wait(page)
    await expect(page.locator("#said")).to_be_focused()
    for _ in range(20):
        await page.keyboard.press("Shift+Tab")
        if await page.evaluate("() => document.activeElement.closest('.card') !== null"):
            break
    await page.keyboard.press("Enter")
    await wait(page)
    await expect(page.get_by_role("list", name="Waiting for your yes")).to_be_visible()
    await page.keyboard.type("yes")
    await page.keyboard.press("Enter")
    await wait(page)
    await expect(page.get_by_role("heading", name="Your bookings")).to_be_visible()


async def test_everything_works_without_scripts(browser: Browser, address: str) -> None:
    page = await open_page(browser, address, java_script_enabled=False)
    await page.get_by_label("Your message").fill(HOTEL)
    await page.get_by_role("button", name="Send").click()
    await page.get_by_role("button", name=re.compile(r"Book for \$")).first.click()
    await page.get_by_role("button", name="Yes, book it").click()
    await expect(page.get_by_role("log")).to_contain_text("Booked: ")


async def test_a_newcomer_books_a_trip_and_then_finds_corrects_and_erases_what_was_learned(
    browser: Browser, tmp_path: Path
) -> None:
    settings = DemoSettings(tmp_path, embedder=HashEmbedder(), port=0, clock=lambda: MORNING)
    async with run_demo(settings) as demo:
        page = await open_page(browser, demo.url)
        panel = page.get_by_label("What is known about you")
        await expect(panel).to_contain_text("Nothing yet")
        started = time.monotonic()

        # A trip for three with a pool under the budget, in what anybody would type, and with the buttons.
        await say(page, "hi! we are three, we live in Lisbon and our budget is $2,500")
        await say(page, "a hotel in Crete with a pool, 12 to 17 July")
        hotels = page.get_by_role("list", name="Offers").locator("> li")
        for facts in await hotels.locator(".facts").all_inner_texts():
            assert "pool" in facts
            assert "3 guests" in facts
        await book_first(page, hotels)
        await say(page, "and flights there on the 12th")
        await book_first(page, page.get_by_role("list", name="Offers").last.locator("> li"))
        booked = panel.locator(".bookings li > span")
        await expect(booked).to_have_count(2)
        prices = re.findall(r"\$([\d,]+) in all", " ".join(await booked.all_inner_texts()))
        assert sum(int(price.replace(",", "")) for price in prices) <= 2_500
        assert time.monotonic() - started < 300

        # Found: from the panel to the memory, and to the words that it comes from.
        await panel.get_by_role("link", name="$2,500").first.click()
        await expect(page.get_by_role("heading", level=1)).to_contain_text("$2,500")
        await expect(page.locator("main")).to_contain_text("our budget is $2,500")
        # Corrected: the panel and the assistant know the new one.
        await page.get_by_label("It is like this").fill("Budget is $3,000")
        await page.get_by_role("button", name="Correct").click()
        await page.get_by_role("link", name="Back to Travel assistant").click()
        await expect(panel).to_contain_text("$3,000")
        await expect(panel).not_to_contain_text("$2,500")
        await say(page, "what's my budget?")
        await expect(page.locator("#talk .turn.assistant").last).to_contain_text("$3,000")

        # Erased: one memory, then everything, bookings too, with a receipt.
        await panel.get_by_role("link", name="Lisbon").first.click()
        await page.get_by_role("link", name="Delete").first.click()
        await page.get_by_role("button", name="Delete for good").click()
        await page.get_by_role("link", name="Back to Travel assistant").click()
        await expect(panel.locator("dl")).not_to_contain_text("Lisbon")
        await page.get_by_role("link", name="What is known about me").click()
        await page.get_by_role("link", name="Control").first.click()
        await page.get_by_label("to say that you are sure").fill("erase")
        await page.get_by_role("button", name="Erase everything for good").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Everything is erased")
        await page.get_by_role("link", name="Back to Travel assistant").click()
        await expect(panel).to_contain_text("Nothing yet")
        await expect(booked).to_have_count(0)
        await say(page, "what do you know about me?")
        await expect(page.locator("#talk .turn.assistant").last).to_contain_text("Nothing yet")


async def book_first(page: Page, cards: Locator) -> None:
    """Press the button of the first card, and then that of the question."""
    await cards.first.get_by_role("button", name=re.compile(r"Book for \$")).click()
    await wait(page)
    await page.get_by_role("button", name="Yes, book it").click()
    await wait(page)
    await expect(page.locator("#talk .turn.assistant").last).to_contain_text("Booked: ")
