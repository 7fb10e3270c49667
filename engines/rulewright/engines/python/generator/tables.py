"""The tables of a generated module, which lead from a node to the functions that know about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Fault, Node
from rulewright.dsl.ir.unknown import refuse

from ...common.observation import visible
from .blocks import PythonBlocks
from .builder import PythonBuilder
from .nodes import PythonNodeFunctions
from .skeleton import FALLBACKS
from .text.annotations import definition, row


@dataclass
class Tables:
    """For each node (and, in some, for each of its choices) the functions that know about it."""

    module: PythonBuilder
    rests: list[str] = field(default_factory=list)
    decides: list[str] = field(default_factory=list)
    legal: list[list[str]] = field(default_factory=list)
    allows: list[list[str]] = field(default_factory=list)
    steps: list[list[str]] = field(default_factory=list)
    weights: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    strategies: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.nodes = PythonNodeFunctions(self.module)
        self.blocks = PythonBlocks(self.module)

    def add(self, index: int, node: Node) -> None:
        """Write the functions of a node."""
        name = "fault" if isinstance(node, Fault) else node.name
        self.rests.append(self.nodes.rest(index, name))
        self.decides.append("nobody")
        self.weights.append("no_weight")
        self.winners.append("no_winners")
        self.scores.append("no_scores")
        for column in (self.legal, self.allows, self.steps):
            column.append([])
        match node:
            case Decision():
                self.decides[-1] = self.nodes.decides(node, name)
                for i, choice in enumerate(node.choices):
                    self._add_choice(choice, i, f"{name} {choice.name}")
            case Chance():
                self.decides[-1] = "chance"
                self.weights[-1] = self.nodes.weight(node, name)
                self._add_choice(node, 0, name)
            case End():
                self.winners[-1] = self.nodes.winners(node, name)
                if node.scores is not None:
                    self.scores[-1] = self.nodes.scores(node, name)
            case Fault():
                pass
            case _:
                refuse(node)

    def _add_choice(self, choice: Choice | Chance, number: int, name: str) -> None:
        self.legal[-1].append(self.nodes.legal(choice, number, name))
        self.allows[-1].append(self.nodes.allows(choice, name))
        self.steps[-1].append(self.blocks.begin(choice, name))

    def _seen(self) -> Iterator[str]:
        """For each player, which of the stored variables they see."""
        program = self.module.program
        for player in range(len(program.players.labels)):
            own = (visible(program, v, player) for v in program.variables if v.kind != "scratch")
            yield row([str(o if isinstance(o, bool) else (o.start, o.stop)) for o in own])

    def text(self) -> str:
        """The definitions of the tables, and of their entries for nodes where there is nothing to
        do."""
        state_to = "Callable[[State], {}]".format
        from_args = "Callable[[State, tuple[int, ...]], {}]".format
        columns = (
            ("BLOCKS", "Callable[[Draft], int]", row(self.blocks.functions)),
            ("LABELS", "str", row([ascii(label) for label in self.blocks.labels])),
            ("RESTS", "Callable[[Draft], State]", row(self.rests)),
            ("DECIDES", state_to("int | None"), row(self.decides)),
            (
                "LEGAL",
                "tuple[Callable[[State, list[Action]], None], ...]",
                row([row(line) for line in self.legal]),
            ),
            (
                "ALLOWS",
                f"tuple[{from_args('bool')}, ...]",
                row([row(line) for line in self.allows]),
            ),
            (
                "STEPS",
                "tuple[Callable[[Draft, tuple[int, ...]], int], ...]",
                row([row(line) for line in self.steps]),
            ),
            ("WEIGHTS", from_args("int"), row(self.weights)),
            ("WINNERS", state_to("int"), row(self.winners)),
            ("SCORES", state_to("tuple[int, ...] | None"), row(self.scores)),
            ("CHECKS", "Callable[[State, int], bool]", row(self.checks)),
            ("STRATEGIES", "Callable[[State, int], int]", row(self.strategies)),
            ("SEEN", "tuple[bool | tuple[int, int], ...]", row([*self._seen()])),
        )
        return FALLBACKS + "\n".join(
            definition(f"{name}: tuple[{kind}, ...]", text) for name, kind, text in columns
        )
