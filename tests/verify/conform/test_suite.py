"""Suites: what they cover, that they are written and read, and that they are few and short."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from tests.shipped import ruleset, shipped
from tests.tiers import heavy
from tests.verify.conform.asking import known

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.instantiate import instance_names, instantiate, is_as_its_variant
from rulewright.dsl.load import load, load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.answers.kept import (
    Kept,
    KeptAnswer,
    KeptComparison,
    KeptGame,
    KeptOpen,
    KeptPlay,
)
from rulewright.verify.conform.rules.expected import beginning
from rulewright.verify.conform.rules.not_legal import Illegal, not_legal
from rulewright.verify.conform.trials import coverage, out_of_reach
from rulewright.verify.conform.trials import suite as suites
from rulewright.verify.conform.trials.branches import branched
from rulewright.verify.conform.trials.coverage import PlayCoverage
from rulewright.verify.conform.trials.suite import Suite, read, suite, written
from rulewright.verify.effort.conforming import Covering
from rulewright.verify.limits import Budget


@pytest.mark.thorough
def test_everything_of_a_small_game_is_covered() -> None:
    made = suite(ruleset("leduc_poker"), shipped("leduc_poker", "box"), Budget(None))
    assert made.uncovered == {("boundary", "paid = 0")}, "before anybody decides, all have paid"
    assert made.counts()["option"] == (3, 3)
    assert made.counts()["chance"] == (12, 12), "six cards in a hand, six on the table"
    assert len(made.plays) < 20
    lengths = [len(play) for play in made.plays]
    assert lengths == sorted(lengths) != lengths[::-1], "the short ones come first"


@pytest.mark.parametrize(
    ("name", "instance", "winners"),
    [("pig", "small", ("First", "Second")), ("hex", "small", ("Vertical", "Horizontal"))],
)
def test_everybody_wins_a_play(name: str, instance: str, winners: tuple[str, ...]) -> None:
    """It is not known beforehand who may: what is, is covered long before."""
    program = shipped(name, instance)
    game = PythonGame(program)
    won: set[str] = set()
    for play in suite(ruleset(name), program, Budget(None)).plays:
        state = game.new()
        for text in play:
            state = game.apply(state, game.parse(state, text))
        outcome = game.outcome(state)
        won |= {program.players.labels[i] for i in outcome.winners} if outcome else set()
    assert won == set(winners)


@pytest.mark.thorough
def test_the_ends_of_the_range_of_a_number_that_is_kept_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = """ruleset piles "Piles"
      players A, B
      state left: 0..9 = 3
      play by [play]
        repeat
          turns for p in Player
            choose p
              take_one by [take]
                left -= 1
            if left = 0: win p by [end]
    """
    piles = load_text(rules, "piles.rules")
    made = suite(piles, instantiate(piles), Budget(None))
    assert ("boundary", "left = 0") in made.covered
    assert made.uncovered == {("boundary", "left = 9")}
    assert made.complete, "with 3, 2, 1 and none left nothing else can come"
    monkeypatch.setattr(suites, "COVERING", Covering(positions=3))
    again = suite(piles, instantiate(piles), Budget(None))
    assert again.uncovered == made.uncovered
    assert not again.complete, "there may have been more behind the third position"
    assert not suite(piles, instantiate(piles), Budget(0.0)).complete


DEAD = """ruleset way "A way"
  players A, B
  state at: 0..9 = 0
  state won_by: Player? = none
  play by [play]
    repeat
      turns for p in Player
        choose p
          go by [go]
            at := if at < 6 then at + 1 else 6
            if at > 7: won_by := p
            if at = 6: won_by := p
          fly when at = 8 by [fly]
            at := 0
        if won_by is p: win p by [end]
"""


@pytest.mark.thorough
@pytest.mark.parametrize("proved", [*heavy([True]), False])
def test_what_no_play_comes_to_is_proved_or_not_said(
    proved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but the first two positions is looked at: that nothing was found there is no proof."""
    way = load_text(DEAD, "way.rules")
    program = instantiate(way)
    whole = suite(way, program, Budget(None))
    assert whole.complete, "the whole rest is proved by the search"
    dead = {("branch", "11:16, if at > 7"), ("option", "play: fly")}
    live = {("branch", "12:16, if at = 6")}
    assert whole.never == whole.uncovered >= dead
    assert not live & whole.uncovered
    few = Covering(positions=2, plays=0, quiet_plays=0, compiling=1e9)
    monkeypatch.setattr(suites, "COVERING", few)
    if not proved:
        monkeypatch.setattr(out_of_reach, "COVERING", Covering(proof_blocks=0))
    made = suite(way, program, Budget(60))
    assert not made.complete
    assert dead | live <= made.uncovered
    assert made.never == (dead if proved else set())
    assert live <= made.open
    never = json.loads(written(program, made))["never"]
    assert never == (["branch: 11:16, if at > 7", "option: play: fly"] if proved else [])


@pytest.mark.thorough
def test_after_its_moment_nothing_is_begun_and_nothing_said_to_be_proved() -> None:
    """The moment is one of the clock, however much is left of the budget."""
    way, told = load_text(DEAD, "way.rules"), list[str]()
    program = instantiate(way)
    made = suite(way, program, Budget(None), tell=told.append, until=Budget(0.0).start())
    assert made.complete, "what Python found until then stays"
    with pytest.MonkeyPatch.context() as patch:
        few = Covering(positions=2, plays=0, quiet_plays=0)
        patch.setattr(suites, "COVERING", few)
        made = suite(way, program, Budget(None), tell=told.append, until=Budget(0.0).start())
    assert (made.complete, made.cut_off, made.never) == (False, True, frozenset())
    assert not [what for what in told if "in C" in what or "proved" in what]


def test_nothing_is_lacking_where_all_is_covered() -> None:
    goals = frozenset({("option", "place"), ("outcome", "draw")})
    assert not Suite((), goals, frozenset(), cut_off=True).lacking
    assert Suite((), goals, frozenset({("option", "pass")}), cut_off=True).lacking
    left = frozenset({("option", "pass")})
    assert not Suite((), goals, left).lacking, "it cannot be covered"
    assert not Suite((), goals, left, cut_off=True, complete=True).lacking, "nor can it here"


def test_only_what_is_proved_is_said_to_be() -> None:
    covered, fly, go = (frozenset({("option", name)}) for name in ("stay", "fly", "go"))
    assert Suite((), covered, frozenset()).rest == ""
    assert Suite((), covered, frozenset(), complete=True).rest == ""
    assert Suite((), covered, fly).rest == "; --suite FILE names what is left"
    assert "is proved, as all" in Suite((), covered, fly, complete=True, never=fly).rest
    assert "moves did not" not in Suite((), covered, fly, moves=7, never=fly).rest
    made = Suite((), covered, fly | go, cut_off=True, moves=7, never=fly)
    assert made.lacking
    assert made.rest == (
        "; the time was up before the rest was found: see --budget"
        "; to the branches and options that are left 7 moves did not come"
        "; proved that no play comes to option fly"
        "; --suite FILE names what is left"
    )
    assert not Suite((), covered, fly, cut_off=True, never=fly).lacking


@pytest.mark.thorough
def test_the_plays_are_plays_and_stand_in_a_file() -> None:
    program = shipped("pig", "small")
    made = suite(ruleset("pig"), program, Budget(None))
    game = PythonGame(program)
    for play in made.plays:
        state = game.new()
        for text in play:
            state = game.apply(state, game.parse(state, text))
    assert read(written(program, made), program) == made.plays
    with pytest.raises(ValueError, match="another game"):
        read(written(program, made), shipped("pig", "box"))
    with pytest.raises(ValueError, match="suite of version"):
        read('{"suite": 7}', program)
    with pytest.raises(ValueError, match="no JSON"):
        read("nonsense", program)


@pytest.mark.thorough
def test_writing_branches_down_changes_nothing_else() -> None:
    program = shipped("connectfour", "small")
    marked = branched(ruleset("connectfour"), program)
    added = {*marked.contexts, *(mark for mark, _ in marked.branches)}
    one, two = PythonGame(program), PythonGame(marked.program)
    a, b = one.new(), two.new()
    while one.legal(a):
        assert one.legal(a) == two.legal(b)
        action = one.legal(a)[-1]
        a, b = one.apply(a, action), two.apply(b, action)
        for v in program.variables:
            assert one.value(a, v.name) == two.value(b, v.name)
    assert one.outcome(a) == two.outcome(b)
    assert any(two.value(b, name) for name in added)


def test_a_branch_counts_once_whoever_performs_it_and_not_where_it_is_known_not_to_be_taken() -> (
    None
):
    rules = """ruleset pay "Pay"
      players A, B
      reading rich "Rich?" by [play]
        poor: "no" default
        wealthy: "yes"
      state left: 0..9 = 3
      state paid: 0..9 = 0
      play by [play]
        pay(no)
        pay(yes)
        choose A
          more by [play]
            pay(no)
          most when rich is wealthy by [play]
            if paid = 9: left := 0
        if in_need: paid := 1
        win A
      let in_need = rich is poor or paid > 3
      procedure pay(everything: Bool) by [play]
        if everything
          paid := left
        else if left > 0
          left -= 1
        else if rich is wealthy
          paid := 9
    """
    pay = load_text(rules, "pay.rules")
    program = instantiate(pay)
    named = [name for _, name in branched(pay, program).branches]
    assert named == [
        "16:12, if in_need",
        "20:12, if everything",
        "22:17, if left > 0",
        "24:17, else of rich is wealthy",
    ], "nor in what a function asks that is the same throughout"
    made = suite(pay, program, Budget(None))
    assert made.counts()["branch"] == (3, 4)
    assert made.uncovered >= {("branch", "24:17, else of rich is wealthy")}
    assert made.counts()["option"] == (1, 1), "nobody has most to choose"


@pytest.mark.thorough
def test_every_player_takes_every_option_and_every_action_if_they_are_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nine squares of tic-tac-toe for each of the two; in Kuhn's poker who opens answers, too."""
    place, poker = (
        suite(ruleset(name), shipped(name, "box"), Budget(None)).counts()
        for name in ("tictactoe", "kuhn_poker")
    )
    assert (place["action"], place["player"]) == ((18, 18), (2, 2))
    assert (poker["action"], poker["player"]) == ((4, 4), (8, 8))
    monkeypatch.setattr(coverage, "COVERING", Covering(actions=17))
    many = suite(ruleset("tictactoe"), shipped("tictactoe", "box"), Budget(None)).counts()
    assert "action" not in many
    assert many["player"] == (2, 2)


MADE = """
from tests.shipped import ruleset, shipped
from rulewright.verify.conform.trials.suite import suite
from rulewright.verify.limits import Budget

print(suite(ruleset("tictactoe"), shipped("tictactoe", "box"), Budget(None)).plays)
"""


@pytest.mark.heavy
def test_a_suite_made_again_is_the_same(request: pytest.FixtureRequest) -> None:
    """Whatever order sets of texts have, which is another one in each process."""
    places = os.pathsep.join(filter(None, sys.path))
    made = {
        subprocess.run(
            [sys.executable, "-c", MADE], check=True, capture_output=True, cwd=request.config.rootpath,
            env={**os.environ, "PYTHONPATH": places, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(made) == 1


@pytest.mark.thorough
def test_what_is_known_already_is_in_the_suite() -> None:
    """The example of pig, what its answers are kept with, and the play that tells `enough` apart."""
    pig = load(find("pig"), every=False)
    program = instantiate(pig, instance="small")
    game = PythonGame(program)
    moves = (("First", "roll"), ("chance", "die 3"), ("First", "stop"))
    kept = Kept(
        "pig", games={"instance small": KeptGame({"ends": KeptAnswer("refuted", KeptPlay(moves))})}
    )
    more = known(game, pig, kept, Budget(None).start())
    assert set(more) == {
        ("example", "enough"),
        ("finding", "ends"),
        ("reading", "enough = goes_on"),
    }
    assert more["finding", "ends"] == ("roll", "die 3", "stop")
    assert more["example", "enough"] == ("roll", "die 3", "roll", "die 3", "stop")
    other = PythonGame(instantiate(pig, instance="small", readings={"enough": "goes_on"}))
    apart = more["reading", "enough = goes_on"]
    state, twin = game.new(), other.new()
    for text in apart:
        assert [game.text(state, a) for a in game.legal(state)] == [
            other.text(twin, a) for a in other.legal(twin)
        ]
        state = game.apply(state, game.parse(state, text))
        twin = other.apply(twin, other.parse(twin, text))
    assert len(game.legal(state)) != len(other.legal(twin))
    made = suite(pig, program, Budget(None), 0, more)
    assert set(more) <= made.covered
    assert all(any(p[: len(t)] == t for p in made.plays) for t in more.values())


def test_the_ends_of_the_range_of_a_number_that_is_chosen_are_covered_and_passed() -> None:
    """One of two numbers cannot be chosen; and what lies beyond both ends is tried."""
    rules = """ruleset piles "Piles"
      players A, B
      state left: 0..3 = 3
      play by [play]
        repeat
          turns for p in Player
            choose p
              take_some(n: 1..5) when n <= left by [take]
                left -= n
            if left = 0: win p by [end]
    """
    piles = load_text(rules, "piles.rules")
    program = instantiate(piles)
    made = suite(piles, program, Budget(None))
    assert ("boundary", "take_some(n) = 1") in made.covered
    assert ("boundary", "take_some(n) = 5") in made.uncovered
    first = beginning(PythonGame(program))
    tried = not_legal(first, Illegal(each=10))
    assert {*tried} == {f"take_some {n}" for n in (0, 4, 5, 6)}


def test_what_is_kept_of_a_game_is_known_of_it_whatever_it_is_called_there() -> None:
    """Nobody has the time to look for a play that tells `enough` apart: the kept one is longer than it need be."""
    pig = load(find("pig"), every=False)
    program = instantiate(pig)
    assert instance_names(pig, program) == ("box",)
    assert instance_names(pig, instantiate(pig, readings={"enough": "goes_on"})) == ()
    assert is_as_its_variant(pig, program)
    assert not is_as_its_variant(pig, instantiate(pig, instance="small"))
    moves = (("First", "roll"), ("chance", "die 3"), ("First", "stop"))
    kept = Kept(
        "pig",
        games={"instance box": KeptGame({"ends": KeptAnswer("refuted", KeptPlay(moves))})},
        comparisons=(
            KeptComparison("enough", "goes_on", "instance box", KeptPlay(moves[:2])),
            KeptComparison("enough", "else", "instance small", KeptPlay(moves)),
            KeptComparison("enough", "other", "instance box", KeptOpen("nobody knows")),
        ),
    )
    other = replace(kept, games={"variant standard": kept.games["instance box"]}, comparisons=())
    small = PythonGame(instantiate(pig, instance="small"))
    assert not [g for g in known(small, pig, other, Budget(0.0).start()) if g[0] == "finding"]
    more = known(PythonGame(program), pig, kept, Budget(0.0).start())
    assert more["finding", "ends"] == ("roll", "die 3", "stop")
    assert more["reading", "enough = goes_on"] == ("roll", "die 3")
    assert {goal for goal in more if goal[0] != "example"} == {
        ("finding", "ends"),
        ("reading", "enough = goes_on"),
    }


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "instance", "seconds", "found", "looked"),
    [
        ("hex", "small", 1_000, True, 32),
        ("tictactoe", "box", 10_000, False, 3_000),
        ("hex", "small", 20, None, 6),
        ("tictactoe", "box", 100, None, 26),
    ],
)
def test_a_search_for_which_there_is_no_time_is_given_up(
    name: str, instance: str, seconds: int, found: bool | None, looked: int
) -> None:
    """Each position takes a second. All there are, as many as are looked at, and those of a quarter of the time."""
    said: list[str] = []
    seen = PlayCoverage(ruleset(name), shipped(name, instance), said.append)
    deadline = Budget(seconds).start(lambda: float(len(said)))
    assert seen.breadth_first(3_000, deadline) is found
    assert len(said) == looked
