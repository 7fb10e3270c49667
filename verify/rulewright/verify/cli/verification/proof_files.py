"""``--proofs FOLDER``: a file for each question, and nobody else's file is touched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...render.proofs import MARK, Proof, as_file, stems
from ...solvers.crosscheck import UnsatisfiableScript
from ..exits import InputError
from ..terminal.console import write_file


def save_proofs(folder: Path, proofs: Sequence[tuple[Proof, Iterable[UnsatisfiableScript]]]) -> int:
    """Write each question to its own file, and return how many there are.

    Files that an earlier run wrote for these proofs and that are no longer needed are removed. Raises
    InputError, before anything is written, if a file of such a name was not written by an earlier run;
    and if one cannot be written.
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
