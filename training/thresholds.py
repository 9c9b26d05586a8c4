"""Measure the bundled weights, as the product runs them, on what is held out: the thresholds of slots and relations.

    PYTHONPATH=src python training/thresholds.py

For each slot, relation and answer it prints the precision and the share that is kept at several thresholds. The
constants in `ricordo.extractors.reader.fields` and `ricordo.extractors.reader.judge` are chosen from these.
"""

from __future__ import annotations

from collections import defaultdict

from build import is_development, read_lines

from ricordo.extractors.reader.encoding import join_turns
from ricordo.extractors.reader.model import ReaderModel

STEPS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
Scores = dict[str, list[tuple[float, bool]]]


def show(title: str, scores: Scores, wanted: dict[str, int]) -> None:
    """Print precision and recall at each threshold."""
    print(f"\n{title}: precision / recall at {', '.join(map(str, STEPS))}")
    for name in sorted(scores):
        cells: list[str] = []
        for step in STEPS:
            kept = [is_right for score, is_right in scores[name] if score >= step]
            cells.append(f"{sum(kept) / max(1, len(kept)):.2f}/{sum(kept) / max(1, wanted[name]):.2f}")
        print(f"{name:13}{wanted[name]:4}  {'  '.join(cells)}")


def measure_turns(model: ReaderModel) -> None:
    """Show statements by their score, and slots, hows and subjects of statements that were found."""
    slots: Scores = defaultdict(list)
    found: Scores = defaultdict(list)
    hows: Scores = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    for turn in read_lines("turns_*.jsonl"):
        if not is_development(turn["id"]):
            continue
        gold = turn["statements"]
        for statement in gold:
            counts[str(statement["slot"])] += 1
            counts[statement["how"]] += 1
            counts["statement"] += 1
        before = join_turns([(part["role"], part["text"]) for part in turn.get("before", ())])
        for marked in model.read(turn["text"], before, floor=0.3):
            near = [item for item in gold if item["quote"] in marked.quote or marked.quote in item["quote"]]
            found["statement"].append((marked.score, bool(near)))
            if near:
                slots[str(marked.slot)].append((marked.slot_score, any(g["slot"] == marked.slot for g in near)))
                hows[marked.how].append((marked.score, any(g["how"] == marked.how for g in near)))
    show("statements", found, counts)
    show("slots", slots, counts)
    show("hows, by the score of the statement", hows, counts)


def measure_pairs(model: ReaderModel) -> None:
    """Show relations and support by their probability."""
    relations: Scores = defaultdict(list)
    support: Scores = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    for pair in read_lines("relations*.jsonl"):
        if is_development(pair["a"].lower()[:18]):
            counts[pair["relation"]] += 1
            for name, probability in model.relate(pair["a"], pair["b"]).items():
                relations[name].append((probability, name == pair["relation"]))
    for pair in read_lines("support*.jsonl"):
        if is_development(pair["quote"].lower()[:18]):
            counts[pair["supported"]] += 1
            answers = model.check(pair["quote"], pair["content"], pair.get("context") or "")
            for name, probability in answers.items():
                support[name].append((probability, name == pair["supported"]))
    show("relations", relations, counts)
    show("support", support, counts)


if __name__ == "__main__":
    measure_turns(ReaderModel())
    measure_pairs(ReaderModel())
