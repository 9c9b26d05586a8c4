"""The check of the installed Agent Framework's version."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version

PACKAGE = "agent-framework-core"
MIN_VERSION, NEXT_VERSION = (1, 23), (2, 0)


def check_framework(installed: str | None = None) -> None:
    """Raise `ImportError` if the Agent Framework is too old or too new."""
    if installed is None:
        installed = read_version()
    numbers = tuple(int(number) for number in re.findall(r"\d+", installed)[:2])
    if MIN_VERSION <= numbers < NEXT_VERSION:
        return
    wanted = f"{PACKAGE}>={_join_numbers(MIN_VERSION)},<{_join_numbers(NEXT_VERSION)}"
    age = "too old" if numbers < MIN_VERSION else "too new"
    raise ImportError(f"{PACKAGE} {installed} is {age} for ricordo.agent_framework: pip install '{wanted}'")


def read_version() -> str:
    """Return the installed version. Raise `ImportError` if there is none."""
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        raise ImportError(f"ricordo.agent_framework needs {PACKAGE}: pip install '{PACKAGE}'") from None


def _join_numbers(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
