"""What is computed: a board and its stuck players. Light to import."""

from dataclasses import dataclass

from ..model.board import Board


@dataclass(frozen=True, slots=True)
class Task:
    """The generating polynomial of a board and its stuck players, and whether half a sweep may be used.

    A `perfect` task is about the positions without an empty cell.
    """

    board: Board
    stuck: frozenset[int]
    symmetry: bool = True
    perfect: bool = False
