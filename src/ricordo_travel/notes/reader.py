"""The reader of notes: it writes how a message changes the notes about a person, or which of them it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ricordo_travel.clerk.reading.reader import Program, write_program
from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.notes.budgets import settle_budget
from ricordo_travel.notes.edits import Edit, parse_edits
from ricordo_travel.notes.faithful import complete_end, is_run, is_turned_round
from ricordo_travel.notes.homes import replace_home, settle_place
from ricordo_travel.notes.occasions import keep_occasion, limit_to_occasion
from ricordo_travel.notes.people import (
    call_alike,
    find_other_relations,
    find_own_name,
    find_subject,
    introduces,
    replace_name,
    tells_own_age,
)
from ricordo_travel.notes.pronouns import carry_subject, find_meant, find_renamed, name_pronoun, put_person_right
from ricordo_travel.notes.relatives import (
    find_list,
    find_named,
    is_of_list,
    list_names,
    put_age_right,
    put_relation_right,
    put_turning,
    replace_age,
)
from ricordo_travel.notes.sentences import (
    OWN_WORDS,
    TO_REMEMBER,
    leave_out_said,
    quote_instead,
    says_more,
    split_sentences,
    wants_forgotten,
)
from ricordo_travel.notes.situation import describe_notes
from ricordo_travel.notes.whole import POINTS, find_rest, keep_from_now_on, put_name_right, put_right
from ricordo_travel.notes.wording import (
    complete_list,
    has_other_words,
    is_garbled,
    is_put_together,
    mend_content,
    mend_numbers,
    put_having_right,
    say_something,
    says_nothing_new,
    takes_back,
)

TASK = "notes"
_NAMES = frozenset({"home", "name", "visited"})
"""Slots whose value is a name."""
_ONLY_ONE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?:now )?(?:lives|is based|is(?: now)?) (?:in|near)\b|^(?:new )?home\b|^(?:has )?moved to\b",
        r"^(?:[\w'’-]+ ){0,3}(?:is|eats|does not eat)\b.{0,30}\b(?:vegan|vegetarian|pescatarian|fish|meat|\w+thing)\b",
        r"^(?:[\w'’-]+ ){0,3}is \d{1,2}\b",
    )
)
"""Notes of which only one can hold at a time: where somebody lives, what they eat, how old they are."""
_ONE_CHANGED = (
    re.compile(r"^(?:[\w'’-]+ ){0,3}(?:works\b|is an? |is retired|job\b|is gold|has \w+ status)", re.IGNORECASE),
)
_CORRECTS = re.compile(
    r"\b(?:not|never|no longer|any ?more|actually|instead|(?<!right )now|used to|chang\w+|wrong|sorry|correct\w*|"
    r"mistak\w+|misspoke|meant|moved|quit|rather|stopped|gave up|retired|these days)\b|n['’]t\b",
    re.IGNORECASE,
)
_TAKES_BACK = frozenset({"drop", "erase"})
_PLACES = frozenset({"home", "visited"})
_NUMBERS_AND_TOWNS = frozenset({"budget", "home"})
"""Slots whose value is held against the message by itself."""
_OWN_AGE = re.compile(r"Is (?P<age>\d{1,2})(?: years old)?")
_OF_MONEY = re.compile(r"\d|\b(?:budget|spend|money|cost|price|expensive|cheap|afford|hundred|thousand|grand)|[$€£]")
_WERE = re.compile(
    r"^were(?= (?:from|both|all|not|an?|never|always|vegan|vegetarian|two|three|four|five|\d)\b)", re.IGNORECASE
)
"""Words that people type for "we are"."""
_NOT_QUITE = re.compile(
    r"(?<=\bnot )(?:strictly|really|exactly|actually|technically|totally) (?=\w+ any ?more\b)", re.IGNORECASE
)
"""Words that the reader does not know in "I'm not strictly vegan any more"."""
_IS_CALL = re.compile(r"(?<=\bis )(?:call|calls|name)(?= [^\W\d_]{2,20}\b)", re.IGNORECASE)
"""Words of "is called" as it is typed, too."""
_AND_SHORT = re.compile(r"(?<=\w) (?:n|'n'|&) (?=[a-z])")
"""What people type for "and"; "Miles & More" is a name."""
_LASTING = re.compile(
    r"\ballergic\b|\b(?:i|we) (?:\w+ )?(?:always|never|usually|hate|only (?:ever|eat|drink|fly|travel|stay|take|book))|"
    r"\b(?:i|we) (?:do not|don['’]?t|cannot|can['’]?t) (?:like|eat|drink|drive|swim|fly|stand)\b|"
    r"\b(?:i|we) (?:\w+ )?(?:live (?:in|near)|avoid|work (?:as|in))\b|"
    r"\b(?:company|firm|work|boss|employer|client) (?:only )?(?:pays?|covers?|allows?)\b",
    re.IGNORECASE,
)
"""Words of somebody who tells what holds beyond one trip."""
_PRONOUN = re.compile(r"\b(?:s?he|her|him|his|they)(?:'?s|'?re)?\b", re.IGNORECASE)
_ONLY_MONTH = re.compile(
    r"Is (?:only )?(?:january|february|march|april|may|june|july|august|september|october|november|december)",
    re.IGNORECASE,
)
_CALLED = re.compile(r"Is called (?P<name>[\w'’ -]+)", re.IGNORECASE)
_SURE = 0.6
"""How likely the least likely piece of a note has to be for it to be taken as it is written."""
_SURE_OF_OTHER_WORDS = 0.9
"""How likely that has to be if the note has words that nobody said."""
_SURE_OF_ORDER = 0.8
"""How likely it has to be if the message does not say the words of the note one after the other."""
_GUESSED = 0.31
"""How likely it has to be if the message says the words of the note one after the other."""
_GUESSED_TO_REPLACE = 0.55
"""How likely it has to be to take the place of other notes."""
MAX_READ = 1_000
"""Letters of a message that are read."""


def read_edits(said: str, reply: str, notes: Sequence[str], message: str) -> tuple[Edit, ...]:
    """Return the edits of the notes that a message stands for.

    Args:
        said: The person's message before it; empty if there is none.
        reply: The reply to that.
        notes: The notes about the person, at most `MAX_NOTES`.
        message: The message.
    """
    message = message[:MAX_READ]
    edits: list[Edit] = [*find_other_relations(message, notes), *find_own_name(message, notes)]
    for sentence in split_sentences(message):
        found = [*_read_sentence(sentence, said, reply, notes, edits)]
        gone = {number for each in found if each.verb in _TAKES_BACK for number in each.notes}
        is_told = any(each.content for each in found)
        if not is_told and (rest := find_rest(sentence, [notes[number - 1] for number in gone])):
            left = [note for number, note in enumerate(notes, 1) if number not in gone]
            more = [each for each in _read_sentence(rest, "", "", left, ()) if each.content]
            more = [each for each in more if each.content not in left and not POINTS.search(each.content)]
            found += [replace(each, verb="add", notes=()) for each in more]
        edits += settle_budget(keep_from_now_on(sentence, found), sentence, notes)
    return tuple(_say_once(edits, notes))


def _say_once(edits: Sequence[Edit], notes: Sequence[str]) -> Iterator[Edit]:
    """Yield edits, and of those in the person's own words only what the others do not say."""
    told = [edit.content for edit in edits if edit.content and not edit.content.startswith(OWN_WORDS)]
    subject = next((subject for content in reversed(told) if (subject := find_subject(content))), "")
    for edit in edits:
        if not edit.content.startswith(OWN_WORDS):
            yield edit
            continue
        said = edit.content.removeprefix(OWN_WORDS)
        rest, goes_on = leave_out_said(said, told)
        named = name_pronoun(rest, (subject if goes_on else "") or find_meant(rest, [*notes, *told]))
        if rest:
            told.append(rest)
            yield replace(edit, content=named or f"{OWN_WORDS}{said if goes_on else rest}")


def _read_sentence(
    sentence: str, said: str, reply: str, notes: Sequence[str], before: Sequence[Edit]
) -> Iterator[Edit]:
    """Yield the edits of a sentence; those that were read before it are settled."""
    if settled := limit_to_occasion(sentence, notes) or find_renamed(sentence, notes):
        yield from settled
        return
    sentence = _IS_CALL.sub("called", _AND_SHORT.sub(" and ", _NOT_QUITE.sub("", _WERE.sub("we are", sentence))))
    program, rest = _write(sentence, said, reply, notes)
    yield from rest
    listed = find_list(sentence, notes) or find_named(sentence, notes)
    yield from listed
    sources, done, last = (sentence, said, reply, *notes), [*before, *listed], ""
    for each in parse_edits(program.text, len(notes), program.chances):
        if (placed := settle_place(each, sentence)) is None:
            continue
        edit = _take_back(_keep_amount(replace_home(placed, sentence, notes), notes), sentence, notes)
        edit = put_right(edit, sentence, notes) or _settle(
            _leave_others(replace_name(edit, notes), sentence, notes), sources
        )
        own = [other.content for other in done[len(before) :]]
        edit = edit and replace(edit, content=carry_subject(edit.content, sentence, own))
        edit = edit and _put_person_right(edit, sources, [other.content for other in done])
        if is_of_list(each.content, listed) or (edit is not None and is_of_list(edit.content, listed)):
            continue
        edit = edit and replace_age(put_turning(keep_occasion(edit, sentence), sentence), notes)
        if edit is not None and edit.content and any(other.content.endswith(f" {edit.content}") for other in done):
            continue  # "Lilly is 15" after "Daughter Lilly is 15"
        if edit is None or edit in done or _is_settled(edit, done, notes):
            if edit is None or not edit.content or any(edit.content == other.content for other in done):
                continue
            edit = replace(edit, verb="add", notes=())
        if edit.content:
            edit, last = replace(edit, content=complete_list(edit.content, last, sentence)), edit.content
        done.append(edit)
        yield edit


def _write(sentence: str, said: str, reply: str, notes: Sequence[str]) -> tuple[Program, list[Edit]]:
    """Return what the reader writes for a sentence, and what is to be remembered of which it writes nothing."""
    program = write_program(describe_notes(said, reply, notes), sentence, TASK)
    if program.text == "none" and _LASTING.search(sentence) and not sentence.endswith("?"):
        program = write_program(describe_notes("", "", notes), sentence, TASK)  # lost beside what was talked of
    if program.text != "none" or not (told := TO_REMEMBER.search(sentence)):
        return program, []
    program = write_program(
        describe_notes(said, reply, notes), told["told"], TASK
    )  # what shall be remembered, by itself
    return program, [Edit("add", (), f"{OWN_WORDS}{told['told']}")] if program.text == "none" else []


def _take_back(edit: Edit, sentence: str, notes: Sequence[str]) -> Edit:
    """Return an edit that marks a note as not so, where it writes what the sentence denies in its own place."""
    same = tuple(number for number in edit.notes if keywords(notes[number - 1]) == keywords(edit.content))
    is_denied = edit.verb == "replace" and same and takes_back(edit.content, sentence)
    return Edit("drop", same, chance=edit.chance) if is_denied else edit


def _keep_amount(edit: Edit, notes: Sequence[str]) -> Edit:
    """Return an edit of the budget as one that keeps the note which has the same amount."""
    amount = re.sub(r"\D", "", edit.content)
    same = tuple(number for number in edit.notes if re.sub(r"\D", "", notes[number - 1]) == amount)
    is_known = edit.verb == "replace" and edit.slot == "budget" and amount and same
    return Edit("keep", same, chance=edit.chance) if is_known else edit


def _names_all(content: str, note: str) -> bool:
    """Return whether a note names all whom another one lists with their ages, so that nobody is lost with that."""
    return all(name.casefold() in content.casefold() for name in list_names(note))


def _leave_others(edit: Edit, sentence: str, notes: Sequence[str]) -> Edit:
    """Return an edit that replaces no note which is about somebody else and shares nothing with it, or all of it."""
    if edit.verb != "replace":
        return edit
    subject = find_subject(edit.content[:1].upper() + edit.content[1:])
    old = [(number, notes[number - 1]) for number in edit.notes]
    left = tuple(
        n for n, note in old if _may_give_way(note, edit.content, subject, sentence) and _names_all(edit.content, note)
    )
    is_same = any(note.casefold() == edit.content.casefold() for _, note in old)
    if is_same and not says_more(sentence, edit.content):
        return replace(edit, verb="keep", content="", slot=None, value=None)
    if not is_same and says_nothing_new(edit.content, sentence, " ".join(note for _, note in old)):
        is_new = says_more(sentence, edit.content)
        return Edit("add", (), edit.content, chance=0.0) if is_new else replace(edit, verb="keep", content="")
    return replace(edit, notes=left) if left else replace(edit, verb="add", notes=())


def _may_give_way(note: str, content: str, subject: str | None, sentence: str) -> bool:
    """Return whether what a note says may take the place of another one: it shares a word with it, or is of its kind.

    Of some kinds there is only one at a time, such as a home; of others only if the sentence puts something right. A
    note that the sentence itself speaks of may give way to anything that is right.
    """
    words, is_correction = keywords(call_alike(note)), _CORRECTS.search(sentence)
    if words & keywords(call_alike(content)):
        return True
    is_named = is_correction and words & keywords(call_alike(sentence))
    kinds = (*_ONLY_ONE, *(_ONE_CHANGED if is_correction else ()))
    is_of_kind = any(kind.search(note) and kind.search(content) for kind in kinds)
    return find_subject(note) == subject and bool(is_named or is_of_kind)


def _put_person_right(edit: Edit, sources: Sequence[str], done: Sequence[str]) -> Edit | None:
    """Return an edit about whom the sentence means, or with its own words if that is not clear."""
    sentence, notes = sources[0], [*sources[3:], *done]
    if not edit.content or edit.content.startswith(OWN_WORDS):
        return edit
    if _is_namesake(edit.content, notes):
        return None
    if stranger := _find_stranger(edit.content, sentence, [*sources[1:], *done]):
        return _write_own_words(replace(edit, content=edit.content[len(stranger) :]), sentence, ())
    content = put_person_right(edit.content, sentence, notes)
    if content in {"", edit.content}:
        return edit if content else _write_own_words(edit, sentence, ())
    return Edit("add", (), content, chance=edit.chance)


def _is_namesake(content: str, notes: Sequence[str]) -> bool:
    """Return whether a note gives the person the name that somebody else has."""
    called = _CALLED.fullmatch(content)
    return called is not None and any(note.endswith(f" is called {called['name']}") for note in notes)


def _find_stranger(content: str, sentence: str, before: Sequence[str]) -> str:
    """Return the relative whom a note makes of "she" or "he" though nobody named one; empty if there is none."""
    subject = find_subject(content) or ""
    named = keywords(call_alike(" ".join((sentence, *before))))
    return subject if _PRONOUN.search(sentence) and not keywords(call_alike(subject)) & named else ""


def _write_own_words(edit: Edit, sentence: str, notes: Sequence[str]) -> Edit | None:
    """Return an edit that says what the reader guesses in the sentence's own words, beside the notes it may change."""
    said = quote_instead(edit.content, sentence)
    subject = find_subject(edit.content)
    named = name_pronoun(said.removeprefix(OWN_WORDS), subject) if subject else ""
    beside = tuple(number for number in edit.notes if notes and keywords(said) & keywords(notes[number - 1]))
    return Edit("add", beside, named or said, chance=edit.chance) if said else None


def _settle(edit: Edit, sources: Sequence[str]) -> Edit | None:
    """Return an edit with its words mended, or with those of the message in their place if the reader guesses."""
    if not edit.content:
        return edit
    if edit.verb == "add" and wants_forgotten(sources[0], edit.content):
        return None
    mended, notes = _mend(edit, sources), sources[3:]
    if mended is not None and mended.slot == "budget" and not _OF_MONEY.search(f"{sources[0]} {mended.value}".lower()):
        return _write_own_words(mended, sources[0], notes)  # "aisle seat" after a question about the budget
    if mended is None:
        return None
    subject = find_subject(mended.content) or ""
    told = TO_REMEMBER.sub(lambda match: match["told"], sources[0])
    is_guess = mended.verb == "add" and mended.chance < _SURE_OF_ORDER and mended.slot not in _PLACES
    is_loose = is_guess and not is_run(mended.content, subject, told)
    if mended.slot != "budget" and (is_loose or is_turned_round(mended.content, subject, told)):
        return _write_own_words(mended, sources[0], notes)
    if _is_sure(mended, sources) and not is_garbled(mended.content):
        return mended
    is_of_name = mended.content.split()[0].lower() != edit.content.split()[0]  # the guess was what somebody is to one
    least = _GUESSED if edit.verb == "add" else _GUESSED_TO_REPLACE
    if (edit.chance >= least or is_of_name) and is_put_together(mended.content, *sources):
        is_same = keywords(mended.value or "") <= keywords(mended.content)
        return mended if is_same else replace(mended, slot=None, value=None)
    return _write_own_words(mended, sources[0], notes)


def _is_sure(edit: Edit, sources: Sequence[str]) -> bool:
    """Return whether the words of an edit are likely enough to be taken as they are."""
    said = sources if edit.notes else sources[:1]  # who adds something says it, and who corrects may only point
    told = edit.content[len(find_subject(edit.content) or "") :]
    least = _SURE_OF_OTHER_WORDS if has_other_words(told, *said) else _SURE
    return edit.chance >= least or edit.slot in _NUMBERS_AND_TOWNS


def _is_settled(edit: Edit, others: Sequence[Edit], notes: Sequence[str]) -> bool:
    """Return whether an edit is of notes that other edits change already."""
    changed = {
        number
        for each in others
        for number in each.notes
        if each.verb not in {"keep", "show"} and notes[number - 1] != each.content
    }
    return bool(edit.notes) and set(edit.notes) <= changed


def _mend(edit: Edit, sources: Sequence[str]) -> Edit | None:
    """Return an edit with capital letters, and with the numbers that were said; None if it has another one."""
    content = mend_numbers(mend_content(edit.content, *sources), *sources)
    content = put_age_right(content, sources[0])
    if (having := put_having_right(content, sources[0])) != content:
        content, edit = having, replace(edit, chance=1.0)
    content = put_relation_right(content, sources[0], sources[1], sources[3:])
    content = complete_end(content, sources[0])
    value = mend_numbers(mend_content(edit.value, *sources), *sources) if edit.value else None
    content = say_something(put_name_right(content, sources[0]))
    if (age := _OWN_AGE.fullmatch(content)) and not tells_own_age(sources[0], age["age"]):
        return None
    if (
        not content
        or value == ""
        or _ONLY_MONTH.fullmatch(content)
        or ((called := _CALLED.fullmatch(content)) and not introduces(sources[0], called["name"]))
    ):
        return None
    if value and edit.slot in _NAMES and value.islower():
        content, value = content.replace(value, value.title()), value.title()
    return replace(edit, content=content[:1].upper() + content[1:], value=value)
