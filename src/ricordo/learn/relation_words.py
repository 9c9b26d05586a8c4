"""Words for the people and animals near a person, in eight languages, and for those who speak of themselves."""

from __future__ import annotations

_FORMS = {
    "mother": "mum mom mummy mommy mama mamma mutter mutti madre mamá mère maman mãe mamãe",
    "father": "dad daddy papa papá vater vati padre père papà babbo pai papai",
    "wife": "ehefrau frau mujer esposa femme épouse moglie mulher",
    "husband": "hubby ehemann mann marido esposo mari époux marito",
    "boyfriend": "bf freund novio copain fidanzato namorado",
    "girlfriend": "gf freundin novia copine fidanzata namorada",
    "partner": "partnerin pareja compañero compañera conjoint conjointe compagnon compagne compagno compagna "
    "companheiro companheira lebensgefährte lebensgefährtin",
    "fiancé": "fiancée fiance fiancee verlobter verlobte verlobten prometido prometida noivo noiva",
    "grandmother": "granny nan grandma nana oma großmutter abuela grand-mère mamie nonna avó vovó",
    "grandfather": "grandad granddad grandpa opa großvater abuelo grand-père papi nonno avô vovô",
    "daughter": "tochter hija fille filha figlia",
    "son": "sohn hijo fils filho figlio",
    "child": "kid kind enfant bambino bambina niño niña criança",
    "children": "kids kinder hijos enfants bambini figli filhos niños crianças",
    "parents": "eltern padres genitori folks",
    "grandparents": "großeltern abuelos grands-parents nonni avós",
    "in-laws": "inlaws schwiegereltern suegros beaux-parents suoceri sogros",
    "sister": "schwester hermana sœur soeur irmã sorella",
    "brother": "bruder hermano frère irmão fratello",
    "siblings": "geschwister hermanos",
    "aunt": "auntie tante tía zia tia",
    "uncle": "onkel oncle tío zio tio",
    "cousin": "cousine vetter primo prima cugino cugina",
    "niece": "nichte sobrina nièce sobrinha nipote",
    "nephew": "neffe sobrino neveu sobrinho",
    "grandson": "enkel nieto petit-fils neto",
    "granddaughter": "enkelin nieta petite-fille neta",
    "mother-in-law": "schwiegermutter suegra belle-mère suocera sogra",
    "father-in-law": "schwiegervater suegro beau-père suocero sogro",
    "brother-in-law": "schwager cuñado beau-frère cognato cunhado",
    "sister-in-law": "schwägerin cuñada belle-sœur cognata cunhada",
    "son-in-law": "schwiegersohn yerno gendre",
    "daughter-in-law": "schwiegertochter nuera belle-fille nuora",
    "stepmother": "stepmum stepmom stiefmutter madrastra matrigna",
    "stepfather": "stepdad stiefvater padrastro patrigno padrasto",
    "colleague": "kollege kollegin colega collega collègue coworker co-worker teammate kollegen colleagues compañeros",
    "friend": "amigo amiga ami amie amico amica mate buddy pal bestie kumpel friends freunde amigos amis amici",
    "boss": "jefe jefa chef chefin capo patron patronne chefe manager supervisor vorgesetzter",
    "neighbour": "neighbor neighbours neighbors nachbar nachbarin nachbarn vecino vecina vecinos voisin "
    "voisine voisins vicino vicina vizinho vizinha",
    "flatmate": "housemate roommate roomie mitbewohner mitbewohnerin colocataire coloc coinquilino coinquilina",
    "landlord": "landlady vermieter vermieterin casero casera propriétaire proprietario senhorio",
    "guest": "gast gäste huésped invité invitée ospite hóspede",
    "dog": "hund perro perra chien chienne cane cão cachorro doggo pup",
    "cat": "katze kater gato gata chat chatte gatto gatta",
}
SYNONYMS = {
    **{form: word for word, forms in _FORMS.items() for form in forms.split()},
    "妻": "wife",
    "夫": "husband",
    "娘": "daughter",
    "息子": "son",
    "母": "mother",
    "父": "father",
    "弟": "brother",
    "兄": "brother",
    "妹": "sister",
    "姉": "sister",
}
"""Words for a relation, and the one that stands for them."""

UNIQUE = frozenset("wife husband spouse partner boyfriend girlfriend fiancé mother father boss".split())
"""Relations of which somebody has one at a time, so that the word alone says who is meant."""

PARTNERS = frozenset("wife husband spouse partner boyfriend girlfriend fiancé ex".split())
"""Relations that one and the same person can have after another."""

RELATIONS = (
    UNIQUE
    | PARTNERS
    | frozenset(_FORMS)
    | frozenset(
        "baby toddler twin twins stepson stepdaughter stepbrother stepsister puppy kitten horse assistant".split()
    )
)

OCCUPATIONS = frozenset(
    "client customer patient kunde kundin klient patientin cliente paciente paziente teacher lehrer lehrerin profesor "
    "profesora professeur professore professora professor tutor coach trainer student pupil schüler schülerin alumno "
    "alumna élève alunno alunna aluno aluna doctor arzt ärztin médico médica médecin dottore dottoressa nurse "
    "therapist lawyer accountant agent".split()
)
"""Words for somebody near a person if a possessive stands before them, and else for what somebody is."""

LEADS = frozenset(
    "is are does did ist hat est and but so also because since as that well yes yeah no oh ok okay fyi btw actually "
    "apparently today now then i we think know guess heard believe suppose sadly luckily just only und aber auch weil "
    "denn dass ja nein heute jetzt y pero que porque sí hoy ahora et mais car parce oui e ma perché che sì oggi mas "
    "pois sim hoje both all la il o a os le gli".split()
)
"""Words before a subject that leave it the subject."""

POSSESSIVES = frozenset(
    "my our the a an his her their mein meine meinem meinen meiner meines unser unsere unserem unseren unserer mi mis "
    "nuestro nuestra nuestros nuestras mon ma mes notre nos il mio la mia miei mie nostro nostra o meu minha meus "
    "minhas nosso nossa".split()
)
FIRST_PERSON = frozenset(
    "i im ive id ill me my mine myself we weve us our ours both ich mich mir mein meine meinen meinem meiner wir uns "
    "unser unsere yo mi mis nosotros nuestro nuestra je j moi mon ma mes nous notre nos io mio mia noi nostro nostra "
    "eu meu minha nós nosso nossa conmigo comigo".split()
)
FIRST_PERSON_SIGNS = ("私", "僕", "俺", "我", "咱", "うち")

PRONOUNS = frozenset("he she hes shes er él ella elle ele ela lui".split())
"""Pronouns for somebody else. Those that also are articles or polite words for "you" are left out."""

PREDICATES = frozenset(
    "is was has had does isnt wasnt hasnt doesnt lives works loves hates likes wants needs eats drinks speaks studies "
    "plays owns prefers suffers drives collects runs teaches sings moved ist war hat hatte wohnt lebt arbeitet liebt "
    "hasst isst trinkt spricht braucht studiert sammelt spielt fährt es era tiene tenía vive trabaja ama odia quiere "
    "necesita come habla estudia est vit habite travaille aime déteste étudie è ha lavora abita mangia studia é tem "
    "mora trabalha gosta estuda".split()
)
"""Verbs whose form tells that they are about somebody else, where no word for the speaker stands beside them."""

PAST_FORMS = frozenset("was had moved war hatte era tenía wasnt hasnt".split())
"""Predicates whose form is that of the speaker, too."""

COPULAS = frozenset("is isnt has hasnt does doesnt ist hat es tiene est a è ha é tem wants needs".split())
"""Predicates that things have as well as people."""

PERSONS = frozenset(
    "man woman guy girl boy person somebody someone tenant hero heroine owner lady bloke chap dude host waiter kerl "
    "junge mädchen jemand mieter hombre chico chica alguien tipo homme garçon quelqu quelqu'un uomo ragazzo ragazza "
    "qualcuno homem rapaz alguém".split()
)
"""Nouns for people."""

UNSPACED_RELATIONS = (
    "义父 婆婆 岳父 岳母 邻居 鄰居 隣人 隣の人 近所の人 叔父 叔母 伯父 伯母 おじ おば 祖母 祖父 祖父母 両親 義母 "
    "義父 義兄 義姉 義弟 義妹 従兄弟 従姉妹 いとこ 甥 姪 孫 弟 妹 兄 姉 母 父 妻 夫 娘 息子 友達 友人 同僚 上司 "
    "部下 先生 彼女 彼氏 旦那 主人 嫁 ルームメイト 姐姐 哥哥 弟弟 妹妹 朋友 同事 老板 老闆 室友 妈妈 媽媽 爸爸 妻子 "
    "老婆 丈夫 老公 女儿 女兒 儿子 兒子 奶奶 爷爷 爺爺 外婆 外公 叔叔 阿姨 舅舅 姑姑 表哥 表弟 表姐 表妹 堂哥 侄子 "
    "侄女 男朋友 女朋友 老师 老師"
).split()
