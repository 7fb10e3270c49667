"""Findings: once each, the same name in every run, numbers that stay, and what is accepted."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.tiers import slow
from tests.verify.cli.command import Output, run

from rulewright.dsl.elaborate.acceptances import KINDS
from rulewright.verify.draw.style import PLAIN
from rulewright.verify.findings.kinds import FindingKind
from rulewright.verify.findings.numbers import numbered
from rulewright.verify.findings.summary.overview import Overview
from rulewright.verify.render.screen import screen

CLAUSES = "# Clauses\n\n- **[turn]** Take or wait. (p. 1)\n- **[end]** Who takes the last one wins. (p. 1)\n"
RULES = """\
ruleset heap "Heap"
  clauses "clauses.md"
  param most: 1..9 = 3                                      by [turn]
  players Ann, Bob                                          by [turn]
  supply stone = most                                       by [turn]
  state taken: 0..9 = 0
  play                                                      by [turn]
    repeat
      turns for p in Player
        choose p
          take_one
            take 1 of stone to taken                             by [turn]
          wait
            nothing
        if stone = 0: win p                                 by [end]
  check ends "Does every play end?": every play ends        by [end]
  check bob "Can Bob win?": reachable won(Bob)              by [end]
  check kept_all "Is every stone somewhere?": always taken + stone = most  by [turn]

  instance two: standard with most = 2
  instance three: standard with most = 3
"""
TRAPS = """\
  check all "Can all stay taken?": reachable forever taken = most  by [end]
  check some "Can it come to be that one stone is always gone?": reachable forever taken > 0  by [turn]
"""
ACCEPT = '  accept ends by [end] "players may wait as long as they like"\n'


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    (tmp_path / "clauses.md").write_text(CLAUSES)
    rules = tmp_path / "heap.rules"
    rules.write_text(RULES)
    return rules


@pytest.mark.thorough
def test_one_finding_for_all_games_and_one_screen(heap: Path, capsys: Output) -> None:
    code, out, _ = run(capsys, "verify", heap)
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "Heap: 1 thing wrong, 1 to know"
    assert lines[1].startswith("3 questions about 2 ways to play")
    assert [line.split() for line in lines if line.startswith("Does every play end?")] == [
        ["Does", "every", "play", "end?", "no!", "F1", "no!", "F1"]
    ]
    assert out.count("F1") == 3  # two cells and the finding itself
    assert max(map(len, lines[:-1])) <= 100


AGREE = """\
  agree over_then fails "Is the game over?"
    [turn]: stone = 0 and over
    [end]: stone = 0
  agree left "how many stones are left"
    [turn]: most - taken
    [end]: stone
"""


@pytest.mark.thorough
def test_clauses_that_do_not_agree_are_not_said_to_answer_a_question(
    heap: Path, capsys: Output
) -> None:
    """What an agreement speaks of is no question that it answers: no sentence of the game says "No"."""
    heap.write_text(RULES.replace("\n  instance two", f"{AGREE}\n  instance two"))
    first, second = "stone = 0 and over", "stone = 1 and over"
    heap.write_text(heap.read_text().replace(first, second))
    _, out, _ = run(capsys, "verify", heap)
    said = " ".join(out.split())
    assert "[turn] and [end] do not say the same: Is the game over?" in said
    assert "Do the clauses agree: Is the game over?" in said
    assert "Do the clauses agree: how many stones are left" in said
    assert "over? No" not in said


@pytest.mark.slow
def test_the_same_change_in_several_games_is_one(heap: Path, capsys: Output) -> None:
    run(capsys, "verify", heap, "--update")
    heap.write_text(RULES.replace("          wait\n            nothing\n", ""))
    out = " ".join(run(capsys, "verify", heap)[1].split())
    assert "Changed. heap two, three: Does every play end? was refuted in" in out
    assert out.count("Does every play end? was") == 1


@pytest.mark.thorough
def test_show_prints_one_whole_and_folds_nothing_short(heap: Path, capsys: Output) -> None:
    code, out, _ = run(capsys, "show", heap, "ends")
    assert code == 0
    assert out.startswith("endless play (wrong: not what the ruleset expects) [end]\n")
    assert "This is the position at the beginning: play can go round like this for ever." in out
    assert "also in three" in out
    assert "\nclaimed: every play ends\n" in out
    assert 'accept ends by [end] "why"' in out
    code, _, err = run(capsys, "show", heap, "end")
    assert (code, "did you mean ends" in err) == (2, True)
    code, out, _ = run(capsys, "show", heap, "kept_all")
    assert (code, "yes, proved by complete search" in out) == (0, True)


@pytest.mark.thorough
def test_the_page_tells_of_a_finding_what_the_terminal_tells(
    heap: Path, tmp_path: Path, capsys: Output, only_asked: None
) -> None:
    """What is claimed, why it matters, and what to write if it is meant."""
    never = '  check four "Can there be four?": reachable taken = 4    by [turn]\n'
    heap.write_text(RULES.replace("  instance two", never + "  instance two"))
    page = tmp_path / "page.html"
    asked = ("--check", "ends", "--check", "four", "--boards", "none", "--report", page)
    _, out, _ = run(capsys, "verify", heap, *asked)
    for said in (
        "claimed: every play ends",
        "endless play (wrong: not what the ruleset expects)",
        'accept ends by [end] "why"',
        "something that cannot happen (wrong: not what the ruleset expects)",
        'accept four by [turn] "why"',
    ):
        assert said in out
        assert said in re.sub("<[^>]*>", "", html.unescape(page.read_text())), said


@pytest.mark.thorough
def test_what_is_accepted_is_counted_apart_and_fails_no_run(heap: Path, capsys: Output) -> None:
    heap.write_text(RULES + ACCEPT)
    code, out, _ = run(capsys, "verify", heap)
    assert code == 0
    assert out.startswith("Heap: 1 to know, 1 accepted\n")
    assert "Accepted: F1\n" in out
    assert "players may wait" in run(capsys, "show", heap, "ends")[1]


@pytest.mark.heavy
def test_what_is_accepted_and_gone_is_reported(heap: Path, capsys: Output) -> None:
    mended = RULES.replace("          wait\n            nothing\n", "")
    heap.write_text(mended + ACCEPT)
    code, out, _ = run(capsys, "verify", heap)
    assert code == 0
    assert "Accepted and gone: ends" in out
    # Nothing is said of it where nobody asked, be it a check or what the tool looks for by itself.
    heap.write_text(mended + ACCEPT.replace("ends", "dead_rule.heap"))
    assert "Accepted and gone: dead_rule.heap" in run(capsys, "verify", heap)[1]
    assert "and gone:" not in run(capsys, "verify", heap, "--check", "bob")[1]
    heap.write_text(mended + ACCEPT)
    assert "and gone:" not in run(capsys, "verify", heap, "--check", "bob")[1]


def accepting_beside(heap: Path, capsys: Output, state: str, name: str) -> str:
    """What is said where a state is never read, and a finding of that kind about something else is accepted."""
    unread = RULES.replace("  play ", f"  state {state}: 0..3 = 0\n  play ")
    heap.write_text(unread + ACCEPT.replace("ends", f"dead_rule.{name}"))
    return " ".join(run(capsys, "verify", heap)[1].split())


@pytest.mark.thorough
def test_what_is_accepted_by_a_misspelt_name_is_not_gone(heap: Path, capsys: Output) -> None:
    out = accepting_beside(heap, capsys, "spare", "spar")
    assert "Accepted, but not found: dead_rule.spar" in out
    assert "did you mean dead_rule.spare?" in out
    assert "taken out" not in out


@pytest.mark.thorough
def test_what_is_gone_is_not_taken_for_what_is_of_the_same_kind(heap: Path, capsys: Output) -> None:
    """*dead_rule.tow* and *dead_rule.toll* are alike, as the longer part of both is; what they are about is not."""
    out = accepting_beside(heap, capsys, "toll", "tow")
    assert "Accepted and gone: dead_rule.tow" in out
    assert "did you mean" not in out


def test_each_kind_of_name_can_be_accepted() -> None:
    of_checks_alone = {
        FindingKind.TRAP, FindingKind.REFUTED, FindingKind.POSSIBLE, FindingKind.IMPOSSIBLE,
    }  # fmt: skip
    told_otherwise = {FindingKind.AMBIGUITY: "reading", FindingKind.NUMBER: "expect"}
    kinds = {told_otherwise.get(kind, str(kind)) for kind in set(FindingKind) - of_checks_alone}
    assert kinds == set(KINDS)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("F1", "numbers are for people"),
        ("endz", "did you mean ends?"),
        ("far_from_all", "hint: there is "),
        ("reading.far", "there is no reading far, so no finding is called so"),
        ("dead_rul.heap", "did you mean dead_rule?"),
        ('ends by [end] "so"\n  accept ends', "ends is accepted twice"),
    ],
)
def test_what_cannot_be_accepted(heap: Path, capsys: Output, name: str, message: str) -> None:
    heap.write_text(RULES + ACCEPT.replace("accept ends", f"accept {name}"))
    code, out, _ = run(capsys, "check", heap)
    assert code == 2
    assert message in " ".join(out.split())


@pytest.mark.heavy
def test_numbers_are_kept_and_never_given_again(heap: Path, capsys: Output) -> None:
    run(capsys, "verify", heap, "--update")
    assert "  F1 ends\n  F2 bob\n" in heap.with_suffix(".answers").read_text()
    swapped = RULES.replace(
        "  check ends",
        '  check able "Can one act?": someone can always act  by [turn]\n  check ends',
    )
    heap.write_text(swapped.replace("check bob", "check bobby"))
    run(capsys, "verify", heap, "--update")
    assert "  F1 ends\n  F2 bob\n  F3 bobby\n" in heap.with_suffix(".answers").read_text()
    assert run(capsys, "verify", heap, "--check", "bobby")[1].count("F3") == 4


def test_known_numbers_stay_and_others_follow() -> None:
    assert numbered(["b", "a", "c", "a"], {"c": "F2"}) == {"b": "F3", "a": "F4", "c": "F2"}


@pytest.mark.thorough
@pytest.mark.parametrize("columns", [40, *slow([60, 80, 100, 200])])
def test_no_line_is_wider_than_the_screen(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    from rulewright.verify.cli.terminal.console import Console

    monkeypatch.setattr(Console, "columns", columns)
    _, out, _ = run(capsys, "verify", heap)
    paths = [line for line in out.splitlines() if str(heap) in line]
    assert all(len(line) <= min(columns, 100) for line in out.splitlines() if line not in paths)


@pytest.mark.heavy
def test_however_wide_it_is_the_clause_stands_apart_from_the_sentence(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, seen = screen.screen, list[Overview]()
    monkeypatch.setattr(screen, "screen", lambda o, *more: seen.append(o) or real(o, *more))
    run(capsys, "verify", heap)
    (overview,) = seen
    for columns in range(20, 101):
        (line,) = (one for one in real(overview, PLAIN, columns) if one.startswith("Wrong"))
        assert "[end]" not in line or f"{line} ".partition("[end]")[2][0] == " ", columns


@pytest.mark.thorough
def test_where_there_is_no_room_for_a_column_of_clauses_they_begin_the_sentences(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    heap.write_text(RULES.replace("[end]", "[end.of_all]"))
    (heap.parent / "clauses.md").write_text(CLAUSES.replace("[end]", "[end.of_all]"))
    (overview,) = _overviews(heap, capsys, monkeypatch)
    for columns, expected in {30: {13}, 50: {13}, 100: {0}}.items():
        shown = list(screen.screen(overview, PLAIN, columns))
        first = next(n for n, line in enumerate(shown) if line.startswith("Wrong"))
        assert shown[first].startswith("Wrong   F1!  [end.of_all] ")
        indents = {len(line) - len(line.lstrip()) for line in shown[first + 1 : first + 2] if line}
        assert indents == expected, columns


def _overviews(
    rules: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, *options: str
) -> list[Overview]:
    real, seen = screen.screen, list[Overview]()
    monkeypatch.setattr(screen, "screen", lambda o, *more: seen.append(o) or real(o, *more))
    run(capsys, "verify", rules, *options)
    monkeypatch.setattr(screen, "screen", real)
    return seen


@pytest.mark.thorough
def test_an_answer_that_is_accepted_is_not_marked_as_one_that_nobody_expects(
    heap: Path, capsys: Output
) -> None:
    marked = "! is not what the ruleset expects"
    out = run(capsys, "verify", heap)[1]
    assert (marked in out, "4 of 6 answers as expected" in out) == (True, True)
    heap.write_text(RULES + ACCEPT)
    code, out, _ = run(capsys, "verify", heap)
    assert code == 0
    assert out.startswith("Heap: 1 to know, 1 accepted\n")
    assert (marked in out, "!" in out, "6 of 6 answers as expected" in out) == (False, False, True)


@pytest.mark.slow
def test_what_shares_a_line_is_told_with_its_answer_and_where_it_is_asked(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "".join(
        f'  check most_{n} "Can {n} be taken?": reachable taken = {n}  by [turn]\n'
        for n in range(3)
    )
    more += "".join(
        f'  check over_{n} fails "Can there be {n} more than all?": reachable taken = most + {n}  by [turn]\n'
        for n in (1, 2)
    )
    more += "".join(
        f'  check again_{n} "Is every stone somewhere, asked for the time {n}?": always taken + stone = most  by [turn]\n'
        for n in range(8)
    )
    heap.write_text(RULES.replace("\n  instance two", f"{more}\n  instance two"))
    (overview,) = _overviews(heap, capsys, monkeypatch)
    out = " ".join(" ".join(screen.screen(overview, PLAIN, 100)).split())
    assert "No, proved in every game (2): Can there be 1 more than all? · Can there" in out
    assert "Yes, proved in every game (9): Is every stone somewhere?" in out


@pytest.mark.slow
def test_many_questions_that_are_open_or_proved_share_a_line(heap: Path, capsys: Output) -> None:
    many = "".join(
        f'  check all_{n} "Is number {n} so?": always taken + stone = most  by [turn]\n'
        for n in range(300)
    )
    heap.write_text(RULES.replace("\n  instance two", f"{many}\n  instance two"))
    _, out, _ = run(capsys, "verify", heap)
    assert "Yes, proved in every game (301): Is every stone somewhere? · Is number" in out
    assert "Is number 3 so?" in out
    assert "Is number 299 so?" not in out
    assert "more\n" in out
    assert out.count("Does every play end?") == 1
    assert "Does every play end? No" in out
    assert ["Can", "Bob", "win?", "yes", "F2"] in [line.split() for line in out.splitlines()]
    _, out, _ = run(capsys, "verify", heap, "--budget", "0")
    assert "Open in every game (303): Does every play end?" in out
    assert len(out.splitlines()) <= 50


@pytest.mark.heavy
def test_a_screen_is_as_tall_as_it_may_be_and_first_folds_what_is_as_expected(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "".join(
        f'  check taken_{n} "Can {n} be taken?": reachable taken = {n}  by [turn]\n' for n in (1, 2)
    )
    more += "".join(
        f'  check bob_{n} "Can Bob win, asked for the time {n}?": reachable won(Bob)  by [end]\n'
        for n in range(28)
    )
    heap.write_text(RULES.replace("\n  instance two", f"{more}\n  instance two"))
    real, seen = screen.screen, list[Overview]()
    monkeypatch.setattr(screen, "screen", lambda o, *more: seen.append(o) or real(o, *more))
    monkeypatch.chdir(heap.parent)  # so that no path takes a line more
    run(capsys, "verify", heap.name)
    folded = {17: (0, 1), 18: (4, 1), 24: (8, 1), 30: (16, 1), 50: (31, 0), 100: (31, 0)}
    for lines, expected in folded.items():
        shown = list(real(replace(seen[0], is_kept=True), PLAIN, 100, lines))
        assert len(shown) <= lines
        assert shown[0] == "Heap: 1 thing wrong, 31 to know"
        assert any("F1" in line and "Does every play end? No" in line for line in shown)
        alone = sum(line.startswith("Can ") for line in shown)
        together = "\n".join(shown).count("Yes, shown by a play in every game (")
        assert (alone, together) == expected, lines


@pytest.mark.thorough
def test_show_without_a_finding_tells_every_other_answer_too(heap: Path, capsys: Output) -> None:
    _, out, _ = run(capsys, "show", heap)
    assert "kept_all: Is every stone somewhere? yes, proved\n" in out
    assert out.count("Does every play end?") == out.count("Can Bob win?") == 1


@pytest.mark.thorough
def test_what_holds_only_where_play_is_over_is_no_way_without_return(
    heap: Path, capsys: Output
) -> None:
    heap.write_text(RULES.replace("  instance two", f"{TRAPS}  instance two", 1))
    _, out, _ = run(capsys, "verify", heap, "--format", "json")
    kinds = [finding["kind"] for finding in json.loads(out)[0]["findings"]]
    assert kinds == ["endless", "trap", "possible"], "one of the two is a trap"
