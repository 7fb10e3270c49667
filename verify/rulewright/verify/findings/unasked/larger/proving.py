"""What is reported of larger games: only what is proved, with a small, fixed effort."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import EndlessLoop, LongMove
from rulewright.engines.python.game import PythonGame

from ....effort.answering import NOTICING_ALWAYS
from ....limits import Deadline
from ....portfolio.methods.proof import look_for_proof
from ....portfolio.provers import SmtProver
from ....results.verdict import Proved
from ...subject import Selected
from ..detector import InGames, Noticed
from ..where import GamesOfText

AS_THEY_STAND = "; so it is in these games, with their readings and numbers"

AsksWhether = Callable[[Selected], Program | None]
"""The game whose last question is whether something holds; None if that cannot be asked."""


def proved(
    asked: Iterable[tuple[Noticed, AsksWhether]], games: Sequence[Selected], places: GamesOfText,
    blocks: int, deadline: Deadline,
) -> Iterator[InGames]:  # fmt: skip
    """What is proved in each of the games that contain the place.

    ``blocks``: the most blocks, together, of programs whose proofs come to nothing.
    """
    for noticed, question in asked:
        there = tuple(one for one in games if places.stands(noticed.span, one))
        if blocks <= 0 or deadline.passed():
            return
        if there and all(_is_so(question(one), one, deadline) for one in there):
            yield replace(noticed, hint=noticed.hint + AS_THEY_STAND), there
        else:
            blocks -= len(there[0].program.blocks) if there else 0


def _is_so(program: Program | None, one: Selected, deadline: Deadline) -> bool:
    if program is None:
        return False
    game = PythonGame(program, one.move_limit)
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
