"""``--cluster ADDRESS``: the workers of a Dask scheduler (https://distributed.dask.org)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ...execution.pooled import OnExecutor
from ..exits import InputError

HOW_TO_INSTALL = "pip install 'rulewright[cluster]'"
CONNECT = "10s"
"""The longest wait for the scheduler's answer."""


@contextmanager
def connected(address: str) -> Iterator[OnExecutor]:
    """The workers of the scheduler at an address, within. Raises InputError."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError(f"--cluster needs Dask; install it with: {HOW_TO_INSTALL}") from None
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
        cores = sum(client.ncores().values())
    except (OSError, ValueError) as error:
        why = str(error).partition("\n")[0]
        raise InputError(f"no cluster answers at {address}: {why}") from None
    try:
        if not cores:
            raise InputError(f"the cluster at {address} has no workers")
        yield OnExecutor(client.get_executor(pure=False), cores)
    finally:
        with suppress(Exception):
            client.close()
