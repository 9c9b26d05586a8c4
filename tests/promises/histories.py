"""Random histories of two people, in which every word that is stored can be recognised again.

A history is a list of steps with a seed each: remember, learn, summarise, correct, reject, forget and expire. Each word
that it stores is unique and has the form "canary12x". `check_traces` reads what a store shows, and fails if there is a
word in its tables or files that is shown nowhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from ricordo.learn.learner import Learner
from ricordo.memory import Ricordo
from ricordo.opening import open_store
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction, Summary
from ricordo.ports.store import Store
from ricordo.testing import HashEmbedder
from ricordo.values import Evidence, Kind, Memory, ModelError, Scope, StoredTurn, Turn

START = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = tuple(Scope(application="test", user=f"person{number}x") for number in range(2))
WORD = re.compile(r"(?:canary|author|tag|turn|session|person|own)\d+x")


class QuotingExtractor:
    """An extractor that makes a memory of every turn. Every fifth time it fails, and repeats what it was sent."""

    name = "quoting/1"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def estimate(self, exchange: Exchange) -> Cost:
        return Cost()

    async def extract(self, exchange: Exchange) -> Extraction:
        if self._rng.random() < 0.2:
            raise ModelError(f"it does not read {exchange.turns[0].text!r}")
        found = (
            Candidate("episodic", _statement(turn.text), (Evidence(turn.id, turn.text),)) for turn in exchange.turns
        )
        return Extraction(tuple(found))


class RepeatingSummariser:
    """A summariser that repeats all words, and cites the last turn alone."""

    name = "repeating/1"

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary:
        words = {word for text in (previous or "", *(turn.text for turn in turns)) for word in WORD.findall(text)}
        return Summary(f"They spoke of {', '.join(sorted(words))}.", (Evidence(turns[-1].id, turns[-1].text),))


def _statement(text: str) -> str:
    return text.replace("I love", "Loves").rstrip(".")


@dataclass(slots=True)
class Ledger:
    """What a history has done so far, as far as it was acknowledged.

    Attributes:
        minutes: The time, in minutes since the beginning.
        forgotten: The ids of turns that were forgotten.
        killed: Words of the person's own, such as corrections, that were forgotten.
    """

    minutes: int = 0
    forgotten: set[str] = field(default_factory=set[str])
    killed: set[str] = field(default_factory=set[str])

    @property
    def now(self) -> datetime:
        return START + timedelta(minutes=self.minutes)


@dataclass(frozen=True, slots=True)
class Step:
    """One call. ``number`` makes its words unique, and is the seed of its choices."""

    verb: str
    number: int


def make_steps(seed: int, count: int) -> list[Step]:
    """Return a history. It remembers more than it forgets, and ends with forgetting everything."""
    rng = random.Random(seed)
    verbs = rng.choices(list(VERBS), weights=[weight for weight, _ in VERBS.values()], k=count)
    numbers = iter(range(seed * 1_000, seed * 1_000 + 1_000))
    return [Step(verb, next(numbers)) for verb in verbs]


async def open_memory(url: str, seed: int) -> Ricordo:
    """Open a memory whose learning makes a memory of every turn."""
    return make_memory(await open_store(url, timeout=10.0), seed)


def make_memory(store: Store, seed: int) -> Ricordo:
    """Return a memory on an open store."""
    embedder = HashEmbedder()
    learner = Learner(store, embedder, QuotingExtractor(random.Random(seed)), RepeatingSummariser())
    return Ricordo(store, embedder, learner=learner, learning="queue")


async def perform(memory: Ricordo, ledger: Ledger, step: Step) -> Ledger:
    """Do one step, and return the ledger after it. A step that was interrupted can be done again."""
    after = replace(deepcopy(ledger), minutes=ledger.minutes + 10)
    memory._clock = memory._worker.clock = lambda: after.now
    await VERBS[step.verb][1](_Call(memory, after, random.Random(step.number), step.number))
    return after


@dataclass(slots=True)
class _Call:
    """A step that is being done."""

    memory: Ricordo
    ledger: Ledger
    rng: random.Random
    number: int
    person: Scope = field(init=False)

    def __post_init__(self) -> None:
        self.person = self.rng.choice(PEOPLE)

    @property
    def conversation(self) -> Scope:
        return replace(self.person, session=f"session{self.rng.randrange(2) + 10 * PEOPLE.index(self.person)}x")

    async def turns(self) -> list[StoredTurn]:
        return await self.memory.turns(scope=self.person, limit=1_000)

    async def memories(self) -> list[Memory]:
        return [memory async for memory in self.memory.memories(scope=self.person, state=None)]

    async def is_known(self, word: str) -> bool:
        """Return whether the person's own word is stored already, by a try that was interrupted."""
        return any(word in _own_words(memory) for memory in await self.memories())

    async def pick_memory(self) -> Memory | None:
        found = await self.memories()
        return self.rng.choice(found) if found else None

    async def forget_turns(self, turns: Iterable[StoredTurn]) -> None:
        """Note that turns are forgotten, and with them the summaries of their conversations."""
        gone = list(turns)
        sessions = {turn.scope for turn in gone}
        self.ledger.forgotten |= {turn.id for turn in gone}
        self.kill(memory for memory in await self.memories() if memory.kind == "summary" and memory.scope in sessions)

    def kill(self, memories: Iterable[Memory]) -> None:
        """Note that the person's own words in memories are forgotten."""
        self.ledger.killed |= {word for memory in memories for word in _own_words(memory)}


def _own_words(memory: Memory) -> set[str]:
    return {word for word in WORD.findall(memory.content) if word.startswith("own")}


async def _remember(call: _Call) -> None:
    scope, turns = call.conversation, list[Turn]()
    known = [word for turn in await call.turns() for word in WORD.findall(turn.text)]
    for place in range(call.rng.choice([1, 1, 2, 3])):
        name = f"{call.number * 10 + place}x"
        word = call.rng.choice(known) if known and call.rng.random() < 0.2 else f"canary{name}"
        author = f"author{name}" if call.rng.random() < 0.2 else None  # of whose words nothing is learned
        turns.append(Turn("user", f"I love {word}.", f"turn{name}", author, tags=[f"tag{name}"]))
    stored = {turn.id for turn in await call.turns()}
    await call.memory.remember([turn for turn in turns if turn.id not in stored], scope=scope)


async def _learn(call: _Call) -> None:
    async for _ in call.memory.maintenance.learn():
        pass


async def _summarise(call: _Call) -> None:
    if turns := await call.turns():
        await call.memory.summarise(scope=call.rng.choice(turns).scope)


async def _correct(call: _Call) -> None:
    memory, word = await call.pick_memory(), f"own{call.number}x"
    if memory and not await call.is_known(word):
        await call.memory.correct(memory.id, f"Loves {word} more", scope=call.person)


async def _reject(call: _Call) -> None:
    if memory := await call.pick_memory():
        await call.memory.reject(memory.id, scope=call.person)


async def _state_fact(call: _Call) -> None:
    if not await call.is_known(f"own{call.number}x"):
        await call.memory.learn_fact(f"Is fond of own{call.number}x", scope=call.person)


async def _forget_turn(call: _Call) -> None:
    if turns := await call.turns():
        turn = call.rng.choice(turns)
        await call.forget_turns([turn])
        await call.memory.forget(scope=call.person, ids=[turn.id])


async def _forget_conversation(call: _Call) -> None:
    scope = call.conversation
    await call.forget_turns(turn for turn in await call.turns() if turn.scope == scope)
    await call.memory.forget(scope=scope)


async def _forget_before(call: _Call) -> None:
    turns = await call.turns()
    before = call.rng.choice(turns).occurred_at + timedelta(minutes=1) if turns else call.ledger.now
    await call.forget_turns(turn for turn in turns if turn.occurred_at < before)
    call.kill(memory for memory in await call.memories() if memory.valid_from < before)
    await call.memory.forget(scope=call.person, before=before)


async def _forget_memory(call: _Call) -> None:
    memory = await call.pick_memory()
    if memory is None:
        return
    former, everything = [memory], await call.memories()
    while former:  # with it goes what it said before it was corrected, unless that rests on a turn
        call.kill(former)
        ids = {newer.id for newer in former}
        former = [
            old
            for old in everything
            if old.superseded_by in ids and not old.evidence and old.created_at == memory.created_at
        ]
    await call.memory.forget(scope=call.person, ids=[memory.id])


async def _forget_memory_with_evidence(call: _Call) -> None:
    memory = await call.pick_memory()
    if memory is None or memory.kind == "summary":
        return
    cited = {part.turn_id for part in memory.evidence}
    call.kill([memory])
    await call.forget_turns(turn for turn in await call.turns() if turn.id in cited)
    await call.memory.forget(scope=call.person, ids=[memory.id], with_evidence=True)


async def _forget_everything(call: _Call) -> None:
    await call.forget_turns(await call.turns())
    call.kill(await call.memories())
    await call.memory.forget(scope=call.person)


async def _expire(call: _Call) -> None:
    choices: list[list[Kind] | None] = [None, ["turn"], ["episodic", "semantic"], ["summary"]]
    kinds = call.rng.choice(choices)
    await call.memory.set_retention(scope=call.person, days=1, kinds=kinds)
    call.ledger.minutes += call.rng.choice([60, 700, 1_500])
    await call.memory.maintenance.apply_retention()
    await call.memory.set_retention(scope=call.person, days=None)


VERBS: dict[str, tuple[int, Callable[[_Call], Awaitable[None]]]] = {
    "remember": (30, _remember),
    "learn": (14, _learn),
    "summarise": (14, _summarise),
    "correct": (9, _correct),
    "reject": (6, _reject),
    "state_fact": (3, _state_fact),
    "forget_turn": (12, _forget_turn),
    "forget_conversation": (5, _forget_conversation),
    "forget_before": (4, _forget_before),
    "forget_memory": (5, _forget_memory),
    "forget_memory_with_evidence": (4, _forget_memory_with_evidence),
    "forget_everything": (3, _forget_everything),
    "expire": (4, _expire),
}


async def check_traces(memory: Ricordo, ledger: Ledger) -> set[str]:
    """Check what a store shows against the ledger, and return the words that may be in its tables and files."""
    shown: set[str] = set()
    for person in PEOPLE:
        turns = await memory.turns(scope=person, limit=1_000)
        assert ledger.forgotten.isdisjoint(turn.id for turn in turns)
        words = {word for turn in turns for text in (turn.text, turn.author or "") for word in WORD.findall(text)}
        shown |= words | {turn.id for turn in turns} | {tag for turn in turns for tag in turn.tags}
        learned = [item async for item in memory.memories(scope=person, state=None)]
        shown |= {word for item in learned for word in _own_words(item)}
        shown |= {tag for item in learned for tag in item.tags}  # a correction keeps those of the turns it came from
        scopes = [*(turn.scope for turn in turns), *(item.scope for item in learned)]
        shown |= {name for scope in scopes for name in (scope.user, scope.session) if name}
        if await memory.retentions(scope=person):
            shown.add(str(person.user))
    assert ledger.killed.isdisjoint(shown), ledger.killed & shown
    faults = await memory.maintenance.check()
    assert not faults, faults
    return shown


async def check_recall(memory: Ricordo, words: Iterable[str]) -> None:
    """Check that nobody finds words that are gone."""
    for word in words:
        for person in PEOPLE:
            found = await memory.recall(word, scope=person)
            assert not any(word in WORD.findall(f"{hit.text} {hit.speaker} {hit.tags}") for hit in found), word
