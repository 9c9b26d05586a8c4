"""Which Agent Framework this package was written for."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version

PACKAGE = "agent-framework-core"
OLDEST, BELOW = (1, 23), (2, 0)


def check_framework(installed: str | None = None) -> None:
    """Refuse an Agent Framework that is too old or too new, and say which one is wanted."""
    if installed is None:
        installed = _installed()
    numbers = tuple(int(number) for number in re.findall(r"\d+", installed)[:2])
    if OLDEST <= numbers < BELOW:
        return
    wanted = f"{PACKAGE}>={_dotted(OLDEST)},<{_dotted(BELOW)}"
    age = "too old" if numbers < OLDEST else "too new"
    raise ImportError(f"{PACKAGE} {installed} is {age} for ricordo.agent_framework: pip install '{wanted}'")


def _installed() -> str:
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        raise ImportError(f"ricordo.agent_framework needs {PACKAGE}: pip install '{PACKAGE}'") from None


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
