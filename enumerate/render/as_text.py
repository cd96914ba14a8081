"""Positions in the terminal: box-drawing characters, and a colour for each player.

Other lattices are drawn with a sign for each cell: hexagons in shifted rows, triangles by the way they stand.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ..model.lattice import items
from ..model.position import BoardLike
from ..support.errors import require_integer
from .palette import colour as colour_of
from .scene import DrawnPiece, Scene, Spot, scene

CELL_WIDTH, CELL_HEIGHT = 4, 2  # of a cell, its left and upper border included
SHADE, FREE = "▒", "·"
# lines that meet at a point, by the directions north 1, east 2, south 4, west 8
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
DASHES = {"│": "┆", "─": "┄"}  # a border that is wrapped: the cells behind it follow on the other side
GAP = 3  # columns between drawings

Owner = object


def text(drawn: BoardLike, *, colour: bool = False, numbered: bool = False) -> str:
    """A drawing in which every domino is a box; free cells are dots, walls are shaded.

    With `numbered`, rows and columns are numbered from 1 along the sides.

    >>> print(text("LRR\\nL.#"))
    ┌───┬───────┐
    │   │   R   │
    │ L ├───┬───┘
    │   │ · │▒▒▒▒
    └───┴───┘▒▒▒▒
    """
    return "\n".join(line.rstrip() for line in lines(drawn, colour, numbered))


def lines(drawn: BoardLike, colour: bool = False, numbered: bool = False) -> list[str]:
    """The lines of a drawing, all of the same visible width; layers side by side."""
    return scene_lines(scene(drawn), colour, numbered)


def scene_lines(seen: Scene, colour: bool = False, numbered: bool = False) -> list[str]:
    """The lines of a scene."""
    if not seen.lattice.is_square:
        return _signs(seen, colour)
    layers = [_layer(seen, layer, colour) for layer in range(seen.layers)]
    if numbered:
        layers = [_numbered(seen, layer) for layer in layers]
    if seen.layers > 1:
        heads = [f"layer {number}" for number in range(1, seen.layers + 1)]
        wide = CELL_WIDTH * seen.cols + 1 + (len(str(seen.rows)) + 1 if numbered else 0)
        layers = [
            [head.ljust(wide), *(line + " " * (len(head) - wide) for line in layer)]
            for head, layer in zip(heads, layers, strict=True)
        ]
    return [(" " * GAP).join(line) for line in zip(*layers, strict=True)]


def _numbered(seen: Scene, layer: list[str]) -> list[str]:
    """The numbers of rows before the lines, those of columns above them."""
    edge = len(str(seen.rows)) + 1
    above = " " * edge + " " + "".join(str(col).center(CELL_WIDTH) for col in range(1, seen.cols + 1))
    beside = [
        str(number // CELL_HEIGHT + 1).rjust(edge - 1) + " " if number % CELL_HEIGHT else " " * edge
        for number in range(len(layer))
    ]
    return [above[: edge + CELL_WIDTH * seen.cols + 1], *map(str.__add__, beside, layer)]


def gallery(drawn: Sequence[BoardLike], *, colour: bool = False, columns: int = 80) -> str:
    """Drawings side by side as far as `columns` allow, then below.

    >>> print(gallery(["1x1"] * 3, columns=14))
    ┌───┐   ┌───┐
    │ · │   │ · │
    └───┘   └───┘
    <BLANKLINE>
    ┌───┐
    │ · │
    └───┘
    """
    drawn, columns = items("drawn", drawn), require_integer("columns", columns, 1)
    width = len(lines(drawn[0])[0]) if drawn else 0
    rows = in_rows([(width, lines(one, colour)) for one in drawn], GAP, columns)
    return "\n\n".join(map(beside, rows))


def in_rows(blocks: Iterable[tuple[int, Any]], between: int, width: int) -> list[list[tuple[int, Any]]]:
    """Blocks, each with its width, in rows that are as wide as allowed (one block at least)."""
    rows: list[list[tuple[int, Any]]] = []
    used = 0
    for block in blocks:
        used += between + block[0]
        if not rows or used > width:
            rows.append([])
            used = block[0]
        rows[-1].append(block)
    return rows


def beside(row: Sequence[tuple[int, list[str]]]) -> str:
    """Blocks of lines, each with its visible width, side by side on one floor."""
    high = max(len(block) for _, block in row)
    padded = [[" " * wide] * (high - len(block)) + block for wide, block in row]
    return "\n".join((" " * GAP).join(line).rstrip() for line in zip(*padded, strict=True))


def _layer(seen: Scene, layer: int, colour: bool) -> list[str]:
    owner: dict[Spot, Owner] = dict.fromkeys(seen.free, FREE)
    tint: dict[Spot, int] = {}
    for piece in seen.pieces:
        for spot in piece.spots:
            owner[spot], tint[spot] = piece, piece.tint
    high, wide = CELL_HEIGHT * seen.rows + 1, CELL_WIDTH * seen.cols + 1
    canvas = [[" "] * wide for _ in range(high)]
    inside: list[list[int | None]] = [[None] * wide for _ in range(high)]
    for y in range(high):
        for x in range(wide):
            around = [
                (row, col, layer)
                for row in sorted({(y - 1) // CELL_HEIGHT, y // CELL_HEIGHT})
                for col in sorted({(x - 1) // CELL_WIDTH, x // CELL_WIDTH})
            ]
            owners = {id(owner.get(spot)) for spot in around}
            if len(owners) > 1:
                continue
            if around[0] in tint:
                inside[y][x] = tint[around[0]]
            elif any(spot in seen.walls for spot in around):
                canvas[y][x] = SHADE
    _draw_lines(canvas, owner, seen, layer)
    for spot in seen.free:
        if spot[2] == layer:
            canvas[CELL_HEIGHT * spot[0] + 1][CELL_WIDTH * spot[1] + 2] = FREE
    for piece in seen.pieces:
        if piece.layer == layer:
            y, x = _middle(piece)
            x -= (len(piece.label) - 1) // 2
            canvas[y][x : x + len(piece.label)] = piece.label
    return [_paint(signs, owners, colour) for signs, owners in zip(canvas, inside, strict=True)]


def _middle(piece: DrawnPiece) -> tuple[int, int]:
    """Where the label stands: in the middle of a rectangle, else in the first cell."""
    row, col, height, width = piece.box
    if not piece.is_rectangle:
        (row, col, _), height, width = piece.spots[0], 1, 1
    return CELL_HEIGHT * row + CELL_HEIGHT * height // 2, CELL_WIDTH * col + CELL_WIDTH * width // 2


def _signs(seen: Scene, colour: bool) -> list[str]:
    """A sign for each cell of another lattice: a letter, a dot or triangle if free, a blank for a wall."""
    signs: dict[Spot, str] = {}
    for spot in seen.free:
        turned = seen.lattice.is_turned(spot[:2])
        signs[spot] = FREE if seen.lattice.name != "triangular" else "▽" if turned else "△"
    tints = {spot: piece.tint for piece in seen.pieces for spot in piece.spots}
    signs |= {spot: piece.label[0] for piece in seen.pieces for spot in piece.spots}
    shift = 1 if seen.lattice.name == "hexagonal" else 0
    drawn = []
    for row in range(seen.rows):
        line: list[str] = []
        inks: list[int | None] = []
        for col in range(seen.cols):
            line += [signs.get((row, col, 0), " "), " "]
            inks += [tints.get((row, col, 0)), None]
        number = f"{row} ".rjust(len(str(seen.rows - 1)) + 1) if seen.lattice.is_graph else ""
        behind = " " * (shift * (seen.rows - 1 - row))
        drawn.append(number + " " * (shift * row) + _paint(line, inks, colour) + behind)
    return drawn


def _draw_lines(canvas: list[list[str]], owner: dict[Spot, Owner], seen: Scene, layer: int) -> None:
    """Draw the borders between different owners; walls and the outside count as one owner."""
    opened = {(*spot, side) for piece in seen.pieces for spot in piece.spots for side in piece.open_sides}
    meeting: dict[tuple[int, int], int] = {}

    def segment(y: int, x: int, down: bool, dashed: bool) -> None:
        length, directions = (CELL_HEIGHT, (4, 1)) if down else (CELL_WIDTH, (2, 8))
        ends = [(y, x), (y + length, x) if down else (y, x + length)]
        for end, direction in zip(ends, directions, strict=True):
            meeting[end] = meeting.get(end, 0) | direction
        sign = "│" if down else "─"
        for step in range(1, length):
            canvas[y + step * down][x + step * (not down)] = DASHES[sign] if dashed else sign

    for row in range(seen.rows + 1):
        for col in range(seen.cols + 1):
            here = (row, col, layer)
            for down, before in ((False, (row - 1, col, layer)), (True, (row, col - 1, layer))):
                if owner.get(here) is owner.get(before):
                    continue
                if (*here, "w" if down else "n") in opened or (*before, "e" if down else "s") in opened:
                    continue
                segment(
                    CELL_HEIGHT * row,
                    CELL_WIDTH * col,
                    down,
                    _is_joined(here, before, owner, seen, int(down)),
                )
    for (y, x), directions in meeting.items():
        canvas[y][x] = LINES[directions]


def _is_joined(here: Spot, before: Spot, owner: dict[Spot, Owner], seen: Scene, axis: int) -> bool:
    """Whether the side lies on a wrapped border and the cell behind it continues on the other side."""
    length = (seen.rows, seen.cols)[axis]
    if not seen.wrap[axis] or here[axis] not in (0, length):
        return False
    ends = [(*here[:axis], place, *here[axis + 1 :]) for place in (0, length - 1)]
    return all(end in owner for end in ends)


def _paint(signs: list[str], owners: list[int | None], colour: bool) -> str:
    """One line; with colour, runs inside a piece get its background."""
    if not colour:
        return "".join(signs)
    painted, current = [], None
    for sign, player in zip(signs, owners, strict=True):
        if player != current:
            painted.append("\x1b[0m" if player is None else f"\x1b[0;{colour_of(player).ansi}m")
            current = player
        painted.append(sign)
    return "".join(painted) + ("\x1b[0m" if current is not None else "")
