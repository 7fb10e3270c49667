"""Whoever tells the parts of a program apart refuses one that it does not know, and names it.

A statement that is passed over, or a node that is taken for one at which play is over, would make an
answer wrong, and nobody would see it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from tests import ir_examples as examples
from tests.repository.sources import tree
from tests.repository.test_architecture import LAYERS, ROOT, sources

from rulewright.dsl.elaborate.cfg.builder import Cfg, retarget_blocks
from rulewright.dsl.elaborate.cfg.liveness import FrameReads, liveness, without_dead_stores
from rulewright.dsl.elaborate.cfg.simplify import joined, threaded
from rulewright.dsl.elaborate.cfg.twins import Shapes
from rulewright.dsl.elaborate.control.flow.lowering import Lowering
from rulewright.dsl.elaborate.control.flow.written import inside
from rulewright.dsl.elaborate.examples import TypedActions
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.code import YES, Block, Stmt, Terminator, When
from rulewright.dsl.ir.loops import following
from rulewright.dsl.ir.positions import goes_on, rest_of
from rulewright.dsl.ir.printing.program import show_expr, show_program, show_stmt
from rulewright.dsl.ir.program import Check, Node, Program
from rulewright.dsl.ir.types import Bool, Type
from rulewright.dsl.ir.walk import stores, walk
from rulewright.dsl.restate.labels import node_labels
from rulewright.engines.codegen.read_sets import free_locals
from rulewright.engines.common.outcome import outcome_at
from rulewright.engines.native.generator import module as native
from rulewright.engines.python.game import PythonGame
from rulewright.engines.python.generator import module as python
from rulewright.engines.python.generator.stmts import stores as stored_in_python
from rulewright.verify.environments.numbering import Numbering
from rulewright.verify.equivalence.canonical import canonical
from rulewright.verify.equivalence.labels import offered
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.check import check
from rulewright.verify.kernel.ways.paths import Paths, PathState
from rulewright.verify.properties.target import shows
from rulewright.verify.symbolic.paths.executor import Executor, Run
from rulewright.verify.symbolic.paths.unrolling import Transitions

SMALL = examples.tictactoe()
BOOL = Bool()


@dataclass(frozen=True)
class Alien:
    """A part of a program that nobody knows."""

    type: Type = BOOL
    name: str = "strange"


ALIEN: Any = Alien()
FRAMES = FrameReads(frozenset())


def asking(property_: Any) -> Program:
    return replace(SMALL, checks=(Check("strange", "never", property_, None, ""),))


def with_block(**changed: Any) -> Program:
    """The program with something else in the block in which play begins."""
    here = SMALL.blocks[SMALL.entry]
    blocks = (replace(b, **changed) if b is here else b for b in SMALL.blocks)
    return replace(SMALL, blocks=tuple(blocks))


STATEMENT = with_block(body=(ALIEN,))
INNER = with_block(body=(When(YES, (ALIEN,), ()),))
TERMINATOR = with_block(terminator=ALIEN)
NODE = replace(SMALL, nodes=(ALIEN, *SMALL.nodes[1:]))
STRANGE = {
    "a statement": STATEMENT, "an inner statement": INNER, "a terminator": TERMINATOR, "a node": NODE,
}  # fmt: skip


def cfg(program: Program) -> Cfg:
    return Cfg(program.blocks, program.nodes, program.entry)


def certified(program: Program) -> object:
    """What the kernel says of a certificate that claims nothing, and follows every variable."""
    followed = frozenset(variable.name for variable in program.variables)
    return check(program, 0, Certificate("one_line", followed, True, frozenset()), lambda _: True)


def certified_blindly(program: Program) -> object:
    """The same of one that follows no variable, so that nothing which is stored matters."""
    return check(
        program, 0, Certificate("one_line", frozenset(), True, frozenset()), lambda _: True
    )


def one_statement(walker: type[Any]) -> Any:
    """One that runs statements, of which nothing is there but its methods."""
    return object.__new__(walker)


def in_kernel(statement: Any) -> object:
    paths = one_statement(Paths)
    paths._stored, paths._matters = {}, frozenset()
    return paths._statement(statement, PathState(None, {}, ()), {}, None)


def lowered(statement: Any) -> object:
    """By one that was told of no class of statements."""
    flow = one_statement(Lowering)
    flow._lowered = SimpleNamespace(statements={})
    return flow._statement(statement, None)


WHOLE: dict[str, Callable[[Program], object]] = {
    "text": show_program,
    "Python": python.source,
    "C": native.source,
    "flow, numbered": lambda program: retarget_blocks(cfg(program)),
    "flow, threaded": lambda program: threaded(cfg(program)),
    "flow, joined": lambda program: joined(cfg(program)),
    "flow, what is alive": lambda program: liveness(cfg(program), FRAMES),
    "flow, without what is dead": lambda program: without_dead_stores(cfg(program), FRAMES),
    "formulas": lambda program: Transitions(program).first(),
    "kernel": certified,
    "kernel, nothing followed": certified_blindly,
    "comparison": canonical,
}
"""Those who go through a program."""

PARTS: dict[str, Callable[[], object]] = {
    "text of an expression": lambda: show_expr(ALIEN),
    "text of a statement": lambda: show_stmt(ALIEN),
    "Python of an expression": lambda: python.source(asking(ALIEN)),
    "C of an expression": lambda: native.source(asking(ALIEN)),
    "what is inside an expression": lambda: list(walk(ALIEN)),
    "what a statement stores": lambda: stores(ALIEN),
    "what a statement stores, in Python": lambda: stored_in_python((ALIEN,)),
    "what an expression reads": lambda: free_locals(ALIEN),
    "statements inside a statement": lambda: inside(ALIEN),
    "IR of a statement": lambda: lowered(ALIEN),
    "shape of a block": lambda: Shapes({}).block(Block("strange", (), ALIEN)),
    "shape of a node": lambda: Shapes({}).node(ALIEN),
    "choices of a node": lambda: choices_of(ALIEN),
    "why play rests": lambda: rest_of(ALIEN),
    "whether play goes on": lambda: goes_on(ALIEN),
    "where control goes": lambda: following(Block("strange", (), ALIEN)),
    "what examples may say": lambda: TypedActions((ALIEN,)),
    "what a node is called": lambda: node_labels(NODE),
    "how play ended": lambda: outcome_at(NODE, 0, lambda: 0, lambda: None),
    "numbers of actions": lambda: Numbering(NODE),
    "what is offered": lambda: offered(ALIEN),
    "what a play shows": lambda: shows(PythonGame(SMALL), (PythonGame(SMALL).new(),), ALIEN),
    "formulas of a statement": lambda: one_statement(Executor).statement(ALIEN, None, {}, Run()),
    "kernel of a statement": lambda: in_kernel(ALIEN),
}


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize("name", WHOLE)
def test_a_program_with_something_that_nobody_knows_is_refused_by_name(
    name: str, strange: str
) -> None:
    with pytest.raises(TypeError, match="Alien"):
        WHOLE[name](STRANGE[strange])


@pytest.mark.parametrize("name", PARTS)
def test_what_nobody_knows_is_refused_by_name(name: str) -> None:
    with pytest.raises(TypeError, match="Alien"):
        PARTS[name]()


def test_the_program_without_it_is_taken_by_all() -> None:
    """What is refused above is refused for what is strange in it."""
    for walked in WHOLE.values():
        walked(SMALL)


KINDS = {
    "statements": {c.__name__ for c in get_args(Stmt)},
    "terminators": {c.__name__ for c in get_args(Terminator)},
    "nodes": {c.__name__ for c in get_args(Node)},
}


def parts_of_programs(path: Path) -> dict[str, str]:
    """What a file imports of the parts of programs: what it is called there, and of which kind it is."""
    found: dict[str, str] = {}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(("code", "program")):
            for name in node.names:
                for kind, names in KINDS.items():
                    if name.name in names:
                        found[name.asname or name.name] = kind
        elif isinstance(node, ast.ImportFrom):
            modules = {n.asname or n.name for n in node.names if n.name in ("code", "program")}
            for kind, names in KINDS.items():
                found |= {f"{module}.{name}": kind for module in modules for name in names}
    return found


def told_apart(pattern: ast.pattern) -> Iterator[str]:
    """The classes that a pattern asks for, those in its fields left out."""
    match pattern:
        case ast.MatchClass(cls):
            yield ast.unparse(cls)
        case ast.MatchOr(patterns):
            for one in patterns:
                yield from told_apart(one)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from told_apart(inner)
        case _:
            pass


def refuses(last: ast.match_case) -> bool:
    """Whether the last case of several is for all that is left, and stops there."""
    is_rest = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
    called = ast.unparse(last.body[0])
    return is_rest and last.guard is None and called.startswith(("refuse(", "raise "))


def passes_over(path: Path) -> Iterator[int]:
    """The lines with a ``match`` over parts of programs of one kind that refuses no other."""
    known = parts_of_programs(path)
    for node in ast.walk(tree(path)) if known else ():
        if isinstance(node, ast.Match):
            classes = {name for case in node.cases for name in told_apart(case.pattern)}
            if classes and classes <= known.keys() and not refuses(node.cases[-1]):
                yield node.lineno


@pytest.mark.thorough
def test_whoever_tells_parts_of_programs_apart_refuses_what_is_left() -> None:
    found = {
        f"{path.relative_to(ROOT / layer / 'rulewright').as_posix()}:{line}"
        for layer in LAYERS
        for path in sources(layer)
        for line in passes_over(path)
    }
    assert found == set()
