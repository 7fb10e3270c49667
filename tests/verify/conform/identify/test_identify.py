"""Which readings an engine follows: found again, or said to be the same, or none."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from tests.shipped import shipped
from tests.tiers import slow
from tests.verify.conform.faulty import Faulty
from tests.verify.conform.identify.readings import combined, same_game

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.identify.identified import Identified, shown
from rulewright.verify.conform.identify.identify import identify
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.limits import Budget
from rulewright.verify.plays.json_values import Json

RULES = """ruleset piles "Piles"
  players A, B
  state left: 0..5 = 5
  reading most "How many may one take?" by [most]
    two: "two" default
    three: "three"
  reading final "Who takes the last one?" by [final]
    wins: "wins" default
    loses: "loses"
  reading begins "Who begins?" by [begins]
    first: "A" default
    second: "B"
  reading colour "What colour is the box?" by [colour]
    red: "red" default
    blue: "blue"
  play by [most]
    repeat
      turns for p in Player from (if begins is first then A else B)
        choose p
          take_some(n: 1..3) when n <= left, n <= (if most is two then 2 else 3) by [most]
            left -= n
        if left = 0
          if final is wins: win p by [final]
          win next(p) by [final]
  check painted: never colour is red and colour is blue
"""


NUMBERS = """ruleset bag "A bag"
  players A, B
  param most: 1..4 = 2 open by [most] "how many at once"
  param bonus: 0..30 = 3 open by [bonus] "what the last one brings"
  param heap: 4..7 = 5 open by [size] "how many are in the bag"
  param unused: 0..9 = 1 open by [size] "nothing hangs on it"
  state left: 0..heap = heap
  state limit: 1..4 = 1
  state points: Player -> 0..40 = 0
  play by [most]
    limit := most
    repeat
      turns for p in Player
        choose p
          take_some(n: 1..4) when n <= left, n <= limit by [most]
            left -= n
            points[p] += n
        if left = 0
          points[p] += bonus
          win p by [most]
"""


@pytest.fixture(scope="module")
def piles() -> Ruleset:
    return load_text(RULES, "piles.rules")


def found(ruleset: Ruleset, engine: object, chosen: PythonGame) -> Identified:
    assert isinstance(engine, RuledEngine)
    return identify(ruleset, LocalEngine(engine, "mine"), chosen, Budget(None))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "options", list(product(("two", "three"), ("wins", "loses"), ("first", "second")))
)
def test_readings_are_found_again(piles: Ruleset, options: tuple[str, ...]) -> None:
    readings = dict(zip(("most", "final", "begins"), options, strict=True))
    game = PythonGame(instantiate(piles, readings=readings))
    identified = found(piles, RuledEngine(lambda _: game), PythonGame(instantiate(piles)))
    assert identified.readings is not None
    assert dict(identified.readings).items() >= readings.items()
    assert identified.same == (("colour", "blue"),), "no play can tell the colour of the box"
    assert identified.open == ()


@pytest.mark.thorough
def test_an_engine_that_follows_none_is_told(piles: Ruleset) -> None:
    class Generous(Faulty):
        """Lets one take nothing."""

        def legal(self) -> list[str]:
            return [*super().legal(), "take_some 0"]

    chosen = PythonGame(instantiate(piles))
    identified = found(piles, Generous(chosen), chosen)
    assert identified.readings is None
    assert identified.at_odds is not None
    assert identified.at_odds.alone
    assert identified.at_odds.found.play == ()
    assert identified.at_odds.found.engine == "it is among the legal actions"


@pytest.mark.thorough
def test_where_an_engine_follows_none_is_told_in_few_actions(piles: Ruleset) -> None:
    """Three may be taken, which one reading explains; that nobody wins with the fourth none does."""

    class Endless(Faulty):
        """Three of five and then two are no end."""

        def outcome(self) -> Mapping[str, Json] | None:
            return None if self.taken == ["take_some 3", "take_some 2"] else super().outcome()

    three = PythonGame(instantiate(piles, readings={"most": "three"}))
    identified = found(piles, Endless(three), PythonGame(instantiate(piles)))
    odds = identified.at_odds
    assert odds is not None
    assert odds.alone
    assert dict(odds.readings)["most"] == "three"
    assert odds.found.play == ("take_some 3", "take_some 2")
    assert (odds.found.rules, odds.found.engine) == ("play is over: B wins", "play goes on")
    assert odds.found.clauses == ("final",)
    default = dict(instantiate(piles).instance.readings)
    (told,) = shown(identified, default)
    assert "in this play it goes wrong whatever the readings, here beside the rules with " in told
    assert "most = three" in told


@pytest.mark.thorough
def test_what_no_readings_explain_together_is_told(piles: Ruleset) -> None:
    class Fickle(RuledEngine):
        """Who takes the last one wins if one was taken first, and loses otherwise."""

        def __init__(self) -> None:
            super().__init__(lambda _: PythonGame(instantiate(piles)))
            self.first = ""

        def new(self, game: dict[str, Json]) -> None:
            self.first = ""
            super().new(game)

        def apply(self, action: str, by: str) -> bool:
            taken = super().apply(action, by)
            self.first = self.first or (action if taken else "")
            return taken

        def outcome(self) -> Mapping[str, Json] | None:
            ending = super().outcome()
            if ending is None or self.first == "take_some 1":
                return ending
            return {**ending, "winners": ["B" if ending["winners"] == ["A"] else "A"]}

    identified = found(piles, Fickle(), PythonGame(instantiate(piles)))
    assert identified.readings is None
    assert identified.at_odds is not None
    assert not identified.at_odds.alone
    assert identified.at_odds.found.aspect == "outcome"
    (told,) = shown(identified, {})
    assert "no readings explain this play and those before it" in told


@pytest.mark.thorough
def test_that_the_time_was_up_is_told(piles: Ruleset) -> None:
    chosen = PythonGame(instantiate(piles))
    engine = LocalEngine(RuledEngine(lambda _: chosen), "mine")
    for budget, told in (Budget(0.0), True), (Budget(None), False):
        identified = identify(piles, engine, chosen, budget, names=["final"])
        assert identified.cut_off is told
        assert (
            "the time was up before all was asked: see --budget" in shown(identified, {})
        ) is told


@pytest.mark.thorough
def test_what_is_fixed_stays(piles: Ruleset) -> None:
    chosen = PythonGame(instantiate(piles))
    engine = LocalEngine(RuledEngine(lambda _: chosen), "mine")
    identified = identify(piles, engine, chosen, Budget(None), names=["final"])
    default: Mapping[str, str] = dict(chosen.program.instance.readings)
    assert identified.readings is not None
    assert dict(identified.readings) == default
    assert identified.same == ()


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "most"), [(3, "three"), *slow([(8, "two")])])
def test_an_open_number_is_found_again(size: int, most: str) -> None:
    """The one that nothing hangs on is said to be so, whatever its value."""
    numbers = "param pile: 3..8 = 5 open by [most]\n  param spare: 0..4 = 1 open by [most]"
    text = RULES.replace("state left: 0..5 = 5", f"{numbers}\n  state left: 0..pile = pile")
    opened = load_text(text, "piles.rules")
    game = PythonGame(instantiate(opened, parameters={"pile": size}, readings={"most": most}))
    identified = found(opened, RuledEngine(lambda _: game), PythonGame(instantiate(opened)))
    assert identified.readings is not None
    assert dict(identified.readings).items() >= {("pile", str(size)), ("most", most)}
    spare = {("spare", value) for value in ("0", "2", "3", "4")}
    assert {*identified.same} == {("colour", "blue"), *spare}
    assert identified.open == ()
    told = list(shown(identified, {"pile": "5", "spare": "1"}))
    assert f"  pile = {size}   (not the default)" in told
    assert "  spare = 1, or 0 or 2 or 3 or 4: the same game, proved" in told


ENTWINED = """ruleset heap "Heap"
  players A, B
  state left: 0..10 = 10
  state ones: Bool = yes
  reading amount "How many may one take?" by [amount]
    few: "few" default
    many: "many"
  reading back "From which end?" by [back]
    front: "from the front" default
    rear: "from the rear"
  play by [amount]
    repeat
      turns for p in Player
        choose p
          take_some(n: 1..3) when n <= left, n <= (if (amount is few) = (back is front) then 2 else 3) by [amount]
            left -= n
            if n > 1: ones := no
        if left = 0
          if ones and amount is many: draw by [amount]
          win p by [amount]
"""


@pytest.mark.thorough
def test_readings_that_stand_and_fall_together() -> None:
    """Each alone is refuted by the first play; both together only by the play of single ones."""
    ruleset = load_text(ENTWINED, "heap.rules")
    game = PythonGame(instantiate(ruleset, readings={"amount": "many", "back": "rear"}))
    identified = found(ruleset, RuledEngine(lambda _: game), PythonGame(instantiate(ruleset)))
    assert identified.readings == (("amount", "many"), ("back", "rear"))
    assert identified.same == identified.open == identified.undecided == ()


VAULT = """ruleset vault "Vault"
  players A, B
  state dialled: 0..999999 = 0
  reading one "One?" by [one]
    shut: "no" default
    ajar: "yes"
  reading two "Two?" by [two]
    shut: "no" default
    ajar: "yes"
  play by [one]
    repeat 6 times
      choose A
        dial(n: 0..9) by [one]
          dialled := dialled mod 100000 * 10 + n
        pass when (one is ajar) = (two is ajar) by [two]
          dialled := 0
    if dialled = 271828 and one is ajar: draw by [one]
    win A by [two]
"""


@pytest.mark.slow
def test_readings_that_only_together_agree_with_all_that_was_seen_stay_open() -> None:
    """One alone is refuted by the first play; both together by one play of a million."""
    ruleset = load_text(VAULT, "vault.rules")
    game = PythonGame(instantiate(ruleset, readings={"one": "ajar", "two": "ajar"}))
    identified = found(ruleset, RuledEngine(lambda _: game), PythonGame(instantiate(ruleset)))
    assert identified.readings == (("one", "shut"), ("two", "shut"))
    assert identified.open == (("one", "ajar"), ("two", "ajar"))
    assert identified.same == identified.undecided == ()
    told = list(shown(identified, {"one": "shut", "two": "ajar"}))[1:]
    assert told == [
        "  one = shut, or ajar: not told apart",
        "  two = shut, or ajar: not told apart   (not the default)",
    ]


def test_what_there_was_no_time_for_is_not_said_to_be_excluded(piles: Ruleset) -> None:
    chosen = PythonGame(instantiate(piles))
    engine = LocalEngine(RuledEngine(lambda _: chosen), "mine")
    identified = identify(piles, engine, chosen, Budget(0.0))
    left = {name for name, _ in (*identified.open, *identified.undecided)}
    assert left == {"most", "final", "begins", "colour"}
    assert identified.same == ()


def test_a_game_without_readings_is_said_to_have_none() -> None:
    told = [*shown(Identified((), (), (), (), 50), {})]
    assert told == [
        "the game has no readings and no open numbers; it follows the rules in 50 plays "
        "of legal actions"
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "values", [{"most": 3}, {"bonus": 29}, {"heap": 7}, {"most": 1, "bonus": 0, "heap": 6}]
)
def test_open_numbers_are_found_again(values: Mapping[str, int]) -> None:
    """One is copied where all see it, one is added, one is the size of a range, one is never looked at."""
    bag = load_text(NUMBERS, "bag.rules")
    game = PythonGame(instantiate(bag, parameters=values))
    identified = found(bag, RuledEngine(lambda _: game), PythonGame(instantiate(bag)))
    expected = {"most": 2, "bonus": 3, "heap": 5, "unused": 1, **values}
    assert identified.readings is not None
    assert dict(identified.readings) == {name: str(value) for name, value in expected.items()}
    others = tuple(("unused", str(n)) for n in (0, 2, 3, 4, 5, 6, 7, 8, 9))
    assert (identified.same, identified.open, identified.undecided) == (others, (), ())


def test_no_game_is_made_for_another_number_when_the_time_is_up() -> None:
    bag = load_text(NUMBERS, "bag.rules")
    chosen = PythonGame(instantiate(bag))
    made: list[str] = []
    budget = Budget(0.0)
    identified = identify(
        bag, LocalEngine(RuledEngine(lambda _: chosen), "mine"), chosen, budget, tell=made.append
    )
    assert [told for told in made if told.startswith("making")] == ["making the game with heap = 5"]
    assert {pair for pair in identified.undecided if pair[0] == "heap"} == {
        ("heap", "4"), ("heap", "6"), ("heap", "7")
    }  # fmt: skip
    assert (identified.same, identified.open) == ((), ())


@pytest.mark.heavy
def test_a_range_that_is_not_written_with_numbers_has_values_without_a_game() -> None:
    text = NUMBERS.replace("heap: 4..7", "heap: 4..most + 4")
    bag = load_text(text, "bag.rules")
    game = PythonGame(instantiate(bag, parameters={"heap": 6}))
    identified = found(bag, RuledEngine(lambda _: game), PythonGame(instantiate(bag)))
    assert identified.readings is not None
    assert dict(identified.readings)["heap"] == "6"
    assert not [pair for pair in (*identified.open, *identified.undecided) if pair[0] == "heap"]


@pytest.mark.heavy
def test_what_was_found_of_a_game_with_tables_of_cards_is_compared_with_it() -> None:
    """By the measurement of ``make readings``: its answer names readings alone, a game has tables, too."""
    hidden, _ = combined("petite-mort", "small", seed=0, most=1)
    chosen = PythonGame(shipped("petite-mort", "small"))
    assert (
        same_game("petite-mort", hidden, chosen, dict(hidden.program.instance.readings)) == "proved"
    )
    assert same_game("petite-mort", chosen, chosen, {}) == "proved"
