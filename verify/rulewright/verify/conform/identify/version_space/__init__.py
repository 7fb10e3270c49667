"""Which choices of readings agree with all that an engine has done so far."""
