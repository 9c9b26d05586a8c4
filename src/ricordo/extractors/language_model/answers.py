"""The JSON that a model is asked for, and a lenient parser of what it answers.

Small models add fences, other text and wrong types. The parser keeps each entry that it can understand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, Self, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

_MAX_TRIES = 50
"""Opening brackets that are tried as the beginning of the answer."""

_MAX_CONTENT_LENGTH = 1_000
_MAX_IDS = 20
_SHORT_ID = re.compile(r"k\d{1,4}")
_OPERATIONS = {
    "same": "same", "same as": "same", "replace": "replace", "replaces": "replace", "update": "replace",
    "end": "end", "ends": "end", "ended": "end", "delete": "end",
}  # fmt: skip
"""The operations, also by other names that models use. Everything else adds."""

_SEMANTIC_NAMES = frozenset({"semantic", "fact", "facts", "factual", "knowledge"})
_TRUE = frozenset({"true", "1", "yes"})


class MemorySchema(BaseModel):
    """A memory in the JSON that a model is asked for: plain types, which every provider's strict mode supports."""

    model_config = ConfigDict(extra="forbid")

    op: Literal["add", "same", "replace", "end"]
    ids: list[str]
    who: str
    content: str
    kind: Literal["episodic", "semantic"]
    field: str
    value: str
    negated: bool = Field(alias="not")
    sure: bool
    begin: str = Field(alias="from")
    until: str
    turn: int
    quote: str


class AnswerSchema(BaseModel):
    """The JSON that a model is asked for."""

    model_config = ConfigDict(extra="forbid")

    memories: list[MemorySchema]


class ParsedMemory(BaseModel):
    """A memory in a model's answer. What is missing or cannot be understood has a default."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    op: Literal["add", "same", "replace", "end"] = "add"
    ids: tuple[str, ...] = ()
    who: str = ""
    content: str = Field(default="", max_length=_MAX_CONTENT_LENGTH)
    kind: Literal["episodic", "semantic"] = "episodic"
    field: str = Field(default="", max_length=256)
    value: Any = None
    negated: bool = Field(default=False, alias="not")
    sure: bool = True
    begin: str = Field(default="", alias="from")
    until: str = ""
    turn: int = -1
    quote: str = Field(default="", max_length=2_000)

    @field_validator("op", mode="before")
    @classmethod
    def _parse_op(cls, value: Any) -> Any:
        return _OPERATIONS.get(str(value).strip().lower(), "add")

    @field_validator("ids", mode="before")
    @classmethod
    def _parse_ids(cls, value: Any) -> Any:
        given = cast("list[Any]", value) if isinstance(value, list) else [value]
        return [match[0] for part in given if (match := _SHORT_ID.search(str(part).strip().lower()))][:_MAX_IDS]

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

    @field_validator("who", "field", "begin", "until", "quote", mode="before")
    @classmethod
    def _parse_text(cls, value: Any) -> Any:
        return value if isinstance(value, str) and is_storable(value) else ""

    @field_validator("negated", mode="before")
    @classmethod
    def _parse_negated(cls, value: Any) -> Any:
        return str(value).strip().lower() in _TRUE

    @field_validator("sure", mode="before")
    @classmethod
    def _parse_sure(cls, value: Any) -> Any:
        """Read anything but a clear yes as no; a missing value is yes, since what was said was asked for."""
        return value is None or str(value).strip().lower() in _TRUE

    @field_validator("turn", mode="before")
    @classmethod
    def _parse_turn(cls, value: Any) -> Any:
        match = re.search(r"\d{1,9}", str(value))
        return int(match[0]) if match and not isinstance(value, bool) else -1

    @model_validator(mode="after")
    def _check_statement(self) -> Self:
        if not self.content and (not self.field or self.value in (None, "")):
            raise ValueError("neither a sentence nor a field with a value")
        return self


EntryT = TypeVar("EntryT", bound=BaseModel)


def parse_answer(text: str) -> list[ParsedMemory] | None:
    """Return the valid entries of a model's answer; None if it contains no JSON of the requested form."""
    has_empty_answer = False
    for entries in _find_answers(text):
        if memories := _validate(ParsedMemory, entries):
            return memories
        has_empty_answer = has_empty_answer or not entries
    if has_empty_answer:
        return []
    return _validate(ParsedMemory, _find_whole_entries(text)) or None


def is_storable(text: str) -> bool:
    """Return whether a text can be stored: it has no NUL and no lone surrogate, which JSON can both express."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _find_answers(text: str) -> Iterator[list[Any]]:
    """Yield everything in a text that may be the answer: the list in an object, perhaps wrapped, or a bare list."""
    for value in _find_json(text):
        if isinstance(value, list):
            entries = cast("list[Any]", value)
            if not entries or any(isinstance(entry, dict) for entry in entries):
                yield entries
            continue
        outer = cast("dict[str, Any]", value)
        inner = [cast("dict[str, Any]", part) for part in outer.values() if isinstance(part, dict)]
        yield from (_as_list(part["memories"]) for part in (outer, *inner) if "memories" in part)


def _find_whole_entries(text: str) -> list[Any]:
    """Return the entries of an answer that was cut off, as far as they are whole."""
    return [value for value in _find_json(text) if isinstance(value, dict)] if '"memories"' in text else []


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
