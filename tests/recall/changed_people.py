"""Ten people of whom something has changed, as learning leaves them: both statements said, one of them superseded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ricordo.values import BY_HAND


@dataclass(frozen=True, slots=True)
class Change:
    """What was said before and after, the words that the memories rest on, and questions about now and then."""

    field: str
    before: tuple[str, str, str]
    """What was said, the quote in it, and the memory."""
    after: tuple[str, str, str]
    now: tuple[str, ...]
    then: tuple[str, ...]


CHANGES = (
    Change(
        "home",
        ("I live in Leeds, near the canal.", "I live in Leeds, near the canal", "Lives in Leeds"),
        ("Big news, we moved to Harrogate last weekend!", "we moved to Harrogate", "Lives in Harrogate"),
        ("Where do I live?", "Which town is my home in?"),
        ("Where did I live before?", "Where did I use to live?"),
    ),
    Change(
        "employer",
        ("I work at Contoso as a tester.", "I work at Contoso", "Works at Contoso"),
        ("Started at Fabrikam on Monday, so far so good.", "Started at Fabrikam", "Works at Fabrikam"),
        ("Where do I work?", "Which company do I work at?"),
        ("Which company did I work for previously?",),
    ),
    Change(
        "diet",
        ("I'm vegan, so no cheese for me.", "I'm vegan", "Is vegan"),
        ("I eat fish and eggs again these days.", "I eat fish and eggs again", "Eats fish and eggs"),
        ("Am I vegan?", "What do I eat?"),
        ("What was I eating before?",),
    ),
    Change(
        "budget",
        ("My budget for the trip is 1,500 euros.", "My budget for the trip is 1,500 euros", "Budget is 1,500 euros"),
        ("We can go up to 2,400 euros for it now.", "We can go up to 2,400 euros", "Budget is 2,400 euros"),
        ("What is my budget for the trip?",),
        ("What was my previous budget?",),
    ),
    Change(
        "car",
        ("I drive an old Volvo.", "I drive an old Volvo", "Drives a Volvo"),
        ("Sold it, I have a Skoda now.", "I have a Skoda", "Drives a Skoda"),
        ("Which car do I drive?",),
        ("Which car did I drive before the one I have?",),
    ),
    Change(
        "partner",
        ("My girlfriend Nora loves jazz.", "My girlfriend Nora", "Has a girlfriend, Nora"),
        ("Nora and I split up in spring.", "Nora and I split up", "Is no longer together with Nora"),
        ("Do I have a girlfriend?",),
        ("Who was my former girlfriend?",),
    ),
    Change(
        "studies",
        ("I study chemistry in Graz.", "I study chemistry in Graz", "Studies chemistry in Graz"),
        ("I have switched to law, still in Graz.", "I have switched to law", "Studies law in Graz"),
        ("What do I study?",),
        ("What did I study originally?",),
    ),
    Change(
        "pets",
        ("We have two cats called Pip and Pop.", "We have two cats", "Has two cats"),
        ("Pop has died, it is only Pip now.", "it is only Pip now", "Has one cat, Pip"),
        ("How many cats do we have?",),
        ("How many cats did we have?",),
    ),
    Change(
        "sports",
        ("I play tennis on Thursdays.", "I play tennis on Thursdays", "Plays tennis on Thursdays"),
        ("My knee is done, I swim on Thursdays now.", "I swim on Thursdays", "Swims on Thursdays"),
        ("What do I play on Thursdays?",),
        ("What did I use to play on Thursdays?",),
    ),
    Change(
        "plans",
        ("We fly to Lisbon on 3 May.", "We fly to Lisbon on 3 May", "Flies to Lisbon on 3 May"),
        ("The flight is on 10 May now, they moved it.", "The flight is on 10 May", "Flies to Lisbon on 10 May"),
        ("When do we fly to Lisbon?",),
        ("When did we want to fly originally?",),
    ),
)

_SMALL_TALK = (
    "Can you suggest a film for tonight?",
    "My sister Anna is a nurse in Bath.",
    "What is a good soup for a cold day?",
    "I like crime novels more than romances.",
    "How long does it take to learn the ukulele?",
    "Remind me to water the plants on Friday.",
)


def rows(change: Change, *, state: str = "superseded", maker: str | None = "script/1") -> list[dict[str, Any]]:
    """Return turns and memories of one person, ready for `import_`."""
    said = [*_SMALL_TALK[:3], change.before[0], *_SMALL_TALK[3:], change.after[0]]
    turns = [
        {"type": "turn", "id": f"t{place}", "role": "user", "text": text, "occurred_at": f"2026-0{place + 1}-01T09:00Z"}
        for place, text in enumerate(said)
    ]
    old, new = ("t3", *change.before[1:]), ("t7", *change.after[1:])
    memories = [
        _memory("old", change.field, old, state=state, maker=maker, valid_until="2026-08-01T09:00Z"),
        _memory("new", change.field, new, supersedes=["old"]),
    ]
    return [{**row, "scope": {"user": "anybody"}} for row in (*turns, *memories)]


def rejected_rows(change: Change) -> list[dict[str, Any]]:
    """Return the rows of a person who has rejected the first statement, and never made the second."""
    kept = [row for row in rows(change, state="unsupported", maker=BY_HAND) if row["id"] not in {"new", "t7"}]
    return [{**row, "valid_until": None} if row["id"] == "old" else row for row in kept]


def _memory(id: str, field: str, given: Iterable[str], **more: Any) -> dict[str, Any]:
    turn, quote, content = given
    at = "2026-04-01T09:00Z" if id == "old" else "2026-08-01T09:00Z"
    return {
        "type": "memory",
        "id": id,
        "kind": "semantic",
        "content": content,
        "field": field,
        "created_at": at,
        "valid_from": at,
        "evidence": [{"turn_id": turn, "quote": quote}],
        **more,
    }
