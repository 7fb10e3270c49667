"""What a finished or stopped search says of its graph: play by play, and why it says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES, Const
from rulewright.dsl.ir.program import Chance, Check, Decision, End, Fault, Node, Parameter
from rulewright.dsl.ir.types import Enum, Int, Set
from rulewright.engines.game import Action, Outcome
from rulewright.verify.effort.searching import Lasting
from rulewright.verify.limits import Budget, OutOfTime
from rulewright.verify.portfolio.methods.explicit import answers, deadlock_defect, fault_defect
from rulewright.verify.properties import registry
from rulewright.verify.properties.kind import Evidence, Undetermined
from rulewright.verify.properties.kinds import stability, termination
from rulewright.verify.properties.observed import Observed
from rulewright.verify.properties.target import (
    DivergenceTarget,
    LassoTarget,
    StateTarget,
    TrapTarget,
)
from rulewright.verify.results.check_result import CheckResult
from rulewright.verify.results.verdict import Bounded, Explained, Proved, Unknown, stopped_at
from rulewright.verify.stategraph.bfs import explore
from rulewright.verify.stategraph.graph import (
    OUT_OF_MEMORY,
    OUT_OF_TIME,
    EngineMismatch,
    OutOfMemory,
    StateGraph,
)
from rulewright.verify.stategraph.lasso import Lasso

NOTHING = Observed({}, {}, {}, None)
FORWARD = Action(0, (0,))
Graph = StateGraph[int, Action]


@dataclass(frozen=True)
class Marks:
    """Whoever holds the graph in a better form: here it is said beforehand what holds for ever."""

    marks: bytearray

    def always_globally(self, satisfying: bytearray) -> bytearray:
        return self.marks

    def component_ids(self) -> Sequence[int]:
        raise AssertionError


def forever(
    game: TableGame, good: set[int], graph: Graph | None = None, *, quickly: bool = False
) -> Evidence | Undetermined | None:
    graph = graph or explore(game, Budget())
    marks = bytearray(int(state in good) for state in graph.states)
    if quickly:
        graph = replace(graph, analysis=Marks(marks))
    observed = replace(NOTHING, satisfying={7: marks})
    return registry.KINDS["forever"].find(game, graph, observed, 7)


@pytest.mark.parametrize("quickly", [False, True])
def test_what_holds_for_ever_is_shown_where_play_goes_on_if_that_can_be(quickly: bool) -> None:
    # 0 -> 1 (over), 0 -> 2 -> 3 -> 2.
    game = TableGame([[1, 2], [], [3], [2]], {1: "draw"})
    two = Evidence((Action(0, (1,)),), TrapTarget(7))
    over = Evidence((FORWARD,), TrapTarget(7), "only where play is over")
    assert forever(game, {1, 2, 3}, quickly=quickly) == two
    assert forever(game, {0, 1, 2, 3}, quickly=quickly) == Evidence((), TrapTarget(7))
    assert forever(game, {1}, quickly=quickly) == over
    assert forever(game, set(), quickly=quickly) is None
    stopped = replace(explore(game, Budget()), stopped=OUT_OF_TIME)
    note = "not all was searched: there may be a shorter one"
    assert forever(game, {1, 2, 3}, stopped, quickly=quickly) == replace(two, note=note)
    assert forever(game, {1}, stopped, quickly=quickly) == over


UNDETERMINED = Undetermined(
    "it holds for ever after some play, but in more than 20,000 positions",
    "take a smaller instance",
)

UNDETERMINED_BEYOND_FIVE = replace(
    UNDETERMINED, why="it holds for ever after some play, but in more than 5 positions"
)


def line(length: int) -> Graph:
    """A play of so many states, the last of which comes again."""
    targets = [*range(1, length), length - 1]
    return StateGraph(
        states=range(length), parents=range(-1, length - 1), moves=[FORWARD] * length,
        starts=range(length + 1), targets=targets, terminal={}, stuck=(), stopped=None,
        expanded=length, transitions=length,
    )  # fmt: skip


def test_the_future_of_what_is_shown_is_small_enough_to_be_looked_at_again() -> None:
    """Where the search was done elsewhere: 20,000 positions, the one that is shown among them."""
    game = TableGame([[0]])
    observed = replace(NOTHING, satisfying={7: bytearray()})
    graph = replace(line(20_000), analysis=Marks(bytearray(b"\1" * 20_000)))
    found = registry.KINDS["forever"].find(game, graph, observed, 7)
    assert found == Evidence((), TrapTarget(7))
    graph = replace(line(20_001), analysis=Marks(bytearray(b"\1" + bytes(20_000))))
    assert registry.KINDS["forever"].find(game, graph, observed, 7) == UNDETERMINED
    here = replace(NOTHING, satisfying={7: bytearray(b"\1" * 20_001)})
    assert registry.KINDS["forever"].find(game, line(20_001), here, 7) == found


def test_so_many_positions_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stability, "LASTING", Lasting(future=5))
    game = TableGame([[0]])
    for length, found in ((54, 49), (55, None)):
        graph = replace(line(length), analysis=Marks(bytearray(b"\1" * length)))
        result = registry.KINDS["forever"].find(
            game, graph, replace(NOTHING, satisfying={7: bytearray(length)}), 7
        )
        if found is None:
            assert isinstance(result, Undetermined)
        else:
            assert result == Evidence((FORWARD,) * found, TrapTarget(7))


def test_all_that_may_follow_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stability, "LASTING", Lasting(future=5))
    game = TableGame([[1, 2], [1], [3], [4], [5], [6], [6]])
    assert forever(game, {0}, quickly=True) == UNDETERMINED_BEYOND_FIVE


def test_the_end_is_tried_too_where_play_goes_on_nowhere() -> None:
    game = TableGame([[1], []], {1: "draw"})
    found = forever(game, {1}, quickly=True)
    assert isinstance(found, Evidence)
    assert found.note == "only where play is over"


# --- plays that do not end ------------------------------------------------------------------------


def test_a_play_that_goes_round_is_gone_round_once_and_said_to_be_the_shortest_if_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = TableGame([[1], [2], [1]])
    graph = explore(game, Budget())
    ends = registry.KINDS["ends"]
    for lasso, stopped, note in (
        (Lasso((0, 1), (1, 2, 1)), None, ""),
        (Lasso((0, 1), (1, 2, 1), shortest=False), None, "there may be a shorter one"),
        (Lasso((0, 1), (1, 2, 1)), OUT_OF_TIME, "not all was searched: there may be a shorter one"),
    ):
        monkeypatch.setattr(termination, "shortest_lasso", lambda _, found=lasso: found)
        found = ends.find(game, replace(graph, stopped=stopped), NOTHING, 0)
        assert found == Evidence((FORWARD,) * 3, LassoTarget(1), note)
    diverging = replace(NOTHING, divergent=2)
    assert ends.find(game, graph, diverging, 0) == Evidence((FORWARD,) * 2, DivergenceTarget())
    with pytest.raises(EngineMismatch, match="from state 1 to state 2"):
        termination.loop_actions(TableGame([[1], [0], [1]]), graph, Lasso((0, 1), (1, 2, 1)))


def test_what_a_play_must_show() -> None:
    kinds = registry.KINDS
    assert kinds["ends"].target(3) == DivergenceTarget()
    assert kinds["ends"].target(3, 2) == LassoTarget(2)
    assert kinds["always"].target(3) == StateTarget(3, False)
    for keyword in ("never", "reachable"):
        assert kinds[keyword].target(3) == StateTarget(3)
    needing = {keyword for keyword, kind in kinds.items() if kind.needs_transitions}
    assert needing == {"ends", "forever"}
    assert kinds["forever"].excluded(line(4)) == 0


# --- what is said of a check ----------------------------------------------------------------------


class Says(registry.CheckKind):
    """A kind that finds what a test says."""

    keyword = "says"
    seeks = "counterexample"

    def __init__(self, found: Any) -> None:
        self.found = found

    def target(self, number: int, loop_start: int | None = None) -> StateTarget:
        return StateTarget(number)

    def find(self, *of: Any) -> Any:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (Undetermined("too many", "fewer"), Unknown(Explained("too many"), "fewer")),
        (OutOfMemory("too large"), Unknown(Explained("too large"), OUT_OF_MEMORY.advice)),
        (OutOfTime(), stopped_at(OUT_OF_TIME)),
    ],
)
def test_what_was_not_found_out_is_said_with_the_reason(
    found: object, verdict: Unknown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.KINDS, "says", Says(found))
    check = Check("c", "says", YES, None, "")
    game = TableGame([[0]], checks=(check,))
    assert answers(game, explore(game, Budget()), NOTHING, [0]) == {0: CheckResult(check, verdict)}


def test_where_nothing_was_found_it_hangs_on_how_much_was_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry.KINDS, "says", Says(None))
    game = TableGame([[1], [2, 2], [0]], checks=(Check("c", "says", YES, None, ""),))
    graph = explore(game, Budget())
    verdict = answers(game, graph, NOTHING, [0])[0].verdict
    assert isinstance(verdict, Proved)
    assert verdict.evidence == graph.finished()
    assert verdict.reasons == ("all 3 positions and 4 actions were visited",)
    for expanded, expected in (
        (0, stopped_at(OUT_OF_TIME)),
        (1, Bounded(1)),
        (2, Bounded(2)),
    ):
        part = replace(graph, stopped=OUT_OF_TIME, expanded=expanded)
        assert answers(game, part, NOTHING, [0])[0].verdict == expected


# --- what is wrong without being asked for ---------------------------------------------------------

SOLO = Enum("Player", ("P",))


def ended_at(node: Node, outcome: Outcome | None = None) -> Any:
    return SimpleNamespace(play=SimpleNamespace(last_node=node, outcome=outcome))


def test_of_a_decision_at_which_play_is_stuck_its_name_and_its_clauses_are_told() -> None:
    for name, message in (
        ("turn", "play is stuck: no legal option (turn)"),
        ("", "play is stuck: no legal option"),
    ):
        witness = ended_at(Decision(name, Const(0, SOLO), (), clauses=("play.go",)))
        defect = deadlock_defect(witness)
        assert (defect.message, defect.clauses, defect.witness) == (message, ("play.go",), witness)
    none = Parameter("k", Int(0, 1), Const(0, Set(Int(0, 1))), "k")
    chance = ended_at(Chance("die", none, Const(1, Int(1, 1)), 0, ("die",)))
    defect = deadlock_defect(chance)
    assert (defect.message, defect.clauses) == ("play is stuck: no legal option", ("die",))


def test_of_a_fault_it_is_told_what_it_is_and_whether_the_ruleset_says_so_itself() -> None:
    fault = Outcome("fault", (), None, "fault: the box is empty", ("box",))
    for node, declared in (
        (Fault("the box is empty"), False),
        (Fault("the box is empty", declared=True), True),
        (End("end", "draw", Const(0, Set(SOLO))), False),
    ):
        defect = fault_defect(ended_at(node, fault))
        assert (defect.message, defect.clauses) == ("fault: the box is empty", ("box",))
        assert defect.declared is declared
    defect = fault_defect(ended_at(Fault("the box is empty")))
    assert (defect.message, defect.clauses) == ("fault", ())
