"""The `keys` command: create, list and revoke the keys of the service."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ricordo.cli.options import Commands, Exit, add_command
from ricordo.cli.output import print_note, print_result
from ricordo.cli.serve import add_keys_option, keys_path, require_server_extra
from ricordo.values import NotFound

if TYPE_CHECKING:
    from ricordo.server.keys import Key


def add_commands(commands: Commands) -> None:
    """Add the `keys` command."""
    parser = commands.add_parser(
        "keys", help="Manage the keys of the service.", description="Manage the keys of the service."
    )
    actions = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)

    create = add_command(actions, "create", _create, "Create a key. It is shown once.", scope=False)
    add_keys_option(create)
    owner = create.add_mutually_exclusive_group(required=True)
    owner.add_argument("--application", "-a", metavar="NAME", help="a key for this application only")
    owner.add_argument(
        "--operator", action="store_true", help="a key for the operator of the service: all applications"
    )
    create.add_argument("--label", metavar="TEXT", help="a description of its use")

    add_keys_option(add_command(actions, "list", _list, "List all keys, without their secrets.", scope=False))

    revoke = add_command(actions, "revoke", _revoke, "Revoke a key and all tokens that it signed.", scope=False)
    add_keys_option(revoke)
    revoke.add_argument("id", help="the id that `ricordo keys list` shows")


async def _create(arguments: argparse.Namespace) -> int:
    require_server_extra()
    from ricordo.server.keys import KeyRing

    with KeyRing(keys_path(arguments)) as ring:
        created = ring.create(application=arguments.application, label=arguments.label)
    print_result(
        arguments, created.text, {"id": created.key.id, "application": created.key.application, "key": created.text}
    )
    print_note("ricordo: copy it now: it is not shown again, only its hash is stored")
    return Exit.DONE


async def _list(arguments: argparse.Namespace) -> int:
    require_server_extra()
    from ricordo.server.keys import KeyRing

    keys: list[Key] = []
    if (path := keys_path(arguments)).exists():
        with KeyRing(path) as ring:
            keys = ring.all()
    for key in keys:
        print_result(arguments, _line(key), key)
    if not keys:
        print_note("ricordo: there are no keys; create one with `ricordo keys create --application NAME`")
    return Exit.DONE if keys else Exit.NOTHING


async def _revoke(arguments: argparse.Namespace) -> int:
    require_server_extra()
    from ricordo.server.keys import KeyRing

    if not (path := keys_path(arguments)).exists():
        raise NotFound(f"there is no key {arguments.id}: {path} does not exist")
    with KeyRing(path) as ring:
        key = ring.revoke(arguments.id)
    print_result(arguments, _line(key), key)
    return Exit.DONE


def _line(key: Key) -> str:
    owner = "operator" if key.is_operator else f"application {key.application}"
    state = f"created {key.created_at:%Y-%m-%d}"
    if key.revoked_at is not None:
        state += f", revoked {key.revoked_at:%Y-%m-%d %H:%M}"
    return f"{key.id}  {owner}  {state}{f'  {key.label}' if key.label else ''}"
