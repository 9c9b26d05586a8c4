"""Pairs for the judge that follow from annotated turns: their quotes support their contents, and no others.

They are added to what is trained on, never to what is held out.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

_SEED = 20250601
_FLIPS = (
    (r"^Is not ", "Is "), (r"^Does not (\w+)", r"\1s"), (r"^Has no ", "Has a "), (r"^Cannot ", "Can "),
    (r"^Is ", "Is not "), (r"^Has (a|an) ", "Has no "), (r"^Likes ", "Does not like "), (r"^Loves ", "Hates "),
    (r"^Hates ", "Loves "), (r"^Dislikes ", "Likes "), (r"^Works ", "Does not work "), (r"^Lives ", "Does not live "),
    (r"^Plays ", "Does not play "), (r"^Speaks ", "Does not speak "), (r"^Eats ", "Does not eat "),
    (r"^Wants ", "Does not want "), (r"^Prefers ", "Avoids "), (r"^Owns ", "Does not own "),
    (r"^Plans ", "Does not plan "),
    (r"^Was ", "Was not "), (r"^Drives ", "Does not drive "), (r"^Needs ", "Does not need "),
    (r"^Used to ", "Still likes to "), (r"^Can ", "Cannot "), (r"^No longer (\w+)", r"Still \1"),
)  # fmt: skip
_ONE_AT_A_TIME = ("home", "employer", "budget", "trip_length", "travellers")
_MANY = (
    "health",
    "likes",
    "activities",
    "pets",
    "possessions",
    "family",
    "preferences",
    "dislikes",
    "visited",
    "plans",
)


def derive_support(turns: list[dict[str, Any]], count: int) -> Iterator[dict[str, Any]]:
    """Yield about `count` pairs for each answer: yes, no and opposite."""
    chance = random.Random(_SEED)
    by_slot: dict[str, list[str]] = defaultdict(list)
    found: dict[str, list[dict[str, Any]]] = {"yes": [], "no": [], "opposite": []}
    for turn in turns:
        for statement in turn["statements"]:
            by_slot[str(statement["slot"])].append(statement["content"])
    for turn in turns:
        context = "\n".join(f"{part['role']}: {part['text']}" for part in turn.get("before", ())[-1:])
        for statement in turn["statements"]:
            given = {"context": context, "quote": statement["quote"]}
            content, subject = statement["content"], statement["subject"]
            found["yes"].append(given | {"content": content, "supported": "yes"})
            others = [
                other["content"]
                for other in turn["statements"]
                if other["quote"] not in statement["quote"] and statement["quote"] not in other["quote"]
            ]
            wrong = (
                chance.choice(others)
                if others and chance.random() < 0.5
                else chance.choice(by_slot[str(statement["slot"])])
            )
            if wrong != content:
                found["no"].append(given | {"content": wrong, "supported": "no"})
            if subject != "person" and content.lower().startswith(f"{subject.lower()} "):
                stripped = content[len(subject) + 1 :]
                found["no"].append(given | {"content": stripped[:1].upper() + stripped[1:], "supported": "no"})
            flipped = flip(content)
            if flipped:
                found["opposite"].append(given | {"content": flipped, "supported": "opposite"})
    for rows in found.values():
        yield from chance.sample(rows, min(count, len(rows)))


def flip(content: str) -> str | None:
    """Return the opposite of a content, if it begins in one of the usual ways."""
    for pattern, replacement in _FLIPS:
        if re.match(pattern, content):
            return re.sub(pattern, replacement, content, count=1)
    return None


def derive_relations(turns: list[dict[str, Any]], count: int) -> Iterator[dict[str, Any]]:
    """Yield pairs of statements of different turns: of slots with one value, and of slots with many."""
    chance = random.Random(_SEED)
    by_slot: dict[str, list[str]] = defaultdict(list)
    for turn in turns:
        for statement in turn["statements"]:
            if statement["subject"] == "person" and statement["how"] == "holds":
                by_slot[str(statement["slot"])].append(statement["content"])
    for slots, relation in ((_ONE_AT_A_TIME, "replaces"), (_MANY, "independent")):
        for _ in range(count):
            a, b = chance.sample(by_slot[chance.choice(slots)], 2)
            if relation == "independent" or (a.split()[:1] == b.split()[:1] and a.split()[:2] == b.split()[:2]):
                yield {"a": a, "b": b, "relation": relation}
