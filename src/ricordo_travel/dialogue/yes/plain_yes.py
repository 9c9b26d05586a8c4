"""Whether a yes is a plain one: it has only words that agree, thank, or name what was proposed.

Any other word may be a condition ("yes once I get paid"), a doubt ("yes, in theory") or another thing ("yes, the bus"),
and nobody can list all of those. So a yes with a word that is not known here is asked about once more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.yes.answers import YES_WORDS
from ricordo_travel.proposals import Proposal

_YES = re.compile(
    rf"\b(?:{YES_WORDS}|can't wait|that's what (?:i|we) (?:want|need|meant)|no (?:worries|problem|doubt))\b"
)
_AGREEING = (
    "y ya ye yea yeah yep yup yes yess ok okay okey dokey k sure fine good great perfect lovely nice cool super "
    "awesome brilliant excellent wonderful amazing fantastic fab absolutely definitely certainly totally exactly "
    "indeed right correct agree agreed deal alright happy glad love course means works work sounds looks nicely "
    "anyway anyhow regardless certain positive please pls plz kindly thanks thank thx cheers ta dear mate m8 sir madam "
    "friend honey darling luv bro dude guys man sweet said told oh ah aw wow haha lol yay hm hmm um well"
)
_DOING = (
    "do does done go going ahead proceed confirm confirmed book booked booking bookings reserve reservation take "
    "taking get make have want would like love cancel cancelled cancelling change changed changing move moved "
    "moving rebook switch extend extended shift shorten erase delete quick quickly asap straight away now today "
    "time again"
)
_LINKING = (
    "i i'd i'll i'm i've we we'd we'll we're you u your me my us our it its it's it'll that that's that'd that'll "
    "this these those them they the a an one ones lot all both everything each every whole so very much many really "
    "just only too also as well then and or to of for on in at by from with is are am be can could will let "
    "let's"
)
_NAMING = (
    "flight flights plane planes ticket tickets seat seats hotel hotels room rooms hostel hostels stay guest house "
    "guesthouse lodge backpackers car cars van vans suv rental trip trips holiday out outbound there back "
    "return home way ways first second last price prices total single double twin family suite economy premium "
    "business people persons person guests passengers adults kids night nights day days week weeks two three four "
    "five six seven eight nine ten monday tuesday wednesday thursday friday saturday sunday january february march "
    "april may june july august september october november december"
)
_BARE = frozenset(f"{_AGREEING} {_DOING} {_LINKING}".split())
_WORDS = _BARE | frozenset(_NAMING.split())
_TOKEN = re.compile(r"[^\W\d_][^\s,.;:!?()/–-]*|\d\S*")
_PART = re.compile(
    r"\b(?:(?:just |only |exactly )?(?<!all )(?:one|two|three|any|some|most|half|either|neither|none) of\b(?! us\b)|"
    r"(?:to|for) one\b(?! (?:room|night|person|way|of us|double|single|bed|day))|"
    r"(?:just|only) one\b(?! (?:room|night|person|way|of us|double|single|bed|day)))"
)
_ONE = re.compile(r"\b(?:that|this) one\b")
_STATES = re.compile(
    r"\b(?:it|that|this|there|these|those|they)(?:'s| is| are)(?: (?:really|just|so|such|only))? "
    r"(?:(?:an?|my|two|three|four|there|one)\b(?! (?:deal|yes|go|plan)\b))|"
    r"\b(?:i|we|you|they) have\b|\b(?:i|we)\W*$|"
    r"\b(?:is|are|am|does|should|has) (?:it|that|this|there|i|we|you|they)\b|\bdo (?:i|we|you|they)\b"
)
"""Words that tell or ask something and agree to nothing: "yes, that is a hotel", "do I book it"."""


def is_plain(text: str, proposals: Sequence[Proposal]) -> bool:
    """Return whether all words of a text in lower case agree, or name what is proposed, and tell nothing else."""
    return find_foreign(text, proposals) is None and not _STATES.search(text)


def find_foreign(text: str, proposals: Sequence[Proposal]) -> str | None:
    """Return the first word of a text that neither agrees nor names anything that is proposed."""
    named = {word for each in proposals for word in _TOKEN.findall(each.line.lower())}
    for word in _TOKEN.findall(_YES.sub(" ", text)):
        plain = word.rstrip("'’").removesuffix("'s")
        if not (plain[0].isdigit() or plain in _WORDS or word in _WORDS or plain in named):
            return word
    return None


def is_bare(text: str) -> bool:
    """Return whether a text in lower case has only words that agree, and names nothing."""
    return all(word.rstrip("'’") in _BARE for word in _TOKEN.findall(_YES.sub(" ", text)))


def means_part(text: str) -> bool:
    """Return whether a text agrees to a part of what is proposed: "yes, one of the rooms"."""
    return bool(_PART.search(text))


def means_some(text: str) -> bool:
    """Return whether a text agrees to some of several, without saying to which: "yes to that one"."""
    return means_part(text) or bool(_ONE.search(text))
