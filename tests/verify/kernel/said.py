"""Small rulesets, and certificates about them in the words of a file of answers."""

from __future__ import annotations

from textwrap import dedent, indent

from tests.verify.kernel.certified import HEAD, accepted

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.verify.answers.certificates import Certificates
from rulewright.verify.kernel.certificate import Certificate


def said(play: str, checks: str, made: str, parts: str = "") -> tuple[Program, Certificate]:
    """A program, and a certificate for the first of its checks, a line each: ``c: never bad``."""
    lines = (
        indent(dedent(parts).strip("\n"), "  "),
        *(f"  check {check}" for check in dedent(checks).strip().splitlines()),
        "  play",
        indent(dedent(play).strip("\n"), "    "),
    )
    rules = load_text(HEAD + "\n".join(line for line in lines if line) + "\n", "said.rules")
    of = instantiate(rules)
    text = dedent(made).strip("\n").splitlines()
    return of, Certificates(rules, of).read(of.checks[0].name, text)


def proved(play: str, checks: str, made: str, parts: str = "") -> bool:
    """Whether the kernel accepts a certificate."""
    return accepted(*said(play, checks, made, parts))
