"""Long lines are folded, where the language lets a line go on in the next one.

Breaks that the author made stay; more are made only in rows that are too long. What is folded is not
too long any more, or cannot be folded further: folding it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .gap import Trivia
from .rows import INDENT, WIDTH, Row, depths, margin_of, rows_of
from .scan import Line, Word

_LOOSEST = (",", "with", "then", "implies", "or", "and", "+", "-", "++")
"""After what a line is broken, the best places first; the language lets it go on after each."""
_NOTHING = Trivia("", (), breaks=False, blank=False)


def folded(line: Line) -> Iterator[tuple[Line, frozenset[int]]]:
    """The lines that a line becomes, each with the words that begin a row of their own."""
    own = frozenset(at for at, word in enumerate(line.words) if at and word.before.breaks)
    rows = rows_of(line.words, line.depth * INDENT, own)
    block = _block(line.words)
    if block and block not in own and any(_long(row) for row in rows):
        head, body = line.words[:block], line.words[block:]
        yield from folded(replace(line, words=head))
        inner = replace(body[0], before=_NOTHING)
        before = replace(line, depth=line.depth + 1, before=_NOTHING, words=(inner, *body[1:]))
        yield from folded(before)
        return
    yield line, _with_breaks(line.words, line.depth * INDENT, own)


def _with_breaks(words: Sequence[Word], indent: int, breaks: frozenset[int]) -> frozenset[int]:
    """The same breaks and those that long rows need, the first long row first."""
    depth = depths(words)
    while True:
        rows = rows_of(words, indent, breaks)
        ends = [*(row.first for row in rows[1:]), len(words)]
        found = (
            _break(words, depth, row, end, indent, breaks)
            for row, end in zip(rows, ends, strict=True)
            if _long(row)
        )
        at = next((at for at in found if at is not None), None)
        if at is None:
            return breaks
        breaks |= {at}


def _break(
    words: Sequence[Word], depth: Sequence[int], row: Row, end: int, indent: int,
    breaks: frozenset[int],
) -> int | None:  # fmt: skip
    """Where a long row is broken: before its citations if that is enough, else where least is torn apart."""
    margin = margin_of(words)
    cited = row.first < margin < end
    if cited and len(row.body) + row.indent <= WIDTH:
        beside = rows_of(words[:end], indent, breaks | {margin})[-1]
        if not _long(beside):
            return margin
    found: list[tuple[int, int, int]] = []
    first = None
    for at in range(row.first + 1, min(end, margin) if cited else end):
        looseness = _looseness(words[at - 1], depth[at - 1])
        if looseness is None:
            continue
        before = rows_of(words[:at], indent, breaks)[-1]
        if len(before.code()) <= WIDTH:
            found.append((depth[at - 1], looseness, -at))
        first = at if first is None else first
    if found:
        return -min(found)[2]
    if first is not None or not cited:
        return first
    return _break(words, depth, replace(row, first=margin), end, indent, breaks) or margin


def _looseness(left: Word, depth: int) -> int | None:
    """How tightly what stands on both sides of a word belongs together; None: it stays on one line."""
    if left.kind == "STRING" or left.rule in {"quantifier", "binder", "bindings"}:
        return len(_LOOSEST) if depth and left.text == ":" and left.rule == "quantifier" else None
    return _LOOSEST.index(left.text) if left.text in _LOOSEST else None


def _block(words: Sequence[Word]) -> int:
    """The word that may begin a block: what a check asks, or the body of a function; 0 for none."""
    kind, depth = words[0].text if words else "", depths(words)
    sign = {"check": ":", "let": "="}.get(kind)
    at = next((n for n, w in enumerate(words) if w.text == sign and not depth[n]), len(words))
    if words[0].rule == "function" and margin_of(words) < len(words):
        return 0  # citations would stand elsewhere
    allowed = {"check", "function"}
    return at + 1 if words[0].rule in allowed and at + 1 < len(words) else 0


def _long(row: Row) -> bool:
    return len(row.code()) > WIDTH
