"""Keep to what a message chooses of several things that could take each other's place, and of what waits for a yes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ricordo_travel.clerk.choosing.choosing_clauses import split_clauses
from ricordo_travel.clerk.choosing.described import Test, test_flight_numbers, test_name, test_times
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.situation import WAITING
from ricordo_travel.dialogue.replies.offers import Offer, find_offers

_ONLY = re.compile(r"\b(?:just|only|nothing (?:else|more)|no more|that's (?:all|it))\b")
_SAYS_NOTHING = frozenset(
    """no nope nah not goodness oh please thanks thank you ok okay well nothing else more that's that is all it and then
    book take yes""".split()
)
"""Words of clauses that name nothing beside the others."""
_ROOM = re.compile(r"\b(single|double|twin|triple|family|suite)\b(?=s? rooms?\b|s?$)")
_ASKED = "Shall I book these?"


def keep_only_these(text: str, commands: Sequence[Command], replies: Sequence[str]) -> tuple[Command, ...]:
    """Return commands that give up all that waits but what a text wants alone: "just the guesthouse"; else none.

    Args:
        text: The message, normalised.
        commands: What the reader wrote.
        replies: The replies before it, the latest first.
    """
    _, asks, asked = "".join(replies[:1]).rpartition(_ASKED)
    waiting = find_offers(asked) if asks else []
    if len(waiting) < 2 or "?" in text or not _ONLY.search(text) or not commands:
        return ()
    named: list[Offer] = []
    for clause in split_clauses(text):
        if set(re.findall(r"[a-z][a-z']*", clause.text)) <= _SAYS_NOTHING:
            continue
        tests = list(_test_words(clause.text, waiting))
        own = [each for each in waiting if tests and all(test(each) for test in tests)]
        if not clause.is_open or not own:
            return ()
        named += own
    marked = list(zip(WAITING, waiting, strict=False))
    wanted = tuple(mark for mark, each in marked if each in named)
    others = tuple(mark for mark, each in marked if each not in named)
    if not named:
        return ()
    agreed = [each for each in commands if each.verb == "yes" and set(each.refs) == set(wanted)]
    rest = [each for each in commands if each.verb not in {"yes", "no", "pick", "cancel", "find", "change"}]
    left = Command("no", others) if others else Command("pick", wanted)
    return (*(agreed if others and not text.startswith("no") else ()), left, *rest)


def _test_words(text: str, offers: Sequence[Offer]) -> Iterator[Test]:
    """Yield tests for what a text says of offers: the number or the time of a flight, a hotel's name or its rooms."""
    yield from test_flight_numbers(text, [offers])
    yield from test_times(text, [offers])
    yield from test_name(text, [offers])
    if rooms := set(_ROOM.findall(text)):
        yield lambda offer: offer.kind == "hotel" and offer.call.arguments.get("room_type") in rooms
