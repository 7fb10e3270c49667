"""What the IR consists of is handled everywhere: no kind of node is forgotten, none is passed over.

Tables that are looked up by the class of a node are held against the type of all nodes. For those who
tell kinds apart by ``match``, see ``test_unknown.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from tests.repository.sources import tree
from tests.repository.test_architecture import ROOT, sources

from rulewright.dsl.boards.board import BoardKind
from rulewright.dsl.boards.build import MAKERS, build
from rulewright.dsl.elaborate.control.dispatch import passes
from rulewright.dsl.elaborate.control.flow.lowering import Lowering
from rulewright.dsl.elaborate.control.flow.written import inside
from rulewright.dsl.elaborate.expressions.dispatch import LEAVES
from rulewright.dsl.elaborate.expressions.elaborator import ExpressionElaborator
from rulewright.dsl.elaborate.symbols.report import DiagnosticSink
from rulewright.dsl.elaborate.symbols.symbol_table import SymbolTable
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Stmt, Terminator
from rulewright.dsl.ir.program import Node
from rulewright.dsl.ir.types import Enum
from rulewright.dsl.parsing.ast_builder import TreeBuilder
from rulewright.dsl.parsing.grammar import parser
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
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
ARGUMENTS: dict[BoardKind, tuple[int | str, ...]] = {
    "polar": (2, 3), "square": (2, 3), "hex": ("rhombus", 2, 2), "graph": ("a-b",),
}  # fmt: skip
"""For a small board of each kind."""


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


def test_it_is_told_which_statements_stand_inside_every_statement() -> None:
    every = {c for c in vars(s).values() if isinstance(c, type) and issubclass(c, s.Statement)}
    for kind in every - {s.Statement}:
        empty = object.__new__(kind)
        for field in fields(kind):
            object.__setattr__(empty, field.name, ())
        assert not any(inside(empty)), "elaborate/control/flow/written.py"


@pytest.mark.thorough
def test_editors_show_every_kind_of_part() -> None:
    # The types of the protocol take half a second to load.
    from rulewright.verify.lsp.features import hover, outline

    every = {c for c in vars(p).values() if isinstance(c, type) and issubclass(c, p.Part)}
    assert set(outline.KINDS) == every - {p.Part}, "a line in lsp/features/outline.py for each"
    assert set(hover.WORDS) == every - {p.Part}, "a line in lsp/features/hover.py for each"


def test_every_rule_of_the_grammar_is_built() -> None:
    """But for those that are written in line, or stand for their only child; and kinds of checks."""
    rules = [r for r in parser().rules if r.origin.name != "property"]
    names = {r.alias or r.origin.name for r in rules if r.alias or not r.options.expand1}
    missing = {n for n in names if not n.startswith("_") and not hasattr(TreeBuilder, n)}
    assert not missing, "a builder in parsing/ast_builder has a method of this name"


KNOW_THEIR_KEYWORDS = ("properties", "kernel")
"""The kinds themselves, and the kernel, which shares nothing."""


def comparisons(path: Path) -> Iterator[ast.AST]:
    """What something is compared with, and the cases of a choice among kinds."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Compare):
            yield node
        elif isinstance(node, ast.Match) and "kind" in ast.unparse(node.subject):
            yield from (ast.Tuple([node.subject]), *(case.pattern for case in node.cases))


def names_a_kind(part: ast.AST) -> bool:
    """Whether it is the keyword of a kind of check, or asks a kind for its own."""
    if isinstance(part, ast.Constant):
        return part.value in KINDS
    return isinstance(part, ast.Attribute) and part.attr == "keyword"


@pytest.mark.thorough
def test_nobody_looks_at_the_keyword_of_a_check_but_its_kind() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {ast.unparse(compared)}"
        for layer in ("engines", "verify")
        for path in sources(layer)
        if path.relative_to(ROOT / layer / "rulewright" / layer).parts[0] not in KNOW_THEIR_KEYWORDS
        for compared in comparisons(path)
        if any(map(names_a_kind, ast.walk(compared)))
    ]
    assert found == [], "ask `kind_of(check)` in place of it: see properties/kind.py"


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
