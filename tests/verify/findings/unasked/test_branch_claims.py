"""Of which branches it may be said that no play comes to them."""

from __future__ import annotations

from rulewright.dsl.load import load_text
from rulewright.verify.findings.unasked.detectors.in_all.dead_branches import branch_claims

JUMP = """\
ruleset jumps "Jumps"
  players Ann, Bob
  enum Stone: Round, Flat
  state left: 0..9 = 9
  state on: 1..11 -> Stone? = none
  let beyond(n: 1..9) = if n < 8 then n + 2 else none
  procedure jump(n: 1..9)
    let to = beyond(n)
    if to is none: return
    let over_it = on[to]
    if over_it is not none
      left -= 1
    else
      left := 0
    if on[n] is none
      left := 1
    if to is not none: left := 2
  play
    repeat
      choose Ann
        leaps(n: 1..9)
          jump(n)
"""


def test_a_local_is_asked_whether_it_holds_something_because_the_language_wants_that() -> None:
    """Not so a state; and that a local never holds anything is worth saying."""
    said = {claim.noticed.sentence for claim in branch_claims(load_text(JUMP, "jumps.rules"))}
    assert said == {
        "Play never comes to the branch if 'over_it is not none'",
        "Play never comes to the branch if 'on[n] is none'",
        "The condition 'on[n] is none' is always met where it is asked",
        "The condition 'to is none' is always met where it is asked",
        "Play never comes to the branch if 'to is not none'",
    }
