"""Every example runs, without a key, and says what it promises."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
KEYS = {"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OLLAMA_MODEL"}
PROMISES = {
    "travel_assistant": ["I remember: Budget range: $2,000; Interests: hiking, coastal walks"],
    "name_and_age": ["MEMORY - User Name: Ruaidhrí", "MEMORY - User Age: 20", "(Name: Ruaidhrí; Age: 20)"],
    "chat_history": ["Booked, with this in mind: [", "user: I prefer window seats on flights."],
    "tools": ["asked to approve memory_forget", "It is gone.", "left in memory: 0"],
    "group_chat": ["alice's group:\n  user: A slogan for lamps", "bob's group:\n  user: A slogan for oak chairs"],
    "suspend_and_resume": [
        "We were here: Let us plan the hiking trip",
        "Summary: ",
        "Erased with this conversation: 2",
    ],
    "web": ["user: I love hiking.", "user: I love sailing.", "without a token: 401"],
    "workflow": ["user: My thesis is about lamps made of tree bark.", "user: My thesis is about chairs made of oak."],
}


def test_every_example_is_tested_and_documented() -> None:
    examples = {path.stem for path in (ROOT / "examples").glob("*.py")} - {"model"}
    assert examples == set(PROMISES)
    page = (ROOT / "docs/use/agent-framework.md").read_text("utf-8")
    for name in examples:
        assert f"examples/{name}.py" in page


@pytest.mark.parametrize("name", PROMISES)
def test_the_example_runs(name: str, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in KEYS}
    done = subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "examples" / f"{name}.py")],
        cwd=tmp_path,
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for promise in PROMISES[name]:
        assert promise in done.stdout
    assert list(tmp_path.iterdir()) == []
    if name == "workflow":  # nobody is shown what the other one said
        alice, bob = done.stdout.split("What is my thesis about?")[1:]
        assert "oak" not in alice.split("\nbob:")[0]
        assert "bark" not in bob
