"""Words of time in eight languages. Each table is read by `phrases`, without accents."""

MONTHS_BY_NUMBER = (
    "january, jan, januar, janner, enero, ene, janvier, gennaio, janeiro",
    "february, feb, februar, febrero, fevrier, febbraio, fevereiro",
    "march, mar, marz, maerz, marzo, mars, marco",
    "april, apr, abril, avril, aprile",
    "mai, mayo, maggio, maio",
    "june, jun, juni, junio, juin, giugno, junho",
    "july, jul, juli, julio, juillet, luglio, julho",
    "august, aug, agosto, aout",
    "september, sep, sept, septiembre, septembre, settembre, setembro",
    "october, oct, oktober, okt, octubre, octobre, ottobre, outubro",
    "november, nov, noviembre, novembre, novembro",
    "december, dec, dezember, dez, diciembre, decembre, dicembre, dezembro",
)
"""The names of the months; the English "May" is told from the verb by its neighbours."""

WEEKDAYS_BY_NUMBER = (
    "monday, mon, montag, montags, lunes, lundi, lunedi, segunda feira, segunda, 月曜, 周一, 星期一, 礼拜一",
    "tuesday, tue, tues, dienstag, dienstags, martes, mardi, martedi, terca feira, terca, 火曜, 周二, 星期二, 礼拜二",
    "wednesday, wed, mittwoch, miercoles, mercredi, mercoledi, quarta feira, 水曜, 周三, 星期三, 礼拜三",
    "thursday, thu, thurs, donnerstag, jueves, jeudi, giovedi, quinta feira, 木曜, 周四, 星期四, 礼拜四",
    "friday, fri, freitag, freitags, viernes, vendredi, venerdi, sexta feira, 金曜, 周五, 星期五, 礼拜五",
    "saturday, sat, samstag, sonnabend, sabado, samedi, sabato, 土曜, 周六, 星期六, 礼拜六",
    "sunday, sun, sonntag, sonntags, domingo, dimanche, domenica, 日曜, 周日, 星期日, 星期天, 礼拜天",
)
DAYS = {
    -2: """
        day before yesterday, vorgestern, anteayer, antier, avant hier, l'altro ieri, altroieri, anteontem, 一昨日,
        おととい, 前天
    """,
    -1: "yesterday, last night, gestern, ayer, anoche, hier soir, hier, ieri, ontem, 昨日, 昨夜, きのう, 昨天, 昨晚",
    0: """
        today, tonight, this morning, this afternoon, this evening, now, just, right now, currently, at the moment,
        at present, as of now, from now on, these days, nowadays, no longer, anymore, any more, already, since today,
        so far, still, heute, jetzt, gerade, eben, soeben, momentan, derzeit, aktuell, zurzeit, nicht mehr, ab sofort,
        mittlerweile, inzwischen, hoy, ahora, ahora mismo, acabo de, actualmente, ya no, recien, de momento,
        aujourd'hui, maintenant, actuellement, viens de, en ce moment, desormais, ce matin, ce soir, ne plus,
        plus maintenant, oggi, adesso, ora, attualmente, appena, stamattina, stasera, non piu, al momento, hoje,
        agora, atualmente, acabei de, neste momento, ja nao, nao mais, hoje em dia, 今日, きょう, 今, 現在, さっき,
        たった今, もう, 今朝, 今夜, ちょうど, 今天, 现在, 刚刚, 刚才, 刚, 目前, 今晚, 已经不, 不再
    """,
    1: "tomorrow, morgen, manana, demain, domani, amanha, 明日, あした, 明天, 明晚",
    2: """
        day after tomorrow, ubermorgen, uebermorgen, pasado manana, apres demain, dopodomani, depois de amanha,
        明後日, あさって, 后天
    """,
}
"""Words for days, with their distance from the day on which they are said."""

RECENT = """
    recently, lately, the other day, kurzlich, neulich, vor kurzem, letztens, recientemente, hace poco, ultimamente,
    recemment, dernierement, il y a peu, recentemente, di recente, poco fa, ha pouco, 最近, 先日, この間, 近来, 前几天
"""
LAST = """
    last, past, previous, letzte, letzten, letzter, letztes, letztem, vorige, vorigen, voriges, vergangenen,
    vergangenes, vergangene, pasado, pasada, ultimo, ultima, anterior, dernier, derniere, passe, passee, scorso,
    scorsa, passato, passata, passado, passada
"""
THIS = "this, diese, diesen, dieser, dieses, diesem, este, esta, ce, cet, cette, questo, questa, neste, nesta, deste"
NEXT = """
    next, coming, upcoming, following, nachste, nachsten, nachster, nachstes, kommende, kommenden, kommendes,
    kommender, proximo, proxima, que viene, que vem, prochain, prochaine, prossimo, prossima, que entra, entrante
"""
UNITS = {
    "weekend": "weekend, wochenende, fin de semana, week end, fine settimana, fim de semana",
    "week": "week, woche, semana, semaine, settimana",
    "month": "month, monat, monats, mes, mois, mese",
    "year": "year, yr, jahr, jahres, ano, an, annee, anno",
}
UNSPACED = {
    ("week", -1): "先週, 上周, 上星期, 上个星期, 上週, 上礼拜",
    ("week", 0): "今週, 这周, 本周, 这个星期, 這週",
    ("week", 1): "来週, 下周, 下星期, 下个星期, 下週, 下礼拜",
    ("month", -2): "先々月, 上上个月",
    ("month", -1): "先月, 上个月, 上月, 上個月",
    ("month", 0): "今月, 这个月, 本月, 這個月",
    ("month", 1): "来月, 下个月, 下月, 下個月",
    ("month", 2): "再来月, 下下个月",
    ("year", -2): "一昨年, おととし, 前年",
    ("year", -1): "昨年, 去年",
    ("year", 0): "今年, 本年",
    ("year", 1): "来年, 明年",
    ("year", 2): "再来年, 后年",
}
SEASONS = {
    3: "spring, springs, fruhling, fruhlingen, fruhjahr, primavera, primaveras, primavere, printemps, 春",
    6: "summer, summers, sommer, sommern, verano, veranos, ete, etes, estate, estati, verao, veroes, 夏",
    9: "autumn, autumns, fall, falls, herbst, herbsten, otono, otonos, automne, automnes, autunno, autunni, outono, 秋",
    12: "winter, winters, wintern, invierno, inviernos, hiver, hivers, inverno, inverni, invernos, 冬",
}
"""The seasons of the northern hemisphere by their first month."""

HOLIDAYS = {
    (12, 25): "christmas, xmas, weihnachten, navidad, noel, natale, natal, クリスマス, 圣诞节, 圣诞",
    (1, 1): "new year, new year's, new years, neujahr, ano nuevo, nouvel an, capodanno, ano novo, 正月, 元旦, 新年",
    (12, 31): "silvester, new year's eve, nochevieja, saint sylvestre, vespera de ano novo, 大晦日",
    (10, 31): "halloween, ハロウィン",
    (2, 14): "valentine's, valentine's day, valentinstag, san valentin, saint valentin, san valentino, バレンタイン",
}
PAST = """
    ago, since, back, earlier, vor, seit, hace, desde, il y a, depuis, ca fait, fa, da, ha, faz, before, been, were,
    was, had, 前, 以来, 来, 已经
"""
FUTURE = """
    in, within, from now, dentro de, en, dans, d'ici, tra, fra, daqui a, em, until, bis, noch, later, 後, 后, 以后,
    之后
"""
"""Words around a length of time that say on which side of the day it lies."""

UNTIL = """
    until, till, til, through, up to, bis, hasta, jusque, jusqu'a, jusqu'au, jusqu'en, fino a, fino al, fino alla, ate,
    ate ao, まで, 直到, 到, 为止
"""
"""Words before the end of a time, or behind it."""

AGES = """
    i'm, i am, im, i turned, i just turned, turned, turn, ich bin, bin, tengo, cumpli, cumplo, j'ai, ho, compio,
    tenho, fiz, faco, my age is, aged
"""
AGES_THEN = """
    at, at age, at the age of, when i was, aged, since i was, mit, im alter von, als ich, a los, con, cuando tenia,
    a l'age de, quand j'avais, a, all'eta di, quando avevo, aos, quando tinha, com
"""
"""Words before an age: the present one, and one at another time."""
