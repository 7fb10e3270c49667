"""What refutes readings: trees of what they decide, and choices without what is refuted."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame
from rulewright.engines.python.watched import Watched, looked_at
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.protocol import setup_of
from rulewright.verify.conform.identify.reading_games import ReadingGames
from rulewright.verify.conform.identify.version_space.decision_tree import (
    Leaf,
    NeededError,
    TooManyError,
    fruitful,
    grown,
    leaves,
)
from rulewright.verify.conform.identify.version_space.nogoods import Nogoods
from rulewright.verify.conform.identify.version_space.version_space import VersionSpace
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.trials.transcript import transcribed

OPTIONS = dict.fromkeys("abcd", ("no", "yes"))


def looked(chosen: Mapping[str, str], name: str) -> bool:
    if name not in chosen:
        raise NeededError(name)
    return chosen[name] == "yes"


def both_of_two(chosen: Mapping[str, str]) -> int | None:
    """Looks at d, which does not matter; nothing comes of a without b."""
    looked(chosen, "d")
    if looked(chosen, "a"):
        return 1 if looked(chosen, "b") else None
    return 0


def test_a_tree_has_what_matters_alone() -> None:
    tree = grown(both_of_two, OPTIONS.__getitem__, {}, 100)
    assert {(tuple(sorted(part)), value) for part, value in leaves(tree)} == {
        ((("a", "no"),), 0),
        ((("a", "yes"), ("b", "no")), None),
        ((("a", "yes"), ("b", "yes")), 1),
    }
    assert [len(part) for part, _ in leaves(fruitful(tree))] == [1, 1], "b is known then"
    assert grown(both_of_two, OPTIONS.__getitem__, {"a": "no"}, 100) == Leaf(0)
    with pytest.raises(TooManyError):
        grown(both_of_two, OPTIONS.__getitem__, {}, 5)


def test_a_choice_without_what_is_refuted_is_found_if_there_is_one() -> None:
    choices = [
        dict(zip(OPTIONS, chosen, strict=True)) for chosen in product(("no", "yes"), repeat=4)
    ]
    for wanted in choices:
        refuted = Nogoods(OPTIONS)
        for choice in choices:
            if choice != wanted:
                assert refuted.near(choices[0]) is not None
                refuted.add(frozenset(choice.items()))
        assert refuted.near(choices[0]) == wanted
        other = "no" if wanted["c"] == "yes" else "yes"
        assert refuted.near({**wanted, "c": other}, frozenset("c")) is None
        refuted.add(frozenset(wanted.items()))
        assert refuted.near(choices[0]) is None


def test_a_part_that_says_less_takes_the_place_of_those_that_say_more() -> None:
    refuted = Nogoods(OPTIONS)
    refuted.add(frozenset({("a", "no"), ("b", "no")}))
    assert refuted.left("a") == ("no", "yes")
    refuted.add(frozenset({("a", "no")}))
    assert refuted.left("a") == ("yes",)
    assert refuted.number_left() == 7
    assert refuted.excluded([("a", "no"), ("b", "yes")])
    assert not refuted.excluded([("a", "yes"), ("b", "no")])


def test_a_watched_value_tells_what_hangs_on_it_and_not_that_it_is_copied() -> None:
    times: list[int] = []
    value = Watched(1, lambda _: times.append(1), "name")
    copied = (value, 3)
    assert copied[0] == copied[0]
    assert times == []
    assert ("x", "y")[value] == "y"
    assert (value == 1, value != 1, value < 2, value >= 0, 6 >> value, value * 2 + value) == (
        True, False, True, True, 3, 3,
    )  # fmt: skip
    assert len(times) == 8
    with pytest.raises(TypeError):
        hash(value)


def test_every_operation_of_the_rules_looks_at_a_watched_value() -> None:
    looked: list[str] = []
    seven = Watched(7, looked.append, "seven")
    results = (
        seven + 1, 1 + seven, seven - 1, 10 - seven, seven * 2, 2 * seven, -seven, seven // 2,
        50 // seven, seven % 4, 10 % seven, 1 << seven, 255 >> seven, int(seven), str(seven),
        [*range(seven)][-1], max(3, seven) + 0,
    )  # fmt: skip
    assert results == (8, 8, 6, 3, 14, 14, -7, 3, 7, 3, 3, 128, 1, 7, "7", 6, 7)
    assert set(looked) == {"seven"}
    assert len(looked) >= len(results)


def test_what_was_stored_of_a_watched_value_is_looked_at() -> None:
    looked: list[str] = []
    stored = (1, Watched(2, looked.append, "two"), (3, (Watched(4, looked.append, "four"),)))
    assert looked_at((1, (2,))) == (1, (2,))
    assert looked == []
    assert looked_at(stored) == (1, 2, (3, (4,)))
    assert looked == ["two", "four"]


DOORS = 20


def doors() -> Ruleset:
    """Each of many readings opens one door of its own."""
    names = [f"door{k}" for k in range(DOORS)]
    readings = "".join(
        f"""  reading r{k} "Is door {k} open?" by [c]
    shut: "no" default
    open: "yes"
"""
        for k in range(DOORS)
    )
    options = "".join(
        f"          {name} when r{k} is open by [c]\n            went := yes\n"
        for k, name in enumerate(names)
    )
    return load_text(
        f"""ruleset doors "Doors"
  players A, B
  state went: Bool = no
{readings}  play by [c]
    repeat
      turns for p in Player
        choose p
          wait by [c]
            went := no
{options}  check sound: never went and not went
""",
        "doors.rules",
    )


@pytest.mark.thorough
def test_each_action_is_refuted_by_the_readings_that_it_hangs_on() -> None:
    """All together they have a million options, and a list of legal actions looks at all of them."""
    ruleset = doors()
    truth = {f"r{k}": "open" if k % 3 else "shut" for k in range(DOORS)}
    hidden = PythonGame(instantiate(ruleset, readings=truth))
    chosen = PythonGame(instantiate(ruleset))
    options = dict.fromkeys(truth, ("shut", "open"))
    engine = LocalEngine(RuledEngine(lambda _: hidden), "mine")
    space = VersionSpace(
        ReadingGames(ruleset, chosen, options, frozenset(), {}), options, engine.hello().offers
    )
    space.add(transcribed(engine, setup_of(chosen.program), [("A", "wait")]))
    start = tuple(dict.fromkeys(truth, "shut").items())
    assert not space.agrees(start)
    assert space.near(start) == tuple(truth.items())
    for _, _, other in space.neighbours(tuple(truth.items())):
        assert not space.agrees(other)


LOCKS = 14


@pytest.mark.heavy
def test_what_matters_only_together_with_others_is_not_refuted() -> None:
    """One action looks at all; what comes of it shows a difference only where seven are open."""
    names = [f"r{k}" for k in range(LOCKS)]
    readings = "".join(
        f"""  reading {name} "Is {name} open?" by [c]
    shut: "no" default
    open: "yes"
"""
        for name in names
    )
    opened = [f"(if {name} is open then 1 else 0)" for name in names]
    ruleset = load_text(
        f"""ruleset locks "Locks"
  players A, B
  state seen: 0..3 = 0
{readings}  play by [c]
    repeat
      turns for p in Player
        choose p
          try by [c]
            let first = {" + ".join(opened[:6])}
            let rest = {" + ".join(opened[7:])}
            let last = if r6 is open then 2 else 1
            seen := if first = 6 then last else if first = 0 and rest = 7 then 3 else 0
  check sound: never seen > 3
""",
        "locks.rules",
    )
    truth = dict.fromkeys(names, "open")
    hidden = PythonGame(instantiate(ruleset, readings=truth))
    chosen = PythonGame(instantiate(ruleset))
    options = dict.fromkeys(truth, ("shut", "open"))
    engine = LocalEngine(RuledEngine(lambda _: hidden), "mine")
    games = ReadingGames(ruleset, chosen, options, frozenset(), {})
    space = VersionSpace(games, options, engine.hello().offers)
    space.add(transcribed(engine, setup_of(chosen.program), [("A", "try")]))
    assert not space.agrees(tuple(dict.fromkeys(names, "shut").items()))
    assert space.agrees(tuple(truth.items()))
