"""Falling pieces: the rules, moves and plays of dominogames D(C, R) and monominogames M(C, R) [Lef].

A board of C columns and R rows stands upright, and players in turn drop pieces of `length` cells, upright or
flat, that fall until they rest. A cell in row r (from 1 at the bottom) pays r to its owner; in a game raised
by q it pays r + q, so D(C, R)^{+q} is played above q filled rows [Lef, ch. 5.3]. The game is over when
nothing fits, and each player maximizes their own payoff.

The state is the tuple of column heights. How the heights arose does not matter for what can still be earned,
because cells below the top of a column are out of reach.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from typing import Any

from ...support.errors import InputError, plural, require_at_least, require_type
from ...support.result import Result
from ...support.table import Table

Heights = tuple[int, ...]
Payoffs = tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class FallingMove:
    """A piece dropped upright (`V`) or flat (`H`), with its left end in `column`, counted from 0."""

    orientation: str
    column: int

    @classmethod
    def parse(cls, text: str) -> "FallingMove":
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
class FallingStep:
    """A move that fits, the row of its lowest cell, its gain and the heights after it."""

    move: FallingMove
    row: int
    gain: int
    after: Heights


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game of falling pieces; `Falling` in `falling_game.py` also solves it."""

    cols: int
    rows: int
    length: int = 2
    players: int = 2
    raised: int = 0

    def __post_init__(self) -> None:
        for least, name in ((1, "cols"), (1, "rows"), (1, "length"), (2, "players"), (0, "raised")):
            object.__setattr__(self, name, require_at_least(least, name, getattr(self, name)))

    def __str__(self) -> str:
        name = f"{'M' if self.length == 1 else 'D'}({self.cols},{self.rows})"
        raised = f"^+{self.raised}" if self.raised else ""
        length = f" with pieces of length {self.length}" if self.length > 2 else ""
        players = f" for {self.players} players" if self.length == 1 or self.players > 2 else ""
        return name + raised + length + players

    def to_json(self) -> dict[str, Any]:
        """The keys that describe the game in every answer; those that say nothing new are left out."""
        board = {"cols": self.cols, "rows": self.rows, "raised": self.raised}
        board |= {"length": self.length} if self.length > 1 else {}
        return board | ({"players": self.players} if self.length == 1 or self.players > 2 else {})

    @property
    def start(self) -> Heights:
        """The heights before the first move."""
        return (0,) * self.cols

    @property
    def states(self) -> int:
        """The number of tuples of heights that the rules allow, an upper bound on the reachable ones."""
        if self.length == 1:
            return comb(self.cols + self.rows, self.cols)  # heights never increase from left to right
        return int((self.rows + 1) ** self.cols)

    @property
    def has_mirror(self) -> bool:
        """Whether mirror images of plays are plays; they are not with monominoes (leftmost column rule)."""
        return self.length > 1

    def mirror(self, move: FallingMove) -> FallingMove:
        """The mirror image of the move; the move itself in a game without mirror images."""
        if not self.has_mirror:
            return move
        width = 1 if move.orientation == "V" else self.length
        return FallingMove(move.orientation, self.cols - width - move.column)

    def steps(self, heights: Heights) -> list[FallingStep]:
        """The moves that fit, verticals first, each from the left; none when the game is over."""
        n, q = self.length, self.raised
        found = [
            FallingStep(
                FallingMove("V", i),
                h + 1,
                n * (h + q) + n * (n + 1) // 2,
                (*heights[:i], h + n, *heights[i + 1 :]),
            )
            for i, h in zip(range(self.cols), heights, strict=True)
            if h + n <= self.rows and (n > 1 or i == 0 or heights[i - 1] != h)
        ]
        if n == 1:
            return found
        for i in range(self.cols - n + 1):
            row = max(heights[i : i + n]) + 1
            if row <= self.rows:
                after = (*heights[:i], *(row,) * n, *heights[i + n :])
                found.append(FallingStep(FallingMove("H", i), row, n * (row + q), after))
        return found


def require_game(game: object) -> None:
    """Refuse an object that is not a game."""
    require_type(Rules, "a game as in Falling(2, 3)", game)


@dataclass(frozen=True, slots=True)
class FallingTurn:
    """One move of a play: its number (from 1), its player (from 0), its gain and the cells it covers."""

    number: int
    player: int
    move: FallingMove
    gain: int
    cells: tuple[tuple[int, int], ...]
    before: Heights


def payoff_names(players: int) -> tuple[str, ...]:
    """player 1, player 2, ... as column headings."""
    return tuple(f"player {player}" for player in range(1, players + 1))


def dropped(game: Rules, moves: Iterable[FallingMove]) -> tuple[tuple[FallingTurn, ...], Heights]:
    """The turns of a game in progress and the heights after them; every move must fit."""
    require_game(game)
    heights = game.start
    turns: list[FallingTurn] = []
    for move in moves:
        steps = game.steps(heights)
        chosen = next((step for step in steps if step.move == move), None)
        if chosen is None:
            fits = ", ".join(str(step.move) for step in steps) or "nothing, the game is over"
            raise InputError(f"move {len(turns) + 1}, '{move}', does not fit (moves that fit: {fits})")
        cells = (
            tuple((chosen.row + k, move.column) for k in range(game.length))
            if move.orientation == "V"
            else tuple((chosen.row, move.column + k) for k in range(game.length))
        )
        turns.append(
            FallingTurn(len(turns) + 1, len(turns) % game.players, move, chosen.gain, cells, heights)
        )
        heights = chosen.after
    return tuple(turns), heights


@dataclass(frozen=True, slots=True)
class Play(Result):
    """A whole game: `turns` from the empty board until nothing fits.

    >>> play = Play.parse(Rules(2, 3), "H1 V1 V2")
    >>> play.payoffs, play.empty, str(play)
    ((7, 5), 0, 'H1 V1 V2')
    """

    game: Rules
    turns: tuple[FallingTurn, ...]

    @classmethod
    def of(cls, game: Rules, moves: Iterable[FallingMove]) -> "Play":
        """Drop the pieces one after the other; every move must fit and the game must be over at the end."""
        turns, heights = dropped(game, moves)
        left = game.steps(heights)
        if left:
            raise InputError(
                f"the play stops after {plural(len(turns), 'move')}, but {left[0].move} still fits"
            )
        return cls(game, turns)

    @classmethod
    def parse(cls, game: Rules, text: str) -> "Play":
        """Read moves separated by blanks or commas, for instance `H1 V1 V2`."""
        require_type(str, "a play as in 'H1 V1 V2'", text)
        return cls.of(game, map(FallingMove.parse, text.replace(",", " ").split()))

    @property
    def moves(self) -> tuple[FallingMove, ...]:
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

    def __repr__(self) -> str:
        return f"Play.parse({self.game!r}, {str(self)!r})"

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))

    def table(self) -> Table:
        """The payoffs, the number of empty cells and the moves."""
        return Table(
            (*payoff_names(self.game.players), "empty", "play"), ((*self.payoffs, self.empty, str(self)),)
        )

    def to_json(self) -> dict[str, Any]:
        """The moves, the payoffs and the number of empty cells."""
        return {"moves": str(self).split(), "payoffs": list(self.payoffs), "empty": self.empty}

    def _repr_svg_(self) -> str:
        from ...render.falling_plays import notebook_svg

        return notebook_svg(self)
