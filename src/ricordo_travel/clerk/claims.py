"""Check what a reply says about memory: nothing stays in it that memory does not hold, or still holds."""

from __future__ import annotations

import re
from collections.abc import Collection

from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.notes.known import Fields, read_known
from ricordo_travel.notes.replies import NOT_KEPT
from ricordo_travel.notes.sentences import show_note
from ricordo_travel.traveller import LABELS

_ERASED = re.compile(r"I have (?:erased|taken) .{1,2000}? (?:from|out of) what I know about you\.")
_CLAIM = re.compile(r"\b(?:I have noted|I know that already|All right, I keep)\b.{1,2000}")
FORMER = re.compile(r" instead of (?:“[^”]{1,500}”(?:, | and )?){1,50}")
"""What a note that was corrected said before."""
_QUOTED = re.compile(r"“([^”]{1,500})”")
_FIELD = re.compile(rf"\b(?P<label>{'|'.join(label.lower() for label in LABELS.values())}): ")


def find_false_claims(reply: str, contents: Collection[str], fields: Fields) -> list[str]:
    """Return the lines of a reply that say of memory what it does not hold, or that it lost what it holds."""
    shown = {show_note(content) for content in contents}
    return [line for line in reply.splitlines() if _is_false(line, shown, fields)]


def _is_false(line: str, contents: Collection[str], fields: Fields) -> bool:
    erased = [quote for match in _ERASED.finditer(line) for quote in _QUOTED.findall(match[0])]
    said = " ".join(match[0] for match in _CLAIM.finditer(FORMER.sub(" ", _ERASED.sub(" ", line))))
    values = {LABELS[name].lower(): field["value"] for name, field in fields.items()}
    is_other = any(not said.startswith(values.get(each["label"]) or "\n", each.end()) for each in _FIELD.finditer(said))
    is_lost = any(each in contents for each in erased) or any(each not in contents for each in _QUOTED.findall(said))
    return is_lost or is_other


def check_claims(reply: str) -> Plan:
    """Return a reply with an excuse in the place of each line that says of memory what is not so."""
    if not _CLAIM.search(reply) and not _ERASED.search(reply):
        return reply
    known = yield from read_known()
    contents = [show_note(row["content"]) for row in known.rows]
    false = find_false_claims(reply, contents, known.fields)
    return "\n".join(_mend(line, contents, known.fields) if line in false else line for line in reply.splitlines())


def _mend(line: str, contents: Collection[str], fields: Fields) -> str:
    """Return what memory holds of what a line says was noted: a later part of the message may have changed it."""
    said = "" if _ERASED.search(line) else " ".join(match[0] for match in _CLAIM.finditer(line))
    values = {LABELS[name].lower(): field["value"] for name, field in fields.items()}
    named = [f"{each['label']}: {values[each['label']]}" for each in _FIELD.finditer(said) if each["label"] in values]
    held = [*named, *(f"“{each}”" for each in _QUOTED.findall(said) if each in contents)]
    return f"Thank you, I have noted {join_words(held)}." if held else NOT_KEPT
