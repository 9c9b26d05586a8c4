"""``ricordo bench agent``: what memory adds to a run of an agent, and how much of its prompts can be reused.

The model answers in no time, so that what is left is the framework and the memory; what a memory does behind an answer
then falls into the next run. With an answer time, it has that time, as beside a real model. All agents are timed in
turns, one run each, in the same process: an agent without memory, ours, MAF's own history in a vector store, and mem0's
provider where it is installed. Embedding is included everywhere, with the same model.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
import warnings
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agent_framework import (
    Agent,
    AgentSession,
    BaseChatClient,
    BaseEmbeddingClient,
    ChatMiddlewareLayer,
    ChatResponse,
    ChatResponseUpdate,
    ContextProvider,
    Embedding,
    FunctionInvocationLayer,
    GeneratedEmbeddings,
    Message,
    ResponseStream,
)
from ricordo.agent_framework import ChatHistoryMemoryProvider, RicordoProvider
from ricordo.bench.mem0 import mem0_provider
from ricordo.bench.prefix import measure_prefix
from ricordo.bench.synthetic import SyntheticEmbedder, Texts
from ricordo.embedding.bundled import LocalEmbedder
from ricordo.memory import Ricordo
from ricordo.ports.embedder import Vectors
from ricordo.values import Scope, Turn

Report = dict[str, Any]
Ask = Callable[[str], Awaitable[Any]]

WITHOUT = "without memory"
OURS = ("RicordoProvider", "ChatHistoryMemoryProvider")
SESSION = 'RicordoProvider, refresh="session"'
_EXCHANGES = 20
"""Exchanges of the conversation in which prompts are compared."""
_BATCH = 500
_WARM_UP = 3
_ENOUGH, _SLOW_MS = 3, 1_000
_PATIENCE = 30.0
"""Seconds: the first run loads the model; an agent would go on without, here it shall be waited for."""

_THINGS = "hotel,flight,rental car,museum,restaurant,hiking trail,ferry,train,tent,guide,visa,budget".split(",")
_PLACES = "Lisbon,Tasmania,Oslo,Kyoto,the Alps,Cape Town,Patagonia,Edinburgh,the coast,Vienna".split(",")
_TIMES = "in March,next summer,last year,for two weeks,over Easter,in the autumn,on Monday".split(",")
_SAYINGS = (
    "Can you find me a {what} in {where} {when}?",
    "What did I say about the {what} in {where}?",
    "I would like to go to {where} {when}, with about {number} dollars for the {what}.",
    "We stayed in {where} {when} and the {what} was number {number}.",
    "Please compare the {what} in {where} with the one we had {when}.",
)
_SCOPE = Scope(application="bench", user="alice")


class TimedChat(FunctionInvocationLayer[Any], ChatMiddlewareLayer[Any], BaseChatClient[Any]):
    """A model that gives the same answer always, after the seconds given."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__()
        self._seconds = seconds

    def _inner_get_response(
        self,
        *,
        messages: Sequence[Message],  # noqa: ARG002 - the names are MAF's
        stream: bool,
        options: Mapping[str, Any],  # noqa: ARG002
        **kwargs: Any,  # noqa: ARG002
    ) -> Awaitable[ChatResponse[Any]] | ResponseStream[ChatResponseUpdate, ChatResponse[Any]]:
        if stream:
            raise NotImplementedError("the bench does not stream")
        return self._answer()

    async def _answer(self) -> ChatResponse[Any]:
        await asyncio.sleep(self._seconds)
        return ChatResponse(messages=[Message("assistant", ["That is good to know, thank you."])], finish_reason="stop")


class Primed:
    """The model that comes with the package, but instant while a store is filled: that is not what is measured."""

    def __init__(self) -> None:
        self._real, self._instant = LocalEmbedder(), SyntheticEmbedder()
        self.name, self.calibration = self._real.name, self._real.calibration
        self.filling = True

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return await (self._instant if self.filling else self._real).embed(texts)


class PrimedClient(BaseEmbeddingClient[Any, Any, Any]):
    """`Primed` as the embedding client of MAF's vector store."""

    def __init__(self, embedder: Primed) -> None:
        super().__init__()
        self._embedder = embedder

    async def get_embeddings(self, values: Sequence[Any], *, options: Any = None) -> GeneratedEmbeddings[Any, Any]:
        vectors = await self._embedder.embed([str(value) for value in values])
        return GeneratedEmbeddings([Embedding(vector=vector.tolist()) for vector in vectors], options=options)


async def measure(
    *, turns: int = 10_000, runs: int = 200, answer_seconds: float = 0.0, progress: bool = True
) -> Report:
    """Measure a run with each memory, in milliseconds, and the time that the memory adds.

    Args:
        turns: Turns in memory before the first run.
        runs: Runs of each agent.
        answer_seconds: Seconds that the model takes for an answer.
        progress: Whether to show a progress bar.
    """
    texts, embedder = Texts(11), Primed()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        said = [texts.turn() for _ in range(turns)]
        agents: dict[str, BenchAgent] = {WITHOUT: BenchAgent(answer_seconds=answer_seconds)}
        agents |= await stack.enter_async_context(_ours(folder / "memory.db", said, embedder, answer_seconds))
        agents["MAF VectorStoreHistoryProvider"] = BenchAgent(
            await _mafs_own(said, embedder), session_id="bench", answer_seconds=answer_seconds
        )
        missing: str | None = None
        try:
            agents["mem0"] = BenchAgent(
                await mem0_provider(folder / "mem0", said, embedder.embed), answer_seconds=answer_seconds
            )
        except ModuleNotFoundError as error:
            missing = f"not installed ({error.name})"
        embedder.filling = False
        taken = await _in_turns(
            {name: each.ask for name, each in agents.items() if name != SESSION}, runs, progress=progress
        )
        prefixes = {
            name: await measure_prefix(agents[name].provider, [_question(random.Random(n)) for n in range(_EXCHANGES)])
            for name in (WITHOUT, *OURS, SESSION)
        }
    alone = taken[WITHOUT]
    report: Report = {
        name: {**times, "added_p50": times["p50"] - alone["p50"], "added_cpu_p50": times["cpu_p50"] - alone["cpu_p50"]}
        for name, times in taken.items()
    }
    if missing:
        report["mem0"] = missing
    settings = {"turns": turns, "runs": runs, "answer_seconds": answer_seconds}
    return {**settings, "ms": report, "exchanges": _EXCHANGES, "tokens": prefixes}


async def _in_turns(agents: Mapping[str, Ask], runs: int, *, progress: bool) -> dict[str, dict[str, float]]:
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in agents}
    for number in tqdm(range(-_WARM_UP, runs), disable=None if progress else True, desc="runs"):
        for name, ask in agents.items():
            if number >= _ENOUGH and taken[name][0][0] > _SLOW_MS:
                continue  # what takes seconds is known well enough by now
            question = _question(random.Random(number))
            wall, work = time.perf_counter(), time.process_time()
            await ask(question)
            if number >= 0:
                taken[name].append((1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - work)))
    return {name: _quantiles(np.array(each)) for name, each in taken.items()}


def _quantiles(times: NDArray[np.float64]) -> dict[str, float]:
    (p50, cpu), (p95, _) = np.percentile(times, [50, 95], axis=0)
    return {"p50": float(p50), "p95": float(p95), "cpu_p50": float(cpu)}


def _question(chance: random.Random) -> str:
    """Return a natural sentence. Made-up words would be split into several times as many tokens."""
    what, where, when = (chance.choice(words) for words in (_THINGS, _PLACES, _TIMES))
    return chance.choice(_SAYINGS).format(what=what, where=where, when=when, number=chance.randint(2, 900))


class BenchAgent:
    """An agent with one provider, in a new conversation at each run or always in the session that is named."""

    def __init__(
        self, provider: ContextProvider | None = None, *, session_id: str | None = None, answer_seconds: float = 0.0
    ) -> None:
        self.provider = provider
        self._session_id = session_id
        self._agent = Agent(
            client=TimedChat(answer_seconds), name="bench", context_providers=[provider] if provider else []
        )

    async def ask(self, question: str) -> None:
        """Run the agent."""
        await self._agent.run(question, session=AgentSession(session_id=self._session_id))


@asynccontextmanager
async def _ours(
    path: Path, said: Sequence[str], embedder: Primed, answer_seconds: float
) -> AsyncGenerator[dict[str, BenchAgent]]:
    async with Ricordo.open(path, embedder=embedder, learning="off") as memory:
        for start in range(0, len(said), _BATCH):
            await memory.remember([Turn("user", text) for text in said[start : start + _BATCH]], scope=_SCOPE)
    # A fresh handle that learns in the background, as a memory in use does.
    async with Ricordo.open(path, embedder=embedder) as memory:
        everything = RicordoProvider(memory, scope=_SCOPE, fail_open=False, deadline=_PATIENCE)
        messages = ChatHistoryMemoryProvider(memory, storage_scope=_SCOPE, fail_open=False, deadline=_PATIENCE)
        once = RicordoProvider(memory, scope=_SCOPE, fail_open=False, deadline=_PATIENCE, refresh="session")
        providers = zip((*OURS, SESSION), (everything, messages, once), strict=True)
        yield {name: BenchAgent(provider, answer_seconds=answer_seconds) for name, provider in providers}


async def _mafs_own(said: Sequence[str], embedder: Primed) -> ContextProvider:
    """MAF's history searches one session only, and loads all of it: the turns are one conversation."""
    from agent_framework import InMemoryStore, VectorStoreHistoryProvider

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # both are marked experimental
        provider = VectorStoreHistoryProvider(
            InMemoryStore(),
            application_id="bench",
            collection_name="bench",
            embedding_generator=PrimedClient(embedder),
            embedding_options={"dimensions": 384},
        )
    for start in range(0, len(said), _BATCH):
        batch = [Message("user", [text]) for text in said[start : start + _BATCH]]
        await provider.save_messages("bench", batch, state={})
    return provider


def _cells(times: dict[str, float] | str) -> list[str]:
    if isinstance(times, str):
        return [times, "", "", ""]
    return [f"{times[column]:.1f}" for column in ("p50", "p95", "added_p50", "added_cpu_p50")]


def format_report(report: Report) -> str:
    """Return the result as a table."""
    from ricordo.bench.report import table

    rows = [[name, *_cells(times)] for name, times in report["ms"].items()]
    head = ["agent", "run p50 ms", "run p95 ms", "added by memory, p50 ms", "added CPU, p50 ms"]
    prompts = [
        [name, *(f"{tokens[column]:,}" for column in ("sent", "blocks", "reused", "behind"))]
        for name, tokens in report["tokens"].items()
    ]
    columns = [
        "agent",
        "tokens sent",
        "of them blocks",
        "reused: the beginning of the request before",
        "not reused: messages behind a block",
    ]
    title = (
        f"{report['turns']:,} turns, {report['runs']} runs each, in turns, embedding included, "
        f"a model that answers in {1000 * report['answer_seconds']:.0f} ms"
    )
    second = f"One conversation of {report['exchanges']} exchanges"
    return f"{title}\n\n{table(head, rows)}\n\n{second}\n\n{table(columns, prompts)}"
