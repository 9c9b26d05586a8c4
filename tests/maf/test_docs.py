"""The pages about agents say what is true: their program runs, and every name is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import recollect.agent_framework

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/agent-framework.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_program_of_the_first_five_minutes_runs(tmp_path: Path) -> None:
    real, scripted = (
        "from agent_framework.openai import OpenAIChatClient",
        "from recollect.testing import ScriptedChatClient",
    )
    assert real in PROGRAMS[0]
    program = PROGRAMS[0].replace(real, f"{scripted} as OpenAIChatClient")
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "memory.db").exists()


def test_the_other_samples_are_python() -> None:
    for program in PROGRAMS[1:]:
        compile(program, "docs/agent-framework.md", "exec")


def test_every_public_name_is_documented() -> None:
    for name in recollect.agent_framework.__all__:
        assert f"`{name}" in PAGE or f"{name}(" in PAGE or f"{name}." in PAGE, name
