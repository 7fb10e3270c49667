"""Every play ends: measures are found where that is so, and none where it is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.shipped import ruleset, shipped
from tests.tiers import slow
from tests.verify.kernel.certified import decides, program

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.verify.answers.certificates import Certificates
from rulewright.verify.answers.explanation import reasons
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.check import Accepted, Rejected, check
from rulewright.verify.proof.inductive_subset import inductive_subset
from rulewright.verify.proof.measures.termination import termination
from rulewright.verify.solvers.queries.metered import Meter, MeteredSolver


def ends(of: Program) -> int:
    """The number of the check that every play ends."""
    return next(i for i, c in enumerate(of.checks) if c.kind == "ends")


def found(of: Program) -> Certificate | None:
    """What is guessed; if anything, the kernel accepts it."""
    meter = Meter(10**9, lambda: None)
    asked, tick = MeteredSolver(meter, 10**7), lambda: None

    def inductive(certificate: Certificate) -> Certificate | None:
        return inductive_subset(of, ends(of), certificate, asked, tick)

    guessed = termination(of, ends(of), meter, inductive)
    if guessed is not None:
        assert isinstance(check(of, ends(of), guessed, decides), Accepted)
    return guessed


CAN_A = "some s in Place: held[s] = 0"
CAN_B = "some s in Place: held[s] = 0 and s not in marked"
PASSING = """\
marked := {Pa, Pb}
repeat
  turns for p in Player
    choose p
      put(s: Place) when held[s] = 0, s not in marked or p is A
        held[s] := 1
      pass when not (some s in Place: held[s] = 0 and (s not in marked or p is A))
        nothing
"""

BIDDING = """\
n := 5
repeat until n = 0
  m := 0
  marked := {}
  repeat until {left}
    for s in Place from Pb if s not in marked
      choose A
        raise when m < 9
          m := m + 1
        out when s not in marked
          marked := marked + {s}
  n := n - 1
"""

PLAYS: dict[str, tuple[str, int | None]] = {
    # a play, and how many numbers its measure has; None: it need not end
    "less and less": ("n := 9\nrepeat until n = 0\n  choose A\n    down\n      n := n - 1", 1),
    "a set that grows": (
        "repeat\n  choose A\n    go(s: Place) when s not in marked\n      marked := marked + {s}",
        1,
    ),
    "one gives, the other takes": (
        "n := 5\nrepeat\n  choose A\n    give when n > 0 and m < 9\n      n := n - 1\n      m := m + 1",
        1,
    ),
    "a counter that begins again": (
        "n := 9\nm := 3\nrepeat\n  choose A\n    down when n > 0\n      n := n - 1\n"
        "    again when m > 0\n      m := m - 1\n      n := 9",
        2,
    ),
    "nobody has to pass twice": (f"{PASSING}    if not ({CAN_A}) and not ({CAN_B}): draw", 2),
    "both pass for ever": (PASSING, None),
    "until all are out": (BIDDING.replace("{left}", "marked = Place"), 4),
    "one of those who are out is asked again": (
        BIDDING.replace("{left}", "marked = Place").replace("marked + {s}", "{s}"),
        None,
    ),
    # All are asked once in each of a few rounds: who has been asked is known from the loops alone.
    "so often round the table, from another place each time": (
        "var first: Place = Pa\nrepeat 2 times\n  for s in Place after first\n    choose A\n"
        "      up\n        n := n + 1\n      down\n        n := 0\n        m := 9 - m\n"
        "  first := if n < 5 then Pb else Pc",
        1,
    ),
    "a loop inside a move": (
        "n := 9\nrepeat until n = 0\n  choose A\n    down\n      n := n - 1\n"
        "      m := 5\n      repeat until m = 0\n        m := m - 1",
        2,
    ),
    "now up, now down": (
        "repeat\n  choose A\n    up when n < 9\n      n := n + 1\n    down when n > 0\n      n := n - 1",
        None,
    ),
    "nothing happens": ("repeat\n  choose A\n    wait", None),
    "up, and back at the top": (
        "repeat\n  choose A\n    up\n      n := if n < 9 then n + 1 else 0",
        None,
    ),
    "up, and back where no random play comes": (
        "repeat until n = 9\n  choose A\n    up\n      n := n + 1\n    over\n      n := 9\n"
        "repeat\n  choose A\n    go(s: Place, t: Place, u: Place) when s in marked, t in marked\n"
        "      n := n\n    mark(s: Place)\n      marked := {s}",
        None,
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", PLAYS)
def test_a_measure_is_found_where_plays_end(name: str) -> None:
    play, numbers = PLAYS[name]
    certificate = found(program(play, "c: every play ends"))
    if numbers is None:
        assert certificate is None
    else:
        assert certificate is not None
        assert {len(measure) for _, measure in certificate.measure} == {numbers}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("tictactoe", "box"),
        ("connectfour", "box"),
        ("goofspiel", "box"),
        *slow([("hex", "box"), ("breakthrough", "three_columns")]),
    ],
)
def test_classics_end_on_their_full_boards(name: str, instance: str) -> None:
    of = shipped(name, instance)
    certificate = found(of)
    assert certificate is not None
    kept = Certificates(ruleset(name), of)
    again = kept.read(certificate.check, kept.lines(certificate))
    assert kept.lines(again) == kept.lines(certificate)
    assert isinstance(check(of, ends(of), again, decides), Accepted)


DEALT = """\
ruleset dealt "Cards are dealt, then laid"
  players A, B, C
  enum Suit: Clubs, Hearts
  enum Card: C1, C2, C3, C4, C5, C6, C7, C8, C9, H1, H2, H3, H4, H5, H6, H7, H8, H9
  supply deck[Card] = 1 seen by none
  state hand: Player -> set of Card = {} seen by owner
  play
    for p in Player
      repeat 6 times
        roll c of Card with weight deck[c]
        take deck[c] to hand[p]
    repeat 6 times
      for p in Player
        choose p
          lay(c: hand[p])
            remove c from hand[p]
    draw
  check ends: every play ends
"""


@pytest.mark.thorough
def test_what_only_falls_is_taken_before_what_a_loop_sets_back() -> None:
    """That fewer cards are left to deal shows it, however often the loop of one hand begins again."""
    of = instantiate(load_text(DEALT, "dealt.rules"))
    certificate = found(of)
    assert certificate is not None
    assert certificate.claims == ()
    for _, (_, dealt, laid) in certificate.measure:
        assert "deck" in show_expr(dealt)
        assert "passes" not in show_expr(dealt)
        assert "hand" in show_expr(laid)


@pytest.mark.thorough
def test_what_gets_less_is_told() -> None:
    of = shipped("tictactoe", "box")
    certificate = found(of)
    assert certificate is not None
    told = reasons(Certificates(ruleset("tictactoe"), of), certificate, of)
    assert told[0] == "with every decision, this gets less: count s in Square: on[s] is none"
    assert told[1:] == ("it rests on [end.full], [play.place]",)


@pytest.mark.thorough
def test_a_measure_that_does_not_sink_is_rejected() -> None:
    of = shipped("tictactoe", "box")
    certificate = found(of)
    assert certificate is not None
    kept = Certificates(ruleset("tictactoe"), of)
    lines = kept.lines(certificate)
    for number, fine in {
        "count s in Square: on[s] is none": True,
        "(count s in Square: on[s] is none) * 2 + 7": True,
        "(count s in Square: on[s] is none) - (count s in Square: on[s] is X)": True,
        "0 - (count s in Square: on[s] is not none)": True,
        "0 - (count s in Square: on[s] is none)": False,
        "count s in Square: on[s] is not none": False,
        "count s in Square: on[s] is X": False,
        "count s in Square - {a1}: on[s] is none": False,
        "(count s in Square: on[s] is none) + (count s in Square: on[s] is O)": False,
        "9": False,
    }.items():
        changed = (*lines[:-1], f"  {number}")
        result = check(of, ends(of), kept.read(certificate.check, changed), decides)
        assert isinstance(result, Accepted) is fine, number
    result = check(of, ends(of), replace(certificate, measure=()), decides)
    assert isinstance(result, Rejected)
