"""The state of a store: its models, its index, what waits in it, what it has cost, and what is wrong in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ricordo.ports.changes import PrepareModel, ServeModel
from ricordo.values import ModelNotPrepared, Scope


@dataclass(frozen=True, slots=True)
class Usage:
    """The cost of learning: calls of a language model and tokens, in total and by day."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    days: Mapping[str, tuple[int, int, int]] = field(default_factory=dict[str, tuple[int, int, int]])


@dataclass(frozen=True, slots=True)
class Models:
    """The embedding models of a store.

    Attributes:
        serving: The model whose vectors answer queries; None until there are vectors.
        preparing: The model whose vectors are being made to replace them.
    """

    serving: str | None = None
    preparing: str | None = None

    def __contains__(self, model: str) -> bool:
        """Return whether new documents need a vector of ``model``."""
        return model in (self.serving, self.preparing)

    def after(self, change: ServeModel | PrepareModel) -> Models:
        """Return the models after a change. A model that serves is no longer being prepared.

        Raises:
            ModelNotPrepared: Another model serves, and this one is not being prepared.
        """
        if isinstance(change, ServeModel) and self.serving is not None and change.model not in self:
            raise ModelNotPrepared(change.model)
        serving = change.model if isinstance(change, ServeModel) else self.serving
        preparing = self.preparing if isinstance(change, ServeModel) else change.model
        return Models(serving, None if preparing == serving else preparing)


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The state of an index beside the store.

    Attributes:
        name: The name of the index.
        ready: Whether it answers searches.
        filling: Whether a new copy of it is being filled.
        waiting: The number of documents whose latest version is not in it yet.
        nodes: The number of its nodes.
        answering: The number of nodes that answer.
        points: About how many points it holds; None if unknown.
    """

    name: str
    ready: bool
    filling: bool
    waiting: int
    nodes: int
    answering: int
    points: int | None


@dataclass(frozen=True, slots=True)
class StoreStatus:
    """Counts over the whole store. They name nobody."""

    backend: str
    schema: int
    owners: int
    turns: int
    memories: int
    jobs_waiting: int
    jobs_failed: int
    vectors: Mapping[str, int]
    """The number of vectors of each model."""
    bytes: int | None = None
    serving: str | None = None
    preparing: str | None = None
    index: IndexStatus | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """An inconsistency in the store, and the command that repairs it."""

    what: str
    repair: str


@dataclass(frozen=True, slots=True)
class JobReport:
    """A learning job that waits, is leased, or was set aside; ``error`` says why the last attempt failed."""

    id: int
    scope: Scope
    turns: tuple[str, ...]
    attempts: int
    due: datetime
    failed: bool
    error: str | None
