"""Random rulesets with a reading: the comparison says what partition refinement says.

Both games are explored by the plain interpreter of the IR, and by the interpreter of the syntax
tree; their labelled graphs are refined until the beginnings part or nothing parts any more. That
shares no code with the comparison. Games with more positions than are explored are passed over:
there are hardly any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import tiers
from tests.differential.plays import oracle_of
from tests.oracles.bisimulation import Lengths, lengths
from tests.verify.equivalence.labelled_graphs.by_interpreter import Explorer, TooLarge
from tests.verify.equivalence.labelled_graphs.by_syntax_tree import TreeExplorer
from tests.verify.equivalence.labelled_graphs.strategies import readings
from tests.verify.equivalence.same import same_program

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate, program_family
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.equivalence.distinguish import distinguish
from rulewright.verify.equivalence.native.build import StartedGame, compile_game
from rulewright.verify.equivalence.native.product import NativeProduct
from rulewright.verify.equivalence.product import Product, PythonProduct
from rulewright.verify.equivalence.readings.questions import questions
from rulewright.verify.equivalence.readings.study import answers
from rulewright.verify.limits import Budget

MOST = 1_500
FOREVER = Budget().start()
MISSING = available()


class Case:
    """A random ruleset: both programs and games, and what partition refinement says."""

    def __init__(self, text: str) -> None:
        self.ruleset: Ruleset = load_text(text, "drawn.rules")
        left, right = (instantiate(self.ruleset, readings={"way": w}) for w in ("left", "right"))
        self.programs: tuple[Program, Program] = (left, right)
        self.games = PythonGame(left), PythonGame(right)
        self.truth: Lengths = lengths(*(Explorer(p, MOST) for p in self.programs))


def drawn(text: str) -> Case | None:
    """The case, unless it is too large."""
    try:
        return Case(text)
    except TooLarge:
        return None


def says(product: Product) -> Lengths:
    """What complete search says of two games; its plays must be said to be the shortest."""
    found = distinguish(product, Budget(), 0)
    differences = [d for d in (found.rules, found.table) if d is not None]
    assert all(d.shortest for d in differences)
    assert (found.found is None) == (found.rules is not None)
    rules = None if found.rules is None else found.rules.moves
    return rules, min((d.moves for d in differences), default=None)


def plays_are_plays(product: Product, truth: Lengths) -> None:
    """Random plays find no difference where there is none, and none that is too short."""
    walked = product.random_walk(1, 20, FOREVER)
    for play, shortest, table in zip(
        (walked.rules, walked.table), truth, (False, True), strict=True
    ):
        if play is not None:
            assert shortest is not None
            assert len(play) >= shortest
            assert product.follow(play, table=table) is not None


@pytest.mark.thorough
@given(readings())
@settings(max_examples=tiers.drawn(60, few=4), suppress_health_check=list(HealthCheck))
def test_two_interpreters_say_the_same_of_two_games(text: str) -> None:
    """But for the messages of faults, of which the second knows nothing."""
    case = drawn(text)
    if case is None:
        return
    by_programs = [Explorer(program, MOST, messages=False) for program in case.programs]
    oracles = [oracle_of(case.ruleset, program) for program in case.programs]
    by_trees = [TreeExplorer(case.ruleset, oracle, MOST) for oracle in oracles]
    try:
        told_apart = lengths(*by_trees)
    except TooLarge:  # it keeps what nobody reads any more, so it has more positions
        return
    assert lengths(*by_programs) == told_apart


@pytest.mark.thorough
@given(readings())
@settings(max_examples=tiers.drawn(60, few=8), suppress_health_check=list(HealthCheck))
def test_two_games_are_told_apart_exactly_if_a_play_tells_them_apart(text: str) -> None:
    case = drawn(text)
    if case is None:
        return
    assert says(PythonProduct(case.games)) == case.truth
    plays_are_plays(PythonProduct(case.games), case.truth)
    if same_program(*case.programs):
        assert case.truth == (None, None)


@pytest.mark.thorough
@given(readings(second=True))
@settings(max_examples=tiers.drawn(30, few=3), suppress_health_check=list(HealthCheck))
def test_every_question_is_answered_as_the_graphs_say(text: str) -> None:
    """In the game as it is, and, if that shows nothing, with the other reading changed as well."""
    ruleset = load_text(text, "drawn.rules")
    options = {r.name.text: [o.name.text for o in r.options] for r in ruleset.readings("standard")}
    for answer in answers(ruleset, questions(ruleset), Budget(), engine="python"):
        question = answer.question
        two = {question.reading: question.default[0]}, {question.reading: question.option[0]}
        try:
            truths = {
                others: lengths(*(_explorer(ruleset, dict(others) | chosen) for chosen in two))
                for others in ((), *((pair,) for pair in _others(options, question.reading)))
            }
        except TooLarge:
            continue
        as_it_is = truths.pop(())
        if answer.rules is not None:
            assert answer.rules_in is not None
            assert answer.rules.shortest
            rules, _ = truths[answer.rules_in.others] if answer.rules_in.others else as_it_is
            assert answer.rules.moves == rules
        if answer.table is not None:
            assert answer.table.moves == as_it_is[1]
        differs = as_it_is != (None, None) or any(rules is not None for rules, _ in truths.values())
        assert answer.state == ("differs" if differs else "same")
        assert (answer.rules_in is None or not answer.rules_in.others) or as_it_is == (None, None)


def _others(options: Mapping[str, Sequence[str]], asked: str) -> Iterator[tuple[str, str]]:
    """The other readings with the options that are no defaults: the second ones."""
    return ((name, found[1]) for name, found in options.items() if name != asked)


def _explorer(ruleset: Ruleset, readings: Mapping[str, str]) -> Explorer:
    return Explorer(instantiate(ruleset, readings=readings), MOST)


@pytest.mark.thorough
@pytest.mark.skipif(MISSING is not None, reason=str(MISSING))
@given(readings(), st.booleans())
@settings(max_examples=tiers.drawn(20, few=3), suppress_health_check=list(HealthCheck))
def test_so_they_are_in_c_whether_in_two_programs_or_in_one(text: str, together: bool) -> None:
    case = drawn(text)
    if case is None:
        return
    sides = _in_one(case) if together else _in_two(case)
    if sides is None:
        return
    assert says(_native(case, *sides)) == case.truth
    plays_are_plays(_native(case, *sides), case.truth)


def _in_two(case: Case) -> tuple[StartedGame, StartedGame]:
    left, right = (compile_game(program).begin({}) for program in case.programs)
    return left, right


def _in_one(case: Case) -> tuple[StartedGame, StartedGame] | None:
    try:
        program = program_family(case.ruleset, case.programs[0], ["way"])
    except RulesetError:
        return None  # the reading must be known before play begins
    both = compile_game(program)
    return both.begin({"way": "left"}), both.begin({"way": "right"})


def _native(case: Case, left: StartedGame, right: StartedGame) -> NativeProduct:
    in_one = left.game is right.game
    return NativeProduct(left, right, lambda: case.games, 2**26, unconfirmed=in_one)
