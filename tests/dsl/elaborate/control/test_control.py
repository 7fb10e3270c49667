"""Every statement that steers play, with its meaning."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ir.code import Branch, When
from rulewright.dsl.ir.program import Fault
from rulewright.dsl.load import load_text

ASK = "choose p\n  go\n    log := log ++ [number(p)]"


def drawn(play: str) -> str:
    """The play with a draw at its end."""
    return f"{dedent(play).strip(chr(10))}\ndraw"


def logged(play: str, *choices: str, parts: str = "") -> str:
    """The log at the end of a play that ends in a draw."""
    done = Play(game(drawn(play), parts)).choose(*choices)
    assert done.end == "draw"
    return done["log"]


@pytest.mark.parametrize(
    ("head", "order"),
    [
        ("for p in Player", "[1, 2, 3]"),
        ("for p in Player from B", "[2, 3, 1]"),
        ("for p in Player from A", "[1, 2, 3]"),
        ("for p in Player after B", "[3, 1, 2]"),
        ("for p in Player after C", "[1, 2, 3]"),
        ("for p in Player from B if p is not C", "[2, 1]"),
        ("for p in Player if p is not A", "[2, 3]"),
        ("for p in {C, A}", "[1, 3]"),
        ("for p in {C, A} from B", "[3, 1]"),
        ("for p in {C, A} after C", "[1, 3]"),
        ("turns for p in Player after A", "[2, 3, 1]"),
    ],
)
@pytest.mark.parametrize("deciding", [False, True])
def test_the_order_of_a_loop(head: str, order: str, deciding: bool) -> None:
    body = "  log := log ++ [number(p)]"
    if deciding:
        body = "  choose p\n    go\n      log := log ++ [number(p)]"
    choices = ["go"] * (order.count(",") + 1) if deciding else []
    assert logged(f"{head}\n{body}", *choices) == order


def test_the_members_of_a_loop_are_those_before_it() -> None:
    play = """
        for k in those j in 1..4: j > n
          choose A
            up
              n := 4
          log := log ++ [k]
    """
    assert logged(play, "up", "up", "up", "up") == "[1, 2, 3, 4]"


def test_an_order_chosen_by_a_player() -> None:
    done = Play(game("for k in (1..3) in an order chosen by B\n  log := log ++ [k]\ndraw"))
    assert (done.player, done.options()) == ("B", ["k(1)", "k(2)", "k(3)"])
    assert done.choose("k(2)").options() == ["k(1)", "k(3)"]
    assert done.choose("k(3)").end == "draw"  # the last one is no decision
    assert done["log"] == "[2, 3, 1]"


def test_repeat_until_tests_before_every_pass() -> None:
    assert logged("n := 3\nrepeat until n >= 3\n  n := 9\nlog := [n]") == "[3]"
    assert logged("repeat until n >= 3\n  n += 2\nlog := [n]") == "[4]"


def test_repeat_times_counts_once() -> None:
    assert logged("n := 2\nrepeat n times\n  n += 1\nlog := [n]") == "[4]"
    assert logged("repeat 0 times\n  n += 1\nlog := [n]") == "[0]"


def test_leave_and_next_are_about_the_innermost_loop() -> None:
    play = """
        for k in (1..4)
          if k = 2: next
          for j in (1..4)
            if j = 3: leave
            log := log ++ [10 * 0 + k + j]
          if k = 3: leave
    """
    assert logged(play) == "[2, 3, 4, 5]"


def test_leave_ends_an_endless_loop() -> None:
    assert logged("repeat\n  n += 1\n  if n = 5: leave\nlog := [n]") == "[5]"


def test_if_else_if_else() -> None:
    play = """
        for k in (1..3)
          if k = 1
            log := log ++ [10]
          else if k = 2: log := log ++ [11]
          else
            log := log ++ [12]
    """
    assert logged(play) == "[10, 11, 12]"


def test_a_match_does_one_of_its_cases() -> None:
    play = """
        for k in (1..4)
          match k
            1 | 3
              log := log ++ [10]
            2: log := log ++ [11]
            else: log := log ++ [12]
    """
    assert logged(play) == "[10, 11, 10, 12]"


def test_the_subject_of_a_match_is_looked_at_once() -> None:
    play = "match n\n  0\n    n := 1\n  1\n    n := 7\n  else: nothing\nlog := [n]"
    assert logged(play) == "[1]"


def test_what_is_never_done_changes_nothing_for_what_is_done_behind_it() -> None:
    parts = """
        param off: 0..1 = 0
        procedure up(p: Player)
          choose p
            go
              n += 1
    """
    play = "if off = 1\n  up(A)\nup(A)\nup(A)\nlog := [n]"
    assert logged(play, "go", "go", parts=dedent(parts)) == "[2]"
    loop = "for p in Player if off = 1\n  up(p)\nup(A)\nlog := [n]"
    assert logged(loop, "go", parts=dedent(parts)) == "[1]"


@pytest.mark.parametrize(
    ("first", "end"), [("n := 13", "[20]"), ("n := 14", "e"), ("n := 19", "d"), ("n := 20", "c")]
)
def test_each_place_has_its_own_fault(first: str, end: str) -> None:
    """Whatever stands before it, in a loop and in a branch: the end that nothing leads to is left out."""
    parts = """
        param off: 0..1 = 0
        procedure up()
          if off = 1: draw
    """
    play = f"""
        up()
        choose A
          go
            {first}
        n += 1                        by [c]
        for p in Player if p is not C
          if p is not A
            n += 5                    by [e]
          else
            n += 1                    by [d]
        log := [n]
    """
    done = Play(game(drawn(play), dedent(parts))).choose("go")
    if isinstance(done.node, Fault):
        assert done.node.clauses == (end,)
    else:
        assert (done.end, done["log"]) == ("draw", end)


def test_a_local_that_changes_is_its_own() -> None:
    assert logged("var v: 0..20 = 1\nlet k = v\nv := 5\nlog := [k, v]") == "[1, 5]"
    assert logged("var v: Player -> 0..20 = 2\nv[B] := 7\nlog := [v[A], v[B]]") == "[2, 7]"


def test_in_a_copy_what_a_parameter_rules_out_is_checked_and_what_the_number_does_is_not() -> None:
    parts = """
        param deep: 0..1 = 1
        procedure total(k: 0..3)
          if k = 0: return
          if {test}: n += 6 div (k - 3)
          total(k - 1)
    """
    play = game("total(2)\ndraw", dedent(parts).replace("{test}", "k = 3"))
    assert load_text(play, "sample.rules")
    wrong = game("total(3)\ndraw", dedent(parts).replace("{test}", "deep = 0"))
    with pytest.raises(RulesetError, match="E227"):
        load_text(wrong, "sample.rules")


def branches(play: str) -> int:
    """How many tests a play makes, in its blocks and in one step."""
    program = Play(game(drawn(play))).program
    tests = [block.terminator for block in program.blocks]
    steps = [statement for block in program.blocks for statement in block.body]
    return sum(isinstance(t, Branch) for t in tests) + sum(isinstance(s, When) for s in steps)


@pytest.mark.parametrize(
    ("play", "number"),
    [
        # The last case is what is left, and is not tested.
        ("match n mod 3\n  0: n := 5\n  1: n := 6\n  2: n := 7", 1),
        (
            "match n mod 3\n  0\n    choose A\n      go\n        nothing\n  1: n := 6\n  2: n := 7",
            2,
        ),
        ("match n mod 3\n  0: n := 5\n  1: n := 6\n  else: n := 7", 1),
        # Who is asked, and whether all were; the same again, and what was chosen, but for the last.
        ("each p in {A} secretly chooses\n  one\n    n := 1\n  two\n    n := 2", 5),
        # What is known before play is not tested.
        ("let k = 2\nif k = 2: n := 1", 0),
        # What changes nothing is not tested.
        ("if n = 0: nothing", 0),
        ("if n = 0\n  nothing\nelse\n  n := 3", 1),
    ],
)
def test_no_more_is_tested_than_has_to_be(play: str, number: int) -> None:
    """Cases that are done in one step are tested inside one another."""
    assert branches(play) == number


def test_what_a_copy_never_comes_to_is_no_part_of_it() -> None:
    """That a parameter says so, inside what the number says, is no less of a reason."""
    parts = """
        param deep: 0..1 = 1
        procedure total(k: 0..3)
          if k = 0
            if deep = 1: return
          n += k
          total(k - 1)
    """
    assert logged("total(3)\nlog := [n]", parts=dedent(parts)) == "[6]"


PROCEDURES = """
procedure inner(k: 0..20) -> 0..20
  if k > 2: return 7 - 1
  return k

procedure outer(k: 0..20) -> 0..20
  let a = inner(k)
  let b = inner(n)
  return if a = b then 20 else a

procedure asked(p: Player) -> 0..20
  choose p
    low
      return 1
    high
      n := 5
  return n
"""


def test_procedures_return_values() -> None:
    parts = PROCEDURES.split("procedure asked")[0]
    assert logged("n := outer(2)\nlog := [n]", parts=parts) == "[2]"
    assert logged("n := outer(3)\nlog := [n]", parts=parts) == "[6]"
    assert logged("n := 9\nn := outer(3)\nlog := [n]", parts=parts) == "[20]"


def test_a_procedure_with_a_decision_returns_from_its_middle() -> None:
    parts = "procedure asked" + PROCEDURES.split("procedure asked")[1]
    play = "let a = asked(A)\nlet b = asked(B)\nlog := [a, b, n]"
    assert logged(play, "low", "high", parts=parts) == "[1, 5, 5]"
    assert logged(play, "high", "low", parts=parts) == "[5, 1, 5]"


def test_a_procedure_without_decisions_can_be_performed_in_a_plain_loop() -> None:
    parts = "procedure more(k: 0..5) -> 0..20\n  n += k\n  return n"
    assert (
        logged("for k in (1..3)\n  log := log ++ [k]\n  n := more(k)", parts=parts) == "[1, 2, 3]"
    )
    done = Play(game("for k in (1..3): n := more(k)\ndraw", parts))
    assert done["n"] == "6"


def test_the_arguments_of_a_procedure_are_the_values_at_its_start() -> None:
    parts = "procedure twice(k: 0..20)\n  n := 9\n  log := log ++ [k, n]"
    assert logged("n := 4\ntwice(n)", parts=parts) == "[4, 9]"


def test_let_keeps_the_value_it_had() -> None:
    assert logged("let k = n\nn := 4\nlog := [k, n]") == "[0, 4]"
    play = "let k = n\nchoose A\n  up\n    n := 4\nlog := [k, n]"
    assert logged(play, "up") == "[0, 4]"


def test_a_local_can_change() -> None:
    play = "var k: 0..20 = 2\nfor j in (1..3): k += j\nlog := [k]"
    assert logged(play) == "[8]"
    play = (
        "var k: 0..20 = 2\nrepeat 2 times\n  choose A\n    up\n      k += 1\n    same\nlog := [k]"
    )
    assert logged(play, "up", "same") == "[3]"


def test_a_branch_of_another_reading_leaves_nothing_behind() -> None:
    parts = 'reading way "which?"\n  left: "left" default\n  right: "right"'
    play = """
        if n = 0
          if way is right
            n := 9
        for k in (1..2)
          if way is left: log := log ++ [k]
          else: n := 8
        log := log ++ [n]
    """
    assert logged(play, parts=parts) == "[1, 2, 0]"
    assert Play(game(drawn(play), parts), readings={"way": "right"})["log"] == "[8]"


def test_winners_and_ranks() -> None:
    points = "state points: Player -> 0..9 = 4"
    assert Play(game("win B")).end == "win {B}"
    assert Play(game("win {A, C}")).end == "win {A, C}"
    assert Play(game("win those p in Player: p is not B")).end == "win {A, C}"
    assert Play(game("win {}")).end == "win {}"
    assert Play(game("draw")).end == "draw"
    assert Play(game("lose")).end == "lose"
    assert Play(game("points[C] := 2\nrank by points", points)).end == "win {A, B}"
    assert Play(game("points[C] := 5\nrank by points", points)).end == "win {C}"
    marks = "let mark(p: Player) = if p is B then 3 else 1"
    assert Play(game("rank by mark", marks)).end == "win {B}"
    perhaps = "let mark(p: Player?) = if p is B then 3 else 1"
    assert Play(game("rank by mark", perhaps)).end == "win {B}"


def test_play_that_runs_out_and_gaps_are_faults() -> None:
    assert "runs out" in Play(game("n := 1")).end
    assert "who begins" in Play(game('gap "who begins"')).end


def test_a_number_that_leaves_its_range_is_a_fault_that_changes_nothing() -> None:
    done = Play(game("choose A\n  up\n    n := 7\n    log := [n]\n    n := n + 19\ndraw"))
    done.choose("up")
    assert "n cannot hold this value" in done.end
    assert (done["n"], done["log"]) == ("0", "[]")


def test_turns_are_counted() -> None:
    play = """
        repeat
          turns for p in Player
            choose p
              one
              two
                choose p
                  more
                    n += 1
            if n = 2: draw
    """
    done = Play(game(play))
    begun = done.turns
    assert done.choose("one").turns == begun + 1
    assert done.choose("two").turns == begun + 1
    assert done.choose("more").turns == begun + 2


def test_a_turn_that_is_left_out_is_not_counted() -> None:
    """Neither does it change who is asked."""
    play = """
        turns for p in Player if p is not B
          choose p
            go
              log := log ++ [number(p)]
        draw
    """
    done = Play(game(play))
    assert (done.player, done.turns) == ("A", 0)
    done.choose("go")
    assert (done.player, done.turns) == ("C", 1)
    done.choose("go")
    assert (done.end, done["log"], done.turns) == ("draw", "[1, 3]", 1)
    no_turns = Play(game(play.replace("turns for", "for"))).choose("go", "go")
    assert (no_turns.end, no_turns["log"], no_turns.turns) == ("draw", "[1, 3]", 0)


def test_who_takes_part_is_settled_before_the_first_pass() -> None:
    """Of a set that changes, those that were in it come, in the order that was asked for."""
    parts = "state team: set of Player = {A, C}"
    play = """
        for p in team from C
          team := {B}
          choose p
            go
              log := log ++ [number(p)]
        draw
    """
    done = Play(game(play, parts))
    assert done.player == "C"
    assert done.choose("go").player == "A"
    assert done.choose("go")["log"] == "[3, 1]"


def test_passes_are_counted_up_to_the_limit() -> None:
    """And what is asked to be done more often is refused: see the catalogue of numbers."""
    done = Play(game("repeat 4096 times\n  choose A\n    on\n    stop\n      leave\ndraw"))
    assert done.choose("on", "on", "stop").end == "draw"
    done = Play(game("repeat 2 times\n  choose A\n    on\n      n += 1\ndraw"))
    assert done.choose("on", "on").end == "draw"
    assert done["n"] == "2"


def test_equal_positions_are_equal_states() -> None:
    """What a procedure or a loop remembered is forgotten when nothing needs it any more."""
    play = """
        repeat
          choose A
            left
              var k: 0..9 = 3
              choose A
                on
                  k += 1
                  n := k - 4
            right(j: 1..3)
              n := 0
            pair
              for q in {A, C}
                choose q
                  wait
    """
    done = Play(game(play))
    first = done.position
    for ways in (["left", "on"], ["right(2)"], ["right(3)"], ["pair", "wait", "wait"]):
        assert done.copy().choose(*ways).position == first


def test_one_end_for_one_place_in_the_text() -> None:
    parts = "procedure judge(p: Player)\n  if n = 1\n    win p\n  if n = 2: draw"
    play = """
        choose A
          a
            n := 1
          b
            n := 2
        for p in Player
          judge(p)
        judge(A)
        lose
    """
    done = Play(game(play, parts))
    ends = [node for node in done.program.nodes if type(node).__name__ == "End"]
    assert sorted(e.kind for e in ends if e.kind != "win") == ["draw", "lose"]
    assert done.copy().choose("a").end == "win {A}"
    assert done.copy().choose("b").end == "draw"


SCORES = """
enum Kind: Ka, Kb
state lead: Player? = none
state kinds: Kind -> 0..3 = 0
state flags: Player -> Bool = no
let of_numbers(k: 0..1) = k
let of_kinds(k: Kind) = 3
let of_two(p: Player, q: Player) = 1
let is_first(p: Player) = p is A
let leading(p: Player) = lead
let three = 3
"""


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ("of_numbers", "expected a number from 0 to 1, found a Player"),
        ("of_kinds", "expected a Kind, found a Player"),
        ("of_two", "takes 2 arguments"),
        ("is_first", "takes 1 argument"),
        ("leading", "takes 1 argument"),
        ("three", "a number for each player, found the number 3"),
        ("3", "a number for each player, found the number 3"),
        ("kinds", "a number for each player, found a map Kind"),
        ("flags", "a number for each player, found a map Player -> Bool"),
        ("lead", "a number for each player, found a Player or none"),
    ],
)
def test_players_are_ranked_by_a_number_for_each_player(scores: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_text(game(f"rank by {scores}", SCORES), "refused.rules")
    assert said in str(caught.value)


ITEMS = """
board net = graph("a-b b-c")
supply token[Player] = 2
state on: Place -> Player? = none
state pile: list of Player up to 3 = []
state heap: list of 0..3 up to 3 = []
state held: Player? = none
board wheel = polar(2, 4)
state at: Cell -> Player? = none
"""
CALLED = {
    "once": "procedure once(k: 0..3) -> 0..20\n  n := n + k\n  return n",
    "down": "procedure down(k: 0..3)\n  if k > 0\n    n := n + k\n    down(k - 1)",
    "early": "procedure early(k: 0..3) -> 0..20\n  if k = 3: return 3\n  return k",
}
STRAIGHT = [
    "n := 3", "n += 1", "let k = once(2)", "n := once(1)", "once(3)", "down(2)", "nothing",
    "if n = 0: n := 1", "if n = 0\n  n := 1\nelse\n  n := 2",
    "match n\n  0: n := 1\n  else: n := 2", "match n mod 2\n  0: n := 1\n  1: n := 2",
    "for p in Player: n := number(p)", "for p in Player if p is B\n  if n = 2: n := number(p)",
    "take token[A] to held", "put held back to token", "move on[a] to on[b]",
    "move those k in heap: k = 2 to n", "for r in Ring: rotate r by 1", "reset n", "var k: 0..3 = n mod 4\nk := 2\nn := k",
]  # fmt: skip
STEERED = [
    "choose A\n  go\n    n := 1", "A chooses p in Player", "roll p of Player", "draw", "win A", "leave",
    "next", "repeat 2 times\n  n := 1", "for p in Player from B: n := number(p)", 'gap "what now?"',
    "turns for p in Player: n := number(p)", "for p in Player\n  if n = 1: leave",
    "if n = 1\n  nothing\nelse\n  leave", "if n = 1: leave", "match n\n  0: leave\n  else: nothing",
    "match n\n  0: nothing\n  1: nothing\n  else: leave", "let k = early(2)", "n := early(1)", "early(3)",
]  # fmt: skip
"""What is no one step: decisions, chance, ends of play, jumps, and loops in an order or of turns."""


@pytest.mark.parametrize("statement", [*STRAIGHT, *STEERED])
def test_what_a_loop_over_items_can_do(statement: str) -> None:
    called = [text for name, text in CALLED.items() if f"{name}(" in statement]
    play = f"for i in heap\n{indent(statement, '  ')}\ndraw"
    text = game(play, "\n".join([ITEMS, *called]))
    if statement in STRAIGHT:
        assert load_text(text, "sample.rules")
    else:
        with pytest.raises(RulesetError, match="E302"):
            load_text(text, "sample.rules")


@pytest.mark.parametrize(
    "first", ["first()\nfor i in heap: second()", "for i in heap: second()\nfirst()"]
)
@pytest.mark.parametrize(
    "body", ["second()\n  A chooses p in Player", "if n = 2: second()\n  repeat\n    leave"]
)
def test_procedures_that_perform_each_other_are_refused_wherever_it_begins(
    first: str, body: str
) -> None:
    called = f"procedure first()\n  {body}\nprocedure second()\n  first()"
    with pytest.raises(RulesetError, match="E308"):
        load_text(game(f"{first}\ndraw", f"{ITEMS}{called}"), "refused.rules")


HELPERS = {
    "idle": "procedure idle()\n  n := 0",
    "judge": "procedure judge()\n  win A",
    "out": "procedure out()\n  leave",
}

REFUSED = {
    "no set": ("for k in n: nothing", "expected a set"),
    "no enumeration": ("for k in (1..3) from 2: nothing", "goes round an enumeration"),
    "order by nobody": ("for k in (1..3) in an order chosen by n: nothing", "expected a Player"),
    "until no truth": ("repeat until n\n  n := 1", "expected yes or no"),
    "times no number": ("repeat A times\n  n := 1", "expected a number"),
    "leave": ("leave", "no loop around this"),
    "leave of a caller's loop": ("for p in Player: out()", "no loop around this"),
    "end in a plain loop": (
        "let k = after judge(): n = 1\nif k: draw",
        "contains a decision, chance or an end",
    ),
    "changed loop variable": ("for p in Player\n  p := A", "a local name and never changes"),
    "rank by a set": ("rank by Player", "a number for each player"),
    "win a number": ("win 3", "expected a Player"),
    "value of nothing": ("let k = idle()", "returns nothing"),
    "local of a wrong type": ("var k: 0..3 = A", "expected a number from 0 to 3"),
    "local too large": ("var k: 0..3 = 5", "does not fit here"),
    "match twice": ("match n\n  1\n    n := 2\n  1: n := 3\n  else: nothing", "already"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    play, said = REFUSED[name]
    used = "\n".join(text for name, text in HELPERS.items() if f"{name}()" in play)
    with pytest.raises(RulesetError) as caught:
        load_text(game(f"{play}\ndraw", used), "refused.rules")
    assert said in str(caught.value)


NEVER_DONE = """
param off: 0..1 = 0
state owner: Player? = none
procedure asked(of: Player?)
  choose A
    go
      owned(of)
procedure owned(p: Player)
  nothing
"""


@pytest.mark.parametrize(
    ("calls", "sound"),
    [
        ("let q = owner\nif q is not none\n  asked(q)\n  asked(q)", True),
        ("let q = owner\nif q is not none\n  asked(q)\nasked(q)", False),
        ("let q = owner\nif q is not none\n  asked(q)\n  let r = owner\n  asked(r)", False),
        ("let q = owner\nif q is not none\n  asked(q)\nasked(none)", False),
    ],
)
def test_what_is_never_done_is_checked_in_every_way_in_which_it_may_be_wrong(
    calls: str, sound: bool
) -> None:
    play = game(drawn("if off = 1\n" + indent(calls, "  ")), NEVER_DONE)
    if sound:
        load_text(play, "sample.rules")
        return
    with pytest.raises(RulesetError, match="may be none"):
        load_text(play, "sample.rules")
