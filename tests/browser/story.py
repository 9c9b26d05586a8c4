"""Conversations of Alice with two agents: enough for every page to show something."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from ricordo import Ricordo, Scope, Turn

ALICE = Scope(application="travel", user="alice")
_START = datetime(2026, 3, 2, 9, tzinfo=UTC)

CONVERSATIONS: tuple[tuple[str, str, int, tuple[tuple[str, str], ...]], ...] = (
    (
        "planning",
        "guide",
        0,
        (
            ("I love hiking and coastal walks. My budget is $2,000.", "Noted. Are you travelling alone?"),
            ("There are three of us, and I'm vegetarian.", "Then I will look for places with a kitchen."),
            ("I live in Lisbon.", "A good place to start from."),
        ),
    ),
    (
        "spring",
        "guide",
        60,
        (
            ("I live in Oslo now.", "Shall I search from Oslo then?"),
            ("I think my budget is maybe $3,000.", "I will ask again before I book."),
            ("I went to Madeira last autumn.", "Would you like something similar?"),
        ),
    ),
    ("money", "banker", 90, (("I work as a nurse.", "Thank you."), ("I prefer window seats.", "Noted."))),
)


async def tell(memory: Ricordo) -> None:
    """Store the conversations, and wait until they are learned from."""
    for session, agent, days, exchanges in CONVERSATIONS:
        scope = Scope(application="travel", agent=agent, user="alice", session=session)
        for number, (said, answered) in enumerate(exchanges):
            at = _START + timedelta(days=days, minutes=2 * number)
            turns = [
                Turn("user", said, f"{session}-{number}", occurred_at=at),
                Turn("assistant", answered, f"{session}-{number}-answer", occurred_at=at + timedelta(seconds=20)),
            ]
            await memory.remember(turns, scope=scope)
    await memory.settle(timeout=60)
