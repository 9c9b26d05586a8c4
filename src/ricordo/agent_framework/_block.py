"""A block of memory as a message of Agent Framework."""

from __future__ import annotations

import asyncio
import inspect
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from agent_framework import Content, Message
from ricordo.prompt.render import CountTokens, Section, compose
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Scope

_MAX_SHORT = 20_000
"""Characters of all hits up to which a block is composed on the event loop."""


@dataclass(frozen=True, slots=True)
class Block:
    """A rendered block, the sessions it comes from, and whether it rests on untrusted tool output."""

    text: str
    tokens: int
    origins: tuple[str, ...] = ()
    untrusted: bool = False

    def message(self) -> Message:
        """Return the block as a message, with MAF's security label if it rests on untrusted tool output."""
        properties: dict[str, Any] = {}
        if self.untrusted:
            properties["security_label"] = {"integrity": "untrusted", "confidentiality": "private"}
        contents = [Content.from_text(self.text, additional_properties=properties)]
        return Message("user", contents, message_id=f"ricordo-{uuid.uuid4().hex}")


def check_counter(count_tokens: CountTokens) -> CountTokens:
    """Return `count_tokens` if it is a function that is not async. Raise `TypeError` otherwise."""
    if not callable(count_tokens):
        raise TypeError(f"count_tokens must be a function of a text, not {type(count_tokens).__name__}")
    if inspect.iscoroutinefunction(count_tokens):
        raise TypeError("count_tokens must not be async: it is called many times for a block, and not awaited")
    return count_tokens


async def make_block(
    sections: Sequence[Section],
    *,
    session: str | None,
    budget: int,
    scopes: Sequence[Scope] = (),
    count_tokens: CountTokens = estimate_tokens,
) -> Block | None:
    """Render `sections` into at most `budget` tokens; return None if there is nothing to show.

    `session` is the running one, and is not named among the block's origins. `scopes` are those that were asked.
    With long texts, or a counter of the caller's, it happens in a thread: it takes some 2 ms without, and a thread for
    it as long again.
    """
    if not any(section.hits or section.lines for section in sections):
        return None
    work = partial(compose, sections, budget=budget, count_tokens=count_tokens, scopes=scopes)
    is_short = sum(len(hit.text) for section in sections for hit in section.hits) <= _MAX_SHORT
    made = work() if is_short and count_tokens is estimate_tokens else await asyncio.to_thread(work)
    if not made.text:
        return None
    hits = [hit for section in sections for hit in section.hits] + list(made.hits)
    sessions = dict.fromkeys(hit.scope.session for hit in hits if hit.scope.session)
    return Block(
        made.text,
        made.tokens,
        origins=tuple(origin for origin in sessions if origin and origin != session),
        untrusted=any(hit.is_untrusted for hit in hits),
    )
