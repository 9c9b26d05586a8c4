"""Caches of people's words, which end when something is erased."""

from __future__ import annotations

import ast
import asyncio
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ricordo import Ricordo, Scope, Turn
from ricordo.language import polarity, words
from ricordo.learn.reconcile import _normalise
from ricordo.retention import apply_rules
from ricordo.tasks import giving_way, run_in_background
from ricordo.testing import HashEmbedder

ALICE = Scope(application="travel", user="alice")


def fill() -> None:
    words.terms("canary likes swimming")
    polarity.is_negative("canary does not swim")


def count_cached() -> int:
    """Return how many texts are in the caches of the process that this runs in."""
    caches: tuple[Any, ...] = (polarity.is_negative, polarity.remove_negations, words._stem, _normalise)
    return sum(cache.cache_info().currsize for cache in caches)


async def test_erasing_empties_the_caches_of_both_processes(tmp_path: Path) -> None:
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="off") as memory:
        await memory.remember([Turn("user", "canary likes swimming", id="1")], scope=ALICE)
        with giving_way():
            await run_in_background(fill)
            assert await run_in_background(count_cached) > 0
        fill()
        await memory.forget(scope=ALICE, ids=["1"])
        assert count_cached() == 0
        with giving_way():
            assert await run_in_background(count_cached) == 0


async def test_erasing_does_not_wait_for_what_others_have_read(tmp_path: Path) -> None:
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="off") as memory:
        with giving_way():
            await run_in_background(fill)
            reading = asyncio.create_task(run_in_background(time.sleep, 4))
            await asyncio.sleep(0)
        began = time.monotonic()
        await memory.forget(scope=ALICE)
        assert time.monotonic() - began < 3
        await reading
        with giving_way():
            assert await run_in_background(count_cached) == 0


async def test_what_expires_leaves_the_caches_too(tmp_path: Path) -> None:
    async with Ricordo.open(tmp_path / "memory.db", embedder=HashEmbedder(), learning="off") as memory:
        await memory.remember([Turn("user", "canary")], scope=ALICE)
        await memory.set_retention(scope=ALICE, days=3)
        fill()
        assert await apply_rules(memory._store, now=datetime.now(UTC) + timedelta(days=9))
        assert count_cached() == 0


def test_no_other_cache_has_people_s_words_as_its_keys() -> None:
    """A function with a plain cache takes no text, unless it is known to take something else."""
    known = {"_version", "is_unserved_word"}  # the name of a file; a word of the table of places
    cleared = {"normalise", "_mend", "_stem", "_read_scores", "_score", "write_program"}  # the demo empties them itself
    found: set[str] = set()
    for path in Path("src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and any("cache" in ast.unparse(one) for one in node.decorator_list):
                is_plain = not any("cache_words" in ast.unparse(one) for one in node.decorator_list)
                takes_text = any(ast.unparse(one.annotation or node) == "str" for one in node.args.args)
                if is_plain and takes_text and "property" not in ast.unparse(node.decorator_list[0]):
                    found.add(node.name)
    assert found <= known | cleared
