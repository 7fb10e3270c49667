"""What looks back is not seen by more players than what it looks at, and is not on the board."""

from __future__ import annotations

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame

GAME = """ruleset back "Looking back"
  players A, B
  board grid = square(2, 2)
  state on: Square -> Player? = none
  state secret: 0..3 = 0 seen by none
  state hand: Player -> 0..3 = 1 seen by owner
  state third: 0..3 = 0
  history before of on, secret, hand up to 2
  play
    choose A
      go when was secret = 0 and was hand[A] = 1 and remembered(before) = 0
        remember before
        secret := 1
      put_it(s: Square) when on = was on
        on[s] := A
    draw
"""


def program() -> Program:
    return instantiate(load_text(GAME, "back.rules"))


def test_nobody_sees_more_of_what_was_or_is_remembered() -> None:
    seen = {v.name: v.seen for v in program().variables if v.kind == "state"}
    assert seen == {
        "on": "all", "secret": "none", "hand": "owner", "third": "all",
        "before": "all", "before.on": "all", "before.secret": "none", "before.hand": "none",
        "was.on": "all", "was.secret": "none", "was.hand": "owner",
    }  # fmt: skip


def test_what_was_is_not_drawn_on_the_board() -> None:
    assert [d.variable for d in program().drawings] == ["on"]


SINCE = """ruleset back "Looking back"
  players A, B
  state since: 0..3 = 0
  state secret: 0..3 = 0 seen by none
  state place: Player -> 0..3 = 0
  procedure hide()
    secret := since
  let known = since < 3 since since = 0
  let hidden = secret = 0
  play
    repeat
      choose A
        since when since < 3 and (known since hidden)
          since += 1
        stop when since >= 0 since since = 3
          draw
  check each_of: always all p in Player, n in (0..1): (place[p] = n since secret = n)
  check first: never some p in Player: (p is A since place[p] = 1)
  check inner: never after hide(): since = 3 since after hide(): since = 1
"""


@pytest.mark.thorough
def test_what_has_held_is_seen_by_those_who_see_all_that_it_mentions() -> None:
    found = {v.name: v.seen for v in instantiate(load_text(SINCE, "back.rules")).variables}
    assert found == {
        "since": "all", "secret": "none", "since.1": "all", "since.2": "none", "since.3": "all",
        "since.4": "none", "since.5": "all", "since.6": "none", "place": "all",
    }  # fmt: skip


@pytest.mark.parametrize("way", ["left", "right"])
def test_a_reading_may_leave_nothing_to_look_back_at(way: str) -> None:
    ruleset = load_text(
        """\
ruleset looking "Looking back"
  players A, B
  reading way "Is it asked?"
    left: "yes" default
    right: "no"
  state n: 0..2 = 0
  play
    choose A
      go when was (way is left and n = 0)
        n += 1
      stop
        nothing
    draw
""",
        "looking.rules",
    )
    game = PythonGame(instantiate(ruleset, readings={"way": way}))
    first = game.new()
    said = [game.text(first, action) for action in game.legal(first)]
    assert said == (["go", "stop"] if way == "left" else ["stop"])
