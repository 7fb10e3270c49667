"""What the language can say, in small games: by its second meaning, on both engines, and in proofs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark import Token
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError
from tests.differential.case import compiled, examine
from tests.dsl.test_broken import CASES
from tests.generators.test_generators import constructs
from tests.tiers import but, every, judges, slow

from rulewright.dsl.parsing.grammar import parser

PLAIN, COMPILED = ("plays", "search", "positions"), ("native", "proofs", "bounds")
CONSTRUCTS = Path(__file__).parent / "constructs"
GAMES = sorted(CONSTRUCTS.glob("*.rules"))
"""Games for two, each about what its title says."""
DEAR = [
    CONSTRUCTS / f"{name}.rules"
    for name in (
        "every_part_of_a_set",
        "loops_and_jumps_under_after",
        "what_has_held_since_for_each_player",
    )
]
"""With many positions; of the others every second one is in every run."""
LIGHT = [path for path in GAMES if path not in DEAR]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path", but([*DEAR, *GAMES[1::2]], GAMES, judging=True), ids=lambda path: path.stem
)
def test_a_construct_means_the_same_to_the_engine_and_the_search(path: Path) -> None:
    text = path.read_text("utf-8")
    assert compiled(text) is not None
    assert examine(text, PLAIN) == []


@pytest.mark.thorough
@pytest.mark.parametrize("seconds", [0.3, *slow([4.0])])
@pytest.mark.parametrize(
    "path", [*every(18, LIGHT, judging=True), *judges(DEAR)], ids=lambda path: path.stem
)
def test_a_construct_means_the_same_in_c_and_in_proofs(path: Path, seconds: float) -> None:
    assert examine(path.read_text("utf-8"), COMPILED, seconds) == []


BESIDE_TABLES = {"CARDS", "cards", "cell", "cell_word", "column", "row", "table"}
"""What stands in and beside tables of cards is rejected in ``tests/dsl/inputs`` and ``tests/spec``."""
NEVER_WRONG = {"GAP", "gap", "LOSE", "lose"}
"""A word, or a word and a text, that nothing can make wrong."""


@pytest.mark.thorough
def test_every_construct_is_told_to_be_wrong_somewhere() -> None:
    """Each rule and token of the grammar stands where a broken ruleset gets a message."""
    left = constructs() - BESIDE_TABLES - NEVER_WRONG
    read = parser(keep_all_tokens=True)
    for case in CASES:
        told = re.findall(r"^sample\.rules:(\d+):", "\n".join(case.message), re.MULTILINE)
        try:
            tree = read.parse("".join(f"{line}\n" for line in case.ruleset))
        except (UnexpectedInput, DedentError):
            continue  # that it cannot be read is what it is about
        for part in tree.iter_subtrees():
            tokens = [t for t in part.scan_values(lambda v: isinstance(v, Token)) if t.line]
            lines = range(
                min((t.line for t in tokens), default=0),
                max((t.end_line for t in tokens), default=0) + 1,
            )
            if any(int(line) in lines for line in told):
                left.discard(str(part.data))
                left -= {t.type for t in tokens if str(t.line) in told}
    assert left == set()
