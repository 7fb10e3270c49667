"""The one canonical layout of a ruleset.

- Two spaces for each level of a block.
- Else one space between words; none inside brackets, before a comma or a colon, around ``..`` and
  ``.``, before ``?`` and before the brackets of a call, an index or a list of parameters.
- Citations (and the reason after them) that end a line stand in a margin: ``by`` begins after
  60 characters, two spaces after a longer line, and further left if the line is too long otherwise. A fixed margin
  reads like the notes beside a printed rulebook, and changing one line never moves another.
- What people set below one another stays so: words that begin in one column of lines of one kind that follow one
  another, if more blanks than usual stand before one of them, and the first colons of such lines; comments at the
  end of lines, too. Comments on lines of their own may stand between.
- Comments stay: one at the end of a line two spaces after it, one on its own line at the level of
  what follows; at the end of a block, its column tells which of the blocks that end it is in.
- A blank line stays a blank line; several become one; none begins or ends the file.
- The author's line breaks inside a line stay. Such a line is indented by two from the line with
  the bracket if the bracket ends that line, else by four, to stand out from a block that follows
  (also where there is no bracket);
  a closing bracket that begins a line is level with the line that has the opening one.
- Brackets around a single name, number, call or index and doubled brackets go if they do not
  span lines; others stay, as they may be meant for the reader.
- A line of more than 100 characters is broken: what a check asks and the body of a function begin a block; a reason
  or citations stand below, if that is enough; else it is broken after the colon of an instance or a variant, a
  comma, ``with``, ``else``, ``then``, ``implies``, ``or``, ``and``, ``+`` or ``-``, in as few brackets as can be, after the colon
  of a quantifier, or before a title. A text that is too long for any line goes on in others, but for pictures;
  a comment at the end of a line that is too long with it goes above it. No lines are joined; statements after
  a colon stay there.

The words and their order never change otherwise, so the meaning does not either.
"""

from __future__ import annotations

from ..parsing.parse import parse, token_tree
from .layout import lay_out
from .scan import scan

__all__ = ["format_text"]


def format_text(text: str, file: str) -> str:
    """``text`` in the canonical layout; ``file`` is its name for messages.

    Raises RulesetError, as parsing does, if the text has syntax errors.
    """
    plain = text.removeprefix("\ufeff")
    parse(plain, file)
    return lay_out(scan(token_tree(plain), plain))
