"""Functions of the variables alone keep their last value, and never one that is out of date."""

from __future__ import annotations

from tests.dsl.playing import game

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.engines.python.generator.module import source
from rulewright.engines.python.generator.runtime import remembered


def test_the_same_objects_have_the_same_value() -> None:
    asked: list[tuple[object, ...]] = []

    @remembered
    def counted(row: tuple[int, ...], n: int) -> int:
        asked.append((row, n))
        return sum(row) + n

    numbers = [1, 2, 3]
    row, alike = tuple(numbers), tuple(numbers)
    assert [counted(row, 1), counted(row, 1), counted(row, 2), counted(row, 2)] == [7, 7, 8, 8]
    assert asked == [(row, 1), (row, 2)]
    assert [counted(alike, 2), counted(row, 2), counted(row, 1)] == [8, 8, 7]
    assert len(asked) == 5


PARTS = """
state on: Player -> Bool = no
let lit = those p in Player: on[p]
let five = 5
procedure light(p: Player)
  on[p] := yes
check present: never size(lit) = 1 and (after light(A): size(lit) = 1)
check later: never all p in Player: (after light(p): p in lit) and lit = {} and five = 5
check again: never size(lit) = 2
"""
PLAY = """
for p in Player
  choose p
    go
      if lit = {}: n += five
      light(p)
      if p in lit: n += 1
draw
"""


def test_a_value_is_that_of_the_present_position() -> None:
    program = instantiate(load_text(game(PLAY, PARTS), "sample.rules"))
    text = source(program)
    assert text.count("@remembered\ndef lit(") == 1
    assert "five()" not in text.replace("def five()", "")
    played = PythonGame(program)
    state = played.new()
    numbers, answers = [], []
    while True:
        numbers.append(played.value(state, "n"))
        answers.append([played.holds(i, state) for i in range(3)])
        legal = played.legal(state)
        if not legal:
            break
        state = played.apply(state, legal[0])
    # Nobody is lit at first, so A adds six; B and C add one each.
    assert numbers == [0, 6, 7, 8]
    yes, no = True, False
    assert answers == [[no, yes, no], [yes, no, no], [no, no, yes], [no, no, no]]
