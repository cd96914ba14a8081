"""The inner loops: run the straight-line programs of an operator over rows of values. Compiled by Numba.

Two kinds of values: sixteen residues of 32 bits (a lane each), and single numbers of 64 bits. Where rows are
short, those of several words above the window are worked on together, so that an operation is worth its call.
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

ROW = 16  # states of sixteen residues in a row at a time: rows stay in the caches
NUMBER_ROW = 128  # the same for single numbers
SUMS, LEAST, FLOATS, PRODUCTS = 0, 1, 2, 3  # what is done with numbers
SHORT = 16  # rows of fewer numbers are laid side by side
TOGETHER = 32  # words above, at most, that are worked on together
SQUARE = 8  # rows and columns that are turned at once


@compiled
def carry_residues(  # type: ignore[no-untyped-def]
    old, new, scratch, begin, end,
    old_start, new_start, template, first, length, program, at, offsets,
    counts, op_first, ops, factors, primes,
):  # fmt: skip
    """Words above from `begin` to before `end`; old, new, scratch, factors and primes are addresses."""
    bases = np.empty((3, TOGETHER), dtype=np.int64)  # of the rows that are read, written, and between
    most_rows = counts.max() * 3 + 1
    base = np.empty(most_rows, dtype=np.int64)
    offset = np.empty(most_rows, dtype=np.int64)
    top = begin
    while top < end:
        k = template[top]
        most = 1
        while most < TOGETHER and top + most < end and template[top + most] == k:
            most += 1
        for piece in range(first[k], first[k + 1]):
            g = program[piece]
            given = counts[g, 0] + counts[g, 1]
            n = length[piece]
            chunk = min(ROW, n)
            together = min(most, ROW // chunk)
            for r in range(given + counts[g, 2]):
                kind = 0 if r < counts[g, 0] else (1 if r < given else 2)
                base[r] = bases.ctypes.data + kind * TOGETHER * 8
                offset[r] = (offsets[at[piece] + r] if kind < 2 else (r - given) * ROW) * BYTES
            here = top
            while here < top + most:
                groups = min(together, top + most - here)
                for i in range(groups):
                    bases[0, i] = old + old_start[here + i] * BYTES
                    bases[1, i] = new + new_start[here + i] * BYTES
                    bases[2, i] = scratch + i * chunk * BYTES
                done = 0
                while done < n:
                    m = min(n - done, chunk)
                    for q in range(op_first[g], op_first[g + 1]):
                        t, a, b = ops[q, 1], ops[q, 2], ops[q, 3]
                        if ops[q, 0] == ADD:
                            add_residues(
                                base[t], offset[t], base[a], offset[a], base[b], offset[b], primes, groups, m
                            )
                        elif ops[q, 0] == MULTIPLY:
                            factor = factors + b * 2 * BYTES
                            multiply_residues(
                                base[t], offset[t], base[a], offset[a], factor, primes, groups, m
                            )
                        else:
                            copy_residues(base[t], offset[t], base[a], offset[a], groups, m)
                    done += m
                    for i in range(groups):
                        bases[0, i] += m * BYTES
                        bases[1, i] += m * BYTES
                here += groups
        top += most


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
def _operations(address, ops, begin, end, count, kind, weights):  # type: ignore[no-untyped-def]
    """Sums, where weights are 1; the least, where they are costs; or sums of numbers times weights."""
    for q in range(begin, end):
        target, one = address[ops[q, 1]], address[ops[q, 2]]
        if ops[q, 0] == ADD:
            other = address[ops[q, 3]]
            if kind == LEAST:
                least_integers(target, one, other, count)
            elif kind == FLOATS:
                add_floats(target, one, other, count)
            else:
                add_integers(target, one, other, count)
        elif ops[q, 0] == MULTIPLY and kind == FLOATS:
            scale_floats(target, one, weights[ops[q, 3]], count)
        elif ops[q, 0] == MULTIPLY and kind == PRODUCTS:
            scale_integers(target, one, weights[ops[q, 3]], count)
        else:
            cost = weights[ops[q, 3]] if ops[q, 0] == MULTIPLY and kind == LEAST else 0
            shift_integers(target, one, cost, count)


@inlined
def _lay(address, row, number_at, starts, here, count, n, offsets, o, rows, bases, inwards):  # type: ignore[no-untyped-def]
    """Lay the numbers of `count` words above side by side in rows; or, not `inwards`, put them back.

    Single numbers that stand next to each other are turned in squares.
    """
    wide = high = 0
    if n == 1 and offsets[o + rows - 1] - offsets[o] == rows - 1:
        wide, high = count // SQUARE * SQUARE, rows // SQUARE * SQUARE
        for t in range(wide):
            bases[t] = number_at + (starts[here + t] + offsets[o]) * 8
        for t in range(0, wide, SQUARE):
            for r in range(0, high, SQUARE):
                rows_at, numbers_at = address.ctypes.data + (row + r) * 8, bases.ctypes.data + t * 8
                if inwards:
                    turn_square(rows_at, t * 8, numbers_at, r * 8)
                else:
                    turn_square(numbers_at, r * 8, rows_at, t * 8)
    for r in range(rows):
        for t in range(wide if r < high else 0, count):
            in_row = address[row + r] + t * n * 8
            number = number_at + (starts[here + t] + offsets[o + r]) * 8
            if inwards:
                copy_integers(in_row, number, n)
            else:
                copy_integers(number, in_row, n)


@compiled
def carry_numbers(  # type: ignore[no-untyped-def]
    old, new, scratch, begin, end,
    old_start, new_start, template, first, length, program, at, offsets,
    counts, op_first, ops, kind, weights,
):  # fmt: skip
    """Words above from `begin` to before `end`, for one number a state; `old`, `new`, `scratch` are arrays.

    `weights` are given by their bits.
    """
    address = np.empty(counts.max() * 3 + 1, dtype=np.int64)
    bases = np.empty(TOGETHER, dtype=np.int64)
    old_at, new_at, scratch_at = old.ctypes.data, new.ctypes.data, scratch.ctypes.data
    top = begin
    while top < end:
        k = template[top]
        most = 1
        while most < TOGETHER and top + most < end and template[top + most] == k:
            most += 1
        for piece in range(first[k], first[k + 1]):
            g, o, n = program[piece], at[piece], length[piece]
            inputs = counts[g, 0]
            given = inputs + counts[g, 1]
            for r in range(given + counts[g, 2]):
                address[r] = scratch_at + r * NUMBER_ROW * 8
            if n >= SHORT:
                for here in range(top, top + most):
                    done = 0
                    while done < n:
                        m = min(n - done, NUMBER_ROW)
                        for r in range(given):
                            if r < inputs:
                                address[r] = old_at + (old_start[here] + offsets[o + r] + done) * 8
                            else:
                                address[r] = new_at + (new_start[here] + offsets[o + r] + done) * 8
                        _operations(address, ops, op_first[g], op_first[g + 1], m, kind, weights)
                        done += m
                continue
            here = top
            while here < top + most:
                count = min(NUMBER_ROW // n, top + most - here)
                _lay(address, 0, old_at, old_start, here, count, n, offsets, o, inputs, bases, True)
                _operations(address, ops, op_first[g], op_first[g + 1], count * n, kind, weights)
                written = given - inputs
                _lay(
                    address,
                    inputs,
                    new_at,
                    new_start,
                    here,
                    count,
                    n,
                    offsets,
                    o + inputs,
                    written,
                    bases,
                    False,
                )
                here += count
        top += most
