"""Where moves begin and whose they are, told by the graph of blocks: small ones, drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from tests import ir_build as build

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Branch, Goto, Stop, Store
from rulewright.dsl.ir.program import Chance, Choice, Decision, Node, Program
from rulewright.verify.kernel.certificate import CutBlock, CutNode
from rulewright.verify.kernel.ways.moves import Moves

WHO, OTHER = (build.state(name, build.PLAYER, 0) for name in ("who", "other"))
K = x.Local("k", build.PLAYER)


@dataclass(frozen=True)
class Asked:
    """A decision of the player whom a variable names (None: of a known one), or a roll: to which blocks
    its options lead, and the variables that take what is chosen."""

    player: str | None
    blocks: tuple[int, ...]
    takes: tuple[str, ...] = ()
    rolled: bool = False


def program(nodes: Sequence[Asked], stores: dict[int, str], entry: tuple[int, ...] = ()) -> Program:
    """The loop is at block 2: 1 leads there, it goes round by 3 and is left to 4, where play stops."""
    leads: tuple[tuple[int, ...], ...] = (entry, (2,), (3, 4), (2,), (), (4,))
    blocks = [Block(str(i), _stored(stores.get(i)), _end(to)) for i, to in enumerate(leads)]
    return build.program(
        "moves", (WHO, OTHER), tuple(blocks), tuple(map(_node, nodes)), players=build.PLAYER
    )


def _stored(name: str | None) -> tuple[Store, ...]:
    if name is None:
        return ()
    return (Store(name, None, x.Const(1, build.PLAYER), None),)


def _end(to: tuple[int, ...]) -> Stop | Goto | Branch:
    return Stop(0) if not to else Goto(to[0]) if len(to) == 1 else Branch(x.YES, *to)


def _node(asked: Asked) -> Node:
    taken = tuple(build.pick(K, WHO if name == "who" else OTHER) for name in asked.takes)
    if asked.rolled:
        return Chance("roll", taken[0], build.num(1), asked.blocks[0])
    player = x.Const(1, build.PLAYER)
    return Decision(
        "ask",
        player if asked.player is None else x.Var(asked.player, build.PLAYER),
        tuple(Choice(str(block), taken, x.YES, block) for block in asked.blocks),
    )


MINE = Asked("who", (1,))
MOVERS: dict[str, tuple[Sequence[Asked], dict[int, str], str | None]] = {
    # who decides what, which block stores to what, who moves inside the loop
    "one decides": ([MINE], {}, "who"),
    "another one": ([Asked("other", (1,))], {}, "other"),
    "two decide, the same": ([MINE, Asked("who", (2, 4))], {}, "who"),
    "two decide, not the same": ([MINE, Asked("other", (1,))], {}, None),
    "who comes to the loop by their second option": ([MINE, Asked("other", (4, 1))], {}, None),
    "who does not come to the loop": ([MINE, Asked("other", (4, 5))], {}, "who"),
    "chance": ([Asked(None, (1,), ("other",), rolled=True)], {}, None),
    "chance as well": ([MINE, Asked(None, (1,), ("other",), rolled=True)], {}, None),
    "chance elsewhere": ([MINE, Asked(None, (4,), ("other",), rolled=True)], {}, "who"),
    "a player who is known": ([Asked(None, (1,))], {}, None),
    "nobody": ([Asked("who", (4,))], {}, None),
    "a store before the loop": ([MINE], {1: "who"}, None),
    "a store in the loop": ([MINE], {3: "who"}, None),
    "a store at its head": ([MINE], {2: "who"}, None),
    "a store behind the loop": ([MINE], {4: "who"}, "who"),
    "a store of another player's before the loop": (
        [MINE, Asked("other", (5,))],
        {5: "who"},
        "who",
    ),
    "a store to another variable": ([MINE], {1: "other"}, "who"),
    "what is chosen": ([Asked("who", (1,), ("who",))], {}, None),
    "what is chosen by one of two options": (
        [Asked("who", (1,), ("who",)), Asked("who", (1,), ("other",))],
        {},
        None,
    ),
    "what is chosen for another variable": ([Asked("who", (1,), ("other",))], {}, "who"),
    "what is chosen elsewhere": ([MINE, Asked("who", (4,), ("who",))], {}, "who"),
}


@pytest.mark.parametrize("name", MOVERS)
def test_whose_move_it_is_in_a_loop(name: str) -> None:
    nodes, stores, mover = MOVERS[name]
    found = Moves(program(nodes, stores)).mover_in(2)
    assert (None if found is None else found.name) == mover


@pytest.mark.parametrize("block", range(6))
@pytest.mark.parametrize(("entry", "with_play"), [((4,), {0, 4}), ((1,), {0, 1, 2, 3, 4})])
def test_where_a_move_may_have_begun(
    entry: tuple[int, ...], with_play: set[int], block: int
) -> None:
    """From a place of rest it begins there; inside a loop, wherever that can be reached from."""
    moves = Moves(program([MINE, Asked("other", (4, 5)), Asked("other", (4, 3))], {}, entry))
    first, second, third = (CutNode(number) for number in range(3))
    for point in (None, first, second):
        assert list(moves.begin_at(point, block)) == [point]
    leads = [(first, {1, 2, 3, 4}), (second, {4, 5}), (third, {2, 3, 4}), (None, with_play)]
    at = CutBlock(block)
    assert list(moves.begin_at(at, block)) == [point for point, to in leads if block in to]


def test_what_a_block_leads_to() -> None:
    moves = Moves(program([MINE], {}, (5,)))
    for block, to in enumerate(({0, 5, 4}, {1, 2, 3, 4}, {2, 3, 4}, {2, 3, 4}, {4}, {4, 5})):
        assert moves.reached_from(block) == to
        assert moves.reached_from(block) == to
