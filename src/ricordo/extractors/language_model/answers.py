"""The JSON that a model is asked for, and a lenient parser of what it answers.

Small models add fences, other text and wrong types. The parser keeps each entry that it can understand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

_MAX_TRIES = 50
"""Opening brackets that are tried as the beginning of the answer."""

_SEMANTIC_NAMES = frozenset({"semantic", "fact", "facts", "factual", "knowledge"})
_TRUE = frozenset({"true", "1", "yes"})


class MemorySchema(BaseModel):
    """A memory in the JSON that a model is asked for."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["episodic", "semantic"]
    content: str
    turn: int
    quote: str
    explicit: bool
    ended: bool


class ProfileFieldSchema(BaseModel):
    """A profile field in the JSON that a model is asked for: only text, which every provider's strict mode supports."""

    model_config = ConfigDict(extra="forbid")

    field: str
    value: str
    turn: int
    quote: str


class AnswerSchema(BaseModel):
    """The JSON that a model is asked for."""

    model_config = ConfigDict(extra="forbid")

    memories: list[MemorySchema]
    profile: list[ProfileFieldSchema]


class _ParsedEntry(BaseModel):
    """The common part of memories and profile fields in an answer."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    turn: int = -1
    quote: str = Field(default="", max_length=2_000)

    @field_validator("turn", mode="before")
    @classmethod
    def _parse_turn(cls, value: Any) -> Any:
        match = re.search(r"\d{1,9}", str(value))
        return int(match[0]) if match and not isinstance(value, bool) else -1

    @field_validator("quote", mode="before")
    @classmethod
    def _parse_quote(cls, value: Any) -> Any:
        return value if isinstance(value, str) and is_storable(value) else ""


class ParsedMemory(_ParsedEntry):
    """A memory in a model's answer."""

    kind: Literal["episodic", "semantic"] = "episodic"
    content: str = Field(min_length=1, max_length=1_000)
    explicit: bool = True
    ended: bool = False

    @field_validator("kind", mode="before")
    @classmethod
    def _parse_kind(cls, value: Any) -> Any:
        return "semantic" if str(value).strip().lower() in _SEMANTIC_NAMES else "episodic"

    @field_validator("content", mode="after")
    @classmethod
    def _check_content(cls, value: str) -> str:
        if not is_storable(value):
            raise ValueError("not text")
        return value

    @field_validator("explicit", mode="before")
    @classmethod
    def _parse_explicit(cls, value: Any) -> Any:
        """Read anything but a clear yes as no; a missing value is yes, since explicit statements were asked for."""
        return value is None or str(value).strip().lower() in _TRUE

    @field_validator("ended", mode="before")
    @classmethod
    def _parse_ended(cls, value: Any) -> Any:
        return str(value).strip().lower() in _TRUE


class ParsedField(_ParsedEntry):
    """A profile field in a model's answer."""

    field: str = Field(min_length=1, max_length=256)
    value: str | int | float | bool | list[Any] | dict[str, Any]


class ParsedAnswer(BaseModel):
    """The entries of a model's answer that could be understood."""

    memories: list[ParsedMemory]
    profile: list[ParsedField]


EntryT = TypeVar("EntryT", bound=BaseModel)


def parse_answer(text: str) -> ParsedAnswer | None:
    """Return the valid entries of a model's answer; None if it contains no JSON of the requested form."""
    has_empty_answer = False
    for candidate in _find_answers(text):
        memories, profile = _as_list(candidate.get("memories")), _as_list(candidate.get("profile"))
        answer = ParsedAnswer(memories=_validate(ParsedMemory, memories), profile=_validate(ParsedField, profile))
        if answer.memories or answer.profile:
            return answer
        has_empty_answer = has_empty_answer or not (memories or profile)
    return ParsedAnswer(memories=[], profile=[]) if has_empty_answer else None


def is_storable(text: str) -> bool:
    """Return whether a text can be stored: it has no NUL and no lone surrogate, which JSON can both express."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _find_answers(text: str) -> Iterator[dict[str, Any]]:
    """Yield everything in a text that may be the answer: an object with our lists, perhaps wrapped, or a bare list."""
    for value in _find_json(text):
        if isinstance(value, list):
            entries = cast("list[Any]", value)
            if not entries or any(isinstance(entry, dict) for entry in entries):
                yield {"memories": entries}
            continue
        outer = cast("dict[str, Any]", value)
        inner = [cast("dict[str, Any]", part) for part in outer.values() if isinstance(part, dict)]
        yield from (part for part in (outer, *inner) if "memories" in part or "profile" in part)


def _find_json(text: str) -> Iterator[Any]:
    """Yield the outermost JSON objects and lists in a text."""
    decoder = json.JSONDecoder()
    position = 0
    for _ in range(_MAX_TRIES):
        opening = re.compile(r"[{\[]").search(text, position)
        if opening is None:
            return
        try:
            value, position = decoder.raw_decode(text, opening.start())
            yield value
        except (ValueError, RecursionError):
            position = opening.end()


def _as_list(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [cast("object", value)] if value else []
    return cast("list[Any]", value) if isinstance(value, list) else []


def _validate(form: type[EntryT], entries: list[Any]) -> list[EntryT]:
    valid: list[EntryT] = []
    for entry in entries:
        try:
            valid.append(form.model_validate(entry))
        except ValidationError:
            continue
    return valid
