"""A short run of the scope trials, and breaches of isolation that they find."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ricordo.opening import open_store
from ricordo.stores.memory.state import Document, State
from ricordo.stores.sqlite import consents, scopes
from ricordo.values import Consent, Scope
from tests.campaign.scope_trials import Outcome, main, run_world
from tests.campaign.scope_verbs import READS, WRITES


def run_trials(url: str, trials: int, *, seed: str = "test", learning: bool = False) -> Outcome:
    """Hold trials in one world."""

    async def run() -> Outcome:
        store = await open_store(url, timeout=10.0)
        try:
            return await run_world(store, seed, trials, learning=learning)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.mark.parametrize(("url", "learning"), [("memory.db", False), ("memory.db", True), ("memory://", False)])
def test_nobody_sees_or_changes_anything_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, *, learning: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run_trials(url, 600, learning=learning)
    assert outcome.leak is None
    assert len(outcome.counts.keys() & {*READS, *WRITES}) > 30


def resolve_every_session(resolve: Callable[..., list[scopes.Reach]]) -> Callable[..., list[scopes.Reach]]:
    """Let a session reach all sessions of its owner."""

    def broken(*given: Any, **options: Any) -> list[scopes.Reach]:
        return [scopes.Reach(reach.owner, None) for reach in resolve(*given, **options)]

    return broken


def ignore_sharing(_: Callable[..., bool]) -> Callable[..., bool]:
    """Let every agent see what others keep to themselves."""
    return lambda *_: False


@pytest.mark.parametrize(
    ("place", "name", "breach"),
    [(scopes, "resolve", resolve_every_session), (consents, "anybody_keeps_apart", ignore_sharing)],
)
def test_a_breach_in_sqlite_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, breach: Callable[[Any], Any]
) -> None:
    monkeypatch.setattr(place, name, breach(getattr(place, name)))
    assert "seed test, trial" in (run_trials(str(tmp_path / "memory.db"), 2_000).leak or "")


def test_an_erasure_that_goes_too_far_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    within = State.within

    def reach_all_users(self: State, *asking: Scope, private: bool) -> list[Document]:
        if private and all(scope.user and scope.application for scope in asking):  # as erasing does
            return within(self, *(Scope(application=scope.application) for scope in asking), private=private)
        return within(self, *asking, private=private)

    monkeypatch.setattr(State, "within", reach_all_users)
    assert run_trials("memory://", 2_000).leak is not None


def test_a_consent_of_others_that_is_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def join_all(self: State, _: Scope) -> Consent:
        return functools.reduce(lambda one, other: one & other, self.consents.values(), Consent())

    monkeypatch.setattr(State, "consent", join_all)
    assert run_trials("memory://", 2_000).leak is not None


def test_the_command_says_how_many_trials_were_held(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--trials", "60", "--seed", "7", "--processes", "1"]) == 0
    line = capsys.readouterr().out
    assert line.startswith("60 scope trials of ")
    assert "no leak (seed 7)" in line
