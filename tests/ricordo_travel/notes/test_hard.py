"""Messages that are hard to read beside the notes: a share of them has to do what their writers may expect."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ricordo import Exchange, Extraction, Ricordo, Turn
from ricordo.testing import HashEmbedder
from ricordo_travel.assistant import Assistant, scope_of
from ricordo_travel.notes.edits import parse_edits
from ricordo_travel.notes.extractor import NotesExtractor, _make_candidates
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller
from tests.ricordo_travel.conversation import MORNING, Talk

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("hard.toml").read_text("utf-8"))["case"]
LEAST = 0.58
"""Share of the cases that have to be right, 5 points less than were when pronouns were held against notes: 74 of 116.

They are hard on purpose: messages that the reader misread when it was new, and those beside them in the same tests.
Raise it when the reader gets better.
"""


class _Preparer(NotesExtractor):
    """The real extractor, but for what a case gives as said before: the notes of that are given, too."""

    def __init__(self) -> None:
        self.given: str | None = None

    async def extract(self, exchange: Exchange) -> Extraction:
        if self.given is None:
            return await super().extract(exchange)
        return Extraction(tuple(_make_candidates(exchange.turns[0], parse_edits(self.given, 0), [])))


async def _prepare(memory: Ricordo, extractor: _Preparer, talk: Talk, case: Mapping[str, Any]) -> None:
    """Put the notes of a case into memory, as told in an earlier conversation, and what was said last into this."""
    notes = case.get("notes", ())
    for note in notes:
        extractor.given = f"add | {note}"
        await memory.remember([Turn("user", note.partition(" | ")[0])], scope=scope_of(talk.person, "earlier"))
    extractor.given = "none"
    turns = [Turn("user", case["said"])] if "said" in case else []
    turns += [Turn("assistant", case["reply"])] if "reply" in case else []
    if turns:
        await memory.remember(turns, scope=scope_of(talk.person, "now"))
    extractor.given = None
    assert sorted(await talk.contents()) == sorted(note.partition(" | ")[0] for note in notes)
    for text in case.get("before", ()):
        await talk.say(text, "now")


def _find_faults(case: Mapping[str, Any], reply: str, notes: Collection[str]) -> Iterator[str]:
    """Yield what is otherwise than a case says of the notes and of the reply."""
    for name in ("noted", "stays"):
        for pattern in case.get(name, ()):
            if not any(re.search(pattern, note) for note in notes):
                yield f"not {name}: {pattern}"
    for pattern in case.get("gone", ()):
        if found := [note for note in notes if re.search(pattern, note)]:
            yield f"not gone: {found}"
    yield from (f"not said: {pattern}" for pattern in case.get("says", ()) if not re.search(pattern, reply))


def _find_wrong_fields(case: Mapping[str, Any], profile: Mapping[str, str]) -> Iterator[str]:
    """Yield the fields of the profile that are otherwise than a case says."""
    for name, value in case.get("remembers", {}).items():
        if value not in profile.get(name, ""):
            yield f"{name} is {profile.get(name)!r}, not {value!r}"
    yield from (f"{name} is {profile[name]!r}" for name in case.get("forgets", ()) if name in profile)


@pytest.mark.timeout(600)
async def test_a_share_of_hard_messages_does_what_is_meant(tmp_path: Path) -> None:
    extractor, misses = _Preparer(), list[str]()
    async with Ricordo.open(
        "memory://",
        embedder=HashEmbedder(),
        learning="inline",
        extractor=extractor,
        profiles=[Traveller],
        clock=lambda: MORNING,
    ) as memory:
        assistant = Assistant(memory, Toolbox(tmp_path / "travel.db", clock=lambda: MORNING))
        for number, case in enumerate(CASES):
            talk = Talk(assistant, f"person-{number}")
            await _prepare(memory, extractor, talk, case)
            reply = await talk.say(case["message"], "now")
            faults = [
                *_find_faults(case, reply, await talk.contents()),
                *_find_wrong_fields(case, await talk.profile()),
            ]
            if faults:
                misses.append("\n    - ".join([f"{case['message']}\n      | {reply}", *faults]))
    right = len(CASES) - len(misses)
    told = f"{right} of {len(CASES)} right\n\n" + "\n\n".join(misses)
    print(told)
    assert right >= LEAST * len(CASES), told
