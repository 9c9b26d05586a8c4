"""The list of a person's memories: filters, a search, an order, and a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Literal, cast, get_args

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from ricordo.language.slots import slot_name
from ricordo.memory import Ricordo
from ricordo.server.pages.forms import ThePerson
from ricordo.server.pages.learning import read_progress
from ricordo.server.pages.queries import MAX_MEMORIES, list_memories
from ricordo.server.pages.rendering import PageRoute, link, render
from ricordo.server.service import TheMemory
from ricordo.values import MEMORY_KINDS, STATES, Memory, MemoryKind, Scope, State

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

Order = Literal["newest", "oldest", "since", "text", "field", "best"]
ORDERS: tuple[Order, ...] = get_args(Order)
PAGE_SIZE = 50
_MAX_WORDS = 20
"""Words of a search that are looked for letter by letter; the recall takes all of them."""

_Name = Annotated[str, Query(max_length=256)]


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """The wishes for a list of memories; what is empty is not filtered by.

    Attributes:
        q: Words to search for.
        kind: Only this kind.
        state: Only this state, or `any`. If empty, the current ones or, in a search, all.
        field: Only memories that fill this field.
        tag: Only memories with this tag.
        since: Only memories that became true on this day or later.
        until: Only memories that became true on this day or earlier.
        sort: The order. `best` is the order of the search.
    """

    q: str = ""
    kind: MemoryKind | Literal[""] = ""
    state: State | Literal["", "any"] = ""
    field: str = ""
    tag: str = ""
    since: str = ""
    until: str = ""
    sort: Order | Literal[""] = ""

    @property
    def address(self) -> str:
        """The address of the first page of this list."""
        return self.address_of(1)

    @property
    def is_narrow(self) -> bool:
        """True if it filters by anything but the state."""
        return any((self.q.strip(), self.kind, self.field, self.tag, self.since, self.until))

    def address_of(self, page: int) -> str:
        """Return the address of a page of this list."""
        wishes = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return link("/me/memories", **wishes, page=str(page) if page > 1 else None)

    @property
    def states(self) -> tuple[State | None, ...]:
        """The states to read; None stands for all of them."""
        if self.state == "any" or (not self.state and self.q.strip()):
            return (None,)
        return (self.state or "current",)

    @property
    def order(self) -> Order:
        """The order of the list."""
        if self.sort and (self.sort != "best" or self.q.strip()):
            return self.sort
        return "best" if self.q.strip() else "newest"

    @property
    def starts(self) -> datetime | None:
        """The first moment of the first day."""
        return _parse_day(self.since, "the first day") if self.since else None

    @property
    def ends(self) -> datetime | None:
        """The first moment after the last day."""
        return _parse_day(self.until, "the last day", days=1) if self.until else None

    def fits(self, item: Memory) -> bool:
        """Return whether a memory has the field and the tag."""
        has_field = not self.field or (item.field is not None and slot_name(item.field) == self.field)
        return has_field and (not self.tag or self.tag in item.tags)


async def read_filter(
    q: Annotated[str, Query(max_length=2_000)] = "",
    kind: MemoryKind | Literal[""] = "",
    state: State | Literal["", "any"] = "",
    field: _Name = "",
    tag: _Name = "",
    since: _Name = "",
    until: _Name = "",
    sort: Order | Literal[""] = "",
) -> MemoryFilter:
    """Return the filter that an address asks for."""
    return MemoryFilter(q, kind, state, field, tag, since, until, sort)


def _parse_day(text: str, name: str, *, days: int = 0) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time(), UTC) + timedelta(days=days)
    except (ValueError, OverflowError):
        raise ValueError(f"{name} must be a date such as 2026-05-01") from None


_SORT_KEYS: dict[Order, tuple[Callable[[Memory], object], bool]] = {
    "newest": (lambda item: item.created_at, True),
    "oldest": (lambda item: item.created_at, False),
    "since": (lambda item: item.valid_from, True),
    "text": (lambda item: item.content.casefold(), False),
    "field": (lambda item: (item.field is None, slot_name(item.field or ""), item.content.casefold()), False),
}
"""What each order compares, and whether the greatest comes first."""


def sort_memories(items: Iterable[Memory], order: Order) -> list[Memory]:
    """Return memories in an order; `best` leaves them as they are."""
    if order == "best":
        return list(items)
    key, is_descending = _SORT_KEYS[order]
    return sorted(items, key=cast("Callable[[Memory], str]", key), reverse=is_descending)


@router.get("/memories")
async def memories(
    request: Request,
    session: ThePerson,
    memory: TheMemory,
    wanted: Annotated[MemoryFilter, Depends(read_filter)],
    page: Annotated[int, Query(ge=1, le=4 * MAX_MEMORIES // PAGE_SIZE)] = 1,
) -> Response:
    """List memories that pass the filters, in an order, a page at a time."""
    person = session.scope()
    kinds: Sequence[MemoryKind] = [wanted.kind] if wanted.kind else MEMORY_KINDS
    read = await list_memories(
        memory, person, states=wanted.states, kinds=kinds, since=wanted.starts, until=wanted.ends
    )
    chosen = [item for item in read if wanted.fits(item)]
    if wanted.q.strip():
        chosen = await _search(memory, person, wanted.q, kinds, chosen)
    found = sort_memories(chosen, wanted.order)
    start = (page - 1) * PAGE_SIZE
    shown = found[start : start + PAGE_SIZE]
    return render(
        request,
        "memories.html",
        wanted=wanted,
        found=shown,
        total=len(found),
        first=start + 1,
        last=start + len(shown),
        previous=wanted.address_of(page - 1) if page > 1 else None,
        next=wanted.address_of(page + 1) if len(found) > start + PAGE_SIZE else None,
        here=wanted.address_of(page),
        fields=_list_choices((slot_name(item.field) for item in read if item.field is not None), wanted.field),
        tags=_list_choices((tag for item in read for tag in item.tags), wanted.tag),
        is_cut=len(read) >= MAX_MEMORIES,
        most=MAX_MEMORIES,
        kinds=MEMORY_KINDS,
        states=STATES,
        progress=await read_progress(memory, person),
    )


def _list_choices(names: Iterable[str], chosen: str) -> list[str]:
    return sorted({*names, *([chosen] if chosen else [])}, key=str.casefold)


async def _search(
    memory: Ricordo, person: Scope, q: str, kinds: Sequence[MemoryKind], among: Iterable[Memory]
) -> list[Memory]:
    """Return the memories ``among`` which a recall finds, then those with the words of ``q``."""
    known = {item.id: item for item in among}
    hits = await memory.recall(q, scope=person, kinds=kinds, limit=PAGE_SIZE)
    words = list(dict.fromkeys(q.casefold().split()))[:_MAX_WORDS]
    texts = {id: item.content.casefold() for id, item in known.items()}
    literal = [id for id, text in texts.items() if all(word in text for word in words)]
    return [known[id] for id in dict.fromkeys([*(hit.id for hit in hits), *literal]) if id in known]
