"""What statements do, until play rests."""
