"""`densities` and `correlations`: the exact chance that a cell, or a place for a piece, is covered in a
random position, alone or together with a placement or a cell that is given.

The sums for each placement come from `by_placement.py`, to be read first. The positions that contain a given
placement are counted by the same two sweeps; the visit at which the placement starts can only play it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from math import prod
from typing import Any, Unpack

from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.lattice import Cell
from ..model.position import BoardLike, Placement, board_and_game
from ..model.weights import Weight
from ..plan.question import Question
from ..rules.kinds import KindLike, StuckLike, player_name
from ..rules.problem import Conflicts, NumbersLike, conflict_graph, placement_finder
from ..sampling.aztec import Diamond
from ..sampling.weighing import chance_weights, sampling_weights
from ..support.errors import InputError, quoted
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

    @property
    def _coordinates(self) -> tuple[str, ...]:
        """The names of the columns of a cell."""
        return ("row", "col", "layer")[: self.board.dimension]

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
        return Table(
            (*self._coordinates, *self.players),
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
    diamond = None if weights is not None else Diamond.of(board, kind, stuck, played, by_player)
    if diamond is not None:
        known = diamond.chances()
        own = [known.get((Player(p.piece), p.at), Fraction(0)) for p in graph.placements]
        found = tuple(zip(graph.placements, own, strict=True))
        return Densities(board, played, by_player, diamond.weight, found)
    with running(options) as settings:
        total, *sums = signed_sums(parts, partial(placement_sums, weights=each), settings)
    if not total:
        raise InputError(NO_CHANCE)
    chances = (one / total for one in sums)
    return Densities(board, played, by_player, total, tuple(zip(graph.placements, chances, strict=True)))


@dataclass(frozen=True)
class Correlations(PlacementChances):
    """The chance of a given event, and of each placement together with it: exact fractions.

    The event is that one of the placements `given` is in the position. `placements` has for each placement
    its chance, and its chance together with the event.
    """

    board: Board
    game: Game
    given: tuple[Placement, ...]
    chance: Fraction
    value: Fraction  # the sum of the weights of all positions
    placements: tuple[tuple[Placement, Fraction, Fraction], ...] = field(repr=False)

    @property
    def joint(self) -> dict[Cell, tuple[Fraction, ...]]:
        """For each cell, the chances that the event happens and a piece of each player covers the cell."""
        return self._by_cell([joint for _, _, joint in self.placements])

    @property
    def connected(self) -> dict[Cell, tuple[Fraction, ...]]:
        """For each cell and player, the joint chance less the product of the chance of the event and the
        chance that a piece of the player covers the cell."""
        return self._by_cell([joint - self.chance * density for _, density, joint in self.placements])

    def to_numpy(self, joint: bool = False) -> Array:
        """The connected chances of all cells as floats, or the joint ones: an array for each player; walls
        are NaN."""
        return self._arrays(self.joint if joint else self.connected)

    def table(self) -> Table:
        """A row for each cell: its coordinates from 1, then the joint and the connected chances."""
        connected = self.connected
        rows = [
            (*(k + 1 for k in cell), *map(as_decimal, chances), *map(as_decimal, connected[cell]))
            for cell, chances in self.joint.items()
        ]
        names = (*self._coordinates, *self.players, *(f"{name}_connected" for name in self.players))
        return Table(names, tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """Fractions as "p/q", by cell and by placement; see docs/json.md."""
        connected = self.connected
        return {
            "given": [self._written(placement) for placement in self.given],
            "chance": digits(self.chance),
            "value": digits(self.value),
            "cells": [
                {
                    "cell": list(cell),
                    "joint": dict(zip(self.players, map(digits, chances), strict=True)),
                    "connected": dict(zip(self.players, map(digits, connected[cell]), strict=True)),
                }
                for cell, chances in self.joint.items()
            ],
            "placements": [
                self._written(placement) | {"density": digits(density), "joint": digits(joint)}
                for placement, density, joint in self.placements
            ],
        }


def correlations(
    board: BoardLike,
    given: Any,
    kind: KindLike = "general",
    *,
    player: PlayerLike | None = None,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    weights: NumbersLike | None = None,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Correlations:
    """The chance of every placement and of every covered cell together with one that is given, in a random
    position of a kind: exact joint and connected chances.

    `given` is a cell such as (0, 0), which stands for the event that a piece covers this cell (with `player`,
    a piece of this player); or a placement: a `Domino`, or the name of a piece and its cells. Each position
    has a chance in proportion to its weight, as in `densities` (`x`, `y`, `z`) and `sample` (`weights`).
    `stuck` names the players who cannot move instead of a `kind`. The options are those of `Settings`.

    >>> found = correlations("4x4", (0, 0), "maximal", player="left")
    >>> found.chance, found.connected[3, 3]
    (Fraction(147, 400), (Fraction(-1209, 160000), Fraction(791, 160000)))
    """
    board, played = board_and_game(board, game)
    terms = Question(board, kind, stuck, game=played).terms()
    graph = conflict_graph(played, board)
    each = chance_weights(graph, sampling_weights((x, y, z), board, played), weights)
    numbers = _given(graph, given, player)
    events = (None, *numbers)
    with running(options) as settings:
        (total, *sums), *rows = (
            signed_sums(
                terms, partial(placement_sums, weights=each, given=event), settings.part(place, len(events))
            )
            for place, event in enumerate(events)
        )
    if not total:
        raise InputError(NO_CHANCE)
    joint = [sum((row[1 + q] for row in rows), Fraction(0)) for q in range(len(graph))]
    chance = sum((sums[number] for number in numbers), Fraction(0)) / total
    triples = [
        (p, own / total, both / total) for p, own, both in zip(graph.placements, sums, joint, strict=True)
    ]
    placed = tuple(graph.placements[number] for number in numbers)
    return Correlations(board, played, placed, chance, total, tuple(triples))


def _given(graph: Conflicts, given: Any, player: PlayerLike | None) -> list[int]:
    """The placements of which one must be in the position."""
    board = graph.board
    is_cell = isinstance(given, tuple | list) and all(hasattr(place, "__index__") for place in given)
    if not is_cell:
        if player is not None:
            raise InputError("`player` goes with a cell: leave it out where a placement is given")
        return placement_finder(graph)(given)
    if player is not None and graph.game.is_impartial:
        raise InputError(f"'{graph.game.name}' has pieces of either player: leave out `player`")
    cell = tuple(place.__index__() for place in given)
    if cell not in board.cells:
        raise InputError(
            f"expected a free cell of the board such as {min(board.cells, default=())}, got {quoted(given)}"
        )
    owner = (
        None if player is None else Player.of(player, list(Player)[: graph.game.variables(board.dimension)])
    )
    return [
        number
        for number, placement in enumerate(graph.placements)
        if cell in placement.cells and owner in (None, graph.variables[number])
    ]
