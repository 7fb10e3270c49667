"""What there is to find out about Arktia: towers, the ice, and the gap in the melting rule."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from tests.dsl.boards.samples import neighbours
from tests.oracles import arktia
from tests.oracles.arktia import DISKUS, GLOBUS, TORUS, Rules
from tests.oracles.search import Position
from tests.shipped import instances, ruleset
from tests.spec.arktia.games import (
    EIGHTEEN,
    FIVE_IN_LINE,
    FOUR_IN_LINE,
    STAR,
    THREE_AROUND,
    THREE_IN_LINE,
    Tiles,
    board,
    choices,
    engine,
    lingering,
    oracle,
)
from tests.spec.games import game
from tests.tiers import but, every, slow

from rulewright.dsl.boards.board import Board
from rulewright.dsl.instantiate import instantiate
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.stategraph.turns import explore_turns

Kinds = tuple[int, ...]
A, B, C, D = (DISKUS, GLOBUS), (TORUS, DISKUS), (GLOBUS, TORUS), (TORUS, DISKUS, GLOBUS)
TOWERS: set[Kinds] = {(GLOBUS,), (DISKUS,), (TORUS,), A, B, C, D}
SHAPES = {
    "eighteen": 18, "twentyseven": 27, "thirtysix": 36, "three_in_line": 3, "three_around": 3,
    "four_in_line": 4, "rhombus": 4, "star": 4, "bay": 5, "five": 5, "five_in_line": 5, "six": 6,
    "lake": 6, "flower": 7,
}  # fmt: skip
LARGE = ("box", "box_melting", "box_three", "box_three_neutral", "box_four", "rhombus", "guests")
SMALL = [name for game, name in instances() if game == "arktia" and name not in LARGE]


@pytest.mark.heavy
@pytest.mark.parametrize("instance", but([n for n in SMALL if n != "line_melting"], SMALL))
def test_small_instances_are_answered_as_expected(instance: str) -> None:
    report = answer_checks(game("arktia", instance=instance), Budget())
    assert report.coverage.stopped is None
    assert [a.check.name for a in report.answers if not a.as_expected] == []
    assert report.defects == ()


@pytest.mark.parametrize("shape", every(8, list(SHAPES)))
def test_every_shipped_continent_is_in_one_piece(shape: str) -> None:
    program = instantiate(ruleset("arktia"), readings={"ice": shape})
    ice = program.boards[0]
    assert isinstance(ice, Board)
    near = neighbours(ice)
    seen, edge = {0}, [0]
    while edge:
        fresh = near[edge.pop()] - seen
        seen |= fresh
        edge += fresh
    assert len(seen) == len(near) == SHAPES[shape]


def lifted(tower: Kinds) -> set[Kinds]:
    return {tower[:-n] for n in range(1, len(tower) + 1)}


def dropped(tower: Kinds) -> set[Kinds]:
    return {tower + top for top in TOWERS if tower + top in TOWERS}


def torn(tower: Kinds) -> set[Kinds]:
    """What can be left when some colours are taken off; a ring sinks around the small piece."""
    left = {kept for n in range(len(tower)) for kept in combinations(tower, n)}
    return {C if kept == (TORUS, GLOBUS) else kept for kept in left}


@pytest.mark.slow
def test_random_play_makes_exactly_the_towers_and_changes_that_the_rules_allow() -> None:
    rules = Rules(EIGHTEEN, (3, 3, 3))
    stacks = {
        tuple(zip(colours, tower, strict=True))
        for tower in TOWERS
        for colours in product((0, 1), repeat=len(tower))
    }
    assert len(stacks) == 26
    game_, coloured, changes = engine(rules), set(), set()
    moved = {(t, new) for t in (*TOWERS, ()) for new in lifted(t) | dropped(t)}
    for seed in range(60):
        if coloured >= stacks and changes >= moved:
            break  # nothing is left to come
        random, state = Random(seed), game_.new()
        before = board(game_, state)
        for _ in range(200):
            if game_.outcome(state) is not None:
                break
            legal = choices(game_, state)
            state = game_.apply(state, legal[lingering(random, tuple(legal))])
            after = board(game_, state)
            coloured |= {tower for tower in after if tower}
            changes |= {
                (tuple(k for _, k in old), tuple(k for _, k in new))
                for old, new in zip(before, after, strict=True)
                if old is not None and new is not None and old != new
            }
            before = after
    assert coloured == stacks
    taken = {(old, left) for old, new in moved for left in torn(new)}
    assert moved <= changes
    assert changes <= moved | taken | {(t, left) for t in TOWERS for left in torn(t)}


def gaps(tiles: Tiles, pieces: tuple[int, int, int]) -> bool:
    """Whether somebody can have to melt, with a free edge tile, while none may be melted."""
    changed = (("no_melt", "unsaid"),)
    graph = explore_turns(engine(Rules(tiles, pieces, changed=changed)), Budget())
    assert graph.complete
    return any(label.startswith("fault") for label in graph.terminal)


@pytest.mark.heavy
def test_a_player_who_stops_of_their_own_will_is_not_taken_for_one_who_cannot_melt() -> None:
    """In every position of the game on a line: only what is no stop may add to ``barred``."""
    line = game("arktia", instance="line_melting")
    stops, others = set(), set()
    graph = explore_turns(line, Budget())
    for state in graph.states:
        for action in line.legal(state):
            after = line.apply(state, action)
            grew = line.value(after, "barred") != line.value(state, "barred")
            (stops if line.text(state, action) == "stop" else others).add(grew)
    assert stops == {False}
    assert others == {False, True}


BENT = ((0, 0), (1, 0), (1, 1))


@pytest.mark.parametrize(
    "pieces", slow((p,) for p in product((0, 1), repeat=3) if sum(p) > 0), ids=str
)
def test_three_tiles_are_the_fewest_with_a_gap_in_the_melting_rule(
    pieces: tuple[int, int, int],
) -> None:
    enough = sum(pieces) > 1
    assert gaps(THREE_IN_LINE, pieces) == enough
    assert gaps(BENT, pieces) == enough
    assert not gaps(THREE_AROUND, pieces)
    assert not gaps(THREE_IN_LINE[:2], pieces)


def turns_left(rules: Rules) -> int | None:
    """The most turns from any position in which all who still play have laid everything.

    None if play can go on for ever from there. Such positions lead to such positions only.
    """
    game_ = engine(rules)
    graph = explore_turns(game_, Budget())
    assert graph.complete
    laid = {n for n, state in enumerate(graph.states) if all_laid(game_, state, rules.players)}
    after = {n: set(graph.successors(n)) for n in laid}
    assert all(following <= laid for following in after.values())
    layers = 0
    while laid:
        last = {n for n in laid if not after[n] & laid}
        if not last:
            return None
        laid -= last
        layers += 1
    return layers - 1


def all_laid(game: PythonGame, state: Any, players: int) -> bool:
    stock: Any = game.value(state, "muglu")
    active: Any = game.value(state, "active")
    return not any(any(stock[3 * p : 3 * p + 3]) for p in range(players) if active >> p & 1)


@pytest.mark.heavy
@pytest.mark.parametrize(
    "rules",
    every(2, [Rules(FIVE_IN_LINE, (1, 1, 0)), Rules(STAR, (1, 1, 1))])
    + slow([Rules(FIVE_IN_LINE, (1, 1, 0), 3)]),
    ids=str,
)
def test_play_is_bounded_once_everybody_has_laid_everything(rules: Rules) -> None:
    """Every turn from there on melts a tile (the last one cannot), or ends somebody's game."""
    left = turns_left(rules)
    assert left is not None
    assert 0 < left < len(rules.tiles) + rules.players


@pytest.mark.slow
def test_play_is_endless_if_nothing_need_melt_where_the_ice_would_fall_apart() -> None:
    spared = (("no_melt", "spared"),)
    assert turns_left(Rules(FOUR_IN_LINE, (1, 1, 0), changed=spared)) is None
    assert turns_left(Rules(FOUR_IN_LINE, (1, 1, 0))) is not None


@pytest.mark.slow
def test_the_greatest_score_is_a_point_for_each_tile_and_all_pieces_of_others_but_one() -> None:
    for tiles, pieces, best in (
        (FIVE_IN_LINE, (1, 1, 0), 6),
        (STAR, (1, 1, 1), 4),
        (THREE_IN_LINE, (1, 1, 0), 3),
    ):
        rules = Rules(tiles, pieces)
        assert best_of_engine(rules) == best_of_oracle(rules) == best
        assert best <= len(tiles) + sum(pieces) - 1


def best_of_engine(rules: Rules) -> int:
    game_ = engine(rules)
    ends = [game_.outcome(state) for state in explore_turns(game_, Budget()).states]
    return max(max(end.scores) for end in ends if end is not None and end.scores)


def best_of_oracle(rules: Rules) -> int:
    walker, start = oracle(rules), arktia.first(rules)
    seen, open_, best = {start}, [Position(start)], 0
    while open_:
        at = open_.pop()
        if walker.over(at.state) is not None:
            best = max(best, *arktia.scores(rules, at.state))
            continue
        fresh = [p for p in walker.turns_from(at) if p.state not in seen]
        seen |= {p.state for p in fresh}
        open_ += fresh
    return best
