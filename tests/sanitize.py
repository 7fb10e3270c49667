"""The tests of all that runs in C, under AddressSanitizer and UndefinedBehaviorSanitizer.

``python -m tests.sanitize``; more words go to pytest. The generated C of shipped games and of random
programs and rulesets, and the searches and comparisons that are compiled with it, are built with
both sanitizers into this Python. What either of them finds ends the run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

COMPILER = "gcc"
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g"
RUNTIMES = ("libasan.so", "libubsan.so")
TESTS = (
    "tests/engines/native/test_values.py",
    "tests/engines/native/test_source.py",
    "tests/engines/native/test_side_by_side.py",
    "tests/engines/test_against_meaning.py",
    "tests/engines/test_games.py",
    "tests/verify/explicit",
    "tests/verify/equivalence/test_limits.py",
    "tests/verify/equivalence/test_native_product.py",
    "tests/verify/portfolio/test_shorter.py",
    "tests/verify/simulation/test_lookahead.py",
    "tests/verify/conform/identify/distinguishing/test_parting.py",
)
"""Those of the engine, of search and random plays, and of comparisons."""


def runtime(name: str) -> str:
    """The path of a library of the compiler: Python itself is not built with the sanitizers, so
    it must be there before anything else is."""
    found = subprocess.run(
        [COMPILER, f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if not os.path.isabs(found):
        sys.exit(f"{COMPILER} comes without {name}")
    return found


def main(more: list[str]) -> int:
    """Run the tests, and return pytest's exit code."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "CC": f"{COMPILER} {FLAGS}",
            "LD_PRELOAD": " ".join(map(runtime, RUNTIMES)),
            # Python leaves much behind when it ends, so leaks are not looked for.
            "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1:abort_on_error=1",
            "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
            "PYTHONMALLOC": "malloc",
            "XDG_CACHE_HOME": cache,
        }
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *TESTS, *more]
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
