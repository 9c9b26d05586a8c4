"""Subjects of statements: the people, animals and things near a person, as the person calls them.

"my wife", "wife Anna" and, once she was named, "Anna" are one subject. Where the words leave it open ("my daughter",
"my daughter Mia") they stay two: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVES = frozenset(
    "my our the a an his her their mein meine meinem meinen unser unsere mi mis mon ma mes notre il mio la mia o meu "
    "minha".split()
)
_SYNONYMS = {
    **dict.fromkeys("mum mom mummy mommy mama mutter madre mère mãe".split(), "mother"),
    **dict.fromkeys("dad daddy papa vater padre père pai".split(), "father"),
    **dict.fromkeys("ehefrau frau mujer esposa femme moglie".split(), "wife"),
    **dict.fromkeys("hubby ehemann mann marido esposo mari marito".split(), "husband"),
    **dict.fromkeys("bf freund novio copain".split(), "boyfriend"),
    **dict.fromkeys("gf freundin novia copine".split(), "girlfriend"),
    **dict.fromkeys("gran granny nan grandma nana oma abuela".split(), "grandmother"),
    **dict.fromkeys("grandad granddad grandpa opa abuelo".split(), "grandfather"),
    **dict.fromkeys("tochter hija fille filha figlia".split(), "daughter"),
    **dict.fromkeys("sohn hijo fils filho figlio".split(), "son"),
    **dict.fromkeys("schwester hermana sœur irmã sorella".split(), "sister"),
    **dict.fromkeys("bruder hermano frère irmão fratello".split(), "brother"),
    **dict.fromkeys("primo prima cousine cugino cugina".split(), "cousin"),
    **dict.fromkeys("kollege kollegin colega collega collègue coworker".split(), "colleague"),
    **dict.fromkeys("amigo amiga ami amie amico amica mate".split(), "friend"),
    **dict.fromkeys("jefe jefa chef chefin capo patron".split(), "boss"),
    **dict.fromkeys("schwager cuñado beau-frère cognato cunhado".split(), "brother-in-law"),
    **dict.fromkeys("schwägerin cuñada cognata cunhada".split(), "sister-in-law"),
    **dict.fromkeys("hund perro chien cane".split(), "dog"),
    **dict.fromkeys("katze gato chat gatto".split(), "cat"),
    "妻": "wife",
    "夫": "husband",
    "娘": "daughter",
    "息子": "son",
    "母": "mother",
    "父": "father",
}
_UNIQUE = frozenset("wife husband spouse partner boyfriend girlfriend fiance fiancé fiancée mother father boss".split())
"""Relations of which somebody has one at a time, so that the word alone says who is meant."""

_PARTNERS = frozenset("wife husband spouse partner boyfriend girlfriend fiance fiancé fiancée ex".split())
"""Relations that one and the same person can have after another."""

_RELATIONS = _UNIQUE | frozenset(
    "daughter son child kid baby toddler sister brother twin friend colleague flatmate housemate roommate neighbour "
    "neighbor grandmother grandfather aunt uncle cousin niece nephew dog cat puppy kitten horse parents kids children "
    "mother-in-law father-in-law brother-in-law sister-in-law stepson stepdaughter ex".split()
)


def is_same_subject(one: str | None, other: str | None) -> bool:
    """Return whether two subjects are surely one. None is the person."""
    if one is None or other is None:
        return one is other
    first, second = _words(one), _words(other)
    if first == second:
        return True
    names = first - _RELATIONS, second - _RELATIONS
    relations = first & _RELATIONS, second & _RELATIONS
    if all(names):
        is_one_name = names[0] <= names[1] or names[1] <= names[0]
        return is_one_name and (
            not all(relations) or relations[0] == relations[1] or all(part <= _PARTNERS for part in relations)
        )
    return bool(relations[0] & relations[1] & _UNIQUE)


def resolve_subject(subject: str | None, known: Iterable[str | None]) -> str | None:
    """Return ``subject`` as it is known already: "wife Anna" for "Anna" or "my wife", if exactly one fits."""
    if subject is None:
        return None
    fitting = {frozenset(_words(name)): name for name in known if name is not None and is_same_subject(subject, name)}
    if len({words - _RELATIONS for words in fitting if words - _RELATIONS}) > 1:
        return subject
    return max([subject, *fitting.values()], key=lambda name: len(_words(name)))


def is_mentioned(subject: str, text: str) -> bool:
    """Return whether a text names a subject: "Has a cat called Miso" names "cat Miso"."""
    return bool(_words(subject) & _words(text))


def _words(text: str) -> set[str]:
    found: list[str] = _WORD.findall(text.casefold().replace("'s", ""))
    return {_SYNONYMS.get(word, word) for word in found if word not in _POSSESSIVES}


_FIRST_PERSON = frozenset(
    "i im ive id ill me my mine myself we us our ours both ich mich mir wir uns unser yo nosotros nuestro je moi nous "
    "notre io noi nostro eu nós nosso".split()
)
_FIRST_PERSON_SIGNS = ("私", "僕", "俺", "我", "咱")
_OWNER = re.compile(
    r"(?i:\b(?:my|our|mein|meine|unser|unsere|mi|mis|mon|ma|mes|mio|mia|meu|minha)\s{1,9})"
    r"(?:\w{1,30}\s{1,9})?(\w{1,30})"
)


_CJK_OTHER = re.compile(
    r"(?:私の|僕の|うちの|我的|我)?(弟|妹|兄|姉|母|父|妻|夫|娘|息子|友達|友人|同僚|上司|彼女|彼氏|"
    r"姐姐|哥哥|弟弟|妹妹|朋友|同事|老板|"
    r"妈妈|爸爸|妻子|老婆|丈夫|老公|女儿|儿子)"
    r"(?:は|が|も|也|住|在|是|有|喜|对|不|叫)"
)


def speaks_of_self(text: str) -> bool:
    """Return whether a text has a word for its speaker: "I", "my", "wir"."""
    words = _WORD.findall(text.casefold().replace("'", "").replace("’", ""))
    return any(word in _FIRST_PERSON for word in words) or any(sign in text for sign in _FIRST_PERSON_SIGNS)


def is_about_another(subject: str | None, content: str, clauses: Iterable[str]) -> bool:
    """Return whether words speak of somebody else only, while the statement is about the person.

    "my sister is vegan" does not say "Is vegan". A statement that names the other ("Sister is vegan") is theirs.
    """
    if subject is not None:
        return False
    others = [_find_other(clause) for clause in clauses]
    return bool(others) and all(
        other is not None and other not in content and not is_mentioned(other, content) for other in others
    )


def _find_other(clause: str) -> str | None:
    """Return the relative that a clause speaks of instead of the speaker: "sister" for "my sister is vegan"."""
    if found := _CJK_OTHER.search(clause):
        return None if speaks_of_self(clause[: found.start()] + clause[found.end() :]) else found[1]
    owned = _OWNER.search(clause)
    relation = None if owned is None else next(iter(_words(owned[0]) & _RELATIONS), None)
    if owned is None or relation is None:
        return None
    return None if speaks_of_self(clause[: owned.start()] + clause[owned.end() :]) else relation
