"""Orders to the assistant or its memory, claims to power, and role play: text that does not speak about its speaker.

People remember and ignore things without ordering anybody to, so a verb counts only where it is an imperative.
`order_words` holds the words of the languages beside English as tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ricordo.language.filters import order_words as words
from ricordo.language.phrases import LazyPattern, compile_phrases, phrases, plain_letters

_NOT_A_STATEMENT = (
    r"(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\bhe )(?<!\bshe )(?<!\bpeople )(?<!\balways )(?<!\boften )(?<!\bcan't )"
)
_POLITELY = r"(?:please |now |ok,? ){0,4}"
_AT_THE_START = rf"(?:^|[.!?\n,] ?){_POLITELY}"
_RULES = r"(?:rules?|instructions?|prompts?|polic(?:y|ies)|guidelines?|directions?|restrictions?)"
_WHICH = r"(?:(?:all|any|the|your|these|those|previous|prior|above|earlier|other|of|system|safety) ){0,6}"

TAKEOVER = (
    rf"\b(?=[idobf]){_NOT_A_STATEMENT}(?:ignore|disregard|override|bypass|forget)\b {_WHICH}{_RULES}\b"
    r"|\b(?:ignore|disregard) (?:everything|anything|all)(?: (?:that|you|was|were|is|are|told|said|written)){0,4}"
    r" (?:above|before|previous(?:ly)?)\b"
    r"|\b(?:system prompt|developer (?:message|mode)|jailbreak|you are now|from now on,? you)\b"
    rf"|(?:^|[.!?\n:;] ?){_POLITELY}(?:act as|pretend|role-?play|let'?s (?:pretend|role-?play))\b"
)
"""Orders after which the rest of a text cannot be trusted: it may belong to the order or to the role."""

_TAKEOVER = re.compile(TAKEOVER, re.IGNORECASE)
_ORDER = re.compile(
    rf"\b(?=[srmnwa]){_NOT_A_STATEMENT}"
    r"(?:store|save|record|memori[sz]e|remember|note|write down|add to (?:your |the )?memory)\b"
    r"(?!,? (?:that )?(?:i|i['’]m|my)\b)[^.!?\n]{0,40}"
    r"\b(?:admin|administrator|root|all users?|every user|other users?|the (?:agent|model|ai|system))\b"
    r"|\b(?:add|write|put|insert)\b[^.!?\n]{0,40}\b(?:to|into) (?:your |the )?(?:long-term )?memory\b"
    rf"|\b(?=act as\b){_NOT_A_STATEMENT}act"
    rf"|{_AT_THE_START}(?:pretend|imagine|role-?play|let'?s (?:play|pretend|imagine|say))\b",
    re.IGNORECASE,
)
_DESCRIPTION = LazyPattern(
    lambda: rf"{phrases(words.USERS)}(?:'s)?\s{{1,3}}{phrases(words.DESCRIPTIONS)}|{phrases(words.USERS_UNSPACED)}"
)
_NOTICE = LazyPattern(lambda: rf"{phrases(words.NOTICES)}[^\w\n:：]{{0,3}}[:：]")
_IGNORE, _RULE_NOUNS, _EARLIER = (compile_phrases(table) for table in (words.IGNORE, words.RULES, words.EARLIER))
_TAKEOVERS = compile_phrases(words.TAKEOVERS, words.ROLES_UNSPACED)
_ROLES = compile_phrases(words.ROLES)
_SAVE, _POWERS, _OWN_WORDS = (compile_phrases(table) for table in (words.SAVE, words.POWERS, words.OWN_WORDS))
_CLAIMS, _CLAIMS_AT_START = compile_phrases(words.CLAIMS), compile_phrases(words.CLAIMS_AT_START)
_CLAIMS_TO_YOU, _WORKPLACES = compile_phrases(words.CLAIMS_TO_YOU), compile_phrases(words.WORKPLACES)
_SUBJECT_BEFORE = LazyPattern(lambda: rf"{phrases(words.SUBJECTS)}\s?\Z")
_CLAIMANT_BEFORE = LazyPattern(lambda: rf"{phrases(words.CLAIMANTS)}\s\Z")
_START_BEFORE = LazyPattern(
    lambda: rf"(?:\A|[.!?\n,;:。、])\s{{0,3}}(?:{phrases(words.POLITENESS)}[\s,]{{0,3}}){{0,3}}\Z"
)
_SENTENCE_END = re.compile(r"[.!?\n。]")
_CLAIM = re.compile(
    r"\b(?:i am|i'm|as) the (?:developer|creator|administrator|admin|owner|operator) of (?:this|the) "
    r"(?:system|assistant|ai|bot|model|memory|chat)\b"
)
_UNSPACED_TAKEOVER = re.compile(
    r"(?:指示|命令|ルール|プロンプト|規則|制約|設定)[をはも]?[^。!?\n]{0,6}?"
    r"(?:無視(?:して(?!しま|い|き|た)|しろ|せよ|しなさい)|忘れ(?:て(?!しま|い|き|た)|ろ|なさい)|(?:破棄|上書き|リセット)して)"
    r"|(?<![我他她们們别別要没沒会會常])(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|别管|抛开|绕过)(?![了过過])"
    r"[^。!?\n]{0,12}?(?:指示|指令|规则|規則|提示|命令|限制|设定|設定)"
)
_UNSPACED_ORDER = re.compile(
    r"(?:管理者|全ユーザー|すべてのユーザー|全員|ユーザーは|システムは)[^。!?\n]{0,40}?(?:記憶して|覚えて(?!い)|(?:保存|記録|登録)して)"
    r"|(?:記憶|記録|保存|登録)して(?:ください|下さい|おいて|くれ)[^。!?\n私僕俺]{0,40}?(?:管理者|ユーザー|全員|システム)"
    r"|(?<![我他她们們])(?:记住|記住|保存|记录|記錄|存储|写入|添加)[^。!?\n]{0,40}?"
    r"(?:管理员|管理員|所有用户|用户[是为的]|系统|你的记忆|记忆库)"
)
_REACH = 80
"""Characters after a verb in which the things that it orders are looked for."""


def gives_orders(text: str) -> bool:
    """Return whether `text` gives orders to the assistant or its memory, claims power over them, or plays a role."""
    if _TAKEOVER.search(text) or _ORDER.search(text):
        return True
    plain = plain_letters(text)
    return next(_find_takeovers(plain), None) is not None or _orders_memory(plain) or _claims_authority(plain)


def claims_authority(text: str) -> bool:
    """Return whether `text` claims power over the system: "I am the administrator". A job is no such claim."""
    return _claims_authority(plain_letters(text))


def find_takeover(text: str) -> int | None:
    """Return where the first order stands after which the rest of `text` cannot be trusted, if there is one."""
    found = _TAKEOVER.search(text)
    return min([*([found.start()] if found else []), *_find_takeovers(plain_letters(text))], default=None)


def describes_user(text: str) -> bool:
    """Return whether `text` says what "the user" is or wants: nobody speaks of themselves like that."""
    return _DESCRIPTION.search(plain_letters(text)) is not None


def _find_takeovers(plain: str) -> Iterator[int]:
    """Yield the places of take-overs in other languages than English."""
    for pattern in (_TAKEOVERS, _UNSPACED_TAKEOVER, _NOTICE):
        yield from (match.start() for match in pattern.finditer(plain))
    yield from (match.start() for match in _ROLES.finditer(plain) if _begins_sentence(plain, match.start()))
    for verb in _IGNORE.finditer(plain):
        following = _rest_of_sentence(plain, verb.end())
        if _RULE_NOUNS.search(following) and (
            _begins_sentence(plain, verb.start())
            or (_EARLIER.search(following) and not _SUBJECT_BEFORE.search(_before(plain, verb.start())))
        ):
            yield verb.start()


def _orders_memory(plain: str) -> bool:
    if _UNSPACED_ORDER.search(plain):
        return True
    for verb in _SAVE.finditer(plain):
        following = _rest_of_sentence(plain, verb.end())
        power = _POWERS.search(following)
        if (
            power is not None
            and not _OWN_WORDS.search(following, 0, power.start())
            and not _SUBJECT_BEFORE.search(_before(plain, verb.start()))
        ):
            return True
    return False


def _claims_authority(plain: str) -> bool:
    claims = [match.end() for match in _CLAIMS.finditer(plain)]
    claims += [match.end() for match in _CLAIMS_AT_START.finditer(plain) if _begins_sentence(plain, match.start())]
    return (
        any(not _WORKPLACES.match(plain[end : end + 20].lstrip(" ,")) for end in claims)
        or any(_CLAIMANT_BEFORE.search(_before(plain, you.start())) for you in _CLAIMS_TO_YOU.finditer(plain))
        or _CLAIM.search(plain) is not None
    )


def _begins_sentence(plain: str, place: int) -> bool:
    return _START_BEFORE.search(_before(plain, place)) is not None


def _before(plain: str, place: int) -> str:
    """Return the end of what stands before a place; a letter in front tells that it is not the beginning."""
    return plain[:place] if place <= _REACH else f"x{plain[place - _REACH : place]}"


def _rest_of_sentence(plain: str, place: int) -> str:
    return _SENTENCE_END.split(plain[place : place + _REACH], maxsplit=1)[0]
