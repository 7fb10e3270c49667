"""Run Run Run! against plain Python: what may be laid, mummies' steps, triangles and hearts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

import pytest
from tests.oracles.run_run_run import (
    CENTRE,
    Card,
    Hearts,
    Labyrinth,
    Spot,
    lays,
    mummy_steps,
    read_cards,
    triangles,
)
from tests.shipped import ruleset
from tests.spec.games import game
from tests.tiers import every, slow

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.ir.program import Chance, Decision
from rulewright.dsl.ir.types import Enum, Map
from rulewright.engines.game import CHANCE, Action
from rulewright.engines.python.game import PythonGame

FOLDER = find("run-run-run").parent


@dataclass(frozen=True)
class Table:
    """An instance: its composition of places, the size of its table, the gates of its room."""

    instance: str
    cards: tuple[Card, ...]
    side: int = 9
    gates: int = 6

    @property
    def rules(self) -> PythonGame:
        return box(self.instance)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The table's spots in the engine's order, from the letters and numbers of their names."""
        laid = next(v for v in self.rules.program.variables if v.name == "laid")
        assert isinstance(laid.type, Map)
        assert isinstance(laid.type.key, Enum)
        names = laid.type.key.labels
        return tuple((ord(n[0]) - ord("a") - self.side + 1, int(n[1:]) - self.side) for n in names)


BOXES = [
    Table(instance, read_cards(find("run-run-run"), "places"))
    for instance in ("box_solo", "box", "box_three", "box_four")
]
SMALL = {
    "pull": Table("small_boss", read_cards(find("run-run-run"), "places_open"), 3, 1),
    "find_torches": Table("small_torches", read_cards(find("run-run-run"), "places_alike"), 3, 1),
}


@cache
def box(instance: str) -> PythonGame:
    return game("run-run-run", instance=instance)


def value(rules: PythonGame, state: Any, name: str) -> Any:
    return rules.value(state, name)


def members(mask: int) -> list[int]:
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def option(number: int, size: int) -> int | None:
    return None if number == size else number


def labyrinth(table: Table, state: Any) -> Labyrinth:
    """The table as it lies, without what the ruleset makes of it."""
    rules, at, n = table.rules, table.spots, len(table.spots)
    lies = {name: value(rules, state, name) for name in ("laid", "turned", "tunnels", "lair")}
    door = option(value(rules, state, "door"), n)
    beside = members(value(rules, state, "joined")[door]) if door is not None else []
    return Labyrinth(
        table.cards,
        frozenset(at),
        {at[t]: (c, lies["turned"][t]) for t, c in enumerate(lies["laid"]) if c < len(table.cards)},
        frozenset((at[t], at[o]) for t, m in enumerate(lies["tunnels"]) for o in members(m)),
        None if door is None else (at[door], at[beside[0]]),
        frozenset(at[t] for t in lies["lair"] if t < n),
        table.gates,
    )


def labels(rules: PythonGame, state: Any, choice: str) -> set[tuple[int, ...]]:
    node = rules.program.nodes[rules.node(state)]
    assert isinstance(node, Decision)
    return {a.args for a in rules.legal(state) if node.choices[a.choice].name == choice}


def agrees(table: Table, state: Any, seen: Counter[str]) -> None:
    """At a decision about tiles, steps or triangles, both know the same options."""
    rules = table.rules
    node = rules.program.nodes[rules.node(state)]
    if not isinstance(node, Decision):
        return
    at, maze = table.spots, labyrinth(table, state)
    names = {c.name for c in node.choices}
    if "lay" in names:
        player = rules.decides(state)
        assert player is not None
        kinds = len(table.cards)
        held = value(rules, state, "hand")[player * kinds : (player + 1) * kinds]
        stands = at[value(rules, state, "stands")[player]]
        expected = lays(maze, stands, dict(enumerate(held)))
        assert {(at[t], c, n) for t, c, n in labels(rules, state, "lay")} == expected
        seen["lay"] += 1
    for name, used, different in (
        ("find_torches", "equal_used", False),
        ("pull", "different_used", True),
    ):
        if name in names:
            player = rules.decides(state)
            assert player is not None
            marked = {at[t] for t in members(value(rules, state, used))}
            here = at[value(rules, state, "stands")[player]]
            expected_directions = triangles(maze, here, marked, different)
            assert {d for (d,) in labels(rules, state, name)} == expected_directions
            seen[name] += 1


def stepped(table: Table, before: Any, after: Any, seen: Counter[str]) -> None:
    """Every mummy that moved by one place went a shortest way."""
    rules = table.rules
    if value(rules, before, "lair") == value(rules, after, "lair"):
        return
    at, n, maze = table.spots, len(table.spots), labyrinth(table, after)
    for old, new in zip(value(rules, before, "lair"), value(rules, after, "lair"), strict=True):
        if old != new and old < n and new < n:
            reached = {at[old]}
            for _ in range(12):
                if at[new] in reached:
                    break
                reached = {x for r in reached for x in mummy_steps(maze, r) if r != CENTRE}
            assert at[new] in reached
            seen["step"] += 1


def action(rules: PythonGame, state: Any, random: Random) -> Action:
    """At random, but rather exploring on foot than wasting cards."""
    legal = rules.legal(state)
    node = rules.program.nodes[rules.node(state)]
    if rules.decides(state) == CHANCE:
        return random.choices(legal, [rules.weight(state, a) for a in legal])[0]
    assert isinstance(node, Decision)
    liked = {"explore", "on_foot", "fight", "offer_none", "lay", "keep"}
    good = [a for a in legal if node.choices[a.choice].name in liked]
    return random.choice(good if good and random.random() < 0.9 else legal)


def play(table: Table, plays: int) -> Counter[str]:
    """Compare so many plays from start to end; how often each thing was compared."""
    rules, seen = table.rules, Counter[str]()
    for seed in range(plays):
        random, state = Random(seed), rules.new()
        while rules.outcome(state) is None:
            agrees(table, state, seen)
            before = state
            state = rules.apply(state, action(rules, state, random))
            stepped(table, before, state, seen)
        outcome = rules.outcome(state)
        assert outcome is not None
        seen[outcome.kind] += 1
    return seen


@pytest.mark.parametrize("table", slow(BOXES), ids=lambda t: t.instance)
def test_full_plays_agree_with_plain_python_and_end(table: Table) -> None:
    seen = play(table, 1)
    assert seen["win"] + seen["lose"] == 1
    assert seen["lay"] > 5


@pytest.mark.heavy
@pytest.mark.parametrize("mechanism", every(2, list(SMALL)))
def test_triangles_agree_with_plain_python(mechanism: str) -> None:
    seen = play(SMALL[mechanism], 20)
    assert seen["fault"] == 0
    assert seen[mechanism] > 0
    assert seen["step"] > 0


@pytest.mark.heavy
def test_every_symbol_places_a_heart_and_the_fifth_wakes_a_mummy() -> None:
    """On a die with a symbol on every face, and places that all show a torch."""
    rules = SMALL["pull"].rules
    woke = 0
    for seed in range(20):
        random, state, hearts, rolls = Random(seed), rules.new(), Hearts(), 0
        while rules.outcome(state) is None and not hearts.awake and not boss(rules, state):
            node = rules.program.nodes[rules.node(state)]
            rolled = isinstance(node, Chance) and "mummies.roll" in node.clauses
            state = rules.apply(state, action(rules, state, random))
            if rolled:
                rolls += 1
                woke += hearts.placed(sleeping=1)
                waking = rolls == 5
                assert hearts.awake == 5 * waking
                assert value(rules, state, "gathered") % 5 == hearts.pile
    assert woke > 0


def boss(rules: PythonGame, state: Any) -> bool:
    return bool(value(rules, state, "boss_came"))


@pytest.mark.slow
def test_complete_search_finds_a_win() -> None:
    """The group can win the small game, and every end is a win or a defeat."""
    rules = SMALL["pull"].rules
    seen, open_, ends = {rules.new()}, [rules.new()], Counter[str]()
    while open_ and not ends["win"]:
        state = open_.pop()
        outcome = rules.outcome(state)
        if outcome is not None:
            ends[outcome.kind] += 1
            continue
        assert rules.legal(state)
        for choice in rules.legal(state):
            after = rules.apply(state, choice)
            if after not in seen:
                seen.add(after)
                open_.append(after)
    assert ends["win"]
    assert set(ends) <= {"win", "lose"}


@pytest.mark.heavy
def test_the_shipped_tables_fill_the_box() -> None:
    counted: dict[str, Any] = {v.name: v.initial for v in BOXES[1].rules.program.variables}
    assert sum(counted["pile"]) == 64
    assert sum(counted["chests"]) == 17
    assert counted["torch"] == 39
    assert {"standard", "solo", "three", "four"} <= set(ruleset("run-run-run").variants)


@pytest.mark.parametrize("boss", ["Fury", "Hush", "Giant"])
def test_a_box_with_one_boss_has_the_same_mummies(boss: str) -> None:
    lines = (FOLDER / "foes.csv").read_text(encoding="utf-8").splitlines()
    alone = (FOLDER / f"foes_with_{boss.lower()}.csv").read_text(encoding="utf-8").splitlines()
    assert alone == [x for x in lines if ",Boss," not in x or x.startswith(f"{boss},")]
    assert len(alone) == len(lines) - 2
