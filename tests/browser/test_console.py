"""The console in a real browser: the person's whole round, without scripts, by keyboard, on a phone, and by axe."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from ricordo import Scope, Turn
from ricordo.ports.changes import AddTurns, FailJob
from ricordo.values import StoredTurn
from tests.browser.chromium import launch_chromium
from tests.browser.story import ALICE, tell
from tests.server.running import Running, run_service

AXE = Path(__file__).parent.parent.parent / ".venv/axe/node_modules/axe-core/axe.min.js"
expect.set_options(timeout=30_000)
PAGES = [
    "/sign-in",
    "/me",
    "/me/memories",
    "/me/memories?state=any&sort=field&since=2026-01-01",
    "/me/timeline",
    "/me/field?name=home",
    "/me/learning",
    "/me/conversations",
    "/me/conversation?id=spring",
    "/me/why?q=what+is+my+budget",
    "/me/control",
    "/operator",
    "/operator/people",
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
    await page.get_by_role("button", name="Show", exact=True).click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("What is known about me")
    return page


async def test_a_person_edits_confirms_sees_why_pauses_exports_and_erases(browser: Browser, service: Running) -> None:
    page = await open_as_alice(browser, service)
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))

    # Confirm a conflict, and take it back.
    await page.get_by_role("button", name="Yes, it is so (Budget is maybe $3,000)").click()
    await expect(page.locator("#note")).to_contain_text("Confirmed.")
    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator("#note")).to_contain_text("Undone")
    await page.goto("/me")
    await page.get_by_role("button", name="Yes, it is so (Budget is maybe $3,000)").click()
    await expect(page.get_by_role("heading", name="Waiting for your word")).to_have_count(0)

    # Edit, with the history of it.
    await page.get_by_role("link", name="Lives in Oslo", exact=True).first.click()
    await expect(page.locator(".rail")).to_contain_text("Lives in Lisbon")
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
    await expect(page.locator("#note")).to_contain_text("Undone")
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


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 1200), ("light", 360), ("dark", 360)], ids=str)
async def test_axe_finds_no_serious_fault(browser: Browser, service: Running, scheme: str, width: int) -> None:
    await leave_failure(service)
    options: dict[str, Any] = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}}
    page = await open_as_alice(browser, service, **options)
    memories = [memory async for memory in service.service.memory.memories(scope=ALICE, state=None)]
    chosen = {memory.state: f"/me/memory?id={memory.id}&ask=forget" for memory in memories}
    for path in [*PAGES, *chosen.values()]:
        await page.goto(path)
        assert await find_faults(page) == [], path
    for button in ("Delete…", "It is not so"):
        await page.goto("/me/memories")
        await page.locator("input[name=id]").first.check()
        assert await find_faults(page) == [], "a chosen memory"
        await page.get_by_role("button", name=button).click()
        assert await find_faults(page) == [], button


async def leave_failure(service: Running) -> None:
    """Leave a job that failed and one that waits."""
    memory = service.service.memory
    for number, text in enumerate(("I moved to Porto.", "I have two cats.")):
        scope = Scope(application="travel", user="alice", agent="guide", session=f"late-{number}")
        turn = StoredTurn(f"late-{number}", "user", text, None, datetime.now(UTC), datetime.now(UTC), scope)
        await memory._store.write([AddTurns(scope, (turn,), learn_at=datetime.now(UTC))])
        if number == 0:
            now = datetime.now(UTC) + timedelta(minutes=1)
            (job,) = await memory._store.lease(worker="w", now=now, seconds=60, limit=1)
            await memory._store.write([FailJob(job, "the model answered with status 401", None)])


async def find_faults(page: Page) -> list[str]:
    """Return the serious faults that axe finds on a page."""
    await page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = await page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [
        f"{fault['id']} {[node['target'] for node in fault['nodes']]}"
        for fault in found["violations"]
        if fault["impact"] in {"serious", "critical"}
    ]


@pytest.mark.parametrize("has_scripts", [True, False], ids=["with scripts", "without scripts"])
async def test_many_memories_are_reviewed_and_deleted(browser: Browser, service: Running, has_scripts: bool) -> None:
    page = await open_as_alice(browser, service, java_script_enabled=has_scripts)
    await page.goto("/me/memories")
    number = await page.locator("input[name=id]").count()
    if has_scripts:
        await page.get_by_label("Choose all on this page").check()
        assert await page.locator("input[name=id]:checked").count() == number
        await page.get_by_label("Choose all on this page").uncheck()
    else:
        await expect(page.get_by_label("Choose all on this page")).to_be_hidden()
    for name in ("Loves hiking", "Prefers window seats"):
        await page.get_by_label(f"Choose: {name}").check()
    await page.get_by_role("button", name="It is not so").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("2 memories rejected")
    await page.get_by_role("button", name="Undo all").click()
    await expect(page.locator("#note")).to_contain_text("Undone: 2 of 2")
    await expect(page.locator("input[name=id]")).to_have_count(number)
    for name in ("Loves hiking", "Prefers window seats"):
        await page.get_by_label(f"Choose: {name}").check()
    await page.get_by_role("button", name="Delete…").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Delete 2 memories for good?")
    await page.get_by_role("button", name="Delete all 2 for good").click()
    await expect(page.get_by_role("row", name="Memories")).to_contain_text("2")
    await page.get_by_role("link", name="Back to the list").click()
    await expect(page.locator("input[name=id]")).to_have_count(number - 2)


async def test_memories_are_filtered_and_people_are_found(browser: Browser, service: Running) -> None:
    page = await open_as_alice(browser, service, viewport={"width": 390, "height": 800})
    await page.goto("/me/memories")
    await page.get_by_text("Filter and sort").click()
    await page.get_by_label("State").select_option("replaced")
    await page.get_by_role("button", name="Show").click()
    await expect(page.locator("main .memory")).to_have_count(1)
    await expect(page.locator("main .memory")).to_contain_text("Lives in Lisbon")
    await page.get_by_role("link", name="Home", exact=True).click()
    await expect(page.locator(".rail li")).to_have_count(2)
    await page.get_by_role("link", name="another person").click()
    await page.get_by_label("Name").fill("ALI")
    await page.get_by_role("button", name="Show", exact=True).click()
    await page.get_by_role("button", name="Show memory of alice").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("What is known about me")


async def test_an_open_page_follows_what_is_learned_and_leaves_alone_what_is_edited(
    browser: Browser, service: Running
) -> None:
    page = await open_as_alice(browser, service)
    await page.goto("/me/memories")
    second = await page.context.new_page()
    await second.goto("/me/memories")
    await second.get_by_label("Choose: Loves hiking").check()
    await second.get_by_label("Search").fill("half a word")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    turn = Turn("user", "I am allergic to peanuts.", "peanuts")
    await service.service.memory.remember([turn], scope=replace(ALICE, session="later"))
    await expect(page.locator("main")).to_contain_text("Is allergic to peanuts", timeout=60_000)
    await expect(page.locator("#news")).to_contain_text("There is something new, and the page shows it.")
    assert [url for url in asked if "/me/learning/state" in url]
    await expect(second.locator("#news")).to_contain_text("Show it", timeout=60_000)
    await expect(second.get_by_label("Choose: Loves hiking")).to_be_checked()
    await expect(second.get_by_label("Search")).to_have_value("half a word")
    await second.get_by_role("link", name="Show it").click()
    await expect(second.locator("main")).to_contain_text("Is allergic to peanuts")


async def test_an_open_page_stops_asking_by_itself(browser: Browser, service: Running) -> None:
    page = await open_as_alice(browser, service)
    await page.clock.install()
    asked: list[str] = []
    answered: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/state" in request.url else None)
    page.on("requestfinished", lambda request: answered.append(request.url) if "/state" in request.url else None)
    await page.goto("/me")
    while len(asked) < 200:
        await page.clock.run_for(16_000)
        while len(answered) < len(asked):
            await page.title()
    for _ in range(5):
        await page.clock.run_for(60_000)
    assert len(asked) == 200
