"""Evaluation points, called lanes in stores and JSON, and the exponents that a polynomial can have.

`reconstruct/reconstruction.py` chooses points, `residues.py` and `dense.py` evaluate them.
"""

from dataclasses import dataclass

LANES = 16  # of a vector: residues of 32 bits in a vector of 64 bytes


@dataclass(frozen=True, slots=True)
class EvaluationPoint:
    """One prime and the value of each player's variable modulo it."""

    prime: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Support:
    """Exact ranges of exponents: dominoes in all, each player's dominoes, and the difference Left - Right."""

    size: tuple[int, int]
    axes: tuple[tuple[int, int], ...]
    difference: tuple[int, int]
