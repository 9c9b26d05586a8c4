"""Words for people in eight languages. Each table is read by `phrases`, without accents."""

ALONE = """
    just me, only me, just myself, only myself, by myself, on my own, alone, solo traveller, solo traveler,
    travelling solo, traveling solo, travel solo, going solo, go solo, nur ich, ich allein, ich alleine, allein,
    alleine, nur fur mich, bin solo, reise solo, solo yo, yo solo, yo sola, sola, viajo solo, voy solo, ire solo,
    viajar solo, ir solo, solo para mi, a solas, unicamente yo, juste moi, rien que moi, tout seul, toute seule,
    je suis seul, je suis seule, voyage seul, voyage seule, pars seul, pars seule, en solo, que moi, moi seul,
    moi seule, seul, seule, uniquement moi, da solo, da sola, solo io, io solo, soltanto io, per conto mio,
    solamente io, viaggio solo, viaggio sola, sozinho, sozinha, so eu, apenas eu, somente eu, so para mim
"""
NOT_ALONE = "not, nicht, no, pas, non, nao, nie, never, le seul, la seule, un seul, une seule, let alone, leave"

GROUPS = """
    family of, group of, party of, team of, crew of, familie mit, familie von, gruppe von, gruppe mit, familia de,
    grupo de, famille de, groupe de, famiglia di, gruppo di, familia com
"""
"""Words before the number of all people."""

WE_ARE = """
    we are, we're, there are, there will be, we will be, we'll be, wir sind, wir waren, wir werden, sind wir, sind zu,
    wir sind zu, wir sind insgesamt, wir sind nur, fur, for, somos, seremos, eramos, seriamos, vamos a ser, para,
    vamos, nous sommes, nous serons, nous etions, on est, on sera, on serait, a, pour, siamo, siamo in, saremo,
    saremo in, eravamo in, in, per, vamos ser, somos so, somos solo, somos nosotros
"""
"""Words before the number of all people, where nobody else is counted."""

OF_US = """
    of us, von uns, de nosotros, de nosotras, d'entre nous, di noi, de nos, personnes en tout, insgesamt, in total,
    en total
"""
"""Words after the number of all people."""

PLUS = "plus, and, und, sowie, mas, y, plus mes, et, piu, e, mais"
"""Words between the number of all people and those who come besides."""

ZU = "zweit, dritt, viert, funft, fuenft, sechst, siebt, acht, neunt, zehnt"
"""Words after "zu" for two people and more."""

ADULTS = """
    adult, adults, people, person, persons, guest, guests, traveller, travellers, traveler, travelers, pax, grown ups,
    erwachsene, erwachsenen, erwachsener, personen, leute, leuten, gaste, gasten, reisende, reisenden, mann, adulto,
    adultos, adulta, adultas, persona, personas, huesped, huespedes, viajero, viajeros, pasajeros, adulte, adultes,
    personne, personnes, voyageur, voyageurs, invites, convives, adulti, persone, ospite, ospiti, viaggiatori, pessoa,
    pessoas, hospedes, viajantes, passageiros
"""
"""Nouns behind a number that include the speaker."""

OTHERS = """
    kid, kids, child, children, son, sons, daughter, daughters, friend, friends, other, others, colleague, colleagues,
    brother, brothers, sister, sisters, baby, babies, toddler, toddlers, teenager, teenagers, teens, infant, infants,
    mates, kind, kinder, kindern, sohn, sohne, sohnen, tochter, tochtern, freund, freunde, freunden, freundinnen,
    kollegen, bruder, brudern, schwester, schwestern, babys, kleinkind, kleinkinder, jugendliche, jugendlichen,
    weitere, enkel, nino, ninos, nina, ninas, hijo, hijos, hija, hijas, amigo, amigos, amiga, amigas, hermano,
    hermanos, hermana, hermanas, bebe, bebes, colegas, companeros, adolescentes, peques, menores, enfant, enfants,
    fils, fille, filles, ami, amis, amie, amies, frere, freres, soeur, soeurs, collegues, copains, copines, ados,
    gamins, petits enfants, bambino, bambini, bambina, bambine, figlio, figli, figlia, figlie, amico, amici, amica,
    amiche, fratello, fratelli, sorella, sorelle, neonato, neonati, colleghi, ragazzi, nipoti, crianca, criancas,
    filho, filhos, filha, filhas, irmao, irmaos, irma, irmas, netos
"""
"""Nouns behind a number that do not include the speaker."""

ADJECTIVES = """
    other, small, young, little, teenage, older, more, good, kleine, kleinen, weitere, weiteren, andere, anderen,
    gute, guten, erwachsene, otros, otras, pequenos, pequenas, mas, petits, petites, jeunes, autres, grands, altri,
    altre, piccoli, piccole, outros, outras
"""

RELATIVES = """
    wife, husband, spouse, partner, fiance, fiancee, girlfriend, boyfriend, friend, mate, colleague, mother, father,
    mum, mom, dad, son, daughter, baby, toddler, brother, sister, grandmother, grandfather, grandma, grandpa, aunt,
    uncle, cousin, niece, nephew, child, kid, adult, teenager, person, mother in law, father in law, frau, mann,
    ehemann, ehefrau, partnerin, freund, freundin, mutter, vater, mama, papa, sohn, tochter, bruder, schwester, oma,
    opa, tante, onkel, cousine, nichte, neffe, kollege, kollegin, kind, kleinkind, erwachsener, verlobter, verlobte,
    verlobten, enkel, enkelin, schwiegermutter, schwiegervater, mujer, marido, esposa, esposo, pareja, novia, novio,
    amigo, amiga, madre, padre, hijo, hija, hermano, hermana, abuela, abuelo, tia, tio, primo, prima, sobrina,
    sobrino, bebe, nino, nina, suegra, suegro, companero, companera, colega, femme, mari, epouse, epoux, conjoint,
    conjointe, compagnon, compagne, copine, copain, ami, amie, mere, pere, maman, fils, fille, frere, soeur,
    grand mere, grand pere, neveu, enfant, belle mere, collegue, petite amie, petit ami, moglie, marito, compagna,
    compagno, ragazza, ragazzo, fidanzata, fidanzato, amico, amica, figlio, figlia, fratello, sorella, nonna, nonno,
    zia, zio, cugino, cugina, bambino, bambina, suocera, collega, neonato, mulher, namorada, namorado, companheira,
    companheiro, mae, pai, filho, filha, irmao, irma, avo, sobrinha, crianca, noiva, noivo, sogra
"""
PARENTS = """
    my parents, my grandparents, our parents, meine eltern, meinen eltern, meine grosseltern, meinen grosseltern,
    unsere eltern, mis padres, mis abuelos, mes parents, mes grands parents, i miei genitori, i miei nonni,
    miei genitori, meus pais, os meus pais, meus avos, my in laws, our in laws, the in laws, meine schwiegereltern,
    meinen schwiegereltern, mis suegros, mes beaux parents, i miei suoceri, miei suoceri, meus sogros, os meus sogros
"""
POSSESSIVES = """
    my, our, his, her, mein, meine, meinen, meinem, meiner, unser, unsere, unserem, unserer, unseren, mi, nuestro,
    nuestra, mon, ma, notre, mio, mia, nostro, nostra, meu, minha, nosso, nossa
"""
ARTICLES = """
    a, an, the, ein, eine, einen, einem, einer, der, die, das, dem, den, un, una, une, el, la, le, l', il, lo, um,
    uma, o
"""
SPEAKER = """
    me, myself, and i, ich, yo, conmigo, moi, io, eu, comigo, mir, mich
"""
"""Words for the speaker beside others."""

JOINING = """
    coming, comes, come, is joining, joins, join us, join me, tagging along, tags along, with me, with us, kommt,
    kommen, fahrt, fahren, viene, vienen, se apunta, se apuntan, vient, viennent, nous rejoint, nous accompagne,
    viene con, vengono, si unisce, vem, vao, se junta, 一緒, いっしょ, 一起, 同行, 也来, 也去
"""
"""Words that tell that somebody comes along."""

WITH = "with, mit, con, avec, com"
UNCOUNTED = """
    kids, children, friends, family, group, sons, daughters, others, colleagues, team, kinder, kindern, freunde,
    freunden, familie, gruppe, kollegen, sohne, ninos, hijos, hijas, amigos, amigas, familia, grupo, enfants, amis,
    famille, groupe, copains, copines, bambini, figli, figlie, amici, amiche, famiglia, gruppo, criancas, filhos,
    filhas
"""
"""Nouns for people whose number is not told."""

THINGS = """
    minute*, hour*, day*, night*, week*, month*, year*, k, euro, euros, eur, dollar*, usd, pounds, gbp, chf, franken,
    room*, stunde*, tag, tage, tagen, nacht*, woche, wochen, monat*, jahr, jahre, jahren, uhr, zimmer, betten, hora*,
    dia, dias, noche, noches, semana*, mes, meses, ano, anos, habitacion*, heure*, jour, jours, nuit, nuits, semaine*,
    mois, an, ans, chambre*, h, ora, ore, giorn*, nott*, settiman*, mese, mesi, anno, anni, camer*, stelle, estrellas,
    etoiles, stars, star, sterne, noite*, quarto*, reais, times, km, bags, suitcases, percent, am, pm, st, nd, rd, th
"""
"""What is counted beside people: a number before it is nobody."""
