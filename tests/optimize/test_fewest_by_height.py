"""The fewest pieces for every height at once, however the work is divided."""

import pytest

from enumerate import Board, positions
from enumerate.model.polynomial import PLAY_DIFFERENCES
from enumerate.optimize import fewest_by_height
from enumerate.support.run import Settings


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("kind", ["right-end", "left-end"])
def test_threads_share_a_step_without_changing_it(threads, kind, monkeypatch):
    """Steps of a few elements are shared, in slices of a few; the truth is read from polynomials."""
    monkeypatch.setattr(fewest_by_height, "WORTH_SHARING", 1)
    monkeypatch.setattr(fewest_by_height, "SLICE", 64)
    found = fewest_by_height.least_by_height(5, 4, kind, Settings(threads=threads))
    for rows, least in enumerate(found, 1):
        polynomial = positions(Board.rectangle(rows, 4), kind)
        sizes = [a + b for (a, b), _ in polynomial if a - b in PLAY_DIFFERENCES[kind]]
        assert least == min(sizes, default=None)
