"""The generated module as a whole: the frame, and the tables that lead from a node to functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Fault, Node, Program
from rulewright.dsl.ir.types import default

from . import exprs, loops, runtime, stmts
from .annotations import annotation, definition, written
from .blocks import Blocks
from .builder import Builder
from .loops import give
from .names import Names
from .nodes import Nodes
from .writer import Writer

_OWN = (
    *(name for name in vars(runtime) if not name.startswith("__")),
    *("Callable", "NamedTuple", "State", "Draft", "Action", "START", "LIMIT", "node", "turns"),
    *("d", "state", "args", "found", "player", "self", "count", "index"),
    *("new", "decides", "legal", "allows", "step", "weight", "winners", "scores", "holds", "run"),
    *("begin", "nobody", "chance", "none_legal", "no_winners", "no_scores", "no_weight"),
    *("TITLE", "PLAYERS", "NODES", "CHOICES", "BLOCKS", "LABELS", "RESTS", "DECIDES", "LEGAL"),
    *("ALLOWS", "STEPS", "WEIGHTS", "WINNERS", "SCORES", "CHECKS", "action", "check", "before"),
)
_KINDS = {**exprs.KINDS, **loops.KINDS, **stmts.KINDS}


def source(program: Program) -> str:
    """A game as one Python file that needs nothing but Python 3.11.

    The file is typed (``mypy --strict``); text of the ruleset stands in it as string literals only.
    """
    module = Builder(program, _KINDS, Names(_OWN))
    _functions(module)
    tables = _Tables(module)
    for index, node in enumerate(program.nodes):
        tables.add(index, node)
    tables.checks = [tables.nodes.check(check) for check in program.checks]
    entry = tables.blocks.number(program.entry)
    tables.blocks.finish()
    return "\n\n\n".join(
        part
        for part in (
            _head(program),
            _runtime(),
            _state(module),
            module.constants.text(),
            module.text(),
            tables.text(),
            _api(entry),
        )
        if part
    )


def _functions(module: Builder) -> None:
    for f in module.program.functions:
        name = module.functions[f.name]
        s, parameters = module.scope(name), module.typed(module.parameters[f.name])
        for p in f.params:
            s, ident = s.bind(p)
            parameters.append(f"{ident}: {annotation(p.type)}")
        w = Writer()
        if f.clauses:
            w.line(f"# by {', '.join(f.clauses)!a}")
        with w.block(module.signature(name, parameters, annotation(f.type))):
            give(f.body, s, w)
        module.add(w)


@dataclass
class _Tables:
    """For each node (and, in some, for each of its choices) the functions that know about it."""

    module: Builder
    rests: list[str] = field(default_factory=list)
    decides: list[str] = field(default_factory=list)
    legal: list[list[str]] = field(default_factory=list)
    allows: list[list[str]] = field(default_factory=list)
    steps: list[list[str]] = field(default_factory=list)
    weights: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.nodes = Nodes(self.module)
        self.blocks = Blocks(self.module)

    def add(self, index: int, node: Node) -> None:
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

    def _add_choice(self, choice: Choice | Chance, number: int, name: str) -> None:
        self.legal[-1].append(self.nodes.legal(choice, number, name))
        self.allows[-1].append(self.nodes.allows(choice, name))
        self.steps[-1].append(self.blocks.begin(choice, name))

    def text(self) -> str:
        state_to = "Callable[[State], {}]".format
        from_args = "Callable[[State, tuple[int, ...]], {}]".format
        columns = (
            ("BLOCKS", "Callable[[Draft], int]", _row(self.blocks.functions)),
            ("LABELS", "str", _row([ascii(label) for label in self.blocks.labels])),
            ("RESTS", "Callable[[Draft], State]", _row(self.rests)),
            ("DECIDES", state_to("int | None"), _row(self.decides)),
            (
                "LEGAL",
                "tuple[Callable[[State, list[Action]], None], ...]",
                _row([_row(row) for row in self.legal]),
            ),
            (
                "ALLOWS",
                f"tuple[{from_args('bool')}, ...]",
                _row([_row(row) for row in self.allows]),
            ),
            (
                "STEPS",
                "tuple[Callable[[Draft, tuple[int, ...]], int], ...]",
                _row([_row(row) for row in self.steps]),
            ),
            ("WEIGHTS", from_args("int"), _row(self.weights)),
            ("WINNERS", state_to("int"), _row(self.winners)),
            ("SCORES", state_to("tuple[int, ...] | None"), _row(self.scores)),
            ("CHECKS", "Callable[[State, int], bool]", _row(self.checks)),
        )
        return _FALLBACKS + "\n".join(
            definition(f"{name}: tuple[{kind}, ...]", text) for name, kind, text in columns
        )


def _row(items: Sequence[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


_FALLBACKS = '''def nobody(state: State) -> None:
    """Play is over."""


def chance(state: State) -> int:
    """Chance decides."""
    return -1


def no_weight(state: State, args: tuple[int, ...]) -> int:
    """Chance does not decide here."""
    return 0


def no_winners(state: State) -> int:
    """Play is not over, or nobody wins."""
    return 0


def no_scores(state: State) -> None:
    """There is no ranking."""


'''


def _head(program: Program) -> str:
    shown = [
        ("TITLE", ascii(f"{program.instance.title}, {program.instance.variant}")),
        ("PLAYERS", _row([ascii(label) for label in program.players.labels])),
        ("NODES", _row([ascii(_label(node)) for node in program.nodes])),
        ("CHOICES", _row([_row([ascii(c) for c in _choices(n)]) for n in program.nodes])),
    ]
    types = ("str", "tuple[str, ...]", "tuple[str, ...]", "tuple[tuple[str, ...], ...]")
    lines = [definition(f"{n}: {t}", text) for (n, text), t in zip(shown, types, strict=True)]
    return _HEAD + "\n".join(lines)


_HEAD = '''# Where the rules fix a number, a comparison with it may always come out the same.
# mypy: disable-error-code="comparison-overlap"
"""A game, generated from its rules. Do not edit: change the rules and build it again.

state = new(); actions = legal(state); state, turns = step(state, action); see the end of the file.
Values: an element of an enumeration is its index, a set a bit mask, a map or list a tuple; what
may be missing is one more than the highest value when it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

'''


def _label(node: Node) -> str:
    return node.message if isinstance(node, Fault) else node.name


def _choices(node: Node) -> list[str]:
    match node:
        case Decision():
            return [choice.name for choice in node.choices]
        case Chance():
            return [node.name]
        case _:
            return []


def _runtime() -> str:
    text = (
        files(__package__)
        .joinpath("runtime.py")
        .read_text(encoding="utf-8")
        .replace("  # noqa: N818", "")
    )
    return text[text.index("T = TypeVar") :].rstrip()


def _state(module: Builder) -> str:
    variables = module.program.variables
    kept = [v for v in variables if v.kind != "scratch"]
    w = Writer()
    with w.block("class Action(NamedTuple):"):
        w.line('"""What is chosen: the number of the choice at its node, and its arguments."""')
        w.line("")
        w.line("choice: int")
        w.line("args: tuple[int, ...]")
    w.line("\n")
    with w.block("class State(NamedTuple):"):
        w.line('"""Where play rests, and every variable."""')
        w.line("")
        w.line("node: int")
        for v in kept:
            w.line(f"{module.idents[v.name]}: {annotation(v.type)}")
    w.line("\n")
    with w.block("class Draft:"):
        w.line('"""The variables while rules run, and the whole turns that began meanwhile."""')
        w.line("")
        w.line(
            f"__slots__ = {_row([*(repr(module.idents[v.name]) for v in variables), repr('turns')])}"
        )
        w.line("")
        for v in variables:
            w.line(f"{module.idents[v.name]}: {annotation(v.type)}")
        w.line("turns: int")
        w.line("")
        with w.block("def __init__(self, state: State) -> None:"):
            for v in variables:
                ident = module.idents[v.name]
                scratch = v.kind == "scratch"
                text = written(v.type, default(v.type)) if scratch else f"state.{ident}"
                w.line(f"self.{ident} = {text}")
            w.line("self.turns = 0")
    w.line("\n")
    initial = [written(v.type, v.initial) for v in kept]
    w.line(definition("START", f"State(-1{''.join(f', {text}' for text in initial)})"))
    w.line("\n")
    with w.block("def first() -> Draft:"):
        w.line('"""The variables before the first block."""')
        w.line("d = Draft(START)")
        for v in variables:
            if v.kind == "scratch" and v.initial != default(v.type):
                w.line(f"d.{module.idents[v.name]} = {written(v.type, v.initial)}")
        w.line("return d")
    return w.text()


def _api(entry: int) -> str:
    return _API.replace("ENTRY", str(entry))


_API = '''LIMIT = 1_000_000


def run(d: Draft, block: int) -> State:
    """Do blocks until play rests."""
    for _ in range(LIMIT):
        if block < 0:
            return RESTS[~block](d)
        block = BLOCKS[block](d)
    raise EndlessLoop(LABELS[block])


def new() -> State:
    """The first state."""
    try:
        return run(first(), ENTRY)
    except RuleFault as fault:
        return RESTS[fault.node](Draft(START))


def decides(state: State) -> int | None:
    """The player who decides, -1 for chance, None where play is over."""
    return DECIDES[state.node](state)


def legal(state: State) -> list[Action]:
    """Every action, ascending."""
    found: list[Action] = []
    for append in LEGAL[state.node]:
        append(state, found)
    return found


def allows(state: State, action: Action) -> bool:
    """Whether an action is legal."""
    choices = ALLOWS[state.node]
    return 0 <= action.choice < len(choices) and choices[action.choice](state, action.args)


def step(state: State, action: Action) -> tuple[State, int]:
    """The state after a legal action, and how many whole turns began on the way."""
    d = Draft(state)
    try:
        return run(d, STEPS[state.node][action.choice](d, action.args)), d.turns
    except RuleFault as fault:
        return RESTS[fault.node](Draft(state)), d.turns


def weight(state: State, action: Action) -> int:
    """At a chance node, the weight of an action."""
    return WEIGHTS[state.node](state, action.args)


def winners(state: State) -> int:
    """The mask of the players who won."""
    return WINNERS[state.node](state)


def scores(state: State) -> tuple[int, ...] | None:
    """A number per player, if the rules rank by one."""
    return SCORES[state.node](state)


def holds(check: int, state: State, player: int = -1) -> bool:
    """Whether the property of a check holds, for a player if it is about one."""
    return CHECKS[check](state, player)
'''
