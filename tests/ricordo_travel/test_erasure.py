"""Everything about a person goes: what the demo keeps beside the memory too."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import httpx2

from ricordo.testing import HashEmbedder
from ricordo_travel.clerk.reading.reader import write_program
from ricordo_travel.dialogue.values import keywords, text
from ricordo_travel.dialogue.yes import act_reader
from ricordo_travel.reservations import BookingRequest, Change, Reservations
from ricordo_travel.web import DemoSettings, create_app


async def test_erasing_everything_erases_bookings_and_cached_words(tmp_path: Path) -> None:
    app = create_app(DemoSettings(tmp_path, embedder=HashEmbedder()))
    cars = Reservations(tmp_path / "travel.db", "car")
    request = BookingRequest("car somewhere", date(2026, 12, 1), date(2026, 12, 4), 1, 9, {"car": "canary"}, 100)
    for person in ("alice", "bob"):
        cars.apply(person, Change(request))
    write_program("start", "a canary in Oslo")
    text.normalise("a canary in Oslo")
    keywords.keywords("a canary in Oslo")
    act_reader.read_parts("a canary in Oslo", "start")
    async with app.router.lifespan_context(app):
        transport, key = httpx2.ASGITransport(app=app), app.state.service.keys.create(application="demo").text
        headers = {"Authorization": f"Bearer {key}"}
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as client:
            one = {"scope": {"user": "alice"}}
            for part in ({"ids": ["no such turn"]}, {"before": "2026-01-01T00:00:00+00:00"}):
                assert (await client.post("/v1/forget", json={**one, **part})).status_code == 200
            assert len(cars.list("alice")) == 1
            assert (await client.post("/v1/forget", json=one)).status_code == 200
    assert (len(cars.list("alice")), len(cars.list("bob"))) == (0, 1)
    assert cars.count_taken(["car somewhere"], date(2026, 12, 1), date(2026, 12, 4)) == {"car somewhere": 1}
    assert text.normalise.cache_info().currsize == text._mend.cache_info().currsize == 0
    assert keywords._stem.cache_info().currsize == 0
    assert act_reader._score.cache_info().currsize == 0
    assert write_program.cache_info().currsize == 0
    files = [path.read_bytes() for path in tmp_path.glob("travel.db*")]
    assert sum(content.count(b'"canary"') for content in files) == 1
