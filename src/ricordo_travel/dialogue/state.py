"""The state of a dialogue, read from the messages that a MAF chat client is given."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, cast

from agent_framework import Message
from ricordo.agent_framework import FactMemoryProvider, ProfileMemoryProvider
from ricordo_travel.dialogue.plan import ToolResult
from ricordo_travel.dialogue.replies.offers import Offer, Question, find_offers, find_question, parse_offer
from ricordo_travel.dialogue.replies.questions import ASIDES, WHOLE_ASIDES
from ricordo_travel.dialogue.trips.reading import follow
from ricordo_travel.dialogue.trips.shown import adopt_shown
from ricordo_travel.dialogue.trips.trip import Reading, Trip
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.notes.sentences import show_note
from ricordo_travel.outcomes import Outcome, Pending, is_from_desk, read_outcomes, read_pending
from ricordo_travel.reservations import Kind
from ricordo_travel.told import read_told
from ricordo_travel.traveller import LABELS

_MEMORY_SOURCES = {FactMemoryProvider.DEFAULT_SOURCE_ID, ProfileMemoryProvider.DEFAULT_SOURCE_ID}
_FACT = re.compile(r"^\d+\. \[[^\],]*, (?:episodic|semantic|profile)\b[^\]]*\] [^:]*: (?P<text>.+)$")
_FIELD = re.compile(r"^(?P<label>[A-Z][A-Za-z ]+?)(?P<conflict> \(contradicted; [^)]*\))?: ?(?P<value>.*)$")
_BOOKED = re.compile(r"Booked[.:]")
_WEATHER = re.compile(r"[^\n]{1,80}, about -?\d+ °C by day, on average; [^\n]{1,60}\.")
"""A reply about the weather. Beside a booked trip, the days that were asked about are no days to search for."""
_SEATS = re.compile(r"The [^\n]{1,60} has \d{1,2} seats\.")
"""A reply about the seats of a car. The question for them is not who comes along."""
_ITEM = "  • "


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """The memory that providers added to a run: profile values by label, labels in conflict, and facts."""

    profile: Mapping[str, str] = field(default_factory=dict[str, str])
    disputed: frozenset[str] = frozenset()
    facts: tuple[str, ...] = ()

    def value(self, field_name: str) -> str:
        """Return the value of a field of the profile, or an empty string."""
        return self.profile.get(LABELS[field_name], "")


@dataclass(frozen=True)
class DialogueState:
    """The state of a conversation when the assistant is about to reply.

    Attributes:
        message: The person's latest message.
        history: Role and text of the messages before it, oldest first.
        tool_results: Results of the tools that were called for this message.
        outcomes: What this message did if it is a yes to a proposal.
        pending: What the last reply proposed, and what this message did to each of it.
        own_trip: The trip to search for if it is not only what the conversation says, but also what is booked.
    """

    today: date
    message: str
    history: tuple[tuple[str, str], ...] = ()
    memory: MemoryContext = field(default_factory=MemoryContext)
    tool_results: tuple[ToolResult, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    pending: tuple[Pending, ...] = ()
    own_trip: Trip | None = None

    @cached_property
    def text(self) -> str:
        """The latest message in lower case, with typing errors mended."""
        return normalise(self.message)

    @cached_property
    def replies(self) -> tuple[str, ...]:
        """The assistant's replies, the latest first."""
        return tuple(text for role, text in reversed(self.history) if role == "assistant")

    @property
    def said(self) -> list[str]:
        """What the person wrote, in lower case, the latest message first."""
        written = [text for role, text in self.history if role == "user"]
        return [self.text, *map(normalise, reversed(written))]

    @property
    def last_reply(self) -> str:
        """The assistant's latest reply, or an empty string."""
        return self.replies[0] if self.replies else ""

    @property
    def is_new(self) -> bool:
        """True for the first message of a conversation."""
        return not self.history

    @cached_property
    def reading(self) -> Reading:
        """The trip that the conversation is about, and what the latest message says about it."""
        exchanges: list[tuple[str, str]] = []
        last_reply = ""
        has_booked = False
        refused = any(each.fate == "refused" and each.proposal.action == "change" for each in self.pending)
        for role, text in (*self.history, ("user", f"no. {self.message}" if refused else self.message)):
            if role == "assistant":
                last_reply = text
                has_booked = has_booked or bool(_BOOKED.search(text))
                is_aside = text.startswith(ASIDES) or text in WHOLE_ASIDES
                is_aside = is_aside or bool(_SEATS.fullmatch(text) or (has_booked and _WEATHER.fullmatch(text)))
                del exchanges[-1 if is_aside else len(exchanges) :]
            else:
                exchanges.append((last_reply, text))
                last_reply = ""
        return follow(exchanges, self.today, adopt_shown)

    @property
    def trip(self) -> Trip:
        return self.own_trip or self.reading.trip

    @cached_property
    def question(self) -> Question | None:
        """The question in the last reply that waits for a yes."""
        return find_question(self.last_reply)

    @cached_property
    def offers(self) -> list[Offer]:
        """The offers in the latest list that the person was shown."""
        for reply in self.replies:
            if listed := [offer for offer in find_offers(reply) if offer.number]:
                return listed
        return []

    def list_offers(self, kind: Kind) -> list[Offer]:
        """Return the offers of a kind in the latest list that has some."""
        for reply in self.replies:
            if listed := [offer for offer in find_offers(reply) if offer.number and offer.kind == kind]:
                return listed
        return []

    def has_booked(self, offer: Offer) -> bool:
        """Return whether an offer was booked in this conversation, and not cancelled after that."""
        booked = f": {offer.text}".casefold()
        lines = [line for reply in self.replies for line in reply.splitlines() if booked in line.casefold()]
        settled = [line for line in lines if _BOOKED.match(line) or line.startswith("Cancelled")]
        return bool(settled) and not settled[0].startswith("Cancelled")

    @cached_property
    def refused_offers(self) -> list[Offer]:
        """The offers that waited for a yes and got a no from the latest message."""
        lines = [each.proposal.line for each in self.pending if each.fate == "refused"]
        return [offer for line in lines if (offer := parse_offer(line))]


def read_state(messages: Sequence[Message], today: date) -> DialogueState:
    """Return the state of the dialogue in `messages`."""
    memory = MemoryContext()
    outcomes: tuple[Outcome, ...] = ()
    pending: tuple[Pending, ...] = ()
    spoken: list[tuple[str, str]] = []
    calls: dict[str, tuple[str, Mapping[str, Any]]] = {}
    results: list[ToolResult] = []
    for message in messages:
        text = message.text.strip()
        if known := _read_memory(message):
            memory = _merge(memory, known)
            continue
        if is_from_desk(message):
            outcomes, pending = outcomes + read_outcomes(message), pending + read_pending(message)
            continue
        for content in message.contents:
            if content.type == "function_call" and content.call_id:
                calls[content.call_id] = (content.name or "", content.parse_arguments() or {})
            elif content.type == "function_result" and content.call_id in calls:
                results.append(ToolResult(*calls[content.call_id], _parse_result(content.result)))
        if text and message.role in {"user", "assistant"}:
            spoken.append((str(message.role), text))
            if message.role == "user":
                results.clear()
    last = max((n for n, (role, _) in enumerate(spoken) if role == "user"), default=None)
    if last is None:
        return DialogueState(today, "", tuple(spoken), memory)
    return DialogueState(today, spoken[last][1], tuple(spoken[:last]), memory, tuple(results), outcomes, pending)


def parse_memory_block(block: str) -> MemoryContext:
    """Return the profile fields and facts in a block of memory."""
    profile: dict[str, str] = {}
    disputed: set[str] = set()
    facts: list[str] = []
    label = ""
    for raw in block.splitlines():
        line = html.unescape(raw)
        if fact := _FACT.match(line):
            facts.append(fact["text"])
        elif line.startswith(_ITEM) and label:
            profile[label] = "; ".join(part for part in (profile[label], line.removeprefix(_ITEM)) if part)
        elif match := _FIELD.match(line):
            label = match["label"]
            profile[label] = match["value"]
            if match["conflict"]:
                disputed.add(label)
    return MemoryContext(profile, frozenset(disputed), tuple(facts))


def _read_memory(message: Message) -> MemoryContext | None:
    """Return the memory in a message of a provider; None for every other message."""
    if told := read_told(message):
        return MemoryContext(facts=tuple(map(show_note, told)))
    return parse_memory_block(message.text.strip()) if _is_memory(message) else None


def _is_memory(message: Message) -> bool:
    """Return whether a memory provider added the message. A person cannot set its attribution by typing."""
    attribution: dict[str, Any] = (message.additional_properties or {}).get("_attribution") or {}
    return attribution.get("source_id") in _MEMORY_SOURCES


def _merge(one: MemoryContext, other: MemoryContext) -> MemoryContext:
    return MemoryContext(
        {**one.profile, **other.profile}, one.disputed | other.disputed, tuple(dict.fromkeys(one.facts + other.facts))
    )


def _parse_result(result: Any) -> Mapping[str, Any]:
    try:
        data = json.loads(result) if isinstance(result, str) else result
    except ValueError:
        return {"error": str(result)}
    return cast("dict[str, Any]", data) if isinstance(data, dict) else {"error": "the tool returned no object"}
