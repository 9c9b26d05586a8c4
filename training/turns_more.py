"""Other annotated messages to the travel assistant, as tasks that help to read turns: acts, answers and things."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from turns_data import Turn

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from ricordo_travel.clerk.situation import describe_line

_ACT = re.compile(r"\[(\w+)\]")
_ANSWERS = {"y": "yes", "q": "yes and ask", "n": "no", "-": "open"}
_DEEDS = {
    "p": "pick", "n": "no", "q": "ask", "c": "change", "x": "cancel", "k": "keep", "e": "forget", "w": "correct",
}  # fmt: skip
_THING = re.compile(r"(?P<letter>\w)\| (?:(?P<number>\d+)\. |(?P<id>[FHC]-\w+): |- )(?P<what>.*)$")
_WAITING, _BOOKED = "abcdefgh", "xyzwvutsrq"
_MAX_QUOTED = 3


def read_more(folder: Path) -> Iterator[Turn]:
    """Yield the turns of the other tasks in the folder with all data."""
    yield from _read_acts(folder / "requests")
    for paragraph in _read_paragraphs(folder / "answers"):
        yield from _read_answers(paragraph)
    for paragraph in _read_paragraphs(folder / "things"):
        yield from _read_things(paragraph)


def _read_paragraphs(folder: Path) -> Iterator[list[str]]:
    for path in sorted(folder.glob("*.txt")):
        for paragraph in re.split(r"\n\s*\n", path.read_text("utf-8")):
            yield paragraph.splitlines()


def _read_acts(folder: Path) -> Iterator[Turn]:
    for lines in _read_paragraphs(folder):
        for line in lines:
            context, _, marked = line.partition("\t")
            _, *parts = _ACT.split(marked)
            texts = [text.strip() for text in parts[1::2]]
            is_short = len(texts) <= _MAX_QUOTED
            said = [f"{act} | {text}" if is_short else act for act, text in zip(parts[::2], texts, strict=True)]
            if said:
                yield Turn(f"context: {context}", " ".join(texts), " ; ".join(said), task="acts")


def _read_answers(lines: list[str]) -> Iterator[Turn]:
    waits: list[str] = []
    for line in lines:
        if line.startswith("> "):
            verb, _, what = line[2:].partition(" ")
            what = re.sub(r"^[FHC]-\w+(?:,| to) ", "", what)
            waits.append(f"{_WAITING[len(waits)]} {verb} {describe_line(what) or what}")
        elif "\t" in line:
            marks, _, message = line.partition("\t")
            groups = {mark: [_WAITING[n] for n, each in enumerate(marks) if each == mark] for mark in marks}
            program = " ; ".join(f"{_ANSWERS[mark]} {' '.join(letters)}" for mark, letters in groups.items())
            yield Turn("waits: " + "; ".join(waits), message, program, task="answer")


def _read_things(lines: list[str]) -> Iterator[Turn]:
    shown: dict[str, list[str]] = {"reply": [], "booked": [], "known": []}
    marks: dict[str, str] = {}
    for line in lines:
        if match := _THING.match(line):
            what = describe_line(match["what"]) or match["what"]
            kind = "reply" if match["number"] else "booked" if match["id"] else "known"
            mark = match["number"] or (_BOOKED[len(shown["booked"])] if match["id"] else what)
            marks[match["letter"]] = mark
            shown[kind].append(what if kind == "known" else f"{mark} {what}")
        elif "\t" in line:
            deeds, _, message = line.partition("\t")
            groups: dict[str, list[str]] = {}
            for letter, deed in (each for each in deeds.split() if len(each) == 2 and each[0] in marks):
                groups.setdefault(_DEEDS[deed], []).append(marks[letter])
            program = " ; ".join(f"{deed} {' / '.join(things)}" for deed, things in groups.items()) or "nothing"
            situation = "\n".join(f"{kind}: {'; '.join(each)}" for kind, each in shown.items() if each)
            yield Turn(situation, message, program, task="things")
