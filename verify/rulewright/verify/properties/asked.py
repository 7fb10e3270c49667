"""What a check asks, in words: an agreement asks whether clauses say the same."""

from __future__ import annotations

from rulewright.dsl.ir.program import Check


def is_agreement(check: Check) -> bool:
    """Whether it asks if clauses say the same; no other property has such a text."""
    return check.text.endswith("] say the same")


def asks(check: Check) -> str:
    """The question to which yes means that it holds; empty if the author gave none.

    The quoted text of an agreement is what the clauses are about, and may itself be a question.
    """
    agrees = is_agreement(check) and check.question
    return f"Do the clauses agree: {check.question}" if agrees else check.question


def differ(check: Check) -> str:
    """What it means that an agreement does not hold."""
    said = " and ".join(f"[{clause}]" for clause in check.clauses)
    return f"{said} do not say the same: {check.question}"
