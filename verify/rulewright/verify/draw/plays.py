"""A play drawn step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Literal

from rulewright.dsl.ir.program import Node
from rulewright.engines.game import Outcome

from ..plays.play import Move, Play
from ..plays.spoken import ending, spoken
from .canvas import plain
from .position import legend_lines, position_lines
from .style import Style, painted, width

BoardsShown = Literal["all", "last", "none"]
GAP = 4


def play_lines(
    play: Play, style: Style, boards: BoardsShown, columns: int = 100,
    moves: Sequence[int] | None = None, always: Collection[str] = (),
) -> list[str]:  # fmt: skip
    """The moves of a play, numbered from 1, with who made them and the clauses applied.

    ``boards``: draw the position after every move, only the last one, or none. Drawings stand
    beside each other as long as they fit into so many ``columns``. ``moves``: the numbers of those
    that are shown, in order; by default all. Of what is left out it is said how much it is. ``always``: as for
    `position_lines`.
    """
    shown = [0, *(range(1, len(play.moves) + 1) if moves is None else moves)]
    lines_of = [[style.dim("the beginning")], *_moves(play, style, columns)]
    steps: list[list[str]] = []
    for before, number in zip([0, *shown], shown, strict=False):
        if number - before > 1:
            steps.append([style.dim(f"   … moves {before + 1:,} to {number - 1:,} …")])
        steps.append([*lines_of[number]])
        if boards == "all" or (boards == "last" and number == shown[-1]):
            values = play.positions[number].values
            steps[-1] += position_lines(play.program, values, style, always)
    lines = list(_beside(steps, columns)) if boards == "all" else [ln for s in steps for ln in s]
    marks = [] if boards == "none" else legend_lines(play.program, style, columns)
    return marks + lines + _ending(play, style, columns)


def in_words(play: Play, moves: Sequence[Move] | None = None) -> list[Move]:
    """The moves of a play with their texts for a reader; see ``spoken``. ``moves``: as somebody sees them."""
    nodes = (play.program.nodes[position.node] for position in play.positions)
    pairs = zip(nodes, play.moves if moves is None else moves, strict=False)
    return [replace(move, text=spoken(node, move.text)) for node, move in pairs]


def move_lines(number: int, move: Move, style: Style, columns: int) -> list[str]:
    """``3. Death: place b4   [three.place]``, folded if it is wider than so many ``columns``."""
    clauses = "".join(f" [{clause}]" for clause in move.clauses)
    head = (f"{number}. {move.actor}: ", plain)
    return painted([head, (move.text, style.bold), (f"  {clauses}", style.dim)], columns)


def end_lines(outcome: Outcome, node: Node, style: Style, columns: int) -> list[str]:
    """``The end: Death wins [goal.death]``, folded; ``node``: where the play ended."""
    clauses = "".join(f" [{clause}]" for clause in outcome.clauses)
    meaning, how = ending(node, outcome.label)
    return painted([(f"{meaning}: ", plain), (how, style.bold), (clauses, style.dim)], columns)


def _moves(play: Play, style: Style, columns: int) -> list[list[str]]:
    return [move_lines(n, move, style, columns) for n, move in enumerate(in_words(play), 1)]


def _ending(play: Play, style: Style, columns: int) -> list[str]:
    if play.loop is not None:
        back = f"after move {play.loop}" if play.loop else "at the beginning"
        return [f"This is the position {back}: play can go round like this for ever."]
    if play.outcome is not None:
        return end_lines(play.outcome, play.last_node, style, columns)
    return []


def _beside(blocks: Iterable[list[str]], columns: int) -> Iterable[str]:
    row: list[list[str]] = []
    for block in blocks:
        if row and _wide([*row, block]) > columns:
            yield from _joined(row)
            row = []
        row.append(block)
    yield from _joined(row)


def _wide(row: Sequence[list[str]]) -> int:
    return sum(max(map(width, block)) + GAP for block in row) - GAP


def _joined(row: Sequence[list[str]]) -> Iterable[str]:
    sizes = [max(map(width, block)) + GAP for block in row]
    for parts in zip_longest(*row, fillvalue=""):
        padded = (p + " " * (size - width(p)) for p, size in zip(parts, sizes, strict=True))
        yield "".join(padded).rstrip()
    yield ""
