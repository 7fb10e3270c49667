"""Small rulesets with certificates made by hand, checked by the kernel in this process."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent, indent

import z3

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.code import Expr
from rulewright.dsl.ir.program import Chance, Decision, Program
from rulewright.dsl.load import load_text
from rulewright.verify.kernel.certificate import Certificate, Claim, CutBlock, CutNode, CutPoint
from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.proof.cuts import loop_heads

HEAD = """\
ruleset certified "Certified by hand"
  players A, B
  enum Place: Pa, Pb, Pc
  state n: 0..9 = 0
  state m: 0..9 = 0
  state bad: Bool = no
  state held: Place -> 0..3 = 0
  state marked: set of Place = {}
"""


def program(play: str, *checks: str, parts: str = "") -> Program:
    """A program; ``checks`` are such as ``c: never bad``."""
    asked = "".join(f"  check {one}\n" for one in checks)
    more = indent(dedent(parts).strip("\n"), "  ") + "\n" if parts else ""
    text = f"{HEAD}{more}{asked}  play\n{indent(dedent(play).strip(chr(10)), '    ')}\n"
    return instantiate(load_text(text, "certified.rules"))


def decides(script: str) -> bool | None:
    """What Z3 says of a script."""
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.from_string(script.replace("(check-sat)", ""))
    answer = solver.check()
    return None if answer == z3.unknown else bool(answer == z3.unsat)


def places(of: Program) -> list[CutPoint]:
    """Where play goes on: decisions of players and of chance, and heads of loops."""
    nodes = [i for i, n in enumerate(of.nodes) if isinstance(n, Decision | Chance)]
    heads = sorted(loop_heads(of.blocks))
    return [*(CutNode(i) for i in nodes), *(CutBlock(b) for b in heads)]


def property_of(of: Program, name: str) -> Expr:
    """The property of a check, to be claimed."""
    return next(c.property for c in of.checks if c.name == name)


def certificate(
    of: Program,
    claims: Iterable[str] = (),
    *,
    goal: str = "c",
    summed: bool = False,
    without: Iterable[str] = (),
    unrolled: bool = True,
) -> Certificate:
    """Some checks claimed at every place at which play goes on; ``without`` some variables."""
    claimed = tuple(Claim(property_of(of, name), summed=summed) for name in claims)
    return Certificate(
        check=goal,
        followed=frozenset(v.name for v in of.variables) - frozenset(without),
        unrolled=unrolled,
        loops=loop_heads(of.blocks),
        claims=tuple((point, claimed) for point in places(of)) if claimed else (),
    )


def accepted(of: Program, made: Certificate) -> bool:
    """Whether the kernel accepts a certificate."""
    number = next(i for i, c in enumerate(of.checks) if c.name == made.check)
    return isinstance(check(of, number, made, decides), Accepted)
