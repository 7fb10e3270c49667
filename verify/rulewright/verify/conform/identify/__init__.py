"""Which readings does an engine follow? Choices of readings that agree with it, and plays that
distinguish them."""
