"""How other languages say it: each line is refused with a hint, and what the hint says is read."""

from __future__ import annotations

import pytest

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.parsing.phrases import PHRASES

CONDITIONS = {
    "always a => b": "always a implies b",
    "always a -> b": "always a implies b",
    "always if a then b": "always a implies b",
    "always c and if a then b": "always c and (a implies b)",
    "sum p in Player: n[p] = 3": "always (sum p in Player: n[p]) = 3",
    "reachable won by A": "reachable won(A)",
    "never (max p in Player: n[p]) > 3": "never (greatest p in Player: n[p]) > 3",
    "never (min p in Player: n[p]) > 3": "never (least p in Player: n[p]) > 3",
    "never sum n > 3": "never (sum p in Player: n[p]) > 3",
    "never max of n > 3": "never (sum p in Player: n[p]) > 3",
    "never number of p in Player: a > 3": "never (count p in Player: a) > 3",
    "never (count p in Player if n[p] = 3) > 1": "never (count p in Player: n[p] = 3) > 1",
    "never any p in Player: n[p] = 3": "never some p in Player: n[p] = 3",
    "always every p in Player: n[p] = 3": "always all p in Player: n[p] = 3",
    "never |n - 2| > 3": "never abs(n - 2) > 3",
    "never n between 1 and 3": "never 1 <= n and n <= 3",
    "never n > 1_000": "never n > 1000",
    "never n <> 1": "never n != 1",
    "never on isn't A": "never on is not A",
    "never heap is not empty yet": "never heap != {}",
    "never n < old n": "never n < was n",
    "never near(s) | {s} = {}": "never near(s) + {s} = {}",
    "never worth = {A: 1}": "never worth = other",
    "can n = 3": "reachable n = 3",
    "always eventually n = 0": "every play ends",
    "never n = 0 once n = 2": "never (n = 0 since n = 2)",
    "n <= 6": "always n <= 6",
    "let two = n: never two > 6": "never 2 * n > 6",
    "never let two = n: two > 6": "never 2 * n > 6",
    "never (those p in Player if n[p] = 3) = {}": "never (those p in Player: n[p] = 3) = {}",
}
"""What is asked in a check."""

PARTS = {
    "state on: (Player, Place) -> 0..3 = 0": "state on: Player, Place -> 0..3 = 0",
    "state n: 0 to 3 = 0": "state n: 0..3 = 0",
    'check c: "why": never n > 3': 'check c "why": never n > 3',
    "state value: Player -> Piece -> 0..9 = 0": "state value: Player, Piece -> 0..9 = 0",
    "state value[Piece]: 0..9 = 0": "state value: Piece -> 0..9 = 0",
    "state n = 0": "state n: 0..9 = 0",
    "state n: 0..9": "state n: 0..9 = 0",
    "state hand: Player -> Bool = no hidden": "state hand: Player -> Bool = no seen by none",
    "state pile: list of Card = []": "state pile: list of Card up to 9 = []",
    "enum Piece: Knight(3), Rook(5)": "table worth: Piece -> 0..9\n    Knight: 3\n    Rook: 5",
    "enum Piece { Knight, Rook }": "enum Piece: Knight, Rook",
    "let worth: Piece -> 0..9 = 3": "table worth: Piece -> 0..9\n    else: 3",
    "let top: 0..9 = 3": "let top = 3",
    "let all_of(m: Player, Card -> 0..2) = 3": "let all_of(h: bag of Card up to 2) = 3",
    "table worth: Piece -> 0..9\n    Knight -> 3": "table worth: Piece -> 0..9\n    Knight: 3",
    "table worth(Piece) -> 0..9\n    Knight: 3": "table worth: Piece -> 0..9\n    Knight: 3",
    "state n: 0.. = 0": "state n: 0..999999999 = 0",
    "board g = small": "board g = square(small)",
    "players: A, B": "players A, B",
    "players 2 to 4": "players 2..4 = 3",
    "players A, B, C = 2..3": "players A, B, C: 2..3 = 2",
    "history h of n": "history h of n up to 40",
    'reading x "q" by [r]: a, b': 'reading x "q" by [r]\n    a: "a"\n    b: "b"',
    'reading x "q"\n    "a"\n    "b"': 'reading x "q"\n    a: "a"\n    b: "b"',
    "settings tiny: n = 3": "settings tiny with n = 3",
    "instance t like s with n = 4": "instance t: standard like s with n = 4",
    "instance t: two, three": "instance t: for two, three",
    "instance t: n = 3": "instance t: standard with n = 3",
    "instance t: standard expect 3 positions": "instance t: standard\n    expect 3 positions",
    "instance t: standard with n := 3": "instance t: standard with n = 3",
    "instance t: standard\n    expect positions = 3": "instance t: standard\n    expect 3 positions",
    "instance t: standard\n    expect 3 ends and 4 plays": "instance t: standard\n    expect 3 ends, 4 plays",
}
"""What stands at the top level."""

STATEMENTS = {
    "choose p\n  meld(m: set of Card)": "choose p\n  meld(m: subsets(Card))",
    "choose p\n  meld(m in Card)": "choose p\n  meld(m: Card)",
    "choose p\n  go if n > 0": "choose p\n  go when n > 0",
    "choose p:\n  go": "choose p\n  go",
    "A chooses\n  go": "choose A\n  go",
    "draw if n = 3": "if n = 3: draw",
    "win A if n = 3": "if n = 3: win A",
    "if n = 3 then win A": "if n = 3: win A",
    "if n = 3 win A": "if n = 3: win A",
    "if n = 3: win A else: draw": "if n = 3: win A\nelse: draw",
    "if n = 3: win A\nelse draw": "if n = 3: win A\nelse: draw",
    "repeat while n < 3\n  n += 1": "repeat until n >= 3\n  n += 1",
    "loop: n += 1": "repeat: n += 1",
    "for i = 1 to 3\n  n += 1": "for i in 1..3\n  n += 1",
    "for each p in Player\n  n += 1": "for p in Player\n  n += 1",
    "each p in Player: n += 1": "for p in Player: n += 1",
    "n++": "n += 1",
    "set n to 3": "n := 3",
    "A wins": "win A",
    "win the player with most points": "win those p in Player with most points[p]",
    "for i in 1 to 3: n += 1": "for i in 1..3: n += 1",
    "lose A": "win Player - A",
    "rank by most points": "rank by points",
    "rank by least debts": "rank by owed",
    "game over": "draw",
    "shuffle pile": "roll c of pile",
    "repeat by [r]\n  n += 1": "repeat\n  n += 1 by [r]",
    "take 1 of heart into hand[p]": "take 1 of heart to hand[p]",
    "put on[s] back onto token": "put on[s] back to token",
    "take heart from box to hand[p]": "take 1 of heart to hand[p]",
    "take 1 heart to hand[p]": "take 1 of heart to hand[p]",
    "take heart": "take 1 of heart to hand[p]",
    "draw a heart": "take 1 of heart to hand[p]",
    "gain 1 heart": "take 1 of heart to hand[p]",
    "put 1 of heart to hand[p]": "take 1 of heart to hand[p]",
    "put on[s] back": "put on[s] back to token",
    "discard 1 heart": "put 1 of hand[p] back to heart",
    "move 1 from hand[p] to hand[q]": "move 1 of hand[p] to hand[q]",
    "give 1 heart to q": "move 1 of hand[p] to hand[q]",
    "let c = roll Card": "roll c of Card",
    "roll 1..6": "roll k of 1..6",
}
"""What stands in the play."""


def ruleset(part: str, statements: str = "draw") -> str:
    block = "\n".join(f"    {line}" for line in statements.split("\n"))
    return f'ruleset t "T"\n  {part}\n  play by [r]\n{block}\n'


CASES = [
    *((ruleset(f"check c: {a}"), ruleset(f"check c: {b}")) for a, b in CONDITIONS.items()),
    *((ruleset(a), ruleset(b)) for a, b in PARTS.items()),
    *((ruleset("", a), ruleset("", b)) for a, b in STATEMENTS.items()),
]


def said(text: str) -> set[str]:
    with pytest.raises(RulesetError) as caught:
        parse(text, "t.rules")
    return {d.hint for d in caught.value.diagnostics}


@pytest.mark.parametrize(("wrong", "right"), CASES, ids=lambda text: text[16:40].strip())
def test_what_cannot_be_read_is_told_how_to_say_it(wrong: str, right: str) -> None:
    assert said(wrong) & {phrase.hint for phrase in PHRASES}
    parse(right, "t.rules")


@pytest.mark.thorough
def test_each_hint_is_given_for_something() -> None:
    given = {hint for wrong, _ in CASES for hint in said(wrong)}
    assert {phrase.hint for phrase in PHRASES} - given == set()


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("check c: never n > 3 or", "expected a value"),
        ("check c: never a because b", "expected 'by', 'implies', 'since' or the end of the line"),
    ],
)
def test_what_is_like_nothing_known_is_told_what_may_stand_there(wrong: str, hint: str) -> None:
    assert said(ruleset(wrong)) == {hint}


@pytest.mark.parametrize("statement", ["win if n = 3 then A by [r]", "n := if n = 3 then 1 by [r]"])
def test_a_value_for_one_case_alone_needs_another(statement: str) -> None:
    assert said(ruleset("", statement)) == {"say what it is otherwise: if A then B else C"}
