"""``ricordo bench learning``: the input tokens that a language model reads for each turn of a chat.

The chat has 20 turns, and the profile seven fields. Six turns go into a call, and what the calls before found is shown
as known. Tokens are counted with the tokenizer of the bundled embedding model; other models count a little differently.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from agent_framework import Message
from ricordo.bench.evidence import BenchTraveller
from ricordo.extractors.language_model import ModelExtractor
from ricordo.learn.gathering import Gathering
from ricordo.memory import Ricordo
from ricordo.testing.chat import ScriptedChatClient
from ricordo.testing.embedder import HashEmbedder
from ricordo.values import Scope, Turn

_START = datetime(2026, 3, 14, 18, tzinfo=UTC)

Fact = tuple[str, str] | tuple[str, str, str, str] | tuple[str, str, str, str, str]
"""A content and its quote, and then perhaps a field, its value, and whom it is about."""

CHAT: tuple[tuple[str, tuple[Fact, ...], str], ...] = (
    (
        "hi, I'm Nora. we want to get away in June: my husband, our son Emil and me",
        (
            ("Is called Nora", "I'm Nora", "name", "Nora"),
            ("Wants to travel in June 2026", "we want to get away in June"),
            ("Travels with husband and son Emil", "my husband, our son Emil and me", "number_of_travelers", "3"),
        ),
        "Hello Nora! Three of you in June, then. Where do you start from, and how long would you like to be away?",
    ),
    (
        "from Graz, about ten days. by train if at all possible",
        (
            ("Lives in Graz", "from Graz", "home_city", "Graz"),
            ("Wants to be away for about ten days", "about ten days", "trip_duration", "about ten days"),
            ("Prefers to travel by train", "by train if at all possible"),
        ),
        "Ten days by train from Graz works well: Slovenia, Trieste or the Dolomites. Mountains or the sea?",
    ),
    (
        "a bit of both? I love hiking, Emil only wants to swim. he's seven",
        (
            ("Loves hiking", "I love hiking", "interests", "hiking"),
            ("Emil likes swimming", "Emil only wants to swim", "", "", "son Emil"),
            ("Emil is seven", "he's seven", "", "", "son Emil"),
        ),
        "Then I suggest a few days at Lake Bohinj and the rest in Trieste, where the beaches are near the trails.",
    ),
    (
        "never been to Trieste, sounds lovely. budget is around 2,500 for everything",
        (
            ("Has never been to Trieste", "never been to Trieste"),
            ("Budget is around 2,500 in all", "budget is around 2,500 for everything", "budget_range", "around 2,500"),
        ),
        "That is enough for a good guesthouse in both places. Is there anything about food that I should know?",
    ),
    (
        "yes, I'm vegetarian. the boys eat everything",
        (("Is vegetarian", "I'm vegetarian", "dietary_requirements", "vegetarian"),),
        "Noted, I'll look for places that cook vegetarian dishes. What kind of hotel do you like?",
    ),
    (
        "nothing big please, we hated the resort in Antalya last year",
        (
            ("Prefers small hotels", "nothing big please"),
            ("Hated the resort in Antalya in 2025", "we hated the resort in Antalya last year"),
        ),
        "Small and family-run it is. Which dates would suit you?",
    ),
    (
        "school ends on 26 June here so it has to be after that",
        (("Can travel only after 26 June 2026, when school ends", "school ends on 26 June here"),),
        "From 28 June on there are seats in the direct train to Ljubljana. Shall I look at that one?",
    ),
    (
        "please do. small correction, we'll be four, my mother is coming along. she can't walk far",
        (
            ("Mother travels along, four people in all", "we'll be four", "number_of_travelers", "4"),
            ("Mother cannot walk far", "she can't walk far", "", "", "mother"),
        ),
        "How nice! I'll choose places near the station then. Will she share a room with Emil?",
    ),
    (
        "no, she needs her own room. make the budget 3,200 then",
        (
            ("Mother needs a room of her own", "she needs her own room", "", "", "mother"),
            ("Budget is 3,200", "make the budget 3,200 then", "budget_range", "3,200"),
        ),
        "All right: three rooms, at most 3,200. I'll send you two proposals tomorrow.",
    ),
    (
        "perfect. I'll talk to her tonight, she's always wanted to see Miramare castle",
        (("Mother has always wanted to see Miramare castle", "she's always wanted to see", "", "", "mother"),),
        "Miramare is twenty minutes by bus from the centre. Have a good evening, Nora!",
    ),
)
"""What the person says, what a model finds in it, and the reply."""


@dataclass(slots=True)
class CountingModel:
    """A model that finds what the chat holds, and counts the tokens that it reads."""

    instructions: list[int] = field(default_factory=list[int])
    rest: list[int] = field(default_factory=list[int])

    def answer(self, messages: Sequence[Message]) -> str:
        """Return the facts of the turns that are new."""
        self.instructions.append(count_tokens(messages[0].text))
        self.rest.append(sum(count_tokens(message.text) for message in messages[1:]))
        new = messages[-1].text.rpartition("NEW\n")[2]
        found = [fact for said, facts, _ in CHAT if json.dumps(said) in new for fact in facts]
        return json.dumps({"memories": [_entry(fact) for fact in found]})


@cache
def _load_tokenizer() -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(files("ricordo.embedding").joinpath("gte_small", "tokenizer.json")))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def count_tokens(text: str) -> int:
    """Return the number of tokens of a text, by the tokenizer of the bundled embedding model."""
    return len(_load_tokenizer().encode(text, add_special_tokens=False).ids)


async def measure() -> dict[str, Any]:
    """Learn from the chat; return the calls, the turns, the input tokens and how much of them is instructions."""
    model = CountingModel()
    turns: list[Turn] = []
    for number, (said, _, reply) in enumerate(CHAT):
        at = _START + timedelta(minutes=number)
        turns += [Turn("user", said, occurred_at=at), Turn("assistant", reply, occurred_at=at)]
    gathered = Gathering().turns
    extractor = ModelExtractor(ScriptedChatClient(model.answer))
    scope = Scope(user="nora", session="1")
    async with Ricordo.open(
        "memory://", embedder=HashEmbedder(), extractor=extractor, learning="inline", profiles=[BenchTraveller]
    ) as memory:
        for start in range(0, len(turns), gathered):
            await memory.remember(turns[start : start + gathered], scope=scope)
        learned = [item async for item in memory.memories(scope=scope.owner(), state="current")]
    total = sum(model.instructions) + sum(model.rest)
    return {
        "turns": len(turns),
        "turns_a_call": gathered,
        "calls": len(model.rest),
        "memories": len(learned),
        "fields": len(BenchTraveller.model_fields),
        "input_tokens": total,
        "instructions_a_call": round(sum(model.instructions) / len(model.instructions)),
        "tokens_a_turn": round(total / len(turns), 1),
    }


def format_report(result: dict[str, Any]) -> str:
    """Return the measurement in words."""
    size = f"{result['turns']} turns, {result['fields']} profile fields, {result['turns_a_call']} turns a call"
    calls = f"{result['calls']} calls with {result['instructions_a_call']} tokens of instructions each"
    return (
        f"* a model reads {result['tokens_a_turn']:.1f} input tokens a turn (target 250)\n"
        f"  in a chat of {size}: {calls},\n"
        f"  and {result['memories']} memories learned and shown as known; counted with the bundled tokenizer"
    )


def _entry(fact: Fact) -> dict[str, Any]:
    content, quote, *more = fact
    name, value, who = (*more, "", "", "")[:3]
    return {"content": content, "quote": quote, "field": name, "value": value, "who": who}
