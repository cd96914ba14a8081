"""Explicit vectors for Numba: operations on whole rows of values, given by addresses.

LLVM vectorises a loop over slices only behind checks that cost more than a short row itself, and it turns a
modular product into 64-bit multiplications. Written as vectors, each operation is a handful of
instructions; LLVM splits the vectors where a machine has shorter ones. Addresses are plain integers: whoever
calls keeps the arrays alive and the rows inside them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from .points import LANES

BYTES = 64  # of a vector

_I32, _I64 = ir.IntType(32), ir.IntType(64)
_RESIDUES = ir.VectorType(_I32, LANES)
_INTEGERS = ir.VectorType(_I64, LANES // 2)

Value = Any  # a value, or the builder, of LLVM's intermediate language
Body = Callable[..., None]


def _number(value: int) -> Value:
    return ir.Constant(_I64, value)


def _splat(value: int) -> Value:
    return ir.Constant(_INTEGERS, [_number(value)] * (LANES // 2))


def _load(builder: Value, address: Value, kind: Value) -> Value:
    return builder.load(builder.inttoptr(address, kind.as_pointer()), align=4)


def _store(builder: Value, value: Value, address: Value) -> None:
    builder.store(value, builder.inttoptr(address, value.type.as_pointer()), align=4)


def _least(builder: Value, one: Value, other: Value) -> Value:
    return builder.select(builder.icmp_unsigned("<", one, other), one, other)


def _add(builder: Value, a: Value, b: Value, p: Value) -> Value:
    """a + b mod p, for residues below p < 2^31."""
    total = builder.add(a, b)
    return _least(builder, total, builder.sub(total, p))


def _high_product(builder: Value, a: Value, b: Value) -> Value:
    """The upper halves of the products, lane by lane: those of even and of odd lanes apart."""
    low, high, half = _splat(2**32 - 1), _splat(2**64 - 2**32), _splat(32)
    a, b = (builder.bitcast(v, _INTEGERS) for v in (a, b))
    even = builder.mul(builder.and_(a, low), builder.and_(b, low))
    odd = builder.mul(builder.lshr(a, half), builder.lshr(b, half))
    return builder.bitcast(builder.or_(builder.lshr(even, half), builder.and_(odd, high)), _RESIDUES)


def _montgomery(builder: Value, a: Value, b: Value, b_over_p: Value, p: Value) -> Value:
    """a * b / 2^32 mod p; with b / p modulo 2^32 at hand the quotient is one product."""
    quotient = builder.mul(a, b_over_p)
    r = builder.sub(_high_product(builder, a, b), _high_product(builder, quotient, p))
    return _least(builder, r, builder.add(r, p))


def _scaled(builder: Value, a: Value, factor: Value, p: Value) -> Value:
    """a * f mod p, for a factor f that stands at an address, and behind it floor(2^32 f / p) [Shoup].

    This quotient estimates a f / p from below by less than 2.
    """
    f, ratio = (_load(builder, builder.add(factor, _number(at)), _RESIDUES) for at in (0, BYTES))
    quotient = _high_product(builder, a, ratio)
    r = builder.sub(builder.mul(a, f), builder.mul(quotient, p))
    return _least(builder, r, builder.sub(r, p))


def _operation(arguments: int, generate: Callable[[Value, Sequence[Value]], None]) -> Any:
    """A function of Numba with so many integer arguments, from what it puts into a builder."""
    signature = types.void(*(types.intp,) * arguments)

    def code(context: Any, builder: Value, _: Any, args: Sequence[Value]) -> Value:
        generate(builder, args)
        return context.get_dummy_value()

    return signature, code


def _residue_rows(arguments: int, generate: Callable[..., Callable[..., Value]]) -> Any:
    """An operation on rows of vectors: the address of the target, other arguments, the number of vectors.

    `generate(builder, *others)` loads what all vectors need, and returns what makes a vector at an offset.
    """

    def code(builder: Value, args: Sequence[Value]) -> None:
        target, *others, count = args
        made = generate(builder, *others)
        with cgutils.for_range(builder, count) as state:
            at = builder.mul(state.index, _number(BYTES))
            _store(builder, made(at), builder.add(target, at))

    return _operation(arguments, code)


@intrinsic
def add_residues(typing, target, one, other, primes, count):  # type: ignore[no-untyped-def]
    """target = one + other modulo the primes."""

    def generate(builder: Value, one: Value, other: Value, primes: Value) -> Callable[..., Value]:
        p = _load(builder, primes, _RESIDUES)

        def made(at: Value) -> Value:
            a, b = (_load(builder, builder.add(row, at), _RESIDUES) for row in (one, other))
            return _add(builder, a, b, p)

        return made

    return _residue_rows(5, generate)


@intrinsic
def multiply_residues(typing, target, one, factor, primes, count):  # type: ignore[no-untyped-def]
    """target = one * factor modulo the primes."""

    def generate(builder: Value, one: Value, factor: Value, primes: Value) -> Callable[..., Value]:
        p = _load(builder, primes, _RESIDUES)
        return lambda at: _scaled(builder, _load(builder, builder.add(one, at), _RESIDUES), factor, p)

    return _residue_rows(5, generate)


@intrinsic
def copy_residues(typing, target, one, count):  # type: ignore[no-untyped-def]
    """target = one."""

    def generate(builder: Value, one: Value) -> Callable[..., Value]:
        return lambda at: _load(builder, builder.add(one, at), _RESIDUES)

    return _residue_rows(3, generate)


@intrinsic
def add_product(typing, total, one, other, primes, inverses):  # type: ignore[no-untyped-def]
    """total += one * other / 2^32 modulo the primes, for one state; 1 / p modulo 2^32 are the inverses."""

    def generate(builder: Value, args: Sequence[Value]) -> None:
        total = args[0]
        so_far, a, b, p, inverse = (_load(builder, address, _RESIDUES) for address in args)
        product = _montgomery(builder, a, b, builder.mul(b, inverse), p)
        _store(builder, _add(builder, so_far, product, p), total)

    return _operation(5, generate)


def _whole_and_rest(builder: Value, count: Value, body: Callable[[bool, Value], None]) -> None:
    """body(is_whole, offset) for whole vectors of 64 bits a number, then for the numbers that remain."""
    size = LANES // 2
    whole = builder.and_(count, _number(-size))
    for is_whole, start, stop, step in ((True, _number(0), whole, size), (False, whole, count, 1)):
        with cgutils.for_range_slice(builder, start, stop, _number(step), intp=_I64) as (at, _):
            body(is_whole, builder.mul(at, _number(8)))


_I, _F = (_INTEGERS, _I64), (ir.VectorType(ir.DoubleType(), LANES // 2), ir.DoubleType())


def _combining(kinds: Sequence[Value], combine: Callable[..., Value], is_single: bool = False) -> Any:
    """The operation target = combine(one, other), for rows of 64-bit integers or floats. With `is_single`,
    `other` is not a row but the bits of one number.
    """

    @intrinsic
    def apply(typing, target, one, other, count):  # type: ignore[no-untyped-def]
        def generate(builder: Value, args: Sequence[Value]) -> None:
            target, one, other, count = args
            nothing, zero = ir.Constant(kinds[0], ir.Undefined), ir.Constant(_I32, 0)
            places = ir.Constant(ir.VectorType(_I32, LANES // 2), [0] * (LANES // 2))
            single = builder.bitcast(other, kinds[1])
            repeated = builder.shuffle_vector(builder.insert_element(nothing, single, zero), nothing, places)

            def body(is_whole: bool, offset: Value) -> None:
                kind = kinds[0] if is_whole else kinds[1]
                a = _load(builder, builder.add(one, offset), kind)
                b = repeated if is_whole else single
                if not is_single:
                    b = _load(builder, builder.add(other, offset), kind)
                _store(builder, combine(builder, a, b), builder.add(target, offset))

            _whole_and_rest(builder, count, body)

        return _operation(4, generate)

    return apply


add_integers = _combining(_I, lambda builder, a, b: builder.add(a, b))
least_integers = _combining(_I, lambda builder, a, b: builder.select(builder.icmp_signed("<", a, b), a, b))
shift_integers = _combining(_I, lambda builder, a, b: builder.add(a, b), is_single=True)
scale_integers = _combining(_I, lambda builder, a, b: builder.mul(a, b), is_single=True)
add_floats = _combining(_F, lambda builder, a, b: builder.fadd(a, b))
scale_floats = _combining(_F, lambda builder, a, b: builder.fmul(a, b), is_single=True)


@intrinsic
def copy_integers(typing, target, one, count):  # type: ignore[no-untyped-def]
    """target = one, for a few numbers."""

    def generate(builder: Value, args: Sequence[Value]) -> None:
        target, one, count = args
        with cgutils.for_range(builder, count) as place:
            at = builder.mul(place.index, _number(8))
            _store(builder, _load(builder, builder.add(one, at), _I64), builder.add(target, at))

    return _operation(3, generate)


@intrinsic
def turn_square(typing, targets, target_at, sources, source_at):  # type: ignore[no-untyped-def]
    """Eight rows of eight numbers as columns. The rows begin at the eight addresses that stand at `targets`
    and at `sources`, and at an offset to them.
    """
    size = LANES // 2

    def generate(builder: Value, args: Sequence[Value]) -> None:
        targets, target_at, sources, source_at = args

        def places(bases: Value, at: Value) -> list[Value]:
            found = (_load(builder, builder.add(bases, _number(8 * i)), _I64) for i in range(size))
            return [builder.add(base, at) for base in found]

        def mixed(one: Value, other: Value, numbers: Sequence[int]) -> Value:
            places = ir.Constant(ir.VectorType(_I32, size), numbers)
            return builder.shuffle_vector(one, other, places)

        rows = [_load(builder, place, _INTEGERS) for place in places(sources, source_at)]
        for bit in (1, 2, 4):  # exchange a bit of the row for the same of the column
            for i in (i for i in range(size) if not i & bit):
                one, other = rows[i], rows[i + bit]
                rows[i] = mixed(one, other, [size + k - bit if k & bit else k for k in range(size)])
                rows[i + bit] = mixed(one, other, [size + k if k & bit else k + bit for k in range(size)])
        for row, place in zip(rows, places(targets, target_at), strict=True):
            _store(builder, row, place)

    return _operation(4, generate)


@intrinsic
def multiply_in_place(typing, one, factor, primes):  # type: ignore[no-untyped-def]
    """one *= factor modulo the primes, for one state."""

    def generate(builder: Value, args: Sequence[Value]) -> None:
        one, factor, primes = args
        a, p = (_load(builder, address, _RESIDUES) for address in (one, primes))
        _store(builder, _scaled(builder, a, factor, p), one)

    return _operation(3, generate)


def _window(size: int, sums: Sequence[tuple[int, int]]) -> Any:
    """The operation that adds rows to rows of a window of 2^size rows, each sum (target, source) in turn.

    It takes the address of row 0, the bytes between rows that differ in each of four bits (those beyond the
    size are not used), the number of neighbours and the primes.
    """

    @intrinsic
    def apply(typing, base, s0, s1, s2, s3, count, primes):  # type: ignore[no-untyped-def]
        def generate(builder: Value, args: Sequence[Value]) -> None:
            base, *strides, count, primes = args
            p = _load(builder, primes, _RESIDUES)
            offsets = [_number(0)]
            for stride in strides[:size]:
                offsets += [builder.add(offset, stride) for offset in offsets]
            with cgutils.for_range(builder, count) as state:
                here = builder.add(base, builder.mul(state.index, _number(BYTES)))
                places = [builder.add(here, offset) for offset in offsets]
                rows = [_load(builder, place, _RESIDUES) for place in places]
                for target, source in sums:
                    rows[target] = _add(builder, rows[target], rows[source], p)
                for target in sorted({target for target, _ in sums}):
                    _store(builder, rows[target], places[target])

        return _operation(7, generate)

    return apply


def _pairs(size: int, bits: int) -> list[tuple[int, int]]:
    """For all places of so many neighbouring bits: a word with all of them, and the one with none of them."""
    ones = (1 << bits) - 1
    return [
        (word | ones << at, word)
        for at in range(size - bits + 1)
        for word in range(1 << size)
        if not word & ones << at
    ]


stay_1, stay_2, stay_3, stay_4 = (_window(size, _pairs(size, 1)) for size in (1, 2, 3, 4))
lay_2, lay_3, lay_4 = (_window(size, _pairs(size, 2)) for size in (2, 3, 4))
