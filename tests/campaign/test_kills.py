"""A few kills, and proof that a campaign would notice what it looks for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.campaign.__main__ import PAGE
from tests.campaign.inspection import Contents, find_breaches
from tests.campaign.kills import Rig, make_sqlite_rig
from tests.campaign.programs import Nursery
from tests.campaign.report import Progress, Trial, format_breaches, format_table, replace_table


async def test_a_service_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    nursery = Nursery()
    whole = make_sqlite_rig(nursery, tmp_path)
    rig = Rig(whole.name, whole.store, whole.service, [whole.service], learns=False)
    try:
        await rig.run({"service": 3}, Progress("kills"), seed=1)
    finally:
        rig.end()
        nursery.end()
    assert rig.breaches == []
    assert rig.kills == {"service": 3}
    assert rig.load.count >= 4
    assert "SIGKILL" in format_table([rig.describe()])


def test_what_is_lost_stored_twice_or_learned_twice_is_found() -> None:
    people = {"ann": {"a", "b", "c"}}
    sound = Contents(Counter("abc"), Counter("abc"), Counter({("ann", "note"): 1}))
    assert find_breaches(sound, people, learns=True) == []
    broken = Contents(Counter("abb"), Counter("aa"), Counter({("ann", "note"): 2}), 1, 2, ["keywords are missing"])
    assert find_breaches(broken, people, learns=True) == [
        "c was acknowledged and is lost",
        "b is stored 2 times",
        "a is learned 2 times",
        "a fact of ann is stored 2 times",
        "b is not learned from",
        "2 jobs still wait",
        "1 jobs were set aside",
        "keywords are missing",
    ]


def test_a_breach_is_shown_in_the_table_and_in_words() -> None:
    trials = [Trial("kills", "SIGKILL", "500", "none lost"), Trial("fuzz", "REST", "9", "", ["a 500"])]
    assert "| kills | SIGKILL | 500 | none lost |" in format_table(trials)
    assert "**1 breach**" in format_table(trials)
    assert format_breaches(trials) == "fuzz, REST: a 500"


def test_the_page_about_reliability_takes_a_new_table() -> None:
    page = PAGE.read_text("utf-8")
    replaced = replace_table(page, "a new table\n")
    assert "\na new table\n" in replaced
    assert "| kills |" not in replaced
    assert (replaced.partition("<!--")[0], replaced.rpartition("-->")[2]) == (
        page.partition("<!--")[0],
        page.rpartition("-->")[2],
    )
