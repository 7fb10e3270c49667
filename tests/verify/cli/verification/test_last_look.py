"""How far open questions were taken is remembered until they are asked again, and of the same game alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer
from tests.verify.table_game import TableGame

from rulewright.dsl.file_cache import user_cache
from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check, Instance
from rulewright.verify.answers.kept import KeptOpen
from rulewright.verify.cli.verification.last_look import digest_of, recalled, remember
from rulewright.verify.effort.schedule import LEVELS, Round, Schedule
from rulewright.verify.limits import Budget
from rulewright.verify.results.attempt import NOT_STARTED, Attempt
from rulewright.verify.results.check_result import CheckResult
from rulewright.verify.results.verdict import Bounded, Proved, Unknown, Untried
from rulewright.verify.stategraph.bfs import explore

SEARCHED = Attempt("complete search", "2 positions", "nothing found within 1 decision")
CUT = Attempt("proof", "9 units", "the time is up", cut=True)
NOT_BEGUN = Attempt("bounded search", "9 units", NOT_STARTED, cut=True)
ASKED = Check("asked", "never", YES, None, "")
NAMES = {"asked"}
ROUND = TableGame([[0]])
OPEN = CheckResult(ASKED, Bounded(1), attempts=(SEARCHED,))
GAME = Instance("nim", "Nim", "standard", "", (("heap", 3),), ())


def test_what_was_open_is_recalled_until_it_is_answered() -> None:
    remember("of_one", [OPEN], "quick")
    (look,) = recalled("of_one", NAMES).values()
    assert (look.open, look.attempts) == (
        KeptOpen("nothing within 1 decision", "quick"),
        (SEARCHED,),
    )
    remember("of_one", [CheckResult(ASKED, Bounded(3), attempts=(SEARCHED, CUT))], "quick")
    (look,) = recalled("of_one", NAMES).values()
    assert (look.open, look.attempts) == (KeptOpen("nothing within 3 decisions"), (SEARCHED, CUT))
    assert not recalled("of_another", NAMES)
    assert not recalled("of_one", {"another"})
    proved = Proved(explore(ROUND, Budget()).finished(), ())
    remember("of_one", [CheckResult(ASKED, proved, attempts=(SEARCHED,))], "quick")
    assert not recalled("of_one", NAMES)


def test_what_there_was_no_time_for_changes_nothing() -> None:
    remember("of_two", [OPEN], "quick")
    before = recalled("of_two", NAMES)
    nothing = CheckResult(ASKED, Unknown(Untried()), attempts=(NOT_BEGUN,))
    remember("of_two", [nothing], "quick")
    assert recalled("of_two", NAMES) == before != {}


@pytest.mark.parametrize(
    "data",
    [
        b"[]",
        b"{",
        b'{"asked": 1}',
        b'{"asked": ["nothing", "at length", []]}',
        b'{"asked": ["nothing", null, [["asking", "9 units", "", false]]]}',
        b'{"asked": ["nothing", null, [["proof"]]]}',
    ],
)
def test_what_another_version_wrote_is_nothing(data: bytes) -> None:
    cache = user_cache("last_looks", ".looks", 1, 1_000)
    assert cache is not None
    cache.write("of_three", data)
    assert not recalled("of_three", NAMES)


def test_of_another_game_nothing_is_remembered() -> None:
    path, texts = Path("nim.rules"), {"[turn]": "01234567"}
    games = [
        (path, texts, GAME, 9),
        (Path("new", "nim.rules"), texts, GAME, 9),
        (path, {"[turn]": "11234567"}, GAME, 9),
        (path, texts, Instance("nim", "Nim", "standard", "", (("heap", 4),), ()), 9),
        (path, texts, GAME, 8),
    ]
    assert len({digest_of(*game) for game in games}) == len(games)


SHORT = Schedule((Round(positions=2),))


@pytest.mark.heavy
def test_show_tells_of_the_last_look_and_does_not_look_again(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, only_asked: None
) -> None:
    """Asked for more, or of other rules, it looks; what it finds is told from then on."""
    show = "show", nim, "bob", "--instance", "small"
    with monkeypatch.context() as short:
        short.setitem(LEVELS, "normal", SHORT)
        _, out = answer(capsys, "verify", nim, "--instance", "small")
        assert "open" in out
    _, out = answer(capsys, *show)
    assert (
        "open, the search stopped after 2 positions at normal effort, when it was last looked at"
        in " ".join(out.split())
    )
    assert "    complete search of 2 positions: " in out
    assert "What may help: --effort thorough" in out
    told = out
    assert answer(capsys, *show)[1] == told
    rules = nim.read_text()
    nim.write_text(rules.replace("heap: 1..", "heap: 2..", 1))
    assert "last looked at" not in answer(capsys, *show)[1]
    nim.write_text(rules)
    assert answer(capsys, *show)[1] == told
    assert "last looked at" not in answer(capsys, *show, "--effort", "normal")[1]
    assert "last looked at" not in answer(capsys, *show)[1]


@pytest.mark.thorough
def test_what_nobody_asked_yet_is_looked_for_as_far_as_if_nothing_were_remembered(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, only_asked: None
) -> None:
    with monkeypatch.context() as short:
        short.setitem(LEVELS, "normal", SHORT)
        answer(capsys, "verify", nim, "--instance", "small", "--check", "ends")
    monkeypatch.setitem(LEVELS, "brief", SHORT)
    assert "Can Bob win? Yes" in answer(capsys, "show", nim, "bob", "--instance", "small")[1]
