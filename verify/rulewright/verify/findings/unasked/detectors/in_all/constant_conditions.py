"""Conditions inside others, and cases of a ``match``, that have the same result wherever they are
evaluated.

Each is passed to a function that returns its argument, the game is searched again, and the arguments are
recorded. ``and`` and ``or`` evaluate their first operand, and the rest only if it matters: what is not
evaluated says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.printing.names import roots
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import lowest, size
from rulewright.dsl.ir.walk import walk
from rulewright.dsl.marks import free_prefix
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import Name, SyntaxNode
from rulewright.dsl.syntax.one_line import one_line
from rulewright.dsl.syntax.tree import cited, nodes, rewritten
from rulewright.engines.python.game import PythonGame

from ....kinds import FindingKind
from ....names import distinct, name_of
from ....subject import Selected
from ...detector import Conjecture, Noticed
from ...explored import Positions
from ...handed_over import stopping_where
from ...probing import instantiated

SHORT = 50
"""A condition with at most this many characters is quoted."""
BOTH = frozenset((False, True))

_Values = Mapping[int, frozenset[bool]]
"""The arguments recorded, by the address of the condition."""


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """What belongs together: an ``and`` or ``or``, the conditions of an option, an ``if``, a ``match``.

    ``spoilt_by``: if one operand always has this value, so has the whole. ``top``: the whole is reported by
    others.
    """

    node: SyntaxNode
    owner: p.Part
    spoilt_by: bool | None = None
    top: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Condition:
    """A condition; or a case, with its patterns and those of an ``other`` case.

    ``denied``: it follows ``unless``.
    """

    node: e.Expression
    group: _Group
    denied: bool = False
    case: tuple[e.Expression, ...] = ()
    other: e.Expression | None = None


@dataclass(frozen=True, slots=True)
class _Same:
    """That the ``asked`` one, of all that belong together, always has this value."""

    asked: _Condition
    value: bool
    together: tuple[_Condition, ...]


def _any(around: SyntaxNode, node: SyntaxNode) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ConstantConditions:
    """Each operand of ``and`` and ``or``, each of an option's several conditions, each condition of an
    ``if`` among the expressions, and each case of a ``match`` there, if ``looked_at`` admits its
    surroundings and itself; the others are assumed to vary."""

    looked_at: Callable[[SyntaxNode, SyntaxNode], bool] = _any

    def claims(self, games: tuple[Positions, ...]) -> Iterable[Conjecture[_Same]]:
        tree = games[0].ruleset.tree
        asked = list(_asked(tree.parts, partial(_text, tree.source)))
        looked_at = [one for one in asked if self._is_looked_at(one)]
        seen: dict[int, frozenset[bool]] = {id(one): BOTH for one in asked}
        seen |= {id(one): frozenset() for one in looked_at}
        for game in games:
            found = _observed(
                [one for one in looked_at if seen[id(one)] != BOTH or one.other], game
            )
            seen |= {number: seen[number] | values for number, values in found.items()}
        names: Counter[str] = Counter()
        for _, group in groupby(asked, key=lambda one: id(one.group)):
            for same in _same(tuple(group), seen):
                noticed = _noticed(same, tree.source, names)
                yield Conjecture(noticed, same, (same.asked.node.span,))

    def left(
        self, claims: Sequence[Conjecture[_Same]], one: Positions
    ) -> Sequence[Conjecture[_Same]]:
        together = {id(asked): asked for claim in claims for asked in claim.about.together}
        found = _observed(list(together.values()), one)
        return [c for c in claims if (not c.about.value) not in found.get(id(c.about.asked), ())]

    def _is_looked_at(self, one: _Condition) -> bool:
        return self.looked_at(one.group.node, one.node)

    def contradicted(self, claim: Conjecture[_Same], one: Selected) -> Program | None:
        """The game that is over where the condition does not hold; its check asks whether that never
        happens.

        None if that cannot be decided.
        """
        assert one.ruleset is not None, "the claim comes from it"
        prefix, same = free_prefix(one.ruleset), claim.about
        kept = filter(self._is_looked_at, same.together)
        probes = {f"{prefix}{number}": each for number, each in enumerate(kept)}
        program = instantiated(one, _with_probes(one.ruleset.tree.parts, probes))
        name = next(name for name, each in probes.items() if each is same.asked)
        if program is None or name in _lost(program, probes):
            return None
        return stopping_where(program, name, not same.value)


_Said = Callable[[e.Expression], str]


def _text(source: str, node: e.Expression) -> str:
    return one_line(source, node.span)


def _asked(parts: tuple[p.Part, ...], said: _Said) -> Iterator[_Condition]:
    """Everything that is looked at, enclosing ones first. ``said``: the text of an expression."""
    for part in parts:
        match part:
            case p.VariantPart():
                yield from _asked(part.parts, said)
            case p.ProcedurePart() | p.FunctionPart(result=None):
                tops: set[int] = set()
                for node in nodes(part.body):
                    yield from _of(node, part, tops, said)
            case _:
                pass


def _of(node: SyntaxNode, owner: p.Part, tops: set[int], said: _Said) -> Iterator[_Condition]:
    """What belongs together at a node. ``tops``: the conditions that others report as a whole."""
    match node:
        case s.ChooseOption(when=when, unless=unless):
            tops |= {id(condition) for condition in (*when, *unless)}
            if len(when) + len(unless) > 1:
                group = _Group(node, owner, spoilt_by=False, top=True)
                yield from (_Condition(condition, group) for condition in when)
                yield from (_Condition(condition, group, denied=True) for condition in unless)
        case s.IfStatement(condition=condition):
            tops.add(id(condition))
        case s.Repeat(kind="until", control=control):
            tops.add(id(control))
        case e.Logic(op=op, args=args):
            group = _Group(node, owner, spoilt_by=op == "or", top=id(node) in tops)
            yield from (_Condition(arg, group) for arg in args)
        case e.Conditional(condition=condition):
            yield _Condition(condition, _Group(node, owner))
        case e.MatchExpression(cases=cases, otherwise=otherwise):
            group = _Group(node, owner)
            bodies = [case.body for case in cases]
            bodies += [] if otherwise is None else [otherwise]
            for number, body in enumerate(bodies):
                case = cases[number].patterns[0] if number < len(cases) else ()
                other = next((b for b in bodies if said(b) != said(body)), None)
                if other is not None:
                    yield _Condition(body, group, case=case, other=other)
        case _:
            pass


def _same(together: tuple[_Condition, ...], seen: _Values) -> Iterator[_Same]:
    """Which of those that belong together are always the same, unless others report that of the whole."""
    group = together[0].group
    if isinstance(group.node, e.MatchExpression):
        if any(seen[id(one)] for one in together):
            yield from (_Same(one, False, together) for one in together if not seen[id(one)])
        return
    constant = [one for one in together if len(seen[id(one)]) == 1]
    varying = [one for one in together if len(seen[id(one)]) > 1]
    spoilt = any(seen[id(one)] == {group.spoilt_by is not one.denied} for one in constant)
    if not (group.top and (spoilt or not varying)):
        for one in constant:
            (value,) = seen[id(one)]
            yield _Same(one, value, together)


def _noticed(same: _Same, source: str, names: Counter[str]) -> Noticed:
    one = same.asked
    group, text = one.group, one_line(source, one.node.span)
    if isinstance(group.node, e.MatchExpression):
        patterns = " | ".join(one_line(source, pattern.span) for pattern in one.case)
        about = f"the case {patterns!r}" if patterns else "the 'else'"
        said = f"Play never comes to {about} of {group.owner.name.text}"
        name, hint = f"case_{patterns or 'else'}", "look whether it can occur"
    else:
        word = "always" if same.value else "never"
        around = one_line(source, group.node.span)
        inside = f" inside of {around!r}" if text != around and len(around) <= SHORT else ""
        said = f"The condition {text!r}{inside} is {word} met where it is asked"
        name, hint = f"{word}_{text}", "leave it out, or ask what it was to tell apart"
    key = distinct(name_of(f"{name} of {group.owner.name.text}", words=9), names)
    clauses = cited(group.node)
    return Noticed(FindingKind.DEAD_RULE, key, one.node.span, clauses, said, hint)


def _observed(asked: Sequence[_Condition], one: Positions) -> dict[int, frozenset[bool]]:
    """The results of each in a game: both if it cannot be looked at there; for a case, whether it occurs."""
    prefix = free_prefix(one.ruleset)
    probes = {f"{prefix}{number}": each for number, each in enumerate(asked)}
    program = (
        instantiated(one.selected, _with_probes(one.ruleset.tree.parts, probes)) if asked else None
    )
    if program is None:
        middle = len(asked) // 2
        if middle:
            return _observed(asked[:middle], one) | _observed(asked[middle:], one)
        return {id(each): BOTH for each in asked}
    game = PythonGame(program, one.selected.move_limit)
    found: dict[str, set[bool]] = {name: set() for name in probes}
    for name, values in found.items():
        if any(function.name == name for function in program.functions):
            game.asking(name, partial(_note, values))
    states = one.again(game)
    if states is None:
        return {id(each): BOTH for each in asked}
    if any(len(values) < 2 and _by_functions(probes[name]) for name, values in found.items()):
        _ask_checks(game, program, one.for_checks(states))
    lost = _lost(program, probes)
    return {
        id(each): BOTH if name in lost else frozenset(found[name]) for name, each in probes.items()
    }


def _note(seen: set[bool], value: bool) -> bool:
    seen.add(bool(value))
    return value


def _with_probes(parts: tuple[p.Part, ...], probes: Mapping[str, _Condition]) -> tuple[p.Part, ...]:
    """The ruleset's parts, with each of these passed to a function of that name."""
    by_node = {id(asked.node): (name, asked) for name, asked in probes.items()}

    def probe(before: object, after: Any) -> Any:
        if id(before) not in by_node:
            return after
        name, asked = by_node[id(before)]
        at = after.span
        called = Name(name, span=at)
        if asked.other is None:
            return e.Application(called, (after,), None, span=at)
        occurs = e.Application(called, (e.Truth(True, span=at),), None, span=at)
        return e.Conditional(occurs, after, asked.other, span=at)

    changed: tuple[p.Part, ...] = rewritten(parts, probe)
    return changed + tuple(_function(name, asked.node) for name, asked in probes.items())


def _function(name: str, like: SyntaxNode) -> p.FunctionPart:
    """A function that returns its argument, a truth value."""
    at = like.span
    given = Name(f"{name}_given", span=at)
    truth = e.PlainType(e.Reference("Bool", span=at), span=at)
    parameter = p.Binding(name=given, type=truth, span=at)
    body = e.Reference(given.text, span=at)
    return p.FunctionPart(name=Name(name, span=at), params=(parameter,), body=body, span=at)


def _by_functions(asked: _Condition) -> bool:
    return isinstance(asked.group.owner, p.FunctionPart)


def _ask_checks(game: PythonGame, program: Program, states: Sequence[Any]) -> None:
    """Evaluate the checks: functions may exist only for them."""
    first = lowest(program.players)
    players = range(first, first + size(program.players))
    for state in states:
        for number, check in enumerate(program.checks):
            for player in (None,) if check.player is None else players:
                game.holds(number, state, player)
        for number in range(len(program.strategies)):
            for player in players:
                game.strategy_value(number, state, player)


def _lost(program: Program, probes: Mapping[str, _Condition]) -> frozenset[str]:
    """The cases some of which the program does not look at while it looks at others of their ``match``."""
    counted = Counter(call.function for call in walk(*roots(program)) if isinstance(call, x.Call))
    most: dict[int, int] = {}
    for name, asked in probes.items():
        group = id(asked.group)
        most[group] = max(most.get(group, 0), counted[name])
    return frozenset(
        name
        for name, asked in probes.items()
        if asked.other is not None and counted[name] < max(1, most[id(asked.group)])
    )
