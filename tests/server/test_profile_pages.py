"""The known values of a person's fields, a page at a time."""

from __future__ import annotations

from pathlib import Path

from ricordo.ports.paging import PAGE_CHARACTERS
from tests.server.running import run_service

ALICE = {"application": "travel", "user": "alice"}


async def test_a_profile_has_pages_that_hold_everything_once(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, service.client() as client:
        said = [f"{number} " + "x" * 20_000 for number in range(80)]
        for number, value in enumerate(said):
            body = {"scope": ALICE, "values": {f"field_{number}": value}}
            assert (await client.put("/v1/profile", json=body)).status_code == 200
        found: list[str] = []
        cursor: str | None = None
        pages = 0
        while pages == 0 or cursor is not None:
            answer = await client.get("/v1/profile", params={**ALICE, **({"cursor": cursor} if cursor else {})})
            assert len(answer.content) < 2.5 * PAGE_CHARACTERS  # the text is in the value and in its memory
            body = answer.json()
            found += [one["value"] for values in body["fields"].values() for one in values]
            cursor, pages = body["next"], pages + 1
        assert sorted(found) == sorted(said)
        assert pages > 2
        put = await client.put("/v1/profile", json={"scope": ALICE, "values": {"diet": "vegan"}})
        assert len(put.content) < 2.5 * PAGE_CHARACTERS


async def test_a_cursor_that_nobody_gave_is_refused(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, service.client() as client:
        for cursor in ("", "superseded.", "current.x", "x"):
            answer = await client.get("/v1/profile", params={**ALICE, "cursor": cursor})
            assert (answer.status_code, answer.json()["error"]["type"]) == (422, "ValueError")
