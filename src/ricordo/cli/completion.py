"""The `completion` command: complete commands, options and their values in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import shtab

from ricordo.cli.options import Commands, Exit, add_command
from ricordo.cli.output import print_result

_SHELLS = ("bash", "zsh", "fish")
_EPILOG = """\
to complete from the next terminal on:
  bash  ricordo completion bash > ~/.local/share/bash-completion/completions/ricordo
  zsh   ricordo completion zsh > ~/.zfunc/_ricordo   (~/.zfunc has to be in $fpath, before compinit)
  fish  ricordo completion fish > ~/.config/fish/completions/ricordo.fish

The script does not start ricordo, so completion is immediate. Write it again after an upgrade.
"""


def add_commands(commands: Commands, root: argparse.ArgumentParser) -> None:
    """Add the `completion` command. It completes what `root` parses."""
    text = "Print a script that completes commands and options in your shell."
    parser = add_command(commands, "completion", _print_script, text, scope=False, store=False)
    parser.epilog = _EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("shell", choices=_SHELLS, help="the shell that completes")
    parser.set_defaults(root=root)


async def _print_script(arguments: argparse.Namespace) -> int:
    for action in _list_actions(arguments.root):
        if action.type is Path:
            cast("Any", action).complete = shtab.DIRECTORY if action.dest == "folder" else shtab.FILE
    script = shtab.complete(arguments.root, arguments.shell)
    print_result(arguments, script, {"shell": arguments.shell, "script": script})
    return Exit.DONE


def _list_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of all its commands."""
    for action in parser._actions:  # noqa: SLF001  # argparse has no public way to list them
        yield action
        if isinstance(action.choices, dict):
            for command in cast("dict[str, argparse.ArgumentParser]", action.choices).values():
                yield from _list_actions(command)
