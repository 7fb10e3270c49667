"""The game with marks in its rules, or over where play comes to one of them."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family
from rulewright.dsl.ir.program import Program
from rulewright.dsl.marks import Place, mark_of, nowhere, setting, with_blocks, with_marks
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import Name

from ...subject import Selected
from ..probing import instantiated
from .candidates import Site


def marked(one: Selected, sites: Mapping[str, Site]) -> Program | None:
    """The game in which each of these sites sets the state of that name; None where they do not go together.

    It is to be played alone: it is made faster, and equal positions may rest at several nodes.
    """
    places = {name: site.place for name, site in sites.items()}
    try:
        return program_family(with_marks(_ruleset(one), places), one.program, (), only_played=True)
    except RulesetError:
        return None


def stopping_at(one: Selected, name: str, place: Place) -> Program | None:
    """The game that is over where play comes to a place; its last check asks whether it never does.

    Nothing that fails there can take back that play has come.
    """
    ruleset = _ruleset(one)
    at = nowhere(ruleset)
    check = p.CheckPart(
        name=Name(f"never_{name}", span=at), question="", fails=False, kind="never", player=None,
        body=e.Reference(name, span=at), asked=at, span=at,
    )  # fmt: skip
    stop = (setting(ruleset, name), s.Lose(span=at))
    parts = with_blocks(ruleset, {id(place): stop}, only=True)
    return instantiated(one, (*parts, mark_of(ruleset, name), check))


def _ruleset(one: Selected) -> Ruleset:
    assert one.ruleset is not None, "the sites come from it"
    return one.ruleset
