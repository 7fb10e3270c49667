"""Broken rulesets: each has one exact message, or several, in a catalogue in ``broken/``.

Run ``make messages`` to write the messages anew after a change that is meant.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.dsl.catalogues import Case, read
from tests.tiers import but, every

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load, load_text
from rulewright.dsl.ruleset import Ruleset

CATALOGUES = sorted((Path(__file__).parent / "broken").glob("*.txt"))
CASES = [case for path in CATALOGUES for case in read(path.read_text("utf-8")).cases]


def rejected(case: Case, folder: Path) -> RulesetError:
    """What is said of a ruleset; the folder is one for its files."""
    files = case.files()
    if "from a file" not in case.flags:
        with pytest.raises(RulesetError) as caught:
            load_text(files["sample.rules"].decode("utf-8"), "sample.rules")
        return caught.value
    for name, content in files.items():
        (folder / name).write_bytes(content)
    with pytest.raises(RulesetError) as caught:
        load(folder / "sample.rules")
    return caught.value


def message(error: RulesetError, folder: Path) -> str:
    """Everything that is said, with names of files in place of paths."""

    def named(text: str) -> str:
        return text.replace(f"{folder}/", "")

    said = [
        replace(d, span=replace(d.span, file=named(d.span.file)), message=named(d.message))
        for d in error.diagnostics
    ]
    sources = {named(file): text for file, text in error.sources.items()}
    return str(RulesetError(said, sources))


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 221


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_text("utf-8")
    assert read(text).text() == text


DEAR = [case for case in CASES if case.name == "procedure_written_out_too_often"]


@pytest.mark.thorough
@pytest.mark.parametrize("case", but(DEAR, CASES, judging=True), ids=lambda case: case.name)
def test_the_message_is_the_one_expected(case: Case, tmp_path: Path) -> None:
    error = rejected(case, tmp_path)
    assert case.saying(message(error, tmp_path)) == case
    for diagnostic in error.diagnostics:
        lines = error.sources.get(diagnostic.span.file, "").split("\n")
        assert 1 <= diagnostic.span.line <= len(lines)
        assert 1 <= diagnostic.span.column <= len(lines[diagnostic.span.line - 1]) + 1
        assert diagnostic.message
        assert not diagnostic.message.endswith(".")
        assert "\n" not in diagnostic.message + diagnostic.hint


def of_programs(text: str) -> list[str]:
    """What is said when programs are made of the variants, or else of the first instance that is wrong."""
    ruleset = load_text(text, "sample.rules", every=False)
    variants = [said for name in ruleset.variants for said in _said(ruleset, variant=name)]
    instances = (_said(ruleset, instance=part.name.text) for part in ruleset.instances)
    return variants or next(filter(None, instances), [])


def _said(ruleset: Ruleset, **game: str) -> list[str]:
    try:
        instantiate(ruleset, **game)
    except RulesetError as error:
        return _without_instances(error)
    return []


def _without_instances(error: RulesetError) -> list[str]:
    return [
        f"{d.span} {d.code} {d.message.split(', in the instance')[0]}" for d in error.diagnostics
    ]


ALONE = [case for case in CASES if "from a file" not in case.flags and case not in DEAR]


@pytest.mark.thorough
@pytest.mark.parametrize("case", every(4, ALONE), ids=lambda case: case.name)
def test_who_makes_a_program_hears_what_loading_says(case: Case, tmp_path: Path) -> None:
    text = case.files()["sample.rules"].decode("utf-8")
    error = rejected(case, tmp_path)
    loaded = _without_instances(error)
    try:
        said = of_programs(text)
    except RulesetError:
        return  # Nothing can be made of it.
    assert said == [one for one in loaded if one in said], "in the same order"
    assert not said or all(one in said or " E6" in one for one in loaded), "E6: about clauses"


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


@pytest.mark.thorough
@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_of_anything_has_a_message(name: str) -> None:
    text, said = TOO_MUCH[name]
    with pytest.raises(RulesetError) as caught:
        load_text(text, "much.rules")
    assert caught.value.diagnostics[0].message == said


@pytest.mark.thorough
def test_many_brackets_are_no_problem() -> None:
    """And mean no more than none."""
    plain, wrapped = (
        instantiate(load_text(nested(f"  let odd = {'(' * k}n{')' * k} = 1"), "brackets.rules"))
        for k in (0, 5000)
    )
    assert wrapped.functions[0].body == plain.functions[0].body


def test_a_file_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "large.rules"
    with path.open("wb") as stream:
        stream.truncate(1 << 36)
    with pytest.raises(RulesetError, match=r"too\s+long\s+for\s+a\s+ruleset"):
        load(path)


def test_a_file_that_is_not_there_has_a_message(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"cannot\s+be\s+read:\s+No\s+such\s+file"):
        load(tmp_path / "none.rules")


def write_anew(path: Path) -> None:
    """Give every case of a catalogue the message that it has now."""
    catalogue = read(path.read_text("utf-8"))
    cases = []
    for case in catalogue.cases:
        with TemporaryDirectory() as folder:
            cases.append(case.saying(message(rejected(case, Path(folder)), Path(folder))))
    path.write_text(replace(catalogue, cases=tuple(cases)).text(), "utf-8")


if __name__ == "__main__":
    for each in CATALOGUES:
        write_anew(each)
