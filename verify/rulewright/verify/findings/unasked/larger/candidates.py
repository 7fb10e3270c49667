"""The places in the rules to which play may come: branches, options, loops and procedures, nested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.dsl.marks import MarkPlace
from rulewright.dsl.node_fields import field_values
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import SyntaxNode
from rulewright.dsl.syntax.tree import names_used, nodes

from ..detector import Noticed
from ..detectors.in_all.dead_branches import branch_claims
from ..detectors.in_all.dead_options import never_chosen


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A place to which play may come; ``noticed``: what is reported if it does not.

    ``inside``: the enclosing site. ``asks``: what decides whether play goes there asks for a reading or a
    parameter: another value may lead there. ``decided_by``: those parts of the text.
    """

    place: MarkPlace
    noticed: Noticed | None
    inside: Site | None
    asks: bool
    decided_by: object = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The parts of the text at that place."""
        if isinstance(self.place, s.IfStatement | s.Repeat):
            return ()
        return tuple(
            n.span for n in (self.place if isinstance(self.place, tuple) else (self.place,))
        )


def sites(ruleset: Ruleset, settings: Asking | None = None) -> Sequence[Site]:
    """All sites, enclosing ones first. ``settings``: the names that ask for one, if not only the direct
    ones."""
    procedures = [part for part in nodes(ruleset.tree.parts) if isinstance(part, p.ProcedurePart)]
    said = {id(claim.about): claim.noticed for claim in branch_claims(ruleset)}
    said |= {id(option): noticed for option, noticed in _options(procedures)}
    settings = asking_for_settings(ruleset) if settings is None else settings
    found: list[Site] = []
    for part in procedures:
        if part.body:
            asking = settings.within(locals_of(part))
            _Walk(said, asking, found).block(part.body)
    return found


def _options(procedures: Sequence[p.ProcedurePart]) -> Iterator[tuple[s.ChooseOption, Noticed]]:
    for part in procedures:
        clauses = tuple(cite.clause for cite in part.cites)
        for node in nodes(part.body):
            if isinstance(node, s.ChooseOption):
                own = tuple(cite.clause for cite in node.cites)
                yield node, never_chosen(node.name.text, node.span, own or clauses)


@dataclass(frozen=True, slots=True)
class Asking:
    """The names that ask for a setting: readings, parameters, and what uses them."""

    names: frozenset[str]

    def asks(self, node: object) -> bool:
        """Whether something names one of them."""
        return not self.names.isdisjoint(names_used(node))

    def within(self, bodies: Sequence[tuple[str, SyntaxNode]]) -> Asking:
        """With those of these names whose definitions ask for one."""
        found = self
        while more := {n for n, body in bodies if n not in found.names and found.asks(body)}:
            found = Asking(found.names | more)
        return found


def asking_for_settings(ruleset: Ruleset) -> Asking:
    """The settings, what variants define in their own way, and the functions that ask for one."""
    parts = list(nodes(ruleset.tree.parts))
    named = {part.name.text for part in parts if isinstance(part, p.ReadingPart | p.ParameterPart)}
    named |= {
        own.name.text for part in parts if isinstance(part, p.VariantPart) for own in part.parts
    }
    functions = [(f.name.text, f.body) for f in parts if isinstance(f, p.FunctionPart)]
    return Asking(frozenset(named)).within(functions)


def locals_of(part: p.ProcedurePart) -> list[tuple[str, SyntaxNode]]:
    """The names that a procedure binds, and what they stand for."""
    return [
        (n.name.text, n.value)
        for n in nodes(part.body)
        if isinstance(n, s.Bind | s.VariableStatement)
    ]


_PLACES = (tuple, s.IfStatement, s.ChooseOption, s.Repeat)


@dataclass(frozen=True, slots=True)
class _Walk:
    """Goes through a procedure and records its sites. ``said``: what may be reported of places, by their
    address."""

    said: Mapping[int, Noticed]
    asking: Asking
    found: list[Site] = field(repr=False)

    def block(self, body: s.BlockSyntax) -> None:
        site = Site(body, None, None, asks=False)
        self.found.append(site)
        for statement in body:
            self._walk(statement, site, ())

    def _walk(self, node: object, inside: Site, by: object) -> None:
        if not isinstance(node, tuple | SyntaxNode):
            return
        if (condition := _condition(node)) is not None:
            by = condition
        around = inside
        if isinstance(node, _PLACES) and id(node) in self.said:
            site = Site(node, self.said[id(node)], inside, self.asking.asks(by), by)
            self.found.append(site)
            if not isinstance(node, s.IfStatement | s.Repeat):
                around, by = site, ()
        for each in node if isinstance(node, tuple) else field_values(node, without="span"):
            self._walk(each, around, by)


def _condition(node: object) -> tuple[object, ...] | None:
    """What decides whether play enters the blocks of a statement, or takes an option."""
    match node:
        case s.IfStatement(condition=condition):
            return (condition,)
        case s.MatchStatement(subject=subject):
            return (subject,)
        case s.ChooseOption(when=when, unless=unless, parameters=parameters):
            return (*when, *unless, *parameters)
        case s.Choose(options=options):
            return tuple(c for o in options for c in (*o.when, *o.unless, *o.parameters))
        case s.Repeat(control=control):
            return (control,)
        case s.For(over=over, condition=condition):
            return (over, condition)
        case _:
            return None
