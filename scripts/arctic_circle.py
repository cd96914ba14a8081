"""Draw a random perfect position of an Aztec diamond and its exact densities: docs/arctic_circle.png.

    python scripts/arctic_circle.py [ORDER] [SEED] [FILE]

On the left, each domino has the colour of the way in which shuffling moves it; on the right, each cell has
the colours of vertical and horizontal dominoes, mixed in proportion to their chances.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from matplotlib.image import imsave

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from enumerate import Board, densities, sample  # noqa: E402
from enumerate.render.palette import colour  # noqa: E402

SIDE, GAP = 6, 12  # of a cell, between the pictures


def tint(number: int) -> list[int]:
    """A colour of the palette, as three channels."""
    fill = colour(number).fill
    return [int(fill[i : i + 2], 16) for i in (1, 3, 5)]


def drawn(order: int, seed: int) -> np.ndarray:
    """A random position."""
    picture = np.full((2 * order * SIDE, 2 * order * SIDE, 3), 255, dtype=np.uint8)
    for domino in sample(Board.aztec_diamond(order), "perfect", seed=seed)[0].dominoes:
        row, col = domino.cell
        is_first = (row + col + order) % 2 == 1  # north or west
        high, wide = (2, 1) if domino.axis == 0 else (1, 2)
        number = (0 if is_first else 4) if domino.axis == 0 else (1 if is_first else 5)
        picture[row * SIDE : (row + high) * SIDE - 1, col * SIDE : (col + wide) * SIDE - 1] = tint(number)
    return picture


def mapped(order: int) -> np.ndarray:
    """The exact densities."""
    chances = np.nan_to_num(densities(Board.aztec_diamond(order), "perfect").to_numpy())
    colours = np.array([tint(0), tint(1)], dtype=float)
    cells = np.einsum("pij,pc->ijc", chances, colours) + 255 * (1 - chances.sum(axis=0))[..., None]
    return np.kron(cells.round().astype(np.uint8), np.ones((SIDE, SIDE, 1), dtype=np.uint8))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("order", nargs="?", type=int, default=30)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "docs" / "arctic_circle.png")
    given = parser.parse_args()
    order, seed, path = given.order, given.seed, given.file
    between = np.full((2 * order * SIDE, GAP, 3), 255, dtype=np.uint8)
    imsave(path, np.concatenate([drawn(order, seed), between, mapped(order)], axis=1))


if __name__ == "__main__":
    main()
