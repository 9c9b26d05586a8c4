"""The library and the travel assistant are two distributions of one version. `make wheel` builds and tries them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from ricordo import __version__

ROOT = Path(__file__).parent.parent.parent
LIBRARY, TRAVEL = ROOT, ROOT / "travel"


@cache
def read_metadata(folder: Path) -> ProjectMetadata[PluginManager]:
    return ProjectMetadata(str(folder), PluginManager())


def test_both_have_the_version_that_the_library_states() -> None:
    assert read_metadata(LIBRARY).version == __version__
    assert read_metadata(TRAVEL).version == __version__


def test_the_extra_brings_the_travel_assistant_which_needs_exactly_its_own_version() -> None:
    assert read_metadata(LIBRARY).core.optional_dependencies["demo"] == ["ricordo-travel"]
    assert f"ricordo[server]=={__version__}" in read_metadata(TRAVEL).core.dependencies


def test_both_need_the_same_python() -> None:
    assert read_metadata(TRAVEL).core.requires_python == read_metadata(LIBRARY).core.requires_python


def test_the_library_comes_without_the_travel_assistant() -> None:
    for file in WheelBuilder(str(LIBRARY)).recurse_included_files():
        assert file.distribution_path.startswith("ricordo/")


def test_the_library_names_the_travel_assistant_in_its_command_only() -> None:
    files = (ROOT / "src/ricordo").rglob("*.py")
    assert [file.name for file in files if "ricordo_travel" in file.read_text("utf-8")] == ["travel.py"]


def test_the_licences_come_along() -> None:
    assert (TRAVEL / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
    _, _, licence = (ROOT / "src/ricordo/embedding/gte_small/ORIGIN.md").read_text("utf-8").partition("## MIT licence")
    _, _, ours = (TRAVEL / "LICENSE-gte-small").read_text("utf-8").partition("MIT licence")
    assert re.split(r"\n\n", ours, maxsplit=1)[1] == re.split(r"\n\n", licence, maxsplit=1)[1]
