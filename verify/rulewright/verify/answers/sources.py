"""The texts that answers depend on, to tell which of them changed.

A rule belongs to the clauses that it cites, where the innermost citation counts; a part without a citation,
and a check, has a name of its own. Comments and layout do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular
from rulewright.dsl.node_fields import field_values
from rulewright.dsl.parsing.lines import depth
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import Cite, SyntaxNode
from rulewright.dsl.syntax.one_line import code_of
from rulewright.dsl.syntax.unparse import unparse

LARGEST_TABLE = 10_000_000
"""In bytes; a larger table is not looked at."""
_TABLES = (".csv", ".toml")
_WORDS = {"function": "let", "parameter": "param"}
_NO_RULES = (p.StrategyPart, p.ExamplePart, p.ClausesPart, p.AcceptPart)


def texts(ruleset: Ruleset, path: Path) -> Mapping[str, str]:
    """A digest for each clause, each part that cites none, and each table beside the ruleset."""
    found: dict[str, list[str]] = {}
    if ruleset.clauses is not None:
        for clause in ruleset.clauses.clauses:
            found.setdefault(f"[{clause.id}]", []).append(clause.text)
    lines = ruleset.tree.source.split("\n")
    owners: list[list[tuple[str, ...]]] = [[()] * len(code_of(line)) for line in lines]
    for names, span in _owned(ruleset.tree.parts):
        _paint(owners, lines, names, span)
    for line, row in zip(_texts_joined(lines), owners, strict=True):
        for name in dict.fromkeys(n for owner in row for n in owner):
            kept = (c if name in o else " " for c, o in zip(line, row, strict=False))
            found.setdefault(name, []).append("".join(kept))
    digests = {name: _digest(" ".join(parts).split()) for name, parts in found.items()}
    return digests | _tables(ruleset.tree.source, path)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    """The names of the texts that changed, in order."""
    return tuple(
        sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    )


def defaults(ruleset: Ruleset) -> Mapping[str, str]:
    """The default option of each reading and the value of each parameter; with the variant where variants
    differ.
    """
    found: dict[str, dict[str, str]] = {}
    for variant in ruleset.variants:
        for name, part in _settings(ruleset, variant):
            found.setdefault(name, {})[variant] = _default(part)
    return {
        name if len(set(by_variant.values())) == 1 else f"{name} in {variant}": value
        for name, by_variant in found.items()
        for variant, value in by_variant.items()
    }


def changed_defaults(before: Mapping[str, str], ruleset: Ruleset) -> tuple[str, ...]:
    """A sentence for each default that is not as it was ``before``, with the clauses."""
    now = defaults(ruleset)
    by_name = {
        name: part for variant in ruleset.variants for name, part in _settings(ruleset, variant)
    }
    return tuple(
        "".join(f"[{cite.clause}] " for cite in by_name[name.split(" in ")[0]].cites)
        + f"{name} is now {now[name]}, was {was}"
        for name, was in before.items()
        if now.get(name, was) != was
    )


def _settings(
    ruleset: Ruleset, variant: str
) -> Iterator[tuple[str, p.ReadingPart | p.ParameterPart]]:
    yield from ((f"reading {part.name.text}", part) for part in ruleset.readings(variant))
    yield from ((f"param {part.name.text}", part) for part in ruleset.parameters(variant))


def _default(part: p.ReadingPart | p.ParameterPart) -> str:
    if isinstance(part, p.ParameterPart):
        return unparse(part.value)
    return next(option.name.text for option in part.options if option.default)


def _digest(words: list[str]) -> str:
    text = " ".join(words).replace('( "', '("')  # which begins a line of its own
    return blake2b(text.encode(), digest_size=4).hexdigest()


def _texts_joined(lines: list[str]) -> list[str]:
    """The lines, without the quotes between the lines of one text."""
    found = list(lines)
    for number in range(1, len(lines)):
        end = len(code_of(lines[number - 1])) - 1
        if lines[number - 1][end:].startswith('"') and lines[number].lstrip().startswith('"'):
            above = found[number - 1]
            found[number - 1] = f"{above[:end]} {above[end + 1 :]}"
            found[number] = lines[number].replace('"', " ", 1)
    return found


def _paint(
    owners: list[list[tuple[str, ...]]], lines: list[str], names: tuple[str, ...], span: Span
) -> None:  # fmt: skip
    """Assign what begins there to the names: the rest of the line, and the block below it."""
    first = span.line - 1
    owners[first][span.column - 1 :] = [names] * len(owners[first][span.column - 1 :])
    for number in range(first + 1, len(lines)):
        if owners[number] and depth(lines[number]) <= depth(lines[first]):
            break
        owners[number] = [names] * len(owners[number])


def _owned(parts: tuple[p.Part, ...]) -> Iterator[tuple[tuple[str, ...], Span]]:
    """The owners of each stretch of the text, inner stretches after those around them."""
    for part in parts:
        match part:
            case p.VariantPart(parts=inner):
                yield (f"variant {part.name.text}",), part.span
                yield from _owned(inner)
            case p.CheckPart() | p.AgreePart() | p.InstancePart():
                kind = {p.CheckPart: "check", p.AgreePart: "agree"}.get(type(part), "instance")
                yield (f"{kind} {part.name.text}",), part.span
                if isinstance(part, p.InstancePart):
                    yield from (((), replace(n.span, column=1)) for n in part.expected)
            case _ if not isinstance(part, _NO_RULES):
                word = type(part).__name__.removesuffix("Part").lower()
                own = f"{_WORDS.get(word, word)} {part.name.text}"
                yield _cited(part.cites) or (own,), part.span
                yield from _inside(part)


def _inside(node: SyntaxNode) -> Iterator[tuple[tuple[str, ...], Span]]:
    for value in field_values(node):
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, SyntaxNode):
                if isinstance(inner, s.Statement | s.ChooseOption) and inner.cites:
                    yield _cited(inner.cites), inner.span
                yield from _inside(inner)


def _cited(cites: tuple[Cite, ...]) -> tuple[str, ...]:
    return tuple(f"[{cite.clause}]" for cite in cites)


def _tables(source: str, path: Path) -> dict[str, str]:
    """The tables in the ruleset's folder that it mentions."""
    found: dict[str, str] = {}
    for table in sorted(path.parent.iterdir()) if path.parent.is_dir() else ():
        if table.suffix in _TABLES and table.stem in source:
            try:
                data = read_regular(table, LARGEST_TABLE, within=path.parent)
            except UnreadableFileError:
                continue
            found[f"table {table.name}"] = blake2b(data, digest_size=4).hexdigest()
    return found
