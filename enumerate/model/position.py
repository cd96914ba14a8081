"""Positions: the pieces of a game on a board, read from text and written to it."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..support.errors import InputError
from ..support.files import text_of
from ..support.result import notebook_picture
from ..support.table import Table
from .board import Board, Cell, Domino, Player, parse_line, parse_shape, require_board
from .cells import Wrap, items
from .drawing import read_text, write_text
from .game import DEFAULT_GAME, DOMINEERING, Game, GameLike, variable_of
from .lattice import GRAPH, SQUARE, Lattice
from .placing import Placement, addable, clash, find_placement, rest_of
from .players import PlayerLike
from .reading import read_pieces


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Pieces of a game that lie on `board` and do not exclude each other.

    In Domineering, the game unless another one is named, they may be given as dominoes.

    >>> position = Position.parse("L.\\nL.\\nRR")
    >>> print(position)
    L.
    L.
    RR
    >>> position.counts
    (1, 1)
    """

    board: Board
    pieces: frozenset[Placement]
    game: Game = DOMINEERING

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", Game.of(self.game))
        object.__setattr__(self, "board", require_board(self.board))
        if type(self.pieces) is not frozenset:
            object.__setattr__(self, "pieces", frozenset(items("pieces", self.pieces)))
        self.game.require_board(self.board)
        if not all(type(piece) is Placement for piece in self.pieces):
            found = [find_placement(self.game, self.board, piece) for piece in self.pieces]
            object.__setattr__(self, "pieces", frozenset(found))
        numbers = range(len(self.game.pieces))
        for piece in self.pieces:
            if piece.piece not in numbers or not self.board.cells.issuperset(piece.cells):
                raise InputError(f"no piece of '{self.game.name}' lies on this board as {piece}")
        clashing = clash(self.game, self.board, self.pieces)
        if clashing is not None:
            raise InputError(self._clash(*clashing))

    def _clash(self, one: Placement, two: Placement) -> str:
        for cell in one.cells:
            if cell in two.cells:
                return f"two {self.game.called()} cover cell {cell}"
        first, second = (f"'{self.game.pieces[each.piece].name}' at {each.at}" for each in (one, two))
        return f"the rules of '{self.game.name}' forbid {first} beside {second}"

    @classmethod
    def of(cls, board: "BoardLike", pieces: Iterable[Any] = (), game: GameLike = DEFAULT_GAME) -> "Position":
        """The position with the given pieces: dominoes, or names with the cell where a piece is put down.

        >>> print(Position.of(Board.rectangle(2, 3), [Domino((0, 0), Player.LEFT)]))
        L..
        L..
        >>> print(Position.of(Board.rectangle(1, 3), [("L", (0, 0)), ("R", (0, 1))], game="col"))
        LR.
        """
        start = as_position(board, game)
        given = items("pieces", pieces)
        if not given:
            return start
        found = [find_placement(start.game, start.board, piece) for piece in given]
        position = cls(start.board, start.pieces | frozenset(found), start.game)
        if len(position.pieces) < len(start.pieces) + len(found):
            twice = next(
                given[i] for i in range(len(found)) if found[i] in start.pieces or found.count(found[i]) > 1
            )
            raise InputError(f"{twice} is given twice")
        return position

    @classmethod
    def parse(
        cls,
        text: str,
        wrap: Wrap | None = None,
        dimension: int | None = None,
        lattice: Lattice | str = SQUARE,
        game: GameLike = DEFAULT_GAME,
        shift: int = 0,
    ) -> "Position":
        """Read a position: `.` a free cell, `#` a wall, `L` `R` `M` a cell under that player's domino.

        In another game a letter is the first of a piece's name. What can be read in two ways is refused: of
        dominoes that is a full ring on a wrapped axis. `dimension` is that of `Board.parse`.

        >>> Position.parse("LL\\nL.")
        Traceback (most recent call last):
            ...
        enumerate.InputError: 'L' in line 1, column 2 has no partner: L cells must pair vertically
        >>> Position.parse("SS.\\nSS.", game="squares").counts
        (1,)
        """
        played = Game.of(game)
        shape, signs, places = read_text(text, alphabet(played), dimension)
        board = Board.of(shape, signs, wrap, lattice, shift)
        return cls(board, frozenset(read_pieces(played, board, signs, places)), played)

    @property
    def dominoes(self) -> frozenset[Domino]:
        """The pieces of Domineering."""
        if self.game != DOMINEERING:
            raise InputError(f"the pieces of '{self.game.name}' are no dominoes of Left and Right")
        return frozenset(placement.domino for placement in self.pieces)

    @property
    def placements(self) -> list[Placement]:
        """The pieces in the order of the cells where they were put down, each with the cells under it."""
        return sorted(self.pieces, key=lambda p: (p.at, p.piece))

    def to_json(self) -> list[list[Any]]:
        """The pieces, each as its name and its cells."""
        return [[self.game.pieces[p.piece].name, [list(cell) for cell in p.cells]] for p in self.placements]

    def to_numpy(self) -> Any:
        """The board as an array of small integers: -1 a wall, 0 a free cell, then 1 + the player's number of
        the piece on it (1 Left, 2 Right, 3 Middle); pieces of either player count as 1.
        """
        import numpy as np

        drawn = np.full(self.board.shape, -1, dtype=np.int8)
        for cell in self.board.cells:
            drawn[cell] = 0
        for placement in self.pieces:
            for cell in placement.cells:
                drawn[cell] = 1 + variable_of(self.game.pieces[placement.piece])
        return drawn

    def __str__(self) -> str:
        signs = dict.fromkeys(self.board.cells, ".")
        for placement in self.placements:
            signs |= dict.fromkeys(placement.cells, self.game.pieces[placement.piece].letter)
        return write_text(self.board.shape, signs)

    def __repr__(self) -> str:
        game = "" if self.game == DOMINEERING else f", game={self.game.shown()}"
        if self.is_drawn:
            return f"Position.parse({str(self)!r}{self.board.parse_options()}{game})"
        laid = as_written(self.game, self.placements)
        pieces = [p if isinstance(p, Domino) else (self.game.pieces[p.piece].name, p.at) for p in laid]
        return f"Position.of({self.board!r}, {pieces}{game})"

    @property
    def is_drawn(self) -> bool:
        """Whether the drawing tells the position: not if it can be read in two ways."""
        board = self.board
        if board.lattice.is_graph:
            return False
        try:
            again = Position.parse(str(self), board.wrap, board.dimension, board.lattice, self.game)
        except InputError:
            return False
        return again == self

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show."""
        return notebook_picture(self)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many pieces each player has placed; pieces of either player count together."""
        owners = [variable_of(self.game.pieces[placement.piece]) for placement in self.pieces]
        return tuple(owners.count(player) for player in range(self.game.variables(self.board.dimension)))

    @property
    def covered(self) -> frozenset[Cell]:
        """The cells under pieces."""
        return frozenset(cell for placement in self.pieces for cell in placement.cells)

    @property
    def free(self) -> Board:
        """What is left: the board of the cells that no piece covers, without what the rules forbid there.

        >>> print(Position.parse("L.\\nL.").free)
        #.
        #.
        >>> Position.parse("L..", game="col").free
        Board.parse('#..').bar([((0, 1), 'L')])
        """
        return rest_of(self.game, self.board, self.pieces)

    def place(self, piece: Any) -> "Position":
        """The position after one more piece.

        >>> print(Position.parse("L..\\nL..").place(Domino((1, 1), Player.RIGHT)))
        L..
        LRR
        """
        found = find_placement(self.game, self.board, piece)
        if found in self.pieces:
            raise InputError(f"{piece} lies on the board already")
        return Position(self.board, self.pieces | {found}, self.game)

    def extend(self, added: "Position") -> "Position":
        """The position with more pieces: those of a position on the free cells, as `sample` and `fewest` find
        them there.

        >>> start = Position.parse("L..\\nL..")
        >>> print(start.extend(Position.of(start.free, [Domino((0, 1), "right")])))
        LRR
        L..
        """
        if not self.pieces:
            return added
        return Position(self.board, self.pieces | added.pieces, self.game)

    def moves(self, player: PlayerLike) -> list[Any]:
        """The pieces that a player could place now: dominoes in Domineering, placements in other games.

        >>> Position.parse("L..\\nL.#").moves("left")
        [Domino(cell=(0, 1), axis=0)]
        >>> [move.at for move in Position.parse("L..", game="col").moves(Player.LEFT)]
        [(0, 2)]
        """
        number = Player.of(player)
        if number >= max(2, self.game.variables(self.board.dimension)):
            raise InputError(f"a player of '{self.game.name}' on this board is 0 or 1, not {player!r}")
        found = addable(self.game, self.board, self.pieces)
        own = [move for move in found if variable_of(self.game.pieces[move.piece]) == number]
        return as_written(self.game, own)

    def stuck(self) -> frozenset[int]:
        """The players without a move."""
        players = range(self.game.variables(self.board.dimension))
        found = addable(self.game, self.board, self.pieces)
        return frozenset(players) - {variable_of(self.game.pieces[move.piece]) for move in found}


def as_written(game: Game, found: Iterable[Placement]) -> list[Any]:
    """Placements as moves are given to people: dominoes in Domineering, in other games as they are."""
    return [placement.domino for placement in found] if game == DOMINEERING else list(found)


def alphabet(game: Game) -> str:
    """The characters of a drawing."""
    return ".#" + "".join(dict.fromkeys(piece.letter for piece in game.pieces))


def positions_array(board: Board, drawn: Sequence[Position]) -> Any:
    """Positions on one board as one array, along its first axis."""
    import numpy as np

    return np.array([position.to_numpy() for position in drawn], dtype=np.int8).reshape(-1, *board.shape)


def positions_table(positions: Sequence[Position]) -> Table:
    """Positions with their numbers, the rows of each separated by strokes."""
    rows = ((number, str(position).replace("\n", "/")) for number, position in enumerate(positions))
    return Table(("number", "position"), tuple(rows))


def positions_text(positions: Sequence[Position]) -> str:
    """Positions in the format that is read, a blank line between them (two between solid ones)."""
    is_flat = all(position.board.dimension < 3 for position in positions)
    return ("\n\n" if is_flat else "\n\n\n").join(map(str, positions))


def positions_json(positions: Sequence[Position]) -> dict[str, Any]:
    """Positions as text, and as lists of pieces where letters do not tell everything."""
    drawn: dict[str, Any] = {"positions": [str(position) for position in positions]}
    if not all(position.game == DOMINEERING and position.is_drawn for position in positions):
        drawn["pieces"] = [position.to_json() for position in positions]
    return drawn


def require_position(position: Any) -> None:
    """Refuse what is not a position."""
    if not isinstance(position, Position):
        raise InputError(f"a position is needed, as in Position.parse('RR'), not {position!r}")


class _Array(Protocol):
    """What NumPy takes as an array."""

    def __array__(self, *args: Any, **options: Any) -> Any: ...


class _Graph(Protocol):
    """A graph of NetworkX."""

    @property
    def nodes(self) -> Any: ...

    @property
    def edges(self) -> Any: ...


# what reads as a board: a size, a drawing, 0 and 1 in an array, a NetworkX graph, a file with a drawing
BoardLike = Board | Position | str | Sequence[int] | os.PathLike[str] | _Array | _Graph


def as_position(board: BoardLike, game: GameLike = DEFAULT_GAME) -> Position:
    """The position that is meant: one as it is, with its own game; a drawing with its pieces; anything else
    that reads as a board without pieces.
    """
    if isinstance(board, Position):
        if game is not DEFAULT_GAME and Game.of(game) != board.game:
            raise InputError(f"the position is one of '{board.game.name}', not of '{Game.of(game).name}'")
        return board
    played = Game.of(game)
    if isinstance(board, os.PathLike):
        board = text_of(board, "the board ")
    if isinstance(board, str) and parse_shape(board) is None:
        return parse_line(board, lambda text: Position.parse(text, game=played))
    free, played = _on_edges(require_board(board), played)
    return Position(free, frozenset(), played)


def _on_edges(board: Board, game: Game) -> tuple[Board, Game]:
    """Cram on a graph is Node Kayles on its line graph; everything else stays as it is."""
    if board.lattice.name == GRAPH and game == Game.named("cram"):
        return board.line_graph(), Game.named("node-kayles")
    return board, game


def board_and_game(board: BoardLike, game: GameLike = DEFAULT_GAME) -> tuple[Board, Game]:
    """Where pieces can be added, and the game: what functions need that count pieces to be added."""
    if isinstance(board, Board):
        return _on_edges(board, Game.of(game))
    position = as_position(board, game)
    return position.free, position.game
