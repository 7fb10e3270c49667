"""Which readings make another game: asked game by game, with repeatable effort.

What `study` does by the clock for somebody who waits, this does for kept answers: a fixed number of pairs
of positions and of random plays for each question in each game. All questions about a game are asked
together, for they share its programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.common.move_limit import MOVE_LIMIT
from rulewright.engines.game import LongMove

from ...effort.comparing import PAIRING, SurveyEffort
from ...effort.running import INTERRUPTING
from ...execution.interruption import ending_in_time
from ...limits import Budget, Deadline, OutOfTime
from ...progress import Tell
from ..bisimulation import BoundedEquivalence, Equivalent
from ..distinguish import Difference, distinguish
from .programs import EngineChoice, Programs
from .questions import GameRef, ReadingQuestion


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The result of one question in one game.

    ``moves``: who decided what, in the game with the default option, up to where they differ; ``shortest``:
    no shorter play differs in the rules. ``rules``: not only the table differs. ``pairs`` of positions were
    compared, with plays of up to ``depth`` decisions in full, and ``plays`` at random.
    """

    reading: str
    option: str
    game_ref: GameRef
    state: Literal["differs", "same", "open"]
    moves: tuple[tuple[str, str], ...] = ()
    shortest: bool = False
    rules: bool = False
    pairs: int = 0
    depth: int = 0
    plays: int = 0


def survey(
    ruleset: Ruleset, game_ref: GameRef, questions: Sequence[ReadingQuestion], effort: SurveyEffort,
    deadline: Deadline, *, engine: EngineChoice = "auto", seed: int = 0, move_limit: int = MOVE_LIMIT,
    tell: Tell = lambda asked, what: None,
) -> list[Surveyed]:  # fmt: skip
    """The results of the questions in a game, without those that there was no time for.

    A difference on the table alone counts, too, if the rules show none.
    """
    programs = Programs(
        ruleset, frozenset(q.reading for q in questions), engine, PAIRING.memory, move_limit
    )
    found: list[Surveyed] = []
    for number, question in enumerate(questions):
        if deadline.passed():
            break
        tell(number, f"{question.reading} = {question.option[0]}")
        try:
            with ending_in_time(deadline, INTERRUPTING.grace):
                found.append(_asked(programs, question, game_ref, effort, deadline, seed))
        except (OutOfTime, LongMove, RulesetError):
            continue  # not compared: nothing is known
    return found


def _asked(
    programs: Programs,
    q: ReadingQuestion,
    game_ref: GameRef,
    effort: SurveyEffort,
    deadline: Deadline,
    seed: int,
) -> Surveyed:
    first = programs.with_option(game_ref, q.reading, q.default[0])
    second = programs.with_option(game_ref, q.reading, q.option[0])

    if not programs.holds(first, second) and programs.same(first, second):
        return Surveyed(q.reading, q.option[0], game_ref, "same")
    limits = Budget(None, effort.pairs)
    comparison = distinguish(programs.product(first, second), limits, seed, plays=effort.plays)
    difference = comparison.rules or comparison.table
    if difference is not None:
        return _differs(q, game_ref, difference, rules=comparison.rules is not None)
    match comparison.found:
        case Equivalent(pairs) if not comparison.unconfirmed:
            return Surveyed(q.reading, q.option[0], game_ref, "same", pairs=pairs)
        case Equivalent(pairs):
            alone = distinguish(programs.product(first, second, alone=True), limits, seed, plays=0)
            if isinstance(alone.found, Equivalent):
                pairs = alone.found.pairs
                return Surveyed(q.reading, q.option[0], game_ref, "same", pairs=pairs)
            return Surveyed(q.reading, q.option[0], game_ref, "open", pairs=pairs)
        case BoundedEquivalence() as bounded:
            return Surveyed(
                q.reading, q.option[0], game_ref, "open",
                pairs=bounded.pairs, depth=max(0, bounded.moves), plays=bounded.random_plays,
            )  # fmt: skip
        case None:
            raise AssertionError("what does not differ has been compared")


def _differs(q: ReadingQuestion, game_ref: GameRef, found: Difference, *, rules: bool) -> Surveyed:
    """A difference in the form in which it is kept: by a play of the default game."""
    moves = tuple((move.actor, move.text) for move in found.play.moves)
    return Surveyed(q.reading, q.option[0], game_ref, "differs", moves, found.shortest, rules)
