"""The names of one game: boards, what parts declare, and values as the tool has them."""
