"""Random plays in C: plain ones, those led towards a target, and those from an archive of positions."""
