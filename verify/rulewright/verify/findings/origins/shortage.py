"""Whether an answer shows that components run out: more of them are needed than the game holds.

Where a supply has stand-ins, ``supply heart = hearts + spare``, play goes on when the hearts are used up.
Whether they are used up is asked by ``always laid <= hearts``: the components taken from the supply are
compared with a part of the sum with which the supply begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import name_used, names_used, nodes, root_of

from ...properties.kind import CheckKind
from ...properties.registry import KINDS
from ...properties.target import StateTarget


def shows_shortage(ruleset: Ruleset, variant: str, check: str) -> bool:
    """Whether a play that refutes a check of a variant has taken stand-ins out of a supply."""
    parts = ruleset.variants[variant].parts
    asked = next((x for x in parts if isinstance(x, p.CheckPart) and x.name.text == check), None)
    if asked is None or asked.body is None:
        return False
    supplies = [part for part in parts if isinstance(part, p.SupplyPart)]
    return any(
        _more_than_a_part(counted, bound, supply, parts)
        for counted, bound in _exceeded(KINDS[asked.kind], asked.body)
        for supply in supplies
    )


def _exceeded(kind: CheckKind, body: e.Expression) -> Iterator[tuple[e.Expression, e.Expression]]:
    """Which expression exceeds which, in any position in which a check does not hold."""
    target = kind.target(0)
    if kind.seeks != "counterexample" or not isinstance(target, StateTarget):
        return
    args = body.args if isinstance(body, e.Logic) else (body,)
    joined = body.op if isinstance(body, e.Logic) else None
    if joined != ("or" if target.holds else "and"):  # else it is one of them, nobody knows which
        beyond = ">" if target.holds else "<="
        for arg in args:
            match arg:
                case e.Comparison(op=op, left=left, right=right) if op == beyond:
                    yield left, right
                case _:
                    pass


def _more_than_a_part(
    counted: e.Expression, bound: e.Expression, supply: p.SupplyPart, parts: Iterable[p.Part]
) -> bool:
    box, compared = _summands(supply.count), _summands(bound)
    if not compared or not compared < box:
        return False
    taken = {
        name_used(root_of(node.target))
        for part in parts
        for node in nodes(part)
        if isinstance(node, s.Take) and name_used(root_of(node.source)) == supply.name.text
    }
    return bool(taken) and taken <= _read_by(counted, parts)


def _summands(total: e.Expression) -> frozenset[str]:
    """The names in a sum; empty for anything else."""
    match total:
        case e.Reference(name=name):
            return frozenset((name,))
        case e.Binary(op="+", left=left, right=right):
            return _summands(left) | _summands(right)
        case _:
            return frozenset()


def _read_by(expression: e.Expression, parts: Iterable[p.Part]) -> set[str]:
    """The names that it reads, directly or through functions."""
    functions = {part.name.text: part.body for part in parts if isinstance(part, p.FunctionPart)}
    found: set[str] = set()
    left: list[object] = [expression]
    while left:
        for name in names_used(left.pop()):
            if name not in found:
                found.add(name)
                left += [functions[name]] if name in functions else []
    return found
