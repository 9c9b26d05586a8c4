"""The scripts that measure the models of the assistant use what is in the package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "name", ["acts_data", "answers_check", "notes_data", "notes_vary", "turns_read", "turns_vary", "turns_more"]
)
def test_a_script_that_needs_no_gpu_can_be_loaded(name: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", f"import {name}"]
    done = subprocess.run(command, cwd=ROOT / "training", env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-400:]
