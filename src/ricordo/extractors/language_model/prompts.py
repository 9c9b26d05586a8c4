"""The messages that are sent to a language model.

The instructions are the Markdown files beside this module. They come first and stay the same, so that providers can
cache them. Each turn and each memory stands on a line of its own, as a JSON string, so that no text in it can be taken
for anything else.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from string import Template
from typing import Any, cast

from ricordo.language.filters import mask_secrets, own_words
from ricordo.language.slots import GENERAL_SLOTS
from ricordo.ports.extractor import Exchange, Wanted
from ricordo.values import Memory, StoredTurn

_MAX_PERSON_LENGTH = 4_000
_MAX_OTHER_LENGTH = 600
_MAX_CONTEXT_LENGTH = 300
_MAX_SUMMARY_INPUT = 40_000
"""Characters: of a turn by the person, of a turn by anybody else, of an earlier turn, and of all turns that one summary
is made from."""

_MAX_DESCRIPTION_LENGTH = 120
_TOOL_OUTPUT = "(the output of a tool, left out)"
_MARKUP = {ord("<"): "\\u003c", ord(">"): "\\u003e"}
_INVISIBLE = re.compile(
    "[\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff\U000e0000-\U000e0fff]"
)
"""Line breaks that JSON does not escape, and invisible characters that can steer a model."""


def _read(name: str) -> str:
    return files("ricordo.extractors.language_model").joinpath(name).read_text("utf-8").removesuffix("\n")


_EXTRACT = _read("extract.md")
_SUMMARISE = _read("summarise.md")

REPAIR = _read("repair.md")


def _hash(*prompts: str) -> str:
    return hashlib.sha256("\0".join(prompts).encode()).hexdigest()[:8]


EXTRACT_HASH = _hash(_EXTRACT, REPAIR)
SUMMARISE_HASH = _hash(_SUMMARISE)
"""Hashes of the instructions. They are stored as part of the maker of each memory."""


def extract_prompt(exchange: Exchange, max_memories: int) -> list[tuple[str, str]]:
    """Return the messages that ask for memories, as pairs of role and text."""
    instructions = Template(_EXTRACT).substitute(
        max_memories=max_memories, fields=_format_fields(exchange.wanted), general=_format_general(exchange.wanted)
    )
    lines = ["KNOWN", *_format_known(exchange.known)]
    if exchange.before:
        lines += ["BEFORE", *_format_turns(exchange.before, first=0, max_length=_MAX_CONTEXT_LENGTH)]
    lines += ["NEW", *_format_turns(exchange.turns, first=len(exchange.before))]
    return [("system", instructions), ("user", "\n".join(lines))]


def short_ids(known: Sequence[Memory]) -> dict[str, str]:
    """Return the ids of memories by the short ids under which a prompt shows them."""
    return {f"k{number}": memory.id for number, memory in enumerate(known, start=1)}


def summary_prompt(turns: Sequence[StoredTurn], previous: str | None) -> list[tuple[str, str]]:
    """Return the messages that ask for a summary of the latest ``turns``, as pairs of role and text."""
    lines: list[str] = []
    for number, turn in reversed(list(enumerate(turns))):
        lines.insert(0, _format_turn(number, turn))
        if sum(map(len, lines)) > _MAX_SUMMARY_INPUT:
            break
    before = [f"summary of what came before: {_quote(previous)}"] if previous else []
    return [("system", _SUMMARISE), ("user", "\n".join([*before, *lines]))]


def _format_known(known: Sequence[Memory]) -> Iterable[str]:
    """Yield a line for each memory: ``k1 2024-05-01 home "Lives in Leeds"``."""
    for short, memory in zip(short_ids(known), known, strict=True):
        labels = [_quote(memory.subject)] if memory.subject else []
        labels += [memory.field] if memory.field else []
        yield " ".join([short, f"{memory.valid_from:%Y-%m-%d}", *labels, _quote(memory.content)])


def _format_turns(turns: Sequence[StoredTurn], *, first: int, max_length: int = _MAX_PERSON_LENGTH) -> Iterable[str]:
    """Yield a line for each turn, and one for the date wherever it is another one than before."""
    day = ""
    for number, turn in enumerate(turns, start=first):
        said_on = f"{turn.occurred_at:%a %Y-%m-%d}"
        if said_on != day:
            yield said_on
        yield _format_turn(number, turn, max_length=max_length)
        day = said_on


def _format_turn(number: int, turn: StoredTurn, *, max_length: int = _MAX_PERSON_LENGTH) -> str:
    """Return a turn as a line: ``3 person "I live in Leeds"``."""
    speaker = "person" if turn.role == "user" else turn.role
    name = f" {_quote(turn.author)}" if turn.author else ""
    return f"{number} {speaker}{name} {_quote(_turn_text(turn, max_length))}"


def _quote(text: str) -> str:
    """Return a text as a JSON string on one line, with markup and invisible characters escaped."""
    line = json.dumps(text, ensure_ascii=False)
    return _INVISIBLE.sub(lambda match: json.dumps(match[0])[1:-1], line).translate(_MARKUP)


def _turn_text(turn: StoredTurn, max_length: int) -> str:
    """Return the speaker's own words, without secrets. These are masked before the text is cut."""
    if turn.role == "tool":
        return _TOOL_OUTPUT
    length = max_length if turn.role == "user" else min(max_length, _MAX_OTHER_LENGTH)
    return mask_secrets(own_words(turn.text)[: 2 * length])[:length]


def _format_fields(wanted: Sequence[Wanted]) -> str:
    return "; ".join(_format_field(field) for field in wanted) or "none"


def _format_field(field: Wanted) -> str:
    """Return a field as ``name (type): description``; the description is left out if it only repeats the name."""
    description = " ".join(field.description.split())[:_MAX_DESCRIPTION_LENGTH]
    has_more = description.casefold() != field.name.replace("_", " ").casefold()
    return f"{field.name} ({_format_type(field.schema)})" + (f": {description}" if has_more else "")


def _format_general(wanted: Sequence[Wanted]) -> str:
    """Return the line that names the general fields besides those of the application."""
    taken = {GENERAL_SLOTS.name_of(field.name) for field in wanted}
    names = [slot.name for slot in GENERAL_SLOTS if slot.name not in taken]
    return f"For what fits none of them: {', '.join(names)}."


_TYPES = {"string": "text", "integer": "number", "number": "number", "boolean": "yes or no", "null": ""}


def _format_type(schema: Any) -> str:
    """Return a JSON schema in a few words: "list of text", "{destination, rating}", "one of economy, business"."""
    if not isinstance(schema, dict):
        return "text"
    part = cast("dict[str, Any]", schema)
    if isinstance(part.get("enum"), list):
        return "one of " + ", ".join(map(str, part["enum"]))
    if "const" in part:
        return str(part["const"])
    for key in ("anyOf", "oneOf", "allOf"):
        if isinstance(part.get(key), list):
            options = [_format_type(option) for option in part[key]]
            return " or ".join(dict.fromkeys(option for option in options if option)) or "text"
    if part.get("type") == "array":
        return f"list of {_format_type(part.get('items'))}"
    if part.get("type") == "object" and isinstance(part.get("properties"), dict):
        return "{" + ", ".join(cast("dict[str, Any]", part["properties"])) + "}"
    if part.get("format") in {"date", "date-time", "duration"}:
        return str(part["format"])
    return _TYPES.get(str(part.get("type")), "text")
