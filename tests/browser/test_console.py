"""The console in a real browser: the person's whole round, without scripts, by keyboard, on a phone, and by axe."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from ricordo import Scope, Turn
from tests.browser.chromium import launch_chromium
from tests.browser.story import ALICE, tell
from tests.server.running import Running, run_service

AXE = Path(__file__).parent.parent.parent / ".venv/axe/node_modules/axe-core/axe.min.js"
PAGES = [
    "/sign-in",
    "/me",
    "/me/memories",
    "/me/timeline",
    "/me/conversations",
    "/me/conversation?id=spring",
    "/me/why?q=what+is+my+budget",
    "/me/control",
    "/operator",
    "/operator/search?application=travel&user=alice&q=budget",
    "/me/nothing",
]


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    async with run_service(tmp_path, learning="inline") as service:
        await tell(service.service.memory)
        yield service


@pytest_asyncio.fixture
async def browser() -> AsyncGenerator[Browser]:
    async with launch_chromium() as browser:
        yield browser


async def open_as_alice(browser: Browser, service: Running, **options: Any) -> Page:
    """Open the console and choose Alice."""
    context = await browser.new_context(base_url=service.url, **options)
    context.set_default_timeout(30_000)
    page = await context.new_page()
    await page.goto("/me")
    await page.get_by_label("Name of the person").fill("alice")
    await page.get_by_label("Application, if").fill("travel")
    await page.get_by_role("button", name="Show").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("What is known about me")
    return page


async def test_a_person_edits_confirms_sees_why_pauses_exports_and_erases(browser: Browser, service: Running) -> None:
    page = await open_as_alice(browser, service)
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))

    # Confirm a conflict, and take it back.
    await page.get_by_role("button", name="Yes, it is so (Budget is maybe $3,000)").click()
    await expect(page.get_by_role("status")).to_contain_text("Confirmed.")
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("status")).to_contain_text("Undone")
    await page.goto("/me")
    await page.get_by_role("button", name="Yes, it is so (Budget is maybe $3,000)").click()
    await expect(page.get_by_role("heading", name="Waiting for your word")).to_have_count(0)

    # Edit, with the history of it.
    await page.get_by_role("link", name="Lives in Oslo", exact=True).first.click()
    await expect(page.locator(".history")).to_contain_text("Lives in Lisbon")
    await page.get_by_label("It is like this").fill("Lives in Bergen")
    await page.get_by_role("button", name="Correct").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Lives in Bergen")

    # From a memory to the words, from an answer to what was recalled.
    await page.goto("/me")
    await page.get_by_role("link", name="see where “Loves hiking").first.click()
    await page.get_by_role("link", name="in the conversation").click()
    await expect(page.locator(".turn:target mark")).to_have_text("I love hiking and coastal walks")
    await page.goto("/me/conversation?id=spring")
    await page.get_by_role("link", name="Why this answer?").nth(1).click()
    await expect(page.get_by_role("heading", name="Arm by arm")).to_be_visible()
    await expect(page.locator(".hits")).to_contain_text("Budget is $2,000")

    # Pause: nothing more is kept.
    await page.get_by_role("link", name="Control").first.click()
    switch = page.get_by_role("switch", name="Keep what I say")
    await expect(switch).to_be_checked()
    await switch.click()
    await expect(page.get_by_role("switch", name="Keep what I say")).not_to_be_checked()
    assert not (await service.service.memory.consent(scope=ALICE)).capture

    # Export, erase, receipt.
    async with page.expect_download() as downloading:
        await page.get_by_role("link", name="Export everything").click()
    path = await (await downloading.value).path()
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert sum(row["type"] == "turn" for row in rows) == 16
    await page.get_by_label("to say that you are sure").fill("erase")
    await page.get_by_role("button", name="Erase everything for good").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Everything is erased")
    await expect(page.get_by_role("row", name="Turns")).to_contain_text("16")
    assert [row async for row in service.service.memory.export(scope=ALICE)] == []
    assert problems == []


async def test_everything_works_without_scripts(browser: Browser, service: Running) -> None:
    page = await open_as_alice(browser, service, java_script_enabled=False)
    await page.get_by_role("button", name="No, it is not (Budget is maybe $3,000)").click()
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("status")).to_contain_text("Undone")
    await page.goto("/me/control")
    await page.get_by_role("switch", name="guide").click()
    guide = Scope(application="travel", user="alice", agent="guide")
    assert not (await service.service.memory.consent(scope=guide)).sharing
    await page.goto("/me/conversation?id=money")
    await page.get_by_role("button", name="Go off the record").click()
    await expect(page.get_by_role("button", name="Back on the record")).to_be_visible()


async def test_what_a_person_said_cannot_run_in_their_browser(browser: Browser, service: Running) -> None:
    hostile = "I love hiking. <img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"
    await service.service.memory.remember([Turn("user", hostile, "hostile")], scope=ALICE)
    page = await open_as_alice(browser, service)
    for path in ("/me", "/me/conversation?turn=hostile", "/me/why?q=hiking"):
        await page.goto(path)
        assert await page.title() != "taken"
        assert await page.locator("main img, main script").count() == 0
    await page.evaluate(
        "() => { const script = document.createElement('script');"
        " script.textContent = 'document.title = \"taken\"'; document.head.append(script); }"
    )
    assert await page.title() != "taken", "the policy forbids scripts that are not in a file of ours"


async def test_the_keyboard_reaches_everything(browser: Browser, service: Running) -> None:
    page = await open_as_alice(browser, service)
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    focused = await page.evaluate("() => document.activeElement.closest('main') !== null")
    assert focused, "behind the skip link comes the content"


async def test_a_phone_needs_no_sideways_scrolling(browser: Browser, service: Running) -> None:
    page = await open_as_alice(browser, service, viewport={"width": 360, "height": 740})
    for path in PAGES:
        await page.goto(path)
        wider = await page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, f"{path} is {wider} pixels too wide"


async def test_axe_finds_no_serious_fault_in_light_and_dark(browser: Browser, service: Running) -> None:
    axe = AXE.read_text("utf-8")
    for scheme in ("light", "dark"):
        page = await open_as_alice(browser, service, color_scheme=scheme)
        memories = [memory async for memory in service.service.memory.memories(scope=ALICE, state=None)]
        chosen = {memory.state: f"/me/memory?id={memory.id}&ask=forget" for memory in memories}
        for path in [*PAGES, *chosen.values()]:
            await page.goto(path)
            await page.evaluate(axe)
            found: dict[str, Any] = await page.evaluate("() => axe.run({resultTypes: ['violations']})")
            grave = [
                f"{scheme} {path}: {fault['id']} {[node['target'] for node in fault['nodes']]}"
                for fault in found["violations"]
                if fault["impact"] in {"serious", "critical"}
            ]
            assert grave == []
        await page.context.close()
