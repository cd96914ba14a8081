"""The inner loops, compiled by Numba: run the straight-line programs of an operator over rows of values.

A state has a number of 64 bits, or a vector of sixteen residues of 32 bits. Short rows of several words above
the window are laid side by side, so that each call works on many values.
"""

import numpy as np

from ..compiler.straight_line import ADD, MULTIPLY
from ..support.compiled import compiled, inlined
from .vectors import (
    BYTES,
    add_floats,
    add_integers,
    add_product,
    add_residues,
    copy_integers,
    copy_residues,
    least_integers,
    multiply_residues,
    scale_floats,
    scale_integers,
    shift_integers,
    turn_square,
)

ROW_BYTES = 1024
ROW_PITCH = ROW_BYTES + BYTES  # between rows, so that they start at different offsets in their pages
SUMS, LEAST, FLOATS, PRODUCTS, RESIDUES = range(5)  # the kinds of arithmetic
LEAST_LAID = 8  # rows are laid side by side if at least this many numbers fit
LEAST_LAID_VECTORS = 2  # the same for vectors
TOGETHER = 32  # at most this many words above are processed together
SQUARE = 8  # side of the squares that are transposed at once


@compiled
def dot_residues(total, one, other, partner, count, primes, inverses):  # type: ignore[no-untyped-def]
    """total += the sum over states of one * other at its partner, over 2^32; all but `partner` are addresses.

    An empty `partner` stands for the identity.
    """
    for state in range(count):
        there = partner[state] if len(partner) else state
        if there >= 0:
            add_product(total, one + state * BYTES, other + there * BYTES, primes, inverses)


@inlined
def _operations(address, ops, begin, end, count, kind, weights, primes):  # type: ignore[no-untyped-def]
    """Run the operations begin to end - 1 of a program in the arithmetic `kind` on `count` values in a
    row."""
    for q in range(begin, end):
        target, one = address[ops[q, 1]], address[ops[q, 2]]
        if ops[q, 0] == ADD:
            other = address[ops[q, 3]]
            if kind == RESIDUES:
                add_residues(target, one, other, primes, count)
            elif kind == LEAST:
                least_integers(target, one, other, count)
            elif kind == FLOATS:
                add_floats(target, one, other, count)
            else:
                add_integers(target, one, other, count)
        elif kind == RESIDUES:
            if ops[q, 0] == MULTIPLY:
                multiply_residues(target, one, weights[ops[q, 3]], primes, count)
            else:
                copy_residues(target, one, count)
        elif ops[q, 0] == MULTIPLY and kind == FLOATS:
            scale_floats(target, one, weights[ops[q, 3]], count)
        elif ops[q, 0] == MULTIPLY and kind == PRODUCTS:
            scale_integers(target, one, weights[ops[q, 3]], count)
        else:
            cost = weights[ops[q, 3]] if ops[q, 0] == MULTIPLY and kind == LEAST else 0
            shift_integers(target, one, cost, count)


@inlined
def _lay(address, row, values, size, starts, here, count, n, offsets, o, rows, bases, inwards):  # type: ignore[no-untyped-def]
    """Lay the values of `count` words above side by side in rows, or put them back if not `inwards`.

    Adjacent single numbers are transposed in squares.
    """
    wide = high = 0
    if n == 1 and size == 8 and offsets[o + rows - 1] - offsets[o] == rows - 1:
        wide, high = count // SQUARE * SQUARE, rows // SQUARE * SQUARE
        for t in range(wide):
            bases[t] = values + (starts[here + t] + offsets[o]) * 8
        for t in range(0, wide, SQUARE):
            for r in range(0, high, SQUARE):
                rows_at, numbers_at = address.ctypes.data + (row + r) * 8, bases.ctypes.data + t * 8
                if inwards:
                    turn_square(rows_at, t * 8, numbers_at, r * 8)
                else:
                    turn_square(numbers_at, r * 8, rows_at, t * 8)
    for t in range(count):
        states = values + starts[here + t] * size
        for r in range(high if t < wide else 0, rows):
            in_row, state = address[row + r] + t * n * size, states + offsets[o + r] * size
            source, target = (state, in_row) if inwards else (in_row, state)
            if size == 8:
                copy_integers(target, source, n)
            elif n == 1:
                copy_residues(target, source, 1)
            else:
                copy_residues(target, source, n)


@compiled
def run_operator(  # type: ignore[no-untyped-def]
    old, new, scratch, begin, end,
    old_start, new_start, template, first, length, program, at, offsets,
    counts, op_first, ops, kind, weights, primes,
):  # fmt: skip
    """Apply an operator to the words above `begin` to `end` - 1; old, new, scratch and primes are addresses.

    `weights` holds the bits of the weights, or for residues their addresses.
    """
    size, least = (BYTES, LEAST_LAID_VECTORS) if kind == RESIDUES else (8, LEAST_LAID)
    longest = ROW_BYTES // size
    address = np.empty(counts.max() * 3 + 1, dtype=np.int64)
    bases = np.empty(ROW_BYTES // 8, dtype=np.int64)
    top = begin
    while top < end:
        k = template[top]
        alike = top
        while alike < end and template[alike] == k and alike < top + TOGETHER:
            alike += 1
        for piece in range(first[k], first[k + 1]):
            g, o, n = program[piece], at[piece], length[piece]
            inputs, outputs = counts[g, 0], counts[g, 1]
            for r in range(inputs + outputs + counts[g, 2]):
                address[r] = scratch + r * ROW_PITCH
            if n * least > longest or (kind == RESIDUES and alike == top + 1):
                for here in range(top, alike):
                    for done in range(0, n, longest):
                        m = min(n - done, longest)
                        for r in range(inputs):
                            address[r] = old + (old_start[here] + offsets[o + r] + done) * size
                        for r in range(inputs, inputs + outputs):
                            address[r] = new + (new_start[here] + offsets[o + r] + done) * size
                        _operations(address, ops, op_first[g], op_first[g + 1], m, kind, weights, primes)
                continue
            for here in range(top, alike, longest // n):
                count = min(longest // n, alike - here)
                _lay(address, 0, old, size, old_start, here, count, n, offsets, o, inputs, bases, True)
                _operations(address, ops, op_first[g], op_first[g + 1], count * n, kind, weights, primes)
                o += inputs
                _lay(address, inputs, new, size, new_start, here, count, n, offsets, o, outputs, bases, False)
                o -= inputs
        top = alike
