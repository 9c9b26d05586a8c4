"""Short answers: yes, no, whatever."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.values.text import normalise

_LEAD = (
    r"(?:(?:ok|oh|hmm+|hm|um+|uh|er|well|great|perfect|alright|right|good|fine|lovely|cool|nice|super|wonderful|"
    r"brilliant|awesome|"
    r"excellent|thanks|bet|then|so|and|wow|whoa|phew|ouch|oof|haha|lol|aha|ah|fab|"
    r"amazing|i think|i guess|actually)\b[\s,.!-]*)*"
)
YES_WORDS = (
    r"yes|yess+|sure(?: thing)?|ok|please do|do it|do that|go ahead|go for it|go on|book (?:it|that|"
    r"this)(?: one)?|confirm(?:ed)?|correct|"
    r"absolutely|definitely|certainly|sounds (?:good|great|perfect|lovely|fine)|let's (?:do (?:it|"
    r"that|this)|go(?: for it)?|book it)|"
    r"that works|works for me|(?:i|we)(?:'ll| will) (?:take|have) (?:it|that|this)(?: one)?|take it|of course|deal|"
    r"by all means|"
    r"that'?s (?:the one|fine|perfect|good|right|great|it|correct)|make it so|why not|exactly|indeed|"
    r"agreed|please(?=\W*$)|perfect|"
    r"reserve it|lock it in|alright|all right|fine|yay|roger|affirmative|happy with that|i confirm|we "
    r"confirm|very well|"
    r"it is|i do|we do|is correct|book(?=\W*(?:please|them|now)?\W*$)|proceed|looks good|looks great|"
    r"cancel it|delete it|erase it|move it|change it|"
    r"(?:both|all|all of them|both of them|all three|the lot)(?=\W*(?:please|yes|thanks|then)?\W*$)"
)
_YES = re.compile(rf"^\W*{_LEAD}(?:{YES_WORDS})\b")
_TAKES = r"(?:i|we)(?:(?:'ll| will) (?:take|have)| take) (?:it|that|this|them|both)"
_SAYS_YES = re.compile(r"^(?:(?:i|we) (?:say|said|already said|just said) )+(?=yes\b(?: (?:to|for)\b|\W*$))")
STRONG = re.compile(
    rf"^\W*{_LEAD}(?:yes|do it|go ahead|go for it|book (?:it|that|this|both|them|all)|confirm|please (?:do|"
    rf"book|proceed)|{_TAKES})\b"
)
HEDGE = re.compile(
    r"\b(?:but|not|don't|do not|wait|unless|if|maybe|later|though|except|however|hold on|instead|"
    r"rather|first let|think about|before|depends|"
    r"can't|won't|never|another|other|different|cheaper|change|let me|need to (?:check|ask|think)|"
    r"nah|nope|no(?! (?:problem|worries|rush|need|changes?|doubt)\b)|leave (?:it|that|this)|skip (?:it|that|this)|"
    r"too (?:dear|expensive|pricey|much|costly|far|long|late|early))\b"
)
_NO = re.compile(
    rf"^\W*{_LEAD}(?:no|not|don't|do not|stop|wait|never mind|rather not|nothing|neither|none|hold on|"
    rf"hang on|forget it|skip it|leave it|"
    r"not (?:yet|now|really)|cancel that|no way|no thanks|i(?:'d| would) rather not|i don't think so|"
    r"i changed my mind|i've changed my mind|scrap that|sorry|"
    r"(?:that|this|it)(?:'s| is) (?:no (?:use|good|help)|not (?:much |any )?(?:use|good|help)))\b"
)
_WHATEVER = re.compile(
    r"\b(?:whatever|whichever|whenever|wherever|anything(?: is fine)?|any(?:where|time| day| of them| "
    r"is fine| will do)?|you (?:choose|pick|decide|tell me)|up to you|"
    r"(?:doesn't|don't|does not|do not) (?:really )?(?:matter|mind|care)|no (?:preference|idea)|"
    r"surprise me|don't know|not sure|flexible|your (?:choice|call|pick)|"
    r"either(?: is fine| one)?|just pick|the usual|dealer's choice|i'm easy|no clue|i'm open)\b|^\W*any\W*$"
)
_TOO_MUCH = re.compile(
    r"(?<!not )(?<!n't )(?<!if )\b(?:way |far |much |a bit |bit |a little |rather )?too "
    r"(?:dear|expensive|pricey|much|costly|far|long|late|early|big|small)\b(?![^.;!]{0,60}\?)"
)
_BREAK = re.compile(
    r"(?<![.!,;:])[.!,;:]++(?:\s+|$)|(?<!\s)\s++(?:-++\s+|(?=(?:and|but|also|plus|now|then|can|could)\b))"
)
COURTESY = re.compile(
    r"\W*(?:(?:please|thanks?|thank you|dear|so much|very much|a lot|great|perfect|lovely|wonderful|cool|nice|good|ok|"
    r"oh|ah|wow|that's|sounds|now|then|and|super|awesome|excellent|right)\b\W*)+"
)
REMARK = re.compile(
    r"(?:(?:oh|ah|ok|wow|well|haha|lol)[^\w?]+){0,2}(?:(?:no[\s,]+)?(?:"
    r"(?:i |we )?(?:don't|do not) (?:really )?(?:care|mind)(?: about (?:it|that|this))?|"
    r"(?:(?:it |that )?(?:doesn't|does not) (?:really )?|no )matter(?: to (?:me|us))?|"
    r"all good|no (?:worries|problem)|(?:it|that)(?:'?s| is) (?:fine|ok|good|all ?right))|"
    r"(?:it|that|this)(?:'?s| is) (?:(?:even|much|way|so|really|a bit|a lot) ){0,2}"
    r"(?:cheaper|cheap|better|nicer|less|an? (?:good|great|fair|nice) (?:price|deal)|a bargain)"
    r"(?: than (?:i|we) (?:thought|expected|feared))?)?(?: (?:really|then|anyway|at all|lol|haha)){0,2}[^\w?]*"
)
"""A remark before a yes that takes nothing back: "nah don't care, book it", "oh it's even cheaper, yes"."""
HOLDS = re.compile(
    r"\b(?:not (?:yet|now)|hold (?:that|this|it|them|those|the)|(?:for|until) later|"
    r"let me (?:think|ask|talk|discuss|check with)|"
    r"(?:need|have|want|got|must|should|i'll|we'll)(?: to)? (?:ask|think|check with|talk|speak|discuss)|sleep on it|"
    r"think about (?:it|that)|get back to you|decide (?:later|tonight|tomorrow|then)|sign(?:s|ed)? (?:it )?off|"
    r"wait(?:ing)? for (?:my|his|her|their)|(?:still )?(?:has|have|needs?) to (?:approve|agree|confirm|ask))\b"
)
"""Words of somebody who waits with the answer, and is not asked again in the same breath."""
_MAX_YES = 8
AGREES = re.compile(
    r"\b(?:y|ye[sapu]\w*|yup|ya|ok\w*|sure|fine|good|great|perfect|lovely|nice|cool|book|reserve|confirm\w*|go|do|take|"
    r"get|have|change|move|extend|shift|switch|cancel|deal|please|works?|right|correct|agreed?|happy|want|love|that|it|this|them|both|all|"
    r"absolutely|definitely|certainly|course|exactly|alright|let's|make)\b"
)
"""Words one of which a yes has, however sure a reader is."""
_SOFTENING = re.compile(
    r"\bif (?:(?:it(?:'s| is)|at all|that's|that is) )?(?:possible|available|there(?:'s| is) (?:one|any)|you can|"
    r"you have(?: one| any)?|not too much)\b|\bnever ?mind\b"
)
"""Words that soften a wish, and are no condition of the yes beside it."""
_REQUEST = re.compile(
    r"(?P<lead>(?:(?:ok|great|perfect|lovely|wonderful|please|so|then)[\s,]+){0,2})"
    r"(?:(?:can|could|will) (?:you|we)|would you please|(?:i|we)(?:'d| would) like to|(?:i|we) want to)"
    r"(?: (?:please|kindly|just|then)){0,2} (?:book|reserve)"
    r"(?P<what> (?:it|that|this|them|both|all|these|those)(?: (?:one|ones|two|three|four|in|of (?:it|them|those)))?"
    r"(?: for (?:us|me|both of us|the (?:two|three|four|five) of us))?)(?P<end>(?: (?:please|then|now|thanks))*)\W*"
)
"""The wish to book what was proposed, as a question for politeness: "could you book it for us please?"."""


def is_yes(text: str) -> bool:
    """Return whether a message in lower case begins with a yes."""
    return bool(_YES.match(text))


def split_yes(text: str) -> tuple[str, str] | None:
    """Return the yes of a message and all that it says beside it; None if it has no clear yes, or nothing beside it.

    The yes stands at the beginning ("yes. now the flights back"), or in so many words further on ("my wife is
    vegan. yes, book it").
    """
    parts = [part for part in _BREAK.split(text) if part.strip()]
    is_part = [_is_yes_part(part, is_first=n == 0) for n, part in enumerate(parts)]
    agreed = [part for part, is_own in zip(parts, is_part, strict=True) if is_own]
    others = [part for part, is_own in zip(parts, is_part, strict=True) if not is_own]
    if not others or not any(map(is_explicit_yes, agreed)):
        return None
    start = text.index(others[0])
    return ", ".join(agreed), text[start:] if is_part[0] else ", ".join(others)


def _is_yes_part(part: str, *, is_first: bool) -> bool:
    """Return whether a part of a message is a yes, or the courtesy beside one."""
    if len(part.split()) > _MAX_YES or "?" in part or HEDGE.search(part):
        return False
    return bool(STRONG.match(part) or COURTESY.fullmatch(part) or (is_first and is_yes(part)))


def is_explicit_yes(text: str) -> bool:
    """Return whether a message says yes in so many words."""
    return bool(
        re.search(
            r"\b(?:yes|do it|go ahead|go for it|book (?:it|that|this|them|both|anyway)|cancel (?:it|that|this|them)|"
            rf"confirm(?:ed)?|sure|absolutely|definitely)\b|\b{_TAKES}\b",
            text,
        )
    )


def is_no(text: str) -> bool:
    """Return whether a message in lower case begins with a no."""
    return bool(_NO.match(text)) and not re.match(
        r"^\W*(?:no (?:problem|worries)|not bad|nothing (?:else|\w+er)\b|sorry,? (?:what|which|how))", text
    )


def is_too_much(text: str) -> bool:
    """Return whether a message in lower case says that something is too dear, too early, too big or the like."""
    return bool(_TOO_MUCH.search(text))


def is_whatever(text: str) -> bool:
    """Return whether a message leaves a choice to the assistant."""
    return bool(_WHATEVER.search(text))


def regularise(raw: str) -> str:
    """Return an answer in lower case, with typing errors mended and without words that only soften it."""
    text = _SAYS_YES.sub("", _SOFTENING.sub(" ", normalise(raw)).strip())
    return f"{match['lead']}book{match['what']}{match['end']}" if (match := _REQUEST.fullmatch(text)) else text
