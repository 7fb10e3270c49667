"""What may stand in a place, said to a person."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .grammar import first_words, literal

A_NAME, A_TEXT = "a name", "a text in quotes"
_SPOKEN = {
    "NAME": A_NAME,
    "INT": "a number",
    "STRING": A_TEXT,
    "TYPED": "an action",
    "CLAUSE": "a clause in brackets",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "QUANTIFIER": "all",
    "SUM_OP": "+",
    "PRODUCT_OP": "*",
    "MOST": "most",
}
_VALUE = frozenset({A_NAME, "a number", "(", "{", "["})
_CONTINUED = frozenset(
    ["+", "-", "*", ".", "..", "(", "[", "?", "and", "or", "is", "=", "!=", "<", "<=", ">", ">=", "in", "not"]
)  # fmt: skip
_MANY = 6


def spoken(terminals: Iterable[str]) -> frozenset[str]:
    """Kinds of tokens as a person calls them."""
    return frozenset(_SPOKEN.get(t) or literal(t) or t.lower() for t in terminals)


def expectation(accepted: Collection[str]) -> str:
    """``expected A, B or C``: kinds of things rather than each word that may begin them."""
    left = set(accepted)
    said: list[str] = []
    for rule, name in (("part", "a part such as state or let"), ("statement", "a statement")):
        words = first_words(rule)
        if len(words & left) > len(words) // 2:
            said.append(name)
            left -= words | _VALUE | first_words("expr") | {"all", "-"}
    if left >= _VALUE:
        said.append("a value")
        left -= _VALUE | first_words("expr") | {"all", "-"}
    going_on = _CONTINUED if "<" in left else _CONTINUED - {"=", "in"}
    if left - going_on or said:
        left -= going_on
    if ":" in left:
        left -= {A_TEXT}  # a title is allowed there, but optional
    said.extend(sorted(w if " " in w else f"'{w}'" for w in left))
    if len(said) > _MANY:
        said = [*said[:_MANY], "…"]
    return f"expected {_listed(said)}" if said else ""


def _listed(words: list[str]) -> str:
    return " or ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} or {words[-1]}"
