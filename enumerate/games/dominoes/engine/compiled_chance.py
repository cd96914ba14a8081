"""The random stream of `..chance` in compiled code."""

from typing import Any

import numpy as np
from numba.extending import intrinsic
from numpy.typing import NDArray

from ....support.compiled import inlined
from ..chance import MULTIPLIERS, STEP

Int = Any  # a 64-bit integer of compiled code
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

_STEP = np.uint64(STEP)
_M0, _M1 = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
_1, _2, _4, _8, _16, _27, _30, _31, _32 = (np.uint64(n) for n in (1, 2, 4, 8, 16, 27, 30, 31, 32))


def _borrowed(typing_context: Any, array: Any) -> Any:
    """The array without its owner: else Numba counts references at every call, half the time of a match."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, value=arguments[0])
        view.meminfo = view.meminfo.type(None)
        return view._getvalue()

    return array(array), code


borrowed = intrinsic(_borrowed)


@inlined
def mix(z: Int) -> Int:
    """SplitMix64's hash; see `chance.mix`."""
    z = (z ^ (z >> _30)) * _M0
    z = (z ^ (z >> _27)) * _M1
    return z ^ (z >> _31)


@inlined
def below(state: Words, n: Int) -> Int:
    """A uniform integer from 0 to n - 1; see `Chance.below`."""
    if n <= 1:
        return 0
    mask = np.uint64(n - 1)
    mask |= mask >> _1
    mask |= mask >> _2
    mask |= mask >> _4
    mask |= mask >> _8
    mask |= mask >> _16
    mask |= mask >> _32
    while True:
        state[0] += _STEP
        drawn = mix(state[0]) & mask
        if drawn < np.uint64(n):
            return np.int64(drawn)
