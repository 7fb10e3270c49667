"""What each place of a program cites, and where in the text it and its variables come from."""

from __future__ import annotations

from tests.dsl.playing import Play, game

from rulewright.dsl.ir.program import Chance, Decision, End, Fault

PLAY = """
choose A                                       by [ask]
  go(k: 1..2)                                  by [go]
    n := k
  stay
    n := n - 9
B chooses p in Player - {A}                    by [pick]
roll r of (1..2)                               by [roll]
each q in {A, B} secretly chooses              by [secret]
  show(k: 1..2)                                by [show]
    n := n - k
  hide
    n := n - 9
if n = 1
  n := n - 2                                   by [inner]
  n := n - 3
for s in Player - {p}
  choose s
    wait
      log := log ++ [r, number(s)]
var left: 0..3 = 2
repeat left times
  choose A
    more
      left := 1
win p                                          by [end]
"""
TEXT = game(PLAY).replace("  play\n", "  play by [whole]\n")
BEGIN = TEXT.split("\n").index("    choose A                                       by [ask]")
"""The line before the play."""


def test_the_innermost_citation_counts_and_what_follows_does_not_cite_it() -> None:
    """An option, else its decision; a statement, else what it stands in, and else the play."""
    found = set()
    for node in Play(TEXT).program.nodes:
        assert node.span is not None
        found.add((type(node), node.span.line - BEGIN, node.clauses))
        if isinstance(node, Decision):
            for choice in node.choices:
                assert choice.span is not None
                found.add((choice.name, choice.span.line - BEGIN, choice.clauses))
    assert found == {
        (Decision, 1, ("ask",)), ("go", 2, ("go",)), ("stay", 4, ("ask",)), (Fault, 5, ("ask",)),
        (Decision, 6, ("pick",)), ("p", 6, ("pick",)),
        (Chance, 7, ("roll",)),
        (Decision, 8, ("secret",)), ("show", 9, ("show",)), ("hide", 11, ("secret",)),
        (Fault, 10, ("show",)), (Fault, 12, ("secret",)),
        (Fault, 14, ("inner",)), (Fault, 15, ("whole",)),
        (Decision, 17, ("whole",)), ("wait", 18, ("whole",)), (Fault, 19, ("whole",)),
        (Decision, 22, ("whole",)), ("more", 23, ("whole",)),
        (End, 25, ("end",)),
    }  # fmt: skip


def test_variables_come_from_where_they_are_named() -> None:
    """What is named nowhere comes from nowhere; `k_3` is that of an option of line 9."""
    variables = Play(TEXT).program.variables
    lines = {v.name: v.span.line - BEGIN for v in variables if v.span is not None}
    del lines["n"], lines["log"]
    assert lines == {
        "k": 2, "p": 6, "r": 7, "q": 8, "q_2": 8, "chosen": 8, "show_k": 9, "k_3": 9, "s": 16,
        "left": 20,
    }  # fmt: skip
