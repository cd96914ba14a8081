"""Players and their dominoes: Left places along axis 0, Right along axis 1, Middle along axis 2."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

from ..support.errors import InputError, unknown
from .cells import Cell, as_cell

PlayerName = Literal["left", "right", "middle", "L", "R", "M"]
PlayerLike = int | PlayerName  # a player, the axis of one, a name or a letter


class Player(IntEnum):
    """A player is the axis along which they place.

    >>> Player.LEFT, Player.RIGHT.letter, Player.MIDDLE.variable
    (<Player.LEFT: 0>, 'R', 'z')
    """

    LEFT = 0
    RIGHT = 1
    MIDDLE = 2

    @classmethod
    def of(cls, player: "int | str", among: "Iterable[Player] | None" = None) -> "Player":
        """The player with a name or a letter, or of an axis; one `among` those who take part, if given."""
        members = tuple(cls) if among is None else tuple(among)
        names = [member.name.lower() for member in members]
        if isinstance(player, str):
            for member, name in zip(members, names, strict=True):
                if player.lower() in (name, name[0], str(int(member))):
                    return member
            raise unknown("player", player, names)
        if isinstance(player, bool) or not hasattr(player, "__index__") or player not in members:
            axes = " or ".join(str(int(member)) for member in members)
            words = " or ".join(names)
            raise InputError(f"a player is {words}, a letter of these or an axis {axes}, not {player!r}")
        return members[members.index(player)]

    @classmethod
    def _missing_(cls, value: object) -> "Player":
        return cls.of(value)  # type: ignore[arg-type]

    @property
    def title(self) -> str:
        """Left, Right or Middle, as in a sentence."""
        return self.name.capitalize()

    @property
    def letter(self) -> str:
        """L, R or M."""
        return self.name[0]

    @property
    def variable(self) -> str:
        """The variable that counts this player's dominoes: x, y or z."""
        return "xyz"[self]

    @property
    def direction(self) -> str:
        """How this player's dominoes lie, as in a sentence."""
        return ("vertically", "horizontally", "across the layers")[self]


@dataclass(frozen=True, slots=True)
class Domino:
    """A domino of the player of `axis` on `cell` and the cell after it along that axis.

    >>> Domino((0, 1), "left")  # or Domino((0, 1), 0), Domino((0, 1), Player.LEFT), Domino((0, 1), "L")
    Domino(cell=(0, 1), axis=0)
    """

    cell: Cell
    axis: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", as_cell(self.cell))
        object.__setattr__(self, "axis", int(Player.of(self.axis)))
