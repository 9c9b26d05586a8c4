"""The names of secrets in the languages that people use here. Each table is read by `phrases`."""

PASSWORDS = """
    password*, pass word*, passphrase*, pass phrase*, passcode*, pass code*, passwort, passworte, passworter,
    passworts, kennwort, kennworter, kennworts, contrasena*, contrasenya*, mot de passe, mots de passe, palavra passe,
    palavras passe, senha, senhas, parola d'accesso, parola d'ordine, パスワード, パスフレーズ, 暗証番号, 密码, 密碼,
    口令, 비밀번호, api key*, api token*, access key*, access token*, secret key*, secret token*, private key*,
    private token*, encryption key*, signing key*, recovery key*, license key*, license token*, auth token*,
    bearer token*, refresh token*, session token*, login credential*, log in credential*, admin credential*,
    account credential*, aws credential*, cloud credential*, database credential*, user credential*, seed phrase*,
    seed word*, recovery phrase*, recovery word*, recovery code*, backup code*, wiederherstellungscode*,
    wiederherstellungsschlussel*, notfallcode*, codigo de recuperacion, codigos de recuperacion, code de recuperation,
    codes de recuperation, code de secours, codes de secours, codice di recupero, codici di recupero,
    codigo de recuperacao, codigos de recuperacao, リカバリーコード, 回復コード, バックアップコード, 恢复码, 恢復碼,
    备用码, secret access key*, secret_access_key, access_key, secret_key, api_key, private_key, access_token,
    auth_token, client secret*, client_secret, zugangsdaten, anmeldedaten, apikey, apitoken, secretkey, privatekey
"""
"""Names of what is secret whatever follows: the secret may stand anywhere around."""

TOPICS = """
    manage*, securit*, polic*, hygien*, crack*, protect*, generat*, reset*, less, based, strength*, verwalt*,
    sicherheit*, richtlinie*, manager, seguridad, segura, segur*, sicurezza, securite
"""
"""Words after the name of a password that make it a subject people talk about."""

TOPICS_BEFORE = """
    gestor de, administrador de, gestionnaire de, gestore di, gerenciador de, gerente de, generador de, gerador de,
    generateur de, seguridad de, seguranca de, securite des, sicurezza delle
"""

TALK_BEFORE = """
    forget*, forgot*, lose, loses, losing, lost, reset*, remember*, recall, recover*, manage*, managing, reuse*,
    reusing, change*, changing, need*, hate*, use, uses, used, using, share*, sharing, write down, guess*, store*,
    steal*, stole*, stolen, leaked, vergesse*, vergisst, vergass*, verlier*, verlor*, verwalt*, andere, andern,
    geandert, benutz*, nutze*, brauch*, merk*, zuruckgesetzt, olvid*, perdi*, pierdo, cambi*, recuerd*, gestion*,
    uso, usas, usa, necesit*, oubli*, perd*, chang*, gere, gerer, utilis*, souvien*, rappel*, besoin, dimentic*,
    scord*, perso, perdo, ricord*, gestisco, gestisce, usare, esque*, lembr*, mudei, mudar, troco, trocar, troquei,
    gerencio, giro, preciso, 忘记, 忘記, 忘了, 记住, 記住, 记不住, 改了, 换了, 管理, 丢了, 需要
"""
"""Words before the name of a password with which people speak of it and do not tell it."""

TALK_LATER = "geandert, vergessen, verloren, zuruckgesetzt, gewechselt, stolen, hacked, leaked, changed, expired"
"""The same, later in the sentence."""

TALK_AFTER = (
    "を忘れ, を覚え, を思い出, を変え, を変更, を管理, を失く, をなくし, が必要, 忘了, 忘记, 忘記, 丢了, 记不住, 太多"
)
"""The same, after its name, in languages whose verbs stand there."""

JUDGEMENTS = """
    embarrassing, annoying, frustrating, a, an, the same, too, so, very, always, never, not, weak, strong, old,
    long, short, secure, safe, wrong, expired, stolen, hacked, leaked, changed, hard, easy, gone, driving, peinlich,
    nervig, zu, immer, nicht, schwer, vergonzoso, molesto, un, una, siempre, demasiado, muy, dificil, penible,
    enervant, trop, toujours, une, difficile, imbarazzante, troppo, sempre, fastidioso, chato, muito, demais, um,
    uma
"""
"""Words after "it is" that judge a password instead of telling it."""

WEAK_PASSWORDS = "clave, claves, mdp, pw, pwd, passwd, psw, palabra secreta, geheimwort, secret word"
"""Short or ambiguous names: a secret where a mark, or a verb and something odd, follows."""

CODES = """
    keypad, keypad code, safe combination, lock combination, combination of the safe, combination of the lock,
    combination to the safe, combination to the lock, die tan, meine tan, tan nummer, kombination des safes,
    zahlenkombination, combinacion de la caja, combinaison du coffre, combinazione della cassaforte,
    combinacao do cofre,
    pin, pin code, pin number, pincode, pin nummer, pinnummer, pin kod, cvv, cvv2, cvc, ssn, otp, tan nummer,
    tan code, mtan, security code*, security number*, social security, social security number, verification code*,
    verification number*, access code*, access number*, door code*, alarm code*, gate code*, entry code*,
    unlock code*, one time code*, 2fa code*, backup code*, safe code*, safe combination, locker code*, card code, puk,
    sort code, blz, bankleitzahl, geheimzahl, geheimnummer, geheimcode, zugangscode, turcode, sicherheitscode,
    bestatigungscode, freischaltcode, zahlencode, alarmcode, prufnummer, torcode, entsperrcode, codigo pin,
    numero pin, codigo de seguridad, codigo de acceso, codigo de verificacion, codigo de la puerta,
    codigo de la alarma, codigo secreto, numero secreto, codigo del portal, nip, code pin, code secret,
    code confidentiel, code d'acces, code de securite, code de verification, digicode, code de la porte,
    code de l'alarme, code d'entree, code de l'immeuble, code wifi, code de la carte, codice pin, codice segreto,
    codice di sicurezza, codice di accesso, codice d'accesso, codice di verifica, codice della porta,
    codice dell'allarme, codice bancomat, codice del portone, codigo de seguranca, codigo de acesso,
    codigo de verificacao, codigo da porta, codigo do alarme, codigo do cartao, 認証コード, 確認コード,
    セキュリティコード, セキュリティーコード, ドアコード, 解錠番号, 解除コード, アクセスコード, ワンタイムコード,
    pin番号, pinコード, 验证码, 驗證碼, 安全码, 安全碼, pin码, 动态码, 校验码, 门禁码, 取款码
"""
"""Names of codes: a secret where three digits or more follow soon."""

PAPERS = """
    passport*, iban, bic, swift, routing, account, accounts, bank account*, giro account*, savings account*,
    checking account*, current account*, license*, licence*, driver's license*, drivers license*, driver's licence*,
    driving license*, driving licence*, id, ids, identity, id card, identity card, national id, personal id, tax id,
    student id, employee id, medical id, national identity card, identification, national insurance, social insurance,
    social security, insurance, nhs, medicare, medicaid, tax, taxpayer, tax file, vat, tin, nino, nif, nie, dni, cpf,
    rg, cnh, curp, rfc, aadhaar, bsn, pesel, ahv, green card, visa, membership, bank card, credit card, debit card,
    health card, health insurance, policy, residence permit, customs, student card, reisepass*, ausweis*,
    personalausweis*, fuhrerschein*, fuehrerschein*, steuer*, konto*, bankverbindung, sozialversicherung*,
    rentenversicherung*, krankenversicherung*, versicherten*, krankenkasse*, gesundheitskarte*, kreditkarte*,
    ec karte*, pass nr, passnummer, aufenthaltstitel*, versicherungsnummer, pasaporte*, cuenta*, carne de conducir,
    carnet de conducir, licencia de conducir, permiso de conducir, seguridad social, documento de identidad, cedula,
    tarjeta*, tarjeta sanitaria, clabe, permiso de residencia, passeport*, compte*, permis, permis de conduire,
    carte d'identite, carte vitale, securite sociale, secu, carte bancaire, carte bleue, carte de credit,
    titre de sejour, rib, numero fiscal, passaporto, conto, conto corrente, patente, carta d'identita, codice fiscale,
    tessera sanitaria, partita iva, carta di credito, bancomat, permesso di soggiorno, passaporte, conta,
    conta corrente, conta bancaria, carta de conducao, carteira de motorista, habilitacao, cartao de cidadao,
    bilhete de identidade, carteira de identidade, seguranca social, identidade, cartao*, contribuinte,
    numero de utente, titulo de eleitor, cartao de credito, パスポート, 旅券, 口座, マイナンバー, 個人番号, 免許証,
    運転免許, 保険証, 在留カード, 年金番号, クレジットカード, 社員番号, 护照, 護照, 身份证, 身份證, 账号, 帳號, 账户,
    帳戶, 银行卡, 銀行卡, 驾照, 駕照, 驾驶证, 社保, 税号, 信用卡, 通行证, 工号
"""
"""Names of papers, cards and accounts: a secret where something like their number follows soon."""

NUMBER_WORDS = """
    number*, no, nr, num, id, code, nummer, numero, n°, nº, #
"""
"""Words for a number, which stand after or before the name of a paper; an identifier may then be shorter."""

NUMBER_WORDS_UNSPACED = "番号, 号码, 號碼, 号"

USERS = """
    user, username, user name, userid, user id, login, log in, account, benutzer, benutzername, nutzer, nutzername,
    anmeldename, kennung, usuario, nombre de usuario, utilisateur, nom d'utilisateur, identifiant, utente,
    nome utente, utilizador, nome de utilizador, nome de usuario, e mail, email, mail, ユーザー, ユーザー名, ユーザ名,
    アカウント, ログイン, 用户, 用户名, 账号, 帐号, 賬號, 登录名
"""
PASSES = """
    pass, pw, pwd, passwd, psw, mdp, clave, code, key, pass word, senha, kennung, パス, pin, passe, cle, chiave, chave
"""
"""Words for somebody's name at a service, and words for the secret that belongs to it."""

LOGINS = """
    login, log in, logins, credentials, creds, zugang, anmeldung, acceso, identifiants, accesso, credenziali, acesso,
    credenciales, credenciais, ログイン, 登录, 登入
"""
"""Words before a pair of a name and a secret: "login: bob / hunter2"."""

AMOUNTS = """
    k, m, million*, millones, milioni, milhoes, thousand, tausend, mil, mille, dollar*, bucks, usd, aud, cad, euro*,
    eur, pound*, gbp, quid, yen, jpy, rupees, inr, chf, franc*, franken, pesos, reais, follower*, subscriber*,
    seguidores, abonnes, people, user*, post*, point*, punkt*, puntos, punti, pontos, miles, km, kilometer*, times,
    countries, year*, month*, week*, day*, hour*, stamp*, page*, jahr*, monat*, woche*, tag*, stunde*, seite*,
    personen, personas, personnes, persone, pessoas, anos, meses, semana*, dias, paginas, ans, mois, semaine*, jour*,
    anni, mesi, giorni, pagine, habitants, kunden, clientes, clients
"""
"""Words after a number that is an amount, and no identifier."""
