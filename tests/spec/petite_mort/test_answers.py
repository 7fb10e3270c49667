"""The answers on small instances: what is reached, after how many moves, and what never is.

The oracle searches the same instance breadth first and asks the same questions of its own tables.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.oracles import petite_mort as pm
from tests.oracles.search import Position
from tests.spec.games import game
from tests.spec.petite_mort.games import oracle
from tests.tiers import slow

from rulewright.dsl.ir.program import Instance
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.results.verdict import Proved, Reached, Refuted

SMALL = (
    "small_wins_two", "small_sharing", "small_leisure_two", "small_three_cards_two",
    "small_equally_old_two", "small_fifth_pawn_two", "small_scythes_gone_two",
    "small_goes_on_four",
)  # fmt: skip

TABLES = ("Ailment", "Character", "Trait", "Scythe", "Objective")


def rules_of(instance: Instance) -> tuple[pm.Rules, int]:
    """An instance as the oracle knows it, and how many pawns are spare."""
    numbers, options = dict(instance.parameters), dict(instance.readings)
    players = {"two": 2, "four": 4}.get(instance.variant.split("_")[-1], 3)
    players = 2 if instance.variant == "sharing" else players
    rules = pm.Rules(
        players, numbers["row"], numbers["scythes"], numbers["pawns"] + numbers["spare"],
        numbers["pawns_needed"], numbers["powas"], numbers["youngest"], numbers["twins"],
        tuple((name, options[name]) for name in TABLES),
        tuple((name, option) for name, option in options.items() if name in pm.READINGS),
    )  # fmt: skip
    return rules, numbers["spare"]


class Questions:
    """The checks of the ruleset, asked of the oracle's tables."""

    def __init__(self, rules: pm.Rules, spare: int) -> None:
        self.play = pm.Game(rules)
        self.rules = rules
        self.pawns = rules.pawns - spare
        self.asked: dict[str, Callable[[pm.Table], bool]] = {
            "at_most_three": lambda t: max(self.traits(t)) > 3,
            "deathbed_comes": lambda t: 3 in self.traits(t),
            "hand_limited": lambda t: any(sum(hand) > 3 for hand in t.hand),
            "pawns_enough": lambda t: max(self.out(t)) > self.pawns,
            "all_five_needed": lambda t: self.pawns in self.out(t),
            "pawns_on_scenario": lambda t: any(sum(m) > rules.needed for m in t.marked),
            "diploma_ends": lambda t: t.won is None and len(self.finalists(t)) > 0,
            "two_finish": lambda t: len(self.finalists(t)) > 1,
            "one_winner": lambda t: isinstance(t.won, tuple) and len(t.won) > 1,
            "first_wins": lambda t: isinstance(t.won, tuple) and 0 in t.won,
            "second_wins": lambda t: isinstance(t.won, tuple) and 1 in t.won,
            "third_wins": lambda t: isinstance(t.won, tuple) and 2 in t.won,
            "fourth_wins": lambda t: isinstance(t.won, tuple) and 3 in t.won,
            "nobody_wins": lambda t: t.won == (),
            "characters_short": lambda t: t.won == () and any(None in row for row in t.lives),
            "traits_short": lambda t: t.won == () and any(sum(hand) < 3 for hand in t.hand),
            "scythes_short": lambda t: (
                t.won == () and any(sum(blade) < rules.scythes for blade in t.blade)
            ),
            "characters_run_out": lambda t: not any(t.characters),
            "traits_run_out": lambda t: not any(t.traits),
            "scythes_run_out": lambda t: not any(t.scythes) and not any(t.used),
            "no_token_left": lambda t: t.powa == 0,
            "tied_people": self.tied,
        }

    def traits(self, t: pm.Table) -> list[int]:
        return [sum(worn) for row in t.worn for worn in row]

    def out(self, t: pm.Table) -> list[int]:
        return [t.reaping[p] + sum(t.marked[p]) for p in self.play.everyone]

    def finalists(self, t: pm.Table) -> list[int]:
        return [p for p in self.play.everyone if self.play.qualified(t, p)]

    def tied(self, t: pm.Table) -> bool:
        scores = [(self.play.souls(t, p), sum(t.buried[p])) for p in self.finalists(t)]
        return t.won is not None and len(set(scores)) < len(scores)


def first_depths(rules: pm.Rules, spare: int) -> dict[str, int | None]:
    """After how many moves each question is first answered with yes; ``acts``: nothing to do."""
    walker, first = oracle(rules)
    questions = Questions(rules, spare)
    depths: dict[str, int | None] = dict.fromkeys([*questions.asked, "acts"])
    start = Position(first)
    seen, layer, depth = {walker.key(start)}, [start], 0
    while layer:
        found = []
        for at in layer:
            over = not at.chosen and walker.over(at.state) is not None
            asked = None if over else walker.ask(at)
            table = at.state.table if asked is None else asked.table
            for name, holds in questions.asked.items():
                if depths[name] is None and holds(table):
                    depths[name] = depth
            if asked is None:
                continue
            if not asked.choices and depths["acts"] is None:
                depths["acts"] = depth
            for choice in asked.choices:
                after = walker.play(at, choice)
                key = walker.key(after)
                if key not in seen:
                    seen.add(key)
                    found.append(after)
        layer, depth = found, depth + 1
    return depths


@pytest.mark.heavy
@pytest.mark.parametrize("name", [*SMALL[:1], *slow(SMALL[1:])])
def test_answers_are_those_of_the_oracle(name: str) -> None:
    small = game("petite-mort", instance=name)
    expected = first_depths(*rules_of(small.program.instance))
    answered = {}
    for answer in answer_checks(small, Budget()).answers:
        if answer.check.name in expected:
            match answer.verdict:
                case Reached(witness) | Refuted(witness):
                    answered[answer.check.name] = len(witness)
                case Proved():
                    answered[answer.check.name] = None
                case _:
                    raise AssertionError(answer)
    assert len(answered) >= 7
    assert answered == {check: expected[check] for check in answered}
