"""What a proof claims, looked at where plays come to: if it is false there, the tool is at fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.game import Unrested
from rulewright.engines.python.game import PythonGame, PythonState

from ...effort.proving import TRYING
from ...kernel.certificate import Certificate
from ...limits import Budget
from ...proof.claims.refuted import closed
from ...properties.registry import kind_of
from ...properties.target import DeadlockTarget, StateTarget, shows
from ...simulation.playout import generator, play
from ...stategraph.bfs import explore
from ...stategraph.graph import EngineMismatch


def look_at_claims(program: Program, certificate: Certificate, seed: int = 0) -> int:
    """Evaluate all claims of a proof, its lemmas' too, where plays come to, and what it answers, if that is
    about single positions; how many positions.

    Raises EngineMismatch if one is false: then the kernel, the solver or the engine is wrong.
    """
    claims = list(_everywhere(certificate))
    asked = [check for check in program.checks if check.name == certificate.check]
    refuting = [kind_of(check).target(len(claims)) for check in asked]
    refuting = [target for target in refuting if isinstance(target, StateTarget | DeadlockTarget)]
    if not (claims or refuting):
        return 0
    checks = tuple(Check(f"claim {i}", "always", e, None, "") for i, e in enumerate(claims))
    game = PythonGame(replace(program, checks=(*checks, *asked)))
    states = dict.fromkeys(
        chain(explore(game, Budget(states=TRYING.positions)).states, _played(game, seed))
    )
    for state in states:
        holds = all(game.holds(number, state) for number in range(len(checks)))
        if not holds or any(shows(game, (state,), target) for target in refuting):
            raise EngineMismatch(
                f"what was proved for {certificate.check} is false in a position of a play"
            )
    return len(states)


def _played(game: PythonGame, seed: int) -> Iterator[PythonState]:
    for number in range(TRYING.plays):
        try:
            for move in play(game, generator(seed, number, "claims"), TRYING.moves):
                yield move.after
        except Unrested:
            continue


def _everywhere(certificate: Certificate) -> Iterator[x.Expr]:
    """For each claim at a resting place: play is elsewhere, or it is true."""
    for point, claims in certificate.claims:
        if point.node is not None:
            for claim in claims:
                yield fold.or_((fold.not_(x.At((point.node,))), closed(claim)))
    for lemma in certificate.lemmas:
        yield from _everywhere(lemma)
