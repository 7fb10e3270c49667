"""Symbolic execution: from a choice along the blocks to where play rests again."""
