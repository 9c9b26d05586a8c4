"""Extraction of memories by a language model: one call, and a second one if the answer cannot be parsed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from ricordo.extractors.language_model.answers import AnswerSchema, ParsedMemory, parse_answer
from ricordo.extractors.language_model.chat import ask, maker_name
from ricordo.extractors.language_model.prompts import EXTRACT_HASH, REPAIR, extract_prompt, short_ids
from ricordo.language.filters import forbids_saving
from ricordo.language.polarity import is_negative
from ricordo.language.quotes import locate
from ricordo.language.slots import GENERAL_SLOTS, slot_name
from ricordo.ports.extractor import Candidate, Cost, CostlyError, Exchange, Extraction
from ricordo.prompt.tokens import estimate_tokens
from ricordo.tasks import run_in_background
from ricordo.values import Evidence, StoredTurn

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse

_TOKENS_PER_MEMORY = 110
_CHARACTERS_PER_MEMORY = 20
_MAX_MEMORIES = 60
"""The most memories that one call asks for, and the text that each memory beyond the usual ones stands for."""

_EMPTY: tuple[Any, ...] = (None, "", [], {})
_UNKNOWN = frozenset({"null", "none", "unknown", "n/a", "not specified", "not mentioned"})
_THE_PERSON = frozenset(
    {"", "person", "the person", "user", "the user", "self", "speaker", "none", "null"}
    | {"me", "i", "ich", "yo", "je", "moi", "io", "eu", "私", "我"}
)
_THE_ASSISTANT = frozenset({"assistant", "the assistant", "you", "ai", "bot"})
"""A weak model takes the assistant's words for facts about the assistant. Nobody asks for those."""
_MAX_SUBJECT_LENGTH = 100
_PARTIAL_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ].*)?)?)?")


class ModelExtractor:
    """An extractor that asks a MAF chat client what is worth knowing.

    Args:
        client: Any MAF chat client. Its ``call_timeout``, if it has one, limits each call in seconds.
        max_memories: The most memories that are asked for, for each turn of the person. Long turns may give more.

    Raises:
        ValueError: If ``max_memories`` is less than 1.
    """

    def __init__(self, client: SupportsChatGetResponse[Any], *, max_memories: int = 8) -> None:
        if max_memories < 1:
            raise ValueError("max_memories must be 1 or more")
        self._client = client
        self._max_memories = max_memories
        self.name = maker_name(client, EXTRACT_HASH)
        self.call_timeout: float | None = getattr(client, "call_timeout", None)

    async def extract(self, exchange: Exchange) -> Extraction:
        """Ask the model what is worth knowing in an exchange.

        Raises:
            CostlyError: If the client fails, or two answers in a row cannot be parsed.
        """
        exchange = await run_in_background(without_private_turns, exchange)
        if not any(turn.role == "user" for turn in exchange.turns):
            return Extraction()
        limit = self._limit(exchange)
        answer, cost = await self._ask(await run_in_background(extract_prompt, exchange, limit))
        candidates = await run_in_background(_make_all_candidates, answer, exchange)
        return Extraction(tuple(candidates[:limit]), cost)

    def estimate(self, exchange: Exchange) -> Cost:
        """Return the cost of one call with the longest answer that is asked for."""
        limit = self._limit(exchange)
        input_tokens = sum(estimate_tokens(text) for _, text in extract_prompt(exchange, limit))
        return Cost(1, input_tokens, _TOKENS_PER_MEMORY * limit)

    async def _ask(self, prompt: list[tuple[str, str]]) -> tuple[list[ParsedMemory], Cost]:
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
        lengths = [len(turn.text) for turn in exchange.turns if turn.role == "user"]
        wanted = sum(max(self._max_memories, length // _CHARACTERS_PER_MEMORY) for length in lengths)
        return min(_MAX_MEMORIES, max(self._max_memories, wanted))


def without_private_turns(exchange: Exchange) -> Exchange:
    """Return the exchange without the turns that the person asked not to save."""

    def is_private(turn: StoredTurn) -> bool:
        return turn.role == "user" and forbids_saving(turn.text)

    return replace(
        exchange,
        turns=tuple(turn for turn in exchange.turns if not is_private(turn)),
        before=tuple(turn for turn in exchange.before if not is_private(turn)),
    )


def _make_all_candidates(answer: Sequence[ParsedMemory], exchange: Exchange) -> list[Candidate]:
    return [candidate for parsed in answer for candidate in _make_candidates(parsed, exchange)]


def _make_candidates(parsed: ParsedMemory, exchange: Exchange) -> list[Candidate]:
    """Return the candidate of an entry; several if it gives several values for a field."""
    who = parsed.who.strip()[:_MAX_SUBJECT_LENGTH]
    if who.casefold() in _THE_ASSISTANT:
        return []
    field = _find_field(parsed.field, exchange)
    values = _split_values(parsed.value) if field else []
    subject = None if who.casefold() in _THE_PERSON else who
    is_wanted = field is not None and any(slot_name(field) == slot_name(wanted.name) for wanted in exchange.wanted)
    ids = short_ids(exchange.known)
    known = tuple(ids[short] for short in parsed.ids if short in ids)
    candidate = Candidate(
        "profile" if is_wanted and subject is None else parsed.kind,
        parsed.content,
        _find_evidence(parsed.turn, parsed.quote, exchange),
        ended=parsed.op == "end",
        explicit=parsed.sure,
        subject=subject,
        negated=parsed.negated,
        valid_from=_parse_date(parsed.begin),
        valid_until=_parse_date(parsed.until, last=True),
        same_as=known[0] if known and parsed.op == "same" else None,
        replaces=known if parsed.op == "replace" else (),
        ends=known if parsed.op == "end" else (),
        is_new=parsed.op == "add",
    )
    if field is None or not values:
        return [candidate] if candidate.content else []
    if len(values) == 1:
        content = candidate.content or _label(field, values[0])
        negated = candidate.negated and not is_negative(str(values[0]))  # "no pork" says it already
        return [replace(candidate, content=content, field=field, value=values[0], negated=negated)]
    return [replace(candidate, content=_label(field, value), field=field, value=value) for value in values]


def _find_field(name: str, exchange: Exchange) -> str | None:
    """Return the profile field of this name or slot, or else the general slot; None if there is neither."""
    if not name.strip():
        return None
    exact = (field.name for field in exchange.wanted if field.name == name)
    similar = (field.name for field in exchange.wanted if slot_name(field.name) == slot_name(name))
    slot = GENERAL_SLOTS.find(name)
    return next(exact, None) or next(similar, None) or (slot.name if slot else None)


def _split_values(given: Any) -> list[Any]:
    """Return the values that are given for a field, without those that say that nothing is known."""
    decoded = _decode_json(given)
    values: list[Any] = cast("list[Any]", decoded) if isinstance(decoded, list) else [decoded]
    return [
        value
        for value in map(_decode_json, values)
        if value not in _EMPTY and str(value).strip().lower() not in _UNKNOWN
    ]


def _label(field: str, value: Any) -> str:
    name = field.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]}: {_format_value(value)}"


def _find_evidence(number: int, quote: str, exchange: Exchange) -> tuple[Evidence, ...]:
    """Return the turn with this number that contains the quote, or else another turn that does."""
    shown = (*exchange.before, *exchange.turns)
    numbered = [shown[number]] if 0 <= number < len(shown) else []
    matching = [turn for turn in exchange.turns if quote and locate(quote, turn.text)]
    matching.sort(key=lambda turn: turn.role != "user")
    cited: list[StoredTurn] = [turn for turn in numbered if turn in matching] or matching or numbered
    words = quote.strip() or (cited[0].text.strip()[:200].strip() if cited else "")
    return (Evidence(cited[0].id, words),) if cited else ()


def _parse_date(text: str, *, last: bool = False) -> datetime | None:
    """Return an ISO date, month or year as the time when it begins, or ends if ``last``; None if it is none."""
    match = _PARTIAL_DATE.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day = (int(part) if part else None for part in match.groups())
    try:
        begin = datetime(year or 0, month or 1, day or 1, tzinfo=UTC)
        if not last or day:
            return begin
        following = begin.replace(year=begin.year + 1) if not month else (begin + timedelta(days=32)).replace(day=1)
        return following - timedelta(days=1)
    except (ValueError, OverflowError):
        return None


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
