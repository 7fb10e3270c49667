"""Messages for a token where no such may stand: each function tells of one case, the last of all others."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from lark import Token

from ..diagnostics import Diagnostic, Hint
from ..span import Span
from ..syntax.one_line import code_of
from . import hints
from .expectation import A_NAME, A_TEXT, expectation
from .grammar import first_words
from .lines import above, depth, first_word
from .missing_texts import missing

_BEGINS = 'a ruleset begins with a line such as: ruleset chess "Chess"'


@dataclass(frozen=True, slots=True)
class Unexpected:
    """A token, what may stand in its place (as :func:`.expectation.spoken` says it), and the text that it is in."""

    token: Token
    accepted: frozenset[str]
    lines: list[str]
    file: str

    @property
    def word(self) -> str:
        """The token as it is written, with what it is a part of: ``play`` in ``player`` is a word of the language,
        and so is ``in`` in ``into``."""
        return self.text[self.word_start : self._word_end]

    @property
    def word_start(self) -> int:
        """How many characters of the line stand before that word."""
        start = self.column - 1
        if str(self.token)[:1].isalnum():
            while start and _in_a_word(self.text[start - 1]):
                start -= 1
        return start

    @property
    def _word_end(self) -> int:
        end = self.column - 1 + len(str(self.token))
        if str(self.token)[-1:].isalpha():
            while end < len(self.text) and _in_a_word(self.text[end]):
                end += 1
        return end

    @property
    def line(self) -> int:
        """The number of its line, from 1."""
        return self.token.line or 1

    @property
    def column(self) -> int:
        """Where it begins in its line, from 1."""
        return self.token.column or 1

    @property
    def text(self) -> str:
        """Its line."""
        return self.lines[self.line - 1]

    @property
    def before(self) -> str:
        """What stands before it in its line."""
        return self.text[: self.column - 1].rstrip()

    def last_code(self, line: int | None) -> int:
        """The last line up to this one (or to the end) in which more than a remark stands."""
        found = min(line or len(self.lines), len(self.lines))
        while found > 1 and not code_of(self.lines[found - 1]):
            found -= 1
        return found

    def span(self, line: int, column: int, length: int) -> Span:
        """So many characters of a line."""
        return Span(self.file, line, column, line, column + length)


def explained(at: Unexpected) -> Diagnostic:
    """The message for a token that was not expected."""
    found = (explain(at) for explain in _CASES)
    return next(filter(None, found), None) or _any_other(at)


def _no_ruleset(at: Unexpected) -> Diagnostic | None:
    """What does not begin as a ruleset does."""
    if "ruleset" not in at.accepted:
        return None
    if at.token.type == "$END":
        place = Span(at.file, 1, 1, 1, 1)
        return Diagnostic("E020", place, "this file holds no ruleset", _BEGINS)
    place = at.span(at.line, 1, len(at.text))
    return Diagnostic("E020", place, "a ruleset cannot begin like this", _BEGINS)


def _no_block(at: Unexpected) -> Diagnostic | None:
    """A line that should have been indented follows a line that needs a block."""
    if at.accepted != {"an indented block"}:
        return None
    ended = at.token.type in {"_NL", "_DEDENT", "$END"}
    last = at.token.line or len(at.lines)
    line = at.last_code(last if ended else last - 1)
    text = code_of(at.lines[line - 1])
    place = at.span(line, depth(text) + 1, len(text) - depth(text))
    if text.startswith("ruleset"):
        return Diagnostic("E021", place, "the ruleset has no parts", "indent them by two spaces")
    hint = "write what belongs to it below, indented by two spaces more"
    return Diagnostic("E022", place, "this line needs a block, and none follows", hint)


def _too_deep(at: Unexpected) -> Diagnostic | None:
    """A line below one that has no block."""
    if at.token.type != "_INDENT":
        return None
    line = at.token.end_line or at.line
    first = hints.of_operator_first(at.lines[line - 1])
    hint = hints.of_line(at.text)
    if hint and not first:
        start = depth(at.text) + 1
        place = at.span(at.line, start, len(code_of(at.text)) + 1 - start)
        return Diagnostic("E023", place, "this line cannot have a block", hint)
    place = at.span(line, 1, depth(at.lines[line - 1]))
    text = "this line is indented deeper than the line above, which has no block"
    return Diagnostic("E023", place, text, first or hints.of_depth(at.lines, line))


def _too_early(at: Unexpected) -> Diagnostic | None:
    """A line, a block or the file ends where more should come."""
    if at.token.type not in {"_NL", "_DEDENT", "$END"}:
        return None
    number = at.last_code(at.token.line)
    line = at.lines[number - 1]
    place = at.span(number, len(code_of(line)) + 1, 1)
    what = "the line ends too early" if at.token.type == "_NL" else "the block ends too early"
    if at.accepted >= {"let", "never", "reachable"}:
        hint = (
            "below the names that it uses stands what it asks, such as 'never …' or 'reachable …'"
        )
        return Diagnostic("E024", place, "this check asks nothing", hint)
    lacking = _lacking(at.accepted, line)
    if lacking is not None:
        return Diagnostic("E024", place, *lacking)
    hint = hints.of_property(line) or hints.of_line(line)
    hint = hints.of_colon(line, at.lines[number:]) or hint or expectation(at.accepted)
    return Diagnostic("E024", place, what, hint)


def _statement_in_a_line(at: Unexpected) -> Diagnostic | None:
    """The word before it begins a statement, and something else stands before that."""
    last = at.before.split()[-1] if at.before.split() else ""
    if last not in first_words("statement") - first_words("expr") or at.before.strip() == last:
        return None
    place = at.span(at.line, len(at.before) - len(last) + 1, len(last))
    return Diagnostic("E018", place, f"{last!r} cannot stand here", "it begins a line of its own")


def _stored_to_a_word(at: Unexpected) -> Diagnostic | None:
    """A state that is called like a statement: the word before the value begins one."""
    word, hint = hints.of_stored_to(at.text)
    if not word:
        return None
    place = at.span(at.line, depth(at.text) + 1, len(word))
    return Diagnostic("E018", place, f"{word!r} cannot stand here", hint)


def _changed_without_assignment(at: Unexpected) -> Diagnostic | None:
    """A line that adds to a state without assigning what comes of it."""
    column, hint = hints.of_changed(at.text)
    if not column or "chooses" not in at.accepted:
        return None
    sign = at.text[column - 1]
    return Diagnostic("E018", at.span(at.line, column, 1), f"{sign!r} cannot stand here", hint)


def _else_of_a_choice(at: Unexpected) -> Diagnostic | None:
    """For ``otherwise``."""
    heading = _heading(at.lines, at.line).split(" ")[0]
    if str(at.token) != "else" or heading not in {"choose", "each"}:
        return None
    hint = "below the options of a choice, write 'otherwise'"
    place = at.span(at.line, at.column, len("else"))
    return Diagnostic("E019", place, "'else' cannot stand here", hint)


def _no_else(at: Unexpected) -> Diagnostic | None:
    """A value for one case, and none for the other."""
    if set(at.accepted) != {"else"}:
        return None
    hint = "say what it is otherwise: if A then B else C"
    return Diagnostic("E018", _place(at), f"{at.word!r} cannot stand here", hint)


def _operator_first(at: Unexpected) -> Diagnostic | None:
    """A line that goes on with the one above."""
    _, before = next(above(at.lines, at.line), (0, ""))
    hint, word = hints.of_operator_first(at.text, before), first_word(at.text)
    if not hint or at.before.strip() not in {"", word}:
        return None
    place = at.span(at.line, depth(at.text) + 1, len(word))
    return Diagnostic("E018", place, f"{word!r} cannot stand here", hint)


def _bare_property(at: Unexpected) -> Diagnostic | None:
    """What a check asks in a line of its own, without the word for it."""
    if not at.accepted >= {"always", "never", "reachable"} or at.before != "":
        return None
    hint = "what is asked begins with 'always', 'never' or 'reachable'"
    return Diagnostic("E018", _place(at), f"{str(at.token)!r} cannot stand here", hint)


_CASES: tuple[Callable[[Unexpected], Diagnostic | None], ...] = (
    _no_ruleset, _no_block, _too_deep, _changed_without_assignment, _too_early,
    _stored_to_a_word, _statement_in_a_line, _else_of_a_choice, _no_else, _operator_first, _bare_property,
)  # fmt: skip
"""The first that has something to say says it."""


def _any_other(at: Unexpected) -> Diagnostic:
    shown, hint = repr(at.word), hints.of_token(str(at.token), at.before, at.accepted)
    if at.token.type == "STRING":
        shown = "this text"
        hint = hints.of_text(at.before) or "texts are titles, questions and arguments of boards"
    if not isinstance(hint, Hint):  # which says what to write in this place
        hint = hints.of_citation(str(at.token), at.text) or hint
        hint = hints.of_property(at.text) or hint or hints.of_line(at.text)
        hint = hint or (_lacking(at.accepted, at.text) or ("", ""))[1]
        hint = hint or hints.of_name(str(at.token), at.text[at.column - 1 :])
    return Diagnostic(
        "E018", _place(at), f"{shown} cannot stand here", hint or expectation(at.accepted)
    )


def _place(at: Unexpected) -> Span:
    """Where the word stands."""
    return at.span(at.line, at.word_start + 1, len(at.word))


def _in_a_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _heading(lines: list[str], number: int) -> str:
    """The line above that is as deep as line ``number``, whose block ended there; or nothing."""
    level = depth(lines[number - 1])
    found = next((text for _, text in above(lines, number) if depth(text) <= level), "")
    return code_of(found).strip() if found and depth(found) == level else ""


def _lacking(accepted: Collection[str], line: str) -> tuple[str, str] | None:
    """The message where a text, or the name before it, is required, if it is known what the text
    is."""
    if accepted == {A_NAME} and first_word(line) == "ruleset":
        return "the name and the title are missing", _BEGINS
    return missing(line) if A_TEXT in accepted and ":" not in accepted else None
