"""What the IR consists of is handled everywhere: no kind of node is forgotten, none is passed over.

Tables that are looked up by the class of a node are held against the type of all nodes; whoever
tells kinds apart by ``match`` must raise for one that it does not know, and name it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, get_args

import pytest
from tests import ir_examples as examples

from rulewright.dsl.boards.board import BoardKind
from rulewright.dsl.boards.build import MAKERS, build
from rulewright.dsl.elaborate.control.dispatch import passes
from rulewright.dsl.elaborate.control.flow.lowering import Lowering
from rulewright.dsl.elaborate.expressions.dispatch import LEAVES
from rulewright.dsl.elaborate.expressions.elaborator import ExpressionElaborator
from rulewright.dsl.elaborate.symbols.report import DiagnosticSink
from rulewright.dsl.elaborate.symbols.symbol_table import SymbolTable
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Stmt, Terminator
from rulewright.dsl.ir.printing.program import show_expr, show_program, show_stmt
from rulewright.dsl.ir.program import Check, Node, Program
from rulewright.dsl.ir.types import Bool, Enum, Type
from rulewright.dsl.parsing.ast_builder import TreeBuilder
from rulewright.dsl.parsing.grammar import parser
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.parts import CheckPart
from rulewright.engines.native.generator import module as native
from rulewright.engines.python.generator import module as python
from rulewright.verify.draw.board import board_lines
from rulewright.verify.draw.marks import Mark
from rulewright.verify.draw.style import Style
from rulewright.verify.kernel.meaning.expressions import dispatch as kernel
from rulewright.verify.properties.registry import KINDS
from rulewright.verify.render.html.figures.registry import figure_of
from rulewright.verify.symbolic.expressions import dispatch

EXPRESSIONS = frozenset(get_args(x.Expr))
STATEMENTS = frozenset(get_args(Stmt))
BOOL = Bool()
ARGUMENTS: dict[BoardKind, tuple[int | str, ...]] = {
    "polar": (2, 3), "square": (2, 3), "hex": ("rhombus", 2, 2), "graph": ("a-b",),
}  # fmt: skip
"""For a small board of each kind."""
SMALL = examples.tictactoe()


@dataclass(frozen=True)
class Alien:
    """A node that nobody knows."""

    type: Type = BOOL


def asking(property_: Any) -> Program:
    return replace(SMALL, checks=(Check("strange", "never", property_, None, ""),))


def with_statement(statement: Any) -> Program:
    first, *others = SMALL.blocks
    return replace(SMALL, blocks=(replace(first, body=(statement,)), *others))


def with_terminator(terminator: Any) -> Program:
    return replace(SMALL, blocks=(*SMALL.blocks, Block("strange", (), terminator)))


def with_node(node: Any) -> Program:
    return replace(SMALL, nodes=(node, *SMALL.nodes[1:]))


def test_both_generators_write_every_expression() -> None:
    assert set(python.KINDS) == EXPRESSIONS, "engines/python/generator/module.py"
    assert set(native.KINDS) == EXPRESSIONS, "engines/native/generator/module.py"


def test_every_expression_has_a_symbolic_meaning() -> None:
    looked_up = {x.Local, x.Var, x.Const}
    meanings = set(dispatch.MEANINGS)
    assert meanings == EXPRESSIONS - looked_up, "symbolic/expressions/dispatch.py"


def test_the_kernel_gives_every_expression_a_meaning_of_its_own() -> None:
    leaves = set(kernel.LEAVES)
    assert leaves == EXPRESSIONS - {x.Local, x.Var}, "kernel/meaning/expressions/dispatch.py"
    assert not set(kernel.LEAVES.values()) & set(dispatch.MEANINGS.values())


def test_every_expression_of_the_language_is_elaborated() -> None:
    of_claims = {e.Exact, e.ExactNamed, e.ExactMap, e.ExactExtreme}  # see dsl/restate
    asked = set(get_args(e.Expression)) - of_claims
    assert set(LEAVES.meanings) == asked, "a line in elaborate/expressions/dispatch.py for each"


def test_every_statement_of_the_language_is_lowered() -> None:
    world = SymbolTable(DiagnosticSink())
    flow = Lowering(world, ExpressionElaborator(world, LEAVES), passes)
    every = {c for c in vars(s).values() if isinstance(c, type) and issubclass(c, s.Statement)}
    found = set(passes(flow).statements)
    assert found == every - {s.Statement}, "a line in elaborate/control/dispatch.py for each"


def test_every_rule_of_the_grammar_is_built() -> None:
    """But for those that are written in line, or stand for their only child; and kinds of checks."""
    rules = [r for r in parser().rules if r.origin.name != "property"]
    names = {r.alias or r.origin.name for r in rules if r.alias or not r.options.expand1}
    missing = {n for n in names if not n.startswith("_") and not hasattr(TreeBuilder, n)}
    assert not missing, "a builder in parsing/ast_builder has a method of this name"


def test_the_language_and_the_registry_have_the_same_kinds_of_checks() -> None:
    words = {r.alias for r in parser().rules if r.origin.name == "property"}
    assert words == set(KINDS)
    assert all(kind.keyword == keyword for keyword, kind in KINDS.items())


@pytest.mark.parametrize(
    ("asked", "kind", "player", "condition"),
    [
        ("never x", "never", "", True),
        ("reachable forever x", "forever", "", True),
        ("reachable after p acts: x", "some_by", "p", True),
        ("every play ends", "ends", "", False),
    ],
)
def test_what_a_check_asks_is_read_by_what_stands_in_it(
    asked: str, kind: str, player: str, condition: bool
) -> None:
    tree = parse(f'ruleset r "R"\n  check c: {asked}\n', "r.rules")
    (check,) = (part for part in tree.parts if isinstance(part, CheckPart))
    assert check.kind == kind
    assert (check.player.text if check.player else "") == player
    assert (check.body is not None) is condition


@pytest.mark.parametrize("kind", get_args(BoardKind))
def test_every_kind_of_board_is_made_and_drawn(kind: BoardKind) -> None:
    assert set(MAKERS) == set(get_args(BoardKind))
    board = build("b", kind, ARGUMENTS[kind], {})
    assert board.kind == kind
    brought = {
        *(t.name for t in board.types() if isinstance(t, Enum)),
        *(t.name for t in board.tables),
    }
    assert brought <= {*MAKERS[kind].names}, "who mentions one of these uses the board"
    marks = [Mark("x") for _ in board.place.labels]
    drawn = "".join(board_lines(board, marks, Style(False)))
    assert drawn.count("x") == len(marks)
    assert len(figure_of(board).outlines) == len(marks)


def test_the_ir_has_the_parts_that_this_test_knows() -> None:
    assert len(EXPRESSIONS) == 32
    assert {s.__name__ for s in STATEMENTS} == {"Store", "Let", "When", "Each", "Require"}
    assert {t.__name__ for t in get_args(Terminator)} == {"Goto", "Branch", "Stop"}
    assert {n.__name__ for n in get_args(Node)} == {"Decision", "Chance", "End", "Fault"}


@pytest.mark.parametrize(
    "ask",
    [
        lambda: show_expr(Alien()),
        lambda: show_stmt(Alien()),
        lambda: show_program(with_terminator(Alien())),
        lambda: show_program(with_node(Alien())),
        lambda: python.source(asking(Alien())),
        lambda: python.source(with_statement(Alien())),
        lambda: native.source(asking(Alien())),
        lambda: native.source(with_statement(Alien())),
    ],
    ids=[
        "text of an expression", "text of a statement", "text of a terminator", "text of a node",
        "Python of an expression", "Python of a statement",
        "C of an expression", "C of a statement",
    ],
)  # fmt: skip
def test_what_nobody_knows_is_refused_by_name(ask: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="Alien"):
        ask()
