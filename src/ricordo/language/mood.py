"""Mood and tense: whether words tell what is so, or what might be, what was, or what a story tells."""

from __future__ import annotations

import re

from ricordo.language.phrases import compile_phrases, plain_letters

_CONDITION = re.compile(r"\b(?:if|wenn|falls|si|se)\b|もし|如果|要是", re.IGNORECASE)
_UNREAL = re.compile(
    r"\b(?:would(?:n['’]t)?|i['’]d|we['’]d|could|würden?|hätten?|wären?|könnten?|\w{2,20}(?:ría|ríamos|rais|rei|rebbe|ria)|"
    r"fuera|tuviera|ganara|gagnais|avais|étais|aurais|serais|fossi|avessi|fosse|tivesse)\b|たら|就会|的话",
    re.IGNORECASE,
)
_REQUEST = compile_phrases("""
    i'd take, we'd take, would be great, would be nice, would be lovely, would be good, ware super, ware toll,
    ware schon, ware nett, seria genial, estaria bien, serait bien, serait super, sarebbe bello, seria otimo,
    would like, i'd like, we'd like, i'd prefer, we'd prefer, would prefer, i'd rather, i'd love, we'd love,
    would love, i'd want, could you, could we, could i, would you, if possible, if you can, if you could,
    if available, if that works, if it works, if needed, if necessary, wenn moglich, falls moglich, wenn es geht,
    hatte gern, hatte gerne, hatten gern, hatten gerne, wurde gern, wurde gerne, wurden gern, wurden gerne,
    konnten sie, konntest du, me gustaria, nos gustaria, querria, preferiria, podria, podrias, si es posible,
    si puede ser, j'aimerais, je voudrais, on voudrait, nous voudrions, on aimerait, je prefererais, pourriez vous,
    pourrais tu, si possible, si c'est possible, vorrei, vorremmo, mi piacerebbe, ci piacerebbe, preferirei, potresti,
    potrebbe, se possibile, gostaria, gostariamos, preferia, preferiria, poderia, se possivel, se for possivel
""")
"""Polite requests, which use the forms of what would be."""

_UNREAL_CONDITION = compile_phrases("""
    if i were, if i was, if i had, if i won, if i lived, if i could, if we were, if we had, if we won, if we lived,
    wenn ich reich, wenn ich ware, wenn ich hatte, wenn ich konnte, wenn wir waren, si yo fuera, si fuera, si fuese,
    si tuviera, si tuviese, si viviera, si j'etais, si j'avais, si on avait, si on etait, si je vivais, se fossi,
    se avessi, se vivessi, se fossimo, se eu fosse, se fosse, se eu tivesse, se tivesse, se eu morasse
""")
_SUPPOSITION = compile_phrases("""
    suppose, supposing, imagine, let's imagine, let's suppose, let's assume, assume, assuming, picture this, say i,
    stell dir vor, stellt euch vor, stellen sie sich vor, angenommen, nehmen wir an, nehmen wir mal an,
    mal angenommen, gesetzt den fall, ware ich, hatte ich, imagina, imaginate, imaginese, imaginemos, supongamos,
    supon, suponiendo, pongamos que, imaginez, imaginons, supposons, admettons, mettons que, immagina, immaginati,
    immaginiamo, supponiamo, mettiamo che, poniamo che, suponha, suponhamos, digamos que, imaginem
""")
"""Words with which people suppose what is not so, where they begin a sentence."""

_UNREAL_WISH = compile_phrases("""
    what if, i wish i, i wish we, if only, hypothetically, in my dreams, in another life, was ware wenn, ich wunschte,
    ojala, que pasaria si, y si yo, et si j', et si je, si seulement, magari fossi, magari avessi, magari vivessi,
    quem me dera, oxala, e se eu, 仮に, たらいいのに, ならいいのに, ばいいのに, と仮定, と想像して, 假如, 假设, 假設,
    想象一下, 要是我, 但愿, 如果我是, 如果我有
""")
"""Words with which people wish or suppose what is not so, wherever they stand."""

_START = re.compile(
    r"(?:\A|[.!?\n,;:¡¿—–-])\s{0,3}"
    r"(?:(?:and|but|so|ok|okay|well|now|und|aber|also|y|pero|et|mais|e|ma|mas)[\s,]{1,3})?\Z"
)
_START_REACH = 16

_WISH = compile_phrases("""
    would, wish*, dream*, if, hypothetical*, wunsch*, traum*, wurde*, mochte, hatte, ware, wenn, desea*, suena*,
    querria, gustaria, quisiera, ojala, souhaite*, reve*, aimerait, voudrait, vorrebbe, sogna*, piacerebbe, desidera*,
    gostaria, sonha*, たい, 希望, 夢
""")
"""Words of a statement that itself tells a wish or a condition."""


def is_hypothetical(text: str) -> bool:
    """Return whether a sentence speaks of what would be if something were so. A polite request does not."""
    plain = plain_letters(text)
    if _UNREAL_WISH.search(plain) or _UNREAL_CONDITION.search(plain) or _supposes(plain):
        return True
    is_conditional = _CONDITION.search(text) is not None and _UNREAL.search(text) is not None
    return is_conditional and _REQUEST.search(plain) is None


def _supposes(plain: str) -> bool:
    return any(_START.search(_before(plain, found.start())) for found in _SUPPOSITION.finditer(plain))


def _before(plain: str, place: int) -> str:
    """Return the end of what stands before a place; a letter in front tells that it is not the beginning."""
    return plain[:place] if place <= _START_REACH else f"x{plain[place - _START_REACH : place]}"


def tells_wish(content: str) -> bool:
    """Return whether a statement tells a wish or a condition: "Would live in Monaco"."""
    return _WISH.search(plain_letters(content)) is not None


_COMPOSE = compile_phrases("""
    write*, tell, make up, invent, compose, draft, continue, schreib*, erzahl*, erfinde*, dichte*, escribe*, escriba,
    cuenta*, inventa*, redacta*, ecris, ecrivez, raconte*, invente*, compose*, scrivi*, racconta*, componi, escreva*,
    escreve*, conte*, conta*, crie, 写, 寫, 编, 編, 讲, 講
""")
_FICTION = compile_phrases("""
    story, stories, tale, fairy tale, poem, song, novel, scene, script, screenplay, play, dialogue, sketch, joke,
    limerick, fan fiction, monologue, geschichte, marchen, gedicht, lied, roman, szene, drehbuch, dialog, monolog,
    witz, cuento, historia, relato, poema, cancion, novela, escena, guion, dialogo, monologo, chiste, histoire, conte,
    poeme, chanson, scene, scenario, dialogue, monologue, storia, racconto, fiaba, poesia, canzone, romanzo, scena,
    copione, conto, cancao, romance, cena, roteiro, 故事, 小说, 小說, 诗, 詩, 剧本, 劇本
""")
_IN_WHICH = compile_phrases("""
    in which, where, with the line, that starts, that begins, in dem, in der, wo ich, worin, en la que, en el que,
    donde, dans laquelle, dans lequel, ou je, in cui, dove, em que, na qual, no qual, onde
""")
_UNSPACED_FICTION = re.compile(
    r"(?:物語|小説|お話|話|詩|台本|脚本|セリフ)を?[^。！？\n]{0,6}(?:書いて|作って|考えて)"
    r"|(?:写|寫|编|編|讲|講)[^。！？\n]{0,12}(?:故事|小说|小說|诗|詩|剧本|劇本)"
)
_REACH = 60


def asks_for_fiction(sentence: str) -> bool:
    """Return whether a sentence asks for a story and tells what is said or true in it."""
    if _UNSPACED_FICTION.search(sentence):
        return True
    plain = plain_letters(sentence)
    verb = _COMPOSE.search(plain)
    noun = None if verb is None else _FICTION.search(plain, verb.end(), verb.end() + _REACH)
    return noun is not None and (":" in plain[noun.end() :] or _IN_WHICH.search(plain, noun.end()) is not None)


# ── states that are over ─────────────────────────────────────────────────────────────────────────────────────────────

_STATES = tuple(
    (compile_phrases(past), compile_phrases(present))
    for past, present in (
        (
            """
            i lived, i once lived, i previously lived, we lived, ich wohnte, wohnte ich, ich lebte, lebte ich,
            wir wohnten, wir lebten, gelebt, viviamos, vivia, yo viva, vivi, habitais, habitait, habitions, vivais,
            vivait, ai habite, ai vecu, abitavo, abitavamo, vivevo, vivevamo, ho abitato, ho vissuto, morava,
            moravamos, morei, 住んでいた, 住んでいました, 住んでた, 曾住, 曾经住, 以前住
            """,
            """
            lives, live, living, resides, based in, wohnt, lebt, vive, habite, vit, reside, abita, mora, risiede,
            住んでいる, 住んでる, 在住, 住む, 住在, 居住
            """,
        ),
        (
            """
            i worked, i once worked, i previously worked, we worked, ich arbeitete, arbeitete ich, gearbeitet,
            trabajaba, trabaje, travaillais, ai travaille, lavoravo, ho lavorato, trabalhava, trabalhei, 働いていた,
            働いていました, 勤めていた, 勤めていました, 曾经在, 以前在
            """,
            "works, work, working, arbeitet, trabaja, travaille, lavora, trabalha, 働く, 働いている, 勤めている, 工作",
        ),
        (
            """
            i smoked, ich rauchte, geraucht, fumaba, fumais, fumavo, fumava, ai fume, 吸っていた, 吸っていました,
            以前抽烟
            """,
            "smokes, smoke, smoker, raucht, raucher, raucherin, fuma, fume, fumeur, fumador, 吸う, 抽烟, 吸烟",
        ),
        (
            "i was a, i was an, ich war, war ich, yo era, j'etais, io ero, eu era",
            "is a, is an, ist, es, est, e un, e una, e um, e uma",
        ),
    )
)
_STILL = compile_phrases("""
    still, since, have lived, have worked, noch, immer noch, seit, todavia, aun, sigo, desde, encore, toujours,
    depuis, ancora, tuttora, da sempre, ainda, まだ, 今も, ずっと, 还, 仍然, 一直
""")


def is_over(content: str, clause: str) -> bool:
    """Return whether a clause tells as past what ``content`` tells as present: "I lived in Leeds", "Lives in Leeds"."""
    said, told = plain_letters(clause), plain_letters(content)
    if _STILL.search(said) or tells_wish(content):
        return False
    return any(
        past.search(said) is not None
        and present.search(told) is not None
        and past.search(told) is None
        and present.search(said) is None
        for past, present in _STATES
    )
