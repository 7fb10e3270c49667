"""What neighbours see of a game: numbers of actions, rows of numbers, rewards. Nothing hidden leaks."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from rulewright.engines.game import CHANCE
from rulewright.verify.environments.table import OVER, Seat, TruncatedGame, table_of


def table(name: str, instance: str | None = None, longest: int = 200) -> TruncatedGame:
    return table_of(name, None, instance, (), (), longest)


def played(chosen: TruncatedGame, seed: int, most: int = 200) -> list[Seat]:
    rng, seats = Random(seed), [Seat.first(chosen)]
    while seats[-1].decides != OVER and len(seats) <= most:
        seats.append(seats[-1].after(rng.choice(seats[-1].legal)))
    return seats


@pytest.mark.parametrize(
    ("name", "instance"),
    [("tictactoe", None), ("goofspiel", "small"), ("leduc_poker", None), ("breakthrough", "small")],
)
def test_numbers_are_of_one_action_each(name: str, instance: str | None) -> None:
    chosen = table(name, instance)
    for seat in played(chosen, 1):
        node = chosen.game.node(seat.state)
        legal = chosen.game.legal(seat.state)
        numbers = [chosen.numbering.number(node, action) for action in legal]
        assert len(set(numbers)) == len(legal)
        assert [chosen.numbering.action(node, number) for number in numbers] == list(legal)
        most = chosen.numbering.outcomes if seat.decides == CHANCE else chosen.numbering.actions
        assert all(0 <= number < most for number in numbers)


def test_there_are_as_many_numbers_as_actions() -> None:
    """Nine squares; two bids; three bids of three cards; fold, call, raise and six cards."""
    assert table("tictactoe").numbering.actions == 9
    assert table("kuhn_poker").numbering.actions == 2
    assert table("goofspiel", "small").numbering.actions == 3
    leduc = table("leduc_poker").numbering
    assert (leduc.actions, leduc.outcomes) == (3, 12)


def test_the_same_option_has_the_same_number_at_every_decision() -> None:
    chosen = table("kuhn_poker")
    seats = [seat for n in range(8) for seat in played(chosen, n) if seat.decides >= 0]
    assert len({chosen.game.node(seat.state) for seat in seats}) == 2
    assert {frozenset(map(seat.text, seat.legal)) for seat in seats} == {frozenset(["pass", "bet"])}
    assert len({(seat.text(n), n) for seat in seats for n in seat.legal}) == 2


def test_what_is_hidden_is_in_no_row_and_no_text() -> None:
    """Two deals that differ in the other's card alone look the same to the first player."""
    chosen = table("kuhn_poker")
    start = Seat.first(chosen)
    mine = start.legal[0]
    others = [start.after(mine).after(n) for n in start.after(mine).legal]
    rows = [chosen.tensors.of_player(seat.state, 0) for seat in others]
    assert rows[0] == rows[1]
    assert others[0].remembered(0) == others[1].remembered(0)
    assert others[0].observed(0) == others[1].observed(0)
    assert chosen.tensors.of_player(others[0].state, 1) != chosen.tensors.of_player(
        others[1].state, 1
    )
    assert chosen.tensors.public(others[0].state) == chosen.tensors.public(others[1].state)
    assert chosen.tensors.whole(others[0].state) != chosen.tensors.whole(others[1].state)


@pytest.mark.parametrize("name", ["leduc_poker", "pig", "hex"])
def test_positions_that_are_not_equal_have_other_rows(name: str) -> None:
    chosen = table(name, {"pig": "small", "hex": "small"}.get(name))
    states = {seat.state for n in range(10) for seat in played(chosen, n)}
    rows = {tuple(chosen.tensors.whole(state)) for state in states}
    assert len(rows) == len(states) > 10
    assert {len(row) for row in rows} == {chosen.tensors.length}
    assert all(0 <= x <= 1 for row in rows for x in row)


def test_rewards() -> None:
    poker, tic = table("kuhn_poker"), table("tictactoe")
    worths = {tuple(played(poker, n)[-1].payoff()) for n in range(40)}
    assert worths == {(1, -1), (-1, 1), (2, -2), (-2, 2)}
    assert {tuple(played(tic, n)[-1].payoff()) for n in range(40)} == {(1, -1), (-1, 1), (0, 0)}
    assert played(tic, 0)[2].payoff() == [0, 0]


def test_a_play_is_broken_off() -> None:
    seats = played(table("pig", "small", longest=5), 3)
    assert len(seats) == 6
    assert seats[-1].cut
    assert seats[-1].payoff() == [0, 0]


def test_a_seat_can_be_pickled_and_illegal_numbers_are_refused() -> None:
    seat = played(table("leduc_poker"), 4)[3]
    again = pickle.loads(pickle.dumps(seat))
    assert again == seat
    assert again.table is seat.table
    with pytest.raises(ValueError, match="no legal action"):
        seat.after(999)
