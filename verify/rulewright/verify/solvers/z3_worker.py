"""The solver behind the same door where no executable is installed: SMT-LIB in, answers out."""

from __future__ import annotations

import sys


def main() -> None:
    """Read a script from standard input and print what it prints."""
    import z3

    context = z3.main_ctx()
    print(z3.Z3_eval_smtlib2_string(context.ref(), sys.stdin.read()), end="")


if __name__ == "__main__":
    main()
