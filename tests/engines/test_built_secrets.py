"""Every secret of the shipped games in engines as a user gets them from ``rulewright build``.

Whatever is changed of what a player may not see, a built engine shows them the same; of what they may see,
something else.
"""

from __future__ import annotations

import ctypes
import runpy
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.engines.engines import NEEDS_COMPILER
from tests.tiers import slow

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.load import load
from rulewright.engines.native.generator.states import States
from rulewright.engines.python.game import PythonGame, PythonState
from rulewright.verify.cli.main import main

NOBODYS = {
    "petite-mort": {"character_pack", "trait_pack", "scythe_pack"},
    "run-run-run": {"pile", "chests"},
}
OWNERS = {"petite-mort": {"hand", "gift", "blade", "plan", "meant"}, "run-run-run": {"hand"}}
"""What each rulebook lets nobody see, and what only its owner; besides, there is what was chosen in secret."""
PASSING = {"gift", "meant"}
"""Has nothing in it where play rests in these games; changed it is all the same."""
INSTANCES = {"petite-mort": "box_two", "run-run-run": "tiny_shield"}
READINGS = {
    "petite-mort": {"powa_placed": "secretly", "powa_kind": "any", "both_cards": "both"},
    "run-run-run": {},
}
MOVES = 250

View = Callable[[PythonState, int], object]


@cache
def game_of(name: str) -> PythonGame:
    ruleset = load(find(name), every=False)
    return PythonGame(instantiate(ruleset, instance=INSTANCES[name], readings=READINGS[name]))


def built(name: str, target: str, path: Path) -> Path:
    words = ["build", name, "--instance", INSTANCES[name], "--target", target, "-o", str(path)]
    for reading, option in READINGS[name].items():
        words += ["--reading", f"{reading}={option}"]
    assert main(words) == 0
    return path


def in_python(name: str, folder: Path) -> View:
    view = runpy.run_path(str(built(name, "python", folder / "game.py")))["view"]
    return lambda state, player: view(state, player)


def in_c(name: str, folder: Path) -> View:
    made = built(name, "c", folder / "game.c"), folder / "game.so"
    compiler = shutil.which("cc") or "cc"
    subprocess.run([compiler, "-O0", "-w", "-shared", "-fPIC", "-o", made[1], made[0]], check=True)
    library, game = ctypes.CDLL(str(made[1])), game_of(name)
    states = States(game.program)
    kept = [v.name for v in game.program.variables if v.kind != "scratch"]

    def view(state: PythonState, player: int) -> object:
        packed = states.pack(game.node(state), tuple(game.value(state, v) for v in kept))
        seen, mask = (ctypes.create_string_buffer(states.size) for _ in range(2))
        library.rwx_view(packed, player, seen, mask)
        return seen.raw, mask.raw

    return view


def another(t: ty.Type, value: ty.Value) -> ty.Value:
    """Some other value of the type; the same if it has no other."""
    match t:
        case ty.List(element, limit):
            return () if value or not limit else (ty.scalar_values(element)[0],)
        case ty.Set():
            return value ^ 1  # type: ignore[operator]
        case _:
            return next((v for v in ty.scalar_values(t) if v != value), value)  # type: ignore[arg-type]


def changes(
    program: Program, v: Variable, value: ty.Value
) -> Iterator[tuple[int | None, ty.Value]]:
    """The variable with something else in it, and whose that is: a player's, or nobody's."""
    if v.seen == "owner":
        assert isinstance(v.type, ty.Map)
        assert isinstance(value, tuple)
        share = len(value) // ty.size(program.players)
        for n in range(0, len(value), max(1, share // 3)):
            changed = (*value[:n], another(v.type.value, value[n]), *value[n + 1 :])
            yield n // share, changed
    elif isinstance(v.type, ty.Map):
        assert isinstance(value, tuple)
        yield None, (another(v.type.value, value[0]), *value[1:])
    else:
        yield None, another(v.type, value)


def secrets_of(program: Program) -> Mapping[str, Variable]:
    return {v.name: v for v in program.variables if v.kind != "scratch" and v.seen != "all"}


@pytest.mark.parametrize("engine", [in_python, pytest.param(in_c, marks=NEEDS_COMPILER)])
@pytest.mark.parametrize("name", [*slow(["petite-mort", "run-run-run"])])
def test_nobody_is_shown_a_secret_of_others(
    name: str, engine: Callable[[str, Path], View], tmp_path: Path
) -> None:
    game, view, random = game_of(name), engine(name, tmp_path), Random(7)
    secrets, full = secrets_of(game.program), set[str]()
    players = range(ty.size(game.program.players))
    state = game.new()
    for _ in range(MOVES):
        for v in secrets.values():
            if (value := game.value(state, v.name)) != v.initial:
                full.add(v.name)
            for owner, changed in changes(game.program, v, value):
                if changed == value:
                    continue
                other = game.with_values(state, {v.name: changed})
                for player in players:
                    same = view(other, player) == view(state, player)
                    assert same is (player != owner), (v.name, player, owner)
        legal = game.legal(state)
        state = game.apply(state, random.choice(legal)) if legal else game.new()
    chosen = {name for name in secrets if secrets[name].kind == "frame"}
    assert set(secrets) - chosen >= NOBODYS[name] | OWNERS[name]
    assert {v for v in secrets if secrets[v].seen == "none"} == NOBODYS[name]
    assert full >= (NOBODYS[name] | OWNERS[name]) - PASSING
    assert full & chosen, "something was chosen in secret"


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["circle", *slow(["arktia"])])
def test_games_without_secrets_have_none(name: str) -> None:
    assert secrets_of(instantiate(load(find(name), every=False))) == {}
