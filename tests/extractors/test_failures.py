"""The cause of a chat client's failure: it is kept with the job, and it contains nothing of what was sent."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from agent_framework.exceptions import ChatClientException
from hypothesis import given
from hypothesis import strategies as st

from ricordo import Ricordo
from ricordo.extractors.language_model.failures import describe_failure
from ricordo.testing import HashEmbedder
from tests.learn.scripted_client import ALICE, PERSON, ScriptedClient, user_turn

SAID = "My sister Mallory moved to Lisbon in 1987"


class ProviderError(Exception):
    """An error as the SDKs of providers raise it."""

    def __init__(self, text: str, /, **attributes: Any) -> None:
        super().__init__(text)
        vars(self).update(attributes)


def wrap(cause: Exception) -> Exception:
    """Return the error that MAF raises from an error of a provider."""
    error = ChatClientException(f"service failed to complete the prompt: {cause}", log_level=None)
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ConnectionError("refused"), "ConnectionError"),
        (wrap(TimeoutError()), "ChatClientException, TimeoutError"),
        (
            wrap(ProviderError("Incorrect API key provided: sk-ab***yz.", status_code=401, code="invalid_api_key")),
            "ChatClientException, ProviderError, status 401, code invalid_api_key: Incorrect API key provided: …",
        ),
        (
            ProviderError("x", status_code=429, body={"error": {"type": "rate_limit_error", "message": "Slow down"}}),
            "ProviderError, status 429, code rate_limit_error: Slow down",
        ),
        (
            ProviderError("Bad gateway", response=SimpleNamespace(status_code=502)),
            "ProviderError, status 502: Bad gateway",
        ),
        (
            ProviderError("No model gpt-9", code=404, status="NOT_FOUND"),
            "ProviderError, status 404, code NOT_FOUND: No model gpt-9",
        ),
        (ProviderError("odd", status_code="401", code=7, body="text", message=3), "ProviderError"),
        (ProviderError(f"Refused: {SAID}", status_code=400), "ProviderError, status 400"),
        (ProviderError("Refused: Mallory", status_code=400), "ProviderError, status 400"),
        (ProviderError("Refused: the year 1987", status_code=400), "ProviderError, status 400"),
        (ProviderError("Refused: …allory", status_code=400), "ProviderError, status 400"),
        (ProviderError("Refused", status_code=400, code="lisbon"), "ProviderError, status 400: Refused"),
        (ProviderError("no " * 500, status_code=400), f"ProviderError, status 400: {('no ' * 66)}…"),
    ],
)
def test_a_failure_is_described_without_what_was_sent(error: Exception, expected: str) -> None:
    assert describe_failure(error, [SAID]) == expected


@given(st.text(min_size=1), st.text(), st.text())
def test_no_message_repeats_a_word_that_was_sent(said: str, before: str, after: str) -> None:
    error = ProviderError(f"{before} {said} {after}", status_code=400)
    description = describe_failure(error, [said, "and more"])
    shown = description.removeprefix("ProviderError, status 400").casefold()
    assert len(description) < 300
    for word in said.split():
        if len(word) >= 5 and word.isalpha() and word.isascii():
            assert word.casefold() not in shown


class BrokenError(Exception):
    """An error that fails itself when it is looked at."""

    @property
    def status_code(self) -> int:
        raise RuntimeError(SAID)


def test_an_error_that_cannot_be_read_is_described_by_its_class() -> None:
    assert describe_failure(BrokenError(SAID), [SAID]) == "BrokenError"


def test_causes_that_go_in_a_circle_end() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert describe_failure(one, []) == "ValueError, KeyError"


async def test_the_cause_is_kept_with_the_job_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    cause = ProviderError("Incorrect API key provided", status_code=401, code="invalid_api_key")
    client = ScriptedClient([wrap(cause)])
    async with Ricordo.open("memory://", embedder=HashEmbedder(), chat_client=client, learning="inline") as memory:
        await memory.remember([user_turn(SAID)], scope=ALICE)
        (job,) = await memory.jobs(scope=PERSON)
    assert job.error is not None
    assert "status 401, code invalid_api_key: Incorrect API key provided" in job.error
    assert job.error in caplog.text
