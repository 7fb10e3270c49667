"""Smaller rulesets that still show what a large one does: delta debugging over lines and brackets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

ATOMS = ("yes", "no", "0", "1", "A", "Player", "Kind", "Ka", "none")
"""What an expression in brackets is replaced by, if that is possible."""


def shrunk(text: str, shows: Callable[[str], bool], most: int = 2_000) -> str:
    """A small text for which ``shows`` is still true; it is asked at most so often.

    ``shows`` must be false for texts that are no rulesets.
    """
    asked = 0
    known = {text}
    going = True
    while going:
        going = False
        for smaller in _smaller(text):
            if smaller in known:
                continue
            known.add(smaller)
            asked += 1
            if asked > most:
                return text
            if shows(smaller):
                text, going = smaller, True
                break
    return text


def _smaller(text: str) -> Iterator[str]:
    lines = text.rstrip("\n").split("\n")
    yield from _without_blocks(lines)
    yield from _without_heads(lines)
    yield from _simpler_expressions(lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _end(lines: list[str], start: int) -> int:
    """Behind the last line of the block that begins with a line."""
    end = start + 1
    while end < len(lines) and _indent(lines[end]) > _indent(lines[start]):
        end += 1
    return end


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _without_blocks(lines: list[str]) -> Iterator[str]:
    """Without a line and what is indented below it, the largest first."""
    spans = [(start, _end(lines, start)) for start in range(1, len(lines))]
    for start, end in sorted(spans, key=lambda s: s[0] - s[1]):
        yield _joined(lines[:start] + lines[end:])
        stripped = lines[start].strip()
        if end == start + 1 and stripped not in {"nothing", "else", "otherwise"}:
            line = " " * _indent(lines[start]) + "nothing"
            yield _joined([*lines[:start], line, *lines[end:]])


def _without_heads(lines: list[str]) -> Iterator[str]:
    """With what is indented below a line in its place."""
    for start in range(1, len(lines)):
        end = _end(lines, start)
        if end > start + 1:
            less = _indent(lines[start + 1]) - _indent(lines[start])
            yield _joined(lines[:start] + [x[less:] for x in lines[start + 1 : end]] + lines[end:])
        elif ": " in lines[start]:
            head, tail = lines[start].split(": ", 1)
            if head.strip().startswith(("if ", "else", "for ", "repeat")):
                line = " " * _indent(lines[start]) + tail
                yield _joined([*lines[:start], line, *lines[end:]])


def _simpler_expressions(lines: list[str]) -> Iterator[str]:
    for i, line in enumerate(lines[1:], 1):
        for clause in (" by [r]", " fails", ' "Is it so?"', " open"):
            if clause in line:
                yield _joined([*lines[:i], line.replace(clause, ""), *lines[i + 1 :]])
        for word in (" when ", " unless ", " with weight ", " if "):
            if word in line:
                yield _joined([*lines[:i], line.split(word)[0], *lines[i + 1 :]])
        for start, end in _brackets(line):
            inside = line[start + 1 : end]
            parts = [line[a : b + 1] for a, b in _brackets(line) if start < a and b < end]
            for part in [*ATOMS, *parts, inside]:
                if len(part) < end + 1 - start:
                    yield _joined(
                        [*lines[:i], line[:start] + part + line[end + 1 :], *lines[i + 1 :]]
                    )


def _brackets(line: str) -> list[tuple[int, int]]:
    """Where brackets open and close, the widest first."""
    found, open_ = [], []
    for i, c in enumerate(line):
        if c == "(":
            open_.append(i)
        elif c == ")" and open_:
            found.append((open_.pop(), i))
    return sorted(found, key=lambda b: b[0] - b[1])
