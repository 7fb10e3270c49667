"""Claims that plays show: what holds in all their positions, and nobody wrote."""
