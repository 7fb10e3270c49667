"""Broken rulesets: each has one exact message, or several, in ``broken/NAME.expected``.

Run ``python tests/dsl/test_broken.py`` to write the messages anew after a change that is meant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.compile import RulesetError, load, load_text

FOLDER = Path(__file__).parent / "broken"
NAMES = sorted(p.stem for p in FOLDER.glob("*.rules"))


def check(name: str) -> None:
    """Read a broken ruleset; with its clause file if it is about that, or no text."""
    path = FOLDER / f"{name}.rules"
    if name.startswith("clause_") or name == "binary":
        load(path)
    else:
        load_text(path.read_bytes().decode("utf-8"), path.name)


def message(name: str) -> str:
    """Everything that is said of a broken ruleset."""
    try:
        check(name)
    except RulesetError as error:
        return str(error).replace(f"{FOLDER}/", "") + "\n"
    return "accepted\n"


def test_there_are_many() -> None:
    assert len(NAMES) >= 200
    assert {p.stem for p in FOLDER.glob("*.expected")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_message_is_the_one_expected(name: str) -> None:
    assert message(name) == (FOLDER / f"{name}.expected").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_place_is_in_the_file_and_every_message_a_sentence(name: str) -> None:
    with pytest.raises(RulesetError) as caught:
        check(name)
    for diagnostic in caught.value.diagnostics:
        lines = caught.value.sources.get(diagnostic.span.file, "").split("\n")
        assert 1 <= diagnostic.span.line <= len(lines)
        assert 1 <= diagnostic.span.column <= len(lines[diagnostic.span.line - 1]) + 1
        assert diagnostic.message
        assert not diagnostic.message.endswith(".")
        assert "\n" not in diagnostic.message + diagnostic.hint


def nested(part: str) -> str:
    return f'ruleset sample "A sample"\n  players A, B\n  state n: 0..3 = 0\n{part}\n  play\n    draw\n'


TOO_MUCH = {
    "not": (nested(f"  let odd = {'not ' * 3000}yes"), "this is nested too deeply"),
    "sum": (nested(f"  let odd = {'n + ' * 3000}n"), "this is nested too deeply"),
    "if": (nested(f"  let odd = {'if n = 1 then 1 else ' * 900}2"), "this is nested too deeply"),
    "block": (
        nested("  procedure p()\n" + "".join("  " * (i + 2) + "if n = 1\n" for i in range(99))),
        "this line needs a block, and none follows",
    ),
    "depth": (
        nested(
            "  procedure p()\n"
            + "".join("  " * (i + 2) + "if n = 1\n" for i in range(99))
            + "  " * 101
            + "n := 2"
        ),
        "this is nested too deeply",
    ),
    "functions": (
        nested("".join(f"  let f{i} = f{i + 1}\n" for i in range(500)) + "  let f500 = 1"),
        "functions or procedures use one another too deeply",
    ),
    "copies": (
        nested(
            "  procedure p0()\n    n := 1\n"
            + "".join(f"  procedure p{i + 1}()\n    p{i}()\n    p{i}()\n" for i in range(20))
        ).replace("    draw", "    p20()\n    draw"),
        "procedures perform procedures in more than 4096 ways",
    ),
    "long": ("#" * 400_000, "the file is too long for a ruleset: more than 300000 characters"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_of_anything_has_a_message(name: str) -> None:
    text, said = TOO_MUCH[name]
    with pytest.raises(RulesetError) as caught:
        load_text(text, "much.rules")
    assert caught.value.diagnostics[0].message == said


def test_many_brackets_are_no_problem() -> None:
    load_text(nested(f"  let odd = {'(' * 5000}n{')' * 5000} = 1"), "brackets.rules")


def test_a_file_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "large.rules"
    with path.open("wb") as stream:
        stream.truncate(1 << 36)
    with pytest.raises(RulesetError, match="too long for a ruleset"):
        load(path)


def test_a_file_that_is_not_there_has_a_message(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="cannot be read: No such file"):
        load(tmp_path / "none.rules")


if __name__ == "__main__":
    for each in NAMES:
        (FOLDER / f"{each}.expected").write_text(message(each), "utf-8")
