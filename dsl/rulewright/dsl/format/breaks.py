"""Breaks long lines, where the language lets a line continue in the next one.

Breaks that the author made stay; more are made only in rows that are too long. What was broken is
not too long any more, or cannot be broken further: breaking it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .gap import Trivia
from .rows import INDENT, MARGIN, WIDTH, Row, depths, margin_of, rows_of
from .scan import LogicalLine, Word

_LOOSEST = (",", "|", "with", "else", "then", "implies", "or", "and", "since", "+", "-", "++")
"""Where a line is broken, after these words, the best places first; the language allows each."""
_LISTED = frozenset({"instance", "settings", "variant"})
"""Rules of lines that are first of all broken after their colon."""
_BLOCKS = {"check": ":", "function": "=", "strategy": "prefers"}
"""Rules of lines whose end may be in a block, and the word before it."""
_PARAMETERS = frozenset({"bindings", "option"})
"""Rules of the brackets around parameters, which are broken last."""
_NEVER_BELOW = frozenset({"text", "start", "clauses", "shape", "cards"})
"""Rules of texts that stay in place: names of files, pictures, and what is before them."""
_NOTHING = Trivia("", (), breaks=False, blank=False)


def broken(line: LogicalLine) -> Iterator[tuple[LogicalLine, frozenset[int]]]:
    """The lines that a line becomes, each with the words that begin a row of their own."""
    own = frozenset(at for at, word in enumerate(line.words) if at and word.before.breaks)
    rows = rows_of(line.words, line.depth * INDENT, own)
    block = _block(line.words)
    if block and block not in own and any(_long(row) for row in rows):
        head, body = line.words[:block], line.words[block:]
        yield from broken(replace(line, words=head))
        inner = replace(body[0], before=_NOTHING)
        before = replace(line, depth=line.depth + 1, before=_NOTHING, words=(inner, *body[1:]))
        yield from broken(before)
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
    """Where a long row is broken: before its citations if that suffices, else where the parts are
    most loosely connected."""
    margin = margin_of(words)
    cited = row.first < margin < end
    apart = _cited_apart(words, row, end, indent, breaks) if margin < end else None
    if apart is not None:
        return apart
    inside = _inside_parameters(words)
    found: list[tuple[bool, int, int, int, int]] = []
    first = None
    for at in range(row.first + 1, min(end, margin) if cited else end):
        looseness = _looseness(words, at)
        if looseness is None or (words[at].kind == "STRING" and _too_long_below(words, at, indent)):
            continue
        before = rows_of(words[:at], indent, breaks)[-1]
        if len(before.code()) <= WIDTH:
            early = at if words[at - 1].text == "else" else -at
            found.append((at in inside, depth[at - 1], looseness, early, at))
        first = at if first is None else first
    if found:
        return min(found)[4]
    if first is not None or not cited:
        return first
    return _break(words, depth, replace(row, first=margin), end, indent, breaks) or margin


def _cited_apart(
    words: Sequence[Word], row: Row, end: int, indent: int, breaks: frozenset[int]
) -> int | None:
    """Where a row is broken if it suffices to put its reason, its citations or both below it."""
    margin = margin_of(words)
    reason = next((n for n in range(margin, end) if words[n].kind == "STRING"), end)
    for below in ({reason}, {margin}, {margin, reason}):
        fresh = sorted(below & set(range(row.first + 1, end)))
        rows = rows_of(words[:end], indent, breaks | set(fresh))
        if fresh and not any(_long(part) for part in rows if part.first >= row.first):
            return fresh[0]
    body = rows_of(words[:margin], indent, breaks)[-1].code()
    return margin if row.first < margin and MARGIN - 2 < len(body) <= WIDTH else None


def _too_long_below(words: Sequence[Word], at: int, indent: int) -> bool:
    """Whether a text would be too long even on a line of its own."""
    return _long(rows_of(words[: at + 1], indent, {at})[-1])


def _inside_parameters(words: Sequence[Word]) -> frozenset[int]:
    """The words inside the brackets of parameters."""
    depth, found = depths(words), set[int]()
    for at, word in enumerate(words):
        if word.kind == "LPAR" and word.rule in _PARAMETERS:
            rest = range(at + 1, len(words))
            found |= set(range(at, next(n for n in rest if depth[n] < depth[at])))
    return frozenset(found)


def _looseness(words: Sequence[Word], at: int) -> int | None:
    """How tightly the parts on both sides of a place belong together; None: no break is allowed
    there."""
    left, right = words[at - 1], words[at]
    if right.kind == "STRING":
        return len(_LOOSEST) if right.rule not in _NEVER_BELOW else None
    if left.text == ":" and left.rule in _LISTED | {"parents"}:
        return -1
    if left.kind == "STRING" or left.rule in {"quantifier", "binder", "bindings"}:
        return len(_LOOSEST) if left.text == ":" and left.rule == "quantifier" else None
    if left.text == "else" and left.rule != "conditional":
        return None
    return _LOOSEST.index(left.text) if left.text in _LOOSEST else None


def _block(words: Sequence[Word]) -> int:
    """The word that may begin a block: what a check asks, or the body of a function; 0 for none."""
    depth, sign = depths(words), _BLOCKS.get(words[0].rule)
    at = next((n for n, w in enumerate(words) if w.text == sign and not depth[n]), len(words))
    if sign is None or at + 1 >= len(words) or words[at + 1].rule == "cites":
        return 0  # citations are before a block, or after it
    return at + 1


def _long(row: Row) -> bool:
    return len(row.code()) > WIDTH
