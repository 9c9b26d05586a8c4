"""From the words of a person to one short sentence about them: "I live in Leeds" becomes "Lives in Leeds".

English only, and small on purpose. A clause is put into the third person; where it has no verb ("Peanuts."), a
template of its slot is filled. Nothing is added that was not said. A quote has some 200 characters at most.
"""

from __future__ import annotations

import re

from ricordo.extractors.reader.model import Assertion

_SURE_SLOT = 0.55
"""The score from which on a slot's template may be used for words without a verb."""

_IRREGULAR = {
    "am": "is", "are": "is", "'m": "is", "'re": "is", "have": "has", "'ve": "has", "do": "does", "go": "goes",
    "were": "was", "'ll": "will", "'d": "would", "don't": "does not", "dont": "does not", "haven't": "has not",
    "havent": "has not", "can't": "cannot", "cant": "cannot", "won't": "will not", "wont": "will not",
    "wouldn't": "would not", "didn't": "did not", "didnt": "did not", "couldn't": "could not",
    "aren't": "is not", "wasn't": "was not", "weren't": "was not", "isn't": "is not", "shouldn't": "should not",
    "doesn't": "does not", "hadn't": "had not", "ain't": "is not", "gotta": "has to", "wanna": "wants to",
    "gonna": "is going to",
}  # fmt: skip
_UNCHANGED = frozenset(
    """was will can could would should might may must had did got used cannot went made took came saw ate bought
    sold left quit lost found gave moved started began became grew met won broke fell thought knew felt told
    said kept ran drove flew rode wrote read spent sent built taught caught brought slept spoke chose wore
    paid put set cut hit let hurt cost shut split upset bet spread swam sang drank""".split()
)
_MODALS = frozenset("will can could would should might may must cannot read put set cut hit let cost".split())
_ENDS_LIKE_THIRD_PERSON = frozenset(
    """miss pass cross wish watch teach catch fix relax coach push finish stress guess dress wash crash brush
    rush stretch focus process discuss possess fish""".split()
)
_ADVERBS = frozenset(
    """also really always never usually just still only already actually probably mostly recently currently now
    often sometimes kinda absolutely definitely rarely both even basically normally generally finally totally
    honestly once simply mainly officially literally apparently obviously personally""".split()
)
_FILLER = re.compile(
    r"(?:(?:no|nope|yes|yep|yeah|nah)(?=\s*[,.:;!—–-])|(?:and|but|so|well|ok|okay|oh|also|because|cause|cos|coz|bc|since|as|"
    r"though|although|plus|btw|fyi|like|anyway|actually|sorry|lol|haha|ha|tbh|um|uh|hmm|look|listen|if|that|which|who|when|"
    r"while|then|honestly|now that|i think|i guess|i suppose)\b)[ ,:;.!—–-]*",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?:i|we|both of us|the two of us|me and (?:my |our )?(?P<after>\w{1,30})|"
    r"(?:my |our )?(?P<before>\w{1,30}) and (?:i|me))\s+(?P<rest>.{1,400})",
    re.IGNORECASE | re.DOTALL,
)
_LATER_SUBJECT = re.compile(
    r"((?:[\w'.-]{1,30},? ){1,6}?)((?:i|we)(?:'m|'re|'ve|'ll|'d)?|im|ive) (.{1,400})", re.IGNORECASE
)
_BLOCKS_LATER_SUBJECT = re.compile(
    r"\b(?:i|we|my|if|who|that|which|and|but|when|because|wife|husband|is|are|was|were|has|have|had|think|says?|said|told|wants?|"
    r"asked|than|like|what|where|how|why|thing|taught|best)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"(?:she|he|they|it|who)\b('s|'re|s\b| is\b| are\b)?", re.IGNORECASE)
_IS_OVER = re.compile(
    r"\b(?:used to|no longer|any ?more|former|ex|quit|left|stopped|ended|was|were|had|previous|gave up|given up|sold|"
    r"split|broke up|divorced|separated|moved|lost|retired|resigned|cancel\w{0,6}|finished|died|passed|laid off|never|"
    r"not|\w{2,8}n't|expired)\b",
    re.IGNORECASE,
)
_HAPPENED = re.compile(
    r"(?:went|visited|travell?ed|flew|drove|did|saw|met|has been|took|spent|stayed)\b", re.IGNORECASE
)
_IS_HEDGED = re.compile(
    r"\b(?:maybe|might|may|perhaps|probably|possibly|think|considering|not sure|toying|could|unless|leaning|if|around|"
    r"about|guess|wonder)",
    re.IGNORECASE,
)
_IS_NEGATED = re.compile(
    r"\b(?:not|no|never|none|nor|neither|without|cannot|\w{2,8}n't|dont|doesnt|isnt|cant|hates?|nothing)\b",
    re.IGNORECASE,
)
_IS_WISH = re.compile(r"\b(?:would|wants?|hopes?|wish|dream|love|like|want|hope)", re.IGNORECASE)
_HAS_VERB = re.compile(
    r"\b(?:is|are|was|were|am|have|has|had|'s|s|kills?|want|need|will|can|out|off|gone|stopped|died|went|got|it's|its|due|only)\b",
    re.IGNORECASE,
)
_TEMPLATES = {
    "name": "Is called {}", "age": "Is {}", "birthday": "Birthday is {}", "home": "Lives in {}",
    "origin": "Is from {}", "work": "Work: {}", "employer": "Works at {}", "studies": "Studies {}",
    "family": "Has {}", "pets": "Has {}", "likes": "Likes {}", "preferences": "Prefers {}",
    "dislikes": "Dislikes {}", "diet": "Diet: {}", "allergies": "Is allergic to {}", "budget": "Budget is {}",
    "travellers": "Travellers: {}", "trip_length": "Trip is {}", "travel_style": "Travel style: {}",
    "visited": "Has been to {}", "plans": "Plans: {}", "languages": "Speaks {}", "possessions": "Has {}",
    "activities": "Does {}", "health": "Has {}", "traits": "Is {}",
}  # fmt: skip
_WITH_ARTICLE = frozenset({"family", "pets", "possessions"})
_NO_VERBS = frozenset(
    "nothing something anything everything morning evening spring wedding building ceiling string".split()
)
_BARE_VERBS = frozenset("love hate prefer need want live work like have".split())
_DIETS = re.compile(r"vegan|vegetarian|veggie|pescatarian|coeliac|celiac", re.IGNORECASE)


def describe(statement: Assertion) -> str:
    """Return a statement as one short sentence, without a subject for the person: "Lives in Leeds"."""
    clause = _expand(_strip_fillers(statement.quote.replace("\u2019", "'")).strip(" ,.;:!?"))
    if statement.subject is None:
        sentence, is_template = _about_person(clause or statement.quote, statement)
    else:
        sentence, is_template = _about_other(clause or statement.quote, statement)
    return _capitalise(_mark(sentence, statement, is_template=is_template))


def fill_template(slot: str, value: str) -> str:
    """Return the sentence for a slot and its value: "Trip is two weeks"."""
    return _capitalise(_TEMPLATES[slot].format(_with_article(value) if slot in _WITH_ARTICLE else value))


def name_subject(statement: Assertion) -> str | None:
    """Return whom a statement is about, without "my": "wife Jo"; None for the person."""
    subject = re.sub(r"['\u2019]s$", "", _clean(statement.subject or ""))
    return subject or None


def is_denied(statement: Assertion) -> bool:
    """Return whether a statement says that its value is not so: "I'm not vegetarian", "I don't have a car"."""
    if statement.how == "negated":
        return True
    before = statement.quote[: max(0, statement.quote.find(statement.value))]
    return statement.how == "holds" and _DENIES_WHAT_FOLLOWS.search(before.replace("\u2019", "'")) is not None


_DENIES_WHAT_FOLLOWS = re.compile(
    r"(?:\b(?:am|are|is|i'?m|we'?re|he'?s|she'?s) not|\b(?:aren't|isn't|ain't)) (?:an? |actually |really |even )?$",
    re.IGNORECASE,
)


def _about_person(clause: str, statement: Assertion) -> tuple[str, bool]:
    predicate = _third_person(clause)
    if predicate is None and re.match(r"(?:my|our) ", clause, re.IGNORECASE) and len(clause.split()) > 3:
        predicate = clause.split(maxsplit=1)[1]
    if predicate is not None and len(predicate.split()) > 1:
        return _drop_pronouns(predicate), False
    filled = _fill_template(clause, statement)
    return (filled, True) if filled else (_drop_pronouns(_add_verb(clause, statement)), False)


def _about_other(clause: str, statement: Assertion) -> tuple[str, bool]:
    subject = name_subject(statement) or ""
    body = re.sub(r"\b(?:my|our) ", "", clause, flags=re.IGNORECASE)
    value = _clean(statement.value)
    if statement.slot == "family" and len(body.split()) <= 3 and value:
        return f"Has {_with_article(subject if value in subject else value)}", True
    predicate = _third_person(clause)
    if predicate is not None:
        return _drop_pronouns(predicate), False
    pronoun = _PRONOUN.match(clause)
    if pronoun and subject:
        verb = " is" if pronoun[1] and pronoun[1].strip() != "are" else " are" if pronoun[1] else ""
        return f"{subject}{verb} {clause[pronoun.end() :].strip()}", False
    if subject and subject.lower().split()[-1] not in body.lower():
        if statement.slot == "age" and value:
            return f"{subject} is {value}", False
        lead = "is allergic to " if statement.slot == "allergies" and "allerg" not in body.lower() else ""
        return f"{subject} {lead}{_drop_pronouns(body)}", False
    return re.sub(
        r"^((?:\w+ ){0,2}\w+)'s (?=\w+ing\b|\d|an?\b|the\b|in\b|at\b|not\b|veg|allergic|got\b|been\b)", r"\1 is ", body
    ), False


def _third_person(clause: str) -> str | None:
    """Return the predicate of a clause in the first person: "loves tea" for "I love tea"; None for other clauses."""
    later = _LATER_SUBJECT.fullmatch(clause)
    if later and not _BLOCKS_LATER_SUBJECT.search(later[1]):
        predicate = _third_person(_expand(f"{later[2]} {later[3]}"))
        return predicate and f"{predicate}, {later[1].strip(' ,').lower()}"
    match = _SUBJECT.fullmatch(clause)
    if not match:
        return None
    words = match["rest"].split()
    company = match["after"] or match["before"]
    at = 0
    while at < len(words) - 1 and words[at].lower().strip(",") in _ADVERBS:
        at += 1
    verb, rest = words[at], words[at + 1 :]
    if verb.lower() == "do" and rest and rest[0].lower() in {"not", *_BARE_VERBS}:
        verb, rest = ("does not" if rest[0].lower() == "not" else _conjugate(rest[0])), rest[1:]
    else:
        verb = _conjugate(verb)
    return " ".join([*words[:at], verb, *rest, *(["with", company] if company else [])])


def _conjugate(verb: str) -> str:
    """Return a verb in the third person; past forms stay as they are."""
    lower = verb.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower in _UNCHANGED or (lower.endswith("ed") and len(lower) > 4):
        return verb
    if lower in _ENDS_LIKE_THIRD_PERSON or lower.endswith(("ss", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    if lower.endswith("s"):
        return verb
    if lower.endswith("y") and len(lower) > 1 and lower[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _fill_template(clause: str, statement: Assertion) -> str | None:
    """Return the slot's template filled with the value, where the words have no verb and the slot is sure."""
    words, value, slot = clause.split(), _clean(statement.value), statement.slot
    if slot is None or not value or (statement.slot_score <= _SURE_SLOT and len(words) > 2):
        return None
    is_short = len(words) <= 5 or len(value.split()) >= 0.6 * len(words)
    if not is_short or _is_verb(words[0]) or _IS_NEGATED.search(clause) or _HAS_VERB.search(clause):
        return None
    if slot == "diet":
        return f"Is {value}" if _DIETS.search(value) else f"Diet: {value}"
    return _TEMPLATES[slot].format(_with_article(value) if slot in _WITH_ARTICLE else value)


def _is_verb(word: str) -> bool:
    lower = word.lower()
    known = {"been", "born", "married", "allergic", "can't", "cant", "don't", "dont", *_BARE_VERBS, *_UNCHANGED}
    return lower in known or (lower.endswith(("ing", "ed")) and len(lower) > 4)


def _add_verb(clause: str, statement: Assertion) -> str:
    """Return a clause that lacks its subject with the verb that it lacks: "allergic to nuts", "is allergic to nuts"."""
    first, _, rest = clause.partition(" ")
    lower = first.lower()
    if lower in _BARE_VERBS or lower in {"don't", "dont", "can't", "cant"}:
        return f"{_conjugate(first)} {rest}"
    if (lower.endswith("ing") and len(lower) > 4 and lower not in _NO_VERBS) or lower in {"married", "allergic"}:
        return f"is {clause}"
    if lower == "been":
        return f"has {clause}"
    if lower == "born":
        return f"was {clause}"
    if lower in {"no", "not"} and statement.slot in {"diet", "preferences", "dislikes", "allergies"}:
        return f"{'does not eat' if statement.slot == 'diet' else 'does not want'} {rest}"
    return clause


def _mark(sentence: str, statement: Assertion, *, is_template: bool) -> str:
    """Return a sentence that says when it has ended, is doubtful or is denied, where its words do not say so."""
    if statement.how == "ended" and not _IS_OVER.search(sentence) and not _tells_event(sentence):
        past = re.sub(r"^is\b", "was", sentence, flags=re.IGNORECASE)
        return past if past != sentence and not is_template else f"No longer: {sentence}"
    if statement.how == "hedged" and not _IS_HEDGED.search(sentence):
        return f"Maybe: {sentence}"
    if statement.how == "negated" and not _IS_NEGATED.search(sentence):
        return f"Not: {sentence}"
    if statement.how == "wish" and not _IS_WISH.search(sentence):
        return f"Would like: {sentence}"
    return sentence


def _tells_event(sentence: str) -> bool:
    """Return whether a sentence tells what happened, so that it says by itself that it is past."""
    words = [word.lower() for word in sentence.split()[:5]]
    return bool(_HAPPENED.match(sentence)) or any(word in _UNCHANGED and word not in _MODALS for word in words)


def _strip_fillers(quote: str) -> str:
    for _ in range(6):
        filler = _FILLER.match(quote)
        if not filler:
            break
        quote = quote[filler.end() :]
    return quote


def _expand(clause: str) -> str:
    """Return a clause whose first contraction is written out: "I'm", "I am"."""
    for pattern, words in (
        (r"i'?m\b", "I am"), (r"(i|we)'?ve\b", r"\1 have"), (r"(i|we)'ll\b", r"\1 will"), (r"we're\b", "we are"),
        (r"(i|we)'d\b(?= (?:love|like|rather|prefer|be|never|say|have|want|hate|go|really|need)\b)", r"\1 would"),
        (r"(i|we)'d\b", r"\1 had"),
    ):  # fmt: skip
        expanded, count = re.subn(f"^{pattern}", words, clause, count=1, flags=re.IGNORECASE)
        if count:
            return expanded
    return clause


def _drop_pronouns(text: str) -> str:
    """Return a predicate without the first person: "loves my dog and I walk him", "loves dog and walks him"."""
    text = re.sub(r"\b(?:my|our) own\b", "own", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:my|our) (?=\w)", "", text, flags=re.IGNORECASE)
    text = re.sub(
        r",? (?:lol|haha|pls|please|thanks|thx|tbh|btw|mate|tho|now|these days)\b[.!]*$", "", text, flags=re.IGNORECASE
    )
    text = re.sub(r"\band i'?m\b", "and is", text, flags=re.IGNORECASE)
    text = re.sub(
        r"\b(and|but|so|because|when|if|that|since) (?:i|we) (\w+)",
        lambda m: f"{m[1]} {_conjugate(m[2])}",
        text,
        flags=re.IGNORECASE,
    )
    return re.sub(r"\bmyself\b", "self", text, flags=re.IGNORECASE)


def _with_article(value: str) -> str:
    if (
        re.match(r"(?:an?|the|\d|two|three|four|five|some|no)\b", value, re.IGNORECASE)
        or any(word[:1].isupper() for word in value.split())
        or value.endswith("s")
    ):
        return value
    return f"{'an' if value[:1].lower() in 'aeiou' else 'a'} {value}"


def _clean(value: str) -> str:
    return re.sub(r"^(?:my|our|just|only|me and)\s+", "", value.strip(" ,.;:!?"), flags=re.IGNORECASE)


def _capitalise(sentence: str) -> str:
    sentence = " ".join(sentence.split()).strip(" ,;:-—–.!")
    return sentence[:1].upper() + sentence[1:]
