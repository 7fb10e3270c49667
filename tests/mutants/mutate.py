"""The small faults that can be planted in a module, each with a name that survives moved lines."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(), ast.LtE: ast.Lt(), ast.Gt: ast.GtE(), ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq(), ast.In: ast.NotIn(), ast.NotIn: ast.In(),
    ast.Is: ast.IsNot(), ast.IsNot: ast.Is(),
}  # fmt: skip
_CALCULATED: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(), ast.Sub: ast.Add(), ast.Mult: ast.Add(), ast.FloorDiv: ast.Mult(),
    ast.Mod: ast.FloorDiv(), ast.BitAnd: ast.BitOr(), ast.BitOr: ast.BitAnd(),
    ast.LShift: ast.RShift(), ast.RShift: ast.LShift(), ast.BitXor: ast.BitOr(),
}  # fmt: skip
_CALLED = {
    "min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list",
}  # fmt: skip
_WORDS = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", "+": "-", "-": "+", "div": "mod", "mod": "div",
    "all": "some", "some": "all", "min": "max", "max": "min", "union": "intersection",
    "intersection": "union", "never": "always", "always": "never",
}  # fmt: skip
"""Words of the IR that have a neighbour; other texts are left alone."""

Field = tuple[str, int | None]
Change = Callable[[ast.AST], ast.AST | None]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: what it is called, where it is, and the source with it.

    name: ``function: what stood there -> what stands there now``, with a number if the same
        change can be made in several places of the function.
    """

    name: str
    line: int
    end: int
    source: str


@dataclass(frozen=True, slots=True)
class _Site:
    """A node that can be replaced, by the way to it from the root, and by what."""

    function: str
    path: tuple[Field, ...]
    before: str
    after: str
    line: int
    end: int
    new: ast.AST


def mutants(source: str) -> Iterator[Mutant]:
    """Every fault that can be planted in a module, from top to bottom."""
    tree = ast.parse(source)
    times: Counter[str] = Counter()
    for site in _sites(tree, (), ""):
        name = f"{site.function or 'module'}: {site.before} -> {site.after}"
        times[name] += 1
        if times[name] > 1:
            name = f"{name} #{times[name]}"
        yield Mutant(name, site.line, site.end, _planted(tree, site))


def _planted(tree: ast.Module, site: _Site) -> str:
    changed = copy.deepcopy(tree)
    node: ast.AST = changed
    for name, index in site.path[:-1]:
        child = getattr(node, name)
        node = child if index is None else child[index]
    name, index = site.path[-1]
    if index is None:
        setattr(node, name, site.new)
    else:
        getattr(node, name)[index] = site.new
    return ast.unparse(ast.fix_missing_locations(changed))


_TYPES = {"annotation", "returns", "type_params", "decorator_list", "bases", "keywords"}


def _sites(node: ast.AST, path: tuple[Field, ...], function: str) -> Iterator[_Site]:
    for name, value in ast.iter_fields(node):
        if _untouched(node, name):
            continue
        children = value if isinstance(value, list) else [value]
        for i, child in enumerate(children):
            if not isinstance(child, ast.AST):
                continue
            here = (*path, (name, i if isinstance(value, list) else None))
            inner = function
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = f"{function}.{child.name}".lstrip(".")
            for new in _instead(child, node, name):
                ast.fix_missing_locations(new)
                yield _Site(inner, here, _shown(child), _shown(new), *_lines(child), new)
            yield from _sites(child, here, inner)


def _untouched(node: ast.AST, name: str) -> bool:
    """Types, decorators, messages of errors, assertions: what stands there is not behaviour."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "TypeVar"
    if isinstance(node, ast.Assert | ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        name_of_a_type = node.targets[0].id
        return name_of_a_type[:1].isupper() and not name_of_a_type.isupper()
    return name in _TYPES or (isinstance(node, ast.AnnAssign) and name == "annotation")


def _lines(node: ast.AST) -> tuple[int, int]:
    """The first and the last line of a node; of a loop or match, those of its head."""
    if isinstance(node, ast.For):
        return node.lineno, node.iter.end_lineno or node.lineno
    if isinstance(node, ast.Match):
        return node.lineno, node.end_lineno or node.lineno
    placed = [n for n in ast.walk(node) if isinstance(n, ast.expr | ast.stmt)]
    return min(n.lineno for n in placed), max(n.end_lineno or n.lineno for n in placed)


def _shown(node: ast.AST) -> str:
    """A node on one line; of a loop its head, of a match its patterns."""
    match node:
        case ast.For(target, over):
            return f"for {_shown(target)} in {_shown(over)}"
        case ast.Match(subject, cases):
            patterns = " | ".join(_shown(case.pattern) for case in cases)
            return f"match {_shown(subject)}: {patterns}"
    return " ".join(ast.unparse(node).split())


def _instead(node: ast.AST, parent: ast.AST, field: str) -> Iterator[ast.AST]:
    """What can stand in place of a node."""
    condition = field == "test" and isinstance(parent, ast.If | ast.IfExp | ast.While)
    guard = (field == "ifs") or (field == "guard" and isinstance(parent, ast.match_case))
    if condition or guard:
        if not isinstance(parent, ast.While):
            yield ast.Constant(True)
        yield ast.Constant(False)
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BinOp():
            yield from _sums(node)
        case ast.BoolOp():
            yield from _junctions(node)
        case ast.UnaryOp():
            yield node.operand
        case ast.Constant():
            yield from _constants(node, parent)
        case ast.Call():
            yield from _calls(node)
        case ast.For():
            yield ast.For(node.target, ast.Tuple([], ast.Load()), node.body, node.orelse)
        case ast.comprehension(target, _, ifs):
            yield ast.comprehension(target, ast.Tuple([], ast.Load()), ifs, 0)
        case ast.AugAssign():
            yield from _updates(node)
        case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield ast.Pass()
        case ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Match():
            yield from _without_a_case(node)


def _comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for i, op in enumerate(node.ops):
        ops = [*node.ops]
        ops[i] = _COMPARED[type(op)]
        yield ast.Compare(node.left, ops, node.comparators)


def _sums(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in _CALCULATED:
        yield ast.BinOp(node.left, _CALCULATED[type(node.op)], node.right)
    yield node.left


def _junctions(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for i in range(len(node.values)):
        rest = node.values[:i] + node.values[i + 1 :]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _constants(node: ast.Constant, parent: ast.AST) -> Iterator[ast.AST]:
    match node.value:
        case bool() if not (isinstance(parent, ast.keyword) and parent.arg == "strict"):
            yield ast.Constant(not node.value)
        case int() if not isinstance(node.value, bool):
            yield ast.Constant(node.value + 1)
        case str() if not isinstance(parent, ast.Expr) and node.value in _WORDS:
            yield ast.Constant(_WORDS[node.value])


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in {"TypeVar", "Generic"}:
        return
    match node.func:
        case ast.Name(name) if name in _CALLED:
            yield ast.Call(ast.Name(_CALLED[name], ast.Load()), node.args, [])
        case ast.Name("frozenset" | "set" | "tuple" | "dict") if node.args:
            yield ast.Call(node.func, [], [])
    for i, keyword in enumerate(node.keywords):
        if keyword.arg == "strict":
            continue  # zip's own assertion
        yield ast.Call(node.func, node.args, node.keywords[:i] + node.keywords[i + 1 :])
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    either_way = called in {"isinstance", "zip", "cast", "min", "max"}
    if len(node.args) == 2 and not either_way and _shown(node.args[0]) != _shown(node.args[1]):
        yield ast.Call(node.func, node.args[::-1], node.keywords)


def _updates(node: ast.AugAssign) -> Iterator[ast.AST]:
    yield ast.Pass()
    yield ast.Assign([node.target], node.value)
    if type(node.op) in _CALCULATED:
        yield ast.AugAssign(node.target, _CALCULATED[type(node.op)], node.value)


def _without_a_case(node: ast.Match) -> Iterator[ast.AST]:
    if len(node.cases) > 1:
        for i in range(len(node.cases)):
            yield ast.Match(node.subject, node.cases[:i] + node.cases[i + 1 :])
