"""Expressions and types of the syntax tree as text, on one line, without superfluous brackets.

Reading the text gives the same tree again, apart from the places in it. Local names before an
expression and ``match`` are written in blocks, so they cannot be on one line.
"""

from __future__ import annotations

from . import expressions as e

OPEN, OR, AND, PAST, NOT, COMPARE, SUM, PRODUCT, PREFIX, POSTFIX = range(10)
"""Precedence, from loose to tight. What is OPEN extends as far right as possible."""

_SUMS = frozenset({"+", "-", "++"})


def unparse(node: e.Expression) -> str:
    """The text of an expression. Raises TypeError if it cannot be on one line."""
    return _at(node, OPEN)


def unparse_type(node: e.TypeSyntax) -> str:
    """The text of a type."""
    match node:
        case e.PlainType(expression):
            return unparse(expression)
        case e.OptionType(inner):
            return f"{unparse_type(inner)}?"
        case e.SetType(element):
            return f"set of {unparse_type(element)}"
        case e.BagType(element, limit):
            return f"bag of {unparse_type(element)} up to {_at(limit, SUM)}"
        case e.ListType(element, limit):
            return f"list of {unparse_type(element)} up to {_at(limit, SUM)}"
        case e.MapType(keys, value):
            return f"{', '.join(map(unparse_type, keys))} -> {unparse_type(value)}"
        case e.KeyType(parts):
            return f"$key({', '.join(map(unparse_type, parts))})"


def _at(node: e.Expression, level: int) -> str:
    """The text, in brackets if it binds less tightly than ``level``."""
    text, own = _text(node)
    return f"({text})" if own < level else text


def _text(node: e.Expression) -> tuple[str, int]:
    match node:
        case e.Logic(op, args):
            own = OR if op == "or" else AND
            return f" {op} ".join(_at(a, own + 1) for a in args), own
        case e.Since(held, began):
            return f"{_at(held, NOT)} since {_at(began, NOT)}", PAST
        case e.Negation(arg):
            return f"not {_at(arg, NOT)}", NOT
        case e.Comparison(op, left, right):
            return f"{_at(left, SUM)} {op} {_at(right, SUM)}", COMPARE
        case e.Interval(lo, hi):
            return f"{_at(lo, SUM)}..{_at(hi, SUM)}", COMPARE
        case e.Binary(op, left, right):
            own = SUM if op in _SUMS else PRODUCT
            return f"{_at(left, own)} {op} {_at(right, own + 1)}", own
        case e.Was(arg):
            return f"was {_at(arg, PREFIX)}", PREFIX
        case e.Negative(arg):
            return f"-{_at(arg, PREFIX)}", PREFIX
        case e.Indexed(base, keys):
            return f"{_at(base, POSTFIX)}[{_all(keys)}]", POSTFIX
        case e.FieldAccess(base, name):
            return f"{_at(base, POSTFIX)}.{name.text}", POSTFIX
        case e.Conditional() | e.Quantified() | e.Those() | e.Extreme() | e.Hypothetical():
            return _reaching(node), OPEN
        case _:
            return _atom(node), POSTFIX


def _reaching(
    node: e.Conditional | e.Quantified | e.Those | e.Extreme | e.Hypothetical,
) -> str:
    """Expressions that extend as far right as possible."""
    match node:
        case e.Conditional(condition, then, otherwise):
            return f"if {unparse(condition)} then {unparse(then)} else {unparse(otherwise)}"
        case e.Quantified(kind, binders, condition, body):
            bound = ", ".join(map(_binder, binders))
            return f"{kind} {bound}{_if(condition)}: {unparse(body)}"
        case e.Those(name, over, where):
            return f"those {name.text} in {_at(over, SUM)}: {unparse(where)}"
        case e.Extreme(name, over, condition, most, key):
            word = "most" if most else "least"
            start = f"those {name.text} in {_at(over, SUM)}{_if(condition)}"
            return f"{start} with {word} {unparse(key)}"
        case e.Hypothetical(call, body):
            return f"after {call.name.text}({_all(call.args)}): {unparse(body)}"


def _atom(
    node: e.Number | e.Truth | e.Nothing | e.Text | e.Reference | e.Application | e.SetLiteral | e.ListLiteral
    | e.ListComprehension | e.Exact | e.ExactNamed | e.ExactMap | e.ExactExtreme | e.MatchExpression | e.LetIn,
) -> str:  # fmt: skip
    """Expressions that need no brackets. mypy reports a new class of expressions here: it belongs
    here, or above."""
    match node:
        case e.Number(value):
            return str(value)
        case e.Truth(value):
            return "yes" if value else "no"
        case e.Nothing():
            return "none"
        case e.Reference(name):
            return name
        case e.Application(name, args, via):
            along = "" if via is None else f" via {via.text}"
            return f"{name.text}({_all(args)}{along})"
        case e.SetLiteral(items):
            return f"{{{_all(items)}}}"
        case e.ListLiteral(items):
            return f"[{_all(items)}]"
        case e.ListComprehension(body, name, over, condition):
            return f"[{unparse(body)} for {name.text} in {_at(over, SUM)}{_if(condition)}]"
        case e.Exact(word, args, t):
            typed = "" if t is None else f" : {unparse_type(t)}"
            return f"${word}({_all(args)}{typed})"
        case e.ExactNamed(word, name, args):
            return f'${word}("{name}"{"".join(f", {unparse(a)}" for a in args)})'
        case e.ExactMap(name, t, body):
            return f"$map({name.text}: {unparse_type(t)}, {unparse(body)})"
        case e.ExactExtreme(least, binder, condition, body):
            word = "least" if least else "greatest"
            return f"${word}({_binder(binder)}{_if(condition)}: {unparse(body)})"
        case e.Text() | e.MatchExpression() | e.LetIn():
            raise TypeError(f"{type(node).__name__} does not stand on one line")


def _binder(node: e.Binder) -> str:
    return f"{', '.join(n.text for n in node.names)} in {_at(node.over, SUM)}"


def _if(condition: e.Expression | None) -> str:
    return "" if condition is None else f" if {unparse(condition)}"


def _all(nodes: tuple[e.Expression, ...]) -> str:
    return ", ".join(map(unparse, nodes))
