"""Playing small rulesets, written as text, by the meaning of the IR alone."""

from __future__ import annotations

from textwrap import dedent, indent

from tests.reference_eval import Action, Position, Reference, evaluate, restore

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Program
from rulewright.dsl.ir.types import show_value
from rulewright.dsl.load import load_text

STOP = "choose A\n  stop\n    draw"
"""Play that ends at once, where what is played does not matter."""


def game(play: str = "draw", parts: str = "", players: str = "A, B, C") -> str:
    """A ruleset with these players, a number ``n``, a ``log`` of numbers, parts and play."""
    return (
        f'ruleset sample "A sample"\n  players {players}\n  state n: 0..20 = 0\n'
        "  state log: list of 0..20 up to 20 = []\n"
        f"{indent(dedent(parts).strip(chr(10)), '  ')}\n\n"
        f"  play\n{indent(dedent(play).strip(chr(10)), '    ')}\n"
    )


class Play:
    """A play of a ruleset: ``choose`` what somebody decides or chance brings."""

    def __init__(self, text: str, **settings: object) -> None:
        self.program: Program = instantiate(load_text(text, "sample.rules"), **settings)
        self.reference = Reference(self.program)
        self.position: Position = self.reference.new()
        self.turns = 0

    def copy(self) -> Play:
        """Another play that goes on from here."""
        other = object.__new__(Play)
        other.__dict__.update(self.__dict__)
        return other

    @property
    def node(self) -> Decision | Chance | End | Fault:
        return self.program.nodes[self.position.node]

    @property
    def player(self) -> str:
        """Who decides."""
        assert isinstance(self.node, Decision)
        return self._shown(self.node.player)

    @property
    def end(self) -> str:
        """How play ended: ``win {A}``, ``draw``, ``lose``, or a fault's message."""
        match self.node:
            case End(_, "win", winners):
                return f"win {self._shown(winners)}"
            case End(_, kind):
                return kind
            case Fault(message):
                return message
        return "goes on"

    def options(self) -> list[str]:
        """What can be chosen here, such as ``place(a1)``."""
        return [self._named(a) for a in self.reference.legal(self.position)]

    def choose(self, *names: str) -> Play:
        """Choose one after the other; the play, for chaining."""
        for name in names:
            legal = {self._named(a): a for a in self.reference.legal(self.position)}
            self.position, turns = self.reference.step(self.position, legal[name])
            self.turns += turns
        return self

    def __getitem__(self, name: str) -> str:
        """The present value of a variable, or of a function without parameters."""
        scope = self.reference.scope(self.position)
        for variable in self.program.variables:
            if variable.name == name:
                return show_value(variable.type, scope.values[name])
        function = next(f for f in self.program.functions if f.name == name)
        return self._shown(x.Call(name, (), function.type))

    def holds(self, check: str) -> bool:
        """Whether the property of a check holds in the present position."""
        asked = next(c for c in self.program.checks if c.name == check)
        return bool(evaluate(asked.property, self.reference.scope(self.position)))

    def _named(self, action: Action) -> str:
        number, values = action
        node = self.node
        assert isinstance(node, Decision | Chance)
        if isinstance(node, Chance):
            name, parameters = node.name, (node.parameter,)
        else:
            name, parameters = node.choices[number].name, node.choices[number].parameters
        shown = [
            show_value(p.type, restore(p.type, v)) for p, v in zip(parameters, values, strict=True)
        ]
        return f"{name}({', '.join(shown)})" if shown else name

    def _shown(self, expression: x.Expr) -> str:
        return show_value(
            expression.type, evaluate(expression, self.reference.scope(self.position))
        )


def value(expression: str, parts: str = "", **settings: object) -> str:
    """The value of an expression in the first position of a game with these parts."""
    asked = game("choose A\n  stop\n    draw", f"{dedent(parts)}\nlet answer = {expression}")
    return Play(asked, **settings)["answer"]
