"""Samples: drawn positions, stored as one table of numbers until a position is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..model.game import variable_of
from ..model.position import Placement, Position, positions_json, positions_table, positions_text
from ..support.result import Result, Results
from ..support.run import cancellable
from ..sweep.diagram import Array

POSITIONS_BETWEEN_CHECKS = 64


class Samples(Result, Sequence[Position]):
    """Drawn positions in order. `Position` objects are built when one of them is read."""

    def __init__(
        self,
        start: Position,
        placements: Sequence[Placement],
        numbers: Array,
        question: Mapping[str, Any] | None = None,
    ) -> None:
        """`start` contains the pieces already on the board. Row i of `numbers` lists the placements that
        position i adds, padded with -1. `question` goes into the JSON text."""
        self.start, self.placements, self.numbers = start, placements, numbers
        self.question = dict(question or {})

    @cached_property
    def positions(self) -> Results[Position]:
        """All positions."""
        board, lain, game = self.start.board, self.start.pieces, self.start.game
        rows = cancellable(self.numbers.tolist(), POSITIONS_BETWEEN_CHECKS)
        built = (Position(board, lain | {self.placements[q] for q in row if q >= 0}, game) for row in rows)
        return Results(built, positions_table, positions_json, positions_text)

    def to_numpy(self) -> Array:
        """One array with a position in each entry of its first axis; see `Position.to_numpy`."""
        import numpy as np

        shape = self.start.board.shape
        start = self.start.to_numpy().reshape(-1)
        beyond = len(start)  # an extra cell for absent pieces
        widest = max((len(p.cells) for p in self.placements), default=1)
        cells = np.full((len(self.placements) + 1, widest), beyond)
        values = np.zeros(len(self.placements) + 1, dtype=np.int8)
        for q, placement in enumerate(self.placements):
            places = [int(np.ravel_multi_index(cell, shape)) for cell in placement.cells]
            cells[q, : len(places)] = places
            values[q] = 1 + variable_of(self.start.game.pieces[placement.piece])
        drawn = np.empty((len(self), beyond + 1), dtype=np.int8)
        drawn[:, :beyond] = start
        rows = np.arange(len(self))
        for numbers in self.numbers.T:
            for place in cells.T:
                drawn[rows, place[numbers]] = values[numbers]
        return drawn[:, :beyond].reshape(-1, *shape)

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: Any) -> Any:
        return self.positions[index]

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __eq__(self, other: object) -> bool:
        return self.positions == (other.positions if isinstance(other, Samples) else other)

    def __hash__(self) -> int:
        return hash(self.positions)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "positions"}

    def __repr__(self) -> str:
        return repr(self.positions)

    def __str__(self) -> str:
        return str(self.positions)

    def table(self) -> Any:
        """The positions with their numbers."""
        return self.positions.table()

    def to_json(self) -> Any:
        """The positions as text, with the question."""
        return self.positions.to_json() | self.question

    def _repr_html_(self) -> str:
        return self.positions._repr_html_()
