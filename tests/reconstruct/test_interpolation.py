"""Interpolation modulo a prime."""

import tracemalloc

import numpy as np
import pytest

from enumerate.reconstruct.reconstruction import interpolate

PRIME = 2**31 - 1


@pytest.mark.parametrize("nodes", [np.arange(1, 8), np.array([1, 2, 4, 8, 16, 32, 64]), np.array([5])])
def test_the_coefficients_are_found_again(nodes):
    wanted = np.arange(3, 3 + len(nodes))
    values = sum(number * nodes.astype(object) ** k for k, number in enumerate(wanted.tolist())) % PRIME
    members = np.ones(len(nodes), bool)
    assert (interpolate(values.astype(np.int64), [nodes], members, PRIME) == wanted).all()


def test_equally_spaced_nodes_take_no_square_of_memory():
    size = 2000
    tracemalloc.start()
    found = interpolate(np.ones(size, np.int64), [np.arange(1, size + 1)], np.ones(size, bool), PRIME)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.tolist() == [1] + [0] * (size - 1)
    assert peak < 2**20  # a square of 8-byte numbers has 32 MB
