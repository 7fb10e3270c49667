"""``rulewright simulate``: the answer first, strategies beside random play, and games to see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, unfolded

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load
from rulewright.verify.cli.main import main
from rulewright.verify.findings.subject import Selected
from rulewright.verify.render.simulations import Column, text
from rulewright.verify.simulation.simulate import SimulationResult

TAKING = """
  strategy last_stick(p: Player) prefers if won(p) then 1 else 0
  strategy slow(p: Player) prefers stick
"""


@pytest.fixture
def taking(nim: Path) -> Path:
    """Nim of three sticks with strategies: who can take the last stick, and who takes few."""
    nim.write_text(nim.read_text() + TAKING)
    return nim


def simulated(capsys: Output, *arguments: object) -> tuple[int, list[str]]:
    code, text = answer(capsys, "simulate", *arguments)
    return code, text.splitlines()


def data(capsys: Output, *arguments: object) -> dict[str, object]:
    code, lines = simulated(capsys, *arguments, "--format", "json")
    assert code == 0
    found = json.loads("\n".join(lines))
    assert isinstance(found, dict)
    return found


def refused(capsys: Output, *arguments: object) -> str:
    assert main(["simulate", *map(str, arguments)]) == 2
    return capsys.readouterr().err


@pytest.mark.thorough
def test_the_answer_comes_first_and_is_called_sampled(taking: Path, capsys: Output) -> None:
    code, lines = simulated(capsys, taking, "--games", "200", "--strategy", "slow")
    # One stick at a time: Ann, Bob, Ann.
    assert code == 0
    assert lines[0] == "nim standard, everyone slow: Ann 100.0% (sampled: 200 games)"
    assert lines[1] == "  standard with heap=3; seed 0"
    assert lines[2].split() == ["Ann", "100.0%", "(98.1%", "to", "100.0%)", "200"]
    assert lines[3].split() == ["actions", "in", "a", "game", "3.0", "(3", "to", "3)"]


@pytest.mark.thorough
def test_strategies_stand_beside_random_play(taking: Path, capsys: Output) -> None:
    code, lines = simulated(capsys, taking, "--games", "50", "--strategy", "slow", "--vs")
    assert code == 0
    said = unfolded("\n".join(lines))
    assert "everyone at random: " in lines[0]
    assert "; everyone slow: Ann 100.0% (sampled: 50 games each)" in said
    rows = [[part.strip() for part in line.split("  ") if part.strip()] for line in lines]
    heads = [row for row in rows if all("%" not in cell and ";" not in cell for cell in row)]
    assert [
        cell for row in heads for cell in row if cell.endswith(("at random", "everyone slow"))
    ] == [
        "everyone at random",
        "Ann slow, others at random",
        "Bob slow, others at random",
        "everyone slow",
    ]


def test_a_table_too_wide_for_the_screen_goes_on_below(taking: Path, capsys: Output) -> None:
    _, lines = simulated(capsys, taking, "--games", "50", "--strategy", "slow", "--vs")
    assert max(map(len, lines)) <= 100
    assert sum("Ann" in line and "%" in line for line in lines[3:]) == 2, "a row in each part"


@pytest.mark.thorough
def test_players_follow_their_own_strategies(taking: Path, capsys: Output) -> None:
    # Ann takes one stick, Bob sees the last two and takes both.
    both = ("--strategy", "last_stick", "--strategy", "Ann=slow")
    found = data(capsys, taking, "--games", "20", *both)
    assert found["outcomes"] == {"Bob": 20}
    assert found["strategies"] == {"Ann": "slow", "Bob": "last_stick"}
    assert (found["strength"], found["wins"]) == ("sampled", {"Ann": 0, "Bob": 20})
    assert data(capsys, taking, "--games", "20", *both[2:], *both[:2]) == found, "in any order"
    one = data(capsys, taking, "--games", "20", *both, "--strategy", "Bob=random")
    assert one["strategies"] == {"Ann": "slow", "Bob": "random"}
    assert set(one["outcomes"]) == {"Ann", "Bob"}
    many = data(capsys, taking, "--games", "20", *both, "--vs")
    assert [s["outcomes"] for s in many["samples"]][-1] == {"Bob": 20}


@pytest.mark.parametrize(
    ("outcomes", "wins", "shown"),
    [
        ({"Ann+Bob": 1, "lost": 9}, (1, 1), False),
        ({"Ann": 4, "Bob": 6}, (4, 6), False),
        ({"Ann": 3, "Ann+Bob": 2, "Bob": 5}, (5, 7), True),
    ],
)
def test_wins_are_summed_up_where_outcomes_do_not_tell_them(
    nim: Path, outcomes: dict[str, int], wins: tuple[int, ...], shown: bool
) -> None:
    chosen = Selected(nim, instantiate(load(nim)))
    sample = SimulationResult(
        10, 0, outcomes, dict.fromkeys(outcomes, 0), (), {}, wins, 1, 2, 1.5, 0.5, 2.0
    )
    lines = text(chosen, [Column("everyone at random", {}, sample)], 10)
    assert any(line.startswith("  Bob wins, alone or not") for line in lines) == shown


@pytest.mark.thorough
def test_players_may_be_called_what_plays_without_an_outcome_are(nim: Path, capsys: Output) -> None:
    nim.write_text(nim.read_text().replace("Ann", "faulty").replace("Bob", "stuck"))
    found = data(capsys, nim, "--games", "20")
    assert set(found["outcomes"]) == {"faulty", "stuck"}
    assert found["faults"] == 0
    assert simulated(capsys, nim, "--games", "20")[0] == 0
    assert simulated(capsys, nim, "--play", "0")[0] == 0


@pytest.mark.thorough
def test_processes_bring_the_same_games(taking: Path, capsys: Output) -> None:
    alone = data(capsys, taking, "--games", "40", "--seed", "3")
    assert data(capsys, taking, "--games", "40", "--seed", "3", "--jobs", "2") == alone
    assert data(capsys, taking, "--games", "40", "--seed", "4") != alone


def test_a_fault_is_shown_by_the_command_that_is_printed(circling: Path, capsys: Output) -> None:
    code, lines = simulated(capsys, circling, "--plays", "60")
    assert code == 1
    said = "\n".join(lines).replace(" \\\n   ", "")
    line = next(
        line
        for line in said.splitlines()
        if line.startswith("  play cannot go on: ") and "--play" in line
    )
    what = line.strip().removeprefix("play cannot go on: ").partition(", in ")[0]
    words = line.partition("rulewright simulate ")[2].split()
    code, shown = simulated(capsys, circling, *words[1:])
    assert code == 1
    assert shown[0].startswith("circling standard: game ")
    assert shown[-1].startswith(f"Play cannot go on: {what}")


@pytest.mark.thorough
def test_a_game_is_shown_as_a_trace(taking: Path, tmp_path: Path, capsys: Output) -> None:
    _, lines = simulated(capsys, taking, "--play", "2", "--strategy", "slow", "--format", "json")
    trace = tmp_path / "game.itf.json"
    trace.write_text("\n".join(lines))
    assert main(["replay", str(trace), "--ruleset", str(taking)]) == 0
    assert "The end: Ann wins [end]" in capsys.readouterr().out


@pytest.mark.thorough
def test_what_cannot_be_done(taking: Path, capsys: Output) -> None:
    assert "no strategy 'slw'; there is last_stick, slow; did you mean slow?" in refused(
        capsys, taking, "--strategy", "slw"
    )
    assert "no player 'Anna'; there is Ann, Bob; did you mean Ann?" in refused(
        capsys, taking, "--strategy", "Anna=slow"
    )
    assert "has no strategy 'slow'; it has none" in refused(
        capsys, "tictactoe", "--strategy", "slow"
    )
    assert "name one with --strategy" in refused(capsys, taking, "--vs")
    assert "should be at least 1" in refused(capsys, taking, "--games", "0")
    assert "--play shows a game of one ruleset" in refused(
        capsys, taking, "tictactoe", "--play", "1"
    )


def test_without_time_nothing_is_sampled(taking: Path, capsys: Output) -> None:
    code, lines = simulated(capsys, taking, "--budget", "0")
    assert code == 3
    assert lines[0] == (
        "nim standard, everyone at random: no game was over in time (sampled: 0 games)"
    )
    assert "time for 0 of 1,000 games" in lines[-1]


@pytest.mark.thorough
def test_simulate_is_the_same_for_the_same_seed(nim: Path, capsys: Output) -> None:
    first = answer(capsys, "simulate", nim, "--plays", "50", "--seed", "7", "--format", "json")
    again = answer(capsys, "simulate", nim, "--plays", "50", "--seed", "7", "--format", "json")
    other = answer(capsys, "simulate", nim, "--plays", "50", "--seed", "8", "--format", "json")
    assert first == again != other
    data = json.loads(first[1])
    assert sum(data["outcomes"].values()) == data["plays"] == 50
    assert 2 <= data["length"]["least"] <= data["length"]["greatest"] <= 3


def test_simulate_reports_faults(circling: Path, capsys: Output) -> None:
    assert answer(capsys, "simulate", circling, "--plays", "50")[0] == 1


@pytest.mark.parametrize(
    ("instances", "options", "name"),
    [
        ("instance large: standard for play with heap = 5", (), "nim large"),
        ("instance large: standard for play with heap = 5", ("--set", "heap=4"), "nim standard"),
        ("instance large: standard with heap = 5", (), "nim standard"),
        (
            "instance large: standard for play with heap = 5\n  instance box: standard for play",
            (),
            "nim standard",
        ),
    ],
)
def test_what_people_play_is_played_unless_something_else_is_said(
    nim: Path, capsys: Output, instances: str, options: tuple[str, ...], name: str
) -> None:
    small = "instance small: standard with heap = 3"
    assert small in nim.read_text()
    nim.write_text(nim.read_text().replace(small, instances))
    code, lines = simulated(capsys, nim, "--games", 1, *options)
    assert code == 0
    assert lines[0].startswith(name)
