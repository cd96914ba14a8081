"""Weights or costs of cells and placements from a file: CSV, counted from 1 as in tables, or JSON, from 0.

The commands `evaluate`, `densities`, `sample`, `fewest` and `most` read them.
"""

import csv
import json
from collections.abc import Iterator
from fractions import Fraction
from operator import add, index, mul
from typing import Any

from ..model.board import Board
from ..model.game import Game
from ..model.lattice import Cell
from ..model.weights import Weight
from ..rules.problem import conflict_graph, placed_pieces, placement_finder
from ..support.errors import InputError
from ..support.files import text_of

AXES = "row", "col", "layer"
Named = tuple[str, tuple[Cell, ...]]  # a piece and its cells


def read_weights(name: str, board: Board, game: Game, word: str = "weight") -> dict[Named, Weight]:
    """The weights or costs of the placements that a file names, as in the argument `weights` of `evaluate`.

    `word` is "weight" or "cost". The number of a cell applies to every placement that covers the cell.
    Several weights of one placement are multiplied, several costs are added.
    """
    graph = conflict_graph(game, board)
    placed = placed_pieces(graph)
    numbers_of = placement_finder(graph)
    found: dict[int, tuple[Fraction, bool]] = {}
    combine, left_out = (add, Fraction(0)) if word == "cost" else (mul, Fraction(1))
    for where, given in _entries(name, board.dimension, word):
        weight = Weight.of(given, word)
        if not weight.is_real:
            raise InputError(f"a {word} is an integer, a fraction or a decimal, not {given!r} (in '{name}')")
        if isinstance(where, tuple) and isinstance(where[0], str):
            piece, cells = where
            if len(cells) == 1:  # the first cell of the piece
                fits = [
                    q for q, each in enumerate(placed) if (each.piece, each.cells[0]) == (piece, cells[0])
                ]
                numbers = fits or numbers_of((piece, cells))
            else:
                numbers = numbers_of((piece, cells))
        else:
            if where not in board.cells:
                raise InputError(f"the file '{name}' names {where}, which is not a cell of this board")
            numbers = [q for q, each in enumerate(placed) if where in each.cells]
        for number in numbers:
            value, exact = found.get(number, (left_out, True))
            found[number] = combine(value, weight.real), exact and weight.exact
    return {
        placed[number][:2]: Weight(value, exact=exact) for number, (value, exact) in sorted(found.items())
    }


def _entries(name: str, dimension: int, word: str) -> Iterator[tuple[Any, Any]]:
    """For each entry of a file, a cell (or a piece and its cells) and the number."""
    text = text_of(name, f"the {word}s ")
    try:
        yield from _json(text, word) if text.lstrip()[:1] in ("[", "{") else _csv(text, dimension, word)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"the {word}s in '{name}' must be CSV with the columns {', '.join(AXES[:dimension])} and {word}, "
            f'or JSON such as [{{"cell": [0, 0], "{word}": 2}}] ({type(error).__name__}: {error})'
        ) from None


def _json(text: str, word: str) -> Iterator[tuple[Any, Any]]:
    for entry in json.loads(text):
        if "cell" in entry:
            yield tuple(map(index, entry["cell"])), entry[word]
        else:
            cells = tuple(tuple(map(index, cell)) for cell in entry["cells"])
            yield (str(entry["piece"]), cells), entry[word]


def _csv(text: str, dimension: int, word: str) -> Iterator[tuple[Any, Any]]:
    rows = csv.DictReader(text.splitlines(), skipinitialspace=True)
    if word not in (rows.fieldnames or ()):
        raise KeyError(word)
    for row in rows:
        cell = tuple(int(row[axis]) - 1 for axis in AXES[:dimension])
        yield ((row["piece"], (cell,)) if row.get("piece") else cell), row[word]
