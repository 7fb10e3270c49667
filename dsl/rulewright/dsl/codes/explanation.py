"""What each code of a diagnostic means, with an example of it, from the tables beside this file.

A line of an example begins with a sign: ``-`` stands in the wrong text alone, ``+`` in the right one
alone, a blank in both. Lines with ``*`` stand in the wrong text many times over, one after the
other; there ``{k}`` is the number of the round, ``{k+1}`` the next one. What is missing of a ruleset
(its first line, players, play) is put around the example.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import groupby
from typing import Literal

ExampleSide = Literal["wrong", "right"]

RULESET = "sample.rules"
THEMES = (
    "text", "names", "values", "procedures", "components", "variants", "clauses", "tables",
    "checks", "warnings",
)  # fmt: skip
"""The tables, in the order of their codes."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One row: its title, why it is reported, and an example that triggers it.

    ``ask``: the instance or variant to ask for, wrongly and rightly. ``named``: the file to ask
    for, wrongly and rightly. ``times``: how often lines with ``*`` are repeated in the wrong text.
    ``escaped``: ``\\t`` and the like stand for characters.
    """

    code: str
    title: str
    about: str
    example: str
    files: Mapping[str, str]
    ask: Mapping[str, tuple[str, str]]
    times: int
    escaped: bool
    named: tuple[str, str] = (RULESET, RULESET)

    @property
    def cites(self) -> bool:
        """Whether the example is read with its clauses."""
        return "clauses.md" in self.files

    def texts(self, side: ExampleSide) -> dict[str, bytes]:
        """The files of the example by their names; the ruleset is missing if it is empty."""
        ruleset = self._text(self.example, side)
        texts = {RULESET: framed(ruleset)} if ruleset.strip() else {}
        texts |= {name: self._text(text, side) for name, text in self.files.items()}
        return {name: self._bytes(text) for name, text in texts.items()}

    def asked(self, side: ExampleSide) -> dict[str, str]:
        """What is asked for of the example: an instance, a variant."""
        return {word: pair[side == "right"] for word, pair in self.ask.items()}

    def file(self, side: ExampleSide) -> str:
        """The name by which the ruleset is asked for."""
        return self.named[side == "right"]

    def lines(self) -> Iterator[str]:
        """The example to be read, with its signs; repeated lines are shown by their number."""
        yield from _shown(self.example, self.times)
        for name, text in self.files.items():
            yield f"({name})"
            yield from _shown(text, self.times)
        for word, (wrong, right) in self.ask.items():
            if wrong != right:
                yield from (f"-  --{word} {wrong}", f"+  --{word} {right}")
        if self.file("wrong") != self.file("right"):
            yield from (
                f"{sign}  check {name}" for sign, name in zip("-+", self.named, strict=True)
            )

    def _text(self, example: str, side: ExampleSide) -> str:
        sign = "-" if side == "wrong" else "+"
        lines: list[str] = []
        for many, group in groupby(example.strip("\n").split("\n"), lambda x: x[:1] == "*"):
            chosen = [line[1:] for line in group if many or line[:1] in (sign, " ", "")]
            if many and side == "wrong":
                for k in range(self.times):
                    numbers = (("{k}", str(k)), ("{k+1}", str(k + 1)))
                    lines += [_with(line, numbers) for line in chosen]
            elif not many:
                lines += chosen
        return "".join(f"{line}\n" for line in lines)

    def _bytes(self, text: str) -> bytes:
        if self.escaped:
            return text.encode("ascii").decode("unicode_escape").encode("latin-1")
        return text.encode("utf-8")


class Codes:
    """All codes, by theme."""

    @cached_property
    def themes(self) -> Mapping[str, tuple[str, Mapping[str, Explanation]]]:
        """Each theme: what it is about, and its codes."""
        found = {}
        for theme in THEMES:
            text = (files(__package__) / f"{theme}.toml").read_text("utf-8")
            about = text.split("\n", 1)[0].removeprefix("# ")
            rows = tomllib.loads(text)
            found[theme] = (about, {code: _explanation(code, rows[code]) for code in rows})
        return found

    @cached_property
    def all(self) -> Mapping[str, Explanation]:
        """Every code."""
        return {code: row for _, rows in self.themes.values() for code, row in rows.items()}


def _explanation(code: str, row: Mapping[str, object]) -> Explanation:
    def text(key: str) -> str:
        value = row[key]
        assert isinstance(value, str)
        return value

    files, ask, times = row.get("files", {}), row.get("ask", {}), row.get("times", 1)
    named = row.get("named", [RULESET, RULESET])
    assert isinstance(named, list)
    assert isinstance(files, dict)
    assert isinstance(ask, dict)
    assert isinstance(times, int)
    pairs = {word: (wrong, right) for word, (wrong, right) in ask.items()}
    return Explanation(
        code, text("title"), text("about"), text("example"), files, pairs, times, "escaped" in row,
        (named[0], named[1]),
    )  # fmt: skip


def framed(text: str) -> str:
    """The text as a whole ruleset."""
    if text.startswith(("ruleset ", "game ")):
        return text
    players = "" if "\n  players " in f"\n{text}" else "  players A, B\n"
    play = "" if "\n  play" in f"\n{text}".replace("\n  players", "") else "  play\n    draw\n"
    return f'ruleset sample "A sample"\n{players}{text}{play}'


def _shown(example: str, times: int) -> Iterator[str]:
    for line in example.strip("\n").split("\n"):
        if line[:1] == "*":
            yield f"-{line[1:]}    # {times} times"
        else:
            yield line


def _with(line: str, numbers: tuple[tuple[str, str], ...]) -> str:
    for word, number in numbers:
        line = line.replace(word, number)
    return line
