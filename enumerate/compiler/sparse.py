"""An operator of one visit as a sparse matrix, for values of any type.

Strips, proofs and tables of alpha use such matrices. Read `operators.py` first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..sweep.diagram import Array, classes
from ..sweep.visit import UNIT
from .operators import BlockOperator
from .straight_line import StraightLinePrograms


@dataclass(frozen=True, eq=False)
class SparseOperator:
    """The entries of the matrix of a visit, in the order of their targets; every target has one.

    Target t adds up weight[i] times the source state source[i] for i from begin[t] up to begin[t + 1]. The
    weights are 0 for 1, and 1 + axis for a piece of that player or 1 + number for a placement of the visit.
    """

    sources: int
    targets: int
    begin: Array
    source: Array
    weight: Array

    @classmethod
    def of(cls, operator: BlockOperator, programs: StraightLinePrograms) -> "SparseOperator":
        """The matrix of an operator of one visit."""
        target, source, weight = [], [], []
        kind_of_weight = np.int8 if len(programs.exponents) < 2**7 else np.int16
        tops = [np.flatnonzero(operator.template == k) for k in range(len(operator.first) - 1)]
        template = np.repeat(np.arange(len(tops)), np.diff(operator.first))
        class_of_piece, example = classes([operator.program, template, operator.length])
        for kind, one in enumerate(example.tolist()):
            number, length, above = int(operator.program[one]), operator.length[one], tops[template[one]]
            at = operator.at[class_of_piece == kind]
            # by word above, piece and place in the piece
            before, after = operator.old[above][:, None, None], operator.new[above][:, None, None]
            within = np.arange(length)
            inputs = programs.programs[number].inputs
            for output, row, by in programs.terms(number):
                here = before + operator.offsets[at + row][:, None] + within
                there = after + operator.offsets[at + inputs + output][:, None] + within
                source.append(here.reshape(-1))
                target.append(there.reshape(-1))
                weight.append(np.full(here.size, programs.exponents.index(by), dtype=kind_of_weight))
        targets, sources, weights = (np.concatenate(parts) for parts in (target, source, weight))
        order = np.lexsort((weights, sources, targets))
        begin = np.searchsorted(targets[order], np.arange(operator.targets + 1))
        return cls(operator.sources, operator.targets, begin, sources[order], weights[order])

    @cached_property
    def weighted(self) -> Array:
        """The entries whose weight is not 1."""
        return np.flatnonzero(self.weight != UNIT)

    @cached_property
    def runs(self) -> tuple[Array, Array]:
        """Neighbouring targets whose sources are neighbours with the same weights, as runs.

        Run r makes the targets from start[r] up to start[r + 1]. The entries of its first target begin at
        first[r], and those of the next target name the next sources. Returned are start and first.
        """
        terms = np.diff(self.begin)
        target = np.repeat(np.arange(self.targets), terms)
        before = np.arange(len(self.source)) - terms[target]
        follows = (
            (target > 0)
            & (terms[target] == terms[target - 1])
            & (self.source == self.source[before] + 1)
            & (self.weight == self.weight[before])
        )
        heads = np.flatnonzero(~np.logical_and.reduceat(follows, self.begin[:-1]))
        return np.append(heads, self.targets), self.begin[heads]

    def apply(self, values: Array, weights: Sequence[Any] | None = None) -> Array:
        """The values of the targets; `weights` are those of the players."""
        return np.asarray(np.add.reduceat(self._weighted(values[self.source], weights), self.begin[:-1]))

    def transposed(self, values: Array, weights: Sequence[Any] | None = None) -> Array:
        """The values of the sources, if the targets have these values."""
        found = np.zeros(self.sources, dtype=values.dtype)
        np.add.at(found, self.source, self._weighted(np.repeat(values, np.diff(self.begin)), weights))
        return found

    def _weighted(self, terms: Array, weights: Sequence[Any] | None) -> Array:
        if weights is not None:
            table = objects(weights).astype(terms.dtype)
            terms[self.weighted] = terms[self.weighted] * table[self.weight[self.weighted] - 1]
        return terms


def objects(entries: Sequence[Any]) -> Array:
    """An array of objects that NumPy must not look into."""
    array = np.empty(len(entries), dtype=object)
    for index, entry in enumerate(entries):
        array[index] = entry
    return array
