"""The `profile`, `confirm`, `reject` and `correct` commands: review what is known about a person."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from pydantic_core import to_jsonable_python

from ricordo.cli.options import Commands, Exit, add_command, load_object, open_memory, scope_of
from ricordo.cli.output import print_result
from ricordo.learn.profiles import FieldView, check_model
from ricordo.serialization import jsonable
from ricordo.values import Review


def add_commands(commands: Commands) -> None:
    """Add the commands for review."""
    parser = add_command(
        commands, "profile", _show_profile, "Show the profile of a person, and the source of each field."
    )
    parser.add_argument("model", metavar="MODULE:NAME", help="the Pydantic model of the profile")
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
    model = check_model(await load_object(arguments.model, "the profile", make=False))
    async with open_memory(arguments) as memory:
        profile = await memory.profile(model, scope=scope_of(arguments))
    fields = {name: jsonable_field(view) for name, view in profile.fields.items()}
    lines = [
        f"{name}: {' or '.join(map(str, (view.value, *view.others)))}  ({view.state}, {view.since:%Y-%m-%d})"
        for name, view in profile.fields.items()
    ]
    missing = f"unknown: {', '.join(profile.missing)}" if profile.missing else ""
    print_result(arguments, "\n".join([*lines, missing]).strip(), {"fields": fields, "missing": profile.missing})
    return Exit.DONE if profile.fields else Exit.NOTHING


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
    print_result(arguments, f"{review.memory.state}: {review.memory.content}", review.memory)
    return Exit.DONE
