"""What is reported of larger games: only what is proved with a small, fixed effort, or what a search of all
positions shows where that is no long one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import EndlessLoop, LongMove
from rulewright.engines.python.game import PythonGame

from ....effort.answering import NOTICING_ALWAYS
from ....explicit.searcher import TieredSearcher
from ....limits import Budget, Deadline
from ....portfolio.methods.proof import look_for_proof
from ....portfolio.portfolio import answer_checks
from ....portfolio.provers import SmtProver
from ....results.verdict import Proved
from ...subject import Selected
from ..detector import InGames, Noticed, NoticedIn
from ..where import GamesOfText
from .known_game import KnownGame

AS_THEY_STAND = "; so it is in these games, with their readings and numbers"

AsksWhether = Callable[[Selected], Program | None]
"""The game whose last question is whether something holds; None if that cannot be asked."""


def proved(
    asked: Iterable[tuple[Noticed, AsksWhether]], games: Sequence[KnownGame], blocks: int,
    deadline: Deadline,
) -> Iterator[InGames]:  # fmt: skip
    """What is so in each of the games that contain the place.

    ``blocks``: the most blocks, together, of programs whose proofs come to nothing.
    """
    ruleset, positions = games[0].selected.ruleset, NOTICING_ALWAYS.all_positions
    places = None if ruleset is None else GamesOfText(ruleset, [one.selected for one in games])
    for noticed, question in asked:
        there = [one for one in games if places and places.stands(noticed.span, one.selected)]
        positions -= sum(one.positions or 0 for one in there if _can_be_searched(one))
        if blocks <= 0 or positions < 0 or deadline.passed():
            return
        if there and all(_is_so(question(one.selected), one, deadline) for one in there):
            so_in = tuple(NoticedIn(one.selected, _method(one)) for one in there)
            yield replace(noticed, hint=noticed.hint + AS_THEY_STAND), so_in
        elif there and not _can_be_searched(there[0]):
            blocks -= len(there[0].selected.program.blocks)


def _is_so(program: Program | None, one: KnownGame, deadline: Deadline) -> bool:
    if program is None:
        return False
    game = PythonGame(program, one.selected.move_limit)
    if _can_be_searched(one):
        return _is_found_so(game, one, deadline)
    return _is_proved(game, deadline)


def _method(one: KnownGame) -> Literal["complete search", "induction"]:
    return "complete search" if _can_be_searched(one) else "induction"


def _can_be_searched(one: KnownGame) -> bool:
    return one.positions is not None and one.positions <= NOTICING_ALWAYS.positions


def _is_found_so(game: PythonGame, one: KnownGame, deadline: Deadline) -> bool:
    """Whether a search of all positions shows it. What is inserted into the rules may double them."""
    assert one.positions is not None
    budget = Budget(deadline.left(), 2 * one.positions)
    question = game.program.checks[-1].name
    report = answer_checks(
        game, budget, only=frozenset((question,)), plays=0, searcher=TieredSearcher()
    )
    return any(isinstance(answer.verdict, Proved) for answer in report.answers)


def _is_proved(game: PythonGame, deadline: Deadline) -> bool:
    program = game.program
    number = len(program.checks) - 1
    try:
        answers = (
            look_for_proof(game, number, SmtProver(), units, deadline) for units in _units(program)
        )
        return any(isinstance(answer.verdict, Proved) for answer in answers)
    except (EndlessLoop, LongMove):
        return False


def _units(program: Program) -> tuple[int, ...]:
    """The units of the attempts, in order: few at first; then, for a small program, more, which take seconds."""
    each = NOTICING_ALWAYS.all_blocks // max(1, len(program.blocks))
    least, more = NOTICING_ALWAYS.least, min(NOTICING_ALWAYS.most, each)
    return (least, more) if more > least else (least,)
