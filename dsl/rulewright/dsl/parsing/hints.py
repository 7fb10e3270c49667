"""What the author of an unreadable text probably meant."""

# ruff: noqa: RUF001 (characters that look like others are what this is about)

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..diagnostics import Edit, Hint, near
from ..syntax.one_line import code_of
from .grammar import GOES_ON, first_words
from .lines import above, depth, first_word

_CHARACTERS = {
    "!": "write 'not', or '!=' for 'is not'",
    "'": "a text stands between double quotes: \"…\"",
    "`": "a text stands between double quotes: \"…\"",
    "“": 'write the plain quotes "…"',
    "”": 'write the plain quotes "…"',
    "„": 'write the plain quotes "…"',
    "‘": 'write the plain quotes "…"',
    "’": 'write the plain quotes "…"',
    "−": "write the plain '-'",
    "–": "write the plain '-'",
    "—": "write the plain '-'",
    "×": "write '*'",
    "·": "write '*'",
    "÷": "write 'div', which rounds down",
    "/": "write 'div', which rounds down; a comment begins with '#'",
    "%": "write 'mod'",
    "≤": "write '<='",
    "≥": "write '>='",
    "≠": "write '!='",
    "→": "write '->'",
    "∈": "write 'in'",
    "…": "write '..' between the lowest and the highest number",
    ";": "a line needs no ';' at its end",
    "&": "write 'and'",
    "|": "write 'or'",
    "\\": "a long expression goes on in the next line inside brackets",
    "\xa0": "write a plain space",
}  # fmt: skip

_WORDS = {
    "elif": "write 'else if'",
    "elseif": "write 'else if'",
    "elsif": "write 'else if'",
    "while": "write 'repeat until' and when to stop",
    "foreach": "write 'for'",
    "end": "a block ends where its indentation ends",
    "endif": "a block ends where its indentation ends",
    "loop": "write 'repeat'",
    "forever": "write 'repeat'",
    "switch": "write 'match'",
    "case": "a case begins with its value alone",
    "function": "write 'let' for a function, 'procedure' for what changes the state",
    "def": "write 'let' for a function, 'procedure' for what changes the state",
    "const": "write 'let', or 'param' for a number of the rules",
    "break": "write 'leave'",
    "continue": "write 'next'",
    "pass": "write 'nothing'",
    "where": "of a set, those that are meant: 'those x in S: …'; what a loop or 'some' goes through: '… in S if …'",
}

_BACK = "'put … back to' takes the name of a supply alone; with a place, write 'move … to …'"

_COMPARATOR = re.compile(r"!=|<=|>=|[<>]|(?<![:+\-=])=|\b(?:is|in)\b")
_LIKE = 0.74


def of_character(character: str) -> str:
    """A hint for a character that no ruleset contains outside texts."""
    return _written(_CHARACTERS.get(character, ""))


_WRITE = re.compile(r"(?:write|write the plain) '([^']+)'")


def _written(hint: str) -> str:
    """The hint with the edit that it asks for, if it quotes what to write."""
    found = _WRITE.match(hint)
    return hint if found is None else Hint(hint, Edit(found[1]))


def of_token(token: str, before: str, accepted: Iterable[str]) -> str:
    """A hint for a token after ``before`` on its line, where ``accepted`` words could stand.

    >>> of_token("=", "if n =", [])
    "one '=' compares"
    """
    accepted = set(accepted)
    return (
        _operator(token, before, accepted)
        or _clause(token, accepted)
        or ("a file holds one ruleset" if token == "ruleset" else "")
        or (_BACK if token == "[" and re.search(r"\bback to \w+$", before) else "")
        or _near_by(token, accepted)
        or _written(_WORDS.get(token, ""))
        or _WORDS.get(before.strip(), "")
        or ("numbers are whole" if re.search(r"\d\.$", before) and token.isdigit() else "")
        or (near(token, _words(accepted), _LIKE) if token.isidentifier() else "")
    )


def _operator(token: str, before: str, accepted: set[str]) -> str:
    if token == "=" and before.endswith("="):
        return Hint("one '=' compares", Edit(""))
    if token == "&" and before.endswith("&"):
        return Hint("write 'and'", Edit("and", back=1))
    if token == "=" and ":=" in accepted:
        return Hint("write ':=' to assign", Edit(":="))
    if token == ":=":
        text = "':=' assigns and stands in a line of its own; write '=' to compare"
        return Hint(text, Edit("="))
    if _COMPARATOR.fullmatch(token) and _COMPARATOR.search(before):
        return "comparisons do not chain: write 'A < B and B < C'"
    return ""


def of_citation(token: str, line: str) -> str:
    """A hint for what is cited where a line only says when, or how often, the rules below apply.

    >>> of_citation("by", "  if n = 3 by [end]")
    "'if' cites nothing: cite at a statement below it, or for the whole procedure"
    """
    word = first_word(line)
    if token != "by" or word not in _HEADS:
        return ""
    return f"{word!r} cites nothing: cite at a statement below it, or for the whole procedure"


def of_text(before: str) -> str:
    """A hint for a text that stands too early behind ``before``: a name, or what is cited, comes first.

    >>> of_text("  accept ends")
    "'by [clause]' is missing before this text: say which clause makes it so"
    """
    if before.strip() == "ruleset":
        return 'a name comes first: ruleset chess "Chess"'
    if first_word(before) != "accept" or "by" in before.split():
        return ""
    return "'by [clause]' is missing before this text: say which clause makes it so"


def of_name(token: str, rest: str) -> str:
    """The advice if a word that begins a part is stored to: after a block it is not a name."""
    if token in first_words("part") and _LIKE_A_VARIABLE.match(rest[len(token) :]):
        return f"below a block it is a word of the language: {_another(token)}"
    return ""


def of_stored_to(line: str) -> tuple[str, str]:
    """The word and the advice if a line stores to a word that begins a statement, as if that were the name
    of a state.

    >>> of_stored_to("    rank[A] := 1")
    ('rank', 'it begins a statement, and names no state: call it something else, such as the_rank')
    """
    stored = _STORED_TO.match(line)
    word = "" if stored is None else stored["name"]
    if word not in first_words("statement") - first_words("expr"):
        return "", ""
    return word, f"it begins a statement, and names no state: {_another(word)}"


def of_changed(line: str) -> tuple[int, str]:
    """Where a line adds to a state, or takes from it, and assigns nothing; and the advice. Otherwise 0.

    >>> of_changed("    coins[A] + 1 by [turn]")
    (14, "write '+=' to change it")
    """
    changed = _CHANGED.match(line)
    if changed is None or changed["name"] in first_words("statement"):
        return 0, ""
    sign = changed["sign"]
    return changed.start("sign") + 1, Hint(f"write '{sign}=' to change it", Edit("=", "behind"))


def _another(name: str) -> str:
    return f"call it something else, such as the_{name}"


_LIKE_A_VARIABLE = re.compile(r"\s*(?:\[|:=|\+=|-=)")
_CHANGED = re.compile(r"\s*(?P<name>\w+)\s*(?:\[[^\]]*\]\s*)?(?P<sign>[+-])\s*[\w(]")
_STORED_TO = re.compile(r"\s*(?P<name>\w+)\s*(?:\[[^\]]*\]\s*)?(?:,[^:]*)?(?::=|\+=|-=)")


def of_depth(lines: Sequence[str], number: int) -> str:
    """A hint for line ``number``, which is too deep: the line above may be the one that is wrong.

    It is if a line farther above is as deep as this one, or if it is no whole number of levels deep.
    """
    farther = above(lines, number)
    nearest, text = next(farther, (0, ""))
    mine, its = depth(lines[number - 1]), depth(text)
    if nearest and mine > its and (its % 2 or depth(next(farther, (0, ""))[1]) == mine):
        return f"line {nearest} may be the one that is wrong: it is indented too little"
    return ""


def of_colon(line: str, below: Sequence[str]) -> str:
    """A hint for a line that ends in a colon and has its block below.

    >>> of_colon("    for c in Cell:", ["      n += 1"])
    'a line whose block is below ends without a colon'
    """
    code = code_of(line).rstrip()
    under = next((text for text in below if code_of(text).strip()), "")
    if not code.endswith(":") or depth(under) <= depth(line):
        return ""
    return Hint("a line whose block is below ends without a colon", Edit("", back=1))


def of_operator_first(line: str, before: str = "") -> str:
    """A hint for a line that begins with a word after which the line ``before`` it could continue.

    >>> of_operator_first("      or n = 2")
    "write 'or' at the end of the line above: then it goes on here"
    >>> of_operator_first("    or stop", "      n += 1")
    "an option stands in a line of its own, without 'or'"
    """
    word = first_word(line)
    if word not in GOES_ON:
        return ""
    if word == "or" and depth(before) > depth(line):
        return "an option stands in a line of its own, without 'or'"
    return f"write {word!r} at the end of the line above: then it goes on here"


_HEADS = frozenset({"if", "else", "for", "turns", "repeat", "match"})


def _near_by(token: str, accepted: set[str]) -> str:
    """An allowed word that differs from the written one only by an 's'."""
    word = f"{token}s"
    return Hint(f"did you mean {word}?", Edit(word)) if word in _words(accepted) else ""


def _clause(token: str, accepted: set[str]) -> str:
    if "a clause in brackets" not in accepted:
        return ""
    if token == "[":
        return "the name of a clause is in small letters, such as [setup.tokens]"
    return f"write [{token}]" if re.fullmatch(r"[a-z][a-z0-9_]*", token) else ""


def _words(accepted: Iterable[str]) -> list[str]:
    return [w for w in accepted if w.isalpha()]


_ASKED = re.compile(r"\s*check\s+\w+[^:]*:\s*(?P<property>[^#]*)")
_SENTENCES = (
    (
        re.compile(
            r"\b(?:(?:some|any|every|no)(?:one|body)|players?)\b.*\b(?:can|able|stuck)\b"
            r"|\bcan (?:always )?act\b"
        ),
        "someone can always act",
    ),
    (re.compile(r"\b(?:play|game)s?\b.*\b(?:end|ends|stops|finishes)\b"), "every play ends"),
)


def of_property(line: str) -> str:
    """A hint for a check that resembles one of the two that are whole sentences."""
    asked = _ASKED.match(line)
    for meant, sentence in _SENTENCES:
        if asked is not None and meant.search(asked["property"]):
            return f"write '{sentence}'"
    return ""


def of_line(line: str) -> str:
    """A hint for a line whose first word resembles one that parts or statements begin with."""
    word = first_word(line)
    known = {"ruleset"} | first_words("part") | first_words("statement")
    rest = line.split(word, 1)[-1].lstrip() if word else ""
    if word == "repeat" and code_of(rest).split(" by ")[0].strip() in {"forever", "always"}:
        return "write 'repeat' alone"
    if not word or word in known or rest[:1] in {"(", "[", ":", "+", "-", "=", "."}:
        return ""
    meant = near(word, known, _LIKE)
    edits = (replace(edit, at="first") for edit in meant.edits) if isinstance(meant, Hint) else ()
    return _WORDS.get(word, "") or Hint(meant, *edits)
