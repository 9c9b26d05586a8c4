"""Extraction of memories by a language model: one call, and a second one if the answer cannot be parsed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from ricordo.extractors.language_model.answers import (
    AnswerSchema,
    ParsedAnswer,
    ParsedField,
    ParsedMemory,
    parse_answer,
)
from ricordo.extractors.language_model.chat import ask, maker_name
from ricordo.extractors.language_model.prompts import EXTRACT_HASH, REPAIR, extract_prompt
from ricordo.extractors.language_model.slots import add_slot
from ricordo.language.quotes import locate
from ricordo.language.slots import slot_name
from ricordo.ports.extractor import Candidate, Cost, CostlyError, Exchange, Extraction, Wanted
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Evidence, StoredTurn

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse

_TOKENS_PER_MEMORY = 80
_MAX_FIELDS = 50
_EMPTY: tuple[Any, ...] = (None, "", [], {})
_UNKNOWN = frozenset({"null", "none", "unknown", "n/a", "not specified", "not mentioned"})


class ModelExtractor:
    """An extractor that asks a MAF chat client what is worth knowing.

    Args:
        client: Any MAF chat client.
        max_memories: The most memories that are asked for, for each turn of the person.

    Raises:
        ValueError: If ``max_memories`` is less than 1.
    """

    def __init__(self, client: SupportsChatGetResponse[Any], *, max_memories: int = 5) -> None:
        if max_memories < 1:
            raise ValueError("max_memories must be 1 or more")
        self._client = client
        self._max_memories = max_memories
        self.name = maker_name(client, EXTRACT_HASH)

    async def extract(self, exchange: Exchange) -> Extraction:
        """Ask the model what is worth knowing in an exchange.

        Raises:
            CostlyError: If the client fails, or two answers in a row cannot be parsed.
        """
        limit = self._limit(exchange)
        answer, cost = await self._ask(extract_prompt(exchange, limit))
        memories = [_make_candidate(parsed, exchange) for parsed in answer.memories[:limit]]
        fields = (
            candidate
            for parsed in answer.profile
            if (field := _find_field(parsed.field, exchange)) is not None
            for candidate in _make_field_candidates(parsed, field, exchange)
        )
        return Extraction((*islice(fields, _MAX_FIELDS), *memories), cost)

    def estimate(self, exchange: Exchange) -> Cost:
        """Return the cost of one call with the longest answer that is asked for."""
        limit = self._limit(exchange)
        input_tokens = sum(estimate_tokens(text) for _, text in extract_prompt(exchange, limit))
        return Cost(1, input_tokens, _TOKENS_PER_MEMORY * (limit + len(exchange.wanted)))

    async def _ask(self, prompt: list[tuple[str, str]]) -> tuple[ParsedAnswer, Cost]:
        reply = await ask(self._client, prompt, AnswerSchema)
        answer = parse_answer(reply.text)
        if answer is not None:
            return answer, reply.cost
        retry = [*prompt, ("assistant", reply.text[:2_000] or "(nothing)"), ("user", REPAIR)]
        try:
            repaired = await ask(self._client, retry, AnswerSchema)
        except CostlyError as error:
            raise CostlyError(str(error), reply.cost + error.cost) from error
        answer, cost = parse_answer(repaired.text), reply.cost + repaired.cost
        if answer is None:
            raise CostlyError("the model's answer was not the requested JSON, in two calls", cost)
        return answer, cost

    def _limit(self, exchange: Exchange) -> int:
        return self._max_memories * max(1, sum(turn.role == "user" for turn in exchange.turns))


def _make_candidate(parsed: ParsedMemory, exchange: Exchange) -> Candidate:
    evidence = _find_evidence(parsed.turn, parsed.quote, exchange)
    candidate = Candidate(parsed.kind, parsed.content, evidence, ended=parsed.ended, explicit=parsed.explicit)
    cited = [turn for turn in exchange.turns for part in evidence if turn.id == part.turn_id]
    return add_slot(candidate, cited[0]) if cited else candidate


def _find_field(name: str, exchange: Exchange) -> Wanted | None:
    """Return the field of this name, or else the one with the same slot name."""
    exact = (field for field in exchange.wanted if field.name == name)
    similar = (field for field in exchange.wanted if slot_name(field.name) == slot_name(name))
    return next(exact, None) or next(similar, None)


def _make_field_candidates(parsed: ParsedField, field: Wanted, exchange: Exchange) -> list[Candidate]:
    """Return a candidate for each value that is given for a profile field."""
    given = _decode_json(parsed.value)
    values: list[Any] = cast("list[Any]", given) if isinstance(given, list) else [given]
    evidence = _find_evidence(parsed.turn, parsed.quote, exchange)
    label = f"{field.description[:1].upper()}{field.description[1:]}"
    return [
        Candidate("profile", f"{label}: {_format_value(value)}", evidence, field.name, value)
        for value in map(_decode_json, values)
        if value not in _EMPTY and str(value).strip().lower() not in _UNKNOWN
    ]


def _find_evidence(number: int, quote: str, exchange: Exchange) -> tuple[Evidence, ...]:
    """Return the turn with this number that contains the quote, or else another turn that does."""
    shown = (*exchange.before, *exchange.turns)
    numbered = [shown[number]] if 0 <= number < len(shown) else []
    matching = [turn for turn in exchange.turns if quote and locate(quote, turn.text)]
    matching.sort(key=lambda turn: turn.role != "user")
    cited: list[StoredTurn] = [turn for turn in numbered if turn in matching] or matching or numbered
    words = quote.strip() or (cited[0].text.strip()[:200].strip() if cited else "")
    return (Evidence(cited[0].id, words),) if cited else ()


def _decode_json(value: Any) -> Any:
    """Decode an object or a list that was given as text."""
    if isinstance(value, str) and value.strip()[:1] in {"{", "["}:
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _format_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(str(part) for part in cast("Mapping[str, Any]", value).values() if part)
    return str(value)
