"""Turn annotations into training units: word pieces and the positions of every label. Needs no GPU.

python training/build.py out/training/units.json
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "src/ricordo/extractors/reader"))

from derive import derive_relations, derive_support  # noqa: E402
from encoding import Encoding, encode_pair, encode_turn, join_turns  # noqa: E402  # by its file, without the package
from labels import HOWS, RELATIONS, SLOTS, SUPPORT  # noqa: E402

DEVELOPMENT_PERCENT = 10
DERIVED_SUPPORT, DERIVED_RELATIONS = 1_500, 400


def is_development(key: str) -> bool:
    """Return whether a unit is held out, by a hash of its key: stable while the files grow."""
    return int(hashlib.md5(key.encode(), usedforsecurity=False).hexdigest(), 16) % 100 < DEVELOPMENT_PERCENT


def read_lines(pattern: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of all data files that match a pattern."""
    for path in sorted((HERE / "data").glob(pattern)):
        for line in path.read_text("utf-8").split("\n"):
            if line.strip():
                yield json.loads(line)


def find_words(text: str, words: str, near: int = 0) -> tuple[int, int] | None:
    """Return where whole `words` stand in a text, whatever their case; the place nearest to `near`."""
    places = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE)]
    return min(places, key=lambda place: abs(place[0] - near), default=None)


def locate(encoding: Encoding, words: str, near: int) -> tuple[int, int] | None:
    """Return the positions in `ids` of words of the text, or else of the turns before it."""
    place = find_words(encoding.text, words, near)
    pieces = encoding.find_pieces(*place) if place else None
    if pieces:
        return pieces[0] + encoding.text_start, pieces[1] + encoding.text_start
    place = find_words(encoding.before, words)
    return encoding.find_before_pieces(*place) if place else None


def locate_subject(encoding: Encoding, subject: str, near: int) -> tuple[int, int] | None:
    """Return where the subject is named: all of it, or one of its words, the last one first."""
    for words in (subject, *reversed(subject.split())):
        place = locate(encoding, words, near)
        if place:
            return place
    return None


def build_turn(tokenizer: Tokenizer, turn: dict[str, Any]) -> dict[str, Any]:
    """Return the unit of one annotated turn."""
    before = join_turns([(item["role"], item["text"]) for item in turn.get("before", ())])
    encoding = encode_turn(tokenizer, turn["text"], before)
    statements: dict[tuple[int, int], dict[str, Any]] = {}
    for gold in turn["statements"]:
        start = turn["text"].find(gold["quote"])
        pieces = encoding.find_pieces(start, start + len(gold["quote"])) if start >= 0 else None
        if pieces is None:
            continue
        is_other = gold["subject"] != "person"
        value = gold.get("value")
        slot = SLOTS.index(gold["slot"])
        if pieces in statements:  # two facts in one clause: the span has both slots
            statements[pieces]["slots"].append(slot)
            continue
        statements[pieces] = {
            "span": [piece + encoding.text_start for piece in pieces],
            "slots": [slot],
            "how": HOWS.index(gold["how"]),
            "other": int(is_other),
            "worth": gold["worth"] - 1,
            "value": locate(encoding, str(value), start) if value else None,
            "subject": locate_subject(encoding, gold["subject"], start) if is_other else None,
        }
    return {
        "id": turn["id"],
        "development": is_development(turn["id"]),
        "ids": encoding.ids,
        "text_start": encoding.text_start,
        "starts": [piece + encoding.text_start for piece in encoding.word_starts],
        "ends": [piece + encoding.text_start for piece in encoding.word_ends],
        "statements": list(statements.values()),
    }


def build_pair(tokenizer: Tokenizer, first: str, second: str, **labels: Any) -> dict[str, Any]:
    """Return the unit of two texts that are compared."""
    ids, text_start = encode_pair(tokenizer, first, second)
    return {"ids": ids, "text_start": text_start, **labels}


def build_pairs(tokenizer: Tokenizer, turns: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the units of all labelled pairs, and of those that follow from turns."""
    derived = list(derive_relations(turns, DERIVED_RELATIONS))
    for pair in (*read_lines("relations*.jsonl"), *derived):
        held_out = pair not in derived and is_development(pair["a"].lower()[:18])
        label = RELATIONS.index(pair["relation"])
        yield build_pair(tokenizer, pair["a"], pair["b"], relation=label, development=held_out)
    for pair, is_derived in (
        *((pair, True) for pair in derive_support(turns, DERIVED_SUPPORT)),
        *((pair, False) for pair in read_lines("support*.jsonl")),
    ):
        held_out = not is_derived and is_development(pair["quote"].lower()[:18])
        first = f"{pair.get('context') or ''} | {pair['quote']}"
        label = SUPPORT.index(pair["supported"])
        yield build_pair(tokenizer, first, pair["content"], support=label, development=held_out)


def main() -> None:
    """Write all units into one file."""
    tokenizer = Tokenizer.from_file(str(HERE.parent / "src/ricordo/embedding/gte_small/tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    seen: set[str] = set()
    annotated: list[dict[str, Any]] = []
    for turn in read_lines("turns_*.jsonl"):
        if turn["text"] not in seen:
            seen.add(turn["text"])
            annotated.append(turn)
    turns = [build_turn(tokenizer, turn) for turn in annotated]
    pairs = list(build_pairs(tokenizer, [turn for turn in annotated if not is_development(turn["id"])]))
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({"turns": turns, "pairs": pairs}), "utf-8")
    statements = sum(len(turn["statements"]) for turn in turns)
    print(f"{len(turns)} turns, {statements} statements, {len(pairs)} pairs; a tenth is held out")


if __name__ == "__main__":
    main()
