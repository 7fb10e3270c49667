"""Files that are no regular files, lie elsewhere or are too long: said at once, and not quoted."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from rulewright.verify.cli.main import main

SECRET = "s3cret"
CARDS = """\
ruleset deck "Deck"
  clauses "clauses.md"
  players Ann
  cards Kind from "kinds.csv"
    worth: 0..9
  play by [a]
    repeat
      choose Ann
        stop_now by [a]
          draw
  check ends: every play ends
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A ruleset with a table of cards beside it, in a folder of its own."""
    path = tmp_path / "game" / "deck.rules"
    path.parent.mkdir()
    path.write_text(CARDS)
    path.with_name("clauses.md").write_text("- **[a]** Somebody decides.\n")
    path.with_name("kinds.csv").write_text("name,worth\nking,9\n")
    return path


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def elsewhere(path: Path) -> None:
    (path.parent.parent / "foreign").write_text(f"name,worth\n{SECRET} x,77\n- **[{SECRET}\n")
    path.symlink_to(path.parent.parent / "foreign")


def upwards(path: Path) -> None:
    """The same through a link on the way, inside the folder itself."""
    elsewhere(path.with_name("step"))
    path.symlink_to("step")


def huge(path: Path) -> None:
    """A gigabyte that takes no room."""
    with path.open("wb") as file:
        file.truncate(1 << 30)


def listening(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(here)


def circle(path: Path) -> None:
    path.symlink_to(path.name)


WAYS = (pipe, device, elsewhere, upwards, huge, listening, circle, Path.mkdir)
"""What may stand where a file should."""


def test_the_ruleset_is_sound(deck: Path) -> None:
    assert main(["check", str(deck)]) == 0


@pytest.mark.parametrize("name", ["clauses.md", "kinds.csv"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_beside_a_ruleset(
    deck: Path, capsys: pytest.CaptureFixture[str], name: str, way: object
) -> None:
    place = deck.with_name(name)
    place.unlink()
    assert callable(way)
    way(place)
    assert main(["check", str(deck)]) == 2
    said = "".join(capsys.readouterr())
    where = f"{place}:1:1: " if name == "clauses.md" else f"{deck}:4:"
    assert where in said
    assert f"did you mean {name}" not in said
    assert SECRET not in said
    assert len(said) < 2_000


def test_a_link_within_the_folder_is_as_good_as_a_file(deck: Path) -> None:
    deck.with_name("kinds.csv").rename(deck.with_name("more.csv"))
    deck.with_name("kinds.csv").symlink_to("more.csv")
    assert main(["check", str(deck)]) == 0


@pytest.mark.parametrize("command", ["check", "fmt", "verify", "replay"])
@pytest.mark.parametrize("way", [pipe, device, huge, circle, Path.mkdir], ids=lambda w: w.__name__)
def test_named_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, way: object
) -> None:
    place = tmp_path / "game.rules"
    assert callable(way)
    way(place)
    assert main([command, str(place)]) == 2
    out, err = capsys.readouterr()
    assert str(place) in out + err
    assert "fault of this tool" not in err


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "/dev/zero"])
def test_names_of_no_file(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["check", name]) == 2
    assert "fault of this tool" not in capsys.readouterr().err


@pytest.mark.parametrize("number", ["9" * 10_000, f"{'[' * 5_000}{']' * 5_000}"])
def test_tables_in_toml_that_cannot_be_read(
    deck: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    deck.write_text(CARDS.replace("kinds.csv", "kinds.toml"))
    deck.with_name("kinds.toml").write_text(f'[[card]]\nname = "king"\nworth = {number}\n')
    assert main(["check", str(deck)]) == 2
    out, err = capsys.readouterr()
    assert "kinds.toml:" in out
    assert not err


def trace(path: Path, ruleset: str, readings: dict[str, str]) -> str:
    """A file with a trace of no moves that names this ruleset and these readings."""
    named = {"ruleset": ruleset, "variant": "standard", "parameters": {}, "readings": readings}
    path.write_text(json.dumps({"#meta": {"rulewright": named}, "states": [{}]}))
    return str(path)


def test_a_play_does_not_choose_what_is_read(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither as a ruleset nor as a table: its writer would see in the message what is there."""
    secret = tmp_path / "secret.csv"
    secret.write_text(f"{SECRET}\n")
    written = deck.with_name("play.json")
    assert main(["replay", trace(written, str(secret), {})]) == 2
    assert "give it with --ruleset" in capsys.readouterr().err
    asked = trace(written, "deck", {"Kind": "../secret.csv"})
    assert main(["replay", asked, "--ruleset", str(deck)]) == 2
    assert SECRET not in "".join(capsys.readouterr())
    moves = deck.with_name("play.moves")
    moves.write_text(f"ruleset: {secret}\ninstance: box\n\nAnn: stop_now\n")
    assert main(["replay", str(moves)]) == 2
    assert SECRET not in "".join(capsys.readouterr())
