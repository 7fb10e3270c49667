"""The parser's tables, made anew or kept from an earlier run, read texts the same way."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from tests.tiers import slow

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.parsing import grammar
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.sealed import sealed

RULESET = Path(__file__).parent / "everything.rules"
KINDS = (False, True)
"""The parser for rulesets, and the one whose trees hold every token."""


BESIDE, ELSEWHERE = "beside the modules", "in the user's folder"


@pytest.fixture(params=[BESIDE, ELSEWHERE])
def kept(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Where tables are kept; there are none at first."""
    elsewhere = request.param == ELSEWHERE
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "compiled"))
    monkeypatch.setattr(sys, "dont_write_bytecode", elsewhere)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    beside = Path(cache_from_source(grammar.__file__)).parent
    beside.mkdir(parents=True)
    folder = tmp_path / "cache/rulewright/tables" if elsewhere else beside
    grammar.parser.cache_clear()
    yield folder
    grammar.parser.cache_clear()


@pytest.fixture(scope="module")
def tables() -> dict[bool, bytes]:
    """The tables of either parser, made once."""
    text = Path(grammar.__file__).with_name("grammar.lark").read_text("utf-8")
    return {every: pickle.dumps(grammar._made(text, every, "start")) for every in KINDS}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tables: dict[bool, bytes]) -> list[bool]:
    """Of which parsers tables were made anew, in place of being read."""
    found: list[bool] = []

    def making(_: str, every: bool, start: str) -> object:
        assert start == "start"
        found.append(every)
        return pickle.loads(tables[every])

    monkeypatch.setattr(grammar, "_made", making)
    return found


def understood() -> list[object]:
    """What the two parsers make of a text that has everything, and of one that has faults."""
    grammar.parser.cache_clear()
    text = RULESET.read_text("utf-8")
    with pytest.raises(RulesetError) as error:
        parse(text.replace(" = ", " = = ", 3), "everything.rules")
    names = sorted(t.name for t in grammar.parser().terminals)
    names += [str(rule) for rule in grammar.parser().rules]
    tree = grammar.parser(keep_all_tokens=True).parse(text)
    return [parse(text, "everything.rules"), tree, str(error.value), names]


@pytest.mark.heavy
def test_kept_tables_read_texts_the_same_way(
    kept: Path, made: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.setenv("XDG_CACHE_HOME", "/dev/null")
        for every in KINDS:
            grammar.parser(keep_all_tokens=every)
    assert sorted(made) == sorted(KINDS)
    assert not kept.exists() or not list(kept.iterdir())
    fresh = understood()
    assert len(list(kept.iterdir())) == 2, "one for each kind of tree"
    assert len(made) == 4
    assert understood() == fresh
    assert len(made) == 4, "they were read"
    assert len(str(fresh)) > 10_000


class Bomb:
    """What does something when it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return (print, ("it went off",))


@pytest.mark.heavy
@pytest.mark.parametrize("kept", [BESIDE, *slow([ELSEWHERE])], indirect=True)
@pytest.mark.parametrize(
    "kind", ["cut", "a sealed bomb", *slow(["a bomb", "those of another parser"])]
)
def test_spoilt_tables_are_made_again(
    kind: str, kept: Path, made: list[bool], capsys: pytest.CaptureFixture[str]
) -> None:
    for every in KINDS:
        grammar.parser(keep_all_tokens=every)
    right = {path: path.read_bytes() for path in kept.iterdir()}
    one, two = sorted(kept.iterdir())
    bomb = pickle.dumps(Bomb())
    spoilt = {
        "cut": right[one][:5000],
        "a bomb": bomb,
        "a sealed bomb": sealed(bomb, one.name),
        "those of another parser": right[two],
    }
    one.write_bytes(spoilt[kind])
    made.clear()
    grammar.parser.cache_clear()
    for every in KINDS:
        grammar.parser(keep_all_tokens=every)
    assert len(made) == 1, "those that are right are read"
    assert {path: path.read_bytes() for path in kept.iterdir()} == right
    assert not capsys.readouterr().out, "nothing in them was run"


@pytest.mark.heavy
def test_a_process_keeps_its_tables_where_it_may(tmp_path: Path, tables: dict[bool, bytes]) -> None:
    (tmp_path / "tables").write_bytes(tables[False])
    program = (
        "import pickle; from pathlib import Path; from rulewright.dsl.parsing import grammar; "
        f"grammar._made = lambda *_: pickle.loads(Path({str(tmp_path / 'tables')!r}).read_bytes()); "
        "grammar.parser()"
    )
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for option, place in ("-B", "cache"), ("-s", "compiled"):
        folder = tmp_path / option
        environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        environment["XDG_CACHE_HOME"] = str(folder / "cache")
        subprocess.run([sys.executable, option, "-c", program], check=True, env=environment)
        assert len(list(folder.rglob("*.lark"))) == 1
        assert len(list((folder / place).rglob("*.lark"))) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("every", KINDS)
def test_what_is_passed_on_is_the_tree_and_the_place_that_lark_would_make(
    every: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = RULESET.read_text("utf-8")
    passed_on = grammar.parser(keep_all_tokens=every).parse(text)
    grammar.parser.cache_clear()
    monkeypatch.setattr(grammar, "_pass_on", lambda reductions: None)
    larks = grammar.parser(keep_all_tokens=every).parse(text)
    grammar.parser.cache_clear()
    assert passed_on == larks
    for one, other in zip(passed_on.iter_subtrees(), larks.iter_subtrees(), strict=True):
        assert vars(one.meta) == vars(other.meta), one
