"""Text costs linear time: twice the text takes at most three times as long, in every function that reads text.

The functions are found in the packages, so that a new one is tested without anybody thinking of it. What takes more
than texts is called by a function of its own here, and a test tells which function is not called at all.
"""

from __future__ import annotations

import importlib
import inspect
import io
import json
import pkgutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest

from ricordo import Scope
from ricordo.cli import main
from ricordo.extractors.language_model.failures import describe_failure
from ricordo.extractors.language_model.prompts import extract_prompt, summary_prompt
from ricordo.extractors.reader.extractor import find_candidates
from ricordo.language.documents import dense_text, turn_terms
from ricordo.language.filters import find_secret_words, repeats_secret
from ricordo.language.quotes import locate, locate_own
from ricordo.learn.coercion import FieldMismatch, coerce
from ricordo.learn.evidence import verify_candidate
from ricordo.learn.heard import Hearing
from ricordo.learn.reconcile import is_same_value
from ricordo.learn.review import derive_value
from ricordo.learn.subjects import is_about_another
from ricordo.learn.support import SourceText, is_of_another, is_opposite
from ricordo.ports.extractor import Candidate, Exchange
from ricordo.prompt.render import render_data
from ricordo.recall.hits import Recall
from ricordo.recall.outdated import is_spent
from ricordo.recall.question import read
from ricordo.testing.samples import memory, turn
from ricordo.values import Evidence, Hit, Outdated, RicordoError, Why
from ricordo.values.validation import MAX_TEXT
from ricordo_travel.assistant import MAX_INPUT_LENGTH
from ricordo_travel.consent import is_yes
from ricordo_travel.dialogue.yes.agreement import read_answer
from tests.promises.hostile import FEW, LARGER_SIZES, TEXTS, assert_linear, assert_linear_outside, choose_texts, make
from tests.ricordo_travel.test_answers import FLIGHT, propose

ALICE = Scope(user="alice")
NOW = datetime(2026, 5, 1, tzinfo=UTC)

PACKAGES = (
    "ricordo.language",
    "ricordo.learn",
    "ricordo.recall",
    "ricordo.prompt",
    "ricordo.extractors",
    "ricordo.values",
    "ricordo.cli.output",
    "ricordo.server.pages.highlight",
    "ricordo_travel.dialogue",
    "ricordo_travel.notes",
    "ricordo_travel.consent",
    "ricordo_travel.places",
)

FLIGHT_PROPOSAL = propose(FLIGHT)
GIVEN: Mapping[str, Callable[[str], object]] = {
    "str": lambda text: text,
    "str | None": lambda text: text,
    "Any": lambda text: text,
    "object": lambda text: text,
    "Iterable[str]": lambda text: [text],
    "Sequence[str]": lambda text: [text],
    "Iterable[str | None]": lambda text: [text],
    "Iterable[tuple[str, str]]": lambda text: [(text, text)],
    "Sequence[tuple[str, str]]": lambda text: [(text, text)],
    "Sequence[StoredTurn]": lambda text: [turn(text, ALICE)],
    "StoredTurn": lambda text: turn(text, ALICE),
    "Memory": lambda text: memory(text, ALICE),
    "Exchange": lambda text: Exchange((turn(text, ALICE),)),
    "datetime": lambda _: NOW,
    "date": lambda _: NOW.date(),
    "int": len,
}
"""What a function is given for a parameter, by its type."""

NOT_CALLED = frozenset(
    """
    phrases compile_phrases digest_of make_schedule maker_name gives_value slot_kind check_field_name merge_policy
    validate_value with_metadata find_parse check_choice check_choices optional_time utf8 car_code room_code
    print_result type_adapter coerce is_opposite encode_turn encode_pair find_fields settle_owners shorten format_head
    """.split()
)
"""Functions whose texts are our own or short, and those that are a part of others that are called."""

SLOW = frozenset({"find_candidates", "find_statements", "find_sentences", "read_edits"})
"""Functions that run a model, for which fewer texts must do."""


def _coerce(annotation: object) -> Callable[[str], object]:
    def read_value(text: str) -> None:
        with suppress(FieldMismatch):
            coerce(text, annotation, "people")

    return read_value


def _verify(text: str) -> object:
    candidate = Candidate("semantic", text[:1_000].strip() or "x", (Evidence("t", text), Evidence("t", "I have a dog")))
    return verify_candidate(candidate, Hearing({"t": turn(f"{text} x", ALICE, id="t")}))


def _render(text: str) -> object:
    hit = Hit("id", "turn", text, 1.0, Why(words=("dog",)), NOW, (), ALICE, "user", "current", "user")
    return Recall((hit, hit)).render(100)


COMPOSED: dict[str, Callable[[str], object]] = {
    "coerce to a number": _coerce(int),
    "coerce to a duration": _coerce(timedelta),
    "coerce to a date": _coerce(date),
    "coerce to a choice": _coerce(Literal["slow", "fast and loose"]),
    "coerce to a yes": _coerce(bool),
    "coerce to a list": _coerce(list[str]),
    "derive_value": lambda text: derive_value(replace(memory(text, ALICE), field="home", value="x"), text),
    "repeats_secret": lambda text: repeats_secret(text, find_secret_words(text)),
    "is_about_another": lambda text: is_about_another(None, text, [text], [text]),
    "is_same_value": lambda text: is_same_value(text[:4_000], f"{text[:4_000]} 2"),
    "locate a short quote": lambda text: locate("I like the sea", text),
    "locate itself": lambda text: locate(f"{text} x", f"{text} {text}"),
    "locate_own": lambda text: locate_own(f"{text} x", text, text),
    "turn_terms": lambda text: turn_terms(turn(text, ALICE), NOW, turn(text, ALICE)),
    "dense_text": lambda text: dense_text(turn(text, ALICE), turn(text, ALICE)),
    "read a question": lambda text: (read(text, NOW).is_about_the_past, read(text, NOW).is_about_oneself),
    "describe_failure": lambda text: describe_failure(ValueError(text), [text]),
    "is_yes": lambda text: is_yes(text[:MAX_INPUT_LENGTH], action="book", kind="flight"),
    "answer beside a yes": lambda text: read_answer(f"{text[:MAX_INPUT_LENGTH]} yes, book it", [FLIGHT_PROPOSAL]),
    "answer after a yes": lambda text: read_answer(f"yes. {text[:MAX_INPUT_LENGTH]}", [FLIGHT_PROPOSAL]),
    "is_spent": lambda text: is_spent(text, [Outdated(text, "rejected", "m"), Outdated(text[:9], "rejected", "m")]),
    "support of a statement": lambda text: SourceText(text, text, text).supports("Has 3 dogs and lives in Porto"),
    "is_opposite": lambda text: (is_opposite("I hate tea", [text]), is_opposite(text, ["I love tea"])),
    "support of a text": lambda text: SourceText("I have a dog", "I have a dog").supports(text[:1_000]),
    "verify_candidate": _verify,
    "prompt": lambda text: extract_prompt(Exchange((turn(text, ALICE),), (turn(text, ALICE),)), 5),
    "prompt for a summary": lambda text: summary_prompt([turn(text, ALICE)], text),
    "render a block": _render,
    "render data": lambda text: render_data({"text": text}),
}
"""Functions that take more than texts."""


def find_functions() -> dict[str, Callable[..., Any]]:
    """Return all public functions in the packages that take a text and are not awaited."""
    found: dict[str, Callable[..., Any]] = {}
    for module in _modules():
        for name, function in vars(module).items():
            is_ours = inspect.isfunction(function) and function.__module__ == module.__name__
            if is_ours and not name.startswith("_") and not inspect.iscoroutinefunction(function):
                types = [str(parameter.annotation) for parameter in inspect.signature(function).parameters.values()]
                if any(GIVEN.keys() & {type} - {"int", "date", "datetime"} for type in types):
                    found[f"{module.__name__}.{name}"] = function
    return found


def _modules() -> Iterator[ModuleType]:
    for name in PACKAGES:
        package = importlib.import_module(name)
        yield package
        for inner in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{name}."):
            yield importlib.import_module(inner.name)


def _required(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function).parameters.values()
    return [item for item in parameters if item.default is item.empty and item.kind is not item.VAR_KEYWORD]


def _call(function: Callable[..., Any], text: str) -> None:
    given = [GIVEN[str(item.annotation)](text) for item in _required(function) if item.kind is not item.KEYWORD_ONLY]
    named = {
        item.name: GIVEN[str(item.annotation)](text) for item in _required(function) if item.kind is item.KEYWORD_ONLY
    }
    with suppress(ValueError, LookupError, TypeError, RicordoError):
        result = function(*given, **named)
        if inspect.isgenerator(result):
            list(result)


FUNCTIONS = find_functions()
CALLED = {
    name: function
    for name, function in FUNCTIONS.items()
    if all(str(item.annotation) in GIVEN for item in _required(function)) and name.rpartition(".")[2] not in NOT_CALLED
}


_DIALOGUE = ("ricordo_travel.dialogue", "ricordo_travel.notes")


def test_every_function_that_takes_a_text_is_called() -> None:
    source = inspect.getsource(importlib.import_module(__name__))
    # a message goes through the whole dialogue in `test_the_travel_assistant_takes_linear_time`
    mixed = {name for name in FUNCTIONS.keys() - CALLED.keys() if not name.startswith(_DIALOGUE)}
    others = {name.rpartition(".")[2] for name in mixed} - NOT_CALLED
    assert [name for name in others if f"{name}(" not in source] == []
    assert len(CALLED) > 100


@pytest.mark.parametrize("name", CALLED)
def test_a_function_takes_linear_time(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    def read_text(text: str) -> None:
        _call(CALLED[name], text)
        capsys.readouterr()

    is_slow = name.rpartition(".")[2] in SLOW
    if name.startswith("ricordo_travel"):
        assert_linear(read_text, FEW if is_slow else TEXTS, MAX_INPUT_LENGTH, LARGER_SIZES)
    else:
        assert_linear(read_text, FEW if is_slow else choose_texts(list(CALLED).index(name)))


@pytest.mark.parametrize("name", COMPOSED)
def test_a_function_of_more_than_texts_takes_linear_time(name: str) -> None:
    assert_linear(COMPOSED[name], choose_texts(list(COMPOSED).index(name)))


def test_many_candidates_in_a_long_turn_cost_little_more_than_one() -> None:
    """Each once took up to five seconds, because the whole turn was read again for each of them."""
    hearing = Hearing({"t": turn(make(("", "my wife and i love hiking in Porto. ", ""), 100_000), ALICE, id="t")})
    candidates = [
        Candidate("semantic", f"Loves hiking {n}", (Evidence("t", "love hiking in Porto"),)) for n in range(9)
    ]
    first, *others = (_time_candidate(candidate, hearing) for candidate in candidates)
    assert sum(others) / len(others) < max(0.2, first / 4)


def _time_candidate(candidate: Candidate, hearing: Hearing) -> float:
    started = time.process_time()
    verify_candidate(candidate, hearing)
    return time.process_time() - started


@pytest.mark.parametrize("length", [30, 60, 120])
def test_marks_after_a_word_cost_nothing(length: int) -> None:
    """A nested repetition once took a time that doubled with each mark: 40 characters stopped the process."""
    assert_linear(lambda _: find_candidates(turn("i love jazz " + ":" * length + "1 x", ALICE)), FEW[:1])


def test_the_words_before_a_relative_are_not_copied_for_each_relative() -> None:
    """A copy is fast: the square shows only beyond the input limit, where all other time is small beside it."""
    assert_linear(lambda text: is_of_another(text, [text]), [("", "my wife's ", "")], sizes=(MAX_TEXT, 4 * MAX_TEXT))


ROW = {
    "type": "turn",
    "id": "row",
    "scope": {"user": "alice"},
    "role": "user",
    "occurred_at": "2026-05-01T00:00:00Z",
    "recorded_at": "2026-05-01T00:00:00Z",
}


@pytest.mark.parametrize(
    "command",
    [
        ("remember", "-"),
        ("recall", "--", "{}"),
        ("recall", "--render", "800", "--", "{}"),
        ("recall", "--json", "--", "{}"),
        ("memories", "--subject={}"),
        ("import", "rows.ndjson"),
    ],
    ids=" ".join,
)
def test_a_command_takes_linear_time(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RICORDO_STORE", str(tmp_path / "memory.db"))
    monkeypatch.setenv("RICORDO_EMBEDDER", "ricordo.testing:HashEmbedder")

    def run(text: str, *argv: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        verb, *given = [part.replace("{}", text) for part in argv if part != "-"]
        main([verb, "--user", "alice", *(["--later"] if verb == "remember" else []), *given])
        capsys.readouterr()

    def call(text: str) -> None:
        Path("rows.ndjson").write_text(json.dumps({**ROW, "text": text}))
        run(text, "remember", "-")
        run(text, *command)

    assert_linear_outside(call)
