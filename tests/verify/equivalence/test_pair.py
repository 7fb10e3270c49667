"""Two games side by side: which options a pair has, whatever way they are compared."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.dsl.playing import game as text
from tests.ir_build import PLAYER, every
from tests.ir_build import program as ir_program

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.code import YES, Block, Const, Stop
from rulewright.dsl.ir.program import Choice, Decision, End, Parameter, Variable
from rulewright.dsl.ir.types import Enum, Set
from rulewright.dsl.load import load_text
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame
from rulewright.verify.equivalence.bisimulation import Equivalent, compare
from rulewright.verify.equivalence.pair import DistinguishingPlay, Pairs
from rulewright.verify.limits import Budget

KIND, SUIT, HUE = (Enum(f"{n}", (f"{n}1", f"{n}2")) for n in ("Kind", "Suit", "Hue"))


def asking(nodes: Sequence[Enum], order: Sequence[int]) -> PythonGame:
    """The first player is asked for a value of each of these types, in this order of the nodes."""
    over = len(nodes)
    following = dict(zip(order, [*order[1:], over], strict=True))
    variables = tuple(Variable(f"v{n}", t, 0, "frame") for n, t in enumerate(nodes))
    decisions = []
    for n, t in enumerate(nodes):
        asked = Parameter("k", t, every(t), f"v{n}")
        choice = Choice("go", (asked,), YES, 1 + following.get(n, over))
        decisions.append(Decision("d", Const(0, PLAYER), (choice,)))
    end = End("end", "draw", Const(0, Set(PLAYER)), None, ())
    blocks = [Block("", (), Stop(n)) for n in (order[0], *range(over + 1))]
    return PythonGame(
        ir_program("asking", variables, tuple(blocks), (*decisions, end), players=PLAYER)
    )


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("second", range(3))
def test_nodes_are_alike_if_they_offer_the_same_whatever_their_numbers(
    first: int, second: int
) -> None:
    ours, theirs = (KIND, SUIT, HUE), (SUIT, HUE, KIND)
    pairs = Pairs(asking(ours, [first]), asking(theirs, [second]))
    options = pairs.options(pairs.start())
    assert (options is not None) == (ours[first] is theirs[second])
    if options is not None:
        names = [("go", (label,)) for label in ours[first].labels]
        actions = [Action(0, (0,)), Action(0, (1,))]
        assert options == list(zip(names, actions, actions, strict=True))


def test_one_game_with_its_nodes_in_two_orders() -> None:
    one = asking((KIND, SUIT, HUE), [0, 1, 2])
    assert compare(one, asking((SUIT, HUE, KIND), [2, 0, 1]), Budget()) == Equivalent(1 + 2 + 4 + 8)
    found = compare(one, asking((SUIT, HUE, KIND), [2, 1, 0]), Budget())
    assert isinstance(found, DistinguishingPlay)
    assert (len(found), found.aspect) == (1, "options")


def game(play: str, parts: str = "", players: str = "A, B") -> PythonGame:
    return PythonGame(instantiate(load_text(text(play, parts, players), "sample.rules")))


def test_players_of_other_names_are_others_whatever_their_numbers() -> None:
    play = "choose {p}\n  go\n    nothing\ndraw"
    one, two = game(play.format(p="A")), game(play.format(p="C"), players="C, B")
    found = compare(one, two, Budget())
    assert isinstance(found, DistinguishingPlay)
    assert (len(found), found.aspect) == (0, "decider")
    turned = game(play.format(p="A"), players="B, A")
    assert compare(one, turned, Budget()) == Equivalent(2)


@pytest.mark.parametrize(
    ("play", "one", "two", "moves"),
    [
        # The options of the first decision are told apart by more than their numbers; what
        # follows them is compared all the same.
        ("roll k of (1..2)\nchoose A\n  go\n    {}", "win A", "win B", 2),
        ("choose A\n  {}\nchoose A\n  go\n    draw", "go\n    nothing\n  stay\n    draw", "stay\n    draw\n  go\n    nothing", None),
        ("choose A\n  {}\nwin B", "go\n    nothing\n  stay\n    draw", "stay\n    nothing\n  go\n    draw", 1),
        ("choose A\n  go(k: {})\n    if k = 3: win B", "1..3", "{0, 1, 2, 3} - {0}", None),
        ("choose A\n  go(k: {}\n    if k = 3: win A", "1..3)\n    nothing", "0..3) when k > 0\n    if k = 2: win A", 1),
    ],
)  # fmt: skip
def test_what_follows_options_that_stand_for_each_other(
    play: str, one: str, two: str, moves: int | None
) -> None:
    games = [game(f"{play.replace('{}', way)}\ndraw") for way in (one, two)]
    found = compare(games[0], games[1], Budget())
    assert (len(found) if isinstance(found, DistinguishingPlay) else None) == moves


def test_the_play_is_told_by_the_actions_of_each_game() -> None:
    one = game("choose A\n  go\n    win B\n  stay\n    draw")
    two = game("choose A\n  stay\n    draw\n  go\n    win A")
    found = compare(one, two, Budget())
    assert isinstance(found, DistinguishingPlay)
    assert (found.first, found.second) == ((Action(0, ()),), (Action(1, ()),))


@pytest.mark.thorough
def test_values_are_compared_by_what_they_are_called_in_their_own_game() -> None:
    few, many = (game("draw", f"state a: (0..{most})? = none") for most in (2, 4))
    three = game("draw", "state a: (0..4)? = 3")
    assert not Pairs(few, many).tables_differ((few.new(), many.new()))
    assert not Pairs(many, few).tables_differ((many.new(), few.new()))
    assert Pairs(few, three).tables_differ((few.new(), three.new()))


def test_where_the_rules_run_on_there_is_no_table() -> None:
    endless, over = game("repeat\n  nothing", "state a: 0..1 = 0"), game("draw")
    assert Pairs(over, endless).start() == (over.new(), None)
    assert not Pairs(endless, endless).tables_differ((None, None))
    assert Pairs(endless, over).tables_differ((over.new(), over.new())), "a lies on one table"
    assert not Pairs(endless, over).tables_differ((None, None))
    assert not Pairs(endless, over).tables_differ((None, over.new()))
    assert not Pairs(over, endless).tables_differ((over.new(), None))
