"""An engine that is started many times: it stands alone, so that it starts at once."""

from __future__ import annotations


class Refuses:
    """Takes no action."""

    def new(self, game: dict[str, object]) -> None:
        """Begin."""

    def apply(self, action: str, by: str) -> bool:
        """Take nothing."""
        return False
