"""A question about positions, and the signed sum of smaller problems that answers it.

The first step of the flow in docs/architecture.md. Read `rules/kinds.py` first.

This is the only loop over signs and components: polynomials, totals, statistics, weighted values, lists and
densities all start from `Question.terms`. Light to import.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..model.board import Board, PlayerLike, require_board
from ..model.game import DOMINEERING, Game
from ..rules.kinds import Kind, KindLike, StuckLike, summands
from ..rules.problem import Problem, conflict_parts, representative
from ..support.errors import InputError

LARGE_BOARD_CELLS = 2_000  # a larger board is checked before anything is done for every cell


@dataclass(frozen=True, slots=True)
class Component:
    """A component of the conflict graph, in its canonical orientation, and how often the board has it.

    Player a of the board is player axes[a] of the canonical orientation.
    """

    problem: Problem
    axes: tuple[int, ...]
    times: int

    @property
    def is_turned(self) -> bool:
        """Whether the canonical orientation exchanges players."""
        return self.axes != tuple(range(len(self.axes)))


class Term(NamedTuple):
    """One set of stuck players with its sign. If `differences` is given, only positions whose difference
    Left - Right is one of these count (alternating play)."""

    sign: int
    problem: Problem
    differences: tuple[int, ...] | None

    def components(self, symmetry: bool = True) -> tuple[Component, ...]:
        """The components of the board. Positions of the board are tuples of positions of its components."""
        problem = self.problem
        parts = conflict_parts(problem.game, problem.board)
        turned = (representative(part, problem.stuck, problem.game, len(parts) > 1) for part in parts)
        return tuple(
            Component(replace(problem, board=board, stuck=stuck, symmetry=symmetry), axes, times)
            for ((board, stuck), axes), times in Counter(turned).items()
        )


@dataclass(frozen=True, slots=True)
class Question:
    """Positions of a game on a board: of a kind or with these players stuck, all or those reached by play."""

    board: Board
    kind: KindLike = "general"
    stuck: StuckLike | None = None
    play: bool = False
    turn: PlayerLike | None = None
    game: Game = DOMINEERING

    @property
    def variables(self) -> int:
        """The number of variables of the generating polynomial."""
        return self.game.variables(self.board.dimension)

    def terms(self) -> tuple[Term, ...]:
        """The terms of the signed sum, by inclusion and exclusion over the sets of stuck players."""
        require_board(self.board)
        if not isinstance(self.play, bool):
            raise InputError(f"`play` must be True or False, not {self.play!r}")
        perfect = self.kind == Kind.PERFECT and self.stuck is None
        kind = "general" if perfect else self.kind
        parts = summands(self.board, kind, self.stuck, self.play, self.turn, self.game)
        found = tuple(
            Term(sign, Problem(self.board, players, perfect=perfect, game=self.game), differences)
            for sign, players, differences in parts
        )
        if len(self.board) > LARGE_BOARD_CELLS:
            from .cost import require_narrow  # loads NumPy

            for term in found:
                require_narrow(term.problem)
        return found
