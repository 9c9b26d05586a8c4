"""Questions on where to go: warm places, regions, and places that are refused."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from ricordo_travel.dialogue.facts.climate import find_warmth, has_warmth
from ricordo_travel.dialogue.trips.route import find_route
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.refusals import is_refused
from ricordo_travel.dialogue.values.statements import find_statements
from ricordo_travel.places import find_place
from tests.ricordo_travel.conversation import Talk, open_assistant


@pytest_asyncio.fixture
async def talk(tmp_path: Path) -> AsyncGenerator[Talk]:
    async with open_assistant(tmp_path) as assistant:
        yield Talk(assistant, "noa")


@pytest.mark.parametrize(
    ("place", "month", "warm"),
    [("Bali", 1, True), ("Crete", 1, False), ("Crete", 7, True), ("Sydney", 1, True), ("Sydney", 7, False),
     ("Oslo", 7, False), ("Kathmandu", 1, False), ("Honolulu", 2, True), ("Lisbon", 12, False)],
)  # fmt: skip
def test_warmth_follows_the_seasons(place: str, month: int, *, warm: bool) -> None:
    assert has_warmth(find_place(place), "warm", month) == warm


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("anywhere but not oslo again", {"Oslo"}),
        ("rome is too hot for us", {"Rome"}),
        ("no athens please", {"Athens"}),
        ("no berlin to rome", set[str]()),
        ("we loved porto", set[str]()),
        ("rather rome than porto", {"Porto"}),
        ("i prefer rome to porto", {"Porto"}),
        ("i'd prefer to fly to porto", set[str]()),
    ],
)
def test_a_refused_place_is_known(text: str, refused: set[str]) -> None:
    assert {each.name for each in find_mentions(text) if is_refused(text, each)} == refused


def test_a_continent_has_its_places() -> None:
    (asia,) = find_mentions("what about asia")
    assert {place.country for place in asia.places} >= {"Japan", "Thailand", "India"}


async def test_no_refused_and_no_cold_place_is_suggested(talk: Talk) -> None:
    reply = await talk.say("we fancy sun in january, where could we go? not bangkok please", "now")
    titles = re.findall(r"^• ([^,]+),", reply, re.MULTILINE)
    assert titles
    assert "Bangkok" not in titles
    assert all(has_warmth(find_place(title), "warm", 1) for title in titles)
    assert "warm in January" in reply
    more = await talk.say("bali is too far. what else?", "now")
    assert not {*titles, "Bali"} & set(re.findall(r"^• ([^,]+),", more, re.MULTILINE))


async def test_the_places_of_a_region_are_listed(talk: Talk) -> None:
    reply = await talk.say("what cities u have in south america?", "now")
    assert "Cusco" in reply
    assert "Buenos Aires" in reply
    assert "Rome" not in reply
    reply = await talk.say("and which cities do you have in france?", "now")
    assert "I serve Paris only" in reply


@pytest.mark.parametrize(
    ("text", "warmth"),
    [
        ("my wife says she'll melt in the heat", "cool"),
        ("bali in the heat? somewhere cooler please", "cool"),
        ("she can't stand the heat", "cool"),
        ("somewhere not too hot", "mild"),
        ("we want sun and heat", "warm"),
        ("cool, somewhere warm please", "warm"),
    ],
)
def test_who_suffers_from_heat_wants_it_cool(text: str, warmth: str) -> None:
    assert find_warmth(text) == warmth


def test_an_adjective_names_the_place_of_its_country() -> None:
    assert find_route("kathmandu is tempting, but rather the scottish one").destination == find_place("Edinburgh")
    assert not find_mentions("we love italian food")


def test_a_place_that_is_asked_for_and_refused_is_not_gone_to() -> None:
    route = find_route("rome? no. a flight to oslo from berlin")
    assert (route.origin, route.destination) == (find_place("Berlin"), find_place("Oslo"))
    (rome,) = find_mentions("rome? nah")
    assert is_refused("rome? nah", rome)


@pytest.mark.parametrize("text", ["we're all in and around london", "we start from london", "we're both in london"])
def test_where_people_are_is_where_they_start(text: str) -> None:
    route = find_route(text)
    assert (route.origin, route.destination) == (find_place("London"), None)


@pytest.mark.parametrize("text", ["london is where we live", "we're all in and around london", "we live in london"])
def test_home_is_stated(text: str) -> None:
    assert [(each.field, each.value) for each in find_statements(text)] == [("home", "London")]
