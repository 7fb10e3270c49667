"""The comparison of a game with that of the default readings, and partition refinement."""

from __future__ import annotations

from tests.oracles.bisimulation import lengths
from tests.oracles.language import TooMany
from tests.verify.equivalence.labelled_graphs.by_interpreter import Explorer, TooLarge
from tests.verify.equivalence.labelled_graphs.by_syntax_tree import TreeExplorer
from tests.verify.equivalence.same import same_program

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame
from rulewright.verify.equivalence.distinguish import distinguish
from rulewright.verify.equivalence.product import PythonProduct
from rulewright.verify.limits import Budget

from .plays import oracle_of


def same_comparison(ruleset: Ruleset, program: Program, most: int) -> None:
    """Assert that a program and that of the default readings are compared as their graphs say.

    Raises TooMany where a game has more positions than are wanted.
    """
    named = program.instance
    default = instantiate(ruleset, variant=named.variant, parameters=dict(named.parameters))
    if default.instance.readings == named.readings:
        return
    pair = default, program
    try:
        truth = lengths(*(Explorer(p, most) for p in pair))
        by_programs = lengths(*(Explorer(p, most, messages=False) for p in pair))
        by_trees = lengths(*(TreeExplorer(ruleset, oracle_of(ruleset, p), most) for p in pair))
    except TooLarge:
        raise TooMany from None
    assert by_programs == by_trees, ("two interpreters", by_programs, by_trees)
    found = distinguish(PythonProduct((PythonGame(default), PythonGame(program))), Budget(), 0)
    differences = [d for d in (found.rules, found.table) if d is not None]
    assert all(d.shortest for d in differences), ("not the shortest", found)
    rules = None if found.rules is None else found.rules.moves
    said = rules, min((d.moves for d in differences), default=None)
    assert said == truth, ("compared", said, truth)
    assert truth == (None, None) or not same_program(*pair), ("equal programs", truth)
