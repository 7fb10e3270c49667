"""``rulewright explain``: what a clause says, and what formalises it."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.dsl.inputs.locate import from_here

from ....draw.style import wrapped
from ...arguments.options import Commands, output_options
from ...arguments.rulebook import of_one_ruleset, passages, rulebook_option
from ...arguments.select import paths
from ...exits import Exit, InputError
from ...terminal.console import Console

if TYPE_CHECKING:
    from rulewright.dsl.inputs.clauses import Clause
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.dsl.span import Span

    from ....findings.of_clause import OfClause


HEADINGS = {
    "rules": "rules",
    "readings": "readings of it",
    "questions": "questions about it",
    "accepted": "known and meant",
}


NOTHING_KEPT = " no answers are kept, and nothing is looked for here: what play shows is told by `{}`; --update keeps it"
NOT_KEPT = (
    " findings are as they were kept, and nothing new is looked for here; that is done by `{}`"
)
"""The command is inserted."""


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "explain",
        parents=[output_options(), rulebook_option()],
        help="show a clause and the rules that cite it",
    )
    parser.add_argument("clause", metavar="CLAUSE", help="such as turn.rotate")
    parser.add_argument(
        "rulesets", nargs="*", default=[], metavar="RULESET", help="default: all shipped"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Look the clause up in every ruleset."""
    from rulewright.dsl.diagnostics import RulesetError, near
    from rulewright.dsl.load import load

    args.clause, args.rulesets = _in_order([args.clause, *args.rulesets])
    of_one_ruleset(args)
    clause_id = args.clause.strip("[]")
    known: dict[str, None] = {}
    others: dict[str, None] = {}
    found: list[tuple[Path, Ruleset, Clause]] = []
    for path in paths(args.rulesets):
        try:
            ruleset = load(path, every=False)
        except RulesetError:
            if args.rulesets:
                raise
            continue
        others |= dict.fromkeys(_of_that_name(ruleset, clause_id))
        for clause in () if ruleset.clauses is None else ruleset.clauses.clauses:
            known[clause.id] = None
            if clause.id == clause_id:
                found.append((path, ruleset, clause))
    if not found:
        hint = "; ".join(others) or _of_a_finding(clause_id) or near(clause_id, known)
        raise InputError(f"there is no clause [{clause_id}]" + (f"; {hint}" if hint else ""))
    said = [passages(args, ruleset).get(clause.id, "") for _, ruleset, clause in found]
    if args.format == "json":
        console.write_json([_json(*one, text) for one, text in zip(found, said, strict=True)])
    else:
        for one, text in zip(found, said, strict=True):
            console.write(_wrapped(_text(*one, text), console.columns))
            console.write(_wrapped(_kept_text(*one), console.columns))
    return Exit.AS_EXPECTED


def _in_order(words: list[str]) -> tuple[str, list[str]]:
    """The clause and the rulesets: the one word that is not a ruleset is the clause, in any place."""
    from rulewright.dsl.inputs.locate import is_ruleset

    others = [word for word in words if not is_ruleset(word)]
    clause = others[0] if len(others) == 1 else words[0]
    return clause, [word for n, word in enumerate(words) if n != words.index(clause)]


def _of_that_name(ruleset: Ruleset, name: str) -> Iterator[str]:
    """What has that name in a ruleset and is no clause, and the clauses that it cites in all its places."""
    from rulewright.dsl.node_fields import named_fields
    from rulewright.dsl.syntax import parts as p
    from rulewright.dsl.syntax import statements as s
    from rulewright.dsl.syntax.tree import cited, nodes

    words = {
        p.ReadingPart: "a reading", p.CheckPart: "a check", p.AgreePart: "an agreement",
        p.ExamplePart: "an example", p.ProcedurePart: "a procedure", p.FunctionPart: "a function",
        p.StatePart: "a state", p.SupplyPart: "a supply", p.ParameterPart: "a parameter",
        p.EnumPart: "an enumeration", p.RecordPart: "a record", p.HistoryPart: "a history",
        p.BoardPart: "a board", p.VariantPart: "a variant", p.InstancePart: "an instance",
        p.StrategyPart: "a strategy", s.ChooseOption: "an option",
    }  # fmt: skip
    found: dict[str, dict[str, None]] = {}
    for node in nodes(ruleset.tree):
        word = words.get(type(node))
        if word is not None and named_fields(node)["name"].text == name:
            found.setdefault(word, {}).update(dict.fromkeys(cited(node)))
    for word, clauses in found.items():
        by = f", by {', '.join(f'[{clause}]' for clause in clauses)}" if clauses else ""
        yield f"it is {word} of {ruleset.name}{by}"


def _of_a_finding(name: str) -> str:
    """What tells of a finding with that number or name."""
    from rulewright.dsl.elaborate.acceptances import KINDS, is_number

    if is_number(name) or name.partition(".")[0] in KINDS:
        return f"findings are told of by: rulewright show RULESET {name}"
    return ""


def _text(path: Path, ruleset: Ruleset, clause: Clause, passage: str) -> Iterator[str]:
    from rulewright.dsl.syntax.one_line import one_line

    from ....findings.unasked.look import read_with_accepted

    scope = " (out of scope)" if clause.out_of_scope else ""
    yield f"{ruleset.name} [{clause.id}]{scope}: {clause.text}"
    if passage:
        yield f' in the rulebook: "{passage}"'
    whole = _whole(ruleset)
    by_kind = cited_by(ruleset, clause.id)
    for kind, heading in HEADINGS.items():
        spans = by_kind[kind]
        if spans:
            yield f" {heading}"
        for span in spans:
            text = " ".join(one_line(ruleset.tree.source, whole[span]).split())
            yield f"  {from_here(span.file)}:{whole[span].line}: {text}"
    accepted = {part.name.text for part in ruleset.acceptances}
    for noticed in read_with_accepted(ruleset):
        if clause.id in noticed.clauses:
            marked = ", accepted" if noticed.key in accepted else ""
            yield f" {noticed.sentence} ({noticed.key}{marked})"


def _wrapped(lines: Iterable[str], columns: int) -> Iterator[str]:
    """Lines wrapped to the width of the terminal; continuations are indented."""
    for line in lines:
        further = " " * (len(line) - len(line.lstrip()) + 2)
        yield from wrapped(line, max(20, min(columns, 100)), further)


def _whole(ruleset: Ruleset) -> dict[Span, Span]:
    """The place of each citation, with the text that cites, up to the end of the citation's line."""
    from rulewright.dsl.node_fields import named_fields
    from rulewright.dsl.syntax.tree import nodes

    lines = ruleset.tree.source.split("\n")
    found: dict[Span, Span] = {}
    for node in nodes(ruleset.tree):
        for cite in named_fields(node).get("cites", ()):
            at = cite.span
            first = min(node.span.line, at.line)
            end = len(lines[at.line - 1]) + 1
            found[at] = replace(at, line=first, column=1, end_line=at.line, end_column=end)
    return found


def _json(path: Path, ruleset: Ruleset, clause: Clause, passage: str) -> dict[str, object]:
    from ....findings.unasked.look import read_with_accepted

    by_kind = cited_by(ruleset, clause.id)
    return {
        "ruleset": ruleset.name,
        "clause": clause.id,
        "text": clause.text,
        "out_of_scope": clause.out_of_scope,
        "rulebook": passage,
        "rules": _places(by_kind["rules"]),
        "readings": _places(by_kind["readings"]),
        "questions": _places(by_kind["questions"]),
        "accepted": _places(by_kind["accepted"]),
        **_kept_json(path, ruleset, clause),
        "noticed": [n.key for n in read_with_accepted(ruleset) if clause.id in n.clauses],
        "cited": [
            {"file": span.file, "line": span.line, "column": span.column}
            for span in citations(ruleset, clause.id)
        ],
    }


def _kept(path: Path, ruleset: Ruleset, clause: Clause) -> tuple[OfClause, bool] | None:
    """What kept answers say of it, and whether they are of this text; None if nothing is kept."""
    from ....answers.sources import changed, texts
    from ....findings.of_clause import of_clause
    from ...verification.kept_answers import SUFFIX, read_kept

    file = path.with_suffix(SUFFIX)
    if not file.exists():
        return None
    kept = read_kept(file, ruleset.name)
    same = not changed(kept.texts, texts(ruleset, path))
    return of_clause(ruleset, path, kept, clause.id, unchanged=same), same


def _kept_text(path: Path, ruleset: Ruleset, clause: Clause) -> Iterator[str]:
    from ....findings.subject import called

    looked = _kept(path, ruleset, clause)
    more = NOTHING_KEPT if looked is None else NOT_KEPT
    yield from () if looked is None else _known(*looked)
    yield more.format(shlex.join(["rulewright", "verify", from_here(called(path))]))


def _kept_json(path: Path, ruleset: Ruleset, clause: Clause) -> dict[str, object]:
    looked = _kept(path, ruleset, clause)
    if looked is None:
        return {"kept": None}
    known, same = looked
    return {
        "kept": {
            "of_this_text": same,
            "answers": [
                {"check": a.check, "game": a.game, "verdict": a.verdict, "moves": a.moves}
                for a in known.answers
            ],
            "readings": dict(known.compared),
            "findings": [{"id": f.id, "key": f.key} for f in known.findings],
            "plays": known.plays,
            "moves": list(known.moves),
            "in_no_play": list(known.unseen),
        }
    }


def _known(known: OfClause, same: bool) -> Iterator[str]:
    from ....findings.summary.recorded import AS_KEPT, is_recorded
    from ....results.verdict import counted

    if not same:
        yield " the rules are not as they were when answers were kept: verify tells what is found now"
    if known.answers:
        yield " answers that are kept"
    by_check: dict[str, list[str]] = {}
    for one in known.answers:
        length = "" if one.moves is None else f" in {counted(one.moves, 'move')}"
        word = {True: "yes, ", False: "no, ", None: ""}[one.holds]
        by_check.setdefault(one.check, []).append(f"{one.game} {word}{one.verdict}{length}")
    yield from (f"  {check}: {'; '.join(said)}" for check, said in by_check.items())
    if known.compared:
        yield " its readings, beside the default"
    yield from (f"  {option}: {came_to}" for option, came_to in known.compared)
    if known.findings:
        yield " found"
    for finding in known.findings:
        marks = [finding.length, AS_KEPT if is_recorded(finding) else ""]
        marks += ["accepted"] if finding.accepted else []
        line = f"  {finding.id} {finding.sentence} ({', '.join(filter(None, marks))})"
        yield line.replace("   ", "  ").removesuffix(" ()")
    if known.unseen:
        yield f" in none of the plays that are kept ({known.plays:,}), though others may have them: {', '.join(known.unseen)}"
    elif known.moves:
        yield f" each of its moves is in some of the {known.plays:,} kept plays: {', '.join(known.moves)}"


def _places(spans: list[Span]) -> list[dict[str, object]]:
    return [{"file": span.file, "line": span.line, "column": span.column} for span in spans]


def cited_by(ruleset: Ruleset, clause: str) -> dict[str, list[Span]]:
    """Where the clause is cited, by what cites it: rules, readings, questions, acceptances."""
    from rulewright.dsl.elaborate.citations import all_parts
    from rulewright.dsl.elaborate.citations import citations as cites_in
    from rulewright.dsl.syntax import parts as p

    kinds = {
        "readings": p.ReadingPart,
        "questions": p.CheckPart | p.AgreePart | p.ExamplePart,
        "accepted": p.AcceptPart,
    }
    found: dict[str, set[Span]] = {kind: set() for kind in HEADINGS}
    for part in all_parts(ruleset.tree):
        if isinstance(part, p.VariantPart):
            cites = [cite for cite in part.cites if cite.clause == clause]
        else:
            cites = [cite for cite in cites_in(part) if cite.clause == clause]
        kind = next((name for name, t in kinds.items() if isinstance(part, t)), "rules")
        found[kind] |= {cite.span for cite in cites}
    return {kind: sorted(spans) for kind, spans in found.items()}


def citations(ruleset: Ruleset, clause: str) -> list[Span]:
    """Where the ruleset cites the clause, in the order of the file."""
    from rulewright.dsl.syntax.node import Cite
    from rulewright.dsl.syntax.tree import nodes

    spans = {
        node.span
        for node in nodes(ruleset.tree)
        if isinstance(node, Cite) and node.clause == clause
    }
    return sorted(spans)
