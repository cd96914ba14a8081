"""Correlations: how likely each placement and each cell is together with one that is given, exactly.

Read `densities.py` first.

The positions that contain the given placement are counted by the same two sweeps as densities, where the
visit at which the placement starts can only play it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Unpack

from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.lattice import Cell
from ..model.position import BoardLike, Placement, board_and_game
from ..plan.question import Question
from ..rules.kinds import KindLike, StuckLike
from ..rules.placement_numbers import NumbersLike, placement_finder
from ..rules.problem import Conflicts, conflict_graph
from ..sampling.weighing import chance_weights, sampling_weights
from ..support.errors import InputError, quoted
from ..support.result import Table, digits
from ..support.run import Options, running
from ..sweep.diagram import Array
from .by_placement import placement_sums, signed_sums
from .densities import NO_CHANCE, PlacementChances
from .moments import as_decimal


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
        names = ("row", "col", "layer")[: self.board.dimension]
        connected = self.connected
        rows = [
            (*(k + 1 for k in cell), *map(as_decimal, chances), *map(as_decimal, connected[cell]))
            for cell, chances in self.joint.items()
        ]
        return Table((*names, *self.players, *(f"{name}_connected" for name in self.players)), tuple(rows))

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
