"""The speaker's own words, told apart from what was pasted, quoted or put in by memory.

What is not the speaker's own is blanked, not cut, so that every place in the text stays where it is. Quotation marks
are paired by a scanner and every other repetition is bounded or cannot be tried twice: hostile text costs no more than
plain text of its length.
"""

from __future__ import annotations

import re

from ricordo.language.filters.orders import find_takeover
from ricordo.language.filters.voice_words import FIRST_PERSON, REPORTS, SAYINGS
from ricordo.language.phrases import LazyPattern, compile_phrases, phrases, plain_letters

_PARAGRAPH = r"[^\n]*+(?:\n(?!\s*\n)[^\n]++)*+"
_REST = r"(?s:.*)\Z"
_INDENT = r"[ \t]*+"

_MARKUP = r"(?:system|instructions?|memory|memories|assistant|tool_result|document|context)"
_TEXTS = r"(?:document|article|e-?mail|letter|message|text|transcript|web ?page|log|output|file)"
_TASKS = r"(?:summari[sz]e|translate|proofread|rewrite|rephrase|paraphrase|edit|review|analy[sz]e)"
_REQUEST = r"(?:(?:please|can you|could you|pls) )?"
_MESSAGES = r"(?:e-?mail|message|text|letter|reply|story|review|bio|post)"
_HEADINGS = r"(?:system|instruction|assistant|response|input|new rule|memor(?:y|ie))"
_ROLES = r"(?:system|assistant|developer|tool|user|human|ai|bot)"
_HEADER = r"(?:from|to|cc|subject|sent|date|reply-to)"

_FOREIGN = (
    # what memory itself put in, also where the end of it was cut off
    r"<ricordo-memory\b(?s:.*?)(?:</ricordo-memory>|\Z)",
    # code and pasted documents in fences
    r"```(?s:.*?)(?:```|\Z)",
    r"~~~(?s:.*?)(?:~~~|\Z)",
    # mail: two lines of its header and all that follows, or one line and its paragraph
    rf"^{_HEADER}: [^\n]{{1,500}}\n{_HEADER}:{_REST}",
    rf"^{_HEADER}: {_PARAGRAPH}",
    rf"^{_INDENT}-{{2,9}} ?(?:original|forwarded) message\b{_REST}",
    rf"^{_INDENT}begin forwarded message\b{_REST}",
    rf"^on [^\n]{{4,80}} wrote:{_INDENT}\n{_REST}",
    # a text that something shall be done with
    rf"\b{_TASKS}\b[^\n]{{0,80}}:{_INDENT}\n{_REST}",
    rf"\b(?:pasted|attached|copied|(?:the|this|an?|following) {_TEXTS})\b[^\n]{{0,60}}:{_INDENT}\n{_REST}",
    rf"^{_INDENT}{_REQUEST}(?:{_TASKS}|correct|fix) (?:this|the following|the text)\b{_REST}",
    rf"^{_INDENT}here(?:'s| is) (?:the|an?|her|his|their) (?:\w{{1,30}} )?{_MESSAGES}\b{_REST}",
    # things in the shape of a transcript, of a prompt or of markup for one
    rf"^{_INDENT}{_ROLES}{_INDENT}:{_PARAGRAPH}",
    rf"<\|[a-z_]{{1,40}}\|>{_REST}",
    rf"\[/?(?:inst|sys|system)\]{_REST}",
    rf"</?{_MARKUP}\b[^>\n]{{0,200}}>(?:(?s:.*)</{_MARKUP}>|(?s:.*)\Z)",
    rf"^{_INDENT}#{{2,6}}{_INDENT}{_HEADINGS}s?\b{_PARAGRAPH}",
    # something that looks like the answer of an extractor
    r"[{\[]\s*+(?:\{\s*+)?[\"'][^\"'\n]{1,40}[\"']\s*+:(?:(?s:.*)[}\]]|(?s:.*)\Z)",
)
_UNSPOKEN_LINE = re.compile(r"^[ \t]*+(?:>|\{|\[|<(?!3)|\||\+\+\+|---)[^\n]*+", re.MULTILINE)
"""A line that nobody speaks: quoted mail, a log, markup, a table, a patch."""

_PATTERN = re.compile("|".join(f"(?:{pattern})" for pattern in _FOREIGN), re.IGNORECASE | re.MULTILINE)

_SPEECH_LETTERS, _SPEECH_WORDS = 40, 8
"""Letters and words from which a quotation is somebody's voice; shorter ones are names, titles and emphasis."""

_FIRST_PERSON = re.compile(r"\b(?:i|i['’]m|im|my|we|our|me)\b", re.IGNORECASE)
_ANY_FIRST_PERSON = compile_phrases(FIRST_PERSON)
_SAYING_BEFORE = LazyPattern(lambda: rf"{phrases(SAYINGS)}[^\n.!?。！？]{{0,20}}\Z")
_REPORT = compile_phrases(REPORTS)
_SOURCE_FOLLOWS = re.compile(
    r"\s{0,3}(?:[:：(,]|[^\x00-\x7f]|(?:on|in|at|from|by|online|today|yesterday|earlier|somewhere|i|he|she|someone|gerade|"
    r"eben|heute|auf|im|bei|von|gefunden|gelesen|bekommen|en|de|del|sur|dans|hier|su|da|nel|no|na|em|do|hoje|hoy|ayer)\b)"
)
"""What may follow "found this". A noun may not: "read this book twice"."""

_REPORT_REACH = 60
"""Characters after "found this" in which a colon is looked for."""

_SAYING_REACH = 50
_MIN_SAID_LETTERS = 8
"""Letters from which a quotation after a word for saying is speech, and no name."""

_SMALL_WORD = re.compile(r"\b[a-z]\w{3}")

_PAIRS = {
    '"': re.compile('"'),
    "＂": re.compile("＂"),
    "“": re.compile("”"),
    "”": re.compile("”"),
    "„": re.compile("[“”]"),
    "‟": re.compile("”"),
    "«": re.compile("»"),
    "»": re.compile("«"),
    "‹": re.compile("›"),
    "「": re.compile("」"),
    "『": re.compile("』"),
    "｢": re.compile("｣"),
    "《": re.compile("》"),
    "〈": re.compile("〉"),
    "〝": re.compile("[〞〟]"),
    "❝": re.compile("❞"),
    "'": re.compile(r"'(?!\w)"),
    "＇": re.compile(r"＇(?!\w)"),
    "‘": re.compile(r"’(?!\w)"),
    "‚": re.compile(r"[‘’](?!\w)"),
    "`": re.compile(r"[`'´](?!\w)"),
}
"""Opening quotation marks of many languages and widths, each with the marks that close it."""

_OPENING = re.compile(r"[\"＂“”„‟«»‹「『｢《〈〝❝]|(?<![\w'])['＇‘‚`](?=\S)")

_LABEL = re.compile(r"^[ \t]*+([A-Za-z][\w.' ]{0,30}):(?=\s|$)[^\n]*+", re.MULTILINE)
_THING = (
    r"(?:trip|journey|travel|tour|holiday|vacation|visit|stay|leg|stop|stage|flight|hotel|room|car|booking|order|day|"
    r"night|week|month|year|part|step|phase|round|option|choice|plan|question|answer|point|item|topic|task|case|idea|"
    r"request|wish|reason|fact|detail|goal|version|chapter|section|project|scenario|draft|attempt|number|no|nr)s?"
)
"""What people number and then speak about: "Trip 2: I want a room with a view". Nobody is called that."""

_OWN_LABEL = re.compile(
    r"(?:fyi|note|ps|p\.s|btw|ok|okay|update|edit|background|context|reminder|correction|also|hi|hello|so|yes|no|"
    r"(?:a )?bit about|(?:some |a few )?facts|answer|question|summary|info|details?|plans?|goals?|today|tomorrow|hobby|"
    r"hobbies|interests|likes|dislikes|loves|hates|family|pets?|work|job|home|diet|health|budget|name|age|preferences?|"
    r"wishes|food|music|sports?|\w{1,30}day|and|but|remember|important|one thing|other than that)"
    rf"|(?:\w{{1,30}} ){{0,3}}{_THING}(?: (?:to|in|at|for|on) [\w.' ]+)?(?: (?:\d{{1,3}}|[a-z]))?"
    r"|.*\b(?:i|me|my|myself|we|us|our|you|your|this|that|is|are|here|following|about)\b.*",
    re.IGNORECASE,
)


def own_words(text: str) -> str:
    """Return `text` with everything blanked that is not the speaker's own; its length stays the same.

    Blanked are what memory put in, code, quoted mail, pasted documents, transcripts, longer quotations, and all that
    follows an order to the assistant.
    """
    own = _UNSPOKEN_LINE.sub(_blank, _PATTERN.sub(_blank, text))
    own = _LABEL.sub(_blank_other_speaker, _blank_reports(own))
    if (takeover := find_takeover(own)) is not None:
        start = own.rfind("\n", 0, takeover) + 1
        own = own[:start] + re.sub(r"[^\n]", " ", own[start:])
    return _blank_quotations(own)


def _blank_reports(text: str) -> str:
    """Blank what follows "found this on a forum:": the line, or all that follows if the line ends there."""
    plain = plain_letters(text)
    parts: list[str] = []
    place = 0
    for report in _REPORT.finditer(plain):
        if report.start() < place or not _SOURCE_FOLLOWS.match(plain, report.end()):
            continue
        reach = plain[report.end() : report.end() + _REPORT_REACH].partition("\n")[0]
        colon = max(reach.find(":"), reach.find("："))
        if colon < 0:
            continue
        start = report.end() + colon + 1
        line_end = text.find("\n", start)
        if line_end < 0 or not text[start:line_end].strip():
            line_end = len(text)
        parts += [text[place:start], re.sub(r"[^\n]", " ", text[start:line_end])]
        place = line_end
    return "".join([*parts, text[place:]])


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _blank_other_speaker(line: re.Match[str]) -> str:
    """Blank a line like `Bob: I live in Paris`, where a name stands before what somebody says of themselves."""
    if (
        not _is_name(line[1])
        or _OWN_LABEL.fullmatch(line[1].strip())
        or not _FIRST_PERSON.search(line[0], line.end(1) - line.start())
    ):
        return line[0]
    return _blank(line)


def _is_name(label: str) -> bool:
    """Return whether a label can be a speaker: one word, or words with capitals. "Long story short" is none."""
    words = label.split()
    return len(words) == 1 or all(word[0].isupper() or word[0].isdigit() for word in words)


def _blank_quotations(text: str) -> str:
    parts: list[str] = []
    kept_from = place = 0
    line_end = -1
    unclosed: set[str] = set()
    while opening := _OPENING.search(text, place):
        start, mark = opening.start(), opening[0]
        if start > line_end:
            line_end = text.find("\n", start)
            line_end = len(text) if line_end < 0 else line_end
            unclosed = set()
        place = opening.end()
        if mark in unclosed:
            continue
        closing = _PAIRS[mark].search(text, place, line_end)
        if closing is None:
            unclosed.add(mark)  # nothing closes it on this line, so none of its kind is looked at again there
            continue
        place = closing.end()
        if _is_speech(text[start + 1 : closing.start()], text[max(0, start - _SAYING_REACH) : start]):
            parts += [text[kept_from:start], " " * (place - start)]
            kept_from = place
    return "".join([*parts, text[kept_from:]])


def _is_speech(words: str, before: str) -> bool:
    """Return whether words in quotation marks are somebody's voice rather than a name, a title or emphasis."""
    if len(words) >= _SPEECH_LETTERS - 1 or len(words.split()) >= _SPEECH_WORDS:
        return True
    is_title = _SMALL_WORD.search(words) is None and words[:1].isupper() and " " in words
    if is_title:
        return False
    if _FIRST_PERSON.search(words):
        return True
    is_said = len(words) >= _MIN_SAID_LETTERS and _SAYING_BEFORE.search(plain_letters(before)) is not None
    return is_said and _ANY_FIRST_PERSON.search(plain_letters(words)) is not None
