"""What is seen of a position, and in what two views and two tables differ: case by case."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.dsl.playing import game as text

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.types import Int
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.equivalence.observation import (
    ENDLESS,
    RUNS_ON,
    Observation,
    ObservedAspect,
    OpenVariables,
    Side,
    aspect,
    table,
    tables_differ,
)

PARTS = "enum Kind: Ka, Kb, Kc\nstate points: Player -> 0..3 = 0\n"

OVER = "n cannot hold this value: it ranges over 0..20"


def game(play: str, parts: str = PARTS, players: str = "A, B") -> PythonGame:
    return PythonGame(instantiate(load_text(text(play, parts, players), "sample.rules")))


@pytest.mark.parametrize(
    ("play", "seen"),
    [
        (
            "choose B\n  go(k: Kind) when k is not Kb\n    draw\n  stay\n    draw",
            Observation("B", ((("go", ("Ka",)), 1), (("go", ("Kc",)), 1), (("stay", ()), 1))),
        ),
        (
            "each p in {B} secretly chooses\n  go(k: 1..2)\n    nothing",
            Observation("B", ((("go", ("1",)), 1), (("go", ("2",)), 1)), secret=True),
        ),
        ("choose A\n  go when n = 1\n    draw", Observation("A", (), "", None, (), False, False)),
        (
            "roll k of Kind with weight if k is Kc then 0 else 6 - 2 * number(k)",
            Observation("chance", ((("", ("Ka",)), 2), (("", ("Kb",)), 1)), by_chance=True),
        ),
        ("draw", Observation("", outcome="draw", ending=("draw",))),
        ("win B", Observation("", outcome="B", ending=("win", "B"))),
        (
            "points[B] := 2\nrank by points",
            Observation("", outcome="B", scores=(("A", 0), ("B", 2)), ending=("win", "B")),
        ),
        ('gap "who?"', Observation("", outcome="fault: who?", ending=("gap", "who?"))),
        ("n := 20\nn += 1", Observation("", outcome=f"fault: {OVER}", ending=("fault", OVER))),
        ("repeat\n  nothing", Observation("", outcome=RUNS_ON, ending=("endless",))),
    ],
)  # fmt: skip
def test_what_is_seen_of_a_position(play: str, seen: Observation) -> None:
    side = Side(game(play if "draw" in play or "win" in play else f"{play}\ndraw"))
    view, actions = side.view(side.new())
    assert view == seen
    assert list(actions) == [name for name, _ in seen.options]


HERE = Observation("A", ((("go", ()), 1), (("stay", ()), 2)))


@pytest.mark.parametrize(
    ("one", "two", "differ"),
    [
        (HERE, HERE, None),
        (HERE, replace(HERE, options=HERE.options[::-1]), None),
        (HERE, replace(HERE, outcome="what it is called"), None),
        (HERE, replace(HERE, ending=("draw",)), "outcome"),
        (HERE, replace(HERE, scores=()), "outcome"),
        (HERE, replace(HERE, decides="B"), "decider"),
        (HERE, replace(HERE, by_chance=True), "decider"),
        (HERE, replace(HERE, options=HERE.options[:1]), "options"),
        (HERE, replace(HERE, options=((("go", ()), 1), (("stay", ()), 3))), "weights"),
        (HERE, replace(HERE, secret=True), "secrecy"),
        (replace(HERE, options=()), replace(HERE, options=(), secret=True), None),
        # the first of several
        (HERE, Observation("B", ending=("draw",), secret=True), "outcome"),
        (HERE, Observation("B", secret=True), "decider"),
        (HERE, Observation("A", ((("go", ()), 5),), secret=True), "options"),
        (HERE, Observation("A", ((("go", ()), 5), (("stay", ()), 2)), secret=True), "weights"),
        (ENDLESS, replace(ENDLESS, outcome="it never ends"), None),
        (ENDLESS, Observation(""), "outcome"),
    ],
)
def test_in_what_two_views_differ(
    one: Observation, two: Observation, differ: ObservedAspect | None
) -> None:
    assert (aspect(one, two), aspect(two, one)) == (differ, differ)


def test_what_lies_on_two_tables() -> None:
    one = game(
        "draw",
        "state b: 0..1 = 0\nstate a: 0..2 = 0\nstate own: 0..1 = 0\nstate dark: 0..1 = 0 seen by none",
    )
    two = game(
        "draw", "state a: 0..1 = 0\nstate other: 0..1 = 0\nstate b: 0..1 = 0\nstate mine: 0..1 = 0"
    )
    assert table(one.program, two.program) == OpenVariables(
        ("n", "log", "b"), (("a", Int(0, 2), Int(0, 1)),), ("mine", "other", "own")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "differ"),
    [
        ("state a: (0..2)? = none", "state a: (0..4)? = none", False),
        ("state a: (0..2)? = none", "state a: (0..4)? = 3", True),
        ("state a: 1..2 = 1", "state a: 0..2 = 1", False),
        ("state a: 1..2 = 1", "state a: 1..2 = 2", True),
        ("state a: 1..2 = 1", "", True),
        ("", "state a: 1..2 = 1", True),
    ],
)
def test_whether_two_tables_differ(first: str, second: str, differ: bool) -> None:
    """Where their types are others, too."""
    one, two = game("draw", first), game("draw", second)
    what = table(one.program, two.program)
    assert tables_differ(what, one, one.new(), two, two.new()) is differ
