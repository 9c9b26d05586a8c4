"""Make the pictures of the travel assistant in `docs/img`: `make screenshots`.

A person holds two conversations with it in Chromium, some days apart. The steps become an animated picture, and some of
them pictures of their own.
"""

from __future__ import annotations

import asyncio
import io
import re
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, Page, ViewportSize, expect
from tests.browser.chromium import launch_chromium
from tests.browser.travel import run_demo

from ricordo_travel.web import DemoSettings
from scripts.screenshots import FOLDER, reduce_picture, save_picture

ANIMATION = "travel-assistant.webp"
MAX_ANIMATION_BYTES = 1_500_000
WINDOW = ViewportSize(width=1000, height=760)
PHONE = ViewportSize(width=390, height=844)
DAYS_BETWEEN = 6
END = 12
"""Seconds that the last frame is shown before the recording begins again."""
PAUSE = (
    "<body style='margin: 0; height: 100vh; display: grid; place-items: center; background: #17202c; color: #ffffff; "
    "font: 600 2.5rem system-ui, sans-serif'>Six days later, in a new conversation"
)


@dataclass(frozen=True)
class Recording:
    """A page and the frames that were taken of it, each with the milliseconds that it is shown."""

    page: Page
    frames: list[Image.Image] = field(default_factory=list[Image.Image])
    durations: list[int] = field(default_factory=list[int])

    async def take(self, seconds: float) -> None:
        """Take a frame that is shown for some seconds."""
        png = reduce_picture(await self.page.screenshot(animations="disabled", caret="hide"))
        self.frames.append(Image.open(io.BytesIO(png)).convert("RGB"))
        self.durations.append(round(seconds * 1000))

    async def say(self, text: str, seconds: float) -> None:
        """Type a message and send it. The answer is shown for some seconds."""
        await self.page.locator("#said").fill(text)
        await self.take(1.5)
        async with self._wait_for_answer():
            await self.page.locator("#said").press("Enter")
        await self.take(seconds)

    async def press(self, button: Locator, seconds: float) -> None:
        """Press a button of a card. The answer is shown for some seconds."""
        async with self._wait_for_answer():
            await button.click()
        await self.take(seconds)

    async def save_still(self, name: str) -> None:
        """Save the page as it is now as a picture of its own."""
        save_picture(name, await self.page.screenshot(animations="disabled", caret="hide"))

    @asynccontextmanager
    async def _wait_for_answer(self) -> AsyncGenerator[None]:
        """Wait for the answer to a message, and for the panel that is loaded after it."""
        async with self.page.expect_response(re.compile("/panel")) as loaded:
            yield
        await (await loaded.value).finished()
        await expect(self.page.get_by_role("button", name="Send")).to_be_enabled(timeout=60_000)
        await self.page.wait_for_timeout(300)  # until the panel is drawn

    def save(self, path: Path) -> None:
        first, *others = self.frames
        first.save(path, save_all=True, append_images=others, duration=self.durations, loop=0, lossless=True)


async def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with launch_chromium() as browser:
            context = await browser.new_context(viewport=WINDOW)
            context.set_default_timeout(60_000)
            recording = Recording(await context.new_page())
            past = DemoSettings(Path(folder), port=0, clock=lambda: datetime.now(UTC) - timedelta(days=DAYS_BETWEEN))
            async with run_demo(past) as demo:
                await recording.page.goto(demo.url)
                await hold_first_conversation(recording)
            await recording.page.goto("about:blank")
            await recording.page.set_content(PAUSE)
            await recording.take(2)
            async with run_demo(DemoSettings(Path(folder), port=0)) as demo:
                await recording.page.goto(demo.url)
                await hold_second_conversation(recording)
    recording.save(FOLDER / ANIMATION)
    size = (FOLDER / ANIMATION).stat().st_size
    print(f"docs/img/{ANIMATION}  {size:,} bytes, {len(recording.frames)} frames")
    assert size < MAX_ANIMATION_BYTES, "too large for the docs"


async def hold_first_conversation(recording: Recording) -> None:
    """Say what the person likes, their budget and who travels, and book a hotel."""
    page = recording.page
    await recording.take(2)
    await recording.say("I love hiking and coastal walks. There are three of us, and our budget is about $2,000.", 4)
    await recording.say("A hotel in Crete from 12 May for 5 nights, with a pool, please", 4)
    await recording.press(page.get_by_role("button", name=re.compile(r"Book for \$")).last, 3)
    await page.emulate_media(color_scheme="dark")
    await recording.save_still("travel-assistant-dark")
    await page.emulate_media(color_scheme="light")
    await recording.press(page.get_by_role("button", name="Yes, book it"), 4)
    await expect(page.get_by_role("log")).to_contain_text("Booked: ")


async def hold_second_conversation(recording: Recording) -> None:
    """Ask for a trip and a hotel without a word about what was said before."""
    page = recording.page
    await expect(page.get_by_role("log")).to_contain_text("Welcome back")
    await recording.take(4)
    await recording.say("Suggest a vacation for me", 4)
    await recording.say("Yes, use the same preferences", 5)
    await recording.say("A hotel in Madeira from 3 October for 5 nights, please", END)
    await expect(page.get_by_role("log")).to_contain_text("for the three of you")
    await recording.save_still("travel-assistant")
    await page.set_viewport_size(PHONE)
    await page.locator("#talk .turn.user").last.scroll_into_view_if_needed()
    await recording.save_still("travel-assistant-phone")


if __name__ == "__main__":
    asyncio.run(main())
