"""Play that goes on from an archive finds what plays at random hardly ever come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.tiers import slow

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.game import Action
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.effort.playing import DISTANCES, ArchiveStyle
from rulewright.verify.explicit.branch_distance import measured
from rulewright.verify.explicit.native.build import compiled
from rulewright.verify.explicit.native.random_plays.archive import (
    Aim,
    ArchiveExploration,
    explore_from_archive,
    plays_to_any,
)
from rulewright.verify.explicit.native.search import SearchFor
from rulewright.verify.explicit.searcher import asks
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.guided_play import guided_in_c
from rulewright.verify.results.verdict import Reached, Refuted
from rulewright.verify.stategraph.bfs import explore

ALWAYS = Budget().start()
SLIDE = """\
ruleset slide "Slide"
  clauses "clauses.md"
  players Ann, Bob
  state height: Player -> 0..40 = 0
  state lamps: set of 1..6 = {}
  state fallen: 0..4000 = 0
  play by [turn]
    repeat
      turns for p in Player
        choose p
          climb when height[p] < 40 by [turn]
            height[p] += 1
          fall(n: 1..3) when fallen < 4000
            height[p] := 0
            fallen += 1
          light(n: 1..6) when height[p] > 30
            add n to lamps
          jump when height[p] = 40
            win p
  check top: reachable all p in Player: height[p] > 25
  check lit fails: never lamps = (1..6) and fallen > 0
  check nowhere: reachable height[Ann] + height[Bob] > 80
  check wins: reachable won(Bob)
  strategy up(p: Player) prefers height[p]
"""
PLAIN, ADVISED = ArchiveStyle(64, advised=False), ArchiveStyle(512, advised=True)


def game(text: str = SLIDE) -> PythonGame:
    return PythonGame(instantiate(load_text(text, "slide.rules", every=False)))


def from_archive(
    slide: PythonGame, check: int, style: ArchiveStyle, most: int, longest: int,
    others: Sequence[Sequence[Action]] = (),
) -> ArchiveExploration[Any]:  # fmt: skip
    known = measured(slide.program, range(4))
    ask = asks(slide, frozenset({check}))[check]
    aim = Aim(check, ask, known.measures[check], known.cell, known.cell + 1, known.owned)
    machine = compiled(slide, known.program)
    return explore_from_archive(machine, aim, style, 0, most, longest, ALWAYS, others)


@pytest.mark.parametrize("style", [PLAIN, ADVISED])
@pytest.mark.parametrize("check", [1, *slow([0])])
@pytest.mark.thorough
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_what_is_far_is_found_and_each_time_the_same(style: ArchiveStyle, check: int) -> None:
    slide = game()
    found = from_archive(slide, check, style, 200_000, 600)
    assert found.play is not None
    states, actions = found.play
    assert len(states) == len(actions) + 1 <= 601
    assert slide.holds(check, states[-1])
    assert from_archive(slide, check, style, 200_000, 600) == found


@pytest.mark.thorough
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_what_the_strategies_prefer_leads_where_no_distance_does() -> None:
    slide = game()
    assert from_archive(slide, 3, PLAIN, 30_000, 600).play is None
    assert from_archive(slide, 3, ADVISED, 30_000, 600).play is not None


@pytest.mark.thorough
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_it_goes_on_from_plays_that_are_known() -> None:
    """A play to the top, which is what is asked for; and one that stops a step before it."""
    slide = game()
    whole = from_archive(slide, 0, PLAIN, 200_000, 600).play
    assert whole is not None
    assert from_archive(slide, 0, PLAIN, 500, 600).play is None
    again = from_archive(slide, 0, PLAIN, 1, 600, [whole[1], whole[1][:3]]).play
    assert again is not None
    assert again[1] == whole[1]
    assert from_archive(slide, 0, PLAIN, 500, 600, [whole[1][:-1]]).play is not None
    none = [Action(2, (1,)), *whole[1]]  # there is no lamp to be lit at first
    assert from_archive(slide, 0, PLAIN, 500, 600, [none]).play is None


@pytest.mark.thorough
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_so_many_moves_and_no_more() -> None:
    slide = game()
    nowhere = from_archive(slide, 2, PLAIN, 20_000, 600)
    assert nowhere.play is None
    assert nowhere.moves == 20_000
    assert nowhere.nearest >= 1
    assert nowhere.positions > 10
    assert from_archive(slide, 0, PLAIN, 20_000, 51).play is None
    found = from_archive(slide, 0, PLAIN, 200_000, 90).play
    assert found is not None
    assert 52 <= len(found[1]) <= 90


@pytest.mark.thorough
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_what_is_found_is_made_shorter() -> None:
    found = guided_in_c(game(), (0, 1), range(4), 0, 2_000_000, 2_000, ALWAYS, lambda n: None)
    lengths = []
    for number in range(2):
        verdict = found.answers[number].verdict
        assert isinstance(verdict, Reached | Refuted)
        lengths.append(len(verdict.witness))
    # Twenty-six steps each; a fall, thirty-one steps and six lamps, with as many turns of the other.
    assert 52 <= lengths[0] < 104
    assert 38 <= lengths[1] < 160


CIRCLING = SLIDE.replace(
    "          jump", "          stay when height[p] = 40\n            nothing\n          jump"
).replace("  strategy", "  check ends fails: every play ends\n  strategy")


@pytest.mark.slow
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_a_position_that_comes_again_after_many_moves() -> None:
    """Only who stays at the top changes nothing, and it takes both."""
    found = guided_in_c(game(CIRCLING), (4,), (4,), 0, 2_000_000, 2_000, ALWAYS, lambda n: None)
    verdict = found.answers[4].verdict
    assert isinstance(verdict, Refuted)
    assert len(verdict.witness) >= 82
    nowhere = guided_in_c(
        game(SLIDE.replace("  strategy", "  check ends: every play ends\n  strategy")),
        (4,),
        (4,),
        0,
        200_000,
        2_000,
        ALWAYS,
        lambda n: None,
    )
    assert not nowhere.answers


@pytest.mark.thorough
def test_positions_of_one_cell_are_alike() -> None:
    small = game(SLIDE.replace("0..40", "0..4").replace("4000", "2").replace("> 30", "> 1"))
    known = measured(small.program, range(4))
    led = PythonGame(known.program)
    states = explore(led, Budget()).states
    cells = {led.strategy_value(known.cell, state, 0) for state in states}
    assert all(0 <= cell < DISTANCES.cells for cell in cells)
    assert 100 < len(cells) < len(states)


@pytest.mark.thorough
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_one_archive_serves_all_that_is_looked_for() -> None:
    """Both high and Bob has won, one after the other; then what cannot be, as long as there are moves."""
    slide = game()
    known = measured(slide.program, range(4))
    aim = Aim(0, SearchFor.TRUE, known.measures[0], known.cell, known.cell + 1, known.owned)
    machine = compiled(slide, known.program)
    left, asked = {0, 2, 3}, list[tuple[int, ...]]()

    def sought() -> tuple[int, ...]:
        asked.append(tuple(sorted(left)))
        return asked[-1]

    found = list[int]()
    for actions in plays_to_any(machine, aim, sought, PLAIN, 0, 400_000, 600, ALWAYS):
        state = slide.new()
        for action in actions:
            assert not [n for n in left if slide.holds(n, state)], (
                "its end is the first such position"
            )
            state = slide.apply(state, action)
        now = [n for n in sorted(left) if slide.holds(n, state)]
        assert now, "each play comes to one of those that are still sought"
        left -= {*now}
        found += now
    assert sorted(found) == [0, 3]
    assert asked[-1] == (2,)
    assert len(asked) == 3
    none: list[int] = []
    assert not list(plays_to_any(machine, aim, lambda: none, PLAIN, 0, 1_000, 600, ALWAYS))
