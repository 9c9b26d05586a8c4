"""Fail if a file has more than 500 lines or a function more than 80."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

MAX_FILE_LINES, MAX_FUNCTION_LINES = 500, 80
ROOT = Path(__file__).parent.parent


def main() -> int:
    complaints: list[str] = []
    for path in sorted(
        file for folder in ("src", "tests", "scripts", "travel") for file in (ROOT / folder).rglob("*.py")
    ):
        source = path.read_text("utf-8")
        name, lines = path.relative_to(ROOT), source.count("\n")
        if lines > MAX_FILE_LINES:
            complaints.append(f"{name}: {lines} lines, at most {MAX_FILE_LINES}")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > MAX_FUNCTION_LINES:
                    complaints.append(
                        f"{name}:{node.lineno}: {node.name} has {length} lines, at most {MAX_FUNCTION_LINES}"
                    )
    print("\n".join(complaints) or "no file and no function is too long")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
