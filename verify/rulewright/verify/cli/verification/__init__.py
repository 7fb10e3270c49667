"""The parts of ``verify`` and similar commands: answering, keeping, writing."""
