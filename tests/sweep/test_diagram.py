"""Sets of states that are empty."""

import numpy as np
import pytest

from enumerate.sweep.diagram import NOTHING, StateSet, classes


def test_the_empty_set_of_states_has_no_codes():
    start = StateSet.start(3)
    empty = StateSet(start.words, NOTHING, start.slots)
    assert (len(start), len(empty)) == (1, 0)
    assert (start.codes.size, empty.codes.size) == (1, 0)
    assert empty.codes.dtype == start.codes.dtype


@pytest.mark.parametrize("top", [1, 2**20, 2**31 - 1, 2**40])
def test_classes_of_columns_whose_products_leave_64_bits(top):
    """Equal rows and only they are in one class; 4 * 2^62 is 0 in 64 bits."""
    rows = [
        (0, 0, 0),
        (min(4, top), 0, 0),
        (top, top, top),
        (0, 0, 0),
        (top, 0, top),
        (0, top, 0),
        (0, 0, top),
    ]
    which, example = classes(np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
    assert len(example) == len(set(rows))
    assert [rows[example[number]] for number in which] == rows
