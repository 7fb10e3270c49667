"""Faulty engines made of programs: one small change each, in what engines get wrong.

``python -m tests.verify.conform.planted COUNT`` plants COUNT faults and says how many are caught.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import Any

from tests.shipped import ruleset, shipped
from tests.verify.conform.asking import examine

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Chance, Decision, End, Program
from rulewright.dsl.ir.types import Int, Map, bounds, contains, is_scalar
from rulewright.engines.game import Unrested
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.protocol import OFFERS, EngineFailure
from rulewright.verify.conform.rules.expected import Expected, beginning
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.trials.discrepancy import compared
from rulewright.verify.conform.trials.known import separating
from rulewright.verify.conform.trials.suite import suite
from rulewright.verify.equivalence.canonical import canonical
from rulewright.verify.equivalence.distinguish import Difference
from rulewright.verify.limits import Budget

GAMES = (
    ("tictactoe", "box"), ("connectfour", "small"), ("hex", "small"), ("breakthrough", "small"),
    ("kuhn_poker", "box"), ("leduc_poker", "box"), ("goofspiel", "small"), ("pig", "small"),
    ("circle", "small"), ("circle", "small_aggressive"), ("petite-mort", "small"),
    ("arktia", "line_of_five"), ("arktia", "small"), ("othello", "small"), ("run-run-run", "small_boss"),
)  # fmt: skip
PAIRS, PAIRS_IN_C, PLAYS = 12_000, 6_000_000, 1_500
"""So many pairs of positions are searched for a difference, then so many in C, beside so many random plays
of both games abreast."""
MOVE_LIMIT = 20_000
"""A faulty engine whose move takes more passes of its loops has died."""
QUICK = 2.0
"""Seconds of processor in which half of the faults are to be caught, in the shortest play."""

Node = Any
Planted = tuple[str, Program]


def planted(program: Program) -> Iterator[Planted]:
    """Every program that differs in one small thing, with what it is."""
    for number, node in enumerate(program.nodes):
        for what, other in _nodes(node, program):
            nodes = (*program.nodes[:number], other, *program.nodes[number + 1 :])
            yield f"{what} at {node_name(node)}", replace(program, nodes=nodes)
    for number, block in enumerate(program.blocks):
        for what, other in _within(block):
            blocks = (*program.blocks[:number], other, *program.blocks[number + 1 :])
            yield f"{what} in {block.name}", replace(program, blocks=blocks)
    for number, function in enumerate(program.functions):
        for what, body in _changed(function.body):
            other = replace(function, body=body)
            functions = (*program.functions[:number], other, *program.functions[number + 1 :])
            yield f"{what} in {function.name}", replace(program, functions=functions)
    for number, variable in enumerate(program.variables):
        if variable.kind in ("state", "supply") and variable.seen != "all":
            other = replace(variable, seen="all")
            variables = (*program.variables[:number], other, *program.variables[number + 1 :])
            yield f"leaked {variable.name}", replace(program, variables=variables)


def node_name(node: Node) -> str:
    return str(getattr(node, "name", ""))


def _nodes(node: Node, program: Program) -> Iterator[tuple[str, Node]]:
    match node:
        case Decision():
            if len(node.choices) > 1:
                for n in range(len(node.choices)):
                    rest = (*node.choices[:n], *node.choices[n + 1 :])
                    yield f"forgotten option {node.choices[n].name}", replace(node, choices=rest)
            for n, choice in enumerate(node.choices):
                for what, guard in _changed(choice.guard):
                    other = (
                        *node.choices[:n],
                        replace(choice, guard=guard),
                        *node.choices[n + 1 :],
                    )
                    yield f"guard: {what}", replace(node, choices=other)
                if choice.guard != x.YES:
                    other = (
                        *node.choices[:n],
                        replace(choice, guard=x.YES),
                        *node.choices[n + 1 :],
                    )
                    yield "dropped guard", replace(node, choices=other)
            for n in range(len(program.players.labels)):
                who = x.Const(n, program.players)
                if node.player != who:
                    yield "stale turn order", replace(node, player=who)
        case Chance():
            t = node.parameter.type
            if is_scalar(t) and isinstance(node.weight.type, Int):
                lo, hi = bounds(t)
                value = x.Local(node.parameter.name, t)
                for lost in {lo, hi}:
                    same = x.Compare("==", value, x.Const(lost, t))
                    zero, one = x.Const(0, Int(0, 0)), replace_type(node.weight)
                    yield (
                        "lost result of chance",
                        replace(
                            node,
                            weight=x.If(
                                same, x.Convert(zero, one), x.Convert(node.weight, one), one
                            ),
                        ),
                    )
        case End():
            if node.kind == "win":
                yield "a draw for a win", replace(node, kind="draw")
            yield from (
                (f"winners: {w}", replace(node, winners=e)) for w, e in _changed(node.winners)
            )


def replace_type(weight: x.Expr) -> Int:
    t = weight.type
    assert isinstance(t, Int)
    return Int(min(0, t.lo), t.hi)


def _within(block: x.Block) -> Iterator[tuple[str, x.Block]]:
    for what, body in _lists(block.body):
        yield what, replace(block, body=body)
    if isinstance(block.terminator, x.Branch):
        for what, condition in _changed(block.terminator.condition):
            yield what, replace(block, terminator=replace(block.terminator, condition=condition))
        branch = block.terminator
        yield (
            "branches exchanged",
            replace(
                block, terminator=replace(branch, then=branch.otherwise, otherwise=branch.then)
            ),
        )


def _lists(body: tuple[x.Stmt, ...]) -> Iterator[tuple[str, tuple[x.Stmt, ...]]]:
    for n, statement in enumerate(body):
        before, after = body[:n], body[n + 1 :]
        if isinstance(statement, x.Store | x.When | x.Each):
            yield "left out a statement", before + after
        for field in ("then", "otherwise", "body"):
            inner = getattr(statement, field, None)
            if isinstance(inner, tuple):
                for what, other in _lists(inner):
                    yield what, (*before, replace(statement, **{field: other}), *after)
        for field in ("condition", "value", "over"):
            inner = getattr(statement, field, None)
            if dataclasses.is_dataclass(inner):
                for what, other in _changed(inner):
                    yield what, (*before, replace(statement, **{field: other}), *after)


def _changed(e: Node) -> Iterator[tuple[str, Node]]:
    """Every expression that differs in one place."""
    yield from _here(e)
    for field in dataclasses.fields(e):
        inner = getattr(e, field.name)
        if field.name in ("type", "var", "name"):
            continue
        if isinstance(inner, tuple):
            for n, part in enumerate(inner):
                if _is_code(part):
                    for what, other in _changed(part):
                        yield what, replace(e, **{field.name: (*inner[:n], other, *inner[n + 1 :])})
        elif _is_code(inner):
            for what, other in _changed(inner):
                yield what, replace(e, **{field.name: other})


def _is_code(e: object) -> bool:
    return dataclasses.is_dataclass(e) and type(e).__module__ == x.__name__


def _here(e: Node) -> Iterator[tuple[str, Node]]:
    match e:
        case x.Compare(op):
            for other in {"<": ["<="], "<=": ["<"], "==": ["!="], "!=": ["=="]}[op]:
                yield f"{op} is {other}", replace(e, op=other)
        case x.And(args) | x.Or(args):
            for n in range(len(args)):
                rest = (*args[:n], *args[n + 1 :])
                yield "dropped condition", rest[0] if len(rest) == 1 else replace(e, args=rest)
        case x.Not(arg):
            yield "dropped not", arg
        case x.Quantifier(kind=kind) if kind in ("all", "some", "min", "max"):
            other = {"all": "some", "some": "all", "min": "max", "max": "min"}[kind]
            yield f"{kind} is {other}", replace(e, kind=other)
        case x.Best(most=most):
            yield "wrong tie-break", replace(e, most=not most)
        case x.If(then=then, otherwise=otherwise) if then.type == otherwise.type:
            yield "cases exchanged", replace(e, then=otherwise, otherwise=then)
        case x.Const(value, t) if isinstance(t, Int) and not isinstance(value, bool):
            for by in (-1, 1):
                if contains(t, value + by):
                    yield f"off by {by}", replace(e, value=value + by, name="")
        case x.Const(value, Map()) if isinstance(value, tuple) and len(value) > 1:
            for n in (0, len(value) // 2):
                entry = value[n - 1]
                if entry != value[n]:
                    changed = (*value[:n], entry, *value[n + 1 :])
                    yield "wrong neighbour", replace(e, value=changed, name="")
        case x.Combine(op=op):
            other = {"union": "intersection", "intersection": "union", "difference": "union"}[op]
            yield f"{op} is {other}", replace(e, op=other)


class Silent(RuledEngine):
    """Takes what is not legal without a word, and does nothing."""

    def apply(self, action: str, by: str) -> bool:
        super().apply(action, by)
        return True


SILENT = "illegal action taken silently"
"""The one fault that is not in the rules."""


@dataclass(frozen=True)
class Tried:
    """What became of one fault. ``shortest``: known where a complete search found it."""

    name: str
    word: str  # caught, survived, equivalent, invalid, open
    length: int = 0
    shortest: int | None = None
    seconds: float = 0.0


def differs(
    game: PythonGame, other: PythonGame, most: int, deepest: int | None = None
) -> tuple[int | None, bool]:
    """In how many moves two games part, breadth first; and whether all was looked at.

    ``deepest``: they are known to part after so many.
    """
    offers = frozenset(OFFERS)
    try:
        pair = (beginning(game), beginning(other))
    except Exception:
        return 0, True
    seen = {(pair[0].at, pair[1].at)}
    level = [(0, *pair)]
    for depth, one, two in level:
        if depth == deepest:
            return depth, True
        engine = LocalEngine(RuledEngine(lambda _: other), "other")
        engine._player._at = two
        engine._players = game.program.players.labels
        try:
            state = engine.state()
            if compared(one, state, offers, ()) is not None:
                return depth, True
            if one.decides == "chance" and set(one.actions) - set(two.actions):
                return depth + 1, True
        except EngineFailure:
            return depth, True
        if one.unanswered:
            continue
        for text in one.actions:
            try:
                after: tuple[Expected[Any], Expected[Any]] = (one.after(text), two.after(text))
            except Unrested:
                continue
            except Exception:
                return depth + 1, True
            if (key := (after[0].at, after[1].at)) not in seen:
                if len(seen) >= most:
                    return None, False
                seen.add(key)
                level.append((depth + 1, *after))
    return None, True


def tried(
    name: str, game: PythonGame, plays: Sequence[Sequence[str]], what: str, program: Program
) -> Tried:
    full = f"{name}: {what}"
    kind = Silent if what == SILENT else RuledEngine
    if kind is RuledEngine and canonical(program) == canonical(game.program):
        return Tried(full, "equivalent")  # what checks alone use, an engine has no part in
    try:
        other = PythonGame(program, MOVE_LIMIT)
        other.new()
    except Unrested:
        return Tried(full, "caught")
    except Exception:
        return Tried(full, "invalid")
    began = time.process_time()
    found = examine(
        lambda: LocalEngine(kind(lambda _: other), "faulty"), game, Budget(None),
        suite=lambda: plays, most_plays=40,
    )  # fmt: skip
    seconds = time.process_time() - began
    if found.found is not None:
        length, _ = (0, True) if kind is Silent else differs(game, other, PAIRS, found.found.length)
        return Tried(full, "caught", found.found.length, length, seconds)
    if kind is Silent:
        return Tried(full, "survived", shortest=0, seconds=seconds)
    length, complete = differs(game, other, PAIRS)
    if length is None and not complete:
        # What a player alone sees is not compared there.
        most = 1 if what.startswith("leaked") else PAIRS_IN_C
        further = separating(game, other, Budget(None, most), plays=PLAYS)
        length = further.moves if isinstance(further, Difference) else None
        complete = further is True
    if length is None:
        return Tried(full, "equivalent" if complete else "open", seconds=seconds)
    return Tried(full, "survived", shortest=length, seconds=seconds)


@dataclass(frozen=True)
class Score:
    """What became of the faults of one game, or of several."""

    there: int
    results: tuple[Tried, ...]

    def count(self, word: str) -> int:
        """So many results of this kind."""
        return sum(r.word == word for r in self.results)

    def row(self, name: str) -> str:
        """A row of the table in ``docs/planted-faults.md``."""
        caught = [r for r in self.results if r.word == "caught"]
        known = [(r.length, r.shortest) for r in caught if r.shortest is not None]
        lengths = "-"
        if known:
            ours, theirs = (median(n) for n in zip(*known, strict=True))
            lengths = f"{ours:g} of {theirs:g}, {sum(a <= b + 1 for a, b in known)} of {len(known)}"
        cells = (
            name, self.there, len(self.results), self.count("equivalent"), len(caught),
            self.count("survived"), self.count("open"),
            sum(r.seconds <= QUICK for r in caught), lengths,
        )  # fmt: skip
        return "| " + " | ".join(map(str, cells)) + " |"


HEAD = (
    "| game | faults there are | tried | make no difference | caught | missed | open "
    "| within 2 s | median length of the shortest, within one |\n|---|---|---|---|---|---|---|---|---|"
)


def score(
    name: str, instance: str, most: int, seed: int, seconds: float | None = None
) -> Score:  # fmt: skip
    """Plant at most so many faults in one game, none after so many seconds of processor; what is not
    caught is printed."""
    last = None if seconds is None else time.process_time() + seconds
    program = shipped(name, instance)
    game = PythonGame(program)
    plays = suite(ruleset(name), program, Budget(60.0), seed).plays
    faults = [*planted(program), (SILENT, program)]
    Random(seed).shuffle(faults)
    results: list[Tried] = []
    for what, faulty in faults[:most]:
        if last is not None and time.process_time() > last:
            break
        results.append(tried(f"{name} {instance}", game, plays, what, faulty))
        if results[-1].word not in ("caught", "equivalent"):
            print(results[-1], flush=True)
    made = tuple(r for r in results if r.word != "invalid")
    return Score(len(faults), made)


def main(words: Sequence[str]) -> int:
    """Plant faults, the same number in each game, and print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="so many faults in all games together")
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("games", nargs="*", help="pig, or circle/small")
    parser.add_argument("--seconds", type=float, help="of processor, for each game")
    args = parser.parse_args(words)
    wanted = {*args.games}
    games = [g for g in GAMES if not wanted or {g[0], "/".join(g)} & wanted]
    scores: list[Score] = []
    print(HEAD)
    for name, instance in games:
        most = -(-args.count // len(games))
        scores.append(score(name, instance, most, args.seed, args.seconds))
        print(scores[-1].row(f"{name} {instance}"), flush=True)
    whole = Score(sum(s.there for s in scores), tuple(r for s in scores for r in s.results))
    print(whole.row("together"))
    return 0 if not whole.count("survived") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
