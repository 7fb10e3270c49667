"""Plays that tell one choice of readings from others, abreast and one by one."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from tests.tiers import slow
from tests.verify.conform.identify.test_identify import RULES, found

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.identify import identify as identification
from rulewright.verify.conform.identify import questions
from rulewright.verify.conform.identify.distinguishing.abreast import Alternatives
from rulewright.verify.conform.identify.distinguishing.in_c import GamesInC
from rulewright.verify.conform.identify.distinguishing.parting import (
    PartingWalks,
    Searched,
    searched,
)
from rulewright.verify.conform.identify.reading_games import ChosenReadings, ReadingGames
from rulewright.verify.conform.rules.expected import beginning
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.trials.known import distinguished
from rulewright.verify.effort.identifying import IDENTIFYING, Identifying
from rulewright.verify.equivalence.distinguish import Difference
from rulewright.verify.limits import Budget, Deadline

OPTIONS = {
    "most": ("two", "three"), "final": ("wins", "loses"), "begins": ("first", "second"),
    "colour": ("red", "blue"),
}  # fmt: skip
CHOICES: list[ChosenReadings] = [
    tuple(zip(OPTIONS, chosen, strict=True)) for chosen in product(*OPTIONS.values())
]


@pytest.fixture(scope="module")
def games() -> ReadingGames:
    ruleset = load_text(RULES, "piles.rules")
    return ReadingGames(ruleset, PythonGame(instantiate(ruleset)), OPTIONS, frozenset(), {})


def game(games: ReadingGames, readings: ChosenReadings) -> PythonGame:
    made = games.game(readings)
    assert made is not None
    return made


def shown(games: ReadingGames, readings: ChosenReadings, texts: tuple[str, ...]) -> object:
    """What is seen after a play; None where it is none."""
    at = beginning(game(games, readings))
    for text in texts:
        if text not in at.actions:
            return None
        at = at.after(text)
    return at.decides, at.outcome, tuple(at.actions)


@pytest.mark.parametrize("supposed", CHOICES[::3])
def test_search_of_all_abreast_finds_what_search_of_each_finds(
    games: ReadingGames, supposed: ChosenReadings
) -> None:
    others = [other for other in CHOICES if other != supposed]
    alternatives = Alternatives(games, supposed, others, table=True)
    every = searched(alternatives, 1_000, Budget(None).start())
    assert every.same, "all was searched"
    length = {other: len(p.texts) for p in every.partings for other in p.differing}
    for other in others:
        alone = distinguished(game(games, supposed), game(games, other), Budget(None, 1_000))
        assert length.get(other) == (alone.moves if isinstance(alone, Difference) else None)
        assert isinstance(alone, Difference) or alone is True
    for parting in every.partings:
        for other in parting.differing:
            assert shown(games, supposed, parting.texts) != shown(games, other, parting.texts)
    assert not searched(alternatives, 5, Budget(None).start()).same


@pytest.mark.thorough
@pytest.mark.skipif(available() is not None, reason="there is no compiler")
@pytest.mark.parametrize("most", [1_000, 3])
def test_c_finds_what_search_in_python_finds(games: ReadingGames, most: int) -> None:
    """With few pairs nothing is said to be the same, and random plays still find what differs."""
    in_c, never = GamesInC(games, table=True), Budget(None).start()
    supposed, *others = CHOICES
    for other in others:
        alone = searched(Alternatives(games, supposed, [other], table=True), 1_000, never)
        found = in_c.compared(supposed, other, most, never, plays=0 if most > 3 else 50)
        assert found is not None
        assert found.same is (most > 3 and not alone.partings)
        assert len(found.partings) == len(alone.partings)
        for expected, parting in zip(alone.partings, found.partings, strict=True):
            assert parting.differing == {other}
            assert shown(games, supposed, parting.texts) != shown(games, other, parting.texts)
            assert most == 3 or len(parting.texts) == len(expected.texts)


@pytest.mark.heavy
@pytest.mark.skipif(available() is not None, reason="there is no compiler")
def test_what_c_proved_is_not_searched_in_python_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What needs more than a short search is asked of C alone; Python proves nothing here."""
    painted = RULES.replace("left -= n", "left -= n\n            if colour is blue: wet := no", 1)
    painted = painted.replace("  state left", "  state wet: Bool = no\n  state left", 1)
    ruleset = load_text(painted, "piles.rules")
    hidden = PythonGame(instantiate(ruleset, readings={"most": "three"}))
    monkeypatch.setattr(identification, "IDENTIFYING", Identifying(few_positions=1))
    monkeypatch.setattr(identification.Identification, "_is_same", lambda *_: False)
    wanted: list[int] = []

    def noted(alternatives: Alternatives, most: int, deadline: Deadline) -> Searched:
        wanted.append(most)
        return searched(alternatives, most, deadline)

    for module in (identification, questions):
        monkeypatch.setattr(module, "searched", noted)
    identified = found(ruleset, RuledEngine(lambda _: hidden), PythonGame(instantiate(ruleset)))
    assert identified.same == (("colour", "blue"),)
    assert set(wanted) == {1}
    monkeypatch.setattr(questions, "IDENTIFYING", Identifying(pairs_in_c=1))
    few = Identifying(few_positions=1, most_positions=2)
    monkeypatch.setattr(identification, "IDENTIFYING", few)
    identified = found(ruleset, RuledEngine(lambda _: hidden), PythonGame(instantiate(ruleset)))
    assert identified.same == (("colour", "blue"),), "what came to its limit is compared further"
    none = Identifying(pairs_in_c=1, all_pairs_in_c=0)
    monkeypatch.setattr(questions, "IDENTIFYING", none)
    identified = found(ruleset, RuledEngine(lambda _: hidden), PythonGame(instantiate(ruleset)))
    assert (identified.same, identified.open) == ((), (("colour", "blue"),)), "no more is begun"
    one = Identifying(pairs_in_c=1, all_pairs_in_c=1_000, many_pairs_in_c=1)
    monkeypatch.setattr(questions, "IDENTIFYING", one)
    identified = found(ruleset, RuledEngine(lambda _: hidden), PythonGame(instantiate(ruleset)))
    assert identified.same == (), "neither searched enough"


@pytest.mark.thorough
def test_random_plays_tell_apart_what_differs_alone(games: ReadingGames) -> None:
    supposed, *others = CHOICES
    walks = PartingWalks(games, Random(0))
    differing: set[ChosenReadings] = set()
    for _ in range(60):
        found = walks.parting(Alternatives(games, supposed, others, table=True))
        if found is not None:
            differing |= found.differing
            for other in found.differing:
                ways = (found.texts[:n] for n in range(len(found.texts) + 1))
                assert any(shown(games, supposed, w) != shown(games, other, w) for w in ways)
    assert differing == {o for o in others if o[:3] != supposed[:3]}, "colour is never seen"


GAP = """ruleset last_one "Gap"
  players A, B
  state left: 0..4 = 4
  reading who "Who wins?" by [c]
    nobody: "the rules say nothing" default
    last: "who took the last one"
    other: "the other one"
  play by [c]
    repeat
      turns for p in Player
        choose p
          take_one by [c]
            left -= 1
        if left = 0
          match who
            nobody
              gap "who wins"
            last
              win p
            other
              win next(p)
  check sound: never left > 4
"""


@pytest.mark.thorough
@pytest.mark.parametrize("option", ["nobody", "last", "other"])
def test_what_says_what_the_engine_does_is_preferred_to_what_says_nothing(option: str) -> None:
    ruleset = load_text(GAP, "last_one.rules")
    hidden = PythonGame(instantiate(ruleset, readings={"who": option}))
    identified = found(ruleset, RuledEngine(lambda _: hidden), PythonGame(instantiate(ruleset)))
    assert identified.readings == (("who", option),)


PAIRS = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"), ("i", "j")]


@pytest.mark.heavy
def test_what_says_nothing_only_together_is_refuted_by_what_was_asked() -> None:
    """Of each pair either reading alone changes nothing; both, and the rules do not say who wins. Each such
    choice would agree with every play, and each would be told from the engine by one play more."""
    readings = "".join(
        f'  reading {name} "{name}?" by [c]\n    talks: "so" default\n    silent: "not"\n'
        for pair in PAIRS
        for name in pair
    )
    gaps = "".join(
        f'          if {one} is silent and {two} is silent: gap "{one} and {two}"\n'
        for one, two in PAIRS
    )
    head, rest = GAP[: GAP.index("  reading")], GAP[GAP.index("  play by") :]
    match = rest[rest.index("          match") : rest.index("  check")]
    text = head + readings + rest.replace(match, f"{gaps}          win p\n")
    ruleset = load_text(text, "last_one.rules")
    hidden = PythonGame(instantiate(ruleset))
    identified = found(ruleset, RuledEngine(lambda _: hidden), PythonGame(instantiate(ruleset)))
    assert identified.readings == hidden.program.instance.readings
    assert identified.questions <= IDENTIFYING.first_plays + IDENTIFYING.last_plays


DIAL = """ruleset dial "Dial"
  players A, B
  state row: 0..7 = 0
  state moves: 0..20 = 0
  reading opened "What does it do to open it?" by [c]
    wins: "one wins" default
    stays: "it stays shut"
  play by [c]
    repeat until moves = 20
      turns for p in Player
        choose p
          turn(n: 1..4) by [c]
            row := if n = 4 then min(row + 1, 7) else 0
            moves := min(moves + 1, 20)
        if row = 7 and opened is wins: win p by [c]
    draw
"""


@pytest.mark.heavy
@pytest.mark.parametrize("opened", ["wins", *slow(["stays"])])
def test_a_small_game_is_searched_to_the_end(opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven turns of sixteen thousand open it: random plays do not, and the first positions are not enough."""
    for name in ("POSITIONS", "FEW_POSITIONS"):
        monkeypatch.setattr(identification, name, 10, raising=False)
    ruleset = load_text(DIAL, "dial.rules")
    hidden = PythonGame(instantiate(ruleset, readings={"opened": opened}))
    identified = found(ruleset, RuledEngine(lambda _: hidden), PythonGame(instantiate(ruleset)))
    assert identified.readings == (("opened", opened),)
    assert (identified.same, identified.open, identified.undecided) == ((), (), ())


SECRET = """ruleset bids "Bids"
  players A, B
  state rounds: 0..3 = 0
  reading how "Does B know what A has bid?" by [c]
    in_turn: "yes" default
    at_once: "no"
  reading colour "Of which colour is the box?" by [c]
    red: "red" default
    blue: "blue"
  play by [c]
    repeat until rounds = 3
      match how
        in_turn
          for p in Player
            choose p
              bid(n: 1..2) by [c]
                rounds := rounds
        at_once
          each p in Player secretly chooses
            bid(n: 1..2) by [c]
              rounds := rounds
      rounds += 1
    draw
  check sound: never rounds > 3 and colour is red
"""


@pytest.mark.heavy
def test_what_no_engine_says_tells_nothing_apart() -> None:
    """Both games ask the same of the same players; only whether others learn of it differs."""
    ruleset = load_text(SECRET, "bids.rules")
    hidden = PythonGame(instantiate(ruleset))
    identified = found(ruleset, RuledEngine(lambda _: hidden), PythonGame(instantiate(ruleset)))
    assert identified.open == (("how", "at_once"),)
    assert identified.questions == IDENTIFYING.first_plays + IDENTIFYING.last_plays
