"""Random rulesets have every construct of the grammar and, compiled, every node of the IR."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from tests.differential.case import compiled
from tests.generators import ruleset
from tests.generators.shrink import shrunk
from tests.tiers import slow

from rulewright.dsl.elaborate.symbols.symbol_table import BUILTINS
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Branch, Stmt, Terminator
from rulewright.dsl.ir.program import Chance, Check, Decision, End, Node, Program, Variable
from rulewright.dsl.ir.walk import walk
from rulewright.dsl.parsing.grammar import parser

SEEDS = 300
"""So many rulesets have everything, if not fewer."""
RICH = (7, 45, 158, 297, 87, 278, 267, 136, 110, 3, 25, 73, 290)
"""Seeds that drew everything between them: these are tried first, others only if something is left."""
IGNORED = {"__IGNORE_0", "__IGNORE_1", "__IGNORE_2", "BELOW"}
"""Blanks, comments, and the end of a line before what it cites: the parser throws them away."""


EXAMPLES = {
    "CANNOT", "EXAMPLE", "TYPED", "example", "example_action", "example_condition",
    "example_game", "example_refusal",
}  # fmt: skip
"""Plays that an author wrote down: no rules, and a play drawn at random would not be one."""


def constructs() -> set[str]:
    """Every rule and alternative of the grammar that stands in a tree, and every token."""
    rules = {
        str(r.alias or r.origin.name) for r in parser().rules if r.alias or not r.options.expand1
    }
    named = {r for r in rules if not r.startswith("_")}
    return (named | {t.name for t in parser().terminals}) - IGNORED - EXAMPLES


def constructs_of(text: str) -> Iterator[str]:
    tree = parser(keep_all_tokens=True).parse(text)
    yield from (str(t.data) for t in tree.iter_subtrees())
    yield from (t.type for t in tree.scan_values(lambda v: v is not None))


def parts_of(program: Program) -> Iterator[object]:
    """Every node of a program."""
    roots: list[x.Expr | Stmt] = [f.body for f in (*program.functions, *program.strategies)]
    roots += [c.property for c in program.checks]
    for block in program.blocks:
        roots += block.body
        yield block.terminator
        roots += [block.terminator.condition] if isinstance(block.terminator, Branch) else []
    for node in program.nodes:
        yield node
        match node:
            case Decision(_, player, choices):
                roots.append(player)
                roots += [e for c in choices for e in (c.guard, *(q.over for q in c.parameters))]
            case Chance():
                roots += [node.parameter.over, node.weight]
            case End():
                roots += [node.winners] if node.scores is None else [node.winners, node.scores]
    yield from (*program.variables, *program.checks, *walk(*roots))


KINDS = (
    *get_args(x.Expr),
    *get_args(Stmt),
    *get_args(Terminator),
    *get_args(Node),
    Variable,
    Check,
)
TOLD_APART = {"op", "kind", "most", "back", "secret", "seen", "expected", "declared", "turn"}
"""Fields whose every value counts as a node of its own."""


def forms() -> set[str]:
    """Each kind of node, with each value of the fields that tell forms of it apart."""
    found = {kind.__name__ for kind in KINDS}
    for kind in KINDS:
        hints = get_type_hints(kind, localns={"Stmt": Stmt})
        for field in fields(kind):
            hint = hints[field.name]
            values = get_args(hint) if get_origin(hint) is Literal else ()
            values = (False, True) if hint is bool else values
            if field.name in TOLD_APART:
                found |= {f"{kind.__name__}.{field.name}={value}" for value in values}
    return found


def forms_of(part: object) -> Iterator[str]:
    name = type(part).__name__
    yield name
    for field in fields(part):
        if field.name in TOLD_APART:
            yield f"{name}.{field.name}={getattr(part, field.name)}"


@pytest.mark.thorough
def test_every_construct_and_every_node_is_drawn() -> None:
    written, made, called = constructs(), forms(), set(BUILTINS)
    for seed in (*RICH, *(s for s in range(SEEDS) if s not in RICH)):
        if not (written or made or called):
            break
        text = ruleset(seed)
        found = compiled(text)
        if found is not None:
            written.difference_update(constructs_of(text))
            called.difference_update(re.findall(r"\w+", text))
            made.difference_update(
                f for part in parts_of(instantiate(found)) for f in forms_of(part)
            )
    assert not written, sorted(written)
    assert not made, sorted(made)
    assert not called, sorted(called)


@pytest.mark.thorough
@pytest.mark.parametrize("seeds", [range(6), *slow([range(100)])], ids=len)
def test_what_is_drawn_is_nearly_always_a_ruleset(seeds: range) -> None:
    assert sum(compiled(ruleset(seed)) is not None for seed in seeds) > 0.8 * len(seeds)


@pytest.mark.thorough
def test_a_seed_gives_the_same_text_always() -> None:
    assert [ruleset(s) for s in range(5)] == [ruleset(s) for s in range(5)]
    assert len({ruleset(s) for s in range(5)}) == 5


@pytest.mark.thorough
def test_texts_shrink_to_what_matters() -> None:
    text = next(t for t in map(ruleset, range(100)) if "secretly" in t and compiled(t))

    def shows(smaller: str) -> bool:
        return "secretly" in smaller and compiled(smaller) is not None

    small = shrunk(text, shows, most=100)
    assert shows(small)
    assert len(small) < len(text) / 2
