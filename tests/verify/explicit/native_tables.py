"""Games given as tables, compiled: random transition systems for the search in C, built once."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st
from tests.verify.systems import games
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check
from rulewright.engines.native.loading import typed
from rulewright.verify.explicit.native.functions import SOURCES, TYPES
from rulewright.verify.explicit.native.search import Compiled

KINDS = ("never", "always", "reachable", "never_by", "some_by", "forever")
ASKED = tuple(Check(kind, kind, YES, None, kind) for kind in KINDS)
CHECKS, MOST, WIDE = len(KINDS), 4096, 3
COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


class Table(ctypes.Structure):
    """What native_table.c reads."""

    _fields_ = (
        ("count", ctypes.c_int32 * MOST),
        ("target", ctypes.c_int32 * WIDE * MOST),
        ("turns", ctypes.c_int32 * WIDE * MOST),
        ("node", ctypes.c_int32 * MOST),
        ("winners", ctypes.c_int32 * MOST),
        ("decides", ctypes.c_int32 * MOST),
        ("holds", ctypes.c_int32 * MOST * 3 * CHECKS),
    )


def compile_tables(folder: Path) -> ctypes.CDLL:
    """The game of tables together with the search, as it is compiled for any other game."""
    assert COMPILER is not None
    parts = (Path(__file__).parent / "native_table.c", *SOURCES)
    source, library = folder / "tables.c", folder / "tables.so"
    source.write_text("\n".join(part.read_text("utf-8") for part in parts))
    flags = ["-O1", "-g", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([COMPILER, *flags, "-o", library, source], check=True)
    return typed(ctypes.CDLL(str(library)), TYPES)


def compiled(library: ctypes.CDLL, game: TableGame) -> Compiled[int]:
    """The game, its tables filled in; one at a time."""
    table = Table.in_dll(library, "rw_table")
    labels = sorted(set(game.ends.values()))
    for state, targets in enumerate(game.moves):
        table.count[state] = len(targets)
        table.node[state] = game.node(state)
        table.winners[state] = labels.index(game.ends[state]) if state in game.ends else 0
        table.decides[state] = -1 if state in game.chance else state % 2
        for number, target in enumerate(targets):
            code = -2 if (state, number) in game.long else target
            table.target[state][number] = -1 if (state, number) in game.runs_on else code
            table.turns[state][number] = (state, number) in game.turns
        for check in range(len(game.checks)):
            for player in (None, 0, 1):
                value = game.holds(check, state, player)
                table.holds[check][0 if player is None else player + 1][state] = value
    return Compiled(game, library, decode)


def decode(data: bytes) -> int:
    """The state of a game of tables that lies in C memory like this."""
    return int.from_bytes(data[:2], "little")


def checked(game: TableGame) -> TableGame:
    """The game with as many checks as the tables have, of no state."""
    return replace(game, checks=ASKED, properties={k: lambda s, p: False for k in KINDS})


@st.composite
def asked_games(draw: st.DrawFn) -> TableGame:
    """A random game with a check of every kind, faults, chance and actions without end."""
    game = draw(games())
    size = len(game.moves)
    pairs = [(s, a) for s, targets in enumerate(game.moves) for a in range(len(targets))]
    endless = draw(st.frozensets(st.sampled_from(pairs), max_size=2)) if pairs else frozenset()
    long = draw(st.frozensets(st.sampled_from(pairs), max_size=1)) if pairs else frozenset()
    faulty = draw(st.sets(st.integers(0, size - 1), max_size=2))
    good: Mapping[str, frozenset[tuple[int, int | None]]] = {
        kind: draw(
            st.frozensets(st.tuples(st.integers(0, size - 1), st.sampled_from((None, 0, 1))))
        )
        for kind in KINDS
    }
    return replace(
        game,
        ends={**game.ends, **{s: f"fault: {s % 2}" for s in faulty}},
        chance=draw(st.frozensets(st.integers(0, size - 1), max_size=2)),
        runs_on=endless,
        long=long if draw(st.booleans()) else frozenset(),
        checks=ASKED,
        properties={
            kind: lambda s, p, good=marked: (s, p) in good for kind, marked in good.items()
        },
    )
