"""Keep cassettes: recorded answers of a model, see ``ricordo.testing.cassette``.

    python scripts/cassettes.py status [--cassette FOLDER] [--pending FOLDER]
    python scripts/cassettes.py take FOLDER [--cassette FOLDER]

``status`` lists the pending prompts that lack an answer, and fails if there are any. A recorder gives each of them to a
model, exactly as it stands and with nothing else, and writes what the model says to ``<hash>.answer`` beside it.
``take`` puts these answers into the cassette if they can be parsed, and removes the prompts that are answered.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ricordo.extractors.language_model.answers import parse_answer
from ricordo.extractors.language_model.prompts import summary_prompt
from ricordo.testing.cassette import PENDING, format_prompt, read_answers, write_answers

CASSETTE = Path("tests/data/cassette")


def show_status(cassette: Path, pending: Path) -> int:
    """Print the prompts that lack an answer; return 1 if there are any."""
    answers = read_answers(cassette)
    prompts = {path.stem for path in pending.glob("*.txt")}
    written = {path.stem for path in pending.glob("*.answer")}
    lacking = sorted(prompts - answers.keys() - written)
    for name in lacking:
        print(pending / f"{name}.txt")
    print(f"{len(answers)} answers; {len(prompts)} prompts pending, {len(lacking)} of them without an answer")
    return 1 if lacking else 0


def take_answers(cassette: Path, pending: Path) -> int:
    """Put the answers beside the pending prompts into the cassette; return 1 if one of them cannot be parsed."""
    answers = read_answers(cassette)
    taken, bad = 0, 0
    for path in sorted(pending.glob("*.answer")):
        prompt, answer = path.with_suffix(".txt"), path.read_text("utf-8").strip()
        if not prompt.exists():
            print(f"{path}: there is no prompt beside it")
            bad += 1
        elif not _is_valid(prompt.read_text("utf-8"), answer):
            print(f"{path}: not the JSON that was asked for")
            bad += 1
        else:
            answers[path.stem] = answer
            taken += 1
            prompt.unlink()
            path.unlink()
    write_answers(cassette, answers)
    print(f"{taken} answers taken, {bad} refused; {len(answers)} in all")
    return 1 if bad else 0


def _is_valid(prompt: str, answer: str) -> bool:
    """Return whether an answer can be parsed. A summary is plain text; everything else is JSON."""
    is_summary = prompt.startswith(format_prompt(summary_prompt((), None)[:1]).rstrip("\n"))
    return bool(answer) if is_summary else parse_answer(answer) is not None


def main() -> int:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    status = commands.add_parser("status", help="list the prompts that lack an answer")
    status.add_argument("--pending", type=Path, default=PENDING, help="folder of pending prompts (%(default)s)")
    take = commands.add_parser("take", help="put answers into the cassette")
    take.add_argument("pending", type=Path, metavar="FOLDER", help="folder with <hash>.answer files")
    for command in (status, take):
        command.add_argument("--cassette", type=Path, default=CASSETTE, help="folder of the cassette (%(default)s)")
    options = parser.parse_args()
    run = show_status if options.command == "status" else take_answers
    return run(options.cassette, options.pending)


if __name__ == "__main__":
    sys.exit(main())
