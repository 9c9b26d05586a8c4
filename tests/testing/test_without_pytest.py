"""The fakes for an agent's tests need neither pytest nor hypothesis."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ricordo.testing

WITHOUT = """
import sys
sys.modules |= dict.fromkeys(["pytest", "_pytest", "hypothesis"])
from ricordo.testing import CassetteClient, HashEmbedder, ScriptedChatClient, ScriptedReply, call_tool
"""


def test_the_fakes_can_be_imported_without_pytest() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_public_name_is_there_and_no_other() -> None:
    for name in ricordo.testing.__all__:
        assert getattr(ricordo.testing, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = ricordo.testing.nonsense
