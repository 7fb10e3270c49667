"""Questions put to a solver in so many units of work: about terms, about linear programs."""
