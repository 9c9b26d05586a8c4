"""Outdated words: a search says which words of a turn no longer hold, and what holds instead."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ricordo.ports.store import Pool, Query, Records, Store, View
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, TUESDAY, Conformance
from ricordo.testing.samples import add, erase, memory, minute, put, query, turn
from ricordo.values import BY_HAND, Memory, Outdated, StoredTurn

LEEDS = ("leeds", "I live in Leeds")
HARROGATE = ("harrogate", "moved to Harrogate")


@dataclass(frozen=True, slots=True)
class _Everything:
    record_keys: list[int]


async def _search(store: Store, view: View) -> Records:
    def choose(pool: Pool) -> _Everything:
        return _Everything(pool.keys.tolist())

    _, records = await store.search(Query(view, query("live moved Leeds Harrogate"), limit=10), choose)
    return records


async def _find_outdated(store: Store, view: View) -> dict[str, tuple[Outdated, ...]]:
    """Return the outdated words by the id of their turn."""
    records = await _search(store, view)
    return {records[key].id: words for key, words in records.outdated.items()}


async def _move(store: Store) -> tuple[Memory, Memory]:
    """Put a person who lived in Leeds until minute 10,000, and in Harrogate since then."""
    await store.write([add(MONDAY, turn("I live in Leeds, and I like tea", MONDAY, id="leeds", at=minute(0)))])
    await store.write([add(TUESDAY, turn("I have moved to Harrogate", TUESDAY, id="harrogate", at=minute(10_000)))])
    old = memory("Lives in Leeds", ALICE, LEEDS, id="old", state="superseded", at=minute(0))
    old = replace(old, valid_until=minute(10_000))
    new = replace(memory("Lives in Harrogate", ALICE, HARROGATE, id="new", at=minute(10_000)), supersedes=("old",))
    await store.write([put(old), put(new)])
    return replace(old, superseded_by="new"), new


class OutdatedConformance(Conformance):
    async def test_words_of_a_superseded_memory_name_what_holds(self, store: Store) -> None:
        _, new = await _move(store)
        words = Outdated("I live in Leeds", "superseded", "old", "new", "Lives in Harrogate")
        assert await _find_outdated(store, View(ALICE)) == {"leeds": (words,)}
        records = await _search(store, View(ALICE, kinds=frozenset({"turn"})))
        assert {item.id for item in records.values() if isinstance(item, StoredTurn)} == {"leeds", "harrogate"}
        assert [item for item in records.values() if isinstance(item, Memory)] == [new]

    async def test_a_chain_is_followed_to_its_end(self, store: Store) -> None:
        _, new = await _move(store)
        await store.write([put(replace(new, state="superseded", valid_until=minute(20_000)))])
        await store.write(
            [put(replace(memory("Lives in York", ALICE, id="last", at=minute(20_000)), supersedes=("new",)))]
        )
        found = await _find_outdated(store, View(ALICE))
        assert {id: words[0].current for id, words in found.items()} == {
            "leeds": "Lives in York",
            "harrogate": "Lives in York",
        }

    async def test_words_held_as_long_as_their_memory_did(self, store: Store) -> None:
        await _move(store)
        assert await _find_outdated(store, View(ALICE, as_of=minute(9_999))) == {}
        assert list(await _find_outdated(store, View(ALICE, as_of=minute(10_001)))) == ["leeds"]

    async def test_a_correction_is_told_from_a_later_statement(self, store: Store) -> None:
        _, new = await _move(store)
        await store.write([put(replace(new, maker=BY_HAND, evidence=()))])
        ((words,),) = (await _find_outdated(store, View(ALICE))).values()
        assert (words.reason, words.current_id) == ("corrected", "new")

    async def test_a_rejected_memory_is_told_from_one_that_was_never_supported(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("I live in Leeds", MONDAY, id="leeds"))])
        wrong = memory("Lives in Leeds", ALICE, LEEDS, id="m", state="unsupported")
        await store.write([put(wrong)])
        assert await _find_outdated(store, View(ALICE)) == {}
        await store.write([put(replace(wrong, maker=BY_HAND))])
        for view in (View(ALICE), View(ALICE, as_of=minute(99_999))):
            assert await _find_outdated(store, view) == {"leeds": (Outdated("I live in Leeds", "rejected", "m"),)}

    async def test_what_the_scope_may_not_see_is_not_named(self, store: Store) -> None:
        await _move(store)
        words = Outdated("I live in Leeds", "superseded", "old")
        assert await _find_outdated(store, View(MONDAY)) == {"leeds": (words,)}
        assert not any(isinstance(item, Memory) for item in (await _search(store, View(MONDAY))).values())
        await store.write([add(BOB, turn("I live in Leeds", BOB, id="leeds"))])
        assert await _find_outdated(store, View(BOB)) == {}

    async def test_a_turn_that_says_what_holds_as_well_is_not_outdated(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("I live in Leeds, no, moved to Harrogate", MONDAY, id="t"))])
        old = memory("Lives in Leeds", ALICE, ("t", "I live in Leeds"), id="old", state="superseded")
        new = memory("Lives in Harrogate", ALICE, ("t", "moved to Harrogate"), id="new")
        await store.write([put(old), put(replace(new, supersedes=("old",)))])
        assert await _find_outdated(store, View(ALICE)) == {}

    async def test_words_stay_outdated_when_what_replaced_them_is_erased(self, store: Store) -> None:
        await _move(store)
        await erase(store, ALICE, ids=["harrogate"])
        assert await _find_outdated(store, View(ALICE)) == {
            "leeds": (Outdated("I live in Leeds", "superseded", "old"),)
        }
        await erase(store, ALICE, ids=["old"])
        assert await _find_outdated(store, View(ALICE)) == {}

    async def test_a_summary_is_marked_with_what_the_person_rejected_in_its_conversation(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("Well, I live in Leeds", MONDAY, id="leeds"))])
        await store.write([add(TUESDAY, turn("I live in Leeds", TUESDAY, id="other"))])
        for scope in (MONDAY, TUESDAY):
            summary = memory("They moved up north.", scope, id=f"summary {scope.session}", kind="summary")
            await store.write([put(replace(summary, maker="a summariser"))])
        learned = memory("Lives in Leeds", ALICE, LEEDS, id="m", state="unsupported")
        await store.write([put(learned)])
        assert await _find_outdated(store, View(ALICE)) == {}
        await store.write([put(replace(learned, maker=BY_HAND))])
        words = (Outdated("I live in Leeds", "rejected", "m"),)
        assert await _find_outdated(store, View(ALICE)) == {"leeds": words, "summary monday": words}
        only_summaries = View(ALICE, kinds=frozenset({"summary"}))
        assert await _find_outdated(store, only_summaries) == {"summary monday": words}

    async def test_a_summary_is_marked_with_what_was_corrected_or_said_anew_later(self, store: Store) -> None:
        _, new = await _move(store)
        for id, content in (
            ("same", "They live in Leeds."),
            ("else", "They moved some chairs."),
            ("late", "In Harrogate."),
        ):
            scope = TUESDAY if id == "late" else MONDAY
            await store.write([put(memory(content, scope, id=id, kind="summary"))])
        found = await _find_outdated(store, View(ALICE))
        assert {id: words[0].current for id, words in found.items()} == dict.fromkeys(
            ("leeds", "same"), "Lives in Harrogate"
        )
        await store.write([put(replace(new, maker=BY_HAND, evidence=()))])  # now the person has corrected it
        assert set(await _find_outdated(store, View(ALICE))) == {"leeds", "same", "else"}
        await erase(store, ALICE, ids=["leeds"])
        assert await _find_outdated(store, View(ALICE)) == {}

    async def test_a_rejected_summary_takes_nothing_back_that_was_said(self, store: Store) -> None:
        await store.write([add(MONDAY, turn("I live in Leeds", MONDAY, id="leeds"))])
        bad = memory("They hate Leeds.", MONDAY, LEEDS, id="bad", kind="summary", state="unsupported")
        await store.write([put(replace(bad, maker=BY_HAND))])
        await store.write([put(memory("They like Leeds.", MONDAY, LEEDS, id="good", kind="summary"))])
        assert await _find_outdated(store, View(ALICE)) == {}
