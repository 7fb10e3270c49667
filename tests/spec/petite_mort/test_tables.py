"""Tables of cards that a user puts in the place of ours, and the nine scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.oracles import petite_mort as pm
from tests.spec.games import game
from tests.spec.petite_mort.games import play_both
from tests.tiers import every, slow

from rulewright.verify.cli.main import main

SCENARIOS = (
    "april",
    *(f"scenario_{n}" for n in ["two", "three", "four", "five", "six", "seven", "eight", "nine"]),
)

TABLES = {
    "Ailment": "name\nGout\nHeart\n",
    "Character": "name,copies,souls,frail\nBaker,20,1,Gout\nJudge,20,4,Heart Gout\n",
    "Trait": "name,copies,weak,strong\nGreedy,30,Heart Gout,\nSporty,30,Gout,Heart\n",
    "Scythe": "name,copies,needs\nAttack,17,Heart\nToe,16,Gout\n",
    "Objective": "name,spaces,icons,at_least,people,souls\n"
    "Hearts,3,Heart,3,0,0\nToes,3,Gout,4,0,0\nCrowd,3,,0,4,0\nSouls,3,,0,0,8\n",
}

BAD = {
    "Ailment": ("Heart\n", "Heart attack\n", "3:1: E714 in the column name, expected a name"),
    "Character": (
        "Judge,20,4",
        "Judge,20,11",
        "3:10: E714 in the column souls, expected a number from",
    ),
    "Trait": (
        "Heart Gout",
        "Heart Goat",
        "2:11: E714 in the column weak, expected a value of Ailment",
    ),
    "Scythe": ("Toe,16,Gout", "Toe,16", "3:1: E707 expected 3 cells as in the first line, found 2"),
    "Objective": (
        "Toes,3",
        "Toes,0",
        "3:6: E714 in the column spaces, expected a number from 1 to 9",
    ),
}


def options(folder: Path, tables: dict[str, str]) -> list[str]:
    """Write the tables, and the options of the command line that choose them."""
    chosen = []
    for name, text in tables.items():
        path = folder / f"{name}.csv"
        path.write_text(text, "utf-8")
        chosen += ["--reading", f"{name}={path}"]
    return chosen


@pytest.mark.heavy
@pytest.mark.parametrize("variant", ["standard", *slow(["two", "four"])])
def test_a_user_supplies_every_table(variant: str, tmp_path: Path) -> None:
    """Play with them comes to an end; 0 would say that nothing else was asked."""
    chosen = options(tmp_path, TABLES)
    code = main(["simulate", "petite-mort", "--variant", variant, *chosen, "--plays", "5"])
    assert code == 0
    cards = game("petite-mort", variant=variant, readings={
        name: str(tmp_path / f"{name}.csv") for name in TABLES
    })  # fmt: skip
    first = cards.new()
    for pack, numbers in (("character", (20, 20)), ("trait", (30, 30)), ("scythe", (17, 16))):
        assert cards.value(first, f"{pack}_pack") == numbers


@pytest.mark.parametrize("name", every(3, list(BAD)))
def test_a_bad_row_is_told_with_its_place(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing else is: no error that only follows from it."""
    good, bad, message = BAD[name]
    assert good in TABLES[name]
    tables = {**TABLES, name: TABLES[name].replace(good, bad, 1)}
    assert main(["simulate", "petite-mort", *options(tmp_path, tables), "--plays", "1"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert unfolded("\n".join(said)).startswith(f"{tmp_path / name}.csv:{message}")
    assert not [line for line in said[1:] if ".rules:" in line or ".csv:" in line]


@pytest.mark.heavy
def test_bad_rows_of_several_tables_are_told_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = dict(TABLES)
    for name in ("Trait", "Objective"):
        tables[name] = TABLES[name].replace(*BAD[name][:2], 1)
    assert main(["simulate", "petite-mort", *options(tmp_path, tables), "--plays", "1"]) == 2
    said = [line.split(": ")[0] for line in capsys.readouterr().err.splitlines() if ".csv:" in line]
    assert said == [f"{tmp_path}/Objective.csv:3:6", f"{tmp_path}/Trait.csv:2:11"]


def unfolded(message: str) -> str:
    """In one line: where it is folded depends on how long paths are."""
    return " ".join(message.split())


def test_a_missing_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.csv"
    assert main(["simulate", "petite-mort", "--reading", f"Trait={missing}", "--plays", "1"]) == 2
    assert f"the cards cannot be read from {missing}" in unfolded(capsys.readouterr().err)


def test_the_box_has_the_numbers_of_the_box() -> None:
    sizes = {name: sum(card.copies for card in pm.table(name)) for name in
             ("characters", "traits", "scythes", "ailments")}  # fmt: skip
    assert sizes == {"characters": 40, "traits": 60, "scythes": 33, "ailments": 6}
    assert (pm.Rules(3).powas, 4 * pm.Rules(4).pawns) == (21, 20)


def test_there_are_nine_scenarios() -> None:
    """Each with an objective for every pawn at least."""
    assert len(SCENARIOS) == 9
    for name in SCENARIOS:
        assert len(pm.table(name)) >= pm.Rules(3).needed, name


@pytest.mark.heavy
@pytest.mark.parametrize("scenario", every(3, list(SCENARIOS)))
@pytest.mark.parametrize("players", [2, *slow([3, 4])])
def test_every_scenario_is_played_as_the_oracle_plays_it(players: int, scenario: str) -> None:
    rules = pm.Rules(players, tables=(("Objective", scenario),))
    label, _ = play_both(rules, players)
    assert label in (*pm.PLAYERS, "draw")
