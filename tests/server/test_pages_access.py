"""Access to the pages: sign-in, sessions, CSRF, and that two people never see each other."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx2
import pytest
import pytest_asyncio

from ricordo import Ricordo, Scope
from ricordo.learn.undo import UndoStep, encode_step
from ricordo.server import Limits
from ricordo.server.pages.sessions import COOKIE
from ricordo.server.signing import derive_key, encode
from ricordo.testing import HashEmbedder
from ricordo_travel.web.app import DemoSettings
from ricordo_travel.web.app import create_app as create_demo
from tests.server.browsing import SCOPE, Visitor, list_known, mint_token, say, visit
from tests.server.running import Running, run_service
from tests.server.test_pages import OPERATORS_PAGES, PERSONS_PAGES

FORMS: list[tuple[str, dict[str, str]]] = [
    ("/me/memory/correct", {"id": "x", "content": "x"}),
    ("/me/memory/confirm", {"id": "x"}),
    ("/me/memory/reject", {"id": "x"}),
    ("/me/undo", {"undo": "x"}),
    ("/me/forget", {"id": "x"}),
    ("/me/memories/confirm", {"id": "x"}),
    ("/me/memories/reject", {"id": "x"}),
    ("/me/memories/forget", {"id": "x"}),
    ("/me/learning/retry", {}),
    ("/me/consent", {"switch": "capture", "to": "off"}),
    ("/me/import", {}),
    ("/me/erase", {"sure": "erase"}),
    ("/operator/retry", {}),
    ("/operator/check", {}),
    ("/sign-out", {}),
    ("/sign-in/person", {"user": "bob"}),
]


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncGenerator[Running]:
    """A service with a key, so that everybody has to sign in."""
    async with run_service(tmp_path, learning="inline") as service:
        await say(service, "My budget is $2,000. I love hiking.")
        await say(service, "I love sailing. I live in Rome.", user="bob")
        service.key("travel")
        yield service


async def test_a_stranger_is_sent_to_sign_in(service: Running) -> None:
    async with visit(service) as stranger:
        for path in [*PERSONS_PAGES, *OPERATORS_PAGES, "/me/export", "/"]:
            page = await stranger.get(path)
            assert "<h1>Sign in</h1>" in page, path
            assert stranger.answer.url.path == "/sign-in"
            assert "budget is" not in page


async def test_with_a_token_a_person_sees_their_own_memory(service: Running) -> None:
    async with visit(service) as alice:
        await alice.get("/me/timeline")
        await alice.send("/sign-in", credential=await mint_token(service, "alice"), next="/me/timeline")
        assert alice.answer.url.path == "/me/timeline"
        page = await alice.get("/me")
        assert "Budget is $2,000" in page
        assert "sailing" not in page
        assert "Operator" not in page
        await alice.send("/sign-out")
        assert "<h1>Sign in</h1>" in await alice.get("/me")


async def test_a_link_with_a_token_asks_before_it_signs_in(service: Running) -> None:
    token = await mint_token(service, "alice")
    async with visit(service) as alice:
        page = await alice.get("/sign-in", token=token)
        assert f'value="{token}"' in page
        assert "<h1>Sign in</h1>" in await alice.get("/me"), "looking at the link alone does nothing"
        await alice.get("/sign-in", token=token)
        await alice.send("/sign-in", credential=token)
        assert alice.answer.url.path == "/me"


async def test_the_cookie_is_kept_from_scripts_and_other_sites(service: Running) -> None:
    async with visit(service) as alice:
        await alice.get("/sign-in")
        data = {"form": alice.form_token, "credential": await mint_token(service, "alice")}
        host = service.url.removeprefix("http://")
        for origin, secure in ((f"http://{host}", False), (f"https://{host}", True)):
            answer = await alice.http.post("/sign-in", data=data, headers={"Origin": origin})
            cookie = answer.headers["set-cookie"]
            assert answer.status_code == 303
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert ("Secure" in cookie) is secure
            assert data["credential"] not in cookie
            alice.http.cookies.clear()
            await alice.get("/sign-in")
            data["form"] = alice.form_token


async def test_two_people_never_see_each_other(service: Running) -> None:
    of_alice = await list_known(service)
    async with visit(service) as bob:
        await bob.sign_in(await mint_token(service, "bob"))
        for path in PERSONS_PAGES:
            page = await bob.get(path)
            assert bob.status == 200, path
            assert "hiking" not in page.replace("q=hiking", "")
            assert "$2,000" not in page
        for content, id in of_alice.items():
            assert content not in await bob.get("/me/memory", id=id)
            assert bob.status == 404
            for path, fields in FORMS[:3]:
                await bob.get("/me")
                await bob.send(path, **{**fields, "id": id})
                assert bob.status == 404, path
            await bob.get("/me")
            assert ">Memories</th><td>0<" in await bob.send("/me/forget", id=id)
        turns = await service.service.memory.turns(scope=Scope(application="travel", user="alice"), limit=10)
        assert "hiking" not in await bob.get("/me/conversation", id="s1", turn=turns[0].id)
        assert "hiking" not in await bob.get("/me/why", answer=turns[1].id)
        assert bob.status == 404
        assert "hiking" not in await bob.get("/me/export")
        await bob.get("/me/control")
        await bob.send("/me/erase", sure="erase", user="alice", application="travel")
    assert await list_known(service) == of_alice
    assert await list_known(service, user="bob") == {}


@pytest.mark.parametrize("bound", [{"agent": "guide"}, {"session": "s9"}, {"agent": "guide", "session": "s9"}])
async def test_a_token_for_one_agent_or_conversation_opens_no_other(service: Running, bound: dict[str, str]) -> None:
    memory, doctor = service.service.memory, Scope(application="travel", user="alice", agent="doctor", session="s2")
    await say(service, "I love sailing.", session="s9", agent="guide")
    await say(service, "I take pills for my heart.", session="s2", agent="doctor")
    await memory.set_consent(scope=Scope(application="travel", user="alice", agent="doctor"), sharing=False)
    (secret, answer) = await memory.turns(scope=doctor)
    off = [doctor, Scope(application="travel", user="alice", agent="doctor"), Scope(**SCOPE, session="s2")]
    for scope in off:
        await memory.set_consent(scope=scope, capture=False)
    async with visit(service) as guide:
        await guide.sign_in(await mint_token(service, "alice", bound=bound))
        for path, query in (
            ("/me", {}),
            ("/me/memories", {}),
            ("/me/memories", {"q": "pills"}),
            ("/me/memories", {"state": "any", "field": "medication"}),
            ("/me/field", {"name": "medication"}),
            ("/me/learning", {}),
            ("/me/learning/state", {}),
            ("/operator/people", {}),
            ("/me/timeline", {}),
            ("/me/conversations", {}),
            ("/me/conversation", {"id": "s2"}),
            ("/me/conversation", {"id": "s2", "turn": secret.id}),
            ("/me/conversation", {"turn": secret.id}),
            ("/me/why", {"q": "which medicine do I take?"}),
            ("/me/why", {"q": "which medicine do I take?", "agent": "doctor"}),
            ("/me/why", {"answer": answer.id}),
            ("/me/control", {}),
            ("/me/export", {}),
        ):
            page = await guide.get(path, **query)
            assert "pills" not in page.replace("q=pills", "").replace('value="pills"', ""), (path, query)
            assert "doctor" not in page.replace("agent=doctor", ""), (path, query)
        assert "sailing" in await guide.get("/me/conversation", id="s9")
        hidden = [
            item.id async for item in memory.memories(scope=Scope(**SCOPE), state=None) if "pills" in item.content
        ]
        before = await list_known(service)
        for path in ("/me/memories/confirm", "/me/memories/reject", "/me/memories/forget", "/me/forget"):
            for id in (secret.id, *hidden):
                await guide.get("/me/memories")
                assert "pills" not in await guide.send(path, id=id)
        assert await list_known(service) == before
        assert len(await memory.turns(scope=doctor)) == 2
        for fields in ({"agent": "doctor"}, {"conversation": "s2"}, {"agent": "doctor", "conversation": "s2"}):
            await guide.get("/me/control")
            await guide.send("/me/consent", switch="capture", to="on", **fields)
    assert [(await memory.consents(scope=scope))[scope].capture for scope in off] == [False, False, False]


async def test_an_undo_step_cannot_be_signed_with_what_a_browser_has(service: Running) -> None:
    """All that a browser holds is its cookies and the token of its forms: none of them is the secret."""
    id = (await list_known(service))["Loves hiking"]
    step = encode_step(UndoStep("reject", id, "unsupported", "0" * 32))
    assert step is not None
    async with visit(service) as alice:
        await alice.sign_in(await mint_token(service, "alice"))
        claims = json.loads(base64.urlsafe_b64decode(alice.http.cookies[COOKIE].split(".")[1] + "=="))
        await alice.get("/me/control")
        content = {"session": claims["nonce"], "undo": step, "exp": 2**40}
        secrets = [claims["nonce"], alice.form_token, alice.http.cookies[COOKIE], ""]
        keys = [secret.encode() for secret in secrets]
        keys += [
            derive_key(secret.encode(), purpose) for secret in secrets for purpose in ("flash-undo", "undo", "form")
        ]
        forged = [encode(content, key) for key in keys if key]
        malformed = [step, "", "x", ".", "..", "é", "a.b.c", alice.http.cookies[COOKIE]]
        for text in [*forged, *malformed]:
            await alice.get("/me/control")
            page = await alice.send("/me/undo", undo=text)
            assert alice.status == 422, text
            assert "for a minute only" in page
    assert (await list_known(service))["Loves hiking"] == id


async def test_operators_pages_are_not_for_a_person(service: Running) -> None:
    async with visit(service) as alice:
        await alice.sign_in(await mint_token(service, "alice"))
        for path in OPERATORS_PAGES:
            page = await alice.get(path)
            assert alice.status == 403
            assert "This page is for operators" in page
        await alice.get("/me")
        await alice.send("/operator/retry")
        assert alice.status == 403
        await alice.get("/me")
        await alice.send("/sign-in/person", user="bob")
        assert alice.status == 403


async def test_with_an_applications_key_one_sees_that_application(service: Running) -> None:
    await _say_in_other_application(service)
    async with visit(service) as staff:
        await staff.sign_in(service.key("travel"), next="/operator")
        assert 'Application <b dir="auto">travel</b>' in staff.page
        assert "Check the store" not in staff.page
        assert "Latency" not in staff.page
        await staff.send("/operator/check")
        assert staff.status == 403
        await staff.get("/sign-in")
        await staff.send("/sign-in/person", user="alice")
        assert "Budget is $2,000" in staff.page
        await staff.get("/sign-in")
        await staff.send("/sign-in/person", user="alice", application="bank")
        assert staff.status == 403
        await staff.get("/operator/search", application="bank", user="carol", q="diving")
        assert staff.status == 403
        assert "diving" not in await staff.get("/operator/search", q="what do I love")
        await staff.get("/sign-in")
        await staff.send("/sign-in/person", user="carol")
        assert "diving" not in await staff.get("/me")


async def _say_in_other_application(service: Running) -> None:
    async with service.client(service.key(None)) as http:
        scope = {"application": "bank", "user": "carol"}
        await http.post("/v1/turns", json={"scope": scope, "turns": [{"role": "user", "text": "I love diving."}]})


async def test_with_an_operators_key_one_sees_the_whole(service: Running) -> None:
    await _say_in_other_application(service)
    async with visit(service) as operator:
        await operator.sign_in(service.key(None), next="/operator")
        assert "<b>3</b> owners" in operator.page
        page = await operator.get("/operator/search", application="bank", user="carol", q="diving")
        assert "I love diving" in page
        assert "the scope is empty" in (await operator.get("/operator/search", q="diving")).lower()


async def test_a_form_from_elsewhere_changes_nothing(service: Running) -> None:
    before = await list_known(service)
    async with visit(service) as staff:
        await staff.sign_in(service.key(None))
        await staff.choose_person("alice")
        good = staff.form_token
        for path, fields in FORMS:
            for data in (fields, {**fields, "form": ""}, {**fields, "form": "0" * 64}):
                answer = await staff.http.post(path, data=data)
                assert answer.status_code == 403, path
            evil = {"Origin": "https://evil.example"}
            answer = await staff.http.post(path, data={**fields, "form": good}, headers=evil)
            assert answer.status_code == 403, path
            assert "<h1>Not allowed</h1>" in answer.text
        assert "Budget is $2,000" in await staff.get("/me"), "still signed in, and all is there"
    assert await list_known(service) == before


async def test_a_wrong_key_or_token_is_refused_with_a_reason(service: Running) -> None:
    async with visit(service) as stranger:
        for credential in ("", "rk_nonsense", "eyJ.nonsense.x", "nonsense", "rk_é_ü", "Bearer x"):
            await stranger.sign_in(credential)
            assert stranger.status == 401, credential
            assert 'role="alert"' in stranger.page
            assert "<h1>Sign in</h1>" in await stranger.get("/me")


async def test_a_session_ends_with_its_token_and_with_its_key(service: Running) -> None:
    clock = service.service.clock
    async with visit(service) as alice:
        await alice.sign_in(await mint_token(service, "alice", seconds=60))
        assert "Budget" in await alice.get("/me")
        later = clock() + 61
        service.service.clock = lambda: later
        assert "<h1>Sign in</h1>" in await alice.get("/me")
        service.service.clock = clock
    async with visit(service) as staff:
        await staff.sign_in(service.key("travel"))
        await staff.get("/operator")
        for key in service.keys.all():
            service.keys.revoke(key.id)
        assert "<h1>Sign in</h1>" in await staff.get("/operator")


async def test_a_forged_cookie_is_worth_nothing(service: Running) -> None:
    async with visit(service) as alice:
        await alice.sign_in(await mint_token(service, "alice"))
        cookie = alice.http.cookies[COOKIE]
        header, payload, signature = cookie.split(".")
        claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
        changes: list[dict[str, object]] = [
            {"person": {"application": "travel", "user": "bob"}},
            {"exp": 2**40},
            {"by_token": False},
            {"key": service.keys.all()[0].id},
            {"key": None},
            {"person": None},
            {"nonce": "\ud800"},
        ]
        for change in changes:
            forged = _encode({**claims, **change})
            bare = _encode({name: value for name, value in {**claims, **change}.items() if name != "key"})
            unsigned = _encode({"alg": "none", "typ": "JWT"})
            for value in (
                *(f"{header}.{forged}.{end}" for end in (signature, "", "é")),
                *(f"{header}.{bare}.{signature}", f"{unsigned}.{forged}.", forged, "x", ".", ".."),
            ):
                answer = await alice.http.get("/me", headers={b"Cookie": f"{COOKIE}={value}".encode()})
                assert answer.status_code == 303, (change, value)
        token = await mint_token(service, "alice")
        answer = await alice.http.get("/me", headers={"Cookie": f"{COOKIE}={token}"})
        assert answer.status_code == 303, "a token is no session"
    async with service.client(cookie) as http:
        assert (await http.get("/v1/memories")).status_code == 401, "and a session is no token"


def _encode(claims: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()


async def test_signing_in_leads_nowhere_else(service: Running) -> None:
    token = await mint_token(service, "alice")
    for next in ("https://evil.example", "//evil.example", "/\\evil.example", "/v1/export", "/me\nx"):
        async with visit(service) as alice:
            await alice.get("/sign-in", next=next)
            assert "evil" not in alice.page
            await alice.send("/sign-in", credential=token, next=next)
            assert alice.answer.url.path == "/me"


async def test_somebody_in_front_may_vouch_for_a_person(service: Running) -> None:
    async with service.client(await mint_token(service, "alice")) as http:
        alice = Visitor(http)
        page = await alice.get("/me")
        assert "Budget is $2,000" in page
        assert "Sign out" not in page
        await alice.get("/me/control")
        assert "Paused" in await alice.send("/me/consent", switch="capture", to="off")
        await alice.get("/operator")
        assert alice.status == 403
    async with service.client(service.key("travel")) as http:
        staff = Visitor(http)
        await staff.choose_person("alice", None)
        assert "Budget is $2,000" in await staff.get("/me")
    async with service.client("eyJ.nonsense") as http:
        assert "<h1>Sign in</h1>" in await Visitor(http).get("/me")


async def test_travellers_see_their_own_console_beside_the_assistant(tmp_path: Path) -> None:
    app = create_demo(DemoSettings(tmp_path, embedder=HashEmbedder()))
    async with app.router.lifespan_context(app):

        def browser() -> httpx2.AsyncClient:
            return httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1")

        async with browser() as first, browser() as second:
            alice, bob = Visitor(first), Visitor(second)
            assert "Travel assistant" in await alice.get("/")
            await bob.get("/")
            said = {"userInput": "I love hiking.", "conversationId": "7b7c1d3e-1111-4222-8333-444455556666"}
            await alice.get("/api/v1/agent", **said)
            assert "Loves hiking" in await alice.get("/me")
            assert "hiking" not in await bob.get("/me")
            await alice.get("/me/control")
            assert "Everything is erased" in await alice.send("/me/erase", sure="erase")
            await alice.get("/operator")
            assert alice.status == 403


async def test_no_log_holds_what_is_on_the_pages(service: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="ricordo")
    async with visit(service) as staff:
        await staff.sign_in(service.key(None))
        await staff.choose_person("user-zanzibar", "app-zanzibar")
        await staff.get("/me/memories", q="canary4711")
        await staff.get("/me/memory", id="canary4711")
        await staff.get("/me/canary4711")
        await staff.get("/me/control")
        await staff.send("/me/consent", switch="capture", to="off", conversation="canary4711")
        await staff.send("/me/memory/correct", id="canary4711", content="canary4711")
    log = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("ricordo"))
    assert "POST /me/consent 303" in log
    assert "canary4711" not in log
    assert "zanzibar" not in log


async def test_the_api_takes_no_cookie(service: Running) -> None:
    async with visit(service) as alice:
        await alice.sign_in(await mint_token(service, "alice"))
        assert (await alice.http.get("/v1/memories")).status_code == 401


async def test_local_mode_says_so_and_ends_with_the_first_key(tmp_path: Path) -> None:
    async with run_service(tmp_path, learning="inline") as service, visit(service) as anybody:
        page = await anybody.get("/")
        assert "Local mode" in page
        assert "Whose memory?" in page
        await anybody.choose_person("alice")
        assert "Local mode" in await anybody.get("/me")
        answer = await anybody.http.get("/me", headers={"X-Forwarded-For": "10.0.0.1"})
        assert answer.status_code == 303
        answer = await anybody.http.get("/me", headers={"Host": "rebound.example"})
        assert answer.status_code == 303
        await anybody.get("/sign-in")
        await anybody.send("/sign-in/person", user=" ")
        assert anybody.status == 422
        service.key("travel")
        assert "<h1>Sign in</h1>" in await anybody.get("/me")


async def test_limits_hold_for_pages_and_are_said_as_pages(tmp_path: Path) -> None:
    async with (
        run_service(tmp_path, Limits(rate=0.001, burst=5, body_bytes=2_000)) as service,
        visit(service) as anybody,
    ):
        await anybody.choose_person("alice")
        await anybody.get("/me/control")
        await anybody.send("/me/import", files={"file": ("x", b"x" * 3_000)})
        assert anybody.status == 413
        assert "<h1>That did not work</h1>" in anybody.page
        await anybody.get("/me")
        assert anybody.status == 429
        assert anybody.answer.headers["retry-after"]
        assert "<h1>" in anybody.page


async def test_a_page_that_takes_too_long_is_given_up_with_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    async with run_service(tmp_path, Limits(rate=0, seconds=0.2)) as service, visit(service) as anybody:
        await anybody.choose_person("alice")
        monkeypatch.setattr(Ricordo, "consent", never)
        page = await anybody.get("/me/control")
        assert anybody.status == 504
        assert anybody.answer.headers["content-type"].startswith("text/html")
        assert "<h1>That did not work</h1>" in page
        assert "took longer than 0.2 seconds" in page
        assert "default-src" in anybody.answer.headers["content-security-policy"]
