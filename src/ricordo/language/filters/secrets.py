"""Secrets: passwords, keys, card numbers, and the numbers of identity papers and accounts.

People also talk about passwords, passports and accounts without giving one away. A number counts as an identifier where
it follows the name of one and is neither a date, a year nor an amount.
"""

from __future__ import annotations

import re

_TOPIC = r"(?![ -](?:securit|manag|polic|hygien|crack|protect|generat|reset|less|based|strength))"
_SECRET = re.compile(
    rf"\b(?:pass[ -]?words?|pass[ -]?phrases?|pass[ -]?codes?|passwor[td]e?r?|kennwort|contraseñas?|"
    rf"mots? de passe)\b{_TOPIC}"
    r"|パスワード|暗証番号|密码|密碼|비밀번호"
    r"|\b(?:api|access|secret|private|encryption|signing|recovery|license)[ _-]?(?:keys?|tokens?)\b"
    r"|\b(?:auth|bearer|refresh|session)[ _-]?tokens?\b|\bbearer [\w.~+/-]{8}"
    r"|\b(?:log-?in|admin|account|aws|cloud|database|user) credentials?\b|\b(?:seed|recovery) (?:phrase|words?)\b"
    r"|\b(?:pin|cvv|cvc|ssn|tan|otp|(?:security|social security|verification|access|door|alarm)(?: code| number)?)\b"
    r"(?: code| number)?\W{0,3}(?:\w{1,30}+\W{1,3}){0,4}?\d[\d -]{2}"
    r"|\b(?:sk|pk|rk|ghp|gho|glpat|xox[a-z])[-_][\w-]{12}|\bAKIA[0-9A-Z]{12}|\beyJ[\w-]{10}|\bAIza[\w-]{20}"
    r"|\b(?=\w{20})(?=\w{0,40}\d)(?=\w{0,40}[A-Za-z])"
    r"|-----BEGIN [A-Z ]{1,40}-----"
    r"|(?<!\d)(?:\d[ -]?){13,19}(?!\d)",
    re.IGNORECASE,
)

_IBAN = re.compile(r"\b[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b")
_SOCIAL_SECURITY = re.compile(r"\b(?:\d{3}-\d\d-\d{4}|[A-CEGHJ-PR-TW-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D])\b")

_PAPER = re.compile(
    r"\b(?:passports?|iban|bic|swift|sort code|routing|(?:bank |giro |savings |checking |current )?accounts?|"
    r"(?:driv(?:er'?s|ers|ing) )?licen[cs]es?|(?:national |personal |tax |student |employee |medical )?(?:id|identity)"
    r"(?: card)?|identification|national insurance|social insurance|insurance|nhs|medicare|tax(?:payer)?|vat|tin|nino|"
    r"nif|nie|dni|cpf|curp|aadhaar|bsn|pesel|green card|visa|membership|reisepass|ausweis|personalausweis|"
    r"f(?:ü|ue)hrerschein|steuer\w{0,20}|konto\w{0,20}|pasaporte|cuenta|passeport|compte|permis)\b"
    r"(?P<number>['’]?s?[ _]?(?:numbers?|no\b\.?|nr\b\.?|num\b\.?|id\b|code|nummer|n[úu]mero|num[ée]ro|#))?",
    re.IGNORECASE,
)
_REACH = 40
"""Characters after the name of a paper in which its number is looked for."""

_DATE = re.compile(
    r"\b(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d\d)"
    r"|(?:19|20)\d\d(?: ?[-–/] ?(?:19|20)?\d\d)?)\b"
)
_AMOUNT = re.compile(
    r"[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥%]|(?:k|m|million|thousand|dollars?|bucks|usd|aud|cad|euros?|eur|pounds?|gbp|"
    r"quid|yen|jpy|rupees|inr|chf|francs|followers?|subscribers?|people|users?|posts?|points?|miles|km|times|countries|"
    r"years?|months?|weeks?|days?|hours?|stamps?|pages?)\b)",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"[A-Za-z0-9]+(?:[ ./-][A-Za-z]{0,3}\d[A-Za-z0-9]*)*")
_THREE_DIGITS = re.compile(r"\d[^\d]{0,4}\d[^\d]{0,4}\d")
_MIN_DIGITS, _MIN_DIGITS_WITHOUT_NUMBER = 4, 6
_MIN_MIXED = 6
"""Characters from which letters and figures together are an identifier: `X123456`, `AB12 CDE`."""


def holds_secret(text: str) -> bool:
    """Return whether `text` holds a password, a key, or the number of a card, an account or an identity paper."""
    return (
        _SECRET.search(text) is not None
        or _IBAN.search(text) is not None
        or _SOCIAL_SECURITY.search(text) is not None
        or _names_paper_number(text)
    )


def _names_paper_number(text: str) -> bool:
    if not _THREE_DIGITS.search(text):  # most texts have no number that is long enough
        return False
    return any(_is_followed_by_identifier(text, paper) for paper in _PAPER.finditer(text))


def _is_followed_by_identifier(text: str, paper: re.Match[str]) -> bool:
    following = text[paper.end() : paper.end() + _REACH]
    following = re.split(r"[!?;\n]|\.(?=\s)", following, maxsplit=1)[0]
    following = _AMOUNT.sub(" , ", _DATE.sub(" , ", following))
    min_digits = _MIN_DIGITS if paper["number"] else _MIN_DIGITS_WITHOUT_NUMBER
    return any(_is_identifier(found[0], min_digits) for found in _IDENTIFIER.finditer(following))


def _is_identifier(token: str, min_digits: int) -> bool:
    digits = sum(character.isdigit() for character in token)
    characters = sum(character.isalnum() for character in token)
    is_mixed = 3 <= digits < characters and characters >= _MIN_MIXED and token.upper() == token
    return digits >= min_digits or is_mixed
