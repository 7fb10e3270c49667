"""Generated source as a text: typed, self-contained, and safe whatever a ruleset calls things."""

from __future__ import annotations

import ast
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests import ir_build as build
from tests import ir_examples as examples
from tests import ir_strategies as programs
from tests.tiers import drawn

from rulewright.dsl.ir.code import (
    YES,
    At,
    Block,
    Const,
    Expr,
    Goto,
    If,
    Local,
    Not,
    SetOf,
    Size,
    Stop,
    Store,
)
from rulewright.dsl.ir.program import Check, Choice, Decision, End, Fault, Function, Program
from rulewright.dsl.ir.types import Bool, Enum, Int, Map, Option, Set
from rulewright.engines.codegen.read_sets import NODE
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame
from rulewright.engines.python.generator.module import source

SLOW = list(HealthCheck)
HOSTILE = (
    "class",
    "__import__",
    "__import__('os').system('true')",
    "'''\"\"\"\\",
    "line\nbreak\r\u2028",
    "print",
    "tuple",
    "State",
    "d",
    "bits",
    "node",
    "turns",
    "count",
    "",
    "9",
    "überzug",
    "x;raise SystemExit",
    "# {}%s",
)


def named(name: str, other: str = "other") -> Program:
    """A program in which everything that has a name has this one."""
    players, thing = Enum(name, (name, other)), Enum(name, (name, other, f"{name} "))
    on = build.state(name, Map(thing, Option(players)), (2, 2, 2))
    at, i = build.scratch(f"{name}2", thing), Local(name, thing)
    who: Expr = If(YES, Const(0, players), Const(1, players), players)
    function = Function(name, (i,), thing, i)
    return build.program(
        name,
        (on, at),
        (
            Block(name, (), Goto(1, turn=True)),
            Block(name, (), Stop(0)),
            Block(name, (Store(name, build.var(at), Const(1, Option(players)), None),), Stop(1)),
        ),
        (
            Decision(name, who, (Choice(name, (build.pick(i, at),), YES, 2, (name,)),)),
            End(name, "win", SetOf((who,), Set(players)), None, (name,)),
            Fault(name, (name,)),
        ),
        players=players,
        functions=(function,),
        checks=(Check(name, "never", At((0, 1)), Local(name, players), name),),
        strategies=(
            Function(
                name,
                (Local(name, players),),
                Int(3, 4),
                If(At((1,)), build.num(4), build.num(3), Int(3, 4)),
            ),
        ),
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_harmless(name: str) -> None:
    check_named(name)


@pytest.mark.thorough
@given(st.text(max_size=12).filter(lambda name: name != NODE))
@settings(deadline=None, max_examples=drawn(30))
def test_any_names_are_harmless(name: str) -> None:
    check_named(name)


def check_named(name: str) -> None:
    """The program runs, and its names stand in the source as plain strings only."""
    program = named(name)
    game, text = PythonGame(program), source(program)
    end = game.apply(game.new(), Action(0, (2,)))
    outcome = game.outcome(end)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.label == (name or "nobody")
    assert game.holds(0, end, 0)
    assert (game.strategy_value(0, game.new(), 1), game.strategy_value(0, end, 1)) == (3, 4)
    assert text.isascii()
    tree = ast.parse(text)
    imported = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    assert {getattr(n, "module", None) for n in imported} == {
        "__future__",
        "collections.abc",
        "typing",
    }
    called = {
        n.func.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert called.isdisjoint({"exec", "eval", "compile", "__import__", "open", "print"})
    assert not any(
        isinstance(n, ast.Expr)
        and isinstance(n.value, ast.Call)
        and isinstance(n.value.func, ast.Name)
        for n in tree.body
    )


def test_names_of_one_shape_stay_apart() -> None:
    """Names that differ only in what an identifier cannot show."""
    one, two = build.state("a b", build.BOOL, True), build.state("a-b", build.BOOL, False)
    program = build.program("apart", (one, two), (Block("a_b", (), Stop(0)),), (Fault("a b"),))
    assert PythonGame(program).new() == (0, True, False)


@pytest.mark.heavy
def test_generated_modules_are_typed_and_stand_alone(tmp_path: Path) -> None:
    """mypy --strict is silent about every example, random programs and hostile names."""
    made: list[Program] = []

    @given(programs.questions(most=8), programs.games())
    @settings(
        deadline=None,
        max_examples=drawn(10, few=1),
        phases=[Phase.generate],
        suppress_health_check=SLOW,
    )
    def draw(one: Program, other: Program) -> None:
        made.extend((one, other))

    draw()
    every = [*examples.EXAMPLES, examples.spin(), *map(named, HOSTILE), *made]
    for i, program in enumerate(every):
        (tmp_path / f"game{i}.py").write_text(source(program), encoding="utf-8")
    assert (
        run(
            [
                "-m",
                "mypy",
                "--strict",
                "--cache-dir",
                str(tmp_path / "cache"),
                *sorted(map(str, tmp_path.glob("*.py"))),
            ]
        )
        == ""
    )
    script = "import game0; s = game0.new(); print(len(game0.legal(s)), game0.step(s, game0.legal(s)[0])[1])"
    isolated = f"import sys; sys.path[:0] = [{str(tmp_path)!r}]; {script}; assert 'rulewright' not in sys.modules"
    assert run(["-I", "-c", isolated]) == "9 1\n"


def run(arguments: list[str]) -> str:
    """What Python prints, but for mypy's word of success."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return "" if done.stdout.startswith("Success:") else done.stdout


def test_tracebacks_show_generated_lines() -> None:
    game = PythonGame(examples.tictactoe())
    try:
        game.weight(game.new()[:1], Action(0, ()))
    except AttributeError:
        assert "return WEIGHTS[state.node](state, action.args)" in traceback.format_exc()
    else:
        raise AssertionError("a state without a node")


def test_source_is_deterministic() -> None:
    assert source(examples.cards()) == source(examples.cards())


def test_the_size_of_one_of_two_known_sets() -> None:
    """The text for a set that depends on something may begin like a number."""
    cells = Set(Enum("Cell", ("a", "b", "c", "d")))
    flag = build.state("flag", Bool(), True)
    either = If(build.var(flag), Const(15, cells), Const(4, cells), cells)
    checks = tuple(
        Check(f"size_{n}", "never", build.eq(Size(either, Int(0, 4)), build.num(n)), None, "")
        for n in (4, 1)
    )
    blocks = (
        Block("play", (), Stop(0)),
        Block("turn", (Store("flag", None, Not(build.var(flag)), None),), Goto(0)),
    )
    nodes = (Decision("next", Const(0, build.SOLO), (Choice("turn", (), YES, 1),)),)
    game = PythonGame(build.program("sizes", (flag,), blocks, nodes, checks=checks))
    first = game.new()
    then = game.apply(first, Action(0, ()))
    assert [game.holds(i, first) for i in (0, 1)] == [True, False]
    assert [game.holds(i, then) for i in (0, 1)] == [False, True]
