"""A model and the reader together: the reader adds what the model leaves out, and nothing twice."""

from __future__ import annotations

from dataclasses import dataclass

from ricordo.extractors.combined import CombinedExtractor
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction
from ricordo.testing.samples import turn
from ricordo.values import Evidence, Scope

ALICE = Scope(user="alice", session="1")
SAID = turn("I live in Leeds with my cat Otto. I work as a nurse.", ALICE, id="t")


@dataclass(frozen=True, slots=True)
class _FixedExtractor:
    """An extractor that always finds the same, or fails."""

    name: str
    candidates: tuple[Candidate, ...] = ()
    fails: bool = False

    async def extract(self, exchange: Exchange) -> Extraction:
        del exchange
        if self.fails:
            raise RuntimeError("broken")
        return Extraction(self.candidates)

    def estimate(self, exchange: Exchange) -> Cost:
        del exchange
        return Cost()


def _make(content: str, quote: str) -> Candidate:
    return Candidate("semantic", content, (Evidence("t", quote),))


HOME, CAT, WORK = (
    _make("Lives in Leeds", "I live in Leeds"),
    _make("Has a cat", "my cat Otto"),
    _make("Is a nurse", "a nurse"),
)


async def _extract(first: _FixedExtractor, second: _FixedExtractor) -> list[tuple[str, str | None]]:
    extraction = await CombinedExtractor(first, second).extract(Exchange((SAID,)))
    return [(candidate.content, candidate.maker) for candidate in extraction.candidates]


async def test_a_model_is_trusted_with_a_turn_that_it_has_read() -> None:
    found = await _extract(_FixedExtractor("model", (HOME,)), _FixedExtractor("reader", (CAT, WORK)))
    assert found == [("Lives in Leeds", None)]


async def test_the_reader_adds_what_a_weak_model_leaves_out() -> None:
    more = [_make(content, "nurse") for content in ("Works", "Works nights")]
    found = await _extract(_FixedExtractor("model", (HOME,)), _FixedExtractor("reader", (CAT, WORK, *more)))
    assert found[1:] == [("Is a nurse", "reader"), ("Works", "reader"), ("Works nights", "reader")]


async def test_a_model_that_finds_nothing_leaves_all_that_the_reader_finds() -> None:
    found = await _extract(_FixedExtractor("model"), _FixedExtractor("reader", (HOME, CAT, WORK)))
    assert [content for content, _ in found] == ["Lives in Leeds", "Has a cat", "Is a nurse"]


async def test_a_reader_that_fails_does_not_stop_the_model() -> None:
    assert await _extract(_FixedExtractor("model", (HOME,)), _FixedExtractor("reader", fails=True)) == [
        ("Lives in Leeds", None)
    ]
