"""What the command line says of two games: probabilities, gaps and who has not won."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.verify.cli.main import main

RULES = """\
ruleset shown "What is said"
  clauses "clauses.md"
  players nobody, B
  enum Kind: Ka, Kb
  record Spot: kind: Kind, up: Bool
  reading way "which?" by [c]
    left: "this" default
    right: "that"
  play by [c]
    if way is left
      {left}
    else
      {right}
    draw
"""


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (
            "roll x of Spot",
            "roll x of Spot with weight if x is Spot(Ka, yes) then 2 else 1",
            [
                "left: chance takes (Ka, no) 1/4, (Ka, yes) 1/4, (Kb, no) 1/4, (Kb, yes) 1/4",
                "right: chance takes (Ka, no) 1/5, (Ka, yes) 2/5, (Kb, no) 1/5, (Kb, yes) 1/5",
            ],
        ),
        (
            "win nobody",
            "win those p in Player: no",
            ["left: play is over: nobody\n", "right: play is over: nobody has won\n"],
        ),
        (
            'gap "what then?"',
            "rank by points",
            ["left: the rules say nothing: what then?", "right: play is over: B (nobody 0, B 1)"],
        ),
        (
            "var n: 0..1 = 1; n += 1",
            "repeat",
            [
                "left: the rules are at odds: n cannot hold this value",
                "right: play is over: the rules run on for ever",
            ],
        ),
        (
            "repeat",
            "B chooses x in Kind",
            [
                "left: play is over: the rules run on for ever",
                "right: B may also: kind Ka, kind Kb",
            ],
        ),
    ],
)
def test_what_is_said_of_a_difference(
    left: str, right: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = RULES.format(left=_lines(left), right=_lines(right))
    rules += "  let points(p: Player) = if p is B then 1 else 0\n" if "points" in rules else ""
    (tmp_path / "shown.rules").write_text(rules)
    (tmp_path / "clauses.md").write_text("- **[c]** Text. (p. 1)\n")
    assert main(["compare", str(tmp_path / "shown.rules"), "--engine", "python"]) == 0
    text = capsys.readouterr().out
    assert all(words in text for words in said), text


WALK = """\
    repeat 20 times
      choose B
        step by [c]
          nothing
    if way is left: win B
"""


def test_a_long_play_is_folded_unless_all_of_it_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = RULES[: RULES.index("    if way")]
    (tmp_path / "shown.rules").write_text(f"{begin}{WALK}    draw\n")
    (tmp_path / "clauses.md").write_text("- **[c]** Text. (p. 1)\n")
    for options, folded in (([], True), (["--plays"], False)):
        assert main(["compare", str(tmp_path / "shown.rules"), *options]) == 0
        text = capsys.readouterr().out
        assert "20. B: step" in text
        assert ("… moves 9 to 16 …" in text) is folded
        assert ("10. B: step" in text) is not folded


def _lines(statements: str) -> str:
    return statements.replace("repeat", "repeat; {}nothing").replace("; ", "\n      ").format("  ")
