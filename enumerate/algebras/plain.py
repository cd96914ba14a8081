"""The frontier method at its plainest, for small boards: a dictionary from words of labels to integers.

It needs neither NumPy nor a compiled program, so a small question is answered at once. An integer holds a
whole polynomial [Kronecker]: x = 2^k, y = 2^(k l), where k bits hold every coefficient and l exceeds every
exponent of x.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from operator import getitem

from ..frontier.long import swept_short
from ..frontier.neighbourhood import Lookup
from ..frontier.orders import FEW_CELLS, best_order, state_bounds
from ..frontier.sweep import Local
from ..frontier.task import Task
from ..frontier.visit import PLAYERS, UNIT, Transition, Word, visit
from ..model.polynomial import Polynomial
from ..rules.bounds import most_pieces, position_bound
from ..support.caches import remembered

PACKED_COPIES = 4  # of the integers of all states: before and after a step, one for each weight, measured
LABEL_BITS = 2  # of a label in a state for each dimension of a slice, at first: more if they are too few
SMALL = 20_000  # states met along a sweep that are few
MOST = 2**20  # the same, up to which dictionaries may beat compiling
ROOM = 2**30  # bytes of their integers, all along the sweep; at any one moment there are far fewer
Coded = tuple[int, dict[int, int]]  # the bits of a label, and the values by state


def is_small(task: Task, most: int = SMALL) -> bool:
    """Whether a sweep of the board meets few states.

    >>> from enumerate import Board
    >>> [is_small(Task(Board.rectangle(n, n), frozenset())) for n in (7, 12)]
    [True, False]
    """
    board, stuck, game = task.board, task.stuck, task.game
    return sum(state_bounds(board, stuck, best_order(board, stuck, game), game=game)) <= most


def is_plain(task: Task, length: float = 0) -> bool:
    """Whether dictionaries of integers of up to `length` bytes should be faster than a compiled program."""
    from ..frontier.estimate import packed_seconds, plain_seconds

    if len(task.board) <= FEW_CELLS:
        return True
    few = is_small(task, min(MOST, ROOM // max(1, int(length))))
    return few and plain_seconds(task, length) < packed_seconds(task, length)


def plain_total(task: Task) -> int:
    """The number of positions.

    >>> from enumerate import Board
    >>> plain_total(Task(Board.rectangle(4, 4), frozenset()))
    10012
    """
    return _value(task, dict.fromkeys(PLAYERS, 0))


def plain_polynomial(task: Task) -> Polynomial:
    """The whole generating polynomial.

    >>> from enumerate import Board
    >>> print(plain_polynomial(Task(Board.rectangle(3, 2), frozenset([0, 1]))))
    2x^2y + 2x^2 + y^3
    """
    bits, radix, shifts = packing(task)
    value = _value(task, shifts)
    return Polynomial.of(unpack(value, bits, radix), len(radix), {"engine": "packed", "bits": bits})


def _value(task: Task, shifts: Mapping[int, int]) -> int:
    """The sum over all positions; a piece of a player shifts a value by shifts[player]."""
    order = best_order(task.board, task.stuck, task.game)
    short = swept_short(task.board, task.stuck, order, task.perfect, task.game)
    algebra = Plain(shifts, max(LABEL_BITS * max(1, task.board.dimension - 1), len(task.game.pieces)))
    own = [Local(slots, visit(look).__getitem__) for slots, look in short.swept.looks]
    return algebra.result(algebra.carry(short.lengthened(own, short.more), algebra.start()))


class Plain:
    """The algebra of big integers in dictionaries by state, carried through visits.

    States are integers with so many `bits` a label at first, and more where there are more labels.

    >>> algebra = Plain({PLAYERS[0]: 8})
    >>> algebra.result(algebra.carry([], algebra.start()))
    1
    """

    def __init__(self, shifts: Mapping[int, int], bits: int = LABEL_BITS) -> None:
        self._shifts = {UNIT: 0, **shifts}
        self._widen(bits, {})

    def start(self) -> Coded:
        """The value 1 of the single first state."""
        return self._bits, {0: 1}

    def carry(self, visits: Sequence[Local], values: Coded) -> Coded:
        """The values after some visits."""
        bits, states = values
        for local in visits:
            while True:
                while bits < self._bits:
                    states = {_spread(code, bits): value for code, value in states.items()}
                    bits *= 2
                if local not in self._known:
                    self._known[local] = Moves(
                        local.rule, [self._slots[n] for n in local.slots], self._shifts
                    )
                try:
                    states = self._known[local].carry(states)
                    break
                except _LabelError:
                    self._widen(2 * bits, self._slots)
        return bits, states

    def result(self, values: Coded) -> int:
        """The integer of the single last state."""
        return values[1].get(0, 0)

    def _widen(self, bits: int, slots: "Mapping[int, Slot]") -> None:
        """Give labels so many bits; they keep their numbers."""
        self._bits = bits
        self._slots: Lookup[int, Slot] = Lookup(lambda number: Slot(number * bits, bits, [0]))
        for number, slot in slots.items():
            self._slots[number] = Slot(number * bits, bits, slot.meanings)
        self._known: dict[Local, Moves] = {}  # visits that are alike do the same


class Slot(dict[int, int]):
    """The labels of a slot as bits of a state: numbered in the order in which they occur, and shifted.

    >>> slot = Slot(4, 2, [0])
    >>> slot[9], slot[0], slot[9]
    (16, 0, 16)
    """

    def __init__(self, place: int, bits: int, meanings: Iterable[int]) -> None:
        self.place, self.mask = place, (1 << bits) - 1
        self.meanings: list[int] = []
        for meaning in meanings:
            self.__missing__(meaning)

    def __missing__(self, meaning: int) -> int:
        number = len(self.meanings)
        if number > self.mask:
            raise _LabelError
        self.meanings.append(meaning)
        code = self[meaning] = number << self.place
        return code


class _LabelError(Exception):
    """A label does not fit."""


class Moves:
    """What a visit does to states: by the touched labels, what is added to the state and the shift of its
    value."""

    def __init__(
        self, rule: Callable[[Word], Sequence[Transition]], slots: Sequence[Slot], shifts: Mapping[int, int]
    ) -> None:
        self._rule, self._slots, self._shifts = rule, slots, shifts
        self._mask = sum([slot.mask << slot.place for slot in slots])
        self._found = Lookup(self._find)
        self._steps = None if any(shifts.values()) else Lookup(self._step)

    def carry(self, states: dict[int, int]) -> dict[int, int]:
        """The states after the visit."""
        mask, found, steps = self._mask, self._found, self._steps
        made: dict[int, int] = {}
        if steps is None:
            for code, value in states.items():
                for step, shift in found[code & mask]:
                    target = code + step
                    term = value << shift if shift else value
                    made[target] = made[target] + term if target in made else term
        else:  # the same without shifts
            for code, value in states.items():
                for step in steps[code & mask]:
                    target = code + step
                    made[target] = made[target] + value if target in made else value
        return made

    def _find(self, touched: int) -> list[tuple[int, int]]:
        """Ask the rule about some labels."""
        slots, shifts = self._slots, self._shifts
        given = tuple([slot.meanings[touched >> slot.place & slot.mask] for slot in slots])
        return [
            (sum(map(getitem, slots, after)) - touched, shifts[weight])
            for after, weight, _ in self._rule(given)
        ]

    def _step(self, touched: int) -> list[int]:
        return [step for step, _ in self._find(touched)]


def _spread(code: int, bits: int) -> int:
    """A state with twice the bits a label.

    >>> bin(_spread(0b1101, 2))
    '0b110001'
    """
    label = (1 << bits) - 1
    return sum((code >> place & label) << 2 * place for place in range(0, code.bit_length(), bits))


@remembered(64)
def packing(task: Task) -> tuple[int, list[int], dict[int, int]]:
    """The bits of a coefficient, the numbers of exponents of each variable, and the shift of each player."""
    bits = position_bound(task.board, task.game).bit_length()
    radix = [most + 1 for most in most_pieces(task.board, task.game)]
    places = [bits * prod(radix[:variable]) for variable in range(len(radix))]
    return bits, radix, dict(zip(PLAYERS, places, strict=False))


def packed_bytes(task: Task) -> int:
    """The length of an integer that holds a whole polynomial."""
    bits, radix, _ = packing(task)
    return bits * prod(radix) // 8


def unpack(value: int, bits: int, radix: list[int]) -> dict[tuple[int, ...], int]:
    """The coefficients of a packed polynomial.

    >>> unpack(5 + (3 << 16), 8, [2, 2])
    {(0, 0): 5, (0, 1): 3}
    """
    coefficients = {}
    for place, count in _digits(value, bits):
        monomial = []
        for base in radix:
            place, exponent = divmod(place, base)
            monomial.append(exponent)
        coefficients[tuple(monomial)] = count
    return coefficients


def _digits(value: int, bits: int) -> list[tuple[int, int]]:
    """The places and values of the non-zero digits in base 2^bits; by halves, so that it is not quadratic."""
    if value < 1 << bits:
        return [(0, value)] if value else []
    half = (value.bit_length() // bits + 1) // 2
    low = value & ((1 << bits * half) - 1)
    return _digits(low, bits) + [
        (place + half, digit) for place, digit in _digits(value >> bits * half, bits)
    ]
