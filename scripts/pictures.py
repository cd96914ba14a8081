"""Draw the pictures of the documents from the package itself: docs/pictures/*.svg.

python scripts/pictures.py              write all of them
python scripts/pictures.py sweep fold   write these
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS.parent)]

from scaling import MEASURED as COSTS  # noqa: E402
from scaling import predicted  # noqa: E402

import enumerate as en  # noqa: E402
from enumerate.render.as_svg import sheet  # noqa: E402
from enumerate.render.palette import GRID, LINE, colour  # noqa: E402

FOLDER = SCRIPTS.parent / "docs" / "pictures"
SIDE, MARGIN, GAP = 30, 12, 34  # pixels: of a cell, around a picture, between boards
SEEN, OPEN = "#DDE7EE", "#FFFFFF"  # visited and unvisited cells
STRONG = "#B00020"  # of labels and of axes
NOTE = 'font-size="13"'

Cell = tuple[int, int]
Series = Mapping[str, Sequence[tuple[float, float]]]  # points (n, y) by name


def rectangle(x: float, y: float, wide: float, high: float, style: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" {style}/>'


def words(x: float, y: float, text: str, style: str = NOTE) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{LINE}" {style}>{escape(text)}</text>'


def domino(piece: en.Domino, x: float, y: float, dashed: bool = False) -> str:
    """A domino of a board whose upper left corner is at (x, y)."""
    row, col = piece.cell
    high, wide = (2, 1) if piece.axis == 0 else (1, 2)
    style = f'rx="6" fill="{colour(piece.axis).fill}" stroke="{LINE}"'
    if dashed:
        style += ' fill-opacity="0.25" stroke-dasharray="4 3"'
    return rectangle(x + SIDE * col + 3, y + SIDE * row + 3, SIDE * wide - 6, SIDE * high - 6, style)


def grid(rows: int, cols: int, x: float, y: float, seen: Iterable[Cell] = ()) -> list[str]:
    """The cells of a rectangle; those in `seen` are shaded."""
    shaded = set(seen)
    return [
        rectangle(
            x + SIDE * col,
            y + SIDE * row,
            SIDE,
            SIDE,
            f'fill="{SEEN if (row, col) in shaded else OPEN}" stroke="{GRID}"',
        )
        for row in range(rows)
        for col in range(cols)
    ]


def covered(piece: en.Domino) -> list[Cell]:
    row, col = piece.cell
    return [(row, col), (row + 1, col) if piece.axis == 0 else (row, col + 1)]


def in_a_row(pictures: Sequence[str], captions: Sequence[str] = ()) -> str:
    """Pictures side by side on one white sheet, with a line of text below each."""
    sizes = [tuple(map(int, re.findall(r'(?:width|height)="(\d+)"', picture)[:2])) for picture in pictures]
    texts = list(captions) or [""] * len(pictures)
    widths = [max(wide, int(7.2 * len(text)) + 16) for (wide, _), text in zip(sizes, texts, strict=True)]
    tallest = max(high for _, high in sizes)
    body, x = [], 0
    for picture, (wide, high), room, text in zip(pictures, sizes, widths, texts, strict=True):
        place = f'x="{x + (room - wide) // 2}" y="{tallest - high if text else (tallest - high) // 2}"'
        body.append(picture.replace("<svg ", f"<svg {place} ", 1))
        body.append(words(x + room / 2, tallest + 10, text))
        x += room
    return sheet(x, tallest + (22 if captions else 0), body)


def sweep() -> str:
    """Five frames of a sweep of 4 x 4: one position, its state, and the numbers of beginnings and states."""
    rows = cols = 4
    order = [(row, col) for row in range(rows) for col in range(cols)]
    listed = en.list_positions(en.Board(rows, cols))
    every = [frozenset(position.dominoes) for position in listed.listing()]
    shown = en.Position.parse("LRR.\nLRRL\nRRLL\n..L.").dominoes
    body = []
    for number, visited in enumerate((0, 5, 8, 12, 16)):
        seen = set(order[:visited])
        begun = {frozenset(piece for piece in each if piece.cell in seen) for each in every}
        states = {frozenset(cell for piece in each for cell in covered(piece)) - seen for each in begun}
        x, y = MARGIN + number * (SIDE * cols + GAP), MARGIN + 4
        body += grid(rows, cols, x, y, seen)
        now = [piece for piece in shown if piece.cell in seen]
        body += [domino(piece, x, y) for piece in now]
        taken = {cell for piece in now for cell in covered(piece)}
        near = {(row + 1, col) for row, col in seen} | {(row, col + 1) for row, col in seen}
        for row, col in sorted((near - seen) & set(order)):
            label = "2" if (row, col) in taken else "0"
            place = (x + SIDE * (col + 0.5), y + SIDE * (row + 0.5) + 5)
            if label == "2":
                body.append(f'<circle cx="{place[0]:g}" cy="{place[1] - 5:g}" r="9" fill="white"/>')
            body.append(
                f'<text x="{place[0]:g}" y="{place[1]:g}" fill="{STRONG}" font-weight="bold">{label}</text>'
            )
        middle, foot = x + SIDE * cols / 2, y + SIDE * rows
        body.append(words(middle, foot + 22, f"{visited} cells visited", f'{NOTE} font-weight="bold"'))
        noun = "beginning" if len(begun) == 1 else "beginnings"
        body.append(words(middle, foot + 41, f"{len(begun):,} {noun}"))
        body.append(words(middle, foot + 59, f"{len(states):,} state{'s' * (len(states) > 1)}"))
    return sheet(2 * MARGIN + 5 * SIDE * cols + 4 * GAP, 2 * MARGIN + SIDE * rows + 70, body)


def fold() -> str:
    """A position of 6 x 5, swept from both ends to the middle, where the crossing dominoes agree."""
    rows, cols = 6, 5
    pieces = [
        *(en.Domino(cell, "left") for cell in ((0, 0), (2, 1), (2, 4), (4, 2))),
        *(en.Domino(cell, "right") for cell in ((0, 1), (1, 2), (4, 0), (5, 3), (3, 2))),
    ]
    position = en.Position.of(en.Board(rows, cols), pieces)
    crossing = [piece for piece in position.dominoes if piece.axis == 0 and piece.cell[0] == 2]
    upper = [piece for piece in position.dominoes if piece.cell[0] < 2 or (piece.cell[0] == 2 and piece.axis)]
    lower = [piece for piece in position.dominoes if piece.cell[0] >= 3]
    y, x = MARGIN + 24, MARGIN + 8
    body = [words(x + SIDE * cols / 2, MARGIN + 10, "one position")]
    body += grid(rows, cols, x, y)
    body += [domino(piece, x, y) for piece in position.dominoes]
    axis = y + SIDE * rows / 2
    body.append(
        f'<line x1="{x - 8:g}" y1="{axis:g}" x2="{x + SIDE * cols + 8:g}" y2="{axis:g}" stroke="{STRONG}" '
        'stroke-width="2" stroke-dasharray="6 4"/>'
    )
    for number, (held, top, title) in enumerate(((upper, 0, "upper half"), (lower, 3, "lower half"))):
        left = x + (number + 1) * (SIDE * cols + GAP + 24)
        body.append(words(left + SIDE * cols / 2, MARGIN + 10, title))
        seen = [(row, col) for row in range(top, top + 3) for col in range(cols)]
        body += grid(rows, cols, left, y, seen)
        body += [domino(piece, left, y) for piece in held]
        body += [domino(piece, left, y, dashed=True) for piece in crossing]
        arrow = "sweep down" if number == 0 else "the same sweep, mirrored"
        body.append(words(left + SIDE * cols / 2, y + SIDE * rows + 22, arrow))
    body.append(words(x + SIDE * cols / 2, y + SIDE * rows + 22, "axis of the board"))
    return sheet(int(2 * x + 3 * SIDE * cols + 2 * (GAP + 24)), int(y + SIDE * rows + 38), body)


def small() -> str:
    """All positions of 2 x 2 with their terms."""
    listed = list(en.list_positions("2x2").listing())
    names = {(0, 0): "1", (1, 0): "x", (0, 1): "y", (2, 0): "x²", (0, 2): "y²"}
    listed.sort(key=lambda position: (sum(position.counts), position.counts[1]))
    return en.render.svg(*listed, columns=7, captions=[names[position.counts] for position in listed])


def maximal() -> str:
    """All maximal positions of 2 x 3."""
    return en.render.svg(*en.list_positions("2x3", "maximal").listing(), columns=5)


def samples() -> str:
    """Three maximal positions of 6 x 8, drawn at random."""
    return en.render.svg(*en.sample("6x8", "maximal", size=3, seed=1), columns=3)


def games() -> str:
    """A random maximal position of 5 x 6 in each of four games."""
    names = ("node-kayles", "kings", "col", "l-trominoes")
    drawn = [en.sample("5x6", "maximal", game=name, seed=4)[0] for name in names]
    return en.render.svg(*drawn, columns=4, captions=list(names))


def lattices() -> str:
    """Boards: walls, a cylinder, hexagons, triangles."""
    walls = en.Position.parse("..#..\nL.#RR\nL....\n##.L.\n...L.")
    cylinder = en.sample(en.Board("4x5", wrap="cols"), "maximal", seed=2)[0]
    hexagons = en.sample(en.Board(4, 5, lattice="hexagonal"), "maximal", game="node-kayles", seed=3)[0]
    triangles = en.sample(
        en.Board.parse("##.....##\n#.......#\n#.......#\n##.....##", lattice="triangular"),
        "perfect",
        game="lozenges",
        seed=1,
    )[0]
    captions = ["walls", "a cylinder", "hexagons", "lozenges"]
    return en.render.svg(walls, cylinder, hexagons, triangles, columns=4, captions=captions)


def sequence() -> str:
    """The boards 3 x 1, 3 x 2, ... with the number of their maximal positions."""
    terms = en.sequence("3 x n", 6, "maximal").terms
    drawn = [en.render.svg(en.sample(f"3x{n}", "maximal", seed=n)[0]) for n in range(1, 7)]
    return in_a_row(drawn, [f"3 x {n}: {term:,}" for n, term in enumerate(terms, start=1)])


def winners() -> str:
    """Who wins m x n, from the solver."""
    most = 7
    ink = {"L": colour(0), "R": colour(1), "N": colour(4), "P": colour(6)}
    x, y = MARGIN + 34, MARGIN + 34
    body = [words(x + SIDE * most / 2, MARGIN + 4, "columns")]
    turned = f'{NOTE} transform="rotate(-90 {MARGIN + 4} {y + SIDE * most / 2:g})"'
    body.append(words(MARGIN + 4, y + SIDE * most / 2, "rows", turned))
    for rows in range(1, most + 1):
        body.append(words(x - 14, y + SIDE * (rows - 0.5) + 5, str(rows)))
        body.append(words(x + SIDE * (rows - 0.5), y - 8, str(rows)))
        for cols in range(1, most + 1):
            outcome = en.solve((rows, cols), moves=False, lengths=False).outcome
            left, top = x + SIDE * (cols - 1), y + SIDE * (rows - 1)
            style = f'fill="{ink[outcome].fill}" stroke="white"'
            body.append(rectangle(left, top, SIDE, SIDE, style))
            place = f'x="{left + SIDE / 2:g}" y="{top + SIDE / 2 + 5:g}"'
            body.append(f'<text {place} fill="{ink[outcome].ink}">{outcome}</text>')
    says = {
        "L": "Left wins",
        "N": "the starter wins",
        "R": "Right wins",
        "P": "the starter loses",
    }
    for number, (outcome, text) in enumerate(says.items()):
        left, top = MARGIN + 124 * (number % 2), y + SIDE * most + 12 + 26 * (number // 2)
        body.append(rectangle(left, top, 16, 16, f'fill="{ink[outcome].fill}"'))
        body.append(words(left + 22, top + 13, text, f'{NOTE} text-anchor="start"'))
    return sheet(int(x + SIDE * most + 24), int(y + SIDE * most + 70), body)


def thermograph() -> str:
    """2 x 3 with the best move of each player, and the thermograph of its value {2|-1/2}."""
    found = en.value("2x3")
    left, right = en.Position.parse(".L.\n.L."), en.Position.parse("RR.\n...")
    captions = ["{2|-1/2}", "Left moves to 2", "Right moves to -1/2"]
    drawn = en.render.svg(en.Board(2, 3), left, right, columns=1, captions=captions)
    return in_a_row((drawn, found.svg()))


def density() -> str:
    """The probability that each cell of 10 x 10 is covered, at two weights of Left's dominoes."""
    pictures = [en.densities("10x10", "maximal", x=x)._repr_svg_() for x in (1, 4)]
    return in_a_row(pictures, ("all positions equally likely", "Left's dominoes with weight 4"))


def costs_general() -> str:
    """The cost of all positions of n x n."""
    return costs("general", 28)


def costs_maximal() -> str:
    """The cost of maximal positions of n x n."""
    return costs("maximal", 20)


def costs_ends() -> str:
    """The cost of Right ends of n x n; Left ends of a square cost the same."""
    return costs("right-end", 26)


def costs(kind: str, most: int) -> str:
    """Time, memory and states against n, up to `most`: dots are measured, lines are predicted."""
    rows = [row for row in json.loads(COSTS.read_text(encoding="utf-8")) if row["kind"] == kind]
    charts = []
    for name, unit in (("seconds", "processor seconds"), ("memory", "peak memory, GiB")):
        scale = 2**30 if name == "memory" else 1
        dots, lines = {}, {}
        for total, label in ((True, "total"), (False, "polynomial")):
            mine = [row for row in rows if row["total"] == total]
            dots[label] = [(row["side"], row[name] / scale) for row in mine]
            sides = range(12, most + 1, 2)
            lines[label] = [(n, getattr(predicted(kind, n, total), name) / scale) for n in sides]
        charts.append(chart(unit, dots, lines, most))
    states = [(n, predicted(kind, n, False).states) for n in range(12, most + 1, 2)]
    charts.append(chart("states", {}, {"states": states}, most))
    return in_a_row(charts, ("dots are measured", "dashed lines are predicted", "predicted, and exact"))


def chart(title: str, dots: Series, lines: Series, most: int) -> str:
    """A diagram over the side n of a square, with powers of ten upwards."""
    wide, high, left, top = 190, 190, 46, 40  # of the field, and its corner
    logs = [log10(y) for series in (dots, lines) for points in series.values() for _, y in points]
    low, far = floor(min(logs)), ceil(max(logs))

    def place(n: float, y: float) -> tuple[float, float]:
        return left + wide * n / most, top + high * (far - log10(y)) / (far - low)

    body = [words(left + wide / 2, 16, title, f'{NOTE} font-weight="bold"')]
    step = max(1, (far - low) // 6)
    for power in range(low, far + 1, step):
        y = place(0, 10.0**power)[1]
        body.append(f'<path d="M{left} {y:.1f}h{wide}" stroke="{GRID}"/>')
        label = f'10<tspan font-size="9" dy="-5">{power}</tspan>'
        style = f'fill="{LINE}" font-size="12" text-anchor="end"'
        body.append(f'<text x="{left - 6}" y="{y + 4:.1f}" {style}>{label}</text>')
    for n in range(0, most + 1, 4):
        body.append(words(place(n, 1)[0], top + high + 17, str(n), 'font-size="12"'))
    body.append(words(left + wide / 2, top + high + 34, "side n of the square"))
    for number, name in enumerate({**dots, **lines}):
        ink = colour(5 * number).fill
        if len({**dots, **lines}) > 1:
            body.append(words(left + 8, top + 14 + 16 * number, name, f'{NOTE} text-anchor="start"'))
            body[-1] = body[-1].replace(LINE, ink)
        path = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in lines[name])
        style = f'fill="none" stroke="{ink}" stroke-width="1.5" stroke-dasharray="5 4"'
        body.append(f'<polyline points="{path}" {style}/>')
        for point in dots.get(name, ()):
            x, y = place(*point)
            body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{ink}"/>')
    return sheet(left + wide + 14, top + high + 44, body)


def explain() -> str:
    """The plan of a total, as `enumerate count 16x16 --explain` prints it."""
    return terminal("$ enumerate count 16x16 --explain", str(en.explain("16x16", total=True)))


def terminal(command: str, printed: str) -> str:
    """Lines of text on a dark sheet."""
    lines = [command, *printed.splitlines()]
    wide, step = 2 * MARGIN + int(max(map(len, lines)) * 7.9), 19
    high = 2 * MARGIN + step * len(lines)
    style = 'xml:space="preserve" text-anchor="start" font-family="monospace" font-size="13"'
    body = [rectangle(0, 0, wide, high, 'rx="8" fill="#20242B"')]
    for number, line in enumerate(lines):
        ink = "#9CDCFE" if number == 0 else "#E6E6E6"
        place = f'x="{MARGIN}" y="{MARGIN + step * number + 14}"'
        body.append(f'<text {place} fill="{ink}" {style}>{escape(line)}</text>')
    return sheet(wide, high, body)


PICTURES: dict[str, Callable[[], str]] = {
    each.__name__: each
    for each in (
        sweep,
        fold,
        small,
        maximal,
        samples,
        games,
        lattices,
        sequence,
        winners,
        thermograph,
        density,
        costs_general,
        costs_maximal,
        costs_ends,
        explain,
    )
}


def main(names: Sequence[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names or PICTURES:
        (FOLDER / f"{name}.svg").write_text(PICTURES[name]() + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which pictures")
    main(parser.parse_args().names)
