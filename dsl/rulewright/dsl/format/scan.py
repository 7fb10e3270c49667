"""From a parse tree with all its tokens to lines of words, with nothing between the words lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token, Tree

from .gap import BELOW, Trivia, indentation, read_gap

_LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
# Around these, brackets change nothing. ``no`` is not here: before a name that begins the next
# line it would be read as a quantifier.
_UNDIVIDED = frozenset(
    {
        "atom", "call", "field", "index", "list_literal", "list_of", "next_call", "none", "number",
        "reference", "set_literal", "yes",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A token; ``rule`` is the rule of the grammar that contains it, ``before`` the gap before.

    ``column``: where it begins in its line, from 0; ``blanks``: how many are right before it.
    """

    text: str
    kind: str
    rule: str
    before: Trivia
    column: int = 0
    blanks: int = 0


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """A line as the grammar sees it: it may extend over line breaks inside brackets.

    ``levels`` are the indentations of the blocks that were open before this line, in the source.
    The last line of a file has no words: it holds the comments at the end.
    """

    depth: int
    levels: tuple[int, ...]
    before: Trivia
    words: tuple[Word, ...]


def scan(tree: Tree[Token], text: str) -> tuple[LogicalLine, ...]:
    """The lines of ``text``, whose parse tree with all tokens is ``tree``."""
    idle = _idle_brackets(tree)
    lines: list[LogicalLine] = []
    words: list[Word] = []
    levels = [0]
    before_line: tuple[int, ...] = (0,)
    end = 0
    for rule, token in _tokens(tree):
        if token.type == "_NL":
            if words:
                lines.append(
                    LogicalLine(len(levels) - 1, before_line, words[0].before, tuple(words))
                )
            words, before_line = [], tuple(levels)
        elif token.type == "_INDENT":
            levels.append(0)
        elif token.type == "_DEDENT":
            levels.pop()
        else:
            start, stop = _extent(token)
            if start not in idle:
                gap = read_gap(*_gap(text, end, start))
                first, *rest = _texts(token)
                left = text[text.rfind("\n", 0, start) + 1 : start]
                blanks = len(left) - len(left.rstrip(" "))
                words.append(Word(first, token.type, rule, gap, len(left), blanks))
                words.extend(Word(piece, token.type, rule, BELOW) for piece in rest)
                if len(words) == 1:
                    levels[-1] = indentation(left)
            end = stop
    lines.append(LogicalLine(0, before_line, read_gap(*_gap(text, end, len(text))), ()))
    return tuple(lines)


def _texts(token: Token) -> list[str]:
    """The words of a token: a text that continues on other lines is one for each."""
    if token.type == "STRING":
        return [piece.strip() for piece in token.split("\n") if piece.strip()]
    return [" ".join(token.split()) if token.type == "TYPED" else str(token)]


def _gap(text: str, end: int, start: int) -> tuple[str, int]:
    """The text between two words, and the column in which it begins."""
    return (
        (text[end:start], end - text.rfind("\n", 0, end) - 1) if end else ("\n" + text[:start], 0)
    )


def _tokens(tree: Tree[Token]) -> Iterator[tuple[str, Token]]:
    """Every token with the rule it stands in, in the order of the text."""
    stack: list[tuple[str, Tree[Token] | Token | None]] = [("", tree)]
    while stack:
        rule, node = stack.pop()
        if isinstance(node, Tree):
            stack.extend((str(node.data), child) for child in reversed(node.children))
        elif node is not None:
            yield rule, node


def _idle_brackets(tree: Tree[Token]) -> frozenset[int]:
    """The places of brackets that change nothing and may be removed."""
    found: set[int] = set()
    for atom in tree.find_data("atom"):
        opening, inner, closing = atom.children
        assert isinstance(opening, Token)
        assert isinstance(closing, Token)
        one_line = opening.line == closing.line
        if one_line and isinstance(inner, Tree) and inner.data in _UNDIVIDED:
            found |= {_extent(opening)[0], _extent(closing)[0]}
    return frozenset(found)


def _extent(token: Token) -> tuple[int, int]:
    assert token.start_pos is not None
    assert token.end_pos is not None
    return token.start_pos, token.end_pos
