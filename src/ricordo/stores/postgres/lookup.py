"""Asking the index for cosines and postings, and holding what it says against the records.

The columns of an owner are the records' own list of what is there. What the index returns and the columns do not know
was erased, or is somebody else's, and is dropped. What the columns know and the index does not return, and what waits
in the outbox, is read from the database: a search finds it, whatever has become of the index.

An owner with up to ``COMPARED`` documents is compared in full, and so is a narrower view of a larger one: the ranking
is then the same as without an index. Of views that are larger still, the nearest are found by the index's graph, and
the spread of the cosines is taken from a sample. From ``EVERYTHING`` documents on, the keywords of an owner stay in
the database, where a posting takes two bytes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ricordo.language.bm25 import Postings
from ricordo.ports.index import Answer, Collection, Index, Question
from ricordo.ports.store import Query
from ricordo.stores.common.columns import Columns, visible
from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key, unpack_key
from ricordo.stores.common.postings import BLOCK, decode
from ricordo.stores.common.search import EVERYTHING, Scored
from ricordo.stores.postgres.documents import columns_of
from ricordo.stores.postgres.index import generations
from ricordo.stores.postgres.reading import word_of
from ricordo.stores.postgres.session import Row, Session, Statement
from ricordo.stores.postgres.vectors import halves
from ricordo.values import StoreError

Keys = NDArray[np.int64]
Vector = NDArray[np.float32]

MOST_OWNERS = 32
"""Owners that the index is asked about in one search; a search over everybody is the database's."""

MOST_LATE = 512
"""Documents of one owner that are read beside what the index says; if there are more, the database answers alone."""

COMPARED = 2 * EVERYTHING
"""Documents in view, up to which all cosines are asked for, some 50 bytes each; beyond, a graph is faster."""

_SAMPLED = EVERYTHING
"""The error of a mean of so many is a sixtieth of a deviation."""


@dataclass(frozen=True, slots=True)
class Person:
    """An owner whom a search is about."""

    number: int
    salt: bytes
    large: bool
    columns: Columns
    scopes: frozenset[int] | None
    waiting: Keys
    """What of theirs is in the outbox."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search needs of one owner. Where only a ``sample`` is known besides the nearest, these are its keys."""

    postings: Postings
    cosines: Scored
    sample: Keys | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """The questions about one owner; ``expected`` are the keys that all have to come back, None if any may."""

    person: Person
    questions: list[Question]
    expected: Keys | None
    sample: Keys | None = None


def statements(owners: Sequence[int], model: str) -> tuple[Statement, Statement]:
    """What to read before anything is asked: the collection to ask, and what waits in the outbox."""
    return generations.ready_for(model), (
        (
            "SELECT o.owner, w.number FROM unnest(%s::bigint[]) AS o(owner) CROSS JOIN LATERAL "
            f"(SELECT number FROM outbox w WHERE w.owner = o.owner AND NOT repeated LIMIT {MOST_LATE + 1}) AS w"
        ),
        (list(owners[:MOST_OWNERS]),),
    )


def collection_of(salt: bytes, rows: Sequence[Row]) -> Collection | None:
    """The collection to ask, from the first of the statements."""
    for generation, token, model, dimensions, shards in rows:
        return Collection(generations.name_of(salt, generation, token, model), dimensions, shards)
    return None


async def look_up(
    session: Session, index: Index, collection: Collection, people: Sequence[Person], query: Query, model: int
) -> dict[int, Found]:
    """Ask the index about people. Those it cannot answer for are missing from what comes back."""
    asked = [questions for person in people if (questions := _asked(person, query))]
    if not asked or len(people) > MOST_OWNERS:
        return {}
    try:
        questions = [question for item in asked for question in item.questions]
        answers = await index.ask(collection, questions, within=query.patience)
    except StoreError:
        return {}  # the index has said so, once
    given = iter(answers)
    told = [(item, _merged([next(given) for _ in item.questions])) for item in asked]
    late = {item.person.number: _late(item, answer) for item, answer in told}
    told = [(item, answer) for item, answer in told if len(late[item.person.number]) <= MOST_LATE]
    read = await _read(session, [(item.person, late[item.person.number]) for item, _ in told], query, model)
    return {
        item.person.number: _found(item, answer, late[item.person.number], *read[item.person.number])
        for item, answer in told
    }


def _asked(person: Person, query: Query) -> _Asked | None:
    assert query.vector is not None
    if len(person.waiting) > MOST_LATE:
        return None
    if not person.large:
        words = tuple(word_of(term, person.salt) for term in query.terms)
        whole = Question(person.number, query.vector, EVERYTHING, words)
        return _Asked(person, [whole], person.columns.keys)
    return _asked_of_large(person, query, query.vector)


def _asked_of_large(person: Person, query: Query, vector: Vector) -> _Asked | None:
    keys = person.columns.keys
    if len(keys) <= COMPARED:
        return _Asked(person, [Question(person.number, vector, COMPARED)], keys)
    seen = visible(person.columns, query.view, person.scopes)
    if np.count_nonzero(seen) <= COMPARED:
        return _Asked(person, [_among(person, vector, keys[seen])], keys[seen])
    questions: list[Question] = []
    nearest = 0
    for view in (query.view, *query.also):
        inside = visible(person.columns, view, person.scopes)
        count = int(np.count_nonzero(inside))
        if count > COMPARED:  # so many of the nearest, that there are enough of them in view
            nearest = max(nearest, math.ceil(2 * query.limit * len(keys) / count))
        elif count:
            questions.append(_among(person, vector, keys[inside]))
    if nearest > COMPARED:
        return None  # a view that is large, and small beside all that there is: the database compares
    sample = np.random.default_rng(person.number).choice(keys[seen], _SAMPLED, replace=False)
    near = Question(person.number, vector, nearest, exact=False)
    return _Asked(person, [near, _among(person, vector, sample), *questions], None, np.sort(sample))


def _among(person: Person, vector: Vector, keys: Keys) -> Question:
    return Question(person.number, vector, max(1, len(keys)), among=tuple(keys.tolist()))


def _merged(answers: Sequence[Answer]) -> Answer:
    """What was said, each key once."""
    keys = np.concatenate([answer.keys for answer in answers])
    cosines = np.concatenate([answer.cosines for answer in answers])
    keys, first = np.unique(keys, return_index=True)
    return Answer(keys, cosines[first], answers[0].postings)


def _late(item: _Asked, answer: Answer) -> Keys:
    """What has to be read beside the answer."""
    waiting = item.person.waiting[np.isin(item.person.waiting, item.person.columns.keys)]
    if item.expected is None:
        return waiting
    return np.union1d(waiting, np.setdiff1d(item.expected, answer.keys))


def _found(item: _Asked, answer: Answer, late: Keys, postings: Postings, read: Scored) -> Found:
    """The answer without what is late, and what was read of that."""
    kept = np.isin(answer.keys, item.person.columns.keys) & ~np.isin(answer.keys, late)
    keys = np.concatenate([answer.keys[kept], read.keys])
    cosines = np.concatenate([answer.cosines[kept], read.cosines])
    if not item.person.large:
        said = answer.postings.where(np.isin(answer.postings.documents, answer.keys[kept]))
        postings = Postings(
            *(np.concatenate([getattr(part, name) for part in (said, postings)]) for name in Postings.__slots__)
        )
    return Found(postings, Scored(keys, cosines), item.sample)


async def _read(
    session: Session, wanted: Sequence[tuple[Person, Keys]], query: Query, model: int
) -> dict[int, tuple[Postings, Scored]]:
    """Postings and cosines of documents that the index was not asked about or did not know; large owners' postings."""
    terms = list(query.terms)
    asked: list[Statement] = []
    if places := [unpack_key(key) for _, late in wanted for key in late.tolist()]:
        asked.append(vectors_at(places, model))
    blocks = [
        (person.number, hash_text(term, person.salt), block)
        for person, late in wanted
        for block in np.unique((late & 0xFFFFFFFF) // BLOCK).tolist()
        for term in terms
        if not person.large
    ]
    if blocks:
        asked.append((_POSTINGS_AT, columns_of(blocks)))
    if whole := [(p.number, hash_text(term, p.salt)) for p, _ in wanted if p.large for term in terms]:
        asked.append((POSTINGS, columns_of(whole)))
    rows = await session.batch(*asked) if asked else []
    vectors = rows.pop(0) if places else []
    postings = [row for part in rows for row in part]
    return {
        person.number: (
            _postings(person, late, terms, [row for row in postings if row[0] == person.number]),
            scored([row for row in vectors if row[0] == person.number], query.vector),
        )
        for person, late in wanted
    }


POSTINGS = (
    "SELECT owner, term, block, data FROM posting "
    "JOIN unnest(%s::bigint[], %s::bigint[]) AS k(owner, term) USING (owner, term)"
)
_POSTINGS_AT = (
    "SELECT owner, term, block, data FROM posting "
    "JOIN unnest(%s::bigint[], %s::bigint[], %s::int[]) AS k(owner, term, block) USING (owner, term, block)"
)


def vectors_at(places: Sequence[tuple[int, int]], model: int) -> Statement:
    """Asks for the vectors of documents, as far as they have one."""
    return (
        (
            "SELECT v.owner, v.number, halfvec_send(v.data) FROM unnest(%s::bigint[], %s::int[]) AS p(owner, number) "
            "JOIN vector v ON v.owner = p.owner AND v.model = %s AND v.number = p.number"
        ),
        (*columns_of(places), model),
    )


def scored(rows: Sequence[Row], vector: Vector | None) -> Scored:
    """The cosines of vectors that were read."""
    keys = np.array([pack_key(owner, number) for owner, number, _ in rows], np.int64)
    if not rows or vector is None:
        return Scored(keys, np.empty(0, np.float32))
    return Scored(keys, np.array([halves(data) for _, _, data in rows], np.float32) @ vector)


def _postings(person: Person, late: Keys, terms: Sequence[str], rows: Sequence[Row]) -> Postings:
    found = postings_of(person.number, person.salt, terms, rows)
    return found if person.large else found.where(np.isin(found.documents, late))


def postings_of(owner: int, salt: bytes, terms: Sequence[str], rows: Sequence[Row]) -> Postings:
    """Where the terms stand in an owner's documents, by key."""
    places = {hash_text(term, salt): place for place, term in enumerate(terms)}
    decoded = decode([(places[term], block, data) for _, term, block, data in rows])
    return Postings(decoded.terms, decoded.documents + pack_key(owner, 0), decoded.counts)
