"""Hooks for hatchling: take the source from beside that of ricordo, and need exactly this version of ricordo."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PACKAGE = "ricordo_travel"


class SourceHook(BuildHookInterface[Any]):
    """Take the source from the checkout.

    An editable install reads it there, and a source distribution has it inside.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        source = Path(self.root).parent / "src" / PACKAGE
        if version != "editable" and not (Path(self.root) / "src").is_dir():
            build_data["force_include"][str(source)] = PACKAGE if self.target_name == "wheel" else f"src/{PACKAGE}"


class RequirementsHook(MetadataHookInterface):
    """Write the version into the requirements."""

    def update(self, metadata: dict[str, Any]) -> None:
        requirements = cast("list[str]", self.config["requirements"])
        metadata["dependencies"] = [text.format(version=metadata["version"]) for text in requirements]
