"""Questions put to a solver within a number of units of work: about terms, about linear programs."""
