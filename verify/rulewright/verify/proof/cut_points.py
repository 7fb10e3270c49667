"""Cut points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A cut point: a node at which play may rest, or a block at which a run is cut."""

    kind: Literal["node", "block"]
    number: int

    @property
    def node(self) -> int | None:
        """The node, if it is one."""
        return self.number if self.kind == "node" else None
