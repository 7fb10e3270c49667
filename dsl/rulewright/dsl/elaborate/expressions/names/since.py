"""``A since B``: whether A held at every decision since the last one at which B did.

A hidden variable holds the value at the last decision, so the present value is ``B or (A and
hidden)``. Where local names occur in A and B, it is a map with a truth value for each of their
values.

The variable must exist before the flow of play is known, and the values of a local name are only
known where the expression is. So a ruleset with local names below a `since` is elaborated twice:
first to meet them, then with their types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from ....ir import code as x
from ....ir import fold
from ....ir.names import made_of
from ....ir.program import Function, Seen, Variable
from ....ir.types import Bool, Map, Scalar, Set, default, is_scalar, size, subsets
from ....ir.walk import substituted
from ....syntax import expressions as e
from ....syntax import parts as p
from ....syntax.free import free_names
from ...symbols.named import asked_in, names_in
from ...symbols.report import ElaborationError
from ...symbols.scope import ERROR_TYPE, Domain, Scope
from ...symbols.symbol_table import OUTCOMES, Keys, Past, SymbolTable
from ..coercions import describe, join
from ..elaborator import ExpressionElaborator
from ..types import MAX_SET, MAX_VALUES
from .earlier import stores_for_was
from .references import fields_of, key_of

SINCE = "since"
"""The beginning of the name of a variable that holds the value of a `since`."""

SAID = "said"
"""The beginning of the name of a function that gives the value of a `since` for local names."""


def declare(expressions: ExpressionElaborator, parts: Iterable[p.Part]) -> None:
    """The variables of every `since`; errors are reported.

    One that names something undeclared is left out: it is reported at its place.
    """
    world = expressions.world
    found = [n for n in asked_in(parts) if isinstance(n, e.Since)]
    found.sort(key=lambda n: (n.span.line, n.span.column, -n.span.end_line, -n.span.end_column))
    world.awaited |= {n.span: made_of(SINCE, i) for i, n in enumerate(found, 1)}
    known = {*world.values(), *world.types, *(t.name for t in world.card_tables)}
    known |= {table.name for board in world.boards for table in board.tables}
    for node in found:
        if node.span in world.since_of or free_names(node) <= known:
            with suppress(ElaborationError):
                _past(expressions, node)


def since(expressions: ExpressionElaborator, node: e.Since, scope: Scope) -> x.Expr:
    """Its value for the values of its local names here; nothing is known of what it reads."""
    world = expressions.world
    if node.span not in world.awaited:
        expressions.report.fail("E259", node.span, "before play begins nothing has held so far")
    free = free_names(node)
    local = sorted(name for name in scope.names if name in free)
    if not local:
        return _past(expressions, node).now
    values = [_value(expressions, name, node, scope) for name in local]
    known = world.since_of.get(node.span, ())
    met: dict[str, Scalar] = dict(world.since_met.get(node.span, known))
    for name, value in zip(local, values, strict=True):
        met[name] = _key_type(expressions, name, value, met.get(name), node)
    keys = tuple((name, met[name]) for name in local)
    _few_enough(expressions, keys, node)
    if keys != known:
        world.since_met[node.span] = keys
        with suppress(ElaborationError):  # errors are reported in the second elaboration
            for side in (node.held, node.began):
                expressions.aside(side, scope)  # records which names are meant here
        return _for_now(world, node)
    past = _past(expressions, node)
    given = [
        expressions.fit(value, t, scope, node.span)
        for value, (_, t) in zip(values, keys, strict=True)
    ]
    assert isinstance(past.now, x.Call)
    return x.Call(past.now.function, tuple(given), Bool())


def _value(expressions: ExpressionElaborator, name: str, node: e.Since, scope: Scope) -> x.Expr:
    """What a local name stands for here."""
    meaning = scope.names[name]
    if meaning is ERROR_TYPE:
        raise ElaborationError
    if isinstance(meaning, Domain):
        text = f"{name} is a way to go over something: 'since' is kept for each value of a name"
        expressions.report.fail("E258", node.span, text)
    return expressions.present(meaning, scope)


def _key_type(
    expressions: ExpressionElaborator, name: str, value: x.Expr, before: Scalar | None,
    node: e.Since,
) -> Scalar:  # fmt: skip
    """The type of the keys for a local name: all values that it has wherever its text is copied."""
    t = value.type
    if isinstance(t, Set) and size(t.element) <= MAX_SET:
        t = subsets(t.element)
    joined = t if before is None else join(before, t)
    if joined is not None and is_scalar(joined):
        return joined
    text = (
        f"{name} is {describe(t)}: 'since' is kept for each value of a name, and this has too many"
    )
    hint = "keep what you ask in a state of your own"
    expressions.report.fail("E258", node.span, text, hint)


def _few_enough(expressions: ExpressionElaborator, keys: Keys, node: e.Since) -> None:
    number = 1
    for _, t in keys:
        number *= size(t)
    if number > MAX_VALUES:
        names = " and ".join(name for name, _ in keys)
        text = (
            f"'since' is kept for each value of {names}: {number}; at most {MAX_VALUES} are allowed"
        )
        expressions.report.fail("E258", node.span, text)


def _for_now(world: SymbolTable, node: e.Since) -> x.Expr:
    """A placeholder for one whose keys are met for the first time: this program is thrown away."""
    name = world.awaited[node.span]
    world.variables[name] = Variable(name, Bool(), False, "state", "all", node.span)
    return x.Var(name, Bool())


def _past(expressions: ExpressionElaborator, node: e.Since) -> Past:
    world, report = expressions.world, expressions.report
    if node.span in world.past:
        known = world.past[node.span]
        if known is None:
            raise ElaborationError
        return known
    if node.span in world.looking:
        report.fail("E309", node.span, "this 'since' uses itself by way of a function")
    world.looking.add(node.span)
    try:
        found = _looked(expressions, node, world.awaited[node.span])
    except ElaborationError:
        world.past[node.span] = None
        raise
    finally:
        world.looking.discard(node.span)
    world.past[node.span] = found
    world.variables[found.variable.name] = found.variable
    return found


def _looked(expressions: ExpressionElaborator, node: e.Since, name: str) -> Past:
    world, seen = expressions.world, _seen(expressions.world, node)
    for outcome in sorted(OUTCOMES & free_names(node)):
        text = f"where somebody decides play is not over: {outcome} cannot stand beside 'since'"
        expressions.report.fail("E259", node.span, text)
    keys = world.since_of.get(node.span, ())
    scope, params = Scope(), [expressions.local(of, t) for of, t in keys]
    for (of, _), param in zip(keys, params, strict=True):
        scope = scope.bind(of, param)
    held, began = (expressions.truth(side, scope) for side in (node.held, node.began))
    if not keys:
        variable = Variable(name, Bool(), False, "state", seen, node.span)
        return Past(variable, _now(held, began, x.Var(name, Bool())), None)
    key_type, key = key_of(expressions, [t for _, t in keys], params)
    t = Map(key_type, Bool())
    said = fold.lookup(x.Var(name, t), key)
    function = Function(made_of(SAID, name), tuple(params), Bool(), _now(held, began, said))
    world.functions[function.name] = function
    entry = expressions.local("k", key_type)
    parts = fields_of(entry) if len(keys) > 1 else [entry]
    now = x.Call(function.name, tuple(parts), Bool())
    return Past(Variable(name, t, default(t), "state", seen, node.span), now, entry)


def _now(held: x.Expr, began: x.Expr, said: x.Expr) -> x.Expr:
    return fold.or_([began, fold.and_([held, said])])


def _seen(world: SymbolTable, node: e.Since) -> Seen:
    """Who sees it: all if all see every state that it mentions, in functions too; else nobody."""
    for name in names_in(world, [node]):
        history = world.histories.get(name)
        states = (name,) if history is None else history.variables
        if any(s in world.variables and world.variables[s].seen != "all" for s in states):
            return "none"
    return "all"


def stores_on_deciding(expressions: ExpressionElaborator) -> Iterator[x.Store]:
    """The stores in order: first what each `since` says now, then the states under a `was`."""
    yield from stores_for_since(expressions)
    yield from stores_for_was(expressions.world, expressions.world.earlier)


def stores_for_since(expressions: ExpressionElaborator) -> Iterator[x.Store]:
    """The present value of each `since`, which is its previous value from here on; inner ones come
    later."""
    for past in reversed(expressions.world.past.values()):
        if past is None:
            continue
        variable, now = past.variable, past.now
        if past.entry is not None:
            assert isinstance(variable.type, Map), "there is an entry for each value of the names"
            entry = expressions.local("k", past.entry.type)
            now = x.MapOf(entry, substituted(now, {past.entry: entry}), variable.type)
        yield x.Store(variable.name, None, now, None)
