"""The panel of what is known about a person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ricordo import Profile, Ricordo, Scope, Turn
from ricordo_travel.assistant import scope_of
from ricordo_travel.notes.extractor import NotesExtractor
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller
from ricordo_travel.web.panel import load_panel


class LearnsMeanwhile(Ricordo):
    """A memory that ends its learning just after its profile was read."""

    async def profile(self, model: type[Any], *, scope: Scope) -> Profile[Any]:
        found = await super().profile(model, scope=scope)
        await self.settle(scope=scope)
        return found


async def test_a_panel_without_what_was_just_learned_says_that_there_is_more_to_come(tmp_path: Path) -> None:
    toolbox = Toolbox(tmp_path / "travel.db")
    async with LearnsMeanwhile.open(
        tmp_path / "memory.db", extractor=NotesExtractor(), learning="background", profiles=[Traveller]
    ) as memory:
        await memory.remember([Turn("user", "I live in Lisbon.")], scope=scope_of("alice"))
        first = await load_panel(memory, toolbox, person="alice", last_message=None)
        second = await load_panel(memory, toolbox, person="alice", last_message=None)
    assert not first.fields
    assert first.is_learning  # or the page would not load the panel again
    assert [field.value for field in second.fields] == ["Lisbon"]
    assert not second.is_learning
