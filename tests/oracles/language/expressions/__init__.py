"""What expressions come to."""
