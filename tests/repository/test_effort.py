"""Numbers that steer effort stand in ``verify/effort`` and nowhere else, and ``docs/effort.md`` lists them.

``python -m tests.repository.test_effort`` writes that page; ``make map`` does so, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.repository.sources import tree
from tests.repository.test_architecture import ROOT, sources

VERIFY = ROOT / "verify" / "rulewright" / "verify"
EFFORT = VERIFY / "effort"
PAGE = ROOT / "docs" / "effort.md"
ORDER = (
    "searching", "playing", "proving", "encoding", "comparing", "answering", "conforming",
    "identifying", "running",
)  # fmt: skip
"""In which the page has the files; ``schedule.py`` is a table by itself."""

ELSEWHERE = {
    "draw": "how a board is drawn",
    "render": "how an answer is shown",
    "kernel": "shares nothing with those whom it checks",
}
"""Rooms with numbers of their own, and what these are."""

ALLOWED = {
    "so many are named, or shown at once": (
        "answers/changes.py MOST_NAMED", "answers/explanation.py MOST",
        "cli/commands/answers/verify.py SHOWN",
        "cli/terminal/game.py LISTED",
        "conform/trials/discrepancy.py MOST", "conform/trials/discrepancy.py LONGEST",
        "conform/trials/discrepancy.py LONGEST_NAME", "conform/connection/protocol.py LONGEST",
        "conform/connection/protocol.py SEEN", "equivalence/sentences.py MOST", "findings/names.py WORDS",
        "findings/unasked/detectors/in_one/open_parameters.py NAMED", "conform/saved.py NAMED", "lsp/features/inlays.py _MOST",
        "plays/itf.py REPORTED",
    ),
    "columns, lines and characters": (
        "cli/exits.py MESSAGE", "cli/terminal/console.py WIDTH",
        "cli/terminal/console.py HEIGHT", "displayable.py _PLAIN",
        "conform/connection/local.py SAID", "conform/connection/methods.py SHOWN",
        "conform/connection/local.py WORDS", "conform/connection/program.py TAIL",
        "conform/connection/program.py LAST_LINES", "conform/connection/program.py LINE",
        "conform/connection/remote.py WORDS", "conform/connection/remote.py LONG",
        "conform/examination.py SAID",
        "findings/unasked/detectors/in_all/constant_conditions.py SHORT",
    ),
    "how large something may be that is read": (
        "answers/certificates.py _DEEPEST", "answers/sources.py LARGEST_TABLE",
        "cli/arguments/options.py LONGEST", "cli/commands/engines/suites.py LARGEST",
        "cli/commands/plays/replay.py LARGEST", "cli/verification/kept_answers.py HEADS",
        "cli/verification/kept_answers.py LARGEST", "cli/verification/last_look.py _LARGEST",
        "conform/connection/protocol.py MOST_DIGITS", "conform/connection/protocol.py DEEPEST",
        "recursion.py DEPTH", "recursion.py STACK", "lsp/session.py MAX_BESIDE", "plays/itf_values.py MOST_DIGITS",
        "plays/strict_json.py MOST_DIGITS",
    ),
    "how often a screen or an editor is told something new": (
        "cli/terminal/console.py Progress.BETWEEN", "cli/terminal/live.py OFTEN",
        "cli/terminal/live.py SELDOM", "cli/verification/watch.py BETWEEN",
        "lsp/features/diagnostics.py PAUSE", "lsp/session.py SOON",
    ),
    "numbers that others gave a meaning: exit codes, signals, the C side, a format": (
        "cli/exits.py Exit.WRONG_INPUT", "cli/exits.py Exit.UNDECIDED", "cli/exits.py Exit.TOOL_FAULT",
        "cli/exits.py Exit.HUNG_UP", "cli/exits.py Exit.INTERRUPTED", "cli/exits.py Exit.NOBODY_READS",
        "cli/exits.py Exit.TERMINATED", "conform/connection/program.py NOT_FOUND",
        "environments/table.py OVER", "equivalence/native/build.py OPEN",
        "equivalence/native/build.py SECRET", "equivalence/native/build.py CHANCE",
        "equivalence/native/functions.py ComparisonStatus.MANY", "equivalence/native/functions.py ComparisonStatus.MEMORY",
        "equivalence/native/functions.py ComparisonStatus.DISTINGUISHED",
        "equivalence/native/functions.py ComparisonStatus.LONG", "equivalence/native/functions.py ComparisonStatus.LIMIT",
        "explicit/native/functions.py SearchStatus.STATES", "explicit/native/functions.py SearchStatus.MEMORY",
        "explicit/native/functions.py SearchStatus.ENDLESS", "explicit/native/functions.py SearchStatus.OVERFLOW",
        "explicit/native/functions.py SearchStatus.LONG", "explicit/native/random_plays/archive.py NOWHERE",
        "explicit/native/random_plays/guided.py NEARER", "explicit/native/search.py SearchFor.FALSE",
        "explicit/native/search.py SearchFor.ACTED", "explicit/native/search.py SearchFor.MARKED",
        "simulation/statistics.py Z95",
    ),
    "what fits a type, a row or a block of bytes": (
        "conform/connection/program.py CHUNK", "conform/connection/program.py MIB",
        "environments/openspiel.py LARGEST", "environments/tensors.py ONE_HOT",
        "equivalence/native/build.py ROUND", "equivalence/native/build.py NO_ARGUMENT",
        "equivalence/native/build.py MOST_VALUES", "equivalence/native/functions.py MOST_PLAYERS",
        "explicit/cells.py SPREAD", "explicit/cells.py TOGETHER",
        "explicit/native/random_plays/functions.py SAMPLING_TYPES",
        "explicit/native/random_plays/functions.py ARCHIVE_TYPES", "explicit/native/search.py MOST",
        "portfolio/methods/complete_search.py BESIDE", "solvers/backends/z3.py MOST_UNITS", "testing/drawn.py MOST",
    ),
    "how alike two names are": ("findings/summary/accepted.py LIKE", "findings/summary/accepted.py ABOUT"),
    "how the collector of Python's memory is set": ("cli/main.py NEW_OBJECTS",),
    "a program of its own, which imports nothing of this": (
        "conform/connection/keeper.py BECOME_PARENT_OF_ORPHANS", "conform/connection/keeper.py MOMENT",
        "conform/connection/keeper.py LOOK", "conform/connection/keeper.py MOST_LOOKS",
        "conform/connection/keeper.py MOST_REAPED", "conform/connection/keeper.py TMPFS",
        "conform/connection/keeper.py RAMFS", "conform/connection/keeper.py STATFS",
        "conform/connection/keeper.py BLOCK", "conform/connection/keeper.py GRACE",
    ),
}  # fmt: skip
"""Numbers that are no effort, by what they are."""


def says_a_number(part: ast.AST) -> bool:
    """Whether something is made with a number that is more than a flag or a beginning."""
    found = (c.value for c in ast.walk(part) if isinstance(c, ast.Constant))
    return any(
        (type(v) is float and v not in (0.0, 1.0)) or (type(v) is int and v > 1) for v in found
    )


def named(body: list[ast.stmt]) -> Iterator[str]:
    """The names that get a number in a module or a class."""
    for statement in body:
        match statement:
            case ast.Assign(targets=targets, value=value) if says_a_number(value):
                yield from (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if (
                says_a_number(value)
            ):
                yield name
            case _:
                continue


def numbers(module: ast.Module) -> Iterator[str]:
    """Names of a module and its classes, and parameters, that have a number for a default."""
    yield from named(module.body)
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{name}" for name in named(node.body))
        elif isinstance(node, ast.FunctionDef):
            given = node.args
            last = [*given.posonlyargs, *given.args][::-1]
            pairs = [*zip(last, given.defaults[::-1], strict=False)]
            pairs += [(a, d) for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d]
            yield from (f"{node.name}({a.arg})" for a, d in pairs if says_a_number(d))


LIMITS = frozenset(
    [
        "Budget",
        "SolverLimit",
        "Round",
        "ProofEffort",
        "SampleSize",
        "Style",
        "SurveyEffort",
        "share",
        "within",
        "later",
    ]
)
"""What is called with a limit."""


def in_calls(module: ast.Module) -> Iterator[str]:
    """Calls that get a limit as a number."""
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in LIMITS:
                given = [*node.args, *(k.value for k in node.keywords)]
                if any(isinstance(g, ast.Constant) and says_a_number(g) for g in given):
                    yield ast.unparse(node)


def rooms() -> Iterator[tuple[str, Path]]:
    """The files that are looked at, as they are named here."""
    for path in sources("verify"):
        name = path.relative_to(VERIFY).as_posix()
        if path.is_relative_to(VERIFY) and name.split("/")[0] not in {"effort", *ELSEWHERE}:
            yield name, path


def groups() -> Iterator[tuple[str, str, list[ast.ClassDef]]]:
    """The files of numbers with what they say of themselves, and their groups of numbers."""
    for name in ORDER:
        module = tree(EFFORT / f"{name}.py")
        kept = {
            statement.value.func.id
            for statement in module.body
            if isinstance(statement, ast.Assign)
            and isinstance(statement.value, ast.Call)
            and isinstance(statement.value.func, ast.Name)
        }
        classes = [c for c in module.body if isinstance(c, ast.ClassDef) and c.name in kept]
        yield name, ast.get_docstring(module) or "", classes


def rows(group: ast.ClassDef) -> Iterator[tuple[list[str], list[str], str]]:
    """Fields, numbers, and what is said of them; of several in a row it is said once."""
    names: list[str] = []
    values: list[str] = []
    for field, after in zip(group.body[1:], [*group.body[2:], None], strict=True):
        if isinstance(field, ast.AnnAssign):
            assert isinstance(field.target, ast.Name)
            assert field.value is not None
            names.append(f"`{field.target.id}`")
            values.append(
                re.sub(r"(?<![\d.])\d{5,}", lambda m: f"{int(m[0]):,}", ast.unparse(field.value))
            )
            match after:
                case ast.Expr(value=ast.Constant(value=str() as said)):
                    yield names, values, " ".join(said.split())
                    names, values = [], []
                case None:
                    yield names, values, ""
                case _:
                    continue


HEAD = """# Numbers of effort

How many positions, plays, moves, units and seconds something may take is set in `verify/rulewright/verify/effort`,
and only there. Change a number in that folder, then run `make map` to rewrite this page. Verdicts, and their cost, depend
on these numbers; `python -m tests.golden.verdicts` records anew the results for the shipped games. What each level of
`--effort` does is in a table of its own, [schedule.py](verifying.md#tasks-and-effort). Limits of the language, columns and
formats are not effort; `tests/repository/test_effort.py` lists them, each with a reason.
"""


def page() -> str:
    """What ``docs/effort.md`` says."""
    parts = [HEAD]
    for name, about, classes in groups():
        parts.append(f"\n## `{name}.py`\n\n{about}\n")
        for group in classes:
            said = " ".join((ast.get_docstring(group) or "").split())
            parts.append(
                f"\n**{group.name}** {said}\n\n| number | | what it is for |\n|---|---|---|\n"
            )
            for names, values, what in rows(group):
                parts.append(f"| {', '.join(names)} | {'; '.join(values)} | {what} |\n")
    return "".join(parts).replace("``", "`")


@pytest.mark.thorough
def test_numbers_of_effort_stand_in_one_place() -> None:
    found = {f"{name} {number}" for name, path in rooms() for number in numbers(tree(path))}
    allowed = {one for some in ALLOWED.values() for one in some}
    assert found - allowed == set(), "a field in verify/effort, or a reason in ALLOWED"
    assert allowed - found == set(), "no longer there"


@pytest.mark.thorough
def test_no_limit_is_made_of_a_bare_number() -> None:
    found = {f"{name}: {call}" for name, path in rooms() for call in in_calls(tree(path))}
    assert found == set(), "a field in verify/effort"


def test_bare_numbers_would_be_seen() -> None:
    text = (
        "A, B = 1, 20\nC: float = 0.5\nD = E = 7\nON = 1\nclass F:\n  g: int = 3\n  h: int = 0\n"
        "def f(a, b=4, *, c=0.2, d=1, e=None): Budget(None, 150); x.share(0.5); Budget(a, 0, 2 * B)"
    )
    module = ast.parse(text)
    assert sorted(numbers(module)) == ["A", "B", "C", "D", "E", "F.g", "f(b)", "f(c)"]
    assert sorted(in_calls(module)) == ["Budget(None, 150)", "x.share(0.5)"]


@pytest.mark.thorough
def test_every_number_is_used() -> None:
    text = "\n".join(path.read_text("utf-8") for path in sources("verify"))
    used = set(re.findall(r"\b[A-Z_]+\.[a-z_0-9]+\b", text))
    unused = []
    for _, _, classes in groups():
        for group in classes:
            table = re.sub(r"(?<!^)(?=[A-Z])", "_", group.name).upper()
            for names, _, _ in rows(group):
                fields = [name.strip("`") for name in names]
                unused += [f"{table}.{f}" for f in fields if f"{table}.{f}" not in used]
    assert unused == []


def test_every_file_of_numbers_is_on_the_page() -> None:
    assert {path.stem for path in EFFORT.glob("*.py")} - {"__init__", "schedule"} == set(ORDER)
    assert PAGE.read_text("utf-8") == page(), "run make map"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
