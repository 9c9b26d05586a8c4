"""Answers to proposals: read the data, and build training units.

    python training/answers_data.py out/training/answers [MORE.txt …]

Writes `units.json.gz` into the folder. Files named beside it are held out whole. Needs `tokenizers`, no GPU.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import runpy
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from answered import Answered
from tokenizers import Tokenizer
from turns_answers import read_answered

HERE = Path(__file__).parent
DIALOGUE = HERE.parent / "src/ricordo_travel/dialogue"
LABELS = runpy.run_path(str(DIALOGUE / "yes/answer_labels.py"))
FATES = "yqn-"
"""A yes, a yes that also asks about the thing, a no, and neither."""
TOKENIZER = DIALOGUE / "weights/tokenizer.json"
FULL_TOKENIZER = HERE.parent / "src/ricordo/embedding/gte_small/tokenizer.json"

HELD_OUT = 10
"""One set of proposals of so many is held out."""

_DETAIL = re.compile(
    r"\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:one|two|three|four|five|six|seven|eight)\b"
)
_COUNT = re.compile(r"\b(?:both|two|three|[23]|other|rest)\b")
_NAME = re.compile(r"\b[A-Z][a-zA-Z-]{2,}")
_KIND = re.compile(r"(?P<action>book|change|cancel)\b.*?\b(?:(?P<flight>flight)|(?P<car>car at)|(?P<hotel>rooms?))\b")


def read_answers(path: Path, *, is_held_out: bool = False) -> Iterator[Answered]:
    """Yield the answers of a file; raise `ValueError` for a line that is not in form."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", path.read_text("utf-8").strip())):
        lines = paragraph.splitlines()
        waiting = tuple(line[2:].strip() for line in lines if line.startswith("> "))
        for line in lines[len(waiting) :]:
            fates, _, answer = line.partition("\t")
            if len(fates) != len(waiting) or not set(fates) <= set(FATES) or not answer.strip():
                raise ValueError(f"{path.name}: not in form: {line[:80]}")
            yield Answered(waiting, answer.strip(), fates, is_held_out or number % HELD_OUT == HELD_OUT - 1)


def name_kinds(waiting: Sequence[str]) -> tuple[str, ...]:
    """Return action and kind of each proposal."""
    found = [_KIND.match(each) for each in waiting]
    return tuple(f"{match['action']} {match.lastgroup}" if match else "?" for match in found)


def is_general(answered: Answered) -> bool:
    """Return whether an answer names nothing of its proposals, and would do the same to others of their kinds."""
    names = {name.lower() for each in answered.waiting for name in _NAME.findall(each)}
    return not _DETAIL.search(answered.answer.lower()) and not names & set(re.findall(r"\w+", answered.answer.lower()))


def build_units(tokenizer: Tokenizer, waiting: Sequence[str], answer: str, fates: str) -> list[dict[str, Any]]:
    """Return a unit for each proposal: the pieces of proposals and answer, and what it does to this one."""
    units: list[dict[str, Any]] = []
    for number, fate in enumerate(fates):
        others = [each for place, each in enumerate(waiting) if place != number]
        pair = LABELS["lay_out"](waiting[number], others)
        before = tokenizer.encode(pair, add_special_tokens=False).ids[: LABELS["MAX_BEFORE"]]
        text = tokenizer.encode(answer, add_special_tokens=False).ids[: LABELS["MAX_ANSWER"]]
        cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
        ids = [cls, *before, sep, *text, sep]
        units.append({"ids": ids, "text_start": len(before) + 2, "fate": FATES.index(fate)})
    return units


def vary(
    answered: Answered, others: Sequence[tuple[str, ...]], all_sets: Sequence[tuple[str, ...]], chance: random.Random
) -> tuple[tuple[str, ...], str]:
    """Return an answer as somebody else might type it, to other proposals of the same kinds if it names none.

    Sometimes more waits than it speaks of; what it does to that is not asked.
    """
    waiting, answer = answered.waiting, answered.answer
    if others and chance.random() < 0.6 and is_general(answered):
        waiting = chance.choice(others)
    if len(waiting) > 1 and chance.random() < 0.15 and not _COUNT.search(answer.lower()):
        more = [each for each in chance.choice(all_sets) if not set(name_kinds([each])) & set(name_kinds(waiting))]
        waiting = (*waiting, *more[:2])
    return waiting, retype(answer, chance)


def retype(text: str, chance: random.Random) -> str:
    """Return a text as somebody else might type it: with fewer marks, in lower case, with two letters swapped."""
    style = chance.random()
    if style < 0.25:
        text = re.sub(r"[.,!']+(?=\s|$)", "", text) or text
    elif style < 0.4:
        text = text.lower()
    elif style < 0.5:
        text = text[:1].upper() + text[1:]
    if chance.random() < 0.1 and len(text) > 12:
        at = chance.randrange(5, len(text) - 2)
        text = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text


def main() -> None:
    """Write the units, each trained one also in some variations."""
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    answers = [each for path in sorted((HERE / "data/answers").glob("*.txt")) for each in read_answers(path)]
    answers += [each for path in sys.argv[2:] for each in read_answers(Path(path), is_held_out=True)]
    more = list(read_answered())
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    vocabulary = Tokenizer.from_file(str(FULL_TOKENIZER)).get_vocab()
    pieces = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    trained = [each for each in answers if not each.is_held_out]
    trained_more = [each for each in more if not each.is_held_out]
    by_kinds: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for each in trained:
        if each.waiting not in by_kinds[name_kinds(each.waiting)]:
            by_kinds[name_kinds(each.waiting)].append(each.waiting)
    sets = sorted({each.waiting for each in trained})
    chance = random.Random(0)
    variations: list[list[dict[str, Any]]] = []
    for each in trained + trained_more:
        drawn = [(each.waiting, each.answer)]
        drawn += [vary(each, by_kinds[name_kinds(each.waiting)], sets, chance) for _ in range(7)]
        built = [build_units(tokenizer, waiting, answer, each.fates) for waiting, answer in drawn]
        variations += [list(one) for one in zip(*built, strict=True)]
    held_out = [
        {**unit, "answer": each.answer, "about": each.waiting[number]}
        for each in answers + more
        if each.is_held_out
        for number, unit in enumerate(build_units(tokenizer, each.waiting, each.answer, each.fates))
    ]
    units = {"trained": variations, "held_out": held_out, "places": [vocabulary[piece] for piece, _ in pieces]}
    (target / "units.json.gz").write_bytes(gzip.compress(json.dumps(units).encode()))
    counted = f"{len(answers) + len(more)} answers, {len(trained) + len(trained_more)} to train on"
    print(f"{counted}, {len(variations)} units, {len(held_out)} held out")


if __name__ == "__main__":
    main()
