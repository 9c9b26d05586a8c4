"""Answers as HTML: paragraphs, lists and bold words, as models and rules write them. Everything else is text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from markupsafe import Markup, escape

_BULLET = re.compile(r"\s{0,8}[-*•]\s+(?=\S)")
_NUMBER = re.compile(r"\s{0,8}(\d{1,2})[.)]\s+(?=\S)")
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")
_BOLD = re.compile(r"\*\*([^*\n]{1,300})\*\*")


def format_answer(text: str) -> Markup:
    """Return an answer as HTML."""
    blocks = groupby(text.strip().splitlines(), key=_kind_of)
    return Markup("").join(block for kind, lines in blocks for block in _format_block(kind, list(lines)))


def _kind_of(line: str) -> str:
    if not line.strip():
        return "blank"
    return "ul" if _BULLET.match(line) else "ol" if _NUMBER.match(line) else "p"


def _format_block(kind: str, lines: list[str]) -> Iterator[Markup]:
    if kind == "p":
        yield Markup("<p>{}</p>").format(Markup("<br>").join(_format_line(line) for line in lines))
    elif kind == "ul":
        items = (Markup("<li>{}</li>").format(_format_line(_BULLET.sub("", line, count=1))) for line in lines)
        yield Markup("<ul>{}</ul>").format(Markup("").join(items))
    elif kind == "ol":
        # A number of its own for each item: a list that goes on after a paragraph keeps its numbers.
        numbered = ((match[1], line[match.end() :]) for line in lines if (match := _NUMBER.match(line)))
        items = (Markup('<li value="{}">{}</li>').format(number, _format_line(rest)) for number, rest in numbered)
        yield Markup("<ol>{}</ol>").format(Markup("").join(items))


def _format_line(line: str) -> Markup:
    heading = _HEADING.match(line)
    if heading:
        return Markup("<strong>{}</strong>").format(line[heading.end() :].replace("**", ""))
    pieces = enumerate(_BOLD.split(line.strip()))
    return Markup("").join(Markup("<strong>{}</strong>").format(text) if n % 2 else escape(text) for n, text in pieces)
