"""Two games side by side in C: the same answers as in Python, whichever program holds them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.tiers import every, judges
from tests.verify.equivalence import countdown
from tests.verify.equivalence.labelled_graphs.test_same_game import RULES, text

from rulewright.dsl.instantiate import instantiate, program_family
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import EngineUnavailable
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.equivalence.bisimulation import BoundedEquivalence, Equivalent
from rulewright.verify.equivalence.native.build import CompiledGame, compile_game
from rulewright.verify.equivalence.native.product import NativeProduct
from rulewright.verify.equivalence.pair import DistinguishingPlay
from rulewright.verify.equivalence.product import PythonProduct
from rulewright.verify.equivalence.readings.known import ReadingResult
from rulewright.verify.equivalence.readings.questions import ReadingQuestion, questions
from rulewright.verify.equivalence.readings.study import answers
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.graph import OUT_OF_TIME, EngineMismatch, OutOfMemory

MISSING = available()
pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))

FOREVER = Budget().start()
CASES: dict[str, dict[str, str]] = {
    "up_to_three": {"step": "up_to_three"},
    "same_words": {"step": "same_words"},
    "loses": {"taker": "loses"},
    "open_tally": {"tally": "open_tally"},
    "secret": {"tally": "secret"},
    "runs_on": {"rest": "runs_on"},
    "both": {"who": "both"},
    "both, unseen": {"who": "both", "hidden": "unseen"},
}
DEFAULTS = {"step": "one_or_two", "taker": "wins", "tally": "none_kept", "rest": "ends",
            "hidden": "seen", "who": "nobody"}  # fmt: skip


class Cached:
    """Compiled games of the talking variant: with one choice of readings each, and with all."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.kept: dict[tuple[tuple[str, str], ...], CompiledGame] = {}
        plain = self.game({}).program
        self.all = compile_game(program_family(ruleset, plain, DEFAULTS))

    def game(self, readings: Mapping[str, str]) -> PythonGame:
        return countdown.game(self.ruleset, "talking", 6, **readings)

    def alone(self, readings: Mapping[str, str]) -> CompiledGame:
        key = tuple(readings.items())
        if key not in self.kept:
            self.kept[key] = compile_game(self.game(readings).program)
        return self.kept[key]


@pytest.fixture(scope="module")
def cached() -> Cached:
    return Cached(countdown.ruleset())


def product(cached: Cached, other: Mapping[str, str], *, in_one: bool = False) -> NativeProduct:
    games = cached.game({}), cached.game(other)
    if in_one:
        first, second = cached.all.begin(DEFAULTS), cached.all.begin({**DEFAULTS, **other})
    else:
        first, second = cached.alone({}).begin({}), cached.alone(other).begin({})
    return NativeProduct(first, second, lambda: games, 2**24, unconfirmed=in_one)


@pytest.mark.thorough
@pytest.mark.parametrize("in_one", [False, True])
@pytest.mark.parametrize("case", every(4, list(CASES), judging=True))
def test_complete_search_says_what_python_says(cached: Cached, case: str, in_one: bool) -> None:
    expected_by = PythonProduct((cached.game({}), cached.game(CASES[case])))
    expected = expected_by.search(Budget())
    both = product(cached, CASES[case], in_one=in_one)
    found = both.search(Budget())
    if isinstance(expected, Equivalent):
        assert isinstance(found, Equivalent)
        assert found.pairs == expected.pairs
        assert both.table == expected_by.table == expected.table
    else:
        assert found == expected  # the same shortest play
    assert both.unconfirmed is in_one


@pytest.mark.thorough
def test_it_stops_at_a_length_or_a_number_of_pairs_and_goes_on(cached: Cached) -> None:
    both = product(cached, CASES["loses"])
    assert both.search(Budget(seconds=0)) == BoundedEquivalence(-1, 1, stopped=OUT_OF_TIME)
    stopped = both.search(Budget(states=3))
    assert isinstance(stopped, BoundedEquivalence)
    assert stopped.moves < 2
    assert isinstance(both.search(Budget(), longest=2), BoundedEquivalence)  # 6 = 2 + 2 + 2
    assert isinstance(both.search(Budget(), longest=3), DistinguishingPlay)


@pytest.mark.thorough
def test_too_little_memory_proves_nothing(cached: Cached) -> None:
    readings = CASES["same_words"]
    games = cached.game({}), cached.game(readings)
    sides = cached.alone({}).begin({}), cached.alone(readings).begin({})
    found = []
    for memory in range(1_000, 200_000, 2_000):
        try:
            found.append(NativeProduct(*sides, lambda: games, memory).search(Budget()))
        except OutOfMemory:
            assert not found, "there was enough memory to begin with less"
    assert found[-1] == PythonProduct(games).search(Budget())
    assert all(isinstance(result, BoundedEquivalence) for result in found if result != found[-1])


@pytest.mark.thorough
def test_variations_of_a_long_play_come_to_the_shortest(cached: Cached) -> None:
    # Six sticks, taken one by one, show who wins as well as 2 + 2 + 2, which no leaving out comes to.
    both = product(cached, CASES["loses"])
    long = [("take", ("1",))] * 6
    assert both.follow(long) == 6
    short = both.variation(long, 1, 2_000, FOREVER)
    assert short == [("take", ("2",))] * 3
    assert both.follow(short) == 3
    assert both.variation(long, 1, 0, FOREVER) == long
    assert both.variation(long, 1, 2_000, Budget(seconds=0).start()) == long


@pytest.mark.thorough
def test_variations_may_show_another_table_only(cached: Cached) -> None:
    both = product(cached, CASES["open_tally"])
    assert len(both.variation([("take", ("1",))] * 3, 1, 500, FOREVER, table=True)) == 1
    rules = both.variation([("take", ("1",))] * 3, 1, 500, FOREVER)
    assert rules == [("take", ("1",))] * 3  # the rules differ nowhere


@pytest.mark.thorough
@pytest.mark.parametrize("in_one", [False, True])
def test_random_plays_find_and_follow(cached: Cached, in_one: bool) -> None:
    both = product(cached, CASES["loses"], in_one=in_one)
    walked = both.random_walk(1, 50, FOREVER)
    assert walked.plays == 1  # every play ends, and every end differs
    assert walked.rules is not None
    assert both.follow(walked.rules) == len(walked.rules)
    assert both.follow(walked.rules[:-1]) is None
    assert len(both.distinguishing_play(walked.rules)) == len(walked.rules)
    short = product(cached, CASES["loses"], in_one=in_one)
    assert short.random_walk(1, 50, FOREVER, 2).rules is None
    assert short.random_walk(1, 200, FOREVER, 3).rules == [("take", ("2",))] * 3
    same = product(cached, CASES["same_words"], in_one=in_one).random_walk(1, 50, FOREVER)
    assert (same.rules, same.table, same.plays) == (None, None, 50)


@pytest.mark.thorough
def test_without_time_random_play_says_nothing(cached: Cached) -> None:
    walked = product(cached, CASES["loses"]).random_walk(1, 50, Budget(0).start())
    assert (walked.rules, walked.table, walked.plays) == (None, None, 0)


@pytest.mark.thorough
def test_a_move_that_is_none_leads_nowhere(cached: Cached) -> None:
    both = product(cached, CASES["open_tally"])
    keys = [("take", ("1",))] * 2
    assert both.follow(keys) is None
    assert both.follow(keys, table=True) == 1
    assert both.follow([("take", ("5",))], table=True) is None


@pytest.mark.thorough
def test_what_python_does_not_confirm_is_a_disagreement(cached: Cached) -> None:
    same = cached.game({}), cached.game({})
    sides = cached.alone({}).begin({}), cached.alone(CASES["loses"]).begin({})
    with pytest.raises(EngineMismatch, match="is none on the Python engine"):
        NativeProduct(*sides, lambda: same, 2**24).search(Budget())
    other = cached.game({}), cached.game(CASES["up_to_three"])
    sides = cached.alone({}).begin({}), cached.alone(CASES["same_words"]).begin({})
    with pytest.raises(EngineMismatch, match="is another one on the Python engine"):
        NativeProduct(*sides, lambda: other, 2**24).search(Budget())


def states(found: list[ReadingResult]) -> dict[str, tuple[str, object, object]]:
    return {
        a.question.option[0]: (
            a.state,
            a.rules and (a.rules_in, a.rules.moves, a.rules.aspect),
            a.table and (a.table_in, a.table.moves),
        )
        for a in found
    }


@pytest.mark.slow
def test_all_questions_are_answered_as_in_python(cached: Cached) -> None:
    asked: list[ReadingQuestion] = questions(cached.ruleset)
    python = answers(cached.ruleset, asked, Budget(), engine="python")
    native = answers(cached.ruleset, asked, Budget(), engine="native")
    assert states(native) == states(python)
    by_option = {a.question.option[0]: a for a in native}
    assert by_option["same_words"].unconfirmed == (), "what is the same was confirmed"
    confirmed = {proof.game_ref: proof.pairs for proof in by_option["same_words"].same}
    in_python = {a.question.option[0]: a for a in python}["same_words"]
    assert confirmed == {proof.game_ref: proof.pairs for proof in in_python.same}


DICE = """
ruleset dice "A die and points"
  players A, B
  state points: Player -> 0..6 = 0

  reading die "Which numbers are likely?" by [die]
    even: "all alike" default
    high: "the high ones"
    in_order: "all alike, written otherwise"

  reading counted "What counts?" by [points]
    once: "the number" default
    twice: "double"

  reading said "Who is asked?" by [points]
    first: "the roller" default
    other: "the other player"

  let asked(p: Player) = if said is first then p else next(p)
  let likely(n: 1..3) =
    match die
      even: 2
      high: n
      in_order: 1 + 1

  play
    for p in Player
      roll n of (1..3) with weight likely(n)
      choose asked(p)
        keep
          points[p] := if counted is once then n else 2 * n
        throw
          nothing
    rank by points
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("readings", "moves", "aspect"),
    [
        ({"die": "high"}, 0, "weights"),
        ({"die": "in_order"}, 0, None),
        ({"counted": "twice"}, 4, "outcome"),  # both roll and decide before points are told
        ({"said": "other"}, 1, "decider"),
    ],
)
def test_chance_points_and_players_are_compared(
    readings: dict[str, str], moves: int, aspect: str | None
) -> None:
    ruleset = load_text(DICE.lstrip(), "dice.rules")
    programs = instantiate(ruleset), instantiate(ruleset, readings=readings)
    games = PythonGame(programs[0]), PythonGame(programs[1])
    sides = [compile_game(program).begin({}) for program in programs]
    found = NativeProduct(sides[0], sides[1], lambda: games, 2**24).search(Budget())
    assert found == PythonProduct(games).search(Budget())
    if aspect is None:
        assert isinstance(found, Equivalent)
    else:
        assert isinstance(found, DistinguishingPlay)
        assert (len(found), found.aspect) == (moves, aspect)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "case",
    [
        "places of another type",
        "2 to 1 and 6 to 3",
        "a gap that reads like a fault",
        "a secret about nothing",
        *judges(
            [
                "another order of values",
                "part of a longer range",
                "records by their fields",
                "equal results in another order",
                "a draw, and a win of nobody",
                "what comes of it",
            ]
        ),
    ],
)
def test_one_program_with_two_beginnings_is_compared_by_what_is_seen(case: str) -> None:
    left, right, moves = RULES[case]
    ruleset = load_text(text(left, right), "pair.rules")
    one, two = (instantiate(ruleset, readings={"way": path}) for path in ("left", "right"))
    both = compile_game(program_family(ruleset, one, ["way"]))
    sides = both.begin({"way": "left"}), both.begin({"way": "right"})
    games = PythonGame(one), PythonGame(two)
    found = NativeProduct(*sides, lambda: games, 2**24, unconfirmed=True).search(Budget())
    assert (len(found) if isinstance(found, DistinguishingPlay) else None) == moves


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("part", "other", "possible"),
    [
        ("  state extra: 0..5 = 3\n", "  state extra: 0..9 = 3\n", True),
        ("  state extra: 0..5 = 3\n", "  state extra: -9..9 = 3\n", False),
        ("  state extra: Kind -> 0..5 = 3\n", "  state extra: Kind -> 0..9 = 3\n", True),
        ("  state extra: Kind = Ka\n", "  state extra: Turned = Kb\n", False),
        ("  state extra: 0..5 = 3\n", "", False),
    ],
)
def test_tables_that_are_stored_otherwise_are_left_to_python(
    part: str, other: str, possible: bool
) -> None:
    source = text("n := 1", "n := 1")
    texts = [source.replace("  state n:", f"{p}  state n:") for p in (part, other)]
    programs = [instantiate(load_text(t, "pair.rules")) for t in texts]
    games = PythonGame(programs[0]), PythonGame(programs[1])
    one, two = (compile_game(program).begin({}) for program in programs)
    if not possible:
        with pytest.raises(EngineUnavailable, match="extra"):
            NativeProduct(one, two, lambda: games, 2**24)
        return
    both = NativeProduct(one, two, lambda: games, 2**24)
    assert (both.search(Budget()), both.table) == (Equivalent(1), None)
