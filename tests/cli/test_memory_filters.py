"""Tags and filters on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ricordo.cli import main
from ricordo.cli.options import Exit

ALICE = ("-u", "alice")


def test_several_scopes_are_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = ("-s", str(tmp_path / "memory.db"))
    for name in ("alice", "team", "bob"):
        assert main(("remember", f"hiking of {name}", "-u", name, "-a", "travel", "--later", *store)) == Exit.DONE
    asked = ("recall", "hiking", "--json", *store, *ALICE)
    capsys.readouterr()
    assert main((*asked, "--also", "user=team,application=travel", "--also", "user=nobody")) == Exit.DONE
    found = [json.loads(line)["scope"]["user"] for line in capsys.readouterr().out.splitlines()]
    assert sorted(found) == ["alice", "team"]
    for wrong in ("team", "users=team", "user=", ""):
        with pytest.raises(SystemExit):
            main((*asked, "--also", wrong))
    assert main((*asked, *("--also", "user=team") * 7)) == Exit.DONE
    for_nine = [part for number in range(8) for part in ("--also", f"user={number}")]
    assert main((*asked, *for_nine)) == Exit.USAGE


def test_tags_are_stored_and_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("-s", str(tmp_path / "memory.db"), *ALICE)

    def rows(*argv: str, code: Exit = Exit.DONE) -> list[dict[str, object]]:
        capsys.readouterr()
        assert main((*argv, *place, "--json")) == code
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    at = ("--at", "2026-05-08")
    rows("remember", "I live in Rome", "--tag", "home", "--tag", "city", "--id", "1", "--later", *at)
    rows("remember", "I love hiking", "--tag", "sports", "--id", "2", "--later", "--at", "2026-05-10")
    assert [row["tags"] for row in rows("recall", "where do I live", "--tag", "home")] == [["city", "home"]]
    assert rows("recall", "where do I live", "--tag", "other", code=Exit.NOTHING) == []
    assert rows("recall", "where do I live", "--tag", "a b", code=Exit.USAGE) == []
    assert [row["id"] for row in rows("export", "--since", "2026-05-09")] == ["2"]
    memory = {"type": "memory", "id": "m", "kind": "semantic", "content": "I live in Rome", "scope": {"user": "a"}}
    memory |= {"created_at": "2026-05-08", "valid_from": "2026-05-08", "field": "home", "subject": "wife Anna"}
    memory |= {"evidence": [{"turn_id": "1", "quote": "I live in Rome"}]}
    (tmp_path / "rows").write_text(json.dumps(memory), "utf-8")
    rows("import", str(tmp_path / "rows"))
    for wanted in (("--tag", "home"), ("--field", "home"), ("--subject", "wife Anna"), ("--since", "2026-05-08")):
        assert [row["id"] for row in rows("memories", *wanted)] == ["m"]
    for other in (("--tag", "sports"), ("--field", "diet"), ("--subject", "Anna"), ("--until", "2026-05-08")):
        assert rows("memories", *other, code=Exit.NOTHING) == []
