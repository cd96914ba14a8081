"""Sets of states that are empty."""

from enumerate.sweep.diagram import NOTHING, StateSet


def test_the_empty_set_of_states_has_no_codes():
    start = StateSet.start(3)
    empty = StateSet(start.words, NOTHING, start.slots)
    assert (len(start), len(empty)) == (1, 0)
    assert (start.codes.size, empty.codes.size) == (1, 0)
    assert empty.codes.dtype == start.codes.dtype
