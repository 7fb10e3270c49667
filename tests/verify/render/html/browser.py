"""A headless Chromium for tests, spoken to over two pipes (Chrome DevTools Protocol)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--remote-debugging-pipe",
)  # fmt: skip


class Browser:
    """One page. Commands are those of the protocol; each waits for its answer."""

    def __init__(self, ask: int, answer: int) -> None:
        self._ask, self._answer = ask, answer
        self._number = 0
        self._session: str | None = None
        self._rest = b""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self.send("Page.enable")

    def send(self, method: str, **params: object) -> Any:
        """Send a command and return its result. Raises RuntimeError for an error."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._ask, json.dumps(message).encode() + b"\0")
        while True:
            found = self._read()
            if found.get("id") == self._number:
                if "error" in found:
                    raise RuntimeError(found["error"]["message"])
                return found["result"]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._answer, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self._rest += more
        message, self._rest = self._rest.split(b"\0", 1)
        return dict(json.loads(message))

    def open(self, file: Path, width: int = 1200, height: int = 900, *, dark: bool = False) -> None:
        """Show a file in a window of that size, and wait until it is loaded."""
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])
        self.send("Page.navigate", url=file.resolve().as_uri())
        while self.run("document.readyState + location.protocol") != "completefile:":
            pass

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; promises are waited for."""
        found = self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in found:
            raise RuntimeError(str(found["exceptionDetails"]))
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key and let it go, as a person would."""
        for kind in ("rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser, for as long as it is used."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "these tests look at pages in Chromium (Debian: apt-get install chromium)"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        # The browser reads commands from its file 3 and answers on its file 4.
        ask_end, ask = os.pipe()
        answer, answer_end = os.pipe()
        redirect = f'exec {ask_end}<&{ask_end} 3<&{ask_end} 4>&{answer_end}; exec "$@"'
        process = subprocess.Popen(
            ["bash", "-c", redirect, "-", program, *QUIET, f"--user-data-dir={profile}"],
            pass_fds=(ask_end, answer_end), stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        os.close(ask_end)
        os.close(answer_end)
        try:
            yield Browser(ask, answer)
        finally:
            os.close(ask)
            process.terminate()
            process.wait(20)
            os.close(answer)
