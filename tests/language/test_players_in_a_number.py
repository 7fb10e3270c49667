"""How many play can be a number that is set: one variant, and what it asks, for two, three and four."""

from __future__ import annotations

import pytest
from tests.differential.case import ASPECTS, examine
from tests.dsl.playing import Play, game
from tests.tiers import slow

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore

SEATS = """ruleset heap "A heap"
  players A, B, C, D: 2..4 = 3
  state left: 0..8 = 2 * players
  state taken: Player -> 0..8 = 0
  play
    repeat
      turns for p in Player
        choose p
          take(k: 1..2) when k <= left
            left -= k
            taken[p] += k
        if left = 0: win those q in Player with most taken[q]
  check all_win: reachable size(those p in Player: won(p)) = size(Player)
  instance two: standard with players = 2
  instance four: standard with players = 4
"""
CASES = """            match p
              A | D: taken[p] := min(8, taken[p] + seat(p))
              B | C: nothing
"""
TABLE = """  table seat: Player -> 0..4
    A | C: 1
    B | D: 0
"""


def heap_positions(players: int) -> int:
    """How many positions the heap has: what is left, who has what, and whose turn it is."""
    waiting = [(2 * players, (0,) * players, 0)]
    seen = set(waiting)
    for left, taken, mover in waiting:
        for k in (1, 2):
            if k <= left:
                more = tuple(n + k * (q == mover) for q, n in enumerate(taken))
                following = left - k, more, (mover + 1) % players if left > k else -1
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
    return len(seen)


@pytest.mark.parametrize(("instance", "players"), [("two", 2), (None, 3), ("four", 4)])
def test_players_in_a_number_are_a_parameter_of_one_variant(
    instance: str | None, players: int
) -> None:
    program = instantiate(load_text(SEATS, "heap.rules"), instance=instance)
    assert program.players.labels == ("A", "B", "C", "D")[:players]
    assert ("players", players) in program.instance.parameters
    graph = explore(PythonGame(program), Budget())
    assert len(graph.states) == heap_positions(players)
    unnamed = load_text(SEATS.replace("A, B, C, D: 2..4", "2..4"), "heap.rules")
    other = instantiate(unnamed, instance=instance)
    assert other.players.labels == ("P1", "P2", "P3", "P4")[:players]
    assert len(explore(PythonGame(other), Budget()).states) == len(graph.states)


def test_who_does_not_play_has_no_name_and_a_variant_may_say_who_plays() -> None:
    named = SEATS.replace("won(p)) = ", "won(p)) + size({D}) = ")
    with pytest.raises(RulesetError, match=r"E\d+ .*\bD\b") as found:
        load_text(named, "heap.rules")
    assert found.value.diagnostics[0].span.line == 13
    of_two = load_text(
        SEATS + "  variant duel\n    players X, Y\n    let players = 2\n", "heap.rules"
    )
    assert instantiate(of_two, variant="duel").players.labels == ("X", "Y")
    with pytest.raises(RulesetError, match="has no parameter players"):
        instantiate(of_two, variant="duel", parameters={"players": 2})
    with pytest.raises(RulesetError, match=r"players = 5 is outside 2\.\.4"):
        instantiate(of_two, parameters={"players": 5})


@pytest.mark.parametrize(("number", "said"), [(2, "12"), (3, "123"), (4, "1239")])
def test_rows_and_cases_of_who_does_not_play_are_passed_over(number: int, said: str) -> None:
    parts = """
table seat: Player -> 1..9
  A: 1
  B: 2
  C: 3
  D: 9
"""
    play = "for p in Player\n  match p\n    A | B: n := seat(p)\n    C | D: n := seat(p)\n  log := log ++ [n]\ndraw"
    done = Play(game(play, parts, f"A, B, C, D: 2..4 = {number}"))
    assert done["log"] == f"[{', '.join(said)}]"
    with pytest.raises(RulesetError, match="D has no case"):
        load_text(game(play, parts.replace("  D: 9\n", ""), "A, B, C, D: 2..4 = 4"), "seats.rules")


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, *slow([3])])
def test_players_in_a_number_mean_the_same_everywhere(players: int) -> None:
    text = SEATS.replace("= 3\n", f"= {players}\n", 1).split("  instance")[0]
    text = text.replace("taken[p] += k\n", f"taken[p] += k\n{CASES}").replace(
        "  play\n", f"{TABLE}  play\n"
    )
    assert examine(text, ASPECTS, 0.3) == []
