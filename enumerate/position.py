"""Positions: dominoes on a board, read from text and written to it."""

from collections.abc import Iterable
from dataclasses import dataclass

from .board import Board, Cell, Domino, Player, read_text, write_text
from .errors import InputError


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
        used: set[Cell] = set()
        for domino in self.dominoes:
            for cell in self.board.covered_by(domino):
                if cell in used:
                    raise InputError(f"two dominoes cover cell {cell}")
                used.add(cell)

    @classmethod
    def of(cls, board: Board, dominoes: Iterable[Domino] = ()) -> "Position":
        """The position with the given dominoes."""
        return cls(board, frozenset(dominoes))

    @classmethod
    def parse(cls, text: str, wrap: Iterable[bool] | None = None) -> "Position":
        """Read a position: `.` a free cell, `#` a wall, `L` `R` `M` a cell under that player's domino.

        Pairs run along the player's axis. A run of even length pairs in one way only; a run of odd
        length is refused, and so is a full ring on a wrapped axis, which pairs in two ways.

        >>> Position.parse("LL\\nL.")
        Traceback (most recent call last):
            ...
        enumerate.errors.InputError: 'L' in line 1, column 2 has no partner: L cells must pair vertically
        """
        shape, signs = read_text(text, ".#LRM")
        board = Board.of(shape, signs, wrap)
        dominoes: list[Domino] = []
        for player in Player:
            mine = [cell for cell, sign in sorted(signs.items()) if sign == player.letter]
            if mine and player >= board.dimension:
                raise InputError(
                    f"{_quote(mine[0], player.letter)}: Middle places along a third axis, "
                    "and this board has two"
                )
            dominoes += _pair_up(board, frozenset(mine), player)
        return cls(board, frozenset(dominoes))

    def __str__(self) -> str:
        signs = dict.fromkeys(self.board.cells, ".")
        for domino in self.dominoes:
            for cell in self.board.covered_by(domino):
                signs[cell] = Player(domino.axis).letter
        return write_text(self.board.shape, signs)

    def __repr__(self) -> str:
        wrap = f", wrap={self.board.wrap}" if any(self.board.wrap) else ""
        return f"Position.parse({str(self)!r}{wrap})"

    def _repr_svg_(self) -> str:
        """The drawing that notebooks show."""
        from .render.svg import svg

        return svg(self)

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
        """What is left: the board of the cells that no domino covers."""
        return self.board.without(self.covered)

    def place(self, domino: Domino) -> "Position":
        """The position after one more domino."""
        return Position(self.board, self.dominoes | {domino})

    def moves(self, axis: int) -> list[Domino]:
        """The dominoes that the player of `axis` could place now."""
        return list(self.free.dominoes(axis))

    def stuck(self) -> frozenset[int]:
        """The players without a move.

        >>> sorted(Position.parse("L.\\nL.").stuck())
        [1]
        """
        free = self.free
        return frozenset(
            axis for axis in range(self.board.dimension) if next(free.dominoes(axis), None) is None
        )


_DIRECTIONS = ("vertically", "horizontally", "across the layers")


def _quote(cell: Cell, letter: str) -> str:
    layer = f", layer {cell[2] + 1}" if len(cell) > 2 else ""
    return f"'{letter}' in line {cell[0] + 1}, column {cell[1] + 1}{layer}"


def _pair_up(board: Board, mine: frozenset[Cell], player: Player) -> list[Domino]:
    """Pair a player's cells along their axis, each run from its first cell."""
    own = Board(board.shape, mine, board.wrap)
    dominoes = []
    for run in own.runs(player):
        if own.after(run[-1], player) is not None:
            raise InputError(
                f"{_quote(run[0], player.letter)} is in a full ring of {player.letter}, "
                "which pairs in two ways"
            )
        if len(run) % 2:
            raise InputError(
                f"{_quote(run[-1], player.letter)} has no partner: "
                f"{player.letter} cells must pair {_DIRECTIONS[player]}"
            )
        dominoes += [Domino(cell, player) for cell in run[::2]]
    return dominoes
