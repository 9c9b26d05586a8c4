"""Merging of twins: a profile memory, and a memory in free text that states the same fact by the same words.

An earlier version stored such pairs, and a change reached only one of the two. A pair is merged if nothing is in doubt:
the quotes overlap, the sentence holds the value and little else, and no other memory matches. All other memories stay
as they are, and what is merged is superseded, not erased.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from ricordo.language.numbers import numbers_in
from ricordo.language.words import terms
from ricordo.learn.working_set import OPEN_STATES, Vector, WorkingSet, merge_evidence, supersede
from ricordo.values import SOURCES, Memory

_ALL_TURNS = 10**9

Embed = Callable[[Sequence[str]], Awaitable[Sequence[Vector | None]]]

_MAX_OTHER_WORDS = 4
"""Keywords beside the value in a sentence that says nothing but the value: "is allergic to", "ist allergisch gegen"."""

_ANOTHER_FACT = re.compile(
    r"[,;:(]\s|\b(?:and|but|with|because|und|aber|mit|weil|pero|con|porque|et|mais|avec|ma|perché|mas|com|y|e)\b"
    r"|\b(?:not|no|never|longer|without|used to|former|formerly|previously|was|were|had|left|quit|stopped|"
    r"nicht|kein\w{0,2}|nie|ohne|früher|nunca|sin|antes|pas|jamais|sans|ancien\w{0,3}|non|mai|senza|não|sem)\b|n['’]t\b"
    r"|\b(?:his|her|their|wife|husband|partner|spouse|fianc\w{1,3}|boyfriend|girlfriend|friend|colleague|boss|mother|"
    r"father|mum|mom|dad|parents?|son|daughter|child|kid|baby|brother|sister|grand\w{2,10}|aunt|uncle|cousin|niece|"
    r"nephew|frau|mann|mutter|vater|tochter|sohn|esposa|marido|madre|padre|hij[ao]|femme|mari|mère|père|fille|fils|"
    r"moglie|marito|figli[ao]|mulher|mãe|pai|filh[ao])\b",
    re.IGNORECASE,
)
"""Words of a sentence that says more than one thing, denies something, or speaks of somebody else."""


async def merge_twins(working_set: WorkingSet, embed: Embed) -> int:
    """Merge the twins among the memories of a working set. Return the number of pairs."""
    memories = working_set.memories()
    candidates = list(_candidates(memories))
    ids = sorted({part.turn_id for pair in candidates for memory in pair for part in memory.evidence})
    texts: dict[str, list[str]] = defaultdict(list)
    if ids:
        for _, turn in await working_set.store.turns(working_set.scope, ids=ids, limit=_ALL_TURNS):
            texts[turn.id].append(turn.text)
    pairs = find_twins(candidates, texts)
    vectors = await embed([sentence.content for _, sentence in pairs])
    for (profile, sentence), vector in zip(pairs, vectors, strict=True):
        kept, gone = merge(profile, sentence)
        working_set.put(gone)
        working_set.put(kept, vector)
    return len(pairs)


def find_twins(
    pairs: Iterable[tuple[Memory, Memory]], texts: Mapping[str, Sequence[str]]
) -> list[tuple[Memory, Memory]]:
    """Return the pairs that are twins.

    Args:
        pairs: Pairs of a profile memory and a memory in free text.
        texts: The texts of the turns that they cite, by id.
    """
    found = [pair for pair in pairs if _is_stated(*pair) and _is_same_place(*pair, texts)]
    counts = Counter(memory.id for pair in found for memory in pair)
    return [pair for pair in found if all(counts[memory.id] == 1 for memory in pair)]


def merge(profile: Memory, sentence: Memory) -> tuple[Memory, Memory]:
    """Return the sentence with the field and the value of the profile memory, and the latter as superseded."""
    began = min(profile.valid_from, sentence.valid_from)
    kept = replace(
        sentence,
        kind=profile.kind,
        field=profile.field,
        value=profile.value,
        created_at=min(profile.created_at, sentence.created_at),
        valid_from=began,
        source=min(profile.source, sentence.source, key=SOURCES.index),
        evidence=merge_evidence(profile.evidence, sentence.evidence),
        supersedes=(*sentence.supersedes, profile.id),
    )
    return kept, supersede(profile, began)


def _candidates(memories: Iterable[Memory]) -> Iterable[tuple[Memory, Memory]]:
    """Yield profile memories and memories in free text that cite the same turn and agree in all but the words."""
    profiles: dict[str, list[Memory]] = defaultdict(list)
    sentences: list[Memory] = []
    for memory in memories:
        if memory.state not in OPEN_STATES or memory.negated:
            continue
        if memory.kind != "profile":
            sentences.append(memory)
        elif memory.field is not None and memory.value is not None:
            for turn in {part.turn_id for part in memory.evidence}:
                profiles[turn].append(memory)
    for sentence in sentences:
        cited = {part.turn_id for part in sentence.evidence}
        for profile in {memory.id: memory for turn in cited for memory in profiles[turn]}.values():
            if _traits(profile) == _traits(sentence) and sentence.field in {None, profile.field}:
                yield profile, sentence


def _traits(memory: Memory) -> tuple[object, ...]:
    return memory.scope, memory.state, memory.subject, memory.valid_until


def _is_stated(profile: Memory, sentence: Memory) -> bool:
    """Return whether a sentence states the value of a profile memory, and nothing else."""
    leaves, words = _leaves(profile.value), terms(sentence.content)
    if not leaves or _ANOTHER_FACT.search(sentence.content):
        return False
    size = sum(max(1, len(terms(str(leaf)))) for leaf in leaves)
    if len(words) - size > _MAX_OTHER_WORDS:
        return False
    return all(_contains(sentence.content, words, leaf) for leaf in leaves)


def _contains(content: str, words: Sequence[str], leaf: str | float) -> bool:
    if not isinstance(leaf, str):
        return numbers_in(content) == [float(leaf)]
    wanted = terms(leaf)
    return bool(wanted) and any(
        list(words[start : start + len(wanted)]) == wanted for start in range(len(words) - len(wanted) + 1)
    )


def _leaves(value: Any) -> list[str | float]:
    """Return the texts and numbers inside a value; nothing for true and false, which no sentence contains."""
    if isinstance(value, Mapping):
        return [leaf for item in cast("Mapping[str, Any]", value).values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in cast("list[Any]", value) for leaf in _leaves(item)]
    return [value] if isinstance(value, str | int | float) and not isinstance(value, bool) else []


def _is_same_place(one: Memory, other: Memory, texts: Mapping[str, Sequence[str]]) -> bool:
    """Return whether two memories quote words of a turn that overlap."""
    return any(
        first.turn_id == second.turn_id and _overlap(text, first.quote, second.quote)
        for first in one.evidence
        for second in other.evidence
        for text in texts.get(first.turn_id, ())
    )


def _overlap(text: str, one: str, other: str) -> bool:
    first, second = text.find(one), text.find(other)
    return min(first, second) >= 0 and first < second + len(other) and second < first + len(one)
