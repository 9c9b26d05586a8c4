"""Conversations as people type them, held on the page in a real browser, desktop and phone.

The scripts and what is checked are those of `tests/ricordo_travel`: replies and cards as the page shows them, the
panel, and the bookings. A few are held here, and all of them with `RICORDO_ALL_CONVERSATIONS=1`.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize

from ricordo.testing import HashEmbedder
from ricordo_travel.web import DemoSettings
from tests.browser.chromium import launch_chromium
from tests.browser.travel import RunningDemo, Visitor, run_demo
from tests.ricordo_travel.conversation import FOLDER, MORNING, hold, load_conversations

DESKTOP = ViewportSize(width=1200, height=800)
PHONE = ViewportSize(width=390, height=844)
FEW = ("d1-family-with-the-buttons", "a2-oskar-tests-memory", "a3-amira-sydney-car", "a1-elena-honeymoon-amalfi")
pytestmark = pytest.mark.asyncio(loop_scope="module")


def list_conversations() -> list[Any]:
    """Return the conversations to hold, each with a window: every other one is held on a phone."""
    everything = load_conversations(sorted(FOLDER.glob("*.toml")))
    held = (
        everything
        if os.environ.get("RICORDO_ALL_CONVERSATIONS")
        else [each for each in everything if each["id"] in FEW]
    )
    return [
        pytest.param(each, PHONE if number % 2 else DESKTOP, id=f"{each['id']}-{'phone' if number % 2 else 'desktop'}")
        for number, each in enumerate(held)
    ]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with launch_chromium() as browser:
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def demo(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningDemo]:
    folder: Path = tmp_path_factory.mktemp("demo")
    async with run_demo(DemoSettings(folder, embedder=HashEmbedder(), port=0, clock=lambda: MORNING)) as demo:
        yield demo


@pytest.mark.parametrize(("conversation", "window"), list_conversations())
async def test_every_message_of_a_conversation_is_answered_well_on_the_page(
    browser: Browser, demo: RunningDemo, conversation: dict[str, Any], window: ViewportSize
) -> None:
    context = await browser.new_context(viewport=window)
    page = await context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    misses = await hold(Visitor(demo, page), conversation)
    await context.close()
    assert not misses, "\n\n" + "\n\n".join(map(str, misses))
    assert faults == []
