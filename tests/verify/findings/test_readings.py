"""Readings that make two games are found by ``verify``, kept as plays, and believed only if played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.tiers import judges
from tests.verify.cli.command import Output, run, unfolded

from rulewright.verify.answers.format import AnswersError, read, write
from rulewright.verify.answers.kept import KeptComparison, KeptOpen, KeptPairs, KeptPlay
from rulewright.verify.cli.main import main

pytestmark = pytest.mark.usefixtures("only_asked")

CLAUSES = (
    "# Clauses\n\n- **[take]** Take one or two. (p. 1)\n- **[end]** The last one decides. (p. 1)\n"
)
RULES = """\
ruleset sticks "Sticks"
  clauses "clauses.md"
  players A, B                                              by [take]
  param heap: 0..6 = 6                                      by [take]
  state left: 0..heap = heap
  reading most "How many may be taken?" by [take]
    two: "one or two" default
    three: "one, two or three"
    words: "one or two, in other words"
  reading winner "Who wins?" by [end]
    wins: "whoever takes the last" default
    loses: "the other player"
  play                                                      by [take]
    repeat
      turns for p in Player
        choose p
          take(n: 1..3) when n <= left, allowed(n)          by [take]
            left -= n
        if left = 0
          win if winner is wins then p else next(p)           by [end]
  let allowed(n: 1..3) =
    match most
      two: n < 3
      three: yes
      words: n in {1, 2}
  instance box "As sold": standard for play
  instance two: standard with heap = 2
"""


MARKER = """\
ruleset marker "Marker"
  clauses "clauses.md"
  players A, B
  param bound: 0..1 = 1                                     by [take]
  reading whose "Whose marker lies there?" by [take]
    own: "their own" default
    first: "only one"
  state marker: set of Player = if whose is own then Player else {A}
  play                                                      by [take]
    for p in Player
      choose p
        go when p in marker or bound = 0
          nothing
        stay
          nothing
    draw
  instance aside "Nobody looks": standard for play with bound = 0
  instance box "As sold": standard for play
"""


def sticks_in(folder: Path) -> Path:
    (folder / "clauses.md").write_text(CLAUSES)
    rules = folder / "sticks.rules"
    rules.write_text(RULES)
    return rules


@pytest.fixture
def sticks(tmp_path: Path) -> Path:
    return sticks_in(tmp_path)


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is kept of sticks, looked for once."""
    rules = sticks_in(tmp_path_factory.mktemp("sticks"))
    main(["verify", str(rules), "--update"])
    return rules.with_suffix(".answers").read_text()


@pytest.fixture
def kept_sticks(sticks: Path, answered: str) -> Path:
    """The ruleset, with its answers beside it."""
    sticks.with_suffix(".answers").write_text(answered)
    return sticks


def decide(capsys: Output, *arguments: object) -> dict[str, dict[str, object]]:
    """By key, the findings that are to be decided."""
    _, out, _ = run(capsys, "verify", *arguments, "--format", "json")
    findings = [f for game in json.loads(out) for f in game["findings"]]
    return {f["name"]: f for f in findings if f["severity"] == "decide"}


@pytest.mark.slow
def test_what_makes_two_games_is_to_be_decided(sticks: Path, capsys: Output) -> None:
    _, out, _ = run(capsys, "verify", sticks, "--update")
    text = " ".join(out.split())
    assert "Decide F1 [take] “How many may be taken?” makes two games from move 1 on" in text
    # B may take one after A took five sticks at most two at a time: no play is over before move 3.
    assert "F2 [end] “Who wins?” makes two games: play ends in another way after 3 moves" in text
    assert "words" not in text
    _, out, _ = run(capsys, "show", sticks, "F1")
    assert "two games after 0 moves; none is shorter" in out
    assert "A may also: take 3." in out
    assert f"again: rulewright compare {sticks} most --instance box" in unfolded(out)


@pytest.mark.slow
def test_kept_comparisons_are_played_again_and_none_is_believed(
    kept_sticks: Path, capsys: Output
) -> None:
    answers = kept_sticks.with_suffix(".answers")
    kept = read(answers.read_bytes())
    by_question = {c.question: c for c in kept.comparisons if c.game == "instance box"}
    assert by_question["most", "three"].evidence == KeptPlay(())
    # 6 to 0 left, six of them for either player to move at, and no 6 for B.
    assert by_question["most", "words"].evidence == KeptPairs(12)
    assert len(by_question["winner", "loses"].evidence.moves) == 3
    written = answers.read_text()
    both = {"reading.most", "reading.winner"}
    assert set(decide(capsys, kept_sticks)) == both
    assert answers.read_text() == written
    # That an option makes another game, and by which play, is claimed of one that makes none.
    forged = written.replace(
        "most = words in instance box: the same game\n    12 pairs of positions",
        "most = words in instance box: another game\n    A: take 1",
    )
    assert forged != written
    answers.write_text(forged.replace("most = three", "most = gone"))
    assert set(decide(capsys, kept_sticks, "--frozen")) == {"reading.winner"}
    # That an option makes the same game is claimed of one that does not.
    answers.write_text(
        written.replace(
            "most = three in instance box: another game",
            "most = three in instance box: the same game\n    0 pairs of positions",
        )
    )
    assert set(decide(capsys, kept_sticks, "--frozen")) == {"reading.winner"}
    assert set(decide(capsys, kept_sticks)) == both, "what does not hold is looked for again"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    B: take 2\n", ""),
        *judges([("A: take 2", "A: take 3"), ("A: take 2", "A: hop")]),
    ],
)
def test_a_play_of_another_game_or_an_illegal_one_shows_nothing(
    old: str, new: str, kept_sticks: Path, capsys: Output
) -> None:
    answers = kept_sticks.with_suffix(".answers")
    written = answers.read_text()
    place = written.index("winner = loses")
    assert old in written[place:]
    answers.write_text(written[:place] + written[place:].replace(old, new, 1))
    assert set(decide(capsys, kept_sticks, "--frozen")) == {"reading.most"}


@pytest.mark.slow
def test_a_rule_that_changes_takes_its_finding_along(kept_sticks: Path, capsys: Output) -> None:
    kept_sticks.write_text(RULES.replace("three: yes", "three: n < 3"))
    assert set(decide(capsys, kept_sticks)) == {"reading.winner"}


@pytest.mark.slow
def test_a_comparison_that_does_not_hold_any_more_is_a_change(
    kept_sticks: Path, capsys: Output
) -> None:
    code, out, _ = run(capsys, "verify", kept_sticks, "--frozen")
    assert (code, "Changed." in out) == (0, False)
    kept_sticks.write_text(RULES.replace("three: yes", "three: n < 3"))
    code, out, _ = run(capsys, "verify", kept_sticks, "--frozen")
    text = " ".join(out.split())
    assert code == 1
    was = "(most = three) was another game"
    assert f"Changed. sticks box: How many may be taken? {was}, is now open; between" in text
    text = " ".join(run(capsys, "verify", kept_sticks)[1].split())
    assert f"{was}, is now the same game; between" in text, "it is looked for again"


@pytest.mark.slow
def test_an_option_that_becomes_the_default_is_no_comparison_that_is_lost(
    kept_sticks: Path, capsys: Output
) -> None:
    """Only what became of others is told: three and words differ as two and three did."""
    text = RULES.replace('two" default', 'two"').replace('or three"', 'or three" default')
    kept_sticks.write_text(text)
    told = " ".join(run(capsys, "verify", kept_sticks)[1].split())
    assert "(most = three)" not in told
    assert "makes one game" not in told
    assert "(most = words) was the same game, is now another game" in told
    assert "(winner = loses)" not in told, (
        "it still makes another game, though another play shows it"
    )
    code, out, _ = run(capsys, "verify", kept_sticks, "--frozen")
    told = " ".join(out.split())
    assert code == 1
    assert "(most = words) was the same game, is now open" in told, (
        "one small game tells nothing of it"
    )
    assert "makes one game" not in told
    assert {"reading.most", "reading.winner"} == set(decide(capsys, kept_sticks)), (
        "the old default, too"
    )


def test_comparisons_are_written_and_read_back() -> None:
    kept = read(
        b"rulewright answers 1\nruleset r\n\nreadings\n"
        b"  a = b in instance i: another game\n    A: x: y\n"
        b"  a = c in variant v: the same game\n    1,234 pairs of positions\n"
        b"  d = e in instance i: open\n    no difference\n\nend of 0 answers and 3 comparisons\n"
    )
    assert kept.comparisons == (
        KeptComparison("a", "b", "instance i", KeptPlay((("A", "x: y"),))),
        KeptComparison("a", "c", "variant v", KeptPairs(1234)),
        KeptComparison("d", "e", "instance i", KeptOpen("no difference")),
    )
    assert read(write(kept).encode()) == kept


@pytest.mark.parametrize(
    "block",
    [
        "  a = b in instance i: another\n    A: x",
        "  a = b in instance i: another game\n    no play",
        "  a = b in instance i: the same game\n    A: x",
        "  a = b in instance i: open\n    x\n  a = b in instance i: open\n    y",
        "  a b in instance i: open\n    x",
    ],
)
def test_no_other_comparison_is_read(block: str) -> None:
    text = f"rulewright answers 1\nruleset r\n\nreadings\n{block}\n\nend of 0 answers and 1 comparison\n"
    with pytest.raises(AnswersError, match="line "):
        read(text.encode())


@pytest.mark.heavy
def test_what_may_be_done_says_more_than_what_lies_on_the_table(
    tmp_path: Path, capsys: Output
) -> None:
    """In one of the games nobody ever looks at the marker that begins otherwise."""
    (tmp_path / "clauses.md").write_text("- **[take]** Take one. (p. 1)\n")
    rules = tmp_path / "marker.rules"
    rules.write_text(MARKER)
    _, out, _ = run(capsys, "verify", rules)
    assert "“Whose marker lies there?” makes two games from move 2 on" in " ".join(out.split())
