"""What goes wrong whatever the play is, or not each time: that is told, and the saved test fails until it is mended."""

from __future__ import annotations

import json
import runpy
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.shipped import shipped
from tests.verify.conform.asking import examine

from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.conform import confirmed, saved
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.protocol import (
    ActionRefused,
    EngineFailure,
    State,
    setup_of,
)
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.saved import files
from rulewright.verify.effort.conforming import EXAMINING
from rulewright.verify.limits import Budget
from rulewright.verify.testing.follows import Differs, follows

ADAPTER = Path(__file__).parents[3] / "docs" / "adapters" / "engine.py"

FAULTS = {
    "exit": "sys.exit(3)",
    "lists nothing": "Game.legal = lambda self: []",
    "hangs": "import time; time.sleep(100)",
}
"""What an engine does at its n-th request."""


@pytest.fixture
def few_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer new processes show what was found; the slow run has as many as there are."""
    few = replace(EXAMINING, again=3, often=4, sure=4, anyway=4)
    for module in (confirmed, saved):
        monkeypatch.setattr(module, "EXAMINING", few)


def found(
    folder: Path, request: int, fault: str, capsys: pytest.CaptureFixture[str]
) -> tuple[str, Path]:
    """What is said of an engine that does so from a request on, and the saved test."""
    engine = faulty(folder, f"asked['id'] >= {request}", fault)
    return said_of(engine, folder, capsys, "0.5" if "sleep" in fault else "60")


def faulty(folder: Path, when: str, fault: str, at_the_end: str = "", first: str = "") -> Path:
    """An engine with a fault at some requests, or at its end."""
    source = ADAPTER.read_text("utf-8")
    line = "    asked = json.loads(text)\n"
    assert line in source
    engine = folder / "engine.py"
    source = source.replace("import sys\n", f"import sys\n{first}\n", 1)
    source = source.replace(line, f"{line}    if {when}: {fault}\n")
    engine.write_text(f"{source}\n{at_the_end}\n", "utf-8")
    return engine


def said_of(
    engine: Path, folder: Path, capsys: pytest.CaptureFixture[str], seconds: str = "60"
) -> tuple[str, Path]:
    """What `conform` says of an engine, and the saved test."""
    suite = folder / "suite.json"
    game = setup_of(shipped("tictactoe", "box")).json()
    plays = [["place a1", "place b1", "place c1"], ["place b2", "place b3"], ["place c3"]]
    kept = {"suite": 1, "game": game, "plays": plays}
    suite.write_text(json.dumps(kept), "utf-8")
    words = [
        "conform",
        "tictactoe",
        "--instance",
        "box",
        "--engine",
        f"{sys.executable} {engine}",
        "--plays",
        "5",
    ]
    saved = folder / "saved"
    words += [
        "--suite",
        str(suite),
        "--answer-seconds",
        seconds,
        "--save",
        str(saved),
    ]
    assert main(words) == 1
    (test,) = saved.glob("test_*.py")
    return " ".join(capsys.readouterr().out.split()), test


def fails(test: Path) -> bool:
    """Whether a saved test fails."""
    return outcome(test) == "failed"


def outcome(test: Path) -> str:
    """What pytest would say of a saved test."""
    (check,) = (v for k, v in runpy.run_path(str(test)).items() if k.startswith("test_"))
    try:
        check()
    except AssertionError:
        return "failed"
    except pytest.skip.Exception:
        return "skipped"
    return "passed"


@pytest.mark.usefixtures("few_starts")
@pytest.mark.heavy
@pytest.mark.parametrize(
    ("request_", "fault", "told"),
    [
        (75, "exit", "75 requests in 4 plays of one process; the play alone does not show it"),
        (76, "lists nothing", "of one process; the play alone does not show it"),
        pytest.param(
            20,
            "exit",
            "20 requests, as what is not legal is tried in each position; the moves",
            marks=pytest.mark.slow,
        ),
        pytest.param(75, "hangs", "of one process; the play alone", marks=pytest.mark.slow),
        (3, "exit", "seen after 0 actions"),
    ],
)
def test_what_comes_whatever_the_play_is(
    request_: int, fault: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, test = found(tmp_path, request_, FAULTS[fault], capsys)
    assert told in out, out
    assert fails(test)
    (tmp_path / "engine.py").write_text(ADAPTER.read_text("utf-8"), "utf-8")
    assert not fails(test)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("period", "few", "told"),
    [
        (2, True, "2 of 4 further starts showed it"),
        pytest.param(2, False, "8 of 16 further starts showed it", marks=pytest.mark.slow),
        pytest.param(5, False, "3 of 16 further starts showed it", marks=pytest.mark.slow),
    ],
)
def test_what_does_not_come_each_time(
    period: int,
    few: bool,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    """An engine that goes wrong each so-manieth time that it is started; the test starts it often enough."""
    if few:
        request.getfixturevalue("few_starts")
    starts = tmp_path / "starts"
    first = f"with open({str(starts)!r}, 'a+') as file: file.write('.'); start = file.tell()"
    engine = faulty(
        tmp_path, f"start % {period} == 1 and asked['op'] == 'apply'", "sys.exit(3)", first=first
    )
    out, test = said_of(engine, tmp_path, capsys)
    assert f"it does not repeat itself: {told}" in out
    assert "died: with code 3" in out
    assert fails(test)
    engine.write_text(ADAPTER.read_text("utf-8"), "utf-8")
    assert not fails(test)


@pytest.mark.usefixtures("few_starts")
@pytest.mark.heavy
def test_what_does_not_come_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A test of it would pass, and show nothing; so it does not pass."""
    mark = tmp_path / "mark"
    first = f"from pathlib import Path; mark = Path({str(mark)!r}); new = not mark.exists()"
    when = "new and asked['op'] == 'apply' and asked['action'] == 'place c1'"
    engine = faulty(tmp_path, when, "mark.touch(); sys.exit(3)", first=first)
    out, test = said_of(engine, tmp_path, capsys)
    assert "it does not repeat itself: it was not seen again in 4 further starts" in out
    assert "died: with code 3" in out
    assert outcome(test) == "skipped"
    mark.unlink()
    assert outcome(test) == "failed"


@pytest.mark.slow
def test_what_goes_wrong_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = "won = won or (game is not None and bool(game.outcome()))"
    last = "if won: print('Goodbye!')"
    engine = faulty(tmp_path, "True", count, last, first="won = False")
    out, test = said_of(engine, tmp_path, capsys)
    assert "speaks unasked: Goodbye!" in out
    assert fails(test)
    engine.write_text(ADAPTER.read_text("utf-8"), "utf-8")
    assert not fails(test)


class EndsBadly(LocalEngine):
    """An engine that leaves something behind if so many plays of it came to an end, and so many
    actions were refused."""

    def __init__(self, game: PythonGame, most: int, refused: int = 0) -> None:
        super().__init__(RuledEngine(lambda _: game), "ends badly")
        self.most, self.won, self.refused = most, 0, -refused

    def apply(self, action: str, by: str) -> State | ActionRefused:
        answer = super().apply(action, by)
        self.won += isinstance(answer, State) and answer.outcome is not None
        self.refused += isinstance(answer, ActionRefused)
        return answer

    def close(self) -> None:
        if self.won >= self.most and self.refused >= 0:
            raise EngineFailure("leaves processes behind", "1")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("most", "refused", "before"), [(0, 0, None), (1, 0, None), (1, 12, 0), (3, 0, 2)]
)
def test_of_an_engine_that_ends_badly_it_is_told_behind_which_plays(
    most: int, refused: int, before: int | None
) -> None:
    game = PythonGame(shipped("hex", "small"))
    found = examine(lambda: EndsBadly(game, most, refused), game, Budget(None), most_plays=5).found
    assert found is not None
    assert found.engine == "leaves processes behind: 1"
    assert found.repeats is None
    assert (None if found.before is None else len(found.before)) == before
    saved = "".join(files(game, found, "hex", "engine").values())
    assert ("before=[" in saved) == (before is not None)
    named = {"play": found.play, "before": found.before, "instance": "small"}
    with pytest.raises(Differs, match="leaves processes behind: 1"):
        follows("hex", EndsBadly(game, most, refused), **named)
    follows("hex", EndsBadly(game, most + 1, refused), **named)
