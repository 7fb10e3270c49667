"""The ways from one cut point to the next: what they do, where they begin, what they cannot change."""
