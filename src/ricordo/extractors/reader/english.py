"""A check that a text is English, by its script and its frequent words. It takes linear time.

The reader knows English only. In any other language it would guess, so it is not asked.
"""

from __future__ import annotations

import re

_MAX_CHARACTERS = 4_000
"""Characters that are looked at. A longer text is in the language of its beginning."""

_MIN_LATIN_SHARE = 0.7
_MIN_WORDS = 6
"""Words from which on a text without a single frequent English word is in another language."""

_ENGLISH = frozenset(
    """i'm im i've ive i'd i'll the and is are was were my you your to of it it's its that that's have has had for
    with not this but they at be been from we we're we've our what like likes just can can't cant all about would could
    should there if or when out up an don't dont doesn't didn't isn't wasn't love live work want need she he his him her
    their them because than then how who where which get got know think going really very too also only never always
    actually will won't by some any more much now back after before still since every into over same other one two
    three name hate prefer used night nights week weeks day days people years old please thanks yes allergic birthday
    budget lives works wants needs plays takes keeps speaks eats drinks sleeps feels goes gets comes says rents owns
    drives flies travels walks swims reads writes runs teaches studies prefers hates loves dislikes avoids visits wife
    husband mother father sister brother daughter friend each without through away around next ago
    monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday
    sundays morning mornings evening evenings spring summer autumn""".split()
)
_OTHERS = frozenset(
    """ich und ist nicht ein eine einen einem einer der das den dem mit wir haben habe bin sind mein meine meinen meiner
    auf für fuer auch aber wohne wohnen heiße heisse bei von nach aus zum zur sehr gern gerne kein keine esse mag
    arbeite
    lebe jahre jetzt oder wenn noch schon seit uns mir mich dass wie nur zwei drei trinke lieber möchte
    yo el los las una uno unos y es soy estoy está vivo vivimos tengo tenemos mi mis muy pero con sin para por que qué
    del al como más años gusta gustan encanta llamo trabajo también donde cuando nosotros somos desde hace quiero puedo
    je j'ai j'habite j'aime j'adore m'appelle suis le les des du et est une mon ma mes nous avec pour dans mais très pas
    sur chez qui ans aussi depuis habite travaille aime préfère voudrais vis sommes avons
    io il lo gli della delle dei di sono ho abbiamo vivo mio mia miei mie che con non molto anche piace chiamo
    lavoro
    anni abito vorrei siamo mangio vivono
    eu um uma os ao na da das em meu minha meus minhas com não moro tenho gosto trabalho muito mas também anos sou
    estou temos somos chamo quero isso você prefiro
    ik het een van niet mijn woon heb wij zijn voor maar ook wonen werk
    jag och är inte att det som på bor har heter mitt jeg og er ikke
    jestem nie się mieszkam mam jest mój moja mieszkamy że ve bir bu için değil yaşıyorum""".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def is_english(text: str) -> bool:
    """Return whether a text may be English. A few words that could be any language may be."""
    text = text[:_MAX_CHARACTERS]
    letters = [character for character in text if character.isalpha()]
    if not letters:
        return True
    if sum(_is_latin(letter) for letter in letters) < _MIN_LATIN_SHARE * len(letters):
        return False
    words = [word.replace("’", "'").lower() for word in _WORD.findall(text)]
    english = sum(word in _ENGLISH for word in words)
    others = sum(word in _OTHERS for word in words)
    if others > english or (others and others == english and words[0] in _OTHERS):
        return False
    return english > 0 or "i" in words or len(words) < _MIN_WORDS  # "i" is a word of Italian and Polish too


def _is_latin(letter: str) -> bool:
    """Return whether a letter is of the Latin script: up to the end of its extended blocks."""
    return letter < "\u0250" or "\u1e00" <= letter <= "\u1eff"
