"""The parser's tables, made anew or kept from an earlier run, read texts the same way."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.dsl.sealed import sealed

PROGRAM = """
import sys
from rulewright.dsl.parsing.grammar import first_words, parser
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.diagnostics import RulesetError
for name in sys.argv[1:]:
    text = open(name, encoding="utf-8").read()
    print(parse(text, name))
    print(parser(keep_all_tokens=True).parse(text))
    try:
        parse(text.replace(" = ", " = = ", 3), name)
    except RulesetError as error:
        print(error)
print(sorted(first_words("part")), sorted(t.name for t in parser().terminals))
"""
RULESET = Path(__file__).parent / "everything.rules"


@pytest.mark.thorough
def test_kept_tables_read_texts_the_same_way(tmp_path: Path) -> None:
    fresh = _printed(tmp_path, "-B")
    assert not list(tmp_path.rglob("*.lark"))
    making = _printed(tmp_path)
    assert len(list(tmp_path.rglob("*.lark"))) == 2, "one for each kind of tree"
    kept = _printed(tmp_path, "-B")
    assert len(fresh) > 10_000
    assert fresh == making == kept


@pytest.mark.thorough
def test_spoilt_tables_are_made_again(tmp_path: Path) -> None:
    fresh = _printed(tmp_path)
    for path in tmp_path.rglob("*.lark"):
        path.write_bytes(path.read_bytes()[:5000])
    assert _printed(tmp_path) == fresh


class Bomb:
    """What does something when it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return (print, ("it went off",))


@pytest.mark.thorough
@pytest.mark.parametrize("well", [True, False], ids=["sealed", "not sealed"])
def test_nothing_in_the_tables_is_run(tmp_path: Path, well: bool) -> None:
    fresh = _printed(tmp_path)
    for path in tmp_path.rglob("*.lark"):
        bomb = pickle.dumps(Bomb())
        path.write_bytes(sealed(bomb, path.name) if well else bomb)
    assert _printed(tmp_path) == fresh


@pytest.mark.thorough
def test_tables_of_another_parser_are_not_taken(tmp_path: Path) -> None:
    fresh = _printed(tmp_path)
    one, two = tmp_path.rglob("*.lark")
    one.write_bytes(two.read_bytes())
    assert _printed(tmp_path) == fresh


def _printed(folder: Path, *options: str) -> str:
    """What the program prints in a process that keeps what it compiles under ``folder``."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder)
    result = subprocess.run(
        [sys.executable, *options, "-c", PROGRAM, str(RULESET)],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    assert not result.stderr, result.stderr
    return result.stdout
