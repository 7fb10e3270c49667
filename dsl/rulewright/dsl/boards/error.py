"""What is wrong with the arguments of a board."""

from __future__ import annotations


class BoardError(Exception):
    """The arguments describe no board that can be built.

    ``message`` is a sentence without a full stop. ``argument_index`` is the position of the
    argument it is about, ``argument_name`` its name if it is a named one; both are None if it is
    about the whole board.
    """

    def __init__(
        self, message: str, argument_index: int | None = None, argument_name: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.argument_index = argument_index
        self.argument_name = argument_name
