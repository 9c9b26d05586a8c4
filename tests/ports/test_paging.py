"""Reading page after page: everything once, in order, whatever the size of a page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ricordo.ports.paging import read_memories, read_pages, read_turns
from ricordo.ports.store import View
from ricordo.stores.memory import MemoryStore
from ricordo.testing.conforming.base import ALICE
from ricordo.testing.samples import add, memory, put, turn


@given(st.sets(st.integers(0, 100)), st.integers(1, 7))
async def test_everything_is_read_once_and_in_order(keys: set[int], size: int) -> None:
    async def read_page(after: int | None) -> list[int]:
        return [key for key in sorted(keys) if after is None or key > after][:size]

    pages = [page async for page in read_pages(read_page, lambda key: key)]
    assert [key for page in pages for key in page] == sorted(keys)
    assert all(pages), "no page is empty"


async def test_turns_and_memories_beyond_one_page_are_read() -> None:
    store = MemoryStore()
    await store.write([add(ALICE, *(turn(f"I love {number}", ALICE, id=str(number)) for number in range(5)))])
    await store.write(
        [put(memory(f"loves {number}", ALICE, (str(number), "love"), id=f"m{number}")) for number in range(5)]
    )
    assert [found.id async for found in read_turns(store, ALICE, first_rows=2)] == ["0", "1", "2", "3", "4"]
    found = [found.id async for found in read_memories(store, View(ALICE), first_rows=2)]
    assert found == ["m0", "m1", "m2", "m3", "m4"]
