"""Prices in narrow types are the same numbers."""

import numpy as np
import pytest

from enumerate.optimize.prices import _narrow


@pytest.mark.parametrize("low", [0, -1, -(2**15), -(2**15) - 1, -(2**31), -(2**31) - 1])
@pytest.mark.parametrize("high", [0, 2**15 - 1, 2**15, 2**31 - 1, 2**31])
def test_narrow_prices_are_equal(low, high):
    values = np.array([low, 0, high], dtype=np.int64)
    found = _narrow(values)
    assert found.tolist() == values.tolist()
    assert found is not values
