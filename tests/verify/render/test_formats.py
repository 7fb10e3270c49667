"""The findings for programs, read by readers that are not ours."""

from __future__ import annotations

import html
import io
import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from junitparser import Failure, JUnitXml, Skipped
from tests.tiers import every

from rulewright.verify.cli.commands.answers import verify
from rulewright.verify.cli.main import main, parser
from rulewright.verify.cli.terminal.console import Console
from rulewright.verify.cli.verification import watch
from rulewright.verify.draw.style import PLAIN
from rulewright.verify.findings.kinds import FindingKind
from rulewright.verify.render.exchange.formats import FORMATS
from rulewright.verify.render.exchange.github import workflow_commands
from rulewright.verify.render.exchange.sarif import named

Output = pytest.CaptureFixture[str]

RULES = """\
ruleset heap "Heap & <heap>"
  clauses "clauses.md"
  players Ann, Bob                                          by [turn]
  supply stone = 2                                          by [turn]
  state taken: 0..9 = 0
  play                                                      by [turn]
    repeat
      turns for p in Player
        choose p
          take_one
            take 1 of stone to taken                        by [turn]
          wait
            nothing
        if stone = 0: win p                                 by [end]
  check ends "Does every play end?": every play ends        by [end]
  check idle fails "May nobody wait?": every play ends      by [end]
  check all_there "Is every stone somewhere?": always taken + stone = 2  by [turn]
  accept idle by [end] "they \\"may\\""
""".replace('\\"may\\"', "may")


@pytest.fixture
def heap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "clauses.md").write_text(
        "# Clauses\n\n- **[turn]** Take or wait. (p. 1)\n- **[end]** Who takes the last wins. (p. 1)\n"
    )
    rules = tmp_path / "heap.rules"
    rules.write_text(RULES)
    monkeypatch.chdir(tmp_path)
    return rules


def verified(capsys: Output, heap: Path, form: str) -> str:
    assert main(["verify", str(heap), "--format", form]) == 1
    return capsys.readouterr().out


@pytest.mark.thorough
def test_junit_is_read_by_junitparser(heap: Path, capsys: Output) -> None:
    suites = list(JUnitXml.fromstring(verified(capsys, heap, "junit").encode()))
    cases = {case.name: case for suite in suites for case in suite}
    assert set(cases) == {"ends", "idle", "all_there"}
    assert [(type(r), r.type) for r in cases["ends"].result] == [(Failure, "unexpected")]
    assert [(type(r), r.message) for r in cases["idle"].result] == [
        (Skipped, "accepted by [end]: they may")
    ]
    assert sum(suite.tests for suite in suites) == 3
    assert sum(suite.failures for suite in suites) == 1
    assert sum(suite.skipped for suite in suites) == 1


GONE = "Accepted and gone: all_there; it can be taken out"


@pytest.mark.thorough
def test_what_is_accepted_and_gone_is_told_and_fails_nothing(heap: Path, capsys: Output) -> None:
    """At the line that accepts it."""
    line = len(RULES.splitlines()) + 1
    heap.write_text(RULES + '  accept all_there by [turn] "never mind"\n')
    suites = JUnitXml.fromstring(verified(capsys, heap, "junit").encode())
    (suite,) = [suite for suite in suites if suite.name == "heap: accepted and not found"]
    ((case, (result,)),) = [(case.name, case.result) for case in suite]
    assert (case, type(result), result.message) == ("all_there", Skipped, GONE)
    assert (suite.failures, suites.failures) == (0, 1)
    results = json.loads(verified(capsys, heap, "sarif"))["runs"][0]["results"]
    (gone,) = [r for r in results if r["message"]["text"] == GONE]
    region = gone["locations"][0]["physicalLocation"]["region"]
    assert (gone["level"], region["startLine"]) == ("note", line)
    annotations = verified(capsys, heap, "github").splitlines()
    place = f"file=heap.rules,line={line},endLine={line},col=10"
    title = "title=Heap & <heap>%3A accepted and not found"
    assert f"::notice {place},{title}::{GONE}" in annotations


@pytest.mark.thorough
def test_sarif_is_what_its_schema_says(heap: Path, capsys: Output) -> None:
    # It takes half a second to load.
    from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

    text = verified(capsys, heap, "sarif")
    log = Sarif.model_validate_json(text)
    assert log.version is not None
    assert log.version.value == "2.1.0"
    results = {
        r["partialFingerprints"]["rulewrightFinding/v1"]: r
        for r in json.loads(text)["runs"][0]["results"]
    }
    assert set(results) == {"heap/ends", "heap/idle"}
    ends = results["heap/ends"]
    place = ends["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "heap.rules"
    lines = RULES.splitlines()
    assert "check ends" in lines[place["region"]["startLine"] - 1]
    assert (
        ends["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "clauses.md"
    )
    assert (ends["level"], "suppressions" in ends) == ("error", False)
    assert results["heap/idle"]["suppressions"][0]["justification"] == "they may"


EXPECTED = """\
ruleset steps "Steps"
  clauses "clauses.md"
  players Ann                                               by [turn]
  state n: 0..2 = 0
  state worn: 0..1 = 0
  play                                                      by [turn]
    repeat
      choose Ann
        wait                                                by [turn]
          n := 2 - n
        halt                                                by [end]
          gap "what follows"
  check ends fails "Does it end?": every play ends          by [end]
  check small: always n <= 2 and worn = 0                   by [turn]
"""
UNEXPECTED = {
    "an answer": ("ends fails", "ends", "ends"),
    "endless play of which nobody asks": (
        '  check ends fails "Does it end?": every play ends          by [end]\n',
        "",
        "endless.play",
    ),
    "a fault": ('gap "', 'worn := n\n          gap "', "contradiction.worn"),
}


def _told(heap: Path, capsys: Output) -> tuple[bool, ...]:
    """Whether the run fails, as the code, the screen, and each format say."""
    screen = main(["verify", str(heap)]), capsys.readouterr().out
    lines = [line for line in screen[1].splitlines() if line.startswith("Wrong") or " F" in line]
    documents = {}
    for form in FORMATS:
        assert main(["verify", str(heap), "--format", form]) == screen[0]
        documents[form] = capsys.readouterr().out
    levels = {r["level"] for r in json.loads(documents["sarif"])["runs"][0]["results"]}
    failures = JUnitXml.fromstring(documents["junit"].encode()).failures
    return (
        screen[0] == 1, any("!" in line for line in lines), failures > 0, "error" in levels,
        "::error" in documents["github"],
    )  # fmt: skip


@pytest.mark.heavy
def test_what_is_wrong_and_expected_fails_nowhere(heap: Path, capsys: Output) -> None:
    """A gap that is marked, and an answer of which its author says that it fails."""
    heap.write_text(EXPECTED)
    assert _told(heap, capsys) == (False,) * 5


@pytest.mark.thorough
@pytest.mark.parametrize("what", every(3, tuple(UNEXPECTED)))
def test_what_fails_a_run_fails_it_everywhere(what: str, heap: Path, capsys: Output) -> None:
    """Until it is accepted."""
    before, after, name = UNEXPECTED[what]
    assert before in EXPECTED
    heap.write_text(spoilt := EXPECTED.replace(before, after))
    assert _told(heap, capsys) == (True,) * 5
    heap.write_text(f'{spoilt}  accept {name} by [end] "so"\n')
    assert _told(heap, capsys) == (False,) * 5


SCHEMA = Path("build/axe/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json")


@pytest.mark.browser
def test_sarif_is_what_the_official_schema_says(
    heap: Path, capsys: Output, request: pytest.FixtureRequest
) -> None:
    schema = jsonschema.Draft4Validator(json.loads((request.config.rootpath / SCHEMA).read_text()))
    log = json.loads(verified(capsys, heap, "sarif"))
    schema.validate(log)
    region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    for spoilt, why in (({"startLine": 0}, "less than the minimum"), ({"row": 1}, "unexpected")):
        before = dict(region)
        region.update(spoilt)
        assert [why in error.message for error in schema.iter_errors(log)] == [True]
        region.clear()
        region.update(before)


@pytest.mark.thorough
def test_annotations_hold_one_line_each(heap: Path, capsys: Output) -> None:
    lines = verified(capsys, heap, "github").splitlines()
    assert len(lines) == 1  # what is accepted is not annotated
    assert lines[0].startswith(
        "::error file=heap.rules,line=15,endLine=15,col=9,title=Heap & <heap> F1%3A"
    )
    assert "::Does every play end? No (" in lines[0]


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMATS)
def test_no_format_leaves_a_finding_out(form: str, heap: Path, capsys: Output) -> None:
    heap.write_text("\n".join(line for line in RULES.splitlines() if "accept" not in line) + "\n")
    document = html.unescape(verified(capsys, heap, form))
    for question in ("Does every play end?", "May nobody wait?"):
        assert question in document


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMATS)
def test_a_question_that_says_nothing_is_told_in_each_format(
    form: str, heap: Path, capsys: Output
) -> None:
    """Beside its answer, which is as its author expects it."""
    heap.write_text(f'{RULES}  check few "Few?": always taken <= 9  by [turn]\n')
    document = html.unescape(verified(capsys, heap, form))
    assert "it follows from the ranges alone" in document


@pytest.mark.thorough
def test_json_keeps_its_fields_and_has_findings(heap: Path, capsys: Output) -> None:
    (report,) = json.loads(verified(capsys, heap, "json"))
    assert {"instance", "coverage", "changes", "checks", "faults"} <= set(report)
    assert report["schema"] == 1
    assert [(f["name"], f["severity"], f["accepted"]) for f in report["findings"]] == [
        ("ends", "wrong", None), ("idle", "wrong", "they may"),
    ]  # fmt: skip
    play = report["findings"][0]["occurrences"][0]["plays"][0]
    assert play["moves"] == ["Ann: wait", "Bob: wait"]
    assert play["trace"]["loop"] == 0


@pytest.mark.thorough
def test_json_has_a_finding_once_in_however_many_games_it_holds(heap: Path, capsys: Output) -> None:
    games = "  instance few: standard with stones = 1\n  instance more: standard\n"
    rules = RULES.replace(
        "supply stone = 2", "param stones: 1..2 = 2 by [turn]\n  supply stone = stones"
    )
    gone = '  accept endless.play by [end] "so"\n'
    heap.write_text(rules.replace("taken + stone = 2", "taken + stone = stones") + games + gone)
    reports = json.loads(verified(capsys, heap, "json"))
    assert [report["instance"]["name"] for report in reports] == ["few", "more"]
    found = [finding for report in reports for finding in report["findings"]]
    ends = [f for f in found if f["name"] == "ends"]
    assert [[o["instance"]["name"] for o in f["occurrences"]] for f in ends] == [["few", "more"]]
    assert [report["gone"] for report in reports] == [["endless.play"], []]


@pytest.mark.thorough
def test_the_schema_in_the_manual_has_the_fields_that_are_printed(
    heap: Path, capsys: Output
) -> None:
    (report,) = json.loads(verified(capsys, heap, "json"))
    docs = Path(__file__).parents[3] / "docs" / "findings-schema.json"
    whole = json.loads(docs.read_text())
    jsonschema.Draft202012Validator.check_schema(whole)
    jsonschema.validate([report], whole)
    schema = whole["items"]["properties"]
    assert set(report) == set(schema)
    said = schema["findings"]["items"]["properties"]
    finding = report["findings"][0]
    assert set(finding) == set(said)
    assert set(said["kind"]["enum"]) == set(FindingKind)
    occurrence = said["occurrences"]["items"]["properties"]
    assert set(finding["occurrences"][0]) == set(occurrence)
    assert set(finding["occurrences"][0]["plays"][0]) == set(
        occurrence["plays"]["items"]["properties"]
    )


def test_files_elsewhere_are_named_whole(tmp_path: Path) -> None:
    assert named(str(tmp_path / "a b.rules"), tmp_path) == "a b.rules"
    assert named("/else/where.rules", tmp_path) == "file:///else/where.rules"
    assert list(workflow_commands([], tmp_path)) == []


@pytest.mark.thorough
def test_a_saved_file_is_looked_at_again(heap: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    place = Console(io.StringIO(), out, err, PLAIN)
    steps: list[Callable[[], object]] = [
        lambda: heap.write_text(RULES.replace("play ", "pay ", 1)),
        lambda: heap.parent.rename(heap.parent.with_name("away")),
        lambda: heap.parent.with_name("away").rename(heap.parent),
        lambda: heap.with_name(".#x.rules").symlink_to("nobody@nowhere"),  # as some editors do
        lambda: heap.write_text(RULES.replace("          wait\n            nothing\n", "")),
    ]

    def wait(seconds: float) -> None:
        if not steps:
            raise KeyboardInterrupt
        steps.pop(0)()

    words = ["verify", str(heap)]
    args = parser(words).parse_args(words)
    with pytest.raises(KeyboardInterrupt):
        watch.watched(lambda: verify.run(args, place), [str(heap)], place, wait)
    parts = (part.strip("\n") for part in out.getvalue().split("\n\n\n"))
    first, second = (part for part in parts if part)
    assert first.startswith("Heap & <heap>: 1 thing wrong, 1 accepted")
    assert "heap.rules:6" in err.getvalue()  # what was wrong in between
    assert "there is no ruleset" in err.getvalue()  # while the folder was away
    assert err.getvalue().count("rulewright: heap.rules saved at ") == 2
    assert "is there no more" in err.getvalue()
    assert "no_choice.take_one" in second  # what was saved last
