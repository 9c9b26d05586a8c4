"""Words that lead to somebody else's words, in eight languages. Each table is read by `phrases`."""

REPORTS = """
    found this, found that, found it, saw this, saw that, read this, read that, came across this, stumbled upon this,
    got this, received this, just got this, this was posted, someone posted, somebody posted, someone wrote,
    somebody wrote, a guest wrote, one guest wrote, a friend wrote, this review, the review, a review, this comment,
    this post, his reply, her reply, their reply, das habe ich, das hab ich, habe das, hab das, das hier,
    diese nachricht, diese bewertung, diese rezension, diese mail, jemand schrieb, jemand hat,
    gefunden auf, encontre esto, lei esto, vi esto, recibi esto, he leido esto, he encontrado esto, esta resena,
    este comentario, este mensaje, alguien escribio, trouve ca, lu ca, vu ca, recu ca, trouve ceci, lu ceci,
    ce message, cet avis, ce commentaire, quelqu'un a ecrit, trovato questo, letto questo, visto questo,
    ricevuto questo, questa recensione, questo messaggio, questo commento, qualcuno ha scritto, encontrei isto,
    encontrei isso, li isto, li isso, vi isto, vi isso, recebi isto, recebi isso, esta avaliacao, esta mensagem,
    este comentario, alguem escreveu, こんな口コミ, このレビュー, この口コミ, このメール, こんなメール, 看到一条,
    看到这条, 这条评论, 这篇评论, 这封邮件, 收到一封
"""
"""What people write before they paste something, where a colon follows."""

SAYINGS = """
    said, says, say, wrote, writes, told, tells, texted, replied, answered, asked, posted, claims, sagte, sagt, schrieb,
    schreibt, meinte, meint, geschrieben, gesagt, antwortete, postete, dijo, dice, escribio, escribe, respondio, conto,
    puso, a dit, dit, a ecrit, ecrit, repondu, raconte, ha detto, ha scritto, scrive, scrisse, disse, rispose,
    ha risposto, escreveu, escreve, diz, respondeu, contou, から, より, によると, 说, 說, 写道, 写了, 寫道, 问, 回复
"""
"""Words for saying before a quotation."""

FIRST_PERSON = """
    i, i'm, my, we, our, me, ich, mein, meine, mir, mich, wir, bin, habe, yo, mi, soy, estoy, tengo, vivo, voy, me, nos,
    je, j', mon, ma, suis, nous, io, mio, mia, sono, ho, abito, lavoro, eu, meu, minha, sou, estou, tenho, moro, vou,
    trabajo, trabalho, 私, 僕, 俺, 我
"""
"""Words with which somebody speaks of themselves."""
