"""Correlations: how likely each placement and each cell is together with one that is given, exactly.

The positions that contain the given placement are counted by the same two sweeps as densities, where the
visit at which the placement starts can only play it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Unpack

from ..model.board import Board, Cell
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.placing import Placement
from ..model.players import Player, PlayerLike
from ..model.position import BoardLike, board_and_game
from ..plan.question import Question
from ..rules.conflicts import Conflicts, conflict_graph
from ..rules.meaning import player_name
from ..rules.placement_numbers import NumbersLike, placement_finder
from ..rules.tiles import KindLike, StuckLike
from ..sampling.placement_sums import placement_sums
from ..sampling.weighing import chance_weights, sampling_weights
from ..support.errors import InputError, quoted
from ..support.result import Result
from ..support.settings import Options, running
from ..support.table import Table
from ..support.writing import digits
from ..sweep.diagram import Array
from .moments import shown


@dataclass(frozen=True)
class Correlations(Result):
    """The chance of a given event, and of each placement together with it: exact fractions.

    The event is that one of the placements `given` is in the position. `placements` has for each placement
    its chance, and its chance together with the event.

    >>> found = correlations("1x4", (0, 0))
    >>> found.chance, found.joint[0, 3], found.connected[0, 3]
    (Fraction(2, 5), (Fraction(0, 1), Fraction(1, 5)), (Fraction(0, 1), Fraction(1, 25)))
    """

    board: Board
    game: Game
    given: tuple[Placement, ...]
    chance: Fraction
    value: Fraction  # the sum of the weights of all positions
    placements: tuple[tuple[Placement, Fraction, Fraction], ...] = field(repr=False)

    @property
    def players(self) -> tuple[str, ...]:
        """Whose pieces are told apart."""
        return tuple(player_name(self.game, i) for i in range(self.game.variables(self.board.dimension)))

    @property
    def joint(self) -> dict[Cell, tuple[Fraction, ...]]:
        """For each cell, the chances that the event happens and a piece of each player covers the cell."""
        return self._by_cell([joint for _, _, joint in self.placements])

    @property
    def connected(self) -> dict[Cell, tuple[Fraction, ...]]:
        """For each cell and player, the joint chance less the product of the chance of the event and the
        chance that a piece of the player covers the cell."""
        return self._by_cell([joint - self.chance * density for _, density, joint in self.placements])

    def _by_cell(self, numbers: Sequence[Fraction]) -> dict[Cell, tuple[Fraction, ...]]:
        variables = conflict_graph(self.game, self.board).variables
        found = {cell: [Fraction(0)] * len(self.players) for cell in sorted(self.board.cells)}
        for (placement, _, _), variable, number in zip(self.placements, variables, numbers, strict=True):
            for cell in placement.cells:
                found[cell][variable] += number
        return {cell: tuple(each) for cell, each in found.items()}

    def to_numpy(self, joint: bool = False) -> Array:
        """The connected chances of all cells as floats, or the joint ones: an array for each player; walls
        are NaN.

        >>> correlations("1x4", (0, 0)).to_numpy()[1].round(3).tolist()
        [[0.24, 0.16, -0.04, 0.04]]
        """
        import numpy as np

        drawn = np.full((len(self.players), *self.board.shape), np.nan)
        for cell, chances in (self.joint if joint else self.connected).items():
            for player, chance in enumerate(chances):
                drawn[player, *cell] = float(chance)
        return drawn

    def table(self) -> Table:
        """A row for each cell: where it is, from 1, and the joint and the connected chances of each player.

        >>> print(correlations("1x2", (0, 0)).table().text())
        row  col  left  right  left_connected  right_connected
          1    1     0    0.5               0             0.25
          1    2     0    0.5               0             0.25
        """
        names = ("row", "col", "layer")[: self.board.dimension]
        connected = self.connected
        rows = [
            (*(k + 1 for k in cell), *map(shown, chances), *map(shown, connected[cell]))
            for cell, chances in self.joint.items()
        ]
        return Table((*names, *self.players, *(f"{name}_connected" for name in self.players)), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """Fractions as "p/q", by cell and by placement; see docs/json.md.

        >>> correlations("1x2", (0, 0)).to_json()["given"]
        [{'piece': 'R', 'cells': [[0, 0], [0, 1]]}]
        """
        connected = self.connected
        return {
            "given": [self._named(placement) for placement in self.given],
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
                self._named(placement) | {"density": digits(density), "joint": digits(joint)}
                for placement, density, joint in self.placements
            ],
        }

    def _named(self, placement: Placement) -> dict[str, Any]:
        cells = [list(cell) for cell in placement.cells]
        return {"piece": self.game.pieces[placement.piece].name, "cells": cells}


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
    total, sums, joint = Fraction(0), [Fraction(0)] * len(graph), [Fraction(0)] * len(graph)
    with running(options) as settings:
        done, parts = 0, len(terms) * (1 + len(numbers))
        for sign, task, _ in terms:
            for number in (None, *numbers):
                whole, own = placement_sums(task, each, settings.part(done, parts), number)
                done += 1
                known = sums if number is None else joint
                known[:] = [one + sign * two for one, two in zip(known, own, strict=True)]
                total += sign * whole if number is None else 0
    if not total:
        raise InputError("the weights of all such positions on this board add up to 0: there is no chance")
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
