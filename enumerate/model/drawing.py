"""Drawings of boards and positions: one sign for each cell, a line for each row, a block for each layer."""

from collections.abc import Collection, Mapping
from math import prod

from ..support.errors import InputError, require_integer
from .cells import Cell, check_volume


def read_text(
    text: str, alphabet: Collection[str], dimension: int | None = None
) -> tuple[tuple[int, ...], dict[Cell, str], dict[Cell, tuple[int, int]]]:
    """The shape of a drawing, the sign in each cell that is not a wall, and its line and column in the text.

    Blank lines separate the layers of a three-dimensional drawing; blank lines around it and blanks at
    the ends of lines are dropped; short lines and short layers are padded with walls. One block is a flat
    board: `dimension` tells where it is a column or a single layer.

    >>> read_text(".#\\n..", ".#")[0], read_text(".#\\n..", ".#", dimension=3)[0]
    ((2, 2), (2, 2, 1))
    >>> read_text("..", ".#", dimension=1)
    Traceback (most recent call last):
        ...
    enumerate.InputError: a drawing of shape (1, 2) is no board with `dimension` 1
    """
    if not isinstance(text, str):
        raise InputError(f"a drawing is text, one line per row, not {text!r}")
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
    rows = max(len(layer) for layer in layers)
    cols = max(len(line) for layer in layers for _, line in layer)
    box = (rows, cols, len(layers))
    check_volume("drawing", box)
    drawn = 2 if len(layers) == 1 else 3
    axes = drawn if dimension is None else require_integer("dimension", dimension)
    if not 1 <= axes <= 3 or prod(box[axes:]) > 1:
        raise InputError(f"a drawing of shape {box[:drawn]} is no board with `dimension` {axes}")
    signs: dict[Cell, str] = {}
    places: dict[Cell, tuple[int, int]] = {}
    for depth, layer in zip(range(len(layers)), layers, strict=True):
        for row, (number, line) in zip(range(rows), layer, strict=False):
            for col, sign in zip(range(cols), line, strict=False):
                if sign != "#":
                    cell = (row, col, depth)[:axes]
                    signs[cell], places[cell] = sign, (number, col + 1)
    return box[:axes], signs, places


def write_text(shape: tuple[int, ...], signs: Mapping[Cell, str]) -> str:
    """The drawing that `read_text` reads; a one-dimensional board is a column.

    >>> print(write_text((2, 2), {(0, 0): "L", (1, 0): "L", (1, 1): "."}))
    L#
    L.
    """
    rows, cols, depth = (*shape, 1, 1)[:3]
    return "\n\n".join(
        "\n".join(
            "".join(signs.get((row, col, layer)[: len(shape)], "#") for col in range(cols))
            for row in range(rows)
        )
        for layer in range(depth)
    )
