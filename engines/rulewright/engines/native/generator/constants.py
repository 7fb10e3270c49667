"""Constants of a program: numbers in place, everything larger as a separate table."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.ir.code import Const
from rulewright.dsl.ir.types import List, Map, Set, Type, Value

from .code import CExpression, literal
from .shapes import WORD, register, words


class CConstants:
    """Defines every table of a program once.

    ``shape``: the C type of a type, defined where it must be; ``fresh``: a new identifier of a
    kind, after a name.
    """

    def __init__(self, shape: Callable[[Type], str], fresh: Callable[[str, str], str]) -> None:
        self._shape, self._fresh = shape, fresh
        self._found: dict[tuple[str, str], str] = {}
        self._lines: list[str] = []

    def text(self) -> str:
        """All definitions."""
        return "\n".join(self._lines)

    def value(self, const: Const) -> CExpression:
        """A constant of the IR as an expression."""
        t = const.type
        if isinstance(t, Map | List):
            return CExpression(self.table(self._shape(t), written(t, const.value), const.name))
        if isinstance(t, Set):
            self._shape(t)
            text = written(t, const.value)
            return CExpression(text if words(t) == 1 else f"(({register(t)}){text})")
        assert isinstance(const.value, int)
        return literal(int(const.value))

    def table(self, kind: str, text: str, name: str = "") -> str:
        """The name of a constant of type ``kind`` that is initialised with ``text``."""
        if (kind, text) not in self._found:
            ident = self._fresh("k", name)
            self._found[kind, text] = ident
            self._lines.append(f"static const {kind} {ident} = {text};")
        return self._found[kind, text]

    def rows(self, flags: list[int], name: str = "") -> str:
        """A table of small numbers."""
        items = ", ".join(map(str, flags))
        key = (f"uint8_t[{len(flags)}]", items)
        if key not in self._found:
            ident = self._fresh("k", name)
            self._found[key] = ident
            self._lines.append(f"static const uint8_t {ident}[{len(flags)}] = {{{items}}};")
        return self._found[key]


def written(t: Type, value: Value) -> str:
    """A value as an initialiser of its storage."""
    match t, value:
        case Map(_, inner), tuple():
            return f"{{{{{', '.join(written(inner, v) for v in value) or '0'}}}}}"
        case List(inner, _), tuple():
            return f"{{{len(value)}, {{{', '.join(written(inner, v) for v in value) or '0'}}}}}"
        case Set(), int():
            n = words(t)
            parts = [value >> WORD * i & (1 << WORD) - 1 for i in range(n)]
            return (
                f"{parts[0]:#x}ULL"
                if n == 1
                else f"{{{{{', '.join(f'{p:#x}ULL' for p in parts)}}}}}"
            )
        case _:
            assert isinstance(value, int)
            return literal(int(value)).text
