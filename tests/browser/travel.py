"""The travel assistant in this process, and one person who talks to it on its page."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Page

from ricordo.server import KeyRing
from ricordo_travel.assistant import Assistant, Button
from ricordo_travel.traveller import LABELS
from ricordo_travel.web import DemoSettings, create_app
from ricordo_travel.web.visitors import COOKIE, Visitors
from tests.ricordo_travel.conversation import NO_BUTTON
from tests.server.running import serve_app

_SECONDS = 60
_NAMES = {label: name for name, label in LABELS.items()}
_BUTTONS: Mapping[Button, str] = {
    "offer": ".cards:not(:has(~ .turn.user)) .card:not(.asks) .press:first-child button",
    "proposal": ".cards:not(:has(~ .turn.user)) .card.asks .press:first-child button",
    "booking": ".bookings button",
}
_READ = """() => {
  const text = (element, selector) => {
    const copy = (selector ? element.querySelector(selector) : element).cloneNode(true);
    for (const part of copy.querySelectorAll(".unseen, .number")) part.remove();
    for (const line of copy.querySelectorAll("br")) line.replaceWith("\\n");
    return copy.textContent.trim();
  };
  const lines = (words) => [...words.children].flatMap((part) => part.matches("ol, ul")
    ? [...part.children].map((item) => `${part.matches("ol") ? `${item.value}.` : "-"} ${text(item)}`)
    : [text(part)]);
  const after = [];
  let each = document.getElementById("end").previousElementSibling;
  for (; each && !each.matches(".user"); each = each.previousElementSibling) after.unshift(each);
  const known = document.querySelectorAll("#panel dl > div");
  return {
    trouble: document.getElementById("trouble").hidden ? "" : text(document.getElementById("trouble")),
    parts: after.map((each) => ({
      lines: [...each.querySelectorAll(".words")].flatMap(lines),
      cards: [...each.querySelectorAll(".card")].map((card) => ({
        number: card.querySelector(".number")?.firstChild.textContent ?? "",
        title: text(card, "h3"),
        facts: [...card.querySelectorAll(".facts li")].map((fact) => text(fact)),
        price: text(card, ".price"),
        asked: card.querySelector(".asked")?.textContent ?? "",
      })),
    })),
    fields: Object.fromEntries([...known].map((row) => [text(row, "dt"), text(row, "dd > a")])),
    bookings: [...document.querySelectorAll(".bookings input[name=booking]")].map((input) => input.value),
    memories: [...document.querySelectorAll("[data-part=memories] li > a")].map((link) => text(link)),
  };
}"""
"""Returns what the page shows: the last answer, its cards, and the panel."""
_MARK = "() => document.querySelector('#panel > *').setAttribute('data-old', '')"
_IS_DONE = """() => !document.querySelector("#ask button[type=submit]").disabled
  && (!document.querySelector("#panel [data-old]") || !document.getElementById("trouble").hidden)"""


@dataclass(frozen=True)
class RunningDemo:
    """A running demo: its address, and the assistant and the visitors behind it."""

    url: str
    assistant: Assistant
    visitors: Visitors


@asynccontextmanager
async def run_demo(demo: DemoSettings) -> AsyncGenerator[RunningDemo]:
    """Run the demo in this event loop."""
    app = create_app(demo)
    async with serve_app(app, demo.settings) as (url, _):
        keys = KeyRing(demo.settings.keys)
        try:
            yield RunningDemo(url, app.state.chat.assistant, Visitors(keys))
        finally:
            keys.close()


@dataclass
class Visitor:
    """One person's conversations on the page: they type, press buttons, and read replies, cards and panel."""

    demo: RunningDemo
    page: Page
    conversation: str = ""
    shown: dict[str, Any] = field(default_factory=dict[str, Any])

    async def say(self, text: str, conversation: str) -> str:
        await self._open(conversation)
        await self.page.locator("#said").fill(text)
        await self.page.evaluate(_MARK)
        await self.page.locator("#said").press("Enter")
        return await self._read_reply()

    async def press(self, button: Button, number: int, conversation: str) -> str:
        await self._open(conversation)
        buttons = self.page.locator(_BUTTONS[button])
        if await buttons.count() < number:
            return NO_BUTTON
        await self.page.evaluate(_MARK)
        await buttons.nth(number - 1).click()
        return await self._read_reply()

    async def bookings(self) -> dict[str, dict[str, Any]]:
        """Return the bookings that there are. The panel must show exactly these."""
        rows = {row["booking_id"]: row for row in await self.demo.assistant.toolbox.list_bookings(await self._person())}
        assert set(self.shown.get("bookings", ())) == set(rows), "the panel shows other bookings"
        return rows

    async def profile(self) -> dict[str, str]:
        return {_NAMES[label]: value for label, value in self.shown["fields"].items()}

    async def contents(self) -> list[str]:
        return self.shown["memories"]

    async def _open(self, conversation: str) -> None:
        if conversation != self.conversation:
            await self.page.goto(self.demo.url)
            self.conversation = conversation

    async def _read_reply(self) -> str:
        await self.page.wait_for_function(_IS_DONE, timeout=_SECONDS * 1000)
        self.shown = await self.page.evaluate(_READ)
        assert self.shown["trouble"] == ""
        return "\n".join(line for part in self.shown["parts"] for line in [*part["lines"], *map(_write, part["cards"])])

    async def _person(self) -> str:
        cookies = {each.get("name"): each.get("value") for each in await self.page.context.cookies()}
        return self.demo.visitors.verify_cookie(cookies.get(COOKIE), time.time()) or ""


def _write(card: Mapping[str, Any]) -> str:
    """Return a card as the line that an answer without a page has: an offer of a list, or the question for a yes."""
    if card["asked"]:
        return f"{card['asked']} {_write_card(card)}. Please say yes or no."
    return f"{card['number']}. {_write_card(card)}" if card["number"] else _write_card(card)


def _write_card(card: Mapping[str, Any]) -> str:
    title, facts, price = card["title"], list(card["facts"]), card["price"]
    days = next(fact for fact in facts if re.search(r"\d{4}(?: at [\d:]+| \(\d+ \w+\))$", fact))
    facts.remove(days)
    if title.endswith(" car"):
        place, *rest = facts
        return _join(f"{title} at {place}", days, price, rest=rest)
    if rooms := next((fact for fact in facts if re.match(r"\d+ \w+ rooms? for ", fact)), ""):
        facts.remove(rooms)
        number, guests = rooms.split(" for ")
        return _join(title, number, days, guests, price, rest=facts)
    journey, *rest, party = facts
    airline, number = title.rsplit(" ", 1)
    origin, destination = journey.split(" to ")
    return _join(f"Flight {number} from {origin} to {destination}", days, party, price, rest=[airline, *rest])


def _join(*parts: str, rest: Sequence[str]) -> str:
    return ", ".join(parts) + (f" – {', '.join(rest)}" if rest else "")
