"""Values of positions as combinatorial games: canonical forms, thermographs, moves, census."""
