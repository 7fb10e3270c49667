"""A small game whose readings are known by hand: sticks are taken, the last one decides."""

from __future__ import annotations

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

COUNTDOWN = """
ruleset countdown "Countdown"
  players A, B
  param heap: 0..6 = 6 by [heap]
  state left: 0..heap = heap
  state taken: 0..6 = 0
  state noted: 0..6 = 0 seen by none

  reading step "How much may be taken?" by [take]
    one_or_two: "one or two" default
    up_to_three: "one, two or three"
    same_words: "one or two, in other words"

  reading taker "Who wins?" by [end]
    wins: "whoever takes the last" default
    loses: "the other player"

  reading tally "Is a tally kept?" by [tally]
    none_kept: "no" default
    open_tally: "yes, on the table"
    secret: "yes, where nobody may look"

  reading rest "What if nothing is left?" by [end]
    ends: "play ends" default
    runs_on: "nothing happens, for ever"

  reading hidden "Do the others see what is said?" by [end]
    seen: "yes" default
    unseen: "no"

  reading who "Who says when play is over?" by [end]
    nobody: "nobody" default
    both: "whoever took the last, and only then"

  play by [play]
    repeat
      turns for p in Player
        choose p
          take(n: 1..3) when n <= left, allowed(n)
            left -= n
            if tally is open_tally
              taken += n
            if tally is secret
              noted += n
        if left = 0
          ending(p)

  procedure ending(p: Player) by [end]
    if rest is runs_on
      repeat
        nothing
    win if taker is wins then p else next(p)

  let allowed(n: 1..3) =
    match step
      one_or_two: n < 3
      up_to_three: yes
      same_words: n in {1, 2}

  variant talking
    procedure ending(p: Player) by [end]
      if who is both
        if hidden is unseen
          each q in {p} secretly chooses
            say
              nothing
        else
          choose p
            say
              nothing
      win if taker is wins then p else next(p)

  instance six: standard
  instance two: standard with heap = 2
"""


def ruleset() -> Ruleset:
    """The ruleset; its clauses are not looked up."""
    return load_text(COUNTDOWN, "countdown.rules")


def game(loaded: Ruleset, variant: str = "standard", heap: int = 6, **readings: str) -> PythonGame:
    """A game of it on the Python engine."""
    program = instantiate(loaded, variant=variant, parameters={"heap": heap}, readings=readings)
    return PythonGame(program)
