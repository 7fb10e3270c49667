"""The lines of a ruleset before anything is parsed: parts, indentation, brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..diagnostics import Diagnostic, Edit, Hint
from ..span import Span
from ..syntax.one_line import code_of
from .grammar import first_words

_CLOSING = {")": "(", "]": "[", "}": "{"}
_PART_DEPTH = 2
_STUB = 'clauses ""'


def depth(line: str) -> int:
    """How many spaces the line begins with."""
    return len(line) - len(line.lstrip(" "))


def first_word(line: str) -> str:
    """The first word of the line, or nothing."""
    words = line.split(maxsplit=1)
    word = words[0] if words else ""
    return word if word.isidentifier() else ""


def above(lines: Sequence[str], number: int) -> Iterator[tuple[int, str]]:
    """The lines before line ``number`` that say something, with their numbers, the nearest first."""
    for farther in range(number - 1, 0, -1):
        if code_of(lines[farther - 1]).strip():
            yield farther, lines[farther - 1]


def tabs(lines: list[str], file: str) -> list[Diagnostic]:
    """The first tab used for indentation."""
    for number, line in enumerate(lines, 1):
        indentation = line[: len(line) - len(line.lstrip())]
        if "\t" in indentation and line.strip():
            column = indentation.index("\t") + 1
            place = Span(file, number, column, number, column + 1)
            hint = Hint("indent with spaces, two for each level", Edit("  "))
            return [Diagnostic("E010", place, "this line is indented with a tab", hint)]
    return []


def brackets(lines: list[str], file: str) -> list[Diagnostic]:
    """Brackets that are never closed, that close nothing, or that close another kind.

    No bracket stays open where the next part of the ruleset begins.
    """
    found: list[Diagnostic] = []
    stack: list[tuple[str, Span]] = []
    level = _PART_DEPTH
    for number, line in enumerate(lines, 1):
        if depth(line) <= level and _is_part(line):
            if depth(line) <= _PART_DEPTH:
                level = _PART_DEPTH * (2 if first_word(line) == "variant" else 1)
            found.extend(_unclosed(stack))
            stack.clear()
        for column, character in _characters(line):
            place = Span(file, number, column, number, column + 1)
            if character in _CLOSING.values():
                stack.append((character, place))
            else:
                found.extend(_closed(character, place, stack))
    return found + _unclosed(stack)


def _closed(closing: str, place: Span, stack: list[tuple[str, Span]]) -> list[Diagnostic]:
    """Pop what ``closing`` closes off the stack; returns the errors this reveals."""
    at = next((i for i in reversed(range(len(stack))) if stack[i][0] == _CLOSING[closing]), None)
    if at is not None:
        inside = stack[at + 1 :]
        del stack[at:]
        return _unclosed(inside)
    if not stack:
        return [Diagnostic("E012", place, f"this {closing!r} closes no bracket")]
    opening, there = stack.pop()
    where = f"line {there.line}, column {there.column}"
    return [
        Diagnostic("E013", place, f"this {closing!r} does not close the {opening!r} of {where}")
    ]


def _characters(line: str) -> list[tuple[int, str]]:
    """The brackets of a line with their columns; not those in texts and comments."""
    result, quoted = [], False
    for column, character in enumerate(code_of(line), 1):
        if character == '"':
            quoted = not quoted
        elif not quoted and (character in _CLOSING or character in _CLOSING.values()):
            result.append((column, character))
    return result


def _unclosed(stack: list[tuple[str, Span]]) -> list[Diagnostic]:
    return [
        Diagnostic("E014", there, f"this {opening!r} is never closed")
        for opening, there in stack[:1]
    ]


def uneven(lines: list[str], file: str) -> Diagnostic:
    """The first line that ends blocks but has the depth of none that is open."""
    blocks = [0]
    for number, line in enumerate(lines, 1):
        if not code_of(line):
            continue
        here = depth(line)
        if here < blocks[-1] and here not in blocks:
            place = Span(file, number, 1, number, here + 1)
            hint = "begin it exactly below the line that it goes on from"
            return Diagnostic(
                "E011", place, "the indentation of this line matches no block above", hint
            )
        blocks = [b for b in blocks if b < here] + [here]
    return Diagnostic("E011", Span(file, 1, 1, 1, 1), "the indentation is uneven")


def without_part(lines: list[str], line: int) -> list[str] | None:
    """The lines with the part around ``line`` replaced by an empty one, None if there is none.

    Inside a variant, only the part of the variant is replaced.
    """
    outer = _start(lines, line - 1, _PART_DEPTH)
    if outer is None:
        return None
    start = outer
    if first_word(lines[outer]) == "variant":
        inner = _start(lines, line - 1, 2 * _PART_DEPTH)
        start = inner if inner is not None and inner > outer else outer
    end = start + 1
    while end < len(lines) and not _begins_part(lines[end], depth(lines[start])):
        end += 1
    stub = " " * depth(lines[start]) + _STUB
    return [*lines[:start], stub, *[""] * (end - start - 1), *lines[end:]]


def _start(lines: list[str], index: int, level: int) -> int | None:
    """Where the part of that level that contains ``index`` begins: at ``index``, if the line has
    that level.

    A line there need not begin with a word of the language: that may be the error.
    """
    index = min(index, len(lines) - 1)
    above = (i for i in range(index, -1, -1) if depth(lines[i]) == level)
    return next((i for i in above if i == index or _is_part(lines[i])), None)


def _begins_part(line: str, level: int) -> bool:
    """Whether a part begins here that is not inside one of the level."""
    return bool(code_of(line)) and depth(line) <= level and _is_part(line)


def _is_part(line: str) -> bool:
    return first_word(line) in first_words("part")
