"""What readings and parameters decide: nothing is reported about it if only some settings were looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.branches import BranchPlace
from rulewright.dsl.syntax.node import SyntaxNode
from rulewright.dsl.syntax.tree import names_used, nodes

from ..detector import Conjecture, OfAll
from ..detectors.in_all.constant_conditions import ConstantConditions
from ..detectors.in_all.dead_branches import DeadBranches
from ..detectors.in_all.dead_options import DeadOptions
from ..detectors.in_all.forced import ForcedDecisions
from ..detectors.in_all.idle_players import IdlePlayers
from ..detectors.in_all.never_stored import NeverStored
from ..detectors.in_all.unseen_cards import UnseenCards
from .candidates import Asking, Site, asking_for_settings, locals_of, sites


class UnderSettings:
    """Tells for claims about the games of a ruleset whether another setting may contradict them.

    ``settings``: the names that ask for one, if not only the direct ones.
    """

    def __init__(self, ruleset: Ruleset, settings: Asking | None = None) -> None:
        procedures = {
            part.name.text: part
            for part in nodes(ruleset.tree.parts)
            if isinstance(part, p.ProcedurePart)
        }
        bound = [each for part in procedures.values() for each in locals_of(part)]
        asking = asking_for_settings(ruleset) if settings is None else settings
        self._asking = asking.within(bound)
        self._decisions = frozenset(
            node.span
            for node in nodes(ruleset.tree.parts)
            if self._asking.asks(tuple(_decided_by(node)))
        )
        places = sites(ruleset, settings)
        self._named = frozenset(_named(ruleset, places, procedures))
        self._branches = {id(site.place): site.asks for site in places}
        self._made = frozenset(
            part.name.text
            for part in nodes(ruleset.tree.parts)
            if isinstance(part, p.StatePart | p.SupplyPart) and self._asking.asks(part)
        )

    def may_contradict(self, by: OfAll[Any], claim: Conjecture[Any]) -> bool:
        """Whether another setting may contradict what a detector claims; assumed if unknown."""
        match by:
            case DeadBranches():
                return self.decide_branch(claim.about)
            case ConstantConditions():
                asked = claim.about.asked
                return not self.leave(asked.group.node, asked.node)
            case NeverStored():
                return self.decide(claim, by.names(claim)) or self.make(claim.about.variable)
            case DeadOptions() | ForcedDecisions() | IdlePlayers() | UnseenCards():
                return self.decide(claim, by.names(claim))
            case _:
                return True

    def decide(self, claim: Conjecture[Any], names: Collection[str]) -> bool:
        """Whether a setting may: it decides what is possible there, or whether the rules come to those
        names."""
        return claim.noticed.span in self._decisions or any(n in self._named for n in names)

    def decide_branch(self, place: BranchPlace) -> bool:
        """Whether a setting may decide if play enters a branch; assumed for branches that are not looked at
        otherwise."""
        return self._branches.get(id(place), True)

    def make(self, name: str) -> bool:
        """Whether a setting decides with what a state or a supply begins, or what it may hold."""
        return name in self._made

    def leave(self, around: SyntaxNode, node: SyntaxNode) -> bool:
        """Whether no setting influences a condition and its surroundings. Conditions that tell what is
        there are left out, too: the rules cannot be read without them."""
        return not self._asking.asks(around) and not any(
            isinstance(each, e.Nothing) for each in nodes(node)
        )


def _decided_by(node: SyntaxNode) -> Iterator[object]:
    """What determines the possibilities at an option, a decision or a roll."""
    match node:
        case s.ChooseOption(when=when, unless=unless, parameters=parameters):
            yield from (*when, *unless, *parameters)
        case s.Choose(options=options) | s.Secret(options=options):
            for option in options:
                yield from _decided_by(option)
        case s.Pick(over=over) | s.Roll(over=over):
            yield over
        case _:
            pass


def _named(
    ruleset: Ruleset, found: Sequence[Site], procedures: Mapping[str, p.ProcedurePart]
) -> Iterator[str]:
    """What is named where a setting decides whether play comes there, and in the procedures that are
    performed there.

    The same holds for what variants define in their own way: other variants may be played than those asked
    about.
    """
    places: list[object] = [site.place for site in found if site.asks]
    places += [part.parts for part in ruleset.tree.parts if isinstance(part, p.VariantPart)]
    looked: set[str] = set()
    while places:
        for name in names_used(places.pop()):
            yield name
            if name in procedures and name not in looked:
                looked.add(name)
                places.append(procedures[name].body)
