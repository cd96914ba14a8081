"""Two-player Domineering: `solver` solves small boards itself and larger ones by `searches` (compiled)."""

LENGTH_CELLS_AT_MOST = 110  # 16 bits of the key of a table of `race` hold the turn and counts of single moves
