"""The reader of turns: a small model that writes what a message asks for as commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock
from typing import Any

import numpy as np

from ricordo_travel.clerk.commands import Command, parse_commands
from ricordo_travel.clerk.reading.copying import Copying, Wording
from ricordo_travel.clerk.reading.slots import find_wishes
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import find_amenities

_MAX_IN = 480
_MAX_OUT = 96
_MAX_MESSAGE = 110
_MAX_LETTERS = 1_500
"""Letters of a message that are read; more than that fit into no `_MAX_MESSAGE` pieces that say anything."""

_MARK = re.compile(r" ?(?P<mark>['’+:/-]) ?|(?P<before>[$€£(]) | (?P<after>[,.!?)%])")
"""Marks that the tokenizer has cut off the words beside them."""

_FLIGHT = re.compile(r"\b[A-Za-z]{2}\d{3,4}\b")
_AIRLINE = re.compile(r"[a-z]{2}\d*$")

_WISH = re.compile(r"(?:with|maybe) (?P<what>.+)")
_STEM = 4
_LINKS = frozenset("a all an and any at by far for in new no not of on or so the to too very with".split())
"""Words of a wish that say nothing of what it is."""
_SURE = 0.5
"""How likely the least likely piece of a command has to be for its wishes to be taken as they are written."""

_loading = Lock()


@dataclass(frozen=True, slots=True)
class Program:
    """What the model writes of a message.

    Attributes:
        text: The commands, or the edits of notes.
        chances: For each of them, how likely its least likely word piece is to the model, which guesses if that is low.
    """

    text: str
    chances: tuple[float, ...]


def read(situation: str, message: str) -> Sequence[Command]:
    """Return the commands that a message stands for in its situation."""
    program = write_program(situation, message.replace("£", "$"))  # its vocabulary has no "£", and all is in dollars
    written = zip(program.text.split(" ; "), program.chances, strict=True)
    kept = [text if chance >= _SURE else drop_guesses(text, message) for text, chance in written]
    return parse_commands(" ; ".join(kept))


def drop_guesses(command: str, message: str) -> str:
    """Return a command without the wishes of which the message has no word: "with sunny" for "old churches"."""
    said = re.sub(r"[^\w'-]", " ", normalise(message))
    head, *slots = command.split(" | ")
    kept = [slot for slot in slots if not (match := _WISH.fullmatch(slot)) or _shares_word(match["what"], said)]
    return " | ".join([head, *kept])


def _shares_word(wish: str, said: str) -> bool:
    """Return whether a text has the beginning of a word of a wish, or wishes the same of a hotel in other words."""
    words = [word for word in wish.split() if word not in _LINKS]
    is_said = any(word[:_STEM] in said if len(word) >= _STEM else word in said.split() for word in words)
    return is_said or bool({*find_wishes(wish)} & {*find_amenities(said)[0]})


@lru_cache(maxsize=1_024)
def write_program(situation: str, message: str, task: str = "") -> Program:
    """Return the commands of a message as the model writes them, the likeliest word piece after the other.

    `task` names what is to be written instead, if it is not the commands: "notes" are the edits of notes.
    """
    with _loading:
        tokenizer, pieces, reading, writing = _load()
    start, end = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    typed = f"{task}: {message}" if task else message
    said = tokenizer.encode(typed[:_MAX_LETTERS], add_special_tokens=False).ids[:_MAX_MESSAGE]
    seen = tokenizer.encode(situation, add_special_tokens=False).ids[: _MAX_IN - len(said) - 3]
    ids = np.array([[start, *said, end, *seen, end]], np.int64)
    types = np.array([[0] * (len(said) + 2) + [1] * (len(seen) + 1)], np.int64)
    mask = np.ones_like(ids)
    keys, values, source = reading.run(None, {"ids": ids, "types": types, "mask": mask})
    held = Wording(pieces, [*said, *seen]) if task else Copying(pieces, said)
    flights = [tuple(each.ids) for each in tokenizer.encode_batch(_FLIGHT.findall(f"{message} {situation}"), False)]
    prefix, sure = [start], [1.0]
    while len(prefix) < _MAX_OUT and (len(prefix) == 1 or prefix[-1] != end):
        given = {"prefix": np.array([prefix], np.int64), "keys": keys, "values": values, "source": source, "mask": mask}
        scores, copied, share = writing.run(None, given)
        chances = _softmax(scores[0]) * (1 - share[0])
        np.add.at(chances, ids[0], _softmax(copied[0]) * share[0])
        chances = held.weigh(prefix, chances)
        following = _find_following(tokenizer, prefix, flights)
        prefix.append(max(following, key=chances.__getitem__) if following else int(chances.argmax()))
        sure.append(float(chances[prefix[-1]] / chances.sum()))
    parts = list(_part(tokenizer, prefix[1:], sure[1:]))
    return Program(" ; ".join(text for text, _ in parts), tuple(chance for _, chance in parts))


def _part(tokenizer: Any, written: Sequence[int], sure: Sequence[float]) -> Iterator[tuple[str, float]]:
    """Yield each command of those that were written, and how likely its least likely piece is."""
    start, ends = 0, {tokenizer.token_to_id(name) for name in (";", "[SEP]")}
    for place in range(len(written) + 1):
        if place == len(written) or written[place] in ends:
            if start < len(written):
                yield _join(tokenizer, written[start:place]), min(sure[start : place + 1])
            start = place + 1


def _find_following(tokenizer: Any, prefix: Sequence[int], flights: Sequence[tuple[int, ...]]) -> set[int]:
    """Return the pieces that may follow the airline of a flight: those of flights that were read.

    The model mixes up the figures of several flights. It is empty where no flight is being written, or a whole one was.
    """
    begin = len(prefix) - 1
    while begin > 0 and tokenizer.id_to_token(prefix[begin]).startswith("##"):
        begin -= 1
    word = tuple(prefix[begin:])
    if not _AIRLINE.match(_join(tokenizer, word)) or word in flights:
        return set()
    return {flight[len(word)] for flight in flights if flight[: len(word)] == word and len(flight) > len(word)}


def forget_programs() -> None:
    """Empty the cache of messages that were read last."""
    write_program.cache_clear()


def _softmax(scores: Any) -> Any:
    raised = np.exp(scores - scores.max())
    return raised / raised.sum()


def _join(tokenizer: Any, ids: Sequence[int]) -> str:
    text = ""
    for piece in map(tokenizer.id_to_token, ids):
        text += piece[2:] if piece.startswith("##") else f" {piece}"
    joined = _MARK.sub(lambda match: match[match.lastgroup or 0], text.strip())
    return re.sub(r"\bshift(?=[+-])", "shift ", joined)


@cache
def _load() -> tuple[Any, tuple[str, ...], Any, Any]:
    import onnxruntime
    from tokenizers import Tokenizer

    folder = files("ricordo_travel.clerk").joinpath("weights")
    options: Any = onnxruntime.SessionOptions()  # type: ignore[attr-defined]  # it has no types
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    read, write = (
        onnxruntime.InferenceSession(str(folder.joinpath(f"{name}.onnx")), options, providers=["CPUExecutionProvider"])
        for name in ("read", "write")
    )
    tokenizer = Tokenizer.from_file(str(folder.joinpath("tokenizer.json")))
    pieces = sorted(tokenizer.get_vocab().items(), key=lambda piece: piece[1])
    return tokenizer, tuple(piece for piece, _ in pieces), read, write
