"""Actions as text, and what players may see."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests import ir_build as build
from tests import ir_examples as examples

from rulewright.dsl.ir.code import YES, Block, Const, Local, Stop
from rulewright.dsl.ir.program import Choice, Decision, Program
from rulewright.dsl.ir.types import Bool, Enum, Int, Map, Option, Record, Value
from rulewright.engines.common.action_text import parse, text, written
from rulewright.engines.common.observation import PlayerViews
from rulewright.engines.game import Action, IllegalAction

KIND = Enum("Kind", ("red", "Red", "blue green"))
PLACE = Record("Place", (("column", Enum("Column", ("a", "b"))), ("row", Int(1, 2))))


def decision() -> Program:
    kind, place, up = (
        build.scratch("kind", KIND),
        build.scratch("place", PLACE),
        build.scratch("up", Bool()),
    )
    put = Choice(
        "put",
        (
            build.pick(Local("k", KIND), kind),
            build.pick(Local("p", PLACE), place),
            build.pick(Local("u", Bool()), up),
        ),
        YES,
        0,
    )
    node = Decision("next", Const(0, build.SOLO), (put, Choice("stop", (), YES, 0)))
    return build.program("texts", (kind, place, up), (Block("play", (), Stop(0)),), (node,))


LEGAL = [Action(0, (0, 3, 1)), Action(0, (1, 3, 1)), Action(0, (2, 0, 0)), Action(1, ())]


@pytest.mark.parametrize(
    ("action", "shown"),
    list(
        zip(
            LEGAL,
            ("put red (b, 2) yes", "put Red (b, 2) yes", "put blue green (a, 1) no", "stop"),
            strict=True,
        )
    ),
)
def test_texts(action: Action, shown: str) -> None:
    assert text(decision(), 0, action) == shown
    assert parse(decision(), 0, LEGAL, shown) == action


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("STOP", 3), (" put  blue   green a 1, no", 2), ("put(blue green, (a,1), no)", 2)],
)
def test_spelling(typed: str, meant: int) -> None:
    assert parse(decision(), 0, LEGAL, typed) == LEGAL[meant]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("PUT RED b 2 yes", "may mean put red (b, 2) yes, put Red (b, 2) yes"),
        ("stp", "'stp' is not legal here; nearest: stop; 3 more"),
        ("put blue", "nearest: put blue green (a, 1) no; 3 more"),
        ("", "legal: put red"),
    ],
)
def test_refusals(typed: str, message: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        parse(decision(), 0, LEGAL, typed)
    assert message in str(refusal.value)


def test_nothing_is_legal() -> None:
    with pytest.raises(IllegalAction, match="nothing is"):
        parse(decision(), 0, [], "stop")


@pytest.mark.parametrize("action", [Action(2, ()), Action(-1, ()), Action(1, (0,)), Action(0, ())])
def test_no_text_for_what_is_no_choice(action: Action) -> None:
    with pytest.raises(IllegalAction):
        text(decision(), 0, action)


def test_secret_scalars_are_for_the_one_who_was_asked() -> None:
    """Each of the two decisions of ``hands`` has one player; the loop over both has none."""
    program = examples.hands()
    shown = replace(program.variables[1], kind="frame", seen="owner")
    first, second, *rest = program.nodes
    one = replace(program, variables=(program.variables[0], shown), nodes=(first, *rest))
    assert PlayerViews(one).view({"shown": 2}, 0) == {"shown": 2}
    assert PlayerViews(one).view({"shown": 2}, 1) == {"shown": None}
    both = replace(one, nodes=program.nodes)
    assert PlayerViews(both).view({"shown": 2}, 0) == {"shown": None}
    assert isinstance(second, Decision)


def test_maps_from_players_and_more() -> None:
    """A hand for each player and kind: only one's own kinds are seen."""
    key = Record("", (("player", build.PLAYER), ("kind", KIND)))
    hand = replace(build.state("hand", Map(key, Int(0, 9)), (0,) * 6), seen="owner")
    deck = replace(build.state("deck", Int(0, 9), 3), seen="none")
    program = replace(examples.hands(), variables=(hand, deck))
    values: dict[str, Value] = {"hand": (1, 2, 3, 4, 5, 6), "deck": 3}
    seen: dict[str, object] = dict(PlayerViews(program).view(values, 1))
    assert seen == {"hand": (None, None, None, 4, 5, 6), "deck": None}


ROOM = Enum("Room", ("hall", "none", "attic room"))


def by_words() -> Program:
    """One choice of a number, a truth and a room or none; one with the name of another."""
    kinds = {"n": Int(-3, 12), "u": Bool(), "r": Option(ROOM)}
    slots = {name: build.scratch(name, kind) for name, kind in kinds.items()}
    picks = tuple(build.pick(Local(name, kind), slots[name]) for name, kind in kinds.items())
    named = ("put", picks), ("stop", ()), ("twice", ()), ("twice", picks[1:2])
    choices = tuple(Choice(name, parameters, YES, 0) for name, parameters in named)
    node = Decision("next", Const(0, build.SOLO), choices)
    return build.program("words", tuple(slots.values()), (Block("play", (), Stop(0)),), (node,))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("put 3 yes hall", Action(0, (3, 1, 0))),
        (" put -3 no hall ", Action(0, (-3, 0, 0))),
        ("stop", Action(1, ())),
        ("put 3 yes none", None),  # the room that is called so, or no room
        ("put 3 yes attic room", None),  # more words than there are values
        ("put 13 yes hall", None),
        ("put 03 yes hall", None),
        ("put -0 yes hall", None),
        ("put 3 maybe hall", None),
        ("put ٣ yes hall", None),
        ("put +3 yes hall", None),
        ("put 3 yes", None),
        ("twice", None),  # two choices have that name
        ("Put 3 yes hall", None),
        ("go", None),
        ("", None),
    ],
)
def test_what_is_written_word_by_word(typed: str, meant: Action | None) -> None:
    assert written(by_words(), 0, typed) == meant
    if meant is not None:
        assert text(by_words(), 0, meant) == typed.strip()
