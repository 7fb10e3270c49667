"""Messages that the lines around a token explain: it ends a block, or stands among options and is none."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostic, Edit, Hint, near
from ..syntax.one_line import code_of
from .lines import above, depth, first_word
from .unexpected import Unexpected

_BLOCKS = (
    "if|else|choose|choice|option|for|turns?|repeat|loop|while|match|case|procedure|play|round"
)
_END = re.compile(rf"\s*end\s+({_BLOCKS})\s*")
_THEN = re.compile(r"\s*(else\s+)?if\b(?!.*\bthen\b.*\belse\b).*\b(?P<then>then)\s*")
_DOES = re.compile(
    r"\s*(\w+\s*(\[[^\]]*\]\s*)*(:=|\+=|-=)|(take|put|move|add)\b.*\b(to|into|onto|back)\b|remove\b.*\bfrom\b"
    r"|rotate\b.*\bby\s+[\w(]|roll\s+\w+\s+of\b|(win|reset|return|remember)\s+\w|rank\s+by\b"
    r"|(let|var)\s+\w+\s*[=:]|(if|for|turns|match)\b)"
)
_WHEN = re.compile(
    r"(?P<word>:?\s*(if|only\s+(if|when)|where|while|provided(\s+that)?|requires|needs|(as|so)\s+long\s+as))\s+\w"
)
_COMPARES = re.compile(r"[<>=]|\b(is|in|not)\b")
_LIKE = 0.74
_BELOW = "options stand here; what one does stands below it, indented by two spaces more"


def of_surroundings(at: Unexpected) -> Diagnostic | None:
    """The message where the lines around the token tell what was meant; None where they do not."""
    return _end_of_a_block(at) or _then_before_a_block(at) or _no_option(at)


def _end_of_a_block(at: Unexpected) -> Diagnostic | None:
    """``end if``."""
    code = code_of(at.text)
    if not _END.fullmatch(code):
        return None
    hint = Hint("a block ends where its indentation ends: leave this line out", Edit("", "block"))
    return _refused(at, at.line, depth(code), code.strip(), hint)


def _then_before_a_block(at: Unexpected) -> Diagnostic | None:
    """``if A then``, with a block below it: read on, it is a value for one case and another."""
    number, line = at.line, at.text
    while not (found := _THEN.fullmatch(code_of(line))):
        inside = depth(line) - (first_word(line) != "else")
        outer = ((n, text) for n, text in above(at.lines, number) if depth(text) <= inside)
        number, line = next(outer, (0, ""))
        if first_word(line) not in {"if", "else"}:
            return None
    hint = Hint("its block stands below: leave 'then' out", Edit("", back=1))
    return _refused(at, number, found.start("then"), "then", hint)


def _no_option(at: Unexpected) -> Diagnostic | None:
    """A line below ``choose`` that is not written as options are."""
    code, start = code_of(at.text), depth(at.text)
    outer = (code_of(text).strip() for _, text in above(at.lines, at.line) if depth(text) < start)
    heading = next(outer, "").split(" by ")[0]
    if first_word(heading) != "choose" and not heading.endswith("secretly chooses"):
        return None
    rest = code[at.column - 1 :].split(" by ")[0].rstrip()
    if at.accepted == {":"} and rest[:1] in {")", ","}:
        return _refused(at, at.line, at.column - 1, rest[:1], _without_values(at.before))
    if "when" not in at.accepted:
        return None
    word = first_word(code)
    if word == "option" and at.before.strip() == word:
        hint = Hint("an option begins with its name, without 'option'", Edit("", on=1))
        return _refused(at, at.line, start, word, hint)
    if _DOES.match(code):
        return _refused(at, at.line, start, re.findall(r"\w+", code)[0], _BELOW)
    return _condition(at, rest)


def _condition(at: Unexpected, rest: str) -> Diagnostic | None:
    """What stands behind an option, where its condition may stand, and is none."""
    space = "" if at.text[at.column - 2] == " " else " "
    if found := _WHEN.match(rest):
        hint = Hint("write 'when'", Edit(f"{space}when"))
        return _refused(at, at.line, at.column - 1, found["word"], hint)
    if rest == ":":
        hint = Hint("a line whose block is below ends without a colon", Edit(""))
        return _refused(at, at.line, at.column - 1, ":", hint)
    if rest.startswith(":"):
        hint = Hint("write 'when' for ':'", Edit(f"{space}when"))
        if _DOES.match(rest[1:]) or not _COMPARES.search(rest):
            hint = Hint("what an option does stands below it, indented by two spaces more")
        return _refused(at, at.line, at.column - 1, ":", hint)
    misspelt = near(at.word, ("when", "unless", "by"), _LIKE)
    if _COMPARES.search(rest) and re.match(r"[\w(]", rest) and not misspelt:
        hint = Hint("the condition of an option stands behind 'when'", Edit(f"when {at.token}"))
        return _refused(at, at.line, at.column - 1, str(at.token), hint)
    return None


def _without_values(before: str) -> str:
    """The hint where what is chosen for an option has a name, and no values: ``take(q``."""
    option, *names = re.findall(r"\w+", before)
    return f"say what {names[-1]} may be, such as {option}({names[-1]}: Player)" if names else ""


def _refused(at: Unexpected, line: int, start: int, words: str, hint: str) -> Diagnostic:
    """Words of a line that cannot stand there; they begin behind so many characters."""
    place = at.span(line, start + 1, len(words))
    return Diagnostic("E018", place, f"{words!r} cannot stand here", hint)
