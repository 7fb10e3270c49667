"""Elements that there have to be: as few new variables as there are, and nothing else is possible."""

from __future__ import annotations

from itertools import product

import pytest
from tests.reference_eval import Scope, evaluate
from tests.verify.kernel.certified import program
from tests.verify.kernel.meaning.valuation import Valuation, setting

from rulewright.dsl.ir import types as ty
from rulewright.verify.kernel.meaning.expressions.evaluation import Frame
from rulewright.verify.kernel.meaning.terms import KernelTerm
from rulewright.verify.kernel.meaning.witnesses import witnessed
from rulewright.verify.kernel.setting import anything

SOME, ALL = "(some p in Place: p in marked)", "(all p in Place: p in marked)"
PARTS = """
let any_of(s: set of Place, other: Place) = some p in Place if p > other: p in s
procedure add_first()
  add Pa to marked
procedure overflow()
  if Pa in marked: n := n + 9
"""
ASKED = [
    # what is asked, how many new elements say that it is so, and that it is not
    (SOME, 1, 0),
    (ALL, 0, 1),
    (f"not {SOME}", 0, 1),
    (f"not not {ALL}", 0, 1),
    (f"{SOME} and n = 1 and {SOME.replace('marked', 'Place - marked')}", 2, 0),
    (f"{ALL} and Pa in marked", 0, 1),
    (f"{SOME} or {SOME.replace('Place', '{Pa, Pb}')}", 2, 0),
    (f"{ALL} or n = 2", 0, 1),
    (f"{ALL} or {SOME}", 1, 1),
    ("some p in Place if p is not Pa: p in marked", 1, 0),
    ("all p in Place if p is not Pa: p in marked", 0, 1),
    ("no p in Place if p is not Pa: p in marked", 0, 1),
    ("any_of(marked, Pa)", 1, 0),
    ("not any_of(Place - marked, Pb)", 0, 1),
    ("some p in Place: all q in Place: p in marked and (q in marked or q is p)", 1, 0),
    ("some p, q in Place: p in marked and q in marked and p is not q", 2, 0),
    (f"after add_first(): {ALL}", 0, 1),
    (f"after add_first(): not {ALL}", 1, 0),
    (f"after overflow(): {SOME}", 1, 0),
    ("(count p in Place: p in marked) = 2", 0, 0),
    ("2 = (sum p in Place if p in marked: 1)", 0, 0),
]


@pytest.mark.parametrize(("asked", "yes", "no"), ASKED)
def test_an_element_that_there_has_to_be_is_a_variable(asked: str, yes: int, no: int) -> None:
    """And for each set of marked places one can be found if, and only if, it is so."""
    of = program(
        "choose A\n  go\n    add_first()\n    overflow()\ndraw", f"c: always {asked}", parts=PARTS
    )
    e = of.checks[0].property
    for holds, new in ((True, yes), (False, no)):
        s, held = setting(of), anything(of)
        for variable in of.variables:
            s.values.seen(held[variable.name])
        last = s.t.variable(0)
        found = witnessed(s.meaning, e, Frame(held, {}), holds)
        fresh = [t for t in inside(found) if t.op == "var" and t.value > last.value]
        assert len(fresh) == new
        for marked in range(8):
            values = {v.name: v.initial for v in of.variables} | {"n": 1, "marked": marked}
            possible = False
            for chosen in product(range(3), repeat=new):
                valuation = Valuation(s.values)
                for variable in of.variables:
                    valuation.give(held[variable.name], variable.type, values[variable.name])
                for element, value in zip(fresh, chosen, strict=True):
                    valuation.give(element, ty.Int(0, 2), value)
                possible |= bool(valuation.of(found))
            assert possible is (bool(evaluate(e, Scope(of, dict(values), {}))) is holds), marked


@pytest.mark.parametrize("holds", [True, False])
def test_what_was_asked_for_before_stays_what_it_is(holds: bool) -> None:
    """It may be known: then nothing new is said of it."""
    of = program("draw", f"c: always {SOME}", f"d: always {ALL}")
    s, held = setting(of), anything(of)
    for check in of.checks:
        before = s.meaning.truth(check.property, Frame(held, {}))
        found = witnessed(s.meaning, check.property, Frame(held, {}), holds)
        assert found is (before if holds else s.t.not_(before))


def inside(term: KernelTerm) -> list[KernelTerm]:
    """A term and all that it is made of, each once."""
    found = [term]
    for one in found:
        found += [arg for arg in one.args if arg not in found]
    return list(dict.fromkeys(found))
