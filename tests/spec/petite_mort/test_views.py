"""What players may see: hands are hidden, and so is what was chosen in secret, until all have."""

from __future__ import annotations

from random import Random

import pytest
from tests.oracles import petite_mort as pm
from tests.spec.petite_mort.games import engine, read
from tests.tiers import slow

from rulewright.dsl.ir.program import Decision
from rulewright.engines.game import CHANCE
from rulewright.engines.python.game import PythonGame

OWN = ("hand", "gift", "blade", "plan", "meant")
NOBODYS = ("character_pack", "trait_pack", "scythe_pack")
OPEN = ("lives", "worn", "laid", "tokens", "added", "wild", "buried", "grave", "marked", "pawn")


def game_of(players: int) -> PythonGame:
    rules = read(pm.Rules(players), powa_placed="secretly", powa_kind="any", both_cards="both")
    return engine(rules)


@pytest.mark.heavy
@pytest.mark.parametrize("players", [3, *slow([2, 4])])
def test_everybody_sees_their_own_hand_and_what_lies_on_the_table(players: int) -> None:
    game, random = game_of(players), Random(players)
    state = game.new()
    for _ in range(300):
        if game.outcome(state) is not None:
            break
        for p in range(players):
            seen = game.view(state, p)
            assert all(seen[name] == game.value(state, name) for name in OPEN)
            assert all(seen[name] is None for name in NOBODYS)
            for name in OWN:
                whole, part = game.value(state, name), seen[name]
                assert isinstance(whole, tuple)
                assert isinstance(part, tuple)
                share = len(whole) // players
                own = range(p * share, (p + 1) * share)
                assert part == tuple(v if i in own else None for i, v in enumerate(whole)), name
        state = game.apply(state, random.choice(list(game.legal(state))))


@pytest.mark.parametrize("players", [3, *slow([2, 4])])
def test_a_secret_choice_tells_the_others_nothing(players: int) -> None:
    """Whatever is chosen, the others see the same, and can do the same, until all have chosen."""
    game, random = game_of(players), Random(10 + players)
    secret = {"give": 0, "reap": 0, "weaken_anyhow": 0}
    for _ in range(3):
        state = game.new()
        for _ in range(400):
            if game.outcome(state) is not None:
                break
            legal = list(game.legal(state))
            decider = game.decides(state)
            node = game.program.nodes[game.node(state)]
            if isinstance(node, Decision) and decider != CHANCE:
                names = {choice.name for choice in node.choices} & secret.keys()
                after = [game.apply(state, action) for action in legal]
                # The last to choose reveals what all chose; before that, nobody learns anything.
                waiting = [s for s in after if decider is not None and game.decides(s) != CHANCE]
                same = {game.node(s) for s in after}
                if names and len(waiting) == len(after) and same == {game.node(state)}:
                    (name,) = names
                    secret[name] += len(after) > 1
                    for p in set(range(players)) - {decider}:
                        assert len({str(game.view(s, p)) for s in after}) == 1
                    assert len({str(game.legal(s)) for s in after}) == 1
            state = game.apply(state, random.choice(legal))
    assert all(secret.values()), secret
