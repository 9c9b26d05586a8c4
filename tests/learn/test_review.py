"""Learning and reviews on real stores: nothing is lost, and old and new memories are linked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
from pydantic import BaseModel

from ricordo import Ricordo, Turn
from ricordo.ports.changes import PutMemory
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction
from ricordo.testing import HashEmbedder
from ricordo.values import Evidence, Memory, NotFound, Review, Scope, State

ALICE = Scope(application="test", user="alice", session="1")
PERSON = ALICE.owner()
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Script:
    """An extractor that finds in each sentence what the test has prepared for it."""

    name = "script/1"

    def __init__(self) -> None:
        self.says: dict[str, list[dict[str, Any]]] = {}
        self.gate: asyncio.Event | None = None
        self.reached = asyncio.Event()

    async def extract(self, exchange: Exchange) -> Extraction:
        made = [
            Candidate("semantic", evidence=(Evidence(turn.id, turn.text),), **given)
            for turn in exchange.turns
            for given in self.says.get(turn.text, ())
        ]
        if self.gate:
            self.reached.set()
            await self.gate.wait()
        return Extraction(tuple(made))

    def estimate(self, exchange: Exchange) -> Cost:
        del exchange
        return Cost()


class World:
    """A memory with a clock and a speaker."""

    def __init__(self, memory: Ricordo, script: Script) -> None:
        self.memory = memory
        self.script = script
        self.now = MONDAY

    async def say(self, text: str, *, day: int | None = None, **candidate: Any) -> None:
        """Remember a sentence on a day after Monday, with the memory that is learned from it."""
        at = None if day is None else MONDAY + timedelta(days=day)
        self.now = max(self.now, at or self.now) + timedelta(minutes=1)
        self.script.says[text] = [candidate] if candidate else []
        await self.memory.remember([Turn(role="user", text=text, occurred_at=at or self.now)], scope=ALICE)

    async def say_home(self, place: str, *, day: int | None = None, said: str = "I live in {}", **more: Any) -> None:
        await self.say(said.format(place), day=day, content=f"Lives in {place}", field="home", value=place, **more)

    async def load_memories(self, state: State | None = None) -> list[Memory]:
        """Return the learned memories, without summaries."""
        everything = [item async for item in self.memory.memories(scope=PERSON, state=state)]
        return [item for item in everything if item.kind != "summary"]

    async def load_by_content(self) -> dict[str, Memory]:
        return {item.content: item for item in await self.load_memories()}

    async def recall_texts(self, query: str, *, day: float | None = None) -> set[str]:
        """Return the texts that are recalled, as of a day."""
        as_of = None if day is None else MONDAY + timedelta(days=day)
        kinds: list[Literal["episodic", "semantic", "profile"]] = ["episodic", "semantic", "profile"]
        return {hit.text for hit in await self.memory.recall(query, scope=PERSON, kinds=kinds, as_of=as_of)}


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[World]:
    url = "memory://" if request.param == "memory" else str(tmp_path / "memory.db")
    script = Script()
    made: list[World] = []
    async with Ricordo.open(
        url, embedder=HashEmbedder(), extractor=script, learning="inline", clock=lambda: made[0].now if made else MONDAY
    ) as memory:
        made.append(World(memory, script))
        yield made[0]
        assert await memory.jobs() == []
        assert await memory.maintenance.check() == []


async def test_a_newer_statement_supersedes_and_both_are_linked(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    await world.say_home("Porto", day=7)
    known = await world.load_by_content()
    old, new = known["Lives in Lisbon"], known["Lives in Porto"]
    assert (old.state, new.state) == ("superseded", "current")
    assert old.valid_until == new.valid_from == MONDAY + timedelta(days=7)
    assert (old.superseded_by, new.supersedes) == (new.id, (old.id,))
    assert await world.recall_texts("lives") == {"Lives in Porto"}
    assert await world.recall_texts("lives", day=3) == {"Lives in Lisbon"}
    assert await world.recall_texts("lives", day=8) == {"Lives in Porto"}
    assert await world.recall_texts("lives", day=-1) == set()


async def test_an_older_statement_that_arrives_later_is_history(world: World) -> None:
    await world.say_home("Porto", day=7)
    await world.say_home("Lisbon", day=0)
    known = await world.load_by_content()
    old, new = known["Lives in Lisbon"], known["Lives in Porto"]
    assert (old.state, new.state) == ("superseded", "current")
    assert old.valid_until == new.valid_from
    assert (old.superseded_by, new.supersedes) == (new.id, (old.id,))
    assert await world.recall_texts("lives", day=3) == {"Lives in Lisbon"}


async def test_what_is_said_again_is_more_evidence_and_not_one_more_row(world: World) -> None:
    for number in range(4):
        await world.say_home("Lisbon", said=f"{number}: I live in {{}}")
    (item,) = await world.load_memories()
    assert len(item.evidence) == 4
    for number in range(30):
        await world.say_home("Lisbon", said=f"Once more ({number}), I live in {{}}")
    (item,) = await world.load_memories()
    assert len(item.evidence) == 20
    assert item.evidence[0].quote.startswith("0:")
    assert item.evidence[-1].quote.startswith("Once more (29)")


@pytest.mark.parametrize(
    ("said", "more"),
    [("I think I live in {}", {}), ("Maybe in {}", {}), ("{} is nice to come back to", {"explicit": False})],
)
async def test_a_contradiction_that_is_doubtful_or_implied_waits(world: World, said: str, more: dict[str, Any]) -> None:
    await world.say_home("Lisbon", day=0)
    await world.say_home("Porto", day=1, said=said, **more)
    known = await world.load_by_content()
    assert (known["Lives in Lisbon"].state, known["Lives in Porto"].state) == ("current", "disputed")
    assert await world.recall_texts("lives") == {"Lives in Lisbon"}
    await world.say_home("Porto", day=2, said=f"{said} again", **more)
    assert len(await world.load_memories()) == 2
    await world.say_home("Porto", day=5)
    known = await world.load_by_content()
    assert (known["Lives in Lisbon"].state, known["Lives in Porto"].state) == ("superseded", "current")
    assert known["Lives in Porto"].supersedes == (known["Lives in Lisbon"].id,)
    assert await world.recall_texts("lives", day=4) == {"Lives in Lisbon"}


async def test_confirming_makes_current_and_supersedes_what_it_contradicts(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    await world.say_home("Porto", day=1, said="Maybe in {}")
    disputed = (await world.load_by_content())["Lives in Porto"]
    confirmed = (await world.memory.confirm(disputed.id, scope=PERSON)).memory
    known = await world.load_by_content()
    assert confirmed == known["Lives in Porto"]
    assert (known["Lives in Lisbon"].state, confirmed.state) == ("superseded", "current")
    assert known["Lives in Lisbon"].superseded_by == confirmed.id
    assert await world.memory.confirm(confirmed.id, scope=PERSON) == Review(confirmed)
    with pytest.raises(ValueError, match="superseded"):
        await world.memory.confirm(known["Lives in Lisbon"].id, scope=PERSON)


async def test_confirming_works_by_words_too_and_against_what_was_said_later(world: World) -> None:
    await world.say("I eat meat", day=5, content="Eats meat")
    await world.say("Maybe I do not eat meat", day=1, content="Does not eat meat")
    known = await world.load_by_content()
    assert known["Does not eat meat"].state == "disputed"
    await world.memory.confirm(known["Does not eat meat"].id, scope=PERSON)
    known = await world.load_by_content()
    assert (known["Eats meat"].state, known["Does not eat meat"].state) == ("superseded", "current")


async def test_rejecting_restores_what_was_superseded(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    await world.say_home("Porto", day=1)
    porto = (await world.load_by_content())["Lives in Porto"]
    rejected = (await world.memory.reject(porto.id, scope=PERSON)).memory
    assert rejected.state == "unsupported"
    lisbon = (await world.load_by_content())["Lives in Lisbon"]
    assert (lisbon.state, lisbon.valid_until, lisbon.superseded_by) == ("current", None, None)
    assert await world.recall_texts("lives") == {"Lives in Lisbon"}
    for day in (0.5, 2, 400):
        assert await world.recall_texts("lives", day=day) == {"Lives in Lisbon"}
    assert (await world.memory.reject(porto.id, scope=PERSON)).memory.state == "unsupported"
    assert (await world.load_by_content())["Lives in Lisbon"].state == "current"


async def test_rejecting_something_in_the_middle_closes_the_chain(world: World) -> None:
    for day, place in enumerate(["Lisbon", "Porto", "Faro"]):
        await world.say_home(place, day=day)
    await world.memory.reject((await world.load_by_content())["Lives in Porto"].id, scope=PERSON)
    known = await world.load_by_content()
    assert known["Lives in Lisbon"].state == "superseded"
    assert known["Lives in Lisbon"].superseded_by == known["Lives in Faro"].id
    assert known["Lives in Lisbon"].valid_until == known["Lives in Faro"].valid_from
    assert {item.content for item in await world.load_memories("current")} == {"Lives in Faro"}


async def test_rejecting_what_was_disputed_leaves_the_rest_alone(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    await world.say_home("Porto", day=1, said="Maybe in {}")
    await world.memory.reject((await world.load_by_content())["Lives in Porto"].id, scope=PERSON)
    known = await world.load_by_content()
    assert (known["Lives in Lisbon"].state, known["Lives in Porto"].state) == ("current", "unsupported")


class Where(BaseModel):
    home: str | None = None
    likes: list[str] = []
    budget: int | None = None


async def test_correcting_keeps_the_id_and_the_history(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    (item,) = await world.load_memories()
    world.now = MONDAY + timedelta(days=3)
    corrected = (await world.memory.correct(item.id, "Lives in Porto", scope=PERSON)).memory
    assert (corrected.id, corrected.content, corrected.state, corrected.value) == (
        item.id,
        "Lives in Porto",
        "current",
        "Porto",
    )
    assert (corrected.source, corrected.maker, corrected.evidence) == ("person", "person", ())
    before = (await world.load_by_content())["Lives in Lisbon"]
    assert (before.state, before.superseded_by, before.evidence) == ("superseded", item.id, item.evidence)
    assert corrected.supersedes == (before.id,)
    assert await world.recall_texts("lives", day=1) == {"Lives in Lisbon"}
    assert await world.recall_texts("lives") == {"Lives in Porto"}
    assert (await world.memory.profile(Where, scope=ALICE)).value.home == "Porto"


async def test_correcting_settles_what_it_contradicts(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    await world.say_home("Porto", day=1, said="Maybe in {}")
    known = await world.load_by_content()
    await world.memory.correct(known["Lives in Porto"].id, "Lives in Faro", scope=PERSON)
    assert [item.content for item in await world.load_memories("current")] == ["Lives in Faro"]
    assert await world.recall_texts("lives", day=0.5) == {"Lives in Lisbon"}
    old = (await world.load_by_content())["Lives in Lisbon"]
    await world.memory.correct(old.id, "Lives in Braga", scope=PERSON)
    assert [item.content for item in await world.load_memories("current")] == ["Lives in Braga"]


@pytest.mark.parametrize("verb", ["confirm", "reject", "correct"])
async def test_what_is_not_there_cannot_be_reviewed(world: World, verb: str) -> None:
    await world.say_home("Lisbon")
    (item,) = await world.load_memories()
    more = ("Lives in Porto",) if verb == "correct" else ()
    for id, scope in [("nothing", PERSON), (item.id, Scope(application="test", user="bob")), (item.id, ALICE)]:
        with pytest.raises(NotFound):
            await getattr(world.memory, verb)(id, *more, scope=scope)
    assert await world.load_memories() == [item]


async def test_what_is_over_ends_and_fills_no_field(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    ended = {"content": "No longer lives in Lisbon", "field": "home", "value": "Lisbon", "ended": True}
    await world.say("I no longer live in Lisbon", day=1, **ended)
    known = await world.load_by_content()
    assert (known["Lives in Lisbon"].state, known["No longer lives in Lisbon"].state) == ("superseded", "current")
    assert (await world.memory.profile(Where, scope=ALICE)).known == {}


async def test_what_is_over_and_was_never_known_fills_no_field_either(world: World) -> None:
    await world.say("I used to live in Rome", content="Used to live in Rome", field="home", value="Rome", ended=True)
    assert (await world.memory.profile(Where, scope=ALICE)).known == {}
    assert [item.state for item in await world.load_memories()] == ["current"]


async def test_a_doubtful_end_ends_nothing(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    ended = {"content": "No longer lives in Lisbon", "field": "home", "value": "Lisbon", "ended": True}
    await world.say("Maybe I will no longer live in Lisbon", day=1, **ended)
    assert (await world.load_by_content())["Lives in Lisbon"].state == "current"


async def test_many_valued_slots_grow(world: World) -> None:
    for thing in ("hiking", "sailing", "Hiking", "hiking in the Alps"):
        await world.say(f"I like {thing}", content=f"Likes {thing}", field="likes", value=thing)
    assert {item.content for item in await world.load_memories("current")} == {
        "Likes sailing",
        "Likes hiking in the Alps",
    }
    await world.say("I hate sailing", content="Dislikes sailing", field="dislikes", value="sailing")
    assert {item.content for item in await world.load_memories("current")} == {
        "Dislikes sailing",
        "Likes hiking in the Alps",
    }


async def test_what_replaces_a_field_in_plain_words_fills_it(world: World) -> None:
    await world.say("My budget is $2,000", day=0, content="Budget is $2,000", field="budget", value="$2,000")
    await world.say("My budget is $3,000 now", day=1, content="Budget is $3,000")
    assert (await world.memory.profile(Where, scope=ALICE)).value.budget == 3000


async def test_several_things_said_at_once_are_weighed_against_each_other(world: World) -> None:
    world.script.says["Lisbon, no, Porto, no, Faro"] = [
        {"content": f"Lives in {place}", "field": "home", "value": place}
        for place in ("Lisbon", "Porto", "Faro", "Faro")
    ]
    await world.memory.remember([Turn(role="user", text="Lisbon, no, Porto, no, Faro")], scope=ALICE)
    assert [item.content for item in await world.load_memories("current")] == ["Lives in Faro"]
    assert len(await world.load_memories()) == 3


@pytest.mark.parametrize("value", ["Porto", None])
async def test_setting_or_erasing_a_field_leaves_what_is_known_of_others(world: World, value: str | None) -> None:
    await world.say(
        "My wife lives in Turin", content="Wife lives in Turin", field="home", value="Turin", subject="wife"
    )
    await world.memory.set_profile(Where, {"home": value}, scope=ALICE)
    assert (await world.load_by_content())["Wife lives in Turin"].state == "current"


async def test_fields_are_set_and_deleted_by_hand(world: World) -> None:
    memory = world.memory
    await world.say_home("Lisbon", day=0)
    await world.say("I like tea", content="Likes tea", field="likes", value="tea")
    profile = await memory.set_profile(Where, {"home": "Porto", "likes": ["tea", "figs"], "budget": "2k"}, scope=ALICE)
    assert profile.value == Where(home="Porto", likes=["tea", "figs"], budget=2000)
    assert profile.fields["home"].source == "person"
    assert len([item for item in await world.load_memories() if item.field == "likes"]) == 2
    assert (await world.load_by_content())["Lives in Lisbon"].state == "superseded"
    assert (await memory.set_profile(Where, {"likes": ["figs"]}, scope=PERSON)).value.likes == ["figs"]
    assert (await memory.set_profile(Where, {"likes": []}, scope=PERSON)).value.likes == []
    erased = await memory.set_profile(Where, {"home": None, "budget": None}, scope=PERSON)
    assert erased.known == {}
    assert {item.field for item in await world.load_memories()} == {"likes"}
    assert await world.recall_texts("lives in Lisbon or Porto", day=0.5) == set()
    with pytest.raises(ValueError, match="shoe"):
        await memory.set_profile(Where, {"shoe": 43}, scope=PERSON)
    with pytest.raises(ValueError, match=r"Where\.budget"):
        await memory.set_profile(Where, {"home": "Rome", "budget": "plenty"}, scope=PERSON)
    assert (await memory.profile(Where, scope=PERSON)).known == {}


async def test_setting_what_is_disputed_settles_it(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    await world.say_home("Porto", day=1, said="Maybe in {}")
    profile = await world.memory.set_profile(Where, {"home": "Porto"}, scope=PERSON)
    assert profile.value.home == "Porto"
    assert profile.fields["home"].state == "current"
    known = await world.load_by_content()
    assert known["Lives in Lisbon"].superseded_by == known["Lives in Porto"].id


async def test_learning_weighs_again_what_the_person_corrected_meanwhile(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    (item,) = await world.load_memories()
    world.script.gate = asyncio.Event()
    hearing = asyncio.create_task(world.say_home("Lisbon", day=1, said="Yes, I live in {}"))
    await world.script.reached.wait()
    await world.memory.correct(item.id, "Lives in Porto", scope=PERSON)
    world.script.gate.set()
    await hearing
    assert await world.memory.jobs() == []
    assert {entry.state for entry in await world.load_memories()} == {"current", "superseded"}
    assert len(await world.load_memories("current")) == 1


async def test_a_review_that_is_overtaken_is_done_again(world: World) -> None:
    await world.say_home("Lisbon", day=0)
    (item,) = await world.load_memories()
    store, embedder = world.memory._store, world.memory._learner.embedder
    overtaken: list[Memory] = []

    class Overtaking(HashEmbedder):
        """An embedder during whose first call somebody else writes."""

        async def embed(self, texts: Any) -> Any:
            if not overtaken:
                overtaken.append(replace(item, content="Lives in Faro"))
                await store.write([PutMemory(overtaken[0], replaces=item)])
            return await embedder.embed(texts)

    world.memory._learner = replace(world.memory._learner, embedder=Overtaking())
    corrected = (await world.memory.correct(item.id, "Lives in Porto", scope=PERSON)).memory
    assert corrected.content == "Lives in Porto"
    assert {entry.content for entry in await world.load_memories()} == {"Lives in Faro", "Lives in Porto"}
