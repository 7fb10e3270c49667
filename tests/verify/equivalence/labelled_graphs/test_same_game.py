"""What makes two games the same, case by case: by hand, by the comparison, and independently.

Each case is a reading of two options. The expected number is the length of the shortest play that
tells the rules apart, or None; it was written down by hand, and a partition refinement over both
games, explored by the plain interpreter, says the same.
"""

from __future__ import annotations

import pytest
from tests.oracles.bisimulation import parting
from tests.verify.equivalence.labelled_graphs.by_interpreter import Explorer
from tests.verify.equivalence.same import same_program

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.equivalence.distinguish import ProgramComparison, distinguish
from rulewright.verify.equivalence.product import PythonProduct
from rulewright.verify.limits import Budget

HEAD = """\
ruleset pair "Two games"
  enum Kind: Ka, Kb
  enum Turned: Kb, Ka
  record Spot: kind: Kind, up: Bool
  players {players}
  state n: 0..3 = 1
  state unseen: 0..3 = 0 seen by none
  state points: Player -> 0..3 = 0
  state mine: Player -> 0..3 = 0 seen by owner
  supply heart = {hearts}
  reading way "which?"
    left: "this" default
    right: "that"
  play
    if way is left
{left}
    else
{right}
{after}
    draw
"""

RULES: dict[str, tuple[str, str, int | None]] = {
    # options are told apart by what their arguments are, not by their numbers
    "places of another type": ("choose A; go(x: Kind); nothing", "choose A; go(x: Player); nothing", 0),
    "numbers from 0, from 1": ("choose A; go(x: (0..1)); nothing", "choose A; go(x: (1..2)); nothing", 0),
    "yes and no, 0 and 1": ("choose A; go(x: {yes, no}); nothing", "choose A; go(x: (0..1)); nothing", 0),
    "another order of values": ("choose A; go(x: Kind); nothing", "choose A; go(x: Turned); nothing", None),
    "part of a longer range": ("choose A; go(x: (0..1)); nothing", "choose A; go(x: those y in (0..3): y < 2); nothing", None),
    "records by their fields": ("choose A; go(x: Spot); nothing", "choose A; go(x: Kind, y: {yes, no}); nothing", 0),
    "other names of parameters": ("choose A; go(x: Kind); nothing", "choose A; go(y: Kind); nothing", None),
    "other names of options": ("choose A; go; nothing", "choose A; stay; nothing", 0),
    "one element that is asked for": ("A chooses x in Kind", "A chooses x in Player", 0),
    "options in another order": ("choose A; go; nothing; stay; nothing", "choose A; stay; nothing; go; nothing", None),
    "two arguments in another order": ("choose A; go(x: Kind, y: Player); nothing", "choose A; go(y: Player, x: Kind); nothing", 0),
    # chance is told apart by its probabilities
    "weights in proportion": ("roll x of Kind with weight 1", "roll x of Kind with weight 2", None),
    "weights that are unequal": ("roll x of Kind", "roll x of Kind with weight if x is Ka then 2 else 1", 0),
    "2 to 1 and 6 to 3": ("roll x of Kind with weight if x is Ka then 2 else 1", "roll x of Kind with weight if x is Ka then 6 else 3", None),
    "a result that never comes": ("roll x of Kind with weight if x is Ka then 0 else 1", "roll x of those y in Kind: y is Kb with weight 7", None),
    "the name of a roll": ("roll x of Kind", "roll y of Kind", None),
    "results of another type": ("roll x of Kind", "roll x of Player", 0),
    "equal results in another order": ("roll x of Kind with weight if x is Ka then 2 else 1", "roll x of Turned with weight if x is Kb then 1 else 2", None),
    "a roll with one result": ("roll x of those y in Kind: y is Ka", "nothing", 0),
    "a roll is no choice": ("roll x of Kind", "A chooses x in Kind", 0),
    # ends by what is won, not by what they are called
    "somebody wins, all others do": ("win A", "win those p in Player: p is not A", 0),
    "the same winner": ("win A", "win {A}", None),
    "a draw, and a win of nobody": ("draw", "win those p in Player: no", 0),
    "a draw, and a defeat of all": ("draw", "lose", 0),
    "scores": ("win Player", "rank by points", 0),
    "equal scores": ("rank by points", "rank by points", None),
    "two gaps": ('gap "this"', 'gap "that"', 0),
    "one gap": ('gap "this"', 'gap "this"', None),
    "a gap is no end": ('gap "this"', "lose", 0),
    "a gap that reads like a fault": ('gap "there is not enough heart left to take"', "take 3 of heart to n", 0),
    "rules that run on": ("repeat; nothing", "repeat; unseen := 1", None),
    "rules that run on, and a gap": ("repeat; nothing", 'gap "this"', 0),
    "a local in its second copy": ("spend(); spend()", "spend(); spend()", None),
    # who decides, and who learns of it
    "who decides": ("choose A; go; nothing", "choose other; go; nothing", 0),
    "a secret": ("each p in {A} secretly chooses; go; nothing", "choose A; go; nothing", 0),
    "a secret about nothing": ("each p in {A} secretly chooses; go when n = 3; nothing", "choose A; go when n = 3; nothing", None),
    "nobody can do anything": ("choose A; go when n = 3; nothing", "choose A; stay when n = 3; nothing", None),
    "another one can do nothing": ("choose A; go when n = 3; nothing", "choose other; go when n = 3; nothing", 0),
    "one question more": ("choose A; go; nothing", "nothing", 0),
    # what nobody can look at comes out when somebody acts on it
    "what is not seen": ("unseen := 1", "unseen := 2", None),
    "what comes of it": ("unseen := 1; later()", "unseen := 2; later()", 1),
}  # fmt: skip

TABLE: dict[str, tuple[str, str, int | None]] = {
    "a state": ("n := 2", "n := 3", 0),
    "a state that changes back": ("n := 2; n := 1", "n := 1", None),
    "what its owner sees": ("mine[A] := 1", "nothing", 0),
    "what nobody sees": ("unseen := 2", "nothing", None),
    "after a choice": ("choose A; go; n := 2", "choose A; go; n := 3", 1),
    "what has held since": (
        "if n = 1 since way is left: n := 1",
        "if n = 1 since way is left: n := 1",
        None,
    ),
    "a fault leaves what was there": ("n := 2; n += 3", "n += 3", None),
}


def text(left: str, right: str, players: str = "A, other", hearts: str = "1") -> str:
    """A ruleset whose readings begin in these ways: statements in one line, parted by `;`."""
    used = "later()" in left, "spend()" in left
    return HEAD.format(
        players=players, hearts=hearts, left=_lines(left), right=_lines(right), after=""
    ) + "".join(part for part, wanted in zip(PROCEDURES, used, strict=True) if wanted)


PROCEDURES = (
    """\
  procedure later()
    choose A
      wait
        if unseen = 2: win A
""",
    """\
  procedure spend()
    var kept: 0..3 = n
    choose A
      pay
        kept += 1
    n += kept
""",
)


def _lines(statements: str) -> str:
    """A line for each statement; the blocks of options and of endless loops stand deeper."""
    depth, lines = 3, []
    for statement in statements.split("; "):
        option = statement.split("(")[0].split(" ")[0] in {"go", "stay"}
        depth = 4 if option and depth == 5 else depth
        lines.append("  " * depth + statement)
        depth += statement.startswith(("choose", "each", "repeat")) or option
    return "\n".join(lines)


def programs(source: str) -> tuple[Program, Program]:
    """The programs of both options."""
    ruleset = load_text(source, "pair.rules")
    left, right = (instantiate(ruleset, readings={"way": path}) for path in ("left", "right"))
    return left, right


def expected(pair: tuple[Program, Program], *, table: bool) -> int | None:
    """What partition refinement says."""
    one, two = (Explorer(program, 500).graph(table=table) for program in pair)
    return parting(one, two)


def comparison(pair: tuple[Program, Program]) -> ProgramComparison:
    """What the comparison says, by complete search."""
    return distinguish(PythonProduct((PythonGame(pair[0]), PythonGame(pair[1]))), Budget(), 0)


@pytest.mark.parametrize("case", RULES)
def test_rules_are_told_apart_by_what_is_seen(case: str) -> None:
    left, right, moves = RULES[case]
    pair = programs(text(left, right))
    assert expected(pair, table=False) == moves
    found = comparison(pair).rules
    assert (found and (found.moves, found.shortest)) == (None if moves is None else (moves, True))
    assert moves is None or not same_program(*pair)


@pytest.mark.parametrize("case", TABLE)
def test_what_lies_on_the_table_is_told_apart(case: str) -> None:
    left, right, moves = TABLE[case]
    pair = programs(text(left, right))
    assert (expected(pair, table=False), expected(pair, table=True)) == (None, moves)
    found = comparison(pair)
    assert found.rules is None
    assert (found.table and (found.table.moves, found.table.shortest)) == (
        None if moves is None else (moves, True)
    )
    assert moves is None or not same_program(*pair)


def test_a_supply_of_another_size_lies_on_the_table() -> None:
    pair = programs(text("n := 2", "n := 2", hearts="(if way is left then 1 else 2)"))
    assert pair[0].variables != pair[1].variables
    found = comparison(pair)
    assert (found.rules, expected(pair, table=True)) == (None, 0)
    assert found.table is not None
    assert found.table.table == (("heart", "1", "2"),)
    longer = programs(
        text("n := 2", "n := 2").replace("n: 0..3", "n: 0..(if way is left then 3 else 4)")
    )
    assert longer[0].variables != longer[1].variables
    assert (expected(longer, table=True), comparison(longer).table) == (None, None)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("roll x of Kind", "choose chance; go; nothing"),
        ("roll x of those y in Kind: n = 2", "choose chance; go when n = 2; nothing"),
        ("win nobody", "win those p in Player: no"),
        ("win nobody", "draw"),
    ],
)
def test_players_who_are_called_like_something_else(left: str, right: str) -> None:
    pair = programs(text(left, right, players="chance, nobody"))
    found = comparison(pair).rules
    assert (found and found.moves) == expected(pair, table=False) == 0


@pytest.mark.parametrize(
    ("part", "other", "table", "rules"),
    [
        ("  state extra: 0..1 = 0\n", "", 0, None),
        ("  supply extra = 1\n", "", 0, None),
        ("  state extra: 0..1 = 0 seen by none\n", "", None, None),
        ("  state extra: 0..1 = 0\n", "  state extra: 0..1 = 1 seen by none\n", 0, None),
        ("  state extra: Kind = Ka\n", "  state extra: Turned = Ka\n", None, None),
        ("  state extra: Kind = Ka\n", "  state extra: Turned = Kb\n", 0, None),
        ("  state extra: Kind? = none\n", "  state extra: Turned? = none\n", None, None),
        ("  state extra: Kind -> 0..9 = 3\n", "  state extra: Turned -> 0..3 = 3\n", None, None),
        ("  state extra: Kind -> 0..9 = 3\n", "  state extra: Player -> 0..9 = 3\n", 0, None),
        (
            "  state extra: set of Kind = {Ka}\n",
            "  state extra: set of Turned = {Ka}\n",
            None,
            None,
        ),
        ("  enum Kind: Ka, Kb\n", "  enum Kind: Ka, Kc\n", None, 0),
        ("  enum Kind: Ka, Kb\n", "  enum Kind: Kb, Ka\n", None, None),
    ],
)
def test_two_texts(part: str, other: str, table: int | None, rules: int | None) -> None:
    """What only one game has lies on one table only, and types may be others."""
    source = text("choose A; go(x: Kind); nothing", "choose A; go(x: Kind); nothing")
    sources = [source.replace("  enum Kind: Ka, Kb\n", p) for p in (part, other)]
    if "enum" not in part:
        sources = [source.replace("  state n:", f"{p}  state n:") for p in (part, other)]
    pair = programs(sources[0])[0], programs(sources[1])[0]
    assert (expected(pair, table=False), expected(pair, table=True)) == (
        rules,
        table if rules is None else rules,
    )
    found = comparison(pair)
    assert (found.rules and found.rules.moves) == rules
    assert (found.table and found.table.moves) == table
    assert same_program(*pair) == (part == other)


@pytest.mark.parametrize(
    ("left", "right", "options", "table", "endless"),
    [
        ("choose A; go; nothing", "choose A; stay; nothing", (("go",), ("stay",)), (), None),
        (
            "choose A; go; nothing; stay; nothing", "choose A; go; nothing", (("stay",), ()), (), None,
        ),
        (
            "n := 2; choose A; go; nothing", "choose A; go; nothing; stay; nothing", ((), ("stay",)),
            (("n", "2", "1"),), None,
        ),
        ("mine[A] := 1", "nothing", ((), ()), (("mine[A]", "1", "0"),), None),
        ("repeat; nothing", 'gap "this"', ((), ()), (), 0),
        ('gap "this"', "repeat; nothing", ((), ()), (), 1),
    ],
)  # fmt: skip
def test_what_is_said_of_a_difference(
    left: str, right: str, options: object, table: object, endless: int | None
) -> None:
    """What only the one offers, what differs on the table, and no play where rules run on for ever."""
    found = comparison(programs(text(left, right)))
    difference = found.rules or found.table
    assert difference is not None
    assert (difference.options, difference.table) == (options, table)
    assert difference.moves == 0
    assert [i for i, play in enumerate(difference.plays) if play is None] == [
        i for i in (0, 1) if i == endless
    ]
