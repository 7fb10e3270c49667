"""Supplies, places, and what moves between them."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.types import Int, show
from rulewright.dsl.ir.walk import walk
from rulewright.dsl.load import examine, load_text

BOARD = """
board net = graph("a-b b-c")
supply token[Player] = 2
supply heart = 3
supply card[k: 1..3] = 4 - k
state on: Place -> Player? = none
state held: Player? = none
state hearts: Player -> 0..3 = 0
state pile: list of Player up to 3 = []
state other: list of Player up to 3 = []
state bag: bag of Player up to 3 = 0
state seen: set of Player = {}
state hand: Player -> set of (1..3) = {}
state buried: Player, Player -> 0..3 = 0
"""


def played(play: str) -> Play:
    """The play in one go, up to its draw or fault."""
    return Play(game(f"choose A\n  go\n    nothing\n{play}\ndraw", BOARD)).choose("go")


def test_a_supply_holds_what_is_in_the_box() -> None:
    start = Play(game("choose A\n  go\n    nothing\ndraw", BOARD))
    assert start["token"] == "{A: 2, B: 2, C: 2}"
    assert start["heart"] == "3"
    assert start["card"] == "{1: 3, 2: 2, 3: 1}"


def test_take_puts_the_component_on_an_empty_place() -> None:
    done = played("take token[B] to on[a]\ntake token[B] to held")
    assert (done["token"], done["on"], done["held"]) == (
        "{A: 2, B: 0, C: 2}", "{a: B, b: none, c: none}", "B",
    )  # fmt: skip


def test_take_onto_a_list_into_a_set_and_as_a_number() -> None:
    done = played("take token[B] to pile\ntake token[A] to pile\ntake token[C] to seen")
    assert (done["pile"], done["seen"], done["token"]) == ("[B, A]", "{C}", "{A: 1, B: 1, C: 1}")
    done = played("take heart to hearts[B]\ntake 2 of heart to hearts[B]")
    assert (done["hearts"], done["heart"]) == ("{A: 0, B: 3, C: 0}", "0")


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        ("take 2 of heart to hearts[A]\ntake 2 of heart to hearts[B]", "not enough heart"),
        ("take token[A] to held\ntake token[B] to held", "held is not empty"),
        ("take token[A] to pile\ntake token[A] to pile\ntake token[A] to pile", "not enough token"),
        ("put held back to token", "holds nothing to put back"),
        ("move on[a] to on[b]", "holds nothing to move"),
        ("take token[A] to on[a]\ntake token[B] to on[b]\nmove on[a] to on[b]", "on is not empty"),
        ("move 2 of pile to other", "not enough on pile"),
        ("move 1 of pile to other", "not enough on pile"),
        ("pile := [A, B, C]\nmove pile to other\npile := [A]\nmove pile to other", "cannot hold"),
        ("put hearts[A] back to heart\nput 2 of hearts[A] back to heart", "not enough hearts"),
        ("take token[A] to seen\ntake token[A] to seen", "has this already"),
    ],
)
def test_what_cannot_be_moved_is_a_fault_that_changes_nothing(play: str, fault: str) -> None:
    done = played(play)
    assert fault in done.end
    start = Play(game("choose A\n  go\n    nothing\ndraw", BOARD))
    for name in ("token", "heart", "on", "held", "pile", "other", "seen", "hearts"):
        assert done[name] == start[name]


def test_put_back_empties_the_place() -> None:
    done = played("take token[C] to on[b]\nput on[b] back to token")
    assert (done["token"], done["on"]) == ("{A: 2, B: 2, C: 2}", "{a: none, b: none, c: none}")
    assert done.end == "draw"
    done = played("take 3 of heart to hearts[C]\nput 2 of hearts[C] back to heart")
    assert (done["hearts"], done["heart"]) == ("{A: 0, B: 0, C: 1}", "2")
    assert done.end == "draw"


def test_move_between_places() -> None:
    done = played("take token[C] to on[b]\nmove on[b] to on[c]\nmove on[c] to held")
    assert (done["on"], done["held"]) == ("{a: none, b: none, c: none}", "C")


def test_move_the_top_of_a_list_in_its_order() -> None:
    done = played("pile := [A, B, C]\nother := [C]\nmove 2 of pile to other")
    assert (done["pile"], done["other"]) == ("[A]", "[C, B, C]")
    done = played("pile := [A, B, C]\nmove 3 of pile to other")
    assert (done["pile"], done["other"], done.end) == ("[]", "[A, B, C]", "draw")
    done = played("pile := [A, B]\nmove pile to other")
    assert (done["pile"], done["other"]) == ("[]", "[A, B]")


@pytest.mark.parametrize("amount", [0, 1, 3])
def test_how_many_items_stay_is_in_a_range_that_holds_it(amount: int) -> None:
    variables = played(f"move {amount} of pile to other").program.variables
    assert [v.type for v in variables if v.name == "stay"] == [Int(-amount, 3 - amount)]


@pytest.mark.parametrize("play", ["move 1 of pile to other", "move pile to n"])
def test_how_many_items_there_are_is_from_none_to_as_many_as_fit(play: str) -> None:
    statements = [s for block in played(play).program.blocks for s in block.body]
    ranges = [n.type for n in walk(*statements) if isinstance(n, x.Size)]
    assert ranges
    assert set(ranges) == {Int(0, 3)}


def test_move_those_items_of_a_list() -> None:
    done = played("pile := [A, B, A]\nmove those p in pile: p is A to other")
    assert (done["pile"], done["other"]) == ("[B]", "[A, A]")
    done = played("pile := [A, B, A]\nmove those p in pile: p is A to n")
    assert (done["pile"], done["n"]) == ("[B]", "2")
    done = played("pile := [A, B, A]\nmove those p in pile: p is A to bag")
    assert (done["pile"], done["bag"]) == ("[B]", "{A: 2, B: 0, C: 0}")


def test_no_item_is_counted_where_none_can_be() -> None:
    parts = f"{BOARD}state nought: 0..0 = 0"
    assert Play(game("move pile to nought\ndraw", parts)).end == "draw"
    assert "cannot hold" in Play(game("pile := [B]\nmove pile to nought\ndraw", parts)).end


def test_move_into_a_bag_of_an_owner() -> None:
    done = played("held := C\nmove held to buried[B]")
    assert done["held"] == "none"
    assert "(B, C): 1" in done["buried"]
    assert done["buried"].count(": 0") == 8


def test_where_it_goes_is_known_before_anything_moves() -> None:
    """Also where a function tells it, and whose it is."""
    spot = "let spot() = if held is none then a else b\n"
    done = Play(game("held := C\nmove held to on[spot()]\ndraw", f"{BOARD}{spot}"))
    assert done["on"] == "{a: none, b: C, c: none}"
    done = played("held := C\nmove held to buried[if held is none then A else B]")
    assert "(B, C): 1" in done["buried"]


def test_move_a_number() -> None:
    done = played("hearts[A] := 3\nmove 2 of hearts[A] to hearts[B]")
    assert done["hearts"] == "{A: 1, B: 2, C: 0}"


def test_sets_grow_and_shrink_by_elements_and_sets() -> None:
    done = played("add A to seen\nadd {B, C} to seen\nremove B from seen")
    assert done["seen"] == "{A, C}"
    done = played("add (1..3) to hand[B]\nremove {1, 3} from hand[B]\nadd 1 to hand[C]")
    assert done["hand"] == "{A: {}, B: {2}, C: {1}}"
    done = played("seen += {A, B}\nseen -= A")
    assert done["seen"] == "{B}"


def test_numbers_grow_and_shrink() -> None:
    assert played("n += 5\nn -= 2")["n"] == "3"
    assert "cannot hold" in played("n -= 1").end


def test_what_a_supply_fills_is_known() -> None:
    """By way of other places, too; what is put back goes where it came from."""
    play = """
        for q in Player
          take token[q] to held
          move held to pile
        take token[A] to held
        move held to pile
        move those p in pile: p is A to other
        take heart to hearts[A]
        move hearts[A] to hearts[B]
        put hearts[B] back to heart
        put on[a] back to token
    """
    supplies = {s.variable: sorted(s.places) for s in played(dedent(play)).program.supplies}
    assert supplies == {"token": ["held", "other", "pile"], "heart": ["hearts"], "card": []}


def test_what_one_supply_fills_another_may_give() -> None:
    play = "take token[A] to held\nput held back to spare\ntake spare[A] to final\ndraw"
    parts = f"{BOARD}supply spare[Player] = 1\nstate final: Player? = none"
    supplies = {s.variable: sorted(s.places) for s in Play(game(play, parts)).program.supplies}
    assert (supplies["token"], supplies["spare"]) == (["final", "held"], ["final"])


def test_what_code_that_never_runs_would_fill_is_no_place() -> None:
    """What follows looks for all places among the variables."""
    parts = f"""{BOARD}
procedure give(q: Player)
  var mine: Player? = none
  take token[q] to mine
  choose q
    back
      put mine back to token
"""
    for call, count in (("give(B)", 2), ("if 1 = 2: give(B)", 1)):
        of = Play(game(f"give(A)\n{call}\ndraw", parts)).program
        (places,) = (s.places for s in of.supplies if s.variable == "token")
        assert len(places) == count
        assert {v.name for v in of.variables}.issuperset(places)


def test_what_begins_with_more_than_a_constant() -> None:
    parts = "state late: 0..21 = n + 1\nstate each_late: Player -> 0..22 = late + 1"
    done = Play(game("choose A\n  go\n    nothing\ndraw", parts))
    assert (done["late"], done["each_late"]) == ("1", "{A: 2, B: 2, C: 2}")
    with pytest.raises(RulesetError, match="does not begin with a constant"):
        load_text(game("reset late\ndraw", parts), "refused.rules")


def test_reset_returns_to_the_start() -> None:
    done = played("n := 4\nheld := A\nhearts[B] := 2\nreset n, hearts")
    assert (done["n"], done["hearts"], done["held"]) == ("0", "{A: 0, B: 0, C: 0}", "A")


def test_a_map_is_assigned_entry_by_entry_or_as_a_whole() -> None:
    assert played("on[b] := C\non[a] := on[b]")["on"] == "{a: C, b: C, c: none}"
    done = Play(
        game("other := one\ndraw", "state one: Player -> 0..3 = 2\nstate other: Player -> 0..3 = 0")
    )
    assert done["other"] == "{A: 2, B: 2, C: 2}"


WHEEL = """
board wheel = polar(2, 4)
state on: Cell -> Player? = none
state mark: Cell -> 0..3 = 0
state hearts: Player -> 0..3 = 1
"""


@pytest.mark.thorough
def test_rotate_moves_what_stands_on_a_ring() -> None:
    """Four segments: after a whole round, and after one step and three, everything is back."""
    start = Play(game("choose A\n  go\n    nothing\ndraw", WHEEL))
    cell = start["mark"].split(":")[0].strip("{")

    def after(steps: str) -> tuple[str, str]:
        text = f"on[{cell}] := B\nmark[{cell}] := 3\n{steps}\ndraw"
        done = Play(game(f"choose A\n  go\n    nothing\n{text}", WHEEL)).choose("go")
        assert (done["hearts"], done.end) == (start["hearts"], "draw")
        return done["on"], done["mark"]

    ring = f"for r in Ring if {cell} in r: rotate r by"
    still = after("nothing")
    assert after(f"{ring} 4") == still
    assert after(f"{ring} 0") == still
    assert after(f"{ring} 1") != still
    assert after(f"{ring} 1\n{ring} 3") == still
    assert after(f"{ring} 1\n{ring} -1") == still
    assert after(f"{ring} 2") == after(f"{ring} 1\n{ring} 1")
    assert after(f"{ring} 1")[0].count("B") == 1
    other = f"for r in Ring if {cell} not in r: rotate r by"
    assert after(f"{other} 1") == still


def test_a_ring_turns_by_one_segment() -> None:
    start = Play(game("choose A\n  go\n    nothing\ndraw", WHEEL))
    cell = start["mark"].split(":")[0].strip("{")
    play = f"""
choose A
  go
    nothing
on[{cell}] := B
for r in Ring if {cell} in r: rotate r by 1
n := count c in Cell: on[c] is B and c in touching({cell}) and ring(c) is ring({cell})
draw
"""
    assert Play(game(play, WHEEL)).choose("go")["n"] == "1"


@pytest.mark.thorough
def test_each_of_three_rings_turns_by_itself() -> None:
    parts = WHEEL.replace("polar(2, 4)", "polar(3, 4)")
    start = Play(game("choose A\n  go\n    nothing\ndraw", parts))
    cells = [entry.split(":")[0] for entry in start["mark"].strip("{}").split(", ")]
    for cell in (cells[0], cells[len(cells) // 2], cells[-1]):
        play = f"""
choose A
  go
    nothing
for c in Cell: on[c] := (if ring(c) is ring({cell}) then none else A)
on[{cell}] := B
for r in Ring if {cell} in r: rotate r by 1
n := count c in Cell: on[c] is A and ring(c) is not ring({cell})
n += 10 * (count c in Cell: on[c] is B and c in touching({cell}) and ring(c) is ring({cell}))
draw
"""
        assert Play(game(play, parts)).choose("go")["n"] == str(10 + len(cells) * 2 // 3)


def test_a_part_of_a_map_of_several_keys_is_another_map() -> None:
    parts = """
record Card: owner: Player, high: Bool
state one: Player -> 0..3 = 2
state cards: Player, Card -> 0..3 = 0
state of_card: Card -> 0..3 = 3
state three: Player, Player, Bool -> 0..3 = 0
state pairs: Player, Player -> 0..3 = 0
"""
    text = """
pairs[B] := one
three[A, C, yes] := 3
three[A, A, no] := 1
three[B] := three[A]
three[A] := three[C]
cards[C] := of_card
n := pairs[B, A] + 3 * pairs[A, B] + 4 * three[B, C, yes] + three[B, A, no] + 5 * three[A, C, yes]
if cards[C, Card(A, yes)] = 3 and cards[A, Card(A, yes)] = 0: n += 1
draw
"""
    done = Play(game(text.strip(), parts))
    assert done["n"] == str(2 + 0 + 12 + 1 + 0 + 1)


def test_an_editor_is_told_what_is_reset_and_which_supply_gets_something_back() -> None:
    text = game("put held back to token\nreset hearts\ndraw", BOARD)
    report = examine(text, "sample.rules").report
    for line, name in (("put held back to token", "token"), ("reset hearts", "hearts")):
        (row,) = (i for i, each in enumerate(text.split("\n"), 1) if each.strip() == line)
        (span,) = (
            at for at, symbol in report.uses.items() if (at.line, symbol.name) == (row, name)
        )
        assert show(report.types[span]).startswith("Player -> ")


REFUSED = {
    "take": ("take hearts[A] to hearts[B]", "'take' takes out of a supply"),
    "take number of a kind": ("take 2 of token[A] to held", "does not count components"),
    "take a whole supply of kinds": ("take token to held", "'take' takes out of a supply"),
    "take what has no kind to a place": ("take heart to held", "does not count components"),
    "take to a map of truths": ("take token[A] to told", "cannot hold a component"),
    "move a number of a kind": ("move 2 of held to on[a]", "does not count components"),
    "move a number to a place": ("move hearts[A] to held", "count one less here"),
    "take to a number place": ("take token[A] to log", "expected"),
    "put back to a state": ("put held back to on", "there is no supply on"),
    "put back a number of a kind": ("put hearts[A] back to token", "holds no single component"),
    "put back a component to a number": ("put held back to heart", "holds no single component"),
    "too small": ("var k: 5..9 = 5\nk := min(n, 3)", "only 5..9 fits here"),
    "too large": ("n := max(n, 30)", "does not fit here"),
    "put back a list": ("put pile back to token", "holds no single component"),
    "move a set": ("move seen to held", "does not hold a component"),
    "add to a number": ("add yes to n", "expected a number"),
    "add a stranger": ("add 3 to seen", "expected"),
    "reset a local": ("let k = 2\nreset k", "there is no state k"),
    "assign to a value": ("A := B", "A is no state"),
    "assign to a function": ("size := 2", "there is no state size"),
    "assign to a call": ("size(seen) := 2", "expected a state"),
    "key of another type": ("on[A] := B", "expected a Place"),
    "value of another type": ("on[a] := b", "expected a Player or none, found a Place"),
    "rotate without rings": ("rotate a by 1", "a Place cannot turn"),
    "move a list to one of others": ("move pile to log", "expected a list of 0..20"),
    "add a set to a set of others": ("add {1} to seen", "expected a set of Player"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    play, said = REFUSED[name]
    with pytest.raises(RulesetError) as caught:
        load_text(game(f"{play}\ndraw", f"{BOARD}state told: Player -> Bool = no"), "refused.rules")
    assert said in str(caught.value)


def test_rings_turn_and_segments_do_not() -> None:
    with pytest.raises(RulesetError, match="a Segment cannot turn"):
        load_text(game("for s in Segment: rotate s by 1\ndraw", WHEEL), "refused.rules")


def test_nothing_turns_where_nothing_stands() -> None:
    with pytest.raises(RulesetError, match="nothing stands on wheel that could turn"):
        load_text(
            game("for r in Ring: rotate r by 1\ndraw", "board wheel = polar(2, 4)"), "r.rules"
        )
