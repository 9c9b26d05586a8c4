"""Verification in long turns and large jobs: the words around the quote count, and secrets anywhere."""

from __future__ import annotations

from ricordo.learn.evidence import verify_candidate
from ricordo.learn.heard import Hearing
from ricordo.ports.extractor import Candidate
from ricordo.testing.samples import turn
from ricordo.values import Evidence, Scope

ALICE = Scope(user="alice")


def test_in_a_long_turn_the_words_around_the_quote_count_and_no_others() -> None:
    filler = "Well, that is how it goes. " * 400
    said = f"I live in Lisbon with my dog Rex. {filler}I also like green tea. {filler}Nothing else."
    hearing = Hearing({"t": turn(said, ALICE, id="t")})

    def verify_words(content: str, quote: str) -> bool:
        found = verify_candidate(Candidate("semantic", content, (Evidence("t", quote),)), hearing)
        assert found is not None
        return found.is_supported

    assert verify_words("Likes green tea", "I also like green tea")
    assert verify_words("Lives in Lisbon", "I live in Lisbon")
    assert verify_words("Lives in Lisbon with a dog", said[:9_000])  # no quote is that long: other words are looked for
    assert not verify_words("Likes green tea with Rex", "I also like green tea")


def test_a_long_turn_that_is_not_to_be_kept_supports_nothing() -> None:
    filler = "Well, that is how it goes. " * 800
    for said in (f"I like green tea. {filler} Don't save this.", f"Don't save this. {filler} I like green tea."):
        hearing = Hearing({"t": turn(said, ALICE, id="t")})
        found = verify_candidate(
            Candidate("semantic", "Likes green tea", (Evidence("t", "I like green tea"),)), hearing
        )
        assert found is None


def test_a_secret_far_away_in_a_long_turn_is_not_repeated() -> None:
    said = "My password is x7Kq2z9W. " + "Well, that is how it goes. " * 800 + "I use x7Kq2z9W at home."
    hearing = Hearing({"t": turn(said, ALICE, id="t")})
    candidate = Candidate("semantic", "Uses x7Kq2z9W at home", (Evidence("t", "I use x7Kq2z9W at home"),))
    assert verify_candidate(candidate, hearing) is None


def test_words_of_turns_far_away_support_nothing() -> None:
    turns = {f"t{n}": turn("Well, that is how it goes.", ALICE, id=f"t{n}") for n in range(200)}
    turns["t0"] = turn("My dog is called Rex.", ALICE, id="t0")
    turns["t190"] = turn("I like green tea.", ALICE, id="t190")
    turns["t199"] = turn("And Rufus does too.", ALICE, id="t199")
    hearing = Hearing(turns)
    for name, is_near in (("Rufus", True), ("Rex", False)):
        candidate = Candidate("semantic", f"Likes green tea with {name}", (Evidence("t190", "I like green tea"),))
        found = verify_candidate(candidate, hearing)
        assert found is not None
        assert found.is_supported is is_near
