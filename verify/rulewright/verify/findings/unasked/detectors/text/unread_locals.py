"""Parameters, locals and columns that nothing reads: the value passed, chosen or stored makes no
difference."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import zip_longest

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import Name, SyntaxNode
from rulewright.dsl.syntax.tree import cited, nodes

from ....kinds import FindingKind
from ...detector import Noticed
from .left_over import left_over
from .unused_names import feeding_itself, occurring_name, unused_names, written

_Called = p.FunctionPart | p.ProcedurePart
_Declaring = p.Binding | s.OptionParameter | s.Bind | s.VariableStatement | s.Pick | s.Roll


def unread_locals(ruleset: Ruleset) -> Iterable[Noticed]:
    """Each parameter of a function, a procedure or an option, and each local, that nothing reads.

    A parameter counts as read if another part of that name, such as a variant's, reads its own. A part that
    mentions nothing at all, such as ``let may_end(p: Player) = yes``, only keeps a place for others. What
    is itself unused is reported by itself.
    """
    idle = {noticed.name for noticed in unused_names(ruleset)}
    idle |= {noticed.name for noticed in left_over(ruleset)}
    every = [
        n for n in nodes(ruleset.tree.parts) if isinstance(n, _Called) and n.name.text not in idle
    ]
    parts = [part for part in every if any(map(occurring_name, nodes(part.body)))]
    for part in parts:
        alike = [x for x in parts if type(x) is type(part) and x.name.text == part.name.text]
        if part is alike[0]:
            yield from _parameters(alike)
        if isinstance(part, p.ProcedurePart):
            yield from _inside(part)
    yield from _columns(ruleset, idle)


def _columns(ruleset: Ruleset, idle: Collection[str]) -> Iterator[Noticed]:
    """The columns of cards that nothing asks for, unless the cards are ``idle``, too."""
    tree = list(nodes(ruleset.tree.parts))
    cards = [part for part in tree if isinstance(part, p.CardsPart)]
    own = {id(column.name) for part in cards for column in part.columns}
    asked = {occurring_name(node) for node in tree if id(node) not in own}
    for part in (part for part in cards if part.name.text not in idle):
        for column in part.columns:
            if column.name.text not in asked:
                about = f"the column {column.name.text} of {part.name.text}"
                yield _noticed(part, part.name.text, column.name, about)


def _parameters(alike: list[_Called]) -> Iterator[Noticed]:
    """The parameters of parts with one name that none of them reads in that position."""
    first = alike[0]
    word = "function" if isinstance(first, p.FunctionPart) else "procedure"
    for places in zip_longest(*(part.params for part in alike)):
        pairs = [(part, q) for part, q in zip(alike, places, strict=True) if q is not None]
        if not any(q.name.text in _read(part, part.body) for part, q in pairs):
            part, q = pairs[0]
            about = f"the parameter {q.name.text} of the {word} {part.name.text}"
            yield _noticed(part, part.name.text, q.name, about)


def _inside(part: p.ProcedurePart) -> Iterator[Noticed]:
    """The names that the options and the locals of a procedure introduce in vain."""
    read = _read(part, part.body)
    for node in nodes(part.body):
        match node:
            case s.ChooseOption(name=option, parameters=parameters):
                later = _read(part, (node.when, node.unless, node.body))
                for number, q in enumerate(parameters):
                    after = _read(part, tuple(r.over for r in parameters[number + 1 :]))
                    if q.name.text not in later | after:
                        about = f"the parameter {q.name.text} of the option {option.text}"
                        yield _noticed(node, f"{part.name.text}_{option.text}", q.name, about)
            case s.Bind(name=name) | s.VariableStatement(name=name) if name.text not in read:
                yield _noticed(node, part.name.text, name, f"the local {name.text}")
            case s.Pick(name=name) | s.Roll(name=name) if name.text not in read:
                yield _noticed(node, part.name.text, name, f"what {name.text} comes to")
            case _:
                pass


def _read(part: p.Part, where: object) -> set[str]:
    """The names that are read there: all that are mentioned, except to declare or to store to them."""
    declared = (node.name for node in nodes(part) if isinstance(node, _Declaring))
    apart = {id(node) for node in (*written(part), *feeding_itself(part), *declared)}
    names = {occurring_name(node) for node in nodes(where) if id(node) not in apart}
    return {name for name in names if name is not None}


def _noticed(about: SyntaxNode, owner: str, name: Name, words: str) -> Noticed:
    sentence = f"Nothing reads {words}"
    hint = "leave it out, or use it where the rules mean it"
    key = f"unread_{owner}_{name.text}"
    return Noticed(FindingKind.DEAD_RULE, key, name.span, cited(about), sentence, hint)
