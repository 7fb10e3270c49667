"""Types and values of the IR as Python writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.dsl.ir.types import Bool, List, Map, Set, Type, Value

_WIDTH = 96
_PARTS = re.compile(r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^'",])+,?|,""")
"""The text between two commas, with strings kept whole."""


def annotation(t: Type) -> str:
    """The type of a value of ``t`` in generated code."""
    match t:
        case Bool():
            return "bool"
        case Map(_, inner) | List(inner, _):
            return f"tuple[{annotation(inner)}, ...]"
        case _:
            return "int"


def written(t: Type, value: Value) -> str:
    """A value as a Python literal; sets of more than a few elements in hexadecimal."""
    if isinstance(value, tuple):
        assert isinstance(t, Map | List)
        inner = t.value if isinstance(t, Map) else t.element
        items = [written(inner, v) for v in value]
        return row(items)
    if isinstance(t, Bool):
        return str(bool(value))
    return hex(value) if isinstance(t, Set) and value > 9 else str(int(value))


def definition(name: str, text: str) -> str:
    """``name = text``, wrapped if it is long, but never inside a string."""
    line = f"{name} = {text}"
    if len(line) <= _WIDTH or not text.startswith("("):
        return line
    rows: list[str] = [""]
    for part in _PARTS.findall(text[1:-1]):
        if rows[-1] and len(rows[-1]) + len(part) > _WIDTH:
            rows.append("")
        rows[-1] += part if rows[-1] else part.lstrip()
    return "\n".join([f"{name} = (", *(f"    {row.rstrip()}" for row in rows), ")"])


def row(items: Sequence[str]) -> str:
    """Items as a tuple."""
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
