"""The lists of the pages: people for those who may, memories with filters and orders, and what is done with many."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from ricordo import Scope, Turn
from ricordo.server.pages.memory_list import ORDERS, MemoryFilter, Order, sort_memories
from ricordo.values import Memory
from tests.server.browsing import SCOPE, Visitor, list_known, mint_token, say, visit
from tests.server.running import Running, run_service

ALICE = Scope(**SCOPE)
MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    async with run_service(tmp_path, learning="inline") as service:
        yield service


@pytest_asyncio.fixture
async def alice(service: Running) -> AsyncGenerator[Visitor]:
    """Alice's browser, with memories of three months."""
    told = [
        ("I love hiking. I live in Lisbon.", "hobby"),
        ("I live in Oslo now.", "move"),
        ("I work as a nurse.", "job"),
    ]
    for month, (text, tag) in enumerate(told):
        turn = Turn("user", text, occurred_at=MARCH + timedelta(days=30 * month), tags=[tag])
        await service.service.memory.remember([turn], scope=ALICE)
    async with visit(service) as visitor:
        await visitor.choose_person("alice")
        yield visitor


async def put_memories(service: Running, *contents: str, **more: str) -> None:
    """Store memories that the application stated."""
    row = {"type": "memory", "kind": "semantic", "source": "application", "scope": SCOPE, **more}
    row |= {"created_at": "2026-06-01", "valid_from": "2026-06-01"}
    rows = [{**row, "id": content.replace(" ", "-"), "content": content} for content in contents]
    assert await service.service.memory.import_(rows, scope=ALICE) == len(contents)


def list_shown(page: str) -> list[str]:
    """Return the contents of the memories that a list can choose, in their order."""
    return [unescape(name) for name in re.findall(r'aria-label="Choose: ([^"]*)"', page)]


def list_people(page: str) -> list[str]:
    return [unescape(name) for name in re.findall(r"Show memory<span[^>]*> of ([^<]*)</span>", page)]


async def test_people_are_listed_for_keys_and_never_for_a_person(service: Running) -> None:
    await say(service, "I love hiking.")
    await say(service, "I love sailing.", user="bob", agent="guide")
    await say(service, "I love sailing.", user="bob", agent="cook")
    await say(service, "I love tea.", user="carol", application="bank")
    async with visit(service) as anybody:
        assert list_people(await anybody.get("/operator/people")) == ["carol", "bob", "alice"]
    applications, operators = service.key("travel"), service.key(None)
    async with visit(service) as staff:
        await staff.sign_in(applications, next="/operator")
        assert list_people(await staff.get("/operator/people")) == ["bob", "alice"]
        assert list_people(await staff.get("/operator/people", application="bank")) == ["bob", "alice"]
        assert list_people(await staff.get("/operator/people", q=" ALI ")) == ["alice"]
        assert "Loves hiking" in await staff.send("/sign-in/person", user="alice", next="/me")
    async with visit(service) as operator:
        await operator.sign_in(operators, next="/operator")
        assert list_people(await operator.get("/operator/people")) == ["carol", "bob", "alice"]
        assert list_people(await operator.get("/operator/people", application="bank")) == ["carol"]
        assert "Nobody was found" in await operator.get("/operator/people", q="zzz")
        await operator.get("/operator/people", q="x" * 300)
        assert operator.status == 422
        await operator.get("/operator/people", cursor="nonsense")
        assert operator.status == 422
    async with visit(service) as person:
        await person.sign_in(await mint_token(service, "alice"))
        page = await person.get("/operator/people")
        assert person.status == 403
        assert "bob" not in page
        assert "/operator" not in await person.get("/me")
    async with visit(service) as stranger:
        assert "<h1>Sign in</h1>" in await stranger.get("/operator/people")


async def test_many_people_are_read_page_by_page(service: Running) -> None:
    names = [f"person {number:02}" for number in range(60)]
    for name in names:
        await service.service.memory.remember([Turn("user", "Hello.")], scope=Scope(application="travel", user=name))
    async with visit(service) as staff:
        page, seen = await staff.get("/operator/people"), list[str]()
        while more := re.search(r'href="(/operator/people\?[^"]*cursor=[^"]*)">More people', page):
            assert len(list_people(page)) == 25
            seen += list_people(page)
            page = await staff.get(unescape(more[1]))
        assert seen + list_people(page) == names[::-1]


_NEWEST_FIRST = ["Works as a nurse", "Lives in Oslo", "Loves hiking"]
FILTERED: list[tuple[dict[str, str], list[str]]] = [
    ({}, _NEWEST_FIRST),
    ({"sort": "oldest"}, ["Loves hiking", "Lives in Oslo", "Works as a nurse"]),
    ({"sort": "text"}, ["Lives in Oslo", "Loves hiking", "Works as a nurse"]),
    ({"sort": "field"}, ["Lives in Oslo", "Loves hiking", "Works as a nurse"]),
    ({"sort": "since"}, ["Works as a nurse", "Lives in Oslo", "Loves hiking"]),
    ({"state": "superseded"}, ["Lives in Lisbon"]),
    ({"state": "any", "field": "home", "sort": "oldest"}, ["Lives in Lisbon", "Lives in Oslo"]),
    ({"kind": "episodic"}, ["Loves hiking"]),
    ({"tag": "job"}, ["Works as a nurse"]),
    ({"tag": "nothing"}, []),
    ({"since": "2026-03-15"}, ["Works as a nurse", "Lives in Oslo"]),
    ({"until": "2026-03-02"}, ["Loves hiking"]),
    ({"since": "2026-03-03", "until": "2026-04-30"}, ["Lives in Oslo"]),
    ({"q": "oslo"}, ["Lives in Oslo"]),
    ({"q": "lives in", "state": "any", "sort": "oldest", "field": "home"}, ["Lives in Lisbon", "Lives in Oslo"]),
    ({"q": "oslo", "tag": "job"}, []),
    (
        {"kind": "", "state": "", "field": "", "tag": "", "since": "", "until": "", "sort": "text", "q": ""},
        ["Lives in Oslo", "Loves hiking", "Works as a nurse"],
    ),
]
NONSENSE: list[dict[str, str]] = [
    {"since": "yesterday"},
    {"until": "9999-12-31"},
    {"since": "2026-02-30"},
    {"kind": "turn"},
    {"state": "all"},
    {"sort": "random"},
    {"page": "0"},
    {"page": "100000"},
    {"field": "x" * 300},
    {"q": "x" * 3_000},
]


async def test_memories_are_filtered_and_sorted(alice: Visitor) -> None:
    for wishes, expected in FILTERED:
        assert list_shown(await alice.get("/me/memories", **wishes)) == expected, wishes
        assert alice.status == 200


async def test_a_wish_that_makes_no_sense_is_refused_with_a_page(alice: Visitor) -> None:
    for wishes in NONSENSE:
        page = await alice.get("/me/memories", **wishes)
        assert alice.status == 422, wishes
        assert "<h1>That did not work</h1>" in page


async def test_a_long_list_has_pages_that_keep_the_wishes(service: Running, alice: Visitor) -> None:
    await put_memories(service, *(f"Owns boat {number:02}" for number in range(55)))
    page = await alice.get("/me/memories", kind="semantic", sort="text")
    assert "1 to 50 of 55 memories" in page
    first = list_shown(page)
    following = re.search(r'href="([^"]+)">Next page', page)
    assert following is not None
    page = await alice.get(unescape(following[1]))
    assert first + list_shown(page) == [f"Owns boat {number:02}" for number in range(55)]
    assert "Previous page" in page
    assert "Next page" not in page


async def send_chosen(visitor: Visitor, path: str, ids: list[str], **fields: str) -> str:
    """Send the form of a list with several memories chosen."""
    data = {"form": visitor.form_token, "id": ids, **fields}
    visitor.answer = await visitor.http.post(path, data=data, follow_redirects=True)
    visitor.page = visitor.answer.text
    return visitor.page


async def export_all(service: Running) -> list[str]:
    return sorted([str(row) async for row in service.service.memory.export(scope=ALICE)])


@pytest.mark.parametrize(("verb", "state"), [("confirm", "disputed"), ("reject", "current")])
async def test_many_are_reviewed_at_once_and_all_of_it_is_undone(
    service: Running, alice: Visitor, verb: str, state: str
) -> None:
    await put_memories(service, "Lives in Bergen", state="disputed", field="home")
    await put_memories(service, "Works as a pilot", state="disputed", field="work")
    ids = list((await list_known(service, state=state)).values())
    assert len(ids) >= 2, "the story has something to review"
    before = await export_all(service)
    await alice.get("/me/memories", state="any")
    page = await send_chosen(alice, f"/me/memories/{verb}", ids, back="/me/memories?state=any")
    assert f"<h1>{len(ids)} memories {verb}ed</h1>" in page
    after = "current" if verb == "confirm" else "unsupported"
    assert set(ids) <= set((await list_known(service, state=after)).values())
    assert 'href="/me/memories?state=any">Back to the list' in page
    undo = [unescape(text) for text in re.findall(r'name="undo" value="([^"]+)"', page)]
    assert len(undo) == len(ids)
    data = {"form": alice.form_token, "undo": undo, "back": "/me/memories?state=any"}
    answer = await alice.http.post("/me/undo", data=data, follow_redirects=True)
    assert f"Undone: {len(ids)} of {len(ids)}" in answer.text
    assert answer.url.query == b"state=any"
    assert await export_all(service) == before


async def test_what_cannot_be_confirmed_stays_as_it_was(service: Running, alice: Visitor) -> None:
    current = (await list_known(service))["Loves hiking"]
    replaced = (await list_known(service, state="superseded"))["Lives in Lisbon"]
    before = await export_all(service)
    await alice.get("/me/memories")
    page = await send_chosen(alice, "/me/memories/confirm", [current, replaced, "nonsense"])
    assert "<h1>0 memories confirmed</h1>" in page
    assert "3 memories of those chosen stayed as they were" in page
    assert "Undo" not in page
    assert await export_all(service) == before


async def test_of_two_that_contradict_each_other_the_first_one_wins(service: Running, alice: Visitor) -> None:
    await put_memories(service, "Lives in Bergen", "Lives in Porto", state="disputed", field="home")
    await alice.get("/me/memories", state="disputed")
    page = await send_chosen(alice, "/me/memories/confirm", ["Lives-in-Porto", "Lives-in-Bergen"])
    assert "<h1>1 memory confirmed</h1>" in page
    assert "1 memory of those chosen stayed as it was" in page
    known = await list_known(service)
    assert "Lives in Porto" in known
    assert "Lives in Bergen" not in known


async def test_deleting_many_asks_first_and_says_that_it_is_for_good(service: Running, alice: Visitor) -> None:
    known = await list_known(service)
    ids = [known["Loves hiking"], known["Works as a nurse"]]
    await alice.get("/me/memories")
    page = await send_chosen(alice, "/me/memories/forget", [*ids, "nonsense"], back="/me/memories?sort=text")
    assert "<h1>Delete 2 memories for good?</h1>" in page
    assert "It cannot be undone" in page
    assert await list_known(service) == known, "nothing is gone yet"
    page = await send_chosen(alice, "/me/forget", ids, back="/me/memories?sort=text")
    assert ">Memories</th><td>2<" in page
    assert "Undo" not in page
    assert 'href="/me/memories?sort=text">Back to the list' in page
    assert list(await list_known(service)) == ["Lives in Oslo"]


async def test_choosing_nothing_or_too_much_changes_nothing(service: Running, alice: Visitor) -> None:
    before = await export_all(service)
    for path in ("/me/memories/confirm", "/me/memories/reject", "/me/memories/forget", "/me/forget"):
        for ids in ([], [str(number) for number in range(51)], [str(number) for number in range(1_000)]):
            await alice.get("/me/memories")
            await send_chosen(alice, path, ids)
            assert alice.status in {400, 422}, (path, len(ids))
    await alice.get("/me/memories")
    page = await send_chosen(alice, "/me/memories/reject", ["x"], back="https://evil.example/")
    assert "evil" not in page
    assert await export_all(service) == before


async def test_what_another_person_has_cannot_be_reviewed_with_ones_own(service: Running, alice: Visitor) -> None:
    await say(service, "I love sailing.", user="bob")
    bobs = await list_known(service, user="bob")
    for path in ("/me/memories/confirm", "/me/memories/reject"):
        await alice.get("/me/memories")
        assert "<h1>0 memories" in await send_chosen(alice, path, list(bobs.values()))
    await alice.get("/me/memories")
    page = await send_chosen(alice, "/me/memories/forget", list(bobs.values()))
    assert alice.status == 404
    assert "sailing" not in page
    assert await list_known(service, user="bob") == bobs


async def test_the_history_of_a_field_shows_what_replaced_what(service: Running, alice: Visitor) -> None:
    page = await alice.get("/me/field", name="home")
    new, old = (await list_known(service))["Lives in Oslo"], (await list_known(service, state="superseded"))
    assert page.index("Lives in Oslo") < page.index("Lives in Lisbon")
    assert f'replaced <a href="/me/memory?id={old["Lives in Lisbon"]}"' in page
    assert f'then replaced by <a href="/me/memory?id={new}"' in page
    await alice.get("/me/memory", id=new)
    await alice.send("/me/memory/correct", id=new, content="Lives in Bergen")
    assert "Lives in Bergen" in await alice.get("/me/field", name="home")
    await alice.get("/me/field", name="nothing")
    assert alice.status == 404


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    day = timedelta(days=draw(st.integers(0, 50)))
    return Memory(
        id=str(draw(st.integers(0, 99))),
        kind="semantic",
        content=draw(st.text("abcÄß", min_size=1, max_size=5)),
        scope=ALICE,
        created_at=MARCH + day,
        valid_from=MARCH - day,
        field=draw(st.none() | st.sampled_from(["home", "budget", "likes"])),
        tags=tuple(draw(st.sets(st.sampled_from(["x", "y"])))),
    )


@given(st.lists(memories(), max_size=8), st.sampled_from(ORDERS))
def test_an_order_loses_nothing_and_is_stable(items: list[Memory], order: Order) -> None:
    found = sort_memories(items, order)
    assert sorted(map(repr, found)) == sorted(map(repr, items))
    assert sort_memories(found, order) == found


@given(st.lists(memories(), max_size=8), st.sampled_from(["", "home"]), st.sampled_from(["", "x"]))
def test_a_filter_keeps_what_fits_and_nothing_else(items: list[Memory], field: str, tag: str) -> None:
    wanted = MemoryFilter(field=field, tag=tag)
    for item in items:
        assert wanted.fits(item) == ((not field or item.field == field) and (not tag or tag in item.tags))
