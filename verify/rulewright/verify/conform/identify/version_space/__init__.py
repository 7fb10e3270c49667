"""Which choices of readings agree with everything an engine has done so far."""
