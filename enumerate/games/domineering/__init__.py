"""Two-player Domineering: `solver` solves small boards in Python and larger ones by compiled `searches`."""

from ...support.memory import CostEstimate

LENGTH_CELLS_AT_MOST = 110  # 16 bits of the key of a table of `race` hold the turn and counts of single moves
# log10 of the number of positions in the search of lengths is about LENGTH_POSITIONS + LENGTH_GROWTH for each
# cell beyond LENGTH_CELLS: 6 * 10^4 on 5 x 6 and 3 * 10^6 on 5 x 8; misère play takes ten times as many
LENGTH_CELLS, LENGTH_POSITIONS, LENGTH_GROWTH, MISERE_POSITIONS = 30, 4.75, 0.165, 1.0
LENGTH_POSITIONS_PER_SECOND = 3e5


def length_need(cells: int, misere: bool) -> CostEstimate:
    """The cost of the search for lengths, extrapolated from smaller boards."""
    digits = LENGTH_POSITIONS + LENGTH_GROWTH * (cells - LENGTH_CELLS) + misere * MISERE_POSITIONS
    return CostEstimate(
        f"lengths of perfect play on {cells} cells: by smaller boards about 10^{digits:.0f} positions",
        seconds=10**digits / LENGTH_POSITIONS_PER_SECOND,
        instead="Ask for the winner alone (lengths=False, --no-lengths)",
    )
