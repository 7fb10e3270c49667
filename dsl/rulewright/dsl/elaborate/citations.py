"""Every rule cites a clause, every clause is cited or out of scope, every reading is used."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Edit, Hint, near
from ..inputs.clauses import ClauseFile
from ..node_fields import field_values
from ..span import Span
from ..syntax import parts as p
from ..syntax.node import Cite, SyntaxNode
from .symbols.report import DiagnosticSink

_MUST_CITE = (p.ParameterPart, p.SupplyPart, p.ReadingPart, p.ProcedurePart)


def check_citations(ruleset: p.RulesetSyntax, clauses: ClauseFile, report: DiagnosticSink) -> None:
    """Report unknown clauses, rules without one, and clauses that nothing cites."""
    known = {c.id for c in clauses.clauses}
    if not known:
        text = f"{clauses.file} holds no clause"
        hint = "a clause is a line such as: - **[setup]** Each player takes two tokens. (page 1)"
        report.add("E604", _clauses_line(ruleset), text, hint)
        return
    cited: set[str] = set()
    for part in all_parts(ruleset):
        for cite in citations(part):
            cited.add(cite.clause)
            if cite.clause not in known:
                text = f"there is no clause [{cite.clause}] in {clauses.file}"
                report.add("E605", cite.span, text, _in_brackets(near(cite.clause, known)))
        numbered = isinstance(part, p.PlayersPart) and part.number is not None
        if (numbered or isinstance(part, _MUST_CITE)) and not part.cites:
            text = f"{part.name.text} cites no clause"
            report.add("E606", part.name.span, text, _to_cite(clauses))
    for clause in clauses.clauses:
        if clause.id not in cited and not clause.out_of_scope:
            text = f"nothing cites the clause [{clause.id}]"
            words = "*Out of scope:*"
            hint = Hint(
                f"cite it, or begin its text with '{words}'", Edit(f" {words}", "behind", on=2)
            )
            report.add("E607", clause.span, text, hint)
        if clause.id in cited and clause.out_of_scope:
            report.add(
                "E608", clause.span, f"the clause [{clause.id}] is out of scope, yet it is cited"
            )


def _in_brackets(hint: str) -> str:
    edits = hint.edits if isinstance(hint, Hint) else ()
    return Hint(hint, *(Edit(f"[{edit.text}]") for edit in edits))


def _to_cite(clauses: ClauseFile) -> Hint:
    cited = (f"  by [{clause.id}]" for clause in clauses.clauses if not clause.out_of_scope)
    return Hint("end its line in 'by [clause]'", *(Edit(cite, "end") for cite in cited))


def _clauses_line(ruleset: p.RulesetSyntax) -> Span:
    found = (part.span for part in ruleset.parts if isinstance(part, p.ClausesPart))
    return next(found, ruleset.name.span)


LEFT_OVER = frozenset({"E320", "E524"})
"""The codes for what exists and nothing uses: reported only if there is no other error."""


def check_readings(ruleset: p.RulesetSyntax, report: DiagnosticSink) -> None:
    """Report readings of which more than one option is never asked for."""
    for part in all_parts(ruleset):
        if not isinstance(part, p.ReadingPart):
            continue
        name = part.name.text
        unused = [o for o in part.options if (name, o.name.text) not in report.used_options]
        if len(unused) > 1:
            for option in unused:
                text = f"the option {option.name.text} of the reading {name} is never used"
                report.add("E524", option.name.span, text)


def check_procedures(ruleset: p.RulesetSyntax, report: DiagnosticSink) -> None:
    """Report procedures that no variant performs: a mistake or a leftover."""
    for part in all_parts(ruleset):
        if isinstance(part, p.ProcedurePart) and part.name.text not in {*report.performed, "play"}:
            report.add("E320", part.name.span, f"nothing performs the procedure {part.name.text}")


def all_parts(ruleset: p.RulesetSyntax) -> Iterator[p.Part]:
    """Every part, including those inside variants."""
    for part in ruleset.parts:
        yield part
        if isinstance(part, p.VariantPart):
            yield from part.parts


def citations(node: object) -> Iterator[Cite]:
    """Every citation in a part, however deep."""
    if isinstance(node, Cite):
        yield node
    elif isinstance(node, p.VariantPart):
        yield from node.cites
    elif isinstance(node, SyntaxNode):
        for value in field_values(node, "span"):
            yield from citations(value)
    elif isinstance(node, tuple):
        for item in node:
            yield from citations(item)
