"""Names that no rule reads: functions, state, supplies, parameters, cards, boards, types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulewright.dsl.boards.build import MAKERS
from rulewright.dsl.diagnostics import Edit, Hint
from rulewright.dsl.elaborate.citations import all_parts
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import Name, SyntaxNode
from rulewright.dsl.syntax.tree import cited, nodes, root_of

from ....kinds import FindingKind
from ...detector import Noticed
from .left_over import left_over

_NAMED = (
    p.FunctionPart | p.StatePart | p.SupplyPart | p.ParameterPart | p.CardsPart | p.EnumPart
    | p.RecordPart | p.HistoryPart | p.BoardPart
)  # fmt: skip
_CHOOSING = (
    p.VariantPart | p.WithoutPart | p.SettingsPart | p.InstancePart | p.ExpectationPart | p.AcceptPart
)  # fmt: skip
"""These choose a game, and say what is meant; none of them is a rule that reads a name."""
_WORDS = {
    p.FunctionPart: "the function",
    p.StatePart: "the state",
    p.SupplyPart: "the supply",
    p.ParameterPart: "the parameter",
    p.CardsPart: "the cards",
    p.EnumPart: "the enumeration",
    p.RecordPart: "the record",
    p.HistoryPart: "the history",
    p.BoardPart: "the board",
}


def unused_names(ruleset: Ruleset) -> Iterable[Noticed]:
    """Each declared name that nothing mentions, and state that is stored and never read."""
    parts = [part for part in all_parts(ruleset.tree) if not isinstance(part, _CHOOSING)]
    read: dict[str, set[int]] = {}
    stored: dict[str, set[int]] = {}
    for number, part in enumerate(parts):
        apart = {id(target) for target in (*written(part), *feeding_itself(part))}
        for node in nodes(part):
            name = occurring_name(node)
            if name is None or (node is part and isinstance(part, _NAMED)):
                continue
            where = stored if id(node) in apart else read
            where.setdefault(name, set()).add(number)
    idle = _idle(ruleset, parts, read)
    seen: set[str] = set()
    for number, part in enumerate(parts):
        if not isinstance(part, _NAMED) or part.name.text in seen or number not in idle:
            continue
        name = part.name.text
        seen.add(name)
        word = "the table" if _is_table(part) else _WORDS[type(part)]
        by = next(
            (p for n, p in enumerate(parts) if n in read.get(name, ()) and p.name.text != name),
            None,
        )
        if by is not None:
            sentence = (
                f"nothing mentions {word} {name} but {by.name.text}, which is not used itself"
            )
            hint = "leave both out, or use them where the rules mean them"
        elif stored.get(name):
            sentence = f"{word} {name} is stored and never read"
            hint = "read it in a rule or in a check, or leave it out"
            if any(_counts(p, name) for p in parts):
                hint += "; if its range is to limit what may be done, say that with a condition"
        else:
            sentence = f"nothing mentions {word} {name}"
            hint = Hint("leave it out, or use it where the rules mean it", Edit("", "block"))
        sentence = sentence[:1].upper() + sentence[1:]
        yield Noticed(FindingKind.DEAD_RULE, name, part.name.span, cited(part), sentence, hint)


def _idle(
    ruleset: Ruleset, parts: Sequence[p.Part], read: Mapping[str, set[int]]
) -> frozenset[int]:
    """The parts that only such parts read, and procedures that nothing performs."""
    left = {noticed.name for noticed in left_over(ruleset)}
    idle = {n for n, part in enumerate(parts) if part.name.text in left}
    before: set[int] | None = None
    while idle != before:
        before = set(idle)
        for number, part in enumerate(parts):
            if isinstance(part, _NAMED):
                own = {n for n, other in enumerate(parts) if _same(other, part)} | {number} | before
                if not any(
                    read.get(word, set()) - own for word in (part.name.text, *_inside(part))
                ):
                    idle.add(number)
    return frozenset(idle)


def _is_table(part: p.Part) -> bool:
    """Whether it was written as a table of values, whose keys have no names."""
    return isinstance(part, p.FunctionPart) and any(not q.name.text.strip() for q in part.params)


def _same(other: p.Part, part: p.Part) -> bool:
    return type(other) is type(part) and other.name.text == part.name.text


def _inside(part: p.Part) -> tuple[str, ...]:
    """The names by which a type is used without being named: its values, its columns."""
    match part:
        case p.EnumPart(values=values):
            return tuple(value.text for value in values)
        case p.CardsPart(columns=columns):
            return tuple(column.name.text for column in columns)
        case p.BoardPart(kind=kind):
            return (*MAKERS[kind.text].names, "centre")
        case _:
            return ()


def occurring_name(node: SyntaxNode) -> str | None:
    """The name that a node mentions."""
    match node:
        case e.Reference(name=name):
            return name
        case Name(text=text):
            return text
        case _:
            return None


def written(part: p.Part) -> Iterator[SyntaxNode]:
    """The names at the root of what is stored to and not read by the same statement."""
    for node in nodes(part):
        match node:
            case s.Assign(target=target) | s.Change(target=target):
                yield root_of(target)
            case s.ResetStatement(names=names):
                yield from names
            case s.Remember(name=name):
                yield name
            case _:
                pass


def feeding_itself(part: p.Part) -> Iterator[SyntaxNode]:
    """Where a name occurs in what is stored to that name alone: ``n := n + 1`` reads nothing for others."""
    for node in nodes(part):
        match node:
            case s.Assign(target=target, value=value) | s.Change(target=target, value=value):
                own = occurring_name(root_of(target))
                yield from (
                    inner for inner in nodes((target, value)) if occurring_name(inner) == own
                )
            case _:
                pass


def _counts(part: p.Part, name: str) -> bool:
    """Whether a statement counts it up or down, for which its range may have no room."""
    for node in nodes(part):
        match node:
            case s.Change(target=target) if occurring_name(root_of(target)) == name:
                return True
            case s.Assign(target=target, value=value) if occurring_name(root_of(target)) == name:
                if any(occurring_name(inner) == name for inner in nodes(value)):
                    return True
            case _:
                pass
    return False
