"""Every form of expression, with its value."""

from __future__ import annotations

import pytest
from tests.dsl.playing import Play, game, value

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load_text

STATE = """
enum Kind: Torus, Globus, Diskus
enum Piece: Kind, King
record Spot: kind: Kind, high: 1..3, up: Bool
state five: 0..9 = 5
state none_yet: Player? = none
state some_one: Player? = B
state best: 0..9? = 4
state group_of: set of (1..6) = {1, 3, 4}
state who: set of Player = {A, C}
state row: list of Kind up to 3 = [Globus, Torus]
state short: list of Kind up to 2 = []
state marks: Player -> 0..9 = 2
state pairs: Player, 1..2 -> 0..9 = 7
state spot: Spot = Spot(Diskus, 2, yes)
state maybe_spot: Spot? = none
"""

VALUES = {
    # numbers
    "five + 2 * 3": "11",
    "five - 2 - 1": "2",
    "-five + 1": "-4",
    "(five + 1) * 2": "12",
    "five div 2": "2",
    "five mod 3": "2",
    "(0 - five) div 2": "-3",
    "if five > 0 then 19 div five else 0": "3",
    "if five = 0 then 0 else 19 mod five": "4",
    "if not (five < 1) then (0 - 19) div five else 0": "-4",
    "five != 0 and (0 - 19) mod five = 1": "yes",
    "19 div max(five, 1)": "3",
    "(five + 1) * 3 div (five + 2)": "2",
    "Torus < Globus and Globus <= Globus and Diskus > Torus and not (Torus >= Globus)": "yes",
    "spot.kind < King": "yes",
    "(0 - five) mod 2": "1",
    # comparisons
    "five = 5": "yes",
    "five is 4": "no",
    "five != 4": "yes",
    "five is not 5": "no",
    "five < 6 and five <= 5 and five > 4 and five >= 5": "yes",
    "five in 1..4": "no",
    "five in (4..6)": "yes",
    "five not in group_of": "yes",
    "none_yet is none": "yes",
    "some_one is not none": "yes",
    "some_one is B": "yes",
    "none_yet is B": "no",
    "none_yet in {A, B, C}": "no",
    "some_one in who": "no",
    "best is 4": "yes",
    "best is 12": "no",
    "King is Torus": "no",
    "A is B": "no",
    # logic
    "not five = 5 or five = 5": "yes",
    "five = 1 or five = 5 and five = 2": "no",
    "if five = 5 then A else B": "A",
    "if five = 5 then some_one else none": "B",
    "if some_one is not none then number(some_one) else 0": "2",
    "none_yet is none or number(none_yet) = 1": "yes",
    "some_one is not none and number(some_one) = 2": "yes",
    # quantifiers
    "all k in group_of: k < 5": "yes",
    "all k in group_of if k > 1: k > 2": "yes",
    "some k in group_of: k = 2": "no",
    "no k in group_of: k = 2": "yes",
    "some p, q in Player: p != q and marks[p] = marks[q]": "yes",
    "some p in Player, k in 1..2: pairs[p, k] = 7": "yes",
    "all p in Player, k in (1..number(p)): k <= number(p)": "yes",
    "count k in group_of: k > 1": "2",
    "count p, q in Player: p = q": "3",
    "count k in {}: yes": "0",
    "sum k in group_of: k * k": "26",
    "sum k in group_of if k > 1: k": "7",
    "least k in group_of: 10 - k": "6",
    "greatest k in group_of: k": "4",
    "greatest k in group_of if k > 4: k": "none",
    "those k in group_of: k > 1": "{3, 4}",
    "those k in group_of with most (k mod 3)": "{1, 4}",
    "those k in group_of with least k": "{1}",
    "those k in group_of if k > 1 with least k": "{3}",
    "those k in group_of if k > 9 with least k": "{}",
    "some p in Player: p is A and some q in Player: q is B": "yes",
    # sets
    "group_of + {2}": "{1, 2, 3, 4}",
    "group_of + 2": "{1, 2, 3, 4}",
    "group_of - 3": "{1, 4}",
    "group_of - {1, 3}": "{4}",
    "group_of & {1, 2}": "{1}",
    "{1, 3} <= group_of": "yes",
    "group_of <= {1, 3}": "no",
    "{1} < group_of": "yes",
    "group_of < group_of": "no",
    "group_of = {4, 3, 1}": "yes",
    "group_of = {}": "no",
    "{A, B} - who": "{B}",
    "Player - who": "{B}",
    "size(group_of)": "3",
    "size(Player)": "3",
    "{five, 2}": "{2, 5}",
    "(2..4)": "{2, 3, 4}",
    "Player": "{A, B, C}",
    # lists
    "row ++ [Diskus]": "[Globus, Torus, Diskus]",
    "size(row)": "2",
    "first(row)": "Globus",
    "last(row)": "Torus",
    "last(short)": "none",
    "row = [Globus, Torus]": "yes",
    "row = [Torus, Globus]": "no",
    "row != short": "yes",
    "those k in row: k is Torus": "[Torus]",
    "count k in row: k is Torus": "1",
    "all k in row: k is not Diskus": "yes",
    "[number(k) for k in row]": "[2, 1]",
    "[number(k) for k in row if k is Globus]": "[2]",
    # records, maps, enumerations
    "spot.kind": "Diskus",
    "spot.high + 1": "3",
    "spot.up": "yes",
    "spot = Spot(Diskus, 2, yes)": "yes",
    "Spot(Torus, 3, no).high": "3",
    "marks[A] + pairs[B, 2]": "9",
    "next(A)": "B",
    "next(C)": "A",
    "previous(A)": "C",
    "number(C)": "3",
    "size(Piece)": "4",
    "{King, Torus}": "{Torus, King}",
}


@pytest.mark.parametrize("expression", VALUES)
def test_the_value_of_an_expression(expression: str) -> None:
    assert value(expression, STATE) == VALUES[expression]


@pytest.mark.thorough
def test_the_first_item_of_a_list_is_item_0() -> None:
    found = [value(f"item(row, {k})", STATE) for k in range(4)]
    assert found == ["Globus", "Torus", "none", "none"]
    assert value("item(row, 0 - 1)", STATE) == "none"


BOARD = 'board net = graph("a-b b-c c-d e-f")\nstate free: set of Place = {a, b, d, e, f}'

GRAPH = {
    "connected({a, b})": "yes",
    "connected({a, c})": "no",
    "connected(free)": "no",
    "group(a, free)": "{a, b}",
    "group(c, free)": "{}",
    "count s in components(free): yes": "3",
    "count s in components(free): size(s) = 2": "2",
    "all s in components(free): size(s) <= 2": "yes",
    "greatest s in components(free): size(s)": "2",
    "count s in those t in components(free) with most size(t): yes": "2",
    "count s in those t in components(free): d in t: yes": "1",
    "distance(a, d, Place)": "3",
    "distance(a, d, free)": "none",
    "distance(a, a, Place)": "0",
    "distance(a, e, Place)": "none",
    "distance(a, c, {b})": "2",
    "near(b)": "{a, c}",
}


@pytest.mark.parametrize("expression", GRAPH)
def test_graph_functions(expression: str) -> None:
    assert value(expression, BOARD) == GRAPH[expression]


def test_a_relation_of_ones_own() -> None:
    parts = f"{BOARD}\nlet jump(p: Place) = (if p is a then {{d}} else {{}}) + (if p is d then {{a}} else {{}})"
    assert value("connected({a, d} via jump)", parts) == "yes"
    assert value("connected({a, b} via jump)", parts) == "no"
    assert value("group(a, {a, b, d} via jump)", parts) == "{a, d}"


SQUARES = "board grid = square(3, 3, line = 3)"


@pytest.mark.thorough
def test_board_elements_that_stand_for_sets() -> None:
    assert value("size(Square)", SQUARES) == "9"
    assert value("count l in Line: yes", SQUARES) == "8"
    assert value("all r in Row: size(r) = 3", SQUARES) == "yes"
    assert value("count s in Square: size(near(s)) = 2", SQUARES) == "4"
    assert value("count s in Square: size(around(s)) = 8", SQUARES) == "1"
    assert value("all s in Square: s in row(s) and s in column(s)", SQUARES) == "yes"
    assert value("count s in Square: some d in Direction: step(s, d) is none", SQUARES) == "8"


def test_after_a_procedure_as_it_would_be() -> None:
    parts = """
procedure fill(k: 0..9)
  n := k
  n += 13
state base: 0..9 = 3
let would = after fill(base): n = 16
let too_much = after fill(9): n = 22
let nested = after fill(2): some p in Player: n + number(p) = 18
"""
    start = Play(game("choose A\n  stop\n    draw\nfill(0)", parts))
    assert (start["would"], start["too_much"], start["nested"]) == ("yes", "no", "yes")
    assert start["n"] == "0"


def test_a_changing_local_under_after_is_no_part_of_the_state() -> None:
    parts = """
procedure count_up(k: 0..9) -> 0..20
  var sum_of: 0..20 = k
  for j in (1..3): sum_of += j
  n := sum_of
  return sum_of
let would = after count_up(2): n = 8
check now: never after count_up(4): n = 10
"""
    play = "choose A\n  stop when after count_up(1): n = 7\n    n := count_up(0)\ndraw"
    start = Play(game(play, parts))
    assert start["would"] == "yes"
    assert start.holds("now")
    assert start.options() == ["stop"]
    kept = [v.name for v in start.program.variables if v.kind != "scratch"]
    assert kept == ["n", "log"]
    assert start.choose("stop")["n"] == "6"


def test_after_a_fault_nothing_holds() -> None:
    parts = "procedure up()\n  n := 20\n  n += 1\nlet never_so = after up(): yes"
    assert Play(game("choose A\n  stop\n    draw\nup()", parts))["never_so"] == "no"


@pytest.mark.thorough
def test_functions_with_parameters_blocks_and_matches() -> None:
    parts = f"""
{STATE}
let twice(k: 0..9) = k + k
let more(k: 0..9) =
  let a = twice(k)
  let b = a + five
  b * 2
let shape(below: list of Kind up to 3) =
  match below ++ [Diskus]
    [Globus, Torus, Diskus] | [Diskus]: 1
    [Torus, Diskus]: 2
    else: 3
let named(k: Kind) =
  match k
    Torus: 1
    Globus | Diskus: 2
let guarded(p: Player?) =
  match p
    none: 0
    A | B | C: 1
"""
    for expression, expected in {
        "more(2)": "18", "shape(row)": "1", "shape(short)": "1", "shape([Torus])": "2",
        "shape([Globus])": "3", "named(Globus)": "2", "named(Torus)": "1", "guarded(none)": "0",
        "guarded(B)": "1",
    }.items():  # fmt: skip
        assert value(expression, parts) == expected


def test_components_in_a_loop_that_changes_the_state_are_those_before_it() -> None:
    parts = 'board net = graph("a-b b-c c-d")\nstate free: set of Place = {a, c, d}'
    play = """
choose A
  go
    nothing
for s in components(free)
  log := log ++ [size(s)]
  add b to free
  remove {a, c} from free
draw
"""
    done = Play(game(play, parts)).choose("go")
    assert done["log"] == "[1, 2]"
    assert done["free"] == "{b, d}"


REFUSED = {
    "five + A": "expected a number",
    "five and yes": "expected yes or no",
    "A < B": "have no order",
    "five < A": "have no order",
    "A = 5": "can never be",
    "A = Torus": "can never be",
    "some_one + 1": "may be none",
    "number(some_one)": "may be none",
    "five div five": "this may be 0",
    "if five >= 0 then 7 mod five else 1": "this may be 0",
    "five = 1 or 7 div five = 2": "this may be 0",
    "7 div (five - 3)": "needs a divisor above 0",
    "7 mod 0": "needs a divisor above 0",
    "7 div (1 + five * 8)": "may be 73",
    "Torus < A": "have no order",
    "Torus < 2": "have no order",
    "1 < 2 < 3": "do not chain",
    "all k in five: yes": "expected a set",
    "count k in group_of: k": "expected yes or no",
    "sum k in group_of: yes": "expected a number",
    "least k, j in group_of: k": "takes one variable",
    "those k in group_of with most yes": "expected a number",
    "group_of + {A}": "found a Player",
    "group_of & 3 & A": "expected",
    "{A, 1}": "another type",
    "{[A]}": "cannot be an element",
    "[A, 1]": "another type",
    "row ++ [A]": "joins two lists",
    "row ++ Torus": "joins two lists",
    "first(group_of)": "expected a list",
    "item(row)": "takes 2 arguments",
    "size(five)": "expected a set",
    "next(five)": "expected a value of an enumeration",
    "spot.size_of": "there is no field",
    "five.high": "has no field",
    "Spot(Torus, 2)": "takes 3 arguments",
    "Spot(Torus, 4, yes)": "does not fit",
    "maybe_spot.high": "may be none",
    "marks[1]": "expected a Player",
    "marks[A, B]": "1 key",
    "pairs[A, 1, 2]": "2 keys",
    "five[A]": "has no entries",
    "if five = 1 then A else 1": "one branch is",
    "connected(who)": "not on a board",
    "connected(row)": "expected a set",
    "won(A)": "only be asked in a check",
    "after nobody(): yes": "there is no procedure",
    "undefined": "there is no undefined here",
    "undefined(1)": "there is no function",
    "none": "cannot be told",
    "(2..A)": "expected a number",
    "marks = 2": "can never be",
    "components(who)": "not on a board",
}


@pytest.mark.parametrize("expression", REFUSED)
def test_what_is_refused(expression: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_text(game("draw", f"{STATE}\nlet answer = {expression}"), "refused.rules")
    assert REFUSED[expression] in str(caught.value)


@pytest.mark.parametrize("a", [-2, 0, 3])
@pytest.mark.parametrize("b", [-1, 0, 3])
def test_the_lesser_the_greater_and_the_distance_from_nothing(a: int, b: int) -> None:
    parts = f"state left: -4..4 = {a}\nstate right: -1..9 = {b}"
    assert value("min(left, right)", parts) == str(min(a, b))
    assert value("max(left, right)", parts) == str(max(a, b))
    assert value("abs(left - right)", parts) == str(abs(a - b))


@pytest.mark.parametrize(
    "expression", ["min(1)", "max()", "max(1, 2, yes)", "abs()", "abs(yes)", "min(A, B)"]
)
def test_only_numbers_are_compared_so(expression: str) -> None:
    with pytest.raises(RulesetError):
        value(expression)


@pytest.mark.parametrize("a", ["yes", "no"])
@pytest.mark.parametrize("b", ["yes", "no"])
def test_implies_is_not_or(a: str, b: str) -> None:
    parts = f"state left: Bool = {a}\nstate right: Bool = {b}\nstate held: 0..3? = none"
    assert value("left implies right", parts) == ("no" if (a, b) == ("yes", "no") else "yes")
    assert value("left implies right implies no", parts) == value(
        "not left or (not right or no)", parts
    )
    assert value("left or right implies right", parts) == value(
        "not (left or right) or right", parts
    )
    assert value("held is not none implies held > 0", parts) == "yes"


def test_implies_stands_between_truths() -> None:
    with pytest.raises(RulesetError, match="expected"):
        value("1 implies yes")
