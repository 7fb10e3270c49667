"""The meaning of the IR, executable: a plain interpreter that every backend is compared with.

Written for reading, not for speed, and without any help from the backends.
"""

from .meaning import Scope, evaluate, restore
from .play import Action, Endless, Position, Reference

__all__ = ["Action", "Endless", "Position", "Reference", "Scope", "evaluate", "restore"]
