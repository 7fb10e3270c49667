"""Where a comparison comes to a limit it is open, and says which limit that was."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.equivalence.bisimulation import BoundedEquivalence
from rulewright.verify.equivalence.distinguish import distinguish
from rulewright.verify.equivalence.native.build import compile_game
from rulewright.verify.equivalence.native.product import NativeProduct
from rulewright.verify.equivalence.product import Product, PythonProduct
from rulewright.verify.limits import Budget

ENGINES = ["python", *(["native"] if available() is None else [])]
LIMIT = 100
"""Passes of loops that a move may take here: the long ones take some 400."""

RULES = """\
ruleset long "Long moves"
  clauses "clauses.md"
  players A, B
  state n: 0..9 = 0
  state told: 0..3 = 0 seen by none
  state shown: 0..3 = 0
  reading way "which?" by [c]
    left: "this" default
    right: "that"
  play by [c]
    choose A
      long
        repeat 20 times
          repeat 20 times
            n := (n + 1) mod 10
      short
        {change} := if way is left then 1 else 2
    choose B
      wait
        nothing
    choose A
      go when {asked} = 1
        nothing
      stay
        nothing
    draw
"""


def programs(change: str, asked: str) -> tuple[Program, Program]:
    text = RULES.format(change=change, asked=asked).replace('  clauses "clauses.md"\n', "")
    ruleset = load_text(text, "long.rules")
    left, right = (instantiate(ruleset, readings={"way": path}) for path in ("left", "right"))
    return left, right


def product(engine: str, change: str, asked: str, limit: int = LIMIT) -> Product:
    pair = programs(change, asked)
    games = PythonGame(pair[0], limit), PythonGame(pair[1], limit)
    if engine == "python":
        return PythonProduct(games)
    one, two = (compile_game(program, limit).begin({}) for program in pair)
    return NativeProduct(one, two, lambda: games, 2**24)


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
def test_behind_a_long_move_nothing_is_known(engine: str) -> None:
    found = distinguish(product(engine, "told", "n"), Budget(), 0)
    assert (found.rules, found.table) == (None, None)
    assert isinstance(found.found, BoundedEquivalence)
    assert found.found.moves == 0, "not all plays of one move were compared"
    assert found.found.stopped is not None
    assert found.found.stopped.limit == "move"
    assert "raise --move-limit" in str(found.found.stopped)
    assert not isinstance(
        distinguish(product(engine, "told", "n", 1000), Budget(), 0).found, BoundedEquivalence
    )


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
def test_a_difference_beside_a_long_move_is_found(engine: str) -> None:
    """Two moves lead to it; behind the long one another might come after two moves as well, but
    none after one. On the table it is there after one."""
    found = distinguish(product(engine, "shown", "shown"), Budget(), 0)
    assert found.rules is not None
    assert (found.rules.moves, found.rules.shortest) == (2, False)
    assert found.table is not None
    assert (found.table.moves, found.table.shortest) == (1, True)
    known = distinguish(product(engine, "shown", "shown", 1000), Budget(), 0)
    assert known.rules is not None
    assert (known.rules.moves, known.rules.shortest) == (2, True)


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("limits", "limit"),
    [
        (Budget(states=1), "states"),
        (Budget(seconds=0), "seconds"),
    ],
)
def test_other_limits_are_named(engine: str, limits: Budget, limit: str) -> None:
    found = distinguish(product(engine, "told", "n", 1000), limits, 0)
    assert isinstance(found.found, BoundedEquivalence)
    assert found.found.stopped is not None
    assert found.found.stopped.limit == limit


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--move-limit", "100"], ["not all", "raise --move-limit", "--move-limit 300"]),
        (["--states", "1"], ["up to 0 moves", "raise --states", "--states 3"]),
        (["--budget", "0.000001"], ["not tried for want of time", "--budget 3e-06"]),
    ],
)
def test_the_command_line_names_the_limit_and_says_how_to_raise_it(
    engine: str, options: list[str], said: list[str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "long.rules").write_text(RULES.format(change="told", asked="n"))
    (tmp_path / "clauses.md").write_text("- **[c]** Text. (p. 1)\n")
    assert main(["compare", str(tmp_path / "long.rules"), "--engine", engine, *options]) == 3
    text = " ".join(capsys.readouterr().out.split())
    assert "1 is open" in text
    assert all(words in text for words in said[1:]), text


def test_what_was_found_with_another_limit_is_asked_again_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "long.rules").write_text(RULES.format(change="shown", asked="shown"))
    (tmp_path / "clauses.md").write_text("- **[c]** Text. (p. 1)\n")
    path = str(tmp_path / "long.rules")
    assert main(["compare", path, "--engine", "python", "--move-limit", "1000"]) == 0
    assert f"again: rulewright compare {path} way --variant standard --move-limit 1000\n" in (
        capsys.readouterr().out
    )
