"""A small world of scopes in which every stored word can be told by whose it is.

The names are few and look alike, ids of turns and memories are the same for everybody, and everybody speaks of the same
things. Only the canaries differ: each text, tag, author and value that is stored holds one, and the world knows the
scope in which it was stored.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import BaseModel

from ricordo.learn.learner import Learner
from ricordo.memory import Ricordo
from ricordo.ports.changes import AddUsage
from ricordo.ports.embedder import Vectors
from ricordo.ports.store import Store
from ricordo.testing import HashEmbedder
from ricordo.values import PARTS, Consent, Memory, Retention, Scope, StoredTurn
from tests.promises.histories import QuotingExtractor, RepeatingSummariser

START = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = ["a", "b", "A", "a ", "a%", "%", "_", "a_b", "'", '"', "a'--", "\\", "á", "ä", "日本", "null", "None", "0"]
THEMES = ["hiking", "Rome", "sushi", "trains", "budget"]
TAGS = ["red", "blue"]
IDS = [f"id-{number}" for number in range(8)]
CANARY = re.compile(r"canary(\d+)x")


def find_canaries(text: str) -> set[int]:
    """Return the numbers of the canaries in a text."""
    return set(map(int, CANARY.findall(text)))


class Leak(AssertionError):
    """A scope saw, changed or erased something of another."""


class Person(BaseModel):
    """A profile for the trials."""

    city: str | None = None
    food: str | None = None


class FastEmbedder(HashEmbedder):
    """A `HashEmbedder` that remembers the directions of words."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, Vectors] = {}

    def _direction(self, word: str) -> Vectors:
        if word not in self._known:
            self._known[word] = super()._direction(word)
        return self._known[word]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a store holds of everybody, read without a scope.

    Attributes:
        records: The turns and memories with their vectors, by key.
        rules: The consents, retention rules and learning jobs, each with its scope.
    """

    records: dict[int, tuple[StoredTurn | Memory, bytes]]
    rules: set[tuple[Scope, str]]


@dataclass(slots=True)
class World:
    """A memory with a few scopes in it, and the model of whose each canary is.

    Attributes:
        memory: The memory.
        store: Its store, for what no verb shows.
        rng: The source of every choice.
        scopes: The scopes that act and ask.
        homes: The scopes in which each canary was stored: one, and that of a summary that was made of it.
        places: The scopes in which anything was ever stored.
        consents: The consents that were set.
        retentions: The retention rules that were set.
        owners: The scopes whose learning has cost something: that at place n has made 2 ** n calls.
        expired: The scopes whose rules have erased something.
        cursors: Cursors that pages of anybody gave out.
        undos: Texts that reviews of anybody gave out.
        memory_ids: Ids that memories of anybody were given.
    """

    memory: Ricordo
    store: Store
    rng: random.Random
    scopes: list[Scope] = field(default_factory=list[Scope])
    homes: list[set[Scope]] = field(default_factory=list[set[Scope]])
    places: set[Scope] = field(default_factory=set[Scope])
    consents: dict[Scope, Consent] = field(default_factory=dict[Scope, Consent])
    retentions: dict[Scope, Retention] = field(default_factory=dict[Scope, Retention])
    owners: list[Scope] = field(default_factory=list[Scope])
    expired: set[Scope] = field(default_factory=set[Scope])
    cursors: list[str] = field(default_factory=list[str])
    undos: list[str] = field(default_factory=list[str])
    memory_ids: list[str] = field(default_factory=lambda: list(IDS))
    now: datetime = START

    def tick(self, minutes: int = 1) -> None:
        """Let time pass."""
        self.now += timedelta(minutes=minutes)

    def make_canary(self, home: Scope) -> str:
        """Return a new word that is stored in ``home`` only."""
        self.homes.append({home})
        self.places.add(home)
        return f"canary{len(self.homes) - 1}x"

    def add_home(self, text: str, home: Scope) -> None:
        """Note that a text with canaries is stored in ``home`` as well."""
        self.places.add(home)
        for number in find_canaries(text):
            self.homes[number].add(home)

    def make_text(self, home: Scope) -> str:
        """Return a sentence with a canary and a theme that everybody speaks of."""
        return f"I love {self.rng.choice(THEMES)} with {self.make_canary(home)}"

    def is_shared(self, scope: Scope, home: Scope) -> bool:
        """Return whether what agents keep to themselves is no reason to hide ``home`` from a recall in ``scope``."""
        return bool(scope.agent or not home.agent) or all(
            self.consents[wider].sharing for wider in home.wider() if wider in self.consents
        )

    def check_text(self, text: str, scopes: Sequence[Scope], *, shared: bool = False) -> None:
        """Check that the canaries in ``text`` are of the given scopes, and shared with them if need be."""
        for number in find_canaries(text):
            if not any(self._may_see(scopes, home, shared=shared) for home in self.homes[number]):
                raise Leak(f"canary{number}x of {self.homes[number]} is in an answer to {scopes}")

    def check_scopes(self, found: Iterable[Scope], scopes: Sequence[Scope], *, shared: bool = False) -> None:
        """Check that everything that was found is in one of the given scopes, and shared with it if need be."""
        for home in found:
            if not self._may_see(scopes, home, shared=shared):
                raise Leak(f"{scopes} was shown something of {home}")

    def _may_see(self, scopes: Sequence[Scope], home: Scope, *, shared: bool) -> bool:
        return any(scope.covers(home) and (not shared or self.is_shared(scope, home)) for scope in scopes)

    def check_records(self, found: Iterable[Any], *scopes: Scope, shared: bool = False) -> None:
        """Check turns, memories or hits: their scopes, and the canaries in all of their fields."""
        records = list(found)
        self.check_scopes((record.scope for record in records), scopes, shared=shared)
        self.check_text(repr(records), scopes, shared=shared)

    def check_learned(self, memory: Memory) -> None:
        """Check that a memory speaks only of what is in its scope and is shared with those who see the memory."""
        text = repr(memory)
        needs_sharing = memory.scope.agent is None or self.expect_consent(memory.scope).sharing
        for number in find_canaries(text):
            homes = [home for home in self.homes[number] if memory.scope.covers(home)]
            if not any(not home.agent or not needs_sharing or self.expect_consent(home).sharing for home in homes):
                raise Leak(f"a memory in {memory.scope} speaks of canary{number}x of {self.homes[number]}")
        self.add_home(text, memory.scope)

    def expect_consent(self, scope: Scope) -> Consent:
        """Return the consent that holds in ``scope``."""
        allowed = Consent()
        for wider in scope.wider():
            allowed &= self.consents.get(wider, Consent())
        return allowed

    def expect_retention(self, scope: Scope) -> Retention:
        """Return the rule that holds in ``scope``."""
        shortest = Retention()
        for wider in scope.wider():
            shortest &= self.retentions.get(wider, Retention())
        return shortest

    async def take_snapshot(self) -> Snapshot:
        """Read everything of everybody."""
        records: dict[int, tuple[StoredTurn | Memory, bytes]] = {}
        while page := await self.store.scan_records(after=max(records, default=None), limit=1_000):
            for item in page:
                records[item.key] = (item.record, b"".join(vector.tobytes() for vector in item.vectors.values()))
        rules = {(scope, repr(consent)) for scope, consent in await self.store.consents(None)}
        rules |= {(scope, repr(rule)) for scope, rule in await self.store.retentions(None)}
        rules |= {(job.scope, repr(job)) for job in await self.store.jobs(limit=10_000)}
        return Snapshot(records, rules)


async def make_world(store: Store, rng: random.Random, *, scopes: int = 14, learning: bool = False) -> World:
    """Return a world on an empty store. With ``learning``, turns wait to be learned from."""
    embedder, extractor = FastEmbedder(), QuotingExtractor(random.Random(rng.random()))
    learner = Learner(store, embedder, extractor, RepeatingSummariser(), profile_models=[Person])
    memory = Ricordo(store, embedder, learner=learner, learning="queue" if learning else "off", clock=lambda: world.now)
    world = World(memory, store, rng)
    names = {part: rng.sample(NAMES, 3 if part in {"user", "session"} else 2) for part in PARTS}
    found: set[Scope] = set()
    while len(found) < scopes:
        parts = {part: rng.choice(names[part]) for part in PARTS if rng.random() < 0.6}
        if parts:
            found.add(Scope(**parts))
    world.scopes = sorted(found, key=repr)
    world.owners = sorted({scope.owner() for scope in found}, key=repr)
    for number, owner in enumerate(world.owners):
        await store.write([AddUsage(owner, "2026-01-01", 2**number, 0, 0)])
    return world


@dataclass(frozen=True, slots=True)
class Reach:
    """What one or two scopes may change: what they cover, and what is of the same person as they are.

    Attributes:
        actors: The scopes.
        homes: The scopes within reach in which anything was ever stored.
        people: The persons of these scopes: their jobs and the names in their consents may go with the last turn.
    """

    actors: tuple[Scope, ...]
    homes: frozenset[Scope]
    people: frozenset[Scope]

    @classmethod
    def find(cls, world: World, actors: Iterable[Scope]) -> Reach:
        """Return the reach of ``actors`` in a world."""
        acting = tuple(actors)
        homes = frozenset(home for home in world.places if _is_reached(home, acting))
        return cls(acting, homes, frozenset(home.owner() for home in homes))

    def has_scope(self, where: Scope) -> bool:
        """Return whether something in a scope may be changed or added."""
        return _is_reached(where, self.actors)

    def has_rule(self, where: Scope) -> bool:
        """Return whether a consent, a retention rule or a job of a scope may be changed."""
        return self.has_scope(where) or where.owner() in self.people

    def has_record(self, snapshot: Snapshot, record: StoredTurn | Memory) -> bool:
        """Return whether a record may be changed. A memory goes with the turns that it rests on, wherever it is."""
        if self.has_scope(record.scope):
            return True
        if not isinstance(record, Memory):
            return False
        if record.scope.owner() in self.people and (record.evidence or record.supersedes or record.superseded_by):
            return True  # it may lose a part of its evidence, or the memory that it is linked to
        if record.kind == "summary":
            return any(record.scope.covers(home) for home in self.homes)
        cited = {part.turn_id for part in record.evidence}
        turns = (turn for turn, _ in snapshot.records.values() if isinstance(turn, StoredTurn) and turn.id in cited)
        return any(record.scope.covers(turn.scope) and self.has_scope(turn.scope) for turn in turns)


def _is_reached(where: Scope, actors: Iterable[Scope]) -> bool:
    return any(actor.covers(where) or actor.owner() == where.owner() for actor in actors)
