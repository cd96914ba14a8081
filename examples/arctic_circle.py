"""Draw a random perfect position of an Aztec diamond and its exact densities.

    python examples/arctic_circle.py [ORDER] [SEED] [FILE]

On the left, each domino has the colour of the way in which shuffling moves it; on the right, each cell has
the colours of vertical and horizontal dominoes, mixed in proportion to their probabilities. `30 1` draws
docs/arctic_circle.png.
"""

import sys

import numpy as np
from matplotlib.image import imsave

import enumerate as en
from enumerate.render.palette import colour

SIDE, GAP = 6, 12  # pixels of a cell, and between the pictures


def tint(number: int) -> list[int]:
    """A colour of the palette, as three channels."""
    fill = colour(number).fill
    return [int(fill[i : i + 2], 16) for i in (1, 3, 5)]


def random_position(order: int, seed: int) -> np.ndarray:
    """The picture of a random position."""
    picture = np.full((2 * order * SIDE, 2 * order * SIDE, 3), 255, dtype=np.uint8)
    for domino in en.sample(en.Board.aztec_diamond(order), "perfect", seed=seed)[0].dominoes:
        row, col = domino.cell
        is_first = (row + col + order) % 2 == 1  # north or west
        high, wide = (2, 1) if domino.axis == 0 else (1, 2)
        number = (0 if is_first else 4) if domino.axis == 0 else (1 if is_first else 5)
        picture[row * SIDE : (row + high) * SIDE - 1, col * SIDE : (col + wide) * SIDE - 1] = tint(number)
    return picture


def exact_densities(order: int) -> np.ndarray:
    """The picture of the probabilities."""
    chances = np.nan_to_num(en.densities(en.Board.aztec_diamond(order), "perfect").to_numpy())
    colours = np.array([tint(0), tint(1)], dtype=float)
    cells = np.einsum("pij,pc->ijc", chances, colours) + 255 * (1 - chances.sum(axis=0))[..., None]
    return np.kron(cells.round().astype(np.uint8), np.ones((SIDE, SIDE, 1), dtype=np.uint8))


if __name__ == "__main__":
    order, seed, file = *map(int, (sys.argv[1:] + ["30", "1"][len(sys.argv) - 1 :])[:2]), "arctic_circle.png"
    pictures = random_position(order, seed), exact_densities(order)
    between = np.full((2 * order * SIDE, GAP, 3), 255, dtype=np.uint8)
    imsave(sys.argv[3] if len(sys.argv) > 3 else file, np.hstack([pictures[0], between, pictures[1]]))
