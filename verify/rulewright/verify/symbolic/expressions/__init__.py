"""What expressions of the IR mean in a symbolic state."""
