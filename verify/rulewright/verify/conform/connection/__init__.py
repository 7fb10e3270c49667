"""Communication with an engine: messages, and their transport, to a process or within this one."""
