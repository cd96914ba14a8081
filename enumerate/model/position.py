"""Placements and positions: pieces put down on a board, read from text and written to it.

A placement is a piece on certain cells. A position is a set of placements that do not exclude each other. The
letters of a drawing are cut up into the pieces of a game.

Read `board.py` and `game.py` first.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, NamedTuple, Protocol

from ..support.errors import InputError, unknown
from ..support.files import text_of
from ..support.result import Table, notebook_picture
from .board import (
    Board,
    Domino,
    Player,
    PlayerLike,
    parse_line,
    parse_shape,
    read_text,
    require_board,
    write_text,
)
from .game import DEFAULT_GAME, DOMINEERING, EITHER, Game, GameLike, Piece, variable_of
from .lattice import GRAPH, SQUARE, Cell, Lattice, Wrap, as_cell, items


class Placement(NamedTuple):
    """A piece (its number in the game) put down at a cell, and the cells that it covers."""

    piece: int
    at: Cell
    cells: tuple[Cell, ...]

    @property
    def domino(self) -> Domino:
        """In Domineering, the domino."""
        return Domino(self.at, self.piece)


def cover(board: Board, piece: Piece, at: Cell) -> tuple[Cell, ...] | None:
    """The cells of a piece put down at a cell of the board; None if it does not fit."""
    cells = []
    for offset in piece.cells:
        cell = board.land(at, offset) if any(offset) else at
        if cell is None or cell in cells or (board.barred and (cell, piece.name) in board.barred):
            return None
        cells.append(cell)
    return tuple(cells)


def is_twofold(board: Board, piece: Piece) -> bool:
    """Whether two placements that cover the same cells are different: dominoes around an axis of length 2."""
    return piece.is_domino and board.lattice.sides_count


def placements(game: Game, board: Board) -> list[Placement]:
    """All placements that fit, by the cell at which they are put down, then by piece.

    Two placements of one piece that cover the same cells are one placement. Dominoes on a wrapped axis of
    length 2 are an exception: they join the two cells across different sides.
    """
    found = []
    seen: set[tuple[int, object]] = set()
    pieces = [(n, p, is_twofold(board, p)) for n, p in enumerate(game.pieces) if p.axes <= board.dimension]
    for at in sorted(board.cells):
        for number, piece, twofold in pieces:
            cells = cover(board, piece, at)
            if cells is not None and (twofold or (number, frozenset(cells)) not in seen):
                seen.add((number, frozenset(cells)))
                found.append(Placement(number, at, cells))
    return found


def placed(game: Game, board: Board, number: int, at: Cell) -> Placement | None:
    """The placement of a piece at a cell, put down at the first cell that gives the same covered cells."""
    piece = game.pieces[number]
    cells = cover(board, piece, at) if piece.axes <= board.dimension else None
    if cells is None:
        return None
    if not is_twofold(board, piece):
        for first in sorted(cells):
            same = cover(board, piece, first)
            if same is not None and set(same) == set(cells):
                return Placement(number, first, same)
    return Placement(number, at, cells)


def excluded(game: Game, board: Board, placement: Placement) -> Iterator[tuple[Cell, str]]:
    """The pairs (cell, name) that rules with this piece as their first name forbid to other pieces."""
    name = game.pieces[placement.piece].name
    for rule in game.forbidden:
        if rule.between[0] == name:
            for cell in placement.cells:
                for there in rule.reaches(board, cell):
                    yield there, rule.between[1]


def clash(game: Game, board: Board, chosen: Iterable[Placement]) -> tuple[Placement, Placement] | None:
    """Two of the placements that exclude each other, if any."""
    owner: dict[Cell, Placement] = {}
    ordered = sorted(chosen, key=lambda p: (p.at, p.piece))
    for placement in ordered:
        for cell in placement.cells:
            if cell in owner:
                return owner[cell], placement
            owner[cell] = placement
    for placement in ordered:
        for cell, name in excluded(game, board, placement):
            other = owner.get(cell)
            if other is not None and other != placement and game.pieces[other.piece].name == name:
                return placement, other
    return None


def rest_of(game: Game, board: Board, chosen: Iterable[Placement]) -> Board:
    """The board left beside some pieces: their cells are walls, and cells that the rules forbid are barred.

    Rules forbid pairs of cells, so the positions on this board are exactly the continuations.
    """
    names = {cell: game.pieces[p.piece].name for p in chosen for cell in p.cells}
    barred: list[tuple[Cell, str]] = []
    for rule in game.forbidden if names else ():
        first, second = rule.between
        for cell in board.cells:
            for there in rule.reaches(board, cell):
                barred += [(there, second)] if names.get(cell) == first else []
                barred += [(cell, first)] if names.get(there) == second else []
    rest = board.without(frozenset(names))
    return rest.bar(barred) if barred else rest


def addable(game: Game, board: Board, chosen: Iterable[Placement]) -> Iterator[Placement]:
    """The placements that could be added to a position."""
    yield from placements(game, rest_of(game, board, chosen))


def find_placement(game: Game, board: Board, given: Any) -> Placement:
    """The placement given by a name and a cell, by a name and all cells, or by a domino."""
    if isinstance(given, Placement):
        return _fitting(game, board, given.piece, given.at)
    if isinstance(given, Domino):
        axes = [piece.domino_axis for piece in game.pieces]
        if given.axis not in axes:
            raise InputError(f"'{game.name}' has no domino along axis {given.axis}: {given}")
        return _fitting(game, board, axes.index(given.axis), given.cell)
    pair = tuple(given) if isinstance(given, tuple | list) else ()
    if len(pair) != 2 or not isinstance(pair[0], str):
        raise InputError(f"a piece is a name and a cell, as in ('L', (0, 1)), not {given!r}")
    name, where = pair
    names = [piece.name for piece in game.pieces]
    if name not in names:
        raise unknown("piece", str(name), names)
    if isinstance(where, Collection) and where and all(isinstance(cell, tuple | list) for cell in where):
        wanted = {as_cell(cell) for cell in where}
        for at in sorted(wanted & board.cells):
            found = placed(game, board, names.index(name), at)
            if found is not None and set(found.cells) == wanted and found.at == at:
                return found
        raise InputError(f"the piece '{name}' of '{game.name}' does not cover {sorted(wanted)}")
    return _fitting(game, board, names.index(name), as_cell(where))


def _fitting(game: Game, board: Board, number: int, at: Cell) -> Placement:
    if number not in range(len(game.pieces)):
        raise InputError(f"'{game.name}' has the pieces 0 to {len(game.pieces) - 1}, not {number}")
    found = placed(game, board, number, at) if at in board.cells else None
    if found is None:
        raise InputError(f"the piece '{game.pieces[number].name}' of '{game.name}' does not fit at cell {at}")
    return found


MOST_TRIES = 20_000  # of pieces while a drawing is read
ORDINALS = ("first", "second", "third")


def read_pieces(
    game: Game, board: Board, signs: Mapping[Cell, str], places: Mapping[Cell, tuple[int, int]]
) -> list[Placement]:
    """The pieces into which the letters of a drawing are cut; refused if there is no way or more than one."""
    letters = [piece.letter for piece in game.pieces]
    lettered = sorted(cell for cell, sign in signs.items() if sign != ".")
    if not lettered:
        return []
    fitting = [p for p in placements(game, board) if all(signs[c] == letters[p.piece] for c in p.cells)]

    def refused(cell: Cell, is_twofold: bool = False) -> InputError:
        line, column = places.get(cell, (1, 1))
        where = f"'{signs[cell]}' in line {line}, column {column}"
        own = [piece for piece in game.pieces if piece.letter == signs[cell]]
        return InputError(_refusal(game, board, own, where, is_twofold))

    cuts = _Cuts(lettered, fitting)
    first: list[Placement] | None = None
    legal = []
    for way in cuts:
        first = first or way
        legal += [way] if clash(game, board, way) is None else []
        if len(legal) > 1:
            break
    if len(legal) > 1 or cuts.tries > MOST_TRIES:
        raise refused(lettered[cuts.open], is_twofold=True)
    if first is None:
        raise refused(lettered[cuts.farthest])
    return (legal or [first])[0]


def _refusal(game: Game, board: Board, own: Sequence[Piece], where: str, is_twofold: bool) -> str:
    """Why a letter that stands for some pieces cannot be read."""
    letter, lacking = own[0].letter, min(piece.axes for piece in own)
    if lacking > board.dimension:
        who = f"'{own[0].name}' lies" if own[0].player == EITHER else f"{own[0].player.capitalize()} places"
        return f"{where}: {who} along a {ORDINALS[lacking - 1]} axis, and this board has {board.dimension}"
    axis = own[0].domino_axis if len(own) == 1 and board.lattice.is_square else None
    if is_twofold:
        ambiguous = f"the letters do not determine the pieces of '{game.name}', see {where}"
        return (
            ambiguous if axis is None else f"{where} is in a full ring of {letter}, which pairs in two ways"
        )
    if axis is None:
        return f"{where} belongs to no whole piece of '{game.name}'"
    return f"{where} has no partner: {letter} cells must pair {Player(axis).direction}"


class _Cuts:
    """The ways to cover each of some cells exactly once by some of the placements.

    A cell that only one placement can cover is covered by it. If there is no such cell, all placements over
    the first open cell are tried.
    """

    def __init__(self, cells: Sequence[Cell], fitting: Sequence[Placement]) -> None:
        self.tries, self.farthest = 0, -1
        self.open = 0  # the first cell for which several placements were tried
        number = {cell: n for n, cell in enumerate(cells)}
        self._fitting = fitting
        self._under = [[number[cell] for cell in placement.cells] for placement in fitting]
        self._ways: list[set[int]] = [set() for _ in cells]  # the placements that may still cover each cell
        for q, under in enumerate(self._under):
            for cell in under:
                self._ways[cell].add(q)
        self._taken = [False] * len(cells)
        self._chosen: list[int] = []
        self._trail: list[int] = []  # the placements that were ruled out

    def __iter__(self) -> Iterator[list[Placement]]:
        for cell, ways in enumerate(self._ways):
            if not ways:
                self.farthest = cell
                return
        if not self._follow([cell for cell, ways in enumerate(self._ways) if len(ways) == 1]):
            return
        branches = [self._branch(0)]
        while branches and self.tries <= MOST_TRIES:
            cell, options, chosen, trail = branches[-1]
            self._undo(chosen, trail)
            if cell == len(self._ways):
                yield [self._fitting[q] for q in self._chosen]
            q = next(options, None)
            if q is None:
                branches.pop()
                continue
            self.tries += 1
            forced: list[int] = []
            if self._choose(q, forced) and self._follow(forced):
                branches.append(self._branch(cell))

    def _branch(self, start: int) -> tuple[int, Iterator[int], int, int]:
        """The first open cell and the placements that could cover it; the numbers for `_undo`."""
        cell = start
        while cell < len(self._taken) and self._taken[cell]:
            cell += 1
        is_whole = cell == len(self._taken)
        self.open = self.open if self.tries or is_whole else cell
        options = iter(() if is_whole else sorted(self._ways[cell]))
        return cell, options, len(self._chosen), len(self._trail)

    def _follow(self, forced: list[int]) -> bool:
        """Cover the cells that have one way left, the first cell first; False if a cell has none."""
        while forced:
            cell = heappop(forced)
            if not self._taken[cell] and not self._choose(next(iter(self._ways[cell])), forced):
                return False
        return True

    def _choose(self, q: int, forced: list[int]) -> bool:
        """Put down a placement; cells with one way left join `forced`. False if a cell has none."""
        is_covered = True
        self._chosen.append(q)
        for cell in self._under[q]:
            self._taken[cell] = True
        for other in {o for cell in self._under[q] for o in self._ways[cell]} - {q}:
            self._trail.append(other)
            for cell in self._under[other]:
                self._ways[cell].discard(other)
                if not self._ways[cell]:
                    self.farthest, is_covered = max(self.farthest, cell), False
                elif len(self._ways[cell]) == 1 and not self._taken[cell]:
                    heappush(forced, cell)
        return is_covered

    def _undo(self, chosen: int, trail: int) -> None:
        """Return to the state with `chosen` placements chosen and `trail` placements ruled out."""
        for q in self._chosen[chosen:]:
            for cell in self._under[q]:
                self._taken[cell] = False
        for q in self._trail[trail:]:
            for cell in self._under[q]:
                self._ways[cell].add(q)
        del self._chosen[chosen:], self._trail[trail:]


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A set of pieces of a game on `board` that do not exclude each other.

    In Domineering, the default game, they may be given as dominoes.

    >>> position = Position.parse("L.\\nL.\\nRR")
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

        In another game a letter is the first letter of a piece's name. A drawing that can be read in two ways
        is refused, such as a full ring of dominoes on a wrapped axis. `dimension` is that of `Board.parse`.
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
        """The board as an array of small integers: -1 for a wall, 0 for a free cell, and 1, 2, 3 under a
        piece of Left, Right, Middle (1 for pieces of either player)."""
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
        """Whether the drawing determines the position. It does not if it can be read in two ways."""
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
        """The board of the cells that no piece covers; cells that the rules forbid are barred.

        >>> Position.parse("L..", game="col").free
        Board.parse('#..').bar([((0, 1), 'L')])
        """
        return rest_of(self.game, self.board, self.pieces)

    def place(self, piece: Any) -> "Position":
        """The position after one more piece."""
        found = find_placement(self.game, self.board, piece)
        if found in self.pieces:
            raise InputError(f"{piece} lies on the board already")
        return Position(self.board, self.pieces | {found}, self.game)

    def extend(self, added: "Position") -> "Position":
        """The position with added pieces: those of a position on its free cells, as `sample` returns it."""
        if not self.pieces:
            return added
        return Position(self.board, self.pieces | added.pieces, self.game)

    def moves(self, player: PlayerLike) -> list[Any]:
        """The pieces that a player could place now: dominoes in Domineering, placements in other games."""
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
    """Placements for users: dominoes in Domineering, placements in other games."""
    return [placement.domino for placement in found] if game == DOMINEERING else list(found)


def alphabet(game: Game) -> str:
    """The characters of a drawing."""
    return ".#" + "".join(dict.fromkeys(piece.letter for piece in game.pieces))


def positions_table(positions: Sequence[Position]) -> Table:
    """Positions with their numbers, the rows of each separated by strokes."""
    rows = ((number, str(position).replace("\n", "/")) for number, position in enumerate(positions))
    return Table(("number", "position"), tuple(rows))


def positions_text(positions: Sequence[Position]) -> str:
    """Drawings of positions, a blank line between them (two in three dimensions)."""
    is_flat = all(position.board.dimension < 3 for position in positions)
    return ("\n\n" if is_flat else "\n\n\n").join(map(str, positions))


def positions_json(positions: Sequence[Position]) -> dict[str, Any]:
    """Positions as drawings, and as lists of pieces where drawings do not determine them."""
    drawn: dict[str, Any] = {"positions": [str(position) for position in positions]}
    if not all(position.game == DOMINEERING and position.is_drawn for position in positions):
        drawn["pieces"] = [position.to_json() for position in positions]
    return drawn


def require_position(position: Any) -> None:
    """Refuse everything but a position."""
    if not isinstance(position, Position):
        raise InputError(f"expected a position as in Position.parse('RR'), got {position!r}")


class _Array(Protocol):
    """An object that NumPy accepts as an array."""

    def __array__(self, *args: Any, **options: Any) -> Any: ...


class _Graph(Protocol):
    """A graph of NetworkX."""

    @property
    def nodes(self) -> Any: ...

    @property
    def edges(self) -> Any: ...


# a board may be given by a size, a drawing, an array of 0 and 1, a NetworkX graph or the path of a drawing
BoardLike = Board | Position | str | Sequence[int] | os.PathLike[str] | _Array | _Graph


def as_position(board: BoardLike, game: GameLike = DEFAULT_GAME) -> Position:
    """A position unchanged, with its own game; a drawing with its pieces; any other board without pieces."""
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
    """Cram on a graph is Node Kayles on its line graph; other boards and games stay unchanged."""
    if board.lattice.name == GRAPH and game == Game.named("cram"):
        return board.line_graph(), Game.named("node-kayles")
    return board, game


def board_and_game(board: BoardLike, game: GameLike = DEFAULT_GAME) -> tuple[Board, Game]:
    """The board on which pieces can be added, and the game."""
    if isinstance(board, Board):
        return _on_edges(board, Game.of(game))
    position = as_position(board, game)
    return position.free, position.game


def turn_drawn(position: Position) -> Player | None:
    """The player to move, who has placed one piece fewer; None if the numbers do not determine the turn."""
    counts = position.counts
    if len(counts) != 2 or abs(counts[0] - counts[1]) != 1:
        return None
    return Player(counts.index(min(counts)))
