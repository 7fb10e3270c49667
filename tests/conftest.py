"""Settings of all tests: none of them depends on the clock."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Iterator

import pytest
from hypothesis import Phase, settings
from tests.differential.compiler import quick_compiler
from tests.loaded_once import loaded_once
from tests.tiers import EVERY_RUN

from rulewright.dsl import load
from rulewright.engines.native.compiler import available
from rulewright.verify.cli.main import NEW_OBJECTS
from rulewright.verify.execution.interruption import CALL

collect_ignore_glob = ["*.rules"]
"""Rulesets among the tests are material; those under ``spec/`` are collected by the plugin."""

gc.set_threshold(NEW_OBJECTS)


def pytest_configure(config: pytest.Config) -> None:
    """Where the code stays as it is, a text that is loaded again is the ruleset that it was."""
    if config.getoption("--hypothesis-profile") != "mutants":
        load.load_text = loaded_once(load.load_text)  # type: ignore[assignment]


def pytest_collection_finish() -> None:
    """The tests themselves stay: the collector need not go through them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def signals_are_heard() -> Iterator[None]:
    """Tests in the background, or under ``nohup``, begin with signals ignored; what they start would be too."""
    heard = {signal.SIGINT: signal.default_int_handler}
    if sys.platform != "win32":
        heard |= {signal.SIGHUP: signal.SIG_DFL, signal.SIGQUIT: signal.SIG_DFL}
    ignored = [n for n in heard if signal.getsignal(n) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, heard[number])
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture(scope="session", autouse=True)
def of_no_terminal() -> Iterator[None]:
    """How large the terminal is from which tests are started changes nothing."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("COLUMNS", "LINES"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_for_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is compiled for a test is compiled quickly, and kept no longer than the tests run."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("compiled")
        patch.setenv("XDG_CACHE_HOME", str(folder))
        if available() is None:
            patch.setenv("CC", str(quick_compiler(folder)))
        yield


@pytest.fixture(autouse=True)
def no_call_goes_on() -> Iterator[None]:
    """A call into C that a test has given up would take a core from all tests after it."""
    yield
    calls = [thread for thread in threading.enumerate() if thread.name == CALL]
    for thread in calls:
        thread.join(1)
        thread.name = "given up by a test"
    assert not any(thread.is_alive() for thread in calls), (
        "give up calls into C in a process of its own"
    )


@pytest.fixture(autouse=True)
def optimised_if_slow(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, compiled_for_tests: None
) -> None:
    """What runs long is worth the time that a compiler takes."""
    if request.node.get_closest_marker("slow") is not None:
        monkeypatch.delenv("CC", raising=False)


settings.register_profile(EVERY_RUN, deadline=None, max_examples=25)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("slow", deadline=None, max_examples=250)
settings.register_profile(
    "mutants",
    deadline=None,
    max_examples=40,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    print_blob=False,
)
settings.load_profile(EVERY_RUN)
