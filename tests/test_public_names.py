"""The public names: pinned, imported from public places only, and complete."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import ricordo

ROOT = Path(__file__).parent.parent

NAMES = {
    "the memory": "Ricordo Opening Maintenance Learning Caps Gathering",
    "values": "Consent ConversationInfo Evidence FieldView History Hit Memory Merge Outdated Page Profile Recall "
    "Receipt Retention Review Scope Status StoredTurn Turn Why",
    "slots of a profile": "Slot count_days count_people",
    "choices": "Kind MemoryKind Role Source State",
    "protocols": "Embedder Extractor Reranker Store",
    "what an embedder and an extractor need": "Calibration Candidate Cost Exchange Extraction ReaderExtractor",
    "errors": "ConsentError ModelError NotFound RicordoError ScopeError StoreError",
}

PLACES = (
    "ricordo",
    "ricordo.agent_framework",
    "ricordo.client",
    "ricordo.maintenance",
    "ricordo.server",
    "ricordo.testing",
    "ricordo.ports.changes",
    "ricordo.ports.embedder",
    "ricordo.ports.extractor",
    "ricordo.ports.index",
    "ricordo.ports.reranker",
    "ricordo.ports.status",
    "ricordo.ports.store",
)
"""Modules whose names may be imported by anybody. `ricordo.ports` is for authors of stores and indexes."""

WITH_SIGNATURES = ("ricordo", "ricordo.agent_framework", "ricordo.client")


def test_the_public_names_are_these() -> None:
    assert sorted(ricordo.__all__) == sorted(name for names in NAMES.values() for name in names.split())


@pytest.mark.parametrize("name", ricordo.__all__)
def test_every_public_name_can_be_imported_and_listed(name: str) -> None:
    assert getattr(ricordo, name) is not None
    assert name in dir(ricordo)


def test_an_unknown_name_is_refused_as_by_any_module() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        ricordo.nonsense  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        exec("from ricordo import nonsense")


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = {"numpy", "pydantic", "agent_framework", "onnxruntime", "sqlite3", "asyncio", "ricordo.memory"}
    program = f"import sys, ricordo; ricordo.Scope(user='a'); print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ── imports in docs, examples and the travel assistant ───────────────────────────────────────────────────────────────


def programs() -> Iterator[tuple[str, str]]:
    for page in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))):
        for number, program in enumerate(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)):
            yield f"{page.relative_to(ROOT)} {number}", program
    for folder in ("examples", "src/ricordo_travel"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield str(path.relative_to(ROOT)), path.read_text("utf-8")


@pytest.mark.parametrize("program", [pytest.param(text, id=name) for name, text in programs()])
def test_docs_examples_and_the_travel_assistant_import_public_names(program: str) -> None:
    for node in ast.walk(ast.parse(program)):
        imported: list[tuple[str, str]] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            imported = [(node.module, alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            imported = [(alias.name, "") for alias in node.names]
        for module, name in imported:
            if module.split(".")[0] == "ricordo" and not module.startswith("ricordo.contrib."):
                assert module in PLACES, f"{module}.{name} is not public"
                assert not name or name == "__version__" or name in _names_of(import_module(module)), (module, name)


# ── types in signatures ──────────────────────────────────────────────────────────────────────────────────────────────


def _names_of(module: ModuleType) -> set[str]:
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return set(listed)
    return {name for name, value in vars(module).items() if getattr(value, "__module__", module) == module.__name__} | {
        target.id
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def list_members(value: Any) -> Iterator[Any]:
    """Yield `value` and, of a class, what is public in it and in those of its bases that are ours.

    Nobody but `open` constructs a memory, and nobody but a memory its maintenance.
    """
    constructor = set[str]() if value in {ricordo.Ricordo, ricordo.Maintenance, ricordo.Opening} else {"__init__"}
    yield value
    if isinstance(value, type):
        for base in (base for base in value.__mro__ if base.__module__.startswith("ricordo")):
            for name, member in vars(base).items():
                if not name.startswith("_") or name in {"__await__", "__aenter__"} | constructor:
                    yield member.fget if isinstance(member, property) else getattr(member, "__func__", member)


def find_annotations(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the modules and texts of the annotations of what is public in `value`."""
    member: Any
    for member in list_members(value):
        if isinstance(member, type) and dataclasses.is_dataclass(member):
            for base in member.__mro__:
                found = vars(base).get("__annotations__", {})
                yield from ((base.__module__, str(text)) for name, text in found.items() if not name.startswith("_"))
        elif isinstance(member, FunctionType) and member.__module__.startswith("ricordo"):
            yield from ((member.__module__, str(text)) for text in member.__annotations__.values())


@cache
def own_names(module: str) -> set[str]:
    """Return the names in `module` that are ours: defined there, or imported from another module of ours."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(import_module(module)))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ricordo"):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign) and not _is_type_variable(node.value):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def _is_type_variable(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar"


@pytest.mark.parametrize("place", WITH_SIGNATURES)
def test_every_type_in_a_public_signature_is_public(place: str) -> None:
    public = {name for module in PLACES for name in _names_of(import_module(module))}
    missing: set[str] = set()
    module = import_module(place)
    for name in _names_of(module):
        for where, text in find_annotations(getattr(module, name)):
            used = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
            missing |= {f"{type} in {name}" for type in used & own_names(where) if type not in public}
    assert sorted(missing) == []
