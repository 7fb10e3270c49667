"""The questions that proofs rest on, as SMT-LIB texts for any solver, and the answers."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..results.verdict import counted
from ..solvers.crosscheck import CrossCheck, UnsatisfiableScript

MARK = "; A question that a proof rests on, written by rulewright verify --proofs"
"""The first line of each file; one that begins otherwise is nobody's to overwrite."""
WIDTH = 96


@dataclass(frozen=True, slots=True)
class Proof:
    """Whose proof it is: ``game`` with its instance, the check, what it asks, its clauses."""

    game: str
    check: str
    question: str
    clauses: tuple[str, ...]


def as_file(proof: Proof, number: int, question: UnsatisfiableScript) -> str:
    """The script, after comments that say what it shows.

    Names and sentences come from a ruleset; no text of theirs can end its comment.
    """
    lines = [
        MARK,
        *comment("game", proof.game),
        *comment("check", f"{proof.check}: {proof.question}" if proof.question else proof.check),
        *comment("clauses", ", ".join(proof.clauses)),
        *comment(f"question {number}", question.title),
        *[
            line
            for part in dict.fromkeys(question.shows.split("\n"))
            for line in comment("shows", part)
        ],
        *comment("the answer has to be", "unsat"),
    ]
    return "\n".join([*lines, question.script])


def comment(what: str, text: str) -> list[str]:
    """Lines of comment, of printable characters alone; none if there is no text."""
    shown = "".join(_shown(character) for character in " ".join(text.split()))
    if not shown:
        return []
    return textwrap.wrap(
        f"{what}: {shown}", WIDTH, initial_indent="; ", subsequent_indent=";   ",
        break_on_hyphens=False,
    )  # fmt: skip


def _shown(character: str) -> str:
    return character if character.isprintable() else f"\\u{{{ord(character):x}}}"


def stems(proofs: Sequence[Proof]) -> list[str]:
    """The beginning of the names of each proof's files; no two are equal, in whatever letters."""
    taken: set[str] = set()
    result = []
    for proof in proofs:
        plain = re.sub(r"\W+", "_", f"{proof.game} {proof.check}", flags=re.ASCII)[:100]
        stem, again = plain, 1
        while stem.lower() in taken:
            again += 1
            stem = f"{plain}-{again}"
        taken.add(stem.lower())
        result.append(stem)
    return result


MOST_LISTED = 5
"""So many questions are named that were not decided."""


def crosscheck_lines(found: CrossCheck) -> Iterator[str]:
    """What became of the questions, for a person."""
    asked = counted(found.asked, "question")
    if not found.asked:
        yield "Cross-check: no answer rests on a solver."
        return
    by = [f"{count:,} of {asked} confirmed by {name}" for name, count in found.confirmed.items()]
    yield f"Cross-check: {', '.join(by) or f'0 of {asked} confirmed'}"
    for title, why in found.undecided[:MOST_LISTED]:
        yield f"  not decided: {title} ({why})"
    if len(found.undecided) > MOST_LISTED:
        yield f"  and {len(found.undecided) - MOST_LISTED:,} more"


def crosscheck_json(found: CrossCheck) -> dict[str, object]:
    """The same for a program."""
    return {
        "asked": found.asked,
        "confirmed": dict(found.confirmed),
        "undecided": [{"question": title, "why": why} for title, why in found.undecided],
    }
