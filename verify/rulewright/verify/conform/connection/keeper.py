"""Runs an engine and ends everything that it has started; a separate program that needs only the standard library.

``keeper.py REPORTS ORDERS MEMORY PROCESSES THREADS COMMAND …``: two file descriptors and three limits. The
engine has the standard streams. When it has ended, or the other end of ORDERS has been closed,
nothing of it is left: orphans become children of this process, which sees all of them. One line of
JSON on REPORTS says what happened. An engine may end or stop its parent, and the process above that one;
so these are two, and where one cannot do its work any more, the other does. If both are ended, so is the engine.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

BECOME_PARENT_OF_ORPHANS = 36
"""Linux: PR_SET_CHILD_SUBREAPER."""
END_WITH_PARENT = 1
"""Linux: PR_SET_PDEATHSIG."""
TMPFS, RAMFS = 0x01021994, 0x858458F6
"""Linux: the types of file systems that are memory."""
STATFS, BLOCK = 512, 512
"""Linux: more bytes than ``struct statfs`` has, whose first field is the type; the unit of ``st_blocks``."""
MOMENT = 0.05
"""The interval between two looks at memory, in seconds."""
GRACE = 0.2
"""Seconds for what an engine has started to end after it: it may just be ending."""
LOOK, MOST_LOOKS = 0.001, 5000
"""The interval, in seconds, and the number of looks whether what was killed is gone."""
MOST_REAPED = 1000
"""So many dead processes are reaped between two looks: more may die all the time."""


def main(arguments: Sequence[str]) -> int:
    """Run the command; see above."""
    reports, orders, *limits = (int(a) for a in arguments[:5])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    adopt_orphans()
    above = os.getpid()
    watching = os.fork()
    if watching:
        let_go_of_streams()
        return stand_by(watching, reports)
    adopt_orphans()
    heard, ended = os.pipe()
    os.set_blocking(ended, False)
    signal.set_wakeup_fd(ended)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    try:
        engine = subprocess.Popen(
            arguments[5:], start_new_session=True, close_fds=True, preexec_fn=_as_usual
        )
    except OSError as error:
        tell(reports, {"failed": error.strerror or str(error)})
        return 1
    let_go_of_streams()
    ending = watch(engine.pid, orders, heard, limits, above)
    ending |= harm(above)
    with contextlib.suppress(OSError):
        os.killpg(engine.pid, signal.SIGKILL)
    tell(reports, {**ending, "left": end_all()})
    if ending.get("keeper") == "stopped":
        with contextlib.suppress(OSError):
            os.kill(above, signal.SIGCONT)
    return 0


def stand_by(watching: int, reports: int) -> int:
    """Wait for the process that watches the engine; if it is killed or stopped, end everything in its
    place."""
    _, status = os.waitpid(watching, os.WUNTRACED)
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    end_all()
    tell(reports, {"keeper": "stopped" if os.WIFSTOPPED(status) else "killed"})
    return 1


def watch(
    engine: int,
    orders: int,
    heard: int,
    limits: Sequence[int],
    above: int,
) -> dict[str, object]:
    """Wait until the engine ends, is to be ended, exceeds its limits (of memory, processes and threads), or harms
    the process ``above``."""
    memory, processes, threads = limits
    code, until = 0, math.inf
    while True:
        harmed = harm(above)
        if harmed:
            return harmed
        dead, others = reaped()
        if engine in dead:
            code, until = os.waitstatus_to_exitcode(dead[engine]), time.monotonic() + GRACE
        if time.monotonic() > until or not others:
            return {"exit": code}
        used, count, tasks = taken(below(os.getpid()))
        if count > processes:  # first, as many processes also take much memory
            return {"processes": count}
        if tasks > threads:
            return {"threads": tasks}
        if used > memory:
            return {"memory": used}
        ready = select.select([orders, heard], [], [], MOMENT)[0]
        if orders in ready and not os.read(orders, 1):
            return {"ordered": True}
        if heard in ready:
            os.read(heard, 64)


def harm(above: int) -> dict[str, object]:
    """What was done to the process above this one, if anything."""
    if os.getppid() != above:
        return {"keeper": "killed"}
    return {"keeper": "stopped"} if state(above)[0] == "T" else {}


def taken(pids: Sequence[int]) -> tuple[int, int, int]:
    """The bytes that processes hold in memory, the number of processes, and that of their threads.

    A file in memory counts once, however many hold it. What of it a process has mapped counts as the process's,
    too; of both sums the larger counts, so that nothing counts twice for being mapped.
    """
    own = mapped = count = threads = 0
    files: dict[tuple[int, int], int] = {}
    for pid in pids:
        with contextlib.suppress(OSError):
            tasks = [f"/proc/{pid}/task/{task}" for task in os.listdir(f"/proc/{pid}/task")]
            count += 1
            threads += len(tasks)
            for task in tasks:
                held, of_files = resident(task)
                if held:  # else this thread has ended, maybe not the others
                    own += held - of_files
                    mapped += of_files
                    files |= unnamed_files(task)
                    break
    return own + max(mapped, sum(files.values())), count, threads


def resident(task: str) -> tuple[int, int]:
    """The bytes that a thread's process holds in memory, and how many of them are mapped files in memory."""
    found = {b"VmRSS": 0, b"RssShmem": 0}
    with contextlib.suppress(OSError), open(f"{task}/status", "rb") as file:
        for line in file:
            name, _, value = line.partition(b":")
            if name in found:
                found[name] = int(value.split()[0]) * 1024
    return found[b"VmRSS"], found[b"RssShmem"]


def unnamed_files(task: str) -> dict[tuple[int, int], int]:
    """The bytes of the files in memory without a name that a thread's process has open, by device and number.

    They end with those who hold them. One with a name stays, and may be anybody's, as on a disk.
    """
    found: dict[tuple[int, int], int] = {}
    for number in os.listdir(f"{task}/fd"):
        path = f"{task}/fd/{number}"
        with contextlib.suppress(OSError):
            if os.readlink(path).endswith(" (deleted)"):
                file = os.stat(path)
                if not file.st_nlink and is_in_memory(path):
                    found[file.st_dev, file.st_ino] = file.st_blocks * BLOCK
    return found


def is_in_memory(path: str) -> bool:
    """Whether the file system of a file is memory."""
    about = ctypes.create_string_buffer(STATFS)
    failed = ctypes.CDLL(None, use_errno=True).statfs(path.encode(), about)
    return not failed and ctypes.c_uint32.from_buffer(about).value in (TMPFS, RAMFS)


def below(root: int) -> list[int]:
    """All processes that this one has started, and their descendants, while they live."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        mine = [child for child in children(waiting.pop()) if alive(child)]
        found += mine
        waiting += mine
    return found


def children(pid: int) -> list[int]:
    """The processes whose parent is this one."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    return found


def alive(pid: int) -> bool:
    """Whether a process still runs; a dead one waits until somebody asks for its exit status. The state is
    that of its first thread, which may end before the others."""
    letter, threads = state(pid)
    return letter not in ("Z", "") or threads > 1


def state(pid: int) -> tuple[str, int]:
    """The letter with which Linux describes a process (``T`` is stopped, ``Z`` dead; empty if there is
    none), and the number of its threads."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
            return fields[0], int(fields[17])
    except (OSError, IndexError):
        return "", 0


def end_all() -> int:
    """Kill whatever is left, until nothing is: a process may have started more just before it was
    killed. Returns how many had to be killed.

    A look at the list of processes may miss one that is changing its parent. The proof that none is left
    is that the system has none to wait for: all that lose their parent come here. Nor does a look tell how
    many there were: what always lives on as a new process is seen at last by its being killed.
    """
    killed = 0
    for _ in range(MOST_LOOKS):
        for pid in below(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        dead, others = reaped()
        killed += sum(os.WIFSIGNALED(s) and os.WTERMSIG(s) == signal.SIGKILL for s in dead.values())
        if not others:
            break
        time.sleep(LOOK)
    return killed


def reaped() -> tuple[dict[int, int], bool]:
    """The exit statuses of children that are dead, by their numbers, which are free with that; and whether
    there are other children. Dead ones that stay would make a look take longer than a process need live."""
    dead: dict[int, int] = {}
    try:
        while len(dead) < MOST_REAPED:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            dead[pid] = status
    except ChildProcessError:
        return dead, False
    return dead, True


def adopt_orphans() -> None:
    """Processes that lose their parent become children of this one, where the system supports that."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(BECOME_PARENT_OF_ORPHANS, 1, 0, 0, 0)


def let_go_of_streams() -> None:
    """Close the streams, which belong to the engine alone: readers then see when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def tell(reports: int, what: dict[str, object]) -> None:
    """Write a report, if anybody reads it."""
    with contextlib.suppress(OSError):
        os.write(reports, json.dumps(what).encode() + b"\n")


def _as_usual() -> None:
    """In the engine's process, before it begins: it receives signals as usual, and ends with its parent."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
