"""A question about positions, and the signed sum of smaller problems that answers it.

The first step of the flow in docs/architecture.md. Read `rules/kinds.py` first.

Only this module handles signs and components: polynomials, totals, statistics, weighted values, lists and
densities all start from `Question.terms`. This module is cheap to import.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..model.board import Board, Player, PlayerLike, require_board
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.position import BoardLike, board_and_game
from ..rules.kinds import (
    Kind,
    KindLike,
    StuckLike,
    asked_json,
    meaning,
    stuck_in,
    stuck_of,
    summands,
)
from ..rules.problem import Problem, conflict_graph, conflict_parts, representative
from ..support.caches import cached
from ..support.errors import TooLargeError, require_flag
from ..support.memory import show_size

LARGE_BOARD_CELLS = 2_000  # a larger board is checked before any work for each cell
PHASE_BYTES = 2  # memory of a program for each state of a box


class Component(NamedTuple):
    """A component of the conflict graph in its canonical orientation, and its multiplicity on the board.

    Player a of the board is player axes[a] of the canonical orientation.
    """

    problem: Problem
    axes: tuple[int, ...]
    times: int

    @property
    def is_turned(self) -> bool:
        """Whether the canonical orientation exchanges players."""
        return self.axes != tuple(range(len(self.axes)))


class SignedTerm(NamedTuple):
    """One set of stuck players with its sign. If `differences` is given (alternating play), only positions
    with one of these differences Left - Right count."""

    sign: int
    problem: Problem
    differences: tuple[int, ...] | None

    def components(self, symmetry: bool = True) -> tuple[Component, ...]:
        """The components of the board. Positions of the board are tuples of positions of its components."""
        return _components(self.problem, symmetry)


@cached(64)
def _components(problem: Problem, symmetry: bool) -> tuple[Component, ...]:
    parts = conflict_parts(problem.game, problem.board)
    if len(parts) > 1 and not problem.perfect:  # cells that no piece covers have one position, the empty one
        placements = conflict_graph(problem.game, problem.board).placements
        covered = {placement.cells[0] for placement in placements}
        parts = tuple(part for part in parts if not covered.isdisjoint(part.cells))
    turned = (representative(part, problem.stuck, problem.game, len(parts) > 1) for part in parts)
    return tuple(
        Component(replace(problem, board=board, stuck=stuck, symmetry=symmetry), axes, times)
        for ((board, stuck), axes), times in Counter(turned).items()
    )


@dataclass(frozen=True, slots=True)
class Question:
    """The positions of a game on a board, of a kind or with given players stuck: all of them, or those that
    alternating play reaches."""

    board: Board
    kind: KindLike = "general"
    stuck: StuckLike | None = None
    play: bool = False
    turn: PlayerLike | None = None
    game: Game = DOMINEERING

    @classmethod
    def of(
        cls,
        board: BoardLike,
        kind: KindLike = "general",
        stuck: StuckLike | None = None,
        play: bool = False,
        turn: PlayerLike | None = None,
        game: GameLike = DEFAULT_GAME,
    ) -> "Question":
        """The question that the arguments of a public function describe."""
        free, played = board_and_game(board, game)
        return cls(free, kind, stuck, play, turn, played)

    @property
    def variables(self) -> int:
        """The number of variables of the generating polynomial."""
        return self.game.variables(self.board.dimension)

    @property
    def players(self) -> frozenset[int]:
        """The players who must be stuck; empty for kinds that are not one set of stuck players."""
        if self.stuck is not None:
            return stuck_in(self.game, self.stuck, self.board.dimension)
        return stuck_of(Kind(self.kind), None, self.variables)

    def arguments(self, play: bool = True) -> dict[str, Any]:
        """The question as arguments of a public function; `play` is False for functions without play."""
        named = {"kind": self.kind, "stuck": self.stuck, "game": self.game}
        return named | ({"play": self.play, "turn": self.turn} if play else {})

    @property
    def _named(self) -> tuple[Kind | None, Player | None]:
        kind = Kind(self.kind) if self.stuck is None else None
        return kind, None if self.turn is None else Player.of(self.turn)

    def to_json(self) -> dict[str, Any]:
        """The question with the keys that all answers share."""
        kind, turn = self._named
        return asked_json(self.board, kind, self.players, self.play, self.game, turn)

    @property
    def words(self) -> str:
        """The question in words."""
        kind, turn = self._named
        return meaning(kind, self.players, self.play, self.game, turn)

    def terms(self) -> tuple[SignedTerm, ...]:
        """The terms of the signed sum, by inclusion and exclusion over the sets of stuck players."""
        require_board(self.board)
        require_flag("play", self.play)
        perfect = self.kind == Kind.PERFECT and self.stuck is None
        kind = "general" if perfect else self.kind
        parts = summands(self.board, kind, self.stuck, self.play, self.turn, self.game)
        found = tuple(
            SignedTerm(sign, Problem(self.board, players, perfect=perfect, game=self.game), differences)
            for sign, players, differences in parts
        )
        if len(self.board) > LARGE_BOARD_CELLS:
            for term in found:
                require_narrow(term.problem)
        return found


def is_too_wide(problem: Problem) -> bool:
    """Whether a board has more states than any machine holds."""
    from ..sweep.profile import IMPOSSIBLE_STATES, OPENING_CELLS, impossible
    from .strategy import route

    board = problem.board
    if board.is_box or len(board) <= OPENING_CELLS:
        return impossible(problem) is not None
    return route(problem).states > IMPOSSIBLE_STATES


def require_narrow(problem: Problem) -> None:
    """Refuse a box that is too wide for any sweep, before any work for each cell.

    >>> from enumerate.model.board import Board
    >>> require_narrow(Problem(Board.rectangle(90, 90), frozenset()))
    Traceback (most recent call last):
        ...
    enumerate.TooLargeError: more than 844,424,930,131,967 states after 49 of 8,100 cells need at least
    1.5 PiB and no machine has that. Choose a board that is narrower in one direction.
    """
    from ..sweep.profile import impossible

    profile = impossible(problem)
    if profile is not None:
        raise TooLargeError(
            f"{profile.lower_bound} need at least {show_size(profile.largest * PHASE_BYTES)} "
            "and no machine has that. Choose a board that is narrower in one direction."
        )
