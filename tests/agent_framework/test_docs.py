"""The pages about agents know every name. That their programs run is seen in ``tests/docs``."""

from __future__ import annotations

from pathlib import Path

import ricordo.agent_framework

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/use/agent-framework.md").read_text("utf-8")


def test_every_public_name_is_documented() -> None:
    for name in ricordo.agent_framework.__all__:
        assert f"`{name}" in PAGE or f"{name}(" in PAGE or f"{name}." in PAGE, name
