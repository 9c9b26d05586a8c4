"""Writers over REST. They note what was acknowledged, and what was answered that should not be."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import httpx2

APPLICATION = "campaign"
_TURNS_OF_A_PERSON = 60
_TURNS_OF_A_SESSION = 12
_PAUSE_SECONDS = 0.15
_RETRY_SECONDS = 0.1
_AWAY = frozenset({503, 504})
"""Answers that say that the store is away: nothing is promised, and the turn is sent again."""


@dataclass(slots=True)
class Load:
    """Writers, and what they were told."""

    url: Callable[[], str]
    """Return where the service listens now."""
    acknowledged: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """The ids of the turns of each person whose storing was acknowledged."""
    statuses: Counter[str] = field(default_factory=Counter[str])
    breaches: list[str] = field(default_factory=list[str])
    recalls: int = 0
    is_over: bool = False

    @property
    def count(self) -> int:
        """The number of acknowledged turns."""
        return sum(map(len, self.acknowledged.values()))

    async def write(self, name: str) -> None:
        """Remember one turn after the other, each until it is acknowledged, and recall some of them."""
        chance = random.Random(name)
        async with httpx2.AsyncClient(timeout=90) as client:
            for number in itertools.count():
                person = f"{name}-{number // _TURNS_OF_A_PERSON}"
                word = spell(number)
                turn = {"role": "user", "text": f"note {number} is about {word}", "id": f"{name}-{number}"}
                session = str(number % _TURNS_OF_A_PERSON // _TURNS_OF_A_SESSION)
                scope = {"application": APPLICATION, "user": person}
                body = {"scope": {**scope, "session": session}, "turns": [turn]}
                while (await self._post(client, "/v1/turns", body, 201)) is None:  # noqa: ASYNC110 - it may be away
                    await asyncio.sleep(_RETRY_SECONDS)
                self.acknowledged.setdefault(person, set()).add(turn["id"])
                if chance.random() < 0.3:
                    await self._recall(client, scope, word, turn["id"])
                if self.is_over:
                    return
                await asyncio.sleep(_PAUSE_SECONDS * chance.uniform(0.5, 1.5))

    async def _recall(self, client: httpx2.AsyncClient, scope: dict[str, str], word: str, id: str) -> None:
        """Recall what was just acknowledged. It has to be found."""
        answer = await self._post(client, "/v1/recall", {"scope": scope, "query": f"about {word}", "limit": 20}, 200)
        if answer is None:
            return
        self.recalls += 1
        hits = answer.json()["hits"]
        if not any(id == hit["id"] or word in hit["text"] for hit in hits):
            self.breaches.append(f"{id} was acknowledged and not found")

    async def _post(
        self, client: httpx2.AsyncClient, path: str, body: Mapping[str, object], expected: int
    ) -> httpx2.Response | None:
        """Return the answer to a request; None if there was none, or one that the store is away."""
        try:
            answer = await client.post(self.url() + path, json=body)
        except (httpx2.TransportError, httpx2.UnsupportedProtocol):
            self.statuses["no answer"] += 1
            return None
        self.statuses[str(answer.status_code)] += 1
        if answer.status_code == expected:
            return answer
        if answer.status_code not in _AWAY:
            self.breaches.append(f"POST {path} answered {answer.status_code}")
        return None


def spell(number: int) -> str:
    """Return a different word for each number, so that no two turns are equal."""
    return "".join(chr(ord("a") + int(digit)) * 2 for digit in str(number))
