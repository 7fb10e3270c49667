"""``rulewright explain``: what a clause says, and what formalises it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import TYPE_CHECKING

from rulewright.dsl.node_fields import field_values

from .console import Console
from .exits import Exit, InputError
from .options import output_options
from .select import paths

if TYPE_CHECKING:
    from rulewright.dsl.inputs.clauses import Clause
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.dsl.span import Span


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "explain", parents=[output_options()], help="show a clause and the rules that cite it"
    )
    parser.add_argument("clause", metavar="CLAUSE", help="such as turn.rotate")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="default: all shipped")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, place: Console) -> Exit:
    """Look the clause up in every ruleset."""
    from rulewright.dsl.diagnostics import RulesetError, near
    from rulewright.dsl.load import load

    clause_id = args.clause.strip("[]")
    known: dict[str, None] = {}
    found: list[tuple[Ruleset, Clause]] = []
    for path in paths(args.rulesets):
        try:
            ruleset = load(path, every=False)
        except RulesetError:
            if args.rulesets:
                raise
            continue
        for clause in () if ruleset.clauses is None else ruleset.clauses.clauses:
            known[clause.id] = None
            if clause.id == clause_id:
                found.append((ruleset, clause))
    if not found:
        hint = near(clause_id, known)
        raise InputError(f"there is no clause [{clause_id}]" + (f"; {hint}" if hint else ""))
    if args.format == "json":
        place.write_json([_json(ruleset, clause) for ruleset, clause in found])
    else:
        for ruleset, clause in found:
            place.write(_text(ruleset, clause))
    return Exit.AS_EXPECTED


def _text(ruleset: Ruleset, clause: Clause) -> Iterator[str]:
    scope = " (out of scope)" if clause.out_of_scope else ""
    yield f"{ruleset.name} [{clause.id}]{scope}: {clause.text}"
    lines = ruleset.tree.source.splitlines()
    for span in citations(ruleset, clause.id):
        yield f"  {span.file}:{span.line}: {lines[span.line - 1].strip()}"


def _json(ruleset: Ruleset, clause: Clause) -> dict[str, object]:
    return {
        "ruleset": ruleset.name,
        "clause": clause.id,
        "text": clause.text,
        "out_of_scope": clause.out_of_scope,
        "cited": [
            {"file": span.file, "line": span.line, "column": span.column}
            for span in citations(ruleset, clause.id)
        ],
    }


def citations(ruleset: Ruleset, clause: str) -> list[Span]:
    """Where the ruleset cites the clause, in the order of the file."""
    from rulewright.dsl.syntax.node import Cite

    spans = {
        node.span
        for node in _nodes(ruleset.tree)
        if isinstance(node, Cite) and node.clause == clause
    }
    return sorted(spans)


def _nodes(root: object) -> Iterator[object]:
    """Every node of a syntax tree."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif is_dataclass(node):
            yield node
            waiting += field_values(node)
