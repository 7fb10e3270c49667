"""The context of a statement in the flow, and what all files that lower statements share."""
