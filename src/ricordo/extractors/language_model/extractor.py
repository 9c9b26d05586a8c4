"""Memories by a language model: one call, one attempt to repair the answer, and nothing believed that it says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from ricordo.extractors.language_model.answers import Answer, Asked, FoundField, FoundMemory, parse
from ricordo.extractors.language_model.chat import ask
from ricordo.extractors.language_model.prompts import REPAIR, extract_prompt
from ricordo.extractors.language_model.slots import slotted
from ricordo.language.quotes import locate
from ricordo.language.slots import slot_name
from ricordo.ports.extractor import Candidate, Cost, CostlyError, Exchange, Extraction, Wanted
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Evidence, StoredTurn

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse

_TOKENS_A_MEMORY = 80
_MOST_FIELDS = 50
_NOTHING: tuple[Any, ...] = (None, "", [], {})
_NOTHING_SAID = frozenset({"null", "none", "unknown", "n/a", "not specified", "not mentioned"})


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
        answer, cost = await self._asked(extract_prompt(exchange, most))
        memories = [_memory(found, exchange) for found in answer.memories[:most]]
        fields = (
            candidate
            for found in answer.profile
            if (field := _meant(found.field, exchange)) is not None
            for candidate in _fields(found, field, exchange)
        )
        return Extraction((*islice(fields, _MOST_FIELDS), *memories), cost)

    def estimate(self, exchange: Exchange) -> Cost:
        """One call, its prompt, and as much of an answer as is allowed."""
        most = self._limit(exchange)
        given = sum(estimate_tokens(text) for _, text in extract_prompt(exchange, most))
        return Cost(1, given, _TOKENS_A_MEMORY * (most + len(exchange.wanted)))

    async def _asked(self, prompt: list[tuple[str, str]]) -> tuple[Answer, Cost]:
        reply = await ask(self._client, prompt, Asked)
        answer = parse(reply.text)
        if answer is not None:
            return answer, reply.cost
        again = [*prompt, ("assistant", reply.text[:2_000] or "(nothing)"), ("user", REPAIR)]
        try:
            repaired = await ask(self._client, again, Asked)
        except CostlyError as error:
            raise CostlyError(str(error), reply.cost + error.cost) from error
        answer, cost = parse(repaired.text), reply.cost + repaired.cost
        if answer is None:
            raise CostlyError("the model's answer was not the JSON that was asked for, twice", cost)
        return answer, cost

    def _limit(self, exchange: Exchange) -> int:
        return self._most * max(1, sum(turn.role == "user" for turn in exchange.turns))


def _memory(found: FoundMemory, exchange: Exchange) -> Candidate:
    evidence = _evidence(found.turn, found.quote, exchange)
    made = Candidate(found.kind, found.content, evidence, ended=found.ended, explicit=found.explicit)
    cited = [turn for turn in exchange.turns for part in evidence if turn.id == part.turn_id]
    return slotted(made, cited[0]) if cited else made


def _meant(name: str, exchange: Exchange) -> Wanted | None:
    """The field that a model means, however it spells it."""
    exact = (field for field in exchange.wanted if field.name == name)
    spelled = (field for field in exchange.wanted if slot_name(field.name) == slot_name(name))
    return next(exact, None) or next(spelled, None)


def _fields(found: FoundField, field: Wanted, exchange: Exchange) -> list[Candidate]:
    given = _unpacked(found.value)
    values: list[Any] = cast("list[Any]", given) if isinstance(given, list) else [given]
    evidence = _evidence(found.turn, found.quote, exchange)
    label = f"{field.description[:1].upper()}{field.description[1:]}"
    return [
        Candidate("profile", f"{label}: {_said(value)}", evidence, field.name, value)
        for value in map(_unpacked, values)
        if value not in _NOTHING and str(value).strip().lower() not in _NOTHING_SAID
    ]


def _evidence(number: int, quote: str, exchange: Exchange) -> tuple[Evidence, ...]:
    """Where a quote is said to stand; a wrong number is forgiven if the words stand in another turn."""
    shown = (*exchange.before, *exchange.turns)
    named = [shown[number]] if 0 <= number < len(shown) else []
    holding = [turn for turn in exchange.turns if quote and locate(quote, turn.text)]
    holding.sort(key=lambda turn: turn.role != "user")
    chosen: list[StoredTurn] = [turn for turn in named if turn in holding] or holding or named
    words = quote.strip() or (chosen[0].text.strip()[:200].strip() if chosen else "")
    return (Evidence(chosen[0].id, words),) if chosen else ()


def _unpacked(value: Any) -> Any:
    """An object or a list that came as text is one."""
    if isinstance(value, str) and value.strip()[:1] in {"{", "["}:
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(str(part) for part in cast("Mapping[str, Any]", value).values() if part)
    return str(value)
