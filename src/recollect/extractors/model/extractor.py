"""Memories by a language model: one call, one attempt to repair the answer, and nothing believed that it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from recollect.extractors.model.answers import Answer, FoundField, FoundMemory, parse
from recollect.extractors.model.chat import CostlyError, ask
from recollect.extractors.model.prompts import REPAIR, extract_prompt
from recollect.ports.extractor import Candidate, Cost, Exchange, Extraction
from recollect.values import Evidence, StoredTurn
from recollect.values.tokens import estimate_tokens

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse

_TOKENS_A_MEMORY = 80


class ModelExtractor:
    """Asks a MAF chat client what is worth knowing; ``most`` memories for each thing that the person said."""

    def __init__(self, client: SupportsChatGetResponse[Any], *, most: int = 5) -> None:
        if most < 1:
            raise ValueError("most must be 1 or more")
        self._client = client
        self._most = most
        self.name = f"model/1 {getattr(client, 'model', None) or type(client).__name__}"[:200]

    async def extract(self, exchange: Exchange) -> Extraction:
        """What the model finds worth knowing. Raises ``ModelError`` if it cannot be understood."""
        most = self._limit(exchange)
        prompt = extract_prompt(exchange, most)
        reply = await ask(self._client, prompt, Answer)
        cost, answer = reply.cost, parse(reply.text)
        if answer is None:
            again = [*prompt, ("assistant", reply.text[:2_000] or "(nothing)"), ("user", REPAIR)]
            repaired = await ask(self._client, again, Answer)
            cost, answer = cost + repaired.cost, parse(repaired.text)
        if answer is None:
            raise CostlyError("the model's answer was not the JSON that was asked for, twice", cost)
        memories = [_memory(found, exchange) for found in answer.memories[:most]]
        names = {field.name: field.description for field in exchange.wanted}
        fields = [
            candidate
            for found in answer.profile
            if found.field in names
            for candidate in _fields(found, names[found.field], exchange)
        ]
        return Extraction((*fields, *memories), cost)

    def estimate(self, exchange: Exchange) -> Cost:
        """One call, its prompt, and as much of an answer as is allowed."""
        most = self._limit(exchange)
        given = sum(estimate_tokens(text) for _, text in extract_prompt(exchange, most))
        return Cost(1, given, _TOKENS_A_MEMORY * (most + len(exchange.wanted)))

    def _limit(self, exchange: Exchange) -> int:
        return self._most * max(1, sum(turn.role == "user" for turn in exchange.turns))


def _memory(found: FoundMemory, exchange: Exchange) -> Candidate:
    evidence = _evidence(found.turn, found.quote, exchange)
    return Candidate(found.kind, found.content, evidence, ended=found.ended, explicit=found.explicit)


def _fields(found: FoundField, label: str, exchange: Exchange) -> list[Candidate]:
    values: list[Any] = found.value if isinstance(found.value, list) else [found.value]
    evidence = _evidence(found.turn, found.quote, exchange)
    return [
        Candidate("profile", f"{label[:1].upper()}{label[1:]}: {_said(value)}", evidence, found.field, _unpacked(value))
        for value in values
        if value not in (None, "", "null", "None", [], {})
    ]


def _evidence(number: int, quote: str, exchange: Exchange) -> tuple[Evidence, ...]:
    """Where a quote is said to stand; a wrong number is forgiven if the words stand in another turn."""
    shown = (*exchange.before, *exchange.turns)
    named = [shown[number]] if 0 <= number < len(shown) else []
    holding = [turn for turn in exchange.turns if quote and quote in turn.text]
    chosen: list[StoredTurn] = [turn for turn in named if turn in holding] or holding or named
    return (Evidence(chosen[0].id, quote.strip() or chosen[0].text[:200]),) if chosen else ()


def _unpacked(value: Any) -> Any:
    """An object that came as text is an object."""
    if isinstance(value, str) and value.startswith("{"):
        try:
            return json.loads(value)
        except json.JSONDecodeError:
            return value
    return value


def _said(value: Any) -> str:
    value = _unpacked(value)
    return ", ".join(str(part) for part in value.values() if part) if isinstance(value, dict) else str(value)  # type: ignore[misc]
