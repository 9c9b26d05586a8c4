"""Check the language of the code: names that say what they do, and docstrings that begin with a verb.

Fails on two classes of one name in a package, and where more than 2 % of the functions are named by a participle
(`chosen`, `kept_by`) or more than 2 % of the docstrings begin with a relative clause ("What is kept").

    python scripts/check_names.py [--list] [path ...]
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

MAX_SHARE = 0.02
IRREGULAR = frozenset(
    """begun born bought bound broken brought built caught chosen cut done drawn driven dropped fallen felt forgotten
    found given gone grown heard held hidden kept known laid led left lent lost made meant met paid proven
    read_out said seen sent shown shut slept sold spent spoken spread stood stolen stuck sworn taken taught
    thought thrown told torn understood withdrawn won worn written""".split()
)
NOT_PARTICIPLES = frozenset(
    """anything bed bring ceiling during embed embedding everything exceed feed heading king need nothing ping
    posting proceed red reembed ring seed setting shed sing something spring string succeed swing thing
    unembed""".split()
)
RELATIVE = re.compile(r"(What|Whether|How|Which|Who|Whose|Where|When|The same|That|Those|It is)\b")


@dataclass(slots=True)
class Findings:
    """Counts and places of what was found."""

    functions: int = 0
    docstrings: int = 0
    participles: list[str] = field(default_factory=list[str])
    relative: list[str] = field(default_factory=list[str])
    classes: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list[str]))


def is_participle(name: str) -> bool:
    """Return whether a function's name begins with a participle or a gerund."""
    word = name.strip("_").split("_")[0]
    if not word or word in NOT_PARTICIPLES:
        return False
    return word in IRREGULAR or bool(re.fullmatch(r"[a-z]{2,}(ed|ing)", word))


def check(paths: list[Path]) -> Findings:
    """Collect the names and docstrings of every Python file below `paths`."""
    findings = Findings()
    for root in paths:
        for path in sorted(root.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                _look_at(node, path, root, findings)
    return findings


def _look_at(node: ast.AST, path: Path, root: Path, findings: Findings) -> None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        findings.functions += 1
        if is_participle(node.name):
            findings.participles.append(f"{path}:{node.lineno} {node.name}")
    if isinstance(node, ast.ClassDef) and "tests" not in root.parts:
        findings.classes[(str(root), node.name)].append(f"{path}:{node.lineno}")
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
        text = ast.get_docstring(node)
        if text:
            findings.docstrings += 1
            if RELATIVE.match(text):
                line = getattr(node, "lineno", 1)
                findings.relative.append(f"{path}:{line} {text.splitlines()[0]}")


def _report(findings: Findings, *, list_all: bool) -> Iterator[str]:
    """Yield a line for each rule that is broken."""
    for (_, name), places in sorted(findings.classes.items()):
        if len(places) > 1:
            yield f"class {name} is defined {len(places)} times: {', '.join(places)}"
    for what, found, total in (
        ("function names that are participles", findings.participles, findings.functions),
        ("docstrings that begin with a relative clause", findings.relative, findings.docstrings),
    ):
        share = len(found) / max(total, 1)
        print(f"{what}: {len(found)} of {total}, {share:.1%} (at most {MAX_SHARE:.0%})")
        if list_all:
            print("\n".join(f"  {place}" for place in found))
        if share > MAX_SHARE:
            yield f"too many {what}; list them with --list"


def main() -> int:
    """Print the shares, and return 1 where a rule is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        default=[Path("src/ricordo"), Path("src/ricordo_travel"), Path("tests"), Path("travel")],
    )
    parser.add_argument("--list", action="store_true", dest="list_all", help="list every place")
    options = parser.parse_args()
    faults = list(_report(check(options.paths), list_all=options.list_all))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
