"""``ricordo bench extraction``: how much an extractor finds of what people say about themselves, and how much is right.

Two forms of data, one JSON object a line:

* ``text`` and ``fact``: one utterance, and what a reader wrote down from it in the first person, or null where there
  is no fact. Each utterance is a turn of its own, with nothing before it.
* ``sessions`` and ``memories``: whole conversations, and what a reader wrote down from each session.

How rightness is decided. A reader's fact is divided into sentences, also at "but". A candidate is right if it agrees
with one of them: neither or both of the two deny something ("not", "never", "dislikes", "afraid"), what is over is
over in both, and either every word of the candidate's value stands in the sentence (stemmed, "mom" being "mother" and
"two" being "2"), or half of them do and the cosine between the candidate's content and the sentence, both without
"I", is at least 0.87 by the embedder that comes along: a cosine alone takes "lives in Porto" for "lives in Lisbon".
What the reader did not write down counts as wrong even where it was said, so the share of right ones is a lower
bound.

The cosine was chosen by reading every pair of the tuning half whose words do not agree, beside those whose words do,
about 240 in all: from 0.87 on they said the same; below, right and wrong ones mix. Pairs whose words agree were all
right. Of 25 extractions judged wrong on that half, all but two had been said word for word: the reader had written
down something else from the utterance, or less.

The utterances are divided by a hash of their text into a half that rules may be tuned on and a half that they may
not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ricordo.bench.report import table
from ricordo.language.words import fold, terms
from ricordo.learn.evidence import verify_candidate
from ricordo.learn.heard import Hearing
from ricordo.ports.embedder import Embedder
from ricordo.ports.extractor import Candidate, Exchange, Extractor
from ricordo.serialization import parse_lines
from ricordo.values import ModelError, Scope, StoredTurn

Half = Literal["tuning", "held-out", "both"]

ALIKE = 0.87
"""Cosine from which two sentences say the same. Read by hand: see the module's text."""

_BEGINNING = 5
"""Letters from which two words are taken for one: "geologist" and "geology"."""

RULE = (
    "right: agrees in negation with a sentence of the reader's fact, and every word of the "
    "value stands in it (stemmed) "
    f"or half of them do and the cosine of the two is at least {ALIKE:.2f}; what the reader left out counts as wrong"
)

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_SAME: dict[str, str] = {
    "mom": "mother", "mum": "mother", "dad": "father", "kid": "child", "children": "child", "kids": "child",
    "wife": "marri", "husband": "marri", "hubby": "marri", "married": "marri", "color": "colour",
    **{word: str(number) for number, word in enumerate(_NUMBERS.split(), 1)},
}  # fmt: skip
_DENIES = re.compile(
    r"\b(?:not|no|never|none|n't|don'?t|do not|doesn'?t|can'?t|cannot|isn'?t|without|dislikes?|"
    r"hates?|afraid|scared|terrified|fears?|"
    r"died|dead|passed)\b",
    re.IGNORECASE,
)
_OVER = re.compile(r"\b(?:used to|no longer|any ?more|former(?:ly)?)\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:used to|no longer|any ?more|former(?:ly)?|was|were|had|did|\w{3,}ed)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:(?!,? but\b)[^.!?;])+")
_PERSON = re.compile(r"\b(?:i am|i'm|i have|i've|i|my|user|the user)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something said, and what a reader wrote down from it."""

    text: str
    fact: str | None

    @property
    def half(self) -> Half:
        """The half of the data that it belongs to, whatever file it stands in."""
        return "tuning" if sha256(self.text.encode()).digest()[0] % 2 == 0 else "held-out"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A candidate beside what the reader wrote down."""

    text: str
    content: str
    fact: str | None
    right: bool


async def measure_utterances(
    utterances: Sequence[Utterance], extractor: Extractor, embedder: Embedder
) -> tuple[dict[str, float], list[Judgement]]:
    """Return the three shares, in per cent, and the judgements that they rest on."""
    verdicts: list[Judgement] = []
    counts = {"facts": 0, "found": 0, "no_facts": 0, "false": 0}
    for utterance in utterances:
        found = await _extract(extractor, [("user", utterance.text)])
        judged = [
            Judgement(utterance.text, one.content, utterance.fact, await is_right(one, utterance.fact, embedder))
            for one in found
        ]
        verdicts += judged
        if utterance.fact is None:
            counts["no_facts"] += 1
            counts["false"] += bool(judged)
        else:
            counts["facts"] += 1
            counts["found"] += any(verdict.right for verdict in judged)
    from_facts = [verdict for verdict in verdicts if verdict.fact is not None]
    return {
        "utterances_with_fact": counts["facts"],
        "utterances_without_fact": counts["no_facts"],
        "extractions_from_facts": len(from_facts),
        "found": _share(counts["found"], counts["facts"]),
        "right": _share(sum(verdict.right for verdict in from_facts), len(from_facts)),
        "false": _share(counts["false"], counts["no_facts"]),
    }, verdicts


async def measure_conversations(
    rows: Iterable[dict[str, Any]], extractor: Extractor, embedder: Embedder
) -> dict[str, float]:
    """Return the share of the reader's memories that agree with something extracted from their session."""
    memories = covered = extracted = turns = 0
    for row in rows:
        for session in row["sessions"]:
            said = [(turn["role"], turn["text"]) for turn in session["turns"] if turn["text"].strip()]
            found = await _extract(extractor, said)
            written = [memory["content"] for memory in row["memories"] if memory["session"] == session["id"]]
            turns += sum(role == "user" for role, _ in said)
            extracted += len(found)
            memories += len(written)
            for content in written:
                covered += any([await is_right(candidate, content, embedder) for candidate in found])
    return {
        "user_turns": turns,
        "extractions": extracted,
        "memories": memories,
        "covered": _share(covered, memories),
    }


async def is_right(candidate: Candidate, fact: str | None, embedder: Embedder) -> bool:
    """Return whether a candidate agrees with a sentence of the reader's fact, as the module's docstring defines it."""
    if fact is None:
        return False
    agreeing = [part for part in _SENTENCE.findall(fact) if part.strip() and _same_direction(candidate, part)]
    value = _words(_value_text(candidate))
    if value and any(value <= _words(part) for part in agreeing):
        return True
    agreeing = [part for part in agreeing if _half_of(value, _words(part))]
    if not agreeing:
        return False
    vectors = await embedder.embed([_impersonal(text) for text in (candidate.content, *agreeing)])
    return bool(np.max(vectors[1:] @ vectors[0]) >= ALIKE)


def load(path: Path) -> tuple[list[Utterance], list[dict[str, Any]]]:
    """Read the utterances and conversations of a file."""
    utterances: list[Utterance] = []
    conversations: list[dict[str, Any]] = []
    try:
        for row in parse_lines(path.read_text("utf-8").split("\n")):
            if "memories" in row:
                conversations.append({"sessions": row["sessions"], "memories": row["memories"]})
            else:
                utterances.append(Utterance(row["text"], row["fact"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is not in a form that the bench knows ({type(error).__name__}: {error})") from error
    return utterances, conversations


async def measure(
    path: Path,
    extractor: Extractor,
    embedder: Embedder,
    *,
    half: Half = "both",
    sample: int = 50,
    most: int | None = None,
) -> dict[str, Any]:
    """Everything about one file, and a sample of the verdicts for reading (seeded: the same every time).

    With ``most``, only so many utterances of each half are tried, for a model that takes its time.
    """
    utterances, conversations = load(path)
    result: dict[str, Any] = {"extractor": extractor.name, "rule": RULE}
    verdicts: list[Judgement] = []
    if utterances:
        for part in ("tuning", "held-out") if half == "both" else (half,):
            chosen = [utterance for utterance in utterances if utterance.half == part][:most]
            result[part], judged = await measure_utterances(chosen, extractor, embedder)
            verdicts += judged
    if conversations:
        result["conversations"] = await measure_conversations(conversations, extractor, embedder)
    chosen_verdicts = random.Random(7).sample(verdicts, min(sample, len(verdicts)))
    result["sample"] = [
        {"text": one.text, "extracted": one.content, "fact": one.fact, "right": one.right} for one in chosen_verdicts
    ]
    return result


def format_report(results: dict[str, dict[str, Any]]) -> str:
    """Return the shares as tables, the rule that decided them, and the sample."""
    lines: list[str] = []
    for name, result in results.items():
        lines += [f"{name}, extractor {result['extractor']}", "", result["rule"], ""]
        halves = [half for half in ("tuning", "held-out") if half in result]
        if halves:
            head = [
                "half",
                "with a fact",
                "found (target 35)",
                "right (target 90)",
                "without a fact",
                "false (target 5)",
            ]
            rows = [_row(half, result[half]) for half in halves]
            lines += [table(head, rows), ""]
        if "conversations" in result:
            measured = result["conversations"]
            covered = f"{measured['covered']:.1f} % of {measured['memories']} memories of the reader"
            lines += [
                f"{covered} are covered by {measured['extractions']} extractions from {measured['user_turns']} turns",
                "",
            ]
        for one in result["sample"]:
            mark = "right" if one["right"] else "wrong"
            lines.append(f"* {mark}: {one['extracted']!r} from {one['text']!r}; reader: {one['fact']!r}")
    return "\n".join(lines)


def _row(half: str, measured: dict[str, float]) -> list[str]:
    return [
        half,
        f"{measured['utterances_with_fact']:.0f}",
        f"{measured['found']:.1f} %",
        f"{measured['right']:.1f} %",
        f"{measured['utterances_without_fact']:.0f}",
        f"{measured['false']:.1f} %",
    ]


async def _extract(extractor: Extractor, said: Sequence[tuple[Any, str]]) -> Sequence[Candidate]:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    turns = tuple(
        StoredTurn(f"t{i}", role, text, None, moment, moment, Scope(user="bench"))
        for i, (role, text) in enumerate(said)
    )
    try:
        found = (await extractor.extract(Exchange(turns))).candidates
    except ModelError:  # the queue would try again; here it counts as nothing found
        return []
    hearing = Hearing({turn.id: turn for turn in turns})
    return [
        candidate for candidate in found if (checked := verify_candidate(candidate, hearing)) and checked.is_supported
    ]


def _half_of(value: frozenset[str], words: frozenset[str]) -> bool:
    """Return whether half of the value's words, or words that begin alike, are among ``words``."""
    alike = {word[:_BEGINNING] for word in words}
    return 2 * sum(word in words or word[:_BEGINNING] in alike for word in value) >= len(value)


def _same_direction(candidate: Candidate, sentence: str) -> bool:
    """Return whether both affirm, both deny, or both speak of the past."""
    if candidate.ended:
        return _PAST.search(sentence) is not None
    over = _OVER.search(sentence) and "died" not in candidate.content  # who is no longer alive has died
    return not over and bool(_DENIES.search(sentence)) == bool(_DENIES.search(candidate.content))


def _value_text(candidate: Candidate) -> str:
    value = candidate.value
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values())  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
    return str(value or candidate.content)


def _words(text: str) -> frozenset[str]:
    said: list[str] = re.findall(r"[\w'$.,]+", fold(text))
    alike = " ".join(_SAME.get(word, word) for word in said)
    return frozenset(terms(alike))


def _impersonal(text: str) -> str:
    return " ".join(_PERSON.sub(" ", text).split())


def _share(part: float, whole: float) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
