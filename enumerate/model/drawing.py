"""Drawings of boards and positions: one sign for each cell, a line for each row, a block for each layer."""

from collections.abc import Collection, Mapping
from math import prod

from ..support.errors import InputError, plural, quoted, require_integer
from .cells import Cell, check_volume


def read_text(
    text: str, alphabet: Collection[str], dimension: int | None = None
) -> tuple[tuple[int, ...], dict[Cell, str], dict[Cell, tuple[int, int]]]:
    """The shape of a drawing, the sign in each cell that is not a wall, and its line and column in the text.

    Blank lines separate the layers of a three-dimensional drawing; blank lines around it and blanks at
    the ends of lines are dropped. All lines have the same length and all layers the same number of lines. One
    block is a flat board: `dimension` tells where it is a column or a single layer.
    """
    if not isinstance(text, str):
        raise InputError(f"a drawing is text, one line per row, not {quoted(text)}")
    text = text.removeprefix("\ufeff")  # a byte-order mark
    layers: list[list[tuple[int, str]]] = [[]]
    for number, raw in zip(range(1, text.count("\n") + 2), text.split("\n"), strict=True):
        line = raw.rstrip()
        for column, sign in zip(range(1, len(line) + 1), line, strict=True):
            if sign not in alphabet:
                hint = "; pieces are read by Position.parse" if sign.isalpha() and alphabet == ".#" else ""
                raise InputError(
                    f"{sign!r} in line {number}, column {column} is not a board character "
                    f"(allowed: {' '.join(alphabet)}{hint})"
                )
        if line:
            layers[-1].append((number, line))
        elif layers[-1]:
            layers.append([])
    if not layers[-1]:
        layers.pop()
    if not layers:
        raise InputError("the drawing is empty: draw cells '.' and walls '#', a line for each row")
    _require_box(layers)
    rows, cols = len(layers[0]), len(layers[0][0][1])
    box = (rows, cols, len(layers))
    check_volume("drawing", box)
    drawn = 2 if len(layers) == 1 else 3
    axes = drawn if dimension is None else require_integer("dimension", dimension)
    if not 1 <= axes <= 3 or prod(box[axes:]) > 1:
        raise InputError(f"a drawing of shape {box[:drawn]} cannot be read with dimension={axes}")
    signs: dict[Cell, str] = {}
    places: dict[Cell, tuple[int, int]] = {}
    for depth, layer in zip(range(len(layers)), layers, strict=True):
        for row, (number, line) in zip(range(rows), layer, strict=True):
            for col, sign in zip(range(cols), line, strict=True):
                if sign != "#":
                    cell = (row, col, depth)[:axes]
                    signs[cell], places[cell] = sign, (number, col + 1)
    return box[:axes], signs, places


def _require_box(layers: list[list[tuple[int, str]]]) -> None:
    """Refuse a drawing with lines of different lengths, or with layers of different heights."""
    first, cols = layers[0][0][0], len(layers[0][0][1])
    for depth, layer in zip(range(1, len(layers) + 1), layers, strict=True):
        for number, line in layer:
            if len(line) != cols:
                raise InputError(
                    f"line {number} of the drawing has {plural(len(line), 'cell')} and line {first} has "
                    f"{cols}: all lines need the same length (draw a wall as '#')"
                )
        if len(layer) != len(layers[0]):
            raise InputError(
                f"layer {depth} of the drawing has {plural(len(layer), 'line')} and layer 1 has "
                f"{len(layers[0])}: all layers need the same number of lines"
            )


def write_text(shape: tuple[int, ...], signs: Mapping[Cell, str]) -> str:
    """The drawing that `read_text` reads; a one-dimensional board is a column."""
    rows, cols, depth = (*shape, 1, 1)[:3]
    return "\n\n".join(
        "\n".join(
            "".join(signs.get((row, col, layer)[: len(shape)], "#") for col in range(cols))
            for row in range(rows)
        )
        for layer in range(depth)
    )
