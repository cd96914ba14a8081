"""Evaluation points, called lanes in stores and JSON, and the exponents that a polynomial can have.

`reconstruct/reconstruction.py` chooses points, `residues.py` and `dense.py` evaluate them.
"""

from dataclasses import dataclass

LANES = 16  # residues of 32 bits in a vector of 64 bytes


@dataclass(frozen=True, slots=True)
class EvaluationPoint:
    """A prime, and the value of each player's variable modulo this prime."""

    prime: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Support:
    """Exact ranges of the numbers of all pieces, of each player's pieces, and of the difference Left -
    Right."""

    size: tuple[int, int]
    axes: tuple[tuple[int, int], ...]
    difference: tuple[int, int]
