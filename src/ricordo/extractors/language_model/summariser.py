"""Summaries of conversations by a language model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ricordo.extractors.language_model.chat import ask, maker_name
from ricordo.extractors.language_model.prompts import SUMMARISE_HASH, summary_prompt
from ricordo.ports.extractor import CostlyError, Summary
from ricordo.values import StoredTurn

if TYPE_CHECKING:
    from agent_framework import SupportsChatGetResponse

_MAX_LENGTH = 2_000


class ModelSummariser:
    """A summariser that asks a MAF chat client. Its summaries quote no words of the conversation."""

    def __init__(self, client: SupportsChatGetResponse[Any]) -> None:
        self._client = client
        self.name = maker_name(client, SUMMARISE_HASH)

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> Summary | None:
        """Summarise ``turns``, which follow the turns that ``previous`` is a summary of."""
        reply = await ask(self._client, summary_prompt(turns, previous), None)
        text = reply.text.strip().strip("`").strip()
        if not text:
            raise CostlyError("the model's answer was empty", reply.cost)
        return Summary(text[:_MAX_LENGTH], (), reply.cost)
