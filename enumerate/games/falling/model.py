"""Games of falling pieces: heights, moves, plays.

A board of C columns and R rows stands upright; a piece falls until it rests. The state is the tuple of
column heights: how the heights arose does not matter for what can still be earned, because a cell below
the top of its column is out of reach for ever. Rows count from 1 at the bottom; in a game raised by q a
cell in row r pays r + q, so D(C, R)^{+q} is played above q filled rows [Lef, ch. 5.3].
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from ...support.errors import InputError, plural, require_at_least, require_positive, require_type

Heights = tuple[int, ...]
Payoffs = tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A piece dropped `V`ertically or `H`orizontally with its left end in `column` (from 0; text is from 1).

    >>> Move.parse("H2")
    Move(orientation='H', column=1)
    >>> print(Move("V", 0))
    V1
    """

    orientation: str
    column: int

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read `V3` or `h1`: the orientation and the leftmost column."""
        found = re.fullmatch(r"([VvHh])([1-9]\d{0,3})", text)
        if not found:
            raise InputError(
                f"'{text}' is not a move: write V or H and the leftmost column, for instance V1 or H2"
            )
        return cls(found[1].upper(), int(found[2]) - 1)

    def __str__(self) -> str:
        return f"{self.orientation}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Step:
    """A move that fits, the row its lowest cell lands in, what it pays and the heights it leaves."""

    move: Move
    row: int
    gain: int
    after: Heights


class FallingGame(Protocol):
    """What the induction needs to know about a game."""

    @property
    def cols(self) -> int:
        """C, the number of columns."""

    @property
    def rows(self) -> int:
        """R, the number of rows that can be played."""

    @property
    def raised(self) -> int:
        """q, the number of filled rows below."""

    @property
    def players(self) -> int:
        """The number of players, who take turns."""

    @property
    def length(self) -> int:
        """The number of cells of a piece."""

    @property
    def states(self) -> int:
        """The number of tuples of heights, or a bound on it: what the size of the work is judged by."""

    @property
    def has_mirror(self) -> bool:
        """Whether the mirror image of a play is a play."""

    def mirror(self, move: Move) -> Move:
        """The move in the mirror; itself in a game without mirror images."""

    def steps(self, heights: Heights) -> list[Step]:
        """The moves that fit; none when the game is over."""


def require_board(game: FallingGame) -> None:
    """Refuse a board without columns or rows, or raised by less than nothing."""
    require_positive("cols", game.cols)
    require_positive("rows", game.rows)
    require_at_least(0, "raised", game.raised)


def require_game(wanted: type, game: object) -> None:
    """Refuse what is not a game of this kind."""
    require_type(wanted, f"a game as in {wanted.__name__}(2, 3)", game)


def start(game: FallingGame) -> Heights:
    """The heights before the first move."""
    return (0,) * game.cols


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of a play: its number (from 1), who made it (from 0), what it paid and the cells it took."""

    number: int
    player: int
    move: Move
    gain: int
    cells: tuple[tuple[int, int], ...]
    before: Heights


def dropped(game: FallingGame, moves: Iterable[Move]) -> tuple[tuple[Turn, ...], Heights]:
    """The turns of a game under way and the heights after them; every move must fit."""
    if not hasattr(game, "steps"):
        raise InputError(f"needed is a game as in Dominogame(2, 3), not {game!r}")
    heights = start(game)
    turns: list[Turn] = []
    for move in moves:
        steps = game.steps(heights)
        chosen = next((step for step in steps if step.move == move), None)
        if chosen is None:
            fits = ", ".join(str(step.move) for step in steps) or "nothing, the game is over"
            raise InputError(f"move {len(turns) + 1}, '{move}', does not fit (what fits: {fits})")
        cells = (
            tuple((chosen.row + k, move.column) for k in range(game.length))
            if move.orientation == "V"
            else tuple((chosen.row, move.column + k) for k in range(game.length))
        )
        turns.append(Turn(len(turns) + 1, len(turns) % game.players, move, chosen.gain, cells, heights))
        heights = chosen.after
    return tuple(turns), heights


@dataclass(frozen=True, slots=True)
class Play:
    """A whole game: `turns` from the empty board until nothing fits.

    >>> from ..dominogame import Dominogame
    >>> play = Play.parse(Dominogame(2, 3), "H1 V1 V2")
    >>> play.payoffs, play.empty, str(play)
    ((7, 5), 0, 'H1 V1 V2')
    """

    game: FallingGame
    turns: tuple[Turn, ...]

    @classmethod
    def of(cls, game: FallingGame, moves: Iterable[Move]) -> "Play":
        """Drop the pieces one after the other; every move must fit and the game must be over at the end."""
        turns, heights = dropped(game, moves)
        left = game.steps(heights)
        if left:
            raise InputError(
                f"the play stops after {plural(len(turns), 'move')}, but {left[0].move} still fits"
            )
        return cls(game, turns)

    @classmethod
    def parse(cls, game: FallingGame, text: str) -> "Play":
        """Read moves separated by blanks or commas, for instance `H1 V1 V2`."""
        require_type(str, "a play as in 'H1 V1 V2'", text)
        return cls.of(game, map(Move.parse, text.replace(",", " ").split()))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone."""
        return tuple(turn.move for turn in self.turns)

    @property
    def payoffs(self) -> Payoffs:
        """What each player earned, the first player first."""
        return tuple(
            sum(turn.gain for turn in self.turns if turn.player == player)
            for player in range(self.game.players)
        )

    @property
    def empty(self) -> int:
        """The number of cells that stayed empty."""
        return self.game.cols * self.game.rows - self.game.length * len(self.turns)

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))

    def _repr_svg_(self) -> str:
        from ...render.falling import notebook_svg

        return notebook_svg(self)
