"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

_PLACES = ("chromium", "chromium-browser", "google-chrome")


def executable() -> str:
    """Where Chromium is."""
    for name in _PLACES:
        found = shutil.which(name)
        if found:
            return found
    raise FileNotFoundError("there is no Chromium: make test-browser installs Debian's")


@asynccontextmanager
async def chromium() -> AsyncGenerator[Browser]:
    """A browser without a window. It runs what we serve ourselves, so it needs no sandbox, which root cannot have."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=executable(), args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        try:
            yield browser
        finally:
            await browser.close()
