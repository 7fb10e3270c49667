"""Play that is led to what is asked for comes where random play does not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame, PythonState
from rulewright.verify.effort.playing import Guiding
from rulewright.verify.explicit.branch_distance import measured
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods import guided_play as guided
from rulewright.verify.portfolio.methods.guided_play import guided_in_c
from rulewright.verify.portfolio.methods.sampling import sample_in_c
from rulewright.verify.properties.witness import replay
from rulewright.verify.results.verdict import Reached, Refuted
from rulewright.verify.stategraph.bfs import explore

ALWAYS = Budget().start()
CLIMB = """\
ruleset climb "Climb"
  clauses "clauses.md"
  players Ann
  state height: 0..99 = 0
  state kept: 0..9 = 0
  play by [turn]
    repeat
      choose Ann
        up when height < 99 by [turn]
          height += 1
        slip(n: 1..9) by [turn]
          height := 0
        rest when height >= 30 by [end]
          kept := 9
          draw by [end]
  check top: reachable height = 30
  check rested: reachable drawn
  check never_top fails: never height > 25
  check higher: reachable height = 100 or kept = 5
"""
DISTANCES = """\
ruleset far "Far"
  clauses "clauses.md"
  players Ann
  state n: 0..9 = 2
  state m: 1..3 -> 0..9 = 4
  state on: Bool = no
  let full(k: 1..3) = m[k] = 9
  play by [turn]
    repeat
      choose Ann
        up when n < 9 by [turn]
          n += 1
  check equal: reachable n = 5
  check less: reachable n < 1
  check both: reachable n = 5 and m[2] >= 6 and on
  check either: reachable n = 5 or m[2] >= 6
  check all_full: reachable all k in (1..3): full(k)
  check some_full: reachable some k in (1..3) if k > 1: m[k] = 4 + 2 * k
  check counter fails: always n < 8
  check switched: reachable on
"""


def game(text: str) -> PythonGame:
    return PythonGame(instantiate(load_text(text, "some.rules", every=False)))


def test_how_far_a_position_is() -> None:
    """n = 2, m is 4 everywhere, it is off."""
    far = game(DISTANCES)
    made = measured(far.program, range(8))
    program, led = made.program, made.led
    assert led == (0, 1, 2, 3, 4, 5, 6)  # of a switch nobody knows how near it is
    values = PythonGame(program)
    found = [values.strategy_value(n, values.new(), 0) for n in range(7)]
    both, either, all_full, some_full, counter = 3 + 2 + 1, 2, 15, min(1 + 2, 4, 6), 6
    assert found == [3, 2, both, either, all_full, some_full, counter]


def test_a_position_without_distance_is_what_is_asked_for() -> None:
    far = game(DISTANCES)
    made = measured(far.program, range(8))
    program, led = made.program, made.led
    values = PythonGame(program)
    for state in _positions(values):
        for strategy, number in enumerate(led):
            wanted = program.checks[number].kind == "reachable"
            near = values.strategy_value(strategy, state, 0) == 0
            assert near == (values.holds(number, state) == wanted)


def _positions(values: PythonGame) -> Iterator[PythonState]:
    state = values.new()
    while legal := values.legal(state):
        yield state
        state = values.apply(state, legal[0])
    yield state


@pytest.mark.slow
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_play_is_led_to_where_random_play_does_not_come() -> None:
    """Thirty steps up, any slip is back to the beginning: one in 10 ** 30 plays by chance."""
    climb = game(CLIMB)
    none = sample_in_c(climb, range(4), 0, 2_000, 200, ALWAYS, lambda plays: None)
    assert none.answers == {}
    found = guided_in_c(
        climb, (0, 1, 2), range(4), 0, 2_000_000, 2_000, ALWAYS, lambda trials: None
    )
    assert sorted(found.answers) == [0, 1, 2]  # 1 lies beyond what the others ask for
    for answer in found.answers.values():
        assert isinstance(answer.verdict, Reached | Refuted)
    again = guided_in_c(
        climb, (0, 1, 2), range(4), 0, 2_000_000, 2_000, ALWAYS, lambda trials: None
    )
    assert again == found


@pytest.mark.heavy
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_where_nothing_leads_to_a_target_what_leads_to_others_is_tried() -> None:
    climb = game(CLIMB)
    found = guided_in_c(climb, (1,), (1,), 0, 2_000_000, 2_000, ALWAYS, lambda trials: None)
    answer = found.answers[1].verdict
    assert isinstance(answer, Reached)
    replay(climb, [move.action for move in answer.witness.play.moves], answer.witness.target)


@pytest.mark.thorough
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_moves_count_several_times_where_positions_are_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    climb = game(CLIMB)
    came_to = []
    for large in (10_000, 1):
        monkeypatch.setattr(guided, "GUIDING", Guiding(large=large))
        found = guided_in_c(climb, (0,), (0,), 0, 20_000, 2_000, ALWAYS, lambda trials: None)
        came_to.append(len(found.answers))
    assert came_to == [1, 0]


MANY_ELEMENTS = """\
ruleset many "Many"
  clauses "clauses.md"
  players Ann
  state marked: set of 1..80 = {}
  state n: 0..9 = 0
  play by [turn]
    repeat
      choose Ann
        mark(k: 1..80) when k not in marked, k mod 20 = 0 by [turn]
          add k to marked
        up when n < 9
          n += 1
  check some_large: reachable some k in marked if k > 30: k + n > 85
  check all_marked: reachable marked + {1, 80} = {1, 20, 40, 80}
  check part: reachable {1, 20, 60, 80} <= marked + {1, 80} and n = 1
  check differs fails: always marked = {}
"""


def test_of_many_elements_those_count_that_are_there() -> None:
    """And sets are as far as there are elements that one has and the other has not."""
    many = game(MANY_ELEMENTS)
    made = measured(many.program, range(4))
    values = PythonGame(made.program)
    first = values.new()
    assert values.strategy_value(made.measures[1], first, 0) == 2
    assert values.strategy_value(made.measures[2], first, 0) == 3
    none = values.strategy_value(made.measures[0], first, 0)
    seen = set()
    for state in explore(values, Budget()).states:
        for number, strategy in made.measures.items():
            wanted = many.program.checks[number].kind == "reachable"
            distance = values.strategy_value(strategy, state, 0)
            assert distance >= 0
            assert (distance == 0) == (values.holds(number, state) == wanted)
            if number == 0:
                seen.add(distance)
    assert {0, 1, 6} < seen  # 80 + n > 85 from n = 0 on
    assert max(seen) == none > 46
