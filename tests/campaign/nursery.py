"""A process that starts others: ``python -m tests.campaign.nursery``.

It has imported what the service and the worker need, and forks for each of them, so that a start takes a fraction of a
second and a campaign consists of kills and not of imports. It reads one JSON object a line, with the arguments and the
log of a program, and answers with the number of its process. It ends when its input does.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import signal
import sys
import traceback
from typing import NoReturn


def main() -> None:
    """Start programs until the input ends."""
    _import_all()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who are killed
    print("ready", flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _run(order["module"], order["arguments"], order["log"])
        print(pid, flush=True)


def _import_all() -> None:
    """Import what the programs import, and nothing that starts a thread."""
    for name in ("cli.main", "server.run", "stores.postgres", "stores.sqlite", "memory", "testing"):
        importlib.import_module(f"ricordo.{name}")
    importlib.import_module("tests.campaign.worker")


def _run(module: str, arguments: list[str], log: str) -> NoReturn:
    """Be the program from here on."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    empty = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((empty, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - the former one belongs to the parent
    sys.argv = [module, *arguments]
    code: object = 1
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as error:
        code = error.code
    except BaseException:  # noqa: BLE001 - it is shown in the log
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()
