"""Decisions and chance: who is asked, what is legal, what follows."""

from __future__ import annotations

import pytest
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir.code import Branch
from rulewright.dsl.ir.names import source_name
from rulewright.dsl.ir.program import Chance, Decision
from rulewright.dsl.ir.types import Int, Map
from rulewright.dsl.ir.walk import reads
from rulewright.dsl.load import load_text


def test_the_player_named_decides_among_the_options_in_order() -> None:
    done = Play(game("choose B\n  left\n    n := 1\n  right\n    n := 2\ndraw"))
    assert (done.player, done.options()) == ("B", ["left", "right"])
    assert isinstance(done.node, Decision)
    assert not done.node.secret
    left, right = done.copy().choose("left"), done.copy().choose("right")
    assert (left["n"], left.end) == ("1", "draw")
    assert (right["n"], right.end) == ("2", "draw")


def test_who_decides_may_be_somebody_chosen_before() -> None:
    done = Play(game("B chooses q in Player\nchoose q\n  stop\n    draw"))
    assert done.choose("q(C)").player == "C"


def test_parameters_range_over_types_and_sets_and_may_use_earlier_ones() -> None:
    play = """
        choose A
          pair(j: 1..3, k: (j + 1)..3)
            log := [j, k]
          who(p: Player - {B}, q: {p, C})
            log := [number(p), number(q)]
        draw
    """
    done = Play(game(play))
    assert done.options() == [
        "pair(1, 2)", "pair(1, 3)", "pair(2, 3)", "who(A, A)", "who(A, C)", "who(C, C)",
    ]  # fmt: skip
    assert done.copy().choose("pair(1, 3)")["log"] == "[1, 3]"
    assert done.copy().choose("who(A, C)")["log"] == "[1, 3]"


def test_all_when_hold_and_no_unless() -> None:
    play = """
        choose A
          take(k: 1..6) when k > 1, k mod 2 = 0 unless k = 4, k = 9
            n := k
        draw
    """
    assert Play(game(play)).options() == ["take(2)", "take(6)"]


def test_what_a_guard_excludes_is_known_in_the_option() -> None:
    parts = "state chosen: Player -> Player? = none"
    play = """
        chosen[B] := C
        choose A
          go(p: Player) when chosen[p] is not none
            n := 1
          also(q: Player) when chosen[q] is C
            log := [number(q)]
        draw
    """
    done = Play(game(play, parts))
    assert done.options() == ["go(B)", "also(B)"]
    assert done.choose("also(B)")["log"] == "[2]"


def test_what_a_parameter_and_a_guard_tell_is_known_further_on() -> None:
    parts = "state chosen: Player -> Player? = none"
    play = """
        chosen[B] := C
        choose A
          one(p: Player) when chosen[p] is not none, number(chosen[p]) = 3
            n := number(chosen[p])
          two(p: Player, q: those r in Player - {A}: chosen[p] is not none)
            n := number(chosen[p]) + number(q)
          none_but(p: Player) unless chosen[p] is none, number(chosen[p]) = 2
            n := number(chosen[p]) + 3
        draw
    """
    done = Play(game(play, parts))
    assert done.options() == ["one(B)", "two(B, B)", "two(B, C)", "none_but(B)"]
    assert done.copy().choose("two(B, C)")["n"] == "6"
    assert done.copy().choose("none_but(B)")["n"] == "6"


def test_without_a_legal_option_play_is_stuck() -> None:
    done = Play(game("choose A\n  up when n = 1\n    n := 2\ndraw"))
    assert isinstance(done.node, Decision)
    assert done.options() == []


def test_otherwise_happens_without_asking() -> None:
    play = """
        choose A
          up(k: 1..3) when k + n > 3
            log := [k]
        otherwise
          log := [9]
        draw
    """
    assert Play(game(play)).end == "draw"
    assert Play(game(play))["log"] == "[9]"
    assert Play(game(f"n := 2\n{play.replace(chr(10) + '        ', chr(10))}")).options() == [
        "up(2)", "up(3)",
    ]  # fmt: skip


def test_otherwise_happens_if_no_later_parameter_has_a_value() -> None:
    play = """
        choose A
          two(j: 1..2, k: those i in 1..n: i > j)
            log := [j, k]
        otherwise
          log := [9]
        draw
    """
    assert Play(game(play))["log"] == "[9]"
    done = Play(game(play).replace("state n: 0..20 = 0", "state n: 0..20 = 2"))
    assert done.options() == ["two(1, 2)"]
    assert done.choose("two(1, 2)")["log"] == "[1, 2]"


def test_a_pick_of_one_is_no_decision() -> None:
    play = """
        B chooses k in those j in 1..3: j > n
        log := log ++ [k]
        n := 2
        B chooses j in those i in 1..3: i > n
        log := log ++ [j]
        draw
    """
    done = Play(game(play))
    assert (done.player, done.options()) == ("B", ["k(1)", "k(2)", "k(3)"])
    assert isinstance(done.node, Decision)
    assert not done.node.secret
    assert done.choose("k(2)").end == "draw"
    assert done["log"] == "[2, 3]"


def test_how_many_there_are_to_pick_is_from_none_to_all() -> None:
    program = Play(game("A chooses k in those j in 1..3: j > n\nn := k\ndraw")).program
    ends = [block.terminator for block in program.blocks]
    compared = [end.condition for end in ends if isinstance(end, Branch)]
    (size,) = [c.left for c in compared if isinstance(c, x.Compare)]
    assert isinstance(size, x.Size)
    assert size.type == Int(0, 3)


def test_a_pick_of_none_is_stuck() -> None:
    done = Play(game("A chooses k in those j in 1..3: j > 5\nn := k\ndraw"))
    assert isinstance(done.node, Decision)
    assert done.options() == []
    (parameter,) = done.node.choices[0].parameters
    assert source_name(parameter.name) == "k"


def test_an_item_picked_stays_what_it_was_when_its_list_changes() -> None:
    play = "log := [3, 5]\nA chooses k in log\nlog := [9, 9]\nn := k\ndraw"
    done = Play(game(play))
    assert [done.copy().choose(option)["n"] for option in done.options()] == ["3", "5"]


def test_a_pick_of_components_is_a_set_of_places() -> None:
    parts = 'board net = graph("a-b c-d e-f")'
    play = """
        A chooses part in components(Place - {f})
        log := [size(part)]
        n := if c in part then 1 else 2
        draw
    """
    done = Play(game(play, parts))
    assert done.options() == ["part(a)", "part(c)", "part(e)"]
    assert done.copy().choose("part(c)")["log"] == "[2]"
    assert done.copy().choose("part(c)")["n"] == "1"
    assert done.copy().choose("part(e)")["log"] == "[1]"


def test_secret_choices_take_effect_after_all_have_decided() -> None:
    play = """
        each p in {A, C} secretly chooses
          show(k: 1..2) when n = 0
            n += k
            log := log ++ [number(p), k]
          hide
            log := log ++ [number(p), n]
        draw
    """
    done = Play(game(play))
    assert (done.player, done.options()) == ("A", ["show(1)", "show(2)", "hide"])
    assert isinstance(done.node, Decision)
    assert done.node.secret
    done.choose("show(2)")
    assert (done.player, done["n"], done["log"]) == ("C", "0", "[]")
    assert done.options() == ["show(1)", "show(2)", "hide"]  # A's effects have not happened
    assert done.copy().choose("show(1)")["log"] == "[1, 2, 3, 1]"
    assert done.choose("hide")["log"] == "[1, 2, 3, 2]"
    assert done.end == "draw"


def test_what_may_be_chosen_secretly_depends_on_who_chooses() -> None:
    play = """
        each p in {A, C} secretly chooses
          show(k: 1..number(p)) when k != 2
            log := log ++ [number(p), k]
          hide unless p is A
            log := log ++ [number(p), 0]
        draw
    """
    done = Play(game(play))
    assert (done.player, done.options()) == ("A", ["show(1)"])
    done.choose("show(1)")
    assert (done.player, done.options()) == ("C", ["show(1)", "show(3)", "hide"])
    assert done.copy().choose("show(3)")["log"] == "[1, 1, 3, 3]"
    assert done.choose("hide")["log"] == "[1, 1, 3, 0]"


def test_who_is_asked_secretly_is_settled_before_anybody_is() -> None:
    play = """
        n := 1
        each p in those q in Player: was n = 0 secretly chooses
          go
            log := log ++ [number(p)]
        draw
    """
    assert Play(game(play)).choose("go", "go", "go")["log"] == "[1, 2, 3]"


def test_who_was_asked_secretly_is_still_known_behind_it() -> None:
    play = """
        let asked = those q in Player: q is not B or n = 1
        each p in asked secretly chooses
          go
            n += 1
        log := [size(asked), n]
        draw
    """
    assert Play(game(play)).choose("go", "go")["log"] == "[2, 2]"


def test_what_was_chosen_secretly_is_kept_for_its_owner_only() -> None:
    play = """
        each p in Player secretly chooses
          show(k: 1..2)
            n += k
          hide
            n += 3
          wait
            n += 4
        draw
    """
    program = Play(game(play)).program
    kept = {v.name: v.type for v in program.variables if v.kind == "frame" and v.seen == "owner"}
    players = program.players
    assert kept == {"chosen": Map(players, Int(0, 2)), "show_k": Map(players, Int(1, 2))}
    assert all(v.seen in {"owner", "all"} for v in program.variables)


def test_the_last_secret_option_is_what_is_left() -> None:
    play = "each p in {A, C} secretly chooses\n  go\n    n := 1\n  stay\n    n := 2\ndraw"
    program = Play(game(play)).program
    ends = [block.terminator for block in program.blocks]
    tests = [end for end in ends if isinstance(end, Branch) and "chosen" in reads(end.condition)]
    assert len(tests) == 1
    assert "deciders" not in {v.name for v in program.variables}  # Who is asked is a constant.


def test_a_roll_is_chance_with_weights() -> None:
    done = Play(game("roll k of (0..3) with weight 3 - k\nn := k\ndraw"))
    assert isinstance(done.node, Chance)
    assert done.options() == ["k(0)", "k(1)", "k(2)"]  # 3 has no weight
    assert done.copy().choose("k(2)")["n"] == "2"
    evens = Play(game("roll k of those j in 1..4: j mod 2 = 0\nn := k\ndraw"))
    assert evens.options() == ["k(2)", "k(4)"]
    assert isinstance(evens.node, Chance)
    assert evens.node.weight == fold.number(1)


def test_what_was_is_what_the_last_decision_found() -> None:
    play = """
        n := 1
        choose A
          go
            n := 2
            log := log ++ [was n]
        B chooses k in {3, 4}
        n := k
        log := log ++ [was n]
        roll r of (5..6)
        n := r
        log := log ++ [was n]
        each p in {C} secretly chooses
          go
            n := 7
            log := log ++ [was n]
        draw
    """
    done = Play(game(play))
    assert done.choose("go", "k(4)", "r(5)", "go")["log"] == "[1, 2, 4, 5]"


def test_an_option_may_be_called_like_a_statement() -> None:
    assert Play(game("choose A\n  draw\n    n := 1\n  take\n    n := 2\ndraw")).options() == [
        "draw", "take",
    ]  # fmt: skip


REFUSED = {
    "nobody": ("choose 3\n  up\n    n := 1", "expected a Player"),
    "when no truth": ("choose A\n  up when n\n    n := 1", "expected yes or no"),
    "parameter of no set": ("choose A\n  up(k: n)\n    n := 1", "expected a set"),
    "later parameter": ("choose A\n  up(j: (1..k), k: 1..3)\n    n := 1", "there is no k here"),
    "parameter outside": ("choose A\n  up(k: 1..3)\n    n := 1\nn := k", "there is no k here"),
    "an item is no position": ("A chooses k in log\nvar j: 0..19 = k\nn := j", "only 0..19 fits"),
    "pick of no set": ("A chooses k in n\nn := 1", "expected a set"),
    "chance over no set": ("roll k of n\nn := 1", "expected a set"),
    "negative weight": ("roll k of (1..3) with weight 2 - k\nn := 1", "cannot be below 0"),
    "secret of numbers": ("each k in (1..3) secretly chooses\n  up\n    n := 1", "expected players"),
    "secret option twice": (
        "each p in Player secretly chooses\n  up\n    n := 1\n  up\n    n := 2",
        "the option up stands here twice",
    ),
    "option twice": (
        "choose A\n  up\n    n := 1\n  up\n    n := 2", "the option up stands here twice",
    ),
    "parameter in otherwise": (
        "choose A\n  up(k: 1..3)\n    n := k\notherwise\n  n := k", "there is no k here",
    ),
    "guard in otherwise": (
        "choose A\n  up when n < 3\n    n := 1\notherwise\n  var j: 0..2 = n\n  n := j",
        "only 0..2 fits here",
    ),
    "parameter changed": ("choose A\n  up(k: 1..3)\n    k := 1", "never changes"),
    "decision in a plain place": (
        "for c in components({a}): ask()", "cannot contain decisions or jumps",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    play, said = REFUSED[name]
    parts = 'board net = graph("a-b")\nprocedure ask()\n  choose A\n    up\n      n := 1'
    if "ask()" not in play:
        parts = ""
    with pytest.raises(RulesetError) as caught:
        load_text(game(f"{play}\ndraw", parts), "refused.rules")
    assert said in str(caught.value)
