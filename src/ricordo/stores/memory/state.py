"""The state of the store in memory."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from ricordo.ports.changes import AcquireTaskLock, ServeModel
from ricordo.ports.status import Models
from ricordo.ports.store import Key, View
from ricordo.stores.common.codes import EVER_VALID
from ricordo.stores.common.hashing import hash_scope
from ricordo.stores.common.keys import pack_key
from ricordo.stores.common.records import Record, embedding_text
from ricordo.values import Consent, DimensionMismatch, Evidence, Kind, Memory, Retention, Scope, StoredTurn

Counts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Document:
    """A turn or a memory with its keywords and vectors. Its evidence refers to turns by their keys."""

    key: Key
    record: Record
    terms: Counter[str]
    vectors: Mapping[str, NDArray[np.float32]] = field(default_factory=dict[str, NDArray[np.float32]])
    evidence: tuple[tuple[Key, str], ...] = ()
    successor: Key | None = None

    @property
    def kind(self) -> Kind:
        return "turn" if isinstance(self.record, StoredTurn) else self.record.kind

    @property
    def starts(self) -> datetime:
        return self.record.occurred_at if isinstance(self.record, StoredTurn) else self.record.valid_from

    @property
    def recorded_at(self) -> datetime:
        return self.record.recorded_at if isinstance(self.record, StoredTurn) else self.record.created_at

    @property
    def own(self) -> bool:
        said = self.record.role if isinstance(self.record, StoredTurn) else self.record.source
        return said in {"user", "person"}

    def is_visible(self, view: View) -> bool:
        """Return whether ``view`` shows it, apart from its scope and its tags."""
        record = self.record
        if view.kinds is not None and self.kind not in view.kinds:
            return False
        if (view.since and self.starts < view.since) or (view.until and self.starts >= view.until):
            return False
        if view.now and isinstance(record, Memory) and record.valid_until and record.valid_until <= view.now:
            return False
        if view.as_of is None:
            return isinstance(record, StoredTurn) or record.state in view.states
        valid = isinstance(record, StoredTurn) or (
            record.state in EVER_VALID and (record.valid_until is None or record.valid_until > view.as_of)
        )
        return self.starts <= view.as_of and valid


@dataclass(frozen=True, slots=True)
class StoredReceipt:
    """A receipt under the hash of its scope: the names go with the person."""

    scope: bytes
    erased_at: datetime
    counts: Mapping[str, int]
    digest: str


@dataclass(frozen=True, slots=True)
class WaitingJob:
    """A learning job and its lease."""

    id: int
    scope: Scope
    turns: tuple[Key, ...]
    due: datetime
    attempts: int = 0
    lease: str | None = None
    leased_until: datetime | None = None
    failed: bool = False
    error: str | None = None

    @property
    def is_untried(self) -> bool:
        """Whether it waits for its first try."""
        return not self.attempts and not self.failed and self.error is None


@dataclass(slots=True)
class State:
    """The whole state. A write copies the containers and changes the copy; their elements are immutable."""

    documents: dict[Key, Document] = field(default_factory=dict[Key, Document])
    owners: dict[Scope, int] = field(default_factory=dict[Scope, int])
    owner_count: int = 0
    document_count: int = 0
    jobs: dict[int, WaitingJob] = field(default_factory=dict[int, WaitingJob])
    job_count: int = 0
    consents: dict[Scope, Consent] = field(default_factory=dict[Scope, Consent])
    retentions: dict[Scope, Retention] = field(default_factory=dict[Scope, Retention])
    receipts: list[StoredReceipt] = field(default_factory=list[StoredReceipt])
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    nameless: set[Scope] = field(default_factory=set[Scope])
    usage: dict[tuple[Scope, str], Counts] = field(default_factory=dict[tuple[Scope, str], Counts])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    models: Models = field(default_factory=Models)
    lacking: set[tuple[str, Key]] = field(default_factory=set[tuple[str, Key]])
    task_locks: dict[str, AcquireTaskLock] = field(default_factory=dict[str, AcquireTaskLock])

    def copy(self) -> State:
        """Return a copy that can be changed independently."""
        return replace(
            self,
            documents=dict(self.documents),
            owners=dict(self.owners),
            jobs=dict(self.jobs),
            consents=dict(self.consents),
            retentions=dict(self.retentions),
            receipts=list(self.receipts),
            salt=self.salt,
            nameless=set(self.nameless),
            usage=dict(self.usage),
            sizes=dict(self.sizes),
            lacking=set(self.lacking),
            task_locks=dict(self.task_locks),
        )

    def consent(self, scope: Scope) -> Consent:
        """Return the strictest consent of ``scope`` and of every scope that covers it."""
        allowed = Consent()
        for wider in scope.wider():
            allowed &= self.consents.get(wider, Consent())
        return allowed

    def within(self, *scopes: Scope, private: bool) -> list[Document]:
        """Return the documents that one of ``scopes`` covers, by key.

        Unless ``private``, a scope that names no agent does not cover what agents must keep to themselves.
        """
        return [
            document
            for _, document in sorted(self.documents.items())
            if any(self._covers(scope, document.record.scope, private=private) for scope in scopes)
        ]

    def _covers(self, scope: Scope, where: Scope, *, private: bool) -> bool:
        return scope.covers(where) and bool(private or scope.agent or not where.agent or self.consent(where).sharing)

    def tags(self, document: Document) -> set[str]:
        """Return the tags of a document and, of a memory, those of the turns that it rests on."""
        return {*document.record.tags, *self.inherited_tags(document.evidence)}

    def inherited_tags(self, evidence: Iterable[tuple[Key, str]]) -> set[str]:
        """Return the tags of the turns in ``evidence``."""
        return {tag for turn, _ in evidence for tag in self.documents[turn].record.tags}

    def shows(self, document: Document, view: View) -> bool:
        """Return whether ``view`` shows a document, apart from its scope."""
        has_tag = view.tags is None or not view.tags.isdisjoint(self.tags(document))
        return has_tag and document.is_visible(view)

    def record(self, document: Document) -> Record:
        """Return the turn, or the memory with its current evidence and lineage."""
        if isinstance(document.record, StoredTurn):
            return document.record
        followed = self.documents.get(document.successor) if document.successor is not None else None
        return replace(
            document.record,
            evidence=tuple(Evidence(self.documents[turn].record.id, quote) for turn, quote in document.evidence),
            tags=tuple(self.tags(document)),
            superseded_by=followed.record.id if followed else None,
            supersedes=tuple(
                other.record.id for _, other in sorted(self.documents.items()) if other.successor == document.key
            ),
        )

    def hash_scope(self, scope: Scope) -> bytes:
        """Return a hash that stands for exactly this scope."""
        return hash_scope(scope, self.salt, size=16)

    def has_turns(self, turns: Iterable[StoredTurn]) -> bool:
        """Return whether all ``turns`` are stored as they are given."""
        stored = {document.record for document in self.documents.values() if isinstance(document.record, StoredTurn)}
        return stored.issuperset(turns)

    def new_key(self, scope: Scope) -> Key:
        """Return the key for a new document, and add its owner if it is new."""
        if scope.owner() not in self.owners:
            self.owner_count += 1
            self.owners[scope.owner()] = self.owner_count
        self.document_count += 1
        return pack_key(self.owners[scope.owner()], self.document_count)

    def embedding_text(self, key: Key) -> str:
        """Return the text of a document that an embedder is given."""
        record = self.documents[key].record
        return embedding_text(record, self.turn_before(record.scope, key))

    def turn_before(self, scope: Scope, key: Key | None = None) -> StoredTurn | None:
        """Return the last turn in exactly this scope, or the last one before ``key``."""
        said = [
            document.record
            for other, document in sorted(self.documents.items())
            if isinstance(document.record, StoredTurn)
            and document.record.scope == scope
            and (key is None or other < key)
        ]
        return said[-1] if said else None

    def embed(self, key: Key, model: str, vector: NDArray[np.float32]) -> None:
        """Store the vector of a document with the precision of the other stores."""
        if (before := self.sizes.setdefault(model, len(vector))) != len(vector):
            raise DimensionMismatch(model, before, len(vector))
        if self.models.serving is None:
            self.models = self.models.after(ServeModel(model))
        self.lacking.discard((model, key))
        document = self.documents[key]
        kept = vector.astype(np.float16).astype(np.float32)
        self.documents[key] = replace(document, vectors={**document.vectors, model: kept})

    def note(self, key: Key) -> None:
        """Note which vectors a new document lacks."""
        given = self.documents[key].vectors
        wanted = {self.models.serving, self.models.preparing}
        self.lacking |= {(model, key) for model in wanted if model is not None and model not in given}

    def change_models(self, models: Models) -> int:
        """Set the models, and return whether they changed."""
        known, self.models = self.models, models
        self.lacking = {(model, key) for model, key in self.lacking if model in models}
        return int(models != known)

    def memory_key(self, scope: Scope, id: str | None) -> Key | None:
        """Return the key of a memory by its id in ``scope``, or else in a session of the same person."""
        keys = [
            (document.record.scope != scope, key)
            for key, document in self.documents.items()
            if isinstance(document.record, Memory)
            and document.record.id == id
            and document.record.scope.owner() == scope.owner()
            and scope.covers(document.record.scope)
        ]
        return min(keys)[1] if keys else None


def add_counts(one: Counts, other: Counts) -> Counts:
    """Return the sums of calls, input tokens and output tokens."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
