"""`alpha`: the least number of moves after which alternating play can be over [KS20].

`extremes.py` answers single boards, `fewest_by_height.py` tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, Unpack

from ..model.board import Board, Domino, Player
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike, variable_of
from ..model.lattice import check_volume
from ..model.polynomial import PLAY_DIFFERENCES
from ..model.position import BoardLike, Placement, Position, as_position, as_written
from ..rules.kinds import Kind, game_json, stuck_players, summands
from ..rules.problem import has_axis_pieces, transposed
from ..support.errors import ComputationError, InputError, plural, require_integer
from ..support.result import Result, Results, Table
from ..support.run import Options, running, stage, stages
from .extremes import extreme_position
from .fewest_by_height import least_by_height

# the kind of end for each letter of [KS20, Table 1]: the player who is out of moves
ENDS = {Player.LEFT: Kind.LEFT_END, Player.RIGHT: Kind.RIGHT_END}


@dataclass(frozen=True, slots=True)
class Shortest(Result):
    """A number of moves, and the players in whose end polynomials it occurs: an entry of [KS20, Table 1]."""

    moves: int
    ends: tuple[Player, ...]

    def __str__(self) -> str:
        return f"{self.moves}{self.marks}"

    def table(self) -> Table:
        """The number and the players."""
        return Table(("moves", "ends"), ((self.moves, self.marks),))

    def to_json(self) -> dict[str, Any]:
        """The number and the players."""
        return {"moves": self.moves, "ends": [player.letter for player in self.ends]}

    def latex(self) -> str:
        """The number with the players above it."""
        return f"${self.moves}^{{{self.marks}}}$"

    @property
    def marks(self) -> str:
        """L, R or LR."""
        return "".join(player.letter for player in self.ends)

    @classmethod
    def of(cls, found: Mapping[Player, int | None]) -> Shortest:
        """The shortest of the games that end with each player out of moves."""
        moves = min(number for number in found.values() if number is not None)
        return cls(moves, tuple(player for player in ENDS if found.get(player) == moves))

    def transpose(self) -> Shortest:
        """The entry of the transposed board: the players change roles."""
        return Shortest(self.moves, tuple(player for player in ENDS if 1 - player in self.ends))


@dataclass(frozen=True, slots=True)
class Alpha(Shortest):
    """A shortest game: its last position, who began, and the moves in order."""

    witness: Position
    first: Player
    order: tuple[Domino | Placement, ...]

    def __str__(self) -> str:
        return f"{self.summary()}\n\n{self.witness}\n\n{self.written_order()}"

    def summary(self) -> str:
        """The number of moves and the players who are out of moves, in a line."""
        ends = " or ".join(player.title for player in self.ends)
        return f"{plural(self.moves, 'move')}, with {ends} out of moves ({self.marks})"

    def written_order(self) -> str:
        """The first player, the moves as row and column of their first cells, and the stuck player."""
        moves = [player.letter + ",".join(str(k + 1) for k in at) for player, at in self._moves()]
        stuck = f"{Player((self.first + self.moves) % 2).title} cannot move"
        return f"{self.first.title} begins: " + (" ".join([*moves, "and", stuck]) if moves else stuck)

    def to_json(self) -> dict[str, Any]:
        """The board, the number and the players, the last position, who began, the moves."""
        board = self.witness.board
        sides = zip(("rows", "cols"), board.shape, strict=True) if board.dimension == 2 else ()
        return {
            **game_json(self.witness.game, board),
            "board": board.to_json(),
            **dict(sides),
            **Shortest.to_json(self),
            "witness": str(self.witness),
            "first": self.first.letter,
            "order": [{"player": player.letter, "cell": list(at)} for player, at in self._moves()],
        }

    def _moves(self) -> list[tuple[Player, tuple[int, ...]]]:
        """The player and the first cell of each move."""
        game = self.witness.game
        return [(owner_of(game, m), m.cell if isinstance(m, Domino) else m.at) for m in self.order]

    def _repr_svg_(self) -> str | None:
        return self.witness._repr_svg_()


def owner_of(game: Game, move: Domino | Placement) -> Player:
    """The player who owns a piece."""
    return Player(move.axis if isinstance(move, Domino) else variable_of(game.pieces[move.piece]))


def alpha(board: BoardLike, *, game: GameLike = DEFAULT_GAME, **options: Unpack[Options]) -> Alpha:
    """The least number of moves after which alternating play on `board` can be over, with a game that short.

    The minimum of a + b over monomials x^a y^b of the Right-end polynomial with a - b in {0, 1} and of the
    Left-end polynomial with a - b in {-1, 0} [KS20, eq. 1], without the polynomials.

    Order the pieces of the last position so that the players alternate and the stuck player would be next.
    In every `game` of Left and Right this order is a legal play: no two pieces exclude each other.

    >>> game = alpha("4x6")
    >>> game.moves, game.marks
    (7, 'LR')
    >>> alpha("3x3", game="col").summary()
    '4 moves, with Left or Right out of moves (LR)'
    """
    start = as_position(board, game)
    free, played = start.free, start.game
    summands(free, Kind.GENERAL, None, play=True, game=played)  # refuses games without alternating play
    # on a board that is its own transpose, Left ends are transposed Right ends
    flat = free.dimension == 2 and free.lattice.is_square and not free.barred
    own_transpose = flat and has_axis_pieces(played) and free.transpose() == free
    players = [Player.RIGHT] if own_transpose else [Player.RIGHT, Player.LEFT]
    found = {}
    with running(options):
        for number, player in enumerate(players):
            stuck, differences = stuck_players(ENDS[player]), PLAY_DIFFERENCES[ENDS[player]]
            with stage(number, len(players)):
                found[player] = extreme_position(free, stuck, differences, played)
    moves = {player: None if last is None else len(last.pieces) for player, last in found.items()}
    if own_transpose:
        moves[Player.LEFT] = moves[Player.RIGHT]
    shortest = Shortest.of(moves)
    loser, position = next((p, last) for p, last in found.items() if last is not None and p in shortest.ends)
    first, order = game_order(position, loser)
    if replay(free, first, order, played) != position:
        raise ComputationError("the shortest game cannot be replayed: the computation is wrong")
    return Alpha(shortest.moves, shortest.ends, start.extend(position), first, order)


def game_order(position: Position, stuck: Player) -> tuple[Player, tuple[Domino | Placement, ...]]:
    """The first player, and an order of the pieces in which the players alternate and `stuck` is next."""
    game, moves = position.game, len(position.pieces)
    laid = as_written(game, position.placements)
    own = {player: [move for move in laid if owner_of(game, move) == player] for player in ENDS}
    first = stuck if moves % 2 == 0 else Player(1 - stuck)
    order = [own[Player((first + turn) % 2)].pop(0) for turn in range(moves)]
    return first, tuple(order)


def replay(
    board: Board, first: Player, order: Sequence[Domino | Placement], game: Game = DOMINEERING
) -> Position:
    """The last position of a game in which `first` begins. Raises `ComputationError` if a move is illegal or
    the next player can still move at the end."""
    position = Position.of(board, (), game)
    for turn, move in enumerate(order):
        player = Player((first + turn) % 2)
        try:
            position = position.place(move)
            is_own = owner_of(game, move) == player
        except InputError:
            is_own = False
        if not is_own:
            raise ComputationError(f"move {turn + 1} is not one of {player.name.capitalize()}: {move}")
    player = Player((first + len(order)) % 2)
    if player not in position.stuck():
        name = player.name.capitalize()
        raise ComputationError(f"after {len(order)} moves the game is not over: {name} can move")
    return position


def alpha_table(
    size: int, *, game: GameLike = DEFAULT_GAME, **options: Unpack[Options]
) -> Results[list[Shortest]]:
    """Alpha of all m x n boards with m, n up to `size`: [KS20, Table 1], rows m first.

    One sweep of n columns finds the ends of every height. If transposing a board exchanges the players, Left
    ends are transposed Right ends.

    >>> print(alpha_table(2))
    m\\n  1    2
      1  0LR  0L
      2  0R   1LR
    """
    size = require_integer("table", size, 1)
    check_volume("board", (size, size))
    played = Game.of(game)
    summands(Board.rectangle(1, 1), Kind.GENERAL, None, play=True, game=played)
    swept = [Player.RIGHT] if has_axis_pieces(played) else [Player.RIGHT, Player.LEFT]
    least: dict[tuple[Player, int, int], int | None] = {}  # by player, rows and columns
    widths = range(size, 0, -1)  # widest first, so that a refusal comes at once
    with running(options):
        # the widest takes about as long as all others
        shares = stages([2.0 ** (cols - size) / len(swept) for cols in widths for _ in swept])
        for share, (cols, player) in zip(shares, product(widths, swept), strict=True):
            with share:
                column = least_by_height(size, cols, ENDS[player], played)
            for rows, found in enumerate(column, 1):
                least[player, rows, cols] = found
                if len(swept) == 1:
                    least[Player.LEFT, cols, rows] = found
    sizes = range(1, size + 1)
    entries = [[Shortest.of({player: least[player, m, n] for player in ENDS}) for n in sizes] for m in sizes]
    return Results(entries, _grid, partial(_grid_json, played))


@dataclass(frozen=True, slots=True)
class _Corner:
    def __str__(self) -> str:
        return "m\\n"

    def latex(self) -> str:
        return r"$m \backslash n$"


def _grid(rows: Sequence[list[Shortest]]) -> Table:
    return Table((_Corner(), *range(1, len(rows) + 1)), tuple((m, *row) for m, row in enumerate(rows, 1)))


def _grid_json(game: Game, rows: Sequence[list[Shortest]]) -> dict[str, Any]:
    named = game_json(game, Board.rectangle(1, 1))
    return named | {"table": [[entry.to_json() for entry in row] for row in rows]}


def _strip(entries: Sequence[Shortest]) -> Table:
    lines = ((n, entry.moves, entry.marks) for n, entry in enumerate(entries, 1))
    return Table(("n", "moves", "ends"), tuple(lines))


def _strip_json(game: Game, rows: int, entries: Sequence[Shortest]) -> dict[str, Any]:
    named = game_json(game, Board.rectangle(1, 1))
    return named | {"rows": rows, "strip": [entry.to_json() for entry in entries]}


def alpha_sequence(
    rows: int, length: int, *, game: GameLike = DEFAULT_GAME, **options: Unpack[Options]
) -> Results[Shortest]:
    """Alpha of the boards rows x 1, rows x 2, ..., rows x length, by two sweeps along the long side.

    >>> " ".join(map(str, alpha_sequence(2, 11)))
    '0R 1LR 1R 3L 3L 4LR 4R 4R 5R 5R 7LR'
    """
    rows, length = require_integer("rows", rows, 1), require_integer("length", length, 1)
    played = Game.of(game)
    summands(Board.rectangle(1, 1), Kind.GENERAL, None, play=True, game=played)
    exchanges = has_axis_pieces(played)  # otherwise, turning the board turns the game
    turned = played if exchanges else transposed(played)
    tall = {}
    with running(options):
        for player, kind in ENDS.items():
            with stage(player, len(ENDS)):
                tall[player] = least_by_height(length, rows, kind, turned)
    found = [Shortest.of({player: column[n] for player, column in tall.items()}) for n in range(length)]
    found = [entry.transpose() for entry in found] if exchanges else found
    return Results(found, _strip, partial(_strip_json, played, rows))
