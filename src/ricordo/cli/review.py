"""The `profile`, `confirm`, `reject` and `correct` commands: review what is known about a person."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic import BaseModel, create_model
from pydantic_core import to_jsonable_python

from ricordo.cli.options import Commands, Exit, add_command, load_object, open_memory, scope_of
from ricordo.cli.output import StyledText, bold, dim, print_note, print_result
from ricordo.language.slots import slot_name
from ricordo.learn.profiles import FieldView, check_model
from ricordo.memory import Ricordo
from ricordo.prompt.escaping import flatten
from ricordo.serialization import jsonable
from ricordo.values import Review, Scope, State

_OPEN_STATES: tuple[State, ...] = ("current", "disputed")
_FIELD_NAME = re.compile(r"(?!model_)[a-zA-Z][a-zA-Z0-9_]{0,63}")


def add_commands(commands: Commands) -> None:
    """Add the commands for review."""
    parser = add_command(
        commands, "profile", _show_profile, "Show the profile of a person, and the source of each field."
    )
    parser.add_argument(
        "model", nargs="?", metavar="MODULE:NAME", help="the Pydantic model of the profile (all fields that are known)"
    )
    for name, help in (
        ("confirm", "Mark a memory as confirmed. It becomes current, and memories that contradict it are superseded."),
        ("reject", "Mark a memory as wrong. It is never recalled again."),
        ("correct", "Replace the content of a memory. The old content is kept as superseded."),
    ):
        parser = add_command(commands, name, _review, help)
        parser.set_defaults(verb=name)
        parser.add_argument("id", help="the memory's id")
        if name == "correct":
            parser.add_argument("content", help="the new content")


async def _show_profile(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    model = check_model(await load_object(arguments.model, "the profile", make=False)) if arguments.model else None
    async with open_memory(arguments) as memory:
        profile = await memory.profile(model or await _infer_model(memory, scope), scope=scope)
    fields = {name: jsonable_field(view) for name, view in profile.fields.items()}
    text: list[str | StyledText] = []
    for name, view in profile.fields.items():
        values = flatten(" or ".join(map(_describe_value, (view.value, *view.others))))
        text += [bold(name), f": {values}  ", dim(f"({view.state}, {view.since:%Y-%m-%d})\n")]
    if model is not None:
        text.append(dim(f"unknown: {', '.join(profile.missing) or 'nothing'}\n"))
    if text or arguments.json:
        print_result(arguments, text, {"fields": fields, "missing": profile.missing})
    if not profile.fields:
        print_note("ricordo: no field is known")
    return Exit.DONE if profile.fields else Exit.NOTHING


async def _infer_model(memory: Ricordo, scope: Scope) -> type[BaseModel]:
    """Return a model of all fields that are known. A field with several current values is a list."""
    counts: Counter[str] = Counter()
    for state in _OPEN_STATES:
        async for item in memory.memories(scope=scope, state=state):
            if item.field is not None and _FIELD_NAME.fullmatch(slot := slot_name(item.field)):
                counts[slot] += state == "current"
    fields: dict[str, Any] = {
        slot: (list[Any], []) if count > 1 else (Any, None) for slot, count in sorted(counts.items())
    }
    return create_model("Fields", **fields)


def _describe_value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, cast("Sequence[object]", value)))
    return str(value)


def jsonable_field(view: FieldView) -> dict[str, Any]:
    """Return a field of a profile as JSON values."""
    plain = jsonable(replace(view, value=None, others=()))
    return {**plain, "value": to_jsonable_python(view.value), "others": to_jsonable_python(view.others)}


async def _review(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    async with open_memory(arguments) as memory:
        if arguments.verb == "correct":
            review: Review = await memory.correct(arguments.id, arguments.content, scope=scope)
        else:
            review = await getattr(memory, arguments.verb)(arguments.id, scope=scope)
    print_result(arguments, [dim(f"{review.memory.state}:"), f" {flatten(review.memory.content)}"], review.memory)
    return Exit.DONE
