"""From the person's own voice to clauses that begin with the person, in one wording.

People write "im", "I'm", "i m" and "I am actually"; they leave out the second subject ("I live here and love it"),
ask back in the same breath and put words into other people's mouths. All of that is settled here, so that a rule is
only about what is said: it sees ``i am 34``, ``i love hiking``, ``my wife is a nurse``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ricordo.extractors.rules.voice import own_voice
from ricordo.language.filters import gives_orders, holds_secret

_LONGEST_CLAUSE = 240
"""Characters of a clause that are looked at: what is said about oneself stands at its beginning."""

_MOST_CLAUSES = 600
"""Clauses of one turn that are looked at. Nobody says more about themselves at once; a pasted book does."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a turn with one subject: its place there, and its wording for rules.

    Where it speaks of what has come to an end, it is ``ended``. ``voice`` is what the person says from there on;
    ``opens`` says that nothing stands before it in its sentence.
    """

    start: int
    end: int
    text: str
    voice: str
    ended: bool = False
    opens: bool = False


_SENTENCE_END = re.compile(
    r"(?<!\bst)(?<!\bmr)(?<!\bms)(?<!\bdr)(?<!\bmrs)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\bu\.s)"
    r"(?<![.!?\u2026])[.!?\u2026]++(?=[\s\n)\"']|$|[A-Z])"
    r"|[\n;]+|[()\[\]]|[ ][-\u2013\u2014]+[ ]|\u2014",
    re.IGNORECASE,
)

# A question that is asked in the same breath: what stands before it still counts.
_QUESTION = re.compile(
    r"(?:^|[\s,])(?:(?:and |so |but )?(?:what|how|where|when|who|which|why)(?:'?s| (?:is|are|"
    r"was|were|do|does|did|about|kind|type|"
    r"would|will|have|has|can|should|color|colour|sort|else|made|part|age|old|many|much|often|long)\b)"
    r"|(?:do|did|are|were|have|can|could|would|will|should|is|does|was|has|don'?t|aren'?t|"
    r"isn'?t) (?:you|your|u|ya)\b|(?:and )?(?:you|u|yourself|yours)\s*$|(?:any |got any )\w+ "
    r"(?:for|you)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[\s,]*(?:(?:and|so|but|or|then|wow|oh|hey|hi|hello|well),? )*(?:do|did|are|were|have|"
    r"can|could|would|will|should|is|does|was|has|am|may|shall)"
    r"(?:n'?t)? (?:i|we|it|there|that|this|the|they|he|she|anyone|my|any|all|these|those)\b",
    re.IGNORECASE,
)

# From here to the end of the sentence nothing is meant as a fact: it is supposed, or somebody else says it.
_NOT_MEANT = re.compile(
    r"\b(?:if|suppose|supposing|imagine|pretend(?:ing)?|whether|in case|as though|unless|would "
    r"be|would have|could have|might|"
    r"(?:he|she|they|who|someone|somebody|people|everyone|friends?|mom|mum|dad|wife|husband|"
    r"boss|brother|sister|mother|father|"
    r"son|daughter|doctor|teacher|partner|boyfriend|girlfriend|guy|man|woman|lady|character|song|book|article|it|you)"
    r"(?: \w+)? (?:said|says|say|told|tell|tells|asked|asks|claims?|claimed|wrote|writes|replied|"
    r"thinks?|thought|believes?|"
    r"goes|went like|was like|is like|were like|insists|wants me|joke[sd]?)|according to|"
    r"(?:store|save|record|memori[sz]e|log|write down|insert|persist|inject)\b(?! (?:in|for|and|up|money)\b))\b",
    re.IGNORECASE,
)

# Directly before a first-person subject: what follows is not a statement.
_NOT_STATED = re.compile(
    r"\b(?:when|whenever|until|till|before|after|once|wish|hope|hoping|than|like|said|says|"
    r"say|think|thinks|thought|believe|guess|"
    r"feel|feels|felt|wonder|know|knew|knows|doubt|sure|claim|told|tell|asked|dream(?:ed|t)"
    r"?|where|why|how|what|who|whom|which|"
    r"whatever|wherever|pretty sure|maybe|perhaps|might|should|would|could|can|may|did|do|does|am|are|is|was|were|"
    r"have|had|said that|says that|thinks that|think that|hope that|wish that|time|times|way|day|moment)[ ,:]*$"
    r"|\b(?:the|a|an|this|these|those|every|all|any|only|what|thing|things|one|another)(?: "
    r"(?!(?:and|but|so|because|or|then|since|as|although|though|while|which|cause) )[\w'-]+)"
    r"{0,2} $",
    re.IGNORECASE,
)
_NOT_STATED_OF_MINE = re.compile(r"\b(?:wish|hope|as|like|than|said|says|for example|pretend)[ ,:]*$", re.IGNORECASE)

_SUBJECT = re.compile(r"(?<![\w'&/.-])(?:i(?:'?m|'?ve)?|we(?:'?re|'?ve)?|(?:my|our)(?! own\b))(?=[\s'])", re.IGNORECASE)
_MINE = re.compile(r"my|our", re.IGNORECASE)
_SPEAKER = re.compile(r"(?:i|we)(?![^\W\d_]{3})", re.IGNORECASE)
_SHARED = re.compile(
    r"(?<!\blive)(?:,? (?:and|but|or|then|plus)|,(?! likes?\b))(?: (?:also|just|only|really|now|currently|"
    r"so|still|usually|always|am|is))* "
    r"(?=(?:love(?= (?:to|the)\b| [a-z]+ing\b)|like|enjoy|hate|have|live|work|play|drive|own|"
    r"study|prefer|collect|teach|coach|volunteer|speak|write|paint|"
    r"cook|bake|sing|ride|grow|raise|run|can't stand|cannot stand|don'?t|allergic to|"
    r"go to|go for|go away|used to|moved|grew up|"
    r"(?:vegan|vegetarian|married|single|retired)(?=\s*(?:$|[,.!]|and\b|but\b))) ?\b)",
    re.IGNORECASE,
)
_HEAD = re.compile(r"(?:i|we)(?:(?P<am> ?'? ?m| am)|(?: ?'? ?ve(?: got)?| have(?: got)?| own)) ", re.IGNORECASE)
_NOT_YET = re.compile(
    r"(?:i|we)(?:'d|'ll)? (?:(?:really|just|also|do not|don't) )*(?:want|need|would|will|could|"
    r"should|must|might|may|have to|hope|wish|plan|ask|asked|try|"
    r"am (?:going|trying|looking|hoping|planning|writing)|can|did|had)\b|i'm (?:going|"
    r"trying|looking|hoping|planning|writing)\b",
    re.IGNORECASE,
)
_WHO = re.compile(r" (?:who|that) (?:really |also )?(?=(?:loves?|likes?|enjoys?|hates?|prefers?) )", re.IGNORECASE)
_LISTED = re.compile(
    (
        r"(?:,? (?:and|plus|as well as)(?: also)?|,) (?=(?:an?|one|two|three|four|five|six|\d{1,2}|"
        r"some|several|also an?) [a-z])"
    ),
    re.IGNORECASE,
)
_AND_I = re.compile(r"(?:my|our) \w+(?: \w+)? and |(?:i|we).{1,20}\bliv(?:e|ing) with ", re.IGNORECASE)
_FAVOURITE = re.compile(r"my (?:(?:all[ -]time|absolute|personal) )?(?:fav|passion|hobb)", re.IGNORECASE)
_ELLIPSIS = re.compile(
    r"(?:(?:well|yeah|yes|yep|oh|ok|okay|haha|lol|and|also|absolutely|definitely|totally|nah|"
    r"no|nope|cool|nice|wow)[,! ]+){0,2}"
    r"(?:(?:just|really|mostly|currently|also|still|actually) ){0,2}"
    r"(?=(?:love(?! the\b| how\b)|hate(?! the\b)|prefer|live in|allergic to|born in|born and "
    r"raised|married|been married|retired|"
    r"can'?t stand|used to|moved to|visited|went to|been to)\b)",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"(?<![\s,])[\s,]++(?:(?:and|but|so|because|cause|cuz|as|since|although|though|while|or|which|plus)[\s,]*+)?$",
    re.IGNORECASE,
)

_ADVERB = (
    r"(?:really|also|just|absolutely|actually|always|usually|often|sometimes|mostly|mainly|"
    r"generally|currently|now|still|definitely|"
    r"totally|truly|honestly|personally|simply|especially|particularly|normally|typically|"
    r"kinda|kind of|sort of|both|secretly|"
    r"certainly|do(?= (?:really |actually |also )?(?:love|like|enjoy|have|live|work|play|own|"
    r"speak|prefer|hate|know|go|eat)\b)|at present|presently|recently|very much|even|already|"
    r"proudly|happily|only|quite|pretty much|basically|"
    r"occasionally|regularly|sure|obviously|literally|deeply|genuinely|finally|both)"
)
_REWORDINGS = tuple(
    (re.compile(pattern, re.IGNORECASE), words, ended)
    for pattern, words, ended in (
        (r"(i|we) ?(?:'\s?|\s)?(?:m|re) ", r"\1 am ", False),
        (r"i a m\b", r"i am", False),
        (r"i (love|like|enjoy|hate|play|prefer)s\b", r"i \1", False),
        (r"i has\b", r"i have", False),
        (r"i been\b", r"i have been", False),
        (r"i (?=(?:allergic|vegan|vegetarian|married|single|living|working|studying|retired|born)\b)", r"i am ", False),
        (r"we are\b", r"we am", False),
        (r"(i|we) ?(?:'\s?|\s)?(?:ve|have) got(?:ten)?\b", r"\1 have", False),
        (r"(i|we) ?(?:'\s?|\s)?ve ", r"\1 have ", False),
        (r"(i|we) got (?=an?\b|two\b|three\b|\d)", r"\1 have ", False),
        (rf"(i|we)((?: am| have)?)(?:,? {_ADVERB}\b,?){{1,3}}", r"\1\2", False),
        (r"(i|we) (?:do ?n'?\s?t|do not) ", r"\1 do not ", False),
        (r"(i|we) (?:can ?'?t|can not|cannot) ", r"\1 cannot ", False),
        (r"(i|we) (?:have ?n'?\s?t) ", r"\1 have not ", False),
        (rf"(i|we) do not (?:{_ADVERB} )+", r"\1 do not ", False),
        (r"i used? to be\b", "i am", True),
        (r"(i|we) used? to (?!to\b)", r"\1 ", True),
        (r"(i|we) have been (?=an? (?!to\b))", r"\1 am ", False),
        (
            (
                r"(i|we) have been (?=(?:working|living|studying|playing|teaching|learning|volunteering|"
                r"collecting|training) )"
            ),
            r"\1 am ",
            False,
        ),
        (r"(i|we) am (play|teach|collect|coach)ing\b", r"\1 \2", False),
        (r"i became (?=an? )", "i am ", False),
        (r"(i|we) am no longer\b", r"\1 am", True),
        (r"(i|we) am not (?P<what>.{2,60}?) (?:any ?more|any longer)\b", r"\1 am \g<what>", True),
        (r"(i|we) (?:no longer) ", r"\1 ", True),
        (r"(i|we) do not (?P<what>.{2,60}?),? (?:any ?more|any longer)\b", r"\1 \g<what>", True),
        (r"(i|we) (?:have )?(?:stopped|quit|gave up|given up) being\b", r"\1 am", True),
        (r"i was (?:once )?(?=an? |in the (?:army|navy|military|air force|marines))", "i am ", True),
        (r"(i|we) worked (?=(?:at|for|in|as)\b)", r"\1 work ", True),
        (r"(i|we) lived (?=(?:in|on|near)\b)", r"\1 live ", True),
        (r"(i|we) (?:have|ve) (?:always|long) ", r"\1 have ", False),
    )
)


def clauses(text: str) -> list[Clause]:
    """Return the clauses of a turn in which the person speaks for themselves, in order."""
    found: list[Clause] = []
    for clause in _clauses(own_voice(text)):
        found.append(clause)
        if len(found) >= _MOST_CLAUSES:
            break
    return found


def sentences(voice: str) -> Iterator[tuple[int, int, bool]]:
    """Beginning and end of each sentence, and whether it ends with a question mark."""
    start = 0
    for mark in _SENTENCE_END.finditer(voice):
        if voice[start : mark.start()].strip():
            yield start, mark.start(), "?" in mark[0]
        start = mark.end()
    if voice[start:].strip():
        yield start, len(voice), False


def is_question(voice: str, start: int, end: int, *, asked: bool) -> bool:
    """Return whether a sentence asks something from its beginning on."""
    return asked or _QUESTION.match(voice[start:end].strip()[:80]) is not None


def _clauses(voice: str) -> Iterator[Clause]:
    for start, end, asked in sentences(voice):
        sentence = voice[start:end]
        if holds_secret(sentence) or gives_orders(sentence):
            continue
        stated = _find_statement_end(voice, start, end, asked=asked)
        starts = list(_starts(voice, start, stated))
        for i, (at, subject) in enumerate(starts):
            until = starts[i + 1][0] if i + 1 < len(starts) else stated
            if _AND_I.fullmatch(voice, at, until):
                until = stated
            if subject is not None:
                yield _clause(voice, at, until, subject, opens=i == 0)


def _find_statement_end(voice: str, start: int, end: int, *, asked: bool) -> int:
    """Return the place where a statement ends: at a question, at "if", at somebody else's words."""
    until = end
    if _ASKS.match(voice, start, end):
        return start
    question = _QUESTION.search(voice, start, end)
    if question:
        until = question.start()
    elif asked:
        return start
    not_meant = _NOT_MEANT.search(voice, start, until)
    return not_meant.start() if not_meant else until


def _starts(voice: str, start: int, end: int) -> Iterator[tuple[int, str | None]]:
    """Yield the places where clauses begin, each with a subject to prepend; None if nobody states it."""
    said: list[tuple[int, str | None]] = []
    first = start + len(voice[start:end]) - len(voice[start:end].lstrip(" ,"))
    for subject in islice(_SUBJECT.finditer(voice, start, end), _MOST_CLAUSES):
        left = voice[max(start, subject.start() - 60) : subject.start()]
        if left.lower().endswith(("is ", "are ", "'s ")) and _FAVOURITE.match(voice, subject.start()):
            continue  # "sorbet is my favourite" is one clause
        refused = (_NOT_STATED_OF_MINE if _MINE.match(subject[0]) else _NOT_STATED).search(left)
        said.append((subject.start(), None if refused else ""))
    if not said or said[0][0] > first:
        ellipsis = _ELLIPSIS.match(voice, first, end)
        said.insert(0, (ellipsis.end(), "i ") if ellipsis else (first, ""))
    for i, (at, subject) in enumerate(said):
        yield at, subject
        until = said[i + 1][0] if i + 1 < len(said) else end
        if subject == "i " or (subject is not None and _SPEAKER.match(voice, at)):
            yield from _find_continuations(voice, at, min(until, at + _LONGEST_CLAUSE))


def _find_continuations(voice: str, at: int, until: int) -> Iterator[tuple[int, str]]:
    """Clauses that share the subject before them, or its verb too: "I have two sons and a dog"."""
    if _NOT_YET.match(voice, at, until):
        return
    starts = {shared.end(): "i " for shared in _SHARED.finditer(voice, at, until)}
    head = _HEAD.match(voice, at, until)
    if head and head["am"]:
        starts |= {who.end(): "i " for who in _WHO.finditer(voice, at, until)}
    if head:
        verb = "i am " if head["am"] else "i have "
        starts |= {
            listed.end(): verb for listed in _LISTED.finditer(voice, head.end(), until) if listed.end() not in starts
        }
    yield from sorted(starts.items())


def _clause(voice: str, at: int, until: int, subject: str, *, opens: bool) -> Clause:
    end = min(until, at + _LONGEST_CLAUSE)
    said = _NEXT.sub("", voice[at:end]).rstrip(" ,:")
    end = at + len(said)
    text, ended = subject + " ".join(said.split()), False
    for pattern, words, is_over in _REWORDINGS:
        if pattern.match(text):
            text, ended = pattern.sub(words, text, count=1), ended or is_over
    return Clause(at, end, text, voice[at : end + _LONGEST_CLAUSE], ended, opens)
