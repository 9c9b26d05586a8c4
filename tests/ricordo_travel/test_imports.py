"""The travel assistant is an application like any other: it imports public names only."""

from __future__ import annotations

import ast
import configparser
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PUBLIC = {
    "ricordo",
    *(f"ricordo.{name}" for name in ("agent_framework", "client", "contrib", "integrations", "server", "testing")),
}


def library_imports(path: Path) -> Iterator[tuple[str, str | None]]:
    """Yield the module and the name of each import from ricordo."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names if alias.name.split(".")[0] == "ricordo")
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "ricordo":
            yield from ((node.module, alias.name) for alias in node.names)


@pytest.mark.parametrize("folder", ["src/ricordo_travel", "examples"])
def test_only_public_names_are_imported(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    imports = [(path.name, *found) for path in paths for found in library_imports(path)]
    assert imports
    assert [found for found in imports if not _is_public(found[1], found[2])] == []


def _is_public(module: str, name: str | None) -> bool:
    return module in PUBLIC and (
        name is None or name == "__version__" or name in importlib.import_module(module).__all__
    )


def test_the_contract_lists_every_inner_module() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    forbidden = set(contracts["importlinter:contract:application"]["forbidden_modules"].split())
    modules = {f"ricordo.{path.stem}" for path in (ROOT / "src/ricordo").iterdir() if _is_module(path)}
    expected = {f"{module}.*" if module in PUBLIC else module for module in modules}
    assert forbidden == expected


def _is_module(path: Path) -> bool:
    return path.stem != "__init__" and (path.suffix == ".py" or (path / "__init__.py").exists())


def test_the_command_line_does_not_load_the_assistant_before_it_is_needed() -> None:
    code = "import sys, ricordo.cli; sys.exit('ricordo_travel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
