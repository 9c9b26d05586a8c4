"""Reading what a model answered. Small models fence, ramble and mistype: what can be understood is, entry by entry."""

from __future__ import annotations

import json
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

_MOST_TRIES = 20


class FoundMemory(BaseModel):
    """One memory as a model gives it."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    kind: Literal["episodic", "semantic"] = "episodic"
    content: str = Field(min_length=1, max_length=1_000)
    turn: int = 0
    quote: str = Field(default="", max_length=2_000)
    explicit: bool = True
    ended: bool = False

    @field_validator("kind", mode="before")
    @classmethod
    def _folded(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value


class FoundField(BaseModel):
    """One field of a profile as a model gives it."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    field: str = Field(min_length=1, max_length=256)
    value: str | int | float | bool | list[Any] | dict[str, Any]
    turn: int = 0
    quote: str = Field(default="", max_length=2_000)


class Answer(BaseModel):
    """The JSON that a model is asked for."""

    memories: list[FoundMemory]
    profile: list[FoundField]


def parse(text: str) -> Answer | None:
    """What a model's answer says; None if no JSON of that form is in it. Entries that make no sense are left out."""
    for found in _objects(text):
        given: dict[str, Any] = {"memories": found} if isinstance(found, list) else found
        if "memories" in given or "profile" in given:
            return Answer(
                memories=_valid(FoundMemory, given.get("memories")), profile=_valid(FoundField, given.get("profile"))
            )
    return None


def _objects(text: str) -> list[Any]:
    """The JSON values in a text, the outermost first."""
    decoder = json.JSONDecoder()
    found: list[Any] = []
    place = 0
    for _ in range(_MOST_TRIES):
        starts = [start for mark in "{[" if (start := text.find(mark, place)) >= 0]
        if not starts:
            break
        try:
            value, place = decoder.raw_decode(text, min(starts))
            found.append(value)
        except (json.JSONDecodeError, RecursionError):
            place = min(starts) + 1
    return found


def _valid(form: type[Any], entries: Any) -> list[Any]:
    if not isinstance(entries, list):
        return []
    valid: list[Any] = []
    for entry in cast("list[Any]", entries):
        try:
            valid.append(form.model_validate(entry))
        except ValidationError:
            continue
    return valid
