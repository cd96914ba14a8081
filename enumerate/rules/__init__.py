"""Rules: the conflict graph, kinds of positions, bounds, and boards that are equal up to symmetry."""
