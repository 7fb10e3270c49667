"""What workers are given to do; a Python of its own loads this and little else."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from rulewright.verify.progress import Tell


def double(number: int, tell: Tell) -> int:
    tell(number, "numbers")
    return 2 * number


def sleep(path: str, tell: Tell) -> None:
    Path(path).write_text(str(os.getpid()))
    time.sleep(600)


def die(tell: Tell) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wrong(tell: Tell) -> None:
    raise ZeroDivisionError("by nothing")
