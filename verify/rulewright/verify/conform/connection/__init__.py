"""How an engine is spoken to: messages, and who carries them, in a process or beside it."""
