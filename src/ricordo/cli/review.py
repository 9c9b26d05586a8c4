"""``profile``, ``confirm``, ``reject``, ``correct``: what is known about a person, and their word on it."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from pydantic_core import to_jsonable_python

from ricordo.cli.options import Commands, Exit, command, jsonable, loaded, opened, say, scope_of
from ricordo.learn.profiles import FieldView, check_model
from ricordo.values import Memory


def add_commands(commands: Commands) -> None:
    """Add this file's commands."""
    parser = command(commands, "profile", _profile, "A typed view of a person, and where each field comes from.")
    parser.add_argument("model", metavar="MODULE:NAME", help="the Pydantic model to read it as")
    for name, help in (
        ("confirm", "It is so: make a memory current, and what it contradicts superseded."),
        ("reject", "It is not so: never recall a memory again."),
        ("correct", "It is like this: make a memory say something else; what it said is kept."),
    ):
        parser = command(commands, name, _review, help)
        parser.set_defaults(verb=name)
        parser.add_argument("id", help="the memory's id")
        if name == "correct":
            parser.add_argument("content", help="what it shall say")


async def _profile(arguments: argparse.Namespace) -> int:
    model = check_model(await loaded(arguments.model, "the profile", make=False))
    async with opened(arguments) as memory:
        profile = await memory.profile(model, scope=scope_of(arguments))
    known = {name: jsonable_field(view) for name, view in profile.fields.items()}
    lines = [f"{name}: {view.value}  ({view.state}, {view.since:%Y-%m-%d})" for name, view in profile.fields.items()]
    missing = f"unknown: {', '.join(profile.missing)}" if profile.missing else ""
    say(arguments, "\n".join([*lines, missing]).strip(), {"fields": known, "missing": profile.missing})
    return Exit.DONE if profile.fields else Exit.NOTHING


def jsonable_field(view: FieldView) -> dict[str, Any]:
    """A field of a profile as what JSON knows."""
    return {**jsonable(replace(view, value=None)), "value": to_jsonable_python(view.value)}


async def _review(arguments: argparse.Namespace) -> int:
    scope = scope_of(arguments)
    async with opened(arguments) as memory:
        if arguments.verb == "correct":
            result: Memory = await memory.correct(arguments.id, arguments.content, scope=scope)
        else:
            result = await getattr(memory, arguments.verb)(arguments.id, scope=scope)
    say(arguments, f"{result.state}: {result.content}", result)
    return Exit.DONE
