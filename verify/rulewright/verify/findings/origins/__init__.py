"""Where findings come from: answers to checks, examples, expected numbers, comparisons of readings."""
