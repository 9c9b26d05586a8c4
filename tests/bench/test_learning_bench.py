"""The bench of learning: the size of prompts, and a queue that is worked off."""

from __future__ import annotations

from ricordo.bench import learning, prompt_size

MAX_TOKENS_A_TURN = 250


async def test_a_model_reads_few_tokens_a_turn() -> None:
    result = await prompt_size.measure()
    assert (result["turns"], result["fields"], result["calls"]) == (20, 7, 4)
    assert result["memories"] >= 15
    assert round(result["tokens_a_turn"]) <= MAX_TOKENS_A_TURN


async def test_every_turn_of_a_backlog_is_learned_once() -> None:
    result = await learning.measure(turns=60, kills=0)
    assert result["kills"] == {"killed at work": 0, "turns": 60, "lost": 0, "twice": 0, "jobs left": 0}
    assert "60 turns, a worker killed at work 0 times" in learning.format_report(result)


def test_tokens_are_those_of_the_bundled_tokenizer() -> None:
    assert prompt_size.count_tokens("") == 0
    assert prompt_size.count_tokens("I live in Leeds") == 4
    assert prompt_size.count_tokens("word " * 2_000) == 2_000
