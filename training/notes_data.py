"""Messages beside the notes about a person, with the edits of the notes: read the data.

    python training/notes_data.py [FILE…]

checks the form of the given files, or of all of `data/notes`. `NOTES.md` says how they are written.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from turns_data import FOLDER as TURNS
from turns_data import HERE, Turn, read_turns

FOLDER = HERE / "data/notes"
TASK = "notes"
SLOTS = frozenset("home budget diet likes preferences travellers trip_length travel_style visited name".split())
_EDIT = re.compile(
    r"(?:add|replace(?: \d+)+) \| (?P<content>[^|;]+)(?: \| (?P<slot>[a-z_]+) (?P<value>[^|;]+))?|"
    r"(?:drop|keep)(?: \d+)+|erase(?: all(?: but(?: \d+)+)?|(?: \d+)+)|show(?: all| none|(?: \d+)+)|wrong|private|none"
)
_NOTE = re.compile(r"(?:^|; )(\d+) ")
_SPLIT = re.compile(r"(?:^|; )\d+ ")
_NOTES = re.compile(r"^notes: (?P<notes>.+)$", re.MULTILINE)
_LONG = re.compile(r"[a-z]{4,}")
_OF_MEMORY = frozenset({"tell", "recall", "forget", "correct", "about"})
_TELLS = re.compile(
    r"\b(?:people|ages|budget|my|our|i'?m|i am|we'?re|we are|i'?ve|there'?s|us|always|never|usually|hate|"
    r"love|prefer|allerg\w+|vegan|vegetarian|wife|husband|kids?|child\w*|son|daughter|friend\w*|mum|mom|dad|dog|name)\b",
    re.IGNORECASE,
)
"""Words of a message that may tell something of people, though it was annotated for what it asks."""
_MAX_PLAIN, _MAX_EDITS = 4_000, 6


def read_notes(folder: Path) -> Iterator[Turn]:
    """Yield the messages of all files in a folder; raise `ValueError` for edits that are not in form."""
    for path in sorted(folder.glob("*.txt")):
        faults = list(find_faults(path))
        if faults:
            raise ValueError(f"{path.name}: {faults[0]}")
        for number, paragraph in enumerate(re.split(r"\n\s*\n", path.read_text("utf-8").strip())):
            lines = paragraph.splitlines()
            situation = "\n".join(line for line in lines if "\t" not in line)
            for line in lines:
                if "\t" in line:
                    message, program = line.split("\t")
                    yield Turn(situation, message.strip(), program.strip(), task=TASK, number=number)


def read_checked_notes() -> Iterator[Turn]:
    """Yield the messages for checking only."""
    yield from read_notes(FOLDER / "checked")


def read_derived_notes() -> Iterator[Turn]:
    """Yield other annotated messages beside notes that have nothing to do with them, half of which tell nothing."""
    written = list(read_notes(FOLDER))
    pool = sorted({note for turn in written for note in list_notes(turn.situation)})
    chance = random.Random(0)
    for path in sorted((HERE / "data").glob("turns_*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            if turn := _read_annotated(json.loads(line), pool, chance):
                yield turn
    plain = [turn for turn in read_turns(TURNS) if _tells_nothing(turn)]
    for turn in chance.sample(plain, min(len(plain), _MAX_PLAIN)):
        lines = [line for line in turn.situation.splitlines() if line.startswith(("said: ", "reply: "))]
        yield Turn(_join(lines, pool, chance), turn.message, "none", task=TASK, number=turn.number)


def _tells_nothing(turn: Turn) -> bool:
    verbs = {command.split(" ")[0] for command in turn.program.split(" ; ")}
    return not verbs & _OF_MEMORY and not _TELLS.search(f"{turn.program} {turn.message}")


def _read_annotated(row: dict[str, Any], pool: Sequence[str], chance: random.Random) -> Turn | None:
    """Return an annotated turn beside notes of others; None if it says what ended or is in doubt."""
    statements: list[dict[str, Any]] = row["statements"]
    if any(each["how"] not in {"holds", "negated", "planned", "wish"} for each in statements) or "\t" in row["text"]:
        return None
    edits = [
        _write_edit(each) for each in statements if each["how"] in {"holds", "negated"} and each["slot"] != "plans"
    ]
    lines: list[str] = []
    for turn in row.get("before", [])[-2:]:
        name = "reply" if turn["role"] == "assistant" else "said"
        if all(not line.startswith(name) for line in lines):
            lines.append(f"{name}: {' '.join(turn['text'].split()[:40])}")
    message = " ".join(row["text"].split())
    program = " ; ".join(edits[:_MAX_EDITS]) or "none"
    strange = [note for note in pool if not set(_LONG.findall(note.lower())) & set(_LONG.findall(message.lower()))]
    number = int(re.sub(r"\D", "", row["id"]) or 0)
    return Turn(_join(sorted(lines, reverse=True), strange, chance), message, program, task=TASK, number=number)


def _write_edit(statement: dict[str, Any]) -> str:
    content = re.sub(r"[|;\s]+", " ", statement["content"]).strip(" .")
    slot, value = statement["slot"], re.sub(r"[|;\s]+", " ", str(statement["value"] or "")).strip()
    has_slot = statement["subject"] == "person" and slot in SLOTS and value and statement["how"] == "holds"
    return f"add | {content} | {slot} {value}" if has_slot else f"add | {content}"


def _join(lines: Sequence[str], pool: Sequence[str], chance: random.Random) -> str:
    known = chance.sample(pool, min(len(pool), chance.choice((0, 0, 2, 3, 5, 8, 12))))
    notes = "; ".join(f"{number} {note}" for number, note in enumerate(known, 1)) or "none"
    return "\n".join([*lines, f"notes: {notes}"])


def list_notes(situation: str) -> list[str]:
    """Return the notes in a situation."""
    match = _NOTES.search(situation)
    return [] if match is None or match["notes"] == "none" else [each for each in _SPLIT.split(match["notes"]) if each]


def find_faults(path: Path) -> Iterator[str]:
    """Yield what is wrong with the form of a file."""
    for paragraph in re.split(r"\n\s*\n", path.read_text("utf-8").strip()):
        lines = paragraph.splitlines()
        head = [line for line in lines if "\t" not in line]
        notes = next((line.removeprefix("notes: ") for line in head if line.startswith("notes: ")), None)
        if notes is None or any(not line.startswith(("said: ", "reply: ", "notes: ")) for line in head):
            yield f"not a situation: {paragraph[:160]!r}"
            continue
        known = set(_NOTE.findall(notes))
        for line in lines:
            if "\t" in line:
                yield from _find_faults_in(line, known)


def _find_faults_in(line: str, known: set[str]) -> Iterator[str]:
    if line.count("\t") != 1:
        yield f"not one tab: {line[:160]!r}"
        return
    edits = line.split("\t")[1].strip().split(" ; ")
    for edit in edits:
        match = _EDIT.fullmatch(edit)
        if match is None:
            yield f"not an edit: {edit!r} in {line[:100]!r}"
        elif match["slot"] and match["slot"] not in SLOTS:
            yield f"no slot: {match['slot']!r} in {line[:100]!r}"
        elif unknown := set(re.findall(r"\b\d+\b", edit.split(" | ")[0])) - known:
            yield f"no such note: {sorted(unknown)} in {line[:100]!r}"
    if "none" in edits and len(edits) > 1:
        yield f"none beside others: {line[:100]!r}"


def main() -> None:
    """Check the data."""
    paths = [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.rglob("*.txt"))
    for path in paths:
        faults = list(find_faults(path))
        rows = sum("\t" in line for line in path.read_text("utf-8").splitlines())
        print(f"{path.name}: {rows} messages, {len(faults)} faults")
        for fault in faults[:20]:
            print(f"    {fault}")


if __name__ == "__main__":
    main()
