"""Plays the examples that the author of a ruleset wrote down, and asks what must hold in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.dsl.ir.program import Check, Example, ExampleAction, ExampleCondition, Program
from rulewright.dsl.span import Span
from rulewright.engines.common.move_limit import MOVE_LIMIT
from rulewright.engines.game import Action, IllegalAction, Unrested
from rulewright.engines.python.game import PythonGame, PythonState

from .instead import instead
from .play import Play, actor, play_of


@dataclass(frozen=True, slots=True)
class ExampleFailure:
    """Where an example does not come out: the play so far, and what does not hold after it.

    ``sentence`` has no full stop. ``clauses``: those of the line, else those of the example.
    """

    example: Example
    play: Play
    sentence: str
    clauses: tuple[str, ...]
    span: Span | None


def failures(program: Program, move_limit: int = MOVE_LIMIT) -> Iterator[ExampleFailure]:
    """The examples of a game that do not come out, each at its first such line."""
    if program.examples:
        player = _Player(program, move_limit)
        for example in program.examples:
            failure = player.failure(example)
            if failure is not None:
                yield failure


def plays(program: Program, move_limit: int = MOVE_LIMIT) -> dict[str, tuple[str, ...]]:
    """The actions of each example of a game, as the rules write them, as far as they can be played."""
    if not program.examples:
        return {}
    player = _Player(program, move_limit)
    return {example.name: player.texts(example) for example in program.examples}


class _Player:
    """Plays examples on a game whose checks are the examples' conditions."""

    def __init__(self, program: Program, move_limit: int) -> None:
        self._program, self._move_limit = program, move_limit
        lines = [line for example in program.examples for line in example.lines]
        asked = [line for line in lines if isinstance(line, ExampleCondition)]
        self._number = {id(line): number for number, line in enumerate(asked)}
        checks = tuple(Check(str(n), "always", x.condition, None, "") for n, x in enumerate(asked))
        self._game = PythonGame(replace(program, checks=checks, strategies=()), move_limit)

    def failure(self, example: Example) -> ExampleFailure | None:
        """The first line that does not come out; None if all do."""
        state, actions = self._game.new(), list[Action]()
        for line in example.lines:
            sentence = ""
            if isinstance(line, ExampleCondition):
                if not self._game.holds(self._number[id(line)], state):
                    sentence = f"{line.text} does not hold here"
                    if found := instead(self._program, line.condition, state, self._move_limit):
                        sentence += f": {found}"
            elif not line.legal:
                sentence = self._refusal(state, line)
            else:
                try:
                    action = self._action(state, line)
                    state = self._game.apply(state, action)
                    actions.append(action)
                except (IllegalAction, Unrested) as error:
                    sentence = str(error)
            if sentence:
                clauses = line.clauses if isinstance(line, ExampleCondition) else ()
                play = replace(play_of(self._game, actions), program=self._program)
                return ExampleFailure(
                    example, play, sentence, clauses or example.clauses, line.span
                )
        return None

    def texts(self, example: Example) -> tuple[str, ...]:
        """The actions that are done in an example, up to the first that cannot be."""
        state, found = self._game.new(), list[str]()
        for line in example.lines:
            if isinstance(line, ExampleAction) and line.legal:
                try:
                    action = self._action(state, line)
                    text = self._game.text(state, action)
                    state = self._game.apply(state, action)
                except (IllegalAction, Unrested):
                    break
                found.append(text)
        return tuple(found)

    def _action(self, state: PythonState, line: ExampleAction) -> Action:
        """What a line does. Raises IllegalAction."""
        decides = actor(self._game, state)
        if decides != line.actor:
            found = f"{decides} decides here" if decides else "play is over here"
            raise IllegalAction(f"{found}, so {line.actor} cannot do {line.text!r}")
        return self._game.parse(state, line.text)

    def _refusal(self, state: PythonState, line: ExampleAction) -> str:
        """What is wrong with a line that says what cannot be done; nothing if it is right.

        Such a line is about the player to decide, or about a play that is over.
        """
        decides = actor(self._game, state)
        if decides not in ("", line.actor):
            return f"{decides} decides here: nothing is said of what {line.actor} can do"
        try:
            self._action(state, line)
        except IllegalAction:
            return ""
        return f"{line.text!r} is legal here"
