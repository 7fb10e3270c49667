"""What names stand for where they are used, as the elaborator meets them: for editors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...ir import code as x
from ...ir.types import Type
from .scope import Domain, Scope


@dataclass(frozen=True, slots=True)
class Symbol:
    """One meaning of a name.

    ``kind``: ``global`` for what a part of the ruleset declares, ``value`` of an enumeration or a
    reading, ``field`` of a record, ``local``, ``clause``, ``check``, ``variant`` or ``instance``.
    ``owner`` distinguishes those with the same name: the enumeration, the record, the place of a
    local.
    """

    kind: str
    name: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class PossibleNames:
    """What could have been written in place of an unknown name: the available names, and the
    expected type."""

    scope: Scope
    known: Mapping[str, x.Expr | None]
    expected: Type | None

    def names(self) -> dict[str, x.Expr | None]:
        """Every name, with what it stands for if that is a value."""
        local = {
            name: None if isinstance(meaning, Domain) else meaning
            for name, meaning in self.scope.names.items()
        }
        return {**self.known, **local}
