"""A move in words for a reader: with the titles of options, and with types in place of
single-letter names."""

from __future__ import annotations

import re

from rulewright.dsl.ir.code import Const, Var
from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Node, Program
from rulewright.dsl.ir.types import Enum, Type, Value, show_value
from rulewright.dsl.ir.unknown import refuse
from rulewright.engines.common.outcome import fault_label

from .play import Play

_INSIDE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def spoken(node: Node, text: str) -> str:
    """The text of a move made at a node: ``trait Greedy`` for ``t Greedy``, if ``t`` is a Trait.

    The name of a roll, or of what somebody chooses of a set, is that of a local; one letter tells
    a reader nothing. An option is called by its title, if it has one. All other texts stay as they are.
    """
    name, _, rest = text.partition(" ")
    if isinstance(node, Decision):
        title = next((c.title for c in node.choices if c.name == name and c.title), "")
        if title:
            return f"{title} {rest}".rstrip()
    t = _drawn(node, name) if len(name) == 1 and rest else None
    return f"{_type_in_words(t)} {rest}" if isinstance(t, Enum) else text


def rolled(node: Chance) -> str:
    """What chance decides at a node, by the name of the roll; by its type where that is one letter."""
    t = node.parameter.type
    return _type_in_words(t) if len(node.name) == 1 and isinstance(t, Enum) else node.name


def _type_in_words(t: Enum) -> str:
    return _INSIDE.sub(" ", t.name).lower()


def ending(node: Node, label: str) -> tuple[str, str]:
    """How play ended at a node, under the label of its outcome: what that means, and what ended it.

    For a gap, what the rules leave open; for any other fault, what cannot be done, and the line.
    """
    if isinstance(node, End) and node.kind == "win":
        *others, last = label.split("+")
        return "The end", f"{', '.join(others)} and {last} win" if others else f"{last} wins"
    if not isinstance(node, Fault):
        return "The end", label
    if node.declared:
        return "The rules do not say how to go on", node.message
    line = "" if node.span is None else f" (line {node.span.line})"
    return "Play cannot go on", node.said + line


def to_decide(play: Play) -> str:
    """The player who is to decide at the end of a play, if one is, and it is seen without running the program."""
    node = play.last_node
    if not isinstance(node, Decision):
        return ""
    match node.player:
        case Const(value=value):
            who: Value | None = value
        case Var(name=name):
            who = play.positions[-1].values.get(name)
        case _:
            who = None
    return "" if who is None else show_value(play.program.players, who)


def stuck(play: Play) -> str:
    """That play is stuck at its end, who is to decide there, and at what."""
    node = play.last_node
    if isinstance(node, Chance):
        return f"play is stuck: nothing is left that chance could bring ({rolled(node)})"
    name = f" ({node.name})" if isinstance(node, Decision) and node.name else ""
    who = to_decide(play)
    said = f"{who} must decide, and has no option" if who else "whoever must decide has no option"
    return f"play is stuck: {said}{name}"


def outcome(program: Program, label: str) -> str:
    """The outcome with this label, for a table of many plays: for a fault, as `ending` says it."""
    for node in program.nodes:
        if isinstance(node, Fault) and label == fault_label(node):
            meaning, what = ending(node, label)
            return f"{meaning[:1].lower()}{meaning[1:]}: {what}"
    return label


def _drawn(node: Node, name: str) -> Type | None:
    """The type of what the node draws or lets choose under this name alone."""
    match node:
        case Chance(name=drawn, parameter=parameter):
            return parameter.type if drawn == name else None
        case Decision(choices=choices):
            one = next((c.parameters for c in choices if c.name == name), ())
            return one[0].type if len(one) == 1 and one[0].name.partition(".")[0] == name else None
        case End() | Fault():
            return None
        case _:
            refuse(node)
