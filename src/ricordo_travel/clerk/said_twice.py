"""Say each sentence once in a reply, and name things once that it lists with their prices anyway."""

from __future__ import annotations

import re
from collections import Counter

from ricordo_travel.dialogue.replies.questions import CONFIRM

_LEAST = 20
"""Letters of a sentence below which it may stand twice: "You are welcome!"."""
_KEPT = re.compile(r"(?:\d+\. |[•(-]|(?:Booked|Changed|Cancelled)\.|(?:Change|Cancel) [FHC]-)|.*:$")
"""Lines that are no sentences: offers, bookings, headings."""
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_NOTHING = re.compile(
    r"^I have (?:nothing to choose from|shown you (?:nothing|no \w+(?: or \w+)?)) yet\b", re.MULTILINE
)
"""What is said of things that were not shown, each time in other words."""
_LISTS = re.compile(r"(?:It|They) (?:is|are) [a-z]+ for (?P<things>[\w' -]+(?:, [\w' -]+)+ and [\w' -]+)\.")
_STATE = r"\((?:booked|waits for your yes|not booked yet)\)"
_PRICED = re.compile(r"^(?:[^\n$]*: )?(?:\d+\. )?(?P<what>[^\n$]*?\$(?P<price>[\d,]+)) in all\b", re.MULTILINE)
_SUM = re.compile(rf"(?P<sum>In all: \$[\d,.]+\.) That is (?P<things>the [^\n]+? {_STATE})\.(?=\s|$)")


def say_once(text: str) -> str:
    """Return a reply without the sentences and the lists that stand in it before."""
    said = ""
    parts: list[str] = []
    for part in _sum_once(text).split("\n\n"):
        lines: list[str] = []
        for line in part.split("\n"):
            if CONFIRM in part or _KEPT.match(line):
                lines.append(line)
                continue
            kept: list[str] = []
            for each in _SENTENCE.split(line):
                if _NOTHING.match(each) and _NOTHING.search(said):
                    break
                kept += [] if _is_said(each, said) else [each]
                said = f"{said}\n{each}"
            lines += [" ".join(kept)] if kept else []
        parts.append("\n".join(lines))
    return "\n\n".join(filter(None, parts))


def _is_said(sentence: str, said: str) -> bool:
    """Return whether a sentence, or all that one lists, stands in what was said before, as a clause of its own."""
    if match := _LISTS.fullmatch(sentence):
        return bool(re.search(rf" for {re.escape(match['things'])}[.;]", said))
    words = re.escape(sentence.removesuffix("."))
    return len(sentence) >= _LEAST and bool(re.search(rf"(?:^|[.;] ){words}(?:[.;]|$)", said, re.MULTILINE))


def _sum_once(text: str) -> str:
    """Return a reply whose sum does not name its parts if just these are listed with their prices beside it."""
    match = _SUM.search(text)
    if match is None:
        return text
    rest = text.replace(match[0], "")
    listed = Counter({each["what"].casefold(): each["price"] for each in _PRICED.finditer(rest)}.values())
    added = Counter(re.findall(rf"\$([\d,]+)(?= {_STATE})", match["things"]))
    return text.replace(match[0], match["sum"]) if added == listed and added.total() > 1 else text
