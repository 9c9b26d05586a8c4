"""The order in which hits are taken into the block, and where it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ricordo.language.words import terms
from ricordo.prompt.escaping import flatten
from ricordo.prompt.lines import describe_outdated
from ricordo.prompt.owners import NameOwner
from ricordo.values import Hit

_MIN_SCORE_SHARE = 0.25
"""The share of the best score below which all further hits are left out."""

_MIN_HITS = 3
"""Hits that are taken whatever their scores."""

_MIN_TERMS = 3
"""Keywords below which a turn that has no word of the query is chit-chat."""

_BEGINNING, _MAX_CUT = 120, 2
"""Characters of a turn whose keywords mostly suffice, and keywords that may be there only because it was cut."""

_MAX_COMPARED = 2_000
"""Characters of a text that are compared in any case and spacing; longer ones are compared as they are."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and the hits below it.

    Attributes:
        heading: A text of the developer's. It is not escaped.
        hits: The hits, best first.
        lines: Lines to show before the hits, such as the fields of a profile. The caller has escaped them.
        numbered: Number the hits, best first. Otherwise statements come first, then what was said, in order of time.
        ids: Show the ids of the hits, for an agent that acts on them. None is left out for its score.
    """

    heading: str = ""
    hits: Sequence[Hit] = ()
    lines: Sequence[str] = ()
    numbered: bool = False
    ids: bool = False


@dataclass(frozen=True, slots=True)
class CandidateHit:
    """A hit that may be shown: the place of its section, its rank there, and all hits that say the same."""

    section: int
    rank: int
    hit: Hit
    same: tuple[Hit, ...]


def order_candidates(sections: Sequence[Section], name_owner: NameOwner) -> list[CandidateHit]:
    """Return the candidates of all sections, best first, up to where the scores fall off; chit-chat comes last."""
    found = [list(_merge_repeats(place, section.hits, name_owner)) for place, section in enumerate(sections)]
    ordered = _merge_by_score(found)
    best = max((one.hit.score for one in ordered), default=0.0)
    least = _MIN_SCORE_SHARE * best if best > 0 else -float("inf")
    worth = [
        place
        for place, one in enumerate(ordered)
        if place < _MIN_HITS or one.hit.score >= least or sections[one.section].ids
    ]
    # Outdated words were moved behind all others, whatever they say; their marks are worth reading.
    kept = [one for place, one in enumerate(ordered) if place <= max(worth, default=-1) or one.hit.outdated]
    return sorted(kept, key=lambda one: _is_chit_chat(one.hit))


def _merge_repeats(section: int, hits: Iterable[Hit], name_owner: NameOwner) -> Iterator[CandidateHit]:
    """Yield each text of an owner once, at its best rank, as it was said last."""
    groups: dict[tuple[str, ...], list[Hit]] = {}
    for hit in hits:
        text = flatten(hit.text).casefold() if len(hit.text) <= _MAX_COMPARED else hit.text
        marks = "\n".join(describe_outdated(hit))
        key = (hit.kind, hit.state, hit.role or "", hit.speaker, text, marks, name_owner(hit))
        groups.setdefault(key, []).append(hit)
    for rank, group in enumerate(groups.values()):
        yield CandidateHit(section, rank, max(group, key=lambda hit: (hit.occurred_at, hit.position)), tuple(group))


def _merge_by_score(found: Sequence[Sequence[CandidateHit]]) -> list[CandidateHit]:
    """Return all candidates, those of each section in their own order, and the better next one first."""
    merged: list[CandidateHit] = []
    places = [0] * len(found)
    open_sections = [section for section, ones in enumerate(found) if ones]
    while open_sections:
        best = max(open_sections, key=lambda section: found[section][places[section]].hit.score)
        merged.append(found[best][places[best]])
        places[best] += 1
        if places[best] == len(found[best]):
            open_sections.remove(best)
    return merged


def _is_chit_chat(hit: Hit) -> bool:
    """Return whether a turn has no word of the query, and hardly any that means something by itself."""
    if hit.kind != "turn" or hit.why.words or len(hit.text) > _MAX_COMPARED:
        return False
    if len(hit.text) > _BEGINNING and len(set(terms(hit.text[:_BEGINNING]))) >= _MIN_TERMS + _MAX_CUT:
        return False  # the rest need not be read
    return len(set(terms(hit.text))) < _MIN_TERMS
