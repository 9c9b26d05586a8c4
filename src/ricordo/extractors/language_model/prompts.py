"""The messages that are sent to a language model.

The instructions are the Markdown files beside this module. Turns are shown as JSON lines, so that no text in a turn can
be taken for anything else.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from string import Template

from ricordo.language.filters import own_words
from ricordo.ports.extractor import Exchange, Wanted
from ricordo.values import StoredTurn

_MAX_PERSON_LENGTH = 4_000
_MAX_OTHER_LENGTH = 600
_MAX_SUMMARY_INPUT = 40_000
"""Characters: of a turn by the person, of a turn by anybody else, and of all turns that one summary is made from."""

_TOOL_OUTPUT = "(the output of a tool, left out)"
_MARKUP = {ord("<"): "\\u003c", ord(">"): "\\u003e"}
_INVISIBLE = re.compile(
    "[\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff\U000e0000-\U000e0fff]"
)
"""Line breaks that JSON does not escape, and invisible characters that can steer a model."""


def _read(name: str) -> str:
    return files("ricordo.extractors.language_model").joinpath(name).read_text("utf-8").removesuffix("\n")


_EXTRACT = _read("extract.md")
_EXTRACT_PROFILE = _read("extract_profile.md")
_EXTRACT_NO_PROFILE = _read("extract_no_profile.md")
_SUMMARISE = _read("summarise.md")

REPAIR = _read("repair.md")


def _hash(*prompts: str) -> str:
    return hashlib.sha256("\0".join(prompts).encode()).hexdigest()[:8]


EXTRACT_HASH = _hash(_EXTRACT, _EXTRACT_PROFILE, _EXTRACT_NO_PROFILE, REPAIR)
SUMMARISE_HASH = _hash(_SUMMARISE)
"""Hashes of the instructions. They are stored as part of the maker of each memory."""


def extract_prompt(exchange: Exchange, max_memories: int) -> list[tuple[str, str]]:
    """Return the messages that ask for memories, as pairs of role and text."""
    first_new = len(exchange.before)
    lines = [
        _format_turn(number, turn, is_new=number >= first_new)
        for number, turn in enumerate((*exchange.before, *exchange.turns))
    ]
    profile = _format_fields(exchange.wanted)
    instructions = Template(_EXTRACT).substitute(max_memories=max_memories, profile=profile)
    return [("system", instructions), ("user", "\n".join(lines))]


def summary_prompt(turns: Sequence[StoredTurn], previous: str | None) -> list[tuple[str, str]]:
    """Return the messages that ask for a summary of the latest ``turns``, as pairs of role and text."""
    lines: list[str] = []
    for number, turn in reversed(list(enumerate(turns))):
        lines.insert(0, _format_turn(number, turn, is_new=True))
        if sum(map(len, lines)) > _MAX_SUMMARY_INPUT:
            break
    before = [_format_row({"summary_of_what_came_before": previous})] if previous else []
    return [("system", _SUMMARISE), ("user", "\n".join([*before, *lines]))]


def _format_turn(number: int, turn: StoredTurn, *, is_new: bool) -> str:
    speaker = "person" if turn.role == "user" else turn.role
    name = {"name": turn.author} if turn.author else {}
    return _format_row({"turn": number, "speaker": speaker, **name, "said": _turn_text(turn), "new": is_new})


def _format_row(row: dict[str, object]) -> str:
    """Return a row as one line of JSON, with markup and invisible characters escaped."""
    line = json.dumps(row, ensure_ascii=False)
    return _INVISIBLE.sub(lambda match: json.dumps(match[0])[1:-1], line).translate(_MARKUP)


def _turn_text(turn: StoredTurn) -> str:
    if turn.role == "tool":
        return _TOOL_OUTPUT
    max_length = _MAX_PERSON_LENGTH if turn.role == "user" else _MAX_OTHER_LENGTH
    return own_words(turn.text)[:max_length]


def _format_fields(wanted: Sequence[Wanted]) -> str:
    if not wanted:
        return f"{_EXTRACT_NO_PROFILE}\n"
    lines = [
        f"  {json.dumps(field.name)}: {field.description}; {json.dumps(field.schema, ensure_ascii=False)}"
        for field in wanted
    ]
    return Template(_EXTRACT_PROFILE).substitute(fields="\n".join(lines)) + "\n"
