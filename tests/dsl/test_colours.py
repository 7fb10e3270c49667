"""The words that editors and Pygments colour are those of the grammar."""

from __future__ import annotations

import json
import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import yaml
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Error, Keyword, Name

from rulewright.dsl.highlighting import RulesetLexer
from rulewright.dsl.inputs.locate import rulesets
from rulewright.dsl.parsing.grammar import words

ROOT = Path(__file__).parents[2]
VSCODE = ROOT / "dsl" / "editors" / "vscode"


def coloured_words() -> set[str]:
    """The words that the TextMate grammar lists."""
    grammar = json.loads((VSCODE / "syntaxes" / "rulewright.tmLanguage.json").read_text("utf-8"))
    lists = (
        p["match"] for p in grammar["patterns"] if re.fullmatch(r"\\b\([a-z|]+\)\\b", p["match"])
    )
    return {word for text in lists for word in re.findall(r"[a-z]+", text.replace(r"\b", ""))}


def test_the_textmate_grammar_has_the_words_of_the_language() -> None:
    assert coloured_words() == words(), "dsl/editors/vscode/syntaxes/rulewright.tmLanguage.json"


def test_the_words_are_there() -> None:
    assert {"ruleset", "choose", "those", "some", "div", "most", "gap"} <= words()
    assert "Player" not in words()


def test_patterns_of_the_textmate_grammar_can_be_read() -> None:
    grammar = json.loads((VSCODE / "syntaxes" / "rulewright.tmLanguage.json").read_text("utf-8"))
    for pattern in grammar["patterns"]:
        re.compile(pattern["match"])


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((VSCODE / "package.json").read_text("utf-8"))
    said = package["contributes"]
    paths = [package["main"], said["languages"][0]["configuration"], said["grammars"][0]["path"]]
    assert all((VSCODE / path).is_file() for path in paths)


@pytest.mark.thorough
def test_pygments_finds_the_lexer() -> None:
    assert "rulewright" in {e.name for e in entry_points(group="pygments.lexers")}
    assert isinstance(get_lexer_by_name("rules"), RulesetLexer)
    assert isinstance(get_lexer_for_filename("a.rules"), RulesetLexer)


@pytest.mark.thorough
def test_every_shipped_ruleset_is_coloured_whole() -> None:
    for path in rulesets():
        text = path.read_text("utf-8")
        tokens = list(RulesetLexer(stripnl=False).get_tokens(text))
        assert "".join(value for _, value in tokens) == text
        assert all(kind is not Error for kind, _ in tokens)


def test_colours_of_a_line() -> None:
    tokens = {v: k for k, v in RulesetLexer().get_tokens("choose p by [play.turns]  # so\n")}
    assert tokens["choose"] is Keyword
    assert tokens["p"] is Name
    assert tokens["[play.turns]"] is Name.Label


def test_hooks_of_pre_commit_name_commands() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [hook["entry"].split()[:2] for hook in hooks] == [
        ["rulewright", "check"], ["rulewright", "fmt"], ["rulewright", "verify"],
    ]  # fmt: skip
    assert all(re.search(hook["files"], "game.rules") for hook in hooks)
