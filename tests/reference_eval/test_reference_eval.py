"""The interpreter that the backends are compared with, on programs whose numbers are known."""

from __future__ import annotations

from collections import Counter

import pytest
from tests import ir_examples as examples
from tests.reference_eval import Endless, Position, Reference

from rulewright.dsl.ir.program import Fault, Program


def explore(program: Program) -> tuple[Counter[int], int]:
    """Reachable positions per node, and transitions."""
    game = Reference(program)
    seen = {game.new()}
    waiting: list[Position] = list(seen)
    transitions = 0
    while waiting:
        position = waiting.pop()
        for action in game.legal(position):
            transitions += 1
            after, _ = game.step(position, action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return Counter(p.node for p in seen), transitions


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


# 23 cells of 3x3 drawn, 942 decided (626 for X, 316 for O): the well-known split of 5,478.
@pytest.mark.parametrize(
    ("program", "positions", "transitions"),
    [
        (examples.hanoi(3), {0: 3**3}, 3 * (3**3 - 1)),
        (examples.carousel(), {0: 24}, 24 * 3),
        (examples.apart(5), {0: fibonacci(7)}, None),
        (examples.apart(5, at_most=1), {0: 6}, 5),
        (examples.dice(), {0: 4, 1: 2}, 4 * 2),
        (examples.hands(), {0: 1, 1: 3, 2: 6, 3: 3}, 3 + 9),
        (examples.leak(5), {0: 6, 1: 2}, 12),
        (examples.stillborn(), {0: 1}, 0),
    ],
)
def test_known_counts(program: Program, positions: dict[int, int], transitions: int | None) -> None:
    found, moves = explore(program)
    assert dict(found) == positions
    if transitions is not None:
        assert moves == transitions


@pytest.mark.slow
def test_tictactoe_splits_as_known() -> None:
    found, _ = explore(examples.tictactoe())
    assert found == {0: 5478 - 958, 1: 942, 2: 16}


@pytest.mark.slow
def test_tictactoe_begins_with_as_many_positions_as_known() -> None:
    """Two marks on nine squares: the numbers of ways to place them."""
    game = Reference(examples.tictactoe())
    layer, sizes = {game.new()}, []
    for _ in range(3):
        sizes.append(len(layer))
        layer = {game.step(p, action)[0] for p in layer for action in game.legal(p)}
    assert sizes == [1, 9, 9 * 8]


def test_every_row_of_cards_is_reached_once() -> None:
    # A row takes none, the red or the blue card of each of three ranks. It ends play once a
    # card of the highest rank lies in it: 2 * 9 of the 27 rows.
    found, _ = explore(examples.cards())
    assert found == {0: 9, 1: 18}


@pytest.mark.thorough
def test_hexagon_against_sets() -> None:
    """The same walk with Python's own sets."""
    corners = range(6)

    def reach(start: int, inside: frozenset[int]) -> dict[int, int]:
        steps, ring = {start: 0}, {start}
        while ring:
            ring = {
                n
                for v in ring
                for n in ((v + 1) % 6, (v - 1) % 6)
                if n in inside and n not in steps
            }
            steps |= dict.fromkeys(ring, max(steps.values()) + 1)
        return steps

    seen: set[tuple[int, frozenset[int]]] = set()
    lost = moves = 0
    waiting = [(0, frozenset(corners))]
    while waiting:
        at, inside = waiting.pop()
        if (at, inside) in seen:
            continue
        seen.add((at, inside))
        if 0 not in reach(at, inside | {0}):
            lost += 1
            continue
        near = [(t, inside) for t, d in reach(at, inside).items() if t != at and d <= 2]
        after = near + [(at, inside - {t}) for t in inside if t != at]
        moves += len(after)
        waiting += after
    found, transitions = explore(examples.hexagon())
    assert (found[0], found[1], transitions) == (len(seen) - lost, lost, moves)


def test_faults_keep_what_was_before() -> None:
    game = Reference(examples.leak(5))
    last = Position(0, (1,))
    assert game.step(last, (0, (2,))) == (Position(1, (1,)), 0)
    assert isinstance(game.program.nodes[1], Fault)
    assert Reference(examples.stillborn()).new() == Position(0, (2, 0))


def test_endless() -> None:
    game = Reference(examples.spin())
    with pytest.raises(Endless):
        game.step(game.new(), (0, ()))
