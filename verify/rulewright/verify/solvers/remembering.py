"""A solver that is not asked again what it has already answered on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from rulewright.dsl.file_cache import FileCache, user_cache

from ..effort.encoding import SOLVING
from .solver import Result, Solver, SolverLimit, Unsat

_ANSWER = b"unsat"


@dataclass(frozen=True, slots=True)
class Remembering:
    """A solver, and a cache of scripts that it found to have no model.

    Only this answer is cached: it does not depend on how far a question may be taken. Two scripts are the
    same only word for word; as the kernel numbers names in the order in which they occur, a question that
    two proofs share is asked once. An answer of another version of the solver does not count.

    ``answers``: the cache, by digest; whoever can write there is trusted, as with programs.
    """

    solver: Solver
    answers: FileCache

    @property
    def name(self) -> str:
        """What the solver is called, with its version."""
        return self.solver.name

    def check(self, script: str, limit: SolverLimit) -> Result:
        """Whether what the script asserts can be true."""
        key = blake2b(f"{self.name}\n{script}".encode(), digest_size=32).hexdigest()
        if self.answers.read(key) == _ANSWER:
            return Unsat()
        result = self.solver.check(script, limit)
        if isinstance(result, Unsat):
            self.answers.write_and_tidy(key, _ANSWER)
        return result


def remembering(solver: Solver) -> Solver:
    """The solver with a cache in the user's own folder; unchanged if there can be none."""
    cache = user_cache("questions", ".unsat", SOLVING.remembered, 64)
    return solver if cache is None else Remembering(solver, cache)
