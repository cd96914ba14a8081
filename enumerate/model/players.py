"""Players and their dominoes: Left places along axis 0, Right along axis 1, Middle along axis 2."""

from dataclasses import dataclass
from enum import IntEnum

from ..support.errors import InputError, unknown
from .cells import Cell, as_cell


class Player(IntEnum):
    """A player is the axis along which they place.

    >>> Player.LEFT, Player.RIGHT.letter, Player.MIDDLE.variable
    (<Player.LEFT: 0>, 'R', 'z')
    """

    LEFT = 0
    RIGHT = 1
    MIDDLE = 2

    @classmethod
    def of(cls, player: "int | str") -> "Player":
        """The player of an axis, or with a name.

        >>> Player.of("left"), Player.of(1)
        (<Player.LEFT: 0>, <Player.RIGHT: 1>)
        """
        if player in range(len(cls)):
            return cls(int(player))
        names = [member.name.lower() for member in cls]
        if isinstance(player, str):
            if player.lower() not in names:
                raise unknown("player", player, names)
            return cls(names.index(player.lower()))
        raise InputError(f"a player is an axis 0, 1 or 2 or one of {', '.join(names)}, not {player!r}")

    @property
    def letter(self) -> str:
        """L, R or M."""
        return self.name[0]

    @property
    def variable(self) -> str:
        """The variable that counts this player's dominoes: x, y or z."""
        return "xyz"[self]


@dataclass(frozen=True, slots=True)
class Domino:
    """A domino of the player of `axis` on `cell` and the cell after it along that axis.

    >>> Domino((0, 1), "left")
    Domino(cell=(0, 1), axis=0)
    """

    cell: Cell
    axis: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", as_cell(self.cell))
        object.__setattr__(self, "axis", int(Player.of(self.axis)))
