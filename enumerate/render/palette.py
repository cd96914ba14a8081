"""The colours of all pictures: Okabe and Ito's, which colour-blind readers can distinguish.

The first is Left's, the second Right's, the third Middle's; these three also differ in grey.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colour:
    """A fill as HTML writes it and as one of a terminal's 256 colours, and whether the ink on it is white."""

    fill: str
    terminal: int
    is_dark: bool

    @property
    def ink(self) -> str:
        """The colour of letters on this colour."""
        return "#FFFFFF" if self.is_dark else "#000000"

    @property
    def ansi(self) -> str:
        """The escape sequence that switches a terminal to this colour."""
        return f"{97 if self.is_dark else 30};48;5;{self.terminal}"


PALETTE = (
    Colour("#0072B2", 25, True),  # blue
    Colour("#E69F00", 214, False),  # orange
    Colour("#009E73", 29, True),  # green
    Colour("#CC79A7", 175, False),  # purple
    Colour("#56B4E9", 74, False),  # sky
    Colour("#D55E00", 166, True),  # vermilion
    Colour("#F0E442", 227, False),  # yellow
)
LINE, GRID, WALL, WALL_LINE = "#222222", "#BBBBBB", "#E0E0E0", "#9A9A9A"


def colour(number: int) -> Colour:
    """The colour of a player or a name by its number from 0; they repeat.

    >>> colour(1).fill, colour(7) == colour(0)
    ('#E69F00', True)
    """
    return PALETTE[number % len(PALETTE)]
