"""Reading what a store has, one page after the other.

The methods of a store return at most ``limit`` items. Whoever needs all of them reads with these functions. A text may
have 100,000 characters, so pages are counted by characters as well: nobody can make a page that fills the memory.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from ricordo.ports.store import About, Key, Store, View
from ricordo.values import Memory, Scope, StoredTurn

PAGE_CHARACTERS = 2**19
"""Characters that a page should hold at most. It holds one item more than fits."""

_FIRST_ROWS = 20
_USUAL_ROWS = 250
_MAX_ROWS = 1_000

T = TypeVar("T")
V = TypeVar("V", bound=StoredTurn | Memory)


@dataclass(slots=True)
class PageSize:
    """The number of rows to read next, so that a page stays small however long its rows are."""

    rows: int = _FIRST_ROWS
    max_rows: int = _MAX_ROWS
    characters: int = PAGE_CHARACTERS

    def adjust(self, count: int, characters: int) -> None:
        """Adjust the size to a page of ``count`` rows that held so many characters."""
        fitting = self.characters * count // max(1, characters)
        self.rows = max(1, min(fitting, 2 * self.rows, self.max_rows))


def count_characters(value: object) -> int:
    """Return the characters of a turn, of a memory or of anything that JSON has a word for."""
    if isinstance(value, StoredTurn):
        return len(value.text)
    if isinstance(value, Memory):
        quotes = sum(len(part.quote) for part in value.evidence)
        return len(value.content) + quotes + count_characters(value.value)
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(map(count_characters, cast("Mapping[str, object]", value).values()))
    if isinstance(value, list | tuple):
        return sum(map(count_characters, cast("Sequence[object]", value)))
    return 1


async def read_pages(
    read_page: Callable[[Key | None], Awaitable[Sequence[T]]], key: Callable[[T], Key]
) -> AsyncIterator[Sequence[T]]:
    """Yield page after page until there are no more.

    Args:
        read_page: Returns the page that follows a key, or the first page for None.
        key: Returns the key of an item.
    """
    page = await read_page(None)
    while page:
        yield page
        page = await read_page(key(page[-1]))


async def read_page_within(
    read_page: Callable[[Key | None, int], Awaitable[Sequence[tuple[Key, V]]]],
    *,
    after: Key | None,
    limit: int,
    characters: int = PAGE_CHARACTERS,
) -> tuple[list[tuple[Key, V]], bool]:
    """Return one page of at most ``limit`` rows and about ``characters``, and whether there may be more.

    Args:
        read_page: Returns at most so many rows that follow a key, or the first ones for None.
        after: The key to begin after.
        limit: The number of rows to return at most.
        characters: The characters to return at most; a row that exceeds them is the last.
    """
    rows: list[tuple[Key, V]] = []
    size, total = PageSize(characters=characters), 0
    while len(rows) < limit:
        wanted = min(size.rows, limit - len(rows))
        page = await read_page(after, wanted)
        lengths = [count_characters(value) for _, value in page]
        for row, length in zip(page, lengths, strict=True):
            rows.append(row)
            total += length
            if total > characters:
                return rows, True
        if len(page) < wanted:
            return rows, False
        size.adjust(len(page), sum(lengths))
        after = page[-1][0]
    return rows, True


async def read_turns(store: Store, scope: Scope, *, first_rows: int = _USUAL_ROWS) -> AsyncIterator[StoredTurn]:
    """Yield all turns in ``scope``, in the order in which they were stored."""
    async for turn in _read_all(lambda after, limit: store.turns(scope, after=after, limit=limit), first_rows):
        yield turn


async def read_memories(
    store: Store, view: View, *, about: About | None = None, first_rows: int = _USUAL_ROWS
) -> AsyncIterator[Memory]:
    """Yield all memories in ``view``, in the order in which they were stored; with ``about``, only those."""
    pages = _read_all(lambda after, limit: store.memories(view, about=about, after=after, limit=limit), first_rows)
    async for memory in pages:
        yield memory


async def _read_all(
    read_page: Callable[[Key | None, int], Awaitable[Sequence[tuple[Key, V]]]], first_rows: int
) -> AsyncIterator[V]:
    size = PageSize(first_rows)
    async for page in read_pages(lambda after: read_page(after, size.rows), lambda item: item[0]):
        size.adjust(len(page), sum(count_characters(value) for _, value in page))
        for _, value in page:
            yield value
