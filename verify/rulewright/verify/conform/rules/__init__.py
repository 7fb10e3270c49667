"""What the rules say of a position and a play, in the terms of the protocol."""
