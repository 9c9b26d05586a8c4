"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_executable() -> str:
    """Return the path of Chromium."""
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    raise FileNotFoundError("there is no Chromium: make test-browser installs Debian's")


@asynccontextmanager
async def launch_chromium() -> AsyncGenerator[Browser]:
    """Launch a browser without a window. It runs our own pages only, so it needs no sandbox, which root cannot have."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_executable(), args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        try:
            yield browser
        finally:
            await browser.close()
