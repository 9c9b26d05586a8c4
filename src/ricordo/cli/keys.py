"""``keys``: making, listing and revoking the keys of the service."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ricordo.cli.options import Commands, Exit, command, note, say
from ricordo.cli.serve import add_keys_option, keys_path, need_server_extra

if TYPE_CHECKING:
    from ricordo.server.keys import Key


def add_commands(commands: Commands) -> None:
    """Add this file's commands."""
    parser = commands.add_parser("keys", help="Keys of the service.", description="Keys of the service.")
    actions = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)

    create = command(actions, "create", _create, "Make a key; it is shown once.", scope=False)
    add_keys_option(create)
    whose = create.add_mutually_exclusive_group(required=True)
    whose.add_argument("--application", "-a", metavar="NAME", help="for this application, and no other")
    whose.add_argument("--operator", action="store_true", help="for whoever runs the service: all applications")
    create.add_argument("--label", metavar="TEXT", help="what it is for")

    add_keys_option(command(actions, "list", _list, "All keys, without their secrets.", scope=False))

    revoke = command(actions, "revoke", _revoke, "End a key, and all tokens that it signed.", scope=False)
    add_keys_option(revoke)
    revoke.add_argument("id", help="as `ricordo keys list` shows it")


async def _create(arguments: argparse.Namespace) -> int:
    need_server_extra()
    from ricordo.server.keys import KeyRing

    with KeyRing(keys_path(arguments)) as ring:
        made = ring.create(application=arguments.application, label=arguments.label)
    say(arguments, made.text, {"id": made.key.id, "application": made.key.application, "key": made.text})
    note("ricordo: keep it now, it is not shown again; only its hash is stored")
    return Exit.DONE


async def _list(arguments: argparse.Namespace) -> int:
    need_server_extra()
    from ricordo.server.keys import KeyRing

    with KeyRing(keys_path(arguments)) as ring:
        keys = ring.all()
    for key in keys:
        say(arguments, _line(key), key)
    if not keys:
        note("ricordo: there is no key")
    return Exit.DONE if keys else Exit.NOTHING


async def _revoke(arguments: argparse.Namespace) -> int:
    need_server_extra()
    from ricordo.server.keys import KeyRing

    with KeyRing(keys_path(arguments)) as ring:
        key = ring.revoke(arguments.id)
    say(arguments, _line(key), key)
    return Exit.DONE


def _line(key: Key) -> str:
    whose = "operator" if key.is_operator else f"application {key.application}"
    state = f"made {key.created_at:%Y-%m-%d}"
    if key.revoked_at is not None:
        state += f", revoked {key.revoked_at:%Y-%m-%d %H:%M}"
    return f"{key.id}  {whose}  {state}{f'  {key.label}' if key.label else ''}"
