"""The server: every feature, over standard input and output."""

from __future__ import annotations

from importlib.metadata import version

from pygls.lsp.server import LanguageServer

from .features import (
    actions,
    completion,
    diagnostics,
    formatting,
    hover,
    inlays,
    lenses,
    navigation,
    outline,
    rename,
)
from .session import Session

FEATURES = (
    diagnostics, hover, navigation, rename, completion, outline, formatting, actions, inlays,
    lenses,
)  # fmt: skip


def server() -> LanguageServer:
    """A server that answers everything."""
    made = LanguageServer("rulewright", version("rulewright"))
    session = Session(made)
    for feature in FEATURES:
        feature.register(session)
    return made
