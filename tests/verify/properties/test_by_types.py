"""Which checks hold whatever the rules are: only those that no state could break."""

from __future__ import annotations

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.verify.properties.by_types import holds_by_types

RULES = """\
ruleset heap "Heap"
  players Ann, Bob
  param most: 1..9 = 1
  state left: 0..9 = 9
  state taken: Player -> 0..4 = 0
  let enough(n: 0..9) = n >= 0
  let deep(n: 0..9) = enough(n) and left < 10
  play
    repeat until left = 0
      left := left - 1
    win Ann
  check yes_all: always all p in Player: taken[p] <= 4
  check yes_sum: always (sum p in Player: taken[p]) + left <= 17
  check yes_never: never some p in Player if left > 3: taken[p] > 4 and left = 0
  check yes_implies: always left = 3 implies taken[Ann] < 5
  check yes_function: always deep(left)
  check yes_if: always if left = 3 then left >= 0 else taken[Ann] != 5
  check yes_action: never after p acts: taken[p] > 4
  check no_edge: always left < 9
  check no_sum: always (sum p in Player: taken[p]) + left <= 16
  check no_never: never taken[Ann] = 4
  check no_equal: never left = taken[Ann]
  check no_where: always all p in Player if left > 3: taken[p] <= 3
  check no_contrary: never left >= 0
  check no_some: always some p in Player: taken[p] <= 3
  check no_witness: reachable left >= 0
  check no_action: never after p acts: taken[p] > 3
  check no_reached: reachable after p acts: taken[p] < 5
  check no_setting: always most = 1
"""


def test_only_what_no_state_could_break_holds_by_types() -> None:
    program = instantiate(load_text(RULES, "heap.rules"))
    assert len(program.checks) == 18
    for check in program.checks:
        assert holds_by_types(program, check) == check.name.startswith("yes"), check.text
