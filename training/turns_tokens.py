"""The word pieces of the reader of turns: those in its data and common ones, of a larger vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from turns_data import Turn

COMMON_PIECES = 5_000
"""Pieces of the full vocabulary that are kept beside those in the data: it is sorted by how common they are."""
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def list_texts(turns: Iterable[Turn]) -> list[str]:
    """Return all texts of turns."""
    return [text for turn in turns for text in (turn.situation, turn.message, turn.program)]


def make_tokenizer(path: Path, texts: list[str]) -> tuple[Tokenizer, list[int]]:
    """Return a tokenizer of the common pieces and those in `texts`, and their places in the full vocabulary."""
    full = Tokenizer.from_file(str(path))
    full.no_truncation()
    full.no_padding()
    used = {piece for each in full.encode_batch(texts, add_special_tokens=False) for piece in each.ids}
    pieces = sorted(
        (place, piece)
        for piece, place in full.get_vocab().items()
        if piece in _SPECIAL
        or (not piece.startswith("[") and (place < COMMON_PIECES or place in used or _is_plain_letter(piece)))
    )
    small = Tokenizer(WordPiece({piece: number for number, (_, piece) in enumerate(pieces)}, unk_token="[UNK]"))
    small.normalizer, small.pre_tokenizer = full.normalizer, full.pre_tokenizer
    return small, [place for place, _ in pieces]


def _is_plain_letter(piece: str) -> bool:
    return len(piece.removeprefix("##")) == 1 and piece.isascii()
