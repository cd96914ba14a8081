"""Programs over Python objects: any values that can be added and scaled by weights."""

from collections.abc import Callable
from itertools import repeat
from operator import add as plus
from typing import Any, Generic, TypeVar

from ..compiler.operators import BlockOperator
from ..compiler.straight_line import ADD, MULTIPLY, StraightLinePrograms
from ..support.progress import cancellable

OPERATIONS_BETWEEN_CHECKS = 1024
Value = TypeVar("Value")


class Objects(Generic[Value]):
    """Carries lists of values through operators; `one` and `zero` are the values 1 and 0."""

    def __init__(
        self,
        programs: StraightLinePrograms,
        one: Value,
        zero: Value,
        add: Callable[[Value, Value], Value] = plus,
    ) -> None:
        self.one, self.zero, self._add = one, zero, add
        self._programs = programs
        self._lists: dict[int, tuple[int, int, list[list[int]]]] = {}

    def basis(self, count: int, state: int) -> list[Value]:
        """The value 1 of one of `count` states."""
        return [self.one if number == state else self.zero for number in range(count)]

    def apply(
        self, operator: BlockOperator, values: list[Value], scale: Callable[[Value, int], Value]
    ) -> list[Value]:
        """The values after an operator; `scale(value, number)` multiplies by the weight with this number."""
        made = [self.zero] * operator.targets
        first, lengths, numbers = (
            each.tolist() for each in (operator.first, operator.length, operator.program)
        )
        at, offsets = operator.at.tolist(), operator.offsets.tolist()
        tops = zip(operator.old.tolist(), operator.new.tolist(), operator.template.tolist(), strict=True)
        for old, new, template in cancellable(tops, OPERATIONS_BETWEEN_CHECKS):
            for piece in range(first[template], first[template + 1]):
                length, (inputs, given, operations) = lengths[piece], self._list(numbers[piece])
                places = offsets[at[piece] : at[piece] + given]
                rows: dict[int, Any] = {
                    row: values[old + place : old + place + length]
                    for row, place in enumerate(places[:inputs])
                }
                for kind, row, one, other in operations:
                    if kind == ADD:
                        rows[row] = list(map(self._add, rows[one], rows[other]))
                    elif kind == MULTIPLY:
                        rows[row] = list(map(scale, rows[one], repeat(other)))
                    else:
                        rows[row] = rows[one]
                for row in range(inputs, given):
                    made[new + places[row] : new + places[row] + length] = rows[row]
        return made

    def _list(self, number: int) -> tuple[int, int, list[list[int]]]:
        """A program: its inputs, its inputs and outputs, its operations."""
        if number not in self._lists:
            program = self._programs.programs[number]
            given = program.inputs + program.outputs
            self._lists[number] = program.inputs, given, program.operations.tolist()
        return self._lists[number]
