"""Random plays in C: plain ones, those guided toward a target, and those from an archive of
positions."""
