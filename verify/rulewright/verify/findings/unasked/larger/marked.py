"""The game with marks in its rules, or ended where play comes to one of them."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family
from rulewright.dsl.ir.code import YES, And, Compare, Var
from rulewright.dsl.ir.program import Fault, Node, Program
from rulewright.dsl.marks import nowhere, with_blocks, with_marks
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import names_used

from ....properties.asked_of_programs import asking_never, at
from ...subject import Selected
from ..detectors.in_all.dead_options import legal
from ..probing import instantiated
from .candidates import Site


def marked(one: Selected, sites: Mapping[str, Site]) -> Program | None:
    """The game in which each of these sites sets the state of that name; None if they cannot be combined.

    It is only to be played: it is made faster, and equal positions may rest at several nodes.
    """
    places = {name: site.place for name, site in sites.items()}
    try:
        return program_family(with_marks(_ruleset(one), places), one.program, (), only_played=True)
    except RulesetError:
        return None


def stopping_at(one: Selected, name: str, site: Site) -> Program | None:
    """The game that is over where play comes to a site; its question is whether it never does.

    For an option the question is, in the unchanged game, whether somebody can choose it. The question names
    the variables that decide it, for no other effect than that a proof begins with them.
    """
    if isinstance(site.place, s.ChooseOption):
        chosen = legal(one.program, site.place.span)
        return None if chosen is None else asking_never(one.program, chosen)
    ruleset = _ruleset(one)
    stop = (s.Gap(name, span=nowhere(ruleset)),)
    program = instantiated(one, with_blocks(ruleset, {id(site.place): stop}, only=True))
    if program is None:
        return None
    named = {*names_used(site.decided_by)}
    variables = [Var(v.name, v.type) for v in program.variables if v.name in named]
    there = (n for n, node in enumerate(program.nodes) if _is_stop(node, name))
    anything = And(tuple(Compare("==", v, v) for v in variables)) if variables else YES
    return asking_never(program, at((number, anything) for number in there))


def _is_stop(node: Node, name: str) -> bool:
    return isinstance(node, Fault) and node.declared and node.message == name


def _ruleset(one: Selected) -> Ruleset:
    assert one.ruleset is not None, "the sites come from it"
    return one.ruleset
