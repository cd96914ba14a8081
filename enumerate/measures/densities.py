"""`densities`: the exact chance that a cell, or a place for a piece, is covered in a random position.

The sums for each placement come from `by_placement.py`, to be read first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from math import prod
from typing import Any, Unpack

from ..model.board import Board, Player
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.lattice import Cell
from ..model.position import BoardLike, Placement, board_and_game
from ..model.weights import Weight
from ..plan.question import Question
from ..rules.kinds import Kind, KindLike, StuckLike, player_name
from ..rules.placement_numbers import NumbersLike
from ..rules.problem import Conflicts, conflict_graph
from ..sampling.aztec import Shuffled, aztec_order
from ..sampling.weighing import chance_weights, sampling_weights
from ..support.errors import InputError
from ..support.result import Result, Table, digits
from ..support.run import Options, running
from ..sweep.diagram import Array
from .by_placement import placement_sums, signed_sums
from .moments import as_decimal

DECIMALS = 3  # in a drawing of text
NO_CHANCE = "the weights of all such positions on this board add up to 0: there is no chance"


class PlacementChances(Result):
    """Numbers for the placements of a board, added up over the cells that a placement covers."""

    board: Board
    game: Game

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of the numbers of a cell."""
        return tuple(player_name(self.game, i) for i in range(self.game.variables(self.board.dimension)))

    def _by_cell(self, numbers: Iterable[Fraction]) -> dict[Cell, tuple[Fraction, ...]]:
        graph = conflict_graph(self.game, self.board)
        found = {cell: [Fraction(0)] * len(self.players) for cell in sorted(self.board.cells)}
        for placement, variable, number in zip(graph.placements, graph.variables, numbers, strict=True):
            for cell in placement.cells:
                found[cell][variable] += number
        return {cell: tuple(each) for cell, each in found.items()}

    def _arrays(self, by_cell: Mapping[Cell, Sequence[Fraction]]) -> Array:
        """The numbers of the cells as floats: an array for each player; walls are NaN."""
        import numpy as np

        drawn = np.full((len(self.players), *self.board.shape), np.nan)
        for cell, numbers in by_cell.items():
            for player, number in enumerate(numbers):
                drawn[player, *cell] = float(number)
        return drawn

    def _written(self, placement: Placement) -> dict[str, Any]:
        """A placement in JSON."""
        cells = [list(cell) for cell in placement.cells]
        return {"piece": self.game.pieces[placement.piece].name, "cells": cells}


@dataclass(frozen=True)
class Densities(PlacementChances):
    """The chance of every placement in a random position: exact fractions.

    >>> found = densities(Board.rectangle(1, 3))
    >>> [(placement.cells, chance) for placement, chance in found.placements]
    [(((0, 0), (0, 1)), Fraction(1, 3)), (((0, 1), (0, 2)), Fraction(1, 3))]
    >>> found.cells[0, 1]
    (Fraction(0, 1), Fraction(2, 3))
    """

    board: Board
    game: Game
    weights: Sequence[Weight] | None
    value: Fraction  # the sum of the weights of all positions
    placements: tuple[tuple[Placement, Fraction], ...] = field(repr=False)

    @cached_property
    def cells(self) -> dict[Cell, tuple[Fraction, ...]]:
        """For each cell the chances that a piece of each player covers it."""
        return self._by_cell(chance for _, chance in self.placements)

    def to_numpy(self) -> Array:
        """The chances that cells are covered, as floats: an array for each player; walls are NaN."""
        return self._arrays(self.cells)

    def __str__(self) -> str:
        if self.board.dimension > 2 or self.board.lattice.is_graph:
            return self.table().text()
        drawn = self.to_numpy().reshape(len(self.players), -1, self.board.shape[-1])
        blocks = []
        for name, rows in zip(self.players, drawn.tolist(), strict=True):
            lines = (" ".join(_short(chance) for chance in row).rstrip() for row in rows)
            blocks.append("\n".join([name, *lines]))
        return "\n\n".join(blocks)

    def _repr_svg_(self) -> str:
        from ..render.as_svg import MOST_SHOWN, notebook_svg
        from ..render.density_map import density_svg

        is_shown = prod(self.board.shape) <= MOST_SHOWN
        names = [name.capitalize() for name in self.players]
        return density_svg(self.board, self.cells, names) if is_shown else notebook_svg(self.board)

    def table(self) -> Table:
        """A row for each cell: where it is, from 1, and the chance that each player's pieces cover it."""
        names = ("row", "col", "layer")[: self.board.dimension]
        return Table(
            (*names, *self.players),
            tuple(
                (*(k + 1 for k in cell), *map(as_decimal, chances)) for cell, chances in self.cells.items()
            ),
        )

    def to_json(self) -> dict[str, Any]:
        """Fractions as "p/q", by cell and by placement; see docs/json.md."""
        return {
            "value": digits(self.value),
            "cells": [
                {"cell": list(cell)} | dict(zip(self.players, map(digits, chances), strict=True))
                for cell, chances in self.cells.items()
            ],
            "placements": [
                self._written(placement) | {"density": digits(chance)}
                for placement, chance in self.placements
            ],
        }


def _short(chance: float) -> str:
    return f"{chance:.{DECIMALS}f}" if chance == chance else "#".ljust(DECIMALS + 2)


def densities(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    weights: NumbersLike | None = None,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Densities:
    """The chance of every placement, and of every cell to be covered by each player, in a random position of
    a kind: exact fractions, for all cells by one sweep back and one onward.

    Each position has a chance in proportion to its weight, the product of x, y, z for the pieces of Left,
    Right and Middle; what is left out is 1. `weights` gives every placement a weight of its own instead, as
    in `evaluate`.

    >>> print(densities(Board.rectangle(2, 3), "maximal"))
    left
    0.400 0.200 0.400
    0.400 0.200 0.400
    <BLANKLINE>
    right
    0.400 0.800 0.400
    0.400 0.800 0.400
    """
    board, played = board_and_game(board, game)
    parts = Question(board, kind, stuck, game=played).terms()
    by_player = sampling_weights((x, y, z), board, played)
    graph = conflict_graph(played, board)
    each = chance_weights(graph, by_player, weights)
    if (
        weights is None
        and kind == Kind.PERFECT
        and stuck is None
        and played == DOMINEERING
        and aztec_order(board) is not None
    ):
        return _of_diamond(Shuffled(board, by_player), graph)
    with running(options) as settings:
        total, *sums = signed_sums(parts, partial(placement_sums, weights=each), settings)
    if not total:
        raise InputError(NO_CHANCE)
    chances = (one / total for one in sums)
    return Densities(board, played, by_player, total, tuple(zip(graph.placements, chances, strict=True)))


def _of_diamond(diamond: Shuffled, graph: Conflicts) -> Densities:
    known = diamond.chances()
    own = [known.get((Player(p.piece), p.at), Fraction(0)) for p in graph.placements]
    found = tuple(zip(graph.placements, own, strict=True))
    return Densities(diamond.board, DOMINEERING, diamond.weights, diamond.weight, found)
