"""A Hypothesis state machine that plays a ruleset and a user's engine side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from ..conform.connection.local import LocalEngine, Plays
from ..conform.connection.protocol import ActionRefused, State, setup_of
from ..conform.examination import EVERYWHERE
from ..conform.rules.expected import Expected, beginning
from ..conform.rules.not_legal import tries
from ..conform.trials.discrepancy import Aspect, Discrepancy, compared
from ..conform.trials.trial import not_refused
from .drawn import NUMBERS, drawn
from .follows import Differs
from .games import game


def state_machine(
    ruleset: str | Path, engine: Callable[[], Plays], *, variant: str | None = None,
    instance: str | None = None, parameters: Mapping[str, int] | None = None,
    readings: Mapping[str, str] | None = None,
) -> type[RuleBasedStateMachine]:  # fmt: skip
    """A class whose ``TestCase`` pytest runs: every step is an action, legal or not.

    ``engine`` makes an object with ``new`` and ``apply``; see ``docs/engines.md``.
    """
    chosen = game(
        ruleset, variant=variant, instance=instance, parameters=parameters, readings=readings
    )

    class Machine(RuleBasedStateMachine):
        """The engine beside the rules."""

        def __init__(self) -> None:
            super().__init__()
            self.play: tuple[str, ...] = ()
            self.engine = LocalEngine(engine(), "engine")
            self.offers = self.engine.hello().offers
            self.expected: Expected[Any] = beginning(chosen)
            state = self.engine.new(setup_of(chosen.program))
            self.differs(self.compare(self.expected, state, ()))

        def compare(
            self, expected: Expected[Any], state: State, play: tuple[str, ...]
        ) -> Discrepancy | None:
            return compared(expected, state, self.offers, play)

        def differs(self, found: Discrepancy | None) -> None:
            __tracebackhide__ = True  # pytest would print the result in one line
            if found is not None:
                raise Differs(chosen, engine(), found)

        @precondition(lambda self: self.expected.actions)
        @rule(number=NUMBERS)
        def act(self, number: int) -> None:
            """A legal action is taken, with the result that the rules say."""
            __tracebackhide__ = True  # what failed is the engine, and not this
            at, legal = self.expected.at, list(self.expected.actions.values())
            text = chosen.text(at, drawn(chosen, at, legal, number))
            answer = self.engine.apply(text, self.expected.decides)
            after = self.expected.after(text)
            if isinstance(answer, ActionRefused) and not after.unanswered:
                why = answer.sentence()
                self.differs(
                    Discrepancy(Aspect.REFUSES, self.play, f"{text} is legal", why, tried=text)
                )
            self.play, self.expected = (*self.play, text), after
            if not isinstance(answer, ActionRefused):
                self.differs(self.compare(after, answer, self.play))

        @precondition(lambda self: not self.expected.unanswered and "refuses" in self.offers)
        @rule(number=st.integers(0, 7))
        def try_what_is_not_legal(self, number: int) -> None:
            """An illegal action, by whoever it is, is refused, and changes nothing."""
            __tracebackhide__ = True
            for text, by in islice(tries(self.expected, EVERYWHERE), number, number + 1):
                at, play = self.expected, self.play
                self.differs(not_refused(self.engine, self.compare, at, play, text, by))

    Machine.__name__ = f"{chosen.program.instance.ruleset}_machine"
    return Machine
