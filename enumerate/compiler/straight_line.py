"""Straight-line programs over rows of values, one row for each word of a window.

`operators.py` generates these programs, and `evaluators/kernel.py` runs them.

Each value has a pending weight by which it must still be multiplied. So products are needed only where values
with different pending weights are added, or at the end. Sums that several values share are computed once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from operator import add, sub
from typing import NamedTuple

import numpy as np

from ..support.run import cancellable
from ..sweep.diagram import Array
from ..sweep.sweep import Local
from ..sweep.visit import UNIT, WEIGHTS

ADD, MULTIPLY, COPY = 0, 1, 2
Exponents = tuple[int, ...]
Operation = tuple[int, int, int, int]  # kind, row, operands
NONE: Exponents = (0, 0, 0)


# by weight: the exponents of the players' variables
EXPONENTS = [
    tuple(int(weight == 1 + i) - int(weight == 4 + i) for i in range(3)) for weight in range(WEIGHTS)
]


@dataclass(frozen=True, eq=False)
class StraightLineProgram:
    """Rows 0 .. inputs - 1 are read, the next `outputs` rows are written, then come `temporaries`.

    An operation is (ADD, row, one, other), (MULTIPLY, row, one, number of a weight) or (COPY, row, one, 0).
    `growth` is the greatest number of terms in an output; `depth` and `products` are the greatest numbers of
    operations and of products on a path to an output.
    """

    inputs: int
    outputs: int
    temporaries: int
    operations: Array
    growth: int
    depth: int
    products: int


class Window:
    """Steps inside a window, as maps of the words of the window; a label of a word takes `bits` bits."""

    def __init__(
        self, locals_: Sequence[Local], below: int, bits: int, exponents: Sequence[Exponents]
    ) -> None:
        """`exponents` lists the exponents of each weight."""
        self._steps = [(local.rule, [bits * (slot - below) for slot in local.slots]) for local in locals_]
        self._label, self._exponents = (1 << bits) - 1, exponents
        self._masks = [sum([self._label << place for place in places]) for _, places in self._steps]
        self._made: list[dict[int, list[tuple[int, Exponents]]]] = [{} for _ in locals_]
        self.mask = sum(self._masks)  # the touched labels, if there is only one step
        self.nothing = exponents[UNIT]
        self.greatest = 0  # the greatest label met so far

    def after(self, step: int, word: int) -> list[tuple[int, Exponents]]:
        """The words that a step makes of a word, with their weights."""
        key = word & self._masks[step]
        made = self._made[step]
        if key not in made:
            rule, places = self._steps[step]
            made[key] = []
            for after, weight, _ in rule(tuple([key >> place & self._label for place in places])):
                self.greatest = max(self.greatest, *after, 0)
                changed = sum([label << place for label, place in zip(after, places, strict=True)])
                made[key].append((changed - key, self._exponents[weight]))
        return [(word + change, weight) for change, weight in made[key]]

    def sources(self, inputs: Sequence[int]) -> dict[int, list[int]]:
        """For every reachable word, the words that lead to it; empty if a label does not fit."""
        reached: dict[int, set[int]] = {word: {word} for word in inputs}
        for step in range(len(self._steps)):
            made: dict[int, set[int]] = {}
            for word, origin in reached.items():
                for after, _ in self.after(step, word):
                    made.setdefault(after, set()).update(origin)
            reached = made
            if self.greatest > self._label:
                return {}
        return {word: sorted(origin) for word, origin in reached.items()}

    def moves(self, inputs: Sequence[int], outputs: Sequence[int]) -> "Moves":
        """The action of the steps on the words `inputs`, which determines the program for these words."""
        words, steps = list(inputs), []
        number: dict[int, int] = {}
        for step in range(len(self._steps)):
            number = {}
            steps.append(
                tuple(
                    [
                        tuple([(number.setdefault(to, len(number)), by) for to, by in self.after(step, word)])
                        for word in words
                    ]
                )
            )
            words = list(number)
        return Moves(self.nothing, tuple(steps), tuple([number[word] for word in outputs]))


class Moves(NamedTuple):
    """The action of steps on words, which are renumbered after each step.

    For every step and every word before the step, `steps` lists the numbers of the words after it with their
    weights. `outputs` are numbers of words after the last step, and `nothing` is the weight 1.
    """

    nothing: Exponents
    steps: tuple[tuple[tuple[tuple[int, Exponents], ...], ...], ...]
    outputs: tuple[int, ...]


class Builder:
    """Collects operations."""

    def __init__(self, inputs: int, weights: dict[Exponents, int]) -> None:
        self.rows, self.weights = inputs, weights
        self.operations: list[Operation] = []
        self.growth = [1] * inputs
        self.depth, self.products = [0] * inputs, [0] * inputs
        self._known: dict[tuple[int, int, int], int] = {}

    def make(self, kind: int, one: int, other: int) -> int:
        """The row with the result of an operation; equal operations share a row."""
        key = (kind, other, one) if kind == ADD and other < one else (kind, one, other)
        if key not in self._known:
            self._known[key] = self.rows
            self.operations.append((kind, self.rows, one, other))
            growth, depth, products = self.growth, self.depth, self.products
            if kind == ADD:
                growth.append(growth[one] + growth[other])
                depth.append(max(depth[one], depth[other]) + 1)
                products.append(max(products[one], products[other]))
            else:
                growth.append(growth[one])
                depth.append(depth[one] + 1)
                products.append(products[one] + (kind == MULTIPLY))
            self.rows += 1
        return self._known[key]

    def scaled(self, row: int, by: Exponents) -> int:
        """The row times a weight."""
        if not any(by):
            return row
        return self.make(MULTIPLY, row, self.weights.setdefault(by, len(self.weights)))

    def sums(self, groups: list[list[int]]) -> list[int]:
        """The sums of groups of rows; pairs that are shared by several groups are added first."""
        groups = [list(group) for group in groups]
        while self._share(groups):
            pass
        for group in groups:
            while len(group) > 1:
                group[:2] = [self.make(ADD, group[0], group[1])]
        return [group[0] for group in groups]

    def _share(self, groups: list[list[int]]) -> bool:
        """Add the pairs that occur in at least two groups, the most frequent first; return whether any do."""
        where: dict[tuple[int, int], list[list[int]]] = {}
        for group in groups:
            if len(group) > 1:
                for pair in set(combinations(sorted(group), 2)):
                    if pair in where:
                        where[pair].append(group)
                    else:
                        where[pair] = [group]
        shared = [pair for pair in where if len(where[pair]) > 1]
        shared.sort(key=lambda pair: -len(where[pair]))
        found = False
        for pair in shared:
            one, two = pair
            twice = 1 + (one == two)
            left = [group for group in where[pair] if group.count(one) >= twice and two in group]
            if len(left) > 1:
                found = True
                made = self.make(ADD, *pair)
                for group in left:
                    group.remove(pair[0])
                    group.remove(pair[1])
                    group.append(made)
        return found


class StraightLinePrograms:
    """The distinct programs of a compilation, and the weights by which they multiply."""

    def __init__(self, weighted: bool = True, placements: int | None = None) -> None:
        """Weights are the variables of the players, or all 1 without `weighted`.

        With `placements`, each placement that starts at the visited cell has its own variable, and one more
        variable stands for a visit that plays nothing.
        """
        self.weighted = weighted
        self.exponents = EXPONENTS if weighted else [NONE] * WEIGHTS
        if placements is not None:
            self.exponents = [
                tuple(int(i == weight - 1) for i in range(placements + 1)) for weight in range(placements + 2)
            ]
        self.weights: dict[Exponents, int] = {}
        self.programs: list[StraightLineProgram] = []
        self._numbers: dict[object, int] = {}
        self._transposed: dict[int, tuple[int, list[int]]] = {}
        self._windows: dict[object, Window] = {}

    @cached_property
    def arrays(self) -> tuple[Array, Array, Array]:
        """All programs as arrays: counts of rows, index of the first operation, operations."""
        counts = np.array([[p.inputs, p.outputs, p.temporaries] for p in self.programs], dtype=np.int64)
        first = np.cumsum([0, *(len(p.operations) for p in self.programs)])
        held = [p.operations for p in self.programs]
        return counts.reshape(-1, 3), first, np.concatenate([np.empty((0, 4), dtype=np.int32), *held])

    @cached_property
    def rows(self) -> int:
        """The greatest number of rows of a program."""
        return int(self.arrays[0].sum(axis=1).max(initial=1))

    def window(self, locals_: Sequence[Local], below: int, bits: int) -> Window:
        """The window of these steps that begins at slot `below`, with `bits` bits for each label."""
        key = (bits, *((tuple(slot - below for slot in local.slots), local.rule) for local in locals_))
        if key not in self._windows:
            self._windows[key] = Window(locals_, below, bits, self.exponents)
        return self._windows[key]

    def program(self, window: Window, inputs: tuple[int, ...], outputs: tuple[int, ...]) -> int:
        """The number of the program from the values of the words `inputs` to those of `outputs`."""
        key = (id(window), inputs, outputs)
        if key not in self._numbers:
            moves = window.moves(inputs, outputs)  # often equal to the moves of other words
            if moves not in self._numbers:
                self._numbers[moves] = len(self.programs)
                self.programs.append(window_program(moves, self.weights))
            self._numbers[key] = self._numbers[moves]
        return self._numbers[key]

    def transposed(self, number: int) -> tuple[int, list[int]]:
        """The number of the transpose of a program, and the inputs of the program to which it writes.

        Inputs on which no output depends are left out: their rows of the transpose are zero.
        """
        if number not in self._transposed:
            program = self.programs[number]
            inputs, given = program.inputs, program.inputs + program.outputs
            builder = Builder(program.outputs, self.weights)
            rows = {inputs + output: output for output in range(program.outputs)}  # the sum for each row

            def collect(row: int, term: int) -> None:
                rows[row] = builder.make(ADD, rows[row], term) if row in rows else term

            for kind, row, one, other in reversed(program.operations.tolist()):
                term = rows.pop(row, None)
                if term is not None:
                    collect(one, builder.make(MULTIPLY, term, other) if kind == MULTIPLY else term)
                    if kind == ADD:
                        collect(other, term)
            assert all(row < given for row in rows)
            kept = sorted(row for row in rows if row < inputs)
            self._transposed[number] = len(self.programs), kept
            self.programs.append(_finish(builder, program.outputs, [rows[row] for row in kept]))
        return self._transposed[number]

    def terms(self, number: int) -> list[tuple[int, int, Exponents]]:
        """The matrix of a program as terms (output, input, weight); an entry may have several terms."""
        program = self.programs[number]
        nothing = tuple(0 for _ in self.exponents[0])
        weights = list(self.weights)
        rows: dict[int, list[tuple[int, Exponents]]] = {
            row: [(row, nothing)] for row in range(program.inputs)
        }
        for kind, row, one, other in program.operations.tolist():
            if kind == ADD:
                rows[row] = rows[one] + rows[other]
            elif kind == MULTIPLY:
                rows[row] = [(source, tuple(map(add, by, weights[other]))) for source, by in rows[one]]
            else:
                rows[row] = rows[one]
        return [
            (output, source, weight)
            for output in range(program.outputs)
            for source, weight in rows[program.inputs + output]
        ]


def window_program(moves: Moves, weights: dict[Exponents, int]) -> StraightLineProgram:
    """The program from the values of the words before the first step to the values of the outputs."""
    inputs, nothing = len(moves.steps[0]), moves.nothing
    builder = Builder(inputs, weights)
    values = [(row, nothing) for row in range(inputs)]
    for step in cancellable(moves.steps):
        terms: dict[int, dict[Exponents, list[int]]] = {}
        for (row, before), made in zip(values, step, strict=True):
            for after, weight in made:
                pending = before if weight == nothing else tuple(map(add, before, weight))
                groups = terms.setdefault(after, {})
                if pending in groups:
                    groups[pending].append(row)
                else:
                    groups[pending] = [row]
        flat = [(word, pending, rows) for word, groups in terms.items() for pending, rows in groups.items()]
        sums = builder.sums([rows for _, _, rows in flat])
        meeting: dict[int, list[tuple[Exponents, int]]] = {}
        for (word, pending, _), row in zip(flat, sums, strict=True):
            meeting.setdefault(word, []).append((pending, row))
        values = [_meet(builder, parts) for parts in meeting.values()]
    return _finish(builder, inputs, [builder.scaled(*values[word]) for word in moves.outputs])


def _meet(builder: Builder, parts: list[tuple[Exponents, int]]) -> tuple[int, Exponents]:
    """The sum of values with different pending weights; their common factor stays pending.

    So nothing is divided by a weight, except at a fold, where the division is exact.
    """
    if len(parts) == 1:
        pending, row = parts[0]
        return row, pending
    common = tuple(map(min, zip(*(pending for pending, _ in parts), strict=True)))
    rows = []
    for pending, row in parts:
        rows.append(builder.scaled(row, tuple(map(sub, pending, common))))
    return builder.sums([rows])[0], common


def _finish(builder: Builder, inputs: int, final: list[int]) -> StraightLineProgram:
    """The finished program: operations write directly to outputs where possible, and reuse temporaries."""
    operations = _depth_first(builder.operations, inputs, final)
    used = inputs + len(final)
    place: dict[int, int] = {}  # by row of the builder: the row of the program, if it is not the same
    copies = []
    for number, row in enumerate(final, inputs):
        if row < inputs or row in place:
            copies.append((number, row))
        else:
            place[row] = number
    last: dict[int, int] = {}  # by row: the last operation that reads it
    for number, (kind, _, one, other) in enumerate(operations):
        last[one] = number
        if kind == ADD:
            last[other] = number
    last.update((row, len(operations)) for _, row in copies)
    free: list[int] = []  # temporaries that are not read again
    table = []
    for number, (kind, row, one, other) in enumerate(operations):
        operands = {one, other} if kind == ADD else {one}
        free += [place[r] for r in operands if last[r] == number and place.get(r, 0) >= inputs + len(final)]
        read = place.get(one, one), place.get(other, other) if kind == ADD else other
        if row not in place:
            place[row] = free.pop() if free else used
            used = max(used, place[row] + 1)
        table.append((kind, place[row], *read))
    table += [(COPY, number, place.get(row, row), 0) for number, row in copies]
    most = (
        max((facts[row] for row in final), default=0)
        for facts in (builder.growth, builder.depth, builder.products)
    )
    array = np.array(table, dtype=np.int32).reshape(-1, 4)
    return StraightLineProgram(inputs, len(final), used - inputs - len(final), array, *most)


def _depth_first(operations: list[Operation], inputs: int, final: list[int]) -> list[Operation]:
    """The operations depth first from the outputs, so that few rows are alive at once."""
    made = {operation[1]: operation for operation in operations}
    ordered, seen = [], set()
    waiting = final[::-1]
    while waiting:
        row = waiting.pop()
        if row < 0:  # the operands are computed
            ordered.append(made[~row])
        elif row >= inputs and row not in seen:
            seen.add(row)
            kind, _, one, other = made[row]
            waiting += [~row, other, one] if kind == ADD else [~row, one]
    return ordered
