"""`densities` and `correlations`: exact probabilities that a random position contains a placement or covers a
cell, alone or jointly with a given placement or cell.

Read `sampling/backward.py` first. For all placements, the sums follow from the numbers of ways to reach each
state and the numbers of its completions. Positions with a given placement are counted in the same way: the
visit at which this placement starts must play it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import islice
from math import prod
from typing import Any, Unpack

import numpy as np

from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.lattice import Cell
from ..model.position import BoardLike, Placement
from ..model.weights import Weight
from ..rules.kinds import KindLike, StuckLike, player_name
from ..rules.problem import Conflicts, NoPositionError, NumbersLike, Problem, conflict_graph, placement_finder
from ..sampling.aztec import Diamond
from ..sampling.backward import BackwardTable, walked
from ..sampling.weighing import IntegerWeights, WeightedQuestion
from ..support.errors import InputError, quoted
from ..support.result import Result, Table, digits
from ..support.run import Options, Settings, running
from ..sweep.diagram import Array
from .evaluation import as_decimal, asked_json
from .programs import signed_sums

TEXT_DECIMALS = 3  # in a text drawing
BACKWARD_SHARE = 0.4  # share of the time for the backward sweep
NO_CHANCE = "the weights of these positions on this board add up to 0: probabilities are not defined"


def placement_sums(
    problem: Problem, settings: Settings, weights: Sequence[Fraction] | None = None, given: int | None = None
) -> list[Fraction]:
    """The total weight of all positions, then for each placement the total weight of positions with it.

    `weights` are the weights of the placements (None: all 1). If `given` is not None, only positions with
    this placement count.
    """
    graph = conflict_graph(problem.game, problem.board)
    sums = [0] * len(graph)
    order = walked(problem)
    integers = IntegerWeights.of(graph, order, weights)
    scale = integers.scale
    if given is not None:
        integers = integers.given(graph, order, given)
    back, onward = settings.cut([BACKWARD_SHARE, 1 - BACKWARD_SHARE], ["back", "onward"])
    try:
        with running({"settings": back}):
            table = BackwardTable(problem, order, weights=integers)
    except NoPositionError:
        return [Fraction(0)] * (1 + len(graph))
    compiled = table.compiled
    forward = table.start()
    known: dict[tuple[object, int, int], Array] = {}  # repeated rows have equal steps
    with table.started():
        for moment, completions in enumerate(islice(table.ascending(), 1, None)):
            onward.report(moment, len(order))
            before, later = compiled.codes[moment : moment + 2]
            key = (table.swept.locals[moment], id(before), id(later))
            if key not in known:
                is_possible, after = compiled.moves[moment](before)
                known[key] = np.full(after.T.shape, -1, dtype=np.int32)
                known[key][is_possible.T] = compiled.states(moment + 1, after.T[is_possible.T])
            for q, partner in zip(table.swept.starting[moment], known[key][1:], strict=True):
                factor = integers.placements[q]
                if factor and (partner >= 0).any():
                    sums[q] = factor * table.evaluator.inner_product(forward, completions, partner)
            forward = table.forward(moment, forward)
    return [Fraction(each, scale) for each in (table.total, *sums)]


class PlacementChances(Result):
    """Probabilities of the placements of a board, with sums for each cell."""

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

    def _array(self, by_cell: Mapping[Cell, Sequence[Fraction]]) -> Array:
        """The numbers of the cells as floats: an array for each player; walls are NaN."""
        drawn = np.full((len(self.players), *self.board.shape), np.nan)
        for cell, numbers in by_cell.items():
            for player, number in enumerate(numbers):
                drawn[player, *cell] = float(number)
        return drawn

    def _rows(self, columns: Mapping[str, Mapping[Cell, Sequence[Fraction]]]) -> Table:
        """A row for each cell: its coordinates from 1, then its numbers. Keys are suffixes of column
        names."""
        names = [player + suffix for suffix in columns for player in self.players]
        rows = tuple(
            (*(k + 1 for k in cell), *(as_decimal(n) for column in columns.values() for n in column[cell]))
            for cell in sorted(self.board.cells)
        )
        return Table((*("row", "col", "layer")[: self.board.dimension], *names), rows)

    def _named(self, numbers: Sequence[Fraction]) -> dict[str, str]:
        """The numbers of a cell in JSON."""
        return dict(zip(self.players, map(digits, numbers), strict=True))

    def _written(self, placement: Placement) -> dict[str, Any]:
        """A placement in JSON."""
        cells = [list(cell) for cell in placement.cells]
        return {"piece": self.game.pieces[placement.piece].name, "cells": cells}


@dataclass(frozen=True)
class Densities(PlacementChances):
    """The probability of every placement in a random position, as exact fractions.

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
    asked: WeightedQuestion | None = field(default=None, repr=False, compare=False)

    @cached_property
    def cells(self) -> dict[Cell, tuple[Fraction, ...]]:
        """For each cell, the probability for each player that a piece of the player covers it."""
        return self._by_cell(chance for _, chance in self.placements)

    def to_numpy(self) -> Array:
        """The densities of the cells as floats: an array for each player; walls are NaN."""
        return self._array(self.cells)

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
        """A row for each cell: its coordinates from 1, and its density for each player."""
        return self._rows({"": self.cells})

    def to_json(self) -> dict[str, Any]:
        """Fractions as "p/q", by cell and by placement; see docs/json.md."""
        return {
            **asked_json(self.asked),
            "value": digits(self.value),
            "cells": [{"cell": list(cell)} | self._named(chances) for cell, chances in self.cells.items()],
            "placements": [
                self._written(placement) | {"density": digits(chance)}
                for placement, chance in self.placements
            ],
        }


def _short(chance: float) -> str:
    return f"{chance:.{TEXT_DECIMALS}f}" if chance == chance else "#".ljust(TEXT_DECIMALS + 2)


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
    """The probability of every placement, and for every cell and player the probability that a piece of the
    player covers the cell, in a random position of a kind. All are exact fractions.

    Probabilities are proportional to the weights of positions: the product of x, y, z for the pieces of Left,
    Right and Middle (default: 1). `weights` gives every placement its own weight instead, as in `evaluate`.

    >>> print(densities(Board.rectangle(2, 3), "maximal"))
    left
    0.400 0.200 0.400
    0.400 0.200 0.400
    <BLANKLINE>
    right
    0.400 0.800 0.400
    0.400 0.800 0.400
    """
    asked = WeightedQuestion.of(board, kind, stuck, game, (x, y, z), weights)
    each, question, placements = asked.chances, asked.question, asked.graph.placements
    by_player = asked.by_player if asked.is_weighted and asked.by_player else None
    diamond = Diamond.of(asked)
    if diamond is not None:
        total, known = diamond.weight, diamond.chances()
        chances = [known.get((Player(p.piece), p.at), Fraction(0)) for p in placements]
    else:
        with running(options) as settings:
            total, *sums = signed_sums(asked, partial(placement_sums, weights=each), settings)
        if not total:
            raise InputError(NO_CHANCE)
        chances = [one / total for one in sums]
    pairs = tuple(zip(placements, chances, strict=True))
    return Densities(question.board, question.game, by_player, total, pairs, asked)


@dataclass(frozen=True)
class Correlations(PlacementChances):
    """The probability of an event, and of each placement jointly with the event, as exact fractions.

    The event is that the position contains one of the placements `given`. `placements` holds each placement
    with its probability and its joint probability.
    """

    board: Board
    game: Game
    given: tuple[Placement, ...]
    chance: Fraction
    value: Fraction  # the sum of the weights of all positions
    placements: tuple[tuple[Placement, Fraction, Fraction], ...] = field(repr=False)
    asked: WeightedQuestion | None = field(default=None, repr=False, compare=False)

    @property
    def joint(self) -> dict[Cell, tuple[Fraction, ...]]:
        """For each cell and player, the probability of the event and a piece of the player on the cell."""
        return self._by_cell([joint for _, _, joint in self.placements])

    @property
    def connected(self) -> dict[Cell, tuple[Fraction, ...]]:
        """For each cell and player, the joint probability minus the product of the probability of the event
        and the density of the cell."""
        return self._by_cell([joint - self.chance * density for _, density, joint in self.placements])

    def to_numpy(self, joint: bool = False) -> Array:
        """The connected (or with `joint` the joint) probabilities of the cells as floats: an array for each
        player; walls are NaN."""
        return self._array(self.joint if joint else self.connected)

    def table(self) -> Table:
        """A row for each cell: its coordinates from 1, then the joint and the connected probabilities."""
        return self._rows({"": self.joint, "_connected": self.connected})

    def to_json(self) -> dict[str, Any]:
        """Fractions as "p/q", by cell and by placement; see docs/json.md."""
        connected = self.connected
        return {
            **asked_json(self.asked),
            "given": [self._written(placement) for placement in self.given],
            "chance": digits(self.chance),
            "value": digits(self.value),
            "cells": [
                {"cell": list(cell), "joint": self._named(n), "connected": self._named(connected[cell])}
                for cell, n in self.joint.items()
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
    """Exact joint and connected probabilities of every placement and every covered cell with a given event,
    in a random position of a kind.

    `given` is a cell such as (0, 0), for the event that a piece covers this cell (with `player`, a piece of
    this player); or a placement: a `Domino`, or the name of a piece and its cells. Probabilities are
    proportional to the weights of positions, as in `densities` (`x`, `y`, `z`) and `sample` (`weights`).
    `stuck` names the players who cannot move, instead of a `kind`. The options are those of `Settings`.

    >>> found = correlations("4x4", (0, 0), "maximal", player="left")
    >>> found.chance, found.connected[3, 3]
    (Fraction(147, 400), (Fraction(-1209, 160000), Fraction(791, 160000)))
    """
    asked = WeightedQuestion.of(board, kind, stuck, game, (x, y, z), weights)
    each, graph = asked.chances, asked.graph
    numbers = _given(graph, given, player)
    events = (None, *numbers)
    with running(options) as settings:
        (total, *sums), *rows = (
            signed_sums(
                asked, partial(placement_sums, weights=each, given=event), settings.part(place, len(events))
            )
            for place, event in enumerate(events)
        )
    if not total:
        raise InputError(NO_CHANCE)
    joint = [sum((row[1 + q] for row in rows), Fraction(0)) for q in range(len(graph))]
    chance = sum((sums[number] for number in numbers), Fraction(0)) / total
    triples = tuple(
        (p, own / total, both / total) for p, own, both in zip(graph.placements, sums, joint, strict=True)
    )
    placed = tuple(graph.placements[number] for number in numbers)
    return Correlations(asked.question.board, asked.question.game, placed, chance, total, triples, asked)


def _given(graph: Conflicts, given: Any, player: PlayerLike | None) -> list[int]:
    """The placements whose presence is the event."""
    board = graph.board
    if not isinstance(given, tuple | list) or not all(hasattr(place, "__index__") for place in given):
        if player is not None:
            raise InputError("`player` goes with a cell: leave it out where a placement is given")
        return placement_finder(graph)(given)
    if player is not None and graph.game.is_impartial:
        raise InputError(f"'{graph.game.name}' has pieces of either player: leave out `player`")
    cell = tuple(place.__index__() for place in given)
    if cell not in board.cells:
        example = min(board.cells, default=())
        raise InputError(f"expected a free cell of the board such as {example}, got {quoted(given)}")
    among = list(Player)[: graph.game.variables(board.dimension)]
    owner = None if player is None else Player.of(player, among)
    return [
        number
        for number, placement in enumerate(graph.placements)
        if cell in placement.cells and owner in (None, graph.variables[number])
    ]
