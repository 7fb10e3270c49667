"""The questions that a proof rests on as files of SMT-LIB, for any solver."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..cli.console import write_file
from ..cli.exits import InputError
from ..solvers.crosscheck import Question

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


def as_file(proof: Proof, number: int, question: Question) -> str:
    """The script, after comments that say what it shows.

    Names and sentences come from a ruleset; no text of theirs can end its comment.
    """
    lines = [
        MARK,
        *comment("game", proof.game),
        *comment("check", f"{proof.check}: {proof.question}" if proof.question else proof.check),
        *comment("clauses", ", ".join(proof.clauses)),
        *comment(f"question {number}", question.title),
        *[line for part in question.shows.split("\n") for line in comment("shows", part)],
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


def save_proofs(folder: Path, proofs: Sequence[tuple[Proof, Iterable[Question]]]) -> int:
    """Write each question to a file of its own, and return how many there are.

    Files that an earlier run wrote for these proofs and that are no longer needed go. Raises
    InputError, before anything is written, if a file of such a name is not one of these; and if
    one cannot be written.
    """
    named = stems([proof for proof, _ in proofs])
    before = {stem: _present(folder, stem) for stem in named}
    for path in (path for paths in before.values() for path in paths):
        if not _ours(path):
            raise InputError(f"{path} was not written by --proofs, and is left as it is")
    count = 0
    for stem, (proof, questions) in zip(named, proofs, strict=True):
        written = set()
        for number, question in enumerate(questions, 1):
            path = folder / f"{stem}_{number:03}.smt2"
            write_file(path, as_file(proof, number, question))
            written.add(path)
        for path in before[stem]:
            if path not in written:
                path.unlink(missing_ok=True)
        count += len(written)
    return count


def _present(folder: Path, stem: str) -> list[Path]:
    if not folder.is_dir():
        return []
    name = re.compile(re.escape(stem) + r"_\d{3,}\.smt2", re.IGNORECASE)
    return sorted(path for path in folder.iterdir() if name.fullmatch(path.name))


def _ours(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(MARK) + 1) == f"{MARK}\n".encode()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
