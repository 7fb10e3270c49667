"""What a procedure takes along from where it is performed, and what it does not."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.dsl.elaborate.control.statements import drawn, logged
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.elaborate.control import procedures
from rulewright.dsl.ir.program import Decision, Fault
from rulewright.dsl.load import examine, load_text


def codes(play: str, parts: str = "") -> list[str]:
    """What is said of a play that ends in a draw; nothing if it is a sound one."""
    try:
        load_text(game(drawn(play), parts), "sample.rules")
    except RulesetError as error:
        return [d.code for d in error.diagnostics]
    return []


def test_its_own_citation_counts_and_without_one_the_callers() -> None:
    parts = """
        procedure own() by [own]
          n := n - 1
        procedure none_of_its_own()
          n := n - 2
        procedure asked()
          choose A
            go
              nothing
    """
    play = "own() by [caller]\nnone_of_its_own() by [caller]\nasked() by [asking]"
    nodes = Play(game(drawn(play), parts)).program.nodes
    assert [n.clauses for n in nodes if isinstance(n, Fault)] == [("own",), ("caller",)]
    assert [(n.name, n.clauses) for n in nodes if isinstance(n, Decision)] == [
        ("asked", ("asking",))
    ]


COPIES = """
procedure total(k: 0..3)
  if k = 0: return
  n := 20 div (2 - k)
  total(k - 1)
procedure other(k: 0..3)
  if k = 3: n := 20 div (k - 3)
"""


def test_a_copy_is_checked_whole_although_play_never_comes_to_it() -> None:
    """What was constant where it is performed says nothing of the copy."""
    parts = COPIES.split("procedure other")[0]
    assert codes("if n >= 0: draw\ntotal(1)", parts) == []
    assert codes("if n >= 0: draw\ntotal(2)", parts) == ["E227"]


def test_what_comes_after_an_end_of_this_game_is_checked_whole() -> None:
    """It is never done with these parameters; also what a copy does there."""
    parts = f"param off: 0..1 = 1\n{COPIES.split('procedure other')[0]}"
    assert codes("if off = 1: draw\ntotal(1)", parts) == []
    assert codes("if off = 1: draw\ntotal(2)", parts) == ["E227"]
    assert codes("if off = 1: draw\nn := 1\nn := strange\ntotal(1)", parts) == ["E101"]


def test_what_a_copy_performs_is_no_part_of_the_copy() -> None:
    parts = COPIES.replace("n := 20 div (2 - k)", "other(1)")
    assert codes("total(2)", parts) == ["E227"]
    assert codes("total(2)", parts.replace("(k - 3)", "3")) == []


def test_procedures_are_performed_in_so_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number itself is in the catalogue of numbers."""
    monkeypatch.setattr(procedures, "MAX_COPIES", 6)
    parts = "procedure three()\n  one()\n  one()\nprocedure one()\n  n := 1"
    assert codes("three()\nthree()", parts) == []
    assert codes("three()\nthree()\none()", parts) == ["E310"]


def test_what_returns_nothing_may_return_at_its_end() -> None:
    assert logged("up()\nup()\nlog := [n]", parts="procedure up()\n  n += 1\n  return") == "[2]"


NEVER_DONE = [
    "three(1)\nthree(1)\nthree(1)",
    "three(n)\nthree(n)\nthree(n)",
    "if off = 1: nothing\nthree(1)\nthree(1)\nthree(1)",
    "three(1)\nA chooses k in (0..3)\nif k > 1: three(1)\nif k < 2: three(1)",
    "three(1)\nif held is not none: three(1)\nif m > 2: three(1)",
]


@pytest.mark.parametrize("play", NEVER_DONE)
def test_what_is_never_done_is_written_out_once(play: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is known that it cannot read, and inside of what is never done, too."""
    monkeypatch.setattr(procedures, "MAX_COPIES", 6)
    parts = "param off: 0..1 = 0\nstate held: Player? = none\nstate m: 0..3 = 0\n"
    parts += "procedure three(k: 0..20)\n  one(k)\n  one(k)\n  one(k)\n"
    parts += "procedure one(k: 0..20)\n  choose A\n    go\n      n := k"
    inside = indent(play, "  ")
    assert codes(f"if off = 1\n{inside}", parts) == []
    assert set(codes(f"if off = 0\n{inside}", parts)) == {"E310"}


RETURNING = """
procedure early(k: 0..3) -> 0..9
  if k > 1: return 7
  repeat 2 times
    n += 1
  return 2
procedure late(k: 0..3) -> 0..9
  if k > 1: return 7
procedure tried()
  for p in Player
    let k = early(number(p) mod 3)
    log := log ++ [k]
procedure left()
  let k = late(n mod 4)
  log := [k]
"""


@pytest.mark.thorough
def test_each_time_that_it_is_tried_it_begins_anew() -> None:
    """And where it does not say what it returns, nothing holds after it."""
    checks = """
check tried_is: always after tried(): log = [2, 7, 2] and n = 4
check left_is: always after left(): log = [7]
check left_not: always after left(): n = 0
"""
    play = "choose A\n  go\n    tried()\n  leave_it\n    left()"
    done = Play(game(drawn(play), RETURNING + checks))
    names = ("tried_is", "left_is", "left_not")
    assert [done.holds(check) for check in names] == [True, False, False]
    assert done.copy().choose("leave_it").end == "late ends without a result"
    assert done.choose("go")["log"] == "[2, 7, 2]"
    two = Play(game(drawn(f"n := 2\n{play}"), RETURNING + checks))
    assert two.holds("left_is")
    assert two.choose("leave_it")["log"] == "[7]"


AFTER = """
state held: Player? = none
procedure lay()
  held := none
procedure owned(p: Player)
  n := number(p)
"""


def test_what_would_be_done_changes_nothing_that_is_known() -> None:
    play = "held := A\nlet k = after lay(): held is none\nowned({held})\nif k: n := n\nlog := [n]"
    assert logged(play.replace("{held}", "held"), parts=AFTER) == "[1]"
    assert codes("held := A\nlay()\nowned(held)", AFTER) == ["E202"]


def test_a_division_under_after_needs_a_test() -> None:
    parts = "procedure up()\n  n := n * 2 mod 20"
    assert codes("let k = after up(): 6 div n = 3\nif k: n := 1", parts) == ["E227"]
    assert codes("let k = after up(): n > 0 and 6 div n = 3\nif k: n := 1", parts) == []
    assert codes("let k = 6 div n\nup()\nn := k", parts) == []


IDLE = """
param off: 0..1 = 0
state held: Player? = none
state other: Player? = none
procedure asked(k: 0..20, p: Player?, q: Player?) -> 0..20
  choose A
    go
      {done}
  return k
"""


@pytest.mark.parametrize(
    ("done", "calls", "sound"),
    [
        # With another constant, another range, another option that is known, another that is not.
        ("n := 20 div k", "n := asked(1, none, none)\nn := asked(2, none, none)", True),
        ("n := 20 div k", "n := asked(1, none, none)\nn := asked(0, none, none)", False),
        ("owned(p)", "if p is not none\n  n := asked(1, p, q)\n  n := asked(2, p, q)", True),
        ("owned(p)", "if p is not none\n  n := asked(1, p, q)\n  n := asked(1, q, p)", False),
        ("owned(p)", "if p is not none\n  n := asked(1, p, q)\nn := asked(1, p, q)", False),
        ("owned(p)", "if p is not none and q is not none\n  n := asked(1, p, q)\nn := asked(1, p, q)", False),
        ("owned(p)", "if p is not none and q is not none\n  n := asked(1, p, q)\n  n := asked(1, q, p)", True),
        ("owned(p)", "n := asked(1, A, none)\nn := asked(1, none, B)", False),
        ("owned(p)", "n := asked(1, A, none)\nn := asked(1, B, none)", True),
        # With what is known of a state, by its name or by another one, or with nothing known.
        ("owned(held)", "if held is not none\n  n := asked(1, none, none)\nn := asked(1, none, none)", False),
    ],
)  # fmt: skip
def test_what_is_never_done_is_looked_at_for_all_that_it_is_given(
    done: str, calls: str, sound: bool
) -> None:
    parts = IDLE.replace("{done}", done)
    if "owned" in done:
        parts += "procedure owned(p: Player)\n  nothing\n"
    inside = "\n  ".join(f"let p = held\nlet q = other\n{calls}".splitlines())
    assert codes(f"if off = 1\n  {inside}", parts) == (
        [] if sound else ["E227" if "div" in done else "E202"]
    )


def test_what_is_ruled_out_in_a_copy_is_looked_at_again_where_it_is_not() -> None:
    parts = """
param off: 0..1 = 0
procedure total(k: 0..3)
  if k > 1: below(k - 2)
procedure below(k: 0..3)
  choose A
    go
      above(k)
procedure above(k: 1..3)
  nothing
"""
    assert codes("total(1)\nif off = 1: below(1)", parts) == []
    assert codes("total(1)\nif off = 1: below(0)", parts) == ["E203"]


@pytest.mark.parametrize(("again", "said"), [("  ", []), ("", ["E203"])])
def test_what_another_name_tells_of_a_state_counts_where_nothing_is_done(
    again: str, said: list[str]
) -> None:
    parts = IDLE.replace("{done}", "above(n)") + "procedure above(k: 1..20)\n  nothing\n"
    ask = "let k = asked(1, none, none)"
    inside = f"let v = n\n  if v > 0\n    {ask}\n  {again}{ask}"
    assert codes(f"if off = 1\n  {inside}", parts) == said


def test_what_is_never_done_is_forgotten_each_time() -> None:
    """What it stores to is not known behind it, the second time either."""
    parts = IDLE.replace("{done}", "held := none") + "procedure owned(p: Player)\n  nothing\n"
    once = "if off = 1\n  held := A\n  n := asked(1, none, none)\n  held := A\n  {again}\n  owned(held)"
    assert codes(once.replace("{again}", "nothing"), parts) == []
    assert codes(once.replace("{again}", "n := asked(1, none, none)"), parts) == ["E202"]


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ("play()", "the procedure play performs itself\n"),
        ("finish", "expected a statement\n"),
        ("Finish", "play ends with 'draw', 'win p', 'lose' or 'rank by …'"),
        ("size(log)", "expected a statement\n"),
        ("early()", "this procedure has no '-> TYPE' for what it returns"),
        ("let k = after nothing_there(): n = 1", "there is no procedure nothing_there"),
    ],
)
def test_what_is_no_procedure_is_told(play: str, said: str) -> None:
    parts = "procedure early()\n  if n = 1: return 2\n  n := 1" if "early" in play else ""
    with pytest.raises(RulesetError) as caught:
        load_text(game(drawn(play), parts), "refused.rules")
    assert said in f"{caught.value}\n"


def test_a_word_that_stands_alone_may_mean_a_value_or_a_statement() -> None:
    """What it is compared with is kept for editors."""
    asked = examine(game(drawn("lo")), "sample.rules").report.asked["lo"]
    assert {"log", "draw"} <= set(asked.known)


def test_where_a_procedure_is_named_is_known() -> None:
    text = game(drawn("up()\nlet k = after up(): n = 2\nif k: n := 3"), "procedure up()\n  n := 2")
    uses = examine(text, "sample.rules").report.uses
    lines = {span.line for span, symbol in uses.items() if symbol.name == "up"}
    said = [
        i
        for i, line in enumerate(text.splitlines(), 1)
        if "up()" in line and "procedure" not in line
    ]
    assert lines >= set(said)
    assert len(said) == 2


KNOWN = """
state held: Player? = none
state near: Player -> Player? = none
let has(p: Player) = near[p] is not none
procedure owned(p: Player)
  nothing
procedure maybe(p: Player?)
  {inside}
"""


@pytest.mark.parametrize(
    ("test", "given", "inside"),
    [
        ("held is not none", "held", "owned(p)"),
        ("near[A] is not none", "none", "owned(near[A])"),
        ("held is A", "held", "if has(A): owned(near[A])"),
    ],
)
def test_what_is_known_where_it_is_performed_is_known_in_it(
    test: str, given: str, inside: str
) -> None:
    parts = KNOWN.replace("{inside}", inside)
    if "has" not in inside:
        parts = parts.replace("let has(p: Player) = near[p] is not none\n", "")
    assert codes(f"if {test}\n  maybe({given})", parts) == []
    if "has" not in inside:
        assert codes(f"maybe({given})\nif {test}\n  n := 1", parts) == ["E202"]


@pytest.mark.parametrize("before", ["n := 5", "held := none"])
def test_what_is_known_of_a_name_stays_known_when_a_state_is_another(before: str) -> None:
    parts = KNOWN.split("procedure maybe")[0] + "procedure low(k: 0..3)\n  nothing"
    play = f"if n < 4 and held is not none\n  let k = n\n  let p = held\n  {before}\n  low(k)\n  owned(p)"
    assert codes(play, parts) == []
    assert codes(play.replace("owned(p)", "owned(held)\n  low(n)"), parts) == [
        "E203" if before == "n := 5" else "E202"
    ]


def test_what_is_known_of_a_number_is_known_of_its_name() -> None:
    play = "if n > 0\n  let k = n\n  n := count r in Player: 20 div k > number(r)"
    assert codes(play) == []
    assert codes(play.replace("n > 0", "n < 3")) == ["E227"]
