"""A game that runs by the meaning of the language, and its positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tests.oracles.language.expressions.expressions import Expressions
from tests.oracles.language.free import Free, walk
from tests.oracles.language.scope import Cell, Ended, Scope
from tests.oracles.language.statements.components import FaultHappened
from tests.oracles.language.statements.decisions import legal, weight
from tests.oracles.language.statements.frames import (
    Again,
    Asking,
    Block,
    Called,
    Choosing,
    Effects,
    Frame,
    Names,
    Passes,
    Picking,
    Rolling,
    Stack,
)  # fmt: skip
from tests.oracles.language.statements.machine import Machine
from tests.oracles.language.statements.run import End, Endless, Fault, Run
from tests.oracles.language.values import (
    Enum,
    Label,
    Map,
    Value,
    resting,
    same,
    shown,
)
from tests.oracles.language.world.declare import declare
from tests.oracles.language.world.world import Keys, World

from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s


@dataclass(frozen=True)
class Position:
    """Where play rests: the variables, and what is still to be done or how play ended.

    Equal positions are equal: of local names, only those are there that can still be read.
    """

    state: tuple[tuple[str, Value], ...]
    stack: tuple[Frame, ...] = ()
    cells: tuple[Value, ...] = ()
    end: End | Fault | None = None

    @property
    def variables(self) -> dict[str, Value]:
        return dict(self.state)


@dataclass(frozen=True, order=True)
class Action:
    """What is chosen: the number of the option and its arguments; how a person types it."""

    option: int
    args: tuple[Value, ...]
    text: str


@dataclass(frozen=True)
class Outcome:
    """How play ended; ``label`` tells outcomes apart in counts."""

    kind: str
    winners: tuple[str, ...]
    scores: tuple[int, ...] | None


CHANCE = "chance"


class Oracle:
    """One game of a ruleset."""

    def __init__(
        self, ruleset: p.RulesetSyntax, variant: str = "standard",
        parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
        kept_for: Mapping[str, Keys] | None = None,
    ) -> None:  # fmt: skip
        self.world: World = declare(ruleset, variant, parameters or {}, readings or {}, kept_for)
        self._work_out_initial()
        self.machine = Machine(self.world)
        self._free = Free()

    def _work_out_initial(self) -> None:
        """First what depends on no variable, then the rest, in the order of the file."""
        world, ex = self.world, Expressions(self.world)
        later = []
        for name, node in world.pending:
            if self._reads_state(node, set()):
                world.initial[name] = resting(world.variables[name])
                later.append((name, node))
            else:
                world.initial[name] = self._first(name, node, ex, {})
        self.worked_out = tuple(later)
        for name in world.earlier:
            world.initial[f"was.{name}"] = world.initial[name]

    def _first(
        self, name: str, node: e.Expression, ex: Expressions, state: Mapping[str, Value]
    ) -> Value:
        return ex.initial(node, self.world.variables[name], Scope({}, state))

    def _reads_state(self, node: e.Expression, known: set[str]) -> bool:
        world = self.world
        for one in walk(node):
            name = one.name if isinstance(one, e.Reference) else None
            if isinstance(one, e.Application):
                name = one.name.text
            if isinstance(name, str) and name in world.variables:
                return True
            if isinstance(name, str) and name in world.functions and name not in known:
                known.add(name)
                if self._reads_state(world.functions[name].body, known):
                    return True
        return False

    # Play

    def new(self) -> tuple[Position, int]:
        """The first position, and how many turns began before it. Raises Endless."""
        run = self.machine.begin()
        before = dict(run.state)
        for name, node in self.worked_out:
            run.state[name] = self._first(name, node, self.machine.expressions, run.state)
            if name in self.world.earlier:
                run.state[f"was.{name}"] = run.state[name]
        self.machine.look(run)
        return self._rest(run, before, lambda: self.machine.run(run))

    def _run(self, position: Position) -> Run:
        assert position.end is None, "play is over"
        stack: Stack | None = None
        for frame in reversed(position.stack):
            stack = Stack(frame, stack)
        return Run(position.variables, dict(enumerate(position.cells, 1)), stack)

    def _rest(
        self, run: Run, before: Mapping[str, Value], go: object
    ) -> tuple[Position, int]:  # fmt: skip
        try:
            go()
        except FaultHappened as fault:
            end = Fault.at(fault.span, taken_back=True)
            return Position(tuple(before.items()), end=end), run.turns
        state = tuple(run.state.items())
        if run.end is not None:
            return Position(state, end=run.end), run.turns
        frames, cells = self._frames(run)
        return Position(state, frames, cells), run.turns

    def _frames(self, run: Run) -> tuple[tuple[Frame, ...], tuple[Value, ...]]:
        """What is left to do, without what cannot be read any more."""
        frames: list[Frame] = []
        stack = run.stack
        while stack is not None:
            frames.append(self._kept(stack.top))
            stack = stack.below
        frames = _settled(frames, self._free)
        numbers: dict[Cell, Cell] = {}

        def renamed(names: Names) -> Names:
            found = {}
            for name, value in names.items():
                if isinstance(value, Cell):
                    value = numbers.setdefault(value, Cell(len(numbers) + 1, value.type))
                found[name] = value
            return FrozenNames(found)

        settled = tuple(replace(f, names=renamed(f.names)) for f in frames)
        return settled, tuple(run.cells[old.number] for old in numbers)

    def _kept(self, frame: Frame) -> Frame:
        """A frame with the names that it can still read."""
        free = self._free
        match frame:
            case Block(block, start, names):
                return replace(frame, names=only(names, free.block(block, start)))
            case Called(_, then, names):
                target = then.target if isinstance(then, s.Assign) else None
                return replace(frame, names=only(names, free.of(target)))
            case Passes(node, left, names):
                if not left:
                    return replace(frame, names={}, chooser=None)
                inside = free.of(node.condition) | free.block(node.body)
                return replace(frame, names=only(names, inside - {node.name.text}))
            case Again(node, _, names):
                inside = free.block(node.body)
                if node.kind == "until":
                    inside |= free.of(node.control)
                return replace(frame, names=only(names, inside))
            case Asking(node, _, _, names) | Effects(node, _, names):
                options = frozenset().union(*(free.of(o) for o in node.options))
                return replace(frame, names=only(names, options - {node.name.text}))
            case Choosing(node, names):
                asked = free.of(node.player) | frozenset().union(
                    *(free.of(o) for o in node.options)
                )
                return replace(frame, names=only(names, asked))
            case Picking(node, _, _, names):
                asked = (
                    free.of((node.player, node.over)) if isinstance(node, s.Pick) else frozenset()
                )
                return replace(frame, names=only(names, asked))
            case Rolling(node, names):
                asked = free.of(node.over) | (free.of(node.weight) - {node.name.text})
                return replace(frame, names=only(names, asked))

    def legal(self, position: Position) -> list[Action]:
        """Every legal action, in ascending order; none where play is over or stuck."""
        if position.end is not None:
            return []
        run, top = self._run(position), position.stack[0]
        found = legal(self.machine.expressions, top, self.machine.scope(top.names, run))
        return [Action(option, args, self._text(top, option, args)) for option, args in found]

    def _text(self, frame: Frame, option: int, args: tuple[Value, ...]) -> str:
        match frame:
            case Choosing(node) | Asking(node):
                name = node.options[option].name.text
            case Picking(node) | Rolling(node):
                name = node.name.text
            case _:
                raise TypeError(frame)
        return " ".join([name, *map(shown, args)])

    def decides(self, position: Position) -> str | None:
        """The player who decides, CHANCE, or None where play is over."""
        if position.end is not None:
            return None
        player = self.machine.decider(position.stack[0], self._run(position))
        return CHANCE if player is None else str(player)

    def weight(self, position: Position, action: Action) -> int:
        frame, run = position.stack[0], self._run(position)
        assert isinstance(frame, Rolling)
        return weight(
            self.machine.expressions,
            frame.node,
            action.args[0],
            self.machine.scope(frame.names, run),
        )

    def step(self, position: Position, action: Action) -> tuple[Position, int]:
        """The position after an action, and how many turns began. Raises Endless."""
        run = self._run(position)
        before = position.variables
        return self._rest(run, before, lambda: self.machine.choose(action.option, action.args, run))

    def outcome(self, position: Position) -> Outcome | None:
        match position.end:
            case None:
                return None
            case Fault():
                return Outcome("fault", (), None)
            case End(kind, winners, scores):
                players = self.world.players.labels
                who = tuple(t for t in players if t in winners)
                return Outcome(kind, who, scores)

    # Questions

    def scope(self, position: Position) -> Scope:
        ended = None
        if isinstance(position.end, End):
            ended = Ended(position.end.kind, position.end.winners)
        state: Mapping[str, Value] = position.variables
        if isinstance(position.end, Fault) and position.end.taken_back:
            tried = Run(
                dict(state), {}, None
            )  # the decision is the last one, though nothing was done
            self.machine.decided(tried)
            state = tried.state
        return Scope({}, state, {}, ended)

    def holds(self, check: int, position: Position, player: str | None = None) -> bool:
        """What a check asks, in one position."""
        part, ex = self.world.checks[check], self.machine.expressions
        scope = self.scope(position)
        if isinstance(part, p.AgreePart):
            said = [ex.value(w.body, scope) for w in part.wordings]
            return all(self._same(said[0], other) for other in said[1:])
        if part.body is None:
            return True
        if part.player is not None:
            assert player is not None
            scope = scope.bind(part.player.text, Label(player, self.world.players))
        return ex.truth(part.body, scope)

    def _same(self, a: Value, b: Value) -> bool:
        ex = self.machine.expressions
        if isinstance(a, frozenset) != isinstance(b, frozenset):
            return ex.as_set(a) == ex.as_set(b)
        return same(a, b)

    def worth(self, strategy: int, position: Position, player: str) -> int:
        """The number by which a strategy prefers a position."""
        part = self.world.strategies[strategy]
        scope = self.scope(position)
        scope = scope.bind(part.params[0].name.text, Label(player, self.world.players))
        return self.machine.expressions.number(part.body, scope)

    def sees(self, position: Position, player: str) -> dict[str, bool | tuple[bool, ...]]:
        """Whether a player sees each variable; of a map that its owners see, which entries."""
        found: dict[str, bool | tuple[bool, ...]] = {}
        for name, value in position.state:
            seen = self.world.seen[name]
            if seen == "owner":
                assert isinstance(value, Map)
                owners = (k[0] if isinstance(k, tuple) else k for k in value.keys())  # noqa: SIM118
                found[name] = tuple(owner == player for owner in owners)
            else:
                found[name] = seen == "all"
        return found


class FrozenNames(dict[str, Value]):
    """Names that are compared and hashed by what they mean."""

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))


def only(names: Names, wanted: frozenset[str]) -> Names:
    return {n: v for n, v in names.items() if n in wanted}


def _settled(frames: list[Frame], free: Free) -> list[Frame]:
    """Without finished blocks, but where a value is still to be named in one."""
    kept: list[Frame] = []
    for i, frame in enumerate(frames):
        before = frames[i - 1] if i else None
        if isinstance(frame, Block) and frame.start >= len(frame.block):
            if isinstance(before, Rolling) or (
                isinstance(before, Picking) and isinstance(before.node, s.Pick)
            ):
                kept.append(replace(frame, names={}))
            elif isinstance(before, Called) and isinstance(before.then, s.Bind):
                kept[-1] = replace(before, then=None)
            continue
        if isinstance(frame, Block) and isinstance(before, Called):
            bound = before.then.name.text if isinstance(before.then, s.Bind) else None
            if bound is not None and bound not in free.block(frame.block, frame.start):
                kept[-1] = replace(before, then=None)
        kept.append(frame)
    return kept


def positions(oracle: Oracle, most: int) -> Iterator[Position]:
    """Every position that can be come to, breadth first, up to a number."""
    first, _ = oracle.new()
    known, waiting = {first}, [first]
    for position in waiting:
        yield position
        for action in oracle.legal(position):
            after, _ = oracle.step(position, action)
            if after not in known:
                if len(known) >= most:
                    return
                known.add(after)
                waiting.append(after)


__all__ = ["CHANCE", "Action", "Endless", "Enum", "Fault", "Oracle", "Outcome", "Position"]
