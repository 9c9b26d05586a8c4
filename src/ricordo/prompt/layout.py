"""The order of the lines in the block: statements first, then what was said, session by session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ricordo.prompt.choice import Section
from ricordo.prompt.lines import format_head
from ricordo.prompt.owners import NameOwner
from ricordo.values import Hit, Scope


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the caller's."""

    section: int
    rank: int
    text: str


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A hit, the part of its text that is shown, and all hits that say the same."""

    section: int
    rank: int
    hit: Hit
    text: str
    same: tuple[Hit, ...]

    @property
    def is_outdated(self) -> bool:
        """True if it no longer holds, or not all of it."""
        return self.hit.state == "superseded" or bool(self.hit.outdated)

    @property
    def group(self) -> tuple[Scope, date, bool] | None:
        """The conversation and the day of a turn, for one date above all lines of it; None for all else."""
        hit = self.hit
        if hit.kind != "turn" or hit.role is None or hit.scope.session is None:
            return None
        return hit.scope, hit.occurred_at.date(), self.is_outdated


def lay_out(sections: Sequence[Section], taken: Sequence[ShownLine | ShownHit], name_owner: NameOwner) -> Iterator[str]:
    """Yield the lines of the block."""
    for place, section in enumerate(sections):
        lines = [one.text for one in taken if isinstance(one, ShownLine) and one.section == place]
        hits = [one for one in taken if isinstance(one, ShownHit) and one.section == place]
        if section.heading and (lines or hits):
            yield section.heading
        yield from lines
        format_hits = _format_numbered if section.numbered else _format_dated
        yield from format_hits(hits, name_owner, ids=section.ids)


def _format_numbered(hits: Sequence[ShownHit], name_owner: NameOwner, *, ids: bool) -> Iterator[str]:
    for number, one in enumerate(sorted(hits, key=lambda one: one.rank), start=1):
        yield f"{number}. {format_head(one.hit, len(one.same), owner=name_owner(one.hit), ids=ids)}{one.text}"


def _format_dated(hits: Sequence[ShownHit], name_owner: NameOwner, *, ids: bool) -> Iterator[str]:
    """Yield the lines in order. Of the turns of one conversation on one day, the first has the date and the owner."""
    group = None
    for one in _sort_hits(hits):
        dated = one.group is None or one.group != group
        group = one.group
        head = format_head(one.hit, len(one.same), owner=name_owner(one.hit), ids=ids, dated=dated)
        yield f"{head}{one.text}"


def _sort_hits(hits: Sequence[ShownHit]) -> list[ShownHit]:
    """Return what holds before what does not, statements before turns, and the turns of a session together."""
    begins: dict[object, tuple[datetime, int]] = {}
    for one in hits:
        key = _make_session_key(one)
        begins[key] = min(begins.get(key, _moment(one.hit)), _moment(one.hit))

    def order(one: ShownHit) -> tuple[Any, ...]:
        begin = begins[_make_session_key(one)]
        return one.is_outdated, one.hit.kind == "turn", begin, str(_make_session_key(one)), _moment(one.hit), one.rank

    return sorted(hits, key=order)


def _make_session_key(one: ShownHit) -> object:
    """Return a key that the turns of one conversation share; other hits have the key of their time."""
    return (one.hit.scope, one.is_outdated) if one.group else _moment(one.hit)


def _moment(hit: Hit) -> tuple[datetime, int]:
    return hit.occurred_at, hit.position
