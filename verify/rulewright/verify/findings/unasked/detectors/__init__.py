"""Detectors, by what they need to know: the text, all games, or one of them."""
