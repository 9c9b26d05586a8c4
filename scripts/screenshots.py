"""Make the screenshots of the console in `docs/img`: `make screenshots`.

A service is started with a memory of Alice, its pages are opened in Chromium, and each picture is reduced to a palette,
so that it stays small. The page for operators shows latencies: its picture is left as it is on a busy machine.
"""

from __future__ import annotations

import asyncio
import io
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.async_api import Browser
from tests.browser.chromium import launch_chromium
from tests.browser.story import ALICE, tell
from tests.server.running import Running, run_service

from ricordo import Turn
from ricordo.embedding.bundled import LocalEmbedder
from ricordo.server import HomeLink

FOLDER = Path(__file__).parent.parent / "docs/img"
MAX_BYTES = 200_000
REQUESTS = 200
_HOME = HomeLink("Travel assistant", "/")


@dataclass(frozen=True)
class Picture:
    """A screenshot of one page: its size and color scheme."""

    name: str
    path: str
    height: int
    width: int = 1000
    scheme: Literal["light", "dark"] = "light"


async def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            run_service(Path(folder), learning="inline", embedder=LocalEmbedder(), home=_HOME) as service,
            launch_chromium() as browser,
        ):
            await tell(service.service.memory)
            for name in ("bob", "carol"):
                await service.service.memory.remember([Turn("user", "Hello!")], scope=replace(ALICE, user=name))
            pictures = await list_pictures(service)
            if is_machine_busy():
                print("docs/img/operator.png is left as it is: the machine is busy, and latencies would say so")
                pictures = [picture for picture in pictures if picture.name != "operator"]
            for picture in pictures:
                if picture.name == "operator":
                    await use_service(service)
                save_picture(picture.name, await take_picture(browser, service.url, picture))


def is_machine_busy() -> bool:
    """Return whether others are at work on this machine. This script and its browser keep one core busy."""
    return os.getloadavg()[0] > 1.5


async def use_service(service: Running) -> None:
    """Store and recall often enough that the latencies are not those of the first requests."""
    scope = {"application": "travel", "user": "dora"}
    async with service.client() as client:
        for number in range(REQUESTS):
            turn = {"role": "user", "text": f"I went to Crete with {number} friends."}
            (await client.post("/v1/turns", json={"scope": scope, "turns": [turn]})).raise_for_status()
            (await client.post("/v1/recall", json={"scope": scope, "query": "where did I go?"})).raise_for_status()


async def list_pictures(service: Running) -> list[Picture]:
    ids = {item.content: item.id async for item in service.service.memory.memories(scope=ALICE)}
    return [
        Picture("about-me", "/me", 1000),
        Picture("about-me-dark", "/me", 1000, scheme="dark"),
        Picture("about-me-phone", "/me", 800, width=390),
        Picture("memory", f"/me/memory?id={ids['Lives in Oslo']}", 900),
        Picture("memories", "/me/memories?state=any", 1000),
        Picture("people", "/operator/people", 600),
        Picture("conversation", "/me/conversation?id=planning&turn=planning-1&because=" + ids["Is vegetarian"], 900),
        Picture("timeline", "/me/timeline", 900),
        Picture("why", "/me/why?q=what+is+my+budget", 1000),
        Picture("control", "/me/control", 1000),
        Picture("operator", "/operator", 1000),
    ]


async def take_picture(browser: Browser, url: str, picture: Picture) -> bytes:
    """Return a page as Alice sees it."""
    context = await browser.new_context(
        base_url=url, viewport={"width": picture.width, "height": picture.height}, color_scheme=picture.scheme
    )
    page = await context.new_page()
    await page.goto("/sign-in")
    await page.get_by_label("Name of the person").fill("alice")
    await page.get_by_label("Application, if").fill("travel")
    await page.get_by_role("button", name="Show").click()
    await page.goto(picture.path)
    png = await page.screenshot()
    await context.close()
    return png


def save_picture(name: str, png: bytes) -> None:
    """Save a screenshot in the folder of the docs, reduced to a palette."""
    data = reduce_picture(png)
    (FOLDER / f"{name}.png").write_bytes(data)
    print(f"docs/img/{name}.png  {len(data):,} bytes")
    assert len(data) < MAX_BYTES, "too large for the docs"


def reduce_picture(png: bytes) -> bytes:
    """Return a picture with at most 64 colours."""
    smaller = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(64).save(smaller, "PNG", optimize=True)
    return smaller.getvalue()


if __name__ == "__main__":
    asyncio.run(main())
