"""The travel assistant in a real browser: two conversations of one person, the server restarted in between."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.browser.chromium import launch_chromium
from tests.ricordo_travel.test_demo import demo


@pytest_asyncio.fixture
async def browser() -> AsyncGenerator[Browser]:
    async with launch_chromium() as browser:
        yield browser


async def open_page(browser: Browser, address: str) -> Page:
    context = await browser.new_context()
    context.set_default_timeout(30_000)
    page = await context.new_page()
    await page.goto(address)
    return page


async def say(page: Page, text: str) -> None:
    """Say something, and wait until the assistant has answered."""
    await page.locator("#said").fill(text)
    await page.locator("#said").press("Enter")
    await expect(page.locator("#talk .turn.user").last).to_have_text(f"You{text}", timeout=30_000)
    await expect(page.get_by_role("button", name="Send")).to_be_enabled(timeout=30_000)


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
