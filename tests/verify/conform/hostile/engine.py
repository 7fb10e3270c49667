"""An engine of tic-tac-toe that misbehaves in the way that its argument names, at the third move."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

KIND = sys.argv[-1]
on = {}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def state() -> dict:
    legal = [f"place {c}{r}" for r in "123" for c in "abc" if c + r not in on]
    return {"decides": "XO"[len(on) % 2], "legal": legal}


def good(asked: dict) -> dict:
    match asked["op"]:
        case "hello":
            name = "hostile" if asked["id"] == 1 or KIND != "two names" else "friendly"
            version = 2 if KIND == "protocol two" else 1
            return {"protocol": version, "name": name, "offers": ["decides", "legal"]}
        case "new":
            on.clear()
        case "apply":
            on[asked["action"].split()[1]] = asked["by"]
    return {"ok": True, "state": state()}


def child(seconds: int, **how: object) -> None:
    sleep = [sys.executable, "-c", f"import time; time.sleep({seconds})"]
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    subprocess.Popen(sleep, **quiet, **how)


def reborn(lives: int) -> None:
    """Leave a child that lives on as a new process, again and again; it has had so many lives afterwards."""
    told, tell = os.pipe()
    if os.fork():
        os.close(tell)
        os.read(told, 1)
        return
    for stream in (0, 1, 2):
        os.close(stream)
    for life in itertools.count(1):
        if life == lives:
            os.close(tell)
        if os.fork():
            os._exit(0)
        os.setsid()


def fill(files: int, mib: int, unnamed: Callable[[], int]) -> None:
    """Write into files in memory, as many and as much."""
    for _ in range(files):
        file = unnamed()
        for _ in range(mib):
            os.write(file, bytes(1 << 20))


def memory_file() -> int:
    return os.memfd_create("hoard")


def deleted_file() -> int:
    number, path = tempfile.mkstemp(dir="/dev/shm")
    os.unlink(path)
    return number


def hoard() -> None:
    held = []
    while True:
        held.append(bytes(b"x" * (1 << 20)))


def above() -> int:
    """The number of the parent's parent."""
    with open(f"/proc/{os.getppid()}/stat", encoding="utf-8") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def misbehave(asked: dict) -> dict | None:
    """What is answered instead, if anything."""
    answer = {"id": asked["id"], **good(asked)}
    match KIND:
        case "sleeps":
            time.sleep(1000)
        case "sleeps deaf":
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(1000)
        case "spins":
            while True:
                pass
        case "stops itself":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "drips":
            for letter in json.dumps(answer):
                sys.stdout.write(letter)
                sys.stdout.flush()
                time.sleep(1)
        case "no newline":
            sys.stdout.write(json.dumps(answer))
            sys.stdout.flush()
            time.sleep(1000)
        case "exits":
            sys.exit(3)
        case "raises":
            raise RuntimeError("no idea")
        case "kills itself":
            os.kill(os.getpid(), signal.SIGKILL)
        case "kills its parent" | "stops its parent":
            os.kill(os.getppid(), signal.SIGKILL if KIND.startswith("kills") else signal.SIGSTOP)
            time.sleep(1000)
        case "kills who is above its parent" | "stops who is above its parent":
            os.kill(above(), signal.SIGKILL if KIND.startswith("kills") else signal.SIGSTOP)
            time.sleep(1000)
        case "kills both above it" | "stops both above it":
            for pid in (above(), os.getppid()):
                os.kill(pid, signal.SIGKILL if KIND.startswith("kills") else signal.SIGSTOP)
            time.sleep(1000)
        case "closes output":
            os.close(1)
            time.sleep(1000)
        case "one long line":
            while True:
                sys.stdout.write("x" * 65536)
        case "many lines":
            while True:
                say(json.dumps(answer))
        case "noise":
            while True:
                sys.stderr.write("x" * 65536)
        case "no json":
            say("place a1, I think")
        case "no utf-8":
            sys.stdout.buffer.write(b'{"id": "\xff"}\n')
            sys.stdout.flush()
        case "deep":
            say("[" * 100_000 + "]" * 100_000)
        case "deep inside":
            say(json.dumps(answer)[:-1] + ', "why": ' + "[" * 600 + "]" * 600 + "}")
        case "one of many keys twice":
            keys = ", ".join(f'"k{n}": {n}' for n in range(30_000))
            say(json.dumps(answer)[:-1] + f', {keys}, "k29999": 0}}')
        case "no object":
            say("[1, 2, 3]")
        case "not a number":
            say('{"id": NaN}')
        case "no id":
            say(json.dumps({"ok": True}))
        case "a later id":
            say(json.dumps({**answer, "id": asked["id"] + 7}))
        case "late":
            say(json.dumps({**answer, "id": asked["id"] - 1}))
        case "twice":
            say(json.dumps(answer))
            say(json.dumps(answer))
        case "unasked":
            say(json.dumps(answer))
            say("your move")
        case "wrong types":
            say(json.dumps({**answer, "state": {"decides": 1, "legal": "all"}}))
        case "keeps back":
            say(json.dumps({**answer, "state": {"decides": "X"}}))
        case "an error":
            say(json.dumps({"id": asked["id"], "error": "I would rather not"}))
        case "memory":
            hoard()
        case "memory in a file":
            fill(1, 400, memory_file)
            time.sleep(1000)
        case "memory in many files":
            fill(100, 4, memory_file)
            time.sleep(1000)
        case "memory in deleted files":
            fill(100, 4, deleted_file)
            time.sleep(1000)
        case "memory in files of its children":
            for _ in range(4):
                if os.fork() == 0:
                    fill(1, 100, memory_file)
                    time.sleep(1000)
            time.sleep(1000)
        case "threads":
            for _ in range(150):
                threading.Thread(target=time.sleep, args=(1000,)).start()
            time.sleep(1000)
        case "forks":
            while True:
                child(1000)
        case _:  # it misbehaves at its beginning, or at its end
            return answer
    return None


def helper() -> subprocess.Popen[bytes]:
    """A process that takes a moment to end, as it has much memory to give back."""
    words = [sys.executable, "-c", "x = bytearray(b'1') * (60 << 20); print(flush=True); input()"]
    started = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert started.stdout is not None
    started.stdout.readline()
    return started


def main() -> None:
    moves = 0
    helping = helper() if KIND == "ends its helper" else None
    if KIND == "chatty start":
        say("Welcome!")
    if KIND == "slow start":
        time.sleep(1000)
    if KIND == "dead start":
        sys.exit(1)
    if KIND == "leaves a child":
        child(1000)
    if KIND == "leaves an orphan" and os.fork() == 0:
        os.setsid()
        os.environ.clear()
        for stream in (0, 1, 2):
            os.close(stream)
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)

    if KIND == "leaves a child that is born anew":
        reborn(lives=300)

    for text in sys.stdin:
        request = json.loads(text)
        moves += request["op"] == "apply"
        reply = {"id": request["id"], **good(request)} if moves < 3 else misbehave(request)
        if reply is not None:
            say(json.dumps(reply))
    if helping:
        helping.kill()
        os._exit(0)
    if KIND == "will not end":
        time.sleep(1000)
    if KIND == "says goodbye":
        say("Goodbye!")
    if KIND == "memory at the end":
        hoard()
    if KIND == "aborts at the end":
        os.abort()


if __name__ == "__main__":
    main()
