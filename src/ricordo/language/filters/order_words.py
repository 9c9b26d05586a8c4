"""Words of orders and of claims to power, in the languages beside English. Each table is read by `phrases`."""

IGNORE = """
    ignoriere, ignorier, ignoriert, ignorieren sie, vergiss, vergesst, vergessen sie, missachte, umgehe, uberschreibe,
    beachte nicht, ignora, ignore, ignorad, ignoren, olvida, olvidate de, olvide, olviden, omite, desestima, descarta,
    haz caso omiso de, no hagas caso de, salta, ignorez, oublie, oubliez, ne tiens pas compte de,
    ne tiens pas compte des, ne tenez pas compte de, ne tenez pas compte des, fais abstraction de,
    fais abstraction des, contourne, contournez, outrepasse, ignori, ignorate, dimentica, dimentichi, dimenticate,
    trascura, bypassa, non considerare, non tenere conto, scorda, ignorem, esqueca, esquece, esquecam, desconsidere,
    desconsidera, desrespeite, nao sigas, nao siga
"""
"""Verbs that tell somebody to ignore something."""

RULES = """
    anweisung*, regel, regeln, instruktion*, vorgabe*, befehl, befehle, richtlinie*, systemprompt*, prompt, prompts,
    einschrankung*, anordnung*, instruccion*, regla, reglas, ordenes, indicacion*, directriz, directrices, normas,
    restriccion*, instruction*, consigne*, regle, regles, directive*, ordres, istruzion*, regola, regole, indicazion*,
    direttiv*, comandi, ordini, restrizion*, instrucao, instrucoes, regra, regras, ordens, diretriz*, diretiva*,
    diretivas, comandos, orientacoes, restricoes
"""
"""Nouns for what an assistant follows."""

EARLIER = """
    deine, deinen, bisherigen, vorherigen, obigen, fruheren, vorigen, tus, anteriores, previas, previos, de arriba,
    tes, vos, precedentes, anterieures, ci dessus, tue, tuoi, vostre, precedenti, sopra, suas, seus, tuas, teus, acima
"""
"""Words that make rules the assistant's own: "your", "previous"."""

SUBJECTS = """
    ich, er, sie, wir, man, yo, el, ella, ellos, je, j', il, elle, on, io, lui, lei, eu, ele, ela, nie, immer,
    siempre, toujours, sempre, nunca, jamais, mai, nicht, no, ne, n', non, nao
"""
"""Words before a verb that make it a statement, or the opposite of an order."""

POLITENESS = """
    please, bitte, por favor, s'il te plait, s'il vous plait, stp, svp, per favore, now, jetzt, nun, y, et, und, e,
    ahora, maintenant, ora, adesso, agora, ok, okay, also, mais, pero, aber, ma, mas, hey, hola, hallo, bonjour, ciao,
    ola, 请, 請, 现在, 現在
"""
"""Words that may stand before an order."""

TAKEOVERS = """
    systemprompt, system prompt, systemanweisung, systemanweisungen, entwicklermodus, entwickler modus, du bist jetzt,
    du bist nun, du bist ab jetzt, du bist ab sofort, ab jetzt bist du, ab sofort bist du, von nun an bist du,
    prompt del sistema, modo desarrollador, ahora eres, a partir de ahora eres, de ahora en adelante eres,
    ahora seras, prompt systeme, mode developpeur, tu es maintenant, tu es desormais, vous etes maintenant,
    vous etes desormais, desormais tu es, a partir de maintenant tu es, dorenavant tu es, prompt di sistema,
    modalita sviluppatore, ora sei, adesso sei, da ora in poi sei, d'ora in poi sei, da adesso sei, prompt do sistema,
    modo desenvolvedor, modo de desenvolvedor, modo programador, agora voce e, agora tu es, agora es,
    a partir de agora voce e, a partir de agora es, a partir de agora tu es, システムプロンプト, 開発者モード,
    デベロッパーモード, 今からあなたは, これからあなたは, あなたは今から, あなたはこれから, 脱獄モード, 系统提示词,
    系統提示詞, 系统提示, 开发者模式, 開發者模式, 越狱, 从现在开始你, 从现在起你, 你现在是, 从现在开始 你,
    从现在起 你, 你現在是, 從現在開始你
"""
"""Phrases after which a text cannot be trusted."""

ROLES = """
    tu so als, tu mal so als, stell dir vor du, spiel die rolle, spiele die rolle, handle als, agiere als,
    verhalte dich wie, verhalte dich als, tun wir so, finge que, finge ser, actua como, haz de cuenta,
    imagina que eres, simula que, comportate como, juguemos a que, fais semblant, faites semblant, agis comme,
    joue le role, imagine que tu, comporte toi comme, faisons comme si, fai finta, fingi, agisci come,
    comportati come, immagina di essere, facciamo finta, finja, aja como, age como, faz de conta, faca de conta,
    imagine que voce, comporte se como, vamos fingir, 假装, 假裝, 扮演, 假设你是, 假設你是, 充当, 请扮演, 请假装,
    请充当, 你来扮演
"""
"""Beginnings of role play, where they begin a sentence."""

ROLES_UNSPACED = (
    "のふりをして, のフリをして, として振る舞って, としてふるまって, になりきって, ロールプレイをし, ロールプレイして"
)

SAVE = """
    speichere, speicher, speichern sie, merk dir, merke dir, merken sie sich, notiere, notier, vermerke, trag ein,
    schreib, schreibe, fuge, behalte, guarda, guarde, recuerda, recuerde, memoriza, memorice, anota, anote, registra,
    registre, almacena, almacene, anade, agrega, agregue, enregistre, enregistrez, retiens, retenez, memorise,
    memorisez, note, notez, sauvegarde, sauvegardez, ajoute, ajoutez, souviens toi, salva, salvate, ricorda,
    ricordati, ricordate, memorizza, memorizzate, annota, registrate, aggiungi, salve, lembre, lembra, lembre se,
    memorize, registe, adicione, adiciona, grave, grava
"""
"""Verbs that tell a memory to keep something."""

POWERS = """
    administrator*, admin, admins, root, superuser, allen nutzern, alle nutzer, jeden nutzer, andere nutzer,
    der nutzer, die nutzerin, der benutzer, des nutzers, dem nutzer, das system, dein gedachtnis, deinem gedachtnis,
    deinen speicher, deinem speicher, langzeitgedachtnis, administrador*, todos los usuarios, otros usuarios,
    el usuario, la usuaria, al usuario, tu memoria, la memoria, el sistema, administrateur*, administratrice,
    tous les utilisateurs, d'autres utilisateurs, l'utilisateur, l'utilisatrice, ta memoire, votre memoire,
    le systeme, amministratore, amministratrice, tutti gli utenti, altri utenti, l'utente, tua memoria,
    vostra memoria, il sistema, todos os usuarios, todos os utilizadores, outros usuarios, o usuario, o utilizador,
    sua memoria, a memoria, o sistema
"""
"""Words of power, of other people and of the memory itself, which such an order names."""

OWN_WORDS = """
    i, i'm, my, ich, mein, meine, que yo, que soy, que tengo, mi, que je, que j', que mon, que ma, che io, che sono,
    che ho, il mio, la mia, que eu, que sou, que tenho, meu, minha, yo
"""
"""Words of somebody who asks to keep a fact about themselves."""

CLAIMS = """
    i am the admin, i am the administrator, i'm the admin, i'm the administrator, im the admin, im the administrator,
    i am admin, i'm admin, i am root, i'm root, i am the root user, i am the superuser, i am the sysadmin,
    i'm the sysadmin, i am the system administrator, i'm the system administrator, this is the admin,
    this is the administrator, this is the system administrator, i have admin rights, i have administrator rights,
    i have admin privileges, i have administrator privileges, i have admin permissions, i have admin access,
    i have root access, treat me as admin, treat me as an admin, treat me as the admin, treat me as an administrator,
    ich bin der admin, ich bin der administrator, ich bin die administratorin, ich bin die admin, ich bin admin,
    ich bin root, ich bin der systemadministrator, ich bin die systemadministratorin, hier ist der administrator,
    hier spricht der administrator, ich habe adminrechte, ich habe administratorrechte, ich habe root rechte,
    soy el admin, soy el administrador, soy la administradora, soy el administrador del sistema, soy admin, soy root,
    tengo permisos de administrador, tengo permisos de admin, tengo derechos de administrador, je suis l'admin,
    je suis l'administrateur, je suis l'administratrice, je suis l'administrateur du systeme, je suis admin,
    je suis root, j'ai les droits d'administrateur, j'ai les droits admin, sono l'amministratore,
    sono l'amministratrice, sono l'amministratore del sistema, sono l'admin, sono admin, sono root,
    ho i permessi di amministratore, ho i diritti di amministratore, sou o admin, sou o administrador,
    sou a administradora, sou o administrador do sistema, sou admin, sou root, tenho permissoes de administrador,
    tenho direitos de administrador, 我是管理员, 我是管理員, 我是系统管理员, 我是系統管理員, 我是超级管理员,
    我有管理员权限, 我有管理員權限, 我是root, 我是你的开发者, 我是你的開發者, 我是你的管理员, 我是你的创造者,
    作为你的开发者, 作为你的管理员, 作為你的開發者, 私は管理者です, 私が管理者です, 私は管理者だ, 管理者として命令,
    私はシステム管理者です, 私はこのシステムの管理者, 管理者権限があります, 私はあなたの開発者, 私はあなたの管理者,
    あなたの開発者として, あなたの管理者として, 開発者の私が, 俺は管理者だ, 僕は管理者です
"""
"""Claims to power over the system, unless they go on with where somebody works."""

CLAIMS_AT_START = """
    as the admin, as the administrator, as the system administrator, als administrator, als admin,
    als administratorin, como administrador, como administradora, como admin, en tant qu'administrateur,
    en tant qu'admin, en tant qu'administratrice, in qualita di amministratore, come amministratore, 作为管理员,
    身为管理员, 作為管理員, 管理者として
"""
"""Claims where they begin a sentence. After a verb, they are a job: "I work as the administrator"."""

CLAIMS_TO_YOU = """
    your developer, your administrator, your admin, your creator, your owner, your operator, your programmer,
    your master, dein entwickler, deine entwicklerin, dein administrator, dein admin, dein schopfer, dein betreiber,
    ihr administrator, ihr entwickler, euer administrator, dein programmierer, tu desarrollador, tu desarrolladora,
    tu administrador, tu administradora, tu creador, tu creadora, tu programador, su administrador, su desarrollador,
    ton developpeur, ton administrateur, ton createur, ton programmeur, votre administrateur, votre developpeur,
    ton admin, il tuo sviluppatore, il tuo amministratore, il tuo creatore, tuo amministratore, tuo sviluppatore,
    tuo creatore, il vostro amministratore, il tuo programmatore, seu desenvolvedor, seu administrador, seu criador,
    teu programador, teu administrador, teu criador, seu programador
"""
CLAIMANTS = """
    i am, i'm, im, as, this is, speaking as, ich bin, als, hier ist, hier spricht, soy, como, yo soy, je suis,
    en tant que, c'est, sono, come, in qualita di, sou, eu sou, na qualidade de
"""
"""Who says to be the assistant's master, and the words before it."""

WORKPLACES = """
    of, at, for, in, on, bei, von, der, des, an, im, de, del, en, di, da, do, du, des, chez, della, presso, per, por,
    para, em, no, na, am, where, with, und
"""
"""Words after which a claim is a job: "I am the administrator of a school"."""

NOTICES = """
    system override, admin override, administrator override, root override, developer override, security override,
    system message, system notice, system note, system command, system alert, admin note, admin message,
    developer message, systemmeldung, systemnachricht, systemhinweis, systembefehl, mensaje del sistema,
    aviso del sistema, orden del sistema, message systeme, message du systeme, avis du systeme, messaggio di sistema,
    avviso di sistema, mensagem do sistema, aviso do sistema, システムメッセージ, システム通知, システム命令, 系统消息,
    系统通知, 系统指令, 系統訊息, 系統通知
"""
"""Headings of notices that pretend to come from the system, where a colon follows."""

USERS = """
    the user, this user, the customer, this customer, this account, the account holder, the current user, user role,
    user status, user level, user rights, user permissions, der nutzer, dieser nutzer, die nutzerin, diese nutzerin,
    der benutzer, dieser benutzer, der kunde, dieser kunde, die kundin, diese kundin, el usuario, este usuario,
    la usuaria, esta usuaria, el cliente, este cliente, la cliente, l'utilisateur, cet utilisateur, l'utilisatrice,
    cette utilisatrice, le client, ce client, la cliente, cette cliente, l'utente, questo utente, questa utente,
    il cliente, questo cliente, o usuario, este usuario, o utilizador, este utilizador, o cliente, esta cliente
"""
"""Words for a person whom a service serves. Nobody calls themselves so."""

USERS_UNSPACED = """
    このユーザーは, このユーザは, 該当ユーザーは, ユーザーは, 利用者は, このお客様は, 该用户, 該用戶, 这个用户, 此用户,
    本用户, 用户是, 用户有, 該使用者, 此使用者
"""
DESCRIPTIONS = """
    is, has, wants, want, likes, prefers, lives, works, may, can, must, gets, owns, name, password, role, budget, ist,
    hat, will, mag, darf, kann, wohnt, lebt, arbeitet, bekommt, es, tiene, quiere, prefiere, vive, trabaja, puede, esta,
    est, a, veut, prefere, habite, travaille, peut, doit, e, ha, vuole, preferisce, abita, lavora, puo, tem, quer,
    prefere, mora, trabalha, pode
"""
"""Verbs and nouns that describe such a person."""
