"""Few and short plays that cover a game: what every engine of it should be tested with.

Covered are: every option of every decision, by every player who has it, every action if they are few, every result
of chance, every branch of the rules (the cases of a ``match`` are branches), every end and outcome, the lowest and
the highest value of every number, both answers to every check, and what :mod:`.known` knows: examples, what shows a
finding, and for each reading a play that tells its options apart. A branch is covered in each place that performs
it, too, as far as plays that are looked at do so.
Plays are those that are known, those of breadth-first search and, behind its limit, of random play; then, for branches
that none of these took, of many more plays in C. Of these, plays are chosen that cover the most of what is left,
until all is covered (greedy set cover, Chvátal, 1979). Of branches and options that are left a proof is tried that no
play takes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic, process_time

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.native.compiler import available

from ...effort.conforming import COVERING, EXAMINING
from ...execution.interruption import ending_in_time
from ...limits import NEVER, Budget, Clock, Deadline, OutOfTime
from ...plays.json_values import Json
from ...progress import TellText
from ...results.verdict import counted
from ..connection.protocol import EngineFailure, decoded, setup_of
from .compiled_plays import plays_toward, random_plays
from .coverage import Goal, PlayCoverage
from .out_of_reach import out_of_reach

VERSION = 1


@dataclass(frozen=True, slots=True)
class Suite:
    """Plays as texts of actions with the purpose of each, and what none of them covers.

    ``cut_off``: the time was up before all were looked for. ``complete``: every position was looked at,
    so that no play covers what is not covered. ``moves``: how many were made in vain toward branches and
    options that are not covered. ``never``: what is proved to be covered by no play.
    """

    plays: tuple[tuple[str, ...], ...]
    covered: frozenset[Goal]
    uncovered: frozenset[Goal]
    cut_off: bool = False
    complete: bool = False
    moves: int = 0
    never: frozenset[Goal] = frozenset()

    @property
    def lacking(self) -> bool:
        """Whether something is not covered that might have been found with more time."""
        return self.cut_off and not self.complete and bool(self.open)

    @property
    def open(self) -> frozenset[Goal]:
        """What is not covered, and may be."""
        return self.uncovered - self.never

    @property
    def rest(self) -> str:
        """What is known of what is not covered, in words after the counts; only what ``never`` has is
        proved."""
        there = {goal for goal in self.uncovered if goal[0] != "reading"}
        found = ""
        if self.complete and there:
            found = "; that no play covers the rest is proved, as all positions were looked at"
        if self.lacking:
            found = "; the time was up before the rest was found: see --budget"
        options = sum(goal[0] == "reading" for goal in self.open)
        if options:
            found += f"; {counted(options, 'option')} of readings not told from what is chosen"
        if self.moves and any(kind in ("branch", "option") for kind, _ in self.open):
            found += (
                f"; to the branches and options that are left {self.moves:,} moves did not come"
            )
        proved = self.never - there if self.complete else self.never
        if proved:
            named = ", ".join(f"{kind} {name}" for kind, name in sorted(proved))
            found += f"; proved that no play comes to {named}"
        return f"{found}; --suite FILE names what is left" if self.open else found

    def counts(self) -> Mapping[str, tuple[int, int]]:
        """For each kind, how many are covered, of how many."""
        found: dict[str, tuple[int, int]] = {}
        for kind in sorted({kind for kind, _ in self.covered | self.uncovered}):
            done = sum(k == kind for k, _ in self.covered)
            found[kind] = (done, done + sum(k == kind for k, _ in self.uncovered))
        return found


def suite(
    ruleset: Ruleset,
    program: Program,
    budget: Budget,
    seed: int = 0,
    more: Mapping[Goal, Sequence[str]] | None = None,
    readings: Mapping[Goal, bool] | None = None,
    tell: TellText = lambda _: None,
    until: Deadline = NEVER,
) -> Suite:
    """A suite for a game of a ruleset. ``more``: plays from elsewhere, and the purpose of each. ``readings``: their
    options that are to be told apart, and whether it is proved that no play tells.

    The budget counts seconds of this process, so that the result is the same on a busy machine, as far as that
    takes no more than half as long again. ``until``: the moment by the clock after which nothing is begun, and
    compiling is ended.
    """
    clock = _of_this_process()
    seen = PlayCoverage(ruleset, program, tell)
    deadline = budget.start(clock)
    known: dict[Goal, tuple[str, ...]] = {g: tuple(p) for g, p in (more or {}).items()}
    seen.along(known.values(), deadline)
    searching = budget.share(COVERING.search_share).start(clock)
    searched = seen.breadth_first(COVERING.positions, searching)
    complete, cut_off, moves = searched is True, searched is None, 0
    number = quiet = 0
    most = 0 if complete else COVERING.plays
    playing = budget.share(COVERING.plays_share).start(clock)
    while not playing.passed() and number < most and (seen.open() or quiet < COVERING.quiet_plays):
        tell(f"a suite is made: {number:,} random plays")
        before = len(seen.found)
        seen.at_random(Random(f"{seed} {number}"), playing)
        quiet = quiet + 1 if len(seen.found) == before else 0
        number += 1
    cut_off = cut_off or (playing.passed() and not complete)
    if not complete:
        in_time = False
        with suppress(OutOfTime), ending_in_time(until):
            in_time = _in_c(ruleset, program, seen, seed, deadline, until, tell)
        moves = COVERING.guided if in_time and not available() else 0
        cut_off = cut_off or not in_time
    chosen = _fewest(seen)
    extra = [play for play in known.values() if play not in chosen]
    options = readings or {}
    goals = seen.goals | known.keys() | options.keys()
    seen_goals = {goal for goal in seen.to_cover() if goal[0] != "context"}
    covered = frozenset(seen_goals | known.keys())
    uncovered = frozenset(goals - covered)
    never = uncovered - options.keys() if complete else frozenset[Goal]()
    if not complete and not until.passed():
        proving = budget.share(COVERING.proof_share).start(clock)
        asked = {goal for goal in uncovered if goal[0] in ("branch", "option")}
        never = out_of_reach(ruleset, program, asked, proving, tell)
    never |= {goal for goal, same in options.items() if same and goal in uncovered}
    # The short ones first: if time is up, most of them were played, and what they show is short.
    plays = tuple(sorted((*chosen, *dict.fromkeys(extra)), key=len))
    return Suite(plays, covered, uncovered, cut_off, complete, moves, never)


def _of_this_process() -> Clock:
    """The seconds of this process; a share of those that have passed, if these are more."""
    began = monotonic(), process_time()

    def clock() -> float:
        return max(process_time() - began[1], (monotonic() - began[0]) / COVERING.busy)

    return clock


def _in_c(
    ruleset: Ruleset,
    program: Program,
    seen: PlayCoverage,
    seed: int,
    deadline: Deadline,
    until: Deadline,
    tell: TellText,
) -> bool:
    """Look in C for plays to what none took. Whether there was time for all of that.

    The compiler is not begun shortly before the time is up.
    """
    if not _can_compile(deadline, until):
        return False
    tell("a suite is made: random plays in C")
    missed = seen.missed("branch", "context")
    seen.along(random_plays(seen.game.program, missed, seed, EXAMINING.moves, deadline), deadline)

    def left() -> frozenset[Goal]:
        missed = frozenset(
            g for g in seen.goals - seen.found.keys() if g[0] in ("branch", "option")
        )
        tell(f"a suite is made: plays in C to what none took, {len(missed):,} left")
        return missed

    if not _can_compile(deadline, until):
        return False
    plays = [seen.actions(play) for play in _fewest(seen)]
    toward = plays_toward(ruleset, program, left, plays, seed, EXAMINING.moves, deadline)
    seen.along(toward, deadline)
    return not deadline.passed()


def _can_compile(*deadlines: Deadline) -> bool:
    left = [deadline.left() for deadline in deadlines]
    return all(seconds is None or seconds >= COVERING.compiling for seconds in left)


def _fewest(seen: PlayCoverage) -> list[tuple[str, ...]]:
    """Plays that together cover everything found: greedily, the shorter of two."""
    left = seen.to_cover()
    offers = seen.covers({seen.found[goal] for goal in left})
    chosen: list[tuple[str, ...]] = []
    while left:
        best = max(offers, key=lambda play: (len(offers[play] & left), -len(play), play))
        chosen.append(best)
        left -= offers[best]
    return [p for p in chosen if not any(q != p and q[: len(p)] == p for q in chosen)]


def written(program: Program, made: Suite) -> str:
    """A suite as a file."""
    return json.dumps(as_json(program, made), indent=1, ensure_ascii=False) + "\n"


def as_json(program: Program, made: Suite) -> dict[str, Json]:
    """The content of a suite's file."""
    return {
        "suite": VERSION,
        "game": setup_of(program).json(),
        "plays": [list(play) for play in made.plays],
        "uncovered": [f"{kind}: {name}" for kind, name in sorted(made.uncovered)],
        "never": [f"{kind}: {name}" for kind, name in sorted(made.never)],
    }


def read(text: str, program: Program) -> tuple[tuple[str, ...], ...]:
    """The plays of a file. Raises ValueError for anything but a suite of this game."""
    try:
        data = decoded(text.encode())
    except EngineFailure as error:
        raise ValueError(str(error)) from None
    plays = data.get("plays")
    if data.get("suite") != VERSION or not isinstance(plays, list):
        raise ValueError(f"no suite of version {VERSION}")
    if data.get("game") != setup_of(program).json():
        raise ValueError("a suite of another game")
    found: list[tuple[str, ...]] = []
    for play in plays:
        if not isinstance(play, list) or not all(isinstance(text, str) for text in play):
            raise ValueError("a play is a list of actions")
        found.append(tuple(map(str, play)))
    return tuple(found)
