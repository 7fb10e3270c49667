"""Programs are the same whatever their parts are called, and different where a rule is."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.dsl.ir.ir_changes import changes
from tests.ir_build import SOLO
from tests.ir_build import program as ir_program
from tests.ir_examples import EXAMPLES
from tests.verify.equivalence import countdown
from tests.verify.equivalence.same import same_program

from rulewright.dsl.elaborate.control.flow.trials import HYPOTHETICAL_FAULT
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.code import YES, After, At, Block, Const, Goto, Require, Stop, Store, Var
from rulewright.dsl.ir.program import (
    Chance,
    Choice,
    Decision,
    End,
    Fault,
    Function,
    Node,
    Program,
    Variable,
)
from rulewright.dsl.ir.types import Int
from rulewright.dsl.load import load, load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.verify.equivalence.canonical import canonical

SPEC = Path(__file__).parents[3] / "spec"


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return countdown.ruleset()


def program(ruleset: Ruleset, **settings: Any) -> Program:
    return instantiate(ruleset, **settings)


@pytest.mark.thorough
def test_a_reading_that_a_variant_does_not_ask_for_leaves_no_trace(ruleset: Ruleset) -> None:
    plain, both = program(ruleset), program(ruleset, readings={"who": "both"})
    assert plain != both
    assert same_program(plain, both)
    talking = [program(ruleset, variant="talking", readings={"who": w}) for w in ("nobody", "both")]
    assert not same_program(*talking)
    quiet = [program(ruleset, variant="talking", readings={"rest": w}) for w in ("ends", "runs_on")]
    assert same_program(*quiet)


@pytest.mark.parametrize(
    ("reading", "option"),
    [("step", "up_to_three"), ("taker", "loses"), ("tally", "secret"), ("rest", "runs_on")],
)
def test_a_reading_that_changes_a_rule_does(ruleset: Ruleset, reading: str, option: str) -> None:
    assert not same_program(program(ruleset), program(ruleset, readings={reading: option}))


def test_names_and_order_do_not_count() -> None:
    named = 'ruleset a "A"\n  players X, Y\n  let {f}(n: 0..3) = n > 1\n  play\n{play}'
    play = """
    choose X
      go({v}: 0..3) when {f}({v})
        let {w} = {v}
        choose Y
          back(m: 0..3) when {f}({w})
            nothing
    draw
"""
    texts = [
        named.replace("{play}", play.strip("\n") + "\n").replace("{f}", f).replace("{v}", v)
        .replace("{w}", w)
        for f, v, w in (("f", "n", "w"), ("g", "k", "z"))
    ]  # fmt: skip
    first, second = (instantiate(load_text(t, "a.rules")) for t in texts)
    assert first.functions != second.functions
    assert same_program(first, second)
    other = instantiate(load_text(texts[0].replace("n > 1", "n > 2"), "a.rules"))
    assert not same_program(first, other)
    renamed = instantiate(load_text(texts[0].replace("back(", "forth("), "a.rules"))
    assert not same_program(first, renamed)


def test_blocks_and_nodes_may_stand_in_another_order(ruleset: Ruleset) -> None:
    plain = program(ruleset, variant="talking", readings={"who": "both"})
    assert canonical(reversed_program(plain)) == canonical(plain)


def reversed_program(plain: Program) -> Program:
    """The same program with its blocks, nodes and functions numbered from the other end."""
    from rulewright.dsl.ir.code import Branch, Goto, Stop
    from rulewright.dsl.ir.program import Chance, Decision

    blocks, nodes = len(plain.blocks) - 1, len(plain.nodes) - 1

    def terminator(end: Any) -> Any:
        match end:
            case Goto(target, turn):
                return Goto(blocks - target, turn)
            case Branch(condition, then, otherwise):
                return Branch(condition, blocks - then, blocks - otherwise)
            case Stop(node):
                return Stop(nodes - node)

    def node(old: Any) -> Any:
        if isinstance(old, Decision):
            choices = tuple(replace(c, block=blocks - c.block) for c in old.choices)
            return replace(old, choices=choices)
        return replace(old, block=blocks - old.block) if isinstance(old, Chance) else old

    def statement(old: Any) -> Any:
        match old:
            case _ if getattr(old, "fault", None) is not None:
                return replace(old, fault=nodes - old.fault)
            case _ if hasattr(old, "then"):
                then, otherwise = map(statement, old.then), map(statement, old.otherwise)
                return replace(old, then=tuple(then), otherwise=tuple(otherwise))
        return old

    return replace(
        plain,
        functions=plain.functions[::-1],
        blocks=tuple(
            replace(b, body=tuple(map(statement, b.body)), terminator=terminator(b.terminator))
            for b in plain.blocks[::-1]
        ),
        nodes=tuple(node(n) for n in plain.nodes[::-1]),
        resets=plain.resets[::-1],
        entry=blocks - plain.entry,
    )


@pytest.mark.thorough
def test_shipped_variants_are_told_apart() -> None:
    ruleset = load(SPEC / "circle" / "circle.rules", every=False)
    names = ("standard", "aggressive", "three", "two_rounds")
    programs = [instantiate(ruleset, variant=name) for name in names]
    assert all(same_program(p, p) for p in programs)
    assert not any(same_program(p, q) for p in programs for q in programs if p is not q)


def test_the_order_of_declarations_does_not_count(ruleset: Ruleset) -> None:
    plain = program(ruleset)
    assert len(plain.variables) > 1
    assert same_program(plain, replace(plain, variables=plain.variables[::-1]))


def two_variables(store: str, *resets: str) -> Program:
    """A program that sets one of the states a and b, and reads the frame variable f."""
    names = {n: Variable(n, Int(0, 3), 0, "state") for n in "ab"}
    frames = {n: Variable(n, Int(0, 3), 0, "frame") for n in ("f", "idle")}
    return ir_program(
        "two",
        (*names.values(), *frames.values()),
        (
            Block("play", (), Stop(0)),
            Block("set", (Store(store, None, Var("f", Int(0, 3)), None),), Goto(0)),
        ),
        (Decision("d", Const(0, SOLO), (Choice("c", (), YES, 1),)),),
        resets={0: resets},
    )


def test_a_declared_variable_is_known_by_its_name() -> None:
    assert same_program(two_variables("a"), two_variables("a"))
    assert not same_program(two_variables("a"), two_variables("b"))


def test_what_is_set_back_is_a_set_without_what_nothing_mentions() -> None:
    plain = two_variables("a", "b", "f")
    assert same_program(plain, two_variables("a", "f", "b"))
    assert same_program(plain, two_variables("a", "idle", "b", "f"))
    for other in ((), ("b",), ("f",), ("a", "f")):
        assert not same_program(plain, two_variables("a", *other))


TEXTS = {
    "instance",
    "checks",
    "strategies",
    "boards",
    "drawings",
    "clauses",
    "span",
    "supplies",
    "title",
}
"""Fields that are no rules."""

NAMED = (Block, Decision, Chance, End, Const)
"""What has a name that nothing refers to."""


def difference(one: Any, two: Any, inside: type = Program) -> list[tuple[type, str]]:
    """The fields, each with the kind of node that it is one of, on the way to what differs."""
    if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
        part = next(((a, b) for a, b in zip(one, two, strict=True) if a != b), None)
        return [] if part is None else difference(*part, inside)
    if is_dataclass(one) and type(one) is type(two):
        for field in fields(one):
            a, b = getattr(one, field.name), getattr(two, field.name)
            if a != b or type(a) is not type(b):
                return [(type(one), field.name), *difference(a, b, type(one))]
    return []


def refers(kind: type, field: str) -> bool:
    """Whether a field is a name that has to be the same elsewhere."""
    names = {"name", "variable", "var", "function", "local", "params"}
    return field in names and kind is not Choice and kind not in NAMED


@pytest.mark.thorough
@pytest.mark.parametrize("program", EXAMPLES, ids=lambda p: p.instance.ruleset)
def test_every_change_of_a_rule_shows_and_no_other(program: Program) -> None:
    known, shown, hidden = canonical(program), 0, 0
    for change in changes(program):
        changed = change()
        if changed is None:
            continue
        path = difference(program, changed)
        if any(refers(*step) for step in path) or (Function, "type") in path:
            continue  # what is said elsewhere, too
        try:
            found = canonical(changed)
        except (KeyError, IndexError):
            continue  # no program
        text = any(field in TEXTS for _, field in path)
        text = text or (path[-1][1] == "name" and path[-1][0] in NAMED)
        assert (found == known) == text, path
        shown, hidden = shown + (not text), hidden + text
    assert shown > 5
    assert hidden > 5


@pytest.mark.thorough
def test_a_local_is_no_constant_whatever_its_number() -> None:
    """Locals are numbered as they are met: one of these constants has the number of the local."""
    labels = [f"K{i}" for i in range(24)]
    text = f"""\
ruleset a "A"
  players X, Y
  enum Kind: {", ".join(labels)}
  state k: Kind = K0
  play
    choose X
      go when some y in Kind: {{meant}} is k
        nothing
    draw
"""

    def meaning(meant: str) -> Program:
        return instantiate(load_text(text.replace("{meant}", meant), "a.rules"))

    local = meaning("y")
    assert not any(same_program(local, meaning(f"(if yes then {k} else y)")) for k in labels)
    assert same_program(local, meaning("(if no then K0 else y)"))


def test_a_gap_is_no_fault_of_the_same_text() -> None:
    text = 'ruleset a "A"\n  players X, Y\n  play\n    gap "there is not enough"\n'
    gap = instantiate(load_text(text, "a.rules"))
    (node,) = gap.nodes
    assert isinstance(node, Fault)
    assert same_program(gap, replace(gap, nodes=(replace(node, span=None, clauses=("c",)),)))
    assert not same_program(gap, replace(gap, nodes=(replace(node, declared=False),)))
    assert not same_program(gap, replace(gap, nodes=(replace(node, message="there is enough"),)))


def test_other_players_are_another_game() -> None:
    text = 'ruleset a "A"\n  players X, Y\n  play\n    draw\n'
    plain, other = (
        instantiate(load_text(t, "a.rules")) for t in (text, text.replace("X, Y", "X, Y, Z"))
    )
    assert not same_program(plain, other)


def leading_to(*nodes: Node, fault: int, asked: int = 0) -> Program:
    """A program that asks at the first decision; the option is there where play rests at ``asked``,
    and what follows it may run into ``fault``, under 'after' as well."""
    shown = Variable("n", Int(0, 3), 0, "state")
    rest = next(i for i, node in enumerate(nodes) if isinstance(node, Decision))
    tried = After((Require(YES, HYPOTHETICAL_FAULT),), At((asked,)))
    filled = tuple(
        replace(node, choices=(Choice("go", (), tried, 1),)) if isinstance(node, Decision) else node
        for node in nodes
    )
    store = Store("n", None, Const(3, Int(0, 9)), fault)
    blocks = (Block("play", (), Stop(rest)), Block("set", (store,), Goto(0)))
    return ir_program("nodes", (shown,), blocks, filled)


def test_nodes_are_known_by_what_they_are_not_by_their_numbers() -> None:
    """Those of faults and those that an expression asks for; what nothing leads to is no part."""
    asks, empty, full = Decision("d", Const(0, SOLO), ()), Fault("empty"), Fault("full")
    plain = leading_to(empty, asks, fault=0, asked=1)
    assert same_program(plain, leading_to(asks, empty, fault=1, asked=0))
    assert same_program(plain, leading_to(empty, asks, full, fault=0, asked=1))
    assert same_program(plain, leading_to(asks, full, empty, fault=2, asked=0))
    assert not same_program(plain, leading_to(full, asks, fault=0, asked=1))
    assert not same_program(plain, leading_to(empty, asks, full, fault=2, asked=1))
    assert not same_program(plain, leading_to(empty, asks, fault=0, asked=0))
