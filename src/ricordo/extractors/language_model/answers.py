"""Reading what a model answered. Small models fence, ramble and mistype: what can be understood is, entry by entry."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

_MOST_TRIES = 50
"""Brackets that are tried as the beginning of the answer."""

_FACTS = frozenset({"semantic", "fact", "facts", "factual", "knowledge"})


class AskedMemory(BaseModel):
    """One memory as a model is asked for it."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["episodic", "semantic"]
    content: str
    turn: int
    quote: str
    explicit: bool
    ended: bool


class AskedField(BaseModel):
    """One field of a profile as a model is asked for it: text only, which every provider's strict mode can promise."""

    model_config = ConfigDict(extra="forbid")

    field: str
    value: str
    turn: int
    quote: str


class Asked(BaseModel):
    """The JSON that a model is asked for."""

    model_config = ConfigDict(extra="forbid")

    memories: list[AskedMemory]
    profile: list[AskedField]


class _Found(BaseModel):
    """What entries of both kinds have in common, taken as they come."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    turn: int = -1
    quote: str = Field(default="", max_length=2_000)

    @field_validator("turn", mode="before")
    @classmethod
    def _number(cls, value: Any) -> Any:
        found = re.search(r"\d{1,9}", str(value))
        return int(found[0]) if found and not isinstance(value, bool) else -1

    @field_validator("quote", mode="before")
    @classmethod
    def _text(cls, value: Any) -> Any:
        return value if isinstance(value, str) and is_clean(value) else ""


class FoundMemory(_Found):
    """One memory as a model gives it."""

    kind: Literal["episodic", "semantic"] = "episodic"
    content: str = Field(min_length=1, max_length=1_000)
    explicit: bool = True
    ended: bool = False

    @field_validator("kind", mode="before")
    @classmethod
    def _kind(cls, value: Any) -> Any:
        return "semantic" if str(value).strip().lower() in _FACTS else "episodic"

    @field_validator("content", mode="after")
    @classmethod
    def _clean(cls, value: str) -> str:
        if not is_clean(value):
            raise ValueError("not text")
        return value

    @field_validator("explicit", mode="before")
    @classmethod
    def _stated(cls, value: Any) -> Any:
        """What is not said to be stated plainly counts as implied; where nothing is said, it is what was asked for."""
        return value is None or str(value).strip().lower() in {"true", "1", "yes"}

    @field_validator("ended", mode="before")
    @classmethod
    def _over(cls, value: Any) -> Any:
        return str(value).strip().lower() in {"true", "1", "yes"}


class FoundField(_Found):
    """One field of a profile as a model gives it."""

    field: str = Field(min_length=1, max_length=256)
    value: str | int | float | bool | list[Any] | dict[str, Any]


class Answer(BaseModel):
    """What a model answered, as far as it can be understood."""

    memories: list[FoundMemory]
    profile: list[FoundField]


E_ = TypeVar("E_", bound=BaseModel)


def parse(text: str) -> Answer | None:
    """What a model's answer says; None if no JSON of that form is in it. Entries that make no sense are left out."""
    nothing_found = False
    for given in _answers(text):
        memories, profile = _entries(given.get("memories")), _entries(given.get("profile"))
        answer = Answer(memories=_valid(FoundMemory, memories), profile=_valid(FoundField, profile))
        if answer.memories or answer.profile:
            return answer
        nothing_found = nothing_found or not (memories or profile)
    return Answer(memories=[], profile=[]) if nothing_found else None


def is_clean(text: str) -> bool:
    """Whether a text can be kept: no NUL, and no half of a surrogate pair, both of which JSON can spell."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _answers(text: str) -> Iterator[dict[str, Any]]:
    """Everything in a text that may be the answer: an object with our lists, perhaps wrapped, or a bare list."""
    for found in _values(text):
        if isinstance(found, list):
            entries = cast("list[Any]", found)
            if not entries or any(isinstance(entry, dict) for entry in entries):
                yield {"memories": entries}
            continue
        given = cast("dict[str, Any]", found)
        inner = [cast("dict[str, Any]", part) for part in given.values() if isinstance(part, dict)]
        yield from (part for part in (given, *inner) if "memories" in part or "profile" in part)


def _values(text: str) -> Iterator[Any]:
    """The JSON objects and lists in a text, the outermost first."""
    decoder = json.JSONDecoder()
    place = 0
    for _ in range(_MOST_TRIES):
        opening = re.compile(r"[{\[]").search(text, place)
        if opening is None:
            return
        try:
            value, place = decoder.raw_decode(text, opening.start())
            yield value
        except (ValueError, RecursionError):
            place = opening.end()


def _entries(given: Any) -> list[Any]:
    if isinstance(given, dict):
        return [cast("object", given)] if given else []
    return cast("list[Any]", given) if isinstance(given, list) else []


def _valid(form: type[E_], entries: list[Any]) -> list[E_]:
    valid: list[E_] = []
    for entry in entries:
        try:
            valid.append(form.model_validate(entry))
        except ValidationError:
            continue
    return valid
