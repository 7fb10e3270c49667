"""The exit codes of the command, and the errors that lead to them."""

from __future__ import annotations

from enum import IntEnum

from ..draw.style import wrapped

MESSAGE = 100
"""The most columns of a line of a message, unless a word is longer."""


class Exit(IntEnum):
    """The exit codes of the command."""

    AS_EXPECTED = 0
    NOT_AS_EXPECTED = 1
    WRONG_INPUT = 2
    UNDECIDED = 3
    TOOL_FAULT = 4
    HUNG_UP = 129
    """From here on, as for a process that the signal ended: 128 and its number."""
    INTERRUPTED = 130
    NOBODY_READS = 141
    TERMINATED = 143


class Terminated(KeyboardInterrupt):
    """The system wants the command to end: code that handles an interrupt handles this, too."""

    def __init__(self, code: Exit) -> None:
        super().__init__()
        self.code = code


def exit_when_interrupted(error: KeyboardInterrupt) -> Exit:
    """The code for an interrupted command."""
    return error.code if isinstance(error, Terminated) else Exit.INTERRUPTED


class InputError(Exception):
    """The request cannot be carried out; the message is for the person who made it, and is wrapped where it
    is told."""


def wrapped_message(message: str, before: str = "") -> str:
    """The message, in lines of at most 100 columns when it follows ``before``; words are not split."""
    lines = f"{before}{message}".split("\n")
    return "\n".join(part for line in lines for part in wrapped(line, MESSAGE) or [""])[
        len(before) :
    ]


def exit_for(as_expected: bool | None) -> Exit:
    """The code for an answer that may still be open."""
    if as_expected is None:
        return Exit.UNDECIDED
    return Exit.AS_EXPECTED if as_expected else Exit.NOT_AS_EXPECTED
