"""Messages to the travel assistant, cut into acts: read the data, make the vocabulary, and build training units.

    python training/acts_data.py out/training/acts

Writes `units.json.gz` and `tokenizer.json` into the folder, and the positions of the kept word pieces in the full
vocabulary. Needs `tokenizers`, no GPU.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import runpy
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.models import WordPiece

HERE = Path(__file__).parent
LABELS = runpy.run_path(str(HERE.parent / "src/ricordo_travel/dialogue/yes/act_labels.py"))
ACTS: tuple[str, ...] = LABELS["ACTS"]
CONTEXTS: dict[str, str] = LABELS["CONTEXTS"]

FULL_TOKENIZER = HERE.parent / "src/ricordo/embedding/gte_small/tokenizer.json"
COMMON_PIECES = 9_000
"""Pieces of the full vocabulary that are kept: it is sorted by how common they are."""

HELD_OUT = 10
"""One conversation of so many is held out."""

_MARK = re.compile(rf"\[({'|'.join(ACTS)})\]")
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


Segments = list[tuple[str, str]]


@dataclass(frozen=True)
class Message:
    """A message with its acts.

    Attributes:
        conversation: The conversation, as file and number.
        context: What the assistant had just said.
        segments: Act and text of each part, in order.
        is_held_out: Whether it is not trained on.
    """

    conversation: str
    context: str
    segments: tuple[tuple[str, str], ...]
    is_held_out: bool


def read_messages(folder: Path) -> Iterator[Message]:
    """Yield the messages of all files in a folder; raise `ValueError` for a line that is not in form."""
    for path in sorted(folder.glob("*.txt")):
        for number, paragraph in enumerate(re.split(r"\n\s*\n", path.read_text("utf-8").strip())):
            for line in paragraph.splitlines():
                context, _, marked = line.partition("\t")
                lead, *parts = _MARK.split(marked)
                texts = [text.strip() for text in parts[1::2]]
                if context not in CONTEXTS or lead.strip() or not parts or not all(texts):
                    raise ValueError(f"{path.name}: not in form: {line[:80]}")
                segments = tuple(zip(parts[::2], texts, strict=True))
                yield Message(f"{path.stem}-{number}", context, segments, number % HELD_OUT == HELD_OUT - 1)


def make_tokenizer(texts: list[str]) -> tuple[Tokenizer, list[int]]:
    """Return a tokenizer of the common pieces and those in `texts`, and their places in the full vocabulary."""
    full = Tokenizer.from_file(str(FULL_TOKENIZER))
    full.no_truncation()
    full.no_padding()
    used = {piece for text in texts for piece in full.encode(text, add_special_tokens=False).ids}
    vocabulary: dict[str, int] = full.get_vocab()
    pieces = sorted(
        (place, piece)
        for piece, place in vocabulary.items()
        if piece in _SPECIAL
        or (not piece.startswith("[") and (place < COMMON_PIECES or place in used or _is_plain_letter(piece)))
    )
    small = Tokenizer(WordPiece({piece: number for number, (_, piece) in enumerate(pieces)}, unk_token="[UNK]"))
    small.normalizer, small.pre_tokenizer = full.normalizer, full.pre_tokenizer
    return small, [place for place, _ in pieces]


def _is_plain_letter(piece: str) -> bool:
    return len(piece.removeprefix("##")) == 1 and piece.isascii()


def build_unit(tokenizer: Tokenizer, context: str, segments: Segments) -> dict[str, Any]:
    """Return the pieces of a message, and the act of each of its words."""
    words = [word for _, text in segments for word in text.split()]
    acts = [ACTS.index(act) for act, text in segments for _ in text.split()]
    before = tokenizer.encode(CONTEXTS[context], add_special_tokens=False).ids
    encoding = tokenizer.encode(words, is_pretokenized=True, add_special_tokens=False)
    start, ids = len(before) + 2, encoding.ids[:120]
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    seen: dict[int, int] = {}
    for at, word in enumerate(encoding.word_ids[:120]):
        seen.setdefault(word, at + start)
    kept = [word for word in range(len(words)) if word in seen]
    return {
        "ids": [cls, *before, sep, *ids, sep],
        "text_start": start,
        "words": [seen[word] for word in kept],
        "acts": [acts[word] for word in kept],
    }


def vary(message: Message, others: Mapping[str, list[Message]], chance: random.Random) -> tuple[str, Segments]:
    """Return a message as somebody else might type it: without marks, with slips, or with acts of other messages."""
    segments = list(message.segments)
    if chance.random() < 0.35:
        added = chance.choice(chance.choice(others[message.context]).segments)
        segments.insert(chance.randint(0, len(segments)), (added[0], _connect(added[1], chance)))
        segments = _merge(segments)
    elif len(segments) > 1 and chance.random() < 0.3:
        segments.pop(chance.randrange(len(segments)))
    style = chance.random()
    if style < 0.25:
        segments = [(act, re.sub(r"[.,!?']+(?=\s|$)", "", text) or text) for act, text in segments]
    elif style < 0.35:
        segments = [(act, text[:1].upper() + text[1:]) for act, text in segments]
    if chance.random() < 0.15:
        segments = [(act, _mistype(text, chance)) for act, text in segments]
    context = chance.choice(list(CONTEXTS)) if chance.random() < 0.04 else message.context
    return context, [(act, text) for act, text in _merge(segments) if text.split()]


def _connect(text: str, chance: random.Random) -> str:
    return f"{chance.choice(('', '', '', 'and ', 'oh and ', 'also ', 'but ', 'btw ', 'then '))}{text}"


def _merge(segments: Segments) -> Segments:
    """Join neighbours of one act."""
    merged: Segments = []
    for act, text in segments:
        if merged and merged[-1][0] == act:
            merged[-1] = (act, f"{merged[-1][1]} {text}")
        else:
            merged.append((act, text))
    return merged


def _mistype(text: str, chance: random.Random) -> str:
    if len(text) < 8:
        return text
    at = chance.randrange(1, len(text) - 2)
    if " " in text[at : at + 2]:
        return text
    one, other = text[at : at + 2]
    return text[:at] + chance.choice((other + one, other, one + one + other)) + text[at + 2 :]


def main() -> None:
    """Write the units, each trained one also in some variations."""
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    messages = list(read_messages(HERE / "data/requests"))
    tokenizer, places = make_tokenizer([text for message in messages for _, text in message.segments])
    trained = [message for message in messages if not message.is_held_out]
    chance = random.Random(0)
    others: dict[str, list[Message]] = defaultdict(list)
    for message in trained:
        others[message.context].append(message)
    units = {
        "trained": [
            [build_unit(tokenizer, message.context, list(message.segments))]
            + [build_unit(tokenizer, *vary(message, others, chance)) for _ in range(7)]
            for message in trained
        ],
        "held_out": [
            build_unit(tokenizer, message.context, list(message.segments))
            for message in messages
            if message.is_held_out
        ],
        "places": places,
    }
    (target / "units.json.gz").write_bytes(gzip.compress(json.dumps(units).encode()))
    tokenizer.save(str(target / "tokenizer.json"))
    print(f"{len(messages)} messages, {len(trained)} to train on, {len(places)} word pieces")


if __name__ == "__main__":
    main()
