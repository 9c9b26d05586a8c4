"""Summaries by a language model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ricordo.extractors.language_model.chat import CostlyError, ask
from ricordo.extractors.language_model.prompts import summary_prompt
from ricordo.ports.extractor import Summary
from ricordo.values import StoredTurn

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse

_MOST = 2_000


class ModelSummariser:
    """Asks a MAF chat client for a summary. It cites no words, so it rests on all that the person said."""

    def __init__(self, client: SupportsChatGetResponse[Any]) -> None:
        self._client = client
        self.name = f"model/1 {getattr(client, 'model', None) or type(client).__name__}"[:200]

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary | None:
        """A summary of ``turns``, which follow what ``previous`` sums up."""
        reply = await ask(self._client, summary_prompt(turns, previous), None)
        text = reply.text.strip().strip("`").strip()
        if not text:
            raise CostlyError("the model answered nothing", reply.cost)
        return Summary(text[:_MOST], (), reply.cost)
