"""Check the annotations: their form, that quotes and values really stand in the text, and that none is measured on.

    python training/check_data.py [--measuring FOLDER]

With a folder of measuring files, a turn or pair that shares ten words in a row with any of them is an error.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from labels import HOWS, RELATIONS, SLOTS, SUPPORT

DATA = Path(__file__).parent / "data"
SHARED_WORDS = 10


def check_turn(turn: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with an annotated turn."""
    said = "\n".join([turn["text"], *(item["text"] for item in turn.get("before", ()))]).lower()
    for statement in turn["statements"]:
        if statement["quote"] not in turn["text"]:
            yield f"the quote does not stand in the text: {statement['quote']!r}"
        if statement["slot"] not in SLOTS or statement["how"] not in HOWS or statement["worth"] not in {1, 2}:
            yield f"an unknown slot, how or worth: {statement}"
        if statement.get("value") is not None and str(statement["value"]).lower() not in said:
            yield f"the value was not said: {statement['value']!r}"
        if not statement["content"] or not statement["subject"]:
            yield "content or subject is empty"


def check_pair(pair: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a labelled pair."""
    if "relation" in pair:
        if pair["relation"] not in RELATIONS or not pair["a"] or not pair["b"]:
            yield "a relation needs a, b and a known label"
    elif pair.get("supported") not in SUPPORT or not pair["quote"] or not pair["content"]:
        yield "support needs quote, content and a known label"


def split_words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def runs(text: str) -> set[tuple[str, ...]]:
    """Return every run of ten words of a text."""
    words = split_words(text)
    return {tuple(words[at : at + SHARED_WORDS]) for at in range(len(words) - SHARED_WORDS + 1)}


def texts_in(value: Any) -> Iterator[str]:
    """Yield every string inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)


def measured_runs(folder: Path) -> set[tuple[str, ...]]:
    """Return every run of ten words of all measuring files below a folder, training data excepted."""
    found: set[tuple[str, ...]] = set()
    for path in sorted(folder.rglob("*.jsonl")):
        if "training" not in path.parts:
            for line in path.read_text("utf-8").split("\n"):
                for text in texts_in(json.loads(line or "null")):
                    found |= runs(text)
    return found


def main() -> int:
    """Print every fault, and return 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measuring", type=Path, help="a folder with files that are measured on")
    options = parser.parse_args()
    measured = measured_runs(options.measuring) if options.measuring else set()
    faults = units = 0
    for path in sorted(DATA.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            if not line.strip():
                continue
            unit = json.loads(line)
            units += 1
            found = list(check_turn(unit) if "statements" in unit else check_pair(unit))
            if any(runs(text) & measured for text in texts_in(unit)):
                found.append(f"shares {SHARED_WORDS} words in a row with a measuring file")
            for fault in found:
                print(f"{path.name}:{number}: {fault}")
            faults += len(found)
    print(f"{units} units, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
