"""Conversations as people type them, held with the real agent, and what must be true after each message.

They are held without a browser here, and in one in `tests/browser`: what is checked is the same.
`python -m tests.ricordo_travel.conversation FILE…` holds those in the given files and prints the misses.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import tomllib
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Protocol, cast

from ricordo import Ricordo
from ricordo.testing import HashEmbedder
from ricordo_travel.assistant import Assistant, Button, scope_of
from ricordo_travel.clerk.claims import FORMER
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.replies.talk import REFUSAL
from ricordo_travel.memory_tools import format_value
from ricordo_travel.notes.extractor import NotesExtractor
from ricordo_travel.notes.sentences import show_note
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import LABELS, Traveller

FOLDER = Path(__file__).parent / "conversations"
MORNING = datetime(2026, 6, 1, 9, tzinfo=UTC)  # a Monday
NO_BUTTON = "(there is no such button)"
_NONE = re.compile(r"\b(?:no|none|nothing|cheapest that i have|not)\b", re.IGNORECASE)
_CLAIM = re.compile(
    r"\b(?:noted|remembered|i(?:'ll| will) remember|keep (?:that|it|this) in mind|have saved|is saved)\b", re.IGNORECASE
)
_ERASED = re.compile(r"I have (?:erased|taken) [^.\n]+ (?:from|out of) what I know about you\.")
_DONE = ("BOOKED", "CANCELLED", "CHANGED")
"""Beginnings of the reasons that something was done which the script does not expect."""
_AGREES = re.compile(
    r"\b(?:yes|yep|yeah|yup|ok|okay|sure|book|take|confirm|go ahead|do it|both|all|please|perfect|great|cancel)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“([^”]+)”")


@dataclass(frozen=True)
class Miss:
    """An expectation that was not met."""

    conversation: str
    number: int
    say: str
    reply: str
    reasons: tuple[str, ...]

    @property
    def does_harm(self) -> bool:
        """Whether something was done that nobody agreed to, or a false claim made of memory.

        A yes to another proposal than the script expects does no harm: it was shown before.
        """
        is_agreed = _AGREES.search(self.say)
        return any(
            reason.startswith("CLAIMS") or (reason.startswith(_DONE) and not is_agreed) for reason in self.reasons
        )

    def __str__(self) -> str:
        reasons = "".join(f"\n    - {reason}" for reason in self.reasons)
        reply = self.reply.replace("\n", "\n      | ")
        return f"{self.conversation} #{self.number}: {self.say}\n      | {reply}{reasons}"


def load_conversations(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """Return the conversations in files."""
    return [each for path in paths for each in tomllib.loads(path.read_text("utf-8"))["conversation"]]


@asynccontextmanager
async def open_assistant(folder: Path) -> AsyncGenerator[Assistant]:
    """An assistant on the morning of 1 June 2026, with the real memory, reader and tools."""
    toolbox = Toolbox(folder / "travel.db", clock=lambda: MORNING)
    async with Ricordo.open(
        "memory://",
        embedder=HashEmbedder(),
        learning="inline",
        extractor=NotesExtractor(),
        profiles=[Traveller],
        clock=lambda: MORNING,
    ) as memory:
        yield Assistant(memory, toolbox)


class Voice(Protocol):
    """One person who talks to the assistant, and what they find there: replies, bookings and what is known."""

    async def say(self, text: str, conversation: str) -> str: ...

    async def press(self, button: Button, number: int, conversation: str) -> str: ...

    async def bookings(self) -> dict[str, dict[str, Any]]: ...

    async def profile(self) -> dict[str, str]: ...

    async def contents(self) -> list[str]: ...


@dataclass(frozen=True)
class Talk:
    """One person's conversations with the assistant, without a browser."""

    assistant: Assistant
    person: str

    async def say(self, text: str, conversation: str) -> str:
        pieces = self.assistant.answer(text, person=self.person, conversation=conversation)
        return "".join([piece async for piece in pieces])

    async def press(self, button: Button, number: int, conversation: str) -> str:
        desk = self.assistant.toolbox.desk_for(self.person, conversation)
        if button == "booking":
            codes = list(await self.bookings())
        else:
            codes = [each.code for each in await (desk.list_offers() if button == "offer" else desk.list_open())]
        if len(codes) < number:
            return NO_BUTTON
        return await self.assistant.press(button, codes[number - 1], person=self.person, conversation=conversation)

    async def bookings(self) -> dict[str, dict[str, Any]]:
        return {row["booking_id"]: row for row in await self.assistant.toolbox.list_bookings(self.person)}

    async def profile(self) -> dict[str, str]:
        profile = await self.assistant.memory.profile(Traveller, scope=scope_of(self.person))
        return {name: format_value(value.value) for name, value in profile.fields.items()}

    async def contents(self) -> list[str]:
        memories = self.assistant.memory.memories(scope=scope_of(self.person), state=None)
        return [item.content async for item in memories if item.state in {"current", "disputed"}]


async def hold(voice: Voice, conversation: Mapping[str, Any]) -> list[Miss]:
    """Hold one conversation and return what was missed."""
    for text in conversation.get("before", ()):
        await voice.say(text, "earlier")
    misses: list[Miss] = []
    shown: list[Offer] = []
    for number, message in enumerate(conversation["message"], 1):
        before = await voice.bookings()
        if button := message.get("press"):
            reply = await voice.press(button, message.get("number", 1), "now")
        else:
            reply = await voice.say(message["say"], "now")
        after = await voice.bookings()
        reasons = [
            *_check_offers(message, reply, shown),
            *_check_words(message, reply),
            *_check_bookings(message, before, after),
            *(await _check_memory(message, reply, voice)),
        ]
        shown = find_offers(reply) or shown
        if reasons:
            misses.append(Miss(conversation["id"], number, message["say"], reply, tuple(reasons)))
    return misses


def _check_offers(message: Mapping[str, Any], reply: str, shown: Sequence[Offer]) -> list[str]:
    kind = message.get("offers")
    offers = [offer for offer in find_offers(reply) if kind in {None, offer.kind} and not _is_way_back(offer, message)]
    if kind and not offers:
        return [f"no offers of a {kind}"]
    faults: list[str] = []
    for name, read in _FACTS.items():
        if kind and name in message:
            found = {read(offer) for offer in offers} - {None}
            if found and found != {message[name]}:
                faults.append(f"{name} is {found}, not {message[name]}")
    amenity = message.get("amenity")
    if (
        amenity
        and not all(offer.kind != "hotel" or amenity in offer.hotel.amenities for offer in offers)
        and not _NONE.search(reply)
    ):
        faults.append(f"an offer without {amenity}")
    at_most = message.get("at_most")
    if at_most is not None and any(offer.unit_price > at_most for offer in offers) and not _NONE.search(reply):
        faults.append(f"an offer over {at_most}")
    if message.get("cheaper"):
        price = min((offer.unit_price for offer in shown), default=0)
        is_cheaper = bool(offers) and all(offer.unit_price < price for offer in offers)
        if not is_cheaper and not _NONE.search(reply):
            faults.append("not cheaper")
    return faults


def _is_way_back(offer: Offer, message: Mapping[str, Any]) -> bool:
    """Return whether a flight is the way back of a trip whose way there is shown with it."""
    return offer.kind == "flight" and offer.flight.origin.name == message.get("place")


def _nights(offer: Offer) -> int | None:
    arguments = offer.call.arguments
    if offer.kind == "flight":
        return None
    first, last = ("check_in", "check_out") if offer.kind == "hotel" else ("pick_up", "drop_off")
    return (date.fromisoformat(arguments[last]) - date.fromisoformat(arguments[first])).days


def _place(offer: Offer) -> str:
    if offer.kind == "flight":
        return offer.flight.destination.name
    return offer.hotel.place.name if offer.kind == "hotel" else offer.car.location.place.name


def _first(offer: Offer) -> str:
    return next(offer.call.arguments[name] for name in ("check_in", "pick_up", "day") if name in offer.call.arguments)


def _people(offer: Offer) -> int | None:
    return offer.call.arguments.get("guests") or offer.call.arguments.get("passengers")


_FACTS: dict[str, Callable[[Offer], Any]] = {"place": _place, "first": _first, "nights": _nights, "people": _people}


def _check_words(message: Mapping[str, Any], reply: str) -> list[str]:
    if reply == NO_BUTTON:
        return [reply]
    faults = [f"does not say /{each}/" for each in message.get("says", ()) if not re.search(each, reply, re.IGNORECASE)]
    faults += [f"says /{each}/" for each in message.get("never", ()) if re.search(each, reply, re.IGNORECASE)]
    for each in message.get("asks", ()):
        asked: list[str] = re.findall(r"[^?]*\?", reply)
        if not any(re.search(each, question, re.IGNORECASE) for question in asked):
            faults.append(f"does not ask /{each}/")
    if message.get("refuses") and REFUSAL not in reply:
        faults.append("does not refuse")
    if not message.get("refuses") and REFUSAL in reply:
        faults.append("refuses")
    if (place := message.get("unserved")) and not (
        place.lower() in reply.lower() and re.search("nearest|not served", reply)
    ):
        faults.append(f"does not say that {place} is not served")
    return faults


def _facts_of(row: Mapping[str, Any]) -> dict[str, Any]:
    first = row.get("check_in") or row.get("pick_up") or row.get("day")
    return {
        "kind": row["kind"],
        "place": row.get("destination") or row.get("city"),
        "people": row.get("guests") or row.get("passengers"),
        "first": first,
        "nights": row.get("nights") or row.get("days"),
        "cabin": row.get("cabin"),
        "from": row.get("origin"),
    }


def _as_list(value: Any) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", value if isinstance(value, list) else [value]) if value else []


def _check_bookings(
    message: Mapping[str, Any], before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]
) -> list[str]:
    made = [after[id] for id in after.keys() - before.keys()]
    gone = before.keys() - after.keys()
    moved = [after[id] for id in after.keys() & before.keys() if after[id] != before[id]]
    faults: list[str] = []
    if made and not message.get("books"):
        faults.append("BOOKED SOMETHING")
    if gone and not message.get("cancels"):
        faults.append("CANCELLED SOMETHING")
    if moved and not message.get("moves"):
        faults.append("CHANGED A BOOKING")
    if message.get("cancels") and not gone:
        faults.append("cancels nothing")
    for name, rows in (("books", made), ("moves", moved)):
        wanted = _as_list(message.get(name))
        if len(wanted) != len(rows):
            faults.append(f"{name} {len(rows)}")
        found = [_facts_of(row) for row in rows]
        for values in wanted if found else ():
            nearest = min(found, key=lambda facts: len(_find_wrong(values, facts)))
            if wrong := _find_wrong(values, nearest):
                faults.append(f"WRONG: {name} {wrong}")
            elif len(found) > 1:
                found.remove(nearest)  # each booking is expected once
    return faults


def _find_wrong(values: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a booking has otherwise than expected."""
    return {key: facts.get(key) for key, value in values.items() if facts.get(key) not in {value, None}}


async def _check_memory(message: Mapping[str, Any], reply: str, voice: Voice) -> list[str]:
    profile = await voice.profile()
    faults = [
        f"{name} is {profile.get(name)!r}, not {value!r}"
        for name, value in message.get("remembers", {}).items()
        if str(value).lower() not in profile.get(name, "").lower()
    ]
    faults += [f"{name} is still known" for name in message.get("forgets", ()) if name in profile]
    contents = [show_note(content) for content in await voice.contents()]
    if gone := [each for sentence in _ERASED.findall(reply) for each in _QUOTED.findall(sentence) if each in contents]:
        faults.append(f"CLAIMS TO HAVE ERASED {gone}")
    if _CLAIM.search(reply):
        claims = _QUOTED.findall(FORMER.sub("", _ERASED.sub("", reply)))
        fields = [f"{LABELS[name].lower()}: {value}" for name, value in profile.items()]
        if not all(claim in contents for claim in claims) or not (claims or any(field in reply for field in fields)):
            faults.append("CLAIMS TO REMEMBER WHAT IS NOT IN MEMORY")
    return faults


async def _main(paths: list[Path]) -> None:
    conversations = load_conversations(paths or sorted(FOLDER.glob("*.toml")))
    total = missed = 0
    with tempfile.TemporaryDirectory() as folder:
        async with open_assistant(Path(folder)) as assistant:
            for conversation in conversations:
                misses = await hold(Talk(assistant, conversation["id"]), conversation)
                total += len(conversation["message"])
                missed += len(misses)
                for miss in misses:
                    print(miss, "\n")
    print(f"{total - missed} of {total} messages right: {100 * (total - missed) / total:.1f} %")


if __name__ == "__main__":
    asyncio.run(_main([Path(name) for name in sys.argv[1:]]))
