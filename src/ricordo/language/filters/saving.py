"""Requests not to keep something: "don't save this", "off the record", "merk dir das nicht".

People also forget things and do not save files. A request speaks to the memory: its verb is an imperative, and no file
stands beside it. A request counts for the turn that holds it.
"""

from __future__ import annotations

import re

from ricordo.language.phrases import LazyPattern, compile_phrases, plain_letters

_ANYWHERE = compile_phrases("""
    off the record, not for the record, between you and me, stays between us, stay between us, keep this between us,
    keep it between us, keep that between us, just between us, strictly between us, keep this to yourself,
    keep it to yourself, keep that to yourself, keep this private, forget i said that, forget i said this,
    forget i said anything, forget what i just said, forget that i said, forget i told you,
    forget i mentioned, without saving this, without saving it, delete this message, not for your memory,
    don't take notes, don't take note of this, nothing of this in your memory, im vertrauen gesagt, bleibt unter uns,
    bleibt bitte unter uns, unter uns bleiben, behalte das fur dich, behalt das fur dich,
    vergiss was ich gerade gesagt habe, nicht fur die akten, nicht furs protokoll, nicht furs gedachtnis,
    ohne es zu speichern, ohne das zu speichern, extraoficialmente, quede entre nosotros, queda entre nosotros,
    entre tu y yo, olvida lo que acabo de decir,
    olvida que te dije, no hace falta que lo guardes, reste entre nous, rester entre nous, garde ca pour toi,
    gardez ca pour vous, oublie ce que je viens de dire, hors micro, sans l'enregistrer,
    que ca reste entre nous, resti tra noi, resta tra noi, rimanga tra noi, rimane tra noi, detto tra noi,
    che resti fra noi, tienilo per te,
    dimentica quello che ho appena detto, senza salvarlo, fica entre nos, fique entre nos, ca entre nos,
    aqui entre nos, guarda isso para ti, guarde isso para voce,
    esquece o que acabei de dizer, esqueca o que acabei de dizer, em off, オフレコ, ここだけの話, 内緒にして,
    内緒です, 内緒で, 秘密にして, 言ったことは忘れて, 言ったことを忘れて, 今のは忘れて, 今の話は忘れて, 保存禁止,
    記録禁止, 聞かなかったことに, 你知我知, 请保密, 請保密, 不要外传, 当我没说, 忘了我刚才说的, 忘掉我刚才说的,
    忘记我刚才说的, 别往心里记
""")
"""Phrases that ask for it wherever they stand."""

_ALONE = compile_phrases("""
    between us, just between us, between ourselves, only between us, this is between us, that's between us, privately,
    confidential, confidentially, in confidence, unter uns, unter uns gesagt, nur unter uns, ganz unter uns,
    vertraulich,
    entre nosotros, aqui entre nosotros, confidencial, en confianza, entre nous, juste entre nous, confidentiel,
    en confidence, tra noi, fra noi, tra me e te, in confidenza, confidenziale, entre nos, so entre nos, em confianca,
    保密, 内緒, 秘密
""")
"""Clauses that ask for it by themselves; within a longer clause they may mean something else."""

_THIS = (
    r"(?:this|that|it|any of (?:this|that|it)|anything|these|those|them|what i|the following|my)\b"
    r"(?: (?:last |next )?(?:conversation|chat|message|part|bit|info|information|one|number|address|details?|secret|"
    r"turn|exchange|thing|stuff|fact|note|session|question|story|name|phone))*+"
    r"(?=\s*$|\s(?:please|for|anywhere|in|into|to|about|as|and|but|or|because|since|ok|okay|either|i|i'm|though|just|at|"
    r"anymore|down|yet|on|ever|again|from|when|so|thanks|pls|with|say|said|told|tell|he|she|they|we|will|am|have|number|s)\b)"
)
_ASKED = (
    r"(?:^\s*|\b(?:please|pls|but|so|and|also|just|ok|okay|you|better|kindly) )"
    r"(?:don'?t|do not|never|not to|shouldn'?t|should not|must not|mustn'?t|need not|needn'?t|no need to|"
    r"(?:don'?t|do not) (?:have to|need to|ever|you dare|please))"
)
_IN_MEMORY = r"(?:memory|memories|profile|notes|record|records|file|mind|anywhere)"
_ENGLISH = LazyPattern(
    lambda: (
        rf"{_ASKED} (?:save|store|record|remember|memori[sz]e|note|log|retain)(?: down)? {_THIS}"
        rf"|{_ASKED} (?:keep|write|jot|add|put|use|commit) {_THIS}"
        rf"(?:\s*$|(?: \w{{1,12}}){{0,4}}? (?:{_IN_MEMORY}|down)\b)"
        r"|\byou (?:to |would )?(?:not|not to|to not|didn'?t|don'?t|did not|do not|wouldn'?t) (?:to )?"
        r"(?:save|store|record|remember|memori[sz]e|log|retain|keep)\b"
        r"|\bdon'?t want (?:you to |this |that |it |any of this |anything )(?:to be |to get )?"
        r"(?:save|saved|store|stored|keep|kept|record|recorded|remember|remembered|memori[sz]ed?|log|logged|noted?) ?"
        r"|\b(?:this|that|it|none of this) (?:must|should|shall|may|can|is)(?:n'?t| not| never)? (?:not )?(?:to )?be "
        r"(?:saved|stored|recorded|remembered|logged)\b(?<=ed)"
    )
)

_IMPERATIVES = LazyPattern(
    lambda: (
        # German
        r"\b(?:merke? dir|merken sie sich|merkt euch) (?:\w{1,15} ){0,4}?(?:nicht|nichts)\b"
        r"|\b(?:speichere?|speichern sie|speichert|notiere?|notieren sie|behalte?|sichere?|protokolliere?) "
        r"(?:\w{1,15} ){0,4}?(?:nicht|nichts)\b"
        r"|\b(?:schreibe?|schreiben sie) (?:\w{1,15} ){0,3}?nicht auf\b"
        r"|\b(?:nicht|nichts|nirgends|nirgendwo)(?: davon| dauerhaft)? (?:speichern|abspeichern|merken|notieren|"
        r"aufschreiben|protokollieren|festhalten|aufzeichnen|mitschreiben)\b"
        r"|\b(?:nicht|nirgends|nirgendwo) (?:gespeichert|notiert|aufgezeichnet|festgehalten) (?:werden|haben)\b"
        r"|\bdass du (?:\w{1,15} ){0,3}?nicht (?:speicherst|merkst|notierst|behaltst)\b"
        # Spanish
        r"|\bno (?:te |se |me )?(?:lo |la |los |las )?(?:guardes?|guarden|recuerdes?|recuerden|memorices?|anotes?|"
        r"registres?|almacenes?|apuntes?|grabes?|graben|acuerdes)\b"
        r"|\bno quiero que (?:lo |la |esto |eso |se )?"
        r"(?:guardes?|recuerdes?|memorices?|anotes?|registres?|almacenes?)\b"
        r"|\bno (?:guardar|memorizar|registrar|almacenar|anotar)(?:lo|la)?(?= esto| eso| nada|\s*$)"
        # French
        r"|(?:^\s*|\b(?:mais|et|stp|svp|plait|alors|donc) )(?:tu )?(?:n'|ne )?(?:le |la |l')?"
        r"(?:enregistrez?|retiens|retenez|memorisez?|notez?|sauvegardez?|stockez?|gardez?|conservez?) (?:pas|rien)\b"
        r"|\b(?:enregistrez?|retiens|retenez|memorisez?|notez?|sauvegardez?|stockez?) pas (?:ca|cela|ceci|ce que)\b"
        r"|\bne (?:pas|rien) (?:l'|le |la )?(?:enregistrer|retenir|memoriser|noter|sauvegarder|stocker)\b"
        r"|\bveux pas que (?:tu|vous|ce|ca) (?:l'|le |la )?(?:enregistres?|retiennes?|memorises?|notes?|gardes?|soit)\b"
        # Italian
        r"|\bnon (?:lo |la )?(?:salvar|memorizzar|registrar|annotar|segnar|archiviar|appuntar)"
        r"(?:e|lo|la|li|telo|tela)\b"
        r"|\bnon ricordar(?:e|lo|telo) ?(?=questo|cio|quello|niente|$)"
        r"|\bnon (?:prendere nota|salvi|salvate|memorizzi|memorizzate|registri|registrate)\b"
        r"|\bnon voglio che (?:tu )?(?:lo |la )?(?:salvi|memorizzi|ricordi|registri|annoti)\b"
        # Portuguese
        r"|\bnao (?:o |a |te |se )?(?:guardes?|guardem|salves?|salvem|graves?|gravem|memorizes?|registr?es?|anotes?|"
        r"armazenes?|lembres?)\b"
        r"|\bnao (?:precisas?|e preciso|e para) (?:de )?(?:guardar|salvar|gravar|lembrar|memorizar|anotar|registrar)\b"
        r"|\bnao quero que (?:voce |tu )?(?:o |a )?(?:guardes?|salves?|graves?|memorizes?|lembres?|registr?es?)\b"
    )
)
"""Imperatives and wishes with a "not", without accents, within one clause."""

_UNSPACED = re.compile(
    "(?:保存|記録|記憶|登録|メモ|記載|学習)[はをも]?(?:し|せ)?(?:ないで|ずに|なくて(?:いい|よい|も|結構|大丈夫))"
    "|覚え(?:ておか|とか)?(?:ないで|なくて(?:いい|よい|も))|残さないで|残さなくて|メモらないで|書き留めないで"
    "|(?:不要|别|別|请勿|請勿|勿|不用|不必|不许|无需|無需|不需要|禁止)[再把将將]?[^。！？，,\n]{0,8}?"
    "(?:保存|记住|記住|记录|記錄|存储|储存|儲存|存下|记下|記下|存起来|记在|录入|记忆|记到|存入|记进)"
)

_FILES = compile_phrases("""
    file, files, document, documents, desktop, disk, drive, folder, draft, spreadsheet, pdf, screenshot, usb, laptop,
    computer, changes, datei, dateien, dokument, dokumente, ordner, festplatte, rechner, schreibtisch, anderungen,
    archivo, archivos, fichero, documento, documentos, carpeta, disco, escritorio, cambios, fichier, fichiers,
    dossier, disque, bureau, il file, i file, cartella, scrivania, modifiche, arquivo, arquivos, ficheiro, pasta,
    area de trabalho, alteracoes, ファイル, フォルダ, デスクトップ, 文件, 文档, 档案, 桌面, 硬盘
""")
"""Things that are saved on a computer: not saving them is no matter of memory."""

_SUBJECTS = compile_phrases("""
    ich, er, wir, man, je, j'ai, il, elle, on, nous, ils, elles, io, riesco, riusciva, puo, posso, yo, eu, konnte,
    konnten, kann, espero que, ojala, para que, damit, pour que, perche, puedo, pude, podia, consigo
""")
"""Words before a verb that make it a statement about somebody."""

_WISH = compile_phrases(
    "will, mochte, bitte, quiero, quero, veux, voudrais, voglio, vorrei, prefiero, prefiro, hatte gern"
)
_CLAUSE = re.compile(r"[^.!?;:,\n。！？；：，、()]+")
_SENTENCE = re.compile(r"[^.!?\n。！？]+")


def forbids_saving(text: str) -> bool:
    """Return whether `text` asks that what it says is not kept."""
    plain = plain_letters(text)
    if _ANYWHERE.search(plain):
        return True
    if any(_asks(clause[0]) for clause in _CLAUSE.finditer(plain)):
        return True
    return any(
        _UNSPACED.search(sentence[0]) is not None and not _FILES.search(sentence[0])
        for sentence in _SENTENCE.finditer(plain)
    )


def _asks(clause: str) -> bool:
    words = " ".join(clause.split())
    alone = _ALONE.match(words)
    if alone and alone.end() == len(words):
        return True
    found = _ENGLISH.search(words) or _IMPERATIVES.search(words)
    if found is None or _FILES.search(words):
        return False
    is_statement = _SUBJECTS.search(words, 0, found.start()) is not None
    return not is_statement or _WISH.search(words) is not None
