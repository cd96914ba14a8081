"""Positions: dominoes on a board, read from text and written to it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..support.errors import InputError
from .board import Board, Cell, Domino, Player, require_board
from .cells import Wrap, items
from .drawing import read_text, write_text
from .players import PlayerLike


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Dominoes that lie on `board` without overlapping.

    >>> position = Position.parse("L.\\nL.\\nRR")
    >>> print(position)
    L.
    L.
    RR
    >>> position.counts
    (1, 1)
    """

    board: Board
    dominoes: frozenset[Domino]

    def __post_init__(self) -> None:
        require_board(self.board)
        used: set[Cell] = set()
        for domino in self.dominoes:
            for cell in self.board.covered_by(domino):
                if cell in used:
                    raise InputError(f"two dominoes cover cell {cell}")
                used.add(cell)

    @classmethod
    def of(cls, board: Board, dominoes: Iterable[Domino] = ()) -> "Position":
        """The position with the given dominoes.

        >>> print(Position.of(Board.rectangle(2, 3), [Domino((0, 0), Player.LEFT)]))
        L..
        L..
        """
        placed = items("dominoes", dominoes)
        position = cls(board, frozenset(placed))
        if len(position.dominoes) < len(placed):
            twice = next(domino for domino in placed if placed.count(domino) > 1)
            raise InputError(f"{twice} is given twice")
        return position

    @classmethod
    def parse(cls, text: str, wrap: Wrap | None = None, dimension: int | None = None) -> "Position":
        """Read a position: `.` a free cell, `#` a wall, `L` `R` `M` a cell under that player's domino.

        Pairs run along the player's axis. A run of even length pairs in one way only; a run of odd
        length is refused, and so is a full ring on a wrapped axis, which pairs in two ways. `dimension` is
        that of `Board.parse`.

        >>> Position.parse("LL\\nL.")
        Traceback (most recent call last):
            ...
        enumerate.InputError: 'L' in line 1, column 2 has no partner: L cells must pair vertically
        """
        shape, signs, places = read_text(text, ".#LRM", dimension)
        board = Board.of(shape, signs, wrap)
        dominoes: list[Domino] = []
        for player in Player:
            mine = [cell for cell, sign in sorted(signs.items()) if sign == player.letter]
            if not mine:
                continue
            if player >= board.dimension:
                raise InputError(
                    f"{_quote(places[mine[0]], player.letter)}: {player.name.capitalize()} places along "
                    f"a {_ORDINALS[player]} axis, and this board has {board.dimension}"
                )
            dominoes += _pair_up(board, frozenset(mine), player, places)
        return cls(board, frozenset(dominoes))

    def __str__(self) -> str:
        signs = dict.fromkeys(self.board.cells, ".")
        for domino in self.dominoes:
            for cell in self.board.covered_by(domino):
                signs[cell] = Player(domino.axis).letter
        return write_text(self.board.shape, signs)

    def __repr__(self) -> str:
        if self._is_drawn():
            return f"Position.parse({str(self)!r}{self.board.parse_options()})"
        return f"Position.of({self.board!r}, {sorted(self.dominoes, key=lambda d: (d.cell, d.axis))})"

    def _is_drawn(self) -> bool:
        """Whether the drawing tells the position: not without cells, and not with a full ring."""
        try:
            return Position.parse(str(self), self.board.wrap, self.board.dimension) == self
        except InputError:
            return False

    def _repr_svg_(self) -> str:
        """The drawing that notebooks show."""
        from ..render.as_svg import notebook_svg

        return notebook_svg(self)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many dominoes each player has placed."""
        axes = [domino.axis for domino in self.dominoes]
        return tuple(axes.count(axis) for axis in range(self.board.dimension))

    @property
    def covered(self) -> frozenset[Cell]:
        """The cells under dominoes."""
        return frozenset(c for domino in self.dominoes for c in self.board.covered_by(domino))

    @property
    def free(self) -> Board:
        """What is left: the board of the cells that no domino covers.

        >>> print(Position.parse("L.\\nL.").free)
        #.
        #.
        """
        return self.board.without(self.covered)

    def place(self, domino: Domino) -> "Position":
        """The position after one more domino.

        >>> print(Position.parse("L..\\nL..").place(Domino((1, 1), Player.RIGHT)))
        L..
        LRR
        """
        if domino in self.dominoes:
            raise InputError(f"{domino} lies on the board already")
        return Position(self.board, self.dominoes | {domino})

    def moves(self, player: PlayerLike) -> list[Domino]:
        """The dominoes that a player could place now.

        >>> Position.parse("L..\\nL.#").moves("left")
        [Domino(cell=(0, 1), axis=0)]
        """
        return list(self.free.dominoes(player))

    def stuck(self) -> frozenset[int]:
        """The players without a move.

        >>> sorted(Position.parse("L.\\nL.").stuck())
        [1]
        """
        free = self.free
        return frozenset(
            axis for axis in range(self.board.dimension) if next(free.dominoes(axis), None) is None
        )


def require_position(position: Any) -> None:
    """Refuse what is not a position.

    >>> require_position("..")
    Traceback (most recent call last):
        ...
    enumerate.InputError: a position is needed, as in Position.parse('RR'), not '..'
    """
    if not isinstance(position, Position):
        raise InputError(f"a position is needed, as in Position.parse('RR'), not {position!r}")


_ORDINALS = ("first", "second", "third")
_DIRECTIONS = ("vertically", "horizontally", "across the layers")


def _quote(place: tuple[int, int], letter: str) -> str:
    return f"'{letter}' in line {place[0]}, column {place[1]}"


def _pair_up(
    board: Board, mine: frozenset[Cell], player: Player, places: dict[Cell, tuple[int, int]]
) -> list[Domino]:
    """Pair a player's cells along their axis, each run from its first cell."""
    own = Board(board.shape, mine, board.wrap)
    dominoes = []
    for run in own.runs(player):
        if own.after(run[-1], player) is not None:
            raise InputError(
                f"{_quote(places[run[0]], player.letter)} is in a full ring of {player.letter}, "
                "which pairs in two ways"
            )
        if len(run) % 2:
            raise InputError(
                f"{_quote(places[run[-1]], player.letter)} has no partner: "
                f"{player.letter} cells must pair {_DIRECTIONS[player]}"
            )
        dominoes += [Domino(cell, player) for cell in run[::2]]
    return dominoes
