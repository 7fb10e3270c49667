"""The planting of faults itself: they are where they should be; what no test comes to is not noticed."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest
from tests.mutants.trial import Lines, Module, first_that_fails, loaded, plant

from rulewright.dsl import span
from rulewright.dsl.span import Span


@pytest.mark.thorough
def test_a_fault_is_planted_in_what_is_loaded_though_the_collector_was_told_to_leave_it() -> None:
    gc.freeze()
    path = Path(span.__file__)
    right = ast.unparse(ast.parse(path.read_text("utf-8")))
    assert right.count("{self.line}") == 1
    faulty = right.replace("{self.line}", "{7}")
    functions = loaded(Module(span.__name__, path))
    fault, as_it_is = (compile(text, str(path), "exec") for text in (faulty, right))
    here = Span("a.rules", 3, 1, 3, 5)
    assert (str(here), plant(functions, fault, as_it_is), str(here)) == (
        "a.rules:3:1",
        True,
        "a.rules:7:1",
    )
    assert plant(functions, as_it_is, as_it_is)
    assert str(here) == "a.rules:3:1"
    gc.freeze()


def test_where_no_test_comes_to_nothing_is_noticed() -> None:
    lines = Lines({"there": (0.1, frozenset({1, 2}))})
    assert lines.coming_to(2, 3) == ("there",)
    assert lines.coming_to(3, 4) == ()
    assert first_that_fails((), lines) is None
