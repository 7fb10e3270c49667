"""Who reads along at a table learns no more of a move than ``view`` shows."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.tiers import slow

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Decision
from rulewright.dsl.load import load, load_text
from rulewright.engines.game import CHANCE
from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.plays.seen import SECRET, seen_move

RULES = """\
ruleset deal "Deal"
  players Ann, Bob                                          by [a]
  enum Card: Red, Green, Blue                               by [a]
  state hand: Player -> Card? = none seen by owner
  state shown: Player -> Card? = none
  state total: 0..9 = 0
  play                                                      by [a]
    for p in Player
      roll c of Card
      hand[p] := c
    each p in Player secretly chooses
      bid(n: 1..3)
        total += n
    for p in Player
      choose p
        reveal
          shown[p] := hand[p]
        swap(c: Card)
          hand[p] := c
    draw
"""


@pytest.fixture(scope="module")
def game() -> PythonGame:
    return PythonGame(instantiate(load_text(RULES, "deal.rules")))


def told(game: PythonGame, moves: list[str], player: int) -> list[str]:
    state = game.new()
    found = []
    for text in moves:
        action = game.parse(state, text)
        found.append(seen_move(game, state, action, player).text)
        state = game.apply(state, action)
    return found


def test_what_is_dealt_chosen_in_secret_and_hidden_is_not_told(game: PythonGame) -> None:
    state = game.new()
    deals = [game.text(state, a) for a in game.legal(state)]
    moves = [deals[0], deals[1]]
    state = game.apply(game.apply(state, game.parse(state, moves[0])), game.legal(state)[1])
    bob = told(game, [*moves, "bid 1", "bid 3", "reveal", "swap Red"], 1)
    # Ann's card is hidden from Bob, his own is not; her bid is not known when he bids.
    assert bob[0].endswith("?")
    assert bob[1:] == [moves[1], SECRET, "bid 3", "reveal", "swap Red"]
    ann = told(game, [*moves, "bid 1", "bid 3", "reveal", "swap Red"], 0)
    assert ann[0] == moves[0]
    assert ann[1].endswith("?")
    assert ann[2] == "bid 1"


def test_of_the_last_move_no_more_is_told_than_the_end_shows() -> None:
    last = """    roll c of Card
    hand[Bob] := c
    if c is Red
      win Ann
    draw
"""
    rules = RULES[: RULES.index("    for p in Player")] + last
    game = PythonGame(instantiate(load_text(rules, "deal.rules")))
    ann = [told(game, [text], 0)[0] for text in ("c Red", "c Green", "c Blue")]
    assert ann == ["c Red", "c ?", "c ?"]
    assert told(game, ["c Green"], 1) == ["c Green"]


@pytest.mark.thorough
@pytest.mark.parametrize("name", slow(["petite-mort", "run-run-run"]))
def test_nothing_is_told_that_is_not_seen_in_the_shipped_games(name: str) -> None:
    """Two moves after which a player sees the same are told to them in the same words."""
    from rulewright.dsl.inputs.locate import find

    ruleset = load(find(name), every=False)
    smallest = ruleset.instances[0].name.text
    game: Any = PythonGame(
        instantiate(ruleset, instance="small" if name == "petite-mort" else smallest)
    )
    chooser = random.Random(1)
    hidden = 0
    for _ in range(3):
        state = game.new()
        for _ in range(25):
            if game.decides(state) is None or not (legal := game.legal(state)):
                break
            action = chooser.choice(legal)
            node = game.program.nodes[game.node(state)]
            for player in range(len(game.program.players.labels)):
                if player == game.decides(state):
                    continue
                words = seen_move(game, state, action, player).text
                view = game.view(game.apply(state, action), player)
                for other in legal[:20]:
                    same = game.view(game.apply(state, other), player) == view
                    if (
                        same
                        and game.outcome(game.apply(state, other))
                        == game.outcome(game.apply(state, action))
                        and (
                            game.decides(state) == CHANCE
                            or not isinstance(node, Decision)
                            or node.secret
                            or other.choice == action.choice
                        )
                    ):
                        assert seen_move(game, state, other, player).text == words
                hidden += words != game.text(state, action)
            state = game.apply(state, action)
    assert hidden or name != "petite-mort"


def test_two_at_one_terminal_do_not_see_each_others_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    (tmp_path / "clauses.md").write_text("# C\n\n- **[a]** Deal. (p. 1)\n")
    rules = tmp_path / "deal.rules"
    rules.write_text(RULES.replace('"Deal"\n', '"Deal"\n  clauses "clauses.md"\n', 1))
    monkeypatch.setattr("sys.stdin", io.StringIO("bid 1\nquit\n"))
    assert main(["play", str(rules), "--human", "all"]) == 0
    shown = capsys.readouterr().out
    hands = [line for line in shown.splitlines() if line.startswith("hand")]
    assert len(hands) >= 2
    assert all("?" in line for line in hands)
    assert f"Ann: {SECRET}" in shown or "bid 1" not in shown.split("Bob>")[0].split("Ann>")[-1]
