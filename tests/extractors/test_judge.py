"""The bundled judge: sure or silent, English only, and the weights are those that were measured."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files

import pytest

from ricordo import Ricordo, Scope
from ricordo.extractors.reader import BundledJudge
from ricordo.ports.judge import Claim

JUDGE = BundledJudge()


@pytest.mark.parametrize(
    ("earlier", "later", "relation"),
    [
        ("Lives in Leeds", "Lives in Leeds", "same"),
        ("Lives in Leeds", "Lives in York now", "replaces"),
        ("Likes tea", "Plays the cello", "independent"),
        ("Brother Luke lives in Oslo", "Is allergic to nuts", "independent"),
        ("Plays cello for a living", "Needs a seat for the cello too", "independent"),
        ("Has a bad knee", "Wants an aisle seat because of a bad knee", "independent"),
        ("Works as a nurse", "Works as a teacher now", "replaces"),
        ("Has a dog", "Dog died in May", "ends"),
    ],
)
async def test_plain_relations_are_seen(earlier: str, later: str, relation: str) -> None:
    (found,) = await JUDGE.relate([(earlier, later)])
    assert max(found, key=lambda name: found[name]) == relation


async def test_answers_come_in_the_order_of_the_pairs_and_are_probabilities() -> None:
    pairs = [("Likes tea", "Plays chess"), ("Likes tea", "Likes tea")]
    first, second = await JUDGE.relate(pairs)
    assert ([first], [second]) == (await JUDGE.relate(pairs[:1]), await JUDGE.relate(pairs[1:]))
    assert all(0 < probability <= 1.001 for found in (first, second) for probability in found.values())
    assert await JUDGE.relate([]) == []


async def test_support_is_given_only_where_it_is_sure() -> None:
    claims = [Claim("Lives in Leeds", "I live in Leeds"), Claim("Is a pilot", "I live in Leeds"), Claim("", "")]
    for found in await JUDGE.check(claims):
        assert all(probability >= 0.9 for probability in found.values())


def test_it_knows_english_only() -> None:
    assert JUDGE.knows("Lives in Leeds with her son")
    assert not JUDGE.knows("Ich wohne in Berlin und habe zwei Hunde")


@pytest.mark.parametrize("text", ["", "a" * 100_000, "\u0000", "(" * 5_000])
async def test_any_text_is_compared(text: str) -> None:
    await JUDGE.relate([(text, "Likes tea"), ("Likes tea", text)])
    await JUDGE.check([Claim(text, text, text)])


def test_the_weights_have_their_digests() -> None:
    folder = files("ricordo.extractors.reader").joinpath("weights")
    digests = json.loads(folder.joinpath("digests.json").read_text("utf-8"))
    assert digests == {name: hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() for name in digests}
    assert set(digests) == {"reader.onnx", "heads.npz"}


@pytest.mark.parametrize(
    ("earlier", "later", "is_kept"),
    [
        ("Needs an aisle seat", "Needs a room on a low floor", True),
        ("Needs an aisle seat", "Daughter asks for a rental car with two children seats", True),
        ("Plays cello for a living", "Needs a seat for the cello too", True),
        ("Wants a pool", "Wants a quiet room", True),
        ("Needs an aisle seat", "Needs a window seat now", False),
        ("Drinks coffee", "Has given up coffee", False),
    ],
)
async def test_a_wish_ends_only_what_it_replaces(earlier: str, later: str, is_kept: bool) -> None:
    scope = Scope(user="alice")
    async with Ricordo.open("memory://", learning="off") as memory:
        first = await memory.learn_fact(earlier, scope=scope)
        await memory.learn_fact(later, scope=scope)
        assert ((await memory.get(first.id, scope=scope)).state == "current") is is_kept
