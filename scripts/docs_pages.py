"""The pages of the reference that are made from the code: API, REST, MCP tools, command line, settings."""

from __future__ import annotations

import argparse
import inspect
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import ricordo
import ricordo.agent_framework
import ricordo.client
import ricordo.testing
from ricordo.cli.main import build_parser
from ricordo.server import Settings, create_app
from ricordo.server.mcp_tools import TOOLS
from ricordo.settings import as_markdown

_NOTE = "<!-- Made by `python -m scripts.build_docs --pages`; change the code instead. -->"


def api_page() -> str:
    """Return the page of the names in `ricordo`."""
    groups: dict[str, list[str]] = {"The memory": [], "Values": [], "Protocols": [], "Errors": []}
    for name in sorted(name for name in ricordo.__all__ if not name.startswith("__")):
        value = getattr(ricordo, name)
        groups[_group_of(value)].append(name)
    lines = ["# API: `ricordo`", "", _NOTE, "", "Everything here is imported from `ricordo`."]
    for title, names in groups.items():
        lines += ["", f"## {title}", "", *_directives("ricordo", names)]
    return "\n".join(lines) + "\n"


def _group_of(value: Any) -> str:
    if value is ricordo.Ricordo:
        return "The memory"
    if isinstance(value, type) and issubclass(cast("type[Any]", value), Exception):
        return "Errors"
    return "Protocols" if getattr(value, "_is_protocol", False) else "Values"


def package_page(package: ModuleType, sentence: str) -> Callable[[], str]:
    """Return a function that makes the page of a package's public names."""

    def page() -> str:
        names = [name for name in package.__all__ if not name.startswith("__")]
        lines = [f"# API: `{package.__name__}`", "", _NOTE, "", sentence, "", *_directives(package.__name__, names)]
        return "\n".join(lines) + "\n"

    return page


def _directives(package: str, names: Iterable[str]) -> list[str]:
    return [line for name in names for line in (f"::: {package}.{name}", "")][:-1]


def rest_page() -> str:
    """Return the page of the routes, from the service's OpenAPI description."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(lambda: None, Settings(keys=Path(folder) / "keys.db"))  # type: ignore[arg-type, return-value]
        described = app.openapi()
    lines = [
        "# REST",
        "",
        _NOTE,
        "",
        "Every route of [the service](../operate/service.md). `GET /openapi.json` describes them for programs.",
    ]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            lines += ["", f"## `{method.upper()} {path}`", "", *_operation(operation, described)]
    lines += ["", "## Types"]
    for name, schema in sorted(described["components"]["schemas"].items()):
        if schema.get("properties"):
            lines += ["", f"### `{name}`", "", *_fields(schema, "field")]
    return "\n".join(lines) + "\n"


def _operation(operation: dict[str, Any], described: dict[str, Any]) -> list[str]:
    lines = [operation.get("description") or operation.get("summary", "")]
    parameters = operation.get("parameters", [])
    if parameters:
        lines += ["", "| parameter | in | type | |", "| --- | --- | --- | --- |"]
        for item in parameters:
            need = "required" if item.get("required") else ""
            lines.append(f"| `{item['name']}` | {item['in']} | {_type_of(item['schema'])} | {need} |")
    content = cast("dict[str, dict[str, Any]]", operation.get("requestBody", {}).get("content", {}))
    schemas: list[dict[str, Any]] = [kind.get("schema", {}) for kind in content.values()]
    body = schemas[0] if schemas else {}
    model = _resolve(body, described)
    return [*lines, "", *_fields(model, "body")] if model.get("properties") else lines


def _fields(model: dict[str, Any], heading: str) -> list[str]:
    required = set(model.get("required", ()))
    rows = [
        f"| `{name}` | {_type_of(schema)} | {'required' if name in required else ''} |"
        for name, schema in model["properties"].items()
    ]
    return [f"| {heading} | type | |", "| --- | --- | --- |", *rows]


def _resolve(schema: dict[str, Any], described: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return described["components"]["schemas"][name] if name else schema


def _type_of(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        return " or ".join(_type_of(option) for option in options)
    if schema.get("type") == "array":
        return f"list of {_type_of(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type") or "any value")


def mcp_page() -> str:
    """Return the page of the MCP tools, as they are described to a model."""
    lines = [
        "# MCP tools",
        "",
        _NOTE,
        "",
        "The tools that [the MCP server](../use/mcp.md) offers, with the descriptions that a model is given.",
    ]
    for tool in TOOLS:
        schema = tool.schema()
        lines += ["", f"## `{tool.name}`", "", inspect.cleandoc(tool.description)]
        properties = schema.get("properties", {})
        if properties:
            required = set(schema.get("required", ()))
            lines += ["", "| argument | type | | |", "| --- | --- | --- | --- |"]
            for name, described in properties.items():
                need = "required" if name in required else ""
                lines.append(
                    f"| `{name}` | {_type_of(described)} | {need} | {_cell(described.get('description', ''))} |"
                )
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def command_page() -> str:
    """Return the page of every command and its options."""
    parser = build_parser()
    lines = [
        "# Commands and options",
        "",
        _NOTE,
        "",
        "Every command of [the command line](command-line.md) with all its options.",
    ]
    for name, command in _subcommands(parser):
        described = command.description or ""
        lines += ["", f"## `{name}`", "", described, "", *_options(command)]
    return "\n".join(lines).rstrip() + "\n"


def _subcommands(
    parser: argparse.ArgumentParser, prefix: str = "ricordo"
) -> Iterable[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:  # noqa: SLF001  # argparse has no public way to list them
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            commands = cast("dict[str, argparse.ArgumentParser]", action.choices)
            for name, command in commands.items():
                yield f"{prefix} {name}", command
                yield from _subcommands(command, f"{prefix} {name}")


def _options(command: argparse.ArgumentParser) -> list[str]:
    rows: list[str] = []
    for action in command._actions:  # noqa: SLF001
        if isinstance(action, (argparse._HelpAction, argparse._SubParsersAction)):  # noqa: SLF001
            continue
        if action.help == argparse.SUPPRESS:
            continue
        value = action.metavar or ("" if action.nargs == 0 else action.dest.upper())
        names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        shown = f"{names} {value}".strip() if action.option_strings else names
        text = (action.help or "") % {**vars(action), "prog": command.prog}
        rows.append(f"| `{shown}` | {_cell(text.replace(str(Path.home()), '~'))} |")
    return ["| option | |", "| --- | --- |", *rows] if rows else []


def settings_page() -> str:
    """Return the page of the environment variables."""
    sentence = "Read from the environment by the command line and the service only; the library reads nothing."
    return f"# Settings\n\n{_NOTE}\n\n{sentence}\n\n{as_markdown()}" + "\n"


GENERATED: dict[str, Callable[[], str]] = {
    "reference/api.md": api_page,
    "reference/api-agent-framework.md": package_page(
        ricordo.agent_framework,
        "Memory for agents of Microsoft Agent Framework. See [the guide](../use/agent-framework.md).",
    ),
    "reference/api-client.md": package_page(
        ricordo.client, "The verbs over HTTP. See [the service](../operate/service.md)."
    ),
    "reference/api-testing.md": package_page(
        ricordo.testing, "For your own tests. See [testing your agent](../use/testing.md)."
    ),
    "reference/rest.md": rest_page,
    "reference/mcp-tools.md": mcp_page,
    "reference/commands.md": command_page,
    "reference/settings.md": settings_page,
}


def generate_pages() -> dict[str, str]:
    """Return the text of every generated page by its path in `docs`."""
    return {name: make() for name, make in GENERATED.items()}
