"""Two extractors at once: a language model, and the reader beside it for what the model leaves out."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ricordo.language.clauses import split_sentences
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction, Extractor
from ricordo.ports.judge import Judge

logger = logging.getLogger("ricordo.learn")

_CLOSER = 3
"""How many times as much the second must find in other sentences of a turn to be heard about it."""

_MIN_PROBABILITY = 0.6
"""The probability from which on two candidates say the same."""


class CombinedExtractor:
    """An extractor that asks a first one and adds what only a second one found.

    A candidate of the second is left out if the first quotes the same sentence, if the first has read the turn about as
    closely and left it out, or if the judge says that it tells nothing new. It keeps its own maker. If the second
    fails, the first is enough.
    """

    def __init__(self, first: Extractor, second: Extractor, judge: Judge | None = None) -> None:
        self._first = first
        self._second = second
        self._judge = judge

    @property
    def name(self) -> str:
        """The name of the first extractor."""
        return self._first.name

    @property
    def call_timeout(self) -> float | None:
        """The time limit of the first extractor in seconds, if it has one of its own."""
        return getattr(self._first, "call_timeout", None)

    async def extract(self, exchange: Exchange) -> Extraction:
        """Return the candidates of the first extractor, and those that only the second one has."""
        found, others = await asyncio.gather(self._first.extract(exchange), self._extract_more(exchange))
        turns = {turn.id: turn.text for turn in exchange.turns}
        quoted = {place for mine in found.candidates for place in _find_sentences(mine, turns)}
        others = [other for other in others if not quoted & _find_sentences(other, turns)]
        others = _drop_turns(others, found.candidates)
        more = await self._drop_known(others, found.candidates)
        return Extraction((*found.candidates, *more), found.cost)

    def estimate(self, exchange: Exchange) -> Cost:
        """Return the most that both can cost."""
        return self._first.estimate(exchange) + self._second.estimate(exchange)

    async def _extract_more(self, exchange: Exchange) -> list[Candidate]:
        try:
            extraction = await self._second.extract(exchange)
        except Exception:  # noqa: BLE001  # whatever breaks in the second, the first has to go on
            logger.warning("%s failed; what %s finds is kept", self._second.name, self._first.name)
            return []
        return [replace(candidate, maker=candidate.maker or self._second.name) for candidate in extraction.candidates]

    async def _drop_known(self, others: Sequence[Candidate], known: Sequence[Candidate]) -> list[Candidate]:
        """Return the candidates that say something new, as far as the judge can tell."""
        judge = self._judge
        if judge is None or not known:
            return list(others)
        kept: list[Candidate] = []
        for other in others:
            near = [mine for mine in known if judge.knows(mine.content)]
            opinions = await judge.relate([(mine.content, other.content) for mine in near])
            sure = (max(opinion.get("same", 0.0), opinion.get("finer", 0.0)) for opinion in opinions)
            if max(sure, default=0.0) < _MIN_PROBABILITY:
                kept.append(other)
        return kept


def _drop_turns(others: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates from turns that were read much less closely: by a weak model, or not at all."""
    counts = Counter(part.turn_id for candidate in found for part in candidate.evidence)
    more = Counter(part.turn_id for candidate in others for part in candidate.evidence)
    return [
        other
        for other in others
        if all(more[part.turn_id] >= _CLOSER * counts[part.turn_id] for part in other.evidence)
    ]


def _find_sentences(candidate: Candidate, turns: Mapping[str, str]) -> set[tuple[str, int]]:
    """Return the sentences that a candidate quotes, as pairs of a turn and a number."""
    return {
        (part.turn_id, number)
        for part in candidate.evidence
        for number, sentence in enumerate(split_sentences(turns.get(part.turn_id, "").casefold()))
        if (quote := part.quote.casefold().strip()) and (quote in sentence or sentence.rstrip(".!?。！？") in quote)
    }
