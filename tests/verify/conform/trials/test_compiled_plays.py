"""Plays in C, for what no play in Python took: when they are looked for, and how far they come."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.shipped import ruleset, shipped

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.trials import out_of_reach
from rulewright.verify.conform.trials import suite as suites
from rulewright.verify.conform.trials.branches import branched
from rulewright.verify.conform.trials.suite import suite
from rulewright.verify.effort.conforming import Covering
from rulewright.verify.limits import Budget


@pytest.mark.thorough
@pytest.mark.parametrize(("spent", "begun"), [(0.0, 2), (6.0, 1)])
def test_nothing_is_compiled_shortly_before_the_time_is_up(
    spent: float, begun: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 9 seconds, the first look in C takes some; compiling needs 5."""
    now = [0.0]
    looked: list[str] = []

    def looking(name: str) -> Callable[..., tuple[()]]:
        def look(*_: object) -> tuple[()]:
            looked.append(name)
            now[0] += spent
            return ()

        return look

    monkeypatch.setattr(suites, "COVERING", Covering(positions=1, plays=0, compiling=5.0))
    monkeypatch.setattr(suites, "_of_this_process", lambda: lambda: now[0])
    monkeypatch.setattr(out_of_reach, "COVERING", Covering(proof_blocks=0))
    for name in ("random_plays", "plays_toward"):
        monkeypatch.setattr(suites, name, looking(name))
    suite(ruleset("leduc_poker"), shipped("leduc_poker", "box"), Budget(9.0))
    assert looked == ["random_plays", "plays_toward"][:begun]


@pytest.mark.heavy
@pytest.mark.skipif(bool(available()), reason="no C compiler")
def test_branches_that_no_play_in_python_took_are_taken_in_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing but the first position is looked at in Python here, and nothing is played at random."""
    monkeypatch.setattr(suites, "COVERING", Covering(positions=1, plays=0))
    pig, program = ruleset("pig"), shipped("pig", "small")
    hurried = suite(pig, program, Budget(suites.COVERING.compiling - 1))
    made = suite(pig, program, Budget(None))
    assert len([way for kind, way in hurried.uncovered if kind == "branch"]) > 2
    assert not [way for kind, way in made.uncovered if kind == "branch"]
    assert made == suite(pig, program, Budget(None)), "the same each time"
    marked = branched(pig, program)
    game = PythonGame(marked.program)
    taken = set[str]()
    for play in made.plays:
        state = game.new()
        for text in play:
            state = game.apply(state, game.parse(state, text))
        taken |= {name for mark, name in marked.branches if game.value(state, mark)}
    assert taken == {name for _, name in marked.branches}, "each branch, by playing the plays again"


LADDER = """ruleset ladder "Ladder"
  players A, B
  state height: 0..30 = 0
  state top: Bool = no
  play by [play]
    repeat 200 times
      choose A
        {names}
        rest when height = 30 by [play]
          nothing
    draw
  procedure step(right: Bool) by [play]
    if right
      {step}
    else: height := 0
"""
"""One of four actions leads up, three down to the ground: random play comes to the top in one of 4^30 tries.
There one may rest, which nothing else in the rules tells.
"""


@pytest.mark.heavy
@pytest.mark.skipif(bool(available()), reason="no C compiler")
@pytest.mark.parametrize(
    "step",
    [
        "if height < 30: height += 1\n      else: top := yes",
        "height := if height < 30 then height + 1 else 30",
    ],
    ids=["a branch at the top, and an option", "an option alone"],
)
def test_play_goes_on_from_positions_that_are_new(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No search helps: nothing but the first position is looked at in Python."""
    monkeypatch.setattr(suites, "COVERING", Covering(positions=1, plays=0))
    options = [f"{name} by [play]\n          step({yes})" for name, yes in
               (("east", "no"), ("north", "yes"), ("south", "no"), ("west", "no"))]  # fmt: skip
    text = LADDER.format(names="\n        ".join(options), step=step)
    ladder = load_text(text, "ladder.rules")
    made = suite(ladder, instantiate(ladder), Budget(None))
    assert not [way for kind, way in made.uncovered if kind in ("branch", "option")]
    assert any(play.count("north") >= 30 for play in made.plays)
    assert any("rest" in play for play in made.plays)
