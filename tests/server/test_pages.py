"""The pages about a person: what they show, what they do, and that they are safe to show."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from ricordo.server.pages.highlight import split_at_quotes
from tests.server.browsing import Visitor, list_known, say, store_about, visit
from tests.server.running import Running, run_service

PERSONS_PAGES = [
    "/me",
    "/me/memories",
    "/me/memories?kind=profile&state=superseded",
    "/me/memories?q=budget",
    "/me/timeline",
    "/me/memories?state=any&sort=field&since=2020-01-01&until=2040-01-01&field=budget",
    "/me/memories?kind=&state=&field=&tag=&since=&until=&sort=&q=",
    "/me/timeline?kind=profile",
    "/me/field?name=home",
    "/me/learning",
    "/me/conversations",
    "/me/conversation?id=s1",
    "/me/why",
    "/me/why?q=what+is+my+budget",
    "/me/control",
]
OPERATORS_PAGES = [
    "/operator",
    "/operator/people",
    "/operator/people?q=ali",
    "/operator/search",
    "/operator/search?user=alice&q=budget",
]
HOSTILE = "</q><script>alert(1)</script><img src=x onerror=alert(2)>\"'>{{7*7}}"


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    async with run_service(tmp_path, learning="inline") as service:
        yield service


@pytest_asyncio.fixture
async def alice(service: Running) -> AsyncGenerator[Visitor]:
    """Alice's browser, on a machine without keys."""
    await say(service, "My budget is $2,000. I love hiking.", "I live in Lisbon.", "I live in Oslo now.")
    await say(service, "I think my budget is maybe $3,000", session="s2")
    await say(service, "I work as a nurse.", session="s3", agent="guide")
    async with visit(service) as visitor:
        await visitor.choose_person("alice")
        yield visitor


async def list_ids(service: Running, state: str = "current") -> dict[str, str]:
    return await list_known(service, state=state)


async def test_every_page_is_there_and_well_formed(alice: Visitor) -> None:
    for path in PERSONS_PAGES + OPERATORS_PAGES:
        page = await alice.get(path)
        assert alice.status == 200, path
        assert alice.answer.headers["content-type"].startswith("text/html")
        assert page.count("<h1") == 1
        assert '<html lang="en">' in page
        assert "<style" not in page
        assert " style=" not in page
        assert not re.search(r"<script(?! src=)", page)
        names = re.findall(r'\bid="([^"]+)"', page)
        assert len(names) == len(set(names)), f"an id stands for one place: {path}"


async def test_a_page_says_what_browsers_must_not_do_with_it(alice: Visitor) -> None:
    await alice.get("/me")
    headers = alice.answer.headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"


async def test_the_profile_shows_the_source_of_every_field(alice: Visitor, service: Running) -> None:
    page = await alice.get("/me")
    for field, content, quote in [
        ("Budget", "Budget is $2,000", "My budget is $2,000"),
        ("Home", "Lives in Oslo", "I live in Oslo now"),
        ("Likes", "Loves hiking", "I love hiking"),
    ]:
        assert f">{field}</a></th>" in page
        assert content in page
        assert f'<q dir="auto">{quote}' in page
    assert "Lives in Lisbon" not in page


async def test_memories_are_found_by_kind_state_and_words(alice: Visitor) -> None:
    assert "Loves hiking" in await alice.get("/me/memories", kind="episodic")
    assert "Loves hiking" not in await alice.get("/me/memories", kind="profile")
    assert "Lives in Lisbon" in await alice.get("/me/memories", state="superseded")
    page = await alice.get("/me/memories", q="lisbon")
    assert "Lives in Lisbon" in page
    assert "Loves hiking" not in page
    assert "Nothing was found" in await alice.get("/me/memories", q="zzzz")
    await alice.get("/me/memories", kind="nonsense")
    assert alice.status == 422
    await alice.get("/me/memories", page="nonsense")
    assert alice.status == 422


async def test_history_is_shown_both_ways(alice: Visitor, service: Running) -> None:
    new, old = (await list_ids(service))["Lives in Oslo"], (await list_ids(service, "superseded"))["Lives in Lisbon"]
    page = await alice.get("/me/memory", id=new)
    assert "then replaced by" in page
    assert f'href="/me/memory?id={old}"' in page
    page = await alice.get("/me/memory", id=old)
    assert f'href="/me/memory?id={new}"' in page
    assert "change what replaced it instead" in page


async def test_from_a_memory_to_the_words_in_the_conversation(alice: Visitor, service: Running) -> None:
    page = await alice.get("/me/memory", id=(await list_ids(service))["Loves hiking"])
    assert "My budget is $2,000. <mark>I love hiking</mark>." in page
    found = re.search(r'href="(/me/conversation\?[^"#]+)#(turn-\w+)"', page)
    assert found is not None
    page = await alice.get(found[1].replace("&amp;", "&"))
    assert f'id="{found[2]}"' in page
    assert "<mark>I love hiking</mark>" in page
    assert "this memory</a> rests on" in page


async def test_from_an_answer_to_what_there_was_to_recall_then(alice: Visitor, service: Running) -> None:
    page = await alice.get("/me/conversation", id="s2")
    found = re.search(r'href="(/me/why\?answer=[^"]+)"', page)
    assert found is not None
    page = await alice.get(found[1])
    assert "I think my budget is maybe $3,000</q>" in page
    assert "My budget is $2,000" in page
    assert "Arm by arm" in page
    assert "keyword" in page


async def test_why_shows_the_arms_and_the_parts_of_the_score(alice: Visitor) -> None:
    page = await alice.get("/me/why", q="what is my budget?")
    assert re.search(r'role="img" aria-label="score [\d.]+: keyword \+[\d.]+, dense [+-][\d.]+', page)
    assert "<h3>keyword</h3>" in page
    assert 'words: <span dir="auto">budget</span>' in page
    page = await alice.get("/me/why", q="what is my work and my budget", agent="guide")
    assert "I work as a nurse" in page
    assert "My budget is $2,000" not in page


async def test_where_nothing_is_relevant_the_page_says_so(service: Running) -> None:
    async with visit(service) as nobody:
        await nobody.choose_person("carol")
        assert "Nothing relevant is known" in await nobody.get("/me/why", q="zebra")
        assert "Nothing is known yet" in await nobody.get("/me")
        assert "Nothing was learned yet" in await nobody.get("/me/timeline")
        assert "Nothing was said yet" in await nobody.get("/me/conversations")


async def test_a_conversation_can_be_paged_and_has_every_word(alice: Visitor, service: Running) -> None:
    await say(service, *(f"Remark {number} about nothing" for number in range(60)), session="long")
    page = await alice.get("/me/conversations")
    assert page.index("Remark 0") < page.index("My budget"), "newest first"
    page, seen = await alice.get("/me/conversation", id="long"), ""
    while earlier := re.search(r'<a href="([^"]+)">Earlier', page):
        seen += page
        page = await alice.get(earlier[1].replace("&amp;", "&"))
    seen += page
    assert all(f"Remark {number} about" in seen for number in range(60))
    assert "Nothing is kept of it" in await alice.get("/me/conversation", id="unknown")


async def test_what_is_not_there_is_a_page_that_says_so(alice: Visitor) -> None:
    for path in (
        "/me/nonsense",
        "/me/memory?id=nonsense",
        "/me/conversation?id=s1&turn=nonsense",
        "/me/why?answer=nonsense",
        "/operator/nonsense",
        "/console/nonsense",
    ):
        page = await alice.get(path)
        assert alice.status == 404, path
        assert "<h1>Not here</h1>" in page


async def test_hostile_text_is_shown_as_text(service: Running) -> None:
    scope = {
        "application": f"travel{HOSTILE}",
        "user": f"eve{HOSTILE}",
        "session": f"s{HOSTILE}",
        "agent": f"a{HOSTILE}",
    }
    async with service.client() as http:
        said = {"role": "user", "text": f"I love hiking. {HOSTILE}", "id": f"t{HOSTILE}", "author": f"eve{HOSTILE}"}
        assert (await http.post("/v1/turns", json={"scope": scope, "turns": [said]})).status_code == 201
        person = {name: scope[name] for name in ("application", "user")}
        (memory,) = (await http.get("/v1/memories", params=person)).json()["memories"]
        body = {"scope": person, "content": f"Likes {HOSTILE}"}
        assert (await http.patch(f"/v1/memories/{memory['id']}", json=body)).status_code == 200
    async with visit(service) as eve:
        await eve.choose_person(scope["user"], scope["application"])
        addresses: list[tuple[str, dict[str, str]]] = [
            ("/me", {}),
            ("/me/memories", {"q": HOSTILE}),
            ("/me/memory", {"id": memory["id"]}),
            ("/me/memory", {"id": HOSTILE}),
            ("/me/memories", {"tag": HOSTILE, "field": HOSTILE, "state": "any"}),
            ("/me/memories", {"since": HOSTILE}),
            ("/me/field", {"name": "likes"}),
            ("/me/field", {"name": HOSTILE}),
            ("/me/learning", {}),
            ("/operator/people", {}),
            ("/operator/people", {"q": HOSTILE, "application": HOSTILE}),
            ("/me/timeline", {}),
            ("/me/conversations", {}),
            ("/me/conversation", {"id": scope["session"], "turn": said["id"]}),
            ("/me/why", {"q": f"hiking {HOSTILE}"}),
            ("/me/control", {}),
            ("/operator", {}),
            ("/operator/search", {**person, "q": f"hiking {HOSTILE}"}),
            ("/operator/search", {"application": "\u0001", "q": HOSTILE}),
            ("/sign-in", {"next": HOSTILE, "token": HOSTILE, "user": HOSTILE}),
        ]
        for path, params in addresses:
            page = await eve.get(path, **params)
            assert "<script>" not in page, path
            assert "<img" not in page, path
        assert "&lt;script&gt;" in await eve.get("/me/conversation", id=scope["session"])


async def test_a_memory_about_somebody_else_says_whom(service: Running) -> None:
    await store_about(service, HOSTILE)
    async with visit(service) as alice:
        await alice.choose_person("alice")
        for path, params in (("/me/memories", {}), ("/me/memory", {"id": "m"})):
            page = await alice.get(path, **params)
            assert "about <bdi>&lt;/q&gt;&lt;script&gt;" in page
            assert "the application stated it" in page
            assert "<script>" not in page


async def test_everything_is_exported_as_a_file_and_can_be_brought_back(alice: Visitor, service: Running) -> None:
    await alice.get("/me/export")
    assert "attachment" in alice.answer.headers["content-disposition"]
    file = alice.answer.content
    rows = [json.loads(line) for line in file.splitlines()]
    assert {row["type"] for row in rows} == {"turn", "memory"}
    before = await list_ids(service)
    await alice.get("/me/control")
    await alice.send("/me/erase", sure="erase")
    assert await list_ids(service) == {}
    await alice.get("/me/control")
    page = await alice.send("/me/import", files={"file": ("export.jsonl", file)})
    assert f"Imported: {len(rows)} entries were new" in page
    assert await list_ids(service) == before
    for broken, reason in [
        (b"", "Choose a file"),
        (b"{nonsense", "Line 1 of the file is not JSON"),
        (b"[]", "must be an object"),
    ]:
        await alice.get("/me/control")
        page = await alice.send("/me/import", files={"file": ("export.jsonl", broken)})
        assert alice.status == 422
        assert reason in page


@given(st.text(max_size=60), st.lists(st.text(max_size=8), max_size=4))
def test_marking_quotes_changes_no_letter(text: str, quotes: list[str]) -> None:
    cut = split_at_quotes(text, quotes)
    assert "".join(piece.text for piece in cut) == text
    assert all(piece.text for piece in cut)
    for quote in quotes:
        if quote and quote in text:
            start = text.index(quote)
            marked = "".join(("x" if piece.is_quoted else ".") * len(piece.text) for piece in cut)
            assert set(marked[start : start + len(quote)]) == {"x"}
